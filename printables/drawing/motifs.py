"""Small drawings that several games share, about (0, 0) in a circle of radius 1; board modules build their art here.

Every function returns shapes in units of that radius; colours are given by the caller, who asks the theme for them.
"""

from __future__ import annotations

import math

from printables.scene import Circle, Curve, Point, Polygon, Shape, Style


def disc(ground: str, rim: str, *, at: float = 0.9, width: float = 0.045) -> tuple[Shape, ...]:
    """A token's ground: a full disc and a thin ring inside it, where a cut a little off the line shows least."""
    return (Circle((0, 0), 1, Style(fill=ground)), Circle((0, 0), at, Style(stroke=rim, width=width)))


def dots(ink: str, count: int, *, radius: float = 0.2, apart: float = 0.58) -> tuple[Shape, ...]:
    """`count` dots in a row."""
    start = -apart * (count - 1) / 2
    return tuple(Circle((start + apart * n, 0), radius, Style(fill=ink)) for n in range(count))


def rose(ink: str, fill: str, points: int, *, inner: float, width: float) -> tuple[Shape, ...]:
    """A star of `points` rays of length 1, one half of each ray filled as on a compass; one points straight up."""

    def at(turn: float, radius: float) -> Point:
        angle = 2 * math.pi * turn / points
        return (radius * math.sin(angle), -radius * math.cos(angle))

    rays = [(at(n, 1), at(n + 0.5, inner)) for n in range(points)]
    halves = tuple(part for a, b in rays for part in (("M", *a), ("L", *b), ("L", 0.0, 0.0), ("Z",)))
    edge = tuple(corner for ray in rays for corner in ray)
    return (Curve(halves, Style(fill=fill)), Polygon(edge, Style(stroke=ink, width=width)))
