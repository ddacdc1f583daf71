"""Pieces with cut and fold lines in grids of one size, over as many pages as they need, or on ready-cut labels."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from printables.core import OptionError, PaperError
from printables.core.templates import say
from printables.drawing import artwork
from printables.paper.labels import SAFE, Labels
from printables.paper.paper import Paper
from printables.scene import POINT, SLACK, Area, Circle, Grid, Group, Page, Point, Polygon, Rect, Shape, Style, added
from printables.scene.components import DieKind
from printables.sheets import frame
from printables.sheets.frame import GAP, Job
from printables.text import fonts


def entries(die: DieKind) -> dict[str, tuple[int, ...]]:
    """The rolls that stand for each face, in the order of the faces."""
    return {name: tuple(n for n, other in enumerate(die.faces, 1) if other == name) for name in die.faces}


def needed(job: Job, die: DieKind) -> bool:
    """Whether a plain die needs a chart at all: not when each face is called by its own number."""
    return any(job.components.face(name).title != str(value) for value, name in enumerate(die.faces, 1))


def plain(job: Job, value: int, size: float, x: float, y: float, *, pips: bool = True) -> Group:
    """A side of a plain die, its middle at (x, y): pips up to six where `pips`, figures otherwise."""
    ink = job.theme.ink("ink")
    edge = Style(fill=job.theme.ink("paper"), stroke=ink, width=0.2)
    shapes: list[Shape] = [Rect(-size / 2, -size / 2, size, size, edge, corner=0.14 * size)]
    if pips:
        dot = Style(fill=ink)
        shapes += [Circle((0.27 * size * i, 0.27 * size * j), 0.095 * size, dot) for i, j in artwork.PIPS[value]]
    else:
        points = 0.55 * size / POINT
        shapes.append(job.text(0, fonts.cap_height("sans", points * POINT) / 2, str(value), points, anchor="middle"))
    return Group(tuple(shapes), x, y, classes=f"plain {value}", title=say("a plain die showing $value", value=value))


def chart(job: Job, die: DieKind, size: float, room: float) -> tuple[Group, float, float]:
    """The chart from its top left corner, its width and its height; `size` is a die's side (mm). Its entries stand in
    as few rows as `room` is wide enough for, if need be a little smaller."""
    count = len(entries(die))
    room -= 0.2  # the outermost outlines reach 0.1 mm beyond their dice
    for rows in range(1, count + 1):
        across = -(-count // rows)
        made = _chart(job, die, size, across)
        if LEAST <= size * room / made[1] < size:
            made = _chart(job, die, size * room / made[1], across)
        if made[1] <= room + SLACK:
            break
    return made


LEAST = 5.5  # mm: a die of a chart that is set smaller


def _chart(job: Job, die: DieKind, size: float, across: int) -> tuple[Group, float, float]:
    """The chart with so many entries in a row, below each other in columns."""
    shapes, points, rolls = list[Shape](), 0.5 * size / POINT, entries(die)
    dice = max(map(len, rolls.values())) * 1.2 * size + 0.15 * size
    faces = [job.components.face(name) for name in rolls]
    words = [job.text(0, 0, face.title, points, "sans-bold") for face in faces]
    wide = [dice + 1.2 * size + max(word.width or 0 for word in words[n::across]) for n in range(across)]
    for number, (face, word, values) in enumerate(zip(faces, words, rolls.values(), strict=True)):
        row, column = divmod(number, across)
        x, y = added(wide[:column]) + 1.1 * size * column, 1.35 * size * row + size / 2
        for n, value in enumerate(values):
            shapes.append(plain(job, value, size, x + size / 2 + n * 1.2 * size, y, pips=die.sides == 6))
        shapes.append(artwork.face(face, size, x + dice + size / 2, y))
        shapes.append(word._replace(x=x + dice + 1.2 * size, y=y + 0.17 * size))
    high = 1.35 * size * -(-len(faces) // across) - 0.35 * size
    return Group(tuple(shapes), classes="chart"), added(wide) + 1.1 * size * (across - 1), high


FACE = 0.76  # of a label's safe part


def tokens(job: Job, labels: Labels, note: str) -> tuple[Page, ...]:
    """The front of every token, as large as a label allows or as asked, its ground to the edge, under a note."""
    size = job.request.token_mm or labels.art
    if not 4 <= size <= labels.art:
        hint = f"on these they may be 4 to {labels.art:g} mm wide"
        raise OptionError(f"tokens of {size:g} mm do not fit labels of {labels.size:g} mm", hint, "--token-mm")
    # All of a label, and as much past its edge as a feeder may be off
    half = labels.size / 2 + min(SAFE, (min(labels.across, labels.down) - labels.size) / 2)
    disc, square = Circle((0, 0), half, Style()), Rect(-half, -half, 2 * half, 2 * half, Style())
    edge: Circle | Rect = disc if labels.shape == "round" else square
    art: list[tuple[Shape, ...]] = []
    for kind in job.components.tokens:
        ground = (edge._replace(style=Style(kind.ground)),) if kind.ground != job.theme.ink("paper") else ()
        art += [(*ground, artwork.token(kind, size, 0, 0))] * kind.copies
    return tuple(_laid(job, labels, say("Tokens"), art, note))


def dice(job: Job, labels: Labels) -> tuple[Page, ...]:
    """Every face of every die."""
    width = labels.art if labels.shape == "square" else labels.art / 2**0.5
    faces = [name for die in job.components.dice for _ in range(die.copies) for name in die.faces]
    art = [(artwork.face(job.components.face(name), FACE * width, 0, 0),) for name in faces]
    return tuple(_laid(job, labels, say("Dice"), art))


def _laid(job: Job, labels: Labels, title: str, art: Sequence[tuple[Shape, ...]], note: str = "") -> Iterator[Page]:
    """Art on labels, sheet after sheet, with a ruler where the blank edge at the foot has room for one."""
    area = labels.paper.area
    foot, height = frame.foot(job, area)
    head = (job.text(area.centre[0], labels.top - 2.5, note, 8.5, anchor="middle"),) if note else ()
    centres = list(labels.centres())
    clear = area.bottom - height >= centres[-1][1] + labels.size / 2
    count = -(-len(art) // labels.room)
    for number in range(count):
        some = art[number * labels.room : (number + 1) * labels.room]
        shapes = tuple(Group(shape, x, y) for shape, (x, y) in zip(some, centres, strict=False))
        name = f"{title}: {labels.name}{f' {number + 1}/{count}' if count > 1 else ''}"
        under = (Group(foot, classes="foot"),) if clear else ()
        yield Page(labels.paper.width, labels.paper.height, (*head, *shapes, *under), name)


def outline(job: Job, width: float, height: float) -> Polygon:
    """Where a piece of that size (mm) is cut, from its top left corner, as one line."""
    return Polygon(((0, 0), (width, 0), (width, height), (0, height)), job.cut)


class Part(NamedTuple):
    """Something laid on a page, from its own top left corner (mm): what is printed, cut and folded."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    cut: tuple[Shape, ...] = ()
    fold: tuple[Shape, ...] = ()


