"""A leaf of paper: its edge torn or cut, its ground and what age has done to it, and leaves laid on pages. What looks
random follows from the text on the leaf, so that the same file gives the same tear."""

import math
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Literal, NamedTuple

from printables.core import PaperError
from printables.handouts.pen import Pen
from printables.paper.paper import Paper
from printables.scene import Circle, Grid, Group, Page, Point, Polygon, Shape, Style, Tag, added, arc

Edge = Literal["torn", "cut", "worn"]
Folds = tuple[int, int]  # across and down
EDGES: tuple[Edge, ...] = ("torn", "worn", "cut")
GAP = 5.0  # mm between leaves on a page
STEP = 2.2  # mm between the points of a torn edge
RIM = 0.1  # mm: half the line about a leaf and a little more stays inside its box
SMALLEST = 45.0  # mm: on a leaf narrower or lower than that no text can be set


class Leaf(NamedTuple):
    """A prop drawn from its top left corner: what is on it, and the line it is cut or torn along."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    edge: Polygon
    title: str = ""


def drawn(
    size: Point, shapes: Iterable[Shape], title: str, pen: Pen, seed: str, edge: Edge = "torn", folds: Folds = (0, 0)
) -> Leaf:
    """A leaf of a width and height (mm), under the shapes its ground, of which white paper and themes that save ink
    have but the outline; what looks random follows from `seed`."""
    chance, (width, height) = Random(f"leaf {seed}"), size
    outline = _outline(width, height, chance, edge)
    border, clip = Polygon(outline, Style(stroke=pen.tint(0.45), width=0.18)), Polygon(outline, Style())
    if not pen.aged:
        return Leaf(*size, (border, *shapes), clip, title)
    inside: list[Shape] = [Polygon(outline, Style(fill=pen.tint(0.2 if edge == "torn" else 0.11)))]
    for inset, part in ((0.7, 0.13), (1.6, 0.085), (3.2, 0.05), (6.0, 0.02), (10.0, 0.0)):
        if 2 * inset < min(width, height) / 3:
            inside.append(Polygon(_shrunk(outline, width, height, inset, chance), Style(fill=pen.tint(part))))
    inside += [*_stains(width, height, pen, chance), *_creases(width, height, pen, folds)]
    return Leaf(*size, (Group(tuple(inside), classes="ground", clip=clip), border, *shapes), clip, title)


def _outline(width: float, height: float, chance: Random, edge: Edge) -> tuple[Point, ...]:
    """The edge clockwise from the top left, at most 2.4 mm inside the leaf's box."""
    if edge == "cut":
        return ((RIM, RIM), (width - RIM, RIM), (width - RIM, height - RIM), (RIM, height - RIM))
    depth = 2.4 if edge == "torn" else 0.9
    waves = [(chance.uniform(0.02, 0.3), chance.uniform(0, 2 * math.pi)) for _ in range(5)]

    def bite(along: float) -> float:
        slow = added(math.sin(speed * along + phase) for speed, phase in waves) / len(waves)
        rough = chance.random() ** 2 if edge == "torn" else 0.25 * chance.random()
        return depth * min(1.0, max(0.0, 0.4 + 0.55 * slow + 0.35 * (rough - 0.3)))

    sides = (((0, 0), (1, 0)), ((width, 0), (0, 1)), ((width, height), (-1, 0)), ((0, height), (0, -1)))
    out, gone = list[Point](), 0.0
    for (x, y), (dx, dy) in sides:
        length = width if dx else height
        count = max(4, round(length / STEP))
        for n in range(count):
            along = length * (n + 0.5 + chance.uniform(-0.3, 0.3)) / count
            # Corners wear off first.
            deep = max(bite(gone + along), (depth * 1.2 - min(along, length - along)) * 0.8)
            out.append((x + dx * along - dy * deep, y + dy * along + dx * deep))
        gone += length
    return tuple((min(max(px, RIM), width - RIM), min(max(py, RIM), height - RIM)) for px, py in out)


def _shrunk(outline: Sequence[Point], width: float, height: float, inset: float, chance: Random) -> tuple[Point, ...]:
    """The outline drawn in toward the middle by about `inset`, not quite evenly."""
    if len(outline) == 4:
        outline = [
            (a[0] + (b[0] - a[0]) * n / 24, a[1] + (b[1] - a[1]) * n / 24)
            for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)
            for n in range(24)
        ]
    phase = [chance.uniform(0, 2 * math.pi) for _ in range(3)]
    out = []
    for number, (x, y) in list(enumerate(outline))[::2]:
        turn = 2 * math.pi * number / len(outline)
        sway = 1 + 0.35 * math.sin(7 * turn + phase[0]) + 0.25 * math.sin(17 * turn + phase[1])
        deep = inset * (sway + 0.15 * math.sin(41 * turn + phase[2]))
        out.append((min(max(x, deep), width - deep), min(max(y, deep), height - deep)))
    return tuple(out)


