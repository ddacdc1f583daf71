"""Courses of a snake in compiled code: which dice of a throw to use, in which order, and what is then within reach.

A course is a number, eight bits for each die, the first one lowest.
"""

from __future__ import annotations

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, bits, compiled, typed
from adjudicator.games.snakey_dice import sense as sense
from adjudicator.games.snakey_dice.run import MOST_DICE
from adjudicator.games.snakey_dice.sense import LEVELLED
from adjudicator.lab.bulk.snakey_dice.arrays import (
    ACROSS,
    BLOCKADES,
    CHANCE_ROW,
    CHANCES,
    EITHER,
    ENDED,
    ENTRY,
    FACES_SEEN,
    HEAD,
    HEADING,
    HIGH_BITS,
    IGNORED,
    JUMP,
    LENGTH,
    LEVEL,
    LOCKED,
    LOW_BITS,
    MOST_CONTROL,
    NEAR,
    OWNS,
    PARTS,
    PAY_JUMP,
    PAY_PORTAL,
    PORTAL,
    RAISE,
    SQUARES,
    TRAIL,
    TURNS,
    UPS,
    USED,
    count,
    holds,
    reach,
    single,
    twice,
)
from adjudicator.lab.bulk.snakey_dice.rules import (
    BY_FLIP,
    BY_IGNORE,
    BY_REROLL,
    CROSSED,
    EAST,
    EMPTY,
    OWNED,
    PASSED,
    SOUTH,
    face,
    highest,
    kept_locked,
    left,
    total,
    turned,
    value,
)
from printables.boards.snakey_dice.house import FIRST_DICE, LEVELS, TRACKS

SQUARE, POWER, FOR_PASSED, FOR_LOCKED, PAID = sense.SQUARE, sense.POWER, sense.PASSED, sense.LOCKED, sense.PAID
DEAD_END, DEEP, LOCKED_KEPT = sense.DEAD_END, sense.DEEP, 3
RAISED_FIRST = np.array([TRACKS.index(track) for track in LEVELLED])
# A die of a course: whether a portal or a jump is paid before it, what it shows, how it turns, whether a level follows.
BY_PORTAL, BY_JUMP, SHOWN, WORD, RAISES, THERE, DIE = 1, 2, 2, 4, 1 << 6, 1 << 7, 8
EACH = 4  # bits of how many dice show a face
NONE, SOME = -1e9, -1e8


@compiled
def _paid(
    desk: Numbers, head: int, heading: int, entry: int, low: int, high: int, portals: int, jumps: int
) -> tuple[int, int, int, int, int]:
    """The free square in front, -1 where it cannot be paid for; what that costs, the purse then, how it is paid."""
    front, costs, paid = entry, 0, 0
    if front < 0:
        front = desk[NEAR + SQUARES * heading + head]
    if front < 0:
        if not portals:
            return -1, 0, 0, 0, 0
        portals, costs, paid = portals - 1, OWNED, BY_PORTAL
        front = desk[ACROSS + SQUARES * heading + head]
    if holds(low, high, front):
        while front >= 0 and holds(low, high, front):
            front, costs = desk[NEAR + SQUARES * heading + front], costs - CROSSED
        if front < 0 or not jumps:
            return -1, 0, 0, 0, 0
        jumps, costs, paid = jumps - 1, costs + OWNED, paid | BY_JUMP
    return front, costs, portals, jumps, paid


@compiled
def _on(desk: Numbers, front: int, heading: int, low: int, high: int) -> bool:
    """Whether the next square that way is in a set."""
    there = desk[NEAR + SQUARES * (heading & 3) + front]
    return there >= 0 and holds(low, high, there)


@compiled
def _hope(
    at: Numbers,
    desk: Numbers,
    likely: Scale,
    head: int,
    heading: int,
    entry: int,
    low: int,
    high: int,
    portals: int,
    jumps: int,
) -> float:
    """What is hoped for from the squares within reach, as the sense of this game has it."""
    front, costs, portals, jumps, _ = _paid(desk, head, heading, entry, low, high, portals, jumps)
    if front < 0:
        return 0.0
    free_low, free_high = LOW_BITS & ~low, HIGH_BITS & ~high
    room_low, room_high = reach(front, free_low, free_high)
    ways = 1 if _on(desk, front, heading, free_low, free_high) else 0
    ways += 2 if _on(desk, front, heading + 3, free_low, free_high) else 0
    ways += 4 if _on(desk, front, heading + 1, free_low, free_high) else 0
    sure = likely[ways * CHANCE_ROW + desk[CHANCES]]
    safe = sure + (1 - sure) * PAID * min(3, portals + jumps) / 3
    head_low, head_high = single(head)
    front_low, front_high = single(front)
    wide_low, wide_high = twice(room_low | head_low, room_high | head_high)
    narrow = count(room_low & ~front_low & ~wide_low, room_high & ~front_high & ~wide_high)
    powers = count(room_low & at[UPS], room_high & at[UPS + 1])
    hope = SQUARE * count(room_low, room_high) + POWER * powers - DEAD_END * narrow
    return float(max(0.0, safe * hope - costs))


@compiled
def _some(faces: int, shown: int) -> int:
    """How many dice show a face."""
    return faces >> EACH * shown & (1 << EACH) - 1


@compiled
def _any(desk: Numbers, faces: int) -> int:
    """One die: the run ends with it, whichever it is."""
    index = 0
    while not _some(faces, desk[FACES_SEEN + index]):
        index += 1
    shown = desk[FACES_SEEN + index]
    return int(THERE | shown << SHOWN | (1 if shown == EITHER else 0) << WORD)


