"""Every hunt on up to 64 points in compiled code, with the bots `random` and `careful`."""

from collections.abc import Sequence

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, borrowed, compiled, copy, linked
from adjudicator.core.sense import MOST_LISTED, SURE
from adjudicator.dice.compiled import below, best, child, drawn
from adjudicator.games.fox_and_geese import state
from adjudicator.games.fox_and_geese.sense import AGAIN, LOST, NEAR, left_to
from adjudicator.lab.bulk import ACTIONS, FIRST, HAPPENED, MOST_ACTIONS, REASON, SCORE, WHERE, WINNER, WON, Rows, told
from adjudicator.lab.bulk.fox_and_geese import rules as desks
from adjudicator.lab.bulk.fox_and_geese.rules import COLUMNS
from adjudicator.opponents.search import MOST

_left_to = linked(left_to)


@compiled
def random(at: Numbers, desk: Numbers) -> None:
    """Any deed."""
    found = desks.deeds(at, desk, desks.NONE)
    if found > 1:  # else the only one lies on the desk
        desks.deeds(at, desk, below(desk, desks.CHANCE + at[desks.SIDE], found))


@compiled
def careful(at: Numbers, desk: Numbers, past: Numbers, after: Numbers, numbers: Numbers, worths: Scale) -> None:
    """The deed after which the seat stands best, equals by lot."""
    stream = desks.CHANCE + at[desks.SIDE]
    drawn(desk, stream, 40)  # equivalent: no dice are thrown by these bits, however many
    count = _candidates(at, desk, numbers)
    happened, where = desk[desks.HAPPENED], desk[desks.WHERE]
    for index in range(count):
        copy(at, after)
        desks.deeds(at, desk, numbers[index])
        desks.go(after, desk, past)
        worths[index] = _worth(after, desk, past, at[desks.SIDE])
    desk[desks.HAPPENED], desk[desks.WHERE] = happened, where
    desks.deeds(at, desk, numbers[best(desk, stream, worths, count)])


@compiled
def _candidates(at: Numbers, desk: Numbers, numbers: Numbers) -> int:
    """All deeds by number where they are few, else some as the lot falls: how many are put down."""
    found = min(desks.deeds(at, desk, MOST_LISTED), MOST_LISTED)
    for number in range(found):
        numbers[number] = number if found <= MOST else found - 1 - number  # drawn from the end
    for place in range(MOST if found > MOST else 0):
        drawn = found - 1 - below(desk, desks.CHANCE + at[desks.SIDE], found - place)
        numbers[place], numbers[drawn] = numbers[drawn], numbers[place]
    return int(min(found, MOST))


@compiled
def _worth(at: Numbers, desk: Numbers, past: Numbers, seat: int) -> float:
    """What a position is worth to a seat, a side that can do nothing having passed."""
    if desks.settle(at, desk, past):
        if desk[desks.WINNER] >= 0:
            return WON if desk[desks.WINNER] == seat else -WON
        return -AGAIN if desk[desks.REASON] == desks.REPETITION and seat == 0 else 0.0
    worth = _side(at, desk, 0) - _side(at, desk, 1) - AGAIN / 2 * (desks.times(at, past) > 1)
    worth = max(-SURE, min(SURE, worth))
    return worth if seat == 0 else -worth


@compiled
def _side(at: Numbers, desk: Numbers, seat: int) -> float:
    rule = desks.SIDES + desks.WIDTH * seat
    begin, end = desk[rule + desks.GOALS], desk[rule + desks.GOALS + 1]
    near = -np.inf if end > begin else 0.0
    for goal in range(begin, end, desks.GOAL):
        have, need = desks.toward(at, desk, seat, goal)
        near = max(near, have / max(1, need))
    worth = NEAR * near - LOST * (at[desks.TAKEN + seat] / desk[rule + desks.WHOLE])
    if seat == 1 and desk[desks.SIDES + desks.BLOCKS]:
        worth += _left_to(*desks.left(at, desk))
    return float(worth)


@compiled
def many(
    desk: Numbers, begin: Numbers, players: Numbers, key: np.uint64, first: int, rows: Numbers, trace: Numbers
) -> None:
    """Games by number from the position `begin`: what came of each into a row, the positions of the last one."""
    rooms = np.zeros((2, COLUMNS), np.int64)  # equivalent: more room is not used
    listed, scale = np.zeros(MOST_LISTED, np.int64), np.zeros(MOST_LISTED)
    gone = np.zeros((MOST_ACTIONS + desk[desks.TURNS]) * COLUMNS, np.int64)
    at, after, numbers, worths = borrowed(rooms[0]), borrowed(rooms[1]), borrowed(listed), borrowed(scale)
    desk, rows, trace, past = borrowed(desk), borrowed(rows), borrowed(trace), borrowed(gone)
    for number in range(first, first + len(rows)):
        row, seed = rows[number - first], child(key, number)
        for side in range(2):
            desk[desks.BOTS + side] = players[(side + number) % 2]
            desk[desks.CHANCE + side] = np.int64(child(seed, 1 + side))
        copy(begin, at)
        desk[desks.HAPPENED], desk[desks.WHERE] = 1 << desks.BEGINS + at[desks.SIDE], 0
        desks.remember(at, past)
        over = desks.settle(at, desk, past)
        row[REASON], row[WINNER], row[ACTIONS] = desks.WITHOUT_END, desks.NONE, MOST_ACTIONS
        row[FIRST] = 0 if over else at[desks.SIDE]
        for actions in range(MOST_ACTIONS):
            row[HAPPENED], row[WHERE] = desk[desks.HAPPENED], desk[desks.WHERE]
            if actions < len(trace):
                copy(at, trace[actions])
            if over:
                row[REASON], row[WINNER], row[ACTIONS] = desk[desks.REASON], desk[desks.WINNER], actions
                break
            if desk[desks.BOTS + at[desks.SIDE]]:
                careful(at, desk, past, after, numbers, worths)
            else:
                random(at, desk)
            desks.go(at, desk, past)
            over = desks.settle(at, desk, past)


def fits(options: state.Options, seats: int) -> bool:
    """Whether compiled code plays the hunt of these options."""
    return desks.fits(state.rules(options))


def play(
    options: state.Options, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None
) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    played = state.rules(options)
    rows = np.zeros((last - first, SCORE), np.int64)
    trace = rows[len(rows) :] if trace is None else trace
    begin, seated = desks.begun(played), np.array(players, np.int64)
    many(desks.laid(played).copy(), begin, seated, np.uint64(key), first, rows, trace)
    return told(rows, SCORE, len(players), desks.REASONS, desks.KINDS, played.names)
