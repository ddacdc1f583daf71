"""A board as raised lines: points, squares and paths in shapes that a finger tells apart, with braille at the margins.

All lengths are mm of the page: what a finger needs does not shrink with the board.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printables.drawing import margins, routes, spaces
from printables.drawing.margins import Named
from printables.scene import Box, Circle, Curve, Group, Line, Point, Polygon, Shape, Style
from printables.scene.geometry import Board, Place
from printables.text import braille, language

INK = "#000000"  # what swells
THICK, THIN = 1.2, 0.7  # lines: edges and paths; what lies in a square or beside the board
WEDGE = (2.4, 0.6)  # how thick a path one way is where it begins, and where it ends
CLEAR = 1.6  # between things that are to be felt apart, less where paths are short
GAP = 4.0  # between the board and its braille
DISC = 6.0  # a point narrower than this is a full disc, since a ring would close
KNOB = 3.0  # such a disc, at least; and the knob in a marked point
HATCH = 3.2  # between the lines across a dark square
LEAST = 6.5  # from a place to the next


class Label(NamedTuple):
    """Braille beside the board: what it says, its cells, and where the middle of them is."""

    said: str
    cells: tuple[braille.Cell, ...]
    x: float
    y: float

    @property
    def box(self) -> Box:
        half = braille.width(len(self.cells)) / 2, braille.HEIGHT / 2
        return self.x - half[0], self.y - half[1], self.x + half[0], self.y + half[1]

    def drawn(self) -> Group:
        x0, y0, _, _ = self.box
        return line(self.said, x0, y0)


def line(text: str, x: float, y: float) -> Group:
    """A line of braille from its top left corner, which says to screen readers what it says to fingers."""
    ink = Style(fill=INK)
    dots = braille.dots(braille.cells(text, language.spoken()), x, y)
    return Group(tuple(Circle(at, braille.DOT / 2, ink) for at in dots), classes="braille", title=text)


def board(laid: Board) -> Iterator[Shape]:
    """All of a board that can be felt, but for its braille."""
    for path in laid.paths:
        if routes.drawn(laid, path):
            ends = [_radius(laid.by_id[name]) + CLEAR for name in (path.a, path.b)]
            if routes.track(laid, path, inset=(0.0, 0.0)).length > sum(ends) + THICK:
                yield trail(routes.track(laid, path, inset=(ends[0], ends[1])), one_way=path.one_way)
    for item in laid.places:
        yield from place(item)


def trail(track: routes.Track, *, one_way: bool) -> Shape:
    """A path: as thick all along, or thinner and thinner the one way that it leads."""
    if not one_way:
        return Curve(track.segments(), Style(stroke=INK, width=THICK, cap="round"))
    sides: tuple[list[Point], list[Point]] = ([], [])
    for step in range(9):
        part = step / 8
        (x, y), (dx, dy) = track.at(part)
        half = (WEDGE[0] + (WEDGE[1] - WEDGE[0]) * part) / 2
        sides[0].append((x - dy * half, y + dx * half))
        sides[1].append((x + dy * half, y - dx * half))
    return Polygon((*sides[0], *reversed(sides[1])), Style(fill=INK))


def place(item: Place) -> Iterator[Shape]:
    """A point as a ring, with a knob if it is marked; a square or hexagon by its edge, hatched if it is dark; a place
    beside the board as a thin ring; a crossing as a knob.
    """
    at, edge = (item.x, item.y), Style(stroke=INK, width=THICK)
    if item.kind == "area":
        return
    if item.cell:
        yield spaces.outline(item, edge)
        if item.kind.endswith(" dark"):
            yield from _hatched(item)
    elif item.kind == "slot":
        yield Circle(at, item.size / 2 - THIN, Style(stroke=INK, width=THIN))
    elif item.size < DISC or item.kind == "crossing":
        yield Circle(at, _radius(item), Style(fill=INK))
    else:
        yield Circle(at, (item.size - THICK) / 2, edge)
        if "zone" in item.kind.split():
            yield Circle(at, KNOB / 2, Style(fill=INK))


def _radius(item: Place) -> float:
    """How far a point reaches."""
    if item.kind == "crossing":
        return KNOB / 2
    return item.size / 2 if item.size >= DISC else max(KNOB, 0.7 * item.size) / 2


def _hatched(item: Place) -> Iterator[Line]:
    """Level lines across a dark square, clear of its edge."""
    half = item.size / 2 - THICK / 2 - CLEAR
    if item.hexagon:
        half = item.size * 0.36 - CLEAR
    count = max(1, int(2 * half // HATCH))
    for number in range(count + 1):
        y = item.y - count * HATCH / 2 + number * HATCH
        yield Line((item.x - half, y), (item.x + half, y), Style(stroke=INK, width=THIN, cap="round"))


def labels(laid: Board) -> list[Label]:
    """The names of the places, told from the margins: files below and ranks at the left, spokes about a wheel; where
    files do not stand in line, the first place of each rank.
    """
    named = margins.named(laid)
    hub = next((item for item in laid.places if item.kind == "hub"), None)
    return list(_about(hub, named) if hub else _beside(named, [item for item in laid.places if item.kind == "slot"]))


def _beside(named: Sequence[Named], slots: Sequence[Place]) -> Iterator[Label]:
    files, ranks = defaultdict(set), defaultdict(list)
    for item in named:
        files[item.file].add(round(item.place.x, 3))
        ranks[item.rank].append(item.place)
    straight = all(len(xs) == 1 for xs in files.values())
    reach = max(item.place.size for item in named) / 2
    left = min([item.place.x - reach for item in named] + [slot.x - slot.size / 2 for slot in slots])
    for rank, row in ranks.items():
        first = min(row, key=lambda item: item.x)
        said = rank if straight else first.name
        cells = braille.cells(said, language.spoken())
        edge = left if straight else first.x - reach
        yield Label(said, cells, edge - GAP - braille.width(len(cells)) / 2, first.y)
    if straight:
        top, foot = (pick(item.place.y for item in named) for pick in (min, max))
        off = reach + GAP + braille.HEIGHT / 2
        below = not any(slot.y > foot for slot in slots)
        for file, (x,) in files.items():
            yield Label(file, braille.cells(file, language.spoken()), x, foot + off if below else top - off)


def _about(hub: Place, named: Sequence[Named]) -> Iterator[Label]:
    far = {item.place.id: math.dist((item.place.x, item.place.y), (hub.x, hub.y)) for item in named}
    rim = max(far.values())
    for item in named:
        if far[item.place.id] > rim - 1e-3:
            cells = braille.cells(item.rank, language.spoken())
            dx, dy = (item.place.x - hub.x) / rim, (item.place.y - hub.y) / rim
            half = abs(dx) * braille.width(len(cells)) / 2 + abs(dy) * braille.HEIGHT / 2
            reach = rim + item.place.size / 2 + GAP + half
            yield Label(item.rank, cells, hub.x + dx * reach, hub.y + dy * reach)


def extent(laid: Board) -> Box:
    """What board and braille take together."""
    boxes = [label.box for label in labels(laid)]
    for item in laid.places:
        if item.kind != "area":
            half = item.size / (math.sqrt(3) if item.hexagon else 2) + THICK / 2
            boxes.append((item.x - half, item.y - half, item.x + half, item.y + half))
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
