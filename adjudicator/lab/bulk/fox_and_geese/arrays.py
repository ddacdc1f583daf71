"""What compiled rules of hunts work on: one array of numbers with the hunt, streams of chance, and the deed at hand.

A set of points is a number, a bit for each. A position is a row of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from adjudicator.games.fox_and_geese import EVENTS, OUTCOMES
from adjudicator.games.fox_and_geese.rules import Leap, Rules
from adjudicator.games.fox_and_geese.state import WINNERS
from adjudicator.lab.bulk import ENDLESS

POINTS = 64
# A position: the columns that make two of them the same, what else is compared, the part of the past that still counts.
SIDE, PIECES, HAND, MISSED, LAST = 0, 1, 3, 5, 6
SAME = 8
TAKEN, TURN = 8, 10
TOLD = 11
SINCE, NOW = 11, 12
COLUMNS = 13
# The desk: bots and their chance, how the game ended, what happened and where, whether anything can be done.
BOTS, CHANCE, REASON, WINNER, HAPPENED, WHERE, MOVES = 0, 2, 4, 5, 6, 7, 8
# A deed: its kind, where it begins and ends, what a capture takes, all points of it, whether it could have gone on.
DEED, FROM, TO, GONE, WENT, MORE = range(9, 15)
STEP, JUMP, PLACE, HUFF = range(4)
# The hunt: its points, who begins, its turns, who wins by repetition and by the last turn; where room for leaps begins.
BOARD, FIRST, TURNS, REPEATED, LIMITED, STACK = range(15, 21)
SIDES = 21
# What each side may do, so many numbers after those of the other; of captures, pairs and goals where they begin.
CHAIN, DUTY, REPEAT, FLANK, PLACING, ALTERNATE, WHOLE, DROP, ADD, BLOCKS = range(10)
ENDS = 10
ALONG = ENDS + POINTS
LEAPS = ALONG + POINTS
PAIRS = LEAPS + POINTS + 1
GOALS = PAIRS + POINTS + 1
WIDTH = GOALS + 2
SIZE = SIDES + 2 * WIDTH
SECOND = 8  # bits before the second point of a pair
GOAL = 3  # numbers of a goal: its kind, a count, a zone
LEVEL = 4  # numbers of a point in a chain of leaps: the point, the next leap from it, what is taken, all points so far
DUTIES = ("optional", "forced", "huff", "add")
FORCED, HUFFED = 1, 2  # of these; from HUFFED on a capture that is not made costs something
PLACINGS = ("first", "any-turn", "by-turns")
BEFORE_PLAY, ANY_TURN = 0, 1  # of these
KINDS_OF_GOALS = ("block", "capture-all", "reduce", "take", "fill", "hold", "pass")
BLOCK, CAPTURE_ALL, REDUCE, TAKE, FILL, HOLD, PASS_BY = range(7)
REASONS = (*OUTCOMES, ENDLESS)  # the first by the kinds of goals
REPETITION, TURN_LIMIT, STUCK, WITHOUT_END = range(7, 11)
KINDS = tuple(f"{seat} {kind}" for kind in EVENTS for seat in "AB")
BEGINS, STEPS, CAPTURES, SEIZED, PLACED, ADDED, HUFFS, MISSES, PASSES = range(0, 18, 2)  # of a seat, two bits each


def fits(played: Rules) -> bool:
    """Whether a hunt lies on a desk: its points are bits of a number, and no two leaps of a point end alike."""
    ends = [[there for _, there in leaps] for table in played.tables for leaps in table.leaps]
    return len(played.names) <= POINTS and all(len(set(row)) == len(row) for row in ends)


@cache
def laid(played: Rules) -> Any:
    """A hunt on its desk."""
    hunt, made = played.hunt, [0] * SIZE
    winners = [WINNERS[rule] for rule in (hunt.repetition, hunt.limit)]
    made[BOARD:STACK] = [played.board, played.first, hunt.turns, *(-1 if seat is None else seat for seat in winners)]
    for seat in range(2):
        _lay(made, played, seat)
    made[STACK] = len(made)
    leaps = max(sum(map(len, table.leaps)) for table in played.tables)
    return _numbers(made + [0] * (LEVEL * (leaps + 2)))


def _lay(made: list[int], played: Rules, seat: int) -> None:
    table, side, base = played.tables[seat], played.sides[seat], SIDES + WIDTH * seat
    capture = side.capture
    made[base : base + ENDS] = [
        bool(capture and capture.chain),
        DUTIES.index(played.duty(seat)),
        bool(capture and capture.repeat),
        bool(capture and capture.by == "flank"),
        PLACINGS.index(side.placing),
        side.alternate,
        side.pieces,
        table.drop,
        table.add,
        any(goal.kind == "block" for goal in side.wins),
    ]
    points = len(played.names)
    made[base + ENDS : base + ENDS + points] = [sum(1 << there for there in ends) for ends in table.steps]
    made[base + ALONG : base + ALONG + points] = table.along
    for start, rows in ((LEAPS, table.leaps), (PAIRS, table.pairs)):
        _list(made, base + start, rows)
    made[base + GOALS] = len(made)
    for goal in side.wins:
        made += [KINDS_OF_GOALS.index(goal.kind), goal.count, played.zones[goal.zone] if goal.zone else 0]
    made[base + GOALS + 1] = len(made)


def _list(made: list[int], start: int, rows: Sequence[Sequence[Leap]]) -> None:
    """Pairs of points at the end of the desk; where those of each point begin, and the last ones end, from `start`."""
    for point in range(POINTS + 1):
        made[start + point] = len(made)
        made += [one | other << SECOND for one, other in (rows[point] if point < len(rows) else ())]


@cache
def begun(played: Rules) -> Any:
    """The position that a hunt begins from."""
    position = played.start()
    return _numbers([position.side, *position.pieces, *position.hand, 0, *position.last, *position.taken, 1, 0, 0])


def _numbers(made: Sequence[int]) -> Any:
    """As signed numbers, the last point of a set its sign."""
    return np.array([number % (1 << 64) for number in made], np.uint64).view(np.int64)
