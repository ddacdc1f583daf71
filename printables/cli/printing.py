"""The commands `postfox print`, `calibrate` and `printer`: thin callers of what they import when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

Paper = Annotated[
    str,
    typer.Option(
        "--paper", metavar="PAPER", help="a4, letter, a3, legal, tabloid, a5 ..., or a size such as 210x297mm."
    ),
]
Flip = Annotated[
    Literal["long", "short"], typer.Option("--flip", help="The edge over which two-sided sheets are turned.")
]
PrinterName = Annotated[
    str | None, typer.Option("--printer", metavar="NAME", help="A printer that `postfox printer save` knows.")
]
Out = Annotated[Path, typer.Option("--out", metavar="PATH", help="The file, or a folder to put it in.")]

printers = typer.Typer(
    help="What `postfox calibrate` found out about printers.", rich_markup_mode=None, no_args_is_help=True
)


def print_(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `postfox games` lists it.")],
    sheet: Annotated[
        str,
        typer.Option(
            "--sheet",
            metavar="SHEET",
            help="What to print: board, tokens, dice, cards, score, rules, box or kit (all).",
        ),
    ] = "kit",
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="A variant of the game, where it has any.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option; may be repeated.")
    ] = None,
    paper: Paper = "a4",
    orientation: Annotated[
        Literal["portrait", "landscape"] | None, typer.Option("--orientation", help="How the paper is held.")
    ] = None,
    theme: Annotated[
        str, typer.Option("--theme", metavar="NAME", help="The look: classic, high-contrast, ink-saver or parchment.")
    ] = "classic",
    safe_colours: Annotated[
        bool, typer.Option("--safe-colours", help="Colours and marks that colour-blind eyes tell apart.")
    ] = False,
    format: Annotated[
        str,
        typer.Option("--format", metavar="FORMAT", help="pdf; svg or png, a file a page; json, the bill of materials."),
    ] = "pdf",
    dpi: Annotated[float, typer.Option("--dpi", metavar="N", help="Dots per inch of png.")] = 150.0,
    pages: Annotated[str | None, typer.Option("--pages", metavar="1,3-5", help="Only these pages.")] = None,
    scale: Annotated[
        float | None, typer.Option("--scale", metavar="N", help="The board so many times as large as the paper allows.")
    ] = None,
    space_mm: Annotated[
        float | None, typer.Option("--space-mm", metavar="MM", help="The board with spaces so far apart.")
    ] = None,
    tile: Annotated[
        bool, typer.Option("--tile", help="A board larger than the paper goes over several sheets; 2 by 2 alone.")
    ] = False,
    fit_papers: Annotated[
        str | None,
        typer.Option("--fit-papers", metavar="A4,LETTER", help="Pieces of one size for all of these papers."),
    ] = None,
    token_mm: Annotated[
        float | None,
        typer.Option(
            "--token-mm", metavar="MM", help="Diameter of the tokens; as large as the board allows if not given."
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="Score sheets as puzzles that this text sets.")
    ] = None,
    pad: Annotated[
        int | None, typer.Option("--pad", metavar="N", help="With --seed: a pad of N different score sheets.")
    ] = None,
    per_page: Annotated[
        int | None, typer.Option("--per-page", metavar="N", help="Score sheets on a page, made smaller to fit.")
    ] = None,
    fillable: Annotated[
        bool, typer.Option("--fillable", help="A PDF with fields to fill in on the screen, where the sheet has any.")
    ] = False,
    tokens: Annotated[
        Literal["duplex", "fold", "standee"],
        typer.Option("--tokens", help="Printed on both sides, folded over, or standing on tabs."),
    ] = "duplex",
    labels: Annotated[
        str | None,
        typer.Option("--labels", metavar="NAME", help="Tokens or dice on ready-cut labels, such as round-40mm-a4."),
    ] = None,
    booklet: Annotated[bool, typer.Option("--booklet", help="The rules as a booklet to fold.")] = False,
    nup: Annotated[int, typer.Option("--nup", metavar="N", help="So many pages to a side, smaller.")] = 1,
    contact: Annotated[bool, typer.Option("--contact", help="All pages on one, small: a contact sheet.")] = False,
    flip: Flip = "long",
    printer: PrinterName = None,
    bleed: Annotated[
        float | None, typer.Option("--bleed", metavar="MM", help="Art past the page's edge, and boxes that say so.")
    ] = None,
    crop_marks: Annotated[
        bool, typer.Option("--crop-marks", help="Marks instead of lines for straight cuts; at bleed, the page's too.")
    ] = False,
    registration: Annotated[
        bool, typer.Option("--registration", help="Corner marks for a cutting machine on what is to be cut.")
    ] = False,
    cmyk: Annotated[bool, typer.Option("--cmyk", help="PDF in printing inks, black as black alone.")] = False,
    pdfa: Annotated[bool, typer.Option("--pdfa", help="PDF/A-2b, for archives.")] = False,
    ink: Annotated[bool, typer.Option("--ink", help="Say how much of each page ink covers.")] = False,
    out: Out = Path("out"),
) -> None:
    """Print a game: a kit, or one sheet of it. Writes out/GAME-SHEET-PAPER.pdf and says so.

    Example: postfox print snakes-and-foxes --sheet board --space-mm 25 --tile
    """
    from printables import progress
    from printables.printing import make

    request = make.Request(
        game=game,
        sheet=sheet,
        variant=variant,
        options=tuple(option or ()),
        paper=paper,
        theme=theme,
        token_mm=token_mm,
        pieces=tokens,
        labels=labels,
        safe_colours=safe_colours,
        size=make.Size(scale, space_mm, tuple(fit_papers.split(",")) if fit_papers else (), tile),
        score=make.Score(seed, pad, per_page, fillable),
        finish=make.Finish(
            printer=printer,
            flip=flip,
            orientation=orientation,
            pages=pages,
            booklet=booklet,
            nup=nup,
            contact=contact,
            bleed=bleed,
            crop_marks=crop_marks,
            registration=registration,
            cmyk=cmyk,
            pdfa=pdfa,
        ),
    )
    with progress.bar("pages") as told:
        made = list(make.write(request, out, format=format, dpi=dpi, progress=told))
        covered = list(make.coverage(request, told)) if ink else []
    for path in made:
        typer.echo(path)
    for line in covered:
        typer.echo(line)


def calibrate(
    paper: Paper = "a4",
    flip: Flip = "long",
    printer: PrinterName = None,
    out: Out = Path("out"),
) -> None:
    """Make a sheet that shows what a printer does to drawings.

    Print it on both sides, read it, and save what it says with `postfox printer save`. With --printer the sheet is
    drawn for that printer, to see whether all is right now.
    """
    from printables import files
    from printables.paper import calibration
    from printables.paper import paper as papers
    from printables.paper import printer as known
    from printables.printing import make
    from printables.theme import CLASSIC

    found = papers.find(paper)
    sheet = calibration.sheet(found, CLASSIC, flip)
    if printer:
        sheet = known.find(printer).adjusted(sheet)
    path = out if out.suffix == ".pdf" and not out.is_dir() else out / f"calibration-{found.name}.pdf"
    files.save(path, make.render(sheet)[0])
    typer.echo(path)


@printers.command("save")
def save(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call the printer.")],
    ruler: Annotated[
        float | None, typer.Option("--ruler", metavar="MM", help="How long the ruler of 100 mm came out.")
    ] = None,
    scale: Annotated[
        float | None, typer.Option("--scale", metavar="N", help="What drawings are multiplied by, instead of --ruler.")
    ] = None,
    back_dx: Annotated[float, typer.Option("--back-dx", metavar="MM", help="Backs go so far to the right.")] = 0.0,
    back_dy: Annotated[float, typer.Option("--back-dy", metavar="MM", help="Backs go so far down.")] = 0.0,
    margins: Annotated[
        str | None,
        typer.Option("--margins", metavar="TOP,RIGHT,BOTTOM,LEFT", help="Edges (mm) that stay blank, paper upright."),
    ] = None,
) -> None:
    """Keep what a calibration sheet says, for --printer NAME.

    Example: postfox printer save office --ruler 99.4 --back-dx 0.5 --back-dy -1 --margins 4,4,12,4
    """
    from printables.paper import printer

    typer.echo(printer.save(printer.described(name, ruler, scale, back_dx, back_dy, margins)))


@printers.command("list")
def list_() -> None:
    """List the printers that are saved."""
    from printables.paper import printer

    for name in printer.names():
        typer.echo(name)


@printers.command("show")
def show(name: Annotated[str, typer.Argument(metavar="NAME", help="A printer that is saved.")]) -> None:
    """Show what is known of a printer."""
    from printables.paper import printer

    typer.echo(printer.find(name).toml(), nl=False)
