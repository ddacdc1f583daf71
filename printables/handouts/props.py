"""The props that a text can become: a note and room for a leaf -> leaves, each text at the largest size that fits."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, sin, tau
from typing import NamedTuple, TypeAlias, cast

from printables.core import OptionError, TemplateError, unknown
from printables.core.templates import say
from printables.drawing import emblems as signs
from printables.handouts import leaf, pen as emblems, source
from printables.handouts.leaf import Edge, Folds, Leaf, Plan
from printables.handouts.pen import Pen
from printables.handouts.source import Note, choice, plain
from printables.scene import POINT, Circle, Group, Line, Point, Rect, Shape, Style
from printables.scene.theme import pictured
from printables.text import fonts, typesetting
from printables.text.lines import TextLook
from printables.text.markdown import Block, Table, read
from printables.text.typesetting import Column


class Prop(NamedTuple):
    """What a text can become: `aspect` times as high as wide if it may. `settings`: what a file's head may say to it,
    beyond what all understand. `leaves` of a note, for a width and height (mm): UserError for a text not to be set."""

    title: str
    aspect: float
    settings: tuple[str, ...]
    leaves: Callable[[Note, Pen, float, float], list[Leaf]]


Head: TypeAlias = tuple[Sequence[Shape], float]  # what stands over a text, and where that begins
MOST = 60  # leaves: a longer text is no handout, and each leaf is drawn by hand
TYPE = (15.0, 6.5)  # points of a text told: largest and smallest
SMALL = 9.0  # points of the marks that tell a master's copy


def fitted(blocks: Sequence[Block], size: Point, look: TextLook, pen: Pen, source: str, smallest: float) -> Column:
    """The text in one column of a size, as large as it fits. Raises TemplateError if it is too long."""
    columns = typesetting.fit(blocks, *size, look, 1, emblems.named(pen), source, smallest)[1]
    return columns[0] if columns else Column((), 0.0)


def flowed(
    blocks: Sequence[Block], width: float, heights: list[float], look: TextLook, pen: Pen, source: str, smallest: float
) -> list[Column]:
    """The text in one column as large as it fits, or in as many columns as the smallest type takes."""
    columns = typesetting.flow(blocks, width, heights, look._replace(size=smallest), emblems.named(pen), source)
    if len(columns) <= 1:
        return [fitted(blocks, (width, heights[0]), look, pen, source, smallest)]
    if len(columns) > MOST:
        raise TemplateError(f"the text takes {len(columns)} leaves", f"at most {MOST} make a handout; split it", source)
    return columns


def margin(width: float) -> float:
    """How much of a leaf with a text on it stays free on each side."""
    return max(8.0, 0.09 * width)


def named(name: str, plan: Plan, pen: Pen, below: str = "") -> Head:
    """A name with a line below it, if it has one, and a rule."""
    free, middle = margin(plan.width), plan.width / 2
    wide, y = plan.width - 2 * free, free + 9.0
    shapes: list[Shape] = [pen.title(middle, y, name, 22, within=wide)]
    if below:
        y += 6.0
        shapes.append(pen.text(middle, y, below, 9, "garamond-italic", "middle", pen.ink("soft"), within=wide))
    return [*shapes, emblems.rule(middle, y + 4.0, min(wide, 90.0), pen)], y + 8.0


def told(
    text: str, title: str, plan: Plan, pen: Pen, source: str, head: Head | None = None, master: bool = False
) -> Leaf:
    """A text in Markdown under a head, its title unless said, on a leaf as high as it is. Raises TemplateError."""
    (shapes, top), free = head or named(title, plan, pen), margin(plan.width)
    look = pen.look(TYPE[0])._replace(stretch=True)
    size = plan.width - 2 * free, plan.height - free - top
    column = fitted(read(text, source), size, look, pen, source, TYPE[1])
    marks = (_marked(plan.width, pen),) if master else ()
    size = plan.width, min(plan.height, top + column.height + free)
    return leaf.drawn(size, (*shapes, put(column, free, top), *marks), title, pen, title)


def put(column: Column, x: float, y: float) -> Group:
    return Group(column.shapes, x, y, classes="text")


def made(
    note: Note, pen: Pen, size: Point, shapes: Sequence[Shape], edge: Edge = "torn", folds: Folds = (0, 0), at: int = 1
) -> Leaf:
    """A leaf, the `at`th of the note's, its edge as the file asks for. Raises TemplateError. Tears and stains follow
    from the text, and which leaf it is: the same for both versions."""
    seed = f"{at} {note.title} {note.source.body[:3]}"
    edge = cast(Edge, choice(note.source, "edge", leaf.EDGES, edge))
    marks = (_marked(size[0], pen),) if note.master else ()
    return leaf.drawn(size, (*shapes, *marks), note.title, pen, seed, edge, folds)


def _marked(width: float, pen: Pen) -> Group:
    """The mark on the master's version, so that it is never handed over by mistake."""
    text = pen.text(width - 8.0, 8.0, say("Master’s copy"), SMALL, "garamond-italic", "end", pen.red, within=width - 12)
    return Group((text,), classes="master")


