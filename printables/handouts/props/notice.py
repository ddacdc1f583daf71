"""A slip from a notice board: a hand in ink, a nail at the top, and strips to tear off if somebody is to be asked."""

from __future__ import annotations

from printables.handouts import leaf, ornament
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.source import Note
from printables.scene import Group, Line, Shape, Style

TITLE = "Notice"
ASPECT = 0.72
SETTINGS = ("sign", "strips")
TYPE = (34.0, 11.0)  # points: largest and smallest; the hand is small for its size
WIDEST = 160.0  # mm
STRIP = 30.0  # mm: a strip's length
LEAST_STRIP = 9.0  # mm: its width


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    width, height = min(width, WIDEST), min(height, WIDEST)
    edge = max(6.0, 0.08 * min(width, height))
    wide = width - 2 * edge
    shapes: list[Shape] = []
    y = edge + 4.0
    if note.title:
        y += 10.0
        title = pen.text(width / 2, y, note.title, 46, "amatic-bold", "middle", within=wide, spread=0.03)
        shapes.append(title)
        y += 2.5
        shapes.append(
            Line((width / 2 - (title.width or 0) / 2, y), (width / 2 + (title.width or 0) / 2, y + 0.6), pen.line(0.5))
        )
        y += 2.0
    strips = note.setting("strips")
    foot = (STRIP if strips else 0.0) + (8.0 if note.setting("sign") else 0.0) + 2.0
    look = pen.look(TYPE[0], "amatic", leading=1.12)
    column = page.fitted(note.blocks, wide, height - edge - foot - y, look, pen, note.source.name, TYPE[1])
    shapes.append(page.put(column, edge, y))
    y += column.height
    if sign := note.setting("sign"):
        y += 8.0
        shapes.append(pen.text(width - edge, y, sign, 28, "amatic-bold", "end", within=wide, rotate=-2.0))
    # A slip is no longer than its text.
    high = min(height, y + 0.8 * edge + (STRIP if strips else 0.0))
    under, outline = leaf.ground(width, high, pen, page.seed(note), page.edge(note, "torn"))
    if strips:
        shapes.append(_strips(strips, width, high, pen))
    shapes.append(ornament.nail(width / 2, 4.5, pen))
    shapes += page.seal(note, edge + 8, y - 2.0, 7.0, pen)
    return [Leaf(width, high, (*under, *shapes, *page.master(note, width, pen)), outline, note.title or TITLE)]


def _strips(text: str, width: float, height: float, pen: Pen) -> Group:
    """Strips to tear off along the bottom edge, the text on each read from the side."""
    count = max(3, int(width / LEAST_STRIP / 1.25))
    step = (width - 2.4) / count
    dashes = Style(stroke=pen.ink("ink"), width=0.2, dash=(1.0, 0.8))
    top = height - STRIP + 2.0
    lines = [Line((1.2 + n * step, top), (1.2 + n * step, height - 1.2), dashes) for n in range(1, count)]
    words = [
        pen.text(1.2 + (n + 0.5) * step + 1.4, height - 3.0, text, 15, "amatic-bold", within=STRIP - 5, rotate=-90)
        for n in range(count)
    ]
    return Group((Line((1.2, top), (width - 1.2, top), dashes), *lines, *words), classes="strips")
