"""The commands of `postfox handout` that need the rules: odds, and folders in which odds may be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printables.cli import handout
from printables.cli.parameters import spread
from printables.core.request import GameName, Options, Variant
from printables.handouts.order import Order

if TYPE_CHECKING:
    from printables.handouts.handout import Handout
    from printables.handouts.source import Source

app = handout.app


@app.command()
@spread("up", "audience")
def odds(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games to play of each kind.")] = 200,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="The same seed plays the same games.")] = "odds",
    variant: Variant = None,
    options: Options = (),
    *,
    order: Order,
) -> None:
    """Print the GM's page of a game's odds.

    Exact where they can be counted, otherwise by play, with the standard error.

    postfox handout odds snakes-and-foxes --games 1000
    """
    from adjudicator.lab import odds as counted
    from printables.core import progress
    from printables.handouts import odds as drawn
    from printables.handouts.handout import PLAYERS
    from printables.printing import naming

    with progress.bar("games") as counting:
        made = drawn.make(counted.of(game, games, seed, counting, variant, options), order)
    handout.write(f"handout-odds-{naming.played(game, variant, options)}", {PLAYERS: [made]}, order)


@app.command()
@spread()
def bind(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of Markdown files.")],
    *,
    order: Order,
) -> None:
    """Bind a folder of handouts into one PDF with bookmarks.

    Each file says in its head what it is: `as:` and letter, wanted, notice, ledger, bill, legend, game, tavern, wager
    or odds.

    postfox handout bind adventure/ --paper letter
    """
    from printables.handouts import binder

    made = binder.bind(folder, order, {"odds": (_odds, ("game", "games", "seed", "variant", "options"))})
    name = folder.resolve().name or "handouts"
    handout.write(f"handout-{name}", made, order)


def _odds(text: Source, order: Order) -> dict[str, Handout]:
    """A file that asks for odds: the master's alone."""
    from adjudicator.lab import odds as counted
    from printables.core.errors import TemplateError
    from printables.handouts import binder
    from printables.handouts import odds as drawn
    from printables.handouts.handout import MASTER

    games = text.setting("games", str(counted.GAMES_PLAYED))
    if not (games.isascii() and games.isdigit() and len(games) < 8):
        raise TemplateError(f"games: {games!r} is not a number", "write games: 200", text.name, text.line("games"))
    variant, options = text.setting("variant", "") or None, text.setting("options", "").split()
    figures = counted.of(binder.needed(text, "game"), int(games), text.setting("seed", "odds"), None, variant, options)
    return {MASTER: drawn.make(figures, order)}
