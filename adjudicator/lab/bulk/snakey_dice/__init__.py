"""Snakey Dice in compiled code, with its bots `random` and `careful`: alone, or any number of players in a league."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator.core.compiled import Numbers, Word, Words, borrowed, compiled, copy
from adjudicator.dice.compiled import child
from adjudicator.games.snakey_dice.squares import NUMBER
from adjudicator.lab.bulk import MOST_ACTIONS, Rows
from adjudicator.lab.bulk.snakey_dice import arrays
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
    fresh[arrays.TURN], fresh[arrays.HEAD], fresh[arrays.HEADING], fresh[arrays.ENTRY] = 1, BEGIN, -1, -1
    arrays.put(fresh, arrays.TRAIL, BEGIN)
    fresh[arrays.UPS], fresh[arrays.UPS + 1] = desk[arrays.ALL_UPS], desk[arrays.ALL_UPS + 1]
    for action in range(len(ACTIONS)):
        fresh[arrays.OWNS + action] = desk[arrays.FIRST_OWNS + action]
    left = SET_UP
    while left:
        there = square(thrown(desk, arrays.GAME_DICE, FOR_BLOCKADE))
        arrays.mark(desk, there)
        if arrays.stands(fresh, there) or arrays.holds(arrays.squares(fresh, arrays.UPS), there):
            desk[arrays.HAPPENED] |= 2
        else:
            arrays.put(fresh, arrays.BLOCKADES, there)
            desk[arrays.HAPPENED] |= 1
            left -= 1


@compiled
def _clear(desk: Numbers, told: Words) -> None:
    """Takes what was told off the desk, and the dice that a league held."""
    for word in range(len(told)):
        told[word] = desk[arrays.PLACES + word]
        desk[arrays.PLACES + word] = 0
    desk[arrays.HELD_TURNS : arrays.HELD_TURNS + desk[arrays.LAST_TURN] + 1] = 0
    desk[arrays.HELD_REROLLS : arrays.HELD_REROLLS + arrays.MOST_REROLLS * (desk[arrays.LAST_TURN] + 1)] = 0
    desk[arrays.HELD_DROPS : arrays.HELD_DROPS + desk[arrays.LAST_DROP] + 1] = 0
    desk[arrays.LAST_TURN] = desk[arrays.LAST_DROP] = 0


@compiled
def many(desk: Numbers, players: Numbers, key: Word, first: int, rows: Numbers, told: Words, trace: Numbers) -> None:
    """Games by number: what came of each into a row, the positions of the last one into rows of `trace`."""
    rooms, scale = np.zeros((2, OF_RUN), np.int64), np.zeros(arrays.MOST_ORDERS + 1)
    fresh, at, worths = borrowed(rooms[0]), borrowed(rooms[1]), borrowed(scale)
    desk, rows, told, trace = borrowed(desk), borrowed(rows), borrowed(told), borrowed(trace)
    seats = len(players)
    for index in range(len(rows)):
        row, seed, actions = rows[index], child(key, first + index), 0
        desk[arrays.GAME_DICE], desk[arrays.TELLING] = np.int64(child(seed, 0)), 1
        _set_up(fresh, desk)
        for seat in range(seats):
            desk[arrays.SEAT] = seat
            copy(fresh, at)
            roll(at, desk, arrays.GAME_DICE)
        copy(at, fresh)
        for seat in range(seats):
            desk[arrays.SEAT], desk[arrays.BOT_DICE] = seat, np.int64(child(seed, 1 + seat))
            copy(fresh, at)
            while not at[arrays.ENDED] and actions < MOST_ACTIONS:
                if actions < len(trace):
                    trace[actions, 0] = seat
                    copy(at, trace[actions, 1:])
                if players[(seat + first + index) % seats]:
                    careful(at, desk, worths)
                else:
                    random(at, desk)
                actions += 1
                desk[arrays.TELLING] = actions < MOST_ACTIONS
                carry_out(at, desk, arrays.CHOSEN, arrays.GAME_DICE)
            row[SCORES + seat] = total(at, desk)
        if actions < len(trace):
            trace[actions, 0] = seats - 1
            copy(at, trace[actions, 1:])
        row[REASON], row[LASTED] = arrays.LEAGUE_ENDED if desk[arrays.LEAGUE] else at[arrays.ENDED] - 1, actions
        if actions == MOST_ACTIONS:
            row[REASON] = arrays.WITHOUT_END
        _clear(desk, told[index])


def fits(options: Any, seats: int) -> bool:
    """Whether compiled code plays this: several play in a league alone."""
    return seats == 1 or bool(options.league)


def play(options: Any, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    desk, seats = arrays.sheet(options.house).copy(), len(players)
    desk[arrays.LEAGUE] = options.league
    rows = np.zeros((last - first, SCORES + seats), np.int64)
    told = np.zeros((last - first, arrays.PLACE_WORDS + arrays.words(seats)), np.int64)
    trace = np.empty((0, COLUMNS), np.int64) if trace is None else trace
    many(desk, np.array(players, np.int64), np.uint64(key), first, rows, told, trace)
    reason, actions, scores = rows[:, REASON], rows[:, LASTED], rows[:, SCORES:]
    won = (scores == scores.max(axis=1, keepdims=True)) & (reason == arrays.LEAGUE_ENDED)[:, None]
    where, happened = np.hsplit(told.astype(np.uint64), [arrays.PLACE_WORDS])
    kinds, first_seat = arrays.kinds(seats), np.zeros_like(reason)
    return Rows(arrays.REASONS, kinds, arrays.places(), reason, won, scores, actions, first_seat, happened, where)
