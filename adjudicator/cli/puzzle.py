"""The command `postfox puzzle`: a thin caller of what it imports when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.parameters import write_json
from printables.cli.parameters import spread
from printables.core.request import Flag, GameName, Options, Variant

TEXTS, PAGES = ("text", "json"), ("pdf", "svg", "png")


@spread()
def puzzle(
    game: GameName,
    seed: Annotated[str, Flag("The same text gives the same puzzles.", "TEXT")] = "puzzle",
    count: Annotated[int, Flag("How many, 1 to 6.", "N")] = 1,
    kind: Annotated[str, Flag("win, escape or throw; what the game has if not given.", "KIND")] = "",
    turns: Annotated[int, Flag("Within how many turns; 0: as it comes.", "N")] = 0,
    variant: Variant = None,
    options: Options = (),
    answer: Annotated[bool, Flag("Tell the answers, too.")] = False,
    language: Annotated[str, Flag("en or de.", "CODE")] = "en",
    format: Annotated[str, Flag("text or json; pdf, svg or png to print; html, a page to tap.", "FORMAT")] = "text",
    theme: Annotated[str, Flag("The look of what is printed, by name.", "NAME")] = "parchment",
    paper: Annotated[str, Flag("The paper of what is printed: a4, letter, ... or 210x297mm.", "PAPER")] = "a4",
    out: Annotated[Path, Flag("A folder or a file for what is printed.", "PATH")] = Path("out"),
) -> None:
    """Set puzzles: win or escape in a few turns, use a throw best.

    Bots play from the seed until there is a position with one answer; all that can be played is looked at. Win: one
    first action wins, whatever the other does. Escape: all others lose. Throw: the best chance, exactly.

    postfox puzzle hare-and-hounds --seed wheel --count 6 --format pdf
    """
    from adjudicator import games as known
    from adjudicator.lab.puzzles import find, words
    from printables.core import options as given
    from printables.core.errors import OptionError, unknown
    from printables.core.progress import bar
    from printables.printing import naming
    from printables.text.language import names

    if format not in (*TEXTS, *PAGES, "html"):
        raise OptionError(*unknown("format", format, (*TEXTS, *PAGES, "html")), "--format")
    if kind and kind not in find.KINDS:
        raise OptionError(*unknown("kind of puzzle", kind, find.KINDS), "--kind")
    if language not in names():
        raise OptionError(*unknown("language", language, names()), "--language")
    if format == "html" and count > 1:
        raise OptionError("a page to tap has one puzzle", "remove --count, or print a sheet", "--count")
    if not 1 <= count <= find.MOST:
        raise OptionError(f"{count} puzzles do not fit a sheet", f"take 1 to {find.MOST}", "--count")
    chosen = given.build(known.find(game).Options, options, variant)
    with bar("puzzles") as progress:
        wanted = (kind,) if kind else find.KINDS
        made = list(find.puzzles(game, chosen, seed, count, wanted, turns, progress))
    name = naming.played(game, variant, options)
    if format == "json":
        write_json([words.Told(one, language).to_json() for one in made])
    elif format == "text":
        for line in words.lines(made, language, solved=answer):
            typer.echo(line)
    elif format == "html":
        from adjudicator.lab.puzzles import page
        from printables.core import files

        path = out if out.suffix == ".html" else out / f"puzzle-{name}.html"
        files.save(path, page.html(made[0], seed, language).encode())
        typer.echo(str(path))
    else:
        from adjudicator.lab.puzzles import sheet
        from printables.cli import handout
        from printables.handouts.handout import PLAYERS
        from printables.handouts.order import Order

        order = Order(paper=paper, theme=theme, format=format, out=out)
        handout.write(f"puzzles-{name}", {PLAYERS: [sheet.make(made, order, language)]}, order)
