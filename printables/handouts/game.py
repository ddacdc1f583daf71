"""A game found in a tower: cover, board and rules as things of the world, under other names, with pieces to play it."""

import math
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import accumulate
from pathlib import Path

from printables import sheets
from printables.core import PaperError, TemplateError
from printables.core.request import Request
from printables.drawing import artwork, pictures, routes
from printables.drawing.artwork import Fit, fit, least_name
from printables.handouts import leaf, pen as drawing
from printables.handouts.handout import Handout, Order
from printables.handouts.leaf import Leaf, Plan
from printables.handouts.order import Found
from printables.handouts.pen import Pen
from printables.handouts.rename import Renamer
from printables.handouts.source import plain
from printables.printing.job import prepare
from printables.scene import Area, Circle, Group, Line, Page, Rect, Shape, Style, added
from printables.scene.components import Components
from printables.scene.theme import Theme
from printables.sheets import frame, rules
from printables.sheets.frame import Job
from printables.text import typesetting
from printables.text.markdown import Block, Prose, Rule, read
from printables.text.typesetting import Column

GUTTER = 8.0  # mm between columns
NARROW = 120.0  # mm: rules on a leaf no wider stand in one column
TYPE = (12.5, 10.0, 8.5)  # points of the rules: the largest, the smallest on two leaves, the smallest at all
NOT_OF_THE_WORLD = ("by mail", "this kit")
SHOWN = 7  # pieces in the ring on the cover


def make_found(found: Found, order: Order) -> Handout:
    """Cover, board and rules on old leaves, then the sheets of pieces. Raises UserError."""
    request = Request(found.game, "board", found.variant, found.options, paper=order.paper, theme=order.theme)
    job = prepare(request, dressed=order.dressed)
    if found.emblem:
        others = drawing.others(job.components, found.emblem)

        def dressed(theme: Theme) -> Theme:  # boards and dice, too, show the other emblems
            return order.dressed(theme)._replace(emblems={**theme.emblems, **others})

        job = prepare(request, dressed=dressed)
        job = job._replace(components=drawing.struck(job.components, job.theme, others))
    rename = Renamer(job.components, found.name, found.piece, found.currency)
    author, licence = job.components.designer, job.components.licence
    job = job._replace(components=rename.components(job.components), rename=rename)
    components, pen = job.components, Pen(job.theme)
    # One leaf a page, above the foot, which is cut off
    area = frame.body(job)
    plan = Plan(job.paper, area.width, area.height, (area.centre,))
    board, at = _board(job, plan, pen)
    leaves = [_cover(job, plan, pen, rename, found), board, *_rules(job, plan, pen)]
    titles = [components.title, "Board", "Rules"]
    printed = []
    for number, item in enumerate(leaves):
        page = leaf.pages([item], plan, titles[number] if number < len(titles) else "", pen)[0]
        printed.append(frame.page(job, page.title, page.shapes)._replace(cut=page.cut))
    # Pieces match the board of this handout, not that of the kit.
    pieces = job.with_tokens(at.token if components.pieces else None)._replace(board_scale=at.scale)
    for name in sheets.of(components):
        if name not in ("board", "rules", "mats", *sheets.ALONE):
            # What is spare, such as a box, is left out where the paper is too small for it.
            with suppress(PaperError) if name in sheets.SPARE else nullcontext():
                printed += sheets.find(name, components).pages(pieces)
    pictures = _screen(job, at.scale), *(leaf.alone(item, components.title) for item in leaves)
    square, subject = components.board.square * at.scale, f"{components.summary} {components.source}."
    return Handout(components.title, tuple(printed), pictures, square, author, subject, licence)


def _leaf(job: Job, plan: Plan, pen: Pen, shapes: Sequence[Shape], what: str, edge: leaf.Edge = "worn") -> Leaf:
    title = job.components.title
    return leaf.drawn(plan.size, shapes, f"{title}: {what}", pen, f"{title} {what}", edge)


