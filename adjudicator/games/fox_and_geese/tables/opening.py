"""How a tier begins, in compiled code: what has ended, and what captures decide.

What the few to move have found, put in place and told to the groups from which the many can come there."""

from typing import NamedTuple

import numpy as np

from adjudicator.core.compiled import ONE, Numbers, Plies, Word, Words, bit, compiled, count, joined, lowest_bit
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.tables import groups
from adjudicator.games.fox_and_geese.tables.captures import BY_FEW, BY_MANY, NOBODY, NONE, best_capture, chain, reached
from adjudicator.games.fox_and_geese.tables.ground import Ground, Lower, Tier
from adjudicator.games.fox_and_geese.tables.groups import Layer, Turned, place


@compiled
def space(ground: Ground, tier: Tier, group: Word, row: int) -> Word:
    """Where one of the few may stand; nowhere where a row is no stand."""
    free = ground.board & ~group
    if tier.few == 1:
        return free
    return free & ~bit(row) if free & bit(row) else groups.ZERO


@compiled
def beside(ends: Word, room: Word) -> Word:
    """Of the points of `room`, those on which a piece leaves one of `ends` free."""
    if not ends:
        return groups.ZERO
    return room if ends & (ends - ONE) else room & ~ends


@compiled
def whence(ground: Ground, ends: Word) -> Word:
    """The points from which one of the few steps to one of these."""
    found = groups.ZERO
    for byte in range(ground.whence.shape[0]):
        found |= ground.whence[byte, ends >> np.uint64(8 * byte) & groups.BYTE]
    return found


@compiled
def _won(ground: Ground, tier: Tier, seat: int, group: Word, row: int, room: Word) -> Word:
    """In which stands of a row a side has won by where the pieces stand."""
    others = bit(row) if tier.few == 2 else groups.ZERO
    found = groups.ZERO
    if ground.ahead.shape[1]:
        left = room
        while left:
            if reached(ground, seat, group, left & (~left + ONE) | others):
                found |= left & (~left + ONE)
            left &= left - ONE
    elif seat == MANY:
        found = room if reached(ground, MANY, group, groups.ZERO) else groups.ZERO
    else:
        for number in range(ground.counts.shape[1]):
            lacking = ground.counts[FEW, number] - count(others & ground.zones[FEW, number])
            if lacking <= 1:
                found |= room & ground.zones[FEW, number] if lacking == 1 else room
    return found


@compiled
def leaps(ground: Ground, group: Word, lands: Words, lone: Words) -> Word:
    """Where one of the few could capture if it were alone; puts into `lands` the ends of such leaps from each point,
    and into `lone[p]` the points whose leaps all end on p."""
    lands[:], lone[:] = groups.ZERO, groups.ZERO
    able, left = groups.ZERO, ground.board & ~group
    while left:
        here = lowest_bit(left)
        left &= left - ONE
        ends = groups.ZERO
        for number in range(ground.leaps[here]):
            if group & bit(ground.over[here, number]):
                ends |= bit(ground.to[here, number])
        ends &= ~group
        if ends:
            able |= bit(here)
            lands[here] = ends
            if not ends & (ends - ONE):
                lone[lowest_bit(ends)] |= bit(here)
    return able


@compiled
def open_(ground: Ground, lower: Lower, masks: Words, tier: Tier, low: int, high: int) -> None:
    """What has ended, and what captures decide."""
    lands, lone, leaping = np.zeros(groups.WORD, np.uint64), np.zeros(groups.WORD, np.uint64), chain()
    images, numbers = np.zeros(ground.turned.back.size, np.uint64), np.zeros((2, groups.WORD), np.int64)
    single = tier.few == 1 and not ground.chain
    gains = holds = groups.ZERO
    # Without plies what has ended is news like anything that the few to move find; with them it is of no round.
    ended_m, ended_f = (tier.few_m, tier.few_f) if tier.few_plies.size else (tier.fresh_m, tier.fresh_f)
    for at in range(low, high):
        group = masks[at]
        if single:
            able, gains, holds = _leap(ground, lower, images, numbers, group)
        else:
            able = leaps(ground, group, lands, lone)
        beyond = onward(ground, group)
        for row in range(tier.few_m.shape[1]):
            room = space(ground, tier, group, row)
            many, few = _won(ground, tier, MANY, group, row, room), _won(ground, tier, FEW, group, row, room)
            left = room & ~(many | few)
            lost = few | left & ~beside(beyond & room, room) if ground.block[FEW] else few
            if many | lost:  # what stays empty takes no memory
                tier.many_f[at, row] |= lost
                tier.many_m[at, row] |= many & ~few
                ended_m[at, row] |= many
                ended_f[at, row] |= few & ~many
            steps, mine, other = whence(ground, room), able, groups.ZERO
            if tier.few == 2:
                one, other = beside(ground.ends[FEW, row] & room, room), beside(lands[row], room)
                mine &= ~lone[row]
                if ground.alternate:
                    mine &= ~(one | other)
                    steps &= ~(one | other)
                steps |= one
            stuck = left & ~(mine | other | steps)
            if ground.block[MANY] and stuck:
                ended_m[at, row] |= stuck
            if single:
                worse = left & able & ~(gains | holds)
                if ground.forced or worse & ~steps:
                    tier.fresh_m[at, row] |= worse if ground.forced else worse & ~steps
                if left & (gains | holds):
                    tier.fresh_f[at, row] |= left & gains
                    tier.kept[at, row] |= left & holds & ~gains
            elif count(group) <= lower.fewest:
                tier.fresh_f[at, row] |= left & (mine | other)
            else:
                _captures(ground, lower, tier, leaping, at, group, row, left & mine, left & other, steps)


