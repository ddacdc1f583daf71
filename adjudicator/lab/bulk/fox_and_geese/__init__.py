"""Every hunt on up to 64 points in compiled code, with the bots `random` and `careful`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator.core.compiled import borrowed, compiled
from adjudicator.core.sense import MOST_LISTED
from adjudicator.dice.compiled import child
from adjudicator.games.fox_and_geese.state import rules
from adjudicator.lab.bulk import MOST_ACTIONS, Rows, won
from adjudicator.lab.bulk.fox_and_geese import arrays as desks
from adjudicator.lab.bulk.fox_and_geese.arrays import (
    BEGINS,
    BOTS,
    CHANCE,
    COLUMNS,
    HAPPENED,
    KINDS,
    REASON,
    REASONS,
    SAME,
    SIDE,
    TOLD,
    TURNS,
    WHERE,
    WINNER,
    WITHOUT_END,
)
from adjudicator.lab.bulk.fox_and_geese.bots import careful, random
from adjudicator.lab.bulk.fox_and_geese.rules import copy, go, remember, settle

ENDED, WON, ACTIONS, BEGAN, HAPPENINGS, PLACES = range(6)  # what came of a game


@compiled
def _game(at: Any, desk: Any, key: Any, row: Any, trace: Any, past: Any, after: Any, numbers: Any, worths: Any) -> None:
    """A whole game: what came of it into `row`, each position into a row of `trace`, if it has any."""
    for seat in range(2):
        desk[CHANCE + seat] = child(key, 1 + seat)
    desk[HAPPENED], desk[WHERE] = 1 << BEGINS + at[SIDE], 0
    remember(at, past)
    over = settle(at, desk, past)
    row[BEGAN] = 0 if over else at[SIDE]
    row[ENDED], row[WON], row[ACTIONS] = WITHOUT_END, -1, MOST_ACTIONS
    for actions in range(MOST_ACTIONS):
        row[HAPPENINGS], row[PLACES] = desk[HAPPENED], desk[WHERE]
        if actions < len(trace):
            copy(at, trace[actions])
        if over:
            row[ENDED], row[WON], row[ACTIONS] = desk[REASON], desk[WINNER], actions
            return
        if desk[BOTS + at[SIDE]]:
            careful(at, desk, past, after, numbers, worths)
        else:
            random(at, desk)
        go(at, desk, past)
        over = settle(at, desk, past)


@compiled
def many(desk: Any, begin: Any, players: Any, key: Any, first: int, rows: Any, trace: Any) -> None:
    """Games by number from the position `begin`, a row each; the positions of the last one."""
    rooms, scale = np.zeros((2, COLUMNS), np.int64), np.zeros(MOST_LISTED)
    listed, gone = np.zeros(MOST_LISTED, np.int64), np.zeros((2 * MOST_ACTIONS + desk[TURNS]) * (1 + SAME), np.int64)
    at, after, numbers, worths = borrowed(rooms[0]), borrowed(rooms[1]), borrowed(listed), borrowed(scale)
    desk, rows, trace, past = borrowed(desk), borrowed(rows), borrowed(trace), borrowed(gone)
    for index in range(len(rows)):
        for side in range(2):
            desk[BOTS + side] = players[(side + first + index) % 2]
        copy(begin, at)
        _game(at, desk, child(key, first + index), rows[index], trace, past, after, numbers, worths)


def fits(options: Any, seats: int) -> bool:
    """Whether compiled code plays the hunt of these options."""
    return desks.fits(rules(options))


def play(options: Any, players: Sequence[int], key: int, first: int, last: int, trace: Any = None) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    played = rules(options)
    rows = np.zeros((last - first, 6), np.int64)
    trace = np.empty((0, TOLD), np.int64) if trace is None else trace
    begin, seated = desks.begun(played), np.array(players, np.int64)
    many(desks.laid(played).copy(), begin, seated, np.uint64(key), first, rows, trace)
    reason, winner, actions, began, happened, where = rows.T
    scores = np.zeros((len(rows), 0), np.int64)
    words = happened.astype(np.uint64)[:, None], where.astype(np.uint64)[:, None]
    return Rows(REASONS, KINDS, played.names, reason, won(winner, 2), scores, actions, began, *words)
