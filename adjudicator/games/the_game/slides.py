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


@lru_cache(maxsize=8)
def slides(size: int, turn_back: bool) -> Mapping[str, tuple[Slide, ...]]:
    """The slides from each square."""
    return {name(file, rank): tuple(_from(size, turn_back, file, rank)) for file in range(size) for rank in range(size)}


def _from(size: int, turn_back: bool, file: int, rank: int) -> list[Slide]:
    bit, found = squares(size), []
    inside = {*product(range(size), repeat=2)}

    def go(x: int, y: int, direction: tuple[int, int] | None, turns: int, gone: tuple[tuple[int, int], ...]) -> None:
        if len(gone) == STEPS + 1:
            path = [name(*square) for square in gone]
            found.append(Slide(corners(path), sum(bit[square] for square in {*path[1:-1]}), path[-1]))
            return
        for dx, dy in DIRECTIONS:
            turned = direction is not None and (dx, dy) != direction
            back = direction is not None and (dx, dy) == (-direction[0], -direction[1])
            to = (x + dx, y + dy)
            if (back and not turn_back) or turns + turned > TURNS or to not in inside or to == gone[0]:
                continue
            go(*to, (dx, dy), turns + turned, (*gone, to))

    go(file, rank, None, 0, ((file, rank),))
    return found


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
