"""The cover of a kit: the game's name, a picture, who can play it, for how long, and what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from printables.drawing import artwork, pictures
from printables.paper import bill
from printables.scene import POINT, Group, Page, Rect, Shape, Style
from printables.scene.components import Components, TokenKind
from printables.scene.layout import Area
from printables.sheets import frame
from printables.sheets.frame import LEADING, Job
from printables.text import fonts
from printables.text.language import say

TITLE = "Cover"
LARGEST = 64.0  # points: the title
TAIL = 0.22  # of the title: how deep display letters reach
RULES = ((0.0, 1.4), (2.6, 0.35))  # mm: how far in the two rules of the frame run, and how broad they are
BROAD = 6.0  # mm: the frame where the theme illustrates
PAD = 12.0  # mm from the frame to the words
SMALL = 0.24  # of the picture: each piece in the row under it
FACTS = (13.0, 9.0)  # points: the line of facts, and what is in the kit


def page(job: Job) -> Page:
    """The cover: words over and under a picture that takes the room they leave."""
    area = frame.body(job)
    inner = area.within(RULES[-1][0] + PAD)
    title, top = _title(job, inner)
    facts, foot = _facts(job, inner)
    picture = Area(inner.x, inner.y + top, inner.width, inner.height - top - foot)
    shapes = (Group(_frame(job, area), classes="frame"), title, *_picture(job, picture), facts)
    return frame.page(job, say(TITLE), shapes)


def _frame(job: Job, area: Area) -> tuple[Shape, ...]:
    """Two rules; in a theme that illustrates the tone of the board's sheet in a broad dark frame."""
    theme = job.theme
    if theme.linocut and theme.parts and not theme.outline:
        inside = area.within(BROAD)
        return (
            Rect(*area, Style(fill=theme.ink("title"))),
            Rect(*area.within(BROAD / 2), Style(stroke=theme.ink("bright"), width=0.6)),
            Rect(*inside, Style(fill=theme.ink("sheet"))),
            Rect(*inside.within(1.6), Style(stroke=theme.ink("title"), width=0.35)),
        )
    return tuple(
        Rect(area.x + far, area.y + far, area.width - 2 * far, area.height - 2 * far, _line(job, wide))
        for far, wide in ((far + wide / 2, wide) for far, wide in RULES)
    )


def facts(components: Components) -> str:
    """Who can play and for how long, in a line."""
    said = [components.players]
    if components.age:
        said.append(say("age $age and up", age=components.age))
    if components.minutes:
        said.append(say("about $minutes minutes", minutes=components.minutes))
    return "  ·  ".join(said)


def _line(job: Job, width: float) -> Style:
    return Style(stroke=job.theme.ink("ink"), width=width)


def _title(job: Job, area: Area) -> tuple[Group, float]:
    """The name as large as the width allows, the summary under it, and their height."""
    middle = area.centre[0]
    _, points = job.name(middle, 0.0, LARGEST, area.width)
    y = area.y + 0.8 * points * POINT
    shapes: list[Shape] = [job.name(middle, y, points, area.width)[0]]
    y += TAIL * points * POINT
    for line in frame.wrap(job.components.summary, 15, 0.9 * area.width, "serif-italic"):
        y += 15 * POINT * 1.4
        shapes.append(job.text(middle, y, line, 15, "serif-italic", "middle", "soft"))
    return Group(tuple(shapes), classes="title"), y - area.y + 8.0


def _facts(job: Job, area: Area) -> tuple[Group, float]:
    """The facts, and what is in the kit, along the foot of an area, and their height."""
    components = job.components
    inside = [bill.named(piece.copies, piece.name) for piece in bill.pieces(components, None)]
    rows = [(facts(components), FACTS[0], "sans-bold", "ink")]
    if inside:
        said = f"{say('In this kit')}: {', '.join((say('the board'), *inside, say('the rules')))}"
        rows += [(line, FACTS[1], "sans", "soft") for line in frame.wrap(said, FACTS[1], 0.9 * area.width)]
    rows.append((say("A board game to print, cut out and play"), FACTS[1], "serif-italic", "soft"))
    height = sum(points * POINT * LEADING * 1.2 for _, points, _, _ in rows)
    y, shapes = area.bottom - height, list[Shape]()
    for text, points, font, role in rows:
        y += points * POINT * LEADING * 1.2
        size = min(points, points * area.width / fonts.width(text, font, points * POINT))
        shapes.append(job.text(area.centre[0], y - 1.0, text, size, font, "middle", role))
    return Group(tuple(shapes), classes="facts"), height + 6.0


def _picture(job: Job, area: Area) -> Iterator[Shape]:
    """Somebody's own picture or crest; else the game's own piece, large, and the others in a row under it."""
    components = job.components
    if own := job.theme.picture or job.theme.crest:
        yield pictures.read(Path(own)).within(area)
        return
    kinds = [kind for kind in (components.pieces or components.tokens) if kind.diameter is None]
    if not kinds:
        return
    chief = next((kind for kind in kinds if kind.kind == components.chief), kinds[0])
    rest = [kind for kind in kinds if kind is not chief] or [chief]
    row = _row(rest)
    small = min(SMALL * area.height, area.width / (1.2 * len(row)))
    large = min(area.height - 1.25 * small, 0.8 * area.width)
    high = large + 1.25 * small
    top = area.y + (area.height - high) / 2
    middle = area.centre[0]
    yield artwork.token(chief, large, middle, top + large / 2)
    step = 1.2 * small
    for number, kind in enumerate(row):
        x = middle + (number - (len(row) - 1) / 2) * step
        yield artwork.token(kind, small, x, top + high - small / 2)


def _row(rest: list[TokenKind]) -> list[TokenKind]:
    """Five pieces at least, kinds in turn; no more of a kind than there are."""
    row: list[TokenKind] = []
    for turn in range(5):
        row += [kind for kind in rest if turn == 0 or (kind.copies > turn and len(row) < 5)]
        if len(row) >= 5:
            break
    return row
