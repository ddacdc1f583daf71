"""The spaces of Snail Trail, squares or hexagons: their names, where they lie, and where a step may lead."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, TypeAlias

from printables.scene.geometry import Place

Shape: TypeAlias = Literal["square", "hex"]
Steps: TypeAlias = Literal["king", "rook", "hex"]

PITCH = 16.0  # mm between the middles of neighbours
COLUMNS = "abcdefghijk"
HEX_TIP = 1 / math.sqrt(3) - 0.5  # of the pitch: how far a hexagon's corner lies beyond its sides
# Columns and rows from one space to its neighbours further on; the steps back are the same backwards.
STEPS: Mapping[Steps, tuple[tuple[int, int], ...]] = {
    "king": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "rook": ((0, 1), (1, 0)),
    "hex": ((0, 1), (1, 0), (1, -1)),
}


def name(column: int, row: int) -> str:
    """a1 is the space at the bottom left."""
    return f"{COLUMNS[column]}{row + 1}"


def cell(column: int, row: int, pitch: float, *, hexes: bool) -> Place:
    """A space, in mm about a1 at (0, 0); each row of hexagons lies half of one further right than that below."""
    if not hexes:
        kind = "cell dark" if (column + row) % 2 else "cell"
        return Place(name(column, row), column * pitch, -row * pitch, pitch, kind)
    kind = "hex dark" if (column - row) % 3 == 1 else "hex"
    return Place(name(column, row), (column + row / 2) * pitch, -row * pitch * math.sqrt(3) / 2, pitch, kind)
