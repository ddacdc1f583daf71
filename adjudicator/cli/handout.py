"""The commands of `postfox handout` that need the rules: odds, and folders in which odds may be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printables.cli import handout

if TYPE_CHECKING:
    from printables.handouts.handout import Handout, Order
    from printables.handouts.source import Source

app = handout.app


@app.command()
def odds(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `postfox games` lists it.")],
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games to play of each kind.")] = 200,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="The same seed plays the same games.")] = "odds",
    paper: handout.PaperName = "a4",
    theme: handout.ThemeName = "parchment",
    format: handout.Format = "pdf",
    px: handout.Px = 140.0,
    printer: handout.PrinterName = None,
    cmyk: handout.Cmyk = False,
    pdfa: handout.Pdfa = False,
    out: handout.Out = Path("out"),
) -> None:
    """Print the master's page of a game's odds.

    Exact where they can be counted, otherwise by play, with the standard error.

    postfox handout odds snakes-and-foxes --games 1000
    """
    from adjudicator import odds as counted
    from printables import progress
    from printables.handouts import odds as drawn
    from printables.handouts.handout import PLAYERS, Order

    order = Order(paper, theme, None, printer, cmyk, pdfa)
    with progress.bar("games") as told:
        made = drawn.make(counted.of(game, games, seed, told), order)
    handout.wrote(f"handout-odds-{game}", {PLAYERS: [made]}, order, out, format, px)


@app.command()
def bind(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of Markdown files.")],
    paper: handout.PaperName = "a4",
    theme: handout.ThemeName = "parchment",
    up: handout.Up = None,
    audience: handout.Audience = "both",
    format: handout.Format = "pdf",
    px: handout.Px = 140.0,
    printer: handout.PrinterName = None,
    cmyk: handout.Cmyk = False,
    pdfa: handout.Pdfa = False,
    out: handout.Out = Path("out"),
) -> None:
    """Bind a folder of handouts into one PDF with bookmarks.

    Each file says in its head what it is: `as:` and letter, wanted, notice, ledger, bill, legend, game, tavern, wager
    or odds.

    postfox handout bind adventure/ --paper letter
    """
    from printables.handouts import binder
    from printables.handouts.handout import Order

    order = Order(paper, theme, up, printer, cmyk, pdfa)
    made = binder.bind(folder, order, {"odds": (_odds, ("game", "games", "seed"))})
    name = folder.resolve().name or "handouts"
    handout.wrote(f"handout-{name}", made, order, out, format, px, audience)


def _odds(text: Source, order: Order) -> dict[str, Handout]:
    """A file that asks for odds: the master's alone."""
    from adjudicator import odds as counted
    from printables.errors import TemplateError
    from printables.handouts import binder
    from printables.handouts import odds as drawn
    from printables.handouts.handout import MASTER

    games = text.setting("games", str(counted.GAMES_PLAYED))
    if not (games.isascii() and games.isdigit() and len(games) < 8):
        raise TemplateError(f"games: {games!r} is no number", "write games: 200", text.name, text.line("games"))
    told = counted.of(binder.needed(text, "game"), int(games), text.setting("seed", "odds"))
    return {MASTER: drawn.make(told, order)}
