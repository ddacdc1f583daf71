"""Shapes as paths in mm of the page, out of all groups and symbols, for machines that follow lines."""

import cmath
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printables.drawing import hand
from printables.drawing.hand import Segments
from printables.scene import Circle, Curve, Group, Line, Polygon, Rect, Shape, Style, Use, arc


class Laid(NamedTuple):
    """A path, its style on the page, and the paths that it is seen within; `circle`: it is one."""

    path: Segments
    style: Style
    clips: tuple[Segments, ...] = ()
    circle: Circle | None = None


def laid(
    shapes: Iterable[Shape], turn: complex = 1 + 0j, move: complex = 0j, clips: tuple[Segments, ...] = ()
) -> Iterator[Laid]:
    """All that is drawn but for text and pictures: points are z -> turn * z + move."""

    def moved(path: Segments, by: complex, to: complex) -> Segments:
        return hand.mapped(path, lambda x, y: ((z := by * complex(x, y) + to).real, z.imag))

    for shape in shapes:
        match shape:
            case Group() | Use():
                inner = turn * cmath.rect(shape.scale, math.radians(shape.rotate))
                to = turn * complex(shape.x, shape.y) + move
                clip = shape.clip if isinstance(shape, Group) else None
                within = (*clips, moved(outline(clip), inner, to)) if clip else clips
                yield from laid(shape.shapes, inner, to, within)
            case Line() | Circle() | Rect() | Polygon() | Curve():
                style = shape.style._replace(width=shape.style.width * abs(turn))
                circle = None
                if isinstance(shape, Circle):
                    z = turn * complex(*shape.centre) + move
                    circle = Circle((z.real, z.imag), shape.radius * abs(turn), style)
                yield Laid(moved(outline(shape), turn, move), style, clips, circle)


def outline(shape: Line | Circle | Rect | Polygon | Curve) -> Segments:
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
            return hand.box(x, y, width, height)
        case Polygon(points, closed=closed):
            lines = tuple(("L" if n else "M", *point) for n, point in enumerate(points))
            return (*lines, ("Z",)) if closed else lines
        case Curve(segments):
            return segments
