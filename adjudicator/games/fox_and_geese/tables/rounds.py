"""A tier decided in compiled code: what has ended and what captures decide, then round after round what steps lead to
it.

In round n is found what is decided by n deeds, a capture counted as the last of them. All stands of a group are looked
at together, and only groups from which something has become known since the last look. Parts of a tier are worked on by
threads: no part of a round reads what the same part of another one writes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.compiled import compiled
from adjudicator.compiled.sets import ONE, bit, count, lowest
from adjudicator.games.fox_and_geese.position import FEW, MANY
from adjudicator.games.fox_and_geese.tables.captures import (
    BY_FEW,
    BY_MANY,
    NOBODY,
    NONE,
    best_capture,
    can_leap,
    claimed,
    ended,
    mobile,
)
from adjudicator.games.fox_and_geese.tables.groups import FIRST, NO_ONE, PART, ZERO, find, image


@compiled
def _room(ground: Any, tier: Any, group: Any, row: int) -> Any:
    """Where one of the few may stand; nowhere where a row is no stand."""
    free = ground.board & ~group
    if tier.few == 1:
        return free
    return free & ~bit(row) if free & bit(row) else ZERO


@compiled
def open_(ground: Any, turned: Any, lower: Any, masks: Any, tier: Any, low: int, high: int) -> None:
    """What has ended, and what captures decide."""
    for at in range(low, high):
        group = masks[at]
        for row in range(tier.few_m.shape[1]):
            left = _room(ground, tier, group, row)
            while left:
                here = lowest(left)
                left &= left - ONE
                stand = bit(here) | (bit(row) if tier.few == 2 else ZERO)
                winner = ended(ground, MANY, group, stand)
                if winner == NOBODY and ground.block[FEW] and not mobile(ground, group, stand):
                    winner = BY_FEW
                if winner == BY_MANY:
                    tier.many_m[at, row] |= bit(here)
                elif winner == BY_FEW:
                    tier.many_f[at, row] |= bit(here)
                _open_few(ground, turned, lower, tier, at, group, row, here)


@compiled
def _open_few(ground: Any, turned: Any, lower: Any, tier: Any, at: int, group: Any, row: int, here: int) -> None:
    stand = bit(here) | (bit(row) if tier.few == 2 else ZERO)
    winner = ended(ground, FEW, group, stand)
    if winner == BY_MANY:
        tier.few_m[at, row] |= bit(here)
    elif winner == BY_FEW:
        tier.few_f[at, row] |= bit(here)
    if winner != NOBODY:
        return
    free = ground.board & ~group & ~stand
    steps = ground.ends[FEW, here] & free
    best = NONE
    if tier.few == 2:
        one = ground.ends[FEW, row] & free
        alone = ground.alternate and (one or can_leap(ground, row, group, bit(here)))
        if not ground.alternate or alone:
            best = best_capture(ground, turned, lower, group, here, row)
            steps = one if alone else steps | one
        if not alone and best != BY_FEW:
            other = best_capture(ground, turned, lower, group, row, here)
            if best != NOBODY or other == BY_FEW:
                best = other if other != NONE else best
    else:
        best = best_capture(ground, turned, lower, group, NO_ONE, here)
    if best == NONE:
        if not steps and ground.block[MANY]:
            tier.few_m[at, row] |= bit(here)
    elif best == BY_FEW:
        tier.fresh_f[at, row] |= bit(here)
    elif best == NOBODY:
        tier.kept[at, row] |= bit(here)
    elif ground.forced or not steps:
        tier.fresh_m[at, row] |= bit(here)


@compiled
def few_move(ground: Any, turned: Any, lower: Any, masks: Any, tier: Any, low: int, high: int) -> None:
    """The few to move: what is won by a step, and what is lost whatever they do."""
    for at in range(low, high):
        if not tier.look_few[at]:
            continue
        tier.look_few[at] = 0
        group = masks[at]
        for row in range(tier.few_m.shape[1]):
            room = _room(ground, tier, group, row)
            left = room & ~(tier.few_m[at, row] | tier.few_f[at, row] | tier.fresh_m[at, row] | tier.fresh_f[at, row])
            if ground.forced:
                left &= ~tier.kept[at, row]
            while left:
                here = lowest(left)
                left &= left - ONE
                winner = _stepping(ground, turned, lower, tier, at, group, row, here, room)
                if winner == BY_FEW:
                    tier.fresh_f[at, row] |= bit(here)
                elif winner == BY_MANY and not tier.kept[at, row] & bit(here):
                    tier.fresh_m[at, row] |= bit(here)


@compiled
def _stepping(
    ground: Any, turned: Any, lower: Any, tier: Any, at: int, group: Any, row: int, here: int, room: Any
) -> int:
    """Who wins by the steps of the few, or by their pass where they can do nothing."""
    mine, movers = ground.ends[FEW, here] & room, bit(here)
    other = ZERO
    if tier.few == 2:
        other = ground.ends[FEW, row] & room & ~bit(here)
        movers |= bit(row)
        if ground.alternate and (other or can_leap(ground, row, group, bit(here))):
            mine, movers = ZERO, bit(row)
    if not mine | other:
        stand = bit(here) | (bit(row) if tier.few == 2 else ZERO)
        if tier.kept[at, row] & bit(here) or not mobile(ground, group, stand):
            return NOBODY
        if tier.many_f[at, row] & bit(here):
            return BY_FEW
        return BY_MANY if tier.many_m[at, row] & bit(here) else NOBODY
    if ground.huff:
        others = bit(row) if tier.few == 2 else ZERO
        owed = bit(here) if can_leap(ground, here, group, others) else ZERO
        if tier.few == 2 and can_leap(ground, row, group, bit(here)):
            owed |= bit(row)
        owed &= movers
        if owed:
            winner = _owing(ground, turned, lower, tier, at, group, row, here, mine, owed)
            if winner == BY_FEW or tier.few == 1:
                return winner
            second = _owing(ground, turned, lower, tier, at, group, here, row, other, owed)
            return second if winner == BY_MANY or second == BY_FEW else winner
    if mine & tier.many_f[at, row]:
        return BY_FEW
    if tier.few == 2 and other & tier.many_f[at, here]:
        return BY_FEW
    if mine & ~tier.many_m[at, row] or (tier.few == 2 and other & ~tier.many_m[at, here]):
        return NOBODY
    return BY_MANY


@compiled
def _owing(
    ground: Any, turned: Any, lower: Any, tier: Any, at: int, group: Any, row: int, here: int, ends: Any, owed: Any
) -> int:
    """The best that the piece on `here` gets by a step, where pieces owe a capture: BY_MANY if there is none."""
    best = BY_MANY
    number = at + lower.values[count(group)]
    while ends:
        there = lowest(ends)
        ends &= ends - ONE
        worth = NOBODY
        if tier.many_m[at, row] & bit(there):
            worth = BY_MANY
        elif tier.many_f[at, row] & bit(there):
            worth = BY_FEW
        claims = owed & ~bit(here) | bit(there) if owed & bit(here) else owed
        stand = bit(there) | (bit(row) if tier.few == 2 else ZERO)
        worth = claimed(ground, turned, lower, number, FIRST, worth, claims, group, stand)
        if worth == BY_FEW:
            return BY_FEW
        if worth == NOBODY:
            best = NOBODY
    return best


@compiled
def many_move(ground: Any, turned: Any, groups: Any, tier: Any, plies: int, found: Any, low: int, high: int) -> None:
    """The many to move: the same, with what is found put in place."""
    rows = tier.few_m.shape[1]
    some, every, can = np.zeros(rows, np.uint64), np.zeros(rows, np.uint64), np.zeros(rows, np.uint64)
    for at in range(low, high):
        if not tier.look_many[at]:
            continue
        tier.look_many[at] = 0
        group = groups.masks[at]
        whole = ZERO
        for row in range(rows):
            whole |= _room(ground, tier, group, row) & ~(tier.many_m[at, row] | tier.many_f[at, row])
        if not whole:
            continue
        some[:], every[:], can[:] = ZERO, ground.board, ZERO
        movers = group
        while movers:
            here = lowest(movers)
            movers &= movers - ONE
            ends = ground.ends[MANY, here] & ground.board & ~group
            while ends:
                there = lowest(ends)
                ends &= ends - ONE
                _gather(ground, turned, groups, tier, group & ~bit(here) | bit(there), there, some, every, can)
        for row in range(rows):
            live = _room(ground, tier, group, row) & ~(tier.many_m[at, row] | tier.many_f[at, row])
            passing = _passing(ground, tier, at, group, row, live & ~can[row])
            won = live & some[row] | passing & tier.few_m[at, row]
            lost = live & ~won & every[row] & can[row] | passing & tier.few_f[at, row]
            if won | lost:
                tier.many_m[at, row] |= won
                tier.many_f[at, row] |= lost
                tier.look_few[at] = 1
                found[low // PART] += count(won | lost)
                _count(tier.many_plies, at, row, won | lost, plies)


@compiled
def _able(ground: Any, group: Any, here: int, others: Any) -> bool:
    """Whether one of the few can do anything."""
    if ground.ends[FEW, here] & ground.board & ~group & ~others:
        return True
    return bool(can_leap(ground, here, group, others))


@compiled
def _passing(ground: Any, tier: Any, at: int, group: Any, row: int, stuck: Any) -> Any:
    """Of stands in which none of the many can step: those decided for the few to move, where one of these can."""
    found, left = ZERO, stuck & (tier.few_m[at, row] | tier.few_f[at, row])
    while left:
        here = lowest(left)
        left &= left - ONE
        able = _able(ground, group, here, bit(row) if tier.few == 2 else ZERO)
        if tier.few == 2 and not able:
            able = _able(ground, group, row, bit(here))
        if able:
            found |= bit(here)
    return found


@compiled
def _gather(
    ground: Any, turned: Any, groups: Any, tier: Any, after: Any, there: int, some: Any, every: Any, can: Any
) -> None:
    """Adds what a step of the many leads to, for each stand of the few that leaves room for it."""
    number, by = find(turned, groups.marks, groups.before, FIRST, after)
    back = turned.back[by]
    open_ = ~bit(there)
    for row in range(some.size):
        if tier.few == 2 and (row == there or after & bit(row)):
            continue
        source = turned.points[by, row] if tier.few == 2 else 0
        won, lost = tier.few_m[number, source], tier.few_f[number, source]
        if by:
            won, lost = image(turned, back, won), image(turned, back, lost)
        some[row] |= won
        every[row] &= lost | ~open_
        can[row] |= open_


@compiled
def settle(ground: Any, turned: Any, groups: Any, tier: Any, plies: int, found: Any, low: int, high: int) -> None:
    """Puts in place what the few to move have found, and marks the groups from which the many can come there."""
    for at in range(low, high):
        changed = False
        for row in range(tier.few_m.shape[1]):
            fresh = tier.fresh_m[at, row] | tier.fresh_f[at, row]
            if not fresh:
                continue
            changed = True
            tier.few_m[at, row] |= tier.fresh_m[at, row]
            tier.few_f[at, row] |= tier.fresh_f[at, row]
            tier.fresh_m[at, row] = tier.fresh_f[at, row] = ZERO
            found[low // PART] += count(fresh)
            _count(tier.few_plies, at, row, fresh, plies)
        if not changed:
            continue
        group = groups.masks[at]
        tier.look_many[at] = 1
        left = group
        while left:
            there = lowest(left)
            left &= left - ONE
            origins = ground.starts[there] & ground.board & ~group
            while origins:
                number, _ = find(turned, groups.marks, groups.before, FIRST, group & ~bit(there) | bit(lowest(origins)))
                origins &= origins - ONE
                tier.look_many[number] = 1


@compiled
def _count(plies: Any, at: int, row: int, fresh: Any, number: int) -> None:
    if plies.size:
        while fresh:
            plies[at, row, lowest(fresh)] = number
            fresh &= fresh - ONE
