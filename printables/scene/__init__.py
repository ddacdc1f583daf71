"""Drawings as frozen data: shapes, groups, pages, sheets. Millimetres and degrees; y down; no renderer knows a game.

Everything drawn in Postfox is one of these values, so that it can be compared, measured, transformed and rendered as
PDF, SVG or PNG. An `Area` is room on a page, a `Grid` equal pieces on as many pages as they need."""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cache, reduce
from itertools import product
from operator import add
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

POINT = 25.4 / 72  # mm in a typographer's point
DARK = 0.15  # greys darker than this are printed as solid black: a screen of dots makes small type ragged
SLACK = 1e-6  # mm: rounding must not cost a row

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # x0, y0, x1, y1 (mm, y down)
Made = TypeVar("Made")
Anchor: TypeAlias = Literal["start", "middle", "end"]
_Heading: TypeAlias = Literal["H1", "H2", "H3", "H4", "H5", "H6"]
_List: TypeAlias = Literal["L", "OL", "LI", "Lbl", "LBody"]
_Table: TypeAlias = Literal["Table", "TR", "TH", "TD"]
Kind: TypeAlias = Literal["Artifact", "BlockQuote", "Caption", "Figure", "P", "Sect"] | _Heading | _List | _Table


class Style(NamedTuple):
    """Paint: `fill` and `stroke` as "#rrggbb" or None, `width` and `dash` in mm, line ends "butt" or "round"."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round"] = "butt"


class Line(NamedTuple):
    a: Point
    b: Point
    style: Style


class Circle(NamedTuple):
    centre: Point
    radius: float
    style: Style


class Rect(NamedTuple):
    """Top left corner, width, height; `corner` is the radius of rounded corners (mm)."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    corner: float = 0.0


class Polygon(NamedTuple):
    points: tuple[Point, ...]
    style: Style
    closed: bool = True


class Curve(NamedTuple):
    """A path of moves, lines and cubic curves: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("Z",)."""

    segments: tuple[tuple[str | float, ...], ...]
    style: Style


class Tag(NamedTuple):
    """What a part of a page is to those who hear it: `kind` as PDF names it ("H1", "P", "LI"), "OL" for a numbered "L".
    Parts with one `key` in one element are one, as a paragraph is that goes on on another page; "" is new each time."""

    kind: Kind
    key: str = ""


ARTIFACT = Tag("Artifact")  # what is not read aloud: running titles, rulers, marks
HEAD = "head"  # the class of display letters that are as small as text


class Text(NamedTuple):
    """One line of text; (x, y) is the baseline at `anchor`; `size` is the font size in mm; `rotate` clockwise degrees.
    `width`: the line as typeset is this wide (mm), so that a viewer without the font keeps the measure. `after`: what
    parts it from the text that is read next; a soft hyphen says that its last letter is a hyphen that only the end of
    the line asks for. `tags`: the elements that it is in, outer ones first; none: a paragraph of its own."""

    x: float
    y: float
    text: str
    size: float
    font: str = "sans"
    anchor: Anchor = "start"
    fill: str = "#000000"
    rotate: float = 0.0
    width: float | None = None
    after: str = " "
    tags: tuple[Tag, ...] = ()


class Image(NamedTuple):
    """Pixels in a box from its top left corner: `data` is a PNG that was checked (printables.drawing.pictures)."""

    x: float
    y: float
    width: float
    height: float
    data: bytes


