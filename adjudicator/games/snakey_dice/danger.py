"""What lies in front of the snake's head, what can be paid for it, and so what a run waits for (RULES section 2).

The square in front is where the next direction die is drawn. A wall, a blockade or the snake's own trail there is
trouble: a portal or a jump is paid before the next direction die or the next roll, or the run ends.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal, TypeAlias

from adjudicator.games.snakey_dice.run import MOST_BONUSES, Phase, Run, neighbour, opposite
from printables.boards.snakey_dice.house import ACTIONS, House

Trouble = Literal["", "wall", "blockade", "trail"]
SquareOf: TypeAlias = tuple[int, int]

BONUS_DICE = 3


def front(head: SquareOf, heading: str, entry: SquareOf | None) -> SquareOf | None:
    """The square that is drawn in next; None: there is a wall."""
    return entry or neighbour(head, heading)


def trouble(at: SquareOf | None, trail: Container[SquareOf], blockades: Container[SquareOf]) -> Trouble:
    """What stands in the square in front, `at`."""
    if at is None:
        return "wall"
    if at in blockades:
        return "blockade"
    return "trail" if at in trail else ""


def run_over(
    at: SquareOf, heading: str, trail: Container[SquareOf], blockades: Container[SquareOf]
) -> tuple[tuple[SquareOf, ...], SquareOf] | None:
    """The squares that one jump from before `at` crosses, and where it lands: the first free square straight on.

    None where the wall comes first.
    """
    crossed: list[SquareOf] = []
    there: SquareOf | None = at
    while there is not None and (there in blockades or there in trail):
        crossed.append(there)
        there = neighbour(there, heading)
    return None if there is None else (tuple(crossed), there)


def way_out(
    head: SquareOf,
    heading: str,
    entry: SquareOf | None,
    trail: Container[SquareOf],
    blockades: Container[SquareOf],
    portals: int,
    jumps: int,
) -> bool:
    """Whether what lies in front is free, or can be paid for."""
    at = front(head, heading, entry)
    if at is None:
        if not portals:
            return False
        at = opposite(head, heading)
    if not trouble(at, trail, blockades):
        return True
    return jumps > 0 and run_over(at, heading, trail, blockades) is not None


def bonus_open(run: Run, house: House) -> bool:
    """Three or more locked dice are kept this turn, and the one-time action they bring was not taken yet."""
    kept = sum(house.face(value) == "locked" and number not in run.ignored for number, value in enumerate(run.dice, 1))
    return kept >= BONUS_DICE and not run.bonus_taken and any(getattr(run.bonuses, a) < MOST_BONUSES for a in ACTIONS)


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


def in_trouble(run: Run) -> Trouble:
    """What stands in front of the head; nothing before the snake has a heading."""
    if run.heading is None:
        return ""
    return trouble(front(run.head, run.heading, run.entry), run.trail, run.blockades)
