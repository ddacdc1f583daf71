"""TrueType files as reportlab embeds them, read at one go: it reads each of their many numbers by a call of its own."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from struct import unpack_from
from typing import Any
from weakref import WeakKeyDictionary

import uharfbuzz as harfbuzz
from reportlab.pdfbase.pdfdoc import PDFName
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace


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
        tags = {n: _tag(self.fontName, subset) for n, subset in enumerate(self.state[doc].subsets)}
        names = {n: self.getSubsetInternalName(n, doc)[1:] for n in tags}
        subsets = list(self.state[doc].subsets)
        write: Any = super().addObjects
        write(doc)
        for n, name in names.items():
            font = doc.idToObject["BasicFonts"].dict[name]
            self._say(doc.idToObject[f"toUnicodeCMap:{font.BaseFont}"], subsets[n])
            described = doc.idToObject[f"fontDescriptor:{font.BaseFont}"].dict
            font.BaseFont = tags[n] + font.BaseFont[6:]
            described["FontName"] = PDFName(font.BaseFont)

    def _say(self, stream: Any, subset: Sequence[int]) -> None:
        """Let a subset tell which letters stand behind a glyph that has no character of its own."""
        for number, code in enumerate(subset):
            if said := self.face.said.get(code):
                written = said.encode("utf-16-be").hex()
                stream.content = stream.content.replace(f"<{number:02X}> <{code:04X}>", f"<{number:02X}> <{written}>")


def _tag(name: str, subset: Sequence[int]) -> str:
    """Six capital letters, others for other letters of a font."""
    digest = sha256(f"{name} {list(subset)}".encode()).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


class Face(TTFontFace):
    """What reportlab knows of a TrueType file: the same values, found faster. `said`: the letters of a glyph that has a
    character for private use alone; `advances` of all glyphs, in thousandths; `shaping`: the font as HarfBuzz has it.
    """

    said: dict[int, str]
    advances: list[float]
    shaping: Any

    def extractInfo(self, charInfo: int = 1) -> None:
        super().extractInfo(charInfo=0)
        self.shaping = harfbuzz.Font(harfbuzz.Face(harfbuzz.Blob.from_file_path(self.filename)))
        known = self.shaping.face.unicodes
        glyphs = self.charToGlyph = {code: self.shaping.get_nominal_glyph(code) for code in known}
        self.said = {}
        widths = self.advances = self._metrics()
        self.defaultWidth = widths[0]
        if 0x20 in glyphs:
            glyphs[0xA0] = glyphs[0x20]
        self.charWidths = {code: widths[glyph] for code, glyph in glyphs.items()}
        where = self._table("loca")
        if unpack_from(">H", self._table("head"), 50)[0]:
            self.glyphPos = list(unpack_from(f">{self.numGlyphs + 1}L", where))
        else:
            self.glyphPos = [2 * half for half in unpack_from(f">{self.numGlyphs + 1}H", where)]

    def _table(self, tag: str) -> bytes:
        read: Any = self.get_table  # its stubs say nothing of it
        return bytes(read(tag))

    def _metrics(self) -> list[float]:
        """The advance of each glyph in thousandths of the size; kept with its bearing in the font's own units, too."""
        table = self._table("hmtx")
        full = unpack_from(">H", self._table("hhea"), 34)[0]
        pairs = unpack_from(f">{2 * full}H", table)
        advances = list(pairs[::2])
        # Glyphs without an advance of their own have that of the last one.
        advances += advances[-1:] * (self.numGlyphs - full)
        bearings = [*pairs[1::2], *unpack_from(f">{self.numGlyphs - full}H", table, 4 * full)]
        self.hmetrics = list(zip(advances, bearings, strict=True))
        # Some viewers read whole numbers here; shaping makes up for what is cut off.
        return [float(round(1000 / self.unitsPerEm * advance)) for advance in advances]
