"""A page as SVG: lengths in mm, one group a layer, symbols defined once. Nothing is measured here."""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from printables.scene import (
    Circle,
    Curve,
    Group,
    Image,
    Line,
    Page,
    Polygon,
    Rect,
    Shape,
    Sheet,
    Style,
    Symbol,
    Text,
    Use,
)
from printables.text import fonts

# Parts of other modules that svgwrite takes in at once and only calls for what is not done here: style sheets from the
# network, and checks of what is drawn. They are nine tenths of its import, a fifth of carrying out an order.
RARE = {
    "urllib.request": ("urlopen",),
    "svgwrite.data.svgparser": ("is_valid_transferlist", "is_valid_pathdata", "is_valid_animation_timing"),
}
VALIDATOR = "svgwrite.validator2"  # with it the tables of all elements and attributes


def _import_svgwrite() -> Any:
    """svgwrite; what is in RARE is imported when it is called."""

    def later(module: str, name: str) -> Any:
        return lambda *given, **named: getattr(import_module(module), name)(*given, **named)

    class Later:
        """A validator, made when it is asked for anything: drawings without debug=True never do."""

        def __init__(self, *given: Any) -> None:
            self._given = given

        def __getattr__(self, name: str) -> Any:
            return getattr(import_module(VALIDATOR).get_validator(*self._given), name)

    for module, names in RARE.items():
        if module not in sys.modules:
            stand_in = sys.modules[module] = ModuleType(module, "stands in")
            vars(stand_in).update({name: later(module, name) for name in names})
    if VALIDATOR not in sys.modules:
        sys.modules[VALIDATOR] = ModuleType(VALIDATOR, "stands in")
        vars(sys.modules[VALIDATOR])["get_validator"] = Later
    try:
        return import_module("svgwrite")
    finally:
        for module in (*RARE, VALIDATOR):
            if sys.modules[module].__doc__ == "stands in":
                del sys.modules[module]


svgwrite = _import_svgwrite()

_DRAWING = svgwrite.Drawing(debug=False)  # makes elements that go into any other
# What tells Inkscape that a group is a layer; svgwrite's own extension for it sets up all that checks attributes.
INKSCAPE = {
    "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "xmlns:sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
}
LAYERS = ("print", "cut", "fold")
_NOTHING = Page(1, 1, ())
MOST = 8_000  # shapes of which the text is kept


def render(page: Page, sheet: Sheet) -> str:
    """One page of a sheet as a file of its own, in UTF-8. The same page gives the same text."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(page, sheet) + "\n"


def element(page: Page, sheet: Sheet, prefix: str = "") -> str:
    """The <svg> element alone, for HTML. `prefix` starts every id, for several drawings in one document.

    Layers are the groups `print`, `cut` and `fold` (layers for Inkscape as well); empty ones are left out.
    Raises ValueError if two different symbols share a name.
    """
    size = f"{number(page.width)}mm", f"{number(page.height)}mm"
    return _Writer(page, sheet, prefix, size).tostring()


def pixels(page: Page, sheet: Sheet, width: int, height: int) -> str:
    """The <svg> element in so many pixels, the page stretched by the part of a pixel that this takes."""
    writer = _Writer(page, sheet, "", (str(width), str(height)))
    writer.drawing["preserveAspectRatio"] = "none"
    return writer.tostring()


class Parts(NamedTuple):
    """Shapes as markup for an <svg> of somebody else's: a text for each, and the symbols that they use, for <defs>."""

    shapes: tuple[str, ...]
    symbols: str


def parts(shapes: Iterable[Shape], prefix: str = "") -> Parts:
    """Shapes one by one, without titles and without an attribute `style`. `prefix` starts every id.

    Raises ValueError if two different symbols share a name.
    """
    writer = _Writer(_NOTHING, Sheet("", (_NOTHING,)), prefix, ("", ""), titles=False)
    made = [_markup(writer.shape(shape)) for shape in shapes]
    return Parts(tuple(made), "".join(map(_markup, writer.drawing.defs.elements)))


class _Ready:
    """An element of svgwrite's that is written already."""

    elementname = "ready"

    def __init__(self, text: str) -> None:
        self.text = text

    def get_xml(self) -> Element:
        xml = Element(self.elementname)
        xml.text = self.text
        return xml


def _markup(element: Any) -> str:
    """An element of svgwrite's as text, as ElementTree writes it, which svgwrite has made slow."""
    parts: list[str] = []
    _write(element.get_xml(), parts.append)
    return "".join(parts)


