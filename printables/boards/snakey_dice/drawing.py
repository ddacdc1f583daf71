"""The board of Snakey Dice as print, rules and referee draw it: power-ups, indices, snake, portals, jumps. Board mm."""

import math
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from printables.boards.snakey_dice.house import START, House
from printables.core.templates import say
from printables.drawing import emblems, hand
from printables.scene import Circle, Curve, Group, Line, Polygon, Rect, Shape, Style, Symbol, Text, Use
from printables.scene.components import Face
from printables.scene.theme import Theme

TITLES = {"straight": "STRAIGHT", "left": "LEFT", "right": "RIGHT", "either": "LEFT or RIGHT", "locked": "LOCKED"}
SIDE = 10.0
FIRST, LAST = 2, 12
MIDDLE = (FIRST + LAST) / 2
EDGE = (LAST - FIRST + 1) / 2 * SIDE  # from the middle of the board to its border
MARGIN = 8.0  # mm about the squares for indices and portals
BODY = 2.6  # mm: the snake's width
INDEX = 3.6  # mm: size of the indices
WIDER = 1.2  # of that: the numbers of a part, which a column may have to hold smaller
OPEN, CLOSED = 3.2, 1.2  # mm that a part of the board is shown beyond its squares
Square = tuple[int, int]
Box = tuple[int, int, int, int]  # the first column and row, and the last


def faces(theme: Theme) -> tuple[Face, ...]:
    """All faces that a snake die may have; the arrow is the way on for a snake that comes from below."""
    ink = theme.ink("ink")
    return tuple(Face(name, say(title), Symbol(f"snake-die-{name}", art(name, ink))) for name, title in TITLES.items())


def art(name: str, ink: str, ground: str = "#ffffff") -> tuple[Shape, ...]:
    """A face, a power-up, the snake's head looking up, or the sign for a one-time action."""
    return emblems.draw("dice", name, ink, ground)


def cross(ink: str, width: float = 0.16, reach: float = 0.72, dash: tuple[float, ...] = ()) -> tuple[Shape, ...]:
    """Crossed off from corner to corner, as the square of a blockade."""
    style = Style(stroke=ink, width=width, dash=dash, cap="butt" if dash else "round")
    return tuple(Line((-reach, -reach * side), (reach, reach * side), style) for side in (1, -1))


def angle(heading: str) -> float:
    """Degrees clockwise from up."""
    return {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}[heading]


def unit(heading: str) -> tuple[float, float]:
    """One step that way, y down."""
    turn = math.radians(angle(heading))
    return (round(math.sin(turn)), -round(math.cos(turn)))


class Visit(NamedTuple):
    """A square of the trail: which way the snake came in and which way it goes out (None: not known, or the start)."""

    square: Square
    into: str | None
    out: str | None


class Leap(NamedTuple):
    """A portal or jump paid at a square: the way it goes, the squares jumped over, and where the snake goes on."""

    square: Square
    heading: str
    over: tuple[Square, ...]
    to: Square
    portal: bool = False


def centre(square: Square) -> tuple[float, float]:
    return ((square[0] - MIDDLE) * SIDE, (square[1] - MIDDLE) * SIDE)


def squares(house: House, theme: Theme, unclaimed: Collection[Square] | None = None) -> tuple[Shape, ...]:
    """Power-ups, start and border. Of a position, `unclaimed` power-ups are its tokens and the others are faint."""
    ink, rim = theme.ink("ink"), theme.ink("leaf" if theme.linocut else "ink")
    some = [Group(art("power-up", one, theme.ink("space")), scale=0.36 * SIDE) for one in (ink, theme.ink("faint"))]
    bolt = Symbol("snakey-power-up", emblems.scene("power-up", theme, 0.43 * SIDE) if theme.linocut else (some[0],))
    faint = Symbol("snakey-claimed", (some[1],))

    def star(square: Square) -> Use:
        claimed = unclaimed is not None and square not in unclaimed
        classes = "claimed" if claimed else "power-up" if unclaimed is None else "token power-up"
        title = f"{'claimed ' if claimed else ''}power-up at {name(square)}"
        return Use(faint if claimed else bolt, *centre(square), classes=classes, title=title)

    stars = tuple(map(star, house.board.power_ups))
    shaft = Line((0, -1.2), (0, -3.2), Style(stroke=rim, width=0.35))
    arrow = (shaft, Polygon(((0, -4.4), (0.85, -2.9), (-0.85, -2.9)), Style(fill=rim)))
    start = (Circle((0, 0), 1.3, Style(fill=rim)), Group(arrow, rotate=90.0), Group(arrow, rotate=180.0))
    return (
        *((hand.filled(theme.ink("shade"), _odd()),) if theme.linocut and not theme.outline else ()),
        *stars,
        Group(start, *centre(START), classes="start", title="start"),
        Rect(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE, Style(stroke=rim, width=1.3 if theme.linocut else 0.9)),
    )


