"""Frames and edges: a stepped frame, a plait on a ring, a wattle fence, teeth and tiles along a side. Lengths mm."""

from __future__ import annotations

import math
from itertools import pairwise

from printables.drawing.linocut import hand
from printables.drawing.linocut.hand import Segments
from printables.scene import Circle, Curve, Point, Shape, Style, Symbol, Use
from printables.scene.layout import Area
from printables.scene.theme import Theme

NOTCH = 7.0
TURNS = 40  # of a plait: each has two crossings


def stepped(area: Area, inset: float, notch: float) -> Segments:
    """A rectangle whose corners step in."""
    a, b = area.x + inset, area.y + inset
    c, d = area.right - inset, area.bottom - inset
    k = notch
    return hand.polygon(
        (
            *((a + k, b), (c - k, b), (c - k, b + k), (c, b + k)),
            *((c, d - k), (c - k, d - k), (c - k, d), (a + k, d)),
            *((a + k, d - k), (a, d - k), (a, b + k), (a + k, b + k)),
        )
    )


def frame(area: Area, theme: Theme, *, accent: str) -> tuple[Shape, ...]:
    """The frame of a sheet: a rule of 1.4 mm, a hairline inside it, a diamond in each stepped corner."""
    k = min(NOTCH, area.width / 12, area.height / 12)
    ink = theme.ink("border")
    outer, inner = stepped(area, 0, k), stepped(area, 1.4, k)
    shapes: list[Shape] = [Curve(inner, Style(fill=theme.ink("sheet")))] if theme.ink("sheet") != "#ffffff" else []
    if theme.outline:
        shapes += [Curve(path, Style(stroke=theme.ink("ink"), width=0.25)) for path in (outer, inner)]
    else:
        shapes.append(hand.filled(ink, outer, hand.hole(inner)))
    shapes.append(Curve(stepped(area, 2.7, k), Style(stroke=ink, width=0.3)))
    reach = 0.36 * k
    for x in (area.x + 0.56 * k, area.right - 0.56 * k):
        for y in (area.y + 0.56 * k, area.bottom - 0.56 * k):
            diamond = hand.star((x, y), reach, 4, math.sqrt(0.5))
            shapes.append(hand.filled(accent, diamond, hand.hole(hand.star((x, y), 0.42 * reach, 4, math.sqrt(0.5)))))
    return tuple(shapes)


def plain(area: Area, theme: Theme, thick: float) -> tuple[Shape, ...]:
    """A plain dark frame of that thickness, inside an area."""
    outer = hand.box(*area)
    inner = hand.box(*area.within(thick))
    if theme.outline:
        return tuple(Curve(path, Style(stroke=theme.ink("ink"), width=0.25)) for path in (outer, inner))
    return (hand.filled(theme.ink("border"), outer, hand.hole(inner)),)


def plait(radius: float, reach: float, theme: Theme, inks: tuple[str, str], case: str) -> tuple[Shape, ...]:
    """One of the TURNS of a plait on a ring about (0, 0), its two crossings; as outlines, both strands are hollow.

    At every crossing the strand that goes under comes first, then a casing over the middle of the other, then that.
    """
    width, half = 0.72 * reach, 180 / TURNS

    def piece(strand: int, start: float, end: float) -> Segments:
        points = []
        for number in range(5):
            angle = start + (end - start) * number / 4
            wave = math.sin(math.radians(TURNS * angle) + math.pi * strand)
            points.append(hand.polar((0, 0), radius + reach * wave, angle))
        return hand.spline(points, closed=False)

    shapes: list[Shape] = []
    for over in (0, 1):
        for number in (0, 1):
            strand, middle = (number + over) % 2, number * half
            line = piece(strand, middle - half / 2 - 0.06, middle + half / 2 + 0.06)
            if over:
                casing = piece(strand, middle - 0.3 * half, middle + 0.3 * half)
                shapes.append(Curve(casing, Style(stroke=case, width=width + 0.8)))
            shapes.append(Curve(line, Style(stroke=inks[strand], width=width)))
            shapes.append(Curve(line, Style(stroke=case, width=width - 0.5 if theme.outline else 0.15 * width)))
    return tuple(shapes)


