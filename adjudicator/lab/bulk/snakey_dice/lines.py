"""Every order on a run in compiled code, counted and by number, in the order of the plain rules.

What can follow a die depends on its face alone, so that dice that show the same are counted once.
"""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import compiled, typed
from adjudicator.games.snakey_dice.run import MOST_DICE
from adjudicator.lab.bulk.snakey_dice.arrays import (
    ALL_SETS,
    BONUS,
    CHOICES,
    CHOSEN,
    CODES,
    CONCEDE,
    EITHER,
    ENDED,
    HEADING,
    IDLE,
    IGNORE,
    KINDS_OF_PART,
    KNOWN,
    LENGTH,
    MOVE,
    MOVES,
    NAMED,
    NUMBERS,
    PARTS,
    PAY_PORTAL,
    RAISE,
    REROLL,
    SETS,
    SUPPOSED,
    TURN,
    TURNS,
    VERB,
    WALL,
    WAY,
    copy,
    room,
)
from adjudicator.lab.bulk.snakey_dice.hand import bonus_open, face, left, possible
from adjudicator.lab.bulk.snakey_dice.rules import EAST, SOUTH, part, trouble

UNNAMED = -1  # no way is named for the start
WAYS = (UNNAMED, EAST, SOUTH)


@compiled
def _offered(at: Any, desk: Any, code: int, way: int) -> bool:
    """Whether a part may be tried next."""
    if at[CHOICES]:
        return RAISE <= code < BONUS
    if code < PAY_PORTAL:
        die, turn = code // TURNS, code % TURNS
        return bool(left(at) >> die & 1) and (turn > 0) == (face(at, desk, die) == EITHER)
    if at[ENDED] or RAISE <= code < BONUS:
        return False
    if code >= BONUS:
        return bonus_open(at)
    found = trouble(at, desk, way if at[HEADING] < 0 else at[HEADING])
    return found == WALL if code == PAY_PORTAL else found != 0 and found != WALL


@compiled
def _kind(at: Any, desk: Any, code: int) -> int:
    """What a die shows, and how it is to turn if it may either way; -1 for what is no die."""
    if code >= PAY_PORTAL:
        return -1
    shown = face(at, desk, code // TURNS)
    return KINDS_OF_PART - 1 if code % TURNS == 2 else shown


@compiled
def _alone(after: Any, way: int) -> int:
    """Whether a move may end there: the way named for the start has been gone."""
    return 1 if after[HEADING] >= 0 or way == UNNAMED else 0


@typed("int64(int64[::1], int64, int64)")
def _moves(desk: Any, depth: int, way: int) -> int:
    """How many ways there are to go on with parts of a move."""
    at = room(desk, depth)
    if at[ENDED]:
        if at[HEADING] < 0 and way != UNNAMED:
            return 0
        rest, either = left(at), 0
        plain = 0
        for die in range(MOST_DICE):
            if rest >> die & 1:
                if face(at, desk, die) == EITHER:
                    either += 1
                else:
                    plain += 1
        return int(desk[IDLE + (MOST_DICE + 1) * plain + either])
    known, found = KNOWN + KINDS_OF_PART * depth, 0
    desk[known : known + KINDS_OF_PART] = -1
    after = room(desk, depth + 1)
    for code in range(CODES):
        if not _offered(at, desk, code, way):
            continue
        kind = _kind(at, desk, code)
        if kind >= 0 and desk[known + kind] >= 0:
            found += desk[known + kind]
            continue
        copy(at, after)
        ways = 0
        if part(after, desk, code, way if at[HEADING] < 0 else UNNAMED, SUPPOSED):
            ways += _alone(after, way)
            if after[TURN] == at[TURN]:
                ways += _moves(desk, depth + 1, way)
        if kind >= 0:
            desk[known + kind] = ways
        found += ways
    return found


@compiled
def _move(at: Any, desk: Any, way: int, number: int, order: int) -> None:
    """Puts the move of that number down, of those with a way named for the start."""
    desk[order + VERB], desk[order + WAY], desk[order + LENGTH] = MOVE, way, 0
    copy(at, room(desk, 0))
    depth = 0
    while True:
        here, after = room(desk, depth), room(desk, depth + 1)
        for code in range(CODES):
            if not _offered(here, desk, code, way):
                continue
            copy(here, after)
            if not part(after, desk, code, way if here[HEADING] < 0 else UNNAMED, SUPPOSED):
                continue
            alone = _alone(after, way)
            more = _moves(desk, depth + 1, way) if after[TURN] == here[TURN] else 0
            if number < alone + more:
                break
            number -= alone + more
        desk[order + PARTS + depth] = code
        depth += 1
        if number < alone:
            desk[order + LENGTH] = depth
            return
        number -= alone


@compiled
def _handlings(at: Any, desk: Any, number: int, order: int) -> int:
    """How many rerolls, flips, unlocks and ignores there are; puts the one of that number down."""
    found, rest = 0, left(at)
    for verb in range(REROLL, IGNORE + 1):
        for index in range(SETS, SETS + ALL_SETS):
            if not desk[index] & ~rest and possible(at, desk, verb, desk[index]):
                if found == number:
                    desk[order + VERB], desk[order + NUMBERS] = verb, desk[index]
                found += 1
    return found


@compiled
def count(at: Any, desk: Any) -> int:
    """How many orders there are, the last of them the one that gives up."""
    found = 1 + _handlings(at, desk, -1, CHOSEN)
    for index in range(NAMED):
        desk[MOVES + index] = 0
        if at[HEADING] < 0 or WAYS[index] == UNNAMED:
            copy(at, room(desk, 0))
            desk[MOVES + index] = _moves(desk, 0, WAYS[index])
        found += desk[MOVES + index]
    return int(found)


@compiled
def put_down(at: Any, desk: Any, number: int, order: int) -> None:
    """Puts down the order of that number, of those that were counted last."""
    for index in range(NAMED):
        if number < desk[MOVES + index]:
            _move(at, desk, WAYS[index], number, order)
            return
        number -= desk[MOVES + index]
    if _handlings(at, desk, number, order) <= number:
        desk[order + VERB] = CONCEDE
