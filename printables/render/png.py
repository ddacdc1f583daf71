"""A page as PNG: its SVG, drawn with our own fonts and no others."""

from __future__ import annotations

import resvg_py

from printables.render import svg
from printables.scene import Page, Sheet
from printables.text import fonts

DPI = 150


def render(page: Page, sheet: Sheet, dpi: float = DPI, *, ground: str | None = "#ffffff") -> bytes:
    """One page, round(mm / 25.4 * dpi) pixels wide and high. The same page gives the same bytes.

    `ground` is the colour under it, None for none: what is not drawn on is then transparent.

    Raises ValueError for a resolution at which the page would have no pixel.
    """
    width, height = round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi)
    if width < 1 or height < 1:
        raise ValueError(f"{dpi} dpi leaves no pixel of a page of {page.width} x {page.height} mm")
    return _draw(svg.pixels(page, sheet, width, height), ground=ground)


def redraw(element: str, width: int) -> bytes:
    """An <svg> element that `svg` has written, so many pixels wide, on white. The same element gives the same bytes."""
    return _draw(element, width)


def _draw(element: str, width: int | None = None, ground: str | None = "#ffffff") -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=element,
            background=ground,
            skip_system_fonts=True,
            font_files=[str(fonts.file(name)) for name in fonts.NAMES],
            width=width,
            dpi=96,  # without it millimetres are nothing
        )
    )
