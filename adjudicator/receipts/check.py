"""Kept letters against a log: forks, lines that were dropped or rewritten, orders that were never taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.canonical import digest
from adjudicator.checkpoint import Checkpoint
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.receipts.kept import Letter
from adjudicator.referee.records import Entry
from adjudicator.referee.seats import addresses, normal
from printables.errors import Problem

KEEP = "keep this letter, and show it to the others: the log is not the one it was written from"


class Report(NamedTuple):
    """How many letters and orders of this match were compared, and what they show against its log."""

    letters: int
    orders: int
    problems: tuple[Problem, ...]


def check(folder: Folder, kept: Iterable[Letter]) -> Report:
    """Compare what was kept with a match whose log has been proved. Reads only. Raises MatchError."""
    proof = _Proof(folder)
    for letter in kept:
        proof.take(letter)
    return Report(proof.letters, proof.orders, tuple(sorted(proof.forks()) + proof.problems))


class _Proof:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.lines = folder.log.lines
        self.entries = list(folder.entries())
        self.origin = encoding.checkpoint(folder.match, 0, "").origin
        self.taken = {entry.mail.id for entry in self.entries if entry.mail}
        self.homes = {normal(address) for entry in self.entries for address in addresses(folder.match, entry.after)} - {
            ""
        }
        self.letters = self.orders = self.agreed = 0
        self.seen: dict[int, dict[str, str]] = {}  # heads by number of lines: hash, and the letter that has it
        self.problems: list[Problem] = []

    def wrong(self, letter: Letter, message: str, hint: str = KEEP) -> None:
        self.problems.append(Problem(letter.place, 0, message, hint))

    def take(self, letter: Letter) -> None:
        ours = [went for went in letter.checkpoints if went.origin == self.origin]
        if letter.line is not None and (letter.match == self.folder.match.id or (not letter.match and ours)):
            self.letters += 1
            self._line(letter, letter.line)
        elif letter.sender in self.homes and self._orders(letter):
            return
        for went in ours:
            self._head(letter, went)

    def _head(self, letter: Letter, went: Checkpoint) -> None:
        """The log had so many lines, the last of that hash."""
        self.seen.setdefault(went.size, {}).setdefault(went.hash, letter.place)
        if went.size > len(self.lines):
            lines = f"{len(self.lines)} lines" if len(self.lines) != 1 else "1 line"
            self.wrong(letter, f"the log had {went.size} lines when this was written, and now it has {lines}")
        elif not went.size or digest(self.lines[went.size - 1]) != went.hash:
            self.wrong(letter, f"the past was rewritten: line {went.size} of the log, or one before it, was another")
        else:
            self.agreed = max(self.agreed, went.size)

    def _line(self, letter: Letter, n: int) -> None:
        """That line of the log wrote this letter."""
        if n >= len(self.lines):
            self.wrong(letter, f"line {n + 1} of the log, which this letter tells of, was dropped")
            return
        if letter.hash and digest(self.lines[n])[:16] != letter.hash:
            self.wrong(letter, f"line {n + 1} of the log is not the one that this letter tells of")
            return
        self._said(letter, self.entries[n])

    def _said(self, letter: Letter, entry: Entry) -> None:
        """The letter says what the log's letter says, where that lies beside it."""
        record = next((record for record in entry.letters if record.whose == letter.whose), None)
        if record is None:
            self.wrong(letter, f"line {entry.n + 1} of the log wrote no letter to this reader")
            return
        if digest(letter.text.encode()) == record.text:
            return
        file = self.folder.path / f"{record.file(entry.n)}.txt"
        written = file.read_bytes() if file.is_file() else b""
        if digest(written) != record.text:
            return  # what it was cannot be told from its hash, since mails are wrapped on their way
        missing = _words(written.decode()) - _words(letter.text)
        if missing:
            self.wrong(letter, f"line {entry.n + 1} of the log wrote another letter: {' '.join(sorted(missing)[:3])!r}")

    def _orders(self, letter: Letter) -> bool:
        """Whether it holds a player's orders for this match; those that are not in the log are named."""
        name = self.folder.match.id
        if f"[{name}]" not in letter.subject and f"match {name}" not in letter.text:
            return False
        self.orders += 1
        if letter.identity not in self.taken and self.folder.match.proof != "dkim":
            when = f" of {letter.date}" if letter.date else ""
            hint = "ask the referee for it: it was lost, refused as nobody's, or left out"
            self.wrong(letter, f"the orders in this mail{when} are not in the log", hint)
        return True

    def forks(self) -> Iterator[Problem]:
        """Letters that show two logs, whichever of them lies here."""
        for size, heads in self.seen.items():
            if len(heads) > 1:
                one, other = sorted(heads.values())[:2]
                yield Problem(other, 0, f"a fork: it tells of another log of {size} lines than {one}", KEEP)


def _words(text: str) -> set[str]:
    """What a letter says, however it was wrapped; without its lines about a token, which only its mail has."""
    lines = [line.strip(" >\t") for line in text.splitlines()]
    return {word for line in lines if "token" not in line.lower() for word in line.split()}
