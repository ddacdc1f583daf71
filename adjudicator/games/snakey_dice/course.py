"""Courses of a snake: which dice of a throw to use, in which order, and what the squares within reach then promise.

Functions of numbers, the same for plain and compiled play. Dice are packed, three bits for each: the number of its face
in FACES. A course is a number, too, eight bits for each die, the first one lowest."""

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from adjudicator.games.snakey_dice.hand import BONUS_DICE
from adjudicator.games.snakey_dice.run import MOST_DICE, highest
from adjudicator.games.snakey_dice.squares import (
    BY_JUMP,
    BY_PORTAL,
    EITHER,
    LOCKED,
    NEAR,
    Snake,
    Squares,
    added,
    both,
    count,
    dead_ends,
    holds,
    paid,
    reach,
    turned,
)
from printables.boards.snakey_dice.house import ACTIONS, FIRST_DICE, LEVELS, POINTS, TRACKS

# What is hoped for by: power-ups, how many dice are thrown, how often in halves; and of the dice now which faces they
# show, in turn, how many may be ignored, whether one is used.
Hoped: TypeAlias = tuple[Squares, int, int, int, int, int]
# Dice: what they show; a bit for each neither used nor ignored; how many more may be ignored; whether one is used; how
# many are kept locked.
Thrown: TypeAlias = tuple[int, int, int, int, int]
DEEP = 3  # dice that turn the snake in one course, unless more must be used
# What is hoped for, in points: of each square within reach, of a power-up there, for one that was passed besides its
# points, for a die kept locked; and how much of it is left to one who must pay, or has nothing left to pay with.
SQUARE, POWER, FOR_PASSED, FOR_LOCKED, PAID = 1.3, 4.0, 4.0, 0.6, 0.75
DEAD_END = 1.5  # points lost with a square that has one way in
PASSED, EMPTY = POINTS["power-ups"], POINTS["empty"]
EAST, SOUTH = 1, 2  # ways in which a snake may start
ONWARD = (0, 3, 1)  # straight, left, right, in quarters to the right
BY_REROLL, BY_FLIP, BY_UNLOCK, BY_IGNORE = map(TRACKS.index, ("reroll", "flip", "unlock", "ignore"))
RAISED_FIRST = BY_IGNORE, BY_REROLL, BY_FLIP, BY_UNLOCK  # tracks as they are raised
SHOWN, SHOWS = 3, 7  # bits of a die in what dice show
EACH, SOME = 4, 15  # bits of how many dice show a face
NO_FACE = (1 << SHOWN * LOCKED) - 1
# A die of a course: what is paid before it, what it shows, how it turns, whether a level follows.
FACE, WORD, RAISES, THERE, DIE = 2, 4, 1 << 6, 1 << 7, 8
NOTHING, ANYTHING = -1e9, -1e8  # points of no course, and fewer than those of any
# A part of a move: a die of a number with its turn (0 none, L, R), a portal, a jump, a level of a track, a bonus.
TURNS = 3
PAY_PORTAL = TURNS * MOST_DICE
PAY_JUMP = PAY_PORTAL + 1
RAISE = PAY_JUMP + 1
BONUS = RAISE + len(TRACKS)
CODES = BONUS + len(ACTIONS)
MOST_PARTS = 5 * MOST_DICE  # each die after a portal, a jump and a bonus, and with a level
MOST_CONTROL = 2 * (1 + LEVELS) + LEVELS  # how often a throw may be tried, in halves


def _likely(ways: int, dice: int, control: int) -> float:
    """How likely so many dice turn the snake to where it can go on: straight, left, right, as bits."""
    straight, left, right = ways & 1, ways >> 1 & 1, ways >> 2
    die = straight / 3 + (left + right) / 6 + (left or right) / 6
    likely: float = 1 - (1 - die) ** (dice * (control / 2))
    return likely


LIKELY = tuple(
    tuple(tuple(_likely(ways, dice, control) for control in range(MOST_CONTROL + 1)) for dice in range(MOST_DICE + 1))
    for ways in range(1 << len(ONWARD))
)


def hope(snake: Snake, hoped: Hoped) -> float:
    """What is hoped for from the squares within reach, less what must be paid to go on; 0 for one that ends."""
    head, heading, _, taken, _, _ = snake
    ups, dice, control, _, _, _ = hoped
    front, costs, portals, jumps, _ = paid(snake)
    if front < 0:
        return 0.0
    ways = 0
    for index in range(len(ONWARD)):
        there = NEAR[heading + ONWARD[index] & 3][front]
        if there >= 0 and not holds(taken, there):
            ways |= 1 << index
    room, likely = reach(front, taken), LIKELY[ways][dice][control]
    safe = likely + (1 - likely) * PAID * min(3, portals + jumps) / 3
    reached = SQUARE * count(room) + POWER * count(both(room, ups)) - DEAD_END * dead_ends(room, head, front)
    return max(0.0, safe * reached - costs)