def _stains(width: float, height: float, pen: Pen, chance: Random) -> Iterator[Shape]:
    """Blots of damp, the ring of a mug, specks: never so dark that type on them is hard to read."""
    size = min(width, height)
    for _ in range(3):
        reach = chance.uniform(0.06, 0.16) * size
        at = chance.uniform(0, width), chance.uniform(0, height)
        yield Polygon(_blot(at, reach, chance), Style(fill=pen.tint(0.035)))
        yield Polygon(_blot(at, 0.8 * reach, chance), Style(fill=pen.tint(0.02)))
    if size > 90:
        at = chance.uniform(0.15, 0.85) * width, chance.choice((0.12, 0.85)) * height
        for radius, part, thick in ((38.0, 0.07, 1.5), (36.6, 0.05, 0.7)):
            start = chance.uniform(0, 360)
            yield arc(at, radius, start, start + chance.uniform(200, 330), Style(stroke=pen.tint(part), width=thick))
    for _ in range(round(width * height / 900)):
        at = chance.uniform(0, width), chance.uniform(0, height)
        yield Circle(at, chance.uniform(0.12, 0.5), Style(fill=pen.tint(chance.uniform(0.06, 0.12))))


def _blot(at: Point, reach: float, chance: Random) -> tuple[Point, ...]:
    phase = [(k, chance.uniform(0, 2 * math.pi), chance.uniform(0.05, 0.16)) for k in (2, 3, 5)]
    out = []
    for turn in (2 * math.pi * n / 28 for n in range(28)):
        far = reach * (1 + added(part * math.sin(k * turn + shift) for k, shift, part in phase))
        out.append((at[0] + far * math.cos(turn), at[1] + 0.8 * far * math.sin(turn)))
    return tuple(out)


def _creases(width: float, height: float, pen: Pen, folds: Folds) -> Iterator[Shape]:
    """Folds across and down, each a dark line beside a light one."""
    across, down = folds
    lines = [(0.0, height * n / (across + 1), width, height * n / (across + 1)) for n in range(1, across + 1)]
    lines += [(width * n / (down + 1), 0.0, width * n / (down + 1), height) for n in range(1, down + 1)]
    for x0, y0, x1, y1 in lines:
        for off, part, thick in ((0.0, 0.1, 0.35), (0.4, 0.0, 0.3)):
            dx, dy = (off, 0.0) if x0 == x1 else (0.0, off)
            look = Style(stroke=pen.tint(part), width=thick)
            yield Polygon(((x0 + dx, y0 + dy), (x1 + dx, y1 + dy)), look, closed=False)


class Plan(NamedTuple):
    """How many leaves of which size (mm) go on a page, and where their middles are."""

    paper: Paper
    width: float
    height: float
    centres: tuple[Point, ...]

    @property
    def size(self) -> Point:
        return self.width, self.height


def plan(paper: Paper, up: int, aspect: float) -> Plan:
    """Room for `up` leaves a page, about `aspect` times as high as wide. Raises PaperError if they are too small."""
    choices = []
    for held in dict.fromkeys((paper, paper.turned())) if up > 1 else (paper,):
        area = held.area
        for columns in range(1, up + 1):
            rows = -(-up // columns)
            wide = (area.width - GAP * (columns - 1)) / columns
            high = (area.height - GAP * (rows - 1)) / rows
            if min(wide, high) >= SMALLEST:
                choices.append((columns * rows - up, abs(math.log(high / wide / aspect)), held, wide, high))
    if not choices:
        size = f"{paper.width:g} x {paper.height:g} mm"
        raise PaperError(f"{up} leaves on paper of {size} would be too small", "put fewer on a page", source="--up")
    _, _, held, wide, high = min(choices, key=lambda choice: choice[:2])
    return Plan(held, wide, high, Grid(held.area, wide, high, GAP).centres(up))


def pages(leaves: Sequence[Leaf], plan: Plan, title: str, pen: Pen) -> tuple[Page, ...]:
    """The leaves on pages in order; the first page has the bookmark."""
    out = []
    for start in range(0, len(leaves), len(plan.centres)):
        shapes, cut = list[Shape](), list[Shape]()
        for leaf, (x, y) in zip(leaves[start:], plan.centres, strict=False):
            left, top = x - leaf.width / 2, y - leaf.height / 2
            shapes.append(Group(leaf.shapes, left, top, classes="leaf", title=leaf.title, tags=(Tag("Sect"),)))
            line = Polygon(leaf.edge.points, Style(stroke=pen.ink("cut"), width=0.1))
            cut.append(Group((line,), left, top, classes="edge"))
        out.append(Page(plan.paper.width, plan.paper.height, tuple(shapes), title if not start else "", cut=tuple(cut)))
    return tuple(out)


def alone(leaf: Leaf, title: str) -> Page:
    """A page that is the leaf itself, for a screen."""
    return Page(leaf.width, leaf.height, leaf.shapes, leaf.title or title)
