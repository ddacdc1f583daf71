"""The board of Snail Trail: squares in a rectangle, or hexagons in a rhombus (docs/rulings.md §5)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from printables.boards import facts
from printables.boards.snail_trail import garden, pieces
from printables.boards.snail_trail.pieces import HEX_TIP, PITCH, STEPS, CellShape, Steps, cell, name
from printables.core.options import Ruled, Was
from printables.core.templates import say
from printables.scene import Shape as Shape_
from printables.scene.components import Board, BoardModule, Components, Dress, Path
from printables.scene.theme import Theme

SLUG = "snail-trail"
TITLE = "Snail Trail"

LEAST, MOST = 3, 15

SUMMARY = "Each turn takes your snail further over fresh squares. If you cannot go the whole way, you have lost."
MOVES = {"king": "c2, c3, b3", "rook": "c1, c2, c3", "hex": "b2, c2, b3"}  # of the rules' example, as its diagrams are
TOLD = (
    "Turn 1 took snail A from a1 to b1, turn 2 took snail B two spaces from its own corner. Turn 3 is A's and goes "
    "three: $moved. A marker goes on each space that it has left; now it stands on $last. Turn 4 takes B four spaces, "
    "turn 5 A five."
)
TOLD_ONE = (
    "Turn 1 took snail A from a1 to b1, turn 2 took snail B one space from its own corner. Turn 3 is A's and goes one: "
    "$moved. A marker goes on b1; now the snail stands on $last."
)
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "classic": {},
    "tomatoes": {"size": 8},
    "iggamecenter": {"size": 11, "steps": "one", "diagonal": False},
    "rhombus": {"size": 9, "shape": "hex"},
}
DIAMOND: Mapping[str, object] = {"size": 9, "shape": "rhombus"}  # what the variant meant in rule set 1
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})")


class Options(Ruled):
    """Board and way of moving. A variant sets what is not said otherwise. Rule set 2 has the hexagons that the source's
    rhombus is made of, for the diamond of squares of rule set 1."""

    rules: ClassVar[int] = 2

    variant: Literal["classic", "tomatoes", "iggamecenter", "rhombus"] = Field(
        default="classic", description="a set of options with a name; what is given besides goes before it"
    )
    size: int = Field(default=7, ge=LEAST, le=MOST, description="squares along a side; 9x7 is 9 columns of 7")
    rows: Annotated[int, Field(ge=LEAST, le=MOST)] | None = Field(
        default=None, description="how many rows, where they are not as many as columns"
    )
    shape: Annotated[CellShape, Was(2, Literal["square", "rhombus"])] = Field(
        default="square", description="of the spaces: hexagons make a rhombus, as for Hex"
    )
    steps: Literal["progressive", "one"] = Field(
        default="progressive", description="turn n goes n squares, or every turn one"
    )
    diagonal: bool = Field(default=True, description="a step may be diagonal")

    @property
    def grows(self) -> bool:
        """Whether turns grow: turn n goes n squares."""
        return self.steps == "progressive"

    @model_validator(mode="before")
    @classmethod
    def _of_variant(cls, data: object) -> object:
        """What the variant sets; "9x7" read as columns and rows."""
        if not isinstance(data, dict):
            return data
        if isinstance(name := data.get("variant"), str):
            sets = DIAMOND if name == "rhombus" and cls.rules < 2 else VARIANTS.get(name, {})
            data = {**sets, **data}
        if isinstance(size := data.get("size"), str) and (sides := _SIZE.fullmatch(size.strip().lower())):
            data = {**data, "size": sides[1], "rows": sides[2]}
        return data

    @model_validator(mode="after")
    def _one_way_to_say_it(self) -> Self:
        if self.rows == self.size:
            object.__setattr__(self, "rows", None)
        if self.shape != "square" and self.rows is not None:
            raise ValueError(f"a rhombus is as high as it is wide: remove rows, or write rows {self.size}")
        if self.shape == "hex" and not self.diagonal:
            raise ValueError("hexagons touch along sides only: remove diagonal")
        return self

    @property
    def diamond(self) -> bool:
        """Whether it is rule set 1's rhombus: squares about a middle, standing on a point."""
        return self.rules < 2 and self.shape != "square"

    @property
    def sides(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.size, self.rows or self.size


def squares(options: Options) -> tuple[tuple[int, int], ...]:
    """Column and row (0, 1, ...) of each space: up the first column, then the next."""
    columns, rows = options.sides
    everything = [(column, row) for column in range(columns) for row in range(rows)]
    if not options.diamond:
        return tuple(everything)
    # Twice the distance from the middle, so that rhombuses of even size are counted in whole numbers as well.
    reach = columns - columns % 2
    return tuple((x, y) for x, y in everything if abs(2 * x - columns + 1) + abs(2 * y - rows + 1) <= reach)


def corners(options: Options) -> tuple[str, str]:
    """Where A and B start: opposite corners, the sharp ones of a rhombus; a diamond's lowest and highest square."""
    cells = squares(options)
    if not options.diamond:
        return name(*cells[0]), name(*cells[-1])
    low, high = (pick(cells, key=lambda cell: (cell[1], cell[0])) for pick in (min, max))
    return name(*low), name(*high)


def board(options: Options) -> Board:
    """A place for each space and a path for each step, in mm about a1 at (0, 0); columns to the right, rows up."""
    cells, hexes = squares(options), options.shape == "hex"
    there = set(cells)
    places = tuple(cell(x, y, PITCH, hexes=hexes) for x, y in cells)
    steps = (((x, y), (x + dx, y + dy)) for x, y in cells for dx, dy in STEPS[_kind(options)])
    paths = tuple(Path(name(*a), name(*b), kind="side") for a, b in steps if b in there)
    return Board(places, paths, margin=HEX_TIP * PITCH if hexes else 0.0)


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Snail Trail holds: two snails, a marker for every other square, games to play with a pencil."""
    whole, home = board(options), corners(options)
    tokens, how_far = pieces.tokens(theme, len(whole.places) - 2), _how_far(options)
    ground: tuple[Shape_, ...] = ()
    art, dress = pieces.shells([whole.by_id[name] for name in home], PITCH, theme), None
    if theme.linocut:
        ground, art = garden.ground(whole, theme), garden.starts([whole.by_id[name] for name in home], theme)
        if "border" in theme.parts:
            whole = replace(whole, margin=whole.margin + garden.MARGIN)
            draw = partial(garden.draw, turns=last_turn(options))
            dress = Dress(draw, inset=5.4, head=0.14, words=0.8, share=0.52, lettering="flowing")
    return Components(
        **facts(SLUG, TITLE),
        summary=_of_spaces(SUMMARY, options),
        board=whole,
        ground=ground,
        art=art,
        notes=(f"{say('Set-up: snail A on $a, snail B on $b.', a=home[0], b=home[1])} {how_far}",),
        tokens=tokens,
        setup=((home[0], "snail-a"), (home[1], "snail-b")),
        needs=(say("a pencil, for the games on paper"),),
        panels=(pieces.game(whole, home, last_turn(options), theme),),
        words=_words(options, whole, home),
        dress=dress,
    )


def _words(options: Options, whole: Board, home: tuple[str, str]) -> dict[str, str]:
    """What the rules say of this board and its snails, and which diagrams show it."""
    one, kind = not options.grows, _kind(options)
    steps = MOVES[kind].split(", ")[: 1 if one else None]
    moved, squeeze = ", ".join(steps), say("A diagonal step between two closed squares is allowed")
    space = say("hexagon" if options.shape == "hex" else "square")
    goes = "Turn 3 goes one $space: $moved" if one else "Turn 3 goes three ${space}s: $moved"
    short = kind == "rook" and not one
    stuck = "One $space is open and three are needed: lost" if short else "Shut in: the player of this snail has lost"
    return {
        "board": _called(options),
        "nearest": "" if options.diamond else say(", so that a1 is the corner nearest to A's left hand"),
        "exactly": "" if one else say("- Go exactly that many ${space}s, no fewer and no more.\n", space=space),
        "go": say("Go to a $space" if one else "Go **exactly** that many ${space}s, from one to the next", space=space),
        "turning": "" if one else f" {say('Change direction as you like.')}",
        "way": say("fresh $space next to it", space=space) if one else say("way of the full length"),
        "example": _example(whole, home[0], 1 if one else 3),
        "home_a": home[0],
        "home_b": home[1],
        "how_far": _how_far(options),
        "space": space,
        "touch": say("side or a corner") if kind == "king" else say("side"),
        "corners": say("- A diagonal step may squeeze between two closed squares.\n") if kind == "king" else "",
        "squeeze": f'![](figure:squeeze "{squeeze}")\n\n' if kind == "king" else "",
        "kind": f"{kind}-one" if one else kind,
        "move_caption": say(goes, space=space, moved=moved),
        "after_caption": say("After turn 3: markers where the snail has been"),
        "stuck_caption": say(stuck, space=space),
        "turn_told": say(TOLD_ONE if one else TOLD, first=steps[0], moved=moved, last=steps[-1]),
    }


def needed(turn: int, grows: bool) -> int:
    """How many squares a turn goes, of numbers alone: compiled play is made of this function, too."""
    return turn if grows else 1


def last_turn(options: Options, more: int = 0) -> int:
    """The last turn that a game can come to, had every turn before it been complete; `more` squares are to be had."""
    left, turn = len(squares(options)) - 2 + more, 1
    while (left := left - needed(turn, options.grows)) >= 0:
        turn += 1
    return turn


def _example(whole: Board, start: str, count: int) -> str:
    """A move from there over so many squares, each the furthest that a step reaches; fewer where it ends sooner."""
    way = [start]
    while len(way) <= count and (fresh := [square for square in whole.steps[way[-1]] if square not in way]):
        way.append(fresh[-1])
    return " ".join(way[1:])


def _kind(options: Options) -> Steps:
    """How its snails go."""
    return "hex" if options.shape == "hex" else "king" if options.diagonal else "rook"


def _of_spaces(text: str, options: Options) -> str:
    """A text about squares, or the same about hexagons where the board is made of these, in the language printed."""
    return say(text.replace("square", "hexagon") if options.shape == "hex" else text)


def _called(options: Options) -> str:
    """The board in words."""
    columns, rows = options.sides
    if options.diamond:
        return say("a rhombus, $columns squares from point to point", columns=columns)
    if options.shape == "hex":
        return say("$columns x $rows hexagons, a rhombus", columns=columns, rows=rows)
    return say("$columns x $rows squares", columns=columns, rows=rows)


def _how_far(options: Options) -> str:
    grows = "Turn 1 goes one square, turn 2, the other player's, two, turn 3 three, and so on."
    return _of_spaces(grows if options.grows else "Every turn goes one square.", options)


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
