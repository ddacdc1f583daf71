"""A page as PNG: its SVG, drawn with our own fonts and no others."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from typing import Any

import resvg_py

from printables.render import layers, svg
from printables.scene import Page, Sheet
from printables.text import fonts

DPI = 150
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTES = (128, 64, 32, 16)  # colours, the first that is light enough
APART = 12  # levels of 255
PRESSED = (6, 8)  # how hard a PNG is compressed; the second takes three times as long, and spares a twentieth
SPARED = 1.08  # so much above the limit the second is not tried
FEWEST = 0.7  # of the bytes that the most colours take, at least, remain with the fewest


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
    made = drawn(page, sheet, width)
    rows, wide = made.tobytes(), 3 * made.width
    # Unfiltered, flat colours take less room and a third of the time that Pillow takes to choose filters.
    packed = zlib.compress(b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide)), 3)
    head = struct.pack(">2I5B", *made.size, 8, 2, 0, 0, 0)
    return SIGNATURE + b"".join(map(_chunk, (b"IHDR" + head, b"IDAT" + packed, b"IEND")))


def drawn(page: Page, sheet: Sheet, width: int) -> Any:
    """The same as a picture of Pillow's, in RGB."""
    size = width, max(1, int(page.height * width / page.width))  # without the last part of a pixel
    page = page._replace(height=page.width * size[1] / size[0])  # so that nothing is stretched
    if page.lasting:
        return layers.draw(page, size, _draw)
    return layers.read(_draw(svg.pixels(page, sheet, *size))).convert("RGB")


def _chunk(data: bytes) -> bytes:
    return struct.pack(">I", len(data) - 4) + data + struct.pack(">I", zlib.crc32(data))


def redraw(element: str, width: int) -> bytes:
    """An <svg> element that `svg` has written, so many pixels wide, on white. The same element gives the same bytes."""
    return _draw(element, width)


def light(element: str, width: int, most: int) -> bytes:
    """As `redraw`, with as many colours as fit into `most` bytes: those that most pixels have, none mixed or strewn.

    A drawing of few inks loses shades at the edges of its lines only. A picture that is too heavy with 16 stays so.
    """
    import io

    from PIL import Image

    with Image.open(io.BytesIO(redraw(element, width))) as picture:
        drawn = picture.convert("RGB")
    seen = _most_seen(drawn.getcolors(drawn.width * drawn.height), PALETTES[0])
    written = io.BytesIO()
    for colours in PALETTES:
        if colours not in (PALETTES[0], PALETTES[-1]) and written.tell() * FEWEST > most:
            continue  # none but the fewest may do
        palette = Image.new("P", (1, 1))
        inks = [level for ink in seen[:colours] for level in ink]
        palette.putpalette(inks + inks[:3] * (256 - len(inks) // 3))
        reduced = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
        for level in PRESSED:
            written = io.BytesIO()
            reduced.save(written, "PNG", compress_level=level)
            if written.tell() <= most:
                return written.getvalue()
            if written.tell() > most * SPARED:
                break
    return written.getvalue()


def _most_seen(counted: Any, most: int) -> list[tuple[int, int, int]]:
    """The colours that most pixels have, well apart from each other: of two that are near Pillow may take either."""
    inks: list[tuple[int, int, int]] = []
    for _, (red, green, blue) in sorted(counted, reverse=True):
        if all(abs(red - r) >= APART or abs(green - g) >= APART or abs(blue - b) >= APART for r, g, b in inks):
            inks.append((red, green, blue))
            if len(inks) == most:
                break
    return inks


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
