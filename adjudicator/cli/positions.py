"""The command `postfox position`, and `moves`: thin callers of what they import when they run."""

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.parameters import MatchOrPosition, values
from adjudicator.core import OrderError
from printables.cli import Commands, tell, wanted
from printables.core import UserError, options as given

DEEPEST = 20  # plies

app = Commands("Single positions: play, count, test, solve.")

PositionFile = Annotated[str, typer.Argument(metavar="POSITION", help="A position file, or `-` for standard input.")]


def moves(
    position: MatchOrPosition, seat: str | None = None, limit: int | None = None, counted: bool = False
) -> Annotated[None, "list[str]"]:
    """List the legal moves, one per line."""
    from adjudicator.cli import show as view

    for line in view.moves(position, limit, counted, seat):
        tell(line, line)


@app.takes()
def play(
    position: PositionFile,
    action: Annotated[str, typer.Argument(metavar="ACTION", help="What to play, as a move file would say it.")],
    dice: str | None = None,
    seed: str = "0",
) -> Annotated[bool, "Position"]:
    """Play one action in a position: position in, position out.

    postfox position play position.json "move a1" --dice 1,1,3,3,5,5 --json
    """
    from adjudicator.lab import play as table

    try:
        tell(*table.play(position, action, values(dice) if dice is not None else None, seed))
    except OrderError as error:
        typer.echo(f"{error.kind}: {error}", err=True)
        return False
    return True


@app.takes()
def perft(
    position: PositionFile, depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many plies deep, 0 to 20.")]
) -> Annotated[None, "Lines"]:
    """Count lines of play to a depth, in games without dice."""
    from adjudicator.lab import play as table

    if not 0 <= depth <= DEEPEST:
        raise UserError(f"{depth} is out of range", f"use 0 to {DEEPEST}", "DEPTH")
    tell(lines := table.perft(position, depth), depth=depth, lines=lines)


@app.takes()
def case(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Case files (YAML).")],
) -> Annotated[bool, "list[Case]"]:
    """Run adjudication cases: positions, orders, results."""
    from adjudicator.lab import play as table

    results = [result for path in files for result in table.cases(path)]
    for result in results:
        tell(result, {**result._asdict(), "passed": result.passed}, err=not result.passed)
    return all(result.passed for result in results)


@app.takes()
def solve(
    game: str,
    position: Annotated[
        Path | None, typer.Argument(metavar="[POSITION]", help="A position file or `-`; the start if none is given.")
    ] = None,
    variant: str | None = None,
    options: tuple[str, ...] = (),
    size: str | None = None,
    line: bool = False,
    limit: int | None = None,
    table: Path | None = None,
    pieces: int | None = None,
    memory: str = "2G",
    plies: bool = True,
) -> Annotated[bool, "Solved | list[str]"]:
    """Decide a position exactly: its value and a best move.

    Of one that is too large it says so; --limit lets it look at more, --table decides a hunt from few pieces to many.

    postfox position solve snail-trail --size 5 --line
    """
    from adjudicator.core.solver import TooLarge
    from adjudicator.games import find
    from adjudicator.lab import play as solving

    pairs = [*options, *([f"size={size}"] if size is not None else [])]
    if position is None:
        at, state = solving.start(game, given.build(find(game).Options, pairs, variant))
    elif variant or pairs:
        raise UserError("a position has its options in it", "remove --variant, --option and --size")
    else:
        at, state = solving.read_of(game, position)
    if table is not None:
        for text in solving.tables(at, state, table, pieces, memory, plies=plies):
            tell(text, text)
        return True
    try:
        if wanted():
            tell("", solving.facts(at, state, limit, whole=line))
        else:
            typer.echo("\n".join(solving.report(at, state, limit, whole=line, start=position is None)))
    except TooLarge as error:
        typer.echo(solving.too_large(at, state, error), err=True)
        return False
    return True
