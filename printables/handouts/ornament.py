"""Old printers' ornaments as vectors: rules, frames, corners, seals, nails, compass roses and stamps.

Everything is drawn about (0, 0) or from a top left corner in mm, in the inks of a Pen.
"""

from __future__ import annotations

import math
import random

from printables.drawing import emblems, motifs, pictures
from printables.handouts.pen import Pen, mixed
from printables.scene import POINT, Circle, Curve, Group, Line, Polygon, Rect, Shape, Style, Text, colour
from printables.scene.addition import added
from printables.text import fonts

Segments = tuple[tuple[str | float, ...], ...]


def rule(x: float, y: float, width: float, pen: Pen, role: str = "ink") -> Group:
    """A rule that swells toward a lozenge in its middle; (x, y) is the middle."""
    ink = pen.ink(role)
    half, thick = width / 2, min(0.55, width / 120)
    shapes: list[Shape] = []
    for side in (-1, 1):
        near, far = side * 3.2, side * half
        segments: Segments = (
            ("M", far, 0.0),
            ("C", far - side * half * 0.4, -thick * 0.2, near + side * half * 0.3, -thick, near, -thick),
            ("C", near - side * 0.5, -thick * 0.4, near - side * 0.5, thick * 0.4, near, thick),
            ("C", near + side * half * 0.3, thick, far - side * half * 0.4, thick * 0.2, far, 0.0),
            ("Z",),
        )
        shapes.append(Curve(segments, Style(fill=ink)))
        shapes.append(Circle((side * 2.3, 0), 0.28, Style(fill=ink)))
    shapes.append(Polygon(((-1.5, 0), (0, -1.0), (1.5, 0), (0, 1.0)), Style(fill=ink)))
    return Group(tuple(shapes), x, y, classes="rule")


def double_rule(x: float, y: float, width: float, pen: Pen) -> Group:
    """A thick line over a thin one, from (x, y) to the right."""
    return Group(
        (Line((0, 0), (width, 0), pen.line(0.7)), Line((0, 0.9), (width, 0.9), pen.line(0.2))), x, y, classes="rule"
    )


def frame(x: float, y: float, width: float, height: float, pen: Pen, inset: float = 5.0) -> Group:
    """A border of two lines, its corners cut in by quarter circles with a leaf in each."""
    outer = _notched(0, 0, width, height, inset, pen.line(0.7))
    inner = _notched(1.5, 1.5, width - 3, height - 3, inset, pen.line(0.22))
    corners = []
    for cx, cy, turn in ((0, 0, 0.0), (width, 0, 90.0), (width, height, 180.0), (0, height, 270.0)):
        corners.append(Group(_leaf(inset, pen), cx, cy, rotate=turn))
    return Group((outer, inner, *corners), x, y, classes="frame")


def _notched(x: float, y: float, width: float, height: float, cut: float, style: Style) -> Curve:
    k = 0.5523 * cut
    x1, y1 = x + width, y + height
    return Curve(
        (
            ("M", x + cut, y),
            ("L", x1 - cut, y),
            ("C", x1 - cut, y + k, x1 - k, y + cut, x1, y + cut),
            ("L", x1, y1 - cut),
            ("C", x1 - k, y1 - cut, x1 - cut, y1 - k, x1 - cut, y1),
            ("L", x + cut, y1),
            ("C", x + cut, y1 - k, x + k, y1 - cut, x, y1 - cut),
            ("L", x, y + cut),
            ("C", x + k, y + cut, x + cut, y + k, x + cut, y),
            ("Z",),
        ),
        style,
    )


def _leaf(size: float, pen: Pen) -> tuple[Shape, ...]:
    """A small leaf that points from a corner to the middle, with a dot on each side."""
    s = size * 0.62
    blade: Segments = (
        ("M", 0.12 * s, 0.12 * s),
        ("C", 0.62 * s, 0.05 * s, 0.85 * s, 0.4 * s, 0.95 * s, 0.95 * s),
        ("C", 0.4 * s, 0.85 * s, 0.05 * s, 0.62 * s, 0.12 * s, 0.12 * s),
        ("Z",),
    )
    dot = Style(fill=pen.ink("ink"))
    return (
        Curve(blade, Style(fill=pen.ink("ink"))),
        Circle((1.02 * s, 0.24 * s), 0.07 * s, dot),
        Circle((0.24 * s, 1.02 * s), 0.07 * s, dot),
    )


