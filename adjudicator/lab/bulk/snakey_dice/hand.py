"""Dice in compiled code: what is thrown, by whom it is shared, what it shows, and rerolls, flips, unlocks, ignores."""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.core.compiled import bits, compiled, typed
from adjudicator.dice.compiled import below
from adjudicator.games.snakey_dice.danger import BONUS_DICE
from adjudicator.games.snakey_dice.run import MOST_BONUSES, MOST_DICE
from adjudicator.lab.bulk.snakey_dice.arrays import (
    CHOICES,
    COUNT,
    DICE,
    DROPS,
    FACE,
    FLIP,
    FLIPS_LEFT,
    FREE,
    GAME_DICE,
    HELD_DROPS,
    HELD_REROLLS,
    HELD_TURNS,
    IGNORE,
    IGNORED,
    LAST_DROP,
    LAST_TURN,
    LEAGUE,
    LEVEL,
    LOCKED,
    LOCKS,
    MOST_REROLLS,
    OWNS,
    RAISED,
    REROLL,
    REROLLS,
    REROLLS_LEFT,
    SHOWN,
    SHOWS,
    SUPPOSED,
    TURN,
    UNLOCK,
    UNLOCKED,
    UNLOCKS,
    USED,
    VALUES,
    WON,
    WON_NOW,
    kind,
    tell,
)
from printables.boards.snakey_dice.house import FIRST_DICE, LEVELS, SIDES, TRACKS

FOR_BLOCKADE = 4
ROLLS, REROLLED, FLIPPED, UNLOCKS_FREE = kind("roll"), kind("reroll"), kind("flip"), kind("unlock")
UNLOCKS_PAID, IGNORES = kind("unlock-paid"), kind("ignore")
THROWN_ROLL, THROWN_REROLL = kind("thrown-roll"), kind("thrown-reroll")
THROWN_BLOCKADE = kind("thrown-blockade")
BY_REROLL, BY_FLIP, BY_UNLOCK, BY_IGNORE = map(TRACKS.index, ("reroll", "flip", "unlock", "ignore"))


@typed("int64(int64[::1], int64, int64)")
def thrown(desk: Any, stream: int, count: int) -> int:
    """What so many dice show."""
    values = 0
    for die in range(count):
        values |= below(desk, stream, SIDES) + 1 << SHOWN * die
    return values


@typed("int64(int64[::1], int64, int64, int64, int64)")
def _shared(desk: Any, stream: int, held: int, count: int, kind: int) -> int:
    """The same of dice that a league holds for all; in what is only tried nobody has thrown them yet."""
    if stream != GAME_DICE:
        return thrown(desk, stream, count)
    if not desk[held]:
        desk[held] = thrown(desk, stream, count)
        tell(desk, stream, kind, -1)
    return int(desk[held])


@compiled
def dropped(at: Any, desk: Any, stream: int) -> int:
    """The four dice of the next blockade."""
    if not desk[LEAGUE]:
        return thrown(desk, stream, FOR_BLOCKADE)
    if stream == GAME_DICE:
        desk[LAST_DROP] = max(desk[LAST_DROP], at[DROPS])
    return _shared(desk, stream, HELD_DROPS + at[DROPS], FOR_BLOCKADE, THROWN_BLOCKADE)


@compiled
def left(at: Any) -> int:
    """The dice neither used nor ignored."""
    return int((1 << at[COUNT]) - 1 & ~(at[USED] | at[IGNORED]))


@compiled
def face(at: Any, desk: Any, die: int) -> int:
    """What a die shows."""
    return int(desk[FACE + (at[DICE] >> SHOWN * die & SHOWS)])


@typed("int64(int64[::1], int64[::1], int64)")
def value(at: Any, desk: Any, track: int) -> int:
    """What a track is worth this turn."""
    return int(desk[VALUES + (LEVELS + 1) * track + at[LEVEL + track] - at[RAISED + track]])


@compiled
def highest(at: Any) -> int:
    """The highest level of a track."""
    found = 0
    for track in range(len(TRACKS)):
        found = max(found, at[LEVEL + track])
    return found


@compiled
def kept_locked(at: Any) -> int:
    """Dice that show a lock and are not ignored."""
    return int(bits(at[LOCKS] & ~at[IGNORED]))


@compiled
def bonus_open(at: Any) -> bool:
    """Whether there is a bonus to be taken."""
    fewest = min(at[WON], at[WON + 1], at[WON + 2])
    return not at[WON_NOW] and kept_locked(at) >= BONUS_DICE and fewest < MOST_BONUSES


