"""Paper: names and sizes in mm, either way up, and the part of it that a printer reaches."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from printables.core import PaperError, meant
from printables.scene import Area, Box

SIZES: dict[str, tuple[float, float]] = {
    "a0": (841.0, 1189.0), "a1": (594.0, 841.0), "a2": (420.0, 594.0), "a3": (297.0, 420.0), "a4": (210.0, 297.0),
    "a5": (148.0, 210.0), "a6": (105.0, 148.0), "letter": (215.9, 279.4), "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8), "half-letter": (139.7, 215.9),
}  # fmt: skip
# Home printers leave 3 to 6.4 mm blank; 8 mm clears nearly all of them and holds crop marks and the ruler.
MARGIN = 8.0
SMALLEST, LARGEST = 50.0, 5000.0  # a card; a PDF page can be no longer than 5,080 mm
_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 25.4 / 72}
_CUSTOM = re.compile(r"(\d+(?:\.\d+)?)(mm|cm|in|\"|pt)?[x×](\d+(?:\.\d+)?)(mm|cm|in|\"|pt)?")


class Margins(NamedTuple):
    """Blank edges in mm."""

    top: float = MARGIN
    right: float = MARGIN
    bottom: float = MARGIN
    left: float = MARGIN

    def turned(self, back: bool = False) -> "Margins":
        """The edges after the paper has been turned a quarter counter-clockwise; `back`: clockwise."""
        top, right, bottom, left = self
        return Margins(left, top, right, bottom) if back else Margins(right, bottom, left, top)


@dataclass(frozen=True, slots=True)
class Paper:
    """Paper as it is held (mm). Raises PaperError for a size no one prints on, or margins that leave nothing."""

    name: str
    width: float
    height: float
    margins: Margins = Margins()  # noqa: RUF009

    def __post_init__(self) -> None:
        size = f"{self.width:g} x {self.height:g} mm"
        if min(self.width, self.height) < SMALLEST:
            raise PaperError(f"paper of {size} is too small", f"each side must be at least {SMALLEST:g} mm")
        if max(self.width, self.height) > LARGEST:
            raise PaperError(f"paper of {size} is too large", f"each side must be at most {LARGEST:g} mm")
        if min(self.margins) < 0:
            raise PaperError("a margin is negative", "margins are 0 mm or more")
        if min(self.area[2:]) < SMALLEST / 2:
            left = " x ".join(f"{max(0.0, side):g}" for side in self.area[2:])
            what = f"the margins leave {left} mm of paper of {size}"
            raise PaperError(what, f"leave at least {SMALLEST / 2:g} mm each way")

    @property
    def printable(self) -> Box:
        """What the printer reaches: x0, y0, x1, y1 from the top left corner."""
        edge = self.margins
        return edge.left, edge.top, self.width - edge.right, self.height - edge.bottom

    @property
    def area(self) -> Area:
        return Area.of(self.printable)

    def turned(self) -> "Paper":
        """The same paper the other way up: upright paper counter-clockwise, wide paper clockwise."""
        margins = self.margins.turned(back=self.width > self.height)
        return replace(self, width=self.height, height=self.width, margins=margins)

    def landscape(self) -> "Paper":
        return self if self.width >= self.height else self.turned()

    def portrait(self) -> "Paper":
        return self if self.width <= self.height else self.turned()

    def within(self, margins: Margins) -> "Paper":
        """The same paper in a printer with these margins; they are for the paper held upright."""
        return replace(self, margins=margins if self.width <= self.height else margins.turned())


def find(text: str) -> Paper:
    """Paper from what a user typed: "a4", "Letter", "a3-landscape", "210x297mm", "8.5x11in". Raises PaperError."""
    wanted = "".join(text.lower().split())
    way = re.search(r"[-,:]?(landscape|portrait)$", wanted)
    plain = wanted[: way.start()] if way else wanted
    if plain == "ledger":
        paper = find("tabloid").landscape()
    elif plain in SIZES:
        paper = Paper(plain, *SIZES[plain])
    elif found := _CUSTOM.fullmatch(plain):
        width, first, height, last = found.groups()
        if last is None:
            raise PaperError(f"the paper {text!r} has no unit", f"write {plain}mm, or {plain}in for inches")
        # "8.5x11in" gives its unit once, "8.5inx11in" twice.
        paper = Paper(text.strip(), float(width) * _UNITS[first or last], float(height) * _UNITS[last])
    else:
        hint = f"{meant(plain, SIZES, 'papers are')}, or a size such as 210x297mm or 8.5x11in"
        raise PaperError(f"there is no paper {text!r}", hint)
    return paper if not way else paper.landscape() if way[1] == "landscape" else paper.portrait()
