"""A page as SVG: lengths in mm, one group a layer, symbols defined once. Nothing is measured here."""

import base64
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import chain, repeat
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element

from printables import scene
from printables.render import NOTHING, Paint, face, line, number, path, pieces, runs, shared, short_path, wanted
from printables.scene import Circle, Curve, Group, Image, Line, Page, Polygon, Rect, Shape, Sheet, Styled, Text, Use
from printables.text import fonts

# Parts of other modules that svgwrite takes in at once and only calls for what is not done here: style sheets from the
# network, and checks of what is drawn. They are nine tenths of its import, a fifth of carrying out an order.
RARE = {
    "urllib.request": ("urlopen",),
    "svgwrite.data.svgparser": ("is_valid_transferlist", "is_valid_pathdata", "is_valid_animation_timing"),
}
VALIDATOR = "svgwrite.validator2"  # with it the tables of all elements and attributes
Drawn: TypeAlias = Any  # of svgwrite, which tells no types


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
INKSCAPE = {"xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape"}
IDLE = ("baseProfile", "version", "xmlns:ev")  # what svgwrite says of every drawing, and no viewer asks for
_NOTHING = Page(1, 1, ())
_NO_ART = scene.Symbol("", ())
MOST = 500  # shapes of which the text is kept: those of a board or two; a film has as many boards as turns


def render(page: Page, sheet: Sheet) -> str:
    """One page of a sheet as a file of its own, in UTF-8. The same page gives the same text."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(page, sheet) + "\n"


def element(page: Page, sheet: Sheet, prefix: str = "") -> str:
    """The <svg> element alone, for HTML. `prefix` starts every id, for several drawings in one document. Layers are
    groups, `print`, `cut` and `fold` unless the sheet says (layers for Inkscape as well); empty ones are left out.
    Raises ValueError if two different symbols share a name."""
    return _Writer(page, sheet, prefix, (f"{number(page.width)}mm", f"{number(page.height)}mm")).tostring()


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
    """Shapes as bare markup; `prefix` starts every id. Raises ValueError if two different symbols share a name."""
    writer = _Writer(_NOTHING, Sheet("", (_NOTHING,)), prefix, ("", ""), whole=False)
    return Parts(tuple(map(writer.shape, shapes)), "".join(map(_markup, writer.drawing.defs.elements)))


class _Ready(NamedTuple):
    """An element of svgwrite's that is written already."""

    text: str

    def get_xml(self) -> Element:
        xml = Element(_Ready.__name__)
        xml.text = self.text
        return xml


def _markup(element: Drawn) -> str:
    """An element of svgwrite's as text, as ElementTree writes it, which svgwrite has made slow."""
    if not isinstance(element, Element):
        element = element.get_xml()
    tag, text = element.tag, element.text or ""
    if tag == _Ready.__name__:
        return text
    head = tag + "".join(f' {name}="{value.translate(_IN_QUOTES)}"' for name, value in element.items())
    if not text and not len(element):
        return f"<{head}/>"
    return f"<{head}>{text.translate(_IN_TEXT)}{''.join(map(_markup, element))}</{tag}>"


_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


Write = Callable[[Shape, Paint], str]  # a shape as text, below groups that say so much; "" where that cannot be


@lru_cache(maxsize=MOST)  # a board is drawn for each turn and each reader, and most of it never changes
def _ready(shape: Shape | scene.Symbol, whole: bool, above: Paint) -> str:
    """A shape, or a symbol as a group, as text; "" for what names symbols or clips of a drawing, or has pixels."""
    match shape:
        case scene.Symbol(shapes=shapes):
            return _ready(Group(shapes), whole, above)
        case Use() | Image() | Group(clip=Rect() | Circle() | Polygon() | Curve()):
            return ""
        case Group():
            said = shared(shape.shapes, above) if whole else above
            made = _group(shape, whole, said.less(above))
            written = _filled(made, shape, whole, said, lambda part, heard: _ready(part, whole, heard))
            return _markup(made) if written else ""
    return _markup(_leaf(shape, whole, above))


