"""What every handout can be asked for, declared once: the options that the commands of `postfox handout` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from printables.request import Cmyk, Flag, Out, PaperName, Pdfa, PrinterName

if TYPE_CHECKING:
    from printables.handouts.pen import Pen
    from printables.paper.paper import Paper


class Order(NamedTuple):
    """How a handout is printed. Texts are as a user types them."""

    paper: PaperName = "a4"
    theme: Annotated[str, Flag("The look, by name; parchment draws the paper, too.", "NAME")] = "parchment"
    up: Annotated[int | None, Flag("So many leaves on a page.", "N")] = None
    audience: Annotated[str, Flag("players, master (who sees the secrets) or both.", "WHO", "for")] = "both"
    format: Annotated[str, Flag("pdf; svg or png with a file a leaf; json, a tavern as data.", "FORMAT")] = "pdf"
    px: Annotated[
        float, Flag("Pixels of png to a square of a virtual tabletop: 1 inch, or a space of a board.", "N")
    ] = 140.0
    printer: PrinterName = None
    cmyk: Cmyk = False
    pdfa: Pdfa = False
    out: Out = Path("out")

    def sheet(self) -> Paper:
        """The paper. Raises PaperError."""
        from printables.paper import paper

        return paper.find(self.paper)

    def pen(self) -> Pen:
        """The inks. Raises OptionError, TemplateError."""
        from printables import theme
        from printables.handouts.pen import Pen

        return Pen(theme.find(self.theme))
