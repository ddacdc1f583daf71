"""The score of a run, line by line (source, Game End & Scoring), and the four ratings."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.games.snakey_dice.run import SQUARES, Run
from printables.boards.snakey_dice.house import LEVELS, TRACKS, House
from printables.boards.snakey_dice.scoring import POINTS, rating

__all__ = ["Line", "lines", "rating", "total"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: `count` things of a kind at `each` points."""

    kind: str
    count: int
    each: int

    @property
    def points(self) -> int:
        return self.count * self.each


def lines(run: Run, house: House) -> tuple[Line, ...]:
    """All lines, in the order of the sheet. The squares of the last one are neither trail nor blockade."""
    taken = {*run.trail, *run.blockades}
    counts = {
        "power-ups": len(set(house.board.power_ups) & set(run.trail)),
        "actions": run.actions.total,
        "blockades": len(run.blockades),
        "tracks": sum(getattr(run.tracks, track) == LEVELS for track in TRACKS),
        "jumped": len(run.jumped),
        "empty": len(SQUARES) - len(taken),
    }
    return tuple(Line(kind, counts[kind], each) for kind, each in POINTS.items())


def total(run: Run, house: House) -> int:
    return sum(line.points for line in lines(run, house))
