"""A tier decided in compiled code, once it is opened: round after round what steps lead to what is decided.

In round n is found what is decided by n deeds, a capture counted as the last of them. All stands of a group are looked
at together, and only groups from which something has become known since the last look. Parts of a tier are worked on by
threads: no part of a round reads what the same part of another one writes."""

import numpy as np

from adjudicator.core.compiled import ONE, Numbers, Word, bit, compiled, count, lowest_bit
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.tables import groups
from adjudicator.games.fox_and_geese.tables.captures import BY_FEW, BY_MANY, NOBODY, can_leap, claimed, decided, mobile
from adjudicator.games.fox_and_geese.tables.ground import Ground, Lower, Tier
from adjudicator.games.fox_and_geese.tables.groups import Layer, Turned
from adjudicator.games.fox_and_geese.tables.opening import beside, leaps, noted, space, whence


@compiled
def few_move(ground: Ground, lower: Lower, layer: Layer, tier: Tier, low: int, high: int) -> None:
    """The few to move: what is won by a step, and what is lost whatever they do."""
    lands, lone = np.zeros(groups.WORD, np.uint64), np.zeros(groups.WORD, np.uint64)
    for at in range(low, high):
        if not tier.look_few[at]:
            continue
        tier.look_few[at] = 0
        group = layer.masks[at]
        able = leaps(ground, group, lands, lone) if ground.huff or ground.alternate else groups.ZERO
        for row in range(tier.few_m.shape[1]):
            room = space(ground, tier, group, row)
            left = room & ~(tier.few_m[at, row] | tier.few_f[at, row] | tier.fresh_m[at, row] | tier.fresh_f[at, row])
            if ground.forced:
                left &= ~tier.kept[at, row]
            if not left:
                continue
            mine, other = able, groups.ZERO
            steps, won = whence(ground, room), whence(ground, tier.many_f[at, row])
            safe = whence(ground, room & ~tier.many_m[at, row])
            if tier.few == 2:
                mine, other = able & ~lone[row], beside(lands[row], room)
                ends = ground.ends[FEW, row] & room
                one = beside(ends, room)
                if ground.alternate:
                    turns = one | other
                    mine, steps, won, safe = mine & ~turns, steps & ~turns, won & ~turns, safe & ~turns
                    turns = one & left
                    while turns:
                        here = lowest_bit(turns)
                        turns &= turns - ONE
                        if ends & tier.many_f[at, here]:
                            won |= bit(here)
                        if ends & ~bit(here) & ~tier.many_m[at, here]:
                            safe |= bit(here)
                steps |= one
                while ends and not ground.alternate:
                    there = lowest_bit(ends)
                    ends &= ends - ONE
                    won |= tier.many_f[at, there]
                    safe |= space(ground, tier, group, there) & ~tier.many_m[at, there]
            rare = left & ~steps
            if ground.huff:
                rare |= left & (mine | other)
            tier.fresh_f[at, row] |= left & ~rare & won
            tier.fresh_m[at, row] |= left & ~(rare | won | safe | tier.kept[at, row])
            while rare:  # they cannot step, or pieces owe a capture
                here = lowest_bit(rare)
                point = bit(here)
                rare &= rare - ONE
                if steps & point:
                    owed = (mine & point) | (bit(row) if other & point else groups.ZERO)
                    winner = _owed(ground, lower, layer, tier, at, row, here, room, owed)
                else:
                    winner = _waiting(ground, tier, at, group, row, here)
                if winner == BY_FEW:
                    tier.fresh_f[at, row] |= point
                elif winner == BY_MANY and not tier.kept[at, row] & point:
                    tier.fresh_m[at, row] |= point


@compiled
def _waiting(ground: Ground, tier: Tier, at: int, group: Word, row: int, here: int) -> int:
    """Who wins where the few cannot step: by their pass, if they can do nothing."""
    stand = bit(here) | (bit(row) if tier.few == 2 else groups.ZERO)
    if tier.kept[at, row] & bit(here) or not mobile(ground, group, stand):
        return NOBODY
    return decided(tier.many_m[at, row], tier.many_f[at, row], bit(here))


@compiled
def _owed(
    ground: Ground, lower: Lower, layer: Layer, tier: Tier, at: int, row: int, here: int, room: Word, owed: Word
) -> int:
    """Who wins by the steps of the few, where pieces owe a capture."""
    mine, other = ground.ends[FEW, here] & room, groups.ZERO
    if tier.few == 2:
        other = ground.ends[FEW, row] & room & ~bit(here)
        if ground.alternate and (other or owed & bit(row)):
            mine = groups.ZERO
    winner = _owing(ground, lower, layer, tier, at, row, here, mine, owed)
    if winner == BY_FEW or tier.few == 1:
        return winner
    second = _owing(ground, lower, layer, tier, at, here, row, other, owed)
    return second if winner == BY_MANY or second == BY_FEW else winner


