"""The animals, coins, teeth and card pictures of Wolves & Jackals, drawn about (0, 0) in a circle of radius 1."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printables.drawing import motifs
from printables.scene import Circle, Curve, Group, Line, Point, Polygon, Shape, Style, Text, arc

Points = Sequence[Point]

# Right halves, from the top of the head down to the chin: a broad head with ruffs, a slim one with tall ears.
WOLF: Points = (
    (0.0, -0.34),
    (0.2, -0.42),
    (0.44, -0.78),
    (0.6, -0.34),
    (0.74, 0.06),
    (0.6, 0.1),
    (0.62, 0.32),
    (0.42, 0.32),
    (0.36, 0.5),
    (0.2, 0.5),
    (0.15, 0.7),
    (0.0, 0.78),
)
JACKAL: Points = (
    (0.0, -0.22),
    (0.12, -0.26),
    (0.16, -0.5),
    (0.36, -0.88),
    (0.56, -0.52),
    (0.52, -0.16),
    (0.38, 0.02),
    (0.29, 0.12),
    (0.17, 0.46),
    (0.14, 0.72),
    (0.0, 0.8),
)
_DEER: Points = (
    (0.0, -0.14),
    (0.12, -0.16),
    (0.22, -0.22),
    (0.56, -0.28),
    (0.44, -0.06),
    (0.24, 0.0),
    (0.2, 0.2),
    (0.13, 0.52),
    (0.14, 0.66),
    (0.06, 0.78),
    (0.0, 0.79),
)
_ANTLER = ((0.1, -0.18), (0.2, -0.5), (0.5, -0.62), (0.52, -0.84))
_TINES = (((0.16, -0.38), (0.04, -0.62)), ((0.34, -0.56), (0.32, -0.84)))


def both(half: Points) -> tuple[Point, ...]:
    """A closed outline from its right half, mirrored in the upright through 0."""
    return (*half, *((-x, y) for x, y in reversed(half) if x))


def _pair(points: Points, style: Style) -> tuple[Shape, ...]:
    return tuple(Polygon(tuple((side * x, y) for x, y in points), style) for side in (1, -1))


def wolf(ink: str, ground: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """A broad head with a ruff, low ears and a brow; `hollow` draws its outline."""
    fill, mark = (None, ink) if hollow else (ink, ground)
    return (
        Polygon(both(WOLF), Style(fill, ink, 0.07, cap="round")),
        *_pair(((0.12, -0.08), (0.38, -0.2), (0.3, 0.0)), Style(fill=mark)),
        *_pair(((0.34, -0.42), (0.44, -0.58), (0.5, -0.34)), Style(fill=mark)),
        Polygon(((-0.13, 0.48), (0.13, 0.48), (0.0, 0.64)), Style(fill=mark)),
        *_pair(((0.0, 0.06), (0.09, 0.4)), Style(stroke=mark, width=0.035)),
    )


def jackal(ink: str, ground: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """A slim head with a pointed snout and ears as tall as its face; `hollow` draws its outline."""
    fill, mark = (None, ink) if hollow else (ink, ground)
    return (
        Polygon(both(JACKAL), Style(fill, ink, 0.07, cap="round")),
        *_pair(((0.25, -0.26), (0.27, -0.5), (0.36, -0.66), (0.44, -0.48), (0.4, -0.24)), Style(fill=mark)),
        *_pair(((0.1, 0.0), (0.3, -0.1), (0.24, 0.06)), Style(fill=mark)),
        Polygon(((-0.09, 0.56), (0.09, 0.56), (0.0, 0.68)), Style(fill=mark)),
    )


def stag(ink: str, ground: str, *, hollow: bool = False) -> tuple[Shape, ...]:
    """A deer's head with antlers: the Prey; `hollow`, with a star on its brow: the White Stag."""
    fill = None if hollow else ink
    star: tuple[Shape, ...] = (Group(motifs.rose(ink, ink, 4, inner=0.34, width=0.1), y=-0.72, scale=0.24),)
    antler = Style(stroke=ink, width=0.09, cap="round")
    lines = (_ANTLER, *_TINES)
    return (
        *(Polygon(tuple((side * x, y) for x, y in line), antler, closed=False) for line in lines for side in (1, -1)),
        Polygon(both(_DEER), Style(fill, ink, 0.07, cap="round")),
        *(Circle((side * 0.13, 0.1), 0.05, Style(fill=ink if hollow else ground)) for side in (1, -1)),
        Polygon(((-0.08, 0.6), (0.08, 0.6), (0.0, 0.7)), Style(fill=ink if hollow else ground)),
        *(star if hollow else ()),
    )


def coin(ink: str, ground: str, *, back: bool = False) -> tuple[Shape, ...]:
    """A milled coin with a tooth; on its back a paw."""
    notches = tuple(
        Line((0.83 * math.sin(turn), 0.83 * math.cos(turn)), (0.93 * math.sin(turn), 0.93 * math.cos(turn)), line)
        for line in (Style(stroke=ink, width=0.035),)
        for turn in (2 * math.pi * n / 36 for n in range(36))
    )
    rims = (Circle((0, 0), radius, Style(stroke=ink, width=0.05)) for radius in (0.95, 0.76))
    emblem = Group(paw(ink) if back else fang(ink, ground), scale=0.6)
    return (Circle((0, 0), 1, Style(fill=ground)), *notches, *rims, emblem)


