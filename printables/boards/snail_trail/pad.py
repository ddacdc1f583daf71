"""Games to play with a pencil: a small board on which squares are crossed off, with the turns to tick."""

from __future__ import annotations

from printables.drawing import artwork, spaces
from printables.scene import POINT, Line, Rect, Shape, Style, Text
from printables.scene.components import Panel
from printables.scene.geometry import Board
from printables.scene.theme import Theme
from printables.text.language import say

WIDTH = 84.0  # mm: two side by side on A4 and Letter
LARGEST = 8.0  # mm: a square
NAME = 7 * POINT
HEAD = 13.0
ROW = 6.0
TICKS = 12  # turns in a row to tick
GAMES = 6


def game(board: Board, home: tuple[str, str], turns: int, theme: Theme) -> Panel:
    """One game: names, the board with its starts marked, and the numbers of the turns that it can come to."""
    ink, soft, faint = (theme.ink(role) for role in ("ink", "soft", "faint"))
    x0, y0, x1, y1 = board.extent
    scale = min(WIDTH / (x1 - x0), LARGEST / board.pitch)
    left = (WIDTH - scale * (x1 - x0)) / 2 - scale * x0
    top = HEAD - scale * y0
    said = say("The last to go the whole way wins.  Winner:")
    shapes: list[Shape] = [
        Text(0, 4.6, "A", 4.2, "sans-bold", fill=ink),
        Line((5, 5), (WIDTH / 2 - 3, 5), Style(stroke=soft, width=0.2)),
        Text(WIDTH / 2, 4.6, "B", 4.2, "sans-bold", fill=ink),
        Line((WIDTH / 2 + 5, 5), (WIDTH, 5), Style(stroke=soft, width=0.2)),
        Text(0, 11, said, 3.2, fill=soft),
        Line((62, 11.3), (WIDTH, 11.3), Style(stroke=soft, width=0.2)),
    ]
    edge, name = Style(stroke=ink, width=0.25), NAME
    for place in board.places:
        side = place.size * scale
        small = place._replace(x=left + place.x * scale, y=top + place.y * scale, size=side)
        fill = faint if place.id not in home else ink
        shapes += [spaces.outline(small, edge), artwork.name(small, name, fill)]
        if place.id in home:
            letter = "AB"[home.index(place.id)]
            shapes.append(Text(small.x, small.y + 0.3 * side, letter, 0.6 * side, "sans-bold", "middle", ink))
    bottom = HEAD + scale * (y1 - y0) + 3
    box = WIDTH / TICKS
    ticked = min(turns, 2 * TICKS)
    for number in range(ticked):
        x, y = number % TICKS * box, bottom + number // TICKS * ROW
        shapes += [
            Rect(x + 0.4, y, box - 0.8, ROW - 1, Style(stroke=faint, width=0.2), corner=0.8),
            Text(x + box / 2, y + 3.7, str(number + 1), 3.2, anchor="middle", fill=soft),
        ]
    height = bottom + -(-ticked // TICKS) * ROW
    return Panel("game", say("Games to play with a pencil"), WIDTH, height, tuple(shapes), copies=GAMES)
