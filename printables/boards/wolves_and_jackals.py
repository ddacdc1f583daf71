"""The board of Wolves & Jackals: a chess board with two Dens, a Cave and a Mouth (RULES section 6; source, Set-up)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from printables.geometry import Board, Path, Place

SLUG = "wolves-and-jackals"
TITLE = "Wolves & Jackals"

CELL = 17.0
FILES = "abcdefgh"
RANKS = "12345678"
CENTRE = "centre"
CROSSING = ("d4", "d5", "e4", "e5")
STARTS = (
    ("a1", "b2", "a3", "b4", "a5", "b6", "a7", "b8"),
    ("h1", "g2", "h3", "g4", "h5", "g6", "h7", "g8"),
)
DENS = (("a4", "a5", "a6"), ("h4", "h5", "h6"))
PACK = 8


class Options(BaseModel):
    """What changes the printed game: the dice, the variants' sheets, and how many coins there are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    teeth: Literal[10, 12, 20] = Field(default=10, description="sides of the two dice")
    cards: bool = Field(default=False, description="the four cards of the source, in a deck of two each")
    no_cave: bool = Field(default=False, description="a beaten piece has to be dragged home")
    no_dragging: bool = Field(
        default=False, description="a beaten piece is dispatched at once; only the Prey is dragged"
    )
    stake: int = Field(default=15, ge=0, le=500, description="coins each player puts in the Mouth before play")
    purse: int = Field(default=15, ge=0, le=500, description="coins each player keeps for ties")


def cave_slot(seat: int, number: int) -> str:
    """Where a side's `number`-th piece in the Cave lies, from 1."""
    return f"cave-{'ab'[seat]}{number}"


def den_slot(seat: int, number: int) -> str:
    """Where the `number`-th piece dragged into a side's Den lies, from 1."""
    return f"den-{'ab'[seat]}{number}"


def board(options: Options) -> Board:
    """64 squares of 17 mm about the crossing at (0, 0), and the places beside them. Rank 8 is at the top.

    Paths "side" and "corner" join neighbouring squares, "prey" the crossing with the four squares round it, "den" leads
    from a square beside a Den into it. Nothing moves along "prey" paths: they say what is next to the Prey.
    """
    places: list[Place] = []
    paths: list[Path] = []
    for i, file in enumerate(FILES):
        for j, rank in enumerate(RANKS):
            kind = "dark" if (i + j) % 2 == 0 else "light"
            places.append(Place(file + rank, (i - 3.5) * CELL, (3.5 - j) * CELL, size=CELL, kind=kind))
            for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if 0 <= i + di < len(FILES) and 0 <= j + dj < len(RANKS):
                    end = FILES[i + di] + RANKS[j + dj]
                    paths.append(Path(file + rank, end, kind="corner" if di and dj else "side"))
    places.append(Place(CENTRE, 0.0, 0.0, size=0.3 * CELL, kind="crossing", label=""))
    paths += [Path(CENTRE, square, kind="prey") for square in CROSSING]
    for seat, side in enumerate((-1, 1)):
        for n in range(PACK):
            x, y = side * (4.45 + 0.72 * (n % 2)) * CELL, (-1.58 + 0.72 * (n // 2)) * CELL
            places.append(Place(den_slot(seat, n + 1), x, y, size=0.68 * CELL, kind="slot", label=""))
            if not options.no_cave:
                x, y = (0.97 * (n - 3.5)) * CELL, (4.72 + 0.76 * seat) * CELL
                places.append(Place(cave_slot(seat, n + 1), x, y, size=0.68 * CELL, kind="slot", label=""))
        paths += [Path(square, den_slot(seat, 1), one_way=True, kind="den") for square in DENS[seat]]
    return Board(tuple(places), tuple(paths))
