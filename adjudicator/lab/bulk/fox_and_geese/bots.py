"""The bots `random` and `careful` in compiled code: they put the deed that they choose on the desk."""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import bits, compiled, lowest
from adjudicator.core.sense import MOST_LISTED, SURE
from adjudicator.dice.compiled import below, best, drawn
from adjudicator.games.fox_and_geese.sense import FREE, LOST, NEAR, ROOM
from adjudicator.lab.bulk.fox_and_geese.arrays import (
    ALONG,
    BLOCK,
    BLOCKS,
    CAPTURE_ALL,
    CHANCE,
    FILL,
    GOAL,
    GOALS,
    HAND,
    HAPPENED,
    PASS_BY,
    PIECES,
    REDUCE,
    SIDE,
    SIDES,
    TAKE,
    TAKEN,
    WHERE,
    WHOLE,
    WIDTH,
    WINNER,
)
from adjudicator.lab.bulk.fox_and_geese.deeds import deeds
from adjudicator.lab.bulk.fox_and_geese.rules import copy, could, furthest, go, settle
from adjudicator.opponents.search import MOST


@compiled
def random(at: Any, desk: Any) -> None:
    """Any deed."""
    found = deeds(at, desk, -1)
    deeds(at, desk, below(desk, CHANCE + at[SIDE], found) if found > 1 else 0)


@compiled
def careful(at: Any, desk: Any, past: Any, after: Any, numbers: Any, worths: Any) -> None:
    """The deed after which the seat stands best, equals by lot."""
    stream = CHANCE + at[SIDE]
    drawn(desk, stream, 40)  # for dice, which no hunt throws
    count = _candidates(at, desk, numbers)
    happened, where = desk[HAPPENED], desk[WHERE]
    for index in range(count):
        copy(at, after)
        deeds(at, desk, numbers[index])
        go(after, desk, past)
        worths[index] = _worth(after, desk, past, at[SIDE])
    desk[HAPPENED], desk[WHERE] = happened, where
    deeds(at, desk, numbers[best(desk, stream, worths, count)])


@compiled
def _candidates(at: Any, desk: Any, numbers: Any) -> int:
    """All deeds by number where they are few, else some as the lot falls: how many are put down."""
    found = min(deeds(at, desk, MOST_LISTED - 1), MOST_LISTED)
    for number in range(found):
        numbers[number] = number
    if found <= MOST:
        return int(found)
    for left in range(found, found - MOST, -1):
        drawn = below(desk, CHANCE + at[SIDE], left)
        numbers[left - 1], numbers[drawn] = numbers[drawn], numbers[left - 1]
    for index in range(found // 2):  # drawn from the end
        numbers[index], numbers[found - 1 - index] = numbers[found - 1 - index], numbers[index]
    return MOST


@compiled
def _worth(at: Any, desk: Any, past: Any, seat: int) -> float:
    """What a position is worth to a seat, a side that can do nothing having passed."""
    if settle(at, desk, past):
        return 0.0 if desk[WINNER] < 0 else 1.0 if desk[WINNER] == seat else -1.0
    worth = _side(at, desk, 0) - _side(at, desk, 1)
    worth = max(-SURE, min(SURE, worth))
    return worth if seat == 0 else -worth


@compiled
def _side(at: Any, desk: Any, seat: int) -> float:
    rule, other = SIDES + WIDTH * seat, SIDES + WIDTH * (1 - seat)
    begin, end = desk[rule + GOALS], desk[rule + GOALS + 1]
    near = -1e9 if end > begin else 0.0
    for goal in range(begin, end, GOAL):
        near = max(near, _nearness(at, desk, seat, goal))
    worth = NEAR * near - LOST * (at[TAKEN + seat] / desk[rule + WHOLE])
    if desk[other + BLOCKS]:
        worth += FREE * (max(1, min(could(at, desk, seat, ROOM), ROOM)) / ROOM)
    return float(worth)


@compiled
def _nearness(at: Any, desk: Any, seat: int, goal: int) -> float:
    """How much of a goal is reached, 0 to 1."""
    kind, number, zone = desk[goal], desk[goal + 1], desk[goal + 2]
    mine, prey = at[PIECES + seat], at[PIECES + 1 - seat]
    left = bits(prey) + at[HAND + 1 - seat]
    if kind == BLOCK:
        return 0.0
    if kind in (CAPTURE_ALL, REDUCE):
        whole = desk[SIDES + WIDTH * (1 - seat) + WHOLE]
        return float((whole - left) / max(1, whole - number))
    if kind == TAKE:
        return float(at[TAKEN + 1 - seat] / max(1, number))
    if kind == PASS_BY:
        front, behind = furthest(desk, seat, mine) if mine else 0, 0
        while prey:
            behind += desk[SIDES + WIDTH * seat + ALONG + lowest(prey)] < front
            prey &= prey - 1
        return float(behind / max(1, left))
    whole = max(1, bits(zone)) if kind == FILL else number
    return float(bits(zone & mine) / whole)