def fang(ink: str, ground: str) -> tuple[Shape, ...]:
    """A long tooth."""
    outline: tuple[tuple[str | float, ...], ...] = (
        ("M", -0.5, -0.75),
        ("C", -0.2, -0.55, 0.2, -0.55, 0.5, -0.75),
        ("C", 0.62, -0.2, 0.4, 0.5, 0.02, 0.95),
        ("C", -0.1, 0.5, -0.62, 0.1, -0.5, -0.75),
        ("Z",),
    )
    gleam: tuple[tuple[str | float, ...], ...] = (("M", -0.26, -0.4), ("C", -0.3, 0.0, -0.1, 0.25, 0.0, 0.4))
    return (Curve(outline, Style(fill=ink)), Curve(gleam, Style(stroke=ground, width=0.09, cap="round")))


def paw(ink: str) -> tuple[Shape, ...]:
    """A print: a pad and four toes."""
    pad: tuple[tuple[str | float, ...], ...] = (
        ("M", 0.0, 0.0),
        ("C", 0.35, 0.0, 0.65, 0.5, 0.45, 0.72),
        ("C", 0.3, 0.85, 0.15, 0.66, 0.0, 0.66),
        ("C", -0.15, 0.66, -0.3, 0.85, -0.45, 0.72),
        ("C", -0.65, 0.5, -0.35, 0.0, 0.0, 0.0),
        ("Z",),
    )
    toes = ((0.24, -0.48, 0.2), (0.66, -0.12, 0.18))
    return (
        Curve(pad, Style(fill=ink)),
        *(Circle((side * x, y), radius, Style(fill=ink)) for x, y, radius in toes for side in (1, -1)),
    )


def tooth(value: int, sides: int, ink: str, ground: str) -> tuple[Shape, ...]:
    """A face of a die: its number (ten shows 0 on ten sides), underlined where it could be read upside down."""
    text = "0" if value == sides == 10 else str(value)
    size = 1.25 if len(text) == 1 else 1.0
    line = (Line((-0.26, 0.62), (0.26, 0.62), Style(stroke=ink, width=0.09)),) if text in ("6", "9") else ()
    return (
        Circle((0, 0), 0.98, Style(fill=ground, stroke=ink, width=0.03)),
        Text(0, 0.35 * size, text, size, "sans-bold", "middle", ink),
        *line,
    )


def ranger(ink: str) -> tuple[Shape, ...]:
    """A drawn bow with an arrow."""
    bow = arc((-0.75, 0.0), 1.15, 40, 140, Style(stroke=ink, width=0.09, cap="round"))
    top, end = (-0.01, -0.88), (-0.01, 0.88)
    string = Style(stroke=ink, width=0.03)
    return (
        bow,
        Line(top, (-0.62, 0.0), string),
        Line((-0.62, 0.0), end, string),
        Line((-0.62, 0.0), (0.72, 0.0), Style(stroke=ink, width=0.05)),
        Polygon(((0.95, 0.0), (0.66, -0.12), (0.66, 0.12)), Style(fill=ink)),
        *(
            Polygon(((-0.62, 0.0), (-0.8, side * 0.14), (-0.52, side * 0.14), (-0.4, 0.0)), Style(fill=ink))
            for side in (1, -1)
        ),
    )


def fire(ink: str, ground: str) -> tuple[Shape, ...]:
    """Flames behind two firs."""
    flame: tuple[tuple[str | float, ...], ...] = (
        ("M", -0.62, 0.62),
        ("C", -0.95, 0.1, -0.5, -0.05, -0.5, -0.5),
        ("C", -0.28, -0.35, -0.22, -0.2, -0.2, -0.05),
        ("C", -0.05, -0.35, 0.0, -0.6, -0.1, -0.95),
        ("C", 0.25, -0.75, 0.4, -0.4, 0.34, -0.1),
        ("C", 0.45, -0.2, 0.5, -0.35, 0.48, -0.48),
        ("C", 0.75, -0.1, 0.95, 0.2, 0.62, 0.62),
        ("Z",),
    )

    def fir(x: float, scale: float) -> Group:
        tiers = tuple(
            Polygon(((0, y), (w, y + 0.34), (-w, y + 0.34)), Style(fill=ink, stroke=ground, width=0.03))
            for y, w in ((-0.1, 0.26), (-0.34, 0.2), (-0.56, 0.14))
        )
        return Group((*tiers, Line((0, 0.24), (0, 0.42), Style(stroke=ink, width=0.09))), x=x, y=0.45, scale=scale)

    return (Curve(flame, Style(fill=ground, stroke=ink, width=0.07)), fir(-0.26, 0.95), fir(0.28, 0.8))


def bite(ink: str) -> tuple[Shape, ...]:
    """Open jaws from which something has slipped."""
    jaws: list[Shape] = []
    for side in (1, -1):
        arch = arc((0, side * 0.1), 0.82, 90 + side * 90 - 78, 90 + side * 90 + 78, Style(stroke=ink, width=0.14))
        teeth = tuple(
            Polygon(((x - 0.11, side * y), (x + 0.11, side * y), (x, side * (y - length))), Style(fill=ink))
            for x, y, length in ((-0.52, 0.62, 0.36), (-0.18, 0.82, 0.3), (0.18, 0.82, 0.3), (0.52, 0.62, 0.36))
        )
        jaws += [arch, *teeth]
    return (*jaws, Group(paw(ink), y=-0.02, scale=0.27))
