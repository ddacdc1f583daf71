"""What can be asked of a print, declared once: a Request's fields are the options of `postfox print`."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from printables.core.templates import LOOK

Flip: TypeAlias = Literal["long", "short"]
Tokens: TypeAlias = Literal["duplex", "fold", "standee"]
Dice: TypeAlias = Literal["nets", "stickers"]


class Request(NamedTuple):
    """What to print. Texts are as a user types them; lengths are mm."""

    game: str
    sheet: str = "kit"
    variant: str | None = None
    options: tuple[str, ...] = ()
    paper: str = "a4"
    orientation: Literal["portrait", "landscape"] | None = None
    language: str = "en"
    theme: str = LOOK
    safe_colours: bool = False
    format: Annotated[str, ("pdf", "svg", "dxf", "png", "json")] = "pdf"
    dpi: float = 150.0
    pages: str | None = None
    scale: float | None = None
    space_mm: float | None = None
    tile: bool = False
    fit_papers: str | None = None
    token_mm: float | None = None
    punch: bool = False
    token_shape: Literal["round", "square", "hexagon"] = "round"
    card: Literal["poker", "tarot", "mini"] | None = None
    gutter: bool = False
    preset: Literal["thegamecrafter", "mpc", "poker-deck", "punchboard", "gameboard"] | None = None
    bundle: bool = False
    seed: str | None = None
    pad: int | None = None
    per_page: int | None = None
    fillable: bool = False
    tokens: Tokens = "duplex"
    dice_as: Dice | None = None
    labels: str | None = None
    booklet: bool = False
    large_print: bool = False
    copies: int = 1
    nup: int = 1
    contact: bool = False
    flip: Flip = "long"
    printer: str | None = None
    bleed: float | None = None
    crop_marks: bool = False
    registration: bool = False
    laser: bool = False
    hole_mm: float | None = None
    outlines: bool = False
    cmyk: bool = False
    pdfa: bool = False
    date: str | None = None

    @property
    def carved(self) -> bool:
        """Whether a machine makes it: engraves, scores and cuts."""
        return self.laser or self.format == "dxf"