def seal(note: Note, x: float, y: float, radius: float, pen: Pen) -> tuple[Shape, ...]:
    """The wax seal, if the file asks for one. Raises TemplateError for a device that is none."""
    device = source.beside(note.source, "seal") or pen.theme.crest
    if not device or device == "none":
        return ()
    if not pictured(device) and device not in signs.names("signs") and not (len(device) <= 2 and device.isalpha()):
        known = f"take {', '.join(signs.names('signs'))}, or one or two letters"
        raise note.source.wrong("seal", f"seal: {device!r} is not possible", known)
    return (emblems.seal(x, y, radius, device, pen, note.title),)


def emblem(note: Note, default: str = "") -> str:
    """The emblem that the file names, or ""."""
    own = source.beside(note.source, "emblem")
    return own if pictured(own) else choice(note.source, "emblem", (*signs.names("signs"), ""), default)


def line_height(points: float, leading: float = 1.28) -> float:
    return points * POINT * leading


LETTER_TYPE = (16.0, 10.5)  # points: largest and smallest


def _letter(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """An aged letter: place and date, a large capital, a signature and a wax seal; as many leaves as it takes."""
    edge, soft, sign, radius = max(10.0, 0.11 * width), pen.ink("soft"), note.setting("sign"), min(13.0, 0.075 * width)
    wide, top = width - 2 * edge, 0.8 * edge
    head, first = list[Shape](), top
    if date := note.setting("date"):
        head.append(pen.text(width - edge, first + 4.0, date, 11, "garamond-italic", "end", within=wide))
        first += 8.0
    if note.title:
        head.append(pen.title(width / 2, first + 8.0, note.title, 20, within=wide, spread=0.04))
        head.append(emblems.rule(width / 2, first + 12.5, min(wide, 80.0), pen))
        first += 17.5
    first += 1.0
    # The seal stands under the end of the text, so every leaf keeps room for it.
    foot = max(13.0 if sign else 0.0, 0.0 if note.setting("seal") in ("", "none") else 2.4 * radius)
    look, bottom = pen.look(LETTER_TYPE[0])._replace(drop=3), height - 0.9 * edge - foot
    columns = flowed(note.blocks, wide, [bottom - first, bottom - top], look, pen, note.source.name, LETTER_TYPE[1])
    out = []
    for number, column in enumerate(columns, 1):
        start, last = first if number == 1 else top, number == len(columns)
        end = start + column.height
        shapes: list[Shape] = [*(head if number == 1 else ()), put(column, edge, start)]
        if last and sign:
            at = width - edge - 4, end + 11
            shapes.append(pen.text(*at, sign, 22, "garamond-italic", "end", within=0.55 * width, rotate=-2.5))
        if last:
            shapes += seal(note, edge + 1.4 * radius, end + 1.35 * radius, radius, pen)
        else:
            shapes.append(pen.text(width - edge, height - 0.5 * edge, "turn over", 9, "garamond-italic", "end", soft))
        if number > 1:
            shapes.append(pen.text(width / 2, 0.5 * edge, f"– {number} –", 9, "garamond", "middle", soft))
        size = width, min(height, end + foot + edge) if last else height
        out.append(made(note, pen, size, shapes, folds=(2, 1) if width > 120 else (1, 0), at=number))
    return out


NOTICE_TYPE = (34.0, 11.0)  # points: largest and smallest; the hand is small for its size
WIDEST, HIGHEST = 160.0, 125.0  # mm: what the sizes below are for; a smaller slip has all of it smaller
TITLE_SIZE, SIGN_SIZE, STRIP_SIZE = 46.0, 28.0, 15.0  # points
STRIP, STEP = 32.0, 12.0  # mm: a strip's length, and from strip to strip


def _notice(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A slip from a notice board: a hand in ink, a nail at the top, and strips to tear off for who is to be asked."""
    scale = min(1.0, max(0.4, min(width / WIDEST, height / HIGHEST)))
    width, height = min(width, WIDEST), min(height, WIDEST)
    edge, middle = max(5.0, 12.0 * scale), width / 2
    wide, y = width - 2 * edge, edge + 4.0 * scale
    shapes: list[Shape] = []
    if note.title:
        y, size = y + 10.0 * scale, TITLE_SIZE * scale
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
    column = fitted(note.blocks, (wide, room), look, pen, note.source.name, min(NOTICE_TYPE[1], look.size))
    shapes.append(put(column, edge, y))
    y += column.height
    if sign:
        y, size = y + 8.0 * scale, SIGN_SIZE * scale
        shapes.append(pen.text(width - edge, y, sign, size, "amatic-bold", "end", within=wide, rotate=-2.0))
    high = min(height, y + 0.8 * edge + strip)  # a slip is no longer than its text
    if strips:
        shapes.append(_strips(strips, width, high, scale, pen))
    shapes += emblems.nail(middle, 4.5, pen), *seal(note, edge + 8 * scale, y - 2.0, 7.0 * scale, pen)
    return [made(note, pen, (width, high), shapes)]


def _strips(text: str, width: float, height: float, scale: float, pen: Pen) -> Group:
    """Strips to tear off along the bottom edge, the text on each read from the side."""
    rim, count, top = 1.2, max(3, int(width / (STEP * scale))), height - STRIP * scale + 2.0
    step, room = (width - 2 * rim) / count, height - top - 4.0
    dashes = Style(stroke=pen.ink("ink"), width=0.2, dash=(1.0, 0.8))
    lines = [Line((rim + n * step, top), (rim + n * step, height - rim), dashes) for n in range(1, count)]
    size, places = STRIP_SIZE * scale, (rim + (n + 0.5) * step + 1.6 * scale for n in range(count))
    words = (pen.text(x, height - 3.0, text, size, "amatic-bold", within=room, rotate=-90) for x in places)
    return Group((Line((rim, top), (width - rim, top), dashes), *lines, *words), classes="strips")


WANTED_TYPE = (30.0, 8.0)  # points: largest and smallest
AIR = 8.0  # mm over and under the text of a poster


def _wanted(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A wanted poster: a word across its whole width, an emblem or portrait frame, the deed, the reward."""
    edge, inset = 0.055 * min(width, height), 0.04 * width
    left, middle = edge + inset + 2.0, width / 2
    wide, title = width - 2 * left, (note.title or "Wanted").upper()
    points = min(100.0, wide / pen.wide(title, 1.0, "cinzel"), 0.13 * height / POINT)
    y = edge + inset + 2.0 + fonts.cap_height("cinzel", points * POINT)
    shapes: list[Shape] = [pen.title(middle, y, title, points, within=wide)]
    shapes.append(emblems.double_rule(left, y + 3.5, wide, pen))
    y += 7.5
    if name := emblem(note):
        radius = min(0.13 * height, 0.24 * wide)
        y += radius
        shapes += _portrait(middle, y, radius, pen), emblems.emblem(name, middle, y, 0.78 * radius, pen)
        y += radius + 4.0
    reward = note.setting("reward")
    size = min(34.0, 0.055 * height / POINT) if reward else 0.0
    under = 1.9 * size * POINT + edge + inset + 5.0
    look = pen.look(min(WANTED_TYPE[0], 0.065 * wide / POINT))._replace(align="middle", leading=1.2)
    column = fitted(note.blocks, (wide, height - under - y), look, pen, note.source.name, WANTED_TYPE[1])
    height = min(height, y + column.height + 2 * AIR + under)
    bottom = height - under + 3.0
    shapes.append(put(column, left, y + (bottom - 3.0 - y - column.height) / 2))
    if reward:
        shapes.append(emblems.double_rule(left, bottom, wide, pen))
        base = bottom + 1.35 * size * POINT
        shapes.append(pen.text(middle, base, reward, size, "cinzel", "middle", pen.red, within=wide))
    shapes.append(emblems.frame(edge, edge, width - 2 * edge, height - 2 * edge, pen, inset))
    nails = (0.62 * edge, width - 0.62 * edge)
    shapes += (emblems.nail(x, 0.62 * edge, pen, min(1.0, 0.15 * edge)) for x in nails)
    shapes += seal(note, width - edge - 1.6 * inset, height - edge - 1.6 * inset, min(12.0, 0.07 * width), pen)
    return [made(note, pen, (width, height), shapes, folds=(1, 1))._replace(title=title)]


def _portrait(x: float, y: float, radius: float, pen: Pen) -> Group:
    dot = Style(fill=pen.ink("ink"))
    beads = (Circle((0.925 * cos(tau * n / 48), 0.925 * sin(tau * n / 48)), 0.025, dot) for n in range(48))
    rims = Circle((0, 0), 0.985, pen.line(0.03)), Circle((0, 0), 0.86, pen.line(0.015))
    return Group((*rims, *beads), x, y, radius, classes="portrait")


LEGEND_TYPE = (15.0, 7.0)  # points: largest and smallest
TALL = 110.0  # mm: a lower leaf has no room for a compass rose
GUTTER = 8.0  # mm between columns


def _legend(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A map's legend: a cartouche with a compass rose, the map's signs explained, and a scale bar."""
    edge, inset, middle = 0.05 * min(width, height), max(4.0, 0.04 * min(width, height)), width / 2
    left, y = edge + inset + 1.5, edge + inset + 1.0
    wide, shapes = width - 2 * left, list[Shape]()
    if height > TALL:
        radius = min(0.14 * wide, 0.09 * height, 22.0)
        shapes.append(emblems.compass(middle, y + 1.0 + radius, radius, pen))
        y += 2 * radius + 6.0
    shapes.append(pen.title(middle, y + 4.0, note.title or "Map legend", min(24.0, 0.2 * height), within=wide))
    shapes.append(emblems.rule(middle, y + 8.5, min(wide, 90.0), pen))
    y += 12.5
    scale = note.setting("scale")
    foot = edge + inset + (11.0 if scale else 2.0)
    columns = _columns(note, pen, wide, height - foot - y)
    step = wide / len(columns) + GUTTER / len(columns)
    shapes += (put(column, left + number * step, y) for number, column in enumerate(columns))
    high = min(height, y + max(column.height for column in columns) + foot + 3.0)
    if scale:  # a bar in four parts, and what it measures
        long, looks = min(wide, 80.0), [pen.line(0.2)._replace(fill=pen.ink(role)) for role in ("ink", "paper")]
        parts = (Rect(-long / 2 + n * long / 4, 0, long / 4, 1.6, looks[n % 2]) for n in range(4))
        said = pen.text(0, 6.2, scale, 10, "garamond-italic", "middle", within=long)
        shapes.append(Group((*parts, said), middle, high - edge - inset - 8.0, classes="scale"))
    frame = emblems.frame(edge, edge, width - 2 * edge, high - 2 * edge, pen, inset)
    shapes += seal(note, width - left - 4, high - edge - inset - 6, 7.0, pen)
    return [made(note, pen, (width, high), (frame, *shapes), "worn", (0, 1))]


def _columns(note: Note, pen: Pen, wide: float, room: float) -> list[Column]:
    """The text in one column, or in two where one does not hold it. Raises TemplateError if they do not either."""
    look = pen.look(LEGEND_TYPE[0])._replace(leading=1.35, stretch=True)
    try:
        return [fitted(note.blocks, (wide, room), look, pen, note.source.name, LEGEND_TYPE[1] + 1)]
    except TemplateError:
        width, pictures = (wide - GUTTER) / 2, emblems.named(pen)
        return typesetting.fit(note.blocks, width, room, look, 2, pictures, note.source.name, LEGEND_TYPE[1])[1]


LEDGER_TYPE = (14.0, 9.0)  # points: largest and smallest
LINE = 7.2  # mm between blank lines


def _ledger(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A page of a ledger: ruled across and down in two inks, entries in the rules, blank lines down to the foot."""
    left, right = 0.13 * width, width - 0.06 * width
    top, bottom, wide = 0.07 * height, height - 0.05 * height, right - left
    start, date, folio = top + 15.0, note.setting("date"), note.setting("folio")
    look, room = pen.look(LEDGER_TYPE[0])._replace(leading=1.45, stretch=True), bottom - start - 3.0
    columns = flowed(note.blocks, wide - 4.0, [room], look, pen, note.source.name, LEDGER_TYPE[1])
    out = []
    for number, column in enumerate(columns, 1):
        shapes: list[Shape] = [_ruling(left, right, start, bottom, start + 3.0 + column.height, pen)]
        shapes.append(pen.title(left + 2, top + 8.0, note.title or "Ledger", 19, "start", within=0.6 * wide))
        if date:
            shapes.append(pen.text(right, top + 8.0, date, 11, "garamond-italic", "end", within=0.36 * wide))
        if folio:
            count = str(int(folio) + number - 1) if folio.isascii() and folio.isdigit() and len(folio) < 7 else folio
            shapes.append(pen.text(right, top - 2.0, f"fol. {count}", 9, "garamond", "end", pen.ink("soft"), within=40))
        shapes.append(put(column, left + 2.0, start + 3.0))
        if number == len(columns):
            shapes += seal(note, right - 12.0, bottom - 12.0, min(10.0, 0.06 * width), pen)
        out.append(made(note, pen, (width, height), shapes, "worn", at=number))
    return out


def _ruling(left: float, right: float, top: float, bottom: float, used: float, pen: Pen) -> Group:
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
    return Group(tuple(lines), classes="ruling")


BILL_TYPE = (14.0, 12.5, 11.5, 10.0, 8.5, 7.0)  # points: tried in this order
SLIP = 105.0  # mm: how wide a bill is at most


def _bill(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    """A tavern's bill: a narrow slip, its sign at the head, dots from each item to its price, a line under the sum."""
    for points in BILL_TYPE:
        if slip := _bill_of(note, pen, min(width, SLIP), height, points):
            return [slip]
    raise TemplateError("the bill is too long for its slip", "shorten it, or put fewer on a page", note.source.name)


def _bill_of(note: Note, pen: Pen, width: float, height: float, points: float) -> Leaf | None:
    """The bill in type of that size; None if it does not fit."""
    edge, middle, soft = max(5.0, 0.08 * width), width / 2, pen.ink("soft")
    wide, y, shapes = width - 2 * edge, edge + 2.0, list[Shape]()
    if name := emblem(note, "tankard"):
        shapes.append(emblems.emblem(name, middle, y + 7.0, 6.5, pen))
        y += 16.0
    y += 5.0
    shapes.append(pen.title(middle, y, note.title or "Tavern bill", 19, within=wide))
    if date := note.setting("date"):
        y += 6.0
        shapes.append(pen.text(middle, y, date, 10, "garamond-italic", "middle", soft, within=wide))
    shapes.append(emblems.rule(middle, y + 4.0, wide, pen))
    y += 8.0
    for block in note.blocks:
        group, high = _part(block, note, pen, wide, points)
        shapes.append(group._replace(x=edge, y=y))
        y += high + 1.5
        if y > height - edge:
            return None
    y += 3.0
    if (high := y + edge) > height:
        return None
    shapes.append(emblems.rule(middle, y, 0.5 * wide, pen))
    if word := note.setting("stamp"):
        shapes.append(emblems.stamp(0.66 * width, min(y - 8.0, 0.7 * high), word[:16], pen))
    shapes += seal(note, width - edge - 6, edge + 8, 6.5, pen)
    return made(note, pen, (width, high), shapes, folds=(1, 0))


def _part(block: Block, note: Note, pen: Pen, wide: float, points: float) -> tuple[Group, float]:
    """A table as items with leaders, anything else as running text; and its height."""
    if not isinstance(block, Table):
        column = fitted((block,), (wide, 10_000.0), pen.look(points), pen, note.source.name, points)
        return put(column, 0.0, 0.0), column.height
    shapes, pitch, y = list[Shape](), line_height(points, 1.42), 0.0
    for number, row in enumerate(block.rows):
        cells = [plain(cell) for cell in row]
        if not any(cells):
            continue
        last = cells.pop() if len(cells) > 1 else ""
        bold = number == 0 or cells[0].lower().startswith(("total", "sum"))
        if bold and number:
            shapes.append(emblems.double_rule(0.62 * wide, y + 0.8, 0.38 * wide, pen))
            y += 1.6
        y += pitch
        shapes += _item("  ".join(filter(None, cells)), last, wide, y - 0.3 * pitch, points, pen, bold)
    return Group(tuple(shapes), classes="items"), y


def _item(item: str, price: str, wide: float, y: float, points: float, pen: Pen, bold: bool) -> list[Shape]:
    font, size = ("garamond-caps", 0.85 * points) if bold else ("garamond", points)
    amount = pen.text(wide, y, price, size, font, "end", within=0.45 * wide)
    name = pen.text(0, y, item, size, font, within=wide - (amount.width or 0) - 3.0)
    dots, gap = list[Shape](), 0.45 * points * POINT
    x = wide - (amount.width or 0) - gap
    while price and not bold and x > (name.width or 0) + gap:
        dots.append(Circle((x, y - 0.25), 0.2, Style(fill=pen.ink("ink"))))
        x -= 1.3 * gap
    return [name, *dots, amount] if fonts.clean(price) else [name]


COMMON = ("as", "title", "edge", "seal", "up")
PROPS: Mapping[str, Prop] = {
    "bill": Prop("Tavern bill", 2.0, ("emblem", "date", "stamp"), _bill),
    "ledger": Prop("Ledger", 1.4, ("date", "folio"), _ledger),
    "legend": Prop("Map legend", 1.3, ("scale",), _legend),
    "letter": Prop("Letter", 1.4, ("date", "sign"), _letter),
    "notice": Prop("Notice", 0.72, ("sign", "strips"), _notice),
    "wanted": Prop("Wanted poster", 1.4, ("emblem", "reward"), _wanted),
}


def find(name: str, source: str = "--as", line: int = 0) -> Prop:
    """A prop by name. Raises OptionError."""
    if name not in PROPS:
        raise OptionError(*unknown("prop", name, PROPS), source, line)
    return PROPS[name]


def settings() -> tuple[str, ...]:
    """Every setting that some prop knows."""
    return tuple(dict.fromkeys((*COMMON, *(word for prop in PROPS.values() for word in prop.settings))))
