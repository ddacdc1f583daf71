"""The log of a match as it lies on disk: its lines, whether they follow on each other, and the files they are of."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from adjudicator.core.codec import canonical, digest, parsed
from adjudicator.core.errors import MatchError
from adjudicator.match import encoding, files
from adjudicator.referee.records import NO_LINE, Entry, LetterRecord

AHEAD = "state.json is of a line that log.jsonl does not have: one of them was cut or altered"
RESTORE_BOTH = "restore both from a copy"
BROKEN = "the line does not name the hash of the line before it"
_FILE = re.compile(rb'"source":"([^"\\]+)","source_hash":"([0-9a-f]{64})"')
_NUMBERED = re.compile(r"\d+-([0-9a-f]+-\d+\.post)")


def identity(name: str, source: str) -> str:
    """What a move file in the inbox is known by: its name and its SHA-256, and the orders of an email by their name
    without the number that the ledger of emails gave them, for that ledger may be lost.
    """
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else f"{name} {source}"


class Log:
    """The complete lines of a log as bytes (without line ends); `torn` is what a killed writer left after them.

    `unended`: the last line is whole, but its end is missing. It counts: whoever wrote it may have gone on from there.
    A line is read once, however often its entry is asked for.
    """

    def __init__(self, path: Path, seats: int, lines: list[bytes], torn: bytes = b"", unended: bool = False) -> None:
        self.path, self.seats = path, seats
        self.lines, self.torn, self.unended = lines, torn, unended
        self.checked = 0  # lines that follow on each other
        self.state: files.State | None = None  # of the file that has these lines and no more
        self._entries: dict[int, Entry] = {}

    @classmethod
    def read(cls, path: Path, seats: int, known: Log | None = None) -> Log:
        """The log of a match with so many seats. Raises MatchError for one that is missing or empty.

        `known`: the log as it was read and checked before; what was found of its lines is not found again, and a file
        that has not changed since is not read.
        """
        state = files.state(path)
        if known and state and state == known.state:
            return known
        data = files.needed(path)
        *lines, torn = data.split(b"\n")
        unended = _follows(torn, digest(lines[-1]) if lines else NO_LINE)
        if unended:
            lines, torn = [*lines, torn], b""
        if not lines:
            raise MatchError("the log has no line", "restore it from a copy, or begin a new match", str(path))
        log = cls(path, seats, lines, torn, unended)
        log.state = files.settled(state)
        if known and known.lines == log.lines[: len(known.lines)]:
            log.checked, log._entries = known.checked, known._entries
            log.heads = [*known.heads, *map(digest, log.lines[len(known.lines) :])]
            if "_files" in known.__dict__:
                log._files = {file: [*where] for file, where in known._files.items()}
                log._find(log._files, len(known.lines))
        return log

    @cached_property
    def heads(self) -> list[str]:
        """The SHA-256 of each line."""
        return list(map(digest, self.lines))

    @property
    def head(self) -> str:
        """The SHA-256 of the last line."""
        return self.heads[-1]

    @cached_property
    def _files(self) -> dict[str, list[int]]:
        return self._find({}, 0)

    def _find(self, found: dict[str, list[int]], first: int) -> dict[str, list[int]]:
        for n in range(first, len(self.lines)):
            for name, digested in _FILE.findall(self.lines[n]):
                found.setdefault(identity(name.decode("utf-8", "replace"), digested.decode()), []).append(n)
        return found

    def lines_of(self, file: str) -> tuple[int, ...]:
        """The lines that carried out a file of that identity."""
        return tuple(self._files.get(file, ()))

    def check(self, terms: bytes, stored: str | None) -> None:
        """Raises MatchError unless the lines follow on each other, the first on `terms` (the bytes of match.json), and
        `stored`, the head that state.json names, is one of them.
        """
        for n in range(self.checked, len(self.lines)):
            before = self.heads[n - 1] if n else NO_LINE
            if f'"prev":"{before}"'.encode() not in self.lines[n]:
                if n:
                    self.entry(n - 1)  # what is wrong with it may be known better
                raise MatchError(BROKEN, encoding.RESTORE, str(self.path), n + 1)
        if f'"source_hash":"{digest(terms)}"'.encode() not in self.lines[0]:
            source = str(self.path.with_name("match.json"))
            raise MatchError("this is not the match.json that the log began with", encoding.RESTORE, source)
        if stored is not None and stored != self.head and stored not in self.heads:
            raise MatchError(AHEAD, RESTORE_BOTH, str(self.path))
        self.checked = len(self.lines)

    @cached_property
    def length(self) -> int:
        """Bytes of the complete lines with their ends, as far as they are there."""
        return sum(len(line) + 1 for line in self.lines) - self.unended

    def entry(self, n: int) -> Entry:
        """Line n as a record. Raises MatchError for a line that is none, or has another number."""
        if n not in self._entries:
            entry = encoding.read_line(self.lines[n], self.seats, str(self.path), n + 1)
            if entry.n != n:
                raise MatchError(
                    f"the line says that it is line {entry.n + 1}", encoding.RESTORE, str(self.path), n + 1
                )
            self._entries[n] = entry
        return self._entries[n]

    @property
    def last(self) -> Entry:
        """The last line. Raises MatchError."""
        return self.entry(len(self.lines) - 1)

    def letters(self, n: int) -> tuple[LetterRecord, ...]:
        """The letters that line n wrote. Raises MatchError."""
        if n in self._entries:
            return self._entries[n].letters
        return encoding.letters(self.lines[n], self.seats, str(self.path), n + 1)

    def add(self, line: bytes, entry: Entry) -> None:
        """Write one more line. Raises OSError."""
        files.append(self.path, line + b"\n", self.length)
        self.length += len(line) + 1
        self.lines.append(line)
        self.heads.append(digest(line))
        self._entries[entry.n] = entry
        if "_files" in self.__dict__:
            self._find(self._files, entry.n)
        self.torn, self.state = b"", files.state(self.path)


def _follows(line: bytes, head: str) -> bool:
    """Whether these bytes are a whole line of a log after the one of that hash."""
    try:
        data = parsed(line)
        return bool(data["prev"] == head and canonical(data).encode() == line)
    except (KeyError, TypeError, ValueError):
        return False
