"""Paths as a knife leaves them: gouges pointed at both ends, leaves, brushes, splines a little fuller than round. Every
function returns the segments of a scene.Curve; several are one mass when they are added up. Lengths in the unit of the
caller, angles in degrees clockwise from the right (y runs down). For machines that follow lines, shapes as paths."""

import cmath
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise, product
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from printables.scene import Circle, Curve, Group, Line, Point, Polygon, Rect, Shape, Style, Styled, Use, arc
from printables.scene.theme import Ornament


def pen(glyphs: object = None) -> Any:
    """A pen whose `segments` are those of a Curve; quadratic curves are raised to cubic ones. `glyphs`: a font's."""
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(glyphs)
            self.segments: list[tuple[str | float, ...]] = []

        def _moveTo(self, at: tuple[float, float]) -> None:
            self.segments.append(("M", *at))

        def _lineTo(self, at: tuple[float, float]) -> None:
            self.segments.append(("L", *at))

        def _curveToOne(self, a: tuple[float, float], b: tuple[float, float], at: tuple[float, float]) -> None:
            self.segments.append(("C", *a, *b, *at))

        def _closePath(self) -> None:
            self.segments.append(("Z",))

    return Pen()


Segments: TypeAlias = tuple[tuple[str | float, ...], ...]
Knot: TypeAlias = tuple[float, float] | tuple[float, float, str]  # with "c": a corner

_ROUND = 4 / 3 * math.tan(math.pi / 8)


def seeded(*seed: object) -> Random:
    """The wobble of a place: the same for the same seed, for ever."""
    return Random(" ".join(map(str, seed)))


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point so far from a centre in that direction."""
    turn = math.radians(angle)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def _segment(letter: str, *numbers: float) -> tuple[str | float, ...]:
    """A hundredth of a millimetre is as exact as a knife; it keeps files small."""
    # Through 9 places, so that what lies half-way falls to one side in every library of mathematics.
    return (letter, *[round(round(number, 9), 2) for number in numbers])


def polygon(points: Iterable[Point], *, closed: bool = True) -> Segments:
    """Straight from point to point."""
    out = [_segment("L" if number else "M", *point[:2]) for number, point in enumerate(points)]
    return (*out, ("Z",)) if closed else tuple(out)


def mapped(segments: Segments, at: Callable[[Any, Any], Point]) -> Segments:
    """The same with every point of it, handles too, where `at` takes it."""
    return tuple((letter, *chain.from_iterable(map(at, numbers[::2], numbers[1::2]))) for letter, *numbers in segments)


def box(x: float, y: float, width: float, height: float) -> Segments:
    """An upright rectangle."""
    return polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def hole(outline: Segments) -> Segments:
    """The same outline walked the other way: what a mass leaves out, as paths are filled by the non-zero rule."""
    out: list[tuple[str | float, ...]] = []
    part: list[tuple[str | float, ...]] = []
    for segment in outline:
        if segment[0] != "Z":
            part.append(segment)
            continue
        out.append(("M", *part[-1][-2:]))
        for before, piece in reversed([*pairwise(part)]):
            to = before[-2:]
            out.append(("C", *piece[3:5], *piece[1:3], *to) if piece[0] == "C" else ("L", *to))
        out.append(segment)
        part = []
    return tuple(out)


def circle(x: float, y: float, radius: float) -> Segments:
    """A circle of four cubics: a spline would make it square."""
    k = _ROUND * radius
    return (
        _segment("M", x - radius, y),
        _segment("C", x - radius, y - k, x - k, y - radius, x, y - radius),
        _segment("C", x + k, y - radius, x + radius, y - k, x + radius, y),
        _segment("C", x + radius, y + k, x + k, y + radius, x, y + radius),
        _segment("C", x - k, y + radius, x - radius, y + k, x - radius, y),
        ("Z",),
    )


def spline(knots: Sequence[Knot], *, closed: bool = True, tension: float = 0.5) -> Segments:
    """A smooth path through points: handles of 0.28 to 0.42 of a side, at a corner 0.3 straight at the neighbour."""
    points, count = [(knot[0], knot[1]) for knot in knots], len(knots)
    tangents: list[Point | None] = []
    for number, knot in enumerate(knots):
        if len(knot) > 2 or (not closed and number in (0, count - 1)):
            tangents.append(None)
        else:
            a, b = points[number - 1], points[(number + 1) % count]
            tangents.append(((b[0] - a[0]) * tension, (b[1] - a[1]) * tension))
    out = [_segment("M", *points[0])]
    for number in range(count if closed else count - 1):
        after = (number + 1) % count
        a, b = points[number], points[after]
        out.append(_segment("C", *_handle(tangents[number], 1, a, b), *_handle(tangents[after], -1, b, a), *b))
    return (*out, ("Z",)) if closed else tuple(out)


def _handle(tangent: Point | None, sign: int, here: Point, there: Point) -> Point:
    if tangent is None:
        return here[0] + (there[0] - here[0]) * 0.3, here[1] + (there[1] - here[1]) * 0.3
    side, length = math.dist(here, there), math.hypot(*tangent)
    reach = max(min(length / 1.5, side * 0.42), side * 0.28) if length > 1e-6 else 0.0
    length = length or 1.0
    return here[0] + sign * tangent[0] / length * reach, here[1] + sign * tangent[1] / length * reach


def gouge(a: Point, b: Point, width: float, bow: float = 0.0, fat: float = 0.4) -> Segments:
    """One cut of the tool from a to b: `width` wide at `fat` of the way, bowed sideways by `bow` of its length."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    mx, my = a[0] + dx * fat - dy * bow, a[1] + dy * fat + dx * bow
    nx, ny = -dy / length * width, dx / length * width
    return crescent(a, (mx + nx, my + ny), b, (mx - nx, my - ny))


