"""Markdown typeset into columns: ragged right, lines broken for the paragraph as a whole, no widows or orphans. Lengths
are mm, font sizes points. A caller asks for columns of one size (`flow`) or for the largest size at which a text fits
(`fit`), and places the shapes of each column by its top left corner."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from printables.core import TemplateError, UserError
from printables.scene import ARTIFACT, POINT, Curve, Group, Line, Rect, Shape, Style, Tag, Text, Use, added, heading
from printables.text import fonts, lines
from printables.text.lines import Face, Inset, Letters, SetLine, TextLook, Words
from printables.text.markdown import Block, Frame, Inline, Picture, Prose, Rule, Span, Table, read

__all__ = ["Column", "Inset", "Matter", "TextLook", "count", "fit", "flow"]

STEP = 0.25  # points between the sizes that `fit` tries
_HANG, _QUOTE = 1.55, 1.2  # sizes that a list or a quote stands in; room for "10." and a space
_DEEPEST = 6  # lists and quotes inside more others than this stand in no further
_HEADINGS = ((1.9, 1.1), (1.35, 1.15), (1.1, 0.85))  # size, and gap above, of levels 1, 2 and deeper
NOTE = 0.87  # of the text: notes in the margin, in a sans
_TOGETHER = 8  # rows of a table that is not parted, with display letters
_BLOCK = 3  # lines that the block of a capital is high

Tags: TypeAlias = tuple[Tag, ...]
Marked: TypeAlias = str | Sequence[Block]
Heights: TypeAlias = float | Sequence[float]
Pictures: TypeAlias = Mapping[str, Inset]


@dataclass(eq=False, slots=True)
class Row:
    """What is never split: a line of text, a row of a table, a rule. `gap` is left out at the top of a column. `lines`:
    what is set in it, each so far right and down, and its element; `shapes`: what is drawn before and with that.
    `glued`: the next row must stand in the same column; `held`: it had better. `head` is set again above it at the top
    of a column. `first`: a block begins with it. `notes`: the rows of each note in the margin that follows it."""

    height: float
    baseline: float
    lines: Sequence[tuple[SetLine, float, float, Tags]] = ()
    shapes: Sequence[Shape] = ()
    gap: float = 0.0
    glued: bool = False
    held: bool = False
    first: bool = False
    head: "Row | None" = None
    bars: tuple[float, ...] = ()
    notes: dict[Tag, list["Row"]] = field(default_factory=dict)

    def drawn(self, y: float, again: bool = False) -> Iterator[Shape]:
        """The row with its top at y; set `again`, it is not read."""
        for shape in self.shapes:
            yield _lowered(shape, y)
        for line, right, down, tags in self.lines:
            yield from line.shapes(right, down, y, (ARTIFACT,) if again else tags)


def _cut(a: tuple[float, float], b: tuple[float, float], fat: float) -> tuple[tuple[str | float, ...], ...]:
    """What a gouge cuts from one point to another, `fat` times as broad as it is long."""
    (x0, y0), (x1, y1) = a, b
    u, v = fat * (y0 - y1), fat * (x1 - x0)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return ("M", x0, y0), ("C", x + u, y + v, x + u, y + v, x1, y1), ("C", x - u, y - v, x - u, y - v, x0, y0), ("Z",)


def _lowered(shape: Shape, down: float) -> Shape:
    """What rows are made of beside lines of text, moved."""
    match shape:
        case Line((x0, y0), (x1, y1), style):
            return Line((x0, y0 + down), (x1, y1 + down), style)
        case Group(shapes=()):
            return shape
        case Text() | Group() | Use() | Rect():
            return shape._replace(y=shape.y + down)
        case _:
            raise TypeError(f"rows hold no {type(shape).__name__}")


class Note(NamedTuple):
    """A note for the margin: shapes, height, where its text begins (mm), after how many shapes of its column."""

    shapes: tuple[Shape, ...]
    height: float
    y: float
    after: int


class Column(NamedTuple):
    """Shapes from the top left of a column, how much of its height they take (mm), and what stands beside it."""

    shapes: tuple[Shape, ...]
    height: float
    notes: tuple[Note, ...] = ()


def flow(
    markdown: Marked, width: float, height: Heights, look: TextLook, pictures: Pictures | None = None, source: str = ""
) -> list[Column]:
    """The text, which may have been read into blocks, in as many columns as it takes; `height` for all columns, or for
    each (the last for those after it). `pictures` are what `![what it shows](name)` may name. Raises TemplateError with
    the line in `source` for a picture of another name, or a table or picture too large for a column; GlyphError too."""
    setter = _Setter(Matter(markdown, width, pictures or {}, source), look)
    return [setter.column(rows) for rows in setter.fill(setter.rows(), _heights(height))]


def count(matter: "Matter", height: Heights, look: TextLook) -> int:
    """How many columns a text takes. Raises as `flow` does."""
    setter = _Setter(matter, look)
    return len(setter.fill(setter.rows(), _heights(height)))


def fit(
    markdown: "Marked | Matter",
    width: float,
    height: Heights,
    look: TextLook,
    columns: int,
    pictures: Pictures | None = None,
    source: str = "",
    smallest: float = 7.0,
    even: int = 0,
) -> tuple[TextLook, list[Column]]:
    """The text at the largest size from `look.size` to `smallest` points at which it takes `columns` columns or fewer;
    the last `even`, of the last page, are about as high. Raises TemplateError if it is too long, and as `flow` does."""
    matter = markdown if isinstance(markdown, Matter) else Matter(markdown, width, pictures or {}, source)
    heights = _heights(height)
    whole = added(heights[:columns]) + heights[-1] * max(0, columns - len(heights))
    best: tuple[_Setter, list[Sequence[Row]]] | None = None
    step, low, high = 0, 0, max(0, math.ceil((look.size - smallest) / STEP))
    while low <= high:
        size = max(smallest, look.size - step * STEP)
        try:
            tried = _Setter(matter, look._replace(size=size))
            made = tried.fill(rows := tried.rows(), heights)
        except lines.TooLarge:
            if step == high and best is None:
                raise
            low = step + 1
            step = (low + high) // 2
            continue
        if len(made) <= columns:
            best, high = (tried, made), step - 1
        else:
            low = step + 1
        # Type of half the size takes a quarter of the room: the next size tried is the one that should just fit.
        taken = added(row.height + row.gap for row in rows)
        step = math.ceil((look.size - size * math.sqrt(whole / taken)) / STEP) if taken else 0
        step = min(max(step, low), high)
    if best is None:
        raise TemplateError(f"the text takes more than {columns} columns at {smallest:g} points", "shorten it", source)
    setter, filled = best
    if even > 1 and len(filled) > columns - even:
        filled = setter.balanced(filled, heights, columns, even)
    return setter.look, [setter.column(rows) for rows in filled]


def _heights(height: Heights) -> tuple[float, ...]:
    return (height,) if isinstance(height, int | float) else tuple(height)


class Matter:
    """A text to be set in columns of one width, measured once for every size that it is tried at."""

    def __init__(self, markdown: Marked, width: float, pictures: Pictures, source: str) -> None:
        self.blocks = read(markdown, source) if isinstance(markdown, str) else markdown
        self.width, self.pictures, self.source = width, pictures, source
        self.tag = Tag("Sect", f"{source} {hash(self.blocks)}")
        self._measured: dict[tuple[Sequence[Inline], str, bool], Words] = {}
        self._beside: Matter | None = None

    def beside(self, width: float) -> "Matter":
        """What stands in the margin: of the same text, in another width."""
        if self._beside is None:
            self._beside = Matter((), width, self.pictures, self.source)
            self._beside.tag = self.tag
        return self._beside

    def words(self, inlines: tuple[Inline, ...], face: Face) -> Words:
        key = (inlines, face.family, face.bold)
        if key not in self._measured:
            self._measured[key] = lines.measured(inlines, face, self.pictures)
        return self._measured[key]


class _Setter:
    """Turns a text into rows for one look."""

    def __init__(self, matter: Matter, look: TextLook) -> None:
        self.matter, self.look = matter, look
        self.width, self.source = matter.width, matter.source
        self.em = look.size * POINT
        self.body = Face(self.em, look.body, look.ink, look.leading, hyphens=look.hyphens)
        self.notes: _Setter | None = None
        self.share = 1.0  # of the width: what a picture takes at most
        self.quoted: set[Tag] = set()  # the quotes that are notes
        if look.notes:
            small = look._replace(size=NOTE * look.size, body="sans", leading=1.24, letters=None, notes=0)
            self.notes = _Setter(matter.beside(look.margin), small)
            self.notes.share = look.close
        if self.width < 6 * self.em:
            narrow = f"a column of {self.width:.0f} mm is too narrow for {look.size:g} points"
            raise lines.TooLarge(narrow, "", self.source)

    def rows(self) -> list[Row]:
        rows, pictured, blocks = list[Row](), False, self.matter.blocks
        # The first paragraph, if text stands in it, begins with the large capital.
        first = next((block for block in blocks if isinstance(block, Prose) and not block.level), None)
        for number, block in enumerate(blocks):
            try:
                if self.notes and block.frame.quotes and rows:
                    quote = block.frame.tags[0]
                    if quote in self.quoted or len(self.quoted) < self.look.notes:
                        plain = block._replace(frame=block.frame._replace(quotes=0))
                        rows[-1].notes.setdefault(quote, []).extend(self.notes.block(plain, False, f"block {number}"))
                        self.quoted.add(quote)
                        continue
                made = self.block(block, first is block, f"block {number}")
                if made and pictured:  # a list, too, stands clear of a picture above it
                    made[0].gap = max(made[0].gap, 0.6 * self.em)
                rows += made
                pictured = isinstance(block, Prose) and bool(block.inlines) and isinstance(block.inlines[-1], Picture)
            except UserError as error:
                line = 0 if isinstance(block, Rule) else block.line
                raise type(error)(error.problems[0].message, error.problems[0].hint, self.source, line) from None
        return rows

    def fill(self, rows: Sequence[Row], heights: tuple[float, ...]) -> list[Sequence[Row]]:
        """The rows of each column."""
        out, start = list[Sequence[Row]](), 0
        while start < len(rows):
            height = heights[min(len(out), len(heights) - 1)]
            head, end = rows[start].head, start
            used = head.height if head else 0.0
            while end < len(rows):
                more = rows[end].height + (rows[end].gap if end > start else 0.0)
                if used + more > height + 1e-9:
                    break
                used += more
                end += 1
            if end == start:
                large = f"something {rows[start].height:.0f} mm high does not fit a column of {height:.0f} mm"
                raise lines.TooLarge(large, "split it, or make it smaller", self.source)
            if end < len(rows):
                for held in (True, False):
                    apart = end
                    while apart > start and (rows[apart - 1].glued or (held and rows[apart - 1].held)):
                        apart -= 1
                    if apart > start:
                        end = apart
                        break
            out.append(rows[start:end])
            start = end
        return out

    def balanced(
        self, filled: list[Sequence[Row]], heights: tuple[float, ...], columns: int, even: int
    ) -> list[Sequence[Row]]:
        """The same rows, the last `even` columns no higher than they need be."""
        rows = [row for column in filled for row in column]
        whole = [heights[min(number, len(heights) - 1)] for number in range(columns)]
        low, high = 0.0, whole[-1]
        while high - low > 1.0:
            middle = (low + high) / 2
            try:
                tried = self.fill(rows, (*whole[: columns - even], middle))
            except lines.TooLarge:
                tried = []
            if 0 < len(tried) <= columns:
                filled, high = tried, middle
            else:
                low = middle
        return filled

    def column(self, rows: Sequence[Row]) -> Column:
        shapes, notes, bars = list[Shape](), list[Note](), dict[float, tuple[float, float]]()
        y = start = 0.0
        if rows[0].head:
            shapes += rows[0].head.drawn(0.0, again=True)
            y = rows[0].head.height
        for number, row in enumerate(rows):
            top = y
            y += row.gap if number else 0.0
            start = y if row.first else start
            shapes += row.drawn(y)
            y += row.height
            for quote, made in row.notes.items():
                assert self.notes
                beside = self.notes.column(made)
                shapes.append(Group((), tags=(self.matter.tag, quote)))  # read here, on whichever page it stands
                notes.append(Note(beside.shapes, beside.height, start, len(shapes)))
            for x in row.bars:
                bars[x] = (bars[x][0] if x in bars and bars[x][1] == top else y - row.height, y)
                shapes.append(Line((x, bars[x][0]), (x, y), Style(stroke=self.look.faint, width=0.5)))
        return Column(tuple(shapes), y, tuple(notes))

    def block(self, block: Block, first: bool, key: str) -> list[Row]:
        """The rows of a block; `key` tells its element from others. `first`: it is the first paragraph."""
        quotes, lists = (min(n, _DEEPEST) for n in (block.frame.quotes, len(block.frame.markers)))
        left = (_QUOTE * quotes + _HANG * lists) * self.em  # lists stand inside quotes
        around = (self.matter.tag, *block.frame.tags)
        match block:
            case Rule():
                line = Line((left, 0), (self.width, 0), Style(stroke=self.look.faint, width=0.25))
                out = [Row(0.25, 0.0, shapes=(line,), gap=0.9 * self.em)]
            case Prose():
                tags = (*around, heading(block.level, key) if block.level else Tag("P", key))
                out = (self.lead(block, tags) or self.initial(block, self.look.drop, tags)) if first else []
                out = out or self.prose(block, left, tags)
            case Table():
                out = self.table(block, left, (*around, Tag("Table", key)))
        if out:
            self.mark(block.frame, around, out[0])
            out[0].first = True
            out[0].gap *= self.look.close**2
        for row in out:
            row.bars = tuple((0.25 + _QUOTE * number) * self.em for number in range(quotes))
        return out

    def mark(self, frame: Frame, around: Tags, row: Row) -> None:
        """Set the markers of a list item before its first row."""
        items = [number for number, tag in enumerate(around, 1) if tag.kind == "LI"]
        for depth, marker in enumerate(frame.markers[:_DEEPEST], 1):
            if marker:
                right = (_QUOTE * min(frame.quotes, _DEEPEST) + _HANG * depth - 0.4) * self.em
                font, size = self.body.family, self.em
                tags = (*around[: items[depth - 1]], Tag("Lbl", "1"))
                ink = self.look.accent if self.look.letters else self.look.ink
                if self.look.letters and marker[0].isdigit():
                    drawn, wide = self.look.letters(marker[:-1], 1.1 * size, ink)
                    said: Shape = drawn._replace(x=right - wide, y=row.baseline, tags=tags)
                else:
                    wide = fonts.width(marker, font, size)
                    said = Text(right, row.baseline, marker, size, font, "end", ink, width=wide, tags=tags)
                row.shapes = (*row.shapes, said)

    def prose(self, block: Prose, left: float, tags: Tags) -> list[Row]:
        if len(block.inlines) == 1 and isinstance(block.inlines[0], Picture):
            return list(self.alone(block.inlines[0], left, tags))
        if block.level and self.look.letters:
            return [self.head(block, left, tags, self.look.letters)]
        face, gap = self.body, 0.12 if block.frame.tight else 0.4 if any(block.frame.markers) else 0.6
        if block.level:
            size, gap = _HEADINGS[min(block.level, len(_HEADINGS)) - 1]
            face = Face(size * self.em, self.look.heading, self.look.ink, 1.16, bold=True)
        made = lines.set_lines(self.matter.words(block.inlines, face), self.width - left, face, self.look.align)
        out = [Row(line.height, line.baseline, ((line, left, 0.0, tags),)) for line in made]
        if not out:
            return []
        out[0].gap = gap * self.em
        for number, row in enumerate(out):
            # No line of a paragraph stands alone at the foot or head of a column; a heading never ends one.
            row.glued = bool(block.level) or number == 0 < len(out) - 1 or number == len(out) - 2
            row.held = len(out) <= self.look.whole and number < len(out) - 1
        last = block.inlines[-1]
        out[-1].glued |= isinstance(last, Span) and last.text.rstrip().endswith(":")  # what it announces follows
        return out

    def head(self, block: Prose, left: float, tags: Tags, letters: Letters) -> Row:
        """A heading in display letters: two leaves before it, a line that runs out after it."""
        size, gap = (1.3 * self.em, 1.15) if block.level < 3 else (1.05 * self.em, 0.85)
        text = "".join(part.text for part in block.inlines if isinstance(part, Span))
        indent, room = 0.36 * size, self.width - left
        drawn, wide = letters(text, size, self.look.accent)
        if wide + 3 * indent > room:
            size *= (room - 3 * indent) / wide
            drawn, wide = letters(text, size, self.look.accent)
        base, x = 0.9 * size, left + 2.6 * indent
        middle = base - 0.3 * size
        cuts = _cut((left, middle), (left + 2 * indent, middle - 0.26 * size), 0.3)
        cuts += _cut((left, middle), (left + 2 * indent, middle + 0.22 * size), 0.3)
        if (run := x + wide + indent) < self.width - size:
            cuts += _cut((run, middle), (self.width, middle), 0.16 * size / (self.width - run))
        ornament = Group((Curve(cuts, Style(fill=self.look.accent)),), tags=(ARTIFACT,))
        shapes = ornament, drawn._replace(x=x, y=base, tags=tags)
        return Row(1.2 * size, base, shapes=shapes, gap=gap * self.em, glued=True)

    def lead(self, block: Prose, tags: Tags) -> list[Row]:
        """The first paragraph: larger, in italics, its first letter on a block; nothing if no letter begins it."""
        head = block.inlines[0] if block.inlines else None
        letters = self.look.letters
        if letters is None or not self.look.lead or not isinstance(head, Span) or not head.text[:1].isalpha():
            return []
        face = Face(self.look.lead * self.em, "garamond", self.look.ink, 1.14)
        spans = (head._replace(text=head.text[1:], bold=False), *block.inlines[1:])
        said = tuple(part._replace(italic=True) if isinstance(part, Span) else part for part in spans)
        side = _BLOCK * face.height
        out = self.under(said, face, _BLOCK, side + 0.6 * self.em, tags)
        letter = head.text[0].upper()
        drawn, wide = letters(letter, 0.92 * side, self.look.paper)
        inner, base = 0.05 * side, out[0].baseline
        out[0].shapes = (
            Rect(0.0, 0.0, side, side, Style(fill=self.look.accent)),
            Rect(inner, inner, side - 2 * inner, side - 2 * inner, Style(stroke=self.look.paper, width=0.25)),
            Text(side / 2, base, letter, self.em, "serif", "middle", self.look.accent, after="", tags=tags),
            drawn._replace(x=(side - wide) / 2, y=0.81 * side, title="", tags=(ARTIFACT,)),
        )
        return out

    def under(self, inlines: tuple[Inline, ...], face: Face, drop: int, indent: float, tags: Tags) -> list[Row]:
        """The rows of a paragraph beside a capital letter that is `drop` lines high and takes so much of each."""
        made = lines.set_lines(self.matter.words(inlines, face), self.width, face, lead=(drop, indent))
        out = [Row(line.height, line.baseline, ((line, 0.0, 0.0, tags),)) for line in made]
        out += [Row(face.height, face.height) for _ in range(drop - len(out))]
        for number, row in enumerate(out):
            row.glued = number < drop - 1 or number == len(out) - 2
        return out

    def initial(self, block: Prose, drop: int, tags: Tags) -> list[Row]:
        """A paragraph whose first letter is as high as `drop` lines; nothing if it does not begin with a letter."""
        head = block.inlines[0] if block.inlines else None
        if not drop or block.frame != Frame() or not isinstance(head, Span) or not head.text[:1].isalpha() or head.code:
            return []
        font, ink = self.look.capital
        high = (drop - 1) * self.body.height + fonts.cap_height(self.body.family, self.em)
        size = high / fonts.cap_height(font, 1.0)
        letter = head.text[0].upper()
        wide = fonts.width(letter, font, size) + 0.28 * self.em
        if wide > self.width / 3:
            return []
        out = self.under((head._replace(text=head.text[1:]), *block.inlines[1:]), self.body, drop, wide, tags)
        base = out[0].baseline + (drop - 1) * self.body.height
        big = Text(0.0, base, letter, size, font, fill=ink, width=wide - 0.28 * self.em, after="", tags=tags)
        out[0].shapes, out[0].gap = (big,), 0.6 * self.em
        return out

    def alone(self, picture: Picture, left: float, tags: Tags) -> Iterator[Row]:
        """A picture in the middle of its column and its caption under it, or beside it where half the width is left."""
        inset, room = lines.find(picture, self.matter.pictures), self.width - left
        height = inset.alone * self.em
        _, wide = inset.scaled(height)
        shrink = min(1.0, self.share * room / wide)  # it is no wider than its column
        height, wide = height * shrink, wide * shrink
        beside = picture.caption and 2 * wide <= room
        drawn = inset.drawn(left if beside else left + (room - wide) / 2, 0.0, height, picture.alt)
        drawn = drawn._replace(tags=lines.pictured(drawn, tags[:-1]))
        row = Row(height, height, shapes=(drawn,), gap=0.6 * self.em)
        tags = (*tags[:-1], Tag("Caption", tags[-1].key))
        said = self.matter.words((Span(picture.caption, italic=True),), self.body)
        if beside:
            space = wide + 0.8 * self.em
            made = lines.set_lines(said, room - space, self.body)
            row.height = max(height, tall := added(line.height for line in made))
            down = (row.height - tall) / 2
            row.lines = [(line, left + space, down + n * line.height, tags) for n, line in enumerate(made)]
        under = lines.set_lines(said, room, self.body, "middle") if picture.caption and not beside else []
        row.glued = bool(under)
        yield row
        for number, line in enumerate(under, 1):
            gap = 0.0 if number > 1 else 0.25 * self.em
            yield Row(line.height, line.baseline, ((line, left, 0.0, tags),), gap=gap, glued=number < len(under))

    def table(self, block: Table, left: float, tags: Tags) -> list[Row]:
        pad, above = 0.45 * self.em, 0.22 * self.em
        display = self.look.letters is not None
        widths = self.table_widths(block, self.width - left - 2 * pad * len(block.aligns))
        right = left + added(widths) + 2 * pad * len(widths)
        out: list[Row] = []
        for number, cells in enumerate(block.rows):
            face = self.cell(number)
            laid, empty = list[tuple[SetLine, float, float, Tags]](), list[Shape]()
            height, x = face.height, left
            for column, (cell, width, anchor) in enumerate(zip(cells, widths, block.aligns, strict=False)):
                y = 0.0
                inside = (*tags, Tag("TR", str(number)), Tag("TD" if number else "TH", str(column)))
                empty.append(Group((), tags=inside))  # a cell without text is a cell, too
                words = self.matter.words(cell, face)
                if cell and not number and self.spanned(cells):
                    width = right - x - 2 * pad
                whole = face if words.widest * face.size > width else face._replace(hyphens="")
                for line in lines.set_lines(words, width, whole, anchor):
                    laid.append((line, x + pad, y + above, inside))
                    y += line.height
                height = max(height, y)
                x += width + 2 * pad
            height += 2 * above
            style = Style(stroke=self.look.faint, width=0.15) if number else Style(stroke=self.look.ink, width=0.3)
            ground: Shape = Line((left, height), (right, height), style)
            if display:
                ink = self.look.paper if number and number % 2 == 0 else self.look.band if number else self.look.accent
                ground = Rect(left, 0.0, right - left, height, Style(fill=ink))
            out.append(Row(height, face.height, laid, (*empty, ground)))
        out[0].gap, out[0].glued = 0.6 * self.em, True
        for row in out[1:]:
            row.head = out[0]
            row.glued = display and row is not out[-1] and len(out) <= _TOGETHER
        return out

    def spanned(self, cells: Sequence[tuple[Inline, ...]]) -> bool:
        """Whether the head of a table has a single text, which has the room of all columns then."""
        return self.look.letters is not None and sum(map(bool, cells)) == 1

    def cell(self, row: int) -> Face:
        """The face of a table's row: of its head, the first, in bold."""
        if self.look.letters is None:
            return self.body._replace(bold=not row)
        return self.body._replace(family="sans", bold=not row, ink=self.look.ink if row else self.look.paper)

    def table_widths(self, block: Table, room: float) -> list[float]:
        """Columns as wide as their text if that fits, else narrowed: those with most to say first."""
        count = len(block.aligns)
        if room < 2 * self.em * count:
            raise lines.TooLarge(f"a table of {count} columns does not fit a column of {self.width:.0f} mm", "split it")
        least, most = [self.em] * count, [self.em] * count
        for number, cells in enumerate(block.rows):
            if not number and self.spanned(cells):
                continue
            face = self.cell(number)
            for column, cell in enumerate(cells[:count]):
                words = self.matter.words(cell, face)
                least[column] = max(least[column], words.widest * face.size)
                most[column] = max(most[column], words.natural(face.size))
        if added(most) <= room:
            factor = room / added(most) if self.look.stretch or self.look.letters else 1.0
            return [width * factor for width in most]
        if added(least) > room:
            return [room * width / added(least) for width in least]
        wanted = [high - low for low, high in zip(least, most, strict=True)]
        spare, given = room - added(least), [0.0] * count
        for turn, column in enumerate(sorted(range(count), key=wanted.__getitem__)):
            given[column] = min(wanted[column], spare / (count - turn))
            spare -= given[column]
        return [low + more for low, more in zip(least, given, strict=True)]
