"""Wolves & Jackals: pieces that stand, lie in the Cave, are dragged or gone, and how far the Prey has to go."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.aim import THROW, Aim, Throw
from adjudicator.core.sense import Sense, Worths, duel
from adjudicator.games.wolves_and_jackals.squares import SQUARES
from adjudicator.games.wolves_and_jackals.state import State
from printables.boards.wolves_and_jackals import CENTRE, PACK

STANDS, GONE, DRAGS, PREY, STEP, COIN, NEAR = 0.06, 0.09, 0.05, 0.3, 0.03, 0.004, 0.02
CENTRAL = ("d4", "d5", "e4", "e5")


class WolvesAndJackalsSense(Sense[State]):
    """A dragger is worth more the nearer it is to its Den; pieces beside the Prey count for a try at it."""

    def going(self, state: State) -> Worths:
        """The difference of both sides."""
        return duel(_side(state, 0) - _side(state, 1))


def _side(state: State, seat: int) -> float:
    pieces = state.pieces[seat]
    worth = STANDS * len(pieces) - GONE * state.lost[seat] + COIN * state.purses[seat]
    free = [square for square in pieces if square not in state.drags]
    for square in pieces:
        load = state.drags.get(square)
        if load:
            # Orthogonal steps to a square beside the Den, a4 to a6 or h4 to h6
            file, rank = ord(square[0]) - ord("a"), int(square[1:])
            home = (file if seat == 0 else 7 - file) + max(0, 4 - rank, rank - 6)
            worth += (PREY if load == "prey" else DRAGS) - STEP * home * (2 if load == "prey" else 1) + 7 * STEP
    if state.prey is not None:
        steps = _steps_to(state.prey)
        near = sorted([steps[square] for square in free])[:2]
        worth -= NEAR * sum(near)
    if free:
        worth += STANDS / PACK * len(free)
    return worth


@cache
def _steps_to(prey: str) -> Mapping[str, int]:
    """From each square to where the Prey lies."""
    places = CENTRAL if prey == CENTRE else (prey,)
    return {square: min(_apart(square, place) for place in places) for square in SQUARES}


def _apart(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


class WolvesAndJackalsAim(Aim[State]):
    """Every throat and every try at the Prey is looked at, of both sides, but no bidding after a tie."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({THROW: (1,)})

    def fresh(self, state: State) -> State:
        """Without the positions before, throws, and answers given in advance."""
        fresh: State = super().fresh(state).changed(thrown=(), standing=({}, {}))
        return fresh

    def throws(self, count: int, sides: int, why: str, *, last: bool) -> Iterator[Throw]:
        """Of a throat who shows more, of a try at the Prey the sum."""
        alike: dict[int, list[tuple[int, ...]]] = {}
        for first, second in product(range(1, sides + 1), repeat=2):
            kind = first + second if "Prey" in why else (first > second) - (first < second)
            alike.setdefault(kind, []).append((first, second))
        for dice in alike.values():
            yield Fraction(len(dice), sides**2), dice[0]

    def held(self, state: State, seat: int) -> Fraction:
        """The Prey, dragged by a piece of the seat or home with it; a game won otherwise counts as much."""
        won = state.winner
        mine = any(load == "prey" and square in state.pieces[seat] for square, load in state.drags.items())
        return Fraction(mine if won is None else won[0] == seat)

    def closed(self, state: State) -> bool:
        """After a tie coins decide, so it is not looked at beyond: as things stand there, the attacker has failed."""
        return state.phase in ("tie", "bet")
