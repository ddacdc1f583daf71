"""The bots `random` and `careful` in compiled code: they put the order that they choose on the desk."""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.core.compiled import bits, compiled, typed
from adjudicator.dice.compiled import below, best, drawn
from adjudicator.games.snakey_dice.run import MOST_BONUSES, MOST_DICE
from adjudicator.games.snakey_dice.sense import MIDDLE, SPREAD
from adjudicator.lab.bulk.snakey_dice.arrays import (
    BONUS,
    BOT_DICE,
    CHOICES,
    CHOSEN,
    FLIP,
    FLIPS_LEFT,
    HEADING,
    IGNORE,
    LENGTH,
    LOCKS,
    MOVE,
    NUMBERS,
    ORDER_WIDTH,
    ORDERS,
    PARTS,
    RAISE,
    REROLL,
    REROLLS_LEFT,
    SAMPLE,
    SUPPOSED,
    TURN,
    USED,
    VERB,
    WAY,
    WON,
    copy,
    room,
)
from adjudicator.lab.bulk.snakey_dice.course import best_course, ignorable, parts_of, track
from adjudicator.lab.bulk.snakey_dice.hand import bonus_open, left, possible
from adjudicator.lab.bulk.snakey_dice.lines import UNNAMED, count, put_down
from adjudicator.lab.bulk.snakey_dice.rules import carry_out, part
from adjudicator.opponents.careful import THROWS
from printables.boards.snakey_dice.house import ACTIONS

ILLEGAL = -3.0  # worth less than any order


@compiled
def random(at: Any, desk: Any) -> None:
    """Puts one of all orders down; the last of them, which gives up, only where there is no other."""
    orders = count(at, desk)
    number = below(desk, BOT_DICE, orders) if orders > 1 else 0
    if orders > 1 and number == orders - 1:
        number = below(desk, BOT_DICE, orders - 1) if orders > 2 else 0
    put_down(at, desk, number, CHOSEN)


@typed("int64(int64[::1], int64, int64, int64)")
def _order(desk: Any, number: int, verb: int, dice: int) -> int:
    """An order of those that `careful` looks at, with no parts as yet."""
    order = ORDERS + ORDER_WIDTH * number
    desk[order + VERB], desk[order + NUMBERS], desk[order + WAY], desk[order + LENGTH] = verb, dice, UNNAMED, 0
    return int(order)


@compiled
def _single(desk: Any, number: int, code: int) -> None:
    """A move of one part."""
    order = _order(desk, number, MOVE, 0)
    desk[order + LENGTH], desk[order + PARTS] = 1, code


@compiled
def _candidates(at: Any, desk: Any, likely: Any) -> int:
    """Orders that are worth a look, put down from the second place on: how many."""
    if at[CHOICES]:
        _single(desk, 1, RAISE + track(at, 0))
        return 1
    if bonus_open(at):
        found = 0
        for action in range(len(ACTIONS)):
            if at[WON + action] < MOST_BONUSES:
                found += 1
                _single(desk, found, BONUS + action)
        return found
    if left(at):
        return _turns(at, desk, likely)
    orders = count(at, desk)
    for number in range(orders):
        put_down(at, desk, number, _order(desk, number + 1, MOVE, 0))
    return orders


@compiled
def _turns(at: Any, desk: Any, likely: Any) -> int:
    """What may be done with a throw: the best course, others thrown again before it, or one of them turned over."""
    order = _order(desk, 1, MOVE, 0)
    _, course, way = best_course(at, desk, likely)
    rest = parts_of(at, desk, course, order)
    if 0 < bits(rest) <= ignorable(at, desk):
        _order(desk, 1, IGNORE, rest)
    elif at[HEADING] < 0 and course:
        desk[order + WAY] = way
    found, free = 1, left(at) & ~at[LOCKS]
    if at[USED] or not free:
        return found
    if at[REROLLS_LEFT]:
        found += 1
        _order(desk, found, REROLL, free)
    if at[FLIPS_LEFT]:
        for die in range(MOST_DICE):
            if free >> die & 1:
                found += 1
                _order(desk, found, FLIP, 1 << die)
    return found


@compiled
def _legal(at: Any, desk: Any, order: int) -> bool:
    """Whether an order can be carried out supposing that every blockade falls out of the way."""
    verb = desk[order + VERB]
    if verb == IGNORE:
        return possible(at, desk, verb, desk[order + NUMBERS])
    if verb != MOVE:
        return True
    tried = room(desk, 0)
    copy(at, tried)
    for number in range(desk[order + LENGTH]):
        if tried[TURN] != at[TURN]:
            return False
        way = desk[order + WAY] if tried[HEADING] < 0 else UNNAMED
        if not part(tried, desk, desk[order + PARTS + number], way, SUPPOSED):
            return False
    return bool(tried[HEADING] >= 0 or desk[order + WAY] == UNNAMED)


@compiled
def _worth(at: Any, desk: Any, likely: Any) -> float:
    """What a run is worth to its player, -1 to 1."""
    hope, _, _ = best_course(at, desk, likely)
    return max(-1.0, min(1.0, (hope - MIDDLE) / SPREAD))


@compiled
def _expected(at: Any, desk: Any, order: int, seed: int, likely: Any) -> float:
    """What an order is worth, over some throws if it throws dice."""
    whole, after = 0.0, room(desk, 0)
    for sample in range(THROWS):
        desk[SAMPLE] = seed + sample
        copy(at, after)
        carry_out(after, desk, order, SAMPLE)
        whole += _worth(after, desk, likely)
        if desk[SAMPLE] == seed + sample:
            return float(whole)
    return whole / THROWS


@compiled
def careful(at: Any, desk: Any, likely: Any, worths: Any) -> None:
    """Puts the order down after which the run stands best, equals by lot."""
    seed = np.int64(drawn(desk, BOT_DICE, 40))
    orders, legal = _candidates(at, desk, likely), 0
    for number in range(orders):
        order, worths[number] = ORDERS + ORDER_WIDTH * (number + 1), ILLEGAL
        if _legal(at, desk, order):
            legal += 1
            worths[number] = _expected(at, desk, order, seed, likely) if orders > 1 else 0.0
    if not legal:
        raise ValueError("there is nothing to do")
    chosen = ORDERS + ORDER_WIDTH * (1 + best(desk, BOT_DICE, worths, orders))
    for column in range(ORDER_WIDTH):
        desk[CHOSEN + column] = desk[chosen + column]
