"""Everything a game needs in one document: a cover, a page of contents, then every sheet."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import groupby
from typing import NamedTuple

from printables import sheets
from printables.core import PaperError, TemplateError, templates
from printables.core.templates import say
from printables.drawing import artwork, diagrams, emblems
from printables.drawing.nets import net
from printables.paper import bill, leaves
from printables.paper.leaves import Leaf
from printables.scene import ARTIFACT, POINT, Area, Circle, Group, Line, Page, Point, Polygon, Shape, Style
from printables.scene.components import Components, DieKind, TokenKind
from printables.sheets import cards, cover, frame, rules, tokens
from printables.sheets.frame import GAP, LEADING, Job, Product
from printables.text import typesetting

TEMPLATE = "sheets/kit.md"
TYPE = (10.5, 6.0)  # points: largest and smallest
SHARES = (0.6, 0.7, 0.8, 1.0)  # of a narrow page's width that the text has, so that the set-up can be seen beside it
READABLE = 7.0  # points that it must have to leave as much to the picture
CAPTION = 6.0  # mm
HANG = 1.6  # mm that a quotation mark or an italic letter may reach out of its column on the left
TEXT = 101.0  # mm: how wide the text of the contents is, so that the picture has room beside it
STRIP = 28.0  # mm: the picture at the head of the contents
SHOWN, LEAST_SHOWN = 34.0, 14.0  # mm: how wide pieces are shown, and from when on they are
BELOW = 1.5  # times wider than beside the text: from when on the set-up stands at the foot of the page
LEAST_ROOM = 2.8  # mm between spaces in the picture of the set-up
FULL = 0.75  # of a page: cards that have a leaf to themselves may fill less of it
# What the sheets are for, in the order of the contents.
USES = {
    "To read": ("rules",),
    "To play on": ("board", "mats"),
    "To cut out": ("tokens", "dice", "cards"),
    "To write on": ("score",),
    "To keep it in": ("box",),
}
LAID = ("tokens", "dice", "cards", "box", "mats")  # what is cut out of its leaf, so that it may share one


class Part(NamedTuple):
    """A sheet of the kit and its pages, none where it does not fit the paper; `name`: the sheet that it is of."""

    product: Product
    pages: tuple[Page, ...]
    name: str = ""


def pages(job: Job) -> tuple[Page, ...]:
    """The cover, the contents, then the sheets of the game, each page a bookmark."""
    return bound(job, made(job))


def bound(job: Job, parts: Sequence[Part]) -> tuple[Page, ...]:
    """The sheets that `made` gives, laid on as few leaves as they take, after a cover and a page of contents."""
    laid = _laid(job, parts)
    held = [leaf.parts for leaf in laid for _ in leaf.pages]
    table = [f"| {say('page')} | {say('what')} | {say('print on')} |", "|---:|---|---|"]
    for use, names in USES.items():
        if some := [n for n, part in enumerate(parts) if part.name in names]:
            table.append(f"| | **{say(use)}** | |")
            for n in some:
                numbers, part = _spans([at for at, on in enumerate(held, 3) if n in on]), parts[n]
                stock = say(part.product.stock if part.pages else "larger paper: it does not fit this")
                table.append(f"| {numbers or '–'} | {say(part.product.title)} | {stock} |")
    contents = _contents(job, "\n".join(table), [part.name for part in parts if part.pages])
    return (cover.page(job), contents, *(page for leaf in laid for page in leaf.pages))


def made(job: Job) -> list[Part]:
    """Every sheet of the game with its pages: none where a spare one does not fit the paper; mats, if another sheet's
    leaf has room for them."""
    out: list[Part] = []
    for name in sheets.of(job.components):
        if name in sheets.ALONE:
            continue
        product = sheets.find(name, job.components).asked(job)
        try:
            out.append(Part(product, product.pages(job), name))
            if name == "mats" and _alone(job, out):
                del out[-1]
            if name == "cards":
                job, out = _closer(job, out)
            if name == "rules":
                job = job._replace(rules=len([page for page in out[-1].pages if not page.back]))
        except PaperError:
            if name not in sheets.SPARE:
                raise
            out.append(Part(product, (), name))
    return out


def _closer(job: Job, parts: list[Part]) -> tuple[Job, list[Part]]:
    """The size of the reference cards, the last part, and the parts: cards that had a leaf to themselves are under the
    tokens, in another shape and with less between these if need be, or have some to spare."""
    body = frame.both_sides(job)
    if all(leaves.full(leaf, body, FULL) for leaf in _alone(job, parts)):
        return job, parts
    for at, part in enumerate(parts) if not job.components.cards else ():
        for pages in tokens.closer(job) if part.name == "tokens" and job.request.tokens == "duplex" else ():
            foot = leaves.leaves(pages, at)[-1].reach[1]
            if size := cards.shape(job, body.bottom - foot - leaves.GAP):
                job = job._replace(reference=size)
                parts[at], parts[-1] = part._replace(pages=pages), parts[-1]._replace(pages=cards.pages(job))
                return job, parts
    return job, [*parts[:-1], parts[-1]._replace(pages=cards.spared(job))]


def _alone(job: Job, parts: Sequence[Part]) -> list[Leaf]:
    """Leaves that the last part has to itself."""
    return [leaf for leaf in _laid(job, parts) if leaf.parts == (len(parts) - 1,)]


def _laid(job: Job, parts: Sequence[Part]) -> list[Leaf]:
    """Every leaf of the kit: sheets to cut out of one stock share theirs, in the place of the first of them."""
    body = frame.both_sides(job)
    out: list[Leaf] = []
    stocks: list[str] = []
    for number, part in enumerate(parts):
        if part.name not in LAID:
            out += leaves.leaves(part.pages, number)
        elif part.product.stock not in stocks:
            stocks.append(part.product.stock)
            same = [n for n, one in enumerate(parts) if one.name in LAID and one.product.stock == part.product.stock]
            some = [leaf for n in same for leaf in leaves.leaves(parts[n].pages, n)]
            # Two-sided ones first: as few leaves as may be have to be turned over.
            out += leaves.shared(sorted(some, key=lambda leaf: leaf.back is None), body, job.request.flip)
    return out


def _spans(numbers: Sequence[int]) -> str:
    """Numbers of pages, those that follow each other as one: "3, 5–7"."""
    runs = ([number for _, number in run] for _, run in groupby(enumerate(numbers), lambda at: at[1] - at[0]))
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _contents(job: Job, table: str, names: Sequence[str]) -> Page:
    components, area = job.components, frame.body(job)
    head, area = rules.strip(job, area, STRIP) if job.lettering else frame.title(job, area)
    made = _making(job, names, area)
    area = area.above(ROW_HIGH + GAP) if made else area
    words = {"summary": components.summary, "credit": components.credit, "flip": say(job.request.flip)}
    words |= {"pages": table, "pieces": _pieces(components)}
    path = templates.translated(TEMPLATE)
    text = templates.fill(templates.read(path), words, path)
    look = rules.text_look(job, TYPE[0])
    for share in SHARES:
        width, last = min(share * area.width - HANG, TEXT), share == SHARES[-1]
        with nullcontext() if last else suppress(TemplateError):
            least = TYPE[1] if last else READABLE
            columns = typesetting.fit(text, width, area.height - GAP, look, 1, rules.pictures_of(job), path, least)[1]
            break
    shapes = tuple(Group(column.shapes, x=area.x + HANG, y=area.y, classes="column") for column in columns)
    below = area.below(max(column.height for column in columns) + 2 * GAP)
    taken = HANG + width + GAP
    beside = Area(area.x + taken, area.y, area.width - taken, area.height)
    (picture, wide, high), under = _setup(job, beside, top=True), _setup(job, below, top=False)
    rest = beside.below(high + 2 * GAP if wide else 0.0)
    if under[1] > BELOW * wide:
        picture, rest = under[0], beside.above(under[2] + GAP)
    some = _gallery(job, rest)
    return frame.page(job, say("Contents"), (*head, *shapes, *picture, *some, *made))


def _gallery(job: Job, area: Area) -> tuple[Shape, ...]:
    """Every kind of piece, large enough to enjoy, with how many there are; as many rows as there is room for."""
    kinds, size = job.components.pieces, min(SHOWN, (area.width - 2 * GAP) / 2)
    if size < LEAST_SHOWN or not kinds:
        return ()
    out, step, across = list[Shape](), size + CAPTION + GAP, 2 if len(kinds) > 1 else 1
    for number, kind in enumerate(kinds[: across * max(0, int(area.height // step))]):
        alone = number == len(kinds) - 1 and number % across == 0  # the last of an odd number stands in the middle
        x = area.centre[0] + (0.0 if alone else (number % across - 0.5) * (size + 2 * GAP))
        y = area.y + number // across * step + size / 2
        said = job.text(x, y + size / 2 + 4.5, _count(kind), 9, "serif-italic", "middle", "soft")
        out += artwork.token(kind, size, x, y), said
    return tuple(out)


def _setup(job: Job, area: Area, *, top: bool) -> tuple[tuple[Shape, ...], float, float]:
    """The board as play begins, if there is room enough to see it, at the top or foot of an area; width and height."""
    if area.height <= CAPTION or area.width <= 0:
        return (), 0.0, 0.0
    figure = diagrams.setup(job.components, job.theme, area.width - GAP, area.height - CAPTION)
    x0, _, x1, _ = job.components.board.extent
    if figure.width / (x1 - x0) * job.components.board.room < LEAST_ROOM:
        return (), 0.0, 0.0
    middle, y = area.centre[0], area.y if top else area.bottom - CAPTION - figure.height
    caption = job.text(middle, y + figure.height + 4.5, say("As play begins"), 9, "serif-italic", "middle", "soft")
    drawn = Group(figure.shapes, middle - figure.width / 2, y, title=diagrams.told(job.components))
    return (drawn, caption), figure.width, figure.height + CAPTION


def _pieces(components: Components) -> str:
    items = [f"{_count(kind)} ![{kind.name}](token:{kind.kind})" for kind in components.pieces]
    titles = {face.name: face.title for face in components.faces}
    for die in components.dice:
        faces = " ".join(f"![{titles.get(name, name)}](face:{name})" for name in dict.fromkeys(die.faces))
        items.append(f"{_count(die)} {faces}")
    items += [f"{sum(card.copies for card in components.cards)} {say('cards')}"] if components.cards else []
    items += [f"{components.reference_copies} {say('reference cards')}"] if components.reference_copies else []
    items += [say("and, not printed here: $needs", needs=", ".join(components.needs))] if components.needs else []
    return "\n".join(f"- {item}" for item in items)


def _count(kind: TokenKind | DieKind) -> str:
    return bill.named(kind.copies, kind.name if kind.copies == 1 else kind.plural)


ROW_HIGH, ROW_LEAST = 39.5, 24.0  # mm: what the row takes of a page, and the least that a picture takes of it
ROW_WIDE, ROW_MIDDLE = 38.0, 13.5  # mm: the room of a picture at full size, and from the top of the row to its middle
SMALL, PITCH = 8.5, 8.5 * POINT * LEADING  # points; mm from line to line
# What is said of each sheet; of dice by how they are made.
SAID = {
    "board": "Fold the board at its marks, or glue it to card.",
    "tokens": "Cut tokens apart first, then along their outlines.",
    "folded": "Fold tokens over and glue them, then cut them out.",
    "nets": "Cut out each die, crease the dashed lines, glue the flaps inside.",
    "stickers": "Cut stickers along the lines, and stick them on dice.",
    "cards": "Cut cards from line to line, right across.",
    "box": "Cut out the box, crease its dashed lines, glue its flaps.",
}


def _making(job: Job, names: Sequence[str], area: Area) -> tuple[Shape, ...]:
    """How the sheets of those names are made: small pictures, a line under each, over the width of an area at its foot;
    none where that is too narrow."""
    kinds = {"dice": job.request.dice_as or "nets", "tokens": "tokens" if job.request.tokens == "duplex" else "folded"}
    some = [kind for name in names if (kind := kinds.get(name, name)) in SAID]
    step = area.width / max(1, len(some))
    if step < ROW_LEAST:
        return ()
    top = area.bottom - ROW_HIGH
    out: list[Shape] = [Line((area.x, top), (area.right, top), Style(stroke=job.theme.ink("faint"), width=0.3))]
    for number, kind in enumerate(some):
        x = area.x + (number + 0.5) * step
        drawn = tuple(DRAWN[kind](job)) if kind in DRAWN else _shown(job, kind)
        said = enumerate(frame.wrap(say(SAID[kind]), SMALL, min(step - 4.0, 44.0)))
        words = (job.text(0, ROW_MIDDLE + n * PITCH, line, SMALL, anchor="middle", role="soft") for n, line in said)
        small = Group(drawn, scale=min(1.0, step / ROW_WIDE), tags=(ARTIFACT,))
        out.append(Group((small, *words), x, top + ROW_MIDDLE, classes=f"making {kind}"))
    return tuple(out)


def _thin(job: Job, dash: tuple[float, ...] = ()) -> Style:
    return Style(stroke=job.theme.ink("ink"), width=0.3, dash=dash)


def _shown(job: Job, name: str) -> tuple[Shape, ...]:
    """A drawing of templates/emblems/making, in mm about its middle; of a die one for cubes, one for all others."""
    if name in ("nets", "stickers"):
        name += "-cube" if job.components.dice[0].sides == 6 else "-kite"
    return emblems.draw("making", name, *map(job.theme.ink, ("ink", "paper", "faint")))


def _cut_tokens(job: Job) -> Iterator[Shape]:
    kinds = job.components.pieces
    for kind, x in zip((kinds[0], kinds[-1]), (-7.0, 7.0), strict=True):
        yield artwork.token(kind, 11.0, x, -0.5)
        yield Circle((x, -0.5), 5.5, _thin(job))
    yield from _shown(job, "tokens")


def _folded_nets(job: Job) -> Iterator[Shape]:
    """The net of a die of the game, and what becomes of it."""
    shape = net(job.components.dice[0].sides)
    x0, y0, x1, y1 = shape.box
    scale = min(17.0 / (x1 - x0), 17.0 / (y1 - y0))

    def at(point: Point) -> Point:
        return (point[0] - (x0 + x1) / 2) * scale - 8.0, (point[1] - (y0 + y1) / 2) * scale - 0.5

    paper, tint = _thin(job)._replace(fill=job.theme.ink("paper")), Style(fill=job.theme.ink("faint"))
    yield Polygon(tuple(map(at, shape.outline)), paper)
    yield from (Polygon(tuple(map(at, flap)), tint) for flap in shape.flaps)
    yield from (Line(at(a), at(b), _thin(job, (1.2, 0.8))) for a, b in shape.folds)
    yield from _shown(job, "nets")


DRAWN: dict[str, Callable[[Job], Iterator[Shape]]] = {"tokens": _cut_tokens, "nets": _folded_nets}


PRODUCT = Product("Kit", "", pages)
