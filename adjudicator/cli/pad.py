"""The command `postfox pad`: a player's secrets for two-sided dice, in a file or on paper."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printables.core.errors import UserError


class What(StrEnum):
    """What is done with a pad in a file."""

    MAKE = "make"
    NEXT = "next"
    WORDS = "words"


def pad(
    what: Annotated[What | None, typer.Argument(help="What to do with a pad in a file.", show_default=False)] = None,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Your file; only you can read it.")] = None,
    number: Annotated[
        int | None, typer.Option("--number", metavar="N", help="With next: a link shown before, once more.")
    ] = None,
    words: Annotated[
        str | None, typer.Option("--words", metavar="WORDS", help="With make: the eight words of a pad made before.")
    ] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Make a fresh pad to print, kept nowhere else.")] = False,
    size: Annotated[str, typer.Option("--size", metavar="PAPER", help="With --paper: a4, letter, ...")] = "a4",
    whose: Annotated[
        str, typer.Option("--for", metavar="TEXT", help="With --paper: a line in its corner, such as the match.")
    ] = "",
    out: Annotated[Path, typer.Option("--out", metavar="PATH", help="With --paper: the PDF.")] = Path("pad.pdf"),
) -> None:
    """Make and use a pad of secrets for two-sided dice.

    make writes a new pad to FILE and shows its line 0, for `join`. next shows the next line of a move file, and notes
    it. words shows the eight words that the whole pad can be made from again: write them down.

    postfox pad make anna-bob.pad
    """
    from adjudicator.dice import pad_files

    if paper:
        if what is not None:
            raise UserError(f"`{what}` is for a pad in a file", "remove it, or --paper", "--paper")
        typer.echo(str(_printed(size, whose, out)))
        return
    if what is None or file is None:
        raise UserError("say what to do, and with which file", "`postfox pad make FILE`, or `postfox pad --paper`")
    if what is What.MAKE:
        typer.echo(pad_files.make(file, words or "").line(0))
        typer.echo(f"{file}: keep it secret, and keep a copy (`postfox pad words` shows it as words)", err=True)
    elif what is What.NEXT:
        typer.echo(pad_files.show(file, number))
    else:
        from adjudicator.dice.pad import words as spelled

        typer.echo(spelled(pad_files.read(file).secret))


def _printed(size: str, whose: str, out: Path) -> Path:
    from adjudicator.dice import pad_sheet as paper
    from printables.core import files
    from printables.render import pdf

    files.save(out, pdf.render(paper.sheet(size, whose)), "--out", mode=0o600)
    return out
