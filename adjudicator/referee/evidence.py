"""What proves the dice of a log besides the rules: links that lead to the commitment, and rounds of drand. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator import dice
from adjudicator.dice import beacon_proof
from adjudicator.dice.beacon_rounds import Round, read
from adjudicator.referee.records import Entry, Match
from printables.core.errors import UserError


class Stray(NamedTuple):
    """A link that does not lead to the one before: the line of the log from 0, its number, and which was due."""

    n: int
    k: int
    due: int


class Signed(NamedTuple):
    """The rounds of drand in a log: how many, the first that drand did not sign (and its line, from 0), or why nothing
    here can tell.
    """

    rounds: int = 0
    wrong: Round | None = None
    n: int = 0
    untold: str = ""

    @property
    def note(self) -> str:
        """What could not be proved; "" for nothing."""
        return f"rounds of drand not proved here: {self.rounds} ({self.untold})" if self.untold else ""


def unlinked(match: Match, entries: Iterable[Entry]) -> Stray | None:
    """The first link of the dice that does not lead to the one before it, down to the commitment."""
    before, k = match.commitment, 0
    for entry in entries:
        for done in entry.done:
            if not done.k:
                continue
            k += 1
            try:
                hashed = dice.next_link(bytes.fromhex(done.link)).hex()
            except ValueError:
                hashed = ""
            if done.k != k or hashed != before:
                return Stray(entry.n, done.k, k)
            before = done.link
    return None


def signed(entries: Iterable[Entry]) -> Signed:
    """Whether drand signed the rounds that went into the dice."""
    lines: dict[Round, int] = {}
    for entry in entries:
        for done in entry.done:
            if shown := read(done.beacon):
                lines.setdefault(shown, entry.n)
    if not lines:
        return Signed()
    try:
        wrong = beacon_proof.wrong(tuple(lines))
    except UserError as error:
        return Signed(len(lines), untold=error.problems[0].hint)
    return Signed(len(lines), wrong, lines[wrong] if wrong else 0)
