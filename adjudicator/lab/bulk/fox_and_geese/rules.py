"""The rules of hunts in compiled code: what the side to act may do, what follows, and how a game ends.

They work on a desk, one array of numbers with the hunt, streams of chance, and the deed at hand. A set of points is a
number, a bit for each; a position is a row of numbers. Deeds come in the order of the plain rules, so that one goes by
its number. The past is an array: a mixed number for each position, then room for the positions themselves."""

from collections.abc import Sequence
from functools import cache
from itertools import chain

import numpy as np

from adjudicator.core.compiled import Numbers, bits, compiled, instead, linked, lowest
from adjudicator.games.fox_and_geese import FoxAndGeese, rules as plain
from adjudicator.games.fox_and_geese.rules import BLOCK, PASS_BY, Rules
from adjudicator.games.fox_and_geese.state import TIMES, WINNERS
from adjudicator.lab.bulk import ENDLESS

POINTS = 64
# A position: the columns that make two of them the same, what else is compared, the part of the past that still counts.
SIDE, PIECES, HAND, MISSED, LAST = 0, 1, 3, 5, 6
SAME = 8
TAKEN, TURN = 8, 10
TOLD = 11
SINCE, NOW = 11, 12
COLUMNS = 13
# The desk: bots and their chance, how the game ended, what happened and where, whether anything can be done.
BOTS, CHANCE, REASON, WINNER, HAPPENED, WHERE, MOVES = 0, 2, 4, 5, 6, 7, 8
# A deed: its kind, where it begins and ends, what a capture takes, all points of it, whether it could have gone on.
DEED, FROM, TO, GONE, WENT, MORE = range(9, 15)
NONE = -1  # equivalent: no number of a deed or a seat, below 0
STEP, JUMP, PLACE, HUFF = range(4)
# The hunt: its points, who begins, its turns, who wins by repetition and by the last turn, how many turns without
# a step forward lose; where room for leaps begins.
BOARD, FIRST, TURNS, REPEATED, LIMITED, STALLING, STACK = range(15, 22)
SIDES = 22
# What each side may do, so many numbers after those of the other; of captures, pairs and goals where they begin.
CHAIN, DUTY, REPEAT, FLANK, PLACING, ALTERNATE, WHOLE, DROP, ADD, BLOCKS, ENDS = range(1, 12)
ALONG = ENDS + POINTS
LEAPS = ALONG + POINTS
PAIRS = LEAPS + POINTS + 1
GOALS = PAIRS + POINTS + 1
WIDTH = GOALS + 2
SIZE = SIDES + 2 * WIDTH
GOAL = 3  # numbers of a goal: its kind, a count, a zone
LEVEL = 4  # numbers of a point in a chain of leaps: the point, the next leap from it, what is taken, all points so far
DUTIES = ("optional", "forced", "huff", "add")
FORCED, HUFFED = 1, 2  # of these; from HUFFED on a capture that is not made costs something
PLACINGS = ("first", "any-turn", "by-turns")
BEFORE_PLAY, ANY_TURN = 0, 1  # of these
REASONS = (*FoxAndGeese.OUTCOMES, ENDLESS)  # the first by the kinds of goals
REPETITION, TURN_LIMIT, STUCK, STALLED, WITHOUT_END = range(7, 12)
KINDS = tuple(f"{seat} {kind}" for kind in FoxAndGeese.EVENTS for seat in "AB")
BEGINS, STEPS, CAPTURES, SEIZED, PLACED, ADDED, HUFFS, MISSES, PASSES = range(0, 18, 2)  # of a seat, two bits each


def fits(played: Rules) -> bool:
    """Whether a hunt lies on a desk: its points are bits of a number, and no two leaps of a point end alike."""
    ends = [leaps[1::2] for table in played.tables for leaps in table.leaps]
    return len(played.names) <= POINTS and all(len(set(row)) == len(row) for row in ends)


