"""Text as outlines: the letters of a drawing as shapes, for machines that have no fonts."""

import math
from collections.abc import Iterable, Iterator

from printables.scene import Curve, Group, Page, Shape, Style, Symbol, Text, Use
from printables.text import fonts


def outlined(page: Page) -> Page:
    """The page with all its text as curves. Raises GlyphError."""
    known: dict[str, Symbol] = {}
    shapes, cut, fold = (tuple(_shapes(layer, known)) for layer in (page.shapes, page.cut, page.fold))
    return page._replace(shapes=shapes, cut=cut, fold=fold)


def _shapes(shapes: Iterable[Shape], known: dict[str, Symbol]) -> Iterator[Shape]:
    """The shapes; `known`: the symbols that are done, by name."""
    for shape in shapes:
        match shape:
            case Text():
                yield _text(shape)
            case Group():
                yield shape._replace(shapes=tuple(_shapes(shape.shapes, known)))
            case Use(symbol):
                if symbol.name not in known:
                    known[symbol.name] = symbol._replace(shapes=tuple(_shapes(symbol.shapes, known)))
                yield shape._replace(symbol=known[symbol.name])
            case _:
                yield shape


def _text(text: Text) -> Group:
    """A line of text, told by its words."""
    line = fonts.setting(text)
    segments: list[tuple[str | float, ...]] = []
    for run in line.runs:
        x = line.start + run.along
        for glyph, shift in zip(run.shaped.glyphs, run.shaped.shifts, strict=True):
            drawn, wide = fonts.glyph(run.font, glyph)
            for letter, *numbers in drawn:
                placed = (n * text.size + (x if not at % 2 else 0.0) for at, n in enumerate(map(float, numbers)))
                segments.append((letter, *placed))
            x += (wide + shift) * text.size + line.spread
    curve = (Curve(tuple(segments), Style(fill=text.fill)),) if segments else ()
    turn = math.fmod(text.rotate, 360.0)
    return Group(curve, text.x, text.y, rotate=turn, classes="text", title=fonts.clean(text.text), tags=text.tags)
