"""Snakey Dice: the points so far, and those that the squares within reach promise."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.game import Outcome
from adjudicator.core.sense import Sense, Worths
from adjudicator.games.snakey_dice.actions import Action, Choose, Part, Pay, Use
from adjudicator.games.snakey_dice.course import Course, Courses
from adjudicator.games.snakey_dice.danger import bonus_open
from adjudicator.games.snakey_dice.run import MOST_BONUSES, Run
from adjudicator.games.snakey_dice.state import State
from printables.boards.snakey_dice.house import ACTIONS, LEVELS, House

MIDDLE, SPREAD = -60.0, 260.0  # points that are worth nothing, and as far from it as worth goes
LEVELLED = ("ignore", "reroll", "flip", "unlock")  # tracks in the order in which they are raised


class SnakeyDiceSense(Sense):
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
