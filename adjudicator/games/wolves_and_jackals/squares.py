"""The board as the rules need it, worked out once from the printed one: who is next to whom, and how pieces may go."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from printables.boards.wolves_and_jackals import CENTRE, FILES, RANKS, Options, board, den_slot

_BOARD = board(Options())

SQUARES = tuple(file + rank for file in FILES for rank in RANKS)
FAR_FILE = (FILES[-1], FILES[0])
# A straight or diagonal way: the next square and the one behind it (None: none), each with what shuts it if taken.
Ray: TypeAlias = tuple[str, int, str | None, int]


def _near(*kinds: str) -> Mapping[str, tuple[str, ...]]:
    near: dict[str, set[str]] = {place.id: set() for place in _BOARD.places}
    for path in _BOARD.paths:
        if path.kind in kinds:
            near[path.a].add(path.b)
            near[path.b].add(path.a)
    return {place: tuple(sorted(ends)) for place, ends in near.items() if ends}


BESIDE = _near("side")
AROUND = _near("side", "corner")
DEN = tuple(
    frozenset(path.a for path in _BOARD.paths if path.kind == "den" and path.b == den_slot(seat, 1)) for seat in (0, 1)
)
# Places as bits of one number, so that what is taken within reach of a square is told at once.
BIT: Mapping[str | None, int] = {None: 0} | {place: 1 << number for number, place in enumerate((*SQUARES, CENTRE))}


@lru_cache(maxsize=256)  # one side moves, the other stands as it did
def bits(squares: tuple[str, ...]) -> int:
    """Squares, none of them twice, as one number."""
    return sum(map(BIT.__getitem__, squares))


NEAR: Mapping[str, int] = {square: bits(AROUND[square]) for square in SQUARES}
# The squares next to the Prey, by where it lies: four round the crossing, or eight round a square.
ROUND_PREY: Mapping[str, int] = {
    place: bits(near) & ~BIT[CENTRE] for place, near in _near("side", "corner", "prey").items()
}


def _halfway(start: str, middle: str, end: str) -> bool:
    a, half, b = (_BOARD.by_id[place] for place in (start, middle, end))
    return math.isclose(a.x + b.x, 2 * half.x) and math.isclose(a.y + b.y, 2 * half.y)


def _ray(square: str, near: str) -> Ray:
    far = next((end for end in AROUND[near] if _halfway(square, near, end)), None)
    crosses = _halfway(square, CENTRE, near)
    beyond = far is not None and (crosses or _halfway(near, CENTRE, far))
    return near, BIT[near] | crosses * BIT[CENTRE], far, BIT[far] | beyond * BIT[CENTRE]


RAYS: Mapping[str, tuple[Ray, ...]] = {
    square: tuple(_ray(square, near) for near in AROUND[square]) for square in SQUARES
}
