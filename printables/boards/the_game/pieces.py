"""The emblems of The Game, a sun and a moon, drawn about (0, 0) in a circle of radius 1. The originals are lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printables.components import TokenKind
from printables.drawing import motifs
from printables.geometry import Place
from printables.scene import Circle, Curve, Group, Point, Polygon, Shape, Style, Symbol
from printables.theme import Theme

RAYS = 12


def tokens(theme: Theme, count: int) -> tuple[TokenKind, ...]:
    """The sun's pieces, light, and the moon's, dark; the back of each is its emblem in outline."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))
    return (
        TokenKind(
            "piece-a",
            "Sun",
            "Suns",
            count,
            Symbol("piece-a-front", (*motifs.disc(light, ink, at=0.92, width=0.07), *sun(ink, light))),
            Symbol("piece-a-back", (*motifs.disc(light, ink, at=0.92, width=0.07), *sun(ink, light, hollow=True))),
            light,
        ),
        TokenKind(
            "piece-b",
            "Moon",
            "Moons",
            count,
            Symbol("piece-b-front", (*motifs.disc(dark, light, at=0.92, width=0.07), *moon(light))),
            Symbol("piece-b-back", (*motifs.disc(dark, light, at=0.92, width=0.07), *moon(light, hollow=True))),
            dark,
        ),
    )


def sun(ink: str, ground: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """A disc within a wreath of pointed rays."""
    shapes: list[Shape] = []
    for number in range(RAYS):
        turn = 2 * math.pi * number / RAYS

        def at(angle: float, radius: float) -> Point:
            return radius * math.sin(angle), -radius * math.cos(angle)

        half = math.pi / RAYS * 0.62
        ray = (at(turn - half, 0.46), at(turn, 0.78 if number % 2 == 0 else 0.66), at(turn + half, 0.46))
        shapes.append(Polygon(ray, Style(None if hollow else ink, ink, 0.03)))
    shapes.append(Circle((0, 0), 0.36, Style(None if hollow else ink, ink, 0.05)))
    if not hollow:
        shapes.append(Circle((0, 0), 0.22, Style(stroke=ground, width=0.05)))
    return tuple(shapes)


def moon(ink: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """A crescent with a star in its arms."""
    bow = 0.7 * 4 / 3 * math.tan(math.pi / 8)
    crescent = Curve(
        (
            ("M", 0.28, -0.64),
            ("C", -0.2, -0.86, -0.7, -bow - 0.12, -0.7, 0.0),
            ("C", -0.7, bow + 0.12, -0.2, 0.86, 0.28, 0.64),
            ("C", -0.12, 0.52, -0.3, 0.28, -0.3, 0.0),
            ("C", -0.3, -0.28, -0.12, -0.52, 0.28, -0.64),
            ("Z",),
        ),
        Style(None if hollow else ink, ink, 0.04, cap="round"),
    )
    star = tuple(
        (
            0.34 + (0.3 if n % 2 == 0 else 0.12) * math.sin(math.pi * n / 5),
            -(0.3 if n % 2 == 0 else 0.12) * math.cos(math.pi * n / 5),
        )
        for n in range(10)
    )
    return (crescent, Polygon(star, Style(None if hollow else ink, ink, 0.04)))


def emblems(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """Each Basis: its emblem, faint, in a double frame."""
    soft = theme.ink("soft")
    drawn = (sun(theme.ink("faint"), theme.ink("space")), moon(theme.ink("faint")))
    shapes: list[Shape] = []
    for place, shape, name in zip(places, drawn, ("sun", "moon"), strict=True):
        x, y = place.x, place.y
        half = 0.45 * side
        frame = Polygon(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)),
            Style(stroke=soft, width=0.03 * side),
        )
        shapes.append(Group((frame, Group(shape, x=x, y=y, scale=0.42 * side)), classes=f"basis {name}"))
    return tuple(shapes)
