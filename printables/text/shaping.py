"""Words as a font sets them: pairs of letters drawn together, letters that are one glyph; for type of size 1. HarfBuzz
shapes lines here as browsers and the rasteriser do in SVG, so that all formats agree.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import uharfbuzz as harfbuzz

from printables.scene import added

if TYPE_CHECKING:
    from printables.text.font_files import Face

# Glyphs without a character of their own stand in a font under characters of a plane for private use.
PRIVATE = 0xF0000


class Shaped(NamedTuple):
    """A text as set: its width, a character for each glyph, and how much further than its own advance each one ends."""

    width: float
    glyphs: str
    shifts: tuple[float, ...]


class Shaper:
    """Shapes text in a font, all of whose characters it has. A no-break space is set as a space. `features`: what of
    the font's own is used beside what every font does, as OpenType names it ("onum", "smcp").
    """

    def __init__(self, face: "Face", features: tuple[str, ...] = ()) -> None:
        self.face = face
        self.features = dict.fromkeys(features, True)
        self.space = self.advance(" ")
        self.shaped = lru_cache(maxsize=20_000)(self._shaped)

    def has(self, character: str) -> bool:
        return ord(character) in self.face.charWidths

    def width(self, text: str) -> float:
        return self.shaped(text).width

    def _shaped(self, text: str) -> Shaped:
        plain = text.replace("\u00a0", " ")
        drawn, shifts = self._glyphs(plain) if len(plain) > 1 or self.features else (plain, [0.0] * len(plain))
        widths = self.face.charWidths
        width = added(widths[ord(character)] / 1000 + shift for character, shift in zip(drawn, shifts, strict=True))
        return Shaped(width, drawn, tuple(shifts))

    def advance(self, character: str) -> float:
        return float(self.face.charWidths[ord(character)] / 1000)

    def _glyphs(self, word: str) -> tuple[str, list[float]]:
        """The glyphs of a word, each as a character, and what is added to the advance of each."""
        infos, positions = self._read(word)
        glyphs = [info.codepoint for info in infos]
        if any(at.x_offset or at.y_offset for at in positions):
            # Marks set apart from their letters: the fonts have the composed letters that are met here.
            return word, [0.0] * len(word)
        own, drawn = self.face.charToGlyph, word
        if glyphs != [own.get(ord(character)) for character in word]:
            starts = [info.cluster for info in infos]
            parts = [word[a:b] for a, b in zip(starts, [*starts[1:], len(word)], strict=True)]
            # Most glyphs of a line are their letters' own.
            both = enumerate(zip(glyphs, parts, strict=True))
            others = [(at, glyph) for at, (glyph, part) in both if len(part) != 1 or own.get(ord(part)) != glyph]
            if not all(parts) or not all(self._stands(glyph, parts[at]) for at, glyph in others):
                return word, [0.0] * len(word)
            for at, glyph in others:
                parts[at] = self._character(glyph)
            drawn = "".join(parts)
        unit, widths = self.face.unitsPerEm, self.face.charWidths
        shifts = [
            1000 * at.x_advance / unit - widths[ord(character)] for at, character in zip(positions, drawn, strict=True)
        ]
        return drawn, [shift / 1000 if abs(shift) > 1e-6 else 0.0 for shift in shifts]

    def _read(self, word: str) -> tuple[Any, Any]:
        buffer = harfbuzz.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        buffer.language = "en"  # else it is that of the machine
        harfbuzz.shape(self.face.shaping, buffer, self.features)
        return buffer.glyph_infos, buffer.glyph_positions

    def _stands(self, glyph: int, text: str) -> bool:
        """Whether a glyph stands for a text here and for no other elsewhere: it has to be known what was meant."""
        return self.face.said.setdefault(PRIVATE + glyph, text) == text

    def _character(self, glyph: int) -> str:
        """The character for private use that draws a glyph."""
        code = PRIVATE + glyph
        self.face.charToGlyph[code], self.face.charWidths[code] = glyph, self.face.advances[glyph]
        return chr(code)
