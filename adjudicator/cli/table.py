"""The command `postfox table`: a thin caller of what it imports when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from printables.cli.parameters import game as named
from printables.cli.parameters import spread
from printables.core.request import Flag, Options, Variant

GUESTS = ("Guest", "bot:careful")  # who plays where nobody is named
TABLES = Path("out/tables")


@spread()
def table(
    game: Annotated[str, typer.Argument(metavar="GAME|DIR", help="The game, or a match to go on with.")],
    player: Annotated[tuple[str, ...], Flag("A person or a bot (bot:strong), in the order of seats.", "NAME")] = (),
    variant: Variant = None,
    options: Options = (),
    seed: Annotated[str | None, Flag("Make the dice's secret from this text.", "TEXT")] = None,
    practice: Annotated[bool, Flag("`postfox hint` and `analyse` may be asked while the match is played.")] = False,
    out: Annotated[Path | None, Flag("The match folder; a new one in out/tables if not given.", "DIR")] = None,
    language: Annotated[str, Flag("en or de.", "CODE")] = "en",
    port: Annotated[int, Flag("The port on this machine; 0: any that is free.", "PORT")] = 0,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
) -> None:
    """Play at home in a browser, with others or a bot.

    The page has a referee of its own, which only this machine can reach. The match is kept like any other. Ctrl-C ends
    the sitting; `postfox table DIR` goes on with it.

    postfox table snakes-and-foxes --player Anna --player Otto
    """
    import webbrowser

    from adjudicator.cli.parameters import at_table
    from adjudicator.web.server import Server

    stored = at_table(game)
    path, lent = (stored[1], stored[0].lent) if stored else (Path(game), None)
    if not stored and not (path / "match.json").exists():
        path = _begun(*named(game, variant), player, options, seed, out, practice)
    name = game if stored else path
    with Server(path, port, language, lent) as server:
        try:
            typer.echo(f"{name}: the table is at {server.address}")
            if open_:
                webbrowser.open(server.address)
            server.serve_forever()
        except KeyboardInterrupt:
            typer.echo(f"\n{name}: the match is kept; `postfox table {name}` goes on with it", err=True)


def _begun(
    game: str,
    variant: str | None,
    player: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    out: Path | None,
    practice: bool,
) -> Path:
    """The folder of a new match. Raises GameError, MatchError, OptionError."""
    from adjudicator import games
    from adjudicator.lab.simulation import game as usual
    from adjudicator.match import create
    from printables.core import options as given

    found = games.find(game)
    if out is None:
        out = next(path for n in range(1, 1_000_000) if not (path := TABLES / f"{game}-{n}").exists())
    chosen = given.build(found.Options, options, variant)
    terms = create.terms({"practice": "on"}) if practice else None
    seats = create.seats(player or GUESTS[: usual.seats(found, chosen)])
    create.new(out, game, chosen, seats, seed=seed, terms=terms)
    return out
