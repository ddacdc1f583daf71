"""The record of mails that were looked at, beside the matches: one line of canonical JSON each, only ever appended to.

It says what need not be looked at again, and what became of each mail. What was carried out stands in the matches' own
logs, and what a stranger wrote stands nowhere."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, NamedTuple

from adjudicator.core import MatchError, codec
from adjudicator.core.codec import ALWAYS, canonical, parsed
from adjudicator.match.store.folders import Store
from adjudicator.match.store.index import Damaged, Lines
from adjudicator.referee.terms import COUNT, is_moment, moment

LATELY = timedelta(days=7)  # for which mails that did not count are told
NOTED = ("stranger", "unproved")  # of which the player whom they speak for hears
UNHEARD = (*NOTED, "bounce", "no-match", "unknown-match", "unreadable")
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
    `address` the reader's, where the mail names that. `lost`: a line of the log that the mail answers and the log did
    not have, as a number and how its SHA-256 begins: it was in a letter. `marks`: the hashes of its signatures."""

    verdict: Verdict
    match: Annotated[str, ALWAYS] = ""
    file: Annotated[str, ALWAYS] = ""
    seats: tuple[Annotated[int, COUNT], ...] = ()
    why: Why = ""
    address: str = ""
    lost: str = ""
    marks: tuple[str, ...] = ()


class Line(NamedTuple):
    """A mail that was looked at: where it lay ("" on standard input), when it was received, its identity. `sender` is
    kept for a player's mail only, so that it can be answered."""

    n: int
    place: str
    received: str
    id: str
    sender: str
    parts: tuple[Part, ...]


class Ledger:
    """The ledger, a container of the places that mails lay in. Hold its lock. Raises MatchError where it is damaged."""

    def __init__(self, matches: Store) -> None:
        lines = _opened(matches, begin=True)
        assert lines is not None
        self._lines = lines

    @property
    def next(self) -> int:
        """The number of the next line."""
        return line_of(self._lines.last).n + 1 if self._lines.count else 1

    def __contains__(self, place: object) -> bool:
        return self._lines.has(f"place {place}")

    def taken(self, identity: str) -> bool:
        """Whether this mail's orders were put into an inbox before."""
        return self._lines.has(f"taken {identity}")

    def add(self, place: str, received: str, identity: str, sender: str, parts: tuple[Part, ...]) -> Line:
        """Append a line: from here on the mail has been looked at."""
        line = Line(self.next, place, received, identity, sender, parts)
        self._lines.append(canonical(codec.write(line)).encode("utf-8", "replace"))
        return line

    def refresh(self) -> None:
        """Take in what others have written since."""
        self._lines.refresh()

    def close(self) -> None:
        self._lines.close()


class Arrived:
    """What the ledger tells who only looks: nothing where no mail has come. Raises MatchError where it is damaged."""

    def __init__(self, matches: Store) -> None:
        self._lines = _opened(matches)

    def lately(self, now: datetime) -> list[Line]:
        """The mails of late, of those matches of which any did not count, and those that belong to no match."""
        days = _days(now)
        found = [line for day in days for line in self._of(f"unheard {day}")]
        matches = {part.match for line in found for part in line.parts} - {""}
        found += [line for match in matches for day in days for line in self._of(f"{day} {match}")]
        return [line for _, line in sorted({line.n: line for line in found}.items())]

    def noted(self, match: str) -> list[Line]:
        """The mails that spoke for a player of that match and were not taken, or answer what it lost, in order."""
        return list(self._of(f"noted {match.casefold()}"))

    def lately_noted(self, now: datetime) -> set[str]:
        """The ids of matches (case folded) of which there are such mails of late."""
        unheard = (line for day in _days(now) for line in self._of(f"unheard {day}"))
        return {part.match.casefold() for line in unheard for part in line.parts if part.verdict in NOTED}

    def _of(self, word: str) -> Iterator[Line]:
        return map(line_of, self._lines.of(word) if self._lines else ())


def by_mailbox(matches: Store) -> bool:
    """Whether the last email came from a mailbox, which can be read again."""
    lines = _opened(matches)
    return lines is not None and lines.count > 0 and bool(line_of(lines.last).place)


def _opened(matches: Store, *, begin: bool = False) -> Lines | None:
    try:
        return matches.lines(FILE, _words, begin=begin)
    except Damaged as error:
        hint = "delete that line: at worst an email is looked at again"
        file = str(matches.ledger / FILE)
        raise MatchError(f"the ledger of emails is damaged ({error})", hint, file, error.number) from None


def _words(data: bytes) -> list[str]:
    """What a line is looked up by. Raises ValueError."""
    line = line_of(data)
    words = [f"place {line.place}"] if line.place else []
    day = str(moment(line.received).astimezone(UTC).date()) if is_moment(line.received) else ""
    for part in line.parts:
        if part.verdict == "taken":
            words += [f"taken {one}" for one in (line.id, *part.marks)]
        if part.verdict in UNHEARD:
            words.append(f"unheard {day}")
        if (part.verdict in NOTED and part.seats) or part.lost:
            words.append(f"noted {part.match.casefold()}")
        words.append(f"{day} {part.match}")
    return words


def _days(now: datetime) -> list[str]:
    return [str(now.astimezone(UTC).date() - timedelta(days=number)) for number in range(-1, LATELY.days + 1)]


def line_of(data: bytes) -> Line:
    """A line from its bytes. Raises ValueError."""
    return codec.read(Line, parsed(data))
