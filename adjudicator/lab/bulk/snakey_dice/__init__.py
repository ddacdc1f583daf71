"""Snakey Dice in compiled code, with its bots `random` and `careful`: alone, or any number of players in a league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, Word, Words, borrowed, compiled
from adjudicator.dice.compiled import child
from adjudicator.games.snakey_dice.squares import NUMBER
from adjudicator.lab.bulk import MOST_ACTIONS, Rows
from adjudicator.lab.bulk.snakey_dice.arrays import (
    ALL_UPS,
    BLOCKADES,
    BOT_DICE,
    CHOSEN,
    ENDED,
    ENTRY,
    FIRST_OWNS,
    GAME_DICE,
    HAPPENED,
    HEAD,
    HEADING,
    HELD_DROPS,
    HELD_REROLLS,
    HELD_TURNS,
    LAST_DROP,
    LAST_TURN,
    LEAGUE,
    LEAGUE_ENDED,
    MOST_ORDERS,
    MOST_REROLLS,
    OWNS,
    PLACE_WORDS,
    PLACES,
    PLAYERS,
    REASONS,
    SEAT,
    SEATS,
    TELLING,
    TRAIL,
    TURN,
    UPS,
    WITHOUT_END,
    copy,
    holds,
    kinds,
    mark,
    places,
    put,
    sheet,
    squares,
    stands,
    words,
)
from adjudicator.lab.bulk.snakey_dice.arrays import COLUMNS as OF_RUN
from adjudicator.lab.bulk.snakey_dice.bots import careful, random
from adjudicator.lab.bulk.snakey_dice.rules import FOR_BLOCKADE, carry_out, roll, square, thrown, total
from printables.boards.snakey_dice.house import ACTIONS, SET_UP, START

COLUMNS = 1 + OF_RUN  # a position with the seat whose run it is
REASON, LASTED, SCORES = range(3)  # what came of a game; the scores of all seats
BEGIN = NUMBER[START]


@compiled
def _set_up(fresh: Numbers, desk: Numbers) -> None:
    """The run that all begin with: six blockades, the same for all."""
    fresh[:] = 0
    fresh[TURN], fresh[HEAD], fresh[HEADING], fresh[ENTRY] = 1, BEGIN, -1, -1
    put(fresh, TRAIL, BEGIN)
    fresh[UPS], fresh[UPS + 1] = desk[ALL_UPS], desk[ALL_UPS + 1]
    for action in range(len(ACTIONS)):
        fresh[OWNS + action] = desk[FIRST_OWNS + action]
    left = SET_UP
    while left:
        there = square(thrown(desk, GAME_DICE, FOR_BLOCKADE))
        mark(desk, there)
        if stands(fresh, there) or holds(squares(fresh, UPS), there):
            desk[HAPPENED] |= 2
        else:
            put(fresh, BLOCKADES, there)
            desk[HAPPENED] |= 1
            left -= 1


@compiled
def _game(desk: Numbers, key: Word, row: Numbers, trace: Numbers, fresh: Numbers, at: Numbers, worths: Scale) -> None:
    """A whole game: what came of it into `row`, each position into a row of `trace`, if it has any."""
    desk[GAME_DICE] = np.int64(child(key, 0))
    desk[TELLING] = 1
    _set_up(fresh, desk)
    for seat in range(desk[SEATS]):
        desk[SEAT] = seat
        copy(fresh, at)
        roll(at, desk, GAME_DICE)
    copy(at, fresh)
    actions, row[REASON] = 0, LEAGUE_ENDED
    for seat in range(desk[SEATS]):
        desk[SEAT], desk[BOT_DICE] = seat, np.int64(child(key, 1 + seat))
        copy(fresh, at)
        while not at[ENDED] and actions < MOST_ACTIONS:
            if actions < len(trace):
                trace[actions, 0] = seat
                copy(at, trace[actions, 1:])
            if desk[PLAYERS + seat]:
                careful(at, desk, worths)
            else:
                random(at, desk)
            actions += 1
            desk[TELLING] = actions < MOST_ACTIONS
            carry_out(at, desk, CHOSEN, GAME_DICE)
        row[SCORES + seat] = total(at, desk)
    if actions == MOST_ACTIONS:
        row[REASON] = WITHOUT_END
    elif not desk[LEAGUE]:
        row[REASON] = at[ENDED] - 1
    if actions < len(trace):
        trace[actions, 0] = desk[SEATS] - 1
        copy(at, trace[actions, 1:])
    row[LASTED] = actions


@compiled
def _clear(desk: Numbers, told: Words) -> None:
    """Takes what was told off the desk, and the dice that a league held."""
    for word in range(len(told)):
        told[word] = desk[PLACES + word]
        desk[PLACES + word] = 0
    desk[HELD_TURNS : HELD_TURNS + desk[LAST_TURN] + 1] = 0
    desk[HELD_REROLLS : HELD_REROLLS + MOST_REROLLS * (desk[LAST_TURN] + 1)] = 0
    desk[HELD_DROPS : HELD_DROPS + desk[LAST_DROP] + 1] = 0
    desk[LAST_TURN] = desk[LAST_DROP] = 0


@compiled
def many(desk: Numbers, players: Numbers, key: Word, first: int, rows: Numbers, told: Words, trace: Numbers) -> None:
    """Games by number, a row each; the positions of the last one."""
    rooms, scale = np.zeros((2, OF_RUN), np.int64), np.zeros(MOST_ORDERS + 1)
    fresh, at, worths = borrowed(rooms[0]), borrowed(rooms[1]), borrowed(scale)
    desk, rows, told, trace = borrowed(desk), borrowed(rows), borrowed(told), borrowed(trace)
    for index in range(len(rows)):
        for seat in range(len(players)):
            desk[PLAYERS + seat] = players[(seat + first + index) % len(players)]
        _game(desk, child(key, first + index), rows[index], trace, fresh, at, worths)
        _clear(desk, told[index])


def fits(options: Any, seats: int) -> bool:
    """Whether compiled code plays this: several play in a league alone."""
    return seats == 1 or bool(options.league)


def play(options: Any, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    desk, seats = sheet(options.house).copy(), len(players)
    desk[SEATS], desk[LEAGUE] = seats, options.league
    rows = np.zeros((last - first, SCORES + seats), np.int64)
    told = np.zeros((last - first, PLACE_WORDS + words(seats)), np.int64)
    trace = np.empty((0, COLUMNS), np.int64) if trace is None else trace
    many(desk, np.array(players, np.int64), np.uint64(key), first, rows, told, trace)
    reason, actions, scores = rows[:, REASON], rows[:, LASTED], rows[:, SCORES:]
    won = (scores == scores.max(axis=1, keepdims=True)) & (reason == LEAGUE_ENDED)[:, None]
    where, happened = told.astype(np.uint64)[:, :PLACE_WORDS], told.astype(np.uint64)[:, PLACE_WORDS:]
    return Rows(REASONS, kinds(seats), places(), reason, won, scores, actions, np.zeros_like(reason), happened, where)
