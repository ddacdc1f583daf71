"""Fonts and words as they set them: pairs of letters drawn together, letters that are one glyph; for type of size 1.
HarfBuzz shapes lines here as browsers and the rasteriser do in SVG, so that all formats agree. TrueType files are read
at one go for reportlab, which reads each of their many numbers by a call of its own."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from struct import unpack_from
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import uharfbuzz as harfbuzz
from reportlab.pdfbase.pdfdoc import PDFName
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from printables.scene import added


class Font(TTFont):
    """A font for reportlab. `name` is what it is registered as; a subset has only the characters that are drawn."""

    face: "Face"

    def __init__(self, name: str, file: Path) -> None:
        self.fontName = name
        self.face = Face(str(file))
        self.encoding = TTEncoding()
        self.state = WeakKeyDictionary()
        self._asciiReadable = False  # the full ASCII block would be in every file otherwise
        self.shapable = False

    def addObjects(self, doc: Any) -> None:
        """As reportlab does, but each subset under a tag made from its letters: its own says AAAAAA of every first."""
        subsets = list(self.state[doc].subsets)
        names = [self.getSubsetInternalName(n, doc)[1:] for n in range(len(subsets))]
        tags = [sha256(f"{self.fontName} {list(subset)}".encode()).digest()[:6] for subset in subsets]
        write: Any = super().addObjects
        write(doc)
        for n, name in enumerate(names):
            font = doc.idToObject["BasicFonts"].dict[name]
            stream = doc.idToObject[f"toUnicodeCMap:{font.BaseFont}"]
            for number, code in enumerate(subsets[n]):
                if said := self.face.said.get(code):  # the letters behind a glyph that has no character of its own
                    written = f"<{number:02X}> <{said.encode('utf-16-be').hex()}>"
                    stream.content = stream.content.replace(f"<{number:02X}> <{code:04X}>", written)
            described = doc.idToObject[f"fontDescriptor:{font.BaseFont}"].dict
            font.BaseFont = "".join(chr(65 + byte % 26) for byte in tags[n]) + font.BaseFont[6:]
            described["FontName"] = PDFName(font.BaseFont)


class Face(TTFontFace):
    """What reportlab knows of a TrueType file: the same values, found faster. `said`: the letters of a glyph that has a
    character for private use alone; `advances` of all glyphs, in thousandths; `shaping`: the font of HarfBuzz."""

    said: dict[int, str]
    advances: list[float]
    shaping: Any

    def extractInfo(self, charInfo: int = 1) -> None:
        super().extractInfo(charInfo=0)
        self.shaping = harfbuzz.Font(harfbuzz.Face(harfbuzz.Blob.from_file_path(self.filename)))
        glyph, self.said = self.shaping.get_nominal_glyph, {}
        glyphs = self.charToGlyph = {code: glyph(code) for code in self.shaping.face.unicodes}
        table, full = self._table("hmtx"), unpack_from(">H", self._table("hhea"), 34)[0]
        pairs = unpack_from(f">{2 * full}H", table)
        # Glyphs without an advance of their own have that of the last one.
        advances = [*pairs[::2], *[pairs[-2]] * (self.numGlyphs - full)]
        bearings = [*pairs[1::2], *unpack_from(f">{self.numGlyphs - full}H", table, 4 * full)]
        self.hmetrics = list(zip(advances, bearings, strict=True))  # in the font's own units
        # Some viewers read whole numbers here; shaping makes up for what is cut off.
        widths = self.advances = [float(round(1000 / self.unitsPerEm * advance)) for advance in advances]
        self.defaultWidth = widths[0]
        if 0x20 in glyphs:
            glyphs[0xA0] = glyphs[0x20]
        self.charWidths = {code: widths[glyph] for code, glyph in glyphs.items()}
        unit, step = ("L", 1) if unpack_from(">H", self._table("head"), 50)[0] else ("H", 2)
        self.glyphPos = [step * place for place in unpack_from(f">{self.numGlyphs + 1}{unit}", self._table("loca"))]

    def _table(self, tag: str) -> bytes:
        read: Any = self.get_table  # its stubs say nothing of it
        return bytes(read(tag))


# Glyphs without a character of their own stand in a font under characters of a plane for private use.
PRIVATE = 0xF0000


class Shaped(NamedTuple):
    """A text as set: its width, a character for each glyph, and how much further than its own advance each one ends."""

    width: float
    glyphs: str
    shifts: tuple[float, ...]


class Shaper:
    """Shapes text in a font, all of whose characters it has. A no-break space is set as a space. `features`: what of
    the font's own is used beside what every font does, as OpenType names it ("onum", "smcp")."""

    def __init__(self, face: Face, features: tuple[str, ...] = ()) -> None:
        self.face = face
        self.features = dict.fromkeys(features, True)
        self.space = float(face.charWidths[ord(" ")] / 1000)
        self.shaped = lru_cache(maxsize=20_000)(self._shaped)

    def has(self, character: str) -> bool:
        return ord(character) in self.face.charWidths

    def width(self, text: str) -> float:
        return self.shaped(text).width

    def _shaped(self, text: str) -> Shaped:
        plain = text.replace("\u00a0", " ")
        plainly = not plain or (len(plain) == 1 and not self.features)
        drawn, shifts = (plain, [0.0] * len(plain)) if plainly else self._glyphs(plain)
        widths = self.face.charWidths
        width = added(widths[ord(character)] / 1000 + shift for character, shift in zip(drawn, shifts, strict=True))
        return Shaped(width, drawn, tuple(shifts))

    def _glyphs(self, word: str) -> tuple[str, list[float]]:
        """The glyphs of a word, each as a character, and what is added to the advance of each."""
        buffer = harfbuzz.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        buffer.language = "en"  # else it is that of the machine
        harfbuzz.shape(self.face.shaping, buffer, self.features)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        glyphs = [info.codepoint for info in infos]
        if any(at.x_offset or at.y_offset for at in positions):  # marks apart: fonts have the composed letters
            return word, [0.0] * len(word)
        own, drawn = self.face.charToGlyph, word
        if glyphs != [own.get(ord(character)) for character in word]:
            starts = [info.cluster for info in infos]
            parts = [word[a:b] for a, b in zip(starts, [*starts[1:], len(word)], strict=True)]
            # Most glyphs of a line are their letters' own.
            both = enumerate(zip(glyphs, parts, strict=True))
            others = [(at, glyph) for at, (glyph, part) in both if len(part) != 1 or own.get(ord(part)) != glyph]
            known = self.face.said  # a glyph stands for one text wherever it is: it has to be known what was meant
            if not all(parts) or any(known.setdefault(PRIVATE + glyph, parts[at]) != parts[at] for at, glyph in others):
                return word, [0.0] * len(word)
            for at, glyph in others:
                parts[at] = chr(code := PRIVATE + glyph)
                self.face.charToGlyph[code], self.face.charWidths[code] = glyph, self.face.advances[glyph]
            drawn = "".join(parts)
        unit, widths = self.face.unitsPerEm, self.face.charWidths
        shifts = [1000 * at.x_advance / unit - widths[ord(c)] for at, c in zip(positions, drawn, strict=True)]
        return drawn, [shift / 1000 if abs(shift) > 1e-6 else 0.0 for shift in shifts]
