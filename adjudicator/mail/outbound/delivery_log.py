"""What has been sent of a match: mail.jsonl in its folder, append-only; a line before a mail is handed over, one after.

It cannot be rebuilt: the log knows which letters were written, only this file knows which of them have left, and
without it every letter counts as not yet sent. What leaves is signed here, and nowhere else: a letter's receipt, an
excerpt's end. Each head of the log that was signed stands in the file, the greatest outside of the match, too, and only
a log that has them all goes on: a referee who restores an old one never signs two."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from adjudicator.core import MatchError
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import digest
from adjudicator.match import encoding, marks
from adjudicator.match.folder import SIGNED, Folder, Log
from adjudicator.match.store.ledger import Line as Arrival
from adjudicator.referee.records import REFEREE, letter_file, reader
from adjudicator.referee.terms import COUNT, MOMENT, moment

NAME = "mail.jsonl"
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=4)
MOST_TRIES = 32  # with those waits: about four days, as mail servers do
# A line where nothing was refused or put off, and readers of letters in a line of the log: no text has a bare quote.
_LEFT = re.compile(
    rb'{"at":"[^"\\]*",(?:"head":"(\w+)",)?"letter":"([^"\\]*)","reason":"",(?:"size":(\d+),)?"to":"[^"\\]*",'
    rb'"what":"(begun|sent|skipped|signed)"}\n'
)
_SEATS = re.compile(rb'"seat":(-?[0-9]+),"subject":')
What = Literal["begun", "sent", "deferred", "refused", "skipped", "signed"]
SETTLED = ("sent", "refused", "skipped")


class Line(NamedTuple):
    """A line: when, which letter to which address, what, why; the log's lines signed with it, the last's SHA-256."""

    at: Annotated[str, MOMENT]
    letter: str
    reason: str
    to: str
    what: What
    size: Annotated[int, COUNT] = 0
    head: str = ""


class Posting(NamedTuple):
    """Where the sending of one letter to one address stands."""

    first: datetime  # when it was begun: the mail's date
    last: datetime  # when its latest line was written
    what: What  # begun and nothing after: whether it has left is not known
    reason: str
    tries: int  # how often a server put it off

    @property
    def settled(self) -> bool:
        return self.what in SETTLED

    @property
    def again(self) -> datetime:
        """When one that was put off is tried again: waits double from a minute to four hours."""
        wait: timedelta = min(FIRST_WAIT * 2 ** min(self.tries - 1, MOST_TRIES), LONGEST_WAIT)
        return self.last + wait

    def waits(self, now: datetime) -> bool:
        """Whether it is too early to try again."""
        return self.what == "deferred" and now < self.again


def all_left(folder: Path, log: bytes) -> bool:
    """Whether a glance at log and postings shows that nothing waits, and that the log has all that was signed of it."""
    found = untroubled(folder)
    if found is None or log[-1:] != b"\n" or b'"asked":' in log[log.rfind(b"\n", 0, -1) :]:
        return False
    left = {letter for _, letter, _, what in found if what != b"begun"}
    lines = log[:-1].split(b"\n")
    size, head = max((int(size), head) for head, _, size, _ in [*found, (b"", b"", b"0", b"")] if size)
    if size and (size > len(lines) or digest(lines[size - 1]).encode() != head):
        return False
    written = ((n, int(seat)) for n, line in enumerate(lines) for seat in _SEATS.findall(line))
    return all(seat != REFEREE and letter_file(n, reader(seat)).encode() in left for n, seat in written)


def bundling(folder: Path) -> bool:
    """Whether letters of a match were being bundled after the last was sent: who did it may have been killed."""
    with suppress(OSError):
        return os.stat(f"{folder}/{encoding.PLACE}").st_mtime >= os.stat(f"{folder}/{NAME}").st_mtime  # noqa: PTH116
    return False


def untroubled(folder: Path) -> list[tuple[bytes, bytes, bytes, bytes]] | None:
    """What each line of what was sent says, where a glance at all shows that nothing was ever refused or put off."""
    posted = encoding.kept(f"{folder}/{NAME}") or b""
    found = _LEFT.findall(posted)
    return found if len(found) == posted.count(b"\n") else None


class Postings:
    """The postings of a match folder. Raises MatchError for a file that is damaged."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._of: dict[str, dict[str, Posting]] = {}  # by letter, then by address
        self._heads: set[tuple[int, str]] = set()  # that were signed: lines, and how the SHA-256 of the last begins
        self._journal = encoding.Journal(self.path, Line)
        for line, _ in self._journal.read():
            self._take(line)

    def find(self, letter: str, address: str) -> Posting | None:
        """The posting of a letter (its file name in the log) to an address."""
        return self._of.get(letter, {}).get(address.casefold())

    def done(self, letter: str, address: str) -> bool:
        """Whether a player's letter need not go to that address: it has gone, here or elsewhere, or is refused."""
        of, own = self._of.get(letter, {}).values(), self.find(letter, address)
        return any(posting.what in ("sent", "skipped") for posting in of) or (own is not None and own.settled)

    def reached(self, letters: Iterable[str], address: str) -> bool:
        """Whether one of those letters has gone to that address, or was counted as sent."""
        postings = (self.find(letter, address) for letter in letters)
        return any(posting is not None and posting.what in ("sent", "skipped") for posting in postings)

    def that(self, what: What) -> Iterator[tuple[str, str, Posting]]:
        """The letters of which that is the latest line: name, address, posting."""
        of = ((letter, *each) for letter, postings in self._of.items() for each in postings.items())
        return (found for found in of if found[2].what == what)

    def write(
        self, letter: str, address: str, what: What, at: datetime, reason: str = "", note: Note | None = None
    ) -> Posting:
        """Append a line and flush it. `note`: what is signed with what leaves now."""
        head = (note.went.size, note.went.hash) if note else (0, "")
        known = head in self._heads
        line = Line(at.astimezone(UTC).isoformat(), letter, reason, address, what, *(() if known else head))
        self._journal.append(line)
        posting = self._take(line)
        if note and head == max(self._heads) and not (known and self.path.with_name(SIGNED).exists()):
            encoding.write(self.path.with_name(SIGNED), note.text.encode())
        return posting

    def skip(self, letters: Iterable[tuple[str, str]], at: datetime) -> None:
        """Append a line for each letter and address; whoever skips letters of many matches flushes all of them."""
        lines = [Line(at.astimezone(UTC).isoformat(), letter, "", address, "skipped") for letter, address in letters]
        if lines:
            self._journal.append(*lines, lasting=False)
        for line in lines:
            self._take(line)

    def learn(self, match: str, arrived: Iterable[Arrival]) -> None:
        """What answers have proved: letters of lines that the log did not have when they came."""
        lost = (part.lost.split(" ") for line in arrived for part in line.parts if part.match == match and part.lost)
        self._heads |= {(int(size), head) for size, head in lost}

    def check(self, log: Log) -> None:
        """Raises MatchError for a log that lacks what was signed: it would sign another head, and prove two logs."""
        for size, head in sorted(self._heads, reverse=True):
            _has(log, size, head, "restore the newer log", log.path)

    def signed(self, folder: Folder, lines: int) -> Note | None:
        """The note of so many lines, for what leaves when `write` has it; None in a match without a key, and where it
        cannot be remembered. Raises MatchError."""
        self.check(folder.log)
        if not folder.match.receipts:
            return None
        note = folder.receipt(lines)
        where, most = marks.signed(note.went.origin)
        if most:
            _has(folder.log, *most, "restore the newer log; this file says how far it had gone", where)
        return note if marks.sign(note) else None

    def _take(self, line: Line) -> Posting:
        if line.size:
            self._heads.add((line.size, line.head))
        postings, to = self._of.setdefault(line.letter, {}), line.to.casefold()
        before, at = postings.get(to), moment(line.at)
        tries = (before.tries if before else 0) + (line.what == "deferred")
        postings[to] = Posting(before.first if before else at, at, line.what, line.reason, tries)
        return postings[to]


def _has(log: Log, size: int, head: str, hint: str, where: Path) -> None:
    if size > len(log.heads) or not log.heads[size - 1].startswith(head):
        raise MatchError(f"letters have left that this log does not have (line {size})", hint, str(where))
