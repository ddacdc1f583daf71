"""Proof of an excerpt, with nothing but the file: its seals, its dice, and that play followed the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator import games
from adjudicator.core import codec
from adjudicator.core.canonical import parsed
from adjudicator.core.errors import GameError, MatchError
from adjudicator.core.game import Game
from adjudicator.dice import TABLE
from adjudicator.match import folder as match_folder
from adjudicator.match import seals, verify
from adjudicator.match.parts import PLAY, names
from adjudicator.match.verify import Report
from adjudicator.proofs.excerpt import Excerpt, Line
from adjudicator.referee import evidence
from adjudicator.referee.beacon import WAIT, Waits
from adjudicator.referee.records import NO_LINE, REFEREE, Entry, LetterRecord, Match, reader
from printables.core.errors import Problem, UserError

ALTERED = "the excerpt was altered: ask for it again"
UNSEALED = "the match was begun by an earlier version: this proves dice and rules, but not that letters told the same"
HIDDEN = "what all will see when the match is over is sealed until then: its dice and moves are not proved yet"


def prove(excerpt: Excerpt, path: Path) -> Report:
    """Check an excerpt. Whether letters agree with it is for `check`."""
    proof = _Proof(excerpt, str(path))
    proof.sealed()
    if not proof.problems:
        proof.play()
    entries = proof.entries
    return Report(
        lines=len(excerpt.lines),
        throws=sum(len(done.throws) for entry in entries for done in entry.done),
        links=max((done.k for entry in entries for done in entry.done), default=0),
        problems=tuple(proof.problems),
        notes=tuple(proof.notes),
    )


class _Proof:
    def __init__(self, excerpt: Excerpt, path: str) -> None:
        self.excerpt, self.path = excerpt, path
        self.problems: list[Problem] = []
        self.notes: list[str] = [] if excerpt.head.sealed else [UNSEALED]
        self.entries: list[Entry] = []

    def wrong(self, line: int, message: str, hint: str = ALTERED) -> None:
        """`line`: of the log, from 0; the file has one above it."""
        self.problems.append(Problem(self.path, line + 2, message, hint))

    def sealed(self) -> None:
        """The seals are a chain, and what is shown is what they were made of."""
        opened, many = NO_LINE, len(self.excerpt.lines[0].seals)
        parts = (PLAY, *_readers(many - 1))
        for n, line in enumerate(self.excerpt.lines):
            if line.open != opened or len(line.seals) != many:
                self.wrong(n, "the line does not follow on the one before")
                return
            for name, part in line.shown.items():
                if name not in parts or line.seals[parts.index(name)] != seals.seal(part.salt, part.text):
                    self.wrong(n, f"the part {name!r} is not what was sealed")
                    return
            opened = head(line)

    def play(self) -> None:
        """Orders, dice and positions follow from the rules, where they are shown."""
        if any(PLAY not in line.shown for line in self.excerpt.lines):
            self.notes.append(HIDDEN)
            return
        try:
            match, game = self._read()
        except UserError as error:
            self.problems.extend(error.problems)
            return
        if match.dice == TABLE:
            self.notes.append(verify.AT_A_TABLE)
        elif stray := evidence.unlinked(match, self.entries):
            self.wrong(stray.n, f"link {stray.k} of the dice does not lead to link {stray.due - 1}")
            return
        elif unsigned := (signed := evidence.signed(self.entries)).wrong:
            self.wrong(signed.n, f"round {unsigned.number} of drand has another signature")
            return
        elif signed.note:
            self.notes.append(signed.note)
        try:
            for _ in match_folder.replay(match, game, self.entries, self.path):
                pass
        except MatchError as error:
            self.problems.extend(problem._replace(line=problem.line + 1, hint=ALTERED) for problem in error.problems)

    def _read(self) -> tuple[Match, Game]:
        """The terms of the match, which the first line has, and the lines. Raises UserError."""
        match, game = None, None
        for n, line in enumerate(self.excerpt.lines):
            try:
                value: Any = parsed(line.shown[PLAY].text.encode())
                first = {key: value.pop(key, None) for key in ("match", "source_hash")}
                if match is None:
                    match = codec.read(Match, first["match"])
                    game = games.find(match.game, match.rules)
                    game.Options.model_validate(match.options)
                    if names(match)[1:] != tuple(_readers(len(line.seals) - 1)):
                        raise ValueError("it has other seats")
                    origin = f"postfox/{match.id}/{first['source_hash'][:16]}"
                    if origin != self.excerpt.head.origin:
                        raise ValueError(f"it is of {origin}")
                entry = codec.read(
                    Entry, {**value, "source": "", "source_hash": NO_LINE, "prev": NO_LINE}, len(match.seats)
                )
                if entry.n != n:
                    raise ValueError(f"it says that it is line {entry.n + 1}")
            except (ValueError, GameError, AttributeError, TypeError, RecursionError) as error:
                fault = Problem(self.path, n + 2, f"the line cannot be read: {' '.join(str(error).split())}", ALTERED)
                raise UserError.of((fault,)) from None
            self.entries.append(entry._replace(prev=""))
        assert match is not None and game is not None
        return match, game


def _readers(many: int) -> tuple[str, ...]:
    """The readers of a match with so many, the spectators among them."""
    return tuple(reader(seat) for seat in (REFEREE, *range(many - 1)))


def head(line: Line) -> str:
    """What the next line and the letters name a line by."""
    return seals.Sealed(line.line, line.open, line.seals).head


class OfExcerpt:
    """What letters are compared with, where there is an excerpt for a log. Raises UserError."""

    def __init__(self, excerpt: Excerpt, path: Path) -> None:
        if not excerpt.head.sealed:
            raise UserError(UNSEALED, "remove --letters", str(path))
        self.excerpt = excerpt
        self.origin = excerpt.head.origin
        self.id = self.origin.split("/")[1]
        self.heads = tuple(line.line for line in excerpt.lines)
        self.taken = self.homes = frozenset[str]()  # addresses are in no excerpt

    def opened(self, size: int) -> str:
        return head(self.excerpt.lines[size - 1])

    def letter(self, n: int, whose: str) -> LetterRecord | None:
        part = self.excerpt.lines[n].shown.get(whose)
        if part is None:
            raise LookupError(whose)
        found = parsed(part.text.encode())
        kept = found.get("letters", []) if isinstance(found, dict) else []
        records = codec.read(tuple[LetterRecord, ...], kept)
        return records[0] if records else None

    def written(self, file: str) -> bytes:
        return b""

    def awaited(self, n: int) -> Waits | None:
        if PLAY not in self.excerpt.lines[n].shown:
            return None
        value = parsed(self.excerpt.lines[n].shown[PLAY].text.encode())
        taken = any(done.get("kind") == WAIT for done in value.get("done", ()))
        return codec.read(Waits, value["after"]["waits"]) if taken else None
