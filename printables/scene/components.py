"""What a game is made of, for print: board, tokens, dice, cards, rules text. A new game is one module in
printables.boards with a BoardModule called MODULE, and its line there. What its Components name gets printed: a deck
(`cards`), coins (`tokens` with a diameter of their own), score sheets (`panels`), dice of any number of sides. No sheet
knows a game. A `Board` is places and paths, frozen, in mm, y down: printed, drawn and enforced from one object."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from printables.scene import Box, Field, Shape, Stage, Symbol
from printables.scene.theme import Lettering, Theme, Tint

if TYPE_CHECKING:
    from pydantic import BaseModel

MEET = 0.96  # of the room: tokens on neighbouring places leave a gap for fingers
ON_LINES = 0.72  # of the way to the next point: lines and names are seen between tokens
ON_SQUARES = 0.8  # of a square: a token leaves the name in its corner to be read
SLANTING = 0.68  # of the way to the next square, where that leads over a corner
ON_DISCS = 0.92  # of the room of places that hold their names themselves
HEX_ROOM = 0.7  # of a hexagon's width: a circle that leaves the name in its corner to be read


class Place(NamedTuple):
    """A space a token can stand on: its centre (mm) and what is drawn there. `kind` chooses the look ("space", "hub",
    "cell", "hex", ...), `size` is its drawn diameter or side in mm (from side to side of a hexagon), `label` the name
    printed beside or in it (the id, unless said otherwise; "" prints none)."""

    id: str
    x: float
    y: float
    size: float
    kind: str = "space"
    label: str | None = None

    @property
    def cell(self) -> bool:
        """A square or a hexagon, not a circle."""
        return self.kind.split()[0] in ("cell", "hex")

    @property
    def hexagon(self) -> bool:
        return self.kind.startswith("hex")

    @property
    def name(self) -> str:
        return self.id if self.label is None else self.label


def about(reaches: Iterable[tuple[Place, float]]) -> Box:
    """The box about places, each of which reaches so far (mm) from its middle."""
    x0, y0, x1, y1 = zip(*((place.x - r, place.y - r, place.x + r, place.y + r) for place, r in reaches), strict=True)
    return min(x0), min(y0), max(x1), max(y1)


class Path(NamedTuple):
    """A step between two places. `one_way`: only from `a` to `b`, and an arrowhead is printed. `kind` chooses the look
    ("red", "green", "blue", "line"). `centre`: the path is the shorter arc about that point."""

    a: str
    b: str
    one_way: bool = False
    kind: str = "line"
    centre: tuple[float, float] | None = None


@dataclass(frozen=True)
class Board:
    """Places and paths. Raises ValueError for a path to nowhere or an id used twice. `margin` (mm) is kept free around
    them for what is printed beside the board, such as the numbers of its columns. `aside`: names stand beside their
    places, where a token leaves them to be read, and not in them."""

    places: tuple[Place, ...]
    paths: tuple[Path, ...]
    margin: float = 0.0
    aside: bool = False

    def __post_init__(self) -> None:
        if len(self.by_id) != len(self.places):
            raise ValueError("a place id is used twice")
        for path in self.paths:
            if path.a not in self.by_id or path.b not in self.by_id:
                raise ValueError(f"path {path.a}-{path.b} leads to no place")

    @cached_property
    def by_id(self) -> dict[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def steps(self) -> dict[str, tuple[str, ...]]:
        """Where one step along the arrows leads, in the order of the paths."""
        return self._neighbours(arrows=True)

    @cached_property
    def links(self) -> dict[str, tuple[str, ...]]:
        """Neighbours whatever the arrows say."""
        return self._neighbours(arrows=False)

    def _neighbours(self, *, arrows: bool) -> dict[str, tuple[str, ...]]:
        near: dict[str, list[str]] = {place.id: [] for place in self.places}
        for path in self.paths:
            near[path.a].append(path.b)
            if not (arrows and path.one_way):
                near[path.b].append(path.a)
        return {place: tuple(ends) for place, ends in near.items()}

    def span(self, path: Path) -> float:
        """From centre to centre of the ends of a path, straight (mm)."""
        a, b = self.by_id[path.a], self.by_id[path.b]
        return math.dist((a.x, a.y), (b.x, b.y))

    @cached_property
    def pitch(self) -> float:
        """Smallest distance between two neighbouring centres (mm): the widest token that never meets another."""
        return min(self.span(path) for path in self.paths)

    @cached_property
    def square(self) -> float:
        """The side (mm) of a square of a virtual table: a cell of the board, or the way from one space to the next."""
        return next((place.size for place in self.places if place.cell), self.pitch)

    @cached_property
    def room(self) -> float:
        """The widest circle (mm) for which one on a place neither meets one on the next place nor covers that place. On
        squares and hexagons it stays inside them, too; a hexagon keeps the corner free in which its name stands."""
        wide = {place.id: 0.0 if place.cell else place.size for place in self.places}
        spans = (2 * self.span(path) - max(wide[path.a], wide[path.b]) for path in self.paths)
        cells = ((HEX_ROOM if place.hexagon else 1.0) * place.size for place in self.places if place.cell)
        return min(self.pitch, *spans, *cells)

    @cached_property
    def token(self) -> float:
        """The width (mm) of a token unless another is asked for: names and lines are seen between those set up."""
        if self.aside:
            return ON_LINES * self.pitch
        cells = [place.size for place in self.places if place.cell]
        share = max(ON_SQUARES * min(cells), SLANTING * self.pitch) if cells else ON_DISCS * self.room
        return min(MEET * self.room, share)

    @cached_property
    def extent(self) -> Box:
        """x0, y0, x1, y1 (mm) around every centre, half a pitch or half a place further out, then the margin."""
        return about((place, max(place.size, self.pitch) / 2 + self.margin) for place in self.places)

    @cached_property
    def drawn(self) -> list[tuple[object, tuple[Shape, ...]]]:
        """The look in which it was drawn last, and what that was: the sheets of a kit show one board many times."""
        return []

    def scaled(self, factor: float) -> "Board":
        """The same board, every length times `factor`."""
        places = tuple(p._replace(x=p.x * factor, y=p.y * factor, size=p.size * factor) for p in self.places)
        centres = ((p, p.centre and (p.centre[0] * factor, p.centre[1] * factor)) for p in self.paths)
        paths = tuple(path._replace(centre=centre) for path, centre in centres)
        return Board(places, paths, self.margin * factor, self.aside)


class TokenKind(NamedTuple):
    """One kind of token: how many, and its art, drawn in a circle of radius 1 about (0, 0). Of a kind of 0 copies none
    is printed: pictures of positions show it. `kind` is what a position calls it; `name` and `plural` what people do.
    `ground` is the colour at the edge of the art ("#rrggbb"), run on past the cut where a printer wants bleed.
    `diameter` (mm) is for pieces that never stand on the board, such as coins; None: as large as the board allows.
    `flat`: a marker that lies on the board; pictures draw the ways of moves over it."""

    kind: str
    name: str
    plural: str
    copies: int
    front: Symbol
    back: Symbol
    ground: str
    diameter: float | None = None
    flat: bool = False


class DieKind(NamedTuple):
    """One kind of die: how many, and the name of the face that each value 1..sides stands for."""

    name: str
    plural: str
    copies: int
    faces: tuple[str, ...]

    @property
    def sides(self) -> int:
        return len(self.faces)


class Face(NamedTuple):
    """What is drawn on a side of a die: art in a square of side 2 about (0, 0), and what it is called."""

    name: str
    title: str
    art: Symbol


class CardKind(NamedTuple):
    """One card of a deck: how many copies, its name, its Markdown `text` and, if any, `art` in a circle of radius 1.
    All cards of a game share Components.card_back, art in a circle of radius 1."""

    kind: str
    name: str
    copies: int
    text: str
    art: Symbol | None = None


class Panel(NamedTuple):
    """Something to write on: a score sheet, a ledger. `shapes`, drawn when it is printed, fill width x height mm. The
    score sheet prints as many on a page as fit at full size, `copies` at least; `title` heads the page. `fields` are
    filled in on the screen, in a PDF that is asked for as such. `shrinks`: small paper may have it smaller. `hint`:
    what a page of those without a title of their own says under the game's name."""

    name: str
    title: str
    width: float
    height: float
    shapes: Callable[[], tuple[Shape, ...]]
    copies: int = 1
    fields: tuple[Field, ...] = ()
    shrinks: bool = False
    hint: str = ""


