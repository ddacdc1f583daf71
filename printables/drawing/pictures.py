"""Pictures of a user's own, by file: SVG as outlines, PNG as pixels, both checked before anything is drawn with them.
An SVG keeps its own colours here; emblems in the inks of a theme are read by printables.drawing.emblems. Paths,
rectangles, circles, ellipses, lines and polygons are taken, in groups, under any transform, in colours as CSS writes
them. A file that runs, fetches, defines or repeats something is refused, and so is one whose look hangs on what shapes
do not have: gradients, filters, clips, pictures within it, text that is not outlines."""

import hashlib
import io
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple
from xml.parsers import expat

from printables.core import TemplateError, files
from printables.drawing import hand
from printables.scene import Area, Curve, Group, Image, Shape, Style, Symbol, Use

LARGEST_SVG = 1_000_000  # bytes
MOST = 20_000  # elements
SEGMENTS = 200_000  # equivalent: nobody can tell it from one more
DEEPEST = 100  # groups within groups
FARTHEST = 1e6  # user units
DRAWN = ("path", "rect", "circle", "ellipse", "line", "polygon", "polyline")
SILENT = ("title", "desc", "metadata")  # what they hold is not drawn
INSTEAD = "save it as plain SVG with paths and flat colours, or as PNG"
_PAINT = ("fill", "stroke", "stroke-width", "stroke-linecap", "opacity", "fill-opacity", "stroke-opacity", "display")
_LENGTHS = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_STEP = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*,?")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


def read_svg(data: bytes) -> tuple[float, float, tuple[Curve, ...]]:
    """Width, height and shapes of a drawing. Raises ValueError, "what is wrong; what to do", for what is not taken."""
    if len(data) > LARGEST_SVG:
        raise ValueError(f"the picture has more than {LARGEST_SVG // 1000} kB; simplify it, or save it as PNG")
    if find_spec("fontTools") is None:
        raise ValueError("SVG of your own takes fontTools; `pip install 'postfox[art]'` brings it")
    reader = _Reader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"this is not SVG: {expat.ErrorString(error.code)}; {INSTEAD}") from None
    if not reader.shapes:
        raise ValueError(f"nothing is drawn in it; {INSTEAD}")
    width, height = reader.size
    if not width * height:
        raise ValueError(f"this is not SVG: it begins with something else than <svg>; {INSTEAD}")
    return width, height, tuple(reader.shapes)


