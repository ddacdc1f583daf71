"""Kept letters against a log: forks, lines that were dropped or rewritten, orders that were never taken.

Letters and orders that a player has kept, from a mailbox or a folder of files.
"""

import email
import email.policy
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from adjudicator.core.checkpoint import Checkpoint, found
from adjudicator.core.codec import digest
from adjudicator.mail.inbound import message, sources
from adjudicator.match import bundle, encoding
from adjudicator.match.folder import Folder
from adjudicator.referee.records import WAIT, Entry, LetterRecord, Waits
from adjudicator.referee.seats import addresses, normal
from adjudicator.referee.terms import moment, stamp
from printables.core.errors import Problem, UserError

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


KEEP = "keep this letter, and show it to the others: the log is not the one it was written from"


class Report(NamedTuple):
    """How many letters and orders of this match were compared, and what they show against its log."""

    letters: int
    orders: int
    problems: tuple[Problem, ...]


class Known(Protocol):
    """What letters are compared with: a log, or an excerpt of one."""

    @property
    def id(self) -> str:
        """The match's."""

    @property
    def origin(self) -> str:
        """The log's, as checkpoints have it."""

    @property
    def heads(self) -> Sequence[str]:
        """The SHA-256 of each line."""

    @property
    def taken(self) -> frozenset[str]:
        """The mails with orders that the log has."""

    @property
    def homes(self) -> frozenset[str]:
        """The players' addresses, as far as they are known."""

    def opened(self, size: int) -> str:
        """The head of the seals of so many lines; "" for none."""

    def letter(self, n: int, whose: str) -> LetterRecord | None:
        """The letter that a line wrote to a reader. Raises LookupError where that is not known."""

    def written(self, file: str) -> bytes:
        """A letter as it lies beside the log; nothing where it does not."""

    def awaited(self, n: int) -> Waits | None:
        """The roll that waits for a round of drand from that line on; None where it orders none, or is not known."""


