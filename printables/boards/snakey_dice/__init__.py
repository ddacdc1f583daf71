"""The board of Snakey Dice: 11 x 11 squares, columns and rows 2 to 12, row 2 at the top (RULES section 2)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from printables.boards.snakey_dice.house import House, default
from printables.geometry import Board, Path, Place

SLUG = "snakey-dice"
TITLE = "Snakey Dice"

FIRST, LAST = 2, 12
SIDE = 10.0


class Options(BaseModel):
    """What changes the print: the house values (see `House`), as `--option house=@FILE` reads them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    house: House = Field(default_factory=default)


def name(square: tuple[int, int]) -> str:
    """A square as the rules write it: [column,row]."""
    return f"[{square[0]},{square[1]}]"


def board(options: Any) -> Board:
    """121 squares of 10 mm about [7,7] at (0, 0), and a path between squares that share a side."""
    squares = [(column, row) for row in range(FIRST, LAST + 1) for column in range(FIRST, LAST + 1)]
    middle = (FIRST + LAST) / 2
    places = tuple(
        Place(
            name((column, row)),
            (column - middle) * SIDE,
            (row - middle) * SIDE,
            size=SIDE,
            kind="cell power-up" if (column, row) in options.house.board.power_ups else "cell",
            label="",
        )
        for column, row in squares
    )
    paths = tuple(
        Path(name(square), name(other), kind="side")
        for square in squares
        for other in ((square[0] + 1, square[1]), (square[0], square[1] + 1))
        if max(other) <= LAST
    )
    return Board(places, paths)
