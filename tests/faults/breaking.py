"""A disk that fails at the n-th change, for one process: it is killed there, or told that there is no room or no leave.

Every way in which Postfox changes a disk goes through the functions that are replaced here. A killed process changes
nothing any more: what its `finally` still tries is refused, too.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

KINDS = ("kill", "torn", "ENOSPC", "EIO", "EACCES")


class Killed(BaseException):
    """The process ends here."""


class Disk:
    """Counts changes and fails at one of them; `torn`: half of what is to be written is written first."""

    def __init__(self, fatal: int, kind: str) -> None:
        self.fatal, self.kind, self.count = fatal, kind, 0
        self.names: list[str] = []

    def change(self, name: str, *, room: bool = False) -> None:
        """One change is about to be made; `room`: it needs some."""
        self.count += 1
        self.names.append(name)
        if self.kind in ("kill", "torn"):
            if self.count >= self.fatal:
                raise Killed
        elif self.count == self.fatal or (self.kind == "ENOSPC" and room and self.count > self.fatal):
            number = getattr(errno, self.kind)
            raise OSError(number, os.strerror(number), name)

    @property
    def reached(self) -> bool:
        return self.count >= self.fatal


class Failing:
    """An open file whose writing may fail."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk = file, disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Failing:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        try:
            self._disk.change("write", room=True)
        except (Killed, OSError):
            if self._disk.kind in ("torn", "ENOSPC") and self._disk.count == self._disk.fatal:
                self._file.write(data[: len(data) // 2])
                self._file.flush()
            raise
        written: int = self._file.write(data)
        return written

    def truncate(self, size: int) -> int:
        self._disk.change("truncate")
        cut: int = self._file.truncate(size)
        return cut


@contextmanager
def failing(fatal: int, kind: str, disk: Disk | None = None) -> Iterator[Disk]:
    """In here the disk fails at the `fatal`-th change, counted from 1."""
    disk = disk or Disk(fatal, kind)
    with pytest.MonkeyPatch.context() as patch:
        for name, room in (
            ("replace", False), ("rename", False), ("unlink", False), ("mkdir", True), ("rmdir", False),
            ("fsync", False), ("chmod", False),
        ):  # fmt: skip
            patch.setattr(os, name, _wrapped(getattr(os, name), name, room, disk))
        plain_open, plain_io, plain_fd = os.open, io.open, os.fdopen

        def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                disk.change("open", room=True)
            return plain_open(path, flags, *more, **named)

        def fdopened(fd: int, mode: str = "r", *more: Any, **named: Any) -> Any:
            file = plain_fd(fd, mode, *more, **named)
            return Failing(file, disk) if "w" in mode else file

        def io_opened(path: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if not set(mode) & set("wa+x"):
                return plain_io(path, mode, *more, **named)
            if isinstance(path, int) or str(path).endswith(("lock", ".sending")):
                return plain_io(path, mode, *more, **named)
            disk.change("open", room=True)
            return Failing(plain_io(path, mode, *more, **named), disk)

        patch.setattr(os, "open", opened)
        patch.setattr(os, "fdopen", fdopened)
        patch.setattr(io, "open", io_opened)
        patch.setattr(builtins, "open", io_opened)
        yield disk


def _wrapped(plain: Any, name: str, room: bool, disk: Disk) -> Any:
    def changed(*given: Any, **named: Any) -> Any:
        disk.change(name, room=room)
        return plain(*given, **named)

    return changed
