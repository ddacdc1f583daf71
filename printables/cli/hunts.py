"""The commands `postfox hunts ...` that print: import, new and booklet. Bodies import what they need when they run."""

from pathlib import Path
from typing import Annotated

import typer

from printables.cli import Commands, tell, terminal, wrote
from printables.core import OptionError, UserError, files, progress, templates

app = Commands("Fox & Geese: check and try a hunt of your own; all boards.")
SAMPLE = "samples/hunt.toml"


@app.takes("import")
def take(
    file: Annotated[Path, typer.Argument(metavar="FILE.lud", help="A game in the language of Ludii.")],
    out: Path | None = None,
    partly: bool = False,
) -> Annotated[bool, "Written"]:
    """Make a hunt definition of a game of Ludii.

    What is not understood is named, line by line; nothing is written then without --partly.

    postfox hunts import bagh-chal.lud"""
    from printables.boards.fox_and_geese import definition, load
    from printables.exports.ludii import read

    hunt, problems = read.examine(load.read_file(file), str(file))
    for problem in problems:
        typer.echo(str(problem), err=True)
    if hunt is None or (problems and not partly):
        return False
    place = files.into(out, f"{file.stem.lower().replace(' ', '-')}.toml")
    if place.exists() or place.is_symlink():
        raise UserError(f"{place} exists", "name a file that does not with --out")
    files.save(place, definition.text(hunt).encode(), "")
    wrote(place)
    return True


@app.takes()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; nothing is overwritten.")],
) -> Annotated[None, "Written"]:
    """Begin a hunt definition from a commented example.

    postfox hunts new my-hunt.toml"""
    if str(file) == "-":
        tell(templates.read(SAMPLE).rstrip())
        return
    if file.exists() or file.is_symlink():
        raise UserError(f"{file} exists", "name a file that does not")
    files.save(file, templates.read(SAMPLE).encode(), "")
    wrote(file)


@app.takes()
def booklet(
    rules: bool = False,
    paper: str = "a4",
    theme: str = templates.LOOK,
    format: str = "pdf",
    dpi: float = 150.0,
    out: Path = Path("out"),
    opened: bool = False,
) -> Annotated[None, "list[Written]"]:
    """Print the boards of all hunts, one per page.

    They are written as out/fox-and-geese-booklet-PAPER.pdf.

    postfox hunts booklet --rules --paper letter"""
    from printables.paper.paper import find
    from printables.printing import make

    file = make.place(out, f"fox-and-geese-booklet-{find(paper).name}", format)
    if format == "json":
        raise OptionError("a booklet has no bill of materials", "use pdf, svg or png", source="--format")
    with progress.bar("pages") as done:
        paths = list(make.save(make.family(paper, theme, with_rules=rules), file, format, dpi, progress=done))
    for path in paths:
        wrote(path)
    if opened:
        terminal.show(paths[0])