class OfFolder:
    """The log of a match folder, which has been proved."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        match, entries = folder.match, list(folder.entries())
        self.id, self.heads = match.id, folder.log.heads
        self.origin = encoding.checkpoint(match, 0, "").origin
        self.taken = frozenset(entry.mail.id for entry in entries if entry.mail)
        known = {normal(address) for entry in entries for address in addresses(match, entry.after)} - {""}
        self.homes = frozenset(known if match.proof != "dkim" else ())

    def opened(self, size: int) -> str:
        return self.folder.opened(size)

    def letter(self, n: int, whose: str) -> LetterRecord | None:
        return next((record for record in self.folder.log.letters(n) if record.whose == whose), None)

    def written(self, file: str) -> bytes:
        path = self.folder.path / f"{file}.txt"
        return path.read_bytes() if path.is_file() else b""

    def awaited(self, n: int) -> Waits | None:
        return awaited(self.folder.log.entry(n))


def awaited(entry: Entry) -> Waits | None:
    """What begins to wait for a round of drand with a line of the log."""
    return entry.after.waits if any(done.kind == WAIT for done in entry.done) else None


def check(known: Known, kept: Iterable[Letter]) -> Report:
    """Compare what was kept with a log, or an excerpt, that has been proved. Reads only. Raises MatchError."""
    proof = _Proof(known)
    for letter in kept:
        proof.take(letter)
    return Report(proof.letters, proof.orders, tuple(sorted(proof.forks()) + proof.problems))


class _Proof:
    def __init__(self, known: Known) -> None:
        self.known = known
        self.letters = self.orders = 0
        self.seen: dict[int, dict[str, str]] = {}  # heads by number of lines: hash, and the letter that has it
        self.problems: list[Problem] = []

    def wrong(self, letter: Letter, message: str, hint: str = KEEP) -> None:
        self.problems.append(Problem(letter.place, 0, message, hint))

    def take(self, letter: Letter) -> None:
        ours = [went for went in letter.checkpoints if went.origin == self.known.origin]
        if letter.line is not None and (letter.match == self.known.id or (not letter.match and ours)):
            self.letters += 1
            self._line(letter, letter.line)
        elif letter.sender in self.known.homes and self._orders(letter):
            return
        for went in ours:
            self._head(letter, went)

    def _head(self, letter: Letter, went: Checkpoint) -> None:
        """The log had so many lines, the last of that hash."""
        heads = self.known.heads
        self.seen.setdefault(went.size, {}).setdefault(f"{went.hash} {went.open}", letter.place)
        if went.size > len(heads):
            lines = f"{len(heads)} lines" if len(heads) != 1 else "1 line"
            self.wrong(letter, f"the log had {went.size} lines when this was written, and now it has {lines}")
        elif not went.size or heads[went.size - 1] != went.hash:
            self.wrong(letter, f"the past was rewritten: line {went.size} of the log, or one before it, was another")
        elif went.open != self.known.opened(went.size):
            self.wrong(letter, f"what excerpts show of the first {went.size} lines of the log was another")

    def _line(self, letter: Letter, n: int) -> None:
        """That line of the log wrote this letter."""
        if n >= len(self.known.heads):
            self.wrong(letter, f"line {n + 1} of the log, which this letter names, was dropped")
            return
        if letter.hash and self.known.heads[n][:16] != letter.hash:
            self.wrong(letter, f"line {n + 1} of the log is not the one that this letter names")
            return
        self._in_time(letter, self.known.awaited(n))
        with suppress(LookupError):
            self._said(letter, n, self.known.letter(n, letter.whose))

    def _in_time(self, letter: Letter, waits: Waits | None) -> None:
        """A letter about a roll that waits left before the round could be known."""
        if waits is not None and letter.left and moment(letter.left) >= moment(waits.due):
            when = f"it left at {letter.left}, and round {waits.round} of drand was due at {waits.due}"
            hint = "ask the referee why: whoever knew the round could have chosen what the log took"
            self.wrong(letter, f"this letter left too late for its roll: {when}", hint)

    def _said(self, letter: Letter, n: int, record: LetterRecord | None) -> None:
        """The letter says what the log's letter says, where that lies beside it."""
        if record is None:
            self.wrong(letter, f"line {n + 1} of the log wrote no letter to this reader")
            return
        if digest(letter.text.encode()) == record.text:
            return
        written = self.known.written(record.file(n))
        if digest(written) != record.text:
            return  # what it was cannot be told from its hash, since mails are wrapped on their way
        missing = _words(written.decode()) - _words(letter.text)
        if missing:
            self.wrong(letter, f"line {n + 1} of the log wrote another letter: {' '.join(sorted(missing)[:3])!r}")

    def _orders(self, letter: Letter) -> bool:
        """Whether it holds a player's orders for this match; those that are not in the log are named."""
        name = self.known.id
        if f"[{name}]" not in letter.subject and f"match {name}" not in letter.text:
            return False
        self.orders += 1
        if letter.identity not in self.known.taken:
            when = f" of {letter.date}" if letter.date else ""
            hint = "ask the referee for it: it was lost, refused as from a stranger, or left out"
            self.wrong(letter, f"the orders in this email{when} are not in the log", hint)
        return True

    def forks(self) -> Iterator[Problem]:
        """Letters that show two logs, whichever of them lies here."""
        for size, heads in self.seen.items():
            if len(heads) > 1:
                one, other = sorted(heads.values())[:2]
                yield Problem(other, 0, f"a fork: it names another log of {size} lines than {one}", KEEP)


def _words(text: str) -> set[str]:
    """What a letter says, however it was wrapped; without its lines about a token, which only its mail has."""
    lines = [line.strip(" >\t") for line in text.splitlines()]
    return {word for line in lines if "token" not in line.lower() for word in line.split()}