@cache
def _odd() -> hand.Segments:
    """Every other square, within the lines about it."""
    half, each = SIDE / 2 - 0.1, range(FIRST, LAST + 1)
    odd = (centre((x, y)) for x in each for y in each if (x + y) % 2)
    return hand.joined(hand.box(x - half, y - half, 2 * half, 2 * half) for x, y in odd)


def indices(theme: Theme) -> Group:
    """The numbers of the columns above the board, those of the rows on its left."""
    soft = theme.ink("ink" if theme.linocut else "soft")
    numbers = []
    for n in range(FIRST, LAST + 1):
        x, y = centre((n, n))
        for at in ((x, -EDGE - 0.5 * MARGIN), (-EDGE - 0.56 * MARGIN, y + 0.35 * INDEX)):
            numbers.append(Text(*at, str(n), INDEX, "sans-bold", "middle", soft))
    return Group(tuple(numbers), classes="indices")


def blockade(square: Square, theme: Theme, label: str = "") -> Group:
    """A square crossed off; `label` is the turn it fell in."""
    ink, half = theme.ink("ink"), SIDE / 2
    shapes: list[Shape] = [
        Rect(-half, -half, SIDE, SIDE, Style(fill=theme.ink("faint"), stroke=ink, width=0.25)),
        # Seen on a dark square as on a pale one.
        Group((*cross(theme.ink("space"), 0.3), *cross(ink)), scale=0.5 * SIDE),
    ]
    if label:
        # In the corner, clear of a jump that crosses the square.
        size, wide = 2.6, 0.58 * 2.6 * len(label) + 0.8
        x, y = half - wide / 2 - 0.25, half - 1.75
        shapes += [
            Rect(x - wide / 2, y - 1.5, wide, 3.0, Style(fill=theme.ink("space")), corner=0.6),
            Text(x, y + 0.36 * size, label, size, "sans-bold", "middle", ink),
        ]
    classes = f"token blockade turn-{label}" if label else "token blockade"
    return Group(tuple(shapes), *centre(square), classes=classes, title=f"blockade at {name(square)}")


def snake(visits: Sequence[Visit], theme: Theme, *, tail: bool = True, head: bool = True) -> tuple[Shape, ...]:
    """The trail, a stroke in each square, from its blunt tail to the head; a part of a snake has not both."""
    colour, edge = theme.path("green").ink, theme.ink("space")
    segments = tuple(segment for visit in visits for segment in _stroke(visit))
    widths = ((BODY * 1.35, edge), (BODY, colour)) if segments else ()
    body = tuple(Curve(segments, Style(stroke=ink, width=width, cap="butt")) for width, ink in widths)
    end = Group((Circle((0, 0), BODY * 0.62, Style(fill=colour)),), *centre(visits[0].square), classes="tail")
    ends = ((end,) if tail else ()) + ((_head(visits[-1], theme),) if head else ())
    return (Group(body, classes="snake"), *ends)


def _stroke(visit: Visit) -> tuple[tuple[str | float, ...], ...]:
    """From the edge where the snake came in, round the middle, to the edge where it goes out."""
    (x, y), half = centre(visit.square), SIDE / 2
    start = (x, y) if visit.into is None else tuple(c - half * u for c, u in zip((x, y), unit(visit.into), strict=True))
    end = (x, y) if visit.out is None else tuple(c + half * u for c, u in zip((x, y), unit(visit.out), strict=True))
    if visit.into is None or visit.out is None or visit.into == visit.out:
        return (("M", *start), ("L", *end)) if start != end else ()
    # A quarter turn, a little inside the arc of a circle.
    near = 0.6
    first = tuple(a + (c - a) * near for a, c in zip(start, (x, y), strict=True))
    last = tuple(b + (c - b) * near for b, c in zip(end, (x, y), strict=True))
    return (("M", *start), ("C", *first, *last, *end))


