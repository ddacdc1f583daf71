"""What handouts can be asked for, declared once: fields are options of `postfox handout`, and settings of files."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printables.drawing import lettering, pictures
from printables.paper.paper import Paper, find as sized
from printables.scene.theme import Theme, find as themed

if TYPE_CHECKING:
    from printables.handouts.pen import Pen


class Order(NamedTuple):
    """How a handout is printed. Texts are as a user types them."""

    paper: str = "a4"
    theme: str = "parchment"
    up: int | None = None
    audience: str = "both"
    format: str = "pdf"
    px: float = 140.0
    crest: Path | None = None
    picture: Path | None = None
    font: Path | None = None
    printer: str | None = None
    cmyk: bool = False
    pdfa: bool = False
    out: Path = Path("out")
    opened: bool = False

    def sheet(self) -> Paper:
        """The paper. Raises PaperError."""
        return sized(self.paper)

    def pen(self) -> "Pen":
        """The inks. Raises OptionError, TemplateError."""
        from printables.handouts.pen import Pen

        return Pen(self.dressed(themed(self.theme)))

    def dressed(self, theme: Theme) -> Theme:
        """The theme with what of its own the order brings. Raises TemplateError, though nothing drawn may need it."""
        if self.font:
            lettering.has("", str(self.font.absolute()))
        for picture_file in filter(None, (self.crest, self.picture)):
            pictures.read(picture_file)
        crest, picture, font = (str(path.absolute()) if path else "" for path in (self.crest, self.picture, self.font))
        return theme._replace(crest=crest or theme.crest, picture=picture or theme.picture, font=font or theme.font)


class Found(NamedTuple):
    """A game found in a tower, and what it is called there. `place` is where that was; "" says nothing of it. `emblem`:
    other pictures for pieces, "fox=vixen.svg", or an emblem of ours, "fox=wolf"."""

    game: str
    name: str = ""
    piece: tuple[str, ...] = ()
    currency: str = ""
    emblem: tuple[str, ...] = ()
    place: str = ""
    variant: str | None = None
    options: tuple[str, ...] = ()


class Wager(NamedTuple):
    """What is bet on, in which money, and with which coins: worth and how many, "5=12"."""

    game: str
    name: str = ""
    currency: str = "crown"
    coin: tuple[str, ...] = ()
    variant: str | None = None
    options: tuple[str, ...] = ()
