"""A board as places and paths: frozen, in millimetres, y down. Printed, drawn and enforced from the same object.

Sums of floats that have the same bits everywhere.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import NamedTuple

HEX_ROOM = 0.7  # of a hexagon's width: a circle that leaves the name in its corner to be read


class Place(NamedTuple):
    """A space a token can stand on: its centre (mm) and what is drawn there.

    `kind` chooses the look ("space", "hub", "cell", "hex", ...), `size` is its drawn diameter or side in mm (from side
    to side of a hexagon),
    `label` the name printed beside or in it (the id, unless said otherwise; "" prints none).
    """

    id: str
    x: float
    y: float
    size: float
    kind: str = "space"
    label: str | None = None

    @property
    def cell(self) -> bool:
        """A square or a hexagon, not a circle."""
        return self.kind.split()[0] in ("cell", "hex")

    @property
    def hexagon(self) -> bool:
        return self.kind.startswith("hex")

    @property
    def name(self) -> str:
        return self.id if self.label is None else self.label


class Path(NamedTuple):
    """A step between two places. `one_way`: only from `a` to `b`, and an arrowhead is printed.

    `kind` chooses the look ("red", "green", "blue", "line"). `centre`: the path is the shorter arc about that point.
    """

    a: str
    b: str
    one_way: bool = False
    kind: str = "line"
    centre: tuple[float, float] | None = None


@dataclass(frozen=True)
class Board:
    """Places and paths. Raises ValueError for a path to nowhere or an id used twice.

    `margin` (mm) is kept free around them for what is printed beside the board, such as the numbers of its columns.
    """

    places: tuple[Place, ...]
    paths: tuple[Path, ...]
    margin: float = 0.0

    def __post_init__(self) -> None:
        if len(self.by_id) != len(self.places):
            raise ValueError("a place id is used twice")
        for path in self.paths:
            if path.a not in self.by_id or path.b not in self.by_id:
                raise ValueError(f"path {path.a}-{path.b} leads to no place")

    @cached_property
    def by_id(self) -> dict[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def steps(self) -> dict[str, tuple[str, ...]]:
        """Where one step along the arrows leads, in the order of the paths."""
        out: dict[str, list[str]] = {place.id: [] for place in self.places}
        for path in self.paths:
            out[path.a].append(path.b)
            if not path.one_way:
                out[path.b].append(path.a)
        return {place: tuple(ends) for place, ends in out.items()}

    @cached_property
    def links(self) -> dict[str, tuple[str, ...]]:
        """Neighbours whatever the arrows say."""
        near: dict[str, list[str]] = {place.id: [] for place in self.places}
        for path in self.paths:
            near[path.a].append(path.b)
            near[path.b].append(path.a)
        return {place: tuple(ends) for place, ends in near.items()}

    @cached_property
    def pitch(self) -> float:
        """Smallest distance between two neighbouring centres (mm): the widest token that never meets another."""
        return min(
            math.dist((self.by_id[path.a].x, self.by_id[path.a].y), (self.by_id[path.b].x, self.by_id[path.b].y))
            for path in self.paths
        )

    @cached_property
    def square(self) -> float:
        """The side (mm) of a square of a virtual table: a cell of the board, or the way from one space to the next."""
        return next((place.size for place in self.places if place.cell), self.pitch)

    @cached_property
    def room(self) -> float:
        """The widest circle (mm) for which one on a place neither meets one on the next place nor covers that place.

        On squares and hexagons it stays inside them, too; a hexagon keeps the corner free in which its name stands.
        """
        spans = []
        for path in self.paths:
            a, b = self.by_id[path.a], self.by_id[path.b]
            span = math.dist((a.x, a.y), (b.x, b.y))
            spans += [span, 2 * span - max(0.0 if place.cell else place.size for place in (a, b))]
        inside = [(HEX_ROOM if place.hexagon else 1.0) * place.size for place in self.places if place.cell]
        return min(spans + inside)

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 (mm) around every centre, half a pitch or half a place further out, then the margin."""
        reach = [(place, max(place.size, self.pitch) / 2 + self.margin) for place in self.places]
        return (
            min(place.x - r for place, r in reach),
            min(place.y - r for place, r in reach),
            max(place.x + r for place, r in reach),
            max(place.y + r for place, r in reach),
        )

    def scaled(self, factor: float) -> "Board":
        """The same board, every length times `factor`."""
        return Board(
            tuple(p._replace(x=p.x * factor, y=p.y * factor, size=p.size * factor) for p in self.places),
            tuple(
                p._replace(centre=(p.centre[0] * factor, p.centre[1] * factor)) if p.centre else p for p in self.paths
            ),
            self.margin * factor,
        )


def added(numbers: Iterable[float]) -> float:
    """The sum, one number added after the other; the built-in one rounds otherwise since Python 3.12."""
    return reduce(add, numbers, 0.0)
