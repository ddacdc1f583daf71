"""A bar on standard error while long work goes on: only on a terminal, only once it has taken a while."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, TextIO, TypeVar

from printables.core import UserError

PATIENCE = 0.7  # seconds before the bar is shown
BEAT = 0.1  # seconds from one picture of it to the next
WIDTH = 30
listener: Callable[[int, int], None] | None = None  # who shows the work in a bar of its own
PR_SET_PDEATHSIG = 1  # linux/prctl.h


@contextmanager
def bar(what: str, stream: TextIO | None = None, *, beating: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Yields what is to be called with (done, all). The bar ends full and stays; where not all is done it is wiped.
    Until somebody calls it a mark goes to and fro. One that is not `beating` draws when it is called only: for work
    that forks processes, which goes ill with threads."""
    out = stream or sys.stderr
    if listener or not out.isatty():
        yield listener or (lambda done, whole: None)
        return
    state, wide, over, start = (0, 0), 0, Event(), time.monotonic()

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
    last = ""
    try:
        yield show
        if state[0] == state[1]:
            last = f"[{'#' * WIDTH}] {f'{state[1]}/{state[1]} ' if state[1] else ''}{what}\n"
    finally:
        over.set()
        if beating:
            thread.join()
        if wide:
            out.write(f"\r{' ' * wide}\r{last}")  # old consoles of Windows know no other way to wipe a line
            out.flush()


def _picture(done: int, whole: int, beat: int) -> str:
    if not whole:
        at = abs((beat + WIDTH - 1) % (2 * WIDTH - 2) - (WIDTH - 1))
        return f"[{' ' * at}#{' ' * (WIDTH - 1 - at)}]"
    filled = WIDTH * done // whole
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}] {done}/{whole}"


Part = TypeVar("Part")
Made = TypeVar("Made")

_work: tuple[Callable[[Any], Any], Sequence[Any]] = (str, ())  # of a process that was forked for it


def processors() -> int:
    """How many processes are worth while here."""
    return os.cpu_count() or 1


def shared(job: Callable[[Part], Made], parts: Sequence[Part], workers: int, chunk: int = 1) -> Iterator[Made]:
    """What the job makes of each part, in order. What it raises must survive pickling; parts and job need not. Raises
    UserError where one of the processes is ended from outside."""
    if workers < 2 or len(parts) < 2 or sys.platform != "linux":
        yield from map(job, parts)
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    with ProcessPoolExecutor(workers, get_context("fork"), _begin, ((job, parts), os.getpid())) as pool:
        try:
            yield from pool.map(_made, range(len(parts)), chunksize=chunk)
        except BrokenExecutor:
            raise UserError("a process that helped was ended from outside", "see whether memory is short") from None
        except BaseException:
            for child in active_children():  # nobody waits for what they make
                child.kill()
            raise


def _begin(work: tuple[Callable[[Any], Any], Sequence[Any]], parent: int) -> None:
    import ctypes

    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts the command is answered by it alone
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends as soon as its parent has, in whatever way
    if os.getppid() != parent:  # it was quicker
        os._exit(1)


def _made(number: int) -> Any:
    job, parts = _work
    return job(parts[number])
