"""What a game is made of, for print: board, tokens, dice, cards, rules text. Each board module describes its own.

A new game is one module in printables.boards with a BoardModule called MODULE, and its line there. What its Components
name gets printed: a deck (`cards`), coins (`tokens` with a diameter of their own), score sheets (`panels`), dice of
any number of sides. No sheet knows a game.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from printables.scene import Field, Shape, Symbol
from printables.scene.geometry import Board
from printables.scene.layout import Stage
from printables.scene.theme import Lettering, Theme

if TYPE_CHECKING:
    from pydantic import BaseModel


class TokenKind(NamedTuple):
    """One kind of token: how many, and its art, drawn in a circle of radius 1 about (0, 0).

    Of a kind of 0 copies none is printed: pictures of positions show it.
    `kind` is what a position calls it; `name` and `plural` what people do. `ground` is the colour at the edge of the
    art ("#rrggbb"), run on past the cut where a printer wants bleed. `diameter` (mm) is for pieces that never stand
    on the board, such as coins; None: as large as the board allows. `flat`: a marker that lies on the board; pictures
    draw the ways of moves over it.
    """

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

    All cards of a game share Components.card_back, art in a circle of radius 1.
    """

    kind: str
    name: str
    copies: int
    text: str
    art: Symbol | None = None


class Panel(NamedTuple):
    """Something to write on: a score sheet, a ledger. `shapes` fill a box of width x height mm from its top left.

    The score sheet prints as many on a page as fit at full size, `copies` at least; `title` heads the page. `fields`
    are filled in on the screen, in a PDF that is asked for as such. `shrinks`: small paper may have it smaller.
    """

    name: str
    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    copies: int = 1
    fields: tuple[Field, ...] = ()
    shrinks: bool = False


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
    the board leaves over. `lettering`: of the game's name, wherever it is a title. `pieces`: a column beside the board
    shows a piece of each side; false where `draw` has the animals themselves there.
    """

    draw: "Callable[[Stage, Components, Theme], tuple[Shape, ...]]"
    inset: float = 6.0
    head: float = 0.1
    words: float = 0.9
    share: float = 0.56
    lettering: Lettering = "roman"
    pieces: bool = True


class Diagram(NamedTuple):
    """What a diagram of the rules shows of a board: places, pieces by kind, stacks and all else by place.

    `show`: all places where none is named. `stack`: the undermost first. `ways` go over places, to the edge of a
    piece where one stands. `space`: mm from a place to the next. `row`: other diagrams that stand side by side.
    """

    show: tuple[str, ...] = ()
    put: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    stack: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    ways: tuple[tuple[str, ...], ...] = ()
    barred: tuple[str, ...] = ()
    ringed: tuple[str, ...] = ()
    space: float = 11.0
    row: tuple[str, ...] = ()


class Components(NamedTuple):
    """All that a kit is printed from, and the facts that go with it. Only `slug` to `board` are needed of every game.

    - `players` ("1 or 2 players") and `summary`, one sentence, tell what the game is.
    - `ground` is drawn under the board's paths, `art` over its places and under their names; both in the board's mm.
    - `legend` explains the paths, `notes` are lines beside the board (set-up, say).
    - `setup`: the tokens as play begins, as (place, kind of token).
    - `rules` and `reference` name Markdown texts in templates/rules; `words` fill their $placeholders. Their pictures
      are `![](face:move)`, `![](token:fox)`, `![](figure:setup)` (the board as play begins) and diagrams: those of
      templates/diagrams, of `diagrams`, and of `figures`, drawn by code.
    - `reference_copies`: how many reference cards; 0 where there is no reference text.
    - `age` and `minutes`: from what age, and how long a game is likely to take ("20-30"); "" and 0 say nothing of it.
    - `chief`: the kind of token that stands for the game on its cover; the first, unless said.
    - `needs`: what play takes that no sheet prints, such as "a pencil".
    - `dress`: the page about the board, in a theme that illustrates it.
    - `byline`: what follows the title in the credit where "by" and the designer would not do.
    """

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
    chief: str = ""
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
    None where it sets nothing.
    """

    slug: str
    title: str
    options: type[GameOptions]
    board: Callable[[GameOptions], Board]
    components: Callable[[GameOptions, Theme], Components]
    seeded_panels: Callable[[GameOptions, Theme, str, int], tuple[Panel, ...]] | None = None
