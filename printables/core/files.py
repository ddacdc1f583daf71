"""Whole files or none: written beside their place, then renamed."""

import errno
import os
import re
import shutil
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path

from printables.core import OptionError, UserError

PART = ".part"
ELSEWHERE = "choose another place"
PAGE = 4096  # bytes
LONG_AGO = 3600.0  # seconds, in which any file is written
FRESH = 20_000_000  # nanoseconds: what changed so lately may change again at what the disk calls the same time
PATIENCE = 2.0  # seconds in which those who only look at a file have put it down
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # on Windows these names are no files
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_MAKER = re.compile(rf"\.(.+)\.(\d{{1,10}}){re.escape(PART)}")


def beside(path: Path) -> Path:
    """Where a file or a folder is made before it is renamed to its place; the name says by which process."""
    return path.with_name(f".{path.name}.{os.getpid()}{PART}")


def read(path: Path | str, most: int = -1) -> bytes:
    """The first bytes of a file. Raises OSError, for a pipe or a device as well: those may never end."""
    with opened(path) as file:  # room for more than the file has is made and cleared all the same
        size = os.fstat(file.fileno()).st_size
        data = os.read(file.fileno(), size + 1 if most < 0 else min(most, max(PAGE, size + 1)))
        if len(data) != size:
            data += file.read(max(most - len(data), 0) if most >= 0 else -1) or b""
        return data


def opened(path: Path | str) -> FileIO:
    """A file to be read. Raises OSError for anything else that is called so."""
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "this is not a file", str(path))
    return FileIO(descriptor)


def text(data: bytes) -> str:
    """A saved text: UTF-8, marked or not, or PowerShell's UTF-16. Lines end in LF. Raises UnicodeDecodeError."""
    code = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return data.decode(code).replace("\r\n", "\n")


def flush_folder(path: Path) -> None:
    """Make renames in a folder, or a file, last through a power cut, where the system can. Raises OSError."""
    if os.name == "posix":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a disk of another system may know no such thing
                raise
        finally:
            os.close(descriptor)


def write(path: Path, data: bytes, mode: int = 0o644, *, lasting: bool = True) -> None:
    """Write a file whole or not at all; a `lasting` one survives a power cut. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = beside(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        _rename(part, path)
        if lasting:
            flush_folder(path.parent)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _rename(part: Path, path: Path) -> None:
    """Put a file in its place; on Windows wait while a scanner or a copy has the old one open. Raises OSError."""
    end = time.monotonic() + (0.0 if os.name == "posix" else PATIENCE)
    while True:
        try:
            part.replace(path)
            return
        except PermissionError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.05)


def save(
    path: Path, data: bytes, option: str = "--out", *, mode: int = 0o644, hint: str = ELSEWHERE, lasting: bool = False
) -> None:
    """Write a file that a user asked for, and take away what a killed process left of it. Raises UserError."""
    try:
        with suppress(OSError):
            sweep(path.parent, of=path.name)
        write(path, data, mode, lasting=lasting)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}", hint, source=option) from None


def into(out: Path | None, name: str) -> Path:
    """Where `--out` means: a file, or a folder to put `name` in (there, or to be made: without a suffix); else here."""
    return Path(name) if out is None else out if not out.is_dir() and (out.suffix or out.exists()) else out / name


def place(out: Path, name: str, format: str, formats: Sequence[str]) -> Path:
    """Where a file of a format goes: to `out`, or into it under that name. Raises OptionError."""
    if format not in formats:
        raise OptionError(f"there is no format {format!r}", f"the formats are {', '.join(formats)}", source="--format")
    suffix = "" if out.is_dir() else out.suffix.lower().removeprefix(".")
    if suffix in formats and suffix != format:
        raise OptionError(f"{out} does not end in .{format}", f"use --format {suffix}", source="--out")
    return out if suffix == format else out / f"{name}.{format}"


def sweep(*folders: Path, of: str = "") -> None:
    """Take away what ended processes were making in folders, or only what was to be called `of`. Raises OSError."""
    for folder in folders:
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
            for entry in entries:
                maker = _MAKER.fullmatch(entry.name)
                if maker and of in ("", maker[1]) and _ended(int(maker[2]), entry):
                    remove = shutil.rmtree if entry.is_dir(follow_symlinks=False) else os.unlink
                    remove(entry.path)


def _ended(process: int, entry: os.DirEntry[str]) -> bool:
    """Whether a process makes nothing any more: it is gone, or it is this one, which is about to begin."""
    if os.name != "posix":  # where to ask may be to kill
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > LONG_AGO
    try:
        os.kill(process, 0)
    except (OverflowError, ProcessLookupError):
        return True
    except OSError:  # it is somebody else's
        return False
    return process == os.getpid()
