"""Wolves & Jackals: pieces that stand, lie in the Cave, are dragged or gone, and how far the Prey has to go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from adjudicator.core.sense import Sense, Worths, duel
from adjudicator.games.wolves_and_jackals.field import SQUARES
from adjudicator.games.wolves_and_jackals.state import State
from printables.boards.wolves_and_jackals import CENTRE, PACK

STANDS, GONE, DRAGS, PREY, STEP, COIN, NEAR = 0.06, 0.09, 0.05, 0.3, 0.03, 0.004, 0.02
CENTRAL = ("d4", "d5", "e4", "e5")


class WolvesAndJackalsSense(Sense):
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
            home = _home(square, seat)
            worth += (PREY if load == "prey" else DRAGS) - STEP * home * (2 if load == "prey" else 1) + 7 * STEP
    if state.prey is not None:
        steps = _steps_to(state.prey)
        near = sorted([steps[square] for square in free])[:2]
        worth -= NEAR * sum(near)
    if free:
        worth += STANDS / PACK * len(free)
    return worth


def _home(square: str, seat: int) -> int:
    """Orthogonal steps to a square beside the Den, a4 to a6 or h4 to h6."""
    file, rank = ord(square[0]) - ord("a"), int(square[1:])
    return (file if seat == 0 else 7 - file) + max(0, 4 - rank, rank - 6)


@cache
def _steps_to(prey: str) -> Mapping[str, int]:
    """From each square to where the Prey lies."""
    places = CENTRAL if prey == CENTRE else (prey,)
    return {square: min(_apart(square, place) for place in places) for square in SQUARES}


def _apart(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))