def pages(
    job: Job, title: str, hint: str, parts: Sequence[Part], gap: float, paper: Paper | None = None, bare: bool = False
) -> tuple[Page, ...]:
    """Parts of a size in grids, one below the other, `gap` mm apart; `bare`: without a heading, where that makes room.
    Raises PaperError for one larger than a page."""
    area = frame.body(job, paper)
    head, area = ((), area) if bare else frame.heading(job, area, title, hint)
    half, y = (job.cut.width or 0.0) / 2, area.y  # an outline on the area's very edge would be drawn half outside
    out: list[list[tuple[Part, Point]]] = [[]]
    while parts:
        wide, high = parts[0][:2]
        grid = Grid(Area(area.x + half, y, area.width - 2 * half, area.bottom - half - y), wide, high, gap)
        some = list(next(groupby(parts, key=lambda part: part[:2]))[1])[: grid.room]
        if not some:
            if y == area.y:
                size = f"{wide:.0f} x {high:.0f} mm"
                raise PaperError(f"a piece of {size} does not fit this paper", "take larger paper", source="--paper")
            out.append([])
            y = area.y
            continue
        centres = grid.centres(len(some))
        out[-1] += zip(some, centres, strict=True)
        y = centres[-1][1] + high / 2 + max(gap, 2 * GAP if len(parts) > len(some) else 0)
        parts = parts[len(some) :]
    made = []
    for number, laid in enumerate(out, 1):
        at = [(part, x - part.width / 2, y - part.height / 2) for part, (x, y) in laid]
        shapes, cut, fold = (
            tuple(Group(layer, x, y) for part, x, y in at if (layer := getattr(part, name)))
            for name in ("shapes", "cut", "fold")
        )
        part = f" {number}/{len(out)}" if len(out) > 1 else ""
        made.append(frame.page(job, f"{title}{part}", (*head, *shapes), paper)._replace(cut=cut, fold=fold))
    return tuple(made)