class _Reader:
    """Turns elements into curves as they come; what is in force (transform, paint) is a stack."""

    def __init__(self) -> None:
        from fontTools.misc.transform import Transform

        self.parser: Any = expat.ParserCreate()
        self.parser.EntityDeclHandler = self.entity
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.begin, self.end
        self.shapes: list[Curve] = []
        self.size = [0.0, 0.0]
        self.stack: list[tuple[Any, dict[str, str]]] = [(Transform(), {})]
        self.count, self.segments, self.silent = 0, 0, 0

    def entity(self, name: str, *_: object) -> None:
        raise ValueError(f"the picture defines &{name[:20]};, and a picture needs no such thing; {INSTEAD}")

    def begin(self, name: str, given: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        foreign = ":" in name and not name.startswith("svg:")
        self.count += 1
        if self.count > MOST or len(self.stack) > DEEPEST:
            raise ValueError("the picture has too many parts; simplify it, or save it as PNG")
        for key, value in given.items():  # what would run or fetch something
            if (plain := key.rpartition(":")[2].lower()).startswith("on"):
                raise ValueError(f"the picture runs a script ({key[:20]}); {INSTEAD}")
            if plain == "href":
                raise ValueError(f"the picture refers to something else ({value[:30]!r}); {INSTEAD}")
            if "url(" in value.lower():
                raise ValueError(f"{key[:20]} = {value[:30]!r} is not taken; {INSTEAD}")
        if self.silent or tag in SILENT or foreign or tag == "defs":
            self.silent += 1
            if tag in ("script", "foreignObject", "image", "use", "style"):
                raise ValueError(f"<{tag}> is not taken; {INSTEAD}")
            return
        if tag == "svg" and len(self.stack) == 1 and not self.size[0]:
            self.view(given)
        elif tag not in ("g", *DRAWN):
            raise ValueError(f"<{tag[:20]}> is not taken; {INSTEAD}")
        transform, paint = self.stack[-1]
        styled = (declared.partition(":") for declared in given.get("style", "").split(";"))
        own = given | {key.strip(): value.strip() for key, _, value in styled}
        if odd := [key for key in ("clip-path", "mask", "filter") if own.get(key, "none") != "none"]:
            raise ValueError(f"{odd[0]} is not taken; {INSTEAD}")
        paint = paint | {key: own[key] for key in _PAINT if key in own}
        transform = transform.transform(_transform(given["transform"])) if "transform" in given else transform
        self.stack.append((transform, paint))
        if tag in DRAWN and paint.get("display") != "none":
            self.draw(tag, given, transform, paint)

    def end(self, _: str) -> None:
        if self.silent:
            self.silent -= 1
        else:
            self.stack.pop()

    def view(self, given: Mapping[str, str]) -> None:
        """The size of the picture, and its corner taken to (0, 0)."""
        sides = (_length(given.get(side, "")) for side in ("width", "height"))
        numbers = _numbers(given["viewBox"]) if "viewBox" in given else [0.0, 0.0, *sides]
        if len(numbers) != 4:
            raise ValueError('the viewBox is not four numbers; write viewBox="0 0 100 100"')
        x, y, *self.size = numbers
        if not all(0 < side <= FARTHEST for side in self.size):
            raise ValueError('the picture has no size; write viewBox="0 0 100 100"')
        self.stack[0] = self.stack[0][0].translate(-x, -y), {}

    def draw(self, tag: str, given: Mapping[str, str], transform: Any, paint: Mapping[str, str]) -> None:
        from xml.etree.ElementTree import Element

        from fontTools.pens.transformPen import TransformPen
        from fontTools.svgLib.path import parse_path
        from fontTools.svgLib.path.shapes import PathBuilder

        style = _style(paint, abs(transform[0] * transform[3] - transform[1] * transform[2]) ** 0.5)
        if tag == "line":
            style = style._replace(fill=None)
        if not style.fill and not style.stroke:
            return
        plain = {key: value for key, value in given.items() if key in ("d", "points")}
        pen, builder = hand.pen(), PathBuilder()
        try:
            plain |= {key: repr(_length(value)) for key, value in given.items() if key in _LENGTHS}
            builder.add_path_from_element(Element(tag, plain))
            for path in builder.paths:
                parse_path(path, TransformPen(pen, transform))
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError):
            raise ValueError(f"<{tag}> is not drawn as SVG draws it; {INSTEAD}") from None
        self.segments += len(pen.segments)
        if self.segments > SEGMENTS:  # equivalent: as there
            raise ValueError("the picture has too many parts; simplify it, or save it as PNG")
        far = (float(value) for _, *numbers in pen.segments for value in numbers)
        if any(not abs(value) <= FARTHEST for value in far):
            raise ValueError(f"<{tag}> reaches out of all measure; {INSTEAD}")
        if pen.segments:
            self.shapes.append(Curve(tuple(pen.segments), style))


def _numbers(text: str) -> list[float]:
    return [float(word) for word in _NUMBER.findall(text[:10_000])]


def _length(text: str) -> float:
    """A length in user units. Raises ValueError."""
    found = re.fullmatch(rf"\s*({_NUMBER.pattern})\s*([a-z]*)\s*", text)
    if not found or found[2] not in _UNITS:
        raise ValueError(f"{text[:20]!r} is not a length; {INSTEAD}")
    return float(found[1]) * _UNITS[found[2]]


def _transform(text: str) -> Any:
    from fontTools.misc.transform import Transform

    made, rest = Transform(), text.strip()
    while rest:
        found = _STEP.match(rest)
        numbers = _numbers(found[2]) if found else []
        rest = rest[found.end() :] if found else rest
        match found and found[1], numbers:
            case "matrix", [_, _, _, _, _, _]:
                made = made.transform(numbers)
            case "translate", [x, *y]:
                made = made.translate(x, *y[:1])
            case "scale", [x, *y]:
                made = made.scale(x, *(y[:1] or [x]))
            case "rotate", [turn]:
                made = made.rotate(math.radians(turn))
            case "rotate", [turn, x, middle]:
                made = made.translate(x, middle).rotate(math.radians(turn)).translate(-x, -middle)
            case "skewX", [turn]:
                made = made.skew(math.radians(turn), 0)
            case "skewY", [turn]:
                made = made.skew(0, math.radians(turn))
            case _:
                raise ValueError(f"transform {text[:30]!r} is not taken; {INSTEAD}")
    return made


