"""The operators of PDF that draw shapes: numbers, outlines, paint; one string each."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal, cast

from printables.scene import Circle, Curve, Group, Image, Line, Polygon, Rect, Shape, Style, Text, Use, cmyk, rgb

_PATH = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_ROUND = 4 / 3 * math.tan(math.pi / 8)  # reach of the four cubics that make a circle of radius 1


@lru_cache(maxsize=20_000)  # most of a document's lengths are the same few thousand
def figure(value: float) -> str:
    """A length as short as it can be written, to 0.01 µm: symbols drawn small are used large."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def figures(*values: float) -> str:
    """Lengths, parted by spaces."""
    return " ".join(map(figure, values))


class Pen:
    """The paint in force, so that only changes are written. None: not known, as at the start of a form.

    `cmyk`: colours are written as inks.
    """

    __slots__ = ("cmyk", "fill", "line", "stroke")

    def __init__(self, cmyk: bool) -> None:
        self.cmyk = cmyk
        self.fill: str | None = None
        self.stroke: str | None = None
        self.line: tuple[float, tuple[float, ...], str] | None = None

    def copy(self) -> "Pen":
        """The same paint, for what is undone when it is drawn."""
        new = Pen(self.cmyk)
        new.fill, new.stroke, new.line = self.fill, self.stroke, self.line
        return new


@lru_cache(maxsize=2_000)
def factor(value: float) -> str:
    """A factor of a transformation, which carries to far ends."""
    text = f"{value:.8f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def widths(shapes: Iterable[Shape]) -> Iterator[float]:
    """The widths of all lines as they are drawn where the shapes are drawn."""
    for shape in shapes:
        if isinstance(shape, Group | Use):
            inside = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
            yield from (shape.scale * width for width in widths(inside))
        elif not isinstance(shape, Text | Image) and shape.style.stroke:
            yield shape.style.width


def placing(shape: Group | Use) -> str:
    """The operators that begin what is drawn elsewhere, turned and scaled; Q ends it."""
    turn = math.radians(shape.rotate)
    along, across = shape.scale * math.cos(turn), shape.scale * math.sin(turn)
    return f"q {factor(along)} {factor(across)} {factor(-across)} {factor(along)} {figures(shape.x, shape.y)} cm"


def painting(shape: Line | Circle | Rect | Polygon | Curve) -> str:
    """Fill by the non-zero rule as SVG does, stroke, both, or nothing."""
    filled = shape.style.fill is not None and not isinstance(shape, Line)
    return {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): ""}[
        filled, shape.style.stroke is not None
    ]


def outline(shape: Line | Circle | Rect | Polygon | Curve) -> str:
    """The operators of its path."""
    match shape:
        case Line(a, b):
            return f"{figures(*a)} m {figures(*b)} l"
        case Circle((x, y), radius):
            return _rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius)
        case Rect(x, y, width, height, _, corner):
            if corner > 0:
                return _rounded(x, y, width, height, min(corner, width / 2, height / 2))
            return f"{figures(x, y, width, height)} re"
        case Polygon(points, _, closed):
            first, *rest = [f"{figure(x)} {figure(y)}" for x, y in points]
            return " ".join([f"{first} m", *[f"{point} l" for point in rest], *(["h"] if closed else [])])
        case Curve(segments):
            return " ".join([f"{figures(*cast(Any, s[1:]))} {_PATH[str(s[0])]}" for s in segments])


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners, or a circle: clockwise from the top left."""
    far = radius * (1 - _ROUND)
    x0, xa, xb, xc, xd, x1 = _ends(x, x + width, far, radius)
    y0, ya, yb, yc, yd, y1 = _ends(y, y + height, far, radius)
    return (
        f"{xb} {y0} m {xc} {y0} l {xd} {y0} {x1} {ya} {x1} {yb} c {x1} {yc} l {x1} {yd} {xd} {y1} {xc} {y1} c"
        f" {xb} {y1} l {xa} {y1} {x0} {yd} {x0} {yc} c {x0} {yb} l {x0} {ya} {xa} {y0} {xb} {y0} c h"
    )


def _ends(low: float, high: float, far: float, radius: float) -> Iterator[str]:
    """A side of a rectangle: its ends, and the ends and handles of its round corners."""
    return map(figure, (low, low + far, low + radius, high - radius, high - far, high))


def paint(style: Style, pen: Pen, least: float) -> str:
    """The operators that bring the pen to a style, with lines of at least that width."""
    out = ""
    if style.fill:
        out += ink(style.fill, "fill", pen)
    if style.stroke:
        out += ink(style.stroke, "stroke", pen)
        width = max(style.width, least)
        line = (width, style.dash, style.cap)
        if pen.line != line:
            pen.line = line
            end = 1 if style.cap == "round" else 0
            out += f"{figure(width)} w [{figures(*style.dash)}] 0 d {end} J {end} j "
    return out


def ink(colour: str, use: Literal["fill", "stroke"], pen: Pen) -> str:
    """The operator that brings the pen to a colour; "" if it has it."""
    if getattr(pen, use) == colour:
        return ""
    setattr(pen, use, colour)
    return _colour(colour, use, pen.cmyk)


@lru_cache(maxsize=500)
def _colour(colour: str, use: Literal["fill", "stroke"], inks: bool) -> str:
    parts, operator = (cmyk(colour), "k") if inks else (rgb(colour), "rg")
    return f"{figures(*parts)} {operator if use == 'fill' else operator.upper()} "