def _filled(made: Drawn, group: Group, whole: bool, said: Paint, write: Write) -> bool:
    """Puts the shapes of a group into its element, alike neighbours in one more; False as soon as one has no text."""
    # Groups that have nothing in them and only say that there is an element are not seen.
    shapes = (shape for shape in group.shapes if not (isinstance(shape, Group) and shape.tags and not shape.shapes))
    texts: list[str] = []
    for run, own, heard in runs(shapes, said) if whole else ((shapes, {}, said),):
        some = [write(shape, heard) for shape in run]
        if not all(some):
            return False
        if own:
            about = _DRAWING.g(**own)
            about.add(_Ready("".join(some)))
            some = [_markup(about)]
        texts += some
    if texts:
        made.add(_Ready("".join(texts)))
    return True


_known = scene.Met[str]()


def _written(shape: Shape | scene.Symbol, whole: bool, above: Paint) -> str:
    """The same; of the very shape that was met before without hashing all that is in it."""
    return _known.of(shape, lambda: _ready(shape, whole, above), whole, above)


@lru_cache(maxsize=MOST)
def _used(name: str, whole: bool, *placed: Any) -> str:
    """A symbol by the name that it has in its drawing, as text; the rest as in a use of it."""
    use = Use(_NO_ART, *placed)
    made = _DRAWING.use(f"#{name}", **_placing(use))
    if use.title and whole:
        made.set_desc(title=fonts.clean(use.title))
    return _markup(made)


def _group(group: Group, titles: bool, said: Mapping[str, str]) -> Drawn:
    made = _DRAWING.g(**_placing(group), **said)
    if group.title and titles:
        made.set_desc(title=fonts.clean(group.title))
    return made


def _leaf(shape: Styled | Text, whole: bool, above: Paint) -> Drawn:
    own = wanted(shape).less(above)
    if isinstance(shape, Text):
        return _text(shape, own)
    own |= line(shape.style)
    match shape:
        case Line(a, b):
            return _DRAWING.line(_pair(a), _pair(b), **own)
        case Circle(centre, radius):
            return _lean(_DRAWING.circle(_pair(centre), number(radius), **own))
        case Rect(x, y, width, height, corner=corner):
            round_ = {"rx": number(corner)} if corner else {}
            return _lean(_DRAWING.rect(_pair((x, y)), _pair((width, height)), **round_, **own))
        case Polygon(points, closed=closed) if whole:
            lines = tuple((way, *point) for way, point in zip(chain("M", repeat("L")), points, strict=False))
            return _DRAWING.path(short_path((*lines, ("Z",)) if closed else lines), **own)
        case Polygon(points, closed=closed):
            return (_DRAWING.polygon if closed else _DRAWING.polyline)([_pair(point) for point in points], **own)
        case Curve(segments):
            return _DRAWING.path((short_path if whole else path)(segments), **own)


def _lean(made: Drawn) -> Drawn:
    """The same without the places that are those of SVG itself."""
    for name in ("cx", "cy", "x", "y"):
        if made.attribs.get(name) == "0":
            del made.attribs[name]
    return made


def _text(text: Text, own: dict[str, str]) -> Drawn:
    extra = {name: value for name, value in face(text.font).items() if name not in Paint._fields} | own
    if text.rotate:
        extra["transform"] = f"rotate({number(text.rotate)} {number(text.x)} {number(text.y)})"
    if setting := pieces(text):
        # Text that needs more fonts than one, each piece placed: viewers would set the whole in the fallback
        made = _DRAWING.text("", **extra)
        if (spread := number(setting.spread)) != "0":
            made["letter-spacing"] = spread
        for run in setting.runs:
            shown = face(run.font, whole=True) if run.font != text.font else {}
            at = number(text.x + setting.start + run.along), number(text.y)
            made.add(_DRAWING.tspan(run.text, insert=at, **shown))
        return made
    plain = fonts.clean(text.text)
    if text.width is not None and len(plain) > 1:
        extra["textLength"] = number(text.width)
    return _lean(_DRAWING.text(plain, insert=(number(text.x), number(text.y)), **extra))


