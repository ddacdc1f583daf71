"""A bar on standard error while long work goes on: only on a terminal, only once it has taken a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO

PATIENCE = 0.7  # seconds before the bar is shown
BEAT = 0.1  # seconds from one picture of it to the next
WIDTH = 30


@contextmanager
def bar(what: str, stream: TextIO | None = None, *, beating: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Yields what is to be called with (done, all); the bar is wiped away at the end, also when the work fails.

    Until then, and if nobody calls it, a mark goes to and fro. One that is not `beating` draws when it is called only:
    for work that forks processes, which goes ill with threads.
    """
    out = stream or sys.stderr
    if not out.isatty():
        yield lambda done, whole: None
        return
    state, wide, over = (0, 0), 0, Event()
    start = time.monotonic()

    def draw(beat: int) -> None:
        nonlocal wide
        line = f"{_picture(*state, beat)} {what}"
        wide = max(wide, len(line))
        out.write(f"\r{line}")
        out.flush()

    def beats() -> None:
        beat, wait = 0, PATIENCE
        while not over.wait(wait):
            draw(beat)
            beat, wait = beat + 1, BEAT

    def show(done: int, whole: int) -> None:
        nonlocal state
        state = done, whole
        if not beating and time.monotonic() - start >= PATIENCE:
            draw(0)

    thread = Thread(target=beats, daemon=True)
    if beating:
        thread.start()
    try:
        yield show
    finally:
        over.set()
        if beating:
            thread.join()
        if wide:
            out.write(f"\r{' ' * wide}\r")  # old consoles of Windows know no other way to wipe a line
            out.flush()


def _picture(done: int, whole: int, beat: int) -> str:
    if not whole:
        at = abs((beat + WIDTH - 1) % (2 * WIDTH - 2) - (WIDTH - 1))
        return f"[{' ' * at}#{' ' * (WIDTH - 1 - at)}]"
    filled = WIDTH * done // whole
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}] {done}/{whole}"