@cache
def laid(played: Rules) -> Numbers:
    """A hunt on its desk."""
    hunt, made, points = played.hunt, [0] * SIZE, len(played.names)
    winners = [NONE if (seat := WINNERS[rule]) is None else seat for rule in (hunt.repetition, hunt.limit)]
    made[BOARD:STACK] = [played.board, played.first, hunt.turns, *winners, hunt.stalling]
    for seat, (table, side) in enumerate(zip(played.tables, played.sides, strict=True)):
        base, capture = SIDES + WIDTH * seat, side.capture
        chained, repeat, flank = (capture.chain, capture.repeat, capture.by == "flank") if capture else (False,) * 3
        placing, duty = PLACINGS.index(side.placing), DUTIES.index(played.duty(seat))
        moves = [chained, duty, repeat, flank, placing, side.alternate]
        made[base + CHAIN : base + ENDS] = [*moves, side.pieces, table.drop, table.add, table.blocks]
        made[base + ENDS : base + ENDS + points] = table.ends
        made[base + ALONG : base + ALONG + points] = table.along
        for start, rows in ((base + LEAPS, table.leaps), (base + PAIRS, table.pairs)):
            for point, row in enumerate((*rows, ())):  # where the row of each begins, and the last one ends
                made[start + point] = len(made)
                made += row
        made[base + GOALS] = len(made)
        made += chain.from_iterable(table.goals)
        made[base + GOALS + 1] = len(made)
    made[STACK] = len(made)
    return _numbers(made * LEVEL)  # so that there is room for a chain of all leaps


@cache
def begun(played: Rules) -> Numbers:
    """The position that a hunt begins from."""
    position = played.start()
    return _numbers([position.side, *position.pieces, *position.hand, 0, *position.last, *position.taken, 1, 0, 0])


def _numbers(made: Sequence[int]) -> Numbers:
    """As signed numbers, the last point of a set its sign."""
    return np.array([number % (1 << 64) for number in made], np.uint64).view(np.int64)


@instead(plain.count)
def count(points: int) -> int:
    return int(bits(points))


@instead(plain.lowest)
def first(points: int) -> int:
    return int(lowest(points))


# The rules themselves.
_opens, _shuts = linked(plain.opens), linked(plain.shut)
_together, _progress = linked(plain.together), linked(plain.progress)
_spread, _apart, _led_to = linked(plain.spread), linked(plain.apart), linked(plain.led_to)
HERE, NEXT, TAKES, ALONG_IT = range(1, 1 + LEVEL)


@compiled
def deeds(at: Numbers, desk: Numbers, stop: int) -> int:
    """How many deeds there are, no pass among them; the one of number `stop` then lies on the desk. Captures and steps
    are counted only as far as that one (NONE: all)."""
    side = at[SIDE]
    rule, free, found = SIDES + WIDTH * side, unheld(at, desk), 0
    added = additions(at, desk)
    if at[MISSED]:
        found = _points(desk, PLACE, added, found, stop)
        if desk[SIDES + WIDTH * (1 - side) + DUTY] == HUFFED:
            found = _points(desk, HUFF, at[MISSED], found, stop)
    placing = at[HAND + side] > 0
    if not placing or desk[rule + PLACING] == ANY_TURN:
        left = movers(at, desk)
        capturing = leapers(at, desk, left)
        if capturing:
            forced = desk[rule + DUTY] == FORCED
            while capturing:
                if found > stop > NONE:
                    return found
                found = _paths(at, desk, lowest(capturing), found, stop)
                capturing &= capturing - 1
            if forced:
                return found
        while left:
            here = lowest(left)
            left &= left - 1
            ends = desk[rule + ENDS + here] & free
            many = bits(ends)
            if found <= stop < found + many:
                _put(desk, STEP, here, _nth(ends, stop - found))
                return int(found + many)
            found += many
    if placing:
        found = _points(desk, PLACE, desk[rule + DROP] & free & ~added, found, stop)
    return found


@compiled
def _nth(points: int, number: int) -> int:
    for _ in range(number):
        points &= points - 1
    return int(lowest(points))


@compiled
def _put(desk: Numbers, kind: int, start: int, end: int) -> None:
    desk[DEED], desk[FROM], desk[TO], desk[GONE] = kind, start, end, 0
    desk[WENT] = 1 << start | 1 << end


