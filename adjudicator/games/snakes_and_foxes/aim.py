"""Snakes & Foxes: no token is to be eaten, in this turn and after the next throw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import factorial
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.aim import THROW, Aim, Throw
from adjudicator.games.snakes_and_foxes.state import DICE, State

MOVE, SNAKE, FOX = 1, 3, 5  # what a plain die shows for each
SYMBOLS = 3


class SnakesAndFoxesAim(Aim):
    """The next throw is looked at in every way, each used as well as may be."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({THROW: (2,)})

    def fresh(self, state: State) -> State:
        """A pass is left to the player, so that each turn is looked at by itself."""
        return state.replaced(options=state.options.replaced(auto_pass=False))

    def throws(self, count: int, sides: int, why: str, *, last: bool) -> Iterator[Throw]:
        """Symbols matter, not which die shows which; of the throw for a turn that is not looked at, nothing does."""
        if count != DICE:
            yield from super().throws(count, sides, why, last=last)
        elif last:
            yield Fraction(1), (MOVE,) * count
        else:
            for move in range(count + 1):
                for snakes in range(count + 1 - move):
                    foxes = count - move - snakes
                    ways = factorial(count) // (factorial(move) * factorial(snakes) * factorial(foxes))
                    yield Fraction(ways, SYMBOLS**count), (MOVE,) * move + (SNAKE,) * snakes + (FOX,) * foxes

    def held(self, state: State, seat: int) -> Fraction:
        """Tokens of the seat that have not been eaten."""
        own = [fate for token, fate in enumerate(state.fate) if state.seat(token) == seat]
        return Fraction(sum(fate != "eaten" for fate in own), len(own))
