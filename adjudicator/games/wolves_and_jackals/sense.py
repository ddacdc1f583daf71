"""Wolves & Jackals: pieces that stand, lie in the Cave, are dragged or gone, and how far the Prey has to go."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.sense import THROW, Aim, Sense, Throw, Worths, duel
from adjudicator.games.wolves_and_jackals.legal import attackers, hunters
from adjudicator.games.wolves_and_jackals.squares import NEAR as ADJACENT, SQUARES, bits
from adjudicator.games.wolves_and_jackals.state import State
from printables.boards.wolves_and_jackals import CENTRE

STANDS, GONE, FREE, COIN = 0.06, 0.25, 0.0075, 0.004  # a side's pieces, and what it has in its purse
DRAGS, PREY, STEP = 0.05, 0.3, 0.02  # a load, and each step nearer to the Den; at its door it is worth less than in it
NEAR, FAR = 0.02, 0.01  # each step from what is hunted, of the two pieces next to it and of the others
THROAT, TRY = 0.02, 0.1  # what the turn may still bring
HOME = 7  # steps to the Den from the other side of the board
CENTRAL = ("d4", "d5", "e4", "e5")


class WolvesAndJackalsSense(Sense[State]):
    """Packs hunt the Prey, then whoever drags it or a piece, then anybody: a throat costs the attacker nothing. What is
    dragged is worth the more the nearer it is to the Den."""

    def going(self, state: State) -> Worths:
        """The difference of both sides, and what the side to move may still do."""
        worth, moves = _side(state, 0) - _side(state, 1), 1 if state.to_move == 0 else -1
        foes = bits(state.pieces[1 - state.to_move])
        if state.phase in ("tie", "bet") or (
            state.phase == "moved" and any(foes & ADJACENT[square] for square in attackers(state))
        ):
            worth += THROAT * moves
        elif state.phase == "moved" and hunters(state):
            worth += TRY * moves
        return duel(worth / (1 + abs(worth)))


def _side(state: State, seat: int) -> float:
    pieces, theirs, drags = state.pieces[seat], state.pieces[1 - seat], state.drags
    worth = STANDS * len(pieces) - GONE * state.lost[seat] + COIN * state.purses[seat]
    for square in drags:
        if square in pieces:
            # Orthogonal steps to a square beside the Den, a4 to a6 or h4 to h6
            file, rank = ord(square[0]) - ord("a"), int(square[1:])
            nearer = HOME - (file if seat == 0 else 7 - file) - max(0, 4 - rank, rank - 6)
            worth += PREY + 2 * STEP * nearer if drags[square] == "prey" else DRAGS + STEP * nearer
    if free := [square for square in pieces if square not in drags]:
        if state.prey is not None:
            hunted: tuple[str, ...] = CENTRAL if state.prey == CENTRE else (state.prey,)
        else:
            dragging = tuple(square for square in theirs if square in drags)
            hunted = tuple(square for square in dragging if drags[square] == "prey") or dragging or theirs
        steps = _steps_to(hunted)
        far = sorted([steps[square] for square in free])
        worth += FREE * len(free) - NEAR * sum(far[:2]) - FAR * sum(far[2:])
    return worth


@lru_cache(maxsize=1 << 12)
def _steps_to(hunted: tuple[str, ...]) -> Mapping[str, int]:
    """From each square to the nearest of these; no way where there are none."""
    return {square: min((_apart(square, place) for place in hunted), default=0) for square in SQUARES}


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
