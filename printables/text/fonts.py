"""The fonts of Postfox: files, names for CSS, widths, and which of them can draw a character. All come as TrueType
files with their PyPI packages, under the SIL Open Font License: Source Sans Pro and Source Serif Pro for sheets; EB
Garamond, Cinzel (inscriptions, in capitals and small capitals) and Amatic SC (a hand) for handouts. Of those that are
variable the default instance is drawn, the regular one. The uprights have Latin Extended, Greek and Cyrillic (some
fonts less of them), so text falls back by run to a font that has the character. Lengths are mm for a size in mm."""

import json
import re
import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printables.core import GlyphError
from printables.scene import added

if TYPE_CHECKING:
    from printables.scene import Text
    from printables.text.shaping import Font, Shaped, Shaper


class _Held(NamedTuple):
    """A font of a package, and where to look for a character that it lacks."""

    package: str
    file: str
    weight: int
    style: str
    others: list[str]


_table: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_FONTS = {name: _Held(**held) for name, held in _table["fonts"].items()}
NAMES = tuple(_FONTS)
# What is used of a font beside what it does by itself. Its figures are its own: as high as capitals and as wide as each
# other, so that columns of numbers keep straight.
_FEATURES = {"garamond-caps": ("smcp",)}
_FIGURES = re.compile(r"\d")  # small ones are not used: their 1 is an I, and spaces of boards are called i1
_HYPHENS = str.maketrans("\u2010\u2011", "--")  # none of the sans has these two
_COMMON = re.compile("[ -~\u00a1-\u00ac\u00ae-\u00b1\u00b4-\u00b8\u00ba-\u00ff–—‘’‚“”„•…]*")


def file(name: str) -> Path:
    """The TrueType file of a font. Raises KeyError for an unknown name, FileNotFoundError if not installed."""
    held = _FONTS[name]
    spec = find_spec(held.package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package {held.package.replace('_', '-')} is not installed")
    return Path(spec.origin).parent / "files" / f"{held.file}.ttf"


def family(name: str) -> tuple[str, int, str]:
    """What CSS calls a font: family list, weight, style."""
    held = _FONTS[name]
    return _table["families"][held.package], held.weight, held.style


def variant(name: str) -> str:
    """What CSS calls the features of a font; "" if it has none."""
    return "small-caps" if name in _FEATURES else ""


def styled(family: str, *, bold: bool = False, italic: bool = False) -> str:
    """A family's font for words of a style; bold (in old prints small capitals) goes before italic. Raises KeyError."""
    own: dict[str, str] = _table["styles"][family]
    return own["bold"] if bold else own["italic"] if italic else family


def clean(text: str) -> str:
    """Text as every format sets it: composed (NFC), one line, single spaces, no control or invisible characters."""
    plain = text
    if not common(text):
        whole = unicodedata.normalize("NFC", text)
        kept = (c for c in whole if unicodedata.category(c) not in ("Cf", "Cs") and c not in "\ufffe\uffff")
        plain = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in kept)
        plain = plain.translate(_HYPHENS)
    return " ".join(part for part in plain.split(" ") if part) if "  " in f" {plain} " else plain


@cache
def load(name: str) -> "Font":
    """The font as reportlab reads it, registered there as `postfox-NAME`."""
    from reportlab.pdfbase import pdfmetrics

    from printables.text.shaping import Font

    first = next(other for other, held in _FONTS.items() if held[:2] == _FONTS[name][:2])
    if first != name:  # one file is one font in a document, whatever is used of it
        return load(first)
    font = Font(f"postfox-{name}", file(name))
    pdfmetrics.registerFont(font)
    return font


@cache
def _shaper(name: str) -> "Shaper":
    from printables.text.shaping import Shaper  # words of SVG are set by whoever shows it

    return Shaper(load(name).face, _FEATURES.get(name, ()))


def common(text: str) -> bool:
    """Whether every one of the fonts has all of the (cleaned) text: known without reading a font."""
    return _COMMON.fullmatch(text) is not None