@compiled
def _leap(ground: Ground, lower: Lower, images: Words, numbers: Numbers, group: Word) -> tuple[Word, Word, Word]:
    """Where the only one of the few, who leaps once, could capture; where it wins by that, and where nobody does. All
    stands at once, and each group that is left looked for once. One loop after another, since memory is waited for."""
    able, gains, holds, prey, free = groups.ZERO, groups.ZERO, groups.ZERO, groups.ZERO, ground.board & ~group
    size, left = count(group) - 1, group
    while left:
        over = lowest_bit(left)
        left &= left - ONE
        for number in range(ground.crossed.shape[1]):
            start, end = ground.crossed[over, number]
            if not (start | end) & ~free:
                able |= start
                prey |= bit(over)
    if size < lower.fewest:
        return able, able, groups.ZERO
    groups.imagined(ground.turned, group, images)
    left = prey
    while left:
        over = lowest_bit(left)
        left &= left - ONE
        best, ways = groups.stepped(ground.turned, images, over, groups.NOWHERE)
        numbers[0, over], numbers[1, over] = groups.rank(ground.turned, best), lowest_bit(ways)
    left = prey
    while left:
        over = lowest_bit(left)
        left &= left - ONE
        place = groups.listed(lower.marks, lower.before, lower.first[size], numbers[0, over])
        numbers[0, over] = place + lower.values[size]
    while prey:
        over = lowest_bit(prey)
        prey &= prey - ONE
        at, by = numbers[0, over], numbers[1, over]
        many, few = lower.many_m[at, 0], lower.many_f[at, 0]
        for number in range(ground.crossed.shape[1]):
            start, end = ground.crossed[over, number]
            if not (start | end) & ~free:
                point = ground.turned.bits[lowest_bit(end), by]
                if few & point:
                    gains |= start
                elif not many & point:
                    holds |= start
    return able, gains, holds


@compiled
def onward(ground: Ground, group: Word) -> Word:
    """Where the many could step if none of the few were there."""
    found, left = groups.ZERO, group
    while left:
        found |= ground.ends[MANY, lowest_bit(left)]
        left &= left - ONE
    return found & ground.board & ~group


@compiled
def _captures(
    ground: Ground,
    lower: Lower,
    tier: Tier,
    leaping: Word,
    at: int,
    group: Word,
    row: int,
    mine: Word,
    other: Word,
    steps: Word,
) -> None:
    """What captures decide in a row: in stands in which the piece of the bit (`mine`) or of the row has one."""
    left = mine | other
    if tier.few == 2 and not ground.alternate:
        left &= ~(bit(row) - ONE)  # the same two the other way round
    while left:
        here = lowest_bit(left)
        left &= left - ONE
        best = NONE
        if other & bit(here):
            best = best_capture(ground, lower, leaping, group, here, row)
        if mine & bit(here) and best != BY_FEW:
            found = best_capture(ground, lower, leaping, group, row if tier.few == 2 else groups.NOWHERE, here)
            if best != NOBODY or found == BY_FEW:
                best = found
        lost = best == BY_MANY and (ground.forced or not steps & bit(here))
        for turn in range(2 if tier.few == 2 and not ground.alternate else 1):
            line, point = (here, bit(row)) if turn else (row, bit(here))
            if best == BY_FEW:
                tier.fresh_f[at, line] |= point
            elif best == NOBODY:
                tier.kept[at, line] |= point
            elif lost:
                tier.fresh_m[at, line] |= point


class Back(NamedTuple):
    """The steps by which a group can have come about: its `images` by each symmetry; of each step whence it was, the
    `ways` that make the group before it the one of that number, and what is told to it."""

    images: Words
    origins: Numbers
    ways: Words
    numbers: Numbers
    news: Words