def _cover(job: Job, plan: Plan, pen: Pen, rename: Renamer, found: Found) -> Leaf:
    components, (wide, high) = job.components, plan.size
    edge, inset = 0.06 * min(wide, high), 0.05 * min(wide, high)
    inner, middle, y = wide - 2 * (edge + inset) - 6.0, wide / 2, 0.2 * high
    frames = (Area(0, 0, wide, high).within(off) for off in (edge, edge + 3.2))
    shapes: list[Shape] = [drawing.frame(*around, pen, inset) for around in frames]
    lines = _titled(components.title, pen, inner)
    points = min(54.0, *(inner / pen.wide(line, 1.0, "cinzel", 0.03) for line in lines))
    for line in lines:
        shapes.append(pen.title(middle, y, line, points, within=inner, spread=0.03))
        y += points * 0.3528 * 1.15
    shapes.append(drawing.rule(middle, y - 2.0, 0.7 * inner, pen))
    y += 4.0
    for line in frame.wrap(components.summary, 15, 0.86 * inner, "garamond-italic"):
        y += 7.4
        shapes.append(pen.text(middle, y, line, 15, "garamond-italic", "middle", within=inner))
    bottom = high - edge - inset - 6.0
    words = components.players, f"played for {rename.money.many}" if found.currency else "", found.place
    for line in filter(None, reversed(words)):
        shapes.append(pen.text(middle, bottom, line, 13, "garamond", "middle", within=0.8 * inner))
        bottom -= 6.6
    shapes.append(drawing.rule(middle, bottom - 2.0, 0.4 * inner, pen))
    bottom -= 6.0
    if (radius := min(0.36 * inner, (bottom - y - 8.0) / 2)) > 8.0:
        shapes += _picture(components, pen, middle, (y + bottom) / 2 + 2.0, radius)
    return _leaf(job, plan, pen, shapes, "cover", "torn")


def _titled(title: str, pen: Pen, wide: float) -> list[str]:
    """The title in one line, or two if that makes it much larger."""
    words = title.split()
    if len(words) < 2 or wide / pen.wide(title, 1.0, "cinzel") > 40:
        return [title]
    splits = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(splits, key=lambda pair: max(pen.wide(line, 1.0, "cinzel") for line in pair)))


