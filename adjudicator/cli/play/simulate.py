"""The commands `postfox simulate` and `postfox hint`: thin callers of what they import when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from printables.cli.parameters import spread
from printables.request import Flag, GameName, Options, Variant


@spread()
def simulate(
    game: GameName,
    players: Annotated[str, Flag("Bots by name, parted by commas.", "NAME,NAME")] = "careful,careful",
    games: Annotated[int, Flag("How many games.", "N")] = 100,
    variant: Variant = None,
    options: Options = (),
    seed: Annotated[str, Flag("The same text gives the same games.", "TEXT")] = "simulate",
    jobs: Annotated[int, Flag("Processes; 0: one for each processor.", "N")] = 0,
    format: Annotated[Literal["text", "json", "csv"], Flag("How the result is written.")] = "text",
) -> None:
    """Let bots play games: who wins, how long they last.

    Shares have 95% intervals (Wilson). Seats go round from game to game. One seed gives one result, whatever --jobs is.

    postfox simulate the-game --players careful,random --games 20
    """
    import csv
    import json
    import sys

    from adjudicator import games as known
    from adjudicator.opponents import simulation
    from printables import options as given
    from printables.progress import bar

    chosen = given.build(known.find(game).Options, options, variant)
    workers = jobs or simulation.processors()
    with bar(f"{games:,} games of {game}", beating=workers < 2) as progress:
        names = [name.strip() for name in players.split(",")]
        result = simulation.simulate(game, chosen, names, games, seed, workers, progress)
    if format == "json":
        typer.echo(json.dumps(result.to_json(), indent=2, ensure_ascii=False))
    elif format == "csv":
        csv.writer(sys.stdout, lineterminator="\n").writerows(simulation.table(result))
    else:
        typer.echo(simulation.text(result))


def hint(
    position: Annotated[Path, typer.Argument(metavar="DIR|POSITION", help="A match folder, a position file or `-`.")],
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="The opponent to ask: careful, strong or strong:N.")
    ] = "strong",
    seat: Annotated[str | None, typer.Option("--for", metavar="SEAT", help="For whom, if several may act.")] = None,
) -> None:
    """Say what a bot would do, and what else is good.

    Each action is followed by what it is worth to the player, from -1 (lost) to 1 (won), as far as the bot sees.

    postfox hint anna-bob
    """
    from adjudicator.positions import hint as asked

    for line in asked.lines(position, bot, seat):
        typer.echo(line)
