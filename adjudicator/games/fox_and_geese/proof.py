"""A win that is forced within a few plies: looked for one side at a time, deeper and deeper, the fewest answers first.

What is proved holds whatever stood before, since no position need come twice on the way; what is not found is not
refuted beyond the plies that were tried."""

from itertools import islice
from typing import NamedTuple

from adjudicator.games.fox_and_geese.rules import Deed, Position, Rules
from printables.boards.fox_and_geese.model import SIDES, Hunt

PLIES = 12  # a hunt that is lost from its start within so many is not shipped without saying so
MOST = 50_000  # equivalent: positions looked at, for a few seconds

MANY_ANSWERS = 100  # equivalent: no more are counted: a chain of leaps can go on in thousands of ways


class Proof(NamedTuple):
    """Who wins within how many plies, the deed that keeps it for who moves (None: nobody's deed does, or the game is
    over), how many plies were tried of either side, and how many positions were looked at."""

    winner: int | None
    plies: int
    best: Deed | None
    looked: int


class Search:
    """The positions of one hunt that were proved or refuted for a side."""

    def __init__(self, played: Rules, most: int) -> None:
        self._played, self._left = played, most
        self._won: dict[tuple[Position, int], int] = {}  # within how many plies
        self._not: dict[tuple[Position, int], int] = {}  # within how many plies it is not won
        self._ways: dict[Position, list[tuple[Deed, Position]]] = {}

    def prove(self, root: Position, plies: int = PLIES) -> Proof:
        """Who wins from there within `plies`, if anybody does and the positions suffice to say so."""
        most, tried = self._left, 0
        try:
            for tried in range(plies + 1):
                winner = root.side if tried % 2 else 1 - root.side
                if self._wins(root, winner, tried):
                    return Proof(winner, tried, self._best(root, winner, tried), most - self._left)
        except OverflowError:
            return Proof(None, tried - 1, None, most)
        return Proof(None, tried, None, most - self._left)

    def _wins(self, position: Position, winner: int, plies: int) -> bool:
        key = position, winner
        if self._won.get(key, plies + 1) <= plies:
            return True
        if self._not.get(key, -1) >= plies:
            return False
        ending = self._played.ending(position)
        if ending or not plies:
            won = ending is not None and ending.winner == winner
        else:
            each = any if position.side == winner else all
            won = each(self._wins(after, winner, plies - 1) for _, after in self._followers(position))
        if won:
            self._won[key] = plies
        else:
            self._not[key] = plies
        return won

    def _followers(self, position: Position) -> list[tuple[Deed, Position]]:
        """What each deed leads to, those first to which there are the fewest answers."""
        if (ways := self._ways.get(position)) is None:
            played = self._played
            found = []
            for deed in played.deeds(position):
                after = played.after(position, deed)
                found.append((sum(1 for _ in islice(played.deeds(after), MANY_ANSWERS)), deed, after))
                self._left -= 1
                if self._left < 0:
                    raise OverflowError
            found.sort(key=lambda way: way[0])
            self._ways[position] = ways = [way[1:] for way in found]
        return ways

    def _best(self, root: Position, winner: int, plies: int) -> Deed | None:
        """What wins soonest, or holds out longest."""
        ways = self._followers(root) if plies else []
        if root.side == winner:
            return next((deed for deed, after in ways if self._wins(after, winner, plies - 1)), None)
        return next((deed for deed, after in ways if not self._wins(after, winner, plies - 2)), None)


def fault(hunt: Hunt) -> tuple[str, str] | None:
    """What is wrong where a hunt does not say that it is won by force, or says so and is not; and what to do."""
    played = Rules(hunt)
    found = Search(played, MOST).prove(played.start())
    forced = None if found.winner is None else (SIDES[found.winner], found.plies)
    if forced == hunt.forced:
        return None
    if forced is None:
        return "nobody is found to win by force within so many turns", "remove forced"
    side, plies = forced
    said = f"the {side} win by force within {plies} turns, whatever the other player does"
    return said, f'change the hunt, or write forced = "{side} in {plies}", which its sheet and letters then say'
