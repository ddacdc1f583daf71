"""Old printers' ornaments as vectors: rules, frames, corners, seals, nails, emblems and signs for maps.

Everything is drawn about (0, 0) or from a top left corner in mm, in the inks of a Pen.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from printables import art
from printables.handouts.pen import Pen
from printables.lines import POINT, Inset
from printables.render import fonts
from printables.scene import Circle, Curve, Group, Line, Point, Polygon, Rect, Shape, Style, Symbol, Text, Use

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


def nail(x: float, y: float, pen: Pen) -> Group:
    """The head of a square nail that holds a paper, and its shadow."""
    shade, iron, light = pen.tint(0.3), pen.tint(0.85), pen.tint(0.4)
    facets = (
        Circle((0.5, 0.6), 2.1, Style(fill=shade)),
        Polygon(((-1.7, -1.4), (1.4, -1.8), (1.8, 1.5), (-1.3, 1.8)), Style(fill=iron)),
        Polygon(((-1.7, -1.4), (1.4, -1.8), (0.1, 0.0)), Style(fill=light)),
        Polygon(((-1.7, -1.4), (0.1, 0.0), (-1.3, 1.8)), Style(fill=pen.tint(0.62))),
    )
    return Group(facets, x, y, classes="nail")


def seal(x: float, y: float, radius: float, device: str, pen: Pen, seed: str) -> Group:
    """A wax seal with a device: an emblem's name, or one or two letters. Dark wax in relief, so that grey prints tell it."""
    chance = random.Random(f"seal {seed}")
    wax, deep, light = pen.red, _shade(pen.red, 0.35, "#000000"), _shade(pen.red, 0.45, "#ffffff")
    phase = [(k, chance.uniform(0, 6.28), chance.uniform(0.02, 0.06)) for k in (2, 3, 5, 7)]
    edge = []
    for n in range(64):
        turn = math.tau * n / 64
        far = 1.14 + sum(part * math.sin(k * turn + shift) for k, shift, part in phase)
        edge.append((far * math.cos(turn), far * math.sin(turn)))
    shapes: list[Shape] = [
        Polygon(tuple((px + 0.05, py + 0.06) for px, py in edge), Style(fill=deep)),
        Polygon(tuple(edge), Style(fill=wax)),
        Circle((0.0, 0.0), 0.84, Style(fill=deep)),
        Circle((0.03, 0.04), 0.8, Style(fill=wax)),
        Circle((0.0, 0.0), 0.7, Style(stroke=light, width=0.025)),
    ]
    shapes += _device(device, light, wax)
    return Group(tuple(shapes), x, y, radius, chance.uniform(-14, 14), classes="seal", title=f"seal: {device}")


def _device(device: str, ink: str, ground: str) -> tuple[Shape, ...]:
    if device in EMBLEMS:
        return (Group(EMBLEMS[device](ink, ground), scale=0.6),)
    letters = device[:2].upper()
    size = 0.86 if len(letters) == 1 else 0.62
    return (Text(0, fonts.cap_height("cinzel", size) / 2, letters, size, "cinzel", "middle", ink),)


def _shade(base: str, part: float, toward: str) -> str:
    from printables import colour
    from printables.handouts.pen import mixed

    return mixed(colour.rgb(base), colour.rgb(toward), part)


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
        Group(art.rose(ink, ink, 5, inner=0.42, width=0.02), 0.5, 0.0, 0.3),
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
    "fox": art.triangle,
    "snake": art.wave,
    "rose": lambda ink, ground: art.rose(ink, ink, 8, inner=0.5, width=0.05),
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


def compass(x: float, y: float, radius: float, pen: Pen) -> Group:
    """A compass rose; the lily's place is taken by an N."""
    ink = pen.ink("ink")
    size = 0.34 * radius
    return Group(
        (
            Circle((0, 0), 0.62 * radius, Style(stroke=ink, width=0.2)),
            Circle((0, 0), 0.55 * radius, Style(stroke=ink, width=0.12)),
            Group(art.rose(ink, pen.tint(0.5), 8, inner=0.35, width=0.03), rotate=22.5, scale=0.52 * radius),
            Group(art.rose(ink, ink, 4, inner=0.26, width=0.02), scale=0.86 * radius),
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
