"""The commands `postfox print`, `calibrate` and `printer`: thin callers of what they import when they run."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from printables.cli import Commands, tell, terminal, wrote
from printables.core import files, progress
from printables.core.request import Flip, Request

printers = Commands("What `postfox calibrate` found out about printers.")


def print_(
    request: Request, ink: bool = False, out: Path = Path("out"), opened: bool = False
) -> Annotated[None, "list[Written | str]"]:
    """Print a game: a kit, or sheets of it. Writes out/GAME-SHEET-PAPER.pdf and says so.

    Variant, options, theme and whatever else you ask for are in the file's name.

    Example: postfox print the-game --sheet board --space-mm 25 --tile"""
    from printables.printing import make

    if request.preset:
        from printables.printing import order

        for file in order.write(request, request.preset, out):
            wrote(file)
        return
    if request.bundle:
        wrote(make.bundle(request, out))
        return
    files: list[Path] = []
    for one in make.each(request, out):
        with progress.bar("pages") as done:
            made = make.write(one, out, done)
            covered = list(make.coverage(made.sheet, done)) if ink else []
        for path in made.files:
            wrote(path)
        for line in covered:
            tell(line, line)
        files += made.files
        if made.note:
            typer.echo(made.note, err=True)
    if opened:
        terminal.show(files[0])


def calibrate(
    paper: str = "a4", flip: Flip = "long", printer: str | None = None, out: Path = Path("out"), opened: bool = False
) -> Annotated[None, "Written"]:
    """Make a sheet that shows what a printer does to drawings.

    Print it on both sides, read it, and save what it says with `postfox printer save`. With --printer the sheet is
    drawn for that printer, to see whether all is right now."""
    from printables.paper import paper as papers, printer as calibration
    from printables.printing import make
    from printables.scene.theme import CLASSIC

    found = papers.find(paper)
    sheet = calibration.calibration(found, CLASSIC, flip)
    sheet = calibration.find(printer).adjusted(sheet) if printer else sheet
    path = out if out.suffix == ".pdf" and not out.is_dir() else out / f"calibration-{found.name}.pdf"
    files.save(path, make.render(sheet)[0])
    wrote(path)
    if opened:
        terminal.show(path)


@printers.takes("save")
def save(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call the printer.")],
    ruler: float | None = None,
    factor: float | None = None,
    back_dx: float = 0.0,
    back_dy: float = 0.0,
    margins: str | None = None,
) -> Annotated[None, "Written"]:
    """Keep what a calibration sheet says, for --printer NAME.

    Example: postfox printer save office --ruler 99.4 --back-dx 0.5 --back-dy -1 --margins 4,4,12,4"""
    from printables.paper import printer as known

    wrote(known.save(known.described(name, ruler, factor, back_dx, back_dy, margins)))


@printers.takes("list")
def list_() -> Annotated[None, "list[str]"]:
    """List the printers that are saved."""
    from printables.paper import printer as known

    for name in known.names():
        tell(name, name)


@printers.takes("show")
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A printer that is saved.")],
) -> Annotated[None, "Printer"]:
    """Show what is known of a printer."""
    from printables.paper import printer as known

    found = known.find(name)
    tell(found.toml().removesuffix("\n"), asdict(found))