@compiled
def _points(desk: Numbers, kind: int, points: int, found: int, stop: int) -> int:
    """A deed for each point of a set."""
    many = bits(points)
    if found <= stop < found + many:
        point = _nth(points, stop - found)
        _put(desk, kind, point, point)
    return int(found + many)


@compiled
def unheld(at: Numbers, desk: Numbers) -> int:
    """The points where nobody stands."""
    return int(desk[BOARD] & ~(at[PIECES] | at[PIECES + 1]))


@compiled
def additions(at: Numbers, desk: Numbers) -> int:
    """Where the side to act may add a piece for a capture that was missed."""
    return int(desk[SIDES + WIDTH * at[SIDE] + ADD] & unheld(at, desk)) if at[MISSED] else 0


@compiled
def movers(at: Numbers, desk: Numbers) -> int:
    """The pieces that may move: of a side that alternates all but the last moved, where another one can."""
    side = at[SIDE]
    mine, last = at[PIECES + side], at[LAST + side]
    if last < 0:
        return int(mine)
    others = mine & ~(1 << last)
    ends = desk[SIDES + WIDTH * side + ENDS : SIDES + WIDTH * side + ALONG]
    can = _led_to(ends, others) & unheld(at, desk) or leapers(at, desk, others)
    return int(others if can else mine)


@compiled
def leapers(at: Numbers, desk: Numbers, among: int) -> int:
    """Those of the pieces that can leap."""
    side = at[SIDE]
    row, found = SIDES + WIDTH * side + LEAPS, 0
    prey, free = at[PIECES + 1 - side], unheld(at, desk)
    while among:
        here = lowest(among)
        among &= among - 1
        if _opens(desk[desk[row + here] : desk[row + here + 1]], prey, free):
            found |= 1 << here
    return found


@compiled
def _paths(at: Numbers, desk: Numbers, start: int, found: int, stop: int) -> int:
    """All captures of one piece, each chain that may end before those that go on from there."""
    rule, level = SIDES + WIDTH * at[SIDE], desk[STACK]
    first, chain, forced = level, desk[rule + CHAIN], desk[rule + DUTY] == FORCED
    desk[level + HERE], desk[level + NEXT] = start, desk[rule + LEAPS + start]
    desk[level + TAKES], desk[level + ALONG_IT] = 0, 1 << start
    while level >= first:
        index = _onward(at, desk, level)
        if not index:
            level -= LEVEL
            continue
        to, after = desk[index + 1], level + LEVEL
        desk[level + NEXT] = index + 2
        desk[after + HERE], desk[after + NEXT] = to, desk[rule + LEAPS + to]
        desk[after + TAKES] = desk[level + TAKES] | 1 << desk[index]
        desk[after + ALONG_IT] = desk[level + ALONG_IT] | 1 << to
        more = bool(chain) and _onward(at, desk, after) > 0
        if not (more and forced):
            if found == stop:
                _put(desk, JUMP, start, to)
                desk[GONE], desk[WENT], desk[MORE] = desk[after + TAKES], desk[after + ALONG_IT], more
                return found + 1
            found += 1
        if more:
            level = after
    return found


@compiled
def _onward(at: Numbers, desk: Numbers, level: int) -> int:
    """Where the next leap lies that a piece in the middle of a chain can make; 0: there is none."""
    side, first = at[SIDE], desk[STACK]
    rule = SIDES + WIDTH * side
    prey, free = at[PIECES + 1 - side], unheld(at, desk) | 1 << desk[first + HERE]
    if not desk[rule + REPEAT]:
        prey &= ~desk[level + TAKES]
        free |= desk[level + TAKES]
    for index in range(desk[level + NEXT], desk[rule + LEAPS + desk[level + HERE] + 1], 2):
        if prey >> desk[index] & free >> desk[index + 1] & 1:
            made = False
            for earlier in range(first, level, LEVEL):
                made |= desk[earlier + NEXT] == index + 2
            if not made:
                return index
    return 0


MIX = 0x2127_599B_F432_5C37  # equivalent: any odd number will do


@compiled
def _tell(desk: Numbers, kind: int, points: int) -> None:
    desk[HAPPENED] |= 1 << kind
    desk[WHERE] |= points