def crescent(a: Point, outer: Point, b: Point, inner: Point) -> Segments:
    """A sickle from a to b and back: both of its sides are pulled towards a point."""

    def side(start: Point, pull: Point, end: Point) -> tuple[str | float, ...]:  # a quadratic curve, as a cubic
        handles = (at + (p - at) * 2 / 3 for to in (start, end) for at, p in zip(to, pull, strict=True))
        return _segment("C", *handles, *end)

    return (_segment("M", *a), side(a, outer, b), side(b, inner, a), ("Z",))


def leaf(root: Point, angle: float, length: float, wide: float = 0.3, curl: float = 0.0) -> Segments:
    """A leaf from its root; `wide` is half its width and `curl` where its tip turns to, as parts of its length."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn) * length, math.sin(turn) * length

    def at(u: float, v: float) -> Point:
        return root[0] + u * cos - v * sin, root[1] + u * sin + v * cos

    out = _segment("C", *at(0.15, -wide), *at(0.65, -wide * 0.9 + curl * 0.3), *at(1, curl))
    back = _segment("C", *at(0.65, wide * 0.9 + curl * 0.3), *at(0.15, wide), *root)
    return _segment("M", *root), out, back, ("Z",)


def star(centre: Point, radius: float, points: int = 4, inner: float = 0.34, turn: float = -90.0) -> Segments:
    """A star of so many points."""
    return polygon(polar(centre, radius * (inner if n % 2 else 1), turn + 180 / points * n) for n in range(2 * points))


def sample(points: Sequence[Point], count: int = 10) -> list[Point]:
    """Points along a smooth line through points, `count` to a side."""

    def at(t: float, a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    out, last = list[Point](), len(points) - 1
    for number in range(last):
        near = [points[min(max(number + k, 0), last)] for k in (-1, 0, 1, 2)]
        xs, ys = [point[0] for point in near], [point[1] for point in near]
        out += [(at(part / count, *xs), at(part / count, *ys)) for part in range(count)]
    return [*out, (points[-1][0], points[-1][1])]


def brush(points: Sequence[Point], width: Callable[[float], float]) -> Segments:
    """A stroke along points of changing width: `width` of 0 to 1 along it is half of that."""
    left, right, last = list[Point](), list[Point](), len(points) - 1
    for number, (x, y) in enumerate(points):
        a, b = points[max(number - 1, 0)], points[min(number + 1, last)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        half = width(number / last) / (math.hypot(dx, dy) or 1.0)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    return polygon((*left, *reversed(right)))


def filled(ink: str, *paths: Segments) -> Curve:
    """Paths as one mass in an ink."""
    return Curve(joined(paths), Style(fill=ink))


def joined(paths: Iterable[Segments]) -> Segments:
    """Several paths as one."""
    return tuple(chain.from_iterable(paths))


At: TypeAlias = Callable[[float, float], Point]  # so far along a band, so far to its left: a point
Rim: TypeAlias = Literal["", "teeth", "scales", "beads", "leaves", "cord", "line", "stars", "rays"]

EVERY, SPARSE = 1.75, 3.3  # from one cut to the next where a band's cuts reach 1.95 to either side; on screens
_COUNTS: dict[Rim, int] = {"teeth": 36, "scales": 30, "beads": 36, "leaves": 26, "stars": 20, "rays": 48, "cord": 40}


def band(kind: Ornament, at: At, length: float, half: float, *, sparse: bool = False) -> Segments:
    """The cuts in a band `length` long, `half` to either side of its middle; `sparse`: fewer, for small pictures."""
    make = {"heads": _heads, "leaves": _leaves, "beads": _beads}
    return make[kind](at, length, half / 1.95, SPARSE if sparse else EVERY) if kind else ()


def _heads(at: At, length: float, unit: float, every: float) -> Segments:
    """One barbed head in the middle, then crescents that bulge the way of travel."""
    reach = 1.95 * unit
    head = min(2.6 * unit, 0.86 * length)
    cuts = [polygon((at(head / 2, 0), at(-0.42 * head, reach), at(-0.12 * head, 0), at(-0.42 * head, -reach)))]
    along = head / 2 + 0.9 * unit
    while along + 1.1 * unit < length / 2:
        for side in (1, -1):
            b = side * (along + 0.35 * unit)
            tail = b - 0.55 * unit
            cuts.append(crescent(at(tail, reach), at(b + 1.25 * unit, 0), at(tail, -reach), at(b - 0.1 * unit, 0)))
        along += every * unit
    return joined(cuts)


def _leaves(at: At, length: float, unit: float, every: float) -> Segments:
    """Two open chevrons in the middle, then pairs of leaves, each an arrow too."""
    reach = 1.95 * unit
    head = min(1.5 * unit, 0.42 * length)
    across = ((0.75, 0), (-0.3, 1), (-0.85, 1), (0.15, 0), (-0.85, -1), (-0.3, -1))
    middles = (-0.95 * unit, 0.75 * unit) if length > 5 * unit else (-0.2 * unit,)
    cuts = [polygon(at(middle + u * head, v * reach) for u, v in across) for middle in middles]
    along = 2.9 * unit
    while along + 1.1 * unit < length / 2:
        for side, edge in product((1, -1), repeat=2):
            b = side * (along + 0.6 * unit) - 0.8 * unit
            root, tip = at(b + 1.7 * unit, 0.14 * edge * unit), at(b, 1.8 * edge * unit)
            angle = math.degrees(math.atan2(tip[1] - root[1], tip[0] - root[0]))
            cuts.append(leaf(root, angle, math.dist(root, tip), 0.3, -0.1 * edge))
        along += every * unit
    return joined(cuts)


def _beads(at: At, length: float, unit: float, every: float) -> Segments:
    """A head each way from a bead, then beads between pairs of small ones: either way."""
    cuts = [circle(*at(0, 0), 0.95 * unit)]
    for side in (1, -1):
        if length > 9.6 * unit:
            head = ((4.4, 0), (1.9, 1.95), (2.5, 0), (1.9, -1.95))
            cuts.append(polygon(at(side * u * unit, v * unit) for u, v in head))
        along = (6.2 if length > 9.6 * unit else 2.2) * unit
        while along < length / 2 - 0.6 * unit:
            cuts.append(circle(*at(side * along, 0), 0.75 * unit))
            if every == EVERY and along + 1.2 * unit < length / 2:
                cuts += [circle(*at(side * (along + 0.95 * unit), v * unit), 0.32 * unit) for v in (1.55, -1.55)]
            along += every * unit
    return joined(cuts)


def rim(kind: Rim, radius: float, thick: float) -> Segments:
    """The cuts in the rim of a disc about (0, 0), from `radius` inwards."""
    if kind == "line":
        middle = radius - thick / 2
        return (*circle(0, 0, middle + 0.11 * thick), *hole(circle(0, 0, middle - 0.11 * thick)))
    count = _COUNTS.get(kind, 0)
    return joined(_mark(kind, radius, thick, 360 * number / count, 180 / count) for number in range(count))


def _mark(kind: Rim, radius: float, thick: float, angle: float, half: float) -> Segments:
    """One cut of a rim, in the middle of its share of the round."""
    centre, middle = (0.0, 0.0), radius - thick / 2

    def at(part: float, turn: float = 0.0) -> Point:
        return polar(centre, radius - part * thick, angle + turn * half)

    if kind == "teeth":
        return polygon((at(0.12, -0.82), at(0.12, 0.82), at(0.86)))
    if kind == "scales":
        return crescent(at(0.1), at(0.5, 1.7), at(0.9), at(0.5, 0.8))
    if kind == "beads":
        return circle(*at(0.5), 0.3 * thick)
    if kind == "leaves":
        return leaf(at(0.5, -0.8), angle + 90, math.radians(2 * half) * middle * 0.86, 0.26)
    if kind == "stars":
        return star(at(0.5), 0.42 * thick, 5, 0.4, angle)
    if kind == "rays":
        return gouge(at(0.92), at(0.1), 0.2 * thick)
    return gouge(at(0.9, -0.8), at(0.1, 0.8), 0.26 * thick)


class Laid(NamedTuple):
    """A path, its style on the page, and the paths that it is seen within; `circle`: it is one."""

    path: Segments
    style: Style
    clips: tuple[Segments, ...] = ()
    circle: Circle | None = None


def laid(
    shapes: Iterable[Shape], turn: complex = 1 + 0j, move: complex = 0j, clips: tuple[Segments, ...] = ()
) -> Iterator[Laid]:
    """All that is drawn but for text and pictures, in the page's mm, out of groups: points are z -> turn * z + move."""

    def moved(path: Segments, by: complex, to: complex) -> Segments:
        return mapped(path, lambda x, y: ((z := by * complex(x, y) + to).real, z.imag))

    for shape in shapes:
        match shape:
            case Group() | Use():
                inner = turn * cmath.rect(shape.scale, math.radians(shape.rotate))
                to = turn * complex(shape.x, shape.y) + move
                clip = shape.clip if isinstance(shape, Group) else None
                yield from laid(shape.shapes, inner, to, (*clips, moved(outline(clip), inner, to)) if clip else clips)
            case Line() | Circle() | Rect() | Polygon() | Curve():
                style = shape.style._replace(width=shape.style.width * abs(turn))
                circle = None
                if isinstance(shape, Circle):
                    z = turn * complex(*shape.centre) + move
                    circle = Circle((z.real, z.imag), shape.radius * abs(turn), style)
                yield Laid(moved(outline(shape), turn, move), style, clips, circle)


def outline(shape: Styled) -> Segments:
    """The path of a shape in its own mm."""
    match shape:
        case Line(a, b):
            return (("M", *a), ("L", *b))
        case Circle(centre, radius):
            return (*arc(centre, radius, 0, 360, Style()).segments, ("Z",))
        case Rect(x, y, width, height, corner=corner) if corner > 0:
            r = min(corner, width / 2, height / 2)
            right, foot = x + width - r, y + height - r
            ends = enumerate(((right, y + r), (right, foot), (x + r, foot), (x + r, y + r)))
            first, *rest = (part for n, end in ends for part in arc(end, r, 90 * n, 90 * n + 90, Style()).segments)
            return (first, *(("L", *part[1:]) if part[0] == "M" else part for part in rest), ("Z",))
        case Rect(x, y, width, height):
            return box(x, y, width, height)
        case Polygon(points, closed=closed):
            lines = tuple(("L" if n else "M", *point) for n, point in enumerate(points))
            return (*lines, ("Z",)) if closed else lines
        case Curve(segments):
            return segments
