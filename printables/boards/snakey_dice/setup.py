"""The set-up of a sheet: six blockades thrown for (source, Setup), at a table, by the referee or for a puzzle."""

from __future__ import annotations

import random
from collections.abc import Callable

from printables.boards.snakey_dice.house import SIDES, START, House

SET_UP = 6
Blockade = tuple[tuple[int, int], tuple[int, ...]]


def blockades(house: House, throw: Callable[[], tuple[int, ...]]) -> list[Blockade]:
    """Six squares with the dice that named them; `throw` gives four dice, two for the column and two for the row.

    One that falls on the start, a power-up or a blockade is thrown for again.
    """
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    while len(found) < SET_UP:
        values = throw()
        at = square(values)
        if at != START and at not in house.board.power_ups and at not in found:
            found[at] = values
    return list(found.items())


def square(values: tuple[int, ...]) -> tuple[int, int]:
    """The square that four dice name."""
    return (values[0] + values[1], values[2] + values[3])


def puzzle(house: House, seed: str, number: int) -> tuple[tuple[int, int], ...]:
    """The blockades of sheet `number` of a pad: the same for the same seed, on any machine."""
    chance = random.Random(f"snakey-dice/{seed}/{number}")
    return tuple(at for at, _ in blockades(house, lambda: tuple(chance.randint(1, SIDES) for _ in range(4))))
