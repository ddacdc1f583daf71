"""A map's legend: a cartouche with a compass rose, the map's signs explained, and a scale bar."""

from printables.core.errors import TemplateError
from printables.handouts import leaf, pen as emblems
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note
from printables.scene import Group, Rect, Shape, Style
from printables.text import typesetting
from printables.text.typesetting import Column

TITLE = "Map legend"
TYPE = (15.0, 7.0)  # points: largest and smallest
TALL = 110.0  # mm: a lower leaf has no room for a compass rose
GUTTER = 8.0  # mm between columns


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    edge = 0.05 * min(width, height)
    inset = max(4.0, 0.04 * min(width, height))
    left = edge + inset + 1.5
    wide = width - 2 * left
    shapes: list[Shape] = []
    y = edge + inset + 1.0
    if height > TALL:
        radius = min(0.14 * wide, 0.09 * height, 22.0)
        shapes.append(emblems.compass(width / 2, y + 1.0 + radius, radius, pen))
        y += 2 * radius + 6.0
    y += 4.0
    shapes.append(pen.title(width / 2, y, note.title or TITLE, min(24.0, 0.2 * height), within=wide))
    y += 4.5
    shapes.append(emblems.rule(width / 2, y, min(wide, 90.0), pen))
    y += 4.0
    scale = note.setting("scale")
    foot = edge + inset + (11.0 if scale else 2.0)
    columns = _columns(note, pen, wide, height - foot - y)
    step = wide / len(columns) + GUTTER / len(columns)
    shapes += [page.put(column, left + number * step, y) for number, column in enumerate(columns)]
    high = min(height, y + max(column.height for column in columns) + foot + 3.0)
    if scale:
        shapes.append(_bar(width / 2, high - edge - inset - 8.0, min(wide, 80.0), scale, pen))
    under, outline = leaf.ground(width, high, pen, page.seed(note), page.edge(note, "worn"), (0, 1))
    frame = emblems.frame(edge, edge, width - 2 * edge, high - 2 * edge, pen, inset)
    shapes += page.seal(note, width - left - 4, high - edge - inset - 6, 7.0, pen)
    return [Leaf(width, high, (*under, frame, *shapes, *page.master(note, width, pen)), outline, note.title or TITLE)]


def _columns(note: Note, pen: Pen, wide: float, room: float) -> list[Column]:
    """The text in one column, or in two where one does not hold it. Raises TemplateError if they do not either."""
    look = pen.look(TYPE[0], leading=1.35, stretch=True)
    try:
        return [page.fitted(note.blocks, wide, room, look, pen, note.source.name, TYPE[1] + 1)]
    except TemplateError:
        width = (wide - GUTTER) / 2
        pictures = emblems.named(pen)
        return typesetting.fit(note.blocks, width, room, look, 2, pictures, note.source.name, TYPE[1])[1]


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


PROP = Prop(TITLE, 1.3, ("scale",), leaves)
