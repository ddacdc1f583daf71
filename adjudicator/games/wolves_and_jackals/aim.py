"""Wolves & Jackals: the Prey is to be dragged once the other side has answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.aim import THROW, Aim, Throw
from adjudicator.games.wolves_and_jackals.state import State


class WolvesAndJackalsAim(Aim):
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
