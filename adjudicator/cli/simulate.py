"""The commands `postfox simulate`, `hint` and `analyse`: thin callers of what they import when they run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import AsJson, MatchFolder, MatchOrPosition, write_json
from printables.cli.parameters import spread
from printables.core.request import Flag, GameName, Options, Variant

if TYPE_CHECKING:
    from adjudicator.lab.analysis import Judged
    from adjudicator.lab.simulation import Result
    from adjudicator.match.folder import Folder


TABLES = ("text", "json", "csv", "parquet")
CHARTS = ("svg", "pdf", "png")


@spread()
def simulate(
    game: GameName,
    players: Annotated[str, Flag("Bots by name, parted by commas.", "NAME,NAME")] = "careful,careful",
    games: Annotated[int, Flag("How many games.", "N")] = 100,
    variant: Variant = None,
    options: Options = (),
    vary: Annotated[tuple[str, ...], Flag("Play under each value of an option; may be repeated.", "NAME=A,B")] = (),
    seed: Annotated[str, Flag("The same text gives the same games.", "TEXT")] = "simulate",
    jobs: Annotated[int, Flag("Processes; 0: one for each processor.", "N")] = 0,
    cluster: Annotated[str, Flag("Play on a cluster of Dask, by its scheduler's address.", "ADDRESS")] = "",
    format: Annotated[str, Flag("text, json, csv or parquet; svg, pdf or png for charts.", "FORMAT")] = "text",
    out: Annotated[Path | None, Flag("A file to write to; charts go to out/ if it is not given.", "PATH")] = None,
    fresh: Annotated[bool, Flag("Play games again that were played before.")] = False,
) -> None:
    """Let bots play games: who wins, how long they last.

    Shares have 95% intervals (Wilson). Seats go round from game to game. One seed gives one result, whatever --jobs is.
    Interrupted, it goes on where it stopped when it is called again.

    postfox simulate the-game --players careful,random --games 20
    """
    import sys

    from adjudicator import games as known
    from adjudicator.lab import simulation
    from adjudicator.lab.simulation import work
    from adjudicator.lab.simulation.game import Plan
    from adjudicator.lab.simulation.varied import settings
    from printables.core import files
    from printables.core import options as given
    from printables.core.errors import OptionError, unknown
    from printables.core.progress import bar

    if format not in (*TABLES, *CHARTS):
        raise OptionError(*unknown("format", format, (*TABLES, *CHARTS)), "--format")
    if out is None and format == "parquet" and sys.stdout.isatty():
        raise OptionError("a terminal cannot show parquet", "add --out odds.parquet", "--format")
    named = tuple(name.strip() for name in players.split(","))
    workers, results = jobs or work.processors(), []
    for pairs in settings(options, vary):
        chosen = given.build(known.find(game).Options, pairs, variant)
        with bar(f"{games:,} games of {game}", beating=workers < 2) as progress:
            plan = Plan(game, chosen, named, seed)
            results.append(simulation.simulate(plan, games, workers, progress, kept=not fresh, cluster=cluster))
    if format in CHARTS:
        _draw(results, format, out or Path("out"))
        return
    data = _written(results, format, bool(vary))
    if out is not None:
        files.save(out, data)
        typer.echo(str(out))
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _written(results: list[Result], format: str, several: bool) -> bytes:
    """Results in a format. Raises UserError."""
    import json

    from adjudicator.lab.simulation import report

    if format == "json":
        made = [result.to_json() for result in results]
        return (json.dumps(made if several else made[0], indent=2, ensure_ascii=False) + "\n").encode()
    if format == "csv":
        return report.csv(results).encode()
    if format == "parquet":
        return report.parquet(results)
    return "".join(f"{report.text(result)}\n\n" for result in results)[:-1].encode()


def _draw(results: list[Result], format: str, out: Path) -> None:
    """Results as a page of charts. Raises UserError."""
    from adjudicator.lab.odds import played
    from printables.cli import handout
    from printables.handouts import odds
    from printables.handouts.handout import PLAYERS
    from printables.handouts.order import Order

    order = Order(theme="classic", format=format, out=out)
    handout.write(f"simulation-{results[0].plan.game}", {PLAYERS: [odds.make(played.of(results), order)]}, order)


def hint(
    position: MatchOrPosition,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="The opponent to ask: careful, strong or strong:N.")
    ] = "strong",
    seat: Annotated[str | None, typer.Option("--for", metavar="SEAT", help="For whom, if several may act.")] = None,
    json: AsJson = False,
) -> None:
    """Say what a bot would do, and what else is good.

    Each action is followed by what it is worth to the player, from -1 (lost) to 1 (won), as far as the bot sees.

    A match is over, or was begun with `--practice`; a position is anybody's.

    postfox hint anna-bob
    """
    from adjudicator.lab import hint as asked

    found = list(asked.best(position, bot, seat))
    if json:
        write_json([{"action": action, "worth": round(worth, 4)} for action, worth in found])
    for action, worth in () if json else found:
        typer.echo(f"{worth:+.2f}  {action}")


def analyse(
    folder: MatchFolder,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="The opponent to ask: careful, strong or strong:N.")
    ] = "careful",
    seat: Annotated[str | None, typer.Option("--for", metavar="SEAT", help="Only the moves of this player.")] = None,
    json: AsJson = False,
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text or json; svg, pdf or png for charts.")
    ] = "text",
    out: Annotated[Path, typer.Option("--out", metavar="PATH", help="A file or a folder for charts.")] = Path("out"),
) -> None:
    """Look over a match: what was better.

    A move is followed by what it was worth to its player, from -1 (lost) to 1 (won), as far as the bot sees, dice on
    average. The match is over, or was begun with `--practice`.

    postfox analyse anna-bob --bot strong:300
    """
    from adjudicator.lab import analysis
    from adjudicator.match.folder import Folder
    from printables.core.errors import OptionError, unknown
    from printables.core.progress import bar

    if format not in (*TABLES[:2], *CHARTS):
        raise OptionError(*unknown("format", format, (*TABLES[:2], *CHARTS)), "--format")
    match = Folder(folder)
    with bar("moves"):
        moves = list(analysis.judged(match, bot, seat))
    if format in CHARTS:
        _plotted(match, moves, bot, format, out)
    elif json or format == "json":
        write_json(analysis.to_json(moves))
    else:
        for line in analysis.lines(moves):
            typer.echo(line)


def _plotted(match: Folder, moves: list[Judged], bot: str, format: str, out: Path) -> None:
    """What each move of a match gave away, as a page of charts. Raises UserError."""
    from adjudicator.lab import analysis
    from adjudicator.lab.odds import played
    from adjudicator.referee.adjudication import options_of
    from printables.cli import handout
    from printables.handouts import odds
    from printables.handouts.handout import PLAYERS
    from printables.handouts.order import Order

    order, options = Order(theme="classic", format=format, out=out), options_of(match.match, match.game)
    drawn = played.facts(match.match.game, options, analysis.charts(moves, bot), analysis.worst(moves))
    page = odds.make(drawn._replace(heading=f"{match.match.id}: how it was played"), order)
    handout.write(f"analysis-{match.match.id}", {PLAYERS: [page]}, order)
