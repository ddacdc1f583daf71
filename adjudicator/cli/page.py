"""The command that writes a match as a page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.app import MatchFolder


def page(
    folder: MatchFolder,
    seat: Annotated[
        str | None, typer.Option("--for", metavar="SEAT", help="Whose page it is: a name or a seat letter.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="en or de; the player's own language if not given.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="The file; ID-turn-N.html here if not given.")
    ] = None,
) -> None:
    """Write a match as one page: replay, tap a move, check dice.

    The page is one HTML file for a browser, on a phone too. It needs no network. With --for it holds what that player
    may see and order; without it, what everybody may see.

    postfox page anna-bob --for Anna
    """
    from adjudicator.match.folder import Folder
    from adjudicator.page import file as pages
    from adjudicator.referee.records import REFEREE
    from printables import files

    match = Folder(folder)
    text = pages.html(match, REFEREE if seat is None else pages.seat(match, seat), language)
    if out is not None and str(out) == "-":
        sys.stdout.write(text)
        return
    path = out or Path(pages.name(match))
    files.save(path, text.encode())
    typer.echo(str(path))
