"""What lies in front of the snake's head, what can be paid for it, and so what a run waits for (RULES section 2).

The square in front is where the next direction die is drawn. A wall, a blockade or the snake's own trail there is
trouble: a portal or a jump is paid before the next direction die or the next roll, or the run ends.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from adjudicator.games.snakey_dice.run import MOST_BONUSES, Phase, Run, neighbour, opposite
from printables.boards.snakey_dice.house import ACTIONS, House

Trouble = Literal["", "wall", "blockade", "trail"]
SquareOf: TypeAlias = tuple[int, int]

BONUS_DICE = 3


def front(run: Run, heading: str) -> SquareOf | None:
    """The square that is drawn in next; None: there is a wall."""
    return run.entry or neighbour(run.head, heading)


def trouble(run: Run, heading: str | None) -> Trouble:
    """What stands in the square in front; nothing before the snake has a heading."""
    return _stands(run, front(run, heading)) if heading else ""


def _stands(run: Run, at: SquareOf | None) -> Trouble:
    if at is None:
        return "wall"
    if at in run.blockades:
        return "blockade"
    return "trail" if at in run.trail else ""


def run_over(run: Run, at: SquareOf, heading: str) -> tuple[tuple[SquareOf, ...], SquareOf] | None:
    """The squares that one jump from before `at` crosses, and where it lands: the first free square straight on.

    None where the wall comes first.
    """
    crossed: list[SquareOf] = []
    there: SquareOf | None = at
    while there is not None and _stands(run, there):
        crossed.append(there)
        there = neighbour(there, heading)
    return None if there is None else (tuple(crossed), there)


def way_out(run: Run, heading: str) -> bool:
    """Whether what lies in front is free, or can be paid for."""
    at = front(run, heading)
    if at is None:
        if not run.actions.portal:
            return False
        at = opposite(run.head, heading)
    if not _stands(run, at):
        return True
    return run.actions.jump > 0 and run_over(run, at, heading) is not None


def kept_locked(run: Run, house: House) -> int:
    """Dice that show a locked face and are not ignored."""
    return sum(house.face(value) == "locked" and number not in run.ignored for number, value in enumerate(run.dice, 1))


def bonus_open(run: Run, house: House) -> bool:
    """Three or more locked dice are kept this turn, and the one-time action they bring was not taken yet."""
    return (
        not run.bonus_taken
        and kept_locked(run, house) >= BONUS_DICE
        and any(getattr(run.bonuses, action) < MOST_BONUSES for action in ACTIONS)
    )


def phase(run: Run, house: House) -> Phase:
    """What the run waits for: "over"; a "level" to be chosen; dice ("roll" before the first is used, then "move");
    the "bonus" to be taken, or a portal or jump to "pay", before the next roll."""
    if run.ended:
        return "over"
    if run.choices:
        return "level"
    if run.left:
        return "move" if run.used else "roll"
    return "bonus" if bonus_open(run, house) else "pay"
