"""A slip from a notice board: a hand in ink, a nail at the top, and strips to tear off if somebody is to be asked."""

from printables.handouts import leaf, pen as ornament
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note
from printables.scene import Group, Line, Shape, Style

TITLE = "Notice"
TYPE = (34.0, 11.0)  # points: largest and smallest; the hand is small for its size
WIDEST, HIGHEST = 160.0, 125.0  # mm: what the sizes below are for; a smaller slip has all of it smaller
TITLE_SIZE, SIGN_SIZE, STRIP_SIZE = 46.0, 28.0, 15.0  # points
STRIP = 32.0  # mm: a strip's length
STEP = 12.0  # mm from strip to strip


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    scale = min(1.0, max(0.4, min(width / WIDEST, height / HIGHEST)))
    width, height = min(width, WIDEST), min(height, WIDEST)
    edge = max(5.0, 12.0 * scale)
    wide = width - 2 * edge
    middle = width / 2
    shapes: list[Shape] = []
    y = edge + 4.0 * scale
    if note.title:
        y += 10.0 * scale
        title = pen.text(
            middle, y, note.title, TITLE_SIZE * scale, "amatic-bold", "middle", within=wide, spread=0.03, level=1
        )
        half = (title.width or 0.0) / 2
        y += 2.5 * scale
        shapes += [title, Line((middle - half, y), (middle + half, y + 0.6), pen.line(0.5 * scale))]
        y += 2.0 * scale
    strips, sign = note.setting("strips"), note.setting("sign")
    strip = STRIP * scale if strips else 0.0
    foot = strip + (8.0 * scale if sign else 0.0) + 2.0
    look = pen.look(TYPE[0] * scale, "amatic", leading=1.12)
    room = height - 0.8 * edge - foot - y
    column = page.fitted(note.blocks, wide, room, look, pen, note.source.name, min(TYPE[1], look.size))
    shapes.append(page.put(column, edge, y))
    y += column.height
    if sign:
        y += 8.0 * scale
        shapes.append(
            pen.text(width - edge, y, sign, SIGN_SIZE * scale, "amatic-bold", "end", within=wide, rotate=-2.0)
        )
    # A slip is no longer than its text.
    high = min(height, y + 0.8 * edge + strip)
    under, outline = leaf.ground(width, high, pen, page.seed(note), page.edge(note, "torn"))
    if strips:
        shapes.append(_strips(strips, width, high, scale, pen))
    shapes.append(ornament.nail(middle, 4.5, pen))
    shapes += page.seal(note, edge + 8 * scale, y - 2.0, 7.0 * scale, pen)
    return [Leaf(width, high, (*under, *shapes, *page.master(note, width, pen)), outline, note.title or TITLE)]


def _strips(text: str, width: float, height: float, scale: float, pen: Pen) -> Group:
    """Strips to tear off along the bottom edge, the text on each read from the side."""
    rim = 1.2
    count = max(3, int(width / (STEP * scale)))
    step = (width - 2 * rim) / count
    dashes = Style(stroke=pen.ink("ink"), width=0.2, dash=(1.0, 0.8))
    top = height - STRIP * scale + 2.0
    room = height - top - 4.0
    lines = [Line((rim + n * step, top), (rim + n * step, height - rim), dashes) for n in range(1, count)]
    words = [
        pen.text(
            rim + (n + 0.5) * step + 1.6 * scale,
            height - 3.0,
            text,
            STRIP_SIZE * scale,
            "amatic-bold",
            within=room,
            rotate=-90,
        )
        for n in range(count)
    ]
    return Group((Line((rim, top), (width - rim, top), dashes), *lines, *words), classes="strips")


PROP = Prop(TITLE, 0.72, ("sign", "strips"), leaves)
