"""A page as PNG: its SVG, drawn with our own fonts and no others.

How much ink a page takes: the part of its area that each ink covers, read off a small picture of it.
"""

import io
import struct
import zlib
from functools import cache, lru_cache
from math import ceil
from typing import Any, NamedTuple

import resvg_py
from PIL import Image

from printables.render import layers, svg
from printables.scene import Page, Sheet, colour
from printables.text import fonts

DPI = 150
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTES = (128, 64, 32, 16)  # colours, the first that is light enough
APART = 12  # levels of 255
SAMPLED = 2  # of so many pixels one is asked for its colour, across and down
FLAT = 4096  # colours; most drawings have fewer
# How hard a PNG is compressed, the quickest way first, and above how much of the limit the next one is not tried: the
# second takes twice as long and spares up to a sixth; the third takes three times as long again, for a twentieth.
PRESSED = ((3, 1.25), (6, 1.08), (8, 1.0))
FEWEST = 0.7  # of the bytes that the most colours take, at least, remain with fewer


def render(page: Page, sheet: Sheet, dpi: float = DPI, *, ground: str | None = "#ffffff") -> bytes:
    """One page, round(mm / 25.4 * dpi) pixels wide and high. The same page gives the same bytes.

    `ground` is the colour under it, None for none: what is not drawn on is then transparent.

    Raises ValueError for a resolution at which the page would have no pixel.
    """
    width, height = round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi)
    if width < 1 or height < 1:
        raise ValueError(f"{dpi} dpi leaves no pixel of a page of {page.width} x {page.height} mm")
    return pixels(page, sheet, width, height, ground=ground)


def pixels(page: Page, sheet: Sheet, width: int, height: int, *, ground: str | None = "#ffffff") -> bytes:
    """One page so many pixels wide and high."""
    return _draw(svg.pixels(page, sheet, width, height), ground=ground)


def picture(page: Page, sheet: Sheet, width: int) -> bytes:
    """One page so many pixels wide. The same page gives the same bytes; what lasts of it is drawn once and kept."""
    if not page.lasting:
        return pixels(page, sheet, width, max(1, round(page.height * width / page.width)))
    return _packed(drawn(page, sheet, width), 3)


def drawn(page: Page, sheet: Sheet, width: int) -> Any:
    """The same as a picture of Pillow's, in RGB."""
    size = width, max(1, int(page.height * width / page.width))  # without the last part of a pixel
    page = page._replace(height=page.width * size[1] / size[0])  # so that nothing is stretched
    if page.lasting:
        return layers.draw(page, size, _draw)
    return layers.read(_draw(svg.pixels(page, sheet, *size))).convert("RGB")


def _packed(made: Any, level: int) -> bytes:
    """A picture of Pillow's as PNG, in RGB or with the colours that it has."""
    palette = bytes(made.getpalette() or ())
    size, wide, kind = made.size, len(made.getbands()) * made.width, 3 if palette else 2
    rows = made.tobytes()
    # Unfiltered, flat colours take less room and a third of the time that Pillow takes to choose filters.
    packed = zlib.compress(b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide)), level)
    parts = [b"IHDR" + struct.pack(">2I5B", *size, 8, kind, 0, 0, 0), b"PLTE" + palette, b"IDAT" + packed, b"IEND"]
    return SIGNATURE + b"".join(_chunk(part) for part in parts if part != b"PLTE")


def _chunk(data: bytes) -> bytes:
    return struct.pack(">I", len(data) - 4) + data + struct.pack(">I", zlib.crc32(data))


def redraw(element: str, width: int) -> bytes:
    """An <svg> element that `svg` has written, so many pixels wide, on white. The same element gives the same bytes."""
    return _draw(element, width)


def light(element: str, width: int, most: int) -> bytes:
    """As `redraw`, with as many colours as fit into `most` bytes: those that most pixels have, none mixed or strewn.

    A drawing of few inks loses shades at the edges of its lines only. A picture that is too heavy with 16 stays so.
    """
    return _light(layers.read(redraw(element, width)).convert("RGB"), most)


