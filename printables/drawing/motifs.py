"""Small drawings that several games share, about (0, 0) in a circle of radius 1; board modules build their art here.

Every function returns shapes in units of that radius; colours are given by the caller, who asks the theme for them.
"""

from __future__ import annotations

import math

from printables.scene import Circle, Curve, Point, Polygon, Shape, Style

_EYE: tuple[Point, ...] = ((0.36, -0.3), (0.1, -0.1), (0.17, -0.27))


def disc(ground: str, rim: str, *, at: float = 0.9, width: float = 0.045) -> tuple[Shape, ...]:
    """A token's ground: a full disc and a thin ring inside it, where a cut a little off the line shows least."""
    return (Circle((0, 0), 1, Style(fill=ground)), Circle((0, 0), at, Style(stroke=rim, width=width)))


def triangle(ink: str, eyes: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """An inverted triangle with two slanting eyes: the fox. `hollow` draws its outline only."""
    points = ((-0.6, -0.42), (0.6, -0.42), (0.0, 0.64))
    style = Style(None if hollow else ink, ink, 0.09, cap="round")
    gaze = (Polygon(tuple((side * x, y) for x, y in _EYE), Style(fill=ink if hollow else eyes)) for side in (-1, 1))
    return (Polygon(points, style), *gaze)


def wave(ink: str, eye: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """A wavy line of three bends that ends in a head: the snake. `hollow` draws its outline only."""
    segments: list[tuple[str | float, ...]] = [("M", -0.67, 0.08)]
    bend, x, side = 0.38, -0.67, 1
    for _ in range(3):
        top = 0.08 + side * 0.5
        segments.append(("C", x + bend * 0.4, top, x + bend * 0.6, top, x + bend, 0.08))
        x, side = x + bend, -side
    body = tuple(segments)
    head: tuple[tuple[str | float, ...], ...] = (
        ("M", 0.39, 0.12),
        ("C", 0.32, -0.1, 0.4, -0.28, 0.68, -0.32),
        ("C", 0.77, -0.12, 0.7, 0.1, 0.39, 0.12),
        ("Z",),
    )
    shapes: list[Shape] = [
        Curve(body, Style(stroke=ink, width=0.2, cap="round")),
        Curve(head, Style(fill=ink, stroke=ink, width=0.05, cap="round")),
    ]
    if hollow:
        shapes.append(Curve(body, Style(stroke=eye, width=0.08, cap="round")))
    return (*shapes, Circle((0.53, -0.11), 0.065, Style(fill=eye)))


def dots(ink: str, count: int, *, radius: float = 0.2, apart: float = 0.58) -> tuple[Shape, ...]:
    """`count` dots in a row."""
    start = -apart * (count - 1) / 2
    return tuple(Circle((start + apart * n, 0), radius, Style(fill=ink)) for n in range(count))


def rose(ink: str, fill: str, points: int, *, inner: float, width: float) -> tuple[Shape, ...]:
    """A star of `points` rays of length 1, one half of each ray filled as on a compass; one points straight up."""

    def at(turn: float, radius: float) -> Point:
        angle = 2 * math.pi * turn / points
        return (radius * math.sin(angle), -radius * math.cos(angle))

    halves = (Polygon((at(n, 1), at(n + 0.5, inner), (0, 0)), Style(fill=fill)) for n in range(points))
    edge = tuple(corner for n in range(points) for corner in (at(n, 1), at(n + 0.5, inner)))
    return (*halves, Polygon(edge, Style(stroke=ink, width=width)))
