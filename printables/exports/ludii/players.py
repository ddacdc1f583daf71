"""The two players of a game of Ludii, as far as a hunt has them."""

from __future__ import annotations

from dataclasses import dataclass, field

from printables.boards.fox_and_geese.model import Duty, Goal, Placing
from printables.exports.ludii.graphs import Point
from printables.exports.ludii.moves import Moves

ROLES = ("P1", "P2")


@dataclass
class Player:
    """What is found out about one of the two."""

    role: str
    name: str = ""
    facing: str = "N"
    moves: Moves = field(default_factory=Moves)
    start: set[Point] = field(default_factory=set)
    hand: int = 0
    place: str = ""
    placing: Placing = "first"
    duty: Duty = "optional"
    wins: list[Goal] = field(default_factory=list)

    @property
    def pieces(self) -> int:
        return len(self.start) + self.hand


def other(role: str) -> str:
    return "P2" if role == "P1" else "P1"
