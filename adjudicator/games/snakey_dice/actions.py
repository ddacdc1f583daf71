"""The actions of Snakey Dice as values: what a player orders, die by die."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Verb: TypeAlias = Literal["reroll", "flip", "unlock", "ignore", "move", "concede"]


@dataclass(frozen=True, slots=True)
class Use:
    """A die is used; `turn` ("L" or "R") chooses on a left-or-right face."""

    die: int
    turn: str = ""

    def __str__(self) -> str:
        return f"{self.die}{self.turn}"


@dataclass(frozen=True, slots=True)
class Pay:
    """A one-time action is ticked off: "portal" or "jump"."""

    what: str

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice that the rules give: "level" of a track, or a "bonus" action."""

    what: str
    name: str

    def __str__(self) -> str:
        return f"{self.what} {self.name}"


Part: TypeAlias = Use | Pay | Choose


class Action(NamedTuple):
    """What `seat` orders: dice by number for reroll, flip, unlock and ignore; parts in turn for a move.

    `heading`: which way the snake starts out, "E" or "S", on its first move.
    """

    seat: int
    verb: Verb
    dice: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    heading: str = ""
