"""The house values of Snakey Dice, from a file that a user may replace; they travel whole in options and positions."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field, field_validator, model_validator

from printables.core import templates, toml_file
from printables.core.options import Frozen

Square: TypeAlias = tuple[Annotated[int, Field(ge=2, le=12)], Annotated[int, Field(ge=2, le=12)]]
FaceName: TypeAlias = Literal["straight", "left", "right", "either", "locked"]
FACES: tuple[FaceName, ...] = get_args(FaceName)
TrackName: TypeAlias = Literal["reroll", "flip", "unlock", "ignore"]
Values: TypeAlias = tuple[Annotated[int, Field(ge=0, le=9)], ...]

SOURCE = "houses/snakey-dice.toml"
SIDES = 6
LEVELS = 4
START: tuple[int, int] = (2, 2)
FIRST_DICE = 2
MOST_POWER_UPS = 40
TRACKS: tuple[TrackName, ...] = ("reroll", "flip", "unlock", "ignore")
ACTIONS = ("portal", "jump", "unlock")
SET_UP = 6
Blockade = tuple[tuple[int, int], tuple[int, ...]]
POINTS: Mapping[str, int] = {"power-ups": 5, "actions": 3, "blockades": 1, "tracks": 5, "jumped": -1, "empty": -2}
LABELS: Mapping[str, str] = {
    "power-ups": "Power-ups passed", "actions": "One-time actions left", "blockades": "Blockades",
    "tracks": "Tracks at level 4", "jumped": "Squares jumped over", "empty": "Squares left empty (no blockade)",
}  # fmt: skip
RATINGS: tuple[tuple[int | None, str], ...] = (
    (None, "Pathetic Worm"), (50, "Average Snake-in-the-grass"),
    (75, "Pretty Super Serpent!"), (100, "Supreme Master of Slithering!"),
)  # fmt: skip
LEAST: tuple[int, ...] = tuple(least for least, _ in RATINGS if least is not None)


class Die(Frozen):
    """The faces of a snake die, values 1 to 6 in order."""

    faces: tuple[FaceName, ...] = Field(min_length=SIDES, max_length=SIDES)

    @field_validator("faces")
    @classmethod
    def _moves(cls, faces: tuple[FaceName, ...]) -> tuple[FaceName, ...]:
        if all(face == "locked" for face in faces):
            raise ValueError("a die needs a face that moves the snake")
        return faces


class Grid(Frozen):
    """Where the power-ups are."""

    power_ups: tuple[Square, ...] = Field(min_length=1, max_length=MOST_POWER_UPS)

    @field_validator("power_ups")
    @classmethod
    def _apart(cls, squares: tuple[Square, ...]) -> tuple[Square, ...]:
        if len(set(squares)) != len(squares):
            raise ValueError("a square is named twice")
        if START in squares:
            raise ValueError("the start [2, 2] cannot be a power-up")
        return squares


class Tracks(Frozen):
    """What each power-up track is worth at levels 0 to 4."""

    reroll: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)
    flip: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)
    unlock: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)
    ignore: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)

    @model_validator(mode="after")
    def _sound(self) -> "Tracks":
        for name in TRACKS:
            values: tuple[int, ...] = getattr(self, name)
            if list(values) != sorted(values):
                raise ValueError(f"{name}: a level cannot be worth less than the one before")
        if any(value >= FIRST_DICE + level for level, value in enumerate(self.ignore)):
            raise ValueError(
                "ignore: at level n at most 1 + n dice, for 2 + n are rolled, and a turn uses one at least"
            )
        return self

    def value(self, track: str, level: int) -> int:
        values: tuple[int, ...] = getattr(self, track)
        return values[level]


class Actions(Frozen):
    """How many of each one-time action a run starts with."""

    portal: int = Field(ge=0, le=6)
    jump: int = Field(ge=0, le=6)
    unlock: int = Field(ge=0, le=6)


class House(Frozen):
    """All values of a game sheet. `house`: they are ours, not the designer's, and prints say so."""

    house: bool
    die: Die
    board: Grid
    tracks: Tracks
    actions: Actions

    def face(self, value: int) -> FaceName:
        return self.die.faces[value - 1]


@cache
def default() -> House:
    """The values that ship. Raises TemplateError where the file was edited into something that cannot be read."""
    return toml_file.model(templates.read(SOURCE), str(templates.find(SOURCE)), House)


def blockades(house: House, throw: Callable[[], tuple[int, ...]]) -> list[Blockade]:
    """Six free squares, with the four dice of `throw` that named each: two for its column, two for its row."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    while len(found) < SET_UP:
        values = throw()
        at = square(values)
        if at != START and at not in house.board.power_ups and at not in found:
            found[at] = values
    return list(found.items())


def square(values: tuple[int, ...]) -> tuple[int, int]:
    """The square that four dice name."""
    return (values[0] + values[1], values[2] + values[3])


def puzzle(house: House, seed: str, number: int) -> tuple[tuple[int, int], ...]:
    """The blockades of sheet `number` of a pad: the same for the same seed, on any machine."""
    chance = random.Random(f"snakey-dice/{seed}/{number}")
    return tuple(at for at, _ in blockades(house, lambda: tuple(chance.randint(1, SIDES) for _ in range(4))))


def rating(score: int) -> int:
    """Which of the four ratings a score earns, 0 the lowest."""
    found = 0
    for least in LEAST:  # compiled code has no bisect
        found += score >= least
    return found
