"""The command `postfox excerpt`: what a player may see of a match, as a file that still verifies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.parameters import MatchFolder


def excerpt(
    folder: MatchFolder,
    seat: Annotated[
        str | None, typer.Option("--for", metavar="SEAT", help="Whose excerpt it is: a name or a seat letter.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="The file; ID-excerpt.jsonl here if not given.")
    ] = None,
) -> None:
    """Write what a player may see of a match, to be verified.

    It holds orders, rolls and positions, with --for also that player's own messages; no message of others, no answer
    that is hidden, no address. Each part left out is sealed, so that nothing can be guessed or changed. `postfox
    verify` proves the file without the match, and compares it with kept letters.

    postfox excerpt anna-bob --for Anna
    """
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import excerpt as excerpts
    from adjudicator.referee.records import REFEREE, reader
    from adjudicator.web.file import seat as found
    from printables.core import files

    match = Folder(folder)
    whose = REFEREE if seat is None else found(match, seat)
    name = f"{match.match.id}-excerpt{'' if seat is None else f'-{reader(whose)}'}.jsonl"
    path = out or Path(name)
    files.save(path, b"".join(excerpts.made(match, whose)))
    typer.echo(str(path))
