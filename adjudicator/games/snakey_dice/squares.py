"""Squares by number, row by row, -1 a wall, and what lies before a snake: functions of plain and of compiled play.

Ways are numbers in the order of COMPASS. Sets of squares are bits of a whole number here; compiled play puts others in
the place of the functions that know it."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from adjudicator.games.snakey_dice.run import COMPASS, SQUARES, Square, neighbour, opposite
from printables.boards.snakey_dice import FIRST, LAST
from printables.boards.snakey_dice.house import FACES, POINTS

Squares: TypeAlias = Any  # a set of squares: one whole number in plain play, two in compiled play
# A snake: its head, its way, the square that was paid for (-1 none), the squares taken, portals and jumps left.
Snake: TypeAlias = tuple[int, int, int, Squares, int, int]
SIDE = LAST - FIRST + 1
WIDE = SIDE + 1  # a column more than there is: what leaves the board sideways falls into it
ORDER: tuple[Square, ...] = tuple(sorted(SQUARES, key=lambda square: (square[1], square[0])))
NUMBER: Mapping[Square, int] = {square: number for number, square in enumerate(ORDER)}
NEAR = tuple(tuple(NUMBER.get(neighbour(square, way) or (0, 0), -1) for square in ORDER) for way in COMPASS)
ACROSS = tuple(tuple(NUMBER[opposite(square, way)] for square in ORDER) for way in COMPASS)  # through the wall that way
WALL, BLOCKADE, TRAIL, CONCEDED = range(1, 5)  # what stands in a square, 0 nothing, and so how a run ends
STRAIGHT, LEFT, RIGHT, EITHER, LOCKED = range(len(FACES))  # what a die shows, by its number in FACES
WORDS = ("", "L", "R")  # how a die that may turn either way is to turn, by number
OWNED, CROSSED = POINTS["actions"], POINTS["jumped"]
BY_PORTAL, BY_JUMP = 1, 2  # how the square in front is paid for

BIT = tuple(1 << number // SIDE * WIDE + number % SIDE for number in range(len(ORDER)))
BOARD = sum(BIT)
_BIT: Mapping[Square, int] = dict(zip(ORDER, BIT, strict=True))


def mask(squares: Iterable[Square]) -> Squares:
    """A set of squares (column, row)."""
    return sum(map(_BIT.__getitem__, squares))


def holds(squares: Squares, square: int) -> bool:
    """Whether a square is in a set."""
    return bool(squares & BIT[square])


def added(squares: Squares, square: int) -> Squares:
    """A set and one square more."""
    return squares | BIT[square]


def both(one: Squares, other: Squares) -> Squares:
    """The squares in two sets."""
    return one & other


def count(squares: Squares) -> int:
    """How many squares are in a set."""
    found: int = squares.bit_count()
    return found


def reach(square: int, taken: Squares) -> Squares:
    """The squares that can be reached from one of those that are not taken, itself too."""
    seen, edge, free = 0, BIT[square], BOARD & ~taken
    while edge:
        seen |= edge
        edge = (edge << 1 | edge >> 1 | edge << WIDE | edge >> WIDE) & free & ~seen
    return seen


def dead_ends(room: Squares, head: int, front: int) -> int:
    """How many squares of a room have one way in, from there or from the head; the one in front is none."""
    seen = room | BIT[head]
    north, south, east, west = seen << WIDE, seen >> WIDE, seen << 1, seen >> 1
    twice = (north & south) | (east & west) | ((north | south) & (east | west))
    found: int = (room & ~BIT[front] & ~twice).bit_count()
    return found


def stands(square: int, blockades: Squares, trail: Squares) -> int:
    """What stands in a square, 0 nothing; a wall instead of one that there is not."""
    if square < 0:
        return WALL
    if holds(blockades, square):
        return BLOCKADE
    return TRAIL if holds(trail, square) else 0


def before(head: int, entry: int, heading: int) -> int:
    """The square that is drawn in next: the one that was paid for, else the one in front."""
    return entry if entry >= 0 else NEAR[heading][head]


def turned(face: int, word: int) -> int:
    """By how many quarters to the right a die turns the snake."""
    if face == STRAIGHT:
        return 0
    return 3 if face == LEFT or word == 1 else 1


def landing(square: int, heading: int, taken: Squares) -> tuple[int, int]:
    """Where one jump from before a square lands, -1 where the wall comes first, and how many squares it crosses."""
    over = 0
    while square >= 0 and holds(taken, square):
        square, over = NEAR[heading][square], over + 1
    return square, over


def paid(snake: Snake) -> tuple[int, int, int, int, int]:
    """The free square in front, -1 where it cannot be paid for; what that costs in points, the purse then, and how."""
    head, heading, entry, taken, portals, jumps = snake
    front, costs, how = before(head, entry, heading), 0, 0
    if front < 0:
        if not portals:
            return -1, 0, 0, 0, 0
        front, costs, portals, how = ACROSS[heading][head], OWNED, portals - 1, BY_PORTAL
    if holds(taken, front):
        front, over = landing(front, heading, taken)
        if front < 0 or not jumps:
            return -1, 0, 0, 0, 0
        costs, jumps, how = costs + OWNED - CROSSED * over, jumps - 1, how | BY_JUMP
    return front, costs, portals, jumps, how
