"""Emblems for seals, posters and signs over doors, and the signs of maps, in a circle of radius 1 about (0, 0)."""

from __future__ import annotations

from collections.abc import Callable

from printables.drawing import motifs
from printables.handouts.pen import Pen
from printables.scene import Circle, Curve, Group, Line, Point, Polygon, Rect, Shape, Style, Symbol, Use
from printables.text.lines import Inset

Segments = tuple[tuple[str | float, ...], ...]


def _crown(ink: str, ground: str) -> tuple[Shape, ...]:
    spikes = ((-0.8, 0.5), (-0.9, -0.45), (-0.42, 0.02), (0, -0.7), (0.42, 0.02), (0.9, -0.45), (0.8, 0.5))
    balls = (Circle((x, y), 0.11, Style(fill=ink)) for x, y in ((-0.9, -0.52), (0, -0.78), (0.9, -0.52)))
    return (Polygon(spikes, Style(fill=ink)), *balls, Rect(-0.8, 0.56, 1.6, 0.16, Style(fill=ink)))


def _moon(ink: str, ground: str) -> tuple[Shape, ...]:
    return (
        Curve(
            (
                ("M", 0.3, -0.9),
                ("C", -0.95, -0.8, -1.05, 0.75, 0.3, 0.9),
                ("C", -0.35, 0.5, -0.35, -0.5, 0.3, -0.9),
                ("Z",),
            ),
            Style(fill=ink),
        ),
        Group(motifs.rose(ink, ink, 5, inner=0.42, width=0.02), 0.5, 0.0, 0.3),
    )


def _tower(ink: str, ground: str) -> tuple[Shape, ...]:
    wall = (
        (-0.5, 0.9), (-0.42, -0.35), (-0.62, -0.35), (-0.62, -0.85), (-0.36, -0.85), (-0.36, -0.62), (-0.13, -0.62),
        (-0.13, -0.85), (0.13, -0.85), (0.13, -0.62), (0.36, -0.62), (0.36, -0.85), (0.62, -0.85), (0.62, -0.35),
        (0.42, -0.35), (0.5, 0.9),
    )  # fmt: skip
    door: Segments = (
        ("M", -0.17, 0.9),
        ("L", -0.17, 0.5),
        ("C", -0.17, 0.26, 0.17, 0.26, 0.17, 0.5),
        ("L", 0.17, 0.9),
        ("Z",),
    )
    return (
        Polygon(wall, Style(fill=ink)),
        Curve(door, Style(fill=ground)),
        Rect(-0.07, -0.2, 0.14, 0.32, Style(fill=ground)),
    )


def _key(ink: str, ground: str) -> tuple[Shape, ...]:
    bow = Circle((0, -0.55), 0.3, Style(stroke=ink, width=0.17))
    shaft = Rect(-0.085, -0.25, 0.17, 1.15, Style(fill=ink))
    bits = (Rect(0.0, 0.45, 0.42, 0.15, Style(fill=ink)), Rect(0.0, 0.74, 0.34, 0.15, Style(fill=ink)))
    return (bow, shaft, *bits)


def _tankard(ink: str, ground: str) -> tuple[Shape, ...]:
    handle: Segments = (("M", 0.42, -0.3), ("C", 1.0, -0.4, 1.0, 0.55, 0.42, 0.5))
    foam = tuple(Circle((x, -0.5), 0.2, Style(fill=ink)) for x in (-0.42, -0.14, 0.14, 0.42))
    bands = (Line((-0.5, -0.1), (0.5, -0.1), Style(stroke=ground, width=0.07)),
             Line((-0.53, 0.55), (0.53, 0.55), Style(stroke=ground, width=0.07)))  # fmt: skip
    body = Polygon(((-0.48, -0.5), (0.48, -0.5), (0.56, 0.85), (-0.56, 0.85)), Style(fill=ink))
    return (Curve(handle, Style(stroke=ink, width=0.15)), body, *foam, *bands)


def _skull(ink: str, ground: str) -> tuple[Shape, ...]:
    dome: Segments = (
        ("M", -0.4, 0.4),
        ("C", -1.0, 0.1, -0.85, -0.9, 0.0, -0.9),
        ("C", 0.85, -0.9, 1.0, 0.1, 0.4, 0.4),
        ("L", 0.36, 0.85),
        ("L", -0.36, 0.85),
        ("Z",),
    )
    gaze = (Circle((side * 0.32, -0.12), 0.2, Style(fill=ground)) for side in (-1, 1))
    teeth = (Line((x, 0.58), (x, 0.85), Style(stroke=ground, width=0.05)) for x in (-0.18, 0.0, 0.18))
    return (
        Curve(dome, Style(fill=ink)),
        *gaze,
        Polygon(((0, 0.12), (0.1, 0.36), (-0.1, 0.36)), Style(fill=ground)),
        *teeth,
    )


# Devices for seals, posters and signs, in a circle of radius 1: an ink on a ground.
EMBLEMS: dict[str, Callable[[str, str], tuple[Shape, ...]]] = {
    "fox": motifs.triangle,
    "snake": motifs.wave,
    "rose": lambda ink, ground: motifs.rose(ink, ink, 8, inner=0.5, width=0.05),
    "crown": _crown,
    "moon": _moon,
    "tower": _tower,
    "key": _key,
    "tankard": _tankard,
    "skull": _skull,
}


