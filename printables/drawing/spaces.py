"""Places of a board as shapes: circles, squares and hexagons; discs, tiles and slabs of stone as a linocut has them."""

import math
from collections.abc import Iterable
from random import Random

from printables.drawing.linocut import hand
from printables.scene import Circle, Curve, Group, Point, Polygon, Rect, Shape, Style
from printables.scene.components import Place
from printables.scene.theme import Theme

GROWN = 1.16  # of a place's size: its disc in a linocut, rim and all
RIM = 0.055  # of the size: that rim
JOINT = 0.06  # of a slab's size: half the joint between two
CORNER = 0.11  # of a slab's size: how far from a corner its side begins to turn


def drawn(item: Place, theme: Theme) -> Group:
    """A place as its kind says: a "cell" is a square, a "hex" a hexagon, each shaded if "dark"; every other a circle.

    A "slot" is a place beside the board where pieces out of play lie, drawn faintly; of an "area" the board's art is
    all there is.
    """
    if item.kind == "area":
        return Group((), classes=f"area {item.id}", title=item.id)
    dark, slot = item.kind.endswith(" dark"), item.kind == "slot"
    ground = theme.ink("shade" if dark else "space")
    if not theme.linocut:
        edge = Style(fill=ground, stroke=theme.ink("faint" if slot else "ink"), width=0.25)
        shapes: tuple[Shape, ...] = (outline(item, edge),)
    elif slot:
        shapes = (outline(item, Style(stroke=theme.ink("soft"), width=0.35, dash=(1.3, 0.9))),)
    elif not item.cell:
        shapes = (outline(item, Style(fill=ground)),)
    elif theme.cells == "slabs":
        shapes = _slab(item, ground, theme)
    else:
        shapes = _tile(item, ground, theme, dark=dark)
    return Group(shapes, classes=item.id if item.kind == "space" else f"{item.kind} {item.id}", title=item.id)


def discs(places: Iterable[Place], theme: Theme) -> tuple[Shape, ...]:
    """The discs with their rims that lie under round places, all of one size drawn as the dots of one broad pen."""
    sizes: dict[float, list[hand.Segments]] = {}
    for item in places:
        if not item.cell and item.kind not in ("area", "slot"):
            dot = (("M", item.x, item.y), ("L", item.x + 0.01, item.y))
            sizes.setdefault(item.size, []).append(dot)
    return tuple(
        Curve(hand.joined(dots), Style(stroke=theme.ink(role), width=(GROWN - 2 * rim) * size, cap="round"))
        for size, dots in sizes.items()
        for role, rim in (("border", 0.0), ("space", RIM))
    )


def outline(item: Place, style: Style) -> Shape:
    """The edge of a place; a hexagon stands on a corner."""
    half = item.size / 2
    if not item.cell:
        return Circle((item.x, item.y), half, style)
    if item.kind.startswith("cell"):
        return Rect(item.x - half, item.y - half, item.size, item.size, style)
    return Polygon(corners(item), style)


def corners(item: Place) -> tuple[Point, ...]:
    """The corners of a square or a hexagon, clockwise."""
    if item.kind.startswith("cell"):
        half = item.size / 2
        return tuple((item.x + a * half, item.y + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    reach = item.size / math.sqrt(3)
    turns = [math.pi / 3 * number for number in range(6)]
    return tuple((item.x + reach * math.sin(turn), item.y - reach * math.cos(turn)) for turn in turns)


def _tile(item: Place, ground: str, theme: Theme, *, dark: bool) -> tuple[Shape, ...]:
    """A square with thin joints; a dark one has short upright cuts, low enough to leave its name alone."""
    edge = outline(item, Style(fill=ground, stroke=theme.ink("border"), width=0.25))
    if not dark or not (theme.outline or "grain" in theme.parts):
        return (edge,)
    wobble, half = hand.seeded(item.id), item.size / 2
    cuts = []
    for _ in range(9 if theme.outline else 14):
        x, y = item.x + wobble.uniform(-0.9, 0.9) * half, item.y + wobble.uniform(-0.35, 0.75) * half
        foot = (x + wobble.uniform(-0.05, 0.05) * half, y + wobble.uniform(0.16, 0.26) * half)
        cuts.append(hand.gouge((x, y), foot, 0.04 * half))
    return (edge, hand.filled(theme.ink("soft" if theme.outline else "grain"), *cuts))


def _slab(item: Place, ground: str, theme: Theme) -> tuple[Shape, ...]:
    """A flagstone: its corners worn off, a shadow under it, and marks of the chisel."""
    wobble = hand.seeded("slab", item.id)
    inner = 1 - 2 * JOINT
    inside = [(item.x + (x - item.x) * inner, item.y + (y - item.y) * inner) for x, y in corners(item)]
    knots: list[Point] = []
    for number, a in enumerate(inside):
        b = inside[(number + 1) % len(inside)]
        span = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
        cut = CORNER * item.size if len(inside) == 4 else 0.09 * item.size
        for along, most in ((cut, 0.012), (span / 2, 0.016), (span - cut, 0.012)):
            out = wobble.uniform(-most, most) * item.size
            knots.append((a[0] + ux * along + uy * out, a[1] + uy * along - ux * out))
    stone = hand.spline(knots, tension=0.42)
    if theme.outline:
        return (Curve(stone, Style(fill=ground, stroke=theme.ink("ink"), width=0.25)),)
    under = hand.spline([(x + 0.035 * item.size, y + 0.045 * item.size) for x, y in knots], tension=0.42)
    shapes: list[Shape] = [hand.filled(theme.ink("deep"), under), hand.filled(ground, stone)]
    if "grain" in theme.parts:
        shapes.append(hand.filled(theme.ink("grain"), *_marks(item, wobble)))
    return tuple(shapes)


def _marks(item: Place, wobble: Random) -> list[hand.Segments]:
    """Marks of the chisel, below the name, and a crack in some."""
    unit, marks = item.size, []
    for _ in range(4):
        x, y = item.x + wobble.uniform(-0.3, 0.26) * unit, item.y + wobble.uniform(-0.1, 0.34) * unit
        marks.append(
            hand.gouge(
                (x, y), (x + wobble.uniform(0.05, 0.11) * unit, y + wobble.uniform(-0.02, 0.01) * unit), 0.014 * unit
            )
        )
    if item.kind.startswith("cell") and wobble.random() < 0.3:
        low = wobble.uniform(-0.15, 0.2)
        way = ((0.43, low), (0.33, low + 0.055), (0.24, low + 0.03), (0.13, low + 0.09))
        line = [(item.x + u * unit, item.y + v * unit) for u, v in way]
        marks.append(hand.brush(line, lambda t: (0.0095 * (1 - t) + 0.0017) * unit))
    return marks
