"""A page as SVG: lengths in mm, one group a layer, symbols defined once. Nothing is measured here."""

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, repeat
from typing import Any, NamedTuple

from printables.render import paint
from printables.render.paint import NOTHING, Paint, number, path, short_path
from printables.scene import Circle, Curve, Group, Image, Line, Page, Polygon, Rect, Shape, Sheet, Symbol, Text, Use
from printables.text import fonts

# What tells Inkscape that a group is a layer has a name space of its own.
SPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
}
_NO_ART = Symbol("", ())
MOST = 500  # shapes of which the text is kept: those of a board or two; a film has as many boards as turns


def render(page: Page, sheet: Sheet) -> str:
    """One page of a sheet as a file of its own, in UTF-8. The same page gives the same text."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(page, sheet) + "\n"


def element(page: Page, sheet: Sheet, prefix: str = "") -> str:
    """The <svg> element alone, for HTML. `prefix` starts every id, for several drawings in one document.

    Layers are groups, `print`, `cut` and `fold` unless the sheet says (layers for Inkscape as well); empty ones are
    left out.
    Raises ValueError if two different symbols share a name.
    """
    return _drawing(page, sheet, prefix, width=f"{number(page.width)}mm", height=f"{number(page.height)}mm")


def pixels(page: Page, sheet: Sheet, width: int, height: int) -> str:
    """The <svg> element in so many pixels, the page stretched by the part of a pixel that this takes."""
    return _drawing(page, sheet, "", width=str(width), height=str(height), preserveAspectRatio="none")


def _drawing(page: Page, sheet: Sheet, prefix: str, **size: str) -> str:
    writer = _Writer(prefix)
    layers = [
        writer.filled(
            Group(shapes), NOTHING, {"id": prefix + layer, "inkscape:groupmode": "layer", "inkscape:label": layer}
        )
        for layer, shapes in zip(sheet.layers, (page.shapes, page.cut, page.fold), strict=True)
        if shapes
    ]
    # The limit of sharp corners is that of PDF, and so is kerning, which viewers leave out of small type otherwise.
    said = {
        "viewBox": f"0 0 {number(page.width)} {number(page.height)}",
        "font-family": fonts.family("sans")[0],
        "stroke-miterlimit": "10",
        "xml:lang": sheet.language,
        "role": "img",
        "style": "font-kerning:normal",
    }
    about = [_markup("title", {}, _escaped(page.title or sheet.title))]
    if subject := _escaped(sheet.subject):
        about.append(_markup("desc", {}, subject))
    return _markup("svg", SPACES | size | said, *about, _markup("defs", {}, *writer.defs), *layers)


class Parts(NamedTuple):
    """Shapes as markup for an <svg> of somebody else's: a text for each, and the symbols that they use, for <defs>."""

    shapes: tuple[str, ...]
    symbols: str


def parts(shapes: Iterable[Shape], prefix: str = "") -> Parts:
    """Shapes one by one, without titles and without an attribute `style`. `prefix` starts every id.

    Raises ValueError if two different symbols share a name.
    """
    writer = _Writer(prefix, whole=False)
    made = tuple(writer.shape(shape) for shape in shapes)
    return Parts(made, "".join(writer.defs))


def _markup(tag: str, said: Mapping[str, str], *inside: str) -> str:
    """An element as text: its attributes by name, a hyphen for "_", but for those that say nothing; what is in it."""
    named = sorted((name.replace("_", "-"), value) for name, value in said.items() if value)
    own = "".join([f' {name}="{value.translate(_IN_QUOTES)}"' for name, value in named])
    content = "".join(inside)
    return f"<{tag}{own}>{content}</{tag}>" if content else f"<{tag}{own}/>"


def _escaped(text: str) -> str:
    return fonts.clean(text).translate(_IN_TEXT)


_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


Write = Callable[[Shape, Paint], str]  # a shape as text, below groups that say so much; "" where that cannot be


