"""The house values of Snakey Dice: what the printed rules leave to the game sheet, from a file that a user may replace.

The default is templates/houses/snakey-dice.toml; the values travel whole in a match's options and positions.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from printables.core import templates, toml_file

Square: TypeAlias = tuple[Annotated[int, Field(ge=2, le=12)], Annotated[int, Field(ge=2, le=12)]]
FaceName: TypeAlias = Literal["straight", "left", "right", "either", "locked"]
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


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Die(_Part):
    """The faces of a snake die, values 1 to 6 in order."""

    faces: tuple[FaceName, ...] = Field(min_length=SIDES, max_length=SIDES)

    @field_validator("faces")
    @classmethod
    def _moves(cls, faces: tuple[FaceName, ...]) -> tuple[FaceName, ...]:
        if all(face == "locked" for face in faces):
            raise ValueError("a die needs a face that moves the snake")
        return faces


class Grid(_Part):
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


class Tracks(_Part):
    """What each power-up track is worth at levels 0 to 4."""

    reroll: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)
    flip: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)
    unlock: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)
    ignore: Values = Field(min_length=LEVELS + 1, max_length=LEVELS + 1)

    @model_validator(mode="after")
    def _sound(self) -> Tracks:
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


class Actions(_Part):
    """How many of each one-time action a run starts with."""

    portal: int = Field(ge=0, le=6)
    jump: int = Field(ge=0, le=6)
    unlock: int = Field(ge=0, le=6)


class House(_Part):
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
