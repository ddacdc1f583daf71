"""The board of Snail Trail: squares in a rectangle, or hexagons in a rhombus (docs/rulings.md §5)."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from printables.boards import facts
from printables.boards.snail_trail import garden
from printables.core.options import Ruled, Was
from printables.core.templates import say
from printables.drawing import artwork, spaces
from printables.scene import POINT, Line, Rect, Shape, Style, Text
from printables.scene.components import Board, BoardModule, Components, Dress, Panel, Path, Place
from printables.scene.theme import Theme

CellShape: TypeAlias = Literal["square", "hex"]
Steps: TypeAlias = Literal["king", "rook", "hex"]

SLUG = "snail-trail"
TITLE = "Snail Trail"

LEAST, MOST = 3, 15
PITCH = 16.0  # mm between the middles of neighbours
COLUMNS = "abcdefghijklmno"
HEX_TIP = 1 / math.sqrt(3) - 0.5  # of the pitch: how far a hexagon's corner lies beyond its sides
# Columns and rows from one space to its neighbours further on; the steps back are the same backwards.
STEPS: Mapping[Steps, tuple[tuple[int, int], ...]] = {
    "king": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "rook": ((0, 1), (1, 0)),
    "hex": ((0, 1), (1, 0), (1, -1)),
}

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


def name(column: int, row: int) -> str:
    """a1 is the space at the bottom left."""
    return f"{COLUMNS[column]}{row + 1}"


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
    """A place for each space and a path for each step, in mm about a1 at (0, 0); columns to the right, rows up. Each
    row of hexagons lies half of one further right than that below."""
    cells, hexes, places = squares(options), options.shape == "hex", list[Place]()
    for x, y in cells:
        dark = (x - y) % 3 == 1 if hexes else (x + y) % 2
        kind = f"{'hex' if hexes else 'cell'}{' dark' if dark else ''}"
        at = ((x + y / 2) * PITCH, -y * PITCH * math.sqrt(3) / 2) if hexes else (x * PITCH, -y * PITCH)
        places.append(Place(name(x, y), *at, PITCH, kind))
    there = set(cells)
    steps = (((x, y), (x + dx, y + dy)) for x, y in cells for dx, dy in STEPS[_kind(options)])
    paths = tuple(Path(name(*a), name(*b), kind="side") for a, b in steps if b in there)
    return Board(tuple(places), paths, margin=HEX_TIP * PITCH if hexes else 0.0)


WIDTH, LARGEST = 61.0, 7.6  # mm: of a game, four side by side on A4 and Letter held wide, and of a square at most
NAME, HEAD, ROW = 7 * POINT, 13.0, 6.0  # mm
TICKS, GAMES = 13, 8  # turns in a row to tick, games on a sheet


def _game(board: Board, home: tuple[str, str], turns: int, theme: Theme) -> Panel:
    """One game: names, the board with its starts marked, and the numbers of the turns that it can come to."""
    ink, soft, faint = (theme.ink(role) for role in ("ink", "soft", "faint"))
    x0, y0, x1, y1 = board.extent
    scale = min(WIDTH / (x1 - x0), LARGEST / board.pitch)
    left, top = (WIDTH - scale * (x1 - x0)) / 2 - scale * x0, HEAD - scale * y0
    board, line = replace(board, margin=0.0), Style(stroke=soft, width=0.2)
    shapes: list[Shape] = [
        Text(0, 4.6, "A", 4.2, "sans-bold", fill=ink),
        Line((5, 5), (WIDTH / 2 - 3, 5), line),
        Text(WIDTH / 2, 4.6, "B", 4.2, "sans-bold", fill=ink),
        Line((WIDTH / 2 + 5, 5), (WIDTH, 5), line),
        Text(0, 11, say("Winner"), 3.2, fill=soft),
        Line((0.3 * WIDTH, 11.3), (WIDTH, 11.3), line),
    ]
    edge = Style(stroke=ink, width=0.25)
    for place in board.places:
        side = place.size * scale
        small = place._replace(x=left + place.x * scale, y=top + place.y * scale, size=side)
        shapes += [spaces.outline(small, edge), artwork.name(small, NAME, ink if place.id in home else faint)]
        if place.id in home:
            letter = "AB"[home.index(place.id)]
            shapes.append(Text(small.x, small.y + 0.3 * side, letter, 0.6 * side, "sans-bold", "middle", ink))
    bottom, box, ticked = HEAD + scale * (y1 - y0) + 3, WIDTH / TICKS, min(turns, 2 * TICKS)
    for number in range(ticked):
        x, y = number % TICKS * box, bottom + number // TICKS * ROW
        shapes.append(Rect(x + 0.4, y, box - 0.8, ROW - 1, Style(stroke=faint, width=0.2), corner=0.8))
        shapes.append(Text(x + box / 2, y + 3.7, str(number + 1), 3.2, anchor="middle", fill=soft))
    height = bottom + -(-ticked // TICKS) * ROW
    hint = say("Games to play with a pencil. The last to go the whole way wins.")
    return Panel("game", say("Games to play with a pencil"), WIDTH, height, partial(tuple, shapes), GAMES, hint=hint)


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Snail Trail holds: two snails, a marker for every other square, games to play with a pencil."""
    whole, home = board(options), corners(options)
    tokens, words = garden.tokens(theme, len(whole.places) - 2), _words(options, whole, home)
    ground: tuple[Shape, ...] = ()
    art, dress = garden.shells([whole.by_id[name] for name in home], PITCH, theme), None
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
        notes=(f"{say('Set-up: snail A on $a, snail B on $b.', a=home[0], b=home[1])} {words['how_far']}",),
        tokens=tokens,
        setup=((home[0], "snail-a"), (home[1], "snail-b")),
        needs=(say("a pencil, for the games on paper"),),
        panels=(_game(whole, home, last_turn(options), theme),),
        words=words,
        dress=dress,
    )