def light_page(page: Page, sheet: Sheet, width: int, most: int) -> bytes:
    """The same of a page; what lasts of it is drawn once and kept."""
    return _light(drawn(page, sheet, width), most)


def _light(drawn: Any, most: int) -> bytes:
    sample = drawn.resize([ceil(side / SAMPLED) for side in drawn.size], Image.Resampling.NEAREST)
    pixels = sample.width * sample.height
    counted = sample.getcolors(min(FLAT, pixels)) or sample.getcolors(pixels)  # room for few is made more quickly
    seen = _most_seen(counted, PALETTES[0])
    made = b""
    for colours in PALETTES:
        if colours not in (PALETTES[0], PALETTES[-1]) and len(made) * FEWEST > most:
            continue  # none but the fewest may do
        palette = Image.new("P", (1, 1))
        inks = [level for ink in seen[:colours] for level in ink]
        palette.putpalette(inks + inks[:3] * (256 - len(inks) // 3))
        reduced = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
        reduced.putpalette(inks)
        for level, spared in PRESSED:
            made = _packed(reduced, level)
            if len(made) <= most:
                return made
            if len(made) > most * spared:
                break
    return made


def _most_seen(counted: Any, most: int) -> list[tuple[int, int, int]]:
    """The colours that most pixels have, well apart from each other: of two that are near Pillow may take either."""
    inks: dict[int, tuple[int, int, int]] = {}  # by a grid in which only neighbours may be too near
    taken: set[int] = set()
    for _, ink in sorted(counted, reverse=True):
        red, green, blue = ink
        at = (red // APART << 10) + (green // APART << 5) + blue // APART
        if at in taken:
            continue
        for red_, green_, blue_ in map(inks.__getitem__, _around(at) & taken):
            if abs(red - red_) < APART and abs(green - green_) < APART and abs(blue - blue_) < APART:
                break
        else:
            inks[at] = ink
            taken.add(at)
            if len(inks) == most:
                break
    return [*inks.values()]


@lru_cache(maxsize=2_000)
def _around(at: int) -> frozenset[int]:
    return frozenset(at + (x << 10) + (y << 5) + z for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1))


def _draw(element: str, width: int | None = None, ground: str | None = "#ffffff") -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=element,
            background=ground,
            skip_system_fonts=True,
            font_files=_fonts(),
            width=width,
            dpi=96,  # without it millimetres are nothing
        )
    )


@cache
def _fonts() -> list[str]:
    return [str(fonts.file(name)) for name in fonts.NAMES]


COVERAGE_DPI = 36  # a dot of the estimate is 0.7 mm wide; edges within it count in part


class Coverage(NamedTuple):
    """Parts of the page's area, 0 to 1 each: 5 % black is a page of plain text."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        return self.cyan + self.magenta + self.yellow + self.black

    def __str__(self) -> str:
        """ "4.2 % ink (cyan 0.1, magenta 0.3, yellow 0.3, black 3.5)"."""
        inks = ", ".join(f"{ink} {100 * getattr(self, ink):.1f}" for ink in ("cyan", "magenta", "yellow", "black"))
        return f"{100 * self.total:.1f} % ink ({inks})"


def of(page: Page, sheet: Sheet) -> Coverage:
    """An estimate, within about a tenth of what a printer driver reports: drivers mix their own greys."""
    with Image.open(io.BytesIO(render(page, sheet, COVERAGE_DPI))) as picture:
        plain = picture.convert("RGB")
        pixels = plain.width * plain.height
        colours = plain.getcolors(pixels) or []
    sums = [0.0] * 4
    for count, value in colours:
        red, green, blue = value if isinstance(value, tuple) else (value,) * 3
        for ink, part in enumerate(colour.cmyk(f"#{int(red):02x}{int(green):02x}{int(blue):02x}")):
            sums[ink] += count * part
    return Coverage(*(total / pixels for total in sums))
