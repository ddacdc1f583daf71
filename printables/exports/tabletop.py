"""What can be asked of an export, and what lies on a virtual table: pictures, places, pieces, cards, dice.

Knows no format. Lengths are mm. A square of the table is an inch, so pixels to a square are dots to an
inch. All that has a place is measured from the top left corner of the background, whose sides are whole squares."""

from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from printables.core.templates import LOOK
from printables.scene import Page

SQUARE = 25.4
Form: TypeAlias = Literal["circle", "square", "hexagon"]
Lattice: TypeAlias = Literal["square", "hexagon", "none"]


class Export(NamedTuple):
    """A game for a virtual table. Texts are as a user types them."""

    game: str
    to: str = "pieces"
    variant: str | None = None
    options: tuple[str, ...] = ()
    name: str = ""
    piece: tuple[str, ...] = ()
    currency: str = ""
    language: str = "en"
    theme: str = LOOK
    pixels: int = 140
    bleed: float = 2.0
    url: str = ""
    out: Path = Path("out")


class Laid(NamedTuple):
    """A piece of a position: the place it is on, its kind, and whether it lies under those after it there."""

    place: str
    kind: str
    under: bool = False


class Position(NamedTuple):
    """A game under way in place of its set-up: its options, a name for files, which position it is, what lies where."""

    settings: object
    name: str
    title: str
    laid: tuple[Laid, ...]
    first: int | None = None  # the seat to act next


class Columns:
    """Places one under the other, then in the next column. `x` and `y`: where the first begins; all in one unit."""

    def __init__(self, x: float, y: float, high: float, gap: float) -> None:
        self.x, self.top, self.high, self.gap = x, y, high, gap
        self.y = y
        self.right = x  # how far the widest thing reaches

    def place(self, width: float, height: float) -> tuple[float, float]:
        """The middle of the next thing of that size."""
        if self.y > self.top and self.y + height > self.top + self.high:
            self.x, self.y = self.right + self.gap, self.top
        middle = self.x + width / 2, self.y + height / 2
        self.y += height + self.gap
        self.right = max(self.right, self.x + width)
        return middle


class Picture(NamedTuple):
    """Something drawn: the stem of its file, its words for those who do not see it, and the page, transparent."""

    name: str
    title: str
    page: Page


class Spot(NamedTuple):
    """A place of the board: its centre, and how wide it is from side to side."""

    id: str
    name: str
    x: float
    y: float
    width: float
    form: Form


class Sticker(NamedTuple):
    """A side of a piece to be cut out: with art past the cut, and the same with the line to cut along."""

    bleed: Picture
    cut: Picture


class Piece(NamedTuple):
    """A kind of piece: how many there are, how wide they are, and both sides. `flat`: it lies under other pieces."""

    kind: str
    name: str
    plural: str
    copies: int
    diameter: float
    front: Picture
    back: Picture
    stickers: tuple[Sticker, Sticker]
    flat: bool

    def picture_width(self, diameter: float) -> float:
        """How wide its picture is where the piece in it is so wide: there is a little room about it."""
        return diameter * self.front.page.width / self.diameter


class Standing(NamedTuple):
    """A piece on the board, its front up: its centre, and how wide it is drawn there, among others on one place."""

    kind: str
    place: str
    x: float
    y: float
    diameter: float


class Card(NamedTuple):
    """A card, and how many copies there are."""

    kind: str
    name: str
    copies: int
    front: Picture
    back: Picture


class Deck(NamedTuple):
    """Cards of one size: a deck to be drawn from, `hidden` by their backs, or the reference cards."""

    name: str
    cards: tuple[Card, ...]
    hidden: bool


class Die(NamedTuple):
    """A kind of die, and how many there are; its sides in the order of their values, from 1."""

    name: str
    plural: str
    copies: int
    sides: tuple[Picture, ...]
