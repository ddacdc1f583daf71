"""The board of Snail Trail: squares in a rectangle or a rhombus (RULES section 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from printables.boards.snail_trail import figures, pad, pieces
from printables.components import BoardModule, Components
from printables.geometry import Board, Path, Place
from printables.rule_sets import Ruled
from printables.theme import Theme

SLUG = "snail-trail"
TITLE = "Snail Trail"

LEAST, MOST = 3, 11
PITCH = 16.0
COLUMNS = "abcdefghijk"

SQUEEZE = "- A diagonal step may squeeze between two closed squares.\n"
NEAREST = ", so that a1 is the corner nearest to A's left hand"
EXACTLY = "- Go exactly so many squares: no fewer, even if more room would be nice to keep.\n"
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "classic": {},
    "tomatoes": {"size": 8},
    "iggamecenter": {"size": 11, "steps": "one", "diagonal": False},
    "rhombus": {"size": 9, "shape": "rhombus"},
}
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})")


class Options(Ruled):
    """Board and way of moving. A variant sets what is not said otherwise."""

    variant: Literal["classic", "tomatoes", "iggamecenter", "rhombus"] = Field(
        default="classic", description="a set of options with a name; what is given besides goes before it"
    )
    size: int = Field(default=7, ge=LEAST, le=MOST, description="squares along a side; 9x7 is 9 columns of 7")
    rows: Annotated[int, Field(ge=LEAST, le=MOST)] | None = Field(
        default=None, description="how many rows, where they are not as many as columns"
    )
    shape: Literal["square", "rhombus"] = Field(default="square", description="a rhombus stands on its point")
    steps: Literal["progressive", "one"] = Field(
        default="progressive", description="turn n goes n squares, or every turn one"
    )
    diagonal: bool = Field(default=True, description="a step may be diagonal")

    @model_validator(mode="before")
    @classmethod
    def _of_variant(cls, data: Any) -> Any:
        """What the variant sets; "9x7" read as columns and rows."""
        if not isinstance(data, dict):
            return data
        if isinstance(name := data.get("variant"), str):
            data = {**VARIANTS.get(name, {}), **data}
        if isinstance(size := data.get("size"), str) and (sides := _SIZE.fullmatch(size.strip().lower())):
            data = {**data, "size": sides[1], "rows": sides[2]}
        return data

    @model_validator(mode="after")
    def _one_way_to_say_it(self) -> Self:
        if self.rows == self.size:
            object.__setattr__(self, "rows", None)
        if self.shape == "rhombus" and self.rows is not None:
            raise ValueError(f"a rhombus is as high as it is wide: leave rows out, or write rows {self.size}")
        return self

    @property
    def sides(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.size, self.rows or self.size


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
    return name(*min(cells, key=lambda cell: (cell[1], cell[0]))), name(
        *max(cells, key=lambda cell: (cell[1], cell[0]))
    )


def board(options: Options) -> Board:
    """A place for each square and a path for each step, in mm about a1 at (0, 0); columns to the right, rows up."""
    cells = squares(options)
    there = set(cells)
    forward = ((0, 1), (1, 0), (1, 1), (1, -1)) if options.diagonal else ((0, 1), (1, 0))
    places = tuple(
        Place(name(x, y), x * PITCH, -y * PITCH, size=PITCH, kind="cell dark" if (x + y) % 2 else "cell")
        for x, y in cells
    )
    paths = tuple(
        Path(name(x, y), name(x + dx, y + dy), kind="side")
        for x, y in cells
        for dx, dy in forward
        if (x + dx, y + dy) in there
    )
    return Board(places, paths)


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Snail Trail holds: two snails, a marker for every other square, games to play with a pencil."""
    whole, home = board(options), corners(options)
    tokens = pieces.tokens(theme, len(whole.places) - 2)
    return Components(
        slug=SLUG,
        title=TITLE,
        designer="Don Philip Green",
        source="Snail Trail, an article by Ralf Gering in the Mancala World wiki",
        licence="The article is CC BY-SA 2.5; rules retold and art drawn anew",
        players="2 players",
        summary="Each turn takes your snail further over fresh squares. Who cannot go the whole way has lost.",
        board=whole,
        art=pieces.shells([whole.by_id[name] for name in home], PITCH, theme),
        notes=(f"Set-up: snail A on {home[0]}, snail B on {home[1]}. {_how_far(options)}",),
        tokens=tokens,
        setup=((home[0], "snail-a"), (home[1], "snail-b")),
        needs=("a pencil, for the games on paper",),
        panels=(pad.game(whole, home, last_turn(options), theme),),
        rules=SLUG,
        reference=f"{SLUG}-reference",
        reference_copies=2,
        words={
            "board": _called(options),
            "nearest": NEAREST if options.shape == "square" else "",
            "exactly": "" if options.steps == "one" else EXACTLY,
            "go": "Go to a square"
            if options.steps == "one"
            else "Go **exactly** so many squares, from one to the next",
            "turning": "" if options.steps == "one" else " Turn as you like on the way.",
            "way": "fresh square next to your snail" if options.steps == "one" else "way of the full length",
            "example": _example(whole, home[0], 1 if options.steps == "one" else 3),
            "home_a": home[0],
            "home_b": home[1],
            "how_far": _how_far(options),
            "touch": "side or a corner" if options.diagonal else "side",
            "corners": SQUEEZE if options.diagonal else "",
        },
        figures=figures.figures(theme, tokens, diagonal=options.diagonal, one_step=options.steps == "one"),
    )


def last_turn(options: Options) -> int:
    """The last turn that a game can come to, had every turn before it been complete."""
    free = len(squares(options)) - 2
    if options.steps == "one":
        return free + 1
    turn = 1
    while turn * (turn + 1) // 2 <= free:
        turn += 1
    return turn


def _example(whole: Board, start: str, count: int) -> str:
    """A move from there over so many squares, each the furthest that a step reaches."""
    way = [start]
    for _ in range(count):
        way.append(next(square for square in reversed(whole.steps[way[-1]]) if square not in way))
    return " ".join(way[1:])


def _called(options: Options) -> str:
    """The board in words."""
    columns, rows = options.sides
    if options.shape == "rhombus":
        return f"a rhombus, {columns} squares from point to point"
    return f"{columns} x {rows} squares"


def _how_far(options: Options) -> str:
    if options.steps == "one":
        return "Every turn goes one square."
    return "Turn 1 goes one square, turn 2 two, turn 3 three, and so on."


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
