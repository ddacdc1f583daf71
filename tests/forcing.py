"""Wins by force within a few plies, by the compiled rules of hunts: what `proof` asks, a hundred times faster.

One side at a time, deeper and deeper. What was proved or refuted of a position is kept by a hash of 64 bits, and what
settled it is tried first; what a third repetition or the last turn would say does not count.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from adjudicator.core.compiled import copy
from adjudicator.games.fox_and_geese.rules import Position, Rules
from adjudicator.lab.bulk.fox_and_geese import rules as desks
from adjudicator.lab.bulk.fox_and_geese.rules import MISSED, NOW, SIDE, SINCE, TAKEN, TURN, WINNER

ROOM = 1 << 22  # positions kept
MIX, NEVER = np.uint64(0xBF58476D1CE4E5B9), 99


@numba.njit  # type: ignore[untyped-decorator]
def _key(at: Any, winner: int) -> Any:
    made = np.uint64(winner + 1)
    for column in range(TAKEN + 2):
        made = (made ^ np.uint64(at[column])) * MIX
        made ^= made >> np.uint64(29)
    return made


@numba.njit  # type: ignore[untyped-decorator]
def wins(depth: int, left: int, winner: int, row: Any, desk: Any, past: Any, keys: Any, known: Any) -> bool:
    """Whether that side wins from the position at that depth of `row` within so many plies."""
    at, after = row[depth], row[depth + 1]
    at[TURN], at[SINCE], at[NOW] = 1, 0, 1
    if desks.over(at, desk, past):
        return bool(desk[WINNER] == winner)
    if left == 0:
        return False
    key = _key(at, winner)
    slot = np.int64(key & np.uint64(ROOM - 1))
    first = 0
    if keys[slot] == key:
        if known[slot, 0] <= left:
            return True
        if known[slot, 1] >= left:
            return False
        first = known[slot, 2]
    mine, count, best = at[SIDE] == winner, desks.deeds(at, desk, -1), 0
    settled = False
    for number in range(max(1, count)):
        best = (first + number) % max(1, count)
        copy(at, after)
        after[SINCE], after[NOW] = 0, 0
        if count:
            desks.deeds(at, desk, best)
            desks.go(after, desk, past)
        else:
            after[SIDE], after[MISSED] = 1 - at[SIDE], 0
            desks.remember(after, past)
        settled = wins(depth + 1, left - 1, winner, row, desk, past, keys, known) == mine
        if settled:
            break
    won = mine == settled
    if keys[slot] != key:
        keys[slot], known[slot, 0], known[slot, 1] = key, NEVER, -1
    known[slot, 0 if won else 1] = left
    known[slot, 2] = best
    return bool(won)


def forced(played: Rules, position: Position, plies: int) -> tuple[int, int] | None:
    """Who wins from there within how many plies, at most so many; None: nobody."""
    desk = desks.laid(played).copy()
    row, past = np.zeros((plies + 2, desks.COLUMNS), np.int64), np.zeros(4 * (1 + desks.SAME), np.int64)
    keys, known = np.zeros(ROOM, np.uint64), np.zeros((ROOM, 3), np.int16)
    values = [
        position.side,
        *position.pieces,
        *position.hand,
        position.missed,
        *position.last,
        *position.taken,
        1,
        0,
        0,
    ]
    first = np.array([number % (1 << 64) for number in values], np.uint64).view(np.int64)
    for tried in range(plies + 1):
        winner = position.side if tried % 2 else 1 - position.side
        row[0] = first
        desks.remember(row[0], past)
        if wins(0, tried, winner, row, desk, past, keys, known):
            return winner, tried
    return None
