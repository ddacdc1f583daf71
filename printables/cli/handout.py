"""The commands `postfox handout ...`: thin callers of the handouts, which are imported when they run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from printables.handouts.handout import Handout, Order

app = typer.Typer(
    help="Props for role-playing: letters, games, taverns, odds.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

PaperName = Annotated[
    str, typer.Option("--paper", metavar="PAPER", help="a4, letter, a3, ... or a size such as 210x297mm.")
]
ThemeName = Annotated[
    str, typer.Option("--theme", metavar="NAME", help="The look, by name; parchment draws the paper, too.")
]
Format = Annotated[str, typer.Option("--format", metavar="FORMAT", help="pdf, or svg or png with a file a leaf.")]
Px = Annotated[
    float,
    typer.Option(
        "--px", metavar="N", help="Pixels of png to a square of a virtual tabletop: 1 inch, or a space of a board."
    ),
]
Out = Annotated[Path, typer.Option("--out", metavar="PATH", help="The file, or a folder to put it in.")]
Audience = Annotated[str, typer.Option("--for", metavar="WHO", help="players, master (who sees the secrets) or both.")]
Up = Annotated[int | None, typer.Option("--up", metavar="N", help="So many leaves on a page.")]
PrinterName = Annotated[
    str | None, typer.Option("--printer", metavar="NAME", help="A printer that `postfox printer save` knows.")
]
Cmyk = Annotated[bool, typer.Option("--cmyk", help="PDF in printing inks, black as black alone.")]
Pdfa = Annotated[bool, typer.Option("--pdfa", help="PDF/A-2b, for archives.")]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="A variant of the game, where it has any.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]


def wrote(
    name: str,
    versions: Mapping[str, Sequence[Handout]],
    order: Order,
    out: Path,
    format: str = "pdf",
    px: float = 140.0,
    audience: str = "both",
) -> None:
    """Write a handout's versions and say where."""
    from printables.handouts import handout

    for path in handout.write(name, versions, order, out, format, px, audience):
        typer.echo(path)


@app.command()
def letter(
    file: Annotated[Path, typer.Argument(metavar="FILE.md", help="A Markdown file.")],
    prop: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="KIND",
            help="letter, wanted, notice, ledger, bill or legend; what the file says if not given.",
        ),
    ] = None,
    paper: PaperName = "a4",
    theme: ThemeName = "parchment",
    up: Up = None,
    audience: Audience = "both",
    format: Format = "pdf",
    px: Px = 140.0,
    printer: PrinterName = None,
    cmyk: Cmyk = False,
    pdfa: Pdfa = False,
    out: Out = Path("out"),
) -> None:
    """Print a Markdown file as a letter, a poster, a slip, a bill.

    Lines from :::secret to ::: are for the master alone, who gets a copy of their own.

    postfox handout letter message.md --as wanted --theme parchment
    """
    from printables.handouts import letter as letters
    from printables.handouts.handout import Order

    order = Order(paper, theme, up, printer, cmyk, pdfa)
    made = letters.make(file, order, prop)
    wrote(f"handout-{file.stem}", {version: [item] for version, item in made.items()}, order, out, format, px, audience)


@app.command()
def game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `postfox games` lists it.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What it is called where it was found.")] = "",
    piece: Annotated[
        list[str] | None,
        typer.Option(
            "--piece",
            metavar="OLD=NEW",
            help="Another name for a piece (mouse/mice for an odd plural); may be repeated.",
        ),
    ] = None,
    currency: Annotated[str, typer.Option("--currency", metavar="COIN", help="The coin it is played for.")] = "",
    place: Annotated[
        str, typer.Option("--place", metavar="PLACE", help="Where it was found; a line on the cover.")
    ] = "",
    variant: Variant = None,
    option: Options = None,
    paper: PaperName = "a4",
    theme: ThemeName = "parchment",
    format: Format = "pdf",
    px: Px = 140.0,
    printer: PrinterName = None,
    cmyk: Cmyk = False,
    pdfa: Pdfa = False,
    out: Out = Path("out"),
) -> None:
    """Print a game as a thing of your world: cover, board, rules.

    The pieces to play it with follow. As png the first picture is the board alone, its spaces on the grid.

    postfox handout game snakes-and-foxes --name "Serpents & Vixens" --piece fox=vixen
    """
    from printables.handouts import game as games
    from printables.handouts.handout import PLAYERS, Order

    found = games.Found(game, variant, tuple(option or ()), name, tuple(piece or ()), currency, place)
    order = Order(paper, theme, None, printer, cmyk, pdfa)
    wrote(f"handout-{game}", {PLAYERS: [games.make_found(found, order)]}, order, out, format, px)


@app.command()
def tavern(
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="A number or a few words: the same seed, the same house.")
    ],
    paper: PaperName = "a4",
    theme: ThemeName = "parchment",
    up: Up = None,
    audience: Audience = "both",
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="pdf, svg, png, or json: the house as data.")
    ] = "pdf",
    px: Px = 140.0,
    printer: PrinterName = None,
    cmyk: Cmyk = False,
    pdfa: Pdfa = False,
    out: Out = Path("out"),
) -> None:
    """Print a house where these games are played.

    The players get the board on its wall, the master the regulars, the rules in force and what is true. The tables it
    is drawn from are in templates/handouts/taverns; put your own beside them.

    postfox handout tavern --seed 7
    """
    from printables.handouts import inn
    from printables.handouts.handout import Order

    order = Order(paper, theme, up, printer, cmyk, pdfa)
    made = {version: [item] for version, item in inn.make(seed, order).items()}
    name = "-".join(part for part in "".join(c if c.isalnum() else " " for c in seed).split())
    wrote(f"handout-tavern-{name or 'seed'}", made, order, out, format, px, audience)


@app.command()
def wager(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `postfox games` lists it.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the game is called here.")] = "",
    currency: Annotated[
        str, typer.Option("--currency", metavar="COIN", help="The coin (penny/pence for an odd plural).")
    ] = "crown",
    coin: Annotated[
        list[str] | None,
        typer.Option("--coin", metavar="WORTH=COUNT", help="So many coins of a worth; may be repeated."),
    ] = None,
    variant: Variant = None,
    option: Options = None,
    paper: PaperName = "a4",
    theme: ThemeName = "parchment",
    format: Format = "pdf",
    px: Px = 140.0,
    printer: PrinterName = None,
    cmyk: Cmyk = False,
    pdfa: Pdfa = False,
    out: Out = Path("out"),
) -> None:
    """Print a ledger and coins for betting on a game.

    postfox handout wager snakes-and-foxes --currency penny/pence --coin 1=30 --coin 6=10
    """
    from printables.handouts import wager as wagers
    from printables.handouts.handout import PLAYERS, Order

    made = wagers.Wager(game, variant, tuple(option or ()), name, currency, wagers.coins(coin or ()))
    order = Order(paper, theme, None, printer, cmyk, pdfa)
    wrote(f"handout-wager-{game}", {PLAYERS: [wagers.make(made, order)]}, order, out, format, px)
