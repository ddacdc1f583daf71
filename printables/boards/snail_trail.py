"""The board of Snail Trail: squares in a rectangle or a rhombus (RULES section 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from printables.geometry import Board, Path, Place

SLUG = "snail-trail"
TITLE = "Snail Trail"

LEAST, MOST = 3, 11
PITCH = 16.0
COLUMNS = "abcdefghijk"

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "classic": {},
    "tomatoes": {"size": 8},
    "iggamecenter": {"size": 11, "steps": "one", "diagonal": False},
    "rhombus": {"size": 9, "shape": "rhombus"},
}
_SIZE = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?")


class Options(BaseModel):
    """Board and way of moving. A variant sets what is not said otherwise."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    variant: Literal["classic", "tomatoes", "iggamecenter", "rhombus"] = Field(
        default="classic", description="a set of options with a name; what is given besides goes before it"
    )
    size: int | str = Field(
        default=7, description=f"squares along a side, {LEAST} to {MOST}; 9x7 is 9 columns of 7", validate_default=True
    )
    shape: Literal["square", "rhombus"] = Field(default="square", description="a rhombus stands on its point")
    steps: Literal["progressive", "one"] = Field(
        default="progressive", description="turn n goes n squares, or every turn one"
    )
    diagonal: bool = Field(default=True, description="a step may be diagonal")

    @model_validator(mode="before")
    @classmethod
    def _of_variant(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(name := data.get("variant"), str):
            return {**VARIANTS.get(name, {}), **data}
        return data

    @field_validator("size", mode="before")
    @classmethod
    def _in_range(cls, size: Any) -> int | str:
        """7 for 7x7, "9x7" for a rectangle."""
        found = _SIZE.fullmatch(str(size).strip().lower()) if isinstance(size, int | str) else None
        sides = [int(side) for side in found.groups() if side] if found and not isinstance(size, bool) else []
        if not sides or not all(LEAST <= side <= MOST for side in sides):
            raise ValueError(f"a side has {LEAST} to {MOST} squares, as in 7 or 9x7")
        return sides[0] if len(set(sides)) == 1 else f"{sides[0]}x{sides[1]}"

    @model_validator(mode="after")
    def _rhombus_is_even(self) -> Options:
        if self.shape == "rhombus" and isinstance(self.size, str):
            raise ValueError(f"a rhombus is as high as it is wide: write size {self.size.partition('x')[0]}")
        return self

    @property
    def sides(self) -> tuple[int, int]:
        """Columns and rows."""
        if isinstance(self.size, int):
            return self.size, self.size
        columns, rows = self.size.split("x")
        return int(columns), int(rows)


def squares(options: Options) -> tuple[tuple[int, int], ...]:
    """Column and row (0, 1, ...) of each square: up the first column, then the next."""
    columns, rows = options.sides
    everything = [(column, row) for column in range(columns) for row in range(rows)]
    if options.shape == "square":
        return tuple(everything)
    # Twice the distance from the middle, so that rhombuses of even size are counted in whole numbers as well.
    reach = columns - columns % 2
    return tuple((x, y) for x, y in everything if abs(2 * x - columns + 1) + abs(2 * y - rows + 1) <= reach)


def name(column: int, row: int) -> str:
    """a1 is the square at the bottom left."""
    return f"{COLUMNS[column]}{row + 1}"


def corners(options: Options) -> tuple[str, str]:
    """Where A and B start: opposite corners; on a rhombus the lowest and the highest point."""
    cells = squares(options)
    if options.shape == "square":
        return name(*cells[0]), name(*cells[-1])
    return name(*min(cells, key=lambda cell: (cell[1], cell[0]))), name(*max(cells, key=lambda cell: (cell[1], cell[0])))


def board(options: Options) -> Board:
    """A place for each square and a path for each step, in mm about a1 at (0, 0); columns to the right, rows up."""
    cells = squares(options)
    there = set(cells)
    forward = ((0, 1), (1, 0), (1, 1), (1, -1)) if options.diagonal else ((0, 1), (1, 0))
    places = tuple(Place(name(x, y), x * PITCH, -y * PITCH, size=PITCH, kind="cell") for x, y in cells)
    paths = tuple(
        Path(name(x, y), name(x + dx, y + dy), kind="touch")
        for x, y in cells
        for dx, dy in forward
        if (x + dx, y + dy) in there
    )
    return Board(places, paths)
