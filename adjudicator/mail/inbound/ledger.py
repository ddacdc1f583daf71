"""The record of mails that were looked at, beside the matches: one line of canonical JSON each, only ever appended to.

It says what need not be looked at again, and what became of each mail. What was carried out stands in the matches' own
logs, and what a stranger wrote stands nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from adjudicator import codec
from adjudicator.canonical import canonical, parsed
from adjudicator.codec import ALWAYS
from adjudicator.errors import MatchError
from adjudicator.match import files
from adjudicator.referee.desk.values import COUNT

FILE = "mail-in.jsonl"
LOCK = ".mail-in.lock"

Verdict = Literal[
    "taken",  # its orders were put into a match's inbox
    "duplicate",  # the same mail was taken before
    "automatic", "bounce", "list", "unreadable",  # as message.Kind: never acted on
    "no-match", "unknown-match",  # it names no match, or none that is here
    "stranger", "unproved",  # its sender is no player of the match, or has not shown it
    "loop",  # the same sender's mails were refused again and again: it may be a machine
]  # fmt: skip


Why = Literal["", "no-token", "wrong-token", "unsigned", "delayed"]


class Part(NamedTuple):
    """What became of the orders for one match: its id ("" if unknown), the file in its inbox, and the verdict.

    `seats`: whom the mail is of; of a stranger's or an unproved one, for whom it speaks. `why`: what an unproved one
    lacks; "delayed" for a letter that may arrive still. Of a letter that came back `file` is its name in the log and
    `address` the reader's, where the mail names that.
    """

    verdict: Verdict
    match: Annotated[str, ALWAYS] = ""
    file: Annotated[str, ALWAYS] = ""
    seats: tuple[Annotated[int, COUNT], ...] = ()
    why: Why = ""
    address: str = ""


class Line(NamedTuple):
    """A mail that was looked at: where it lay ("" on standard input), when it was received, its identity.

    `sender` is kept for a player's mail only, so that it can be answered.
    """

    n: int
    place: str
    received: str
    id: str
    sender: str
    parts: tuple[Part, ...]


class Ledger:
    """The ledger of a folder of matches. Hold its lock while using it. Raises MatchError where it is damaged."""

    def __init__(self, matches: Path) -> None:
        self.path = matches / FILE
        self.lines: list[Line] = []
        if not self.path.exists():
            files.write(self.path, b"", mode=0o600)
        data = files.read(self.path)
        self.lines += _lines(data, self.path)
        self._length = data.rfind(b"\n") + 1
        self.places = {line.place for line in self.lines if line.place}
        self._taken = {line.id for line in self.lines if _taken(line)}

    def taken(self, identity: str) -> bool:
        """Whether this mail's orders were put into an inbox before."""
        return identity in self._taken

    def add(self, place: str, received: str, identity: str, sender: str, parts: tuple[Part, ...]) -> Line:
        """Append a line: from here on the mail has been looked at."""
        line = Line(self.next, place, received, identity, sender, parts)
        data = canonical(codec.write(line)).encode("utf-8", "replace") + b"\n"
        files.append(self.path, data, self._length)
        self.lines.append(line)
        self._length += len(data)
        if place:
            self.places.add(place)
        if _taken(line):
            self._taken.add(identity)
        return line

    @property
    def next(self) -> int:
        """The number of the next line."""
        return self.lines[-1].n + 1 if self.lines else 1


def read(matches: Path) -> tuple[Line, ...]:
    """The ledger of a folder of matches for who only looks; none where no mail has come. Raises MatchError."""
    path = matches / FILE
    return tuple(_lines(files.read(path), path)) if path.exists() else ()


def _lines(data: bytes, path: Path) -> Iterator[Line]:
    for number, line in enumerate(data.split(b"\n")[:-1], 1):  # what a killed writer left after them is cut off
        try:
            yield codec.read(Line, parsed(line))
        except (ValueError, RecursionError) as error:
            raise MatchError(
                f"the ledger of emails is damaged ({type(error).__name__})",
                "delete that line: at worst an email is looked at again",
                str(path),
                number,
            ) from None


def _taken(line: Line) -> bool:
    return any(part.verdict == "taken" for part in line.parts)