def _write(element: Element, put: Callable[[str], None]) -> None:
    tag, text = element.tag, element.text or ""
    if tag == _Ready.elementname:
        put(text)
        return
    put(f"<{tag}")
    for name, value in element.items():
        put(f' {name}="{value.translate(_IN_QUOTES)}"')
    if text or len(element):
        put(f">{text.translate(_IN_TEXT)}")
        for part in element:
            _write(part, put)
        put(f"</{tag}>")
    else:
        put(" />")


_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


@lru_cache(maxsize=MOST)  # a board is drawn for each turn and each reader, and most of it never changes
def _ready(shape: Shape, titles: bool) -> str:
    """A shape as text; "" for one that names a symbol or a clip, which are its drawing's own, or is made of pixels."""
    match shape:
        case Use() | Image() | Group(clip=Rect() | Circle() | Polygon() | Curve()):
            return ""
        case Group():
            parts = [_ready(part, titles) for part in _seen(shape.shapes)]
            if not all(parts):
                return ""
            made = _group(shape, titles)
            for part in parts:
                made.add(_Ready(part))
            return _markup(made)
    return _markup(_leaf(shape))


_known: dict[tuple[int, bool], tuple[Shape, str]] = {}


def _written(shape: Shape, titles: bool) -> str:
    """The same; of the very shape that was met before without hashing all that is in it."""
    known = _known.get((id(shape), titles))
    if known is None or known[0] is not shape:
        if len(_known) == MOST:
            _known.clear()
        known = _known[id(shape), titles] = shape, _ready(shape, titles)
    return known[1]


