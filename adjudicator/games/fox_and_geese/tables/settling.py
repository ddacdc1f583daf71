"""What the few to move have found, put in place and told to the groups from which the many can come there."""

from typing import Any, NamedTuple

import numpy as np

from adjudicator.core.compiled import compiled, joined
from adjudicator.core.compiled_sets import ONE, bit, count, lowest
from adjudicator.games.fox_and_geese.tables.groups import FIRST, PART, ZERO, image, listed, rank, stepped
from adjudicator.games.fox_and_geese.tables.layers import place
from adjudicator.games.fox_and_geese.tables.opening import onward


class Back(NamedTuple):
    """The steps by which a group can have come about: its `images` by each symmetry; of each step whence it was, the
    `ways` that make the group before it the one of that number, and what is told to it.
    """

    images: Any
    origins: Any
    ways: Any
    numbers: Any
    news: Any


@compiled
def settle(ground: Any, turned: Any, layer: Any, tier: Any, plies: int, found: Any, low: int, high: int) -> None:
    """Puts in place what the few to move have found, and tells it to the groups of the layer from which the many can
    come there.
    """
    most = 0
    for point in range(ground.points):
        most += count(ground.starts[point])
    back = Back(
        np.zeros(turned.back.size, np.uint64),
        np.zeros(most, np.int64),
        np.zeros(most, np.uint64),
        np.zeros(most, np.int64),
        np.zeros(most, np.uint64),
    )
    for at in range(low, high):
        won = lost = ZERO
        for row in range(tier.few_m.shape[1]):
            fresh = tier.fresh_m[at, row] | tier.fresh_f[at, row]
            if not fresh:
                continue
            won, lost = won | tier.fresh_m[at, row], lost | tier.fresh_f[at, row]
            tier.few_m[at, row] |= tier.fresh_m[at, row]
            tier.few_f[at, row] |= tier.fresh_f[at, row]
            found[low // PART] += count(fresh)
            noted(tier.few_plies, at, row, fresh, plies)
        if won | lost:
            _tell(ground, turned, layer, tier, back, at, lost or tier.few_plies.size, found, low // PART)
            tier.fresh_m[at], tier.fresh_f[at] = ZERO, ZERO


@compiled
def _tell(
    ground: Any, turned: Any, layer: Any, tier: Any, back: Any, at: int, ask: bool, found: Any, part: int
) -> None:
    """Tells the groups from which the many can come to this one that they have won there; or that there is something
    to look at, if that is not all or it matters in which round (`ask`).

    A step that wins is enough. To look at all others would take most of the time, since many rounds find little.
    """
    group = layer.masks[at]
    if ask or count(onward(ground, group)) <= tier.few:
        tier.look_many[at] = 1  # where the many can only pass
    steps = _back(ground, turned, layer, back, group)
    if ask:
        for step in range(steps):
            tier.look_many[back.numbers[step]] = 1
        return
    for row in range(tier.few_m.shape[1]):
        fresh = tier.fresh_m[at, row]
        if not fresh:
            continue
        for step in range(steps):
            back.news[step] = _news(turned, tier, fresh, row, back, step, lowest(back.ways[step]))[0]
        for step in range(steps):
            left = back.ways[step] if back.news[step] or back.ways[step] & (back.ways[step] - ONE) else ZERO
            while left:  # a group like itself has a step for each symmetry that makes it
                news, line = _news(turned, tier, fresh, row, back, step, lowest(left))
                left &= left - ONE
                news &= ~joined(tier.many_m, back.numbers[step], line, news)
                if news:
                    tier.look_few[back.numbers[step]] = 1
                    found[part] += count(news)


@compiled
def _back(ground: Any, turned: Any, layer: Any, back: Any, group: Any) -> int:
    """The steps of the many by which a group can have come about, from the same layer: how many there are.

    One loop after the other, since memory is waited for: what one step needs does not hang on the one before.
    """
    for symmetry in range(turned.back.size):
        back.images[symmetry] = image(turned, symmetry, group)
    steps, left = 0, group
    while left:
        there = lowest(left)
        left &= left - ONE
        origins = ground.starts[there] & ground.board & ~group
        while origins:
            origin = lowest(origins)
            origins &= origins - ONE
            best, ways = stepped(turned, back.images, there, origin)
            back.origins[steps], back.ways[steps], back.numbers[steps] = origin, ways, rank(turned, best)
            steps += 1
    for step in range(steps):
        back.numbers[step] = place(layer, listed(layer.marks, layer.before, FIRST, back.numbers[step]))
    return steps


@compiled
def _news(turned: Any, tier: Any, fresh: Any, row: int, back: Any, step: int, by: int) -> Any:
    """Where the many win by a step to where they have just won, as far as it is not known, and the row."""
    number, origin = back.numbers[step], back.origins[step]
    if tier.few == 2 and row == origin:
        return ZERO, FIRST
    line = turned.points[by, row] if tier.few == 2 else FIRST
    won = image(turned, by, fresh & ~bit(origin))
    return won & ~(tier.many_m[number, line] | tier.many_f[number, line]), line


@compiled
def noted(plies: Any, at: int, row: int, fresh: Any, number: int) -> None:
    """Keeps the plies of stands that are decided, if they are wanted."""
    if plies.size:
        while fresh:
            plies[at, row, lowest(fresh)] = number
            fresh &= fresh - ONE
