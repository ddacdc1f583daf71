"""Letters as shapes: titles in display letters, along a line, on an arc, with a halo on busy ground; all the text of a
page as outlines, for machines that have no fonts. The letters are files in templates/lettering: the outline and advance
of each in thousandths of the size (y down), and kerning by pairs; or somebody's own font. A text with a letter that a
file lacks is set in the serif of the sheets."""

import json
import math
import re
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from printables.core import TemplateError, templates
from printables.drawing import hand
from printables.drawing.hand import Segments
from printables.scene import Area, Curve, Group, Page, Point, Style, Symbol, Tag, Text, reworded
from printables.text import fonts

LARGEST = 12_000_000  # bytes
EM = 1000  # what outlines are given in
# Latin, Greek, Cyrillic and the signs of text: all that a title is likely to need.
TAKEN = (*range(0x21, 0x530), *range(0x1E00, 0x2000), *range(0x2010, 0x2045), 0x20AC)


class Letters(NamedTuple):
    """A face, in thousandths of the size; of each letter how far it takes the next, and its outline."""

    space: float
    letters: dict[str, tuple[float, Segments]]
    kerning: dict[str, float]

    def widths(self, text: str, track: float) -> list[float]:
        """The advance of each character, with kerning and tracking (parts of the size), in parts of the size."""
        wide = (self.space if character == " " else self.letters[character][0] for character in text)
        kerns = [*(self.kerning.get(a + b, 0.0) for a, b in pairwise(text)), 0.0]
        tracks = [*[track] * (len(text) - 1), 0.0]
        return [(w + kern) / 1000 + spread for w, kern, spread in zip(wide, kerns, tracks, strict=False)]


def read(path: Path) -> Letters:
    """The letters of a TrueType or OpenType file. Raises TemplateError for what is none."""
    try:
        if path.stat().st_size > LARGEST:
            raise TemplateError(f"{path.name} has more than {LARGEST // 1_000_000} MB", "take another font", str(path))
        return _read(path)
    except TemplateError:
        raise
    except ModuleNotFoundError:
        what = "a font of your own takes fontTools"
        raise TemplateError(what, "`pip install 'postfox[art]'` brings it", str(path)) from None
    except Exception:  # fontTools raises what it finds, in any table
        raise TemplateError(f"{path.name} is not a sound font", "name a file of TTF or OTF", str(path)) from None


def _read(path: Path) -> Letters:
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

    letters: dict[str, tuple[float, Segments]] = {}
    with TTFont(path, lazy=True, fontNumber=0) as font:
        glyphs, k = font.getGlyphSet(), EM / font["head"].unitsPerEm
        names = {chr(code): name for code, name in font.getBestCmap().items() if code in set(TAKEN) or code == 0x20}
        for key, name in names.items():
            if key != " ":
                pen = hand.pen(glyphs)
                glyphs[name].draw(TransformPen(pen, (k, 0, 0, -k, 0, 0)))
                letters[key] = k * glyphs[name].width, tuple(pen.segments)
        space = k * glyphs[names[" "]].width if " " in names else 0.25 * EM
        tables = font["kern"].kernTables if "kern" in font else ()
        pairs = {pair: value for table in tables for pair, value in getattr(table, "kernTable", {}).items()}
        keys = {name: key for key, name in names.items()}
        kerning = {keys[a] + keys[b]: k * value for (a, b), value in pairs.items() if a in keys and b in keys}
    if not letters:
        raise TemplateError(f"{path.name} has no letters", "take another font", str(path))
    return Letters(space, letters, kerning)


FOLDER = "lettering"
HALO = 0.09  # of the size: the light line about letters on busy ground
RISE, LINE = 0.72, 1.05  # of the size: how far capitals reach over their line, and from that to the next
_SEGMENT = re.compile(r"([MLCZ])([^MLCZ]*)")


@cache
def face(name: str) -> Letters:
    """The letters of a file of ours, or of a font by its whole path. Raises TemplateError."""
    if Path(name).is_absolute():
        return read(Path(name))
    held: dict[str, Any] = json.loads(templates.read(f"{FOLDER}/{name}.json"))
    letters: dict[str, tuple[float, Segments]] = {}
    for key, (advance, outline) in held["glyphs"].items():
        found = ((letter, *map(float, numbers.split())) for letter, numbers in _SEGMENT.findall(outline))
        letters[key] = advance, tuple(found)
    return Letters(held["space"], letters, held["kerning"])


def has(text: str, name: str) -> bool:
    """Whether a face has all letters of a text."""
    return (set(text) - {" "}) <= face(name).letters.keys()


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
    along, outline = x - wide / 2, list[tuple[str | float, ...]]()
    for character, step in zip(text, face(name).widths(text, track), strict=True):
        outline += _placed(name, character, (along, y), size, 0.0)
        along += step * size
    light = Curve(tuple(outline), Style(fill=halo, stroke=halo, width=HALO * size, cap="round"))
    shapes = (*((light,) if halo else ()), Curve(tuple(outline), Style(fill=ink)))
    return Group(shapes, classes="title", title=text, tags=(Tag("H1"),))


