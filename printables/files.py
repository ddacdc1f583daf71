"""Whole files or none: written beside their place, then renamed."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from printables.errors import UserError

PART = ".part"


def beside(path: Path) -> Path:
    """Where a file or a folder is made before it is renamed to its place; the name says by which process."""
    return path.with_name(f".{path.name}.{os.getpid()}{PART}")


def flush_folder(path: Path) -> None:
    """Make renames in a folder last through a power cut, where the system can. Raises OSError."""
    if os.name == "posix":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write(path: Path, data: bytes, mode: int = 0o644, *, lasting: bool = True) -> None:
    """Write a file whole or not at all. Raises OSError.

    A `lasting` file survives a power cut; one that can be made again need not wait for the disk.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = beside(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
        if lasting:
            flush_folder(path.parent)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def save(path: Path, data: bytes, option: str = "--out") -> None:
    """Write a file that a user asked for. Raises UserError, naming the option that said where."""
    try:
        write(path, data, lasting=False)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}", "choose another place", source=option) from None
