"""How a printed sheet is folded to go into a box: in quarters, and on until it is small enough. Lengths mm."""

from typing import NamedTuple

from printables.layout import Area
from printables.scene import Curve, Group, Shape, Style

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


def marks(width: float, height: float, area: Area, line: Style) -> tuple[tuple[Shape, ...], tuple[Curve, ...]]:
    """For every fold of a page a mark at each of its ends, within the printed `area`: the ground under them, and the
    lines."""
    made, area = folds(width, height), area.within(BARE / 2)
    ends = [
        ((x, area.y), (x, area.y + TICK), (x, area.bottom - TICK), (x, area.bottom))
        for x in (n * made.width for n in range(1, made.columns))
    ]
    ends += [
        ((area.x, y), (area.x + TICK, y), (area.right - TICK, y), (area.right, y))
        for y in (n * made.height for n in range(1, made.rows))
    ]
    paths = [(("M", *a), ("L", *b), ("M", *c), ("L", *d)) for a, b, c, d in ends]
    ground = Group(tuple(Curve(path, Style(stroke="#ffffff", width=BARE)) for path in paths), classes="fold-marks")
    return (ground,), tuple(Curve(path, line) for path in paths)