class _Writer:
    def __init__(self, page: Page, sheet: Sheet, prefix: str, size: tuple[str, str], *, whole: bool = True) -> None:
        view = f"0 0 {number(page.width)} {number(page.height)}"
        self.drawing = svgwrite.Drawing(size=size, viewBox=view, debug=False)
        # The limit of sharp corners is that of PDF, and so is kerning, which viewers leave out of small type otherwise.
        as_pdf = {"stroke-miterlimit": "10", "style": "font-kerning:normal"}
        said = {"font-family": fonts.family("sans")[0], "xml:lang": sheet.language, "role": "img"}
        self.drawing.update(INKSCAPE | as_pdf | said)
        self.drawing.set_desc(title=fonts.clean(page.title or sheet.title), desc=fonts.clean(sheet.subject) or None)
        self.prefix, self.whole = prefix, whole
        self.symbols: dict[str, tuple[scene.Symbol, str]] = {}  # by their names, with their ids here
        self.clips = 0
        for layer, shapes in zip(sheet.layers, (page.shapes, page.cut, page.fold), strict=True):
            if shapes:
                group = self.filled(Group(shapes), NOTHING, id=prefix + layer)
                group.update({"inkscape:groupmode": "layer", "inkscape:label": layer})
                self.drawing.add(group)

    def tostring(self) -> str:
        root = self.drawing.get_xml()
        for name in IDLE:
            root.attrib.pop(name, None)
        return _markup(root)

    def shape(self, shape: Shape, above: Paint = NOTHING) -> str:
        match shape:
            case Image(x, y, width, height, data):
                png = "data:image/png;base64," + base64.b64encode(data).decode()
                return _markup(self.drawing.image(png, _pair((x, y)), _pair((width, height))))
            case Use():
                return _used(self.define(shape.symbol), self.whole, *shape[1:])
            case Group(shapes=shapes):
                own = any(isinstance(part, Use | Image) for part in shapes)  # then it is not written apart
                return (not own and _written(shape, self.whole, above)) or _markup(self.filled(shape, above))
        return _written(shape, self.whole, above)

    def filled(self, group: Group, above: Paint, **named: str) -> Drawn:
        """A group with what is in it."""
        said = shared(group.shapes, above) if self.whole else above
        made = _group(group, self.whole, named | said.less(above))
        if group.clip:
            self.clips += 1
            clip = self.drawing.clipPath(id=f"{self.prefix}clip-{self.clips}")
            clip.add(_Ready(self.shape(group.clip)))
            self.drawing.defs.add(clip)
            made["clip-path"] = clip.get_funciri()
        _filled(made, group, self.whole, said, self.shape)
        return made

    def define(self, symbol: scene.Symbol) -> str:
        """The id of a symbol, which is written among the definitions the first time."""
        known = self.symbols.get(symbol.name)
        if known is None:
            plain = re.sub(r"[^A-Za-z0-9_-]", lambda m: f".{ord(m[0]):x}.", symbol.name)
            name = self.prefix + (f"s{len(self.symbols) + 1}" if self.whole else f"symbol-{plain}")
            known = self.symbols[symbol.name] = symbol, name
            above = Paint() if self.whole else NOTHING  # it is drawn alike wherever it is used, so it says all itself
            text = _written(symbol, self.whole, above) or _markup(self.filled(Group(symbol.shapes), above))
            self.drawing.defs.add(_Ready(text.replace("<g", f'<g id="{name}"', 1)))
        elif known[0] is not symbol and known[0] != symbol:
            raise ValueError(f"two different symbols are named {symbol.name!r}")
        return known[1]


def _pair(point: tuple[float, float]) -> tuple[str, str]:
    return number(point[0]), number(point[1])


def _placing(shape: Group | Use) -> dict[str, str]:
    moved = f"translate({number(shape.x)} {number(shape.y)})" if shape.x or shape.y else ""
    turned = f"rotate({number(shape.rotate)})" if shape.rotate else ""
    scaled = f"scale({shape.scale:.8g})" if shape.scale != 1 else ""
    said = {"transform": " ".join(filter(None, (moved, turned, scaled))), "class_": fonts.clean(shape.classes)}
    return {name: value for name, value in said.items() if value}
