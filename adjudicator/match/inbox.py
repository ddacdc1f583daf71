"""The files of move files: those that wait in the inbox, and those that were carried out or refused."""

import os
import re
import stat
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.codec import digest
from adjudicator.match import encoding
from adjudicator.match.folder import Folder, identity
from adjudicator.referee import orders
from adjudicator.referee.records import Entry, Post
from printables.core.errors import UserError

_KEPT_OUT = re.compile(r'[<>:"|?*\\]|[. ]$')  # of names on Windows


class Waiting(NamedTuple):
    """A move file: its orders, all that is kept of it, whose mail it came in; of one that is to be carried out also
    where it lies, and its name for log and letters.
    """

    text: bytes
    data: bytes
    post: Post | None = None
    path: Path = Path()
    name: str = ""


def waiting(folder: Folder) -> list[Path]:
    """The move files waiting, in order of name: regular files, so that no link shows a file from elsewhere."""
    return sorted(path for path, mode in _lying(folder) if stat.S_ISREG(mode))


def passed_over(folder: Folder) -> list[Path]:
    """What lies among them and is no file: links, pipes, devices."""
    return sorted(path for path, mode in _lying(folder) if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode))


def _lying(folder: Folder) -> list[tuple[Path, int]]:
    place = folder.path / "inbox"
    there = place.iterdir() if place.is_dir() else ()
    return [(path, path.lstat().st_mode) for path in there if not path.name.startswith(".")]


def waits_in(folder: Folder, path: Path) -> bool:
    """Whether a file lies in this match's own inbox: it is moved from there, however it was named."""
    return path.resolve().parent == (folder.path / "inbox").resolve()


def read(path: Path) -> Waiting:
    """A move file, or `-` for standard input, cut off once it is too long. Raises UserError, MatchError."""
    return _held(str(path))._replace(path=path, name="standard-input" if str(path) == "-" else safe_name(path.name))


def archived(folder: Folder, entry: Entry) -> Waiting | None:
    """The file that a line carried out, as it is kept; None if it is not. Raises UserError for a damaged one."""
    path = archive_path(folder, entry)
    return _held(path) if os.path.lexists(path) else None


def _held(path: str) -> Waiting:
    most = encoding.MOST_HEADER + orders.MOST_BYTES + 1
    try:
        data = sys.stdin.buffer.read(most) if path == "-" else encoding.read(path, most)
    except OSError as error:
        hint = "name a move file that can be read; an order itself may come from standard input, `-`"
        raise UserError(error.strerror or "cannot be read", hint, path) from None
    if path.endswith(encoding.ENDING):
        post, text = encoding.unseal(data, path)
        return Waiting(text, data, post._replace(mail=post.mail._replace(file=digest(data))))
    text = data[: orders.MOST_BYTES + 1]
    return Waiting(text, text)


def safe_name(name: str) -> str:
    """A file's name as it may stand in log and letters, and on every system: no control characters, nothing that
    Windows keeps out of names, valid UTF-8, at most 100 characters.
    """
    valid = name.encode("utf-8", "replace").decode("utf-8")
    plain = "".join("_" if unicodedata.category(c).startswith("C") else c for c in valid)
    return _KEPT_OUT.sub("_", plain)[-100:]


def archive_name(entry: Entry) -> str:
    """Where the file of a log line is kept, below inbox/."""
    return f"{'done' if entry.done or entry.says else 'refused'}/{entry.n:04d}-{entry.source.replace('/', '_')}"


def archive_path(folder: Folder, entry: Entry) -> str:
    """The same as a path; for each line of a log, and so no Path."""
    return f"{folder.path}/inbox/{archive_name(entry)}"


def archive(folder: Folder, entry: Entry, file: Waiting, *, remove: bool) -> None:
    target = Path(archive_path(folder, entry))
    target.parent.mkdir(parents=True, exist_ok=True)
    if remove:
        file.path.replace(target)
        encoding.flush_folder(target.parent)
        encoding.flush_folder(file.path.parent)
    else:
        encoding.write(target, file.data)


def archive_interrupted(folder: Folder, given: Iterable[Path]) -> None:
    """Files whose line is in the log but which still wait in the inbox: a kill came between, or a power cut undid the
    move. They are archived only, and not carried out again.
    """
    for path in [*waiting(folder), *(path for path in given if path.is_file())]:
        file = read(path)
        source = digest(file.text)
        for n in folder.log.lines_of(identity(file.name, source)):
            entry = folder.log.entry(n)
            if entry.source_hash == source and not os.path.lexists(archive_path(folder, entry)):
                archive(folder, entry, file, remove=waits_in(folder, path))
                break