def along(a: Point, b: Point, pitch: float) -> list[Point]:
    """Points from a to b about so far apart, both ends among them."""
    count = max(1, round(math.dist(a, b) / pitch))
    return [(a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count) for n in range(count + 1)]


def outline(cells: dict[tuple[int, int], tuple[Point, ...]]) -> list[list[Point]]:
    """The edge of cells that share whole sides, as loops of their corners: sides that two cells share are none."""

    def key(point: Point) -> tuple[int, int]:
        return round(100 * point[0]), round(100 * point[1])

    shared = {
        (key(a), key(b)) for corners in cells.values() for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    }
    starts: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for corners in cells.values():
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (key(b), key(a)) not in shared:
                starts.setdefault(key(a), []).append((a, b))
    loops: list[list[Point]] = []
    while starts:
        first = min(starts)
        here, loop = first, []
        while here in starts:
            a, b = starts[here].pop()
            if not starts[here]:
                del starts[here]
            loop.append(a)
            here = key(b)
        loops.append(loop)
    return loops


def fence(loop: list[Point], theme: Theme) -> tuple[Shape, ...]:
    """A wattle fence along a loop of equal sides: two rails woven about posts. A side is a symbol, used all round."""
    side = math.dist(loop[0], loop[1])
    posts = max(3, round(side / 4.6))
    ink, rails = theme.ink("border"), (theme.ink("earth"), theme.ink("grain"))
    shapes: list[Shape] = []
    for number, colour in enumerate(rails):
        wave = [
            (side * part / (2 * posts), 0.75 * math.sin(math.pi * (part / 2 + number))) for part in range(2 * posts + 1)
        ]
        line = hand.spline(wave, closed=False)
        widths = ((ink, 0.5),) if theme.outline else ((ink, 1.15), (colour, 0.75))
        shapes += [Curve(line, Style(stroke=paint, width=width, cap="round")) for paint, width in widths]
    for number in range(posts):
        post = Style(fill=theme.ink("space"), stroke=ink, width=0.33)
        shapes.append(Circle((side * number / posts, 0), 0.88, post))
    symbol = Symbol(f"fence-{side:.1f}", tuple(shapes))
    out: list[Shape] = []
    for a, b in zip(loop, (*loop[1:], loop[0]), strict=True):
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        out.append(Use(symbol, round(a[0], 3), round(a[1], 3), rotate=round(turn, 3)))
    return tuple(out)


def hull(points: list[Point]) -> list[Point]:
    """The smallest convex outline about points, clockwise on the page."""
    ordered = sorted({(round(x, 6), round(y, 6)) for x, y in points})

    def half(some: list[Point]) -> list[Point]:
        out: list[Point] = []
        for x, y in some:
            while len(out) > 1:
                (ax, ay), (bx, by) = out[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-6:
                    break
                out.pop()
            out.append((x, y))
        return out

    lower, upper = half(ordered), half(ordered[::-1])
    return lower[:-1] + upper[:-1]


def grown(outline: list[Point], by: float) -> list[Point]:
    """A convex outline, clockwise, with every side moved outwards."""
    lines = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        span = math.dist(a, b)
        dx, dy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
        lines.append(((a[0] + dy * by, a[1] - dx * by), (dx, dy)))
    out = []
    for (p, d), (q, e) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        cross = d[0] * e[1] - d[1] * e[0]
        t = ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / cross
        out.append((p[0] + t * d[0], p[1] + t * d[1]))
    return out


def scallops(outline: list[Point], radius: float) -> Segments:
    """Round tiles along an outline, each side with a whole number of them."""
    tiles = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        row = along(a, b, 2 * radius)
        tiles += [
            hand.circle((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, math.dist(p, q) / 2 - 0.05 * radius)
            for p, q in pairwise(row)
        ]
    return hand.joined(tiles)