@compiled
def remember(at: Numbers, past: Numbers) -> None:
    """Puts the position at the end of the past."""
    number, room = at[NOW], len(past) // (1 + SAME)
    mixed = np.int64(0)  # equivalent: any number will do
    for column in range(SAME):
        past[room + SAME * number + column] = at[column]
        mixed = (mixed ^ at[column]) * MIX  # equivalent: so will any other way to mix
        mixed ^= mixed >> 29  # equivalent: as here
    past[number], at[NOW] = mixed, number + 1


@compiled
def times(at: Numbers, past: Numbers) -> int:
    """How often the position has stood since something was taken or placed."""
    now, room, found = past[at[NOW] - 1], len(past) // (1 + SAME), 0
    for index in range(at[SINCE], at[NOW]):
        same = past[index] == now
        for column in range(SAME if same else 0):  # equivalent: what is mixed alike is alike
            same &= past[room + SAME * index + column] == at[column]
        found += same
    return found


@compiled
def _stalled(at: Numbers, desk: Numbers, past: Numbers) -> bool:
    """Whether the many have made so many turns in a row without a step forward as lose."""
    room, turns, after = len(past) // (1 + SAME), 0, _forward(desk, at[PIECES])
    for index in range(at[NOW] - 2, at[SINCE] - 1, -1):
        row = room + SAME * index
        if past[row]:  # before a turn of the few
            continue
        before = _forward(desk, past[row + PIECES])
        if after > before:
            return False
        after, turns = before, turns + 1
        if turns == desk[STALLING]:
            return True
    return False


@compiled
def _forward(desk: Numbers, points: int) -> int:
    """How far along, for the many, these points lie together."""
    return int(_together(desk[SIDES + ALONG : SIDES + ALONG + POINTS], points))


@compiled
def toward(at: Numbers, desk: Numbers, seat: int, goal: int) -> tuple[int, int]:
    """How much a side has of what a goal asks for, and how much that is."""
    other, along = 1 - seat, SIDES + WIDTH * seat + ALONG
    kind, number, zone = desk[goal], desk[goal + 1], desk[goal + 2]
    mine, prey, hand, taken = at[PIECES + seat], at[PIECES + other], at[HAND + other], at[TAKEN + other]
    whole, ahead = desk[SIDES + WIDTH * other + WHOLE], desk[along : along + POINTS]
    return _progress(kind, number, zone, mine, prey, hand, taken, whole, ahead)


@compiled
def over(at: Numbers, desk: Numbers, past: Numbers) -> bool:
    """Whether the game has ended, and how; else whether the side to act can do anything."""
    side = at[SIDE]
    for seat in (1 - side, side):
        rule = SIDES + WIDTH * seat
        for goal in range(desk[rule + GOALS], desk[rule + GOALS + 1], GOAL):
            have, need = toward(at, desk, seat, goal)
            if have >= need and (at[PIECES + seat] or desk[goal] != PASS_BY):
                desk[REASON], desk[WINNER] = desk[goal], seat
                return True
    desk[MOVES] = deeds(at, desk, 0)
    if not desk[MOVES]:
        if desk[SIDES + WIDTH * (1 - side) + BLOCKS]:
            desk[REASON], desk[WINNER] = BLOCK, 1 - side
            return True
        missed = at[MISSED]
        at[SIDE], at[MISSED] = 1 - side, 0
        others = deeds(at, desk, 0)
        at[SIDE], at[MISSED] = side, missed
        if not others:
            desk[REASON], desk[WINNER] = STUCK, NONE
            return True
    if desk[STALLING] and _stalled(at, desk, past):
        desk[REASON], desk[WINNER] = STALLED, 1
        return True
    if times(at, past) >= TIMES:
        desk[REASON], desk[WINNER] = REPETITION, desk[REPEATED]
        return True
    if at[TURN] > desk[TURNS]:
        desk[REASON], desk[WINNER] = TURN_LIMIT, desk[LIMITED]
        return True
    return False