def _style(paint: Mapping[str, str], scale: float) -> Style:
    """Flat paint; what is half seen through is mixed with white, what is not seen at all is left out."""
    whole = _part(paint.get("opacity", "1"))
    fill = _colour(paint.get("fill", "black"), whole * _part(paint.get("fill-opacity", "1")))
    stroke = _colour(paint.get("stroke", "none"), whole * _part(paint.get("stroke-opacity", "1")))
    width = _length(paint.get("stroke-width", "1")) * scale
    ends: Literal["butt", "round"] = "round" if paint.get("stroke-linecap") == "round" else "butt"
    return Style(fill, stroke if width > 0 else None, width, cap=ends)


def _part(text: str) -> float:
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise ValueError(f"{text[:20]!r} is not an opacity; {INSTEAD}") from None
    return min(1.0, max(0.0, value)) if value == value else 1.0


def _colour(text: str, part: float) -> str | None:
    """A colour as "#rrggbb", so much of it (0 to 1) on white; None for none. Raises ValueError."""
    from PIL import ImageColor

    if text in ("none", "transparent") or part <= 0.01:
        return None
    try:
        red, green, blue, *alpha = ImageColor.getrgb("black" if text == "currentColor" else text)
    except ValueError:
        raise ValueError(f"the colour {text[:30]!r} is not taken; write it as #1a2b3c") from None
    part *= alpha[0] / 255 if alpha else 1.0
    return "#" + "".join(f"{round(255 + (value - 255) * part):02x}" for value in (red, green, blue))


LARGEST = 8_000_000  # bytes of PNG
PIXELS = 40_000_000  # an A4 page at 600 dpi  # equivalent: nobody can tell it from one more
SIDE = 2000  # pixels: what is larger is made smaller, or it would weigh more than all else
_PNG = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """A picture as high and wide as it likes, about (0, 0): in a box with a diagonal of 2, so within a circle of 1."""

    symbol: Symbol
    width: float
    height: float

    def within(self, area: Area) -> Use:
        """The picture as large as it goes in the middle of an area."""
        scale = min(area.width / self.width, area.height / self.height)
        return Use(self.symbol, *area.centre, scale, classes="picture own")

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return self.symbol.shapes


def read(path: Path, source: str = "") -> Picture:
    """A picture from a file. `source`: what names it, for messages. Raises TemplateError for all that is not one."""
    where, name = (source, f"{path.name}: ") if source else (str(path), "")
    try:
        data = files.read(path, LARGEST + 1)
    except OSError as error:
        raise TemplateError(f"{name}it cannot be read: {error.strerror}", "name a file of SVG or PNG", where) from None
    try:
        return _made(data)
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        raise TemplateError(f"{name}{message}", hint, where) from None


@lru_cache(maxsize=32)
def _made(data: bytes) -> Picture:
    """Raises ValueError, "what is wrong; what to do"."""
    shape: Shape
    if data.startswith(_PNG):
        wide, high, clean = _pixels(data)
        k = 2 / math.hypot(wide, high)
        shape = Image(-k * wide / 2, -k * high / 2, k * wide, k * high, clean)
    else:
        wide, high, shapes = read_svg(data)
        k = 2 / math.hypot(wide, high)
        shape = Group(shapes, -k * wide / 2, -k * high / 2, k)
    return Picture(Symbol(f"picture-{hashlib.sha256(data).hexdigest()[:16]}", (shape,)), k * wide, k * high)


def _pixels(data: bytes) -> tuple[float, float, bytes]:
    """Width, height and bytes of a PNG written anew: without what else a file may carry, and no larger than needed."""
    from PIL import Image as Pixels

    few = f"save it with {SIDE} pixels a side or fewer"
    if len(data) > LARGEST:
        raise ValueError(f"the picture has more than {LARGEST // 1_000_000} MB; {few}")
    try:
        with Pixels.open(io.BytesIO(data), formats=("PNG",)) as picture:
            drawn = picture.convert("RGBA") if picture.width * picture.height <= PIXELS else None
    except Pixels.DecompressionBombError:
        drawn = None
    except Exception:  # Pillow raises a dozen
        raise ValueError("this is not a sound PNG; save it again") from None
    if drawn is None:
        raise ValueError(f"it has far too many pixels; {few}")
    drawn.thumbnail((SIDE, SIDE))
    if drawn.getchannel("A").getextrema() == (255, 255):
        drawn = drawn.convert("RGB")
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=False)
    return drawn.width, drawn.height, out.getvalue()
