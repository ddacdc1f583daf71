"""Titles in display letters, as shapes: along a line, on an arc, with a halo on busy ground.

The letters are files in templates/lettering: the outline and advance of each in thousandths of the size (y down), and
kerning by pairs; or somebody's own font. A text with a letter that a file lacks is set in the serif of the sheets.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from printables.core import templates
from printables.drawing.linocut import typeface
from printables.drawing.linocut.hand import Segments
from printables.drawing.linocut.typeface import Letter, Letters
from printables.scene import Curve, Group, Point, Shape, Style, Tag, Text
from printables.text import fonts

FOLDER = "lettering"
HALO = 0.09  # of the size: the light line about letters on busy ground
_SEGMENT = re.compile(r"([MLCZ])([^MLCZ]*)")


@cache
def face(name: str) -> Letters:
    """The letters of a file of ours, or of a font by its whole path. Raises TemplateError."""
    if Path(name).is_absolute():
        return typeface.read(Path(name))
    held: dict[str, Any] = json.loads(templates.read(f"{FOLDER}/{name}.json"))
    letters = {key: Letter(advance, _segments(outline)) for key, (advance, outline) in held["glyphs"].items()}
    return Letters(held["space"], letters, held["kerning"])


def _segments(outline: str) -> Segments:
    return tuple((letter, *map(float, numbers.split())) for letter, numbers in _SEGMENT.findall(outline))


def has(text: str, name: str) -> bool:
    """Whether a face has all letters of a text."""
    letters = face(name).letters
    return all(character == " " or character in letters for character in text)


def width(text: str, name: str, size: float, track: float = 0.0) -> float:
    """How wide a text is in a size (mm)."""
    if has(text, name):
        return size * math.fsum(face(name).widths(text, track))
    return fonts.width(text, "serif-bold", size)


def straight(
    text: str, name: str, x: float, y: float, size: float, ink: str, *, track: float = 0.0, halo: str = ""
) -> Group:
    """A text about (x, y), the middle of its baseline."""
    wide = width(text, name, size, track)
    if not has(text, name):
        plain = Text(x, y, text, size, "serif-bold", "middle", ink, width=wide)
        return Group((plain,), classes="title", title=text, tags=(Tag("H1"),))
    along, out = x - wide / 2, []
    for character, step in zip(text, face(name).widths(text, track), strict=True):
        out.append(_placed(name, character, (along, y), size, 0.0))
        along += step * size
    return _title(text, tuple(segment for piece in out for segment in piece), size, ink, halo)


def around(
    text: str, name: str, centre: Point, radius: float, size: float, inks: tuple[str, ...], *, track: float = 0.0
) -> Group:
    """A text over a circle about a centre, the radius to its baseline; words have the inks in turn."""
    widths = face(name).widths(text, track)
    along = -size * math.fsum(widths) / 2
    words: list[list[tuple[str | float, ...]]] = [[]]
    for character, step in zip(text, widths, strict=True):
        if character == " ":
            words.append([])
        else:
            # Each letter stands upright on the circle in the middle of its advance.
            turn = (along + step * size / 2) / radius
            foot = centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn)
            start = foot[0] - step * size / 2 * math.cos(turn), foot[1] - step * size / 2 * math.sin(turn)
            words[-1] += _placed(name, character, start, size, turn)
        along += step * size
    shapes = tuple(Curve(tuple(word), Style(fill=inks[n % len(inks)])) for n, word in enumerate(words))
    return Group(shapes, classes="title", title=text, tags=(Tag("H1"),))


@lru_cache(maxsize=1_000)  # the title of a game stands in one place on many of its cards and leaves
def _placed(name: str, character: str, start: Point, size: float, turn: float) -> Segments:
    """A letter from the start of its advance, turned (radians, clockwise)."""
    if character == " ":
        return ()
    k = size / 1000
    cos, sin = k * math.cos(turn), k * math.sin(turn)
    x, y = start
    out: list[tuple[str | float, ...]] = []
    for kind, *numbers in face(name).letters[character].outline:
        held: Sequence[Any] = numbers
        placed = [
            (round(x + u * cos - v * sin, 2), round(y + u * sin + v * cos, 2))
            for u, v in zip(held[::2], held[1::2], strict=True)
        ]
        out.append((kind, *chain.from_iterable(placed)))
    return tuple(out)


def _title(text: str, outline: Segments, size: float, ink: str, halo: str) -> Group:
    shapes: list[Shape] = []
    if halo:
        shapes.append(Curve(outline, Style(fill=halo, stroke=halo, width=HALO * size, cap="round")))
    shapes.append(Curve(outline, Style(fill=ink)))
    return Group(tuple(shapes), classes="title", title=text, tags=(Tag("H1"),))
