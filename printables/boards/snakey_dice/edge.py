"""The sheet about the grid: a snake round its edge, whose scales count the turns, and the title before its head."""

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from printables.boards.snakey_dice import drawing
from printables.boards.snakey_dice.drawing import Box, Leap, Square, Visit
from printables.boards.snakey_dice.house import House
from printables.drawing import artwork, emblems, hand, lettering, scenery
from printables.scene import Area, Curve, Group, Shape, Stage, Style, Text
from printables.scene.components import Board, Components, Figure
from printables.scene.theme import Theme
from printables.text import fonts

BODY = 7.0  # mm: how thick the snake is
BEND, STEP = 7.0, 1.4  # mm: the radius of its middle in a corner, and how far points along it are apart
SCALE = 5.6  # mm from one scale to the next
TURNS, EACH = 40, 5  # scales behind the head are round, for a tick each turn; so many to a number
HEAD = 0.56 * 42  # mm: half the picture of the head
NUMBER = 2.6  # mm: of a scale
GAP = 6.0  # mm between parts of a figure
ROUTE = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """Snake, paper within it, title."""
    area = stage.sheet.within(1.5 + BODY / 2)
    body, scales, numbered = _snake(area)
    ink, light = theme.ink("leaf"), theme.ink("space")
    paper = Curve(hand.box(*area), Style(fill=theme.ink("sheet")))
    shapes: list[Shape] = [paper] if "scenes" in theme.parts else []
    if theme.outline:
        shapes += [Curve(body, Style(fill=light, stroke=ink, width=0.3)), hand.filled(ink, scales)]
    else:
        shapes += [hand.filled(ink, body), hand.filled(light, scales)]
    shapes.append(Group(emblems.scene("snakey-head", theme, HEAD), x=area.x + 19, y=area.y))
    for n, (x, y) in enumerate(numbered, 1):
        shapes.append(Text(x, y + 0.35 * NUMBER, str(EACH * n), NUMBER, "sans-bold", "middle", ink))
    return (*shapes, *_title(stage.title, components, theme))


