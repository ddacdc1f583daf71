"""The command `postfox print`: a thin caller of `make`, which is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to an app, which prints a UserError and ends with exit code 2."""
    app.command("print")(print_)


def print_(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `postfox games` lists it.")],
    sheet: Annotated[
        str, typer.Option("--sheet", help="What to print: board, tokens, dice, cards, score, rules or kit (all).")
    ] = "kit",
    variant: Annotated[str | None, typer.Option("--variant", help="A variant of the game, where it has any.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option; may be repeated.")
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", help="a4, letter, a3, legal, tabloid, a5 ..., or a size such as 210x297mm.")
    ] = "a4",
    theme: Annotated[str, typer.Option("--theme", help="The look, by name.")] = "classic",
    format: Annotated[str, typer.Option("--format", help="pdf, svg or png; svg and png are a file a page.")] = "pdf",
    dpi: Annotated[float, typer.Option("--dpi", help="Dots per inch of png.")] = 150.0,
    token_mm: Annotated[
        float | None,
        typer.Option(
            "--token-mm", metavar="MM", help="Diameter of the tokens; as large as the board allows if not given."
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The file, or a folder to put it in.")] = Path("out"),
) -> None:
    """Print a game: a kit, or one sheet of it. Writes out/GAME-SHEET-PAPER.pdf and says so.

    Example: postfox print snakes-and-foxes --sheet board --paper a3
    """
    from printables import make

    request = make.Request(
        game=game,
        sheet=sheet,
        variant=variant,
        options=tuple(option or ()),
        paper=paper,
        theme=theme,
        token_mm=token_mm,
    )
    for path in make.write(request, out, format=format, dpi=dpi):
        typer.echo(path)
