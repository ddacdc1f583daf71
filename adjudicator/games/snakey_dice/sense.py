"""Snakey Dice: the points so far, and those that the squares within reach promise.

Courses of a snake: which dice of a throw to use, in which order, and what the squares within reach then promise.

Squares are bits of whole numbers, so that what can be reached is found in a few operations.

Snakey Dice: the run is to go on after this throw.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeAlias

from adjudicator.core.aim import THROW, Aim, Throw
from adjudicator.core.game import Outcome
from adjudicator.core.sense import Sense, Worths
from adjudicator.games.snakey_dice import state as score
from adjudicator.games.snakey_dice.hand import bonus_open, kept_locked
from adjudicator.games.snakey_dice.notation import Action, Choose, Part, Pay, Use
from adjudicator.games.snakey_dice.run import COMPASS, MOST_BONUSES, SQUARES, Run
from adjudicator.games.snakey_dice.state import State
from printables.boards.snakey_dice import FIRST, LAST
from printables.boards.snakey_dice.house import ACTIONS, FIRST_DICE, LEVELS, POINTS, House

WIDE = LAST - FIRST + 2  # a column more than there is: what leaves the board sideways falls into it
TURNS = {"straight": ((0, ""),), "left": ((3, ""),), "right": ((1, ""),), "either": ((3, "L"), (1, "R"))}
DEEP = 3  # dice that turn the snake in one course, unless more must be used
# What is hoped for, in points: of each square within reach, of a power-up there, for one that was passed besides its
# points, for a die kept locked; and how much of it is left to one who must pay, or has nothing left to pay with.
SQUARE, POWER, PASSED, LOCKED, PAID = 1.3, 4.0, 4.0, 0.6, 0.75
DEAD_END = 1.5  # points lost with a square that has one way in
Bits: TypeAlias = int


def bit(square: tuple[int, int]) -> Bits:
    return 1 << (square[1] - FIRST) * WIDE + square[0] - FIRST


BOARD: Bits = sum(map(bit, SQUARES))


class Snake(NamedTuple):
    """Where a snake is while a course is tried; `entry`: the square that was paid for, 0 for none."""

    head: Bits
    heading: int
    entry: Bits
    taken: Bits
    portals: int
    jumps: int


class Course(NamedTuple):
    """What a course comes to, in points that are hoped for; its parts: faces with their turns, or "" and a word.

    `heading`: the way in which it begins.
    """

    hope: float
    parts: tuple[tuple[str, str], ...]
    heading: str = ""


def ahead(at: Bits, heading: int) -> Bits:
    """The next square that way; 0: a wall."""
    moved = (at >> WIDE, at << 1, at << WIDE, at >> 1)[heading]
    return moved & BOARD


def reach(start: Bits, free: Bits) -> Bits:
    """The free squares that can be reached from one, itself too."""
    seen, edge = 0, start & free
    while edge:
        seen |= edge
        edge = (edge << 1 | edge >> 1 | edge << WIDE | edge >> WIDE) & free & ~seen
    return seen


def sure(ways: tuple[bool, bool, bool], dice: int, control: float) -> float:
    """How likely so many dice turn the snake to where it can go on: straight, left, right.

    `control`: how often a throw may be tried.
    """
    likely: float = 1 - (1 - _DICE[ways]) ** (dice * control)
    return likely


class Courses:
    """The courses of a run as its dice lie."""

    def __init__(self, run: Run, house: House) -> None:
        self.run, self.house = run, house
        self.ups: Bits = sum(map(bit, run.powerups))
        self.points = score.total(run, house)
        tracks = run.tracks
        self.dice = FIRST_DICE + tracks.highest
        self.control = 1 + tracks.reroll + tracks.flip / 2
        self.ignores = max(0, house.tracks.value("ignore", run.level("ignore")) - len(run.ignored))

    def best(self) -> Course:
        """The best course; of a run that has ended or whose dice are used, what it has come to."""
        run = self.run
        if run.ended:
            return Course(self.points, ())
        taken = sum(map(bit, run.trail)) | sum(map(bit, run.blockades))
        entry = bit(run.entry) if run.entry else 0
        ways = [COMPASS.index(run.heading)] if run.heading else [1, 2]
        faces: Counter[str] = Counter(self.house.face(run.dice[number - 1]) for number in run.left)
        locked = faces.pop("locked", 0)
        kept = LOCKED * (locked + kept_locked(run, self.house) // 3)
        found = []
        for way in ways:
            snake = Snake(bit(run.head), way, entry, taken, run.actions.portal, run.actions.jump)
            course = self._try(snake, faces, self.ignores, bool(run.used) or locked > 0, 0, self.points + kept)
            found.append(course._replace(heading=COMPASS[way]))
        return max(found, key=lambda course: course.hope)

    def _try(self, snake: Snake, faces: Counter[str], ignores: int, used: bool, deep: int, points: float) -> Course:
        left = faces.total()
        best = Course(-1e9, ())
        if left <= ignores and (used or not left):
            best = Course(points + self._hope(snake), ())
        if not left or (deep >= DEEP and left <= ignores):
            return best
        entered = self._paid(snake)
        if entered is None:
            return best if best.hope > -1e8 else Course(points, self._any(faces))
        paid, costs, payments = entered
        front = paid.entry or ahead(paid.head, paid.heading)
        gained, passed = float(-POINTS["empty"] - costs), tuple[tuple[str, str], ...]()
        if front & self.ups & ~snake.taken:
            gained, passed = gained + POINTS["power-ups"] + PASSED, (("", "level"),)
        for face in list(faces):
            fewer = faces - Counter({face: 1})
            for turn, word in TURNS[face]:
                then = Snake(front, (paid.heading + turn) % 4, 0, paid.taken | front, paid.portals, paid.jumps)
                rest = self._try(then, fewer, ignores, True, deep + 1, points + gained)
                if rest.hope > best.hope:
                    best = Course(rest.hope, (*payments, (face, word), *passed, *rest.parts))
        return best

    def _any(self, faces: Counter[str]) -> tuple[tuple[str, str], ...]:
        """One die: the run ends with it, whichever it is."""
        face = next(iter(faces))
        return ((face, TURNS[face][0][1]),)

    def _paid(self, snake: Snake) -> tuple[Snake, int, tuple[tuple[str, str], ...]] | None:
        """The snake with a free square in front, what that costs, and how it is paid; None where it cannot be."""
        front = snake.entry or ahead(snake.head, snake.heading)
        costs, paid, portals, jumps = 0, list[tuple[str, str]](), snake.portals, snake.jumps
        if not front:
            if not portals:
                return None
            portals, costs, front = portals - 1, POINTS["actions"], across(snake.head, snake.heading)
            paid.append(("", "portal"))
        if front & snake.taken:
            while front & snake.taken:
                front, costs = ahead(front, snake.heading), costs - POINTS["jumped"]
            if not front or not jumps:
                return None
            jumps, costs = jumps - 1, costs + POINTS["actions"]
            paid.append(("", "jump"))
        return snake._replace(entry=front if paid else snake.entry, portals=portals, jumps=jumps), costs, tuple(paid)

    def _hope(self, snake: Snake) -> float:
        """What is hoped for from the squares within reach, less what must be paid to go on; 0 for one that ends."""
        entered = self._paid(snake)
        if entered is None:
            return 0.0
        paid, costs, _ = entered
        front = paid.entry or ahead(paid.head, paid.heading)
        free = BOARD & ~snake.taken
        room = reach(front, free)
        straight, left, right = (ahead(front, (snake.heading + turn) % 4) & free != 0 for turn in (0, 3, 1))
        likely = sure((straight, left, right), self.dice, self.control)
        purse = min(3, paid.portals + paid.jumps)
        safe = likely + (1 - likely) * PAID * purse / 3
        narrow = room & ~front & ~_twice(room | snake.head)
        hope = SQUARE * room.bit_count() + POWER * (room & self.ups).bit_count() - DEAD_END * narrow.bit_count()
        return max(0.0, safe * hope - costs)


def _twice(room: Bits) -> Bits:
    """The squares with two neighbours or more in a set."""
    north, south, east, west = room << WIDE, room >> WIDE, room << 1, room >> 1
    return (north & south) | (east & west) | ((north | south) & (east | west))


@lru_cache(maxsize=2_000)
def across(at: Bits, heading: int) -> Bits:
    """Where a portal through the wall that way comes in."""
    while there := ahead(at, (heading + 2) % 4):
        at = there
    return at


# How likely a die turns the snake to where it can go on: straight, left, right.
_DICE = {
    (straight, left, right): straight / 3 + (left + right) / 6 + (left or right) / 6
    for straight in (False, True)
    for left in (False, True)
    for right in (False, True)
}

MIDDLE, SPREAD = -60.0, 260.0  # points that are worth nothing, and as far from it as worth goes
LEVELLED = ("ignore", "reroll", "flip", "unlock")  # tracks in the order in which they are raised


class SnakeyDiceSense(Sense[State]):
    """Each run by itself, by its best course."""

    def seen(self, state: State, seat: int) -> State:
        """Without the dice that others of a league have met already."""
        seen: State = self.game.view(state, seat)
        return seen.model_copy(update={"held": {}}) if state.options.league else seen

    def candidates(self, state: State, seat: int, most: int, chance: random.Random) -> Sequence[Any]:
        """The best course as the dice lie, and ways to have other dice; what is to be chosen or paid, all of it."""
        run, house = state.runs[seat], state.options.house
        if run.choices:
            return [Action(seat, "move", parts=(Choose("level", _rising(run)[0]),))]
        if bonus_open(run, house):
            won = [action for action in ACTIONS if getattr(run.bonuses, action) < MOST_BONUSES]
            return [Action(seat, "move", parts=(Choose("bonus", action),)) for action in won]
        return list(_turns(run, seat, house)) if run.left else list(self.game.moves(state))

    def going(self, state: State) -> Worths:
        """By the points that are hoped for."""
        house = state.options.house
        return tuple(max(-1.0, min(1.0, (Courses(run, house).best().hope - MIDDLE) / SPREAD)) for run in state.runs)

    def over(self, state: State, outcome: Outcome) -> Worths:
        """By points: they are all that there is."""
        return self.going(state)


def _rising(run: Run) -> list[str]:
    """The tracks that are raised next, one after the other."""
    return [track for track in LEVELLED for _ in range(LEVELS - getattr(run.tracks, track))]


def _turns(run: Run, seat: int, house: House) -> Iterator[Action]:
    """What may be done with a throw: the best course, others thrown again before it, or one of them turned over."""
    courses = Courses(run, house)
    course = courses.best()
    parts, rest = _parts(run, house, course)
    if 0 < len(rest) <= courses.ignores:  # else the run ends with this course, whatever is left
        yield Action(seat, "ignore", rest)
    else:
        begins = not run.heading and any(face for face, _ in course.parts)
        yield Action(seat, "move", parts=parts, heading=course.heading if begins else "")
    free = tuple(number for number in run.left if house.face(run.dice[number - 1]) != "locked")
    if run.used or not free:
        return
    if run.rerolls_left:
        yield Action(seat, "reroll", free)
    if run.flips_left:
        yield from (Action(seat, "flip", (number,)) for number in free)


def _parts(run: Run, house: House, course: Course) -> tuple[tuple[Part, ...], tuple[int, ...]]:
    """A course as parts of a move, locked dice last; and the dice that it does without."""
    left, parts, rising = list(run.left), list[Part](), _rising(run)
    for face, word in course.parts:
        if face:
            number = next(number for number in left if house.face(run.dice[number - 1]) == face)
            left.remove(number)
            parts.append(Use(number, word))
        elif word == "level":  # with many power-ups a sheet may be full
            parts += [Choose("level", rising.pop(0))] if rising else []
        else:
            parts.append(Pay(word))
    locked = [number for number in left if house.face(run.dice[number - 1]) == "locked"]
    rest = tuple(number for number in left if number not in locked)
    return (*parts, *map(Use, locked)), rest


class SnakeyDiceAim(Aim[State]):
    """Every use of the dice on the table is looked at; the next roll is no part of it."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({THROW: (1,)})

    def essence(self, state: State) -> Hashable:
        """Which turn squares were drawn in does not matter, nor what a run that has ended looks like."""
        return tuple(
            run.ended or run.model_dump_json(exclude={"history", "trail"}) + str(sorted(run.trail))
            for run in state.runs
        )

    def throws(self, count: int, sides: int, why: str, *, last: bool) -> Iterator[Throw]:
        """The roll of the next turn is a single one."""
        if last and why.startswith("turn") and "reroll" not in why:
            yield Fraction(1), (1,) * count
        else:
            yield from super().throws(count, sides, why, last=last)

    def held(self, state: State, seat: int) -> Fraction:
        """A run that goes on."""
        return Fraction(not state.runs[seat].ended)
