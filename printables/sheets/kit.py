"""Everything a game needs in one document: a page of contents, then every sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from printables import sheets, templates
from printables.components import Components
from printables.drawing import artwork, bounds, margins
from printables.drawing.fit import LEAST_NAME
from printables.errors import PaperError
from printables.layout import Area, behind
from printables.paper import bill
from printables.scene import Group, Page, Shape
from printables.sheets import frame
from printables.sheets.frame import GAP, Job, Product

TITLE = "Kit"
STOCK = ""
TEMPLATE = "sheets/kit.md"
TYPE = (10.5, 6.0)  # points: largest and smallest
CAPTION = 6.0  # mm
LEAST_ROOM = 2.8  # mm between spaces in the picture of the set-up


class Part(NamedTuple):
    """A sheet of the kit and its pages, none where it does not fit the paper.

    `instead`: it makes what the part before it makes, in another way.
    """

    product: Product
    pages: tuple[Page, ...]
    instead: bool = False


def pages(job: Job) -> tuple[Page, ...]:
    """The contents, then the sheets of the game, each page a bookmark."""
    return bound(job, made(job))


def bound(job: Job, parts: Sequence[Part]) -> tuple[Page, ...]:
    """The sheets that `made` gives, with a page of contents before them."""
    rows = []
    number = 2
    for product, some, instead in parts:
        last = number + len(some) - 1
        count = bill.work(some)
        sheets_ = f"{count.sheets}, two-sided" if some and count.two_sided == count.sheets else str(count.sheets)
        where = "–" if not some else number if len(some) == 1 else f"{number}–{last}"
        stock = (
            f"{product.stock}, instead" if instead else product.stock if some else "larger paper: it does not fit this"
        )
        rows.append(f"| {where} | {product.title} | {stock} | {sheets_} |")
        number = last + 1
    table = "\n".join(("| page | what | print on | sheets |", "|---:|---|---|---|", *rows))
    pages = tuple(page for part in parts for page in part.pages)
    return (_contents(job, table, _work(parts)), *pages)


def _work(parts: Sequence[Part]) -> str:
    """What the pages ask for, in words; what is made instead of something is told by itself."""
    whole = [page for part in parts for page in part.pages]
    other = [page for part in parts if part.instead for page in part.pages]
    said = f"{bill.sentence(bill.total(whole, other))}."
    for before, part in pairwise(parts):
        if part.instead:
            what, _, first = before.product.title.lower().partition(": ")
            done, instead = (bill.cuts(bill.work(one.pages)) for one in (before, part))
            second = part.product.title.lower().partition(": ")[2]
            said += f" For the {what} make {first} ({done}) or {second} ({instead}); only the {first} are counted."
    return said


def made(job: Job) -> list[Part]:
    """Every sheet of the game with its pages; one that a game can be played without has none in a kit on paper that
    is too small for it. Two-sided sheets share a leaf where it holds both."""
    out: list[Part] = []
    for name in sheets.of(job.components):
        if name == "kit":
            continue
        product = sheets.find(name, job.components)
        try:
            ways = product.ways or (product,)
            out += [Part(way, way.pages(job), instead=number > 0) for number, way in enumerate(ways)]
        except PaperError:
            if name not in sheets.SPARE:
                raise
            out.append(Part(product, ()))
    two_sided = [part for part in out if len(part.pages) == 2 and part.pages[1].back]
    for first, second in combinations(two_sided, 2):
        leaf = _shared(job, first, second)
        if leaf:
            out[out.index(first)] = leaf
            out.remove(second)
            break
    return out


def _shared(job: Job, first: Part, second: Part) -> Part | None:
    """Two leaves of the same paper and stock as one, the second's art under the first's; None where it has no room."""
    (one, above, _), (two, below, _) = first, second
    if one.stock != two.stock or any(
        (page.width, page.height) != (job.paper.width, job.paper.height) for page in (*above, *below)
    ):
        return None
    body = frame.both_sides(job)
    foot, reach = (_reach(pages[0]) for pages in (above, below))
    down = foot + 2 * GAP - body.y
    if reach + down > body.bottom:
        return None
    (x0, y0), _ = behind((0.0, 0.0), job.paper.width, job.paper.height, job.request.flip)
    (x1, y1), _ = behind((0.0, down), job.paper.width, job.paper.height, job.request.flip)
    title = f"{one.title}, {two.title.lower()}"
    front = _under(above[0], below[0], (0.0, down), title)
    back = _under(above[1], below[1], (x1 - x0, y1 - y0), f"{title}, backs")
    return Part(one._replace(title=title), (front, back))


def _reach(page: Page) -> float:
    """How far down the art of a page reaches, but for its foot."""
    box = bounds.of((*_art(page), *page.cut, *page.fold))
    return box[3] if box else 0.0


def _art(page: Page) -> tuple[Shape, ...]:
    return tuple(shape for shape in page.shapes if not (isinstance(shape, Group) and shape.classes == "foot"))


def _under(above: Page, below: Page, by: tuple[float, float], title: str) -> Page:
    """The first page with the art of the second on it, moved."""

    def moved(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        return (Group(shapes, *by),) if shapes else ()

    return above._replace(
        shapes=(*above.shapes, *moved(_art(below))),
        cut=(*above.cut, *moved(below.cut)),
        fold=(*above.fold, *moved(below.fold)),
        title=title,
    )


def _contents(job: Job, table: str, work: str) -> Page:
    from printables.sheets import prose  # both only for a kit, not for one sheet of it
    from printables.text import typesetting

    components = job.components
    area = frame.body(job)
    head, area = frame.title(job, area)
    words = {
        "summary": components.summary,
        "pages": table,
        "pieces": _pieces(components),
        "work": work,
        "flip": job.request.flip,
        "credit": components.credit,
    }
    text = templates.fill(templates.read(TEMPLATE), words, TEMPLATE)
    width = min(area.width, 142.0)
    look = prose.look(job, TYPE[0])
    columns = typesetting.fit(text, width, area.height - GAP, look, 1, prose.pictures(job), TEMPLATE, TYPE[1])[1]
    shapes = tuple(Group(column.shapes, x=area.x, y=area.y, classes="column") for column in columns)
    below = area.below(max(column.height for column in columns) + 2 * GAP)
    beside = Area(area.x + width + GAP, area.y, area.width - width - GAP, area.height)
    rest = max(below, beside, key=lambda room: min(room.width, room.height))
    return frame.page(job, "Contents", (*head, *shapes, *_setup(job, rest)))


def _setup(job: Job, area: Area) -> tuple[Shape, ...]:
    """The board as play begins, if there is room enough to see it."""
    components = job.components
    x0, y0, x1, y1 = components.board.extent
    around = margins.room(components.board, LEAST_NAME)  # no piece hides the names there
    scale = min((area.width - 2 * around) / (x1 - x0), (area.height - CAPTION - 2 * around) / (y1 - y0))
    if not components.setup or scale * components.board.room < LEAST_ROOM:
        return ()
    least = LEAST_NAME / scale
    names = all(artwork.fits(place, least) for place in components.board.places)
    board = artwork.board(
        components.board, job.theme, names=names, least=least, ground=components.ground, art=components.art
    )
    tokens = artwork.standing(components.board, ((place, components.token(kind)) for place, kind in components.setup))
    told = margins.names(components.board, job.theme, least)
    middle = area.centre[0]
    top = area.bottom - CAPTION - around - scale * (y1 - y0)
    return (
        Group((*board, *tokens, *told), middle - scale * (x0 + x1) / 2, top - scale * y0, scale, classes="setup"),
        job.text(middle, area.bottom - 1.0, "As play begins", 9, "serif-italic", "middle", "soft"),
    )


def _pieces(components: Components) -> str:
    """A bill of pieces, each with its picture."""
    items = [
        f"{_count(kind.copies, kind.name, kind.plural)} ![{kind.name}](token:{kind.kind})" for kind in components.pieces
    ]
    for die in components.dice:
        faces = " ".join(f"![{name}](face:{name})" for name in dict.fromkeys(die.faces))
        items.append(f"{_count(die.copies, die.name, die.plural)} {faces}")
    items += [f"{sum(card.copies for card in components.cards)} cards"] if components.cards else []
    items += [f"{components.reference_copies} reference cards"] if components.reference_copies else []
    items += [f"and, not printed here: {', '.join(components.needs)}"] if components.needs else []
    return "\n".join(f"- {item}" for item in items)


def _count(count: int, name: str, plural: str) -> str:
    return bill.named(count, name if count == 1 else plural)


PRODUCT = Product(TITLE, STOCK, pages)
