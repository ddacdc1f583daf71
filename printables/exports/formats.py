"""The formats that games are exported to, by name, and the files that an export becomes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from printables import files as disk
from printables.errors import UserError
from printables.exports import layout
from printables.exports.export import Export, Position
from printables.exports.format import Format
from printables.exports.pictures import Pictures
from printables.registry import Registry

FORMATS: Registry[Format] = Registry(
    "format",
    "FORMAT",
    {
        "pieces": "printables.exports.pieces",
    },
)


def write(export: Export, position: Position | None = None) -> Iterator[Path]:
    """Write an export; gives the file, or the folder and the file that says what is in it. Raises UserError.

    A folder is called GAME-FORMAT in `out`; a format that is one file takes `out` as its name if it ends that way.
    """
    format, out = FORMATS.find(export.to, "--to"), export.out
    named = bool(format.suffix) and out.suffix.lower() == format.suffix and not out.is_dir()
    if out.is_file() and not named:
        raise UserError(f"{out} is a file", "name a folder", source="--out")
    table = layout.table(export, position)
    made = format.files(table, Pictures(table, export.pixels))
    name = f"{table.name}-{export.to}"
    if format.suffix:
        path = out if named else out / f"{name}{format.suffix}"
        disk.save(path, made[""])
        yield path
        return
    for inside, data in made.items():
        disk.save(out / name / PurePosixPath(inside), data)
    yield out / name