class PathKind(NamedTuple):
    """A line of the board's legend: a kind of path, whether it is one way, and what it means to a player."""

    kind: str
    one_way: bool
    meaning: str


class Figure(NamedTuple):
    """A picture for the rules text, named there as `![](figure:name)`: shapes in a box of width x height mm."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


class Dress(NamedTuple):
    """How a game's board page is illustrated: `draw` has the stage, the components and the theme, and gives what lies
    under the board. `inset` (mm) is kept free within the page's edges; `head` is the least height of the title and
    `words` the width of legend and notes under the board, both as parts of the width. `share` is the title's of what
    the board leaves over; a high title may leave the board `tall` of its size. `lettering`: of the name, wherever
    it is a title. `pieces`: a column beside the board shows a piece of each side; false where `draw` has the animals
    themselves there. `crown` stands over the board in pictures of the set-up, in the board's mm. `cleft`: what stands
    between notes under the board, wide as a part of the words and high as one of the page."""

    draw: "Callable[[Stage, Components, Theme], tuple[Shape, ...]]"
    inset: float = 6.0
    head: float = 0.1
    words: float = 0.9
    share: float = 0.56
    tall: float = 0.93
    lettering: Lettering = "roman"
    pieces: bool = True
    crown: tuple[Shape, ...] = ()
    cleft: tuple[float, float] = (0.0, 0.0)


class Diagram(NamedTuple):
    """What a diagram of the rules shows of a board: places, pieces by kind, stacks and all else by place. `show`: all
    places where none is named. `stack`: the undermost first. `ways` go over places, to the edge of a piece where one
    stands. `space`: mm from a place to the next. `named`: places bear names. `row`: other diagrams, side by side."""

    show: tuple[str, ...] = ()
    put: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    stack: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    ways: tuple[tuple[str, ...], ...] = ()
    barred: tuple[str, ...] = ()
    ringed: tuple[str, ...] = ()
    space: float = 11.0
    named: bool = True
    row: tuple[str, ...] = ()


class Components(NamedTuple):
    """All that a kit is printed from, and the facts that go with it. Only `slug` to `board` are needed of every game.

    - `players` ("1 or 2 players") and `summary`, one sentence, tell what the game is.
    - `ground` is drawn under the board's paths, `art` over its places and under their names; both in the board's mm.
    - `legend` explains the paths, `notes` are lines beside the board (set-up, say).
    - `setup`: the tokens as play begins, as (place, kind of token).
    - `captured`: kinds of pieces that are taken off the board, and how many of each at most, or until the game is over.
    - `rules` and `reference` name Markdown texts in templates/rules; `words` fill their $placeholders. Their pictures
      are `![](face:move)`, `![](token:fox)`, `![](figure:setup)` (the board as play begins) and diagrams: those of
      templates/diagrams, of `diagrams`, and of `figures`, drawn by code.
    - `reference_copies`: how many reference cards; 0 where there is no reference text.
    - `age` and `minutes`: from what age, and how long a game is likely to take ("20-30"); "" and 0 say nothing of it.
    - `cover`: the scene of templates/emblems/scenes on its cover; that of its slug, unless said.
    - `cast`: figures and their inks by their places in that scene ("hunter", "hunted", "hunted-2").
    - `needs`: what play takes that no sheet prints, such as "a pencil".
    - `dress`: the page about the board, in a theme that illustrates it.
    - `byline`: what follows the title in the credit where "by" and the designer would not do."""

    slug: str
    title: str
    designer: str
    source: str
    licence: str
    players: str
    summary: str
    board: Board
    ground: tuple[Shape, ...] = ()
    art: tuple[Shape, ...] = ()
    legend: tuple[PathKind, ...] = ()
    notes: tuple[str, ...] = ()
    tokens: tuple[TokenKind, ...] = ()
    setup: tuple[tuple[str, str], ...] = ()
    captured: tuple[tuple[str, int], ...] = ()
    dice: tuple[DieKind, ...] = ()
    faces: tuple[Face, ...] = ()
    cards: tuple[CardKind, ...] = ()
    card_back: Symbol | None = None
    panels: tuple[Panel, ...] = ()
    rules: str = ""
    reference: str = ""
    reference_copies: int = 0
    age: int = 0
    minutes: str = ""
    cover: str = ""
    cast: Mapping[str, tuple[str, Tint]] = MappingProxyType({})
    needs: tuple[str, ...] = ()
    byline: str = ""
    words: Mapping[str, str] = MappingProxyType({})
    diagrams: Mapping[str, Diagram] = MappingProxyType({})
    figures: tuple[Figure, ...] = ()
    dress: Dress | None = None

    @property
    def pieces(self) -> tuple[TokenKind, ...]:
        """The tokens that are printed and cut out."""
        return tuple(token for token in self.tokens if token.copies)

    @property
    def credit(self) -> str:
        """Who made the game, where it comes from, what others may do with it: the line at the foot of every page."""
        return f"{self.title} {self.byline or f'by {self.designer}'}. {self.source}. {self.licence}."

    @property
    def tagline(self) -> str:
        """The summary as a line under the name, in the design: without its full stop."""
        return self.summary.rstrip(".").replace("'", "’")

    def token(self, kind: str) -> TokenKind:
        """The token of that kind. Raises KeyError."""
        return {token.kind: token for token in self.tokens}[kind]

    def face(self, name: str) -> Face:
        """The face of that name. Raises KeyError."""
        return {face.name: face for face in self.faces}[name]


GameOptions = TypeVar("GameOptions", bound="BaseModel")


class BoardModule(NamedTuple, Generic[GameOptions]):
    """What a module of printables.boards calls MODULE. `options`: a frozen pydantic model of what changes the game.
    `seeded_panels(options, theme, seed, count)`: so many score sheets that a seed sets, the same for the same seed;
    None where it sets nothing. `variants()`: titles of those that are games of their own, by name."""

    slug: str
    title: str
    options: type[GameOptions]
    board: Callable[[GameOptions], Board]
    components: Callable[[GameOptions, Theme], Components]
    seeded_panels: Callable[[GameOptions, Theme, str, int], tuple[Panel, ...]] | None = None
    variants: Callable[[], dict[str, str]] = dict
