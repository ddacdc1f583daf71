"""The bots `random` and `careful` in compiled code: they put the order that they choose on the desk.

What can follow a die depends on its face alone, so that dice that show the same are counted once."""

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, bits, compiled, copy, linked, typed
from adjudicator.dice.compiled import below, best, drawn
from adjudicator.games.snakey_dice import course as courses
from adjudicator.games.snakey_dice.run import MOST_BONUSES, MOST_DICE
from adjudicator.games.snakey_dice.sense import MIDDLE, SPREAD
from adjudicator.games.snakey_dice.squares import EITHER, WALL
from adjudicator.lab.bulk.snakey_dice import arrays, rules
from adjudicator.opponents.search import THROWS
from printables.boards.snakey_dice.house import ACTIONS

# Of courses all but where the numbers come from is the sense of this game itself.
SNAKE = "Tuple((int64, int64, int64, UniTuple(int64, 2), int64, int64))"
HOPED = "Tuple((UniTuple(int64, 2), int64, int64, int64, int64, int64))"
linked(courses.tried, f"Tuple((float64, int64))({SNAKE}, {HOPED}, int64, int64, int64, float64)")
best_course, parts_of, rising = linked(courses.best), linked(courses.parts_of), linked(courses.rising)
UNNAMED = -1  # no way is named for the start
WAYS = (UNNAMED, courses.EAST, courses.SOUTH)


@compiled
def _offered(at: Numbers, desk: Numbers, code: int, way: int) -> bool:
    """Whether a part may be tried next."""
    if at[arrays.CHOICES]:
        return courses.RAISE <= code < courses.BONUS
    if code < courses.PAY_PORTAL:
        die, turn = code // courses.TURNS, code % courses.TURNS
        return bool(rules.left(at) >> die & 1) and (turn > 0) == (rules.face(at, desk, die) == EITHER)
    if at[arrays.ENDED] or courses.RAISE <= code < courses.BONUS:
        return False
    if code >= courses.BONUS:
        return rules.bonus_open(at)
    found = rules.trouble(at, way if at[arrays.HEADING] < 0 else at[arrays.HEADING])
    return found == WALL if code == courses.PAY_PORTAL else found != 0 and found != WALL


