"""Faces of display letters as values, and the reader of somebody's own font: outlines, advances, old kerning."""

from pathlib import Path
from typing import Any, NamedTuple

from printables.core.errors import TemplateError
from printables.drawing.linocut import cubic
from printables.drawing.linocut.hand import Segments

LARGEST = 12_000_000  # bytes
EM = 1000  # what outlines are given in
# Latin, Greek, Cyrillic and the signs of text: all that a title is likely to need.
TAKEN = (*range(0x21, 0x530), *range(0x1E00, 0x2000), *range(0x2010, 0x2045), 0x20AC)


class Letter(NamedTuple):
    advance: float
    outline: Segments


class Letters(NamedTuple):
    """A face, in thousandths of the size."""

    space: float
    letters: dict[str, Letter]
    kerning: dict[str, float]

    def widths(self, text: str, track: float) -> list[float]:
        """The advance of each character, with kerning and tracking (parts of the size), in parts of the size."""
        out = []
        for number, character in enumerate(text):
            wide = self.space if character == " " else self.letters[character].advance
            last = number == len(text) - 1
            kern = 0.0 if last else self.kerning.get(text[number : number + 2], 0.0)
            out.append((wide + kern) / 1000 + (0.0 if last else track))
        return out


def read(path: Path) -> Letters:
    """The letters of a TrueType or OpenType file. Raises TemplateError for what is none."""
    try:
        if path.stat().st_size > LARGEST:
            raise TemplateError(f"{path.name} has more than {LARGEST // 1_000_000} MB", "take another font", str(path))
        return _read(path)
    except TemplateError:
        raise
    except Exception:  # fontTools raises what it finds, in any table
        raise TemplateError(f"{path.name} is not a sound font", "name a file of TTF or OTF", str(path)) from None


def _read(path: Path) -> Letters:
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True, fontNumber=0) as font:
        glyphs, k = font.getGlyphSet(), EM / font["head"].unitsPerEm
        names = {chr(code): name for code, name in font.getBestCmap().items() if code in set(TAKEN) or code == 0x20}
        letters = {key: _letter(glyphs, name, k) for key, name in names.items() if key != " "}
        space = k * glyphs[names[" "]].width if " " in names else 0.25 * EM
        tables = font["kern"].kernTables if "kern" in font else ()
        pairs = {pair: value for table in tables for pair, value in getattr(table, "kernTable", {}).items()}
        keys = {name: key for key, name in names.items()}
        kerning = {keys[a] + keys[b]: k * value for (a, b), value in pairs.items() if a in keys and b in keys}
    if not letters:
        raise TemplateError(f"{path.name} has no letters", "take another font", str(path))
    return Letters(space, letters, kerning)


def _letter(glyphs: Any, name: str, k: float) -> Letter:
    """A glyph in thousandths, y down; what comes in quadratic curves is raised to cubic ones."""
    from fontTools.pens.transformPen import TransformPen

    pen = cubic.pen(glyphs)
    glyphs[name].draw(TransformPen(pen, (k, 0, 0, -k, 0, 0)))
    return Letter(k * glyphs[name].width, tuple(pen.segments))
