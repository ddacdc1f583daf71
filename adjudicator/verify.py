"""Proof of a match: every hash, link, throw, event and byte of state follows from match.json and log.jsonl."""

from __future__ import annotations

import json
from typing import NamedTuple

from adjudicator import dice, logline, match
from adjudicator.errors import MatchError
from adjudicator.match import TABLE, Folder
from adjudicator.records import NO_LINE, REFEREE, Entry, Standing, canonical, digest
from printables.errors import Problem


class Report(NamedTuple):
    """What was checked, and what is wrong (nothing: the match is proved). `notes` are no faults."""

    lines: int
    throws: int
    links: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def verify(folder: Folder) -> Report:
    """Check a match folder; match.json and log.jsonl are enough. Reads only. Raises MatchError if they are missing."""
    check = _Check(folder)
    check.terms()
    check.chain_of_lines()
    if not check.problems:
        check.dice()
        check.rules()
    if not check.problems:
        check.beside_the_log()
    entries = check.entries
    return Report(
        lines=len(entries),
        throws=sum(len(done.throws) for entry in entries for done in entry.done),
        links=max((done.k for entry in entries for done in entry.done), default=0),
        problems=tuple(check.problems),
        notes=tuple(check.notes),
    )


class _Check:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.log_name = str(folder.path / "log.jsonl")
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.standing: Standing | None = None

    def wrong(self, line: int, message: str, hint: str = "the log was altered: restore it from a copy") -> None:
        self.problems.append(Problem(self.log_name, line, message, hint))

    def terms(self) -> None:
        """match.json is the file that the first line names, in its own bytes."""
        path = self.folder.path / "match.json"
        data = path.read_bytes()
        first = self.folder.log.entry(0, self.log_name)
        if first.source_hash != digest(data) or data != (canonical(self.folder.match.to_json()) + "\n").encode():
            self.problems.append(
                Problem(str(path), 0, "this is not the match.json that the log began with", "restore it from a copy")
            )

    def chain_of_lines(self) -> None:
        """Each line is canonical JSON, numbered, and names the hash of the line before."""
        prev = NO_LINE
        for n, line in enumerate(self.folder.log.lines):
            try:
                data = json.loads(line)
                entry = logline.from_json(data)
            except (KeyError, TypeError, ValueError, RecursionError, AttributeError, OverflowError) as error:
                self.wrong(n + 1, f"the line cannot be read ({type(error).__name__}: {error})")
                return
            if data.get("prev") != prev:
                self.wrong(n + 1, "the line does not name the hash of the line before it")
                return
            seats = range(REFEREE, len(self.folder.match.seats))
            named = [entry.seat or 0, *(seat for say in entry.says for seat in (say.seat, *say.to))]
            if any(seat not in seats for seat in named):
                self.wrong(n + 1, "the line names a seat that the match does not have")
                return
            if entry.n != n or logline.encode(entry, prev) != line:
                self.wrong(n + 1, "the line is not in canonical form")
                return
            self.entries.append(entry)
            prev = digest(line)
        if self.folder.log.torn:
            self.wrong(len(self.entries) + 1, "the last line is unfinished", "`postfox adjudicate` cuts off its rest")

    def dice(self) -> None:
        """Links are used in order, and each one's hash is the one before, down to the commitment."""
        if self.folder.match.dice == TABLE:
            self.notes.append("the dice were thrown at a table: their values are as entered")
            return
        before, k = self.folder.match.commitment, 0
        for entry in self.entries:
            for done in entry.done:
                if not done.k:
                    continue
                k += 1
                try:
                    hashed = dice.next_link(bytes.fromhex(done.link)).hex()
                except ValueError:
                    hashed = ""
                if done.k != k or hashed != before:
                    self.wrong(entry.n + 1, f"link {done.k} of the dice does not lead to link {k - 1}")
                    return
                before = done.link

    def rules(self) -> None:
        """Orders, throws, events, state and outcome follow from the rules."""
        try:
            for step in match.replay(self.folder.match, self.folder.game, iter(self.entries), self.log_name):
                self.standing = step.after
        except MatchError as error:
            self.problems.extend(error.problems)

    def beside_the_log(self) -> None:
        """state.json and the letters are what the log says; missing ones can be rebuilt."""
        if self.standing is None:
            return
        path = self.folder.path / "state.json"
        head = self.folder.log.head
        if not path.is_file():
            self.notes.append("state.json is not there")
        elif path.read_bytes() != match.state_file(self.folder.match, self.standing, head):
            stored = self.folder.stored_state() or {}
            earlier = {digest(line) for line in self.folder.log.lines[:-1]}
            if stored.get("log_head") in earlier:
                self.notes.append("state.json is behind the log: the next command finishes what was interrupted")
            else:
                self.problems.append(
                    Problem(
                        str(path),
                        0,
                        "the state is not the one the log leads to",
                        "delete state.json, or restore the log",
                    )
                )
        missing = 0
        for entry in self.entries:
            for letter in entry.letters:
                missing += self._letter(f"{letter.file}.txt", letter.text)
                missing += self._letter(f"{letter.file}.html", letter.html)
        if missing:
            self.notes.append(f"{missing} files of letters are not there")

    def _letter(self, name: str, wanted: str) -> bool:
        """Whether a letter is missing; one not as written is a problem. There are thousands: no Path for each."""
        path = f"{self.folder.path}/{name}"
        try:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                data = file.read()
        except OSError:
            return True
        if digest(data) != wanted:
            self.problems.append(
                Problem(path, 0, "this is not the letter that was written", "delete it: it is written again")
            )
        return False