@compiled
def _kind(at: Numbers, desk: Numbers, code: int) -> int:
    """What a die shows, and how it is to turn if it may either way; -1 for what is no die."""
    if code >= courses.PAY_PORTAL:
        return -1
    shown = rules.face(at, desk, code // courses.TURNS)
    return arrays.KINDS_OF_PART - 1 if code % courses.TURNS == 2 else shown


@compiled
def _alone(after: Numbers, way: int) -> int:
    """Whether a move may end there: the way named for the start has been gone."""
    return 1 if after[arrays.HEADING] >= 0 or way == UNNAMED else 0


@typed("int64(int64[::1], int64, int64)")
def _moves(desk: Numbers, depth: int, way: int) -> int:
    """How many ways there are to go on with parts of a move."""
    at = arrays.room(desk, depth)
    if at[arrays.ENDED]:
        if at[arrays.HEADING] < 0 and way != UNNAMED:
            return 0
        rest, either = rules.left(at), 0
        for die in range(MOST_DICE):
            either += (rest >> die & 1) * (rules.face(at, desk, die) == EITHER)
        return int(desk[arrays.IDLE + (MOST_DICE + 1) * (bits(rest) - either) + either])
    known, found = arrays.KNOWN + arrays.KINDS_OF_PART * depth, 0
    desk[known : known + arrays.KINDS_OF_PART] = -1
    after = arrays.room(desk, depth + 1)
    for code in range(courses.CODES):
        if not _offered(at, desk, code, way):
            continue
        kind = _kind(at, desk, code)
        if kind >= 0 and desk[known + kind] >= 0:
            found += desk[known + kind]
            continue
        copy(at, after)
        ways = 0
        if rules.part(after, desk, code, way if at[arrays.HEADING] < 0 else UNNAMED, arrays.SUPPOSED):
            ways += _alone(after, way)
            if after[arrays.TURN] == at[arrays.TURN]:
                ways += _moves(desk, depth + 1, way)
        if kind >= 0:
            desk[known + kind] = ways
        found += ways
    return found


@compiled
def _move(at: Numbers, desk: Numbers, way: int, number: int, order: int) -> None:
    """Puts the move of that number down, of those with a way named for the start."""
    desk[order + arrays.VERB], desk[order + arrays.WAY], desk[order + arrays.LENGTH] = arrays.MOVE, way, 0
    copy(at, arrays.room(desk, 0))
    depth = 0
    while True:
        here, after = arrays.room(desk, depth), arrays.room(desk, depth + 1)
        for code in range(courses.CODES):
            if not _offered(here, desk, code, way):
                continue
            copy(here, after)
            if not rules.part(after, desk, code, way if here[arrays.HEADING] < 0 else UNNAMED, arrays.SUPPOSED):
                continue
            alone = _alone(after, way)
            more = _moves(desk, depth + 1, way) if after[arrays.TURN] == here[arrays.TURN] else 0
            if number < alone + more:
                break
            number -= alone + more
        desk[order + arrays.PARTS + depth] = code
        depth += 1
        if number < alone:
            desk[order + arrays.LENGTH] = depth
            return
        number -= alone


@compiled
def _handlings(at: Numbers, desk: Numbers, number: int, order: int) -> int:
    """How many rerolls, flips, unlocks and ignores there are; puts the one of that number down."""
    found, rest = 0, rules.left(at)
    for verb in range(arrays.REROLL, arrays.IGNORE + 1):
        for index in range(arrays.SETS, arrays.SETS + arrays.ALL_SETS):
            if not desk[index] & ~rest and rules.possible(at, desk, verb, desk[index]):
                if found == number:
                    desk[order + arrays.VERB], desk[order + arrays.NUMBERS] = verb, desk[index]
                found += 1
    return found


@compiled
def count(at: Numbers, desk: Numbers) -> int:
    """How many orders there are, the last of them the one that gives up."""
    found = 1 + _handlings(at, desk, -1, arrays.CHOSEN)
    for index in range(arrays.NAMED):
        desk[arrays.MOVES + index] = 0
        if at[arrays.HEADING] < 0 or WAYS[index] == UNNAMED:
            copy(at, arrays.room(desk, 0))
            desk[arrays.MOVES + index] = _moves(desk, 0, WAYS[index])
        found += desk[arrays.MOVES + index]
    return int(found)


@compiled
def put_down(at: Numbers, desk: Numbers, number: int, order: int) -> None:
    """Puts down the order of that number, of those that were counted last."""
    for index in range(arrays.NAMED):
        if number < desk[arrays.MOVES + index]:
            _move(at, desk, WAYS[index], number, order)
            return
        number -= desk[arrays.MOVES + index]
    if _handlings(at, desk, number, order) <= number:
        desk[order + arrays.VERB] = arrays.CONCEDE


ILLEGAL = -3.0  # worth less than any order


@compiled
def random(at: Numbers, desk: Numbers) -> None:
    """Puts one of all orders down; the last of them, which gives up, only where there is no other."""
    orders = count(at, desk)
    number = below(desk, arrays.BOT_DICE, orders) if orders > 1 else 0
    if orders > 1 and number == orders - 1:
        number = below(desk, arrays.BOT_DICE, orders - 1) if orders > 2 else 0
    put_down(at, desk, number, arrays.CHOSEN)


@typed("int64(int64[::1], int64, int64, int64)")
def _order(desk: Numbers, number: int, verb: int, dice: int) -> int:
    """An order of those that `careful` looks at, with no parts as yet."""
    order = arrays.ORDERS + arrays.ORDER_WIDTH * number
    desk[order + arrays.VERB], desk[order + arrays.NUMBERS] = verb, dice
    desk[order + arrays.WAY], desk[order + arrays.LENGTH] = UNNAMED, 0
    return int(order)


@compiled
def _single(desk: Numbers, number: int, code: int) -> None:
    """A move of one part."""
    order = _order(desk, number, arrays.MOVE, 0)
    desk[order + arrays.LENGTH], desk[order + arrays.PARTS] = 1, code


@compiled
def _candidates(at: Numbers, desk: Numbers) -> int:
    """Orders that are worth a look, put down from the second place on: how many."""
    if at[arrays.CHOICES]:
        _single(desk, 1, courses.RAISE + rising(rules.levels(at), 0))
        return 1
    if rules.bonus_open(at):
        found = 0
        for action in range(len(ACTIONS)):
            if at[arrays.WON + action] < MOST_BONUSES:
                found += 1
                _single(desk, found, courses.BONUS + action)
        return found
    if rules.left(at):
        return _turns(at, desk)
    orders = count(at, desk)
    for number in range(orders):
        put_down(at, desk, number, _order(desk, number + 1, arrays.MOVE, 0))
    return orders


@compiled
def _shown(at: Numbers, desk: Numbers) -> int:
    """What dice show, packed."""
    found = 0
    for die in range(at[arrays.COUNT]):
        found |= rules.face(at, desk, die) << courses.SHOWN * die
    return found


@compiled
def _ignorable(at: Numbers, desk: Numbers) -> int:
    """How many dice more may be ignored this turn."""
    return int(max(0, rules.value(at, desk, courses.BY_IGNORE) - bits(at[arrays.IGNORED])))


@typed("Tuple((float64, int64, int64))(int64[::1], int64[::1])")
def _best_course(at: Numbers, desk: Numbers) -> tuple[float, int, int]:
    """The best course as the dice lie, what is hoped for, and the way in which it begins."""
    thrown = _shown(at, desk), rules.left(at), _ignorable(at, desk), at[arrays.USED], rules.kept_locked(at)
    snake, ups = rules.snake(at, at[arrays.HEADING]), arrays.squares(at, arrays.UPS)
    return best_course(snake, ups, rules.levels(at), thrown, rules.total(at, desk))


@compiled
def _turns(at: Numbers, desk: Numbers) -> int:
    """What may be done with a throw: the best course, others thrown again before it, or one of them turned over."""
    order = _order(desk, 1, arrays.MOVE, 0)
    _, course, way = _best_course(at, desk)
    parts = desk[order + arrays.PARTS : order + arrays.PARTS + courses.MOST_PARTS]
    length, rest = parts_of(course, _shown(at, desk), rules.left(at), rules.levels(at), parts)
    desk[order + arrays.LENGTH] = length
    if 0 < bits(rest) <= _ignorable(at, desk):
        _order(desk, 1, arrays.IGNORE, rest)
    elif at[arrays.HEADING] < 0 and course:
        desk[order + arrays.WAY] = way
    found, free = 1, rules.left(at) & ~at[arrays.LOCKS]
    if at[arrays.USED] or not free:
        return found
    if at[arrays.REROLLS_LEFT]:
        found += 1
        _order(desk, found, arrays.REROLL, free)
    if at[arrays.FLIPS_LEFT]:
        for die in range(MOST_DICE):
            if free >> die & 1:
                found += 1
                _order(desk, found, arrays.FLIP, 1 << die)
    return found


@compiled
def _legal(at: Numbers, desk: Numbers, order: int) -> bool:
    """Whether an order can be carried out supposing that every blockade falls out of the way."""
    verb = desk[order + arrays.VERB]
    if verb == arrays.IGNORE:
        return rules.possible(at, desk, verb, desk[order + arrays.NUMBERS])
    if verb != arrays.MOVE:
        return True
    tried = arrays.room(desk, 0)
    copy(at, tried)
    for number in range(desk[order + arrays.LENGTH]):
        if tried[arrays.TURN] != at[arrays.TURN]:
            return False
        way = desk[order + arrays.WAY] if tried[arrays.HEADING] < 0 else UNNAMED
        if not rules.part(tried, desk, desk[order + arrays.PARTS + number], way, arrays.SUPPOSED):
            return False
    return bool(tried[arrays.HEADING] >= 0 or desk[order + arrays.WAY] == UNNAMED)


@compiled
def _worth(at: Numbers, desk: Numbers) -> float:
    """What a run is worth to its player, -1 to 1."""
    hope = float(rules.total(at, desk)) if at[arrays.ENDED] else _best_course(at, desk)[0]
    return max(-1.0, min(1.0, (hope - MIDDLE) / SPREAD))


@compiled
def _expected(at: Numbers, desk: Numbers, order: int, seed: int) -> float:
    """What an order is worth, over some throws if it throws dice."""
    whole, after = 0.0, arrays.room(desk, 0)
    for sample in range(THROWS):
        desk[arrays.SAMPLE] = seed + sample
        copy(at, after)
        rules.carry_out(after, desk, order, arrays.SAMPLE)
        whole += _worth(after, desk)
        if desk[arrays.SAMPLE] == seed + sample:
            return float(whole)
    return whole / THROWS


@compiled
def careful(at: Numbers, desk: Numbers, worths: Scale) -> None:
    """Puts the order down after which the run stands best, equals by lot."""
    seed = np.int64(drawn(desk, arrays.BOT_DICE, 40))
    orders, legal = _candidates(at, desk), 0
    for number in range(orders):
        order, worths[number] = arrays.ORDERS + arrays.ORDER_WIDTH * (number + 1), ILLEGAL
        if _legal(at, desk, order):
            legal += 1
            worths[number] = _expected(at, desk, order, seed) if orders > 1 else 0.0
    if not legal:
        raise ValueError("there is nothing to do")
    chosen = arrays.ORDERS + arrays.ORDER_WIDTH * (1 + best(desk, arrays.BOT_DICE, worths, orders))
    copy(desk[chosen : chosen + arrays.ORDER_WIDTH], desk[arrays.CHOSEN : arrays.CHOSEN + arrays.ORDER_WIDTH])