@lru_cache(maxsize=MOST)  # a board is drawn for each turn and each reader, and most of it never changes
def _ready(shape: Shape | Symbol, whole: bool, above: Paint) -> str:
    """A shape as text, below a group that says so much; "" for one that names a symbol or a clip, which are its
    drawing's own, or is made of pixels. A symbol is the group of its shapes.
    """
    match shape:
        case Symbol(shapes=shapes):
            return _ready(Group(shapes), whole, above)
        case Use() | Image() | Group(clip=Rect() | Circle() | Polygon() | Curve()):
            return ""
        case Group():
            said = paint.shared(shape.shapes, above) if whole else above
            inside = _inside(shape, whole, said, lambda part, heard: _ready(part, whole, heard))
            return "" if inside is None else _group(shape, whole, said.less(above), inside)
    return _leaf(shape, whole, above)


def _inside(group: Group, whole: bool, said: Paint, write: Write) -> str | None:
    """The shapes of a group as text, below what says so much for them; neighbours that ask for the same hear it from
    one more group about them. None as soon as one has no text.
    """
    shapes, texts = _seen(group.shapes), list[str]()
    for run, own, heard in paint.runs(shapes, said) if whole else ((shapes, {}, said),):
        some = [write(shape, heard) for shape in run]
        if not all(some):
            return None
        texts += [_markup("g", own, *some)] if own else some
    return "".join(texts)


_known = paint.Met[str]()


def _written(shape: Shape | Symbol, whole: bool, above: Paint) -> str:
    """The same; of the very shape that was met before without hashing all that is in it."""
    return _known.of(shape, lambda: _ready(shape, whole, above), whole, above)


@lru_cache(maxsize=MOST)
def _used(name: str, whole: bool, *placed: Any) -> str:
    """A symbol by the name that it has in its drawing, as text; the rest as in a use of it."""
    use = Use(_NO_ART, *placed)
    return _markup("use", {"xlink:href": f"#{name}", **_placing(use)}, _titled(use, whole))


