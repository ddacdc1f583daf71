"""What can be asked of an export, declared once: an Export's fields are the options of `postfox export`."""

from pathlib import Path
from typing import NamedTuple

from printables.core.templates import LOOK


class Export(NamedTuple):
    """A game for a virtual table. Texts are as a user types them."""

    game: str
    to: str = "pieces"
    variant: str | None = None
    options: tuple[str, ...] = ()
    name: str = ""
    piece: tuple[str, ...] = ()
    currency: str = ""
    language: str = "en"
    theme: str = LOOK
    pixels: int = 140
    bleed: float = 2.0
    url: str = ""
    out: Path = Path("out")


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
