"""Snakey Dice in compiled code, with its bots `random` and `careful`: alone, or any number of players in a league.

The bots put the order that they choose on the desk. What can follow a die depends on its face alone, so that dice that
show the same are counted once."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, Word, Words, bits, borrowed, compiled, copy, linked, typed
from adjudicator.dice.compiled import below, best, child, drawn
from adjudicator.games.snakey_dice import course as courses
from adjudicator.games.snakey_dice.run import MOST_BONUSES, MOST_DICE
from adjudicator.games.snakey_dice.sense import MIDDLE, SPREAD
from adjudicator.games.snakey_dice.squares import EITHER, NUMBER, WALL
from adjudicator.lab.bulk import MOST_ACTIONS, Rows
from adjudicator.lab.bulk.snakey_dice import arrays, rules
from adjudicator.lab.bulk.snakey_dice.arrays import COLUMNS as OF_RUN
from adjudicator.opponents.search import THROWS
from printables.boards.snakey_dice.house import ACTIONS, SET_UP, START

COLUMNS = 1 + OF_RUN  # a position with the seat whose run it is
REASON, LASTED, SCORES = range(3)  # what came of a game; the scores of all seats
BEGIN = NUMBER[START]
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
    if courses.RAISE <= code < courses.BONUS:
        return False
    if code >= courses.BONUS:
        return rules.bonus_open(at)
    found = rules.trouble(at, way if at[arrays.HEADING] < 0 else at[arrays.HEADING])
    return found == WALL if code == courses.PAY_PORTAL else found != 0 and found != WALL


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
        kind = -1  # what a die shows, and how it is to turn if it may either way
        if code < courses.PAY_PORTAL:
            shown = rules.face(at, desk, code // courses.TURNS)
            kind = arrays.KINDS_OF_PART - 1 if code % courses.TURNS == 2 else shown
        if kind >= 0 and desk[known + kind] >= 0:
            found += desk[known + kind]
            continue
        copy(at, after)
        ways = 0
        if rules.part(after, desk, code, way, arrays.SUPPOSED):
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
    desk[order + arrays.VERB], desk[order + arrays.WAY] = arrays.MOVE, way
    copy(at, arrays.room(desk, 0))
    depth = 0
    while True:
        here, after = arrays.room(desk, depth), arrays.room(desk, depth + 1)
        for code in range(courses.CODES):
            if not _offered(here, desk, code, way):
                continue
            copy(here, after)
            if not rules.part(after, desk, code, way, arrays.SUPPOSED):
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
    desk[order + arrays.WAY] = UNNAMED
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
    parts = desk[order + arrays.PARTS :]
    length, rest = parts_of(course, _shown(at, desk), rules.left(at), rules.levels(at), parts)
    desk[order + arrays.LENGTH] = length
    if 0 < bits(rest) <= _ignorable(at, desk):
        _order(desk, 1, arrays.IGNORE, rest)
    elif course:
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
        if not rules.part(tried, desk, desk[order + arrays.PARTS + number], desk[order + arrays.WAY], arrays.SUPPOSED):
            return False
    return bool(tried[arrays.HEADING] >= 0 or desk[order + arrays.WAY] == UNNAMED)


@compiled
def _expected(at: Numbers, desk: Numbers, order: int, seed: int) -> float:
    """What an order is worth to the player of the run, -1 to 1, over some throws if it throws dice."""
    whole, after = 0.0, arrays.room(desk, 0)
    for sample in range(THROWS):
        desk[arrays.SAMPLE] = seed + sample
        copy(at, after)
        rules.carry_out(after, desk, order, arrays.SAMPLE)
        hope = float(rules.total(after, desk)) if after[arrays.ENDED] else _best_course(after, desk)[0]
        whole += max(-1.0, min(1.0, (hope - MIDDLE) / SPREAD))
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


@compiled
def _set_up(fresh: Numbers, desk: Numbers) -> None:
    """The run that all begin with: six blockades, the same for all."""
    fresh[:] = 0
    fresh[arrays.TURN], fresh[arrays.HEAD], fresh[arrays.HEADING], fresh[arrays.ENTRY] = 1, BEGIN, -1, -1
    arrays.put(fresh, arrays.TRAIL, BEGIN)
    fresh[arrays.UPS], fresh[arrays.UPS + 1] = desk[arrays.ALL_UPS], desk[arrays.ALL_UPS + 1]
    for action in range(len(ACTIONS)):
        fresh[arrays.OWNS + action] = desk[arrays.FIRST_OWNS + action]
    left = SET_UP
    while left:
        there = rules.square(rules.thrown(desk, arrays.GAME_DICE, rules.FOR_BLOCKADE))
        arrays.mark(desk, there)
        if arrays.stands(fresh, there) or arrays.holds(arrays.squares(fresh, arrays.UPS), there):
            desk[arrays.HAPPENED] |= 2
        else:
            arrays.put(fresh, arrays.BLOCKADES, there)
            desk[arrays.HAPPENED] |= 1
            left -= 1


@compiled
def _clear(desk: Numbers, told: Words) -> None:
    """Takes what was told off the desk, and the dice that a league held."""
    for word in range(len(told)):
        told[word] = desk[arrays.PLACES + word]
        desk[arrays.PLACES + word] = 0
    desk[arrays.HELD_TURNS : arrays.HELD_TURNS + desk[arrays.LAST_TURN] + 1] = 0
    desk[arrays.HELD_REROLLS : arrays.HELD_REROLLS + arrays.MOST_REROLLS * (desk[arrays.LAST_TURN] + 1)] = 0
    desk[arrays.HELD_DROPS : arrays.HELD_DROPS + desk[arrays.LAST_DROP] + 1] = 0


@compiled
def many(desk: Numbers, players: Numbers, key: Word, first: int, rows: Numbers, told: Words, trace: Numbers) -> None:
    """Games by number: what came of each into a row, the positions of the last one into rows of `trace`."""
    rooms = np.zeros((2, OF_RUN), np.int64)  # equivalent: more room is not used
    scale = np.zeros(arrays.MOST_ORDERS + 1)
    fresh, at, worths = borrowed(rooms[0]), borrowed(rooms[1]), borrowed(scale)
    desk, rows, told, trace = borrowed(desk), borrowed(rows), borrowed(told), borrowed(trace)
    seats = len(players)
    for number in range(first, first + len(rows)):
        row, seed, actions = rows[number - first], child(key, number), 0
        desk[arrays.GAME_DICE], desk[arrays.TELLING] = np.int64(child(seed, 0)), 1
        _set_up(fresh, desk)
        for seat in range(seats):
            desk[arrays.SEAT] = seat
            copy(fresh, at)
            rules.roll(at, desk, arrays.GAME_DICE)
        copy(at, fresh)
        for seat in range(seats):
            desk[arrays.SEAT], desk[arrays.BOT_DICE] = seat, np.int64(child(seed, 1 + seat))
            copy(fresh, at)
            while not at[arrays.ENDED] and actions < MOST_ACTIONS:
                if actions < len(trace):
                    trace[actions, 0] = seat
                    copy(at, trace[actions, 1:])
                if players[(seat + number) % seats]:
                    careful(at, desk, worths)
                else:
                    random(at, desk)
                actions += 1
                desk[arrays.TELLING] = actions < MOST_ACTIONS
                rules.carry_out(at, desk, arrays.CHOSEN, arrays.GAME_DICE)
            row[SCORES + seat] = rules.total(at, desk)
        if actions < len(trace):
            trace[actions, 0] = seats - 1
            copy(at, trace[actions, 1:])
        row[REASON], row[LASTED] = arrays.LEAGUE_ENDED if desk[arrays.LEAGUE] else at[arrays.ENDED] - 1, actions
        if actions == MOST_ACTIONS:
            row[REASON] = arrays.WITHOUT_END
        _clear(desk, told[number - first])


def fits(options: Any, seats: int) -> bool:
    """Whether compiled code plays this: several play in a league alone."""
    return seats == 1 or bool(options.league)


def play(options: Any, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    desk, seats = arrays.sheet(options.house).copy(), len(players)
    desk[arrays.LEAGUE] = options.league
    rows = np.zeros((last - first, SCORES + seats), np.int64)
    told = np.zeros((len(rows), arrays.PLACE_WORDS + arrays.words(seats)), np.int64)
    trace = rows[len(rows) :] if trace is None else trace
    many(desk, np.array(players, np.int64), np.uint64(key), first, rows, told, trace)
    reason, actions, scores = rows[:, REASON], rows[:, LASTED], rows[:, SCORES:]
    won = (scores == scores.max(axis=1, keepdims=True)) & (reason == arrays.LEAGUE_ENDED)[:, None]
    where, happened = np.hsplit(told.astype(np.uint64), [arrays.PLACE_WORDS])
    kinds, first_seat = arrays.kinds(seats), np.zeros_like(reason)
    return Rows(arrays.REASONS, kinds, arrays.NAMES, reason, won, scores, actions, first_seat, happened, where)