def single(text: str, font: str) -> bool:
    """Whether that font draws all of the (cleaned) text: known without reading it."""
    return common(text) and (font not in _FEATURES or not _FIGURES.search(text))


def _has(font: str, character: str) -> bool:
    return _shaper(font).has(character) and (font not in _FEATURES or not _FIGURES.match(character))


def missing(text: str, font: str) -> str:
    """The characters of a text, each once, that neither the font nor those it falls back to can draw."""
    chain = [_shaper(name) for name in (font, *_FONTS[font].others)]
    return "".join(c for c in dict.fromkeys(clean(text)) if not any(font.has(c) for font in chain))


def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """The cleaned text in pieces (font, text), each drawn by the first font of the chain that has it. Raises
    GlyphError, naming every character that none has and the text they stand in."""
    text = clean(text)
    if not text:
        return ()
    if single(text, font) or all(_has(font, c) for c in text):
        return ((font, text),)
    out: list[tuple[str, str]] = []
    for c in text:
        name = next((n for n in (font, *_FONTS[font].others) if _has(n, c)), None)
        if name is None:
            lacking = ", ".join(f"U+{ord(c):04X} {unicodedata.name(c, 'without a name')}" for c in missing(text, font))
            what = f"no font here can draw {lacking} in “{text}”"
            raise GlyphError(what, "write it in Latin, Greek or Cyrillic letters")
        before = out.pop()[1] if out and out[-1][0] == name else ""
        out.append((name, before + c))
    return tuple(out)


def width(text: str, font: str, size: float) -> float:
    """How wide the text is set. Raises GlyphError as `runs` does."""
    return size * _width(text, font)


@lru_cache(maxsize=20_000)  # the words of a text are measured again for every size it is tried at
def _width(text: str, font: str) -> float:
    plain = clean(text)
    if single(plain, font):
        return _shaper(font).width(plain)
    return added(_shaper(name).width(part) for name, part in runs(plain, font))


def space(font: str, size: float) -> float:
    """How far a space parts two words."""
    return size * _shaper(font).space


class Run(NamedTuple):
    """A part of a line in one font, so far (mm) from its start: what it says, and its glyphs."""

    font: str
    text: str
    along: float
    shaped: "Shaped"


class Setting(NamedTuple):
    """A line as set: `start` and `width` from its anchor, `spread` the space after each glyph but the last (mm)."""

    start: float
    width: float
    spread: float
    runs: tuple[Run, ...]


def setting(text: "Text") -> Setting:
    """How a text stands about its anchor point, kept to its width if it names one. Raises GlyphError as `runs` does."""
    parts = [(name, part, _shaper(name).shaped(part)) for name, part in runs(text.text, text.font)]
    natural = text.size * added(shaped.width for _, _, shaped in parts)
    gaps = sum(len(shaped.glyphs) for _, _, shaped in parts) - 1
    spread = (text.width - natural) / gaps if text.width is not None and gaps > 0 else 0.0
    total = natural + spread * max(gaps, 0)
    placed, along = [], 0.0
    for name, part, shaped in parts:
        placed.append(Run(name, part, along, shaped))
        along += text.size * shaped.width + spread * len(shaped.glyphs)
    start = {"start": 0.0, "middle": -total / 2, "end": -total}[text.anchor]
    return Setting(start, total, spread, tuple(placed))


def ascent(font: str, size: float) -> float:
    """From the baseline to the top of the tallest letters with accents."""
    return float(load(font).face.ascent) * size / 1000


def descent(font: str, size: float) -> float:
    """From the baseline down to the foot of the deepest letters: a positive length."""
    return -float(load(font).face.descent) * size / 1000


def cap_height(font: str, size: float) -> float:
    """Height of a capital letter; half of it below the middle is the baseline of centred capitals and figures."""
    return float(load(font).face.capHeight) * size / 1000
