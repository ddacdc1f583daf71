"""The master's page of odds: bars and squares of dice drawn to be printed, kept apart without colour. What is drawn is
given: who knows the rules counts, this module draws."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from printables.handouts import leaf, pen as ornament
from printables.handouts.handout import Handout, Order
from printables.handouts.leaf import Leaf, Plan
from printables.handouts.pen import Pen
from printables.scene import POINT, Circle, Curve, Group, Line, Rect, Shape, Style, added
from printables.sheets.frame import wrap

GUTTER = 9.0  # mm between columns of charts
ROWS = (11.0, 10.0, 9.0, 8.0, 7.2, 6.4, 5.9)  # mm from bar to bar
SMALL, LABEL, TITLE = 8.0, 10.0, 13.0  # points
# The end of an axis, and how many parts it is ruled in.
_AXES = ((0.1, 2), (0.2, 4), (0.3, 3), (0.4, 4), (0.5, 5), (0.6, 3), (0.8, 4), (1.0, 4))
NARROW = 130.0  # mm: charts on a leaf no wider stand in one column


class Bar(NamedTuple):
    """A chance from 0 to 1, and its 95% interval where it was found by play."""

    label: str
    chance: float
    interval: tuple[float, float] | None = None


class Chart(NamedTuple):
    """Bars under a title, and what they count. `exact`: enumerated, else found by play."""

    title: str
    bars: tuple[Bar, ...]
    note: str
    exact: bool = True


class Duel(NamedTuple):
    """Every throw of two dice of `sides` sides against each other: won, tied, lost for the one named first."""

    title: str
    sides: int
    attacker: str
    defender: str
    note: str


Plot: TypeAlias = Chart | Duel
Part: TypeAlias = tuple[Group, float]  # drawn, and how high it is


class Odds(NamedTuple):
    """What is known of a game: plots, and lines of a name and a value. `heading`: of other figures, without a key."""

    title: str
    designer: str
    source: str
    licence: str
    plots: tuple[Plot, ...]
    lines: tuple[tuple[str, str], ...] = ()
    byline: str = ""
    heading: str = ""


def make(odds: Odds, order: Order) -> Handout:
    """The page, or as many as the plots take. Raises UserError."""
    pen = order.pen()
    plan = leaf.plan(order.sheet(), 1, 1.4)
    title = odds.heading or f"The odds of {odds.title}"
    leaves = list(_leaves(odds, title, plan, pen))
    pages = tuple(page for n, item in enumerate(leaves) for page in leaf.pages([item], plan, "" if n else title, pen))
    pictures, subject = tuple(leaf.alone(item, title) for item in leaves), f"{title}. {odds.source}."
    return Handout(title, pages, pictures, author=odds.designer, subject=subject, licence=odds.licence)


def _leaves(odds: Odds, title: str, plan: Plan, pen: Pen) -> Iterator[Leaf]:
    """In one column if that fits on a page, or the paper is narrow; on the fewest pages, as evenly filled as may be."""
    edge = max(7.0, 0.06 * plan.width)
    wide, bottom = plan.width - 2 * edge, plan.height - edge - 5.0
    heads = [_head(odds, title, plan, edge, pen, first=first) for first in (True, False)]
    tops = [top for _, top in heads]

    def ways(count: int, rows: Sequence[float]) -> Iterator[list[list[Part]]]:
        width = (wide - GUTTER * (count - 1)) / count
        lefts = [edge + n * (width + GUTTER) for n in range(count)]
        for row in rows:
            parts = [_facts(odds.lines, width, pen)] if odds.lines else []
            for plot in odds.plots:
                parts.append(_bars(plot, width, pen, row) if isinstance(plot, Chart) else _squares(plot, width, pen))
            for cut in range(0, int(bottom - tops[0]), 10):
                yield _placed(parts, lefts, tops, bottom - cut)

    count = 1 if wide <= NARROW or len(next(ways(1, ROWS[-1:]))) == 1 else 2
    fewest = len(next(ways(count, ROWS[-1:])))
    fitting = (way for way in ways(count, ROWS) if len(way) == fewest)
    placed = max(fitting, key=lambda way: min(added(high for _, high in page) for page in way))
    credit = f"{odds.title} {odds.byline or f'by {odds.designer}'}. {odds.source}. {odds.licence}."
    ink, foot = pen.ink("soft"), plan.height - edge + 1.0
    for number, page in enumerate(placed):
        shapes = [*heads[min(number, 1)][0], *(group for group, _ in page)]
        shapes.append(pen.text(plan.width / 2, foot, credit, 7, "garamond-italic", "middle", ink, within=wide))
        yield leaf.drawn(plan.size, shapes, title, pen, f"{title} {number}", "cut")


def _placed(parts: Sequence[Part], lefts: Sequence[float], tops: Sequence[float], bottom: float) -> list[list[Part]]:
    """The plots where they lie, page by page: on each those that still fit, each where most room is left."""
    left, ends = list(parts), [tops[0]] * len(lefts)
    pages: list[list[Part]] = [[]]
    while left:
        column = ends.index(min(ends))
        fits = next((n for n, (_, high) in enumerate(left) if ends[column] + high <= bottom), None if pages[-1] else 0)
        if fits is None:
            ends = [tops[1]] * len(lefts)
            pages.append([])
            continue
        group, high = left.pop(fits)
        pages[-1].append((group._replace(x=lefts[column], y=ends[column]), high))
        ends[column] += high + 5.0
    return pages


def _head(odds: Odds, title: str, plan: Plan, edge: float, pen: Pen, *, first: bool) -> tuple[list[Shape], float]:
    y, swatch = edge + 7.0, 4.0 * 1.6
    shapes = ornament.headed(plan.width / 2, y, title, 22 if first else 13, plan.width - 2 * edge, pen, 4.5)
    if not first or odds.heading:
        return shapes, y + (10.5 if first else 11.0)
    texts = ("counted exactly", "found by play: the line is the 95 % interval")
    words = [pen.text(swatch + 1.5, 1.1, text, SMALL, "garamond-italic") for text in texts]
    x = plan.width / 2 - (added(swatch + 1.5 + (word.width or 0) for word in words) + 8.0) / 2
    for word, exact in zip(words, (True, False), strict=True):
        shapes.append(Group((*_filled(0, -1.6, swatch, 3.2, pen, exact), word), x, y + 10.5))
        x += swatch + 1.5 + (word.width or 0) + 8.0
    return shapes, y + 17.5


def _titled(title: str, width: float, pen: Pen) -> tuple[list[Shape], float]:
    text = pen.text(0, 4.6, title, TITLE, "cinzel", within=width, level=2)
    return [text, Line((0, 6.4), (width, 6.4), pen.line(0.3))], 9.0


def _noted(shapes: list[Shape], note: str, y: float, width: float, pen: Pen) -> float:
    for line in wrap(note, SMALL, width, "garamond-italic"):
        y += SMALL * POINT * 1.25
        shapes.append(pen.text(0, y, line, SMALL, "garamond-italic", ink=pen.ink("soft")))
    return y


def _facts(lines: Sequence[tuple[str, str]], width: float, pen: Pen) -> Part:
    shapes, y = _titled("In short", width, pen)
    for name, value in lines:
        shapes.append(pen.text(0, y + 4.4, name, LABEL, "garamond", within=width))
        shapes.append(pen.text(width, y + 9.0, value, LABEL, "garamond-italic", "end", within=width))
        y += 10.0
    return Group(tuple(shapes), classes="facts"), y


def _bars(chart: Chart, width: float, pen: Pen, row: float) -> Part:
    """Bars side on, each with its figure; the axis ends at a round share above the largest."""
    shapes, y = _titled(chart.title, width, pen)
    labels = min(max(Pen.wide(bar.label, LABEL) for bar in chart.bars), 0.42 * width)
    figures = max(Pen.wide(_figure(bar), LABEL) for bar in chart.bars) + 2.0
    left, right = labels + 2.0, width - figures
    most = max(bar.interval[1] if bar.interval else bar.chance for bar in chart.bars)
    top, parts = next((axis for axis in _AXES if axis[0] >= most), _AXES[-1])
    unit = (right - left) / top
    depth = y + row * len(chart.bars)
    grid = Style(stroke=pen.tint(0.28), width=0.12)
    for n in range(parts + 1):
        x = left + (right - left) * n / parts
        shapes.append(Line((x, y), (x, depth), grid))
        shapes.append(pen.text(x, depth + 3.0, _percent(top * n / parts, 0), SMALL - 1.5, "garamond", "middle"))
    for bar in chart.bars:
        base = y + row / 2 + 1.2
        shapes.append(pen.text(labels, base, bar.label, LABEL, "garamond", "end", within=labels))
        shapes += _filled(left, y + 1.1, bar.chance * unit, row - 2.2, pen, chart.exact)
        if bar.interval:
            a, b = ((left + end * unit, y + row / 2) for end in bar.interval)
            ends = (Line((x, at - 1.1), (x, at + 1.1), pen.line(0.5)) for x, at in (a, b))
            halo = Line(a, b, Style(stroke=pen.ink("paper"), width=1.1))
            shapes.append(Group((halo, Line(a, b, pen.line(0.5)), *ends), classes="error"))
        shapes.append(pen.text(width, base, _figure(bar), LABEL, "garamond", "end"))
        y += row
    shapes.append(Line((left, depth - row * len(chart.bars)), (left, depth), pen.line(0.3)))
    y = _noted(shapes, chart.note, depth + 4.2, width, pen)
    return Group(tuple(shapes), classes="chart exact" if chart.exact else "chart played", title=chart.title), y


def _figure(bar: Bar) -> str:
    if bar.interval:
        low, high = bar.interval
        return f"{_percent(bar.chance, 1)} ({100 * low:.0f} to {100 * high:.0f})"
    return _percent(bar.chance, 1 if bar.chance >= 0.01 or not bar.chance else 2)


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f} %"


def _filled(x: float, y: float, width: float, height: float, pen: Pen, exact: bool) -> list[Shape]:
    """A bar: solid where it is exact, hatched where it was found by play."""
    if width < 0.05:
        return []
    box = Rect(x, y, width, height, pen.line(0.25))
    if exact:
        return [box._replace(style=box.style._replace(fill=pen.tint(0.62)))]
    segments: list[tuple[str | float, ...]] = []
    for n in range(int((width + height) / 1.1) + 1):
        start = x - height + n * 1.1
        segments += [("M", start, y + height), ("L", start + height, y)]
    return [Group((Curve(tuple(segments), pen.line(0.16)),), classes="hatch", clip=box._replace(style=Style())), box]


def _squares(duel: Duel, width: float, pen: Pen) -> Part:
    """A square a throw: dark won, ringed tie, light lost."""
    shapes, y = _titled(duel.title, width, pen)
    y += 7.0
    size = min((width - 9.0) / duel.sides, 7.0)
    left = (width - size * duel.sides) / 2 + 3.0
    line, dark = pen.line(0.15), pen.line(0.15)._replace(fill=pen.tint(0.62))
    small = min(SMALL, 0.8 * size / POINT)
    shapes.append(pen.text(left + size * duel.sides / 2, y - 4.4, duel.defender, SMALL, "garamond-italic", "middle"))
    middle = y + size * duel.sides / 2
    shapes.append(pen.text(left - 4.5, middle, duel.attacker, SMALL, "garamond-italic", "middle", rotate=-90))
    for row in range(1, duel.sides + 1):
        top = y + (row - 1) * size
        shapes.append(pen.text(left - 1.0, top + size / 2 + 0.9, str(row), small, "garamond", "end"))
        shapes.append(pen.text(left + (row - 0.5) * size, y - 0.8, str(row), small, "garamond", "middle"))
        for column in range(1, duel.sides + 1):
            x = left + (column - 1) * size
            shapes.append(Rect(x, top, size, size, dark if row > column else line))
            if row == column:
                shapes.append(Circle((x + size / 2, top + size / 2), 0.28 * size, pen.line(0.4)))
    y += size * duel.sides + 4.5
    won, tied = _percent((duel.sides - 1) / 2 / duel.sides, 0), _percent(1 / duel.sides, 0)
    said = f"dark: won, {won} · rings: tie, {tied} · white: lost, {won}"
    shapes.append(pen.text(width / 2, y, said, LABEL, "garamond", "middle", within=width))
    y = _noted(shapes, duel.note, y + 1.0, width, pen)
    return Group(tuple(shapes), classes="duel", title=duel.title), y
