"""A bar on standard error while long work goes on: only on a terminal, only once it has taken a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

PATIENCE = 0.7  # seconds before the bar is shown
WIDTH = 30


@contextmanager
def bar(what: str, stream: TextIO | None = None) -> Iterator[Callable[[int, int], None]]:
    """Yields what is to be called with (done, all); the bar is wiped away at the end, also when the work fails."""
    out = stream or sys.stderr
    shown = False
    start = time.monotonic()

    def show(done: int, whole: int) -> None:
        nonlocal shown
        if out.isatty() and time.monotonic() - start >= PATIENCE:
            shown = True
            filled = WIDTH * done // max(1, whole)
            out.write(f"\r[{'#' * filled}{' ' * (WIDTH - filled)}] {done}/{whole} {what}")
            out.flush()

    try:
        yield show
    finally:
        if shown:
            out.write("\r\x1b[K")
            out.flush()
