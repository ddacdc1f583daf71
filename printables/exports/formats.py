"""The formats that games are exported to, by name, and the files that an export becomes."""

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from printables.core import files as disk
from printables.core.errors import OptionError, UserError
from printables.core.registry import Registry
from printables.exports import layout
from printables.exports.export import Export, Position
from printables.exports.format import Format, Pictures

FORMATS: Registry[Format] = Registry(
    "format",
    "FORMAT",
    {
        "pieces": "printables.exports.pieces",
        "tts": "printables.exports.tts",
        "pcio": "printables.exports.pcio",
        "vassal": "printables.exports.vassal",
        "uvtt": "printables.exports.uvtt",
        "foundry": "printables.exports.foundry",
        "ludii": "printables.exports.ludii",
    },
)


def write(
    export: Export, position: Position | None = None, tell: Callable[[str], None] = lambda line: None
) -> Iterator[Path]:
    """Write an export; gives the file, or the folder and the file that says what is in it. Raises UserError.

    A folder is called GAME-FORMAT in `out`; a format that is one file takes `out` as its name if it ends that way.
    `tell` is called with each line that says what the format leaves out.
    """
    format, out = FORMATS.find(export.to, "--to"), export.out
    named = bool(format.suffix) and out.suffix.lower() == format.suffix and not out.is_dir()
    if out.is_file() and not named:
        raise UserError(f"{out} is a file", "name a folder", source="--out")
    if export.url and not format.linked:
        raise OptionError(f"{export.to} brings its pictures along", "remove --url", "--url")
    if export.url and not export.url.startswith(("http://", "https://", "file:///")):
        raise OptionError(f"{export.url!r} is not a URL", "write it as in https://example.org/game/", "--url")
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