def nail(x: float, y: float, pen: Pen, scale: float = 1.0) -> Group:
    """The head of a square nail that holds a paper, 4 mm wide at full scale, and its shadow."""
    shade, iron, light = pen.tint(0.3), pen.tint(0.85), pen.tint(0.4)
    facets = (
        Circle((0.5, 0.6), 2.1, Style(fill=shade)),
        Polygon(((-1.7, -1.4), (1.4, -1.8), (1.8, 1.5), (-1.3, 1.8)), Style(fill=iron)),
        Polygon(((-1.7, -1.4), (1.4, -1.8), (0.1, 0.0)), Style(fill=light)),
        Polygon(((-1.7, -1.4), (0.1, 0.0), (-1.3, 1.8)), Style(fill=pen.tint(0.62))),
    )
    return Group(facets, x, y, scale, classes="nail")


def seal(x: float, y: float, radius: float, device: str, pen: Pen, seed: str) -> Group:
    """A wax seal with a device: an emblem's name, or one or two letters. In relief, so that grey prints tell it."""
    chance = random.Random(f"seal {seed}")
    wax, deep, light = pen.red, _shade(pen.red, 0.35, "#000000"), _shade(pen.red, 0.45, "#ffffff")
    phase = [(k, chance.uniform(0, 6.28), chance.uniform(0.02, 0.06)) for k in (2, 3, 5, 7)]
    edge = []
    for n in range(64):
        turn = math.tau * n / 64
        far = 1.14 + added(part * math.sin(k * turn + shift) for k, shift, part in phase)
        edge.append((far * math.cos(turn), far * math.sin(turn)))
    shapes: list[Shape] = [
        Polygon(tuple((px + 0.05, py + 0.06) for px, py in edge), Style(fill=deep)),
        Polygon(tuple(edge), Style(fill=wax)),
        Circle((0.0, 0.0), 0.84, Style(fill=deep)),
        Circle((0.03, 0.04), 0.8, Style(fill=wax)),
        Circle((0.0, 0.0), 0.7, Style(stroke=light, width=0.025)),
    ]
    shapes += _device(device, light, wax)
    return Group(
        tuple(shapes), x, y, radius, chance.uniform(-14, 14), classes="seal", title=f"seal: {device.rpartition('/')[2]}"
    )


def _device(device: str, ink: str, ground: str) -> tuple[Shape, ...]:
    if device in emblems.names("signs") or pictures.meant(device):
        return (Group(emblems.draw("signs", device, ink, ground), scale=0.6),)
    letters = device[:2].upper()
    size = 0.86 if len(letters) == 1 else 0.62
    return (Text(0, fonts.cap_height("cinzel", size) / 2, letters, size, "cinzel", "middle", ink),)


def _shade(base: str, part: float, toward: str) -> str:
    return mixed(colour.rgb(base), colour.rgb(toward), part)


def compass(x: float, y: float, radius: float, pen: Pen) -> Group:
    """A compass rose; the lily's place is taken by an N."""
    ink = pen.ink("ink")
    size = 0.34 * radius
    return Group(
        (
            Circle((0, 0), 0.62 * radius, Style(stroke=ink, width=0.2)),
            Circle((0, 0), 0.55 * radius, Style(stroke=ink, width=0.12)),
            Group(motifs.rose(ink, pen.tint(0.5), 8, inner=0.35, width=0.03), rotate=22.5, scale=0.52 * radius),
            Group(motifs.rose(ink, ink, 4, inner=0.26, width=0.02), scale=0.86 * radius),
            Text(0, -0.92 * radius, "N", size, "cinzel", "middle", ink),
        ),
        x,
        y,
        classes="compass",
    )


def stamp(x: float, y: float, word: str, pen: Pen, turn: float = -12.0) -> Group:
    """A word in a frame, as a rubber or wooden stamp leaves it."""
    points = 17.0
    wide = pen.wide(word, points, "cinzel", 0.12)
    high = points * POINT
    ink = pen.red
    box = Rect(-wide / 2 - 3, -0.78 * high, wide + 6, 1.5 * high, Style(stroke=ink, width=0.9), corner=1.2)
    return Group((box, pen.text(0, 0.33 * high, word, points, "cinzel", "middle", ink, spread=0.12)), x, y, rotate=turn)
