"""What the side to act may do, in compiled code: in the order of the plain rules, so that a deed goes by its number."""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import bits, compiled, lowest
from adjudicator.lab.bulk.fox_and_geese.arrays import (
    ADD,
    ANY_TURN,
    BOARD,
    CHAIN,
    DEED,
    DROP,
    DUTY,
    ENDS,
    FORCED,
    FROM,
    GONE,
    HAND,
    HUFF,
    HUFFED,
    JUMP,
    LAST,
    LEAPS,
    LEVEL,
    MISSED,
    MORE,
    PIECES,
    PLACE,
    PLACING,
    POINTS,
    REPEAT,
    SECOND,
    SIDE,
    SIDES,
    STACK,
    STEP,
    TO,
    WENT,
    WIDTH,
)

POINT = (1 << SECOND) - 1
HERE, NEXT, TAKES, ALONG_IT = range(LEVEL)


@compiled
def deeds(at: Any, desk: Any, stop: int) -> int:
    """How many deeds there are, no pass among them; the one of number `stop` then lies on the desk.

    Captures and steps are counted only as far as that one (-1: all).
    """
    side = at[SIDE]
    rule, free, found = SIDES + WIDTH * side, unheld(at, desk), 0
    added = additions(at, desk)
    if at[MISSED]:
        found = _points(desk, PLACE, added, found, stop)
        if desk[SIDES + WIDTH * (1 - side) + DUTY] == HUFFED:
            found = _points(desk, HUFF, at[MISSED], found, stop)
    placing = at[HAND + side] > 0
    if not placing or desk[rule + PLACING] == ANY_TURN:
        left = movers(at, desk)
        capturing = leapers(at, desk, left)
        if capturing:
            forced = desk[rule + DUTY] == FORCED
            while capturing:
                if found > stop >= 0:
                    return found
                found = _paths(at, desk, lowest(capturing), found, stop)
                capturing &= capturing - 1
            if forced:
                return found
        while left:
            here = lowest(left)
            left &= left - 1
            ends = desk[rule + ENDS + here] & free
            many = bits(ends)
            if found <= stop < found + many:
                _put(desk, STEP, here, _nth(ends, stop - found))
                return int(found + many)
            found += many
    if placing:
        found = _points(desk, PLACE, desk[rule + DROP] & free & ~added, found, stop)
    return found


@compiled
def _nth(points: int, number: int) -> int:
    for _ in range(number):
        points &= points - 1
    return int(lowest(points))


@compiled
def _put(desk: Any, kind: int, start: int, end: int) -> None:
    desk[DEED], desk[FROM], desk[TO], desk[GONE], desk[MORE] = kind, start, end, 0, 0
    desk[WENT] = 1 << start | 1 << end


@compiled
def _points(desk: Any, kind: int, points: int, found: int, stop: int) -> int:
    """A deed for each point of a set."""
    many = bits(points)
    if found <= stop < found + many:
        point = _nth(points, stop - found)
        _put(desk, kind, point, point)
    return int(found + many)


@compiled
def unheld(at: Any, desk: Any) -> int:
    """The points where nobody stands."""
    return int(desk[BOARD] & ~(at[PIECES] | at[PIECES + 1]))


@compiled
def additions(at: Any, desk: Any) -> int:
    """Where the side to act may add a piece for a capture that was missed."""
    return int(desk[SIDES + WIDTH * at[SIDE] + ADD] & unheld(at, desk)) if at[MISSED] else 0


@compiled
def movers(at: Any, desk: Any) -> int:
    """The pieces that may move: of a side that alternates all but the last moved, where another one can."""
    side = at[SIDE]
    mine, last = at[PIECES + side], at[LAST + side]
    if last < 0 or not mine >> last & 1:
        return int(mine)
    others = mine & ~(1 << last)
    if leapers(at, desk, others):
        return int(others)
    free, left = unheld(at, desk), others
    while left:
        if desk[SIDES + WIDTH * side + ENDS + lowest(left)] & free:
            return int(others)
        left &= left - 1
    return int(mine)


@compiled
def leapers(at: Any, desk: Any, among: int) -> int:
    """Those of the pieces that can leap."""
    side = at[SIDE]
    row, found = SIDES + WIDTH * side + LEAPS, 0
    if desk[row] == desk[row + POINTS]:
        return 0
    prey, free = at[PIECES + 1 - side], unheld(at, desk)
    while among:
        here = lowest(among)
        among &= among - 1
        for index in range(desk[row + here], desk[row + here + 1]):
            leap = desk[index]
            if prey >> (leap & POINT) & free >> (leap >> SECOND) & 1:
                found |= 1 << here
                break
    return found


@compiled
def _paths(at: Any, desk: Any, start: int, found: int, stop: int) -> int:
    """All captures of one piece, each chain that may end before those that go on from there."""
    rule, level = SIDES + WIDTH * at[SIDE], desk[STACK]
    first, chain, forced = level, desk[rule + CHAIN], desk[rule + DUTY] == FORCED
    desk[level + HERE], desk[level + NEXT] = start, desk[rule + LEAPS + start]
    desk[level + TAKES], desk[level + ALONG_IT] = 0, 1 << start
    while level >= first:
        index = _onward(at, desk, level)
        if index < 0:
            level -= LEVEL
            continue
        leap, after = desk[index], level + LEVEL
        to = leap >> SECOND
        desk[level + NEXT] = index + 1
        desk[after + HERE], desk[after + NEXT] = to, desk[rule + LEAPS + to]
        desk[after + TAKES] = desk[level + TAKES] | 1 << (leap & POINT)
        desk[after + ALONG_IT] = desk[level + ALONG_IT] | 1 << to
        more = bool(chain) and _onward(at, desk, after) >= 0
        if not (more and forced):
            if found == stop:
                _put(desk, JUMP, start, to)
                desk[GONE], desk[WENT], desk[MORE] = desk[after + TAKES], desk[after + ALONG_IT], more
                return found + 1
            found += 1
        if more:
            level = after
    return found


@compiled
def _onward(at: Any, desk: Any, level: int) -> int:
    """Where the next leap lies that a piece in the middle of a chain can make; -1: there is none."""
    side, first = at[SIDE], desk[STACK]
    rule = SIDES + WIDTH * side
    prey, free = at[PIECES + 1 - side], unheld(at, desk) | 1 << desk[first + HERE]
    if not desk[rule + REPEAT]:
        prey &= ~desk[level + TAKES]
        free |= desk[level + TAKES]
    for index in range(desk[level + NEXT], desk[rule + LEAPS + desk[level + HERE] + 1]):
        leap = desk[index]
        if prey >> (leap & POINT) & free >> (leap >> SECOND) & 1:
            made = False
            for earlier in range(first, level, LEVEL):
                made |= desk[earlier + NEXT] == index + 1
            if not made:
                return index
    return -1
