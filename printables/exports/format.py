"""What a format of exports is to the command that writes them."""

import io
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from PIL import Image

from printables.exports.tabletop import SQUARE, Picture, Table
from printables.render import pdf, png, svg
from printables.scene import Sheet


class Pictures:
    """The pictures of one table at so many pixels to a square. `home`: the URL of the folder that they will be in."""

    def __init__(self, table: Table, pixels: int, home: str = "") -> None:
        self.table, self.pixels, self.home = table, pixels, home
        self._drawn: dict[str, bytes] = {}

    def size(self, picture: Picture) -> tuple[int, int]:
        """Pixels across and down."""
        page = picture.page
        return max(1, round(self.length(page.width))), max(1, round(self.length(page.height)))

    def length(self, mm: float) -> float:
        """A length in pixels."""
        return mm / SQUARE * self.pixels

    def png(self, picture: Picture) -> bytes:
        if picture.name not in self._drawn:
            self._drawn[picture.name] = png.render(picture.page, self._sheet(picture), self.pixels, ground=None)
        return self._drawn[picture.name]

    def webp(self, picture: Picture) -> bytes:
        """Without loss."""

        written = io.BytesIO()
        self.image(picture).save(written, "WEBP", lossless=True, method=2)
        return written.getvalue()

    def svg(self, picture: Picture) -> bytes:
        return svg.render(picture.page, self._sheet(picture)).encode()

    def image(self, picture: Picture) -> Any:
        """The picture as Pillow has it, with transparency."""

        with Image.open(io.BytesIO(self.png(picture))) as opened:
            return opened.convert("RGBA")

    def rules(self) -> bytes | None:
        """The rules as PDF, if there are any."""

        return pdf.render(self.table.rules) if self.table.rules else None

    def _sheet(self, picture: Picture) -> Sheet:
        table = self.table
        subject = table.credit if picture.name in ("board", "table", "setup", "background") else ""
        return Sheet(picture.title, (picture.page,), subject=subject, language=table.language, licence=table.licence)


class Format(NamedTuple):
    """A format: what it is in a line, and its files by their paths in the export's folder.

    `suffix`: of a format that is one file; the only path in it is then empty. `linked`: it names its pictures by where
    they will be found, and so takes --url. `left`: what of the game it leaves out, a line each.
    """

    title: str
    files: Callable[[Table, Pictures], dict[str, bytes]]
    suffix: str = ""
    linked: bool = False
    left: Callable[[Table], Iterable[str]] = lambda table: ()