def _head(visit: Visit, theme: Theme) -> Group:
    """The head lies at the edge where the snake goes out, looking at the next square; at the start, at both."""
    x, y = centre(visit.square)
    dx, dy = unit(visit.out) if visit.out else (0, 0)
    return Group(
        art("head", theme.path("green").ink, theme.ink("space")), x + dx * 0.25 * SIDE, y + dy * 0.25 * SIDE,
        scale=0.36 * SIDE, rotate=angle(visit.out) if visit.out else 135.0,
        classes="token head", title=f"head at {name(visit.square)}",
    )  # fmt: skip


def leap(item: Leap, theme: Theme) -> tuple[Shape, ...]:
    """A portal as an arrow that leaves and one that enters; a jump dashed over what it crosses."""
    accent, (dx, dy) = theme.path("red").ink, unit(item.heading)
    shapes: list[Shape] = []
    if item.portal:
        x, y = centre(item.square)
        shapes.append(_arrow(x + dx * (0.5 * SIDE + 2.8), y + dy * (0.5 * SIDE + 2.8), item.heading, accent))
        x, y = centre(item.over[0] if item.over else item.to)
        shapes.append(_arrow(x - dx * (0.5 * SIDE - 0.4), y - dy * (0.5 * SIDE - 0.4), item.heading, accent))
    kinds = "portal" if item.portal else "jump"
    if item.over:
        (x, y), (x1, y1) = centre(item.over[0]), centre(item.over[-1])
        half = 0.5 * SIDE
        ends = (x - dx * half, y - dy * half), (x1 + dx * half, y1 + dy * half)
        line = Line(*ends, Style(stroke=accent, width=1.1, dash=(1.7, 1.3)))
        shapes += [Line(*ends, Style(stroke=theme.ink("space"), width=1.7)), line]
        shapes.append(_arrow(x1 + dx * (half + 1.6), y1 + dy * (half + 1.6), item.heading, accent))
        kinds = "portal jump" if item.portal else "jump"
    said = f"{kinds.replace(' ', ' and ')} from {name(item.square)} to {name(item.to)}"
    return (Group(tuple(shapes), classes=kinds, title=said),)


def _arrow(x: float, y: float, heading: str, ink: str) -> Group:
    """A small arrowhead whose point is at (x, y)."""
    return Group((Polygon(((0, 0), (1.7, 2.9), (-1.7, 2.9)), Style(fill=ink)),), x, y, rotate=angle(heading))


def crop(shapes: Iterable[Shape], squares: Box, theme: Theme) -> tuple[tuple[Shape, ...], float, float]:
    """Only columns and rows of `squares`, numbered: shapes from a top left corner, and their width and height (mm)."""
    left, top, right, bottom = squares
    x0, y0, x1, y1 = (value - SIDE / 2 for value in (*centre((left, top)), *centre((right + 1, bottom + 1))))
    # Beyond the border there may be portals; elsewhere the lines end before the next square shows anything.
    west, north = (OPEN if edge == FIRST else CLOSED for edge in (left, top))
    east, south = (OPEN if edge == LAST else CLOSED for edge in (right, bottom))
    box = Rect(x0 - west, y0 - north, x1 - x0 + west + east, y1 - y0 + north + south, Style())
    x, y = west + 1.4 * INDEX, north + 1.4 * INDEX

    def number(across: float, down: float, n: int) -> Text:
        return Text(across, down, str(n), WIDER * INDEX, "sans-bold", "middle", theme.ink("soft"))

    numbers = (
        *(number(x + (n - left + 0.5) * SIDE, 0.9 * INDEX, n) for n in range(left, right + 1)),
        *(number(0.6 * INDEX, y + (n - top + 0.5) * SIDE + 0.35 * INDEX, n) for n in range(top, bottom + 1)),
    )
    part = Group(tuple(shapes), x - x0, y - y0, classes="example", clip=box)
    return (part, *numbers), x1 - x0 + x + east, y1 - y0 + y + south


def name(square: Square) -> str:
    """A square as the rules write it: [column,row]."""
    return f"[{square[0]},{square[1]}]"
