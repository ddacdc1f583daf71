"""A map's legend: a cartouche with a compass rose, the map's signs explained, and a scale bar."""

from __future__ import annotations

from printables.handouts import leaf, ornament
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.source import Note
from printables.scene import Group, Rect, Shape, Style

TITLE = "Map legend"
ASPECT = 1.3
SETTINGS = ("scale",)
TYPE = (15.0, 8.0)  # points: largest and smallest


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    edge = 0.05 * min(width, height)
    inset = max(4.0, 0.04 * width)
    left = edge + inset + 1.5
    wide = width - 2 * left
    shapes: list[Shape] = []
    y = edge + inset + 2.0
    radius = min(0.14 * wide, 0.09 * height, 22.0)
    shapes.append(ornament.compass(width / 2, y + radius, radius, pen))
    y += 2 * radius + 4.0
    y += 5.0
    shapes.append(pen.text(width / 2, y, note.title or TITLE, 24, "cinzel", "middle", within=wide))
    y += 4.5
    shapes.append(ornament.rule(width / 2, y, min(wide, 90.0), pen))
    y += 5.0
    scale = note.setting("scale")
    foot = edge + inset + (13.0 if scale else 2.0)
    look = pen.look(TYPE[0], leading=1.35, stretch=True)
    column = page.fitted(note.blocks, wide, height - foot - y, look, pen, note.source.name, TYPE[1])
    shapes.append(page.put(column, left, y))
    high = min(height, y + column.height + foot + 3.0)
    if scale:
        shapes.append(_bar(width / 2, high - edge - inset - 8.0, min(wide, 80.0), scale, pen))
    under, outline = leaf.ground(width, high, pen, page.seed(note), page.edge(note, "worn"), (0, 1))
    frame = ornament.frame(edge, edge, width - 2 * edge, high - 2 * edge, pen, inset)
    shapes += page.seal(note, width - left - 4, high - edge - inset - 6, 7.0, pen)
    return [Leaf(width, high, (*under, frame, *shapes, *page.master(note, width, pen)), outline, note.title or TITLE)]


def _bar(x: float, y: float, length: float, text: str, pen: Pen) -> Group:
    """A scale bar in four parts, and what it measures."""
    part = length / 4
    boxes = tuple(
        Rect(
            -length / 2 + n * part,
            0,
            part,
            1.6,
            Style(fill=pen.ink("ink" if n % 2 == 0 else "paper"), stroke=pen.ink("ink"), width=0.2),
        )
        for n in range(4)
    )
    return Group(
        (*boxes, pen.text(0, 6.2, text, 10, "garamond-italic", "middle", within=length)), x, y, classes="scale"
    )