def _snake(area: Area) -> tuple[hand.Segments, hand.Segments, list[tuple[float, float]]]:
    """The body, from its head once round against the clock to a thin tail; its scales; where numbers stand on them."""
    x, y, right, foot = area.x + BEND, area.y + BEND, area.right - BEND, area.bottom - BEND
    corners = (((x, y), 270), ((x, foot), 180), ((right, foot), 90), ((right, y), 0))
    bends = (hand.polar(middle, BEND, turn - 15 * part) for middle, turn in corners for part in range(7))
    points = [(area.x + 18, area.y), *bends, (area.x + 52, area.y)]
    way = [one for a, c in pairwise(points) for one in scenery.along(a, c, STEP)[:-1]] + points[-1:]

    def width(part: float) -> float:
        return BODY / 2 * float(min(1.0, (1.02 - part) / 0.22) ** 0.8)

    marks, numbered, step = [], [], round(SCALE / STEP)
    for count, number in enumerate(range(4, round(0.9 * len(way)), step), 1):
        (ax, ay), (cx, cy) = way[number], way[min(number + step - 1, len(way) - 1)]
        mx, my = way[min(number + step // 2, len(way) - 1)]
        half = 0.52 * width(number / len(way))
        if count <= TURNS:
            marks.append(hand.circle(mx, my, 0.33 * BODY))
            numbered += [(mx, my)] if count % EACH == 0 else []
            continue
        span = math.dist((ax, ay), (cx, cy)) or 1.0
        nx, ny = -(cy - ay) / span * half, (cx - ax) / span * half
        marks.append(hand.polygon(((ax, ay), (mx + nx, my + ny), (cx, cy), (mx - nx, my - ny))))
    return hand.brush(way, width), hand.joined(marks), numbered


def _title(area: Area, components: Components, theme: Theme) -> list[Shape]:
    words, said = components.title, components.tagline
    size = min(0.7 * area.width / lettering.width(words, theme.letters("soft"), 1.0), 0.5 * area.height, 22.0)
    y = area.y + 0.45 * (area.height - size) + 0.72 * size
    title = lettering.straight(words, theme.letters("soft"), area.centre[0], y, size, theme.ink("title"))
    letters = min(4.8, 0.9 * area.width / fonts.width(said, "garamond-italic", 1.0))
    if letters <= 2.9 or y + 2 * letters >= area.bottom:
        return [title]
    x, wide, font = area.centre[0], fonts.width(said, "garamond-italic", letters), "garamond-italic"
    return [title, Text(x, y + 1.9 * letters, said, letters, font, "middle", theme.ink("ink"), width=wide)]


class Part(NamedTuple):
    """A part of the board: its squares, the snake in one or two pieces, and whether its ends are seen; what is paid."""

    squares: Box
    snake: tuple[tuple[Visit, ...], ...]
    blocked: tuple[Square, ...] = ()
    leap: Leap | None = None
    tail: bool = False
    head: bool = True


def visits(squares: list[Square], into: str | None, out: str) -> tuple[Visit, ...]:
    """A way over neighbouring squares, in at the first as `into` says and out of the last as `out` says."""
    ways = [ROUTE[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(squares)]
    return tuple(map(Visit, squares, [into, *ways], [*ways, out]))


# Of the source's examples the squares that it names; how the snake came there is ours.
_OUT = visits([(2, 2), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (7, 2), (6, 2), (5, 2), (4, 2)], None, "N")
_LEAPER = visits([(5, 7), (5, 8)], "S", "S")
_WALL = Leap((4, 2), "N", (), (4, 12), portal=True)
_OVER = Leap((5, 8), "S", ((5, 9), (5, 10)), (5, 11))
_BOTH = Leap((10, 12), "S", ((10, 2), (10, 3)), (10, 4), portal=True)
PARTS: Mapping[str, tuple[Part, ...]] = {
    "directions": tuple(Part((4, 11, 6, 12), (visits([(5, 12), (5, 11)], "N", way),)) for way in "NWE"),
    "locked": (Part((3, 8, 8, 10), (visits([(3, 9), (4, 9), (5, 9)], "E", "E"),), ((7, 10),)),),
    "power-up": (
        Part((2, 3, 6, 5), (visits([(2, 3), (2, 4), (3, 4)], "S", "E"),)),
        Part((2, 3, 6, 5), (visits([(2, 3), (2, 4), (3, 4), (4, 4)], "S", "E"),), ((3, 5), (6, 3))),
    ),
    "portal": (Part((2, 2, 8, 4), (_OUT,), leap=_WALL, tail=True, head=False),),
    "portal-in": (Part((2, 11, 8, 12), ((Visit((4, 12), "N", "W"),),), leap=_WALL),),
    "jump": (Part((2, 7, 8, 12), (_LEAPER, (Visit((5, 11), "S", "W"),)), ((5, 9), (5, 10)), _OVER),),
    "both": (
        Part((8, 10, 11, 12), (visits([(8, 12), (9, 12), (10, 12)], "E", "S"),), leap=_BOTH, head=False),
        Part((8, 2, 11, 5), ((Visit((10, 4), "S", "S"), Visit((10, 5), "S", "E")),), ((10, 2), (10, 3)), _BOTH),
    ),
    "end": (Part((3, 8, 8, 10), (visits([(3, 9), (4, 9), (5, 9)], "E", "E"),), ((6, 9),)),),
}


def of(board: Board, house: House, theme: Theme) -> tuple[Figure, ...]:
    """All figures, the parts of each beside each other."""
    art, figures = drawing.squares(house, theme), []
    for name, parts in PARTS.items():
        shapes, x, height = [], 0.0, 0.0
        for part in parts:
            left, top, right, bottom = part.squares  # that are seen; beside them some are cut off
            near = {drawing.name((x, y)) for x in range(left - 1, right + 2) for y in range(top - 1, bottom + 2)}
            places = tuple(place for place in board.places if place.id in near)
            base = artwork.board(Board(places, (), margin=board.margin), theme, named=False, art=art)
            some, wide, high = drawing.crop((*base, *_written(part, theme)), part.squares, theme)
            shapes.append(Group(some, x=x))
            x, height = x + wide + GAP, max(height, high)
        figures.append(Figure(name, x - GAP, height, tuple(shapes)))
    return tuple(figures)


def _written(part: Part, theme: Theme) -> tuple[Shape, ...]:
    """What stands on the squares: blockades under the snake, what is paid between its pieces."""
    shapes: list[Shape] = [drawing.blockade(square, theme) for square in part.blocked]
    paid = drawing.leap(part.leap, theme) if part.leap else ()
    last = len(part.snake) - 1
    for number, piece in enumerate(part.snake):
        shapes += drawing.snake(piece, theme, tail=part.tail and number == 0, head=part.head and number == last)
        shapes += paid if number == 0 and last else ()
    return (*shapes, *(() if last else paid))
