"""How a printed sheet is folded to go into a box: in quarters, and on until it is small enough. Lengths mm."""

from collections.abc import Iterable
from typing import NamedTuple

from printables.drawing import bounds
from printables.scene import Box, Curve, Group, Shape, Style
from printables.scene.layout import Area

LONGEST = 152.0  # of a folded sheet: a quarter of A4 is 148.5 high
TICK = 4.0  # from the edge of what is printed to the end of a mark
BARE = 1.0  # wide: the light ground of a mark, where a frame runs under it


class Folds(NamedTuple):
    """In how many panels, and how large each is."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def layers(self) -> int:
        return self.columns * self.rows


def folds(width: float, height: float) -> Folds:
    """A sheet in quarters; a large one is halved on, across its longer side."""
    columns = rows = 2
    while max(width / columns, height / rows) > LONGEST:
        if width / columns > height / rows:
            columns *= 2
        else:
            rows *= 2
    return Folds(columns, rows, width / columns, height / rows)


def marks(
    width: float, height: float, area: Area, line: Style, words: Iterable[Box] = ()
) -> tuple[tuple[Shape, ...], tuple[Curve, ...]]:
    """For every fold of a page a mark at each of its ends, within the printed `area` and clear of `words`: the ground
    under them, and the lines."""
    made, area = folds(width, height), area.within(BARE / 2)
    folded = [
        ((x, area.y, x, area.y + TICK), (x, area.bottom - TICK, x, area.bottom))
        for x in (n * made.width for n in range(1, made.columns))
    ]
    folded += [
        ((area.x, y, area.x + TICK, y), (area.right - TICK, y, area.right, y))
        for y in (n * made.height for n in range(1, made.rows))
    ]
    taken = tuple(words)
    clear = [[mark for mark in ends if not any(bounds.overlap(mark, box) for box in taken)] for ends in folded]
    paths = [
        tuple(part for x0, y0, x1, y1 in ends for part in (("M", x0, y0), ("L", x1, y1))) for ends in clear if ends
    ]
    ground = Group(tuple(Curve(path, Style(stroke="#ffffff", width=BARE)) for path in paths), classes="fold-marks")
    return (ground,), tuple(Curve(path, line) for path in paths)