def _seen(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """The shapes but for groups that have nothing in them and only say that there is an element."""
    return (shape for shape in shapes if not (isinstance(shape, Group) and shape.tags and not shape.shapes))


def _titled(shape: Group | Use, titles: bool) -> str:
    return _markup("title", {}, _escaped(shape.title)) if shape.title and titles else ""


def _group(group: Group, titles: bool, said: Mapping[str, str], inside: str) -> str:
    return _markup("g", {**_placing(group), **said}, _titled(group, titles), inside)


def _leaf(shape: Line | Circle | Rect | Polygon | Curve | Text, whole: bool, above: Paint) -> str:
    own = paint.wanted(shape).less(above)
    if isinstance(shape, Text):
        return _text(shape, own)
    own |= paint.line(shape.style)
    match shape:
        case Line((x1, y1), (x2, y2)):
            ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
            return _markup("line", ends | own)
        case Circle((x, y), radius):
            return _markup("circle", _lean({"cx": number(x), "cy": number(y)}) | {"r": number(radius)} | own)
        case Rect(x, y, width, height, corner=corner):
            box = _at(x, y) | {"width": number(width), "height": number(height)}
            return _markup("rect", box | ({"rx": number(corner)} if corner else {}) | own)
        case Polygon(points, closed=closed) if whole:
            lines = tuple((way, *point) for way, point in zip(chain("M", repeat("L")), points, strict=False))
            return _markup("path", {"d": short_path((*lines, ("Z",)) if closed else lines), **own})
        case Polygon(points, closed=closed):
            corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
            return _markup("polygon" if closed else "polyline", {"points": corners, **own})
        case Curve(segments):
            return _markup("path", {"d": (short_path if whole else path)(segments), **own})


def _lean(said: dict[str, str]) -> dict[str, str]:
    """Coordinates but for those that are SVG's own where nothing is said."""
    return {name: value for name, value in said.items() if value != "0"}


def _at(x: float, y: float) -> dict[str, str]:
    return _lean({"x": number(x), "y": number(y)})


def _text(text: Text, own: dict[str, str]) -> str:
    extra = {name: value for name, value in paint.face(text.font).items() if name not in Paint._fields} | own
    if text.rotate:
        extra["transform"] = f"rotate({number(text.rotate)} {number(text.x)} {number(text.y)})"
    if line := paint.pieces(text):
        # Text that needs more fonts than one, each piece placed: viewers would set the whole in the fallback
        if (spread := number(line.spread)) != "0":
            extra["letter-spacing"] = spread
        made = []
        for run in line.runs:
            face = paint.face(run.font, whole=True) if run.font != text.font else {}
            at = {"x": number(text.x + line.start + run.along), "y": number(text.y)}
            made.append(_markup("tspan", {**at, **face}, run.text.translate(_IN_TEXT)))
        return _markup("text", extra, *made)
    plain = fonts.clean(text.text)
    if text.width is not None and len(plain) > 1:
        extra["textLength"] = number(text.width)
    return _markup("text", _at(text.x, text.y) | extra, plain.translate(_IN_TEXT))


class _Writer:
    """One drawing: the symbols and clips that it has so far, and shapes as text that name them."""

    def __init__(self, prefix: str, *, whole: bool = True) -> None:
        self.prefix, self.whole = prefix, whole
        self.defs: list[str] = []
        self.symbols: dict[str, tuple[Symbol, str]] = {}  # by their names, with their ids here
        self.clips = 0

    def shape(self, shape: Shape, above: Paint = NOTHING) -> str:
        match shape:
            case Image(x, y, width, height, data):
                box = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
                return _markup(
                    "image", {"xlink:href": f"data:image/png;base64,{base64.b64encode(data).decode()}", **box}
                )
            case Use():
                return _used(self.define(shape.symbol), self.whole, *shape[1:])
            case Group(shapes=shapes):
                own = any(isinstance(part, Use | Image) for part in shapes)  # then it is not written apart
                return (not own and _written(shape, self.whole, above)) or self.filled(shape, above)
        return _written(shape, self.whole, above)

    def filled(self, group: Group, above: Paint, named: Mapping[str, str] = {}) -> str:
        """A group with what is in it."""
        said = paint.shared(group.shapes, above) if self.whole else above
        own = {**named, **said.less(above)}
        if group.clip:
            self.clips += 1
            name = f"{self.prefix}clip-{self.clips}"
            self.defs.append(_markup("clipPath", {"id": name}, self.shape(group.clip)))
            own["clip-path"] = f"url(#{name})"
        return _group(group, self.whole, own, _inside(group, self.whole, said, self.shape) or "")

    def define(self, symbol: Symbol) -> str:
        """The id of a symbol, which is written among the definitions the first time."""
        known = self.symbols.get(symbol.name)
        if known is None:
            name = self.prefix + (f"s{len(self.symbols) + 1}" if self.whole else _id(symbol.name))
            known = self.symbols[symbol.name] = symbol, name
            # It is drawn alike wherever it is used, so it says all itself.
            above = Paint() if self.whole else NOTHING
            text = _written(symbol, self.whole, above) or self.filled(Group(symbol.shapes), above)
            self.defs.append(text.replace("<g", f'<g id="{name}"', 1))
        elif known[0] is not symbol and known[0] != symbol:
            raise ValueError(f"two different symbols are named {symbol.name!r}")
        return known[1]


@cache
def _id(name: str) -> str:
    return "symbol-" + re.sub(r"[^A-Za-z0-9_-]", lambda m: f".{ord(m[0]):x}.", name)


def _placing(shape: Group | Use) -> dict[str, str]:
    steps = []
    if shape.x or shape.y:
        steps.append(f"translate({number(shape.x)} {number(shape.y)})")
    if shape.rotate:
        steps.append(f"rotate({number(shape.rotate)})")
    if shape.scale != 1:
        steps.append(f"scale({shape.scale:.8g})")
    return {"transform": " ".join(steps), "class": fonts.clean(shape.classes)}
