"""The snails and the marker of their trail, drawn about (0, 0) in a circle of radius 1."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printables.components import TokenKind
from printables.drawing import motifs
from printables.geometry import Place
from printables.scene import Circle, Curve, Group, Line, Point, Polygon, Shape, Style, Symbol
from printables.theme import Theme


def tokens(theme: Theme, markers: int) -> tuple[TokenKind, ...]:
    """Snail A, light and crawling right; snail B, dark and crawling left; markers enough for the whole board."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def player(seat: str, ground: str, line: str, side: int) -> TokenKind:
        kind = f"snail-{seat.lower()}"
        front = Symbol(f"{kind}-front", (*motifs.disc(ground, line), *snail(line, ground, side)))
        shell = Polygon(spiral(0, 0, 0.66, 2.75, side), Style(stroke=line, width=0.14, cap="round"), closed=False)
        back = Symbol(f"{kind}-back", (*motifs.disc(ground, line), shell))
        return TokenKind(kind, f"Snail {seat}", f"Snail {seat}", 1, front, back, ground)

    marker = Symbol("trail-front", (*motifs.disc(light, ink), *trace(ink)))
    plain = Symbol("trail-back", (*motifs.disc(light, ink), Circle((0, 0), 0.5, Style(stroke=ink, width=0.12))))
    return (
        player("A", light, ink, 1),
        player("B", dark, light, -1),
        TokenKind("trail", "Trail marker", "Trail markers", markers, marker, plain, light, flat=True),
    )


def spiral(x: float, y: float, radius: float, turns: float, side: int) -> tuple[Point, ...]:
    """Points of a spiral from its middle to its rim, wound clockwise (side 1) or the other way (-1)."""
    count = int(turns * 18)
    return tuple(
        (
            x + side * radius * n / count * math.sin(2 * math.pi * turns * n / count),
            y - radius * n / count * math.cos(2 * math.pi * turns * n / count),
        )
        for n in range(count + 1)
    )


def snail(line: str, ground: str, side: int) -> tuple[Shape, ...]:
    """A snail from the side; it crawls right (side 1) or left (-1)."""

    def at(x: float, y: float) -> Point:
        return side * x, y

    body = Curve(
        (
            ("M", *at(-0.74, 0.5)),
            ("C", *at(-0.5, 0.38), *at(-0.4, 0.3), *at(-0.2, 0.3)),
            ("L", *at(0.24, 0.28)),
            ("C", *at(0.36, 0.2), *at(0.34, -0.02), *at(0.44, -0.14)),
            ("C", *at(0.54, -0.24), *at(0.72, -0.2), *at(0.74, -0.06)),
            ("C", *at(0.76, 0.06), *at(0.62, 0.1), *at(0.6, 0.22)),
            ("C", *at(0.58, 0.36), *at(0.56, 0.5), *at(0.42, 0.5)),
            ("Z",),
        ),
        Style(fill=line, stroke=line, width=0.04, cap="round"),
    )
    horn = Style(stroke=line, width=0.07, cap="round")
    horns = [(at(0.52, -0.16), at(0.46, -0.46)), (at(0.66, -0.14), at(0.74, -0.42))]
    eyes = tuple(Circle(tip, 0.065, Style(fill=line)) for _, tip in horns)
    x, y = at(-0.12, -0.04)
    shell = Circle((x, y), 0.45, Style(fill=ground, stroke=line, width=0.09))
    coil = Polygon(spiral(x, y, 0.36, 2.5, side), Style(stroke=line, width=0.075, cap="round"), closed=False)
    return (body, *(Line(a, b, horn) for a, b in horns), *eyes, shell, coil)


def trace(ink: str) -> tuple[Shape, ...]:
    """What a snail leaves behind: a winding streak between two drops."""
    streak = Curve(
        (
            ("M", -0.5, 0.3),
            ("C", -0.3, -0.3, -0.12, -0.3, 0, 0),
            ("C", 0.12, 0.3, 0.3, 0.3, 0.5, -0.3),
        ),
        Style(stroke=ink, width=0.2, cap="round"),
    )
    return (streak, *(Circle(spot, 0.1, Style(fill=ink)) for spot in ((-0.3, -0.42), (0.3, 0.42))))


def shells(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """A faint shell in each square where a snail starts."""
    style = Style(stroke=theme.ink("faint"), width=0.05 * side, cap="round")
    return tuple(
        Group((Polygon(spiral(place.x, place.y, 0.34 * side, 2.75, turn), style, closed=False),), classes="start")
        for place, turn in zip(places, (1, -1), strict=True)
    )
