"""How far shapes reach: boxes in mm, strokes included, through groups, uses and clips."""

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from printables.scene import Box, Circle, Group, Image, Line, Met, Point, Polygon, Rect, Shape, Style, Styled, Text, Use
from printables.text import fonts


def of(shapes: Iterable[Shape]) -> Box | None:
    """The smallest upright box about all that is drawn (x0, y0, x1, y1), or None for nothing. Text reaches from its
    ascent to its descent. A stroke reaches half its width beyond its line; the spikes of sharp corners are not counted.
    Raises GlyphError for text that cannot be set."""
    return _join(_boxes(shapes, 1 + 0j, 0j))


def _boxes(shapes: Iterable[Shape], turn: complex, move: complex) -> Iterator[Box]:
    """Boxes of shapes after z -> turn * z + move, points being x + iy: every placement here is of that form."""
    for shape in shapes:
        if isinstance(shape, Group | Use):
            own = turn * cmath.rect(shape.scale, math.radians(shape.rotate)) if shape.rotate else turn * shape.scale
            to = turn * complex(shape.x, shape.y) + move
            if box := _inside(shape.shapes, own):
                box = box[0] + to.real, box[1] + to.imag, box[2] + to.real, box[3] + to.imag
                if isinstance(shape, Group) and shape.clip:
                    box = overlap(box, _outline(shape.clip, own, to))
            if box:
                yield box
        elif isinstance(shape, Text):
            if (line := fonts.setting(shape)).runs:
                level = -fonts.ascent(shape.font, shape.size), fonts.descent(shape.font, shape.size)
                own, base = turn * cmath.rect(1, math.radians(shape.rotate)), turn * complex(shape.x, shape.y) + move
                yield _about([own * complex(x, y) + base for x in (line.start, line.start + line.width) for y in level])
        elif isinstance(shape, Image):
            yield _outline(Rect(*shape[:4], Style()), turn, move)
        elif isinstance(shape, Line) and shape.style.cap == "butt":  # it is no longer than from end to end
            a, b = turn * complex(*shape.a) + move, turn * complex(*shape.b) + move
            half = abs(turn) * shape.style.width / 2 if shape.style.stroke else 0.0
            across = 1j * (b - a) / abs(b - a) * half if a != b else 0j
            yield _about([point + side for point in (a, b) for side in (across, -across)])
        else:
            box = _outline(shape, turn, move)
            half = abs(turn) * shape.style.width / 2 if shape.style.stroke else 0.0
            yield box[0] - half, box[1] - half, box[2] + half, box[3] + half


_art = Met[Box | None]()  # the same art lies on a page many times, and pages are measured more than once
_ornaments = Met[tuple[list[Point], list[Point], list[int]]]()  # the same ornament is turned many ways


def _inside(shapes: Sequence[Shape], turn: complex) -> Box | None:
    """The box about the shapes of a group or symbol, turned and not moved."""
    return _art.of(shapes, lambda: _join(_boxes(shapes, turn, 0j)), turn)


def _outline(shape: Styled, turn: complex, move: complex) -> Box:
    """The box about a shape without its stroke."""
    if isinstance(shape, Circle):
        centre = turn * complex(*shape.centre) + move
        reach = abs(turn) * shape.radius
        return centre.real - reach, centre.imag - reach, centre.real + reach, centre.imag + reach
    if isinstance(shape, Line):
        points = [complex(*shape.a), complex(*shape.b)]
    elif isinstance(shape, Rect):
        x1, y1 = shape.x + shape.width, shape.y + shape.height
        points = [complex(x, y) for x in (shape.x, x1) for y in (shape.y, y1)]
    elif isinstance(shape, Polygon):
        points = [complex(*point) for point in shape.points]
    else:
        # The box about a curve: its ends, and where each cubic runs level or upright once turned
        c, s = turn.real, turn.imag
        ends, handles, cubics = _ornaments.of(shape.segments, lambda: _points(shape.segments))
        x0, x1 = _reach([c * u - s * v for u, v in ends], [c * u - s * v for u, v in handles], cubics)
        y0, y1 = _reach([s * u + c * v for u, v in ends], [s * u + c * v for u, v in handles], cubics)
        return x0 + move.real, y0 + move.imag, x1 + move.real, y1 + move.imag
    return _about([turn * point + move for point in points])


def _points(segments: Sequence[Any]) -> tuple[list[Point], list[Point], list[int]]:
    """Where the segments of a curve end, the handles of its cubics, and which segments these are."""
    drawn = [segment for segment in segments if len(segment) > 1]
    cubics = [at for at, segment in enumerate(drawn) if len(segment) > 3]
    handles = [handle for at in cubics for handle in (drawn[at][1:3], drawn[at][3:5])]
    return [segment[-2:] for segment in drawn], handles, cubics


def _reach(ends: list[float], handles: list[float], cubics: list[int]) -> tuple[float, float]:
    """How far a curve reaches in one direction: a cubic whose handles are within the ends of all does not beyond."""
    low, high = min(ends), max(ends)
    if not handles or (low <= min(handles) and max(handles) <= high):
        return low, high
    out = [low, high]
    for at, b, c in zip(cubics, handles[::2], handles[1::2], strict=True):
        if low <= b <= high and low <= c <= high:
            continue
        a, d = ends[at - 1], ends[at]
        qa, qb, qc = d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a
        if abs(qa) < 1e-12:
            roots = [-qc / qb] if abs(qb) > 1e-12 else []
        else:
            under = qb * qb - 4 * qa * qc
            roots = [(-qb + sign * math.sqrt(under)) / (2 * qa) for sign in (1, -1)] if under >= 0 else []
        steps = ((t, 1 - t) for t in roots if 0 < t < 1)
        out += [s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d for t, s in steps]
    return min(out), max(out)


def _about(points: list[complex]) -> Box:
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def _join(boxes: Iterable[Box]) -> Box | None:
    columns = list(zip(*boxes, strict=True))
    return (min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])) if columns else None


def within(shapes: Iterable[Shape], box: Box) -> Iterator[Shape]:
    """The shapes that reach into a box, and of groups that are only moved what of them does."""
    for shape in shapes:
        reach = of((shape,))
        if reach is None or not overlap(reach, box):
            continue
        if isinstance(shape, Group) and not shape.rotate and shape.clip is None:
            x0, y0, x1, y1 = box
            x, y, k = shape.x, shape.y, shape.scale
            own = ((x0 - x) / k, (y0 - y) / k, (x1 - x) / k, (y1 - y) / k)
            yield shape._replace(shapes=tuple(within(shape.shapes, own)))
        else:
            yield shape


def overlap(a: Box, b: Box) -> Box | None:
    """What two boxes share, or None if they do not meet."""
    box = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return box if box[0] <= box[2] and box[1] <= box[3] else None