def within(
    text: str, name: str, room: Area, most: float, ink: str, *, track: float = 0.0, halo: str = "", top: bool = False
) -> Group:
    """A text in the middle of a room or at its `top`, in a line or in two, whichever is larger; `most` mm at most."""
    words = text.replace("& ", "&\u00a0").split(" ")
    parted = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(len(words)))
    ways = [[line.replace("\u00a0", " ") for line in lines if line] for lines in parted]

    def largest(lines: list[str]) -> float:
        across = (room.width / width(line, name, 1.0, track) for line in lines)
        return min(most, room.height / (RISE + LINE * (len(lines) - 1)), *across)

    # Of ways that are as large the one with fewer lines, of two lines those that are more even.
    lines = max(ways, key=lambda lines: (largest(lines), -len(lines), -max(width(line, name, 1.0) for line in lines)))
    size = largest(lines)
    y = room.y + RISE * size + (0 if top else (room.height - (RISE + LINE * (len(lines) - 1)) * size) / 2)
    levels = ((line, y + LINE * size * n) for n, line in enumerate(lines))
    rows = [straight(line, name, room.centre[0], low, size, ink, track=track, halo=halo) for line, low in levels]
    bare = tuple(row._replace(tags=(), title="") for row in rows)
    return Group(bare, classes="title", title=text, tags=(Tag("H1"),)) if len(rows) > 1 else rows[0]


def around(
    text: str, name: str, centre: Point, radius: float, size: float, inks: tuple[str, ...], *, track: float = 0.0
) -> Group:
    """A text over a circle about a centre, the radius to its baseline; words have the inks in turn."""
    widths = face(name).widths(text, track)
    along = -size * math.fsum(widths) / 2
    words: list[list[tuple[str | float, ...]]] = [[]]
    for character, step in zip(text, widths, strict=True):
        # Each letter stands upright on the circle in the middle of its advance.
        half, turn = step * size / 2, (along + step * size / 2) / radius
        sin, cos = math.sin(turn), math.cos(turn)
        start = centre[0] + radius * sin - half * cos, centre[1] - radius * cos - half * sin
        words += [[]] if character == " " else []
        words[-1] += _placed(name, character, start, size, turn)
        along += step * size
    shapes = tuple(Curve(tuple(word), Style(fill=inks[n % len(inks)])) for n, word in enumerate(words))
    return Group(shapes, classes="title", title=text, tags=(Tag("H1"),))


@lru_cache(maxsize=1_000)  # the title of a game stands in one place on many of its cards and leaves
def _placed(name: str, character: str, start: Point, size: float, turn: float) -> Segments:
    """A letter from the start of its advance, turned (radians, clockwise)."""
    if character == " ":
        return ()
    (x, y), k = start, size / 1000
    cos, sin = k * math.cos(turn), k * math.sin(turn)

    def at(u: float, v: float) -> Point:
        return round(x + u * cos - v * sin, 2), round(y + u * sin + v * cos, 2)

    return hand.mapped(face(name).letters[character][1], at)


def outlined(page: Page) -> Page:
    """The page with all its text as curves. Raises GlyphError."""
    known: dict[str, Symbol] = {}
    shapes, cut, fold = (tuple(reworded(layer, _text, known)) for layer in (page.shapes, page.cut, page.fold))
    return page._replace(shapes=shapes, cut=cut, fold=fold)


def _text(text: Text) -> Group:
    line = fonts.setting(text)
    segments: list[tuple[str | float, ...]] = []
    for run in line.runs:
        x = line.start + run.along
        for glyph, shift in zip(run.shaped.glyphs, run.shaped.shifts, strict=True):
            drawn, wide = _glyph(run.font, glyph)
            for letter, *numbers in drawn:
                placed = (n * text.size + (x if not at % 2 else 0.0) for at, n in enumerate(map(float, numbers)))
                segments.append((letter, *placed))
            x += (wide + shift) * text.size + line.spread
    curve = (Curve(tuple(segments), Style(fill=text.fill)),) if segments else ()
    turn = math.fmod(text.rotate, 360.0)
    return Group(curve, text.x, text.y, rotate=turn, classes="text", title=fonts.clean(text.text), tags=text.tags)


@lru_cache(maxsize=2_000)
def _glyph(font: str, character: str) -> tuple[Segments, float]:
    """The outline of a glyph of a run, y down, and its own advance; for type of size 1."""
    import uharfbuzz as harfbuzz

    face, code = fonts.load(font).face, ord(character)
    drawn: list[tuple[str | float, ...]] = []
    unit = 1 / face.unitsPerEm

    def put(letter: str) -> Any:
        return lambda *to: drawn.append((letter, *(n * (-unit if at % 2 else unit) for at, n in enumerate(to[:-1]))))

    def quadratic(cx: float, cy: float, x: float, y: float, _: Any) -> None:
        x0, y0 = float(drawn[-1][-2]) / unit, -float(drawn[-1][-1]) / unit
        put("C")((x0 + 2 * cx) / 3, (y0 + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y, None)

    pen = harfbuzz.DrawFuncs()
    for set_func, letter in ((pen.set_move_to_func, "M"), (pen.set_line_to_func, "L"), (pen.set_cubic_to_func, "C")):
        set_func(put(letter))
    pen.set_quadratic_to_func(quadratic)
    pen.set_close_path_func(put("Z"))
    face.shaping.draw_glyph(face.charToGlyph[code], pen, None)
    return tuple(drawn), face.charWidths[code] / 1000
