"""The commands `postfox hunts ...`: those that print, and `try`, which plays. A thin caller."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printables.cli.hunts import app

__all__ = ["app"]


@app.command("try")
def try_(
    file: Annotated[str, typer.Argument(metavar="FILE|NAME", help="A hunt definition, or a hunt that is known.")],
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")] = 1000,
    players: Annotated[
        str, typer.Option("--players", metavar="NAME,NAME", help="Bots by name, parted by commas.")
    ] = "careful,careful",
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="The same text gives the same games.")] = "try",
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", help="Processes; 0: one for each processor.")] = 0,
) -> None:
    """Let bots play a hunt: who wins, how, what never happens.

    postfox hunts try my-hunt.toml
    """
    from adjudicator import games as known
    from adjudicator.lab import simulation
    from adjudicator.lab.simulation import hunts, work
    from adjudicator.lab.simulation.game import Plan
    from printables.boards.fox_and_geese import hunt
    from printables.core import options
    from printables.core.progress import bar

    own = [f"hunt=@{file}"] if Path(file).suffix else []
    chosen = options.build(known.find("fox-and-geese").Options, own, None if own else file)
    named = tuple(name.strip() for name in players.split(","))
    workers = jobs or work.processors()
    with bar(f"{games:,} games", beating=workers < 2) as progress:
        plan = Plan("fox-and-geese", chosen, named, seed)
        result = simulation.simulate(plan, games, workers, progress)
    for line in hunts.lines(hunt(chosen), result):
        typer.echo(line)
