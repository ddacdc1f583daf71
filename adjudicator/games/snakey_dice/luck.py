"""Where the values of a run's dice come from: thrown now, held for a league, or supposed for a line to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from adjudicator.core.game import Dice, Event
from adjudicator.games.snakey_dice.run import MOST_DICE
from printables.boards.snakey_dice.house import SIDES


class Luck(Protocol):
    """Each method says which throw of the run it is, so that it can be the same for all.

    `fresh`: what these give is thrown for this run alone, and told with what comes of it.
    """

    fresh: bool

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        """The throw of a turn."""
        ...

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """New values for the dice of those numbers, in the nth throw again of a turn."""
        ...

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        """Four plain dice for the nth blockade since the set-up, column then row; None: it falls out of the way."""
        ...


class Thrown:
    """Thrown now, as many dice as are needed."""

    fresh = True

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        return self._dice.throw(count, SIDES, f"turn {turn}")

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return self._dice.throw(len(numbers), SIDES, f"turn {turn}, reroll {nth}")

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        return blockade(self._dice)


class Held:
    """The same for all players of a league: whoever comes first has them thrown, with as many dice as anyone may need.

    Die n of a throw has the same value for everybody who rolls that many dice. `values` has all that was thrown;
    each throw is told once, by an event of its own, of the seat that came first.
    """

    fresh = False

    def __init__(self, dice: Dice, values: Mapping[str, tuple[int, ...]], seat: int, events: list[Event]) -> None:
        self._dice, self._seat, self._events = dice, seat, events
        self.values = dict(values)

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        return self._all(f"turn {turn}", "thrown-roll", {"turn": turn})[:count]

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        shown = self._all(f"turn {turn}, reroll {nth}", "thrown-reroll", {"turn": turn, "nth": nth})
        return tuple(shown[number - 1] for number in numbers)

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        name = f"blockade {nth}"
        if name not in self.values:
            self.values[name] = blockade(self._dice)
            self._events.append(Event("thrown-blockade", self._seat, dice=self.values[name], words={"nth": nth}))
        return self.values[name]

    def _all(self, name: str, kind: str, words: Mapping[str, int]) -> tuple[int, ...]:
        if name not in self.values:
            self.values[name] = self._dice.throw(MOST_DICE, SIDES, name)
            self._events.append(Event(kind, self._seat, dice=self.values[name], words=dict(words)))
        return self.values[name]


class Supposed:
    """No chance at all: what a line is checked with before any die is thrown. Every blockade falls out of the way."""

    fresh = True

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        return (1,) * count

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return (1,) * len(numbers)

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        return None


def blockade(dice: Dice) -> tuple[int, ...]:
    """Two dice for the column, two for the row."""
    return dice.throw(2, SIDES, "blockade, column") + dice.throw(2, SIDES, "blockade, row")
