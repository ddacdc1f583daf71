"""A page of a ledger: ruled across and down in two inks, entries in the rules, blank lines to write on to the foot."""

from printables.handouts import leaf
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note
from printables.scene import Group, Line, Shape, Style

TITLE = "Ledger"
TYPE = (14.0, 9.0)  # points: largest and smallest
LINE = 7.2  # mm between blank lines


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    left, right = 0.13 * width, width - 0.06 * width
    top = 0.07 * height
    start = top + 15.0
    bottom = height - 0.05 * height
    look = pen.look(TYPE[0], leading=1.45, stretch=True)
    room = bottom - start - 3.0
    columns = page.flowed(note.blocks, right - left - 4.0, [room], look, pen, note.source.name, TYPE[1])
    folio = note.setting("folio")
    out = []
    for number, column in enumerate(columns, 1):
        under, outline = leaf.ground(width, height, pen, page.seed(note, number), page.edge(note, "worn"))
        shapes: list[Shape] = [*under, *_ruling(left, right, start, bottom, start + 3.0 + column.height, pen)]
        title = pen.title(left + 2, top + 8.0, note.title or TITLE, 19, "start", within=0.6 * (right - left))
        shapes.append(title)
        if date := note.setting("date"):
            shapes.append(pen.text(right, top + 8.0, date, 11, "garamond-italic", "end", within=0.36 * (right - left)))
        if folio:
            count = str(int(folio) + number - 1) if folio.isascii() and folio.isdigit() and len(folio) < 7 else folio
            shapes.append(pen.text(right, top - 2.0, f"fol. {count}", 9, "garamond", "end", pen.ink("soft"), within=40))
        shapes.append(page.put(column, left + 2.0, start + 3.0))
        if number == len(columns):
            shapes += page.seal(note, right - 12.0, bottom - 12.0, min(10.0, 0.06 * width), pen)
        out.append(Leaf(width, height, (*shapes, *page.master(note, width, pen)), outline, note.title or TITLE))
    return out


def _ruling(left: float, right: float, top: float, bottom: float, used: float, pen: Pen) -> tuple[Shape, ...]:
    """Head and margin lines in red, blank lines from where the text ends."""
    red, faint = Style(stroke=pen.red, width=0.25), Style(stroke=pen.tint(0.32), width=0.18)
    lines: list[Shape] = [
        Line((left - 1.2, top), (right, top), Style(stroke=pen.red, width=0.5)),
        Line((left - 1.2, top + 0.9), (right, top + 0.9), red),
        Line((left, top - 13), (left, bottom), red),
        Line((left - 1.2, top - 13), (left - 1.2, bottom), red),
    ]
    y = used + LINE
    while y < bottom:
        lines.append(Line((left - 6.0, y), (right, y), faint))
        y += LINE
    lines.append(Line((right - 26, used + LINE), (right - 26, bottom), red) if used + LINE < bottom else lines[1])
    return (Group(tuple(lines), classes="ruling"),)


PROP = Prop(TITLE, 1.4, ("date", "folio"), leaves)
