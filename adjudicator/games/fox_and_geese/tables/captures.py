"""Captures in compiled code: every chain of leaps that the rules allow, and what the position after it is worth."""

from typing import NamedTuple

import numpy as np

from adjudicator.core.compiled import ONE, Flags, Numbers, Word, Words, bit, compiled, count, lowest_bit
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.tables.ground import Ground, Lower
from adjudicator.games.fox_and_geese.tables.groups import ZERO, find

NOBODY, BY_MANY, BY_FEW, NONE = range(4)
LONGEST = 64  # equivalent: room for the leaps of a chain, which no board has pieces for


@compiled
def reached(ground: Ground, seat: int, group: Word, stand: Word) -> bool:
    """Whether a side has won by where the pieces stand."""
    mine, other = (group, stand) if seat == MANY else (stand, group)
    for number in range(ground.counts.shape[1]):
        if count(mine & ground.zones[seat, number]) >= ground.counts[seat, number]:
            return True
    return bool(ground.ahead.shape[1]) and _ahead(ground.ahead[seat], mine, other)


@compiled
def _ahead(along: Word, mine: Word, other: Word) -> bool:
    furthest = along[lowest_bit(mine)]
    while mine:
        furthest = max(furthest, along[lowest_bit(mine)])
        mine &= mine - ONE
    while other:
        if furthest <= along[lowest_bit(other)]:
            return False
        other &= other - ONE
    return True


@compiled
def mobile(ground: Ground, group: Word, stand: Word) -> bool:
    """Whether one of the many can step."""
    free = ground.board & ~group & ~stand
    left = group
    while left:
        if ground.ends[MANY, lowest_bit(left)] & free:
            return True
        left &= left - ONE
    return False


@compiled
def can_leap(ground: Ground, here: int, group: Word, others: Word) -> bool:
    """Whether a piece of the few can capture; `others`: the few beside it."""
    free = ground.board & ~group & ~others
    for number in range(ground.leaps[here]):
        if group & bit(ground.over[here, number]) and free & bit(ground.to[here, number]):
            return True
    return False


@compiled
def claimed(
    ground: Ground, lower: Lower, at: int, by: int, worth: int, claims: Numbers, group: Word, stand: Word
) -> int:
    """What a position with the many to move is worth to whom, if they may also huff: `worth` without it, `claims` the
    pieces. `at`: the number of the group among those of one of the few less, `by` the symmetry that leads there."""
    if not claims or reached(ground, FEW, group, stand) or reached(ground, MANY, group, stand):
        return worth
    if not mobile(ground, group, stand):
        worth = BY_FEW  # they must claim
    while claims:
        left = stand & ~(claims & (~claims + ONE))
        claims &= claims - ONE
        if lower.won:
            return BY_MANY
        point = bit(ground.turned.points[by, lowest_bit(left)])
        if lower.lone_m[at, 0] & point:
            return BY_MANY
        if worth == BY_FEW and not lower.lone_f[at, 0] & point:
            worth = NOBODY
    return worth


@compiled
def decided(many: Word, few: Word, point: Word) -> int:
    """Who wins on that point, as the wins of both are known."""
    return BY_MANY if many & point else BY_FEW if few & point else NOBODY


@compiled
def landed(ground: Ground, lower: Lower, group: Word, other: int, here: int, more: bool) -> int:
    """What it is worth that one of the few came to `here` by captures, beside `other` (-1: none); `more`: to go on."""
    size = count(group)
    if size < lower.fewest:
        return BY_FEW
    at, ways = find(ground.turned, lower.marks, lower.before, lower.first[size], group)
    at, by = at + lower.values[size], lowest_bit(ways)
    row = ground.turned.points[by, other] if other >= 0 else 0
    point = bit(ground.turned.points[by, here])
    worth = decided(lower.many_m[at, row], lower.many_f[at, row], point)
    if ground.huff and more:
        stand = bit(here) | (bit(other) if other >= 0 else ZERO)
        return claimed(ground, lower, at, by, worth, bit(here), group, stand)
    return worth


class Chain(NamedTuple):
    """Room for a chain of leaps: at each of its steps where the piece is, which leap is the next to be tried, what was
    taken, and whether it could go on."""

    here: Numbers
    leap: Numbers
    taken: Words
    onward: Flags


@compiled
def chain() -> Chain:
    """Room for a chain; made once for many, since to make it takes longer than most chains."""
    here, leap = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    return Chain(here, leap, np.zeros(LONGEST, np.uint64), np.zeros(LONGEST, np.bool_))


@compiled
def best_capture(ground: Ground, lower: Lower, chain: Chain, group: Word, other: int, start: int) -> int:
    """The best that one of the few gets by capturing: BY_FEW, NOBODY, BY_MANY, or NONE where it cannot."""
    here, leap, taken, onward = chain.here, chain.leap, chain.taken, chain.onward
    others = bit(other) if other >= 0 else ZERO
    best, depth = NONE, 0
    here[0], taken[0], leap[0], onward[0] = start, ZERO, 0, False
    while depth >= 0:
        at, number = here[depth], leap[depth]
        if number < ground.leaps[at] and (ground.chain or depth == 0):
            leap[depth] += 1
            over, to = ground.over[at, number], ground.to[at, number]
            prey = group if ground.repeat else group & ~taken[depth]
            if not prey & bit(over) or (prey | others) & bit(to):
                continue
            if ground.repeat and _made(ground, here, leap, depth, at, over, to):
                continue
            onward[depth] = True
            depth += 1
            here[depth], leap[depth], onward[depth] = to, 0, False
            taken[depth] = taken[depth - 1] | bit(over)
            continue
        if depth and not (ground.forced and onward[depth]):
            worth = landed(ground, lower, group & ~taken[depth], other, at, onward[depth])
            if worth == BY_FEW:
                return BY_FEW
            if best != NOBODY:
                best = worth
        depth -= 1
    return best


@compiled
def _made(ground: Ground, here: Numbers, leap: Numbers, depth: int, at: int, over: int, to: int) -> bool:
    """Whether a chain has made that leap before."""
    for step in range(depth):
        number = leap[step] - 1
        if here[step] == at and ground.over[at, number] == over and ground.to[at, number] == to:
            return True
    return False
