"""What a theme does to finished pages, whatever is on them: a ground, outlines in place of dark areas.

Pure: scenes in, scenes out. Lengths mm.
"""

from __future__ import annotations

import cmath
import colorsys
import math
from collections.abc import Iterable
from typing import TypeAlias

from printables.drawing import bounds
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
    colour,
)
from printables.scene.theme import Theme

Filled: TypeAlias = Circle | Rect | Polygon | Curve

LIGHT = 0.6  # luminance: what is lighter counts as paper
SMALL = 3.5  # mm: a dark area no wider stays as it is, or it could not be made out
HATCH = 1.1  # mm between the lines that stand for a dark area; lighter colours have them further apart
HAIR = 0.12
EDGE = 0.25
PAST = 10.0  # how far a ground runs past the page, for what is cut off


def dress(sheet: Sheet, theme: Theme, *, prop: bool = True) -> Sheet:
    """The sheet in its theme: in outlines where the theme says so, and on coloured ground where "paper" is not white
    and the sheet is a `prop`: what is to be played with is printed on plain paper.
    """
    ground = theme.ink("paper").lower()
    saver = _Outliner(theme.ink("ink"))

    def page(old: Page) -> Page:
        made = old
        if theme.outline:
            made = made._replace(shapes=tuple(saver.shapes(made.shapes, 1.0)))
        if prop and ground != "#ffffff":
            wide, high = made.width + 2 * PAST, made.height + 2 * PAST
            under = Group((Rect(-PAST, -PAST, wide, high, Style(fill=ground)),), classes="ground")
            made = made._replace(shapes=(under, *made.shapes))
        return made

    return sheet._replace(pages=tuple(page(old) for old in sheet.pages))


class _Outliner:
    """Draws dark areas as outlines with hatching; a symbol is restyled once for each size it is used at."""

    def __init__(self, ink: str) -> None:
        self.ink = ink
        self.symbols: dict[tuple[str, float, bool], Symbol] = {}

    def shapes(self, shapes: Iterable[Shape], scale: float, over: bool = False) -> Iterable[Shape]:
        """The shapes restyled; `scale` is what a length of theirs is multiplied by on the page.

        `over`: dark areas lie under them, so that light shapes need a line about them to be seen on the hatching.
        """
        for shape in shapes:
            match shape:
                case Group():
                    yield shape._replace(shapes=tuple(self.shapes(shape.shapes, scale * shape.scale, over)))
                case Use():
                    yield shape._replace(symbol=self.symbol(shape.symbol, scale * shape.scale, over))
                case Text():
                    yield shape._replace(fill=self.ink) if over and _light(shape.fill) else shape
                case Line() | Image():
                    yield shape
                case _:
                    fill = shape.style.fill
                    if fill and not _light(fill):
                        over = True
                        yield from self.dark(shape, fill, scale)
                    elif fill and over and not shape.style.stroke:
                        width = min(EDGE / scale, _breadth(shape) / 6)
                        yield shape._replace(style=Style(fill, self.ink, width))
                    else:
                        yield shape

    def symbol(self, symbol: Symbol, scale: float, over: bool) -> Symbol:
        size = float(f"{scale:.4g}")
        key = symbol.name, size, over
        if key not in self.symbols:
            name = f"{symbol.name} outlined {size:g}{' over' if over else ''}"
            self.symbols[key] = Symbol(name, tuple(self.shapes(symbol.shapes, size, over)))
        return self.symbols[key]

    def dark(self, shape: Filled, fill: str, scale: float) -> Iterable[Shape]:
        style = shape.style
        box = bounds.of((shape._replace(style=Style(fill=fill)),))
        if box is None or _breadth(shape) * scale <= SMALL:
            yield shape
            return
        yield shape._replace(style=Style(fill="#ffffff"))
        yield Group(_hatching(box, fill, scale), classes="hatch", clip=shape)
        line = max(style.width, EDGE / scale) if style.stroke and not _light(style.stroke) else EDGE / scale
        yield shape._replace(style=Style(stroke=fill, width=line, cap=style.cap))


def _breadth(shape: Filled) -> float:
    """The smaller side of the box about a shape, or about the largest of the parts of a curve."""
    if isinstance(shape, Curve):
        starts = [n for n, segment in enumerate(shape.segments) if segment[0] == "M"]
        ends = [*starts[1:], len(shape.segments)]
        parts: list[Shape] = [
            Curve(shape.segments[a:b], Style(fill="#000000")) for a, b in zip(starts, ends, strict=True)
        ]
    else:
        parts = [shape._replace(style=Style(fill="#000000"))]
    boxes = [box for part in parts if (box := bounds.of((part,)))]
    return max((min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes), default=0.0)


def _light(fill: str) -> bool:
    return colour.luminance(fill) > LIGHT


def _hatching(box: tuple[float, float, float, float], fill: str, scale: float) -> tuple[Shape, ...]:
    """Lines over a box, closer for darker colours and turned by hue, so that colours differ without colour."""
    red, green, blue = colour.rgb(fill)
    hue, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    turn = 45.0 if saturation < 0.25 else (45.0 + 60.0 * round(3 * hue)) % 180
    pitch = HATCH * (1 + 1.5 * colour.luminance(fill)) / scale
    middle = complex(box[0] + box[2], box[1] + box[3]) / 2
    reach = math.hypot(box[2] - box[0], box[3] - box[1]) / 2
    pitch = max(pitch, reach / 300)  # a drawing that runs far past its page has no use for more
    along = cmath.rect(1, math.radians(turn))
    across = along * 1j
    style = Style(stroke=fill, width=HAIR / scale)
    count = math.floor(reach / pitch)
    ends = [
        (middle + n * pitch * across - reach * along, middle + n * pitch * across + reach * along)
        for n in range(-count, count + 1)
    ]
    segments: list[tuple[str | float, ...]] = []
    for a, b in ends:
        segments += [("M", a.real, a.imag), ("L", b.real, b.imag)]
    return (Curve(tuple(segments), style),)
