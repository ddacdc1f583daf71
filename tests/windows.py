"""What Windows is like, as far as it can be played here: names that it refuses, modules and calls that it lacks."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import sys
import types
from pathlib import PurePath

_CHARACTERS = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
FLAGS = ["O_NONBLOCK", "O_NOFOLLOW", "O_DIRECTORY"]
LACKING = [*FLAGS, "fork", "geteuid", "sched_getaffinity", "fchmod", "mkfifo", "statvfs"]
MODULES = ["fcntl", "grp", "pwd", "resource", "termios", "tty", "readline"]


def refused(path: PurePath) -> bool:
    """Whether a file cannot have this name there."""
    return any(_CHARACTERS.search(part) or _DEVICES.fullmatch(part) for part in path.parts)


class System(types.ModuleType):
    """`os` as a module of ours sees it there; the rest of Python, which could not do without, keeps its own."""

    def __init__(self) -> None:
        super().__init__("os")
        self.name = "nt"

    def __getattr__(self, name: str) -> object:
        if name in LACKING:
            raise AttributeError(name)
        return getattr(os, name)


class Locks(types.ModuleType):
    """msvcrt as far as it is needed: a byte of a file is locked by one at a time."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: set[int] = set()

    def locking(self, number: int, mode: int, count: int) -> None:
        assert (mode, count, os.lseek(number, 0, os.SEEK_CUR)) == (self.LK_NBLCK, 1, 0)
        node = os.fstat(number).st_ino
        if node in self.held:
            raise OSError(errno.EACCES, "Permission denied")
        self.held.add(node)

    def release(self) -> None:
        """What the system does when files are closed."""
        self.held.clear()


def robbed() -> None:
    """Takes from this process what Windows lacks, for good: for a process of its own."""
    import subprocess  # noqa: F401 - of the library, what needs them has been imported
    import tempfile  # noqa: F401

    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in LACKING:
        delattr(os, name)
    del signal.SIGALRM, signal.SIGHUP, os.fsync
    os.fsync = _flushed
    os.chmod = lambda *arguments, **more: None  # type: ignore[assignment]
    locks = Locks()
    locks.locking = lambda number, mode, count: None  # type: ignore[method-assign] - nobody else is there
    sys.modules["msvcrt"] = locks


def _flushed(number: int) -> None:
    if not stat.S_ISREG(os.fstat(number).st_mode):
        raise OSError(errno.EACCES, "Permission denied")