def _seen(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """The shapes but for groups that have nothing in them and only say that there is an element."""
    return (shape for shape in shapes if not (isinstance(shape, Group) and shape.tags and not shape.shapes))


def _group(group: Group, titles: bool) -> Any:
    """A group with nothing in it."""
    made = _DRAWING.g(**_placing(group))
    if group.title and titles:
        made.set_desc(title=fonts.clean(group.title))
    return made


def _leaf(shape: Line | Circle | Rect | Polygon | Curve | Text) -> Any:
    match shape:
        case Line(a, b, style):
            return _DRAWING.line(_pair(a), _pair(b), **_paint(style, filled=False))
        case Circle(centre, radius, style):
            return _DRAWING.circle(_pair(centre), number(radius), **_paint(style))
        case Rect(x, y, width, height, style, corner):
            round_ = {"rx": number(corner), "ry": number(corner)} if corner else {}
            size = (number(width), number(height))
            return _DRAWING.rect((number(x), number(y)), size, **round_, **_paint(style))
        case Polygon(points, style, closed):
            make = _DRAWING.polygon if closed else _DRAWING.polyline
            return make([_pair(point) for point in points], **_paint(style))
        case Curve(segments, style):
            return _DRAWING.path(_path(segments), **_paint(style))
        case Text():
            return _text(shape)


def _text(text: Text) -> Any:
    plain = fonts.clean(text.text)
    extra = {"font_size": number(text.size), "fill": text.fill, **_face(text.font)}
    if text.rotate:
        extra["transform"] = f"rotate({number(text.rotate)} {number(text.x)} {number(text.y)})"
    if not fonts.single(plain, text.font) and not fonts.missing(plain, text.font):
        line = fonts.setting(text)
        if len(line.runs) > 1 or (line.runs and fonts.variant(text.font) != fonts.variant(line.runs[0].font)):
            return _runs(text, line, extra)
    if text.anchor != "start":
        extra["text_anchor"] = text.anchor
    if text.width is not None and len(plain) > 1:
        extra["textLength"] = number(text.width)
    return _DRAWING.text(plain, insert=(number(text.x), number(text.y)), **extra)


def _runs(text: Text, line: fonts.Setting, extra: dict[str, str]) -> Any:
    """Text that needs more fonts than one, each piece placed: viewers would set the whole in the fallback."""
    made = _DRAWING.text("", **extra)
    if (spread := number(line.spread)) != "0":
        made["letter-spacing"] = spread
    for run in line.runs:
        face = _face(run.font, whole=True) if run.font != text.font else {}
        at = number(text.x + line.start + run.along), number(text.y)
        made.add(_DRAWING.tspan(run.text, insert=at, **face))
    return made


@lru_cache(maxsize=50_000)  # most of a drawing's lengths are met again and again
def number(value: float) -> str:
    """A length rounded to 0.1 µm, as short as it can be written."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class _Writer:
    def __init__(self, page: Page, sheet: Sheet, prefix: str, size: tuple[str, str], *, titles: bool = True) -> None:
        view = f"0 0 {number(page.width)} {number(page.height)}"
        self.drawing = svgwrite.Drawing(size=size, viewBox=view, debug=False)
        family, _, _ = fonts.family("sans")
        # The limit of sharp corners is that of PDF, and so is kerning, which viewers leave out of small type otherwise.
        self.drawing.update(
            {
                "font-family": family,
                "stroke-miterlimit": "10",
                "xml:lang": sheet.language,
                "role": "img",
                "style": "font-kerning:normal",
            }
        )
        self.drawing.set_desc(title=fonts.clean(page.title or sheet.title), desc=fonts.clean(sheet.subject) or None)
        self.drawing.update(INKSCAPE)
        self.prefix, self.titles = prefix, titles
        self.symbols: dict[str, Symbol] = {}
        self.clips = 0
        for layer, shapes in zip(LAYERS, (page.shapes, page.cut, page.fold), strict=True):
            if shapes:
                group = self.drawing.g(id=prefix + layer)
                group.update({"inkscape:groupmode": "layer", "inkscape:label": layer})
                self.fill(group, shapes)
                self.drawing.add(group)

    def tostring(self) -> str:
        return _markup(self.drawing)

    def fill(self, parent: Any, shapes: Iterable[Shape]) -> None:
        for shape in _seen(shapes):
            parent.add(self.shape(shape))

    def shape(self, shape: Shape) -> Any:
        match shape:
            case Image(x, y, width, height, data):
                return self.drawing.image(_embedded(data), _pair((x, y)), _pair((width, height)))
            case Use():
                return self.use(shape)
        text = _written(shape, self.titles)
        return self.group(shape) if isinstance(shape, Group) and not text else _Ready(text)

    def group(self, group: Group) -> Any:
        made = _group(group, self.titles)
        if group.clip:
            self.clips += 1
            clip = self.drawing.clipPath(id=f"{self.prefix}clip-{self.clips}")
            clip.add(self.shape(group.clip))
            self.drawing.defs.add(clip)
            made["clip-path"] = clip.get_funciri()
        self.fill(made, group.shapes)
        return made

    def use(self, use: Use) -> Any:
        made = self.drawing.use(f"#{self.define(use.symbol)}", **_placing(use))
        if use.title and self.titles:
            made.set_desc(title=fonts.clean(use.title))
        return made

    def define(self, symbol: Symbol) -> str:
        """The id of a symbol, which is written among the definitions the first time."""
        name = self.prefix + _id(symbol.name)
        known = self.symbols.get(name)
        if known is None:
            self.symbols[name] = symbol
            art = self.drawing.g(id=name)
            self.fill(art, symbol.shapes)
            self.drawing.defs.add(art)
        elif known is not symbol and known != symbol:
            raise ValueError(f"two different symbols are named {symbol.name!r}")
        return name


@cache
def _id(name: str) -> str:
    return "symbol-" + re.sub(r"[^A-Za-z0-9_-]", lambda m: f".{ord(m[0]):x}.", name)


def _embedded(data: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(data).decode()


@cache
def _face(font: str, whole: bool = False) -> Mapping[str, str]:
    """What tells a font from plain sans, or all that names it."""
    family, weight, style = fonts.family(font)
    face = {"font_family": family, "font_weight": str(weight), "font_style": style}
    plain = {"font_family": fonts.family("sans")[0], "font_weight": "400", "font_style": "normal"}
    face["font_variant"], plain["font_variant"] = fonts.variant(font) or "normal", "normal"
    return {key: value for key, value in face.items() if whole or value != plain[key]}


def _pair(point: tuple[float, float]) -> tuple[str, str]:
    return number(point[0]), number(point[1])


def _path(segments: tuple[tuple[str | float, ...], ...]) -> str:
    return "".join([f"{letter}{' '.join(map(number, numbers))}" for letter, *numbers in segments])


def _paint(style: Style, filled: bool = True) -> dict[str, str]:
    """Presentation attributes: what differs from SVG's own defaults (black fill, no stroke, butt ends)."""
    paint: dict[str, str] = {}
    if filled:
        paint["fill"] = style.fill or "none"
    if style.stroke:
        paint |= {"stroke": style.stroke, "stroke_width": number(style.width)}
        if style.dash:
            paint["stroke_dasharray"] = " ".join(number(length) for length in style.dash)
        if style.cap == "round":
            paint |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return paint


def _placing(shape: Group | Use) -> dict[str, str]:
    steps = []
    if shape.x or shape.y:
        steps.append(f"translate({number(shape.x)} {number(shape.y)})")
    if shape.rotate:
        steps.append(f"rotate({number(shape.rotate)})")
    if shape.scale != 1:
        steps.append(f"scale({shape.scale:.8g})")
    out = {"transform": " ".join(steps)} if steps else {}
    if shape.classes:
        out["class_"] = fonts.clean(shape.classes)
    return out
