"""The commands that need no match: legal actions, one action, counts of lines, cases, whole games decided.

Each is a thin caller of what is imported when it runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.app import Exit
from adjudicator.cli.parameters import AsJson, MatchOrPosition, Options, Values, Variant, values, write_json
from printables.cli.parameters import game as named
from printables.core.errors import UserError

DEEPEST = 20  # plies

PositionFile = Annotated[str, typer.Argument(metavar="POSITION", help="A position file, or `-` for standard input.")]


def moves(
    position: MatchOrPosition,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="How many to list at most; 10,000 if not given.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    json: AsJson = False,
) -> None:
    """List the legal moves, one per line."""
    from adjudicator.cli import show as view

    _say(view.moves(position, limit, count), json)


def _say(lines: Iterable[str], json: bool) -> None:
    """Lines as they come, or all as a list."""
    if json:
        write_json(list(lines))
    for line in () if json else lines:
        typer.echo(line)


def play(
    position: PositionFile,
    action: Annotated[str, typer.Argument(metavar="ACTION", help="What to play, as a move file would say it.")],
    dice: Values = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Throw dice from this text, where --dice is not given.")
    ] = "0",
    json: Annotated[bool, typer.Option("--json", help="Write position, events and outcome as JSON.")] = False,
) -> None:
    """Play one action in a position: position in, position out.

    postfox play position.json "move a1" --dice 1,1,3,3,5,5 --json
    """
    from adjudicator.core.errors import OrderError
    from adjudicator.lab import play as table

    try:
        typer.echo(table.play(position, action, values(dice) if dice is not None else None, seed, as_json=json))
    except OrderError as error:
        typer.echo(f"{error.kind}: {error}", err=True)
        raise typer.Exit(Exit.REFUSED) from None


def perft(
    position: PositionFile,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many plies deep, 0 to 20.")],
) -> None:
    """Count lines of play to a depth, in games without dice."""
    from adjudicator.lab import play as table

    if not 0 <= depth <= DEEPEST:
        raise UserError(f"{depth} is out of range", f"use 0 to {DEEPEST}", "DEPTH")
    typer.echo(str(table.perft(position, depth)))


def case(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Case files (YAML).")],
    json: AsJson = False,
) -> None:
    """Run adjudication cases: positions, orders, results."""
    from adjudicator.lab import play as table

    results = [result for path in files for result in table.cases(path)]
    if json:
        write_json([{**asdict(result), "passed": result.passed} for result in results])
    for result in () if json else results:
        typer.echo(str(result), err=not result.passed)
    if not all(result.passed for result in results):
        raise typer.Exit(Exit.REFUSED)


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `postfox games` lists it, or a hunt.")],
    position: Annotated[
        Path | None, typer.Argument(metavar="[POSITION]", help="A position file or `-`; the start if none is given.")
    ] = None,
    variant: Variant = None,
    option: Options = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="N", help="The same as --option size=N, for games with a size.")
    ] = None,
    line: Annotated[bool, typer.Option("--line", help="Best play of both sides to the end.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Positions to look at, at most.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option("--table", metavar="DIR", help="Decide all positions, and keep them in this folder.")
    ] = None,
    pieces: Annotated[
        int | None, typer.Option("--pieces", metavar="N", min=1, help="Tables with at most that number of the many.")
    ] = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="The most memory that tables may take: 4G, 500M.")
    ] = "2G",
    plies: Annotated[
        bool, typer.Option("--plies/--no-plies", help="Keep in tables how soon what is won is won.")
    ] = True,
    json: AsJson = False,
) -> None:
    """Decide a position exactly: its value and a best move.

    Of one that is too large it says so; --limit lets it look at more, --table decides a hunt from few pieces to many.

    postfox solve snail-trail --size 5 --line
    """
    from adjudicator.core.solver import TooLarge
    from adjudicator.games import find
    from adjudicator.lab import solve_command
    from printables.core import options

    game, variant = named(game, variant)
    pairs = [*(option or ()), *([f"size={size}"] if size is not None else [])]
    if position is None:
        at, state = solve_command.start(game, options.build(find(game).Options, pairs, variant))
    elif variant or pairs:
        raise UserError("a position has its options in it", "remove --variant, --option and --size")
    else:
        at, state = solve_command.position(game, position)
    if table is not None:
        _say(solve_command.tables(at, state, table, pieces, memory, plies=plies), json)
        return
    try:
        if json:
            write_json(solve_command.facts(at, state, limit, whole=line))
        for text in () if json else solve_command.report(at, state, limit, whole=line, start=position is None):
            typer.echo(text)
    except TooLarge as error:
        typer.echo(solve_command.too_large(at, state, error), err=True)
        raise typer.Exit(Exit.REFUSED) from None
