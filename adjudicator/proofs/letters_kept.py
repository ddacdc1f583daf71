"""Letters and orders that a player has kept, from a mailbox or a folder of files."""

import email
import email.policy
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.checkpoint import Checkpoint, found
from adjudicator.mail.inbound import message, sources
from adjudicator.match import bundle
from adjudicator.referee.seats import normal
from adjudicator.referee.values import stamp
from printables.core.errors import UserError

MOST_BYTES = 4 << 20  # of a mail
# As `adjudicator.mail.outbound.compose` makes them.
_ID = re.compile(r"([A-Za-z0-9._-]{1,64})\.(\d{4,7})\.([A-Z]{1,12})\.([0-9a-f]{16})@.*")
_FILE = re.compile(r"(\d{4,7})-([A-Z]{1,12})\.txt")


class Letter(NamedTuple):
    """A letter or a mail with orders: where it lies, who sent it and when, what it says.

    `match`, `line`, `whose`, `hash`: of a letter, the match's id ("" in a file), the line of its log (from 0), reader,
    and how the SHA-256 of that line begins. `identity`: of a mail, as the log has it. `left`: when the first server
    took it, or else when it says that it was written (UTC, ISO 8601; "" where neither is told).
    """

    place: str
    text: str
    checkpoints: tuple[Checkpoint, ...]
    sender: str = ""
    date: str = ""
    identity: str = ""
    subject: str = ""
    match: str = ""
    line: int | None = None
    whose: str = ""
    hash: str = ""
    left: str = ""


def read(path: Path) -> Iterator[Letter]:
    """The letters of an mbox file, a Maildir, or a folder or file of letters. Raises UserError."""
    if path.is_dir():
        below = [path / "cur", path / "new"] if (path / "cur").is_dir() else [path]
        files = sorted(file for folder in below if folder.is_dir() for file in folder.iterdir() if file.is_file())
        for file in files:
            if file.suffixes[-2:] == [".tar", ".xz"]:
                yield from _bundle(file)
            elif file.suffix not in (".html", ".svg", ".png"):
                yield _file(file)
    elif path.is_file() and _start(path).startswith(b"From "):
        for number, mail in enumerate(sources.Mbox(path).messages(()), 1):
            yield _mail(f"{path}, email {number}", mail.data)
    elif path.is_file():
        yield _file(path)
    else:
        raise UserError("there is nothing here", "name an mbox file, a Maildir or a folder of letters", str(path))


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(200)


def _file(path: Path) -> Letter:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES)
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "take it away", str(path)) from None
    return _text(str(path), path.name, data)


def _bundle(path: Path) -> Iterator[Letter]:
    """The letters of a match that lie in a bundle."""
    try:
        letters = bundle.unpack(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"this bundle of letters cannot be read ({error})", "take it away", str(path)) from None
    yield from (_text(f"{path}, {name}", name, data) for name, data in letters.items() if name.endswith(".txt"))


def _text(place: str, name: str, data: bytes) -> Letter:
    """The text of a letter, by the name of its file."""
    named = _FILE.fullmatch(name)
    if named is None:
        return _mail(place, data)
    text = data.decode("utf-8", "replace")
    return Letter(place, text, tuple(found(text)), line=int(named[1]), whose=named[2])


def _mail(place: str, data: bytes) -> Letter:
    read = message.read(data)
    try:
        parsed = email.message_from_bytes(data[:MOST_BYTES], policy=email.policy.default)
        body = parsed.get_body(("plain",))
        text = body.get_content() if body else ""
        left = _left(parsed.get_all("Received", []), str(parsed.get("Date", "")))
    except Exception:  # the standard library's parser has no list of what it raises
        text, left = read.text, ""
    named = _ID.fullmatch(read.message_id)
    sender = normal(read.sender) if "@" in read.sender else ""
    made = Letter(place, text, tuple(found(text)), sender, read.date, read.identity, read.subject)
    if named is None:
        return made
    return made._replace(match=named[1], line=int(named[2]), whose=named[3], hash=named[4], left=left)


def _left(received: Sequence[str], date: str) -> str:
    """When an email left: the first server that took it is named last."""
    for written in (*(str(one).rpartition(";")[2] for one in reversed(received)), date):
        with suppress(ValueError):
            return stamp(parsedate_to_datetime(written.strip()))
    return ""
