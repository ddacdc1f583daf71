"""How much ink a page takes: the part of its area that each ink covers, read off a small picture of it."""

import io
from typing import NamedTuple

from printables.render import png
from printables.scene import Page, Sheet, colour

DPI = 36  # a dot of the estimate is 0.7 mm wide; edges within it count in part


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
    from PIL import Image

    with Image.open(io.BytesIO(png.render(page, sheet, DPI))) as picture:
        plain = picture.convert("RGB")
        pixels = plain.width * plain.height
        colours = plain.getcolors(pixels) or []
    sums = [0.0] * 4
    for count, value in colours:
        red, green, blue = value if isinstance(value, tuple) else (value,) * 3
        for ink, part in enumerate(colour.cmyk(f"#{int(red):02x}{int(green):02x}{int(blue):02x}")):
            sums[ink] += count * part
    return Coverage(*(total / pixels for total in sums))
