"""Places on a page: areas, grids of equal pieces over as many pages as they need, and where a back meets its front."""

import math
from typing import TYPE_CHECKING, NamedTuple

from printables.scene import Box, Point

if TYPE_CHECKING:
    from printables.core.request import Flip

SLACK = 1e-6  # mm: rounding must not cost a row


class Area(NamedTuple):
    """An upright box on a page (mm)."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, box: Box) -> "Area":
        """The same as x0, y0, x1, y1."""
        return cls(box[0], box[1], box[2] - box[0], box[3] - box[1])

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def below(self, height: float) -> "Area":
        """What is left under a strip of that height."""
        return Area(self.x, self.y + height, self.width, self.height - height)

    def within(self, edge: float) -> "Area":
        """What is left inside a border of that width."""
        return Area(self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge)

    def above(self, height: float) -> "Area":
        """What is left over a strip of that height."""
        return Area(self.x, self.y, self.width, self.height - height)


class Stage(NamedTuple):
    """Lengths in mm of the page. `sheet`: all that may be drawn on; `board`: the box of the board; `origin` and `scale`
    place its own millimetres; `title`: where the name of the game goes, over the board or beside it; `words`: where its
    legend and notes stand. The title and the words are empty boxes where there is no room for them.
    """

    sheet: Area
    board: Area
    origin: Point
    scale: float
    title: Area
    words: Area

    @property
    def beside(self) -> bool:
        """Whether title and words stand in a column beside the board."""
        return self.title.right <= self.board.x + 1e-6


class Grid(NamedTuple):
    """Cells of `width` x `height` mm, `gap` mm apart, as many as fit an area, in the middle of its top edge."""

    area: Area
    width: float
    height: float
    gap: float = 0.0

    @property
    def columns(self) -> int:
        return max(0, math.floor((self.area.width + self.gap + SLACK) / (self.width + self.gap)))

    @property
    def rows(self) -> int:
        return max(0, math.floor((self.area.height + self.gap + SLACK) / (self.height + self.gap)))

    @property
    def room(self) -> int:
        """How many cells a page has."""
        return self.columns * self.rows

    def centres(self, count: int) -> tuple[Point, ...]:
        """The middles of the first `count` cells, row by row; the grid is as narrow as they allow."""
        columns = min(self.columns, count)
        left = self.area.x + (self.area.width - columns * (self.width + self.gap) + self.gap) / 2
        return tuple(
            (
                left + (n % self.columns) * (self.width + self.gap) + self.width / 2,
                self.area.y + (n // self.columns) * (self.height + self.gap) + self.height / 2,
            )
            for n in range(count)
        )


def behind(point: Point, width: float, height: float, flip: "Flip" = "long") -> tuple[Point, float]:
    """Where on the next page the reverse of a point lies, and how far art there is turned (0 or 180 degrees).

    `flip` is the edge that a printer's duplex unit turns the sheet over. The art is turned so that a piece, cut out
    and turned over sideways like a page of a book, shows its back upright.
    """
    x, y = point
    if (flip == "long") == (width <= height):
        return (width - x, y), 0.0
    return (x, height - y), 180.0
