"""The board as a map in winter, as the illustrated themes have it: dens, cave and Mouth about the squares, and the
sheet with the head of the beast."""

from __future__ import annotations

import math

from printables.boards.wolves_and_jackals import beast
from printables.boards.wolves_and_jackals.areas import CAVE, DEN, DEN_MIDDLE, MOUTH
from printables.drawing import emblems
from printables.drawing.linocut import borders, hand, lettering
from printables.drawing.linocut.hand import Knot
from printables.scene import Curve, Group, Shape, Style, Symbol, Text, Use, colour
from printables.scene.components import Components
from printables.scene.layout import Area, Stage
from printables.scene.theme import Theme, Tint
from printables.text.language import say

EDGE = 3.2  # board mm: the toothed edge of the squares
WALL = 2.0  # mm: of a den
GHOST = 0.45  # how much of its ink an emblem keeps that shows where a piece starts
STARS = ((0.07, 0.12, 2.4), (0.15, 0.3, 1.4), (0.05, 0.44, 1.7), (0.11, 0.62, 1.2), (0.06, 0.8, 1.3), (0.2, 0.1, 1.2))
ROCK: tuple[Knot, ...] = (
    *((-94, 37, "c"), (-93, 26, "c"), (-89, 20), (-87, 12, "c"), (-78, 9), (-72, 2.5, "c"), (-58, 3.5), (-49, 1, "c")),
    *((-30, 2), (-13, 0.4, "c"), (13, 1.6), (29, 0.5, "c"), (45, 2.8), (58, 1, "c"), (67, 5.5), (76, 8, "c")),
    *((83, 13), (87, 16, "c"), (89, 22), (93.6, 27, "c"), (94, 37, "c")),
)
HOLE: tuple[Knot, ...] = (
    *((-83, 34.6, "c"), (-82.4, 28), (-79, 19), (-71, 13), (-55, 9.2), (-25, 8.2), (0, 8), (25, 8.2), (55, 9.2)),
    *((71, 13), (79, 19), (82.4, 28), (83, 34.6, "c")),
)


def ground(cell: float, theme: Theme, *, cave: bool) -> tuple[Shape, ...]:
    """What lies under the squares and the places beside them."""
    side = 8 * cell
    edge: list[Shape]
    band = hand.box(-side / 2 - EDGE, -side / 2 - EDGE, side + 2 * EDGE, side + 2 * EDGE)
    teeth = hand.joined(_teeth(side, turn) for turn in range(4))
    if "border" not in theme.parts:
        edge = [Curve(hand.box(-side / 2, -side / 2, side, side), Style(stroke=theme.ink("border"), width=1.2))]
    elif theme.outline:
        edge = [Curve(band, Style(stroke=theme.ink("ink"), width=0.3)), Curve(teeth, Style(fill=theme.ink("leaf")))]
    else:
        edge = [Curve(band, Style(fill=theme.ink("border"))), Curve(teeth, Style(fill=theme.ink("leaf")))]
    mouth = beast.maw(theme, say("The Mouth"))._replace(y=-MOUTH[0] * cell - beast.LIFT)
    dens = (_den(sign, cell, theme) for sign in (-1, 1))
    return (*edge, mouth, *dens, *((_cave(cell, theme),) if cave else ()))


def _teeth(side: float, turn: int) -> hand.Segments:
    """Small triangles along one side of the squares, pointing at them."""
    count = 40
    wide, out = side / count, side / 2 + EDGE / 2
    cos, sin = round(math.cos(turn * math.pi / 2)), round(math.sin(turn * math.pi / 2))
    triangles = []
    for number in range(count):
        along = -side / 2 + number * wide
        corners = ((along + 0.25, -out - 0.9), (along + wide - 0.25, -out - 0.9), (along + wide / 2, -out + 0.9))
        triangles.append(hand.polygon((x * cos - y * sin, x * sin + y * cos) for x, y in corners))
    return hand.joined(triangles)


