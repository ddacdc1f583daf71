"""Snakes & Foxes in compiled code, with its bots `random` and `careful`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator.core.compiled import borrowed, compiled
from adjudicator.dice.compiled import child
from adjudicator.games.snakes_and_foxes.wheel import SPACES
from adjudicator.lab.bulk import MOST_ACTIONS, Rows, won
from adjudicator.lab.bulk.snakes_and_foxes.arrays import (
    ACTIONS,
    BOARD,
    BOTS,
    COLUMNS,
    FIRST,
    GAME_DICE,
    KINDS,
    REASON,
    REASONS,
    SCORE,
    TOLD,
    WAY,
    WINNER,
    board,
    copy,
    seated,
)
from adjudicator.lab.bulk.snakes_and_foxes.bots import careful, random
from adjudicator.lab.bulk.snakes_and_foxes.hunters import hunt
from adjudicator.lab.bulk.snakes_and_foxes.turns import ended, over, passes, start, turn
from adjudicator.lab.bulk.snakes_and_foxes.walk import go
from adjudicator.opponents.careful import THROWS


@compiled
def _game(desk: Any, key: Any, row: Any, told: Any, trace: Any, worths: Any, at: Any) -> None:
    """A whole game: what came of it into `row` and `told`, each position into a row of `trace`, if it has any."""
    for stream in range(3):
        desk[GAME_DICE + stream] = child(key, stream)
    start(at, desk, GAME_DICE, TOLD)
    row[FIRST] = seated(at, desk)
    row[REASON], row[WINNER], row[ACTIONS] = len(REASONS) - 1, -1, MOST_ACTIONS
    for actions in range(MOST_ACTIONS):
        if actions < len(trace):
            copy(at, trace[actions])
        if over(at, desk):
            row[ACTIONS] = actions
            ended(at, desk, row)
            break
        if desk[BOTS + seated(at, desk)]:
            careful(at, desk, worths)
        else:
            random(at, desk)
        if not go(at, desk, WAY, TOLD):
            hunt(at, desk, GAME_DICE, TOLD)
        turn(at, desk, GAME_DICE, TOLD)
        passes(at, desk, GAME_DICE, TOLD)
    for word in range(3):
        told[word] = desk[TOLD + word]
        desk[TOLD + word] = 0


@compiled
def many(desk: Any, players: Any, key: Any, first: int, rows: Any, told: Any, trace: Any) -> None:
    """Games by number, a row each; the positions of the last one."""
    held = np.zeros(THROWS + 2 * BOARD), np.zeros(COLUMNS, np.int64)
    worths, at = borrowed(held[0]), borrowed(held[1])
    desk, rows, told, trace = borrowed(desk), borrowed(rows), borrowed(told), borrowed(trace)
    for index in range(len(rows)):
        for side in range(len(players)):
            desk[BOTS + side] = players[(side + first + index) % len(players)]
        _game(desk, child(key, first + index), rows[index], told[index], trace, worths, at)


def fits(options: Any, seats: int) -> bool:
    """Whether compiled code plays under these options: a player who moves the hunters has no bot here."""
    return bool(options.hunters == "rule")


def play(options: Any, players: Sequence[int], key: int, first: int, last: int, trace: Any = None) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    desk = board(options.first_ring, options.distance).copy()
    tokens = options.tokens if len(players) == 1 else 2
    desk[:BOTS] = [tokens, len(players), options.play_on, options.stranded == "longest", options.auto_pass]
    rows, told = np.zeros((last - first, 6), np.int64), np.zeros((last - first, 3), np.uint64)
    trace = np.empty((0, COLUMNS), np.int64) if trace is None else trace
    many(desk, np.array(players, np.int64), np.uint64(key), first, rows, told, trace)
    scores = rows[:, SCORE : SCORE + len(players)]
    reason, winner, actions, beginner = (rows[:, column] for column in (REASON, WINNER, ACTIONS, FIRST))
    won_by = won(winner, len(players))
    return Rows(REASONS, KINDS, SPACES, reason, won_by, scores, actions, beginner, told[:, :1], told[:, 1:])