@typed(
    "Tuple((float64, int64))(int64[::1], int64[::1], float64[::1], int64, int64, int64, int64, int64, int64, int64,"
    " int64, int64, int64, int64, float64)"
)
def _try(
    at: Numbers,
    desk: Numbers,
    likely: Scale,
    head: int,
    heading: int,
    entry: int,
    low: int,
    high: int,
    portals: int,
    jumps: int,
    faces: int,
    ignores: int,
    used: int,
    deep: int,
    points: float,
) -> tuple[float, int]:
    """The best course on from there: what is hoped for, and its dice."""
    first = deep == 0  # what is passed on to a call of itself must not be plain numbers, or code cannot be read back
    square, used_one = entry if first else -1, used or not first
    dice = 0
    for shown in range(LOCKED):
        dice += _some(faces, shown)
    hope, course = NONE, np.int64(0)
    if dice <= ignores and (used_one or not dice):
        hope = points + _hope(at, desk, likely, head, heading, square, low, high, portals, jumps)
    if not dice or (deep >= DEEP and dice <= ignores):
        return hope, course
    front, costs, portals, jumps, paid = _paid(desk, head, heading, square, low, high, portals, jumps)
    if front < 0:
        return (hope, course) if hope > SOME else (points, _any(desk, faces))
    gained, step = float(-EMPTY - costs), THERE | paid
    if holds(at[UPS], at[UPS + 1], front):
        gained, step = gained + PASSED + FOR_PASSED, step | RAISES
    front_low, front_high = single(front)
    low, high = low | front_low, high | front_high
    for index in range(LOCKED):
        shown = desk[FACES_SEEN + index]
        if shown < 0 or not _some(faces, shown):
            continue
        for word in range(1 if shown == EITHER else 0, 3 if shown == EITHER else 1):
            then, rest = _try(
                at,
                desk,
                likely,
                front,
                (heading + turned(shown, word)) & 3,
                entry,
                low,
                high,
                portals,
                jumps,
                faces - (1 << EACH * shown),
                ignores,
                used,
                deep + 1,
                points + gained,
            )
            if then > hope:
                hope, course = then, rest << DIE | step | shown << SHOWN | word << WORD
    return hope, course


@compiled
def ignorable(at: Numbers, desk: Numbers) -> int:
    """How many dice more may be ignored this turn."""
    return int(max(0, value(at, desk, BY_IGNORE) - bits(at[IGNORED])))


@typed("Tuple((float64, int64, int64))(int64[::1], int64[::1], float64[::1])")
def best_course(at: Numbers, desk: Numbers, likely: Scale) -> tuple[float, int, int]:
    """The best course as the dice lie, what is hoped for, and the way in which it begins."""
    points = total(at, desk)
    if at[ENDED]:
        return float(points), np.int64(0), -1
    control = 2 * (1 + at[LEVEL + BY_REROLL]) + at[LEVEL + BY_FLIP]
    desk[CHANCES] = (FIRST_DICE + highest(at)) * (MOST_CONTROL + 1) + control
    desk[FACES_SEEN : FACES_SEEN + LOCKED] = -1
    faces, seen, locked, rest = np.int64(0), 0, 0, left(at)
    for die in range(MOST_DICE):
        if not rest >> die & 1:
            continue
        shown = face(at, desk, die)
        if shown == LOCKED:
            locked += 1
            continue
        if not _some(faces, shown):
            desk[FACES_SEEN + seen] = shown
            seen += 1
        faces += 1 << EACH * shown
    hoped = points + FOR_LOCKED * (locked + kept_locked(at) // LOCKED_KEPT)
    ignores, used = ignorable(at, desk), 1 if at[USED] or locked else 0
    low, high = at[TRAIL] | at[BLOCKADES], at[TRAIL + 1] | at[BLOCKADES + 1]
    hope, course, way = -2e9, np.int64(0), -1
    for index in range(2):
        heading = at[HEADING]
        if heading < 0:
            heading = SOUTH if index else EAST
        elif index:
            break
        then, found = _try(
            at,
            desk,
            likely,
            at[HEAD],
            heading,
            at[ENTRY],
            low,
            high,
            at[OWNS + PORTAL],
            at[OWNS + JUMP],
            faces,
            ignores,
            used,
            0,
            hoped,
        )
        if then > hope:
            hope, course, way = then, found, heading
    return hope, course, way


@compiled
def track(at: Numbers, more: int) -> int:
    """The track that is raised next, after so many other levels; -1: all are full."""
    for index in range(len(TRACKS)):
        room = LEVELS - at[LEVEL + RAISED_FIRST[index]]
        if more < room:
            return int(RAISED_FIRST[index])
        more -= room
    return -1


@compiled
def parts_of(at: Numbers, desk: Numbers, course: int, order: int) -> int:
    """Puts the parts of a course into an order, locked dice last; the dice that it does without."""
    rest, length, levels = left(at), order + PARTS, 0
    while course:
        if course & BY_PORTAL:
            desk[length] = PAY_PORTAL
            length += 1
        if course & BY_JUMP:
            desk[length] = PAY_JUMP
            length += 1
        die = 0
        while not rest >> die & 1 or face(at, desk, die) != course >> SHOWN & 3:
            die += 1
        rest ^= 1 << die
        desk[length] = TURNS * die + (course >> WORD & 3)
        length += 1
        if course & RAISES and track(at, levels) >= 0:
            desk[length] = RAISE + track(at, levels)
            length, levels = length + 1, levels + 1
        course >>= DIE
    for die in range(MOST_DICE):
        if rest >> die & 1 and face(at, desk, die) == LOCKED:
            rest ^= 1 << die
            desk[length] = TURNS * die
            length += 1
    desk[order + LENGTH] = length - order - PARTS
    return rest
