"""Snail Trail in compiled code, with its bots `random` and `careful`: boards of up to 64 squares.

A set of squares is a number, a bit for each. A way is a number, too, six bits for each square that it enters, the last
ones lowest: a board of 64 squares has no room for turns of more than ten."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, Word, bits, borrowed, compiled, lowest, typed
from adjudicator.dice.compiled import below, best, child, drawn
from adjudicator.games.snail_trail import SnailTrail
from adjudicator.games.snail_trail.fast import SQUARES, reach, signed
from adjudicator.games.snail_trail.sense import ALL, DRAWN, FIRST as AT_ONCE, MOST, WHOLE
from adjudicator.games.snail_trail.state import grid
from adjudicator.lab.bulk import ACTIONS, ENDLESS, FIRST, HAPPENED, SCORE, WHERE, WINNER, WON, Rows, told
from printables.boards.snail_trail import corners, needed
from printables.core.options import Ruled

TURN, MOVER, SNAILS, FREE = 0, 1, 2, 4  # a position: what each column holds, the snails in two
COLUMNS = FREE + 1
SQUARE = 6  # bits of a square in a way
BEGINS, MOVES, STUCK = range(0, 6, 2)  # of a seat, two bits each
KINDS = tuple(f"{seat} {kind}" for kind in SnailTrail.EVENTS for seat in "AB")
# What all functions need: whether turns grow, the bots; streams of dice and of both bots; squares a step away.
GROWS, BOTS, DICE, CHANCE, NEAR = 0, 1, 3, 4, 6
SIZE = NEAR + SQUARES


@typed("boolean(int64, int64, int64, int64[::1])")
def _exists(at: int, free: int, steps: int, near: Numbers) -> bool:
    """Whether there is a way of exactly so many steps."""
    ends = near[at] & free
    if steps < 2:
        return steps < 1 or bool(ends)
    room = reach(at, free, steps, near)
    if bits(room) < steps:
        return False
    while ends:
        if _exists(lowest(ends), room & ~(ends & -ends), steps - 1, near):
            return True
        ends ^= ends & -ends
    return False


@typed("int64(int64, int64, int64, int64, int64, int64[::1], int64[::1])")
def _list(at: int, free: int, steps: int, way: int, count: int, ways: Numbers, near: Numbers) -> int:
    """All ways in the order of the board, until there are more than MOST: how many there are then."""
    if not _exists(at, free, steps, near):
        return count
    ends = near[at] & free
    while ends and count <= MOST:
        end = lowest(ends)
        ends ^= ends & -ends
        if steps == 1:
            ways[count] = way << SQUARE | end
            count += 1
        else:
            count = _list(end, free & ~(1 << end), steps - 1, way << SQUARE | end, count, ways, near)
    return count


_steps = compiled(needed)  # the rule itself


@compiled
def _needed(at: Numbers, desk: Numbers) -> int:
    return int(_steps(at[TURN], desk[GROWS] != 0))


@compiled
def _over(at: Numbers, desk: Numbers) -> bool:
    """Whether the snail to move has no complete move."""
    return not _exists(at[SNAILS + at[MOVER]], at[FREE], _needed(at, desk), desk[NEAR:])


@compiled
def _go(at: Numbers, desk: Numbers, way: int) -> int:
    """The snail to move goes a way: the squares that it leaves and enters."""
    entered = 1 << at[SNAILS + at[MOVER]]
    for step in range(_needed(at, desk)):
        entered |= 1 << (way >> SQUARE * step & SQUARES - 1)
    at[SNAILS + at[MOVER]] = way & SQUARES - 1
    at[FREE] &= ~entered
    at[MOVER] = 1 - at[MOVER]
    at[TURN] += 1
    return int(entered)


@compiled
def _random(at: Numbers, desk: Numbers) -> int:
    """A way square by square, each step one that leads on."""
    here, free, near = at[SNAILS + at[MOVER]], at[FREE], desk[NEAR:]
    way = here  # what lies above the squares that are entered is not read
    for left in range(_needed(at, desk) - 1, -1, -1):
        ends, on = near[here] & free, 0
        while ends:
            end = ends & -ends
            ends ^= end
            if _exists(lowest(end), free & ~end, left, near):
                on |= end
        for _ in range(below(desk, CHANCE + at[MOVER], bits(on))):
            on ^= on & -on
        here = lowest(on)
        free &= ~(1 << here)
        way = way << SQUARE | here
    return int(way)


@compiled
def _reached(at: Numbers, desk: Numbers, snail: int) -> float:
    """What a snail reaches within a move, in all and at once."""
    free, near = at[FREE], desk[NEAR:]
    reached = bits(reach(snail, free, _needed(at, desk) + 1, near)) + ALL * bits(reach(snail, free, SQUARES, near))
    return float(reached + AT_ONCE * bits(near[snail] & free))


@compiled
def _candidates(at: Numbers, desk: Numbers, ways: Numbers) -> int:
    """All ways where they are few, else some as the lot falls: how many are put down."""
    here, count = at[SNAILS + at[MOVER]], 0
    count = _list(here, at[FREE], _needed(at, desk), here, count, ways, desk[NEAR:])
    if count <= MOST:
        return count
    count = 0
    for _ in range(DRAWN * MOST):
        way, index = _random(at, desk), 0
        while index < count and ways[index] != way:
            index += 1
        if index == count and count < MOST:
            ways[count] = way
            count += 1
    return count


@compiled
def _careful(at: Numbers, desk: Numbers, after: Numbers, ways: Numbers, worths: Scale) -> int:
    """The way after which the seat stands best as the sense of this game has it, equals by lot."""
    stream = CHANCE + at[MOVER]
    drawn(desk, stream, 40)  # equivalent: no dice are thrown by these bits, however many
    count = _candidates(at, desk, ways)
    for number in range(count):
        after[:] = at
        _go(after, desk, ways[number])
        worths[number] = WON
        if not _over(after, desk):
            mover = after[MOVER]
            mine = _reached(after, desk, after[SNAILS + 1 - mover])
            other = _reached(after, desk, after[SNAILS + mover])
            worths[number] = WHOLE * (mine - other) / (mine + other + 1)
    return int(ways[best(desk, stream, worths, count)])


@compiled
def many(desk: Numbers, begin: Numbers, players: Numbers, key: Word, first: int, rows: Numbers, trace: Numbers) -> None:
    """Games by number from the position `begin`: what came of each into a row, the positions of the last one."""
    rooms = np.zeros((2, COLUMNS), np.int64)  # equivalent: more room is not used
    listed, scale = np.zeros(MOST + 1, np.int64), np.zeros(MOST)
    at, after, ways, worths = borrowed(rooms[0]), borrowed(rooms[1]), borrowed(listed), borrowed(scale)
    desk, rows, trace = borrowed(desk), borrowed(rows), borrowed(trace)
    for number in range(first, first + len(rows)):
        row, seed, at[:] = rows[number - first], child(key, number), begin
        for side in range(len(players)):
            desk[BOTS + side] = players[(side + number) % 2]
        for stream in range(3):
            desk[DICE + stream] = np.int64(child(seed, stream))
        at[MOVER] += below(desk, DICE, 2)
        row[FIRST], row[HAPPENED] = at[MOVER], 1 << BEGINS + at[MOVER]
        while True:
            if row[ACTIONS] < len(trace):
                trace[row[ACTIONS]] = at
            mover = at[MOVER]
            if _over(at, desk):
                break
            row[HAPPENED] |= 1 << MOVES + mover
            way = _careful(at, desk, after, ways, worths) if desk[BOTS + mover] else _random(at, desk)
            row[WHERE] |= _go(at, desk, way)
            row[ACTIONS] += 1
        row[WINNER] = 1 - mover
        if row[ACTIONS]:
            row[HAPPENED] |= 1 << STUCK + mover
            row[WHERE] |= 1 << at[SNAILS + mover]


def fits(options: Ruled, seats: int) -> bool:
    """Whether compiled code plays under these options: the squares are bits of a number."""
    return len(grid(options).names) <= SQUARES


def play(options: Any, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    squares = grid(options)
    home = [squares.number[name] for name in corners(options)]
    desk = np.zeros(SIZE, np.int64)
    desk[GROWS] = options.grows
    desk[NEAR : NEAR + len(squares.near)] = [signed(near) for near in squares.near]
    free = squares.all & ~squares.mask(corners(options))
    begin = np.array([1, 0, *home, signed(free)], np.int64)
    rows = np.zeros((last - first, SCORE), np.int64)
    trace = rows[len(rows) :] if trace is None else trace
    many(desk, begin, np.array(players, np.int64), np.uint64(key), first, rows, trace)
    return told(rows, SCORE, len(players), ("stuck", ENDLESS), KINDS, squares.names)
