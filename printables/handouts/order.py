"""What every handout can be asked for, declared once: the options that the commands of `postfox handout` share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from printables.core.request import Cmyk, Flag, Opened, Out, PaperName, Pdfa, PrinterName
from printables.drawing import pictures
from printables.drawing.linocut import lettering
from printables.paper import paper

if TYPE_CHECKING:
    from printables.handouts.pen import Pen
    from printables.paper.paper import Paper
    from printables.scene.theme import Theme


class Order(NamedTuple):
    """How a handout is printed. Texts are as a user types them."""

    paper: PaperName = "a4"
    theme: Annotated[str, Flag("The look, by name; parchment draws the paper, too.", "NAME")] = "parchment"
    up: Annotated[int | None, Flag("How many leaves per page.", "N")] = None
    audience: Annotated[str, Flag("players, master (who sees the secrets) or both.", "WHO", "for")] = "both"
    format: Annotated[
        str, Flag("pdf; svg, png or webp, a file per leaf; html, a journal; json, a tavern as data.", "FORMAT")
    ] = "pdf"
    px: Annotated[
        float, Flag("Pixels of png per square of a virtual tabletop: 1 inch, or a space of a board.", "N")
    ] = 140.0
    crest: Annotated[Path | None, Flag("Your own emblem for seals, signs and coins: SVG or PNG.", "FILE")] = None
    picture: Annotated[Path | None, Flag("Your own picture for a cover: SVG or PNG.", "FILE")] = None
    font: Annotated[Path | None, Flag("Your own font for titles: TTF or OTF.", "FILE")] = None
    printer: PrinterName = None
    cmyk: Cmyk = False
    pdfa: Pdfa = False
    out: Out = Path("out")
    opened: Opened = False

    def sheet(self) -> "Paper":
        """The paper. Raises PaperError."""

        return paper.find(self.paper)

    def pen(self) -> "Pen":
        """The inks. Raises OptionError, TemplateError."""
        from printables.handouts.pen import Pen
        from printables.scene import theme

        return Pen(self.dressed(theme.find(self.theme)))

    def dressed(self, theme: "Theme") -> "Theme":
        """The theme with what of its own the order brings. Raises TemplateError, though nothing drawn may need it."""

        if self.font:
            lettering.has("", str(self.font.absolute()))
        for picture_file in filter(None, (self.crest, self.picture)):
            pictures.read(picture_file)
        crest, picture, font = (str(path.absolute()) if path else "" for path in (self.crest, self.picture, self.font))
        return theme._replace(crest=crest or theme.crest, picture=picture or theme.picture, font=font or theme.font)
