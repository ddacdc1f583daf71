"""What may come of an action, each with its exact chance: every throw that it makes is made in every way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from adjudicator.core.aim import Aim
from adjudicator.core.game import Game

MOST = 400  # ends of one action
Throw: TypeAlias = tuple[Fraction, tuple[int, ...]]


class TooMany(Exception):
    """There is more to look at than can be looked at whole."""


class _Asked(Exception):
    """A throw after those that were given."""

    def __init__(self, throws: tuple[Throw, ...]) -> None:
        super().__init__()
        self.throws = throws


class _Given:
    """Dice that fall as given; the throw after those raises _Asked with all that it may be."""

    def __init__(self, values: tuple[tuple[int, ...], ...], aim: Aim, last: bool) -> None:
        self._values, self._aim, self._last, self._next = values, aim, last, 0

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if self._next == len(self._values):
            raise _Asked(tuple(self._aim.throws(count, sides, why, last=self._last)))
        self._next += 1
        return self._values[self._next - 1]


def ends(game: Game, aim: Aim, state: Any, action: Any, *, last: bool = False) -> Iterator[tuple[Fraction, Any]]:
    """The positions that an action leads to, each with its chance; they add up to 1.

    `last`: nothing is decided after it. Raises TooMany.
    """
    left, found = [(Fraction(1), tuple[tuple[int, ...], ...]())], 0
    while left:
        chance, values = left.pop()
        try:
            after = game.apply(state, action, _Given(values, aim, last)).state
        except _Asked as asked:
            if not asked.throws:
                raise TooMany from None
            left += [(chance * part, (*values, thrown)) for part, thrown in reversed(asked.throws)]
            if found + len(left) > MOST:
                raise TooMany from None
            continue
        found += 1
        yield chance, after