@compiled
def settle(ground: Ground, layer: Layer, tier: Tier, plies: int, found: Numbers, low: int, high: int) -> None:
    """Puts in place what the few to move have found, and tells it to the groups from which the many can come there."""
    most = 0
    for point in range(ground.points):
        most += count(ground.starts[point])
    numbers, words = np.zeros((2, most), np.int64), np.zeros((2, most), np.uint64)
    back = Back(np.zeros(ground.turned.back.size, np.uint64), numbers[0], words[0], numbers[1], words[1])
    for at in range(low, high):
        won = lost = groups.ZERO
        for row in range(tier.few_m.shape[1]):
            fresh = tier.fresh_m[at, row] | tier.fresh_f[at, row]
            if not fresh:
                continue
            won, lost = won | tier.fresh_m[at, row], lost | tier.fresh_f[at, row]
            tier.few_m[at, row] |= tier.fresh_m[at, row]
            tier.few_f[at, row] |= tier.fresh_f[at, row]
            found[low // groups.PART] += count(fresh)
            noted(tier.few_plies, at, row, fresh, plies)
        if won | lost:
            _tell(ground, layer, tier, back, at, lost or tier.few_plies.size, found, low // groups.PART)
            tier.fresh_m[at], tier.fresh_f[at] = groups.ZERO, groups.ZERO


@compiled
def _tell(ground: Ground, layer: Layer, tier: Tier, back: Back, at: int, ask: bool, found: Numbers, part: int) -> None:
    """Tells the groups from which the many can come to this one that they have won there; or that there is something to
    look at, if that is not all or it matters in which round (`ask`). A step that wins is enough. To look at all others
    would take most of the time, since many rounds find little."""
    group = layer.masks[at]
    if ask or count(onward(ground, group)) <= tier.few:
        tier.look_many[at] = 1  # where the many can only pass
    steps = _back(ground, layer, back, group)
    if ask:
        for step in range(steps):
            tier.look_many[back.numbers[step]] = 1
        return
    for row in range(tier.few_m.shape[1]):
        fresh = tier.fresh_m[at, row]
        if not fresh:
            continue
        for step in range(steps):
            back.news[step] = _news(ground.turned, tier, fresh, row, back, step, lowest_bit(back.ways[step]))[0]
        for step in range(steps):
            left = back.ways[step] if back.news[step] or back.ways[step] & (back.ways[step] - ONE) else groups.ZERO
            while left:  # a group like itself has a step for each symmetry that makes it
                news, line = _news(ground.turned, tier, fresh, row, back, step, lowest_bit(left))
                left &= left - ONE
                news &= ~joined(tier.many_m, back.numbers[step], line, news)
                if news:
                    tier.look_few[back.numbers[step]] = 1
                    found[part] += count(news)


@compiled
def _back(ground: Ground, layer: Layer, back: Back, group: Word) -> int:
    """The steps of the many by which a group can have come about, from the same layer: how many there are. One loop
    after the other, since memory is waited for: what one step needs does not hang on the one before."""
    groups.imagined(ground.turned, group, back.images)
    steps, left = 0, group
    while left:
        there = lowest_bit(left)
        left &= left - ONE
        origins = ground.starts[there] & ground.board & ~group
        while origins:
            origin = lowest_bit(origins)
            origins &= origins - ONE
            best, ways = groups.stepped(ground.turned, back.images, there, origin)
            back.origins[steps], back.ways[steps], back.numbers[steps] = origin, ways, groups.rank(ground.turned, best)
            steps += 1
    for step in range(steps):
        back.numbers[step] = place(layer, groups.listed(layer.marks, layer.before, groups.FIRST, back.numbers[step]))
    return steps


@compiled
def _news(turned: Turned, tier: Tier, fresh: Word, row: int, back: Back, step: int, by: int) -> tuple[Word, np.int64]:
    """Where the many win by a step to where they have just won, as far as it is not known, and the row."""
    number, origin = back.numbers[step], back.origins[step]
    if tier.few == 2 and row == origin:
        return groups.ZERO, groups.FIRST
    line = turned.points[by, row] if tier.few == 2 else groups.FIRST
    won = groups.image(turned, by, fresh & ~bit(origin))
    return won & ~(tier.many_m[number, line] | tier.many_f[number, line]), line


@compiled
def noted(plies: Plies, at: int, row: int, fresh: Word, number: int) -> None:
    """Keeps the plies of stands that are decided, if they are wanted."""
    if plies.size:
        while fresh:
            plies[at, row, lowest_bit(fresh)] = number
            fresh &= fresh - ONE
