"""An aged letter: place and date, a large capital, a signature and a wax seal; as many leaves as it takes."""

from printables.handouts import leaf, pen as ornament
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note
from printables.scene import Shape

TITLE = "Letter"
TYPE = (16.0, 10.5)  # points: largest and smallest


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    edge = max(10.0, 0.11 * width)
    wide = width - 2 * edge
    top = 0.8 * edge
    head, foot = _head(note, pen, width, edge, top), _foot_height(note, width)
    first = head[1]
    look = pen.look(TYPE[0], drop=3)
    # The seal stands under the end of the text, so every leaf keeps room for it.
    bottom = height - 0.9 * edge - foot
    heights = [bottom - first, bottom - top]
    columns = page.flowed(note.blocks, wide, heights, look, pen, note.source.name, TYPE[1])
    out = []
    for number, column in enumerate(columns, 1):
        start = first if number == 1 else top
        last = number == len(columns)
        seed = page.seed(note, number)
        under, outline = leaf.ground(
            width, height, pen, seed, page.edge(note, "torn"), (2, 1) if width > 120 else (1, 0)
        )
        shapes: list[Shape] = [*under, *(head[0] if number == 1 else ()), page.put(column, edge, start)]
        if last:
            shapes += _foot(note, pen, width, edge, start + column.height)
        else:
            shapes.append(
                pen.text(width - edge, height - 0.5 * edge, "turn over", 9, "garamond-italic", "end", pen.ink("soft"))
            )
        if number > 1:
            shapes.append(pen.text(width / 2, 0.5 * edge, f"– {number} –", 9, "garamond", "middle", pen.ink("soft")))
        out.append(Leaf(width, height, (*shapes, *page.master(note, width, pen)), outline, note.title or TITLE))
    return out


def _head(note: Note, pen: Pen, width: float, edge: float, top: float) -> tuple[list[Shape], float]:
    """Date and title, and where the text begins."""
    shapes: list[Shape] = []
    y = top
    wide = width - 2 * edge
    if date := note.setting("date"):
        y += 4.0
        shapes.append(pen.text(width - edge, y, date, 11, "garamond-italic", "end", within=wide))
        y += 4.0
    if note.title:
        y += 8.0
        shapes.append(pen.title(width / 2, y, note.title, 20, within=wide, spread=0.04))
        y += 4.5
        shapes.append(ornament.rule(width / 2, y, min(wide, 80.0), pen))
        y += 5.0
    return shapes, y + 1.0


def _foot_height(note: Note, width: float) -> float:
    tall = 13.0 if note.setting("sign") else 0.0
    return max(tall, 2.4 * _radius(width) if note.setting("seal") not in ("", "none") else 0.0)


def _radius(width: float) -> float:
    return min(13.0, 0.075 * width)


def _foot(note: Note, pen: Pen, width: float, edge: float, y: float) -> list[Shape]:
    shapes: list[Shape] = []
    if sign := note.setting("sign"):
        shapes.append(
            pen.text(width - edge - 4, y + 11, sign, 22, "garamond-italic", "end", within=0.55 * width, rotate=-2.5)
        )
    radius = _radius(width)
    shapes += page.seal(note, edge + 1.4 * radius, y + 1.35 * radius, radius, pen)
    return shapes


PROP = Prop(TITLE, 1.4, ("date", "sign"), leaves)