def _picture(components: Components, pen: Pen, x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """Somebody's own picture, as large as it goes, or the game's pieces in a ring about a rose, or their own crest."""
    if pen.theme.picture:
        room = Area(x - 1.3 * radius, y - radius, 2.6 * radius, 2 * radius)
        return (pictures.read(Path(pen.theme.picture)).within(room),)
    kinds = [kind for kind in components.tokens if kind.diameter is None] or list(components.tokens)
    rose = drawing.emblem(pen.theme.crest or "rose", x, y, 0.42 * radius, pen)
    rings = (Circle((x, y), far * radius, pen.line(wide)) for far, wide in ((0.99, 0.6), (0.95, 0.2), (0.5, 0.2)))
    shown = [kinds[n % len(kinds)] for n in range(SHOWN if len(kinds) % 2 else SHOWN + 1)] if kinds else []
    size = 1.45 * 0.725 * radius * math.sin(math.pi / max(len(shown), 6))
    pieces = []
    for number, kind in enumerate(shown):
        turn = 2 * math.pi * number / len(shown)
        at = x + 0.725 * radius * math.sin(turn), y - 0.725 * radius * math.cos(turn)
        pieces.append(artwork.token(kind, min(size, 0.4 * radius), *at))
    return (*rings, rose, *pieces)


def _board(job: Job, plan: Plan, pen: Pen) -> tuple[Leaf, Fit]:
    """The board as large as the leaf allows under its name, what its lines mean below it."""
    components, edge = job.components, 0.035 * min(plan.width, plan.height)
    middle, wide, narrow = plan.width / 2, plan.width - 4 * edge, plan.width - 6 * edge
    notes = [line for note in components.notes for line in frame.wrap(note, 10.5, narrow, "garamond-italic")]
    tail = 7.0 * bool(components.legend) + 5.0 * len(notes) + 3.0
    area = Area(edge, edge + 13.0, plan.width - 2 * edge, plan.height - 2 * edge - 13.0 - tail)
    at = fit(components, area)
    y0, y1 = at.scale * components.board.extent[1], at.scale * components.board.extent[3]
    at = at._replace(y=at.y - (area.height - (y1 - y0)) / 4)
    shapes: list[Shape] = [pen.title(middle, edge + 9.5, components.title, 24, within=wide)]
    least = least_name(components.board, at.scale)
    board = artwork.board(components.board, job.theme, least=least, ground=components.ground, art=components.art)
    shapes.append(Group(board, at.x, at.y, at.scale, classes="board", title=f"Board of {components.title}"))
    y = at.y + y1 + 7.0
    if components.legend:
        shapes.append(_legend(job, pen, middle, y, wide))
        y += 7.0
    for line in notes:
        shapes.append(pen.text(middle, y, line, 10.5, "garamond-italic", "middle", within=wide))
        y += 5.0
    return _leaf(job, plan, pen, shapes, "board"), at


def _legend(job: Job, pen: Pen, x: float, y: float, wide: float) -> Group:
    """A sample of each kind of path and its meaning, in a row, smaller where it must be."""
    sample, gap = 14.0, 7.0
    parts: list[tuple[Group, float]] = []
    for kind in job.components.legend:
        word = pen.text(sample + 2, 1.1, kind.meaning, 11, "garamond")
        drawn = routes.sample(kind.kind, kind.one_way, job.theme, sample)
        parts.append((Group((drawn, word)), sample + 2 + (word.width or 0)))
    whole = added(width for _, width in parts) + gap * (len(parts) - 1)
    starts = accumulate((width + gap for _, width in parts), initial=-whole / 2)
    placed = tuple(group._replace(x=along) for (group, _), along in zip(parts, starts, strict=False))
    return Group(placed, x, y, min(1.0, wide / whole), classes="legend")


def _rules(job: Job, plan: Plan, pen: Pen) -> Iterator[Leaf]:
    """The rules in old type, in two columns where the leaf is wide enough."""
    components = job.components
    if not components.rules:
        return
    edge, head = 0.075 * min(plan.width, plan.height), 15.0
    area = Area(edge, edge, plan.width - 2 * edge, plan.height - 2 * edge)
    count = 1 if area.width <= NARROW else 2
    width, heights = (area.width - GUTTER * (count - 1)) / count, [area.height - head] * count + [area.height]
    text, source = rules.prose(job, components.rules)
    blocks, columns = _of_the_world(read(text, source)), list[Column]()
    look = pen.look(TYPE[0])._replace(drop=3, leading=1.22)
    pictures = {**drawing.named(pen), **rules.pictures_of(job, text)}
    for smallest in TYPE[1:]:
        try:
            columns = typesetting.fit(blocks, width, heights, look, 2 * count, pictures, source, smallest)[1]
            break
        except TemplateError:
            columns = typesetting.flow(blocks, width, heights, look._replace(size=smallest), pictures, source)
    for number, start in enumerate(range(0, len(columns), count)):
        top, shapes = area, list[Shape]()
        if number == 0:
            top = area.below(head)
            shapes += drawing.headed(plan.width / 2, edge + 5.0, f"Of {components.title}", 22, area.width, pen)
        if count == 2:
            x = area.x + width + GUTTER / 2
            shapes.append(Line((x, top.y), (x, top.bottom), Style(stroke=pen.tint(0.35), width=0.15)))
        for n, column in enumerate(columns[start : start + count]):
            shapes.append(Group(column.shapes, area.x + n * (width + GUTTER), top.y, classes="column"))
        yield _leaf(job, plan, pen, shapes, f"rules {number + 1}")


def _of_the_world(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The rules without the sections on play by mail and on the kit, each to the next heading or rule."""
    out, skipping = list[Block](), False
    for block in blocks:
        if isinstance(block, Rule):
            skipping = False
        elif isinstance(block, Prose) and block.level:
            skipping = plain(block.inlines).lower() in NOT_OF_THE_WORLD
        if not skipping:
            out.append(block)
    return tuple(out)


def _screen(job: Job, scale: float) -> Page:
    """The board alone for a virtual tabletop: a whole number of its squares each way, so that they lie on the grid."""
    components = job.components
    x0, y0, x1, y1 = components.board.extent
    side = components.board.square
    wide, high = (math.ceil((high - low) / side - 1e-6) * side for low, high in ((x0, x1), (y0, y1)))
    ground = Rect(0, 0, wide * scale, high * scale, Style(fill=job.theme.ink("paper")))
    board = artwork.board(components.board, job.theme, ground=components.ground, art=components.art)
    at = scale * ((wide - x0 - x1) / 2), scale * ((high - y0 - y1) / 2)
    group = Group(board, *at, scale, classes="board", title=f"Board of {components.title}")
    return Page(wide * scale, high * scale, (ground, group), f"{components.title}: board")
