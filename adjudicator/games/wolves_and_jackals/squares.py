"""The board as the rules need it, worked out once from the printed one: who is next to whom, and how pieces may go."""

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from printables.boards.wolves_and_jackals import CENTRE, FILES, RANKS, Options, board, den_slot

_BOARD = board(Options())

SQUARES = tuple(file + rank for file in FILES for rank in RANKS)
FAR_FILE = (FILES[-1], FILES[0])


class Way(NamedTuple):
    """A straight or diagonal way of one or two squares: the squares passed, the last, and if it crosses the centre."""

    passed: tuple[str, ...]
    end: str
    crosses: bool


Ray: TypeAlias = tuple[str, int, str | None, int]  # two squares one way from another, each with what shuts it


def _near(*kinds: str) -> Mapping[str, tuple[str, ...]]:
    near: dict[str, set[str]] = {place.id: set() for place in _BOARD.places}
    for path in _BOARD.paths:
        if path.kind in kinds:
            near[path.a].add(path.b)
            near[path.b].add(path.a)
    return MappingProxyType({place: tuple(sorted(ends)) for place, ends in near.items() if ends})


BESIDE = _near("side")
AROUND = _near("side", "corner")
# The squares next to the Prey, by where it lies: four round the crossing, or eight round a square.
ROUND_PREY: Mapping[str, frozenset[str]] = MappingProxyType(
    {place: frozenset(near) - {CENTRE} for place, near in _near("side", "corner", "prey").items()}
)
DEN = tuple(
    frozenset(path.a for path in _BOARD.paths if path.kind == "den" and path.b == den_slot(seat, 1))
    for seat in range(2)
)


def _crosses(a: str, b: str) -> bool:
    start, end, middle = (_BOARD.by_id[place] for place in (a, b, CENTRE))
    return math.isclose(start.x + end.x, 2 * middle.x) and math.isclose(start.y + end.y, 2 * middle.y)


def _beyond(a: str, b: str) -> str | None:
    """The square after b, straight on from a."""
    start, middle = _BOARD.by_id[a], _BOARD.by_id[b]
    for square in AROUND[b]:
        end = _BOARD.by_id[square]
        if math.isclose(start.x + end.x, 2 * middle.x) and math.isclose(start.y + end.y, 2 * middle.y):
            return square
    return None


def _ray(square: str, near: str) -> tuple[str, bool, str | None, bool]:
    crosses, far = _crosses(square, near), _beyond(square, near)
    return near, crosses, far, far is not None and (crosses or _crosses(near, far))


# Ways from a square: to the next one, and to the one behind it (None: none), each with whether it crosses the centre.
_RAYS: Mapping[str, tuple[tuple[str, bool, str | None, bool], ...]] = MappingProxyType(
    {square: tuple(_ray(square, near) for near in AROUND[square]) for square in SQUARES}
)


def _ways(square: str) -> tuple[Way, ...]:
    ways = []
    for near, crosses, far, far_crosses in _RAYS[square]:
        ways.append(Way((), near, crosses))
        if far:
            ways.append(Way((near,), far, far_crosses))
    return tuple(ways)


WAYS: Mapping[str, Mapping[str, Way]] = MappingProxyType(
    {square: MappingProxyType({way.end: way for way in _ways(square)}) for square in SQUARES}
)

# Places as bits of one number, so that what is taken within reach of a square is told at once.
BIT: Mapping[str | None, int] = {None: 0} | {place: 1 << number for number, place in enumerate((*SQUARES, CENTRE))}
_bit = BIT.__getitem__


@lru_cache(maxsize=256)  # one side moves, the other stands as it did
def bits(squares: tuple[str, ...]) -> int:
    """Squares, none of them twice, as one number."""
    return sum(map(_bit, squares))


NEAR: Mapping[str, int] = MappingProxyType({square: bits(AROUND[square]) for square in SQUARES})
ROUND_PREY_BITS: Mapping[str, int] = MappingProxyType({place: bits(tuple(near)) for place, near in ROUND_PREY.items()})
# Ways from a square: to the next one, and to the one behind it (None: none), each with what shuts it if that is taken.
RAYS: Mapping[str, tuple[Ray, ...]] = MappingProxyType(
    {
        square: tuple(
            (near, BIT[near] | crosses * BIT[CENTRE], far, BIT[far] | far_crosses * BIT[CENTRE])
            for near, crosses, far, far_crosses in _RAYS[square]
        )
        for square in SQUARES
    }
)
