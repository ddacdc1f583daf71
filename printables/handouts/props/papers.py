"""What is written: letters, notices, wanted posters and the legends of maps; and reckoned: ledgers and bills."""

from math import cos, sin, tau

from printables.core import TemplateError
from printables.handouts import pen as emblems
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note, plain
from printables.scene import POINT, Circle, Group, Line, Rect, Shape, Style
from printables.text import fonts, typesetting
from printables.text.markdown import Block, Table
from printables.text.typesetting import Column

LETTER_TYPE = (16.0, 10.5)  # points: largest and smallest


def _letter(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """An aged letter: place and date, a large capital, a signature and a wax seal; as many leaves as it takes."""
    edge, soft = max(10.0, 0.11 * width), pen.ink("soft")
    wide = width - 2 * edge
    top = 0.8 * edge
    (head, first), foot = _head(note, pen, width, edge, top), 13.0 if note.setting("sign") else 0.0
    if note.setting("seal") not in ("", "none"):
        foot = max(foot, 2.4 * _radius(width))
    look = pen.look(LETTER_TYPE[0])._replace(drop=3)
    # The seal stands under the end of the text, so every leaf keeps room for it.
    bottom = height - 0.9 * edge - foot
    heights = [bottom - first, bottom - top]
    columns = page.flowed(note.blocks, wide, heights, look, pen, note.source.name, LETTER_TYPE[1])
    out = []
    for number, column in enumerate(columns, 1):
        start, last = first if number == 1 else top, number == len(columns)
        shapes: list[Shape] = [*(head if number == 1 else ()), page.put(column, edge, start)]
        if last:
            shapes += _foot(note, pen, width, edge, start + column.height)
        else:
            shapes.append(pen.text(width - edge, height - 0.5 * edge, "turn over", 9, "garamond-italic", "end", soft))
        if number > 1:
            shapes.append(pen.text(width / 2, 0.5 * edge, f"– {number} –", 9, "garamond", "middle", soft))
        folds = (2, 1) if width > 120 else (1, 0)
        high = min(height, start + column.height + foot + edge) if last else height
        out.append(page.made(note, pen, (width, high), shapes, folds=folds, at=number))
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
        shapes.append(emblems.rule(width / 2, y, min(wide, 80.0), pen))
        y += 5.0
    return shapes, y + 1.0


def _radius(width: float) -> float:
    return min(13.0, 0.075 * width)


def _foot(note: Note, pen: Pen, width: float, edge: float, y: float) -> list[Shape]:
    shapes: list[Shape] = []
    if sign := note.setting("sign"):
        right, wide = width - edge - 4, 0.55 * width
        shapes.append(pen.text(right, y + 11, sign, 22, "garamond-italic", "end", within=wide, rotate=-2.5))
    radius = _radius(width)
    shapes += page.seal(note, edge + 1.4 * radius, y + 1.35 * radius, radius, pen)
    return shapes


LETTER = Prop("Letter", 1.4, ("date", "sign"), _letter)


NOTICE_TYPE = (34.0, 11.0)  # points: largest and smallest; the hand is small for its size
WIDEST, HIGHEST = 160.0, 125.0  # mm: what the sizes below are for; a smaller slip has all of it smaller
TITLE_SIZE, SIGN_SIZE, STRIP_SIZE = 46.0, 28.0, 15.0  # points
STRIP = 32.0  # mm: a strip's length
STEP = 12.0  # mm from strip to strip


def _notice(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A slip from a notice board: a hand in ink, a nail at the top, and strips to tear off for who is to be asked."""
    scale = min(1.0, max(0.4, min(width / WIDEST, height / HIGHEST)))
    width, height = min(width, WIDEST), min(height, WIDEST)
    edge = max(5.0, 12.0 * scale)
    wide = width - 2 * edge
    middle = width / 2
    shapes: list[Shape] = []
    y = edge + 4.0 * scale
    if note.title:
        y += 10.0 * scale
        size = TITLE_SIZE * scale
        title = pen.text(middle, y, note.title, size, "amatic-bold", "middle", within=wide, spread=0.03, level=1)
        half = (title.width or 0.0) / 2
        y += 2.5 * scale
        shapes += [title, Line((middle - half, y), (middle + half, y + 0.6), pen.line(0.5 * scale))]
        y += 2.0 * scale
    strips, sign = note.setting("strips"), note.setting("sign")
    strip = STRIP * scale if strips else 0.0
    foot = strip + (8.0 * scale if sign else 0.0) + 2.0
    look = pen.look(NOTICE_TYPE[0] * scale, "amatic")._replace(leading=1.12)
    room = height - 0.8 * edge - foot - y
    column = page.fitted(note.blocks, (wide, room), look, pen, note.source.name, min(NOTICE_TYPE[1], look.size))
    shapes.append(page.put(column, edge, y))
    y += column.height
    if sign:
        y, size = y + 8.0 * scale, SIGN_SIZE * scale
        shapes.append(pen.text(width - edge, y, sign, size, "amatic-bold", "end", within=wide, rotate=-2.0))
    # A slip is no longer than its text.
    high = min(height, y + 0.8 * edge + strip)
    if strips:
        shapes.append(_strips(strips, width, high, scale, pen))
    shapes.append(emblems.nail(middle, 4.5, pen))
    shapes += page.seal(note, edge + 8 * scale, y - 2.0, 7.0 * scale, pen)
    return [page.made(note, pen, (width, high), shapes)]


def _strips(text: str, width: float, height: float, scale: float, pen: Pen) -> Group:
    """Strips to tear off along the bottom edge, the text on each read from the side."""
    rim = 1.2
    count = max(3, int(width / (STEP * scale)))
    step = (width - 2 * rim) / count
    dashes = Style(stroke=pen.ink("ink"), width=0.2, dash=(1.0, 0.8))
    top = height - STRIP * scale + 2.0
    room = height - top - 4.0
    lines = [Line((rim + n * step, top), (rim + n * step, height - rim), dashes) for n in range(1, count)]
    size, places = STRIP_SIZE * scale, (rim + (n + 0.5) * step + 1.6 * scale for n in range(count))
    words = (pen.text(x, height - 3.0, text, size, "amatic-bold", within=room, rotate=-90) for x in places)
    return Group((Line((rim, top), (width - rim, top), dashes), *lines, *words), classes="strips")


NOTICE = Prop("Notice", 0.72, ("sign", "strips"), _notice)


WANTED_TYPE = (30.0, 8.0)  # points: largest and smallest
AIR = 8.0  # mm over and under the text of a poster


def _wanted(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A wanted poster: a word across its whole width, an emblem or portrait frame, the deed, the reward."""
    edge = 0.055 * min(width, height)
    inset = 0.04 * width
    left = edge + inset + 2.0
    wide = width - 2 * left
    shapes: list[Shape] = []
    y = edge + inset + 2.0
    title = (note.title or "Wanted").upper()
    points = min(100.0, wide / pen.wide(title, 1.0, "cinzel"), 0.13 * height / POINT)
    y += fonts.cap_height("cinzel", points * POINT)
    shapes.append(pen.title(width / 2, y, title, points, within=wide))
    y += 3.5
    shapes.append(emblems.double_rule(left, y, wide, pen))
    y += 4.0
    if name := page.emblem(note):
        radius = min(0.13 * height, 0.24 * wide)
        y += radius
        shapes += [*_portrait(width / 2, y, radius, pen), emblems.emblem(name, width / 2, y, 0.78 * radius, pen)]
        y += radius + 4.0
    reward = note.setting("reward")
    size = min(34.0, 0.055 * height / POINT) if reward else 0.0
    under = 1.9 * size * POINT + edge + inset + 5.0
    look = pen.look(min(WANTED_TYPE[0], 0.065 * wide / POINT))._replace(align="middle", leading=1.2)
    column = page.fitted(note.blocks, (wide, height - under - y), look, pen, note.source.name, WANTED_TYPE[1])
    height = min(height, y + column.height + 2 * AIR + under)
    bottom = height - under + 3.0
    shapes.append(page.put(column, left, y + (bottom - 3.0 - y - column.height) / 2))
    if reward:
        shapes.append(emblems.double_rule(left, bottom, wide, pen))
        base = bottom + 1.35 * size * POINT
        shapes.append(pen.text(width / 2, base, reward, size, "cinzel", "middle", pen.red, within=wide))
    shapes.append(emblems.frame(edge, edge, width - 2 * edge, height - 2 * edge, pen, inset))
    for x in (0.62 * edge, width - 0.62 * edge):
        shapes.append(emblems.nail(x, 0.62 * edge, pen, min(1.0, 0.15 * edge)))
    shapes += page.seal(note, width - edge - 1.6 * inset, height - edge - 1.6 * inset, min(12.0, 0.07 * width), pen)
    return [page.made(note, pen, (width, height), shapes, folds=(1, 1))._replace(title=title)]


def _portrait(x: float, y: float, radius: float, pen: Pen) -> tuple[Shape, ...]:
    dot = Style(fill=pen.ink("ink"))
    beads = (Circle((0.925 * cos(tau * n / 48), 0.925 * sin(tau * n / 48)), 0.025, dot) for n in range(48))
    rims = Circle((0, 0), 0.985, pen.line(0.03)), Circle((0, 0), 0.86, pen.line(0.015))
    return (Group((*rims, *beads), x, y, radius, classes="portrait"),)


WANTED = Prop("Wanted poster", 1.4, ("emblem", "reward"), _wanted)


LEGEND_TYPE = (15.0, 7.0)  # points: largest and smallest
TALL = 110.0  # mm: a lower leaf has no room for a compass rose
GUTTER = 8.0  # mm between columns


def _legend(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A map's legend: a cartouche with a compass rose, the map's signs explained, and a scale bar."""
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
    shapes.append(pen.title(width / 2, y, note.title or "Map legend", min(24.0, 0.2 * height), within=wide))
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
    frame = emblems.frame(edge, edge, width - 2 * edge, high - 2 * edge, pen, inset)
    shapes += page.seal(note, width - left - 4, high - edge - inset - 6, 7.0, pen)
    return [page.made(note, pen, (width, high), (frame, *shapes), "worn", (0, 1))]


def _columns(note: Note, pen: Pen, wide: float, room: float) -> list[Column]:
    """The text in one column, or in two where one does not hold it. Raises TemplateError if they do not either."""
    look = pen.look(LEGEND_TYPE[0])._replace(leading=1.35, stretch=True)
    try:
        return [page.fitted(note.blocks, (wide, room), look, pen, note.source.name, LEGEND_TYPE[1] + 1)]
    except TemplateError:
        width, pictures = (wide - GUTTER) / 2, emblems.named(pen)
        return typesetting.fit(note.blocks, width, room, look, 2, pictures, note.source.name, LEGEND_TYPE[1])[1]


def _bar(x: float, y: float, length: float, text: str, pen: Pen) -> Group:
    """A scale bar in four parts, and what it measures."""
    part, looks = length / 4, [pen.line(0.2)._replace(fill=pen.ink(role)) for role in ("ink", "paper")]
    boxes = (Rect(-length / 2 + n * part, 0, part, 1.6, looks[n % 2]) for n in range(4))
    said = pen.text(0, 6.2, text, 10, "garamond-italic", "middle", within=length)
    return Group((*boxes, said), x, y, classes="scale")


LEGEND = Prop("Map legend", 1.3, ("scale",), _legend)


LEDGER_TYPE = (14.0, 9.0)  # points: largest and smallest
LINE = 7.2  # mm between blank lines


def _ledger(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A page of a ledger: ruled across and down in two inks, entries in the rules, blank lines down to the foot."""
    left, right = 0.13 * width, width - 0.06 * width
    top, bottom = 0.07 * height, height - 0.05 * height
    start = top + 15.0
    look, room = pen.look(LEDGER_TYPE[0])._replace(leading=1.45, stretch=True), bottom - start - 3.0
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
SLIP = 105.0  # mm: how wide a bill is at most


def _bill(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A tavern's bill: a narrow slip, its sign at the head, dots from each item to its price, a line under the sum."""
    width = min(width, SLIP)
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
