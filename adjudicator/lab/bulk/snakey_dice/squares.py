"""Sets of the 121 squares in compiled code: two numbers, a bit for each square, row by row, never negative.

A square is its place in that order, -1 none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.core.compiled import bits, compiled, typed
from printables.boards.snakey_dice import FIRST, LAST

SIDE = LAST - FIRST + 1
SQUARES = SIDE * SIDE
LOW = 60  # squares in the first number
LOW_BITS, HIGH_BITS = (1 << LOW) - 1, (1 << SQUARES - LOW) - 1
ROW = (1 << SIDE) - 1


def number(square: tuple[int, int]) -> int:
    """The place of a square (column, row) in the order."""
    return (square[1] - FIRST) * SIDE + square[0] - FIRST


def pair(squares: Any) -> tuple[int, int]:
    """The two numbers of a set of squares (column, row)."""
    whole = sum(1 << number(square) for square in squares)
    return whole & LOW_BITS, whole >> LOW


_COLUMNS = [pair((column, row) for row in range(FIRST, LAST + 1)) for column in (FIRST, LAST)]
(_FIRST_LOW, _FIRST_HIGH), (_LAST_LOW, _LAST_HIGH) = _COLUMNS


@compiled
def holds(low: int, high: int, square: int) -> bool:
    """Whether a square is in a set."""
    return bool(low >> square & 1 if square < LOW else high >> square - LOW & 1)


@compiled
def single(square: int) -> tuple[int, int]:
    """The set of one square."""
    if square < LOW:
        return np.int64(1) << square, np.int64(0)
    return np.int64(0), np.int64(1) << square - LOW


@typed("void(int64[::1], int64, int64)")
def put(at: Any, column: int, square: int) -> None:
    """A square comes into the set in two columns of a position, or leaves it."""
    low, high = single(square)
    at[column] ^= low
    at[column + 1] ^= high


@compiled
def count(low: int, high: int) -> int:
    """How many squares are in a set."""
    return int(bits(np.int64(low)) + bits(np.int64(high)))


@compiled
def east(low: int, high: int) -> tuple[int, int]:
    """The squares to the right of a set."""
    low, high = low & ~_LAST_LOW, high & ~_LAST_HIGH
    return low << 1 & LOW_BITS, high << 1 | low >> LOW - 1


@compiled
def west(low: int, high: int) -> tuple[int, int]:
    """The squares to the left of a set."""
    low, high = low & ~_FIRST_LOW, high & ~_FIRST_HIGH
    return low >> 1 | (high & 1) << LOW - 1, high >> 1


@compiled
def south(low: int, high: int) -> tuple[int, int]:
    """The squares below a set."""
    return low << SIDE & LOW_BITS, high << SIDE & HIGH_BITS | low >> LOW - SIDE


@compiled
def north(low: int, high: int) -> tuple[int, int]:
    """The squares above a set."""
    return low >> SIDE | (high & ROW) << LOW - SIDE, high >> SIDE


@compiled
def reach(square: int, low: int, high: int) -> tuple[int, int]:
    """The squares of a set that can be reached from one of them, itself too."""
    seen_low, seen_high = single(square)
    while True:
        before_low, before_high = seen_low, seen_high
        a, b = east(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        a, b = south(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        a, b = west(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        a, b = north(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        if seen_low == before_low and seen_high == before_high:
            return seen_low, seen_high


@compiled
def twice(low: int, high: int) -> tuple[int, int]:
    """The squares with two neighbours or more in a set."""
    (east_low, east_high), (west_low, west_high) = east(low, high), west(low, high)
    (north_low, north_high), (south_low, south_high) = north(low, high), south(low, high)
    return _two(east_low, west_low, north_low, south_low), _two(east_high, west_high, north_high, south_high)


@compiled
def _two(east: int, west: int, north: int, south: int) -> int:
    return north & south | east & west | (north | south) & (east | west)