@compiled
def left(at: Numbers, desk: Numbers) -> tuple[int, int, bool, int, int, int]:
    """What is left to the few, of whom one side is hemmed in, as `left_to` asks for it."""
    side, few = at[SIDE], at[PIECES + 1]
    ends = desk[SIDES + WIDTH + ENDS : SIDES + WIDTH + ALONG]
    found = _spread(ends, few, unheld(at, desk))
    at[SIDE] = 1
    able = leapers(at, desk, found)
    at[SIDE] = side
    far, many = _apart(ends, found, at[PIECES]), max(1, bits(at[PIECES]))
    return bits(found), bits(able & ~few), side == 1 and able & few != 0, far, bits(desk[BOARD]), many


@compiled
def settle(at: Numbers, desk: Numbers, past: Numbers) -> bool:
    """A side that can do nothing passes; whether the game is over then."""
    while not over(at, desk, past):
        if desk[MOVES]:
            return False
        _tell(desk, PASSES + at[SIDE], 0)
        at[SIDE], at[MISSED] = 1 - at[SIDE], 0
        at[TURN] += 1
        remember(at, past)
    return True


@compiled
def go(at: Numbers, desk: Numbers, past: Numbers) -> None:
    """The deed on the desk is done: what was taken or placed cannot come back, and a claim does not end the turn."""
    kind, side, point = desk[DEED], at[SIDE], 1 << desk[FROM]
    mine, prey, rule = PIECES + side, PIECES + 1 - side, SIDES + WIDTH * side
    claim = kind == HUFF or (kind == PLACE and additions(at, desk) & point != 0)
    missed = 0 if claim else _missed(at, desk)
    if kind == HUFF:
        desk[GONE] = point
        _tell(desk, HUFFS + side, point)
    elif kind == PLACE:
        at[mine] |= point
        at[HAND + side] -= not claim
        _tell(desk, (ADDED if claim else PLACED) + side, point)
    else:
        at[mine] = at[mine] & ~point | 1 << desk[TO]
        _tell(desk, (STEPS if kind == STEP else CAPTURES) + side, desk[WENT])
    if kind == STEP:
        row = rule + PAIRS + desk[TO]
        behind = at[mine] & ~(1 << desk[TO]) if desk[rule + FLANK] else at[prey]
        desk[GONE] = _shuts(desk[desk[row] : desk[row + 1]], at[prey], behind)
        if desk[GONE]:
            _tell(desk, SEIZED + side, desk[GONE])
    at[prey] &= ~desk[GONE]
    at[TAKEN + 1 - side] += bits(desk[GONE])
    at[MISSED] = missed
    if not claim:
        at[TURN] += 1
        at[SIDE] = 1 - side
    if kind == PLACE and not claim and desk[rule + PLACING] == BEFORE_PLAY:
        at[SIDE], at[MISSED] = _placer(at, desk, side if at[HAND + side] else desk[FIRST]), 0
    if kind in (STEP, JUMP):
        if desk[rule + ALTERNATE]:
            at[LAST + side] = desk[TO]
        if missed and (desk[rule + DUTY] == HUFFED or additions(at, desk)):
            _tell(desk, MISSES + side, missed)
    if kind == PLACE or desk[GONE]:
        at[SINCE] = at[NOW]
    remember(at, past)


@compiled
def _placer(at: Numbers, desk: Numbers, turn: int) -> int:
    """Who acts: a side that has yet to set up its pieces in hand, else the side whose turn it would be."""
    for seat in (turn, 1 - turn):
        if at[HAND + seat] and desk[SIDES + WIDTH * seat + PLACING] == BEFORE_PLAY:
            return seat
    return turn


@compiled
def _missed(at: Numbers, desk: Numbers) -> int:
    """The pieces, where they will stand, that owe a capture which the deed on the desk leaves out."""
    if desk[SIDES + WIDTH * at[SIDE] + DUTY] < HUFFED:
        return 0
    if desk[DEED] == JUMP:
        return 1 << desk[TO] if desk[MORE] else 0
    owed = leapers(at, desk, movers(at, desk))
    if desk[DEED] == STEP and owed >> desk[FROM] & 1:
        owed = owed & ~(1 << desk[FROM]) | 1 << desk[TO]
    return int(owed)
