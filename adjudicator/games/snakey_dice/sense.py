"""Snakey Dice: the points so far, and those that the squares within reach promise."""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from adjudicator.core.game import Outcome
from adjudicator.core.sense import THROW, Aim, Sense, Throw, Worths
from adjudicator.games.snakey_dice import course as courses, state as score
from adjudicator.games.snakey_dice.course import BONUS, MOST_PARTS, RAISE, SHOWN, parts_of, rising
from adjudicator.games.snakey_dice.hand import bonus_open, kept_locked, snake
from adjudicator.games.snakey_dice.notation import Action, Part, Use, Word
from adjudicator.games.snakey_dice.run import COMPASS, MOST_BONUSES, MOST_DICE, Run
from adjudicator.games.snakey_dice.squares import WORDS, mask
from adjudicator.games.snakey_dice.state import State
from printables.boards.snakey_dice.house import ACTIONS, FACES, TRACKS, House

MIDDLE, SPREAD = -60.0, 260.0  # points that are worth nothing, and as far from it as worth goes
PARTS: tuple[Part, ...] = (  # of moves, by their codes
    *(Use(number, word) for number in range(1, MOST_DICE + 1) for word in WORDS),
    *map(Word, ("portal", "jump")),
    *(Word("level", track) for track in TRACKS),
    *(Word("bonus", action) for action in ACTIONS),
)


class Course(NamedTuple):
    """What is hoped for from the best course, in points; its parts, the dice it does without, the way to be named."""

    hope: float
    parts: tuple[Part, ...] = ()
    rest: tuple[int, ...] = ()
    heading: str = ""


def best(run: Run, house: House) -> Course:
    """The best course as the dice lie; of a run that has ended or whose dice are used, what it has come to."""
    points, levels = score.total(run, house), run.tracks.levels
    if run.ended:
        return Course(points)
    shown = sum(FACES.index(house.face(value)) << SHOWN * die for die, value in enumerate(run.dice))
    rest = sum(1 << number - 1 for number in run.left)
    thrown = shown, rest, ignorable(run, house), bool(run.used), kept_locked(run, house)
    hope, course, begins = courses.best(snake(run, run.heading), mask(run.powerups), levels, thrown, points)
    parts = [0] * MOST_PARTS
    length, without = parts_of(course, shown, rest, levels, parts)
    left = tuple(number for number in run.left if without >> number - 1 & 1)
    named = COMPASS[begins] if course and not run.heading else ""
    return Course(hope, tuple(PARTS[code] for code in parts[:length]), left, named)


def ignorable(run: Run, house: House) -> int:
    """How many dice more may be ignored this turn."""
    return max(0, house.tracks.value("ignore", run.level("ignore")) - len(run.ignored))


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
            return [Action(seat, "move", parts=(PARTS[RAISE + rising(run.tracks.levels, 0)],))]
        if bonus_open(run, house):
            won = [number for number, action in enumerate(ACTIONS) if getattr(run.bonuses, action) < MOST_BONUSES]
            return [Action(seat, "move", parts=(PARTS[BONUS + number],)) for number in won]
        return list(_turns(run, seat, house)) if run.left else list(self.game.moves(state))

    def going(self, state: State) -> Worths:
        """By the points that are hoped for."""
        house = state.options.house
        return tuple(max(-1.0, min(1.0, (best(run, house).hope - MIDDLE) / SPREAD)) for run in state.runs)

    def over(self, state: State, outcome: Outcome) -> Worths:
        """By points: they are all that there is."""
        return self.going(state)


def _turns(run: Run, seat: int, house: House) -> Iterator[Action]:
    """What may be done with a throw: the best course, others thrown again before it, or one of them turned over."""
    course = best(run, house)
    if 0 < len(course.rest) <= ignorable(run, house):  # else the run ends with this course, whatever is left
        yield Action(seat, "ignore", course.rest)
    else:
        yield Action(seat, "move", parts=course.parts, heading=course.heading)
    free = tuple(number for number in run.left if house.face(run.dice[number - 1]) != "locked")
    if run.used or not free:
        return
    if run.rerolls_left:
        yield Action(seat, "reroll", free)
    if run.flips_left:
        yield from (Action(seat, "flip", (number,)) for number in free)


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
