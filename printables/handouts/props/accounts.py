"""What is reckoned: pages of ledgers and bills of taverns."""

from printables.core.errors import TemplateError
from printables.handouts import pen as emblems
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note, plain
from printables.scene import POINT, Circle, Group, Line, Shape, Style
from printables.text import fonts
from printables.text.markdown import Block, Table

LEDGER_TYPE = (14.0, 9.0)  # points: largest and smallest
LINE = 7.2  # mm between blank lines


def _ledger(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A page of a ledger: ruled across and down in two inks, entries in the rules, blank lines down to the foot."""
    left, right = 0.13 * width, width - 0.06 * width
    top, bottom = 0.07 * height, height - 0.05 * height
    start = top + 15.0
    look, room = pen.look(LEDGER_TYPE[0], leading=1.45, stretch=True), bottom - start - 3.0
    columns = page.flowed(note.blocks, right - left - 4.0, [room], look, pen, note.source.name, LEDGER_TYPE[1])
    folio = note.setting("folio")
    out = []
    for number, column in enumerate(columns, 1):
        shapes: list[Shape] = [*_ruling(left, right, start, bottom, start + 3.0 + column.height, pen)]
        shapes.append(pen.title(left + 2, top + 8.0, note.title or "Ledger", 19, "start", within=0.6 * (right - left)))
        if date := note.setting("date"):
            shapes.append(pen.text(right, top + 8.0, date, 11, "garamond-italic", "end", within=0.36 * (right - left)))
        if folio:
            count = str(int(folio) + number - 1) if folio.isascii() and folio.isdigit() and len(folio) < 7 else folio
            shapes.append(pen.text(right, top - 2.0, f"fol. {count}", 9, "garamond", "end", pen.ink("soft"), within=40))
        shapes.append(page.put(column, left + 2.0, start + 3.0))
        if number == len(columns):
            shapes += page.seal(note, right - 12.0, bottom - 12.0, min(10.0, 0.06 * width), pen)
        out.append(page.made(note, pen, (width, height), shapes, "worn", at=number))
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


LEDGER = Prop("Ledger", 1.4, ("date", "folio"), _ledger)


BILL_TYPE = (14.0, 12.5, 11.5, 10.0, 8.5, 7.0)  # points: tried in this order
WIDEST = 105.0  # mm: a bill is a slip


def _bill(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A tavern's bill: a narrow slip, its sign at the head, dots from each item to its price, a line under the sum."""
    width = min(width, WIDEST)
    for points in BILL_TYPE:
        if made := _bill_of(note, pen, width, height, points):
            return [made]
    raise TemplateError("the bill is too long for its slip", "shorten it, or put fewer on a page", note.source.name)


def _bill_of(note: Note, pen: Pen, width: float, height: float, points: float) -> Leaf | None:
    """The bill in type of that size; None if it does not fit."""
    edge = max(5.0, 0.08 * width)
    wide = width - 2 * edge
    shapes: list[Shape] = []
    y = edge + 2.0
    if name := page.emblem(note, "tankard"):
        shapes.append(emblems.emblem(name, width / 2, y + 7.0, 6.5, pen))
        y += 16.0
    y += 5.0
    shapes.append(pen.title(width / 2, y, note.title or "Tavern bill", 19, within=wide))
    if date := note.setting("date"):
        y += 6.0
        shapes.append(pen.text(width / 2, y, date, 10, "garamond-italic", "middle", pen.ink("soft"), within=wide))
    y += 4.0
    shapes.append(emblems.rule(width / 2, y, wide, pen))
    y += 4.0
    for block in note.blocks:
        group, high = _part(block, note, pen, wide, points)
        shapes.append(Group(group.shapes, edge, y, classes=group.classes))
        y += high + 1.5
        if y > height - edge:
            return None
    y += 3.0
    shapes.append(emblems.rule(width / 2, y, 0.5 * wide, pen))
    high = y + edge
    if high > height:
        return None
    if word := note.setting("stamp"):
        shapes.append(emblems.stamp(0.66 * width, min(y - 8.0, 0.7 * high), word[:16], pen))
    shapes += page.seal(note, width - edge - 6, edge + 8, 6.5, pen)
    return page.made(note, pen, (width, high), shapes, folds=(1, 0))


def _part(block: Block, note: Note, pen: Pen, wide: float, points: float) -> tuple[Group, float]:
    """A table as items with leaders, anything else as running text; and its height."""
    if not isinstance(block, Table):
        column = page.fitted((block,), (wide, 10_000.0), pen.look(points), pen, note.source.name, points)
        return Group(column.shapes, classes="text"), column.height
    shapes: list[Shape] = []
    pitch = page.line_height(points, 1.42)
    y = 0.0
    for number, row in enumerate(block.rows):
        cells = [plain(cell) for cell in row]
        if not any(cells):
            continue
        last = cells.pop() if len(cells) > 1 else ""
        bold = number == 0 or cells[0].lower().startswith(("total", "sum"))
        if bold and number:
            shapes.append(emblems.double_rule(0.62 * wide, y + 0.8, 0.38 * wide, pen))
            y += 1.6
        item = "  ".join(cell for cell in cells if cell)
        y += pitch
        shapes += _item(item, last, wide, y - 0.3 * pitch, points, pen, bold)
    return Group(tuple(shapes), classes="items"), y


def _item(item: str, price: str, wide: float, y: float, points: float, pen: Pen, bold: bool) -> list[Shape]:
    font = "garamond-caps" if bold else "garamond"
    size = points * (0.85 if bold else 1.0)
    amount = pen.text(wide, y, price, size, font, "end", within=0.45 * wide)
    name = pen.text(0, y, item, size, font, within=wide - (amount.width or 0) - 3.0)
    dots: list[Shape] = []
    gap = 0.45 * points * POINT
    x = wide - (amount.width or 0) - gap
    while price and not bold and x > (name.width or 0) + gap:
        dots.append(Circle((x, y - 0.25), 0.2, Style(fill=pen.ink("ink"))))
        x -= 1.3 * gap
    return [name, *dots, amount] if fonts.clean(price) else [name]


BILL = Prop("Tavern bill", 2.0, ("emblem", "date", "stamp"), _bill)
