"""What can be asked of an export, declared once: an Export's fields are the options of `postfox export`."""

from pathlib import Path
from typing import Annotated, NamedTuple

from printables.core.request import Flag, GameName, Language, Options, Out, ThemeName, Variant
from printables.core.templates import LOOK


class Export(NamedTuple):
    """A game for a virtual table. Texts are as a user types them."""

    game: GameName
    to: Annotated[str, Flag("The format; `postfox help export` lists them.", "FORMAT")] = "pieces"
    variant: Variant = None
    options: Options = ()
    name: Annotated[str, Flag("What the game is called on the table.", "NAME")] = ""
    piece: Annotated[
        tuple[str, ...], Flag("Another name for a piece (mouse/mice for an odd plural); may be repeated.", "OLD=NEW")
    ] = ()
    currency: Annotated[str, Flag("The coin it is played for.", "COIN")] = ""
    language: Language = "en"
    theme: ThemeName = LOOK
    pixels: Annotated[int, Flag("Pixels per square of the table.", "N")] = 140
    bleed: Annotated[float, Flag("Art of stickers past their cut.", "MM")] = 2.0
    url: Annotated[
        str, Flag("Where the folder will be on the web, for tables that fetch pictures; else on this machine.", "URL")
    ] = ""
    out: Out = Path("out")


class Laid(NamedTuple):
    """A piece of a position: the place it is on, its kind, and whether it lies under those after it there."""

    place: str
    kind: str
    under: bool = False


class Position(NamedTuple):
    """A game under way, to be laid out in place of its set-up: the game's options, a name for files, what lies where.

    `title` says which position it is; `first` is the seat to act next.
    """

    settings: object
    name: str
    title: str
    laid: tuple[Laid, ...]
    first: int | None = None
