"""Long work in parts, on all processors, where the system forks a process in no time."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Part = TypeVar("Part")
Made = TypeVar("Made")

_work: tuple[Callable[[Any], Any], Sequence[Any]] = (str, ())  # of a process that was forked for it


def processors() -> int:
    """How many processes are worth while here."""
    return os.cpu_count() or 1


def shared(job: Callable[[Part], Made], parts: Sequence[Part], workers: int, chunk: int = 1) -> Iterator[Made]:
    """What the job makes of each part, in order. What it raises must survive pickling; parts and job need not."""
    if workers < 2 or len(parts) < 2 or sys.platform != "linux":
        yield from map(job, parts)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, get_context("fork"), _begin, ((job, parts),)) as pool:
        yield from pool.map(_made, range(len(parts)), chunksize=chunk)


def _begin(work: tuple[Callable[[Any], Any], Sequence[Any]]) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts the command is answered by it alone


def _made(number: int) -> Any:
    job, parts = _work
    return job(parts[number])
