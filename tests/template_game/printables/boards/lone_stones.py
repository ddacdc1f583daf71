"""The board of Lone Stones: a square of squares, and two colours of stones."""

from __future__ import annotations

from pydantic import Field

from printables.core.options import Ruled
from printables.drawing import emblems
from printables.scene import Circle, Style, Symbol
from printables.scene.components import Board, BoardModule, Components, Path, Place, TokenKind
from printables.scene.theme import Theme

SLUG = "lone-stones"
TITLE = "Lone Stones"

PITCH = 20.0
COLUMNS = "abcdef"


class Options(Ruled):
    """The size of the board."""

    size: int = Field(default=4, ge=3, le=6, description="squares along a side")


def name(column: int, row: int) -> str:
    """a1 is the square at the bottom left."""
    return f"{COLUMNS[column]}{row + 1}"


def board(options: Options) -> Board:
    """A place for each square and a path between neighbours, in mm about a1 at (0, 0); columns right, rows up."""
    places, paths = [], []
    for column in range(options.size):
        for row in range(options.size):
            here = name(column, row)
            kind = "cell dark" if (column + row) % 2 else "cell"
            places.append(Place(here, column * PITCH, -row * PITCH, size=PITCH, kind=kind))
            if row + 1 < options.size:
                paths.append(Path(here, name(column, row + 1), kind="side"))
            if column + 1 < options.size:
                paths.append(Path(here, name(column + 1, row), kind="side"))
    return Board(tuple(places), tuple(paths))


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Lone Stones holds: the board, and stones enough to fill every other square."""
    return Components(
        slug=SLUG,
        title=TITLE,
        designer="Postfox",
        source="made up as a template for games",
        licence="MIT",
        players="2 players",
        summary="Put down stones that touch no other stone. A player who cannot loses.",
        board=board(options),
        notes=("Set-up: the board is empty. A begins.",),
        tokens=_tokens(theme, (options.size**2 + 3) // 4),
        rules=SLUG,
        words={"size": str(options.size), "played": f"The board has {options.size} rows."},
    )


def _tokens(theme: Theme, copies: int) -> tuple[TokenKind, ...]:
    """A ring for A and a disc for B, so that they differ without their colours."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))
    ring = Circle((0, 0), 0.5, Style(stroke=ink, width=0.2))
    disc = Circle((0, 0), 0.5, Style(fill=light))
    return tuple(
        TokenKind(
            kind=f"stone-{seat.lower()}",
            name=f"Stone of {seat}",
            plural=f"Stones of {seat}",
            copies=copies,
            front=Symbol(f"stone-{seat.lower()}-front", (*emblems.disc(ground, line), mark)),
            back=Symbol(f"stone-{seat.lower()}-back", emblems.disc(ground, line)),
            ground=ground,
        )
        for seat, ground, line, mark in (("A", light, ink, ring), ("B", dark, light, disc))
    )


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
