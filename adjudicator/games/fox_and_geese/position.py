"""Positions of every hunt on bit masks: point i of the grid is bit i; and what can be done in one.

A `Deed` is (kind, points): ("step", (a, b)), ("jump", (a, b, c, ...)) over the points landed on, ("place", (a,)),
("huff", (a,)) or ("pass", ()).
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["step", "jump", "place", "huff", "pass"]
Deed: TypeAlias = tuple[Kind, tuple[int, ...]]
Leap: TypeAlias = tuple[int, int]  # the point leapt over, the point landed on
MANY, FEW = 0, 1


class Position(NamedTuple):
    """Who stands where and who is to act.

    `hand`, `taken`: pieces to be placed, pieces lost, of each seat. `missed`: pieces of the other side that owed a
    capture and did not make it. `last`: the point each side's last piece stands on, -1 where that does not matter.
    """

    side: int
    pieces: tuple[int, int]
    hand: tuple[int, int] = (0, 0)
    taken: tuple[int, int] = (0, 0)
    missed: int = 0
    last: tuple[int, int] = (-1, -1)


class Ending(NamedTuple):
    """Why a position ends the game and who has won (None: nobody)."""

    reason: str
    winner: int | None


def bits(mask: int) -> Iterator[int]:
    """The points of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def changed(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """The pair with the value of one seat replaced."""
    return (value, pair[1]) if seat == MANY else (pair[0], value)
