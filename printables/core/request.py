"""What can be asked of a print, declared once: a Request's fields are the options of `postfox print`."""

from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

from printables.core.templates import LOOK

Flip: TypeAlias = Literal["long", "short"]
Tokens: TypeAlias = Literal["duplex", "fold", "standee"]


class Flag(NamedTuple):
    """How a person says a field of a record: its line in the help, a word for its value, its name if not the field's.

    The field itself tells type and default; one without a default is an argument.
    """

    help: str
    metavar: str | None = None
    name: str = ""

    def option(self, field: str) -> str:
        """What is typed: --crop-marks for crop_marks."""
        return f"--{self.name or field.replace('_', '-')}"


# What several commands ask for in the same words.
GameName: TypeAlias = Annotated[str, Flag("The game, as `postfox games` lists it, or a hunt.", "GAME")]
Variant: TypeAlias = Annotated[str | None, Flag("A variant of the game, if there are any.", "NAME")]
PaperName: TypeAlias = Annotated[
    str, Flag("a4, letter, a3, legal, tabloid, a5 ..., or a size such as 210x297mm.", "PAPER")
]
Language: TypeAlias = Annotated[str, Flag("The language of printed words: en or de.", "CODE")]
ThemeName: TypeAlias = Annotated[
    str, Flag("The look: illustrated, classic, parchment, ink-saver or high-contrast.", "NAME")
]
Options: TypeAlias = Annotated[tuple[str, ...], Flag("An option of the game; may be repeated.", "NAME=VALUE", "option")]
Dpi: TypeAlias = Annotated[float, Flag("Dots per inch of png.", "N")]
FlipEdge: TypeAlias = Annotated[Flip, Flag("The edge over which two-sided sheets are turned.")]
PrinterName: TypeAlias = Annotated[str | None, Flag("A printer that `postfox printer save` knows.", "NAME")]
Out: TypeAlias = Annotated[Path, Flag("The file, or a folder to put it in.", "PATH")]
Opened: TypeAlias = Annotated[bool, Flag("Open what was made, as the system opens such files.", None, "open")]
Cmyk: TypeAlias = Annotated[bool, Flag("PDF in printing inks, black as black alone.")]
Pdfa: TypeAlias = Annotated[bool, Flag("PDF/A-2a, for archives.")]


class Request(NamedTuple):
    """What to print. Texts are as a user types them; lengths are mm."""

    game: GameName
    sheet: Annotated[
        str,
        Flag(
            "What to print: kit, board, tokens, dice, cards, score, rules, box or tactile; several, parted by commas; "
            "or all.",
            "SHEET",
        ),
    ] = "kit"
    variant: Variant = None
    options: Annotated[tuple[str, ...], Flag("An option; may be repeated.", "NAME=VALUE", "option")] = ()
    paper: PaperName = "a4"
    orientation: Annotated[Literal["portrait", "landscape"] | None, Flag("How the paper is held.")] = None
    language: Language = "en"
    theme: ThemeName = LOOK
    safe_colours: Annotated[bool, Flag("Colours and marks that colour-blind eyes tell apart.")] = False
    format: Annotated[str, Flag("pdf; svg or png, one file per page; json, the bill of materials.", "FORMAT")] = "pdf"
    dpi: Dpi = 150.0
    pages: Annotated[str | None, Flag("Only these pages.", "1,3-5")] = None
    scale: Annotated[float | None, Flag("How much larger than the paper allows the board is.", "N")] = None
    space_mm: Annotated[float | None, Flag("How far apart the spaces of the board are.", "MM")] = None
    tile: Annotated[bool, Flag("A board larger than the paper goes over several sheets; 2 by 2 alone.")] = False
    fit_papers: Annotated[str | None, Flag("Pieces of one size for all of these papers.", "A4,LETTER")] = None
    token_mm: Annotated[
        float | None, Flag("Diameter of the tokens; as large as the board allows if not given.", "MM")
    ] = None
    punch: Annotated[bool, Flag("Tokens that fit a punch: the largest of 1 inch, 25, 20 and 16 mm that goes.")] = False
    token_shape: Annotated[
        Literal["round", "square", "hexagon"], Flag("Round tokens, or square or hexagonal ones for straight cuts.")
    ] = "round"
    card: Annotated[
        Literal["poker", "tarot", "mini"] | None,
        Flag("Cards of a size that sleeves have: 63x88, 70x120, 44x67; reference cards 70x120."),
    ] = None
    gutter: Annotated[bool, Flag("Cards with their backs beside them, to fold over and glue.")] = False
    preset: Annotated[
        Literal["thegamecrafter", "mpc", "poker-deck", "punchboard"] | None,
        Flag("The cards (punchboard: the tokens) as a print shop takes them: a picture of each side, and a bill."),
    ] = None
    seed: Annotated[str | None, Flag("Score sheets as puzzles that this text sets.", "TEXT")] = None
    pad: Annotated[int | None, Flag("With --seed: a pad of N different score sheets.", "N")] = None
    per_page: Annotated[int | None, Flag("Score sheets per page, made smaller to fit.", "N")] = None
    fillable: Annotated[bool, Flag("A PDF with fields to fill in on the screen, where the sheet has any.")] = False
    tokens: Annotated[Tokens, Flag("Printed on both sides, folded over, or standing on tabs.")] = "duplex"
    labels: Annotated[str | None, Flag("Tokens or dice on ready-cut labels, such as round-40mm-a4.", "NAME")] = None
    booklet: Annotated[bool, Flag("The rules as a booklet to fold.")] = False
    large_print: Annotated[bool, Flag("The rules in 16 point, for eyes that need it.")] = False
    nup: Annotated[int, Flag("How many pages go on a side, smaller.", "N")] = 1
    contact: Annotated[bool, Flag("All pages on one, small: a contact sheet.")] = False
    flip: FlipEdge = "long"
    printer: PrinterName = None
    bleed: Annotated[float | None, Flag("Art past the page's edge, and boxes that say so.", "MM")] = None
    crop_marks: Annotated[bool, Flag("Marks instead of lines for straight cuts; at bleed, the page's too.")] = False
    registration: Annotated[bool, Flag("Corner marks for a cutting machine on what is to be cut.")] = False
    outlines: Annotated[bool, Flag("Letters as outlines in svg, for machines without the fonts.")] = False
    cmyk: Cmyk = False
    pdfa: Pdfa = False
    date: Annotated[str | None, Flag("The date that the PDF bears; none if not given.", "YYYY-MM-DD")] = None