def emblem(name: str, x: float, y: float, radius: float, pen: Pen) -> Use:
    """An emblem of that name. Raises KeyError."""
    symbol = Symbol(f"emblem-{name}", EMBLEMS[name](pen.ink("ink"), pen.ink("paper")))
    return Use(symbol, x, y, radius, classes=f"emblem {name}", title=name)


def _zigzag(*points: Point, ink: str, width: float = 0.1, fill: str | None = None) -> Polygon:
    return Polygon(points, Style(fill=fill, stroke=ink, width=width, cap="round"), closed=fill is not None)


def map_signs(pen: Pen) -> dict[str, tuple[Shape, ...]]:
    """What a map's legend explains, each in a circle of radius 1."""
    ink, paper = pen.ink("ink"), pen.ink("paper")
    shade = pen.tint(0.55)
    tree = (Line((0, 0.3), (0, 0.75), Style(stroke=ink, width=0.12)), Circle((0, -0.1), 0.45, Style(paper, ink, 0.1)))
    house = (
        Rect(-0.5, -0.1, 1.0, 0.75, Style(paper, ink, 0.1)),
        _zigzag((-0.65, -0.1), (0, -0.7), (0.65, -0.1), ink=ink, fill=shade),
    )
    return {
        "mountain": (
            _zigzag((-0.95, 0.6), (-0.3, -0.7), (0.3, 0.6), ink=ink, fill=paper),
            _zigzag((-0.3, -0.7), (0.3, 0.6), (-0.12, 0.6), ink=ink, width=0.04, fill=shade),
            _zigzag((0.1, 0.2), (0.45, -0.3), (0.95, 0.6), ink=ink),
        ),
        "hills": tuple(
            Curve((("M", x - 0.5, 0.4), ("C", x - 0.35, -0.5, x + 0.35, -0.5, x + 0.5, 0.4)), Style(paper, ink, 0.1))
            for x in (-0.45, 0.4)
        ),
        "forest": (Group(tree, -0.45, 0.1, 0.8), Group(tree, 0.45, 0.1, 0.8), Group(tree, 0.0, 0.25, 0.9)),
        "river": tuple(
            Curve((("M", -0.9, y), ("C", -0.4, y - 0.7, 0.3, y + 0.7, 0.9, y)), Style(stroke=ink, width=0.09))
            for y in (-0.15, 0.2)
        ),
        "road": (Line((-0.95, 0), (0.95, 0), Style(stroke=ink, width=0.16, dash=(0.3, 0.22))),),
        "village": (Group(house, -0.35, 0.1, 0.7), Group(house, 0.45, 0.25, 0.6)),
        "town": (Group(_tower(ink, paper), -0.35, -0.05, 0.8), Group(house, 0.45, 0.2, 0.75)),
        "tower": _tower(ink, paper),
        "ruin": (
            _zigzag((-0.7, 0.7), (-0.7, -0.4), (-0.5, -0.1), (-0.3, -0.6), (-0.3, 0.7), ink=ink, fill=shade),
            _zigzag((0.2, 0.7), (0.2, 0.1), (0.4, 0.3), (0.6, -0.2), (0.7, 0.7), ink=ink, fill=shade),
        ),
        "cave": (
            Curve((("M", -0.85, 0.65), ("C", -0.8, -0.9, 0.8, -0.9, 0.85, 0.65), ("Z",)), Style(paper, ink, 0.1)),
            Curve((("M", -0.45, 0.65), ("C", -0.4, -0.3, 0.4, -0.3, 0.45, 0.65), ("Z",)), Style(fill=ink)),
        ),
        "bridge": (
            Curve((("M", -0.9, 0.3), ("C", -0.4, -0.45, 0.4, -0.45, 0.9, 0.3)), Style(stroke=ink, width=0.12)),
            Curve((("M", -0.9, 0.6), ("C", -0.4, -0.15, 0.4, -0.15, 0.9, 0.6)), Style(stroke=ink, width=0.12)),
        ),
        "camp": (
            _zigzag((-0.8, 0.6), (0, -0.7), (0.8, 0.6), ink=ink, fill=paper),
            _zigzag((-0.2, 0.6), (0, -0.1), (0.2, 0.6), ink=ink, fill=ink),
        ),
        "treasure": (
            Line((-0.6, -0.6), (0.6, 0.6), Style(stroke=ink, width=0.26)),
            Line((0.6, -0.6), (-0.6, 0.6), Style(stroke=ink, width=0.26)),
        ),
        "danger": _skull(ink, paper),
    }  # fmt: skip


def pictures(pen: Pen) -> dict[str, Inset]:
    """Every picture that a handout's text may name: `![a fox](sign:fox)`, `![forest](map:forest)`."""
    ink, paper = pen.ink("ink"), pen.ink("paper")
    signs = {f"sign:{name}": Symbol(f"sign-{name}", draw(ink, paper)) for name, draw in EMBLEMS.items()}
    maps = {f"map:{name}": Symbol(f"map-{name}", shapes) for name, shapes in map_signs(pen).items()}
    return {name: Inset(symbol, height=1.5, alone=6.0) for name, symbol in {**signs, **maps}.items()}