def tried(snake: Snake, hoped: Hoped, faces: int, left: int, deep: int, points: float) -> tuple[float, int]:
    """The best course on from there: what is hoped for, and its dice; `faces`: how many dice show each face."""
    head, heading, entry, taken, portals, jumps = snake
    ups, _, _, seen, ignores, used = hoped
    square = -1 if deep else entry  # compiled, what is passed on to a call of itself must not be plain numbers
    snake = head, heading, square, taken, portals, jumps
    found, course = NOTHING, 0
    if left <= ignores and (used or deep or not left):
        found = points + hope(snake, hoped)
    if not left or (deep >= DEEP and left <= ignores):
        return found, course
    front, costs, portals, jumps, step = paid(snake)
    if front < 0:
        return (found, course) if found > ANYTHING else (points, _any(faces, seen))
    gained, step = float(-EMPTY - costs), step | THERE
    if holds(ups, front):
        gained, step = gained + PASSED + FOR_PASSED, step | RAISES
    taken = added(taken, front)
    for index in range(LOCKED):
        face = seen >> SHOWN * index & SHOWS
        if face == SHOWS or not faces >> EACH * face & SOME:
            continue
        for word in range(1 if face == EITHER else 0, 3 if face == EITHER else 1):
            then = front, heading + turned(face, word) & 3, entry, taken, portals, jumps
            worth, rest = tried(then, hoped, faces - (1 << EACH * face), left - 1, deep + 1, points + gained)
            if worth > found:
                found, course = worth, rest << DIE | step | face << FACE | word << WORD
    return found, course


def _any(faces: int, seen: int) -> int:
    """One die: the run ends with it, whichever it is."""
    while not faces >> EACH * (seen & SHOWS) & SOME:
        seen >>= SHOWN
    face = seen & SHOWS
    return THERE | face << FACE | (1 if face == EITHER else 0) << WORD


def best(snake: Snake, ups: Squares, levels: Sequence[int], thrown: Thrown, points: int) -> tuple[float, int, int]:
    """The best course of a run as its dice lie: what is hoped for, its dice, the way in which it begins."""
    shown, rest, ignores, used, kept = thrown
    head, heading, entry, taken, portals, jumps = snake
    faces, seen, kinds, left, locked = 0, NO_FACE, 0, 0, 0
    for die in range(MOST_DICE):
        if not rest >> die & 1:
            continue
        face = shown >> SHOWN * die & SHOWS
        if face == LOCKED:
            locked += 1
            continue
        if not faces >> EACH * face & SOME:
            seen ^= (face ^ SHOWS) << SHOWN * kinds
            kinds += 1
        faces += 1 << EACH * face
        left += 1
    dice, control = FIRST_DICE + highest(levels), 2 * (1 + levels[BY_REROLL]) + levels[BY_FLIP]
    points_then = points + FOR_LOCKED * (locked + kept // BONUS_DICE)
    hoped = ups, dice, control, seen, ignores, 1 if used or locked else 0
    found, course, begins = 2 * NOTHING, 0, -1
    for way in (EAST, SOUTH):
        begin = heading if heading >= 0 else way
        if begin != begins:
            worth, dies = tried((head, begin, entry, taken, portals, jumps), hoped, faces, left, 0, points_then)
            if worth > found:
                found, course, begins = worth, dies, begin
    return found, course, begins


def rising(levels: Sequence[int], more: int) -> int:
    """The track that is raised next, after so many other levels; -1: all are full."""
    for track in RAISED_FIRST:
        if more < LEVELS - levels[track]:
            return track
        more -= LEVELS - levels[track]
    return -1


def parts_of(course: int, shown: int, rest: int, levels: Sequence[int], parts: MutableSequence[int]) -> tuple[int, int]:
    """Puts the parts of a course down, locked dice last: how many there are, and the dice that it does without."""
    length, raised = 0, 0
    while course:
        for paid_by, code in ((BY_PORTAL, PAY_PORTAL), (BY_JUMP, PAY_JUMP)):
            if course & paid_by:
                parts[length] = code
                length += 1
        die = 0
        while not rest >> die & 1 or shown >> SHOWN * die & SHOWS != course >> FACE & 3:
            die += 1
        rest ^= 1 << die
        parts[length] = TURNS * die + (course >> WORD & 3)
        length += 1
        if course & RAISES and rising(levels, raised) >= 0:  # with many power-ups a sheet may be full
            parts[length] = RAISE + rising(levels, raised)
            length, raised = length + 1, raised + 1
        course >>= DIE
    for die in range(MOST_DICE):
        if rest >> die & 1 and shown >> SHOWN * die & SHOWS == LOCKED:
            rest ^= 1 << die
            parts[length] = TURNS * die
            length += 1
    return length, rest
