"""Every slide that the empty board allows: five steps, at most two changes of direction, never over its start.

A change may lead straight back where the options say so. Only then can a way come back to its start or pass a square
twice: with two right-angle turns five steps are too few for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from printables.boards.the_game import Options, board, name

STEPS = 5
TURNS = 2
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # up, right, down, left: the order in which slides are listed


@dataclass(frozen=True, slots=True)
class Slide:
    """A way over the board: start, corners and end as written; the squares passed as a set of bits, the end by name."""

    way: tuple[str, ...]
    passed: int
    end: str


@lru_cache(maxsize=8)
def squares(size: int) -> Mapping[str, int]:
    """The bit of each square: up the first file, then the next."""
    return {place.id: 1 << number for number, place in enumerate(board(Options.model_validate({"size": size})).places)}


@lru_cache(maxsize=512)  # the squares of a board or two: an order is of one of them
def slides(size: int, turn_back: bool, start: str) -> tuple[Slide, ...]:
    """The slides from a square."""
    bit, found = squares(size), list[Slide]()
    places = {(file, rank): name(file, rank) for file, rank in product(range(size), repeat=2)}
    begin = next(place for place, known in places.items() if known == start)

    def go(
        here: tuple[int, int],
        direction: tuple[int, int] | None,
        way: tuple[str, ...],
        gone: tuple[tuple[int, int], ...],
    ) -> None:
        if len(gone) == STEPS:
            end = places[here]
            found.append(Slide((*way, end), sum(bit[places[square]] for square in {*gone[1:]}), end))
            return
        for dx, dy in DIRECTIONS:
            turned = direction is not None and (dx, dy) != direction
            back = direction is not None and (dx, dy) == (-direction[0], -direction[1])
            to = (here[0] + dx, here[1] + dy)
            corners = (*way, places[here]) if turned else way
            if (back and not turn_back) or len(corners) > TURNS + 1 or to not in places or to == begin:
                continue
            go(to, (dx, dy), corners, (*gone, here))

    go(begin, None, (start,), ())
    return tuple(found)


def direction(a: str, b: str) -> tuple[int, int] | None:
    """The way from one square straight to another, as a step; None where no rank or file joins them."""
    dx, dy = ord(b[0]) - ord(a[0]), int(b[1:]) - int(a[1:])
    if (dx == 0) == (dy == 0):
        return None
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def distance(a: str, b: str) -> int:
    """Steps between two squares of one rank or file."""
    return abs(ord(b[0]) - ord(a[0])) + abs(int(b[1:]) - int(a[1:]))


def between(square: str, a: str, b: str) -> bool:
    """Whether a square lies on the straight way between two others, their own squares included."""
    return distance(a, square) + distance(square, b) == distance(a, b)


def corners(path: list[str]) -> tuple[str, ...]:
    """A way without the squares where it goes straight on."""
    way = path[:1]
    for here, following in pairwise(path[1:]):
        if direction(way[-1], here) != direction(here, following):
            way.append(here)
    return (*way, path[-1])