def _den(sign: int, cell: float, theme: Theme) -> Group:
    """A vaulted den of cut stone with its owner over the places, and arrows into it from three squares."""
    near, width, _ = (part * cell for part in DEN)
    # The wall stands outside the places, which fill the whole width.
    middle, half = sign * (near + width / 2), width / 2 + WALL
    top, bottom = (DEN_MIDDLE - DEN[2] / 2 - 1.55) * cell, (DEN_MIDDLE + DEN[2] / 2) * cell + 1.2

    def vault(edge: float, rise: float) -> hand.Segments:
        reach = half - edge
        knots: list[Knot] = [
            (middle - reach, bottom - edge, "c"),
            (middle - reach, top + 17),
            (middle - 0.78 * reach, top + 6 + rise),
            (middle, top + rise),
            (middle + 0.78 * reach, top + 6 + rise),
            (middle + reach, top + 17),
            (middle + reach, bottom - edge, "c"),
        ]
        return hand.spline(knots)

    wall = theme.ink("earth" if sign < 0 else "border")
    light = theme.ink("bright" if sign < 0 else "water")
    stones = []
    for number in range(15):
        turn = math.radians(-172 + number * 11.7)
        a = (middle + (half - 2) * math.cos(turn), top + 15 + 12.2 * math.sin(turn))
        stones.append(hand.gouge(a, (middle + (half - 0.5) * math.cos(turn), top + 14.4 + 14 * math.sin(turn)), 1.0))
    rows = int((bottom - top - 20) / 4.1)
    for number in range(rows):
        for edge in (1, -1):
            y = top + 20 + number * 4.1
            stones.append(hand.gouge((middle + edge * (half - 1.5), y), (middle + edge * (half - 0.3), y - 1.6), 0.8))
    name = "jackal" if sign < 0 else "wolf"
    owner = emblems.cut("tokens", name, theme.tint(name), theme)
    head = Symbol(f"den-{name}", emblems.mirrored(owner) if sign < 0 else owner)
    paint = theme.ink("space")
    if theme.outline:
        line = Style(fill=paint, stroke=wall, width=0.3)
        walls: tuple[Shape, ...] = (Curve(vault(0, 0), line), Curve(vault(1.5, 2.2), line))
    else:
        walls = (hand.filled(wall, vault(0, 0)), hand.filled(light, *stones), hand.filled(paint, vault(1.5, 2.2)))
    label = (DEN_MIDDLE - DEN[2] / 2 - 0.14) * cell
    said = Text(middle, label, say("Den"), 0.21 * cell, "serif-bold", "middle", theme.ink("ink"))
    arrows = [
        hand.polygon(
            (sign * x * cell, (DEN_MIDDLE + row + y) * cell) for x, y in ((4.08, -0.14), (4.08, 0.14), (4.22, 0))
        )
        for row in (-1, 0, 1)
    ]
    shapes = (*walls, Use(head, middle, label - 0.62 * cell, scale=0.35 * cell), said)
    return Group((*shapes, hand.filled(theme.ink("warm"), *arrows)), classes="area den")


def _cave(cell: float, theme: Theme) -> Group:
    """A cave under the board: rock in strata, stalactites between the places, eyes in the dark corners."""
    top, press = CAVE[0] * cell - 2.0, 0.95

    def at(knots: tuple[Knot, ...]) -> list[Knot]:
        return [(k[0], top + press * k[1], *k[2:]) for k in knots]

    rock, hole = hand.spline(at(ROCK)), hand.spline(at(HOLE))
    roof = hand.sample([(k[0], k[1]) for k in at(HOLE)], 10)
    spikes, lights = [], []
    for number in range(9):
        x, length = (number - 4) * 0.97 * cell, (4.6, 5.4, 3.8, 4.8, 5.6, 4.4, 5.2, 5, 4.2)[number]
        y = min(roof[8:-8], key=lambda q: abs(q[0] - x))[1]
        spikes += [_spike(x, y, 1.9, length), _spike(x + 2.5, y, 1.1, 0.42 * length)]
        lights.append(hand.gouge((x - 0.5, y + 0.2), (x - 0.1, y + 0.6 * length), 0.35))
    space = theme.ink("space")
    ink = theme.ink("ink") if theme.outline else space
    name = Text(0, top + 6.3, say("The Cave"), 0.22 * cell, "serif-bold", "middle", ink)
    if theme.outline:
        line = Style(fill=space, stroke=theme.ink("ink"), width=0.3)
        pieces = (Curve(rock, line), Curve(hole, line), Curve(hand.joined(spikes), line), name)
        return Group(pieces, classes="area cave")
    shapes = [
        hand.filled(theme.ink("border"), rock),
        hand.filled(theme.ink("water"), *_strata(top, press)),
        hand.filled(space, hole),
        hand.filled(theme.ink("border"), *spikes),
        hand.filled(theme.ink("water"), *lights),
    ]
    eyes = []
    for x, y in ((-74, 26), (74, 28)):
        for sign in (1, -1):
            eyes.append(hand.leaf((x + sign * 0.9, top + press * y), -14 if sign > 0 else 194, 2.4, 0.3))
    return Group((*shapes, hand.filled(theme.ink("warm"), *eyes), name), classes="area cave")


def _spike(x: float, y: float, wide: float, length: float) -> hand.Segments:
    """A stalactite: its sides are hollow."""
    tip, parts = (x, y + length), []
    for sign in (1, -1):
        foot = (x + sign * wide, y - 1.2)
        parts.append(hand.crescent(foot, (x + sign * 0.25 * wide, y + 0.3 * length), tip, (x - sign * 0.1 * wide, y)))
    return hand.joined(parts)


