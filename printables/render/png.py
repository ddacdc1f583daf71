"""A page as PNG: its SVG, drawn with our own fonts and no others."""

from __future__ import annotations

import resvg_py

from printables.render import fonts, svg
from printables.scene import Page, Sheet

DPI = 150


def render(page: Page, sheet: Sheet, dpi: float = DPI, *, ground: str | None = "#ffffff") -> bytes:
    """One page, round(mm / 25.4 * dpi) pixels wide and high. The same page gives the same bytes.

    `ground` is the colour under it, None for none: what is not drawn on is then transparent.

    Raises ValueError for a resolution at which the page would have no pixel.
    """
    width, height = round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi)
    if width < 1 or height < 1:
        raise ValueError(f"{dpi} dpi leaves no pixel of a page of {page.width} x {page.height} mm")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg.pixels(page, sheet, width, height),
            background=ground,
            skip_system_fonts=True,
            font_files=[str(fonts.file(name)) for name in fonts.NAMES],
        )
    )