class Group(NamedTuple):
    """Shapes placed together: scaled, then turned (clockwise degrees), then moved by (x, y) mm. `classes` say what it
    is ("token fox"), `title` names it for readers and tests ("fox at g2"). `tags`: the elements that it is in, outer
    ones first; without them what has a title is a picture, for which the title stands. `clip`: only what lies within
    this shape (in the group's own coordinates) is drawn; its style is ignored."""

    shapes: "tuple[Shape, ...]"
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    rotate: float = 0.0
    classes: str = ""
    title: str = ""
    clip: Rect | Circle | Polygon | Curve | None = None
    tags: tuple[Tag, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether its shapes are drawn as they would be without it."""
        return self[1:-1] == (0.0, 0.0, 1.0, 0.0, "", "", None)


class Symbol(NamedTuple):
    """Art drawn once and used many times: a Form XObject in PDF, a <symbol> in SVG. `name` is unique to its shapes."""

    name: str
    shapes: "tuple[Shape, ...]"


class Use(NamedTuple):
    """A symbol, scaled, then turned (clockwise degrees), then moved to (x, y) mm. `title`, `tags` as for a group."""

    symbol: Symbol
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    rotate: float = 0.0
    classes: str = ""
    title: str = ""
    tags: tuple[Tag, ...] = ()

    @property
    def shapes(self) -> "tuple[Shape, ...]":
        return self.symbol.shapes


Styled: TypeAlias = Line | Circle | Rect | Polygon | Curve
Shape: TypeAlias = Styled | Text | Image | Group | Use


class Field(NamedTuple):
    """Something to fill in on the screen: a box in mm from its top left corner, in a PDF that is meant to be filled in.
    `kind` is "text" (font size `size` mm, at most `length` characters, 0: any; `value` is what it says at first) or
    "check" (a box to tick, marked with a cross). `name` has letters, digits and hyphens; `title` is what readers are
    shown. `script`: JavaScript that works out the value where the viewer runs it, from fields of the same sheet:
    `get("name")` is the text of one, `put(...)` sets its own."""

    name: str
    x: float
    y: float
    width: float
    height: float
    title: str
    kind: Literal["text", "check"] = "text"
    size: float = 3.5
    length: int = 0
    anchor: Anchor = "middle"
    script: str = ""
    value: str = ""


class Page(NamedTuple):
    """A page of `width` x `height` mm in three layers: what is printed, where to cut, where to fold. `back`: it is the
    reverse of the one before it. `title`: its bookmark. `trim` is what is left when the page has been cut (TrimBox;
    None: the whole page), `bleed` how far art runs past that (BleedBox; None: not at all). `fields` are filled in on
    the screen, in a PDF. `lasting`: those among the shapes, in groups as well, that pages drawn later have again: what
    they look like may be kept. `detail` is what a small picture of the page shows again, larger."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    cut: tuple[Shape, ...] = ()
    fold: tuple[Shape, ...] = ()
    back: bool = False
    trim: Box | None = None
    bleed: Box | None = None
    fields: tuple[Field, ...] = ()
    lasting: tuple[Shape, ...] = ()
    detail: Box | None = None

    def placed(self, x: float, y: float, scale: float = 1.0, rotate: float = 0.0, **more: Any) -> "Page":
        """The page with all of a layer in a group there, of which `more` is said."""
        layers = {"shapes": self.shapes, "cut": self.cut, "fold": self.fold}
        groups = {name: (Group(some, x, y, scale, rotate, **more),) if some else () for name, some in layers.items()}
        return self._replace(**groups)  # type: ignore[arg-type]


class Sheet(NamedTuple):
    """Pages with what a document says of itself. `licence` is what others may do with it; `duplex` the edge over which
    a printer turns sheets that have backs; `date` when it was made, None where nothing but what it shows may change its
    bytes. `layers`: what the three of its pages are called."""

    title: str
    pages: tuple[Page, ...]
    author: str = "Postfox"
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"
    licence: str = ""
    duplex: Literal["long", "short"] = "long"
    date: "date | None" = None
    layers: tuple[str, str, str] = ("print", "cut", "fold")


def heading(level: int, key: str = "") -> Tag:
    """The tag of a heading of a level, 1 to 6."""
    kinds: tuple[_Heading, ...] = get_args(_Heading)
    return Tag(kinds[level - 1], key)


def arc(centre: Point, radius: float, start: float, end: float, style: Style) -> Curve:
    """An arc as cubics, exact to 0.03 % of the radius; degrees clockwise from the top, either way round."""
    count = max(1, math.ceil(abs(end - start) / 45 - 1e-9))
    step = math.radians(end - start) / count
    reach = radius * 4 / 3 * math.tan(step / 4)
    angle = math.radians(start)

    def at(t: float) -> tuple[float, float, float, float]:
        return centre[0] + radius * math.sin(t), centre[1] - radius * math.cos(t), math.cos(t), math.sin(t)

    x, y, u, v = at(angle)
    segments: list[tuple[str | float, ...]] = [("M", x, y)]
    for _ in range(count):
        angle += step
        first = x + reach * u, y + reach * v
        x, y, u, v = at(angle)
        segments.append(("C", *first, x - reach * u, y - reach * v, x, y))
    return Curve(tuple(segments), style)


def added(numbers: Iterable[float]) -> float:
    """The sum, one number added after the other; the built-in one rounds otherwise since Python 3.12."""
    return reduce(add, numbers, 0.0)


class Met(Generic[Made]):
    """What was made of the very things that were met of late; those of one drawing alone are never met again."""

    MOST = 1000  # twice; no board has as many

    def __init__(self) -> None:
        self._new: dict[Any, tuple[object, Made]] = {}
        self._old: dict[Any, tuple[object, Made]] = {}

    def of(self, thing: object, make: Callable[[], Made], *told: object) -> Made:
        """What is made of a thing, and of what else is `told`."""
        key = id(thing), *told
        known = self._new.get(key) or self._old.get(key)
        if known is None or known[0] is not thing:
            known = thing, make()
        if len(self._new) == self.MOST:
            self._old, self._new = self._new, {}
        self._new[key] = known
        return known[1]


def walk(shapes: Iterable[Shape]) -> Iterable[Shape]:
    """Every shape, groups and uses before what is in them."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group | Use):
            yield from walk(shape.shapes)


def reworded(some: Iterable[Shape], say: Callable[[Text], Text | Group], known: dict[str, Symbol]) -> Iterator[Shape]:
    """The shapes with what to `say` for each text in them, in symbols, too; `known`: those that are done, by name."""
    for shape in some:
        match shape:
            case Text():
                yield say(shape)
            case Group():
                yield shape._replace(shapes=tuple(reworded(shape.shapes, say, known)))
            case Use(symbol):
                if symbol.name not in known:
                    known[symbol.name] = symbol._replace(shapes=tuple(reworded(symbol.shapes, say, known)))
                yield shape._replace(symbol=known[symbol.name])
            case _:
                yield shape


class Area(NamedTuple):
    """An upright box on a page (mm)."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, box: Box) -> "Area":
        """The same as x0, y0, x1, y1."""
        return cls(box[0], box[1], box[2] - box[0], box[3] - box[1])

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def below(self, height: float) -> "Area":
        """What is left under a strip of that height."""
        return Area(self.x, self.y + height, self.width, self.height - height)

    def within(self, edge: float) -> "Area":
        """What is left inside a border of that width."""
        return Area(self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge)

    def above(self, height: float) -> "Area":
        """What is left over a strip of that height."""
        return Area(self.x, self.y, self.width, self.height - height)


class Stage(NamedTuple):
    """Lengths in mm of the page. `sheet`: all that may be drawn on; `board`: the box of the board; `origin` and `scale`
    place its own millimetres; `title`: where the name of the game goes, over the board or beside it; `words`: where its
    legend and notes stand. The title and the words are empty boxes where there is no room for them."""

    sheet: Area
    board: Area
    origin: Point
    scale: float
    title: Area
    words: Area

    @property
    def beside(self) -> bool:
        """Whether title and words stand in a column beside the board."""
        return self.title.right <= self.board.x + 1e-6


class Grid(NamedTuple):
    """Cells of `width` x `height` mm, `gap` mm apart, as many as fit an area, in the middle of its top edge."""

    area: Area
    width: float
    height: float
    gap: float = 0.0

    @property
    def columns(self) -> int:
        return max(0, math.floor((self.area.width + self.gap + SLACK) / (self.width + self.gap)))

    @property
    def rows(self) -> int:
        return max(0, math.floor((self.area.height + self.gap + SLACK) / (self.height + self.gap)))

    @property
    def room(self) -> int:
        """How many cells a page has."""
        return self.columns * self.rows

    def centres(self, count: int) -> tuple[Point, ...]:
        """The middles of the first `count` cells, row by row; the grid is as narrow as they allow."""
        across, down = self.width + self.gap, self.height + self.gap
        left = self.area.x + (self.area.width - min(self.columns, count) * across + self.gap) / 2
        places = (divmod(n, self.columns) for n in range(count))
        corners = ((left + column * across, self.area.y + row * down) for row, column in places)
        return tuple((x + self.width / 2, y + self.height / 2) for x, y in corners)


def behind(point: Point, width: float, height: float, flip: Literal["long", "short"] = "long") -> tuple[Point, float]:
    """Where on the next page the reverse of a point lies, and how far art there is turned (0 or 180 degrees). `flip` is
    the edge that a printer's duplex unit turns the sheet over. The art is turned so that a piece, cut out and turned
    over sideways like a page of a book, shows its back upright."""
    x, y = point
    return ((width - x, y), 0.0) if (flip == "long") == (width <= height) else ((x, height - y), 180.0)


def rgb(colour: str) -> tuple[float, float, float]:
    """Parts of 0 to 1. Raises ValueError for what is not "#rrggbb"."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is not #rrggbb")
    value = int(colour[1:], 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


def inks(colour: str) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black, 0 to 1 each, for any printer: greys are black ink, near-black solid."""
    red, green, blue = rgb(colour)
    light = max(red, green, blue)
    if light - min(red, green, blue) < 0.02:
        return 0.0, 0.0, 0.0, 1.0 if light <= DARK else 1 - light
    return (light - red) / light, (light - green) / light, (light - blue) / light, 1 - light


def cmyk(colour: str) -> tuple[float, float, float, float]:
    """The inks of a press on coated paper (FOGRA39): black for all that is grey in a colour, never more than 300 %."""
    plain = inks(colour)
    if not any(plain[:3]):
        return plain
    parts, (size, table) = rgb(colour), _coated()
    low = [min(int(part * (size - 1)), size - 2) for part in parts]
    along = [part * (size - 1) - start for part, start in zip(parts, low, strict=True)]
    out = [0.0] * 4
    for corner in product((0, 1), repeat=3):
        share = math.prod(part if up else 1 - part for part, up in zip(along, corner, strict=True))
        red, green, blue = (start + up for start, up in zip(low, corner, strict=True))
        node = 4 * ((blue * size + green) * size + red)
        out = [so_far + share * ink / 255 for so_far, ink in zip(out, table[node : node + 4], strict=True)]
    return out[0], out[1], out[2], out[3]


@cache
def _coated() -> tuple[int, list[int]]:
    """The table of inks (0 to 255, four a node, red first) by `bench/inks.py`, and its nodes along each side."""
    read = json.loads(Path(__file__).with_name("coated.json").read_text(encoding="utf-8"))
    return read["size"], read["inks"]


def mixed(a: str, b: str, part: float) -> str:
    """A colour that far (0 to 1) on the way from one to another."""
    parts = (round(255 * (one + part * (two - one))) for one, two in zip(rgb(a), rgb(b), strict=True))
    return "#" + "".join(f"{value:02x}" for value in parts)


def luminance(colour: str) -> float:
    """How light a colour is to the eye, 0 to 1 (linear, as WCAG counts contrast)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
