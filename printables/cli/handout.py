"""The commands `postfox handout ...`: thin callers of the handouts, which are imported when they run."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printables.cli import Commands, terminal, wrote
from printables.core import progress
from printables.handouts.order import Found, Order, Wager

if TYPE_CHECKING:
    from printables.handouts.handout import Handout

app = Commands("Props for role-playing: letters, games, taverns, stalls, odds.")


def write(name: str, versions: "Mapping[str, Sequence[Handout]]", order: Order) -> None:
    """Write a handout's versions, say where, and show the last one, which tells all, if that was asked for."""
    from printables.handouts import handout

    with progress.bar("handouts"):
        paths = list(handout.write(name, versions, order))
    for path in paths:
        wrote(path)
    if order.opened:
        terminal.show(paths[-1])


@app.takes()
def letter(
    file: Annotated[Path, typer.Argument(metavar="FILE.md", help="A Markdown file.")],
    prop: str | None = None,
    *,
    order: Order,
) -> Annotated[None, "list[Written]"]:
    """Print a Markdown file as a letter, a poster, a slip, a bill.

    Lines from :::secret to ::: are for the GM alone, who gets a copy of it all.

    postfox handout letter message.md --as wanted --theme parchment"""
    from printables.handouts import letter as letters

    made = {version: [item] for version, item in letters.make(file, order, prop).items()}
    write(f"handout-{file.stem}", made, order)


@app.takes(without=("up", "audience"))
def game(found: Found, order: Order) -> Annotated[None, "list[Written]"]:
    """Print a game as a thing of your world: cover, board, rules.

    The pieces to play it with follow. As png the first picture is the board alone, its spaces on the grid.

    postfox handout game fox-and-geese --name "Vixen & Hens" --piece fox=vixen"""
    from printables.handouts import game as games
    from printables.handouts.handout import PLAYERS
    from printables.printing import job

    played = job.played(found.game, found.variant, found.options)
    write(f"handout-{played}", {PLAYERS: [games.make_found(found, order)]}, order)


@app.takes()
def tavern(seed: str, *, order: Order) -> Annotated[None, "list[Written]"]:
    """Print a house where these games are played.

    The players get the board on its wall, the GM the regulars, the rules in force and what is true. The tables it
    is drawn from are in templates/handouts/taverns; put your own beside them.

    postfox handout tavern --seed 7"""
    from printables.handouts import tavern as taverns

    made = {version: [item] for version, item in taverns.make(seed, order).items()}
    name = "-".join(part for part in "".join(c if c.isalnum() else " " for c in seed).split())
    write(f"handout-tavern-{name or 'seed'}", made, order)


@app.takes(without=("up",))
def stall(
    stall: Annotated[str, typer.Argument(metavar="STALL", help="wheel-of-fortune, slots, deck-of-fate or cups.")],
    language: str = "en",
    *,
    order: Order,
) -> Annotated[None, "list[Written]"]:
    """Print a game of chance: a wheel, reels, cards or cups.

    To each belongs a table of pay, and for the GM how likely everything is, exactly. They are files of
    templates/handouts/stalls; put your own beside them.

    postfox handout stall wheel-of-fortune"""
    from printables.handouts import stall as stalls

    made = {version: [item] for version, item in stalls.make(stall, order, language).items()}
    write(f"handout-stall-{stall}", made, order)


@app.takes(without=("up", "audience"))
def wager(bet: Wager, order: Order) -> Annotated[None, "list[Written]"]:
    """Print a ledger and coins for betting on a game.

    postfox handout wager fox-and-geese --currency penny/pence --coin 1=30 --coin 6=10"""
    from printables.handouts import wager as wagers
    from printables.handouts.handout import PLAYERS
    from printables.printing import job

    played = job.played(bet.game, bet.variant, bet.options)
    write(f"handout-wager-{played}", {PLAYERS: [wagers.make(bet, order)]}, order)