@compiled
def _look(at: Any, desk: Any) -> None:
    """Which dice show a lock."""
    at[LOCKS] = 0
    for die in range(at[COUNT]):
        at[LOCKS] |= (face(at, desk, die) == LOCKED) << die


@typed("void(int64[::1], int64[::1], int64)")
def roll(at: Any, desk: Any, stream: int) -> None:
    """The throw of a turn, with all that it begins with."""
    at[RAISED : RAISED + len(TRACKS)] = 0
    at[USED] = at[IGNORED] = at[UNLOCKED] = at[WON_NOW] = at[REROLLS] = at[UNLOCKS] = 0
    at[REROLLS_LEFT], at[FLIPS_LEFT] = value(at, desk, BY_REROLL), value(at, desk, BY_FLIP)
    at[COUNT] = FIRST_DICE + highest(at)
    if stream == SUPPOSED:
        return
    if desk[LEAGUE]:
        if stream == GAME_DICE:
            desk[LAST_TURN] = max(desk[LAST_TURN], at[TURN])
        at[DICE] = _shared(desk, stream, HELD_TURNS + at[TURN], MOST_DICE, THROWN_ROLL)
        at[DICE] &= (1 << SHOWN * at[COUNT]) - 1
    else:
        at[DICE] = thrown(desk, stream, at[COUNT])
    _look(at, desk)
    tell(desk, stream, ROLLS, -1)


@compiled
def possible(at: Any, desk: Any, verb: int, dice: int) -> bool:
    """Whether these dice, all of them left, may be rerolled, flipped, unlocked or ignored."""
    if at[CHOICES] or (at[USED] and verb != IGNORE):
        return False
    locked = at[LOCKS] & ~at[UNLOCKED]
    if verb == REROLL:
        return bool(at[REROLLS_LEFT] and not dice & locked)
    if verb == FLIP:
        return bool(bits(dice) <= at[FLIPS_LEFT] and not dice & locked)
    if verb == FREE:
        return not dice & ~locked and bits(dice) <= _free(at, desk, dice) + at[OWNS + UNLOCK]
    if bits(at[IGNORED] | dice) > value(at, desk, BY_IGNORE):
        return False
    lost = bits(dice & at[LOCKS])
    return not (at[WON_NOW] and lost and kept_locked(at) - lost < BONUS_DICE)


@compiled
def _free(at: Any, desk: Any, dice: int) -> int:
    """How many of these dice are unlocked by the track."""
    return int(min(bits(dice), max(0, value(at, desk, BY_UNLOCK) - at[UNLOCKS])))


@compiled
def handle(at: Any, desk: Any, verb: int, dice: int, stream: int) -> None:
    """Dice are rerolled, flipped, unlocked or ignored, as is possible."""
    if verb == REROLL:
        at[REROLLS_LEFT] -= 1
        at[REROLLS] += 1
        _reroll(at, desk, dice, stream)
        tell(desk, stream, REROLLED, -1)
    elif verb == FLIP:
        at[FLIPS_LEFT] -= bits(dice)
        for die in range(MOST_DICE):
            if dice >> die & 1:
                at[DICE] ^= (SIDES + 1) << SHOWN * die
        tell(desk, stream, FLIPPED, -1)
    elif verb == FREE:
        free = _free(at, desk, dice)
        paid = bits(dice) - free
        at[UNLOCKS] += free
        at[OWNS + UNLOCK] -= paid
        at[UNLOCKED] |= dice
        tell(desk, stream, UNLOCKS_PAID if paid else UNLOCKS_FREE, -1)
        return
    else:
        at[IGNORED] |= dice
        tell(desk, stream, IGNORES, -1)
        return
    at[UNLOCKED] &= ~dice
    _look(at, desk)


@compiled
def _reroll(at: Any, desk: Any, dice: int, stream: int) -> None:
    values = np.int64(0)
    if desk[LEAGUE]:
        held = HELD_REROLLS + MOST_REROLLS * at[TURN] + at[REROLLS]
        values = _shared(desk, stream, held, MOST_DICE, THROWN_REROLL)
    for die in range(MOST_DICE):
        if dice >> die & 1:
            shown = values >> SHOWN * die & SHOWS if desk[LEAGUE] else below(desk, stream, SIDES) + 1
            at[DICE] = at[DICE] & ~(SHOWS << SHOWN * die) | shown << SHOWN * die


assert SIDES == SHOWS - 1  # opposite faces are a number's and that of the bits that it lacks