def _strata(top: float, press: float) -> list[hand.Segments]:
    wobble, cuts = hand.seeded("cave"), []
    for level, count in ((3.6, 30), (6.2, 34), (10.4, 26), (15, 22)):
        for number in range(count):
            x = -91 + (number + wobble.uniform(-0.3, 0.3)) * 182 / count
            y = top + press * (level + abs(x / 92) ** 3 * 12)
            reach, turn = wobble.uniform(3, 5.4), math.copysign((x / 92) ** 2 * 44, x)
            if (abs(x) < 18 and level < 11) or abs(x) > 86 or (level > 9 and abs(x) < 74):
                continue
            cuts.append(hand.gouge((x, y), hand.polar((x, y), reach, turn), 0.7, 0.04))
    return cuts


def marks(squares: tuple[tuple[str, float, float], ...], cell: float, theme: Theme) -> tuple[Shape, ...]:
    """A pale head on each starting square: (side, x, y) in board millimetres."""
    light = theme.ink("space")
    ghosts = {}
    for name in ("jackal", "wolf"):
        inks = theme.tint(name)
        body, shade, accent = (colour.mixed(light, ink, GHOST) for ink in inks[:3])
        faint = Tint(body, shade, accent, light)
        drawn = emblems.cut("tokens", name, faint, theme._replace(inks=theme.inks | {"ink": faint.shade}))
        ghosts[name] = Symbol(f"start-{name}", emblems.mirrored(drawn) if name == "jackal" else drawn)
    uses = (Use(ghosts[name], x + 0.06 * cell, y + 0.07 * cell, scale=0.31 * cell) for name, x, y in squares)
    return (Group(tuple(uses), classes="starts"),)


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """The sheet about the map: stars, the title, and the beast whose maw is the Mouth."""
    sheet = stage.sheet.within(1.0)
    scenes = "scenes" in theme.parts
    shapes: list[Shape] = [Curve(hand.box(*sheet), Style(fill=theme.ink("sheet")))] if scenes else []
    line = Style(stroke=theme.ink("border"), width=0.3)
    shapes += [*borders.plain(sheet, theme, 1.6), Curve(hand.box(*sheet.within(2.8)), line)]
    area, x = stage.title, stage.origin[0]
    room = area.height if not stage.beside else 0.0
    size = min(
        0.84 * area.width / lettering.width(components.title, theme.letters("fangs"), 1.0, 0.04),
        12.0,
        0.6 * max(room, 9.0),
    )
    if stage.beside:
        return (*shapes, *_lines(area, components.title, theme))
    # The head takes what room there is over the maw, under a name at the top: a little flatter where it is less.
    press = min(1.0, (room - size - 5) / ((beast.TOP - beast.CROWN) * beast.LEVEL * stage.scale))
    crowned = scenes and press > 0.5
    foot = area.y + 0.35 * (12.0 if crowned or room > 40 else room) + 0.72 * size
    name = lettering.straight(
        components.title, theme.letters("fangs"), area.centre[0], foot, size, theme.ink("title"), track=0.04
    )
    shapes.append(name)
    if crowned:
        y = stage.origin[1] + (-MOUTH[0] * CELL - beast.LIFT) * stage.scale
        drawn = Group(beast.head(theme, press), x=x, y=y, scale=stage.scale)
        shapes += [*_stars(area, theme), drawn]
    for sign in (1, -1):
        a = area.centre[0] + sign * (lettering.width(components.title, theme.letters("fangs"), size, 0.04) / 2 + 5)
        b = area.centre[0] + sign * (area.width / 2 - 6)
        if abs(b - a) > 8 and (b - a) * sign > 0:
            y = foot - 0.32 * size
            rule, end = hand.gouge((a, y), (b, y), 1.0), hand.star((b + sign * 2, y), 1.3, 4, 0.7)
            shapes.append(hand.filled(theme.ink("warm"), rule, end))
    return tuple(shapes)


CELL = 17.0


def _lines(area: Area, title: str, theme: Theme) -> list[Shape]:
    lines = [line.replace("\u00a0", " ") for line in title.replace("& ", "&\u00a0").split(" ")]
    size = min(13.0, *(0.92 * area.width / lettering.width(line, theme.letters("fangs"), 1.0, 0.03) for line in lines))
    out: list[Shape] = []
    for number, line in enumerate(lines):
        y = area.y + (1.3 + 1.2 * number) * size
        out.append(
            lettering.straight(line, theme.letters("fangs"), area.centre[0], y, size, theme.ink("title"), track=0.03)
        )
    return out


def _stars(area: Area, theme: Theme) -> list[Shape]:
    stars = []
    for u, v, radius in STARS:
        for x in (area.x + u * area.width, area.right - 1.13 * u * area.width):
            stars.append(hand.star((x, area.y + 8 + v * (area.height - 8)), radius))
    return [hand.filled(theme.ink("ink"), *stars)]