@compiled
def _owing(
    ground: Ground, lower: Lower, layer: Layer, tier: Tier, at: int, row: int, here: int, ends: Word, owed: Word
) -> int:
    """The best that the piece on `here` gets by a step, where pieces owe a capture: BY_MANY if there is none."""
    best, group = BY_MANY, layer.masks[at]
    number = groups.numbered(layer, at) + lower.values[count(group)]
    while ends:
        there = lowest_bit(ends)
        ends &= ends - ONE
        worth = decided(tier.many_m[at, row], tier.many_f[at, row], bit(there))
        claims = owed & ~bit(here) | bit(there) if owed & bit(here) else owed
        stand = bit(there) | (bit(row) if tier.few == 2 else groups.ZERO)
        worth = claimed(ground, lower, number, groups.FIRST, worth, claims, group, stand)
        if worth == BY_FEW:
            return BY_FEW
        if worth == NOBODY:
            best = NOBODY
    return best


@compiled
def many_move(ground: Ground, layer: Layer, tier: Tier, plies: int, found: Numbers, low: int, high: int) -> None:
    """The many to move: the same, with what is found put in place."""
    rows, turns = tier.few_m.shape[1], ground.turned.back.size
    some, every = np.zeros((turns, rows), np.uint64), np.zeros((turns, rows), np.uint64)
    used = np.zeros(turns, np.bool_)
    for at in range(low, high):
        if not tier.look_many[at]:
            continue
        tier.look_many[at] = 0
        group = layer.masks[at]
        whole = groups.ZERO
        for row in range(rows):
            whole |= space(ground, tier, group, row) & ~(tier.many_m[at, row] | tier.many_f[at, row])
        if not whole:
            continue
        used[:], ends = False, groups.ZERO
        movers = group
        while movers:
            here = lowest_bit(movers)
            movers &= movers - ONE
            left = ground.ends[MANY, here] & ground.board & ~group
            ends |= left
            while left:
                there = lowest_bit(left)
                left &= left - ONE
                rise = ground.heights[there] - ground.heights[here]
                after = group & ~bit(here) | bit(there)
                _gather(ground.turned, layer, tier, after, there, rise, some, every, used)
        for row in range(rows):
            live = space(ground, tier, group, row) & ~(tier.many_m[at, row] | tier.many_f[at, row])
            if not live:
                continue
            can = live & beside(ends & ~bit(row) if tier.few == 2 else ends, ground.board)
            won, lost = groups.ZERO, can
            for by in range(turns):
                if used[by]:
                    source = ground.turned.points[by, row] if tier.few == 2 else 0
                    back = ground.turned.back[by]
                    won |= groups.image(ground.turned, back, some[by, source]) if by else some[by, source]
                    lost &= groups.image(ground.turned, back, every[by, source]) if by else every[by, source]
            passing = _passing(ground, tier, at, group, row, live & ~can)
            won = live & won | passing & tier.few_m[at, row]
            lost = lost & ~won | passing & tier.few_f[at, row]
            if won | lost:
                tier.many_m[at, row] |= won
                tier.many_f[at, row] |= lost
                tier.look_few[at] = 1
                found[low // groups.PART] += count(won | lost)
                noted(tier.many_plies, at, row, won | lost, plies)


@compiled
def _able(ground: Ground, group: Word, here: int, others: Word) -> bool:
    """Whether one of the few can do anything."""
    if ground.ends[FEW, here] & ground.board & ~group & ~others:
        return True
    return bool(can_leap(ground, here, group, others))


@compiled
def _passing(ground: Ground, tier: Tier, at: int, group: Word, row: int, stuck: Word) -> Word:
    """Of stands in which none of the many can step: those decided for the few to move, where one of these can."""
    found, left = groups.ZERO, stuck & (tier.few_m[at, row] | tier.few_f[at, row])
    while left:
        here = lowest_bit(left)
        left &= left - ONE
        able = _able(ground, group, here, bit(row) if tier.few == 2 else groups.ZERO)
        if tier.few == 2 and not able:
            able = _able(ground, group, row, bit(here))
        if able:
            found |= bit(here)
    return found


@compiled
def _gather(
    turned: Turned, layer: Layer, tier: Tier, after: Word, there: int, rise: int, some: Word, every: Word, used: Word
) -> None:
    """Adds what a step of the many leads to, for each stand of the few that leaves room for it, as it stands in the
    group that the symmetry `by` makes: `some` of the steps win there, and `every` one loses or is not possible."""
    number, ways = groups.find(turned, layer.marks, layer.before, groups.FIRST, after)
    at, by = groups.place(layer, number), lowest_bit(ways)
    if not used[by]:
        used[by], some[by], every[by] = True, groups.ZERO, ~groups.ZERO
    there = turned.points[by, there]
    taken, kept = bit(there), every[by, there if tier.few == 2 else 0]
    if rise:
        at += layer.first[rise]
        for row in range(some.shape[1]):
            some[by, row] |= layer.above_m[at, row]
            every[by, row] &= layer.above_f[at, row] | taken
    else:
        for row in range(some.shape[1]):
            some[by, row] |= tier.few_m[at, row]
            every[by, row] &= tier.few_f[at, row] | taken
    if tier.few == 2:
        every[by, there] = kept  # no step is possible to where one of the few is
