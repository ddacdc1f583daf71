"""The board of The Game: a square of squares, each player's Basis in the middle of a side (RULES section 4)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator

from printables.geometry import Board, Path, Place

SLUG = "the-game"
TITLE = "The Game"

PITCH = 18.0
FILES = "abcdefghijklm"
PIECES = 5
SIZES = (7, 9, 11, 13)


class Options(BaseModel):
    """What the lost picture leaves open, and the extra rules."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int = Field(default=9, description="squares along a side, odd, 7 to 13 (house: the picture is lost)")
    horn: bool = Field(default=False, description="the extra rules that Fred Horn played with")

    @field_validator("size")
    @classmethod
    def _odd(cls, size: int) -> int:
        if size not in SIZES:
            raise ValueError(f"a side has {', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]} squares")
        return size


def name(file: int, rank: int) -> str:
    """a1 is the square at the bottom left."""
    return f"{FILES[file]}{rank + 1}"


def bases(options: Options) -> tuple[str, str]:
    """Each seat's Basis."""
    middle = options.size // 2
    return name(middle, 0), name(middle, options.size - 1)


def board(options: Options) -> Board:
    """A place for each square and a path for each step, in mm about a1 at (0, 0); files to the right, ranks up."""
    size = options.size
    places, paths = [], []
    for file in range(size):
        for rank in range(size):
            here = name(file, rank)
            kind = "cell basis" if here in bases(options) else "cell"
            places.append(Place(here, file * PITCH, -rank * PITCH, size=PITCH, kind=kind))
            if rank + 1 < size:
                paths.append(Path(here, name(file, rank + 1), kind="touch"))
            if file + 1 < size:
                paths.append(Path(here, name(file + 1, rank), kind="touch"))
    return Board(tuple(places), tuple(paths))
