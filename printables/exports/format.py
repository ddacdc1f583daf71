"""The formats that games are exported to, by name: what each is to the command that writes them, and the files."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from printables.core import OptionError, Registry, UserError, files as disk, options
from printables.exports import layout
from printables.exports.layout import Table
from printables.exports.tabletop import SQUARE, Export, Picture, Position
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
        from printables.render import png

        if picture.name not in self._drawn:
            self._drawn[picture.name] = png.render(picture.page, self._sheet(picture), self.pixels, ground=None)
        return self._drawn[picture.name]

    def webp(self, picture: Picture) -> bytes:
        """Without loss. `quality` is how hard it is compressed: 40 takes twice the time and spares a quarter."""
        written = io.BytesIO()
        self.image(picture).save(written, "WEBP", lossless=True, method=1, quality=20)
        return written.getvalue()

    def svg(self, picture: Picture) -> bytes:
        from printables.render import svg

        return svg.render(picture.page, self._sheet(picture)).encode()

    def image(self, picture: Picture) -> Any:
        """The picture as Pillow has it, with transparency."""
        from PIL import Image

        with Image.open(io.BytesIO(self.png(picture))) as opened:
            return opened.convert("RGBA")

    def rules(self) -> bytes | None:
        """The rules as PDF, if there are any."""
        from printables.render import pdf

        return pdf.render(self.table.rules) if self.table.rules else None

    def _sheet(self, picture: Picture) -> Sheet:
        table = self.table
        subject = table.credit if picture.name in ("board", "table", "setup", "background") else ""
        return Sheet(picture.title, (picture.page,), subject=subject, language=table.language, licence=table.licence)


class Format(NamedTuple):
    """A format: what it is in a line, and its files by their paths in the export's folder."""

    title: str
    files: Callable[[Table, Pictures], dict[str, bytes]]
    suffix: str = ""  # of a format that is one file; the only path in it is then empty
    linked: bool = False  # it names its pictures by where they will be found, and so takes --url
    left: Callable[[Table], Iterable[str]] = lambda table: ()  # what of the game it leaves out, a line each


_MODULES = ("pieces", "tts", "pcio", "vassal", "uvtt", "foundry")
_NAMED = {name: f"printables.exports.{name}" for name in _MODULES} | {"ludii": "printables.exports.ludii.exported"}
FORMATS: Registry[Format] = Registry("format", "FORMAT", _NAMED)


def write(
    export: Export, position: Position | None = None, tell: Callable[[str], None] = lambda line: None
) -> Iterator[Path]:
    """Write an export; gives the file, or the folder that it is, GAME-FORMAT in `out`; a format of one file takes `out`
    as its name if it ends that way. `tell` hears what is left out. Raises UserError."""
    format, out = FORMATS.find(export.to, "--to"), export.out
    named = bool(format.suffix) and out.suffix.lower() == format.suffix and not out.is_dir()
    if out.is_file() and not named:
        raise UserError(f"{out} is a file", "name a folder", source="--out")
    if export.url and not format.linked:
        raise OptionError(f"{export.to} brings its pictures along", "remove --url", "--url")
    if export.url:
        options.url(export.url)
    table = layout.table(export, position)
    folder = out / f"{table.name}-{export.to}"
    home = export.url or folder.absolute().as_uri()
    made = format.files(table, Pictures(table, export.pixels, f"{home.rstrip('/')}/"))
    for line in format.left(table):
        tell(line)
    if format.suffix:
        path = out if named else folder.with_name(f"{folder.name}{format.suffix}")
        disk.save(path, made[""])
        yield path
        return
    for inside, data in made.items():
        disk.save(folder / PurePosixPath(inside), data)
    yield folder
