"""Files that survive a kill at any instant: whole writes, appends that are flushed, one writer at a time."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeAlias

from adjudicator.core.errors import MatchError
from printables.core.files import FRESH as FRESH
from printables.core.files import LONG_AGO as LONG_AGO
from printables.core.files import beside as beside
from printables.core.files import flush_folder as flush_folder
from printables.core.files import read as read
from printables.core.files import sweep as sweep
from printables.core.files import write as _write

try:
    import fcntl
except ImportError:  # Windows locks a byte of the file instead
    fcntl = None  # type: ignore[assignment]
    import msvcrt

PATIENCE = 10.0
_HELD = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


def write(path: Path, data: bytes, mode: int | None = None, *, lasting: bool = True) -> None:
    """Write a file whole or not at all, as in `printables.core.files`. Raises OSError.

    Without a `mode` those may read it who may read its folder: a match is its referee's alone, unless that is changed.
    """
    if mode is None:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        mode = path.parent.stat().st_mode & 0o666 | 0o600
    _write(path, data, mode, lasting=lasting)


State: TypeAlias = tuple[int, int, int, int]  # of a file: which it is, its size, when it changed, in nanoseconds


def state(path: Path) -> State | None:
    """A file whose state is what it was before has not changed, if that was `settled`. None where it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def settled(state: State | None) -> State | None:
    """The same, None for a file that may change again at what the disk calls the same time."""
    return state if state and max(state[2:]) + FRESH < time.time_ns() else None


def append(path: Path, line: bytes, length: int) -> None:
    """Append a line to a file whose first `length` bytes are good: what a killed writer left after them is cut off."""
    with path.open("r+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def needed(path: Path) -> bytes:
    """The bytes of a file that a match cannot do without. Raises MatchError."""
    try:
        return read(path)
    except OSError as error:
        raise MatchError(error.strerror or "cannot be read", "restore it from a copy", str(path)) from None


def kept(path: str, most: int = -1) -> bytes | None:
    """The first bytes of a file, None if it is missing. A match has thousands of files: no Path for each."""
    try:
        return read(path, most)
    except OSError:
        return None


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turns what the system refuses (a full disk, a folder that cannot be written) into a MatchError: one line."""
    try:
        yield
    except BrokenPipeError:  # whoever reads it has gone
        raise
    except OSError as error:
        hint = "when there is room and leave to write, the next command finishes what was begun"
        raise MatchError(error.strerror or type(error).__name__, hint, str(error.filename or path)) from None


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock file at `path`; a second holder waits. Raises MatchError after `patience` seconds."""
    with path.open("a+b") as file:
        end = time.monotonic() + patience
        while not _try(file):
            if time.monotonic() > end:
                raise MatchError("another adjudication is at work here", "wait until it has ended", str(path.parent))
            time.sleep(0.02)
        yield  # the system lets go of the lock when the file is closed, however that happens


def _try(file: IO[bytes]) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError as error:
        if error.errno not in _HELD:  # this disk has no locks
            raise
        return False
    return True
