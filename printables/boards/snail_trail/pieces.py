"""The snails and the marker of their trail, drawn about (0, 0) in a circle of radius 1."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, TypeAlias

from printables.core.templates import say
from printables.drawing import artwork, emblems, spaces
from printables.scene import POINT, Circle, Group, Line, Point, Polygon, Rect, Shape, Style, Symbol, Text
from printables.scene.components import Board, Panel, Place, TokenKind
from printables.scene.theme import Theme

CellShape: TypeAlias = Literal["square", "hex"]
Steps: TypeAlias = Literal["king", "rook", "hex"]

PITCH = 16.0  # mm between the middles of neighbours
COLUMNS = "abcdefghijklmno"
HEX_TIP = 1 / math.sqrt(3) - 0.5  # of the pitch: how far a hexagon's corner lies beyond its sides
# Columns and rows from one space to its neighbours further on; the steps back are the same backwards.
STEPS: Mapping[Steps, tuple[tuple[int, int], ...]] = {
    "king": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "rook": ((0, 1), (1, 0)),
    "hex": ((0, 1), (1, 0), (1, -1)),
}


def name(column: int, row: int) -> str:
    """a1 is the space at the bottom left."""
    return f"{COLUMNS[column]}{row + 1}"


def cell(column: int, row: int, pitch: float, *, hexes: bool) -> Place:
    """A space, in mm about a1 at (0, 0); each row of hexagons lies half of one further right than that below."""
    if not hexes:
        kind = "cell dark" if (column + row) % 2 else "cell"
        return Place(name(column, row), column * pitch, -row * pitch, pitch, kind)
    kind = "hex dark" if (column - row) % 3 == 1 else "hex"
    return Place(name(column, row), (column + row / 2) * pitch, -row * pitch * math.sqrt(3) / 2, pitch, kind)


WIDTH = 61.0  # mm: four side by side on A4 and Letter held wide
LARGEST = 7.6  # mm: a square
NAME = 7 * POINT
HEAD = 13.0
ROW = 6.0
TICKS = 13  # turns in a row to tick
GAMES = 8


def game(board: Board, home: tuple[str, str], turns: int, theme: Theme) -> Panel:
    """One game: names, the board with its starts marked, and the numbers of the turns that it can come to."""
    ink, soft, faint = (theme.ink(role) for role in ("ink", "soft", "faint"))
    x0, y0, x1, y1 = board.extent
    scale = min(WIDTH / (x1 - x0), LARGEST / board.pitch)
    left, top = (WIDTH - scale * (x1 - x0)) / 2 - scale * x0, HEAD - scale * y0
    board, line = replace(board, margin=0.0), Style(stroke=soft, width=0.2)
    shapes: list[Shape] = [
        Text(0, 4.6, "A", 4.2, "sans-bold", fill=ink),
        Line((5, 5), (WIDTH / 2 - 3, 5), line),
        Text(WIDTH / 2, 4.6, "B", 4.2, "sans-bold", fill=ink),
        Line((WIDTH / 2 + 5, 5), (WIDTH, 5), line),
        Text(0, 11, say("Winner"), 3.2, fill=soft),
        Line((0.3 * WIDTH, 11.3), (WIDTH, 11.3), line),
    ]
    edge = Style(stroke=ink, width=0.25)
    for place in board.places:
        side = place.size * scale
        small = place._replace(x=left + place.x * scale, y=top + place.y * scale, size=side)
        shapes += [spaces.outline(small, edge), artwork.name(small, NAME, ink if place.id in home else faint)]
        if place.id in home:
            letter = "AB"[home.index(place.id)]
            shapes.append(Text(small.x, small.y + 0.3 * side, letter, 0.6 * side, "sans-bold", "middle", ink))
    bottom = HEAD + scale * (y1 - y0) + 3
    box = WIDTH / TICKS
    ticked = min(turns, 2 * TICKS)
    for number in range(ticked):
        x, y = number % TICKS * box, bottom + number // TICKS * ROW
        shapes.append(Rect(x + 0.4, y, box - 0.8, ROW - 1, Style(stroke=faint, width=0.2), corner=0.8))
        shapes.append(Text(x + box / 2, y + 3.7, str(number + 1), 3.2, anchor="middle", fill=soft))
    height = bottom + -(-ticked // TICKS) * ROW
    hint = say("Games to play with a pencil. The last to go the whole way wins.")
    return Panel("game", say("Games to play with a pencil"), WIDTH, height, partial(tuple, shapes), GAMES, hint=hint)


def tokens(theme: Theme, markers: int) -> tuple[TokenKind, ...]:
    """Snail A, light and crawling right; snail B, dark and crawling left; markers enough for the whole board."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def player(seat: str, ground: str, line: str, side: int) -> TokenKind:
        kind, name = f"snail-{seat.lower()}", say("Snail $seat", seat=seat)
        if theme.linocut:

            def medal(back: bool) -> tuple[Shape, ...]:
                return emblems.struck(theme, "tokens", "snail", "leaves", tint=kind, back=back, turned=side > 0)

            front, back = emblems.sides(kind, medal)
            return TokenKind(kind, name, name, 1, front, back, theme.tint(kind).body)
        front = Symbol(f"{kind}-front", (*emblems.disc(ground, line), *emblems.token(theme, kind, line, ground)))
        shell = Polygon(spiral(0, 0, 0.66, 2.75, side), Style(stroke=line, width=0.14, cap="round"), closed=False)
        back = Symbol(f"{kind}-back", (*emblems.disc(ground, line), shell))
        return TokenKind(kind, name, name, 1, front, back, ground)

    if theme.linocut:
        inks = theme.tint("trail")
        light, ink = inks.ground, inks.body
    marker = Symbol("trail-front", (*emblems.disc(light, ink), *emblems.token(theme, "trail", ink, light)))
    plain = Symbol("trail-back", (*emblems.disc(light, ink), Circle((0, 0), 0.5, Style(stroke=ink, width=0.12))))
    trail = TokenKind("trail", say("Trail marker"), say("Trail markers"), markers, marker, plain, light, flat=True)
    return player("A", light, ink, 1), player("B", dark, light, -1), trail


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


def shells(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """A faint shell in each square where a snail starts."""
    style = Style(stroke=theme.ink("faint"), width=0.05 * side, cap="round")
    ways = (spiral(place.x, place.y, 0.34 * side, 2.75, turn) for place, turn in zip(places, (1, -1), strict=True))
    return tuple(Group((Polygon(way, style, closed=False),), classes="start") for way in ways)