def _words(options: Options, whole: Board, home: tuple[str, str]) -> dict[str, str]:
    """What the rules say of this board and its snails, and which diagrams show it."""
    one, kind, (columns, rows) = not options.grows, _kind(options), options.sides
    called = "$columns x $rows hexagons, a rhombus" if options.shape == "hex" else "$columns x $rows squares"
    called = "a rhombus, $columns squares from point to point" if options.diamond else called
    grows = "Turn 1 goes one square, turn 2, the other player's, two, turn 3 three, and so on."
    example = [
        home[0]
    ]  # a move over so many squares, each the furthest that a step reaches; fewer where it ends sooner
    while len(example) <= (1 if one else 3) and (fresh := [to for to in whole.steps[example[-1]] if to not in example]):
        example.append(fresh[-1])
    steps = MOVES[kind].split(", ")[: 1 if one else None]
    moved, squeeze = ", ".join(steps), say("A diagonal step between two closed squares is allowed")
    space = say("hexagon" if options.shape == "hex" else "square")
    goes = "Turn 3 goes one $space: $moved" if one else "Turn 3 goes three ${space}s: $moved"
    short = kind == "rook" and not one
    stuck = "One $space is open and three are needed: lost" if short else "Shut in: the player of this snail has lost"
    return {
        "board": say(called, columns=columns, rows=rows),
        "nearest": "" if options.diamond else say(", so that a1 is the corner nearest to A's left hand"),
        "exactly": "" if one else say("- Go exactly that many ${space}s, no fewer and no more.\n", space=space),
        "go": say("Go to a $space" if one else "Go **exactly** that many ${space}s, from one to the next", space=space),
        "turning": "" if one else f" {say('Change direction as you like.')}",
        "way": say("fresh $space next to it", space=space) if one else say("way of the full length"),
        "example": " ".join(example[1:]),
        "home_a": home[0],
        "home_b": home[1],
        "how_far": _of_spaces("Every turn goes one square." if one else grows, options),
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


def _kind(options: Options) -> Steps:
    """How its snails go."""
    return "hex" if options.shape == "hex" else "king" if options.diagonal else "rook"


def _of_spaces(text: str, options: Options) -> str:
    """A text about squares, or the same about hexagons where the board is made of these, in the language printed."""
    return say(text.replace("square", "hexagon") if options.shape == "hex" else text)


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
