"""Cards, fronts and backs: a reference card for each player, and a game's deck."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, product
from typing import NamedTuple, TypeAlias

from printables.core import PaperError, TemplateError
from printables.core.templates import say
from printables.paper import imposition
from printables.paper.paper import Paper
from printables.scene import POINT, Area, Grid, Group, Line, Page, Point, Rect, Shape, Style, Symbol, Use, behind
from printables.sheets import frame, parts, rules
from printables.sheets.frame import Job, Product
from printables.text import typesetting
from printables.text.typesetting import Column, Inset, TextLook

TITLE = "Cards"
REFERENCE = (85.0, 116.0)  # mm
REFERENCE_CARD = "reference"  # what the reference card is called among the kinds of cards
SIZES = {"poker": (63.0, 88.0), "tarot": (70.0, 120.0), "mini": (44.0, 67.0)}  # mm: cards that fit common sleeves
CARD = SIZES["poker"]
FOLDED = (
    "Print on one side. Crease the dashed line between the fronts and the backs, fold it with the print outside, glue, "
    "and cut along the lines when the glue is dry."
)
PAD = 4.5  # mm from a card's edge to what is on it
TYPE = (9.5, 7.0)  # points: largest and smallest, of a card of a deck
LARGE, READABLE, SMALL = 11.0, 8.5, 7.0  # points of a reference card: most, what it gives up other things for, least
DENSE = 1.15  # sizes from line to line where the text is long
FIGURE = re.compile(r'!\[([^]]*)]\((figure:[\w-]+)(?: "([^"]*)")?\)')  # what a diagram shows, its name, its caption
LINED = "Print on both sides of stiff paper, turned over the $flip edge, and cut along the lines."
MARKED = "Print on both sides of stiff paper, turned over the $flip edge, and cut from mark to mark."
BAND = 8.0  # mm that a card's title takes
OVER = 2.0  # mm that cut lines run past the cards
MARK = (0.5, 1.5)  # mm: how far a crop mark stays off the cards, and how long it is
SPARES = "There are some to spare."


Size: TypeAlias = tuple[float, float]  # width and height (mm)
Way: TypeAlias = tuple[str, TextLook, Mapping[str, Inset]]  # what is set, how, and its pictures


class Card(NamedTuple):
    """A card of a size (mm), and how many there are of it: both sides drawn about its middle."""

    width: float
    height: float
    front: Symbol
    back: Symbol
    kind: str
    name: str
    copies: int


def pages(job: Job) -> tuple[Page, ...]:
    """A front and its back for as many pages as it takes, the paper held whichever way takes fewer."""
    return _pages(job, list(drawn(job)))


def spared(job: Job) -> tuple[Page, ...]:
    """The same, with every reference card twice if that takes no further page: a card alone leaves half of it empty."""
    once = list(drawn(job))
    plain = _pages(job, once)
    twice = [card._replace(copies=2 * card.copies) if card.kind == REFERENCE_CARD else card for card in once]
    more = _pages(job, twice, say(SPARES))
    return more if len(more) == len(plain) else plain


def _pages(job: Job, kinds: Sequence[Card], more: str = "") -> tuple[Page, ...]:
    out: list[Page] = []
    cards = [card for card in kinds for _ in range(card.copies)]
    for size, same in groupby(cards, key=lambda card: (card.width, card.height)):
        some = list(same)
        out += _folded(job, some) if job.request.gutter else _laid(job, size, some, more)
    return tuple(out)


def sizes(job: Job) -> tuple[Size, Size]:
    """How large (mm) reference cards and the cards of a deck are."""
    asked = SIZES.get(job.request.card or "")
    return SIZES["tarot"] if asked else job.reference or REFERENCE, asked or CARD


def shape(job: Job, height: float) -> Size | None:
    """How large (mm) reference cards are in a row, cuts no higher than that, if all on them has room and reads well."""
    if job.request.card or job.request.gutter:
        return None
    wide = frame.both_sides(job).within(OVER).width / job.components.reference_copies
    high = min(REFERENCE[1], math.floor(height - 2 * OVER - job.cut.width))
    usual, area = _inside(*REFERENCE), _inside(wide, high)
    if min(area.width, area.height) <= 0:
        return None
    needed = math.ceil(wide - area.width + usual.width * usual.height / area.height)
    if needed <= wide:
        return needed, high
    text, source = rules.prose(job, job.components.reference)
    area = _inside(wide := math.floor(wide), high)
    for way in _ways(text, rules.text_look(job, LARGE), rules.pictures_of(job, text, SMALL)):
        if _first([way], area, source):
            return wide, high
        if _first([way], usual, source):  # nothing more is given up for the sake of the leaf
            break
    return None


def _folded(job: Job, cards: list[Card]) -> tuple[Page, ...]:
    """Each front with its back at its right, a fold between them that runs down the page."""
    made = []
    for card in cards:
        wide, high = 2 * card.width, card.height
        front = Use(card.front, card.width / 2, high / 2, classes="card front")
        back = Use(card.back, 1.5 * card.width, high / 2, classes="card back")
        crease = Line((card.width, 0), (card.width, high), job.fold)
        made.append(parts.Part(wide, high, (front, back), (parts.outline(job, wide, high),), (crease,)))
    lay = partial(parts.pages, job, say(TITLE), say(FOLDED), made, 0.0)
    laid: list[tuple[Page, ...]] = []
    # Fewest pages; then with a heading; then the paper as it is held.
    for bare, paper in product((False, True), (job.paper, job.paper.turned())):
        with suppress(PaperError):
            laid.append(lay(paper, bare))
    return min(laid, key=len) if laid else lay()


def drawn(job: Job, reference: Size | None = None, deck: Size | None = None) -> Iterator[Card]:
    """Every card once: the reference card, then the deck; in these sizes (mm), or those that the job asks for."""
    usual = sizes(job)
    if job.components.reference_copies:
        yield _reference(job, reference or usual[0])
    for kind in job.components.cards:
        # A card of the deck: name, art, text; on its back the game's emblem
        size, components = deck or usual[1], job.components
        area, shapes = _inside(*size), [*_edge(job, *size, kind.name)]
        if kind.art:
            reach = 0.3 * area.width
            shapes.append(Use(kind.art, 0.0, area.y + reach, scale=reach))
            area = area.below(2 * reach + 3.0)
        look, source = rules.text_look(job, TYPE[0]), f"card {kind.name}"
        text = typesetting.fit(kind.text, area.width, area.height, look, 1, rules.pictures_of(job), source, TYPE[1])[1]
        shapes += [Group(column.shapes, x=area.x, y=area.y) for column in text]
        back = [*_edge(job, *size, components.title)]
        if components.card_back:
            back.append(Use(components.card_back, 0.0, BAND / 2, scale=0.4 * (size[0] - 2 * PAD)))
        front, reverse = Symbol(f"card-{kind.kind}-front", tuple(shapes)), Symbol("card-back", tuple(back))
        yield Card(*size, front, reverse, kind.kind, kind.name, kind.copies)


def _laid(job: Job, size: Size, cards: list[Card], more: str) -> Iterator[Page]:
    own = {card.kind == REFERENCE_CARD for card in cards}
    what = say(TITLE if len(own) > 1 else "Reference cards" if own == {True} else "Deck")
    hint = f"{say(MARKED if job.request.crop_marks else LINED, flip=say(job.request.flip))} {more}"
    options: list[tuple[Paper, tuple[Shape, ...], Grid]] = []
    for paper in (job.paper, job.paper.turned()):
        whole = frame.both_sides(job, paper)
        head, area = frame.heading(job, whole, what, hint)
        options += [(paper, head, Grid(area.within(OVER), *size)), (paper, (), Grid(whole.within(OVER), *size))]
    # Fewest pages; then the paper as it is held; then with a heading.
    paper, head, grid = min(options, key=lambda way: -(-len(cards) // way[2].room) if way[2].room else len(cards) + 1)
    if not (room := grid.room):
        wanted = f"{size[0]:g} x {size[1]:g} mm"
        raise PaperError(f"a card of {wanted} does not fit this paper", "take larger paper", source="--paper")
    for start in range(0, len(cards), room):
        some = cards[start : start + room]
        centres = grid.centres(len(some))
        title = what + (f" {start // room + 1}/{-(-len(cards) // room)}" if len(cards) > room else "")
        fronts, backs = [], []
        for card, centre in zip(some, centres, strict=True):
            place, turn = behind(centre, paper.width, paper.height, job.request.flip)
            fronts.append(Use(card.front, *centre, classes="card front"))
            backs.append(Use(card.back, *place, rotate=turn, classes="card back"))
        yield frame.page(job, title, (*head, *fronts), paper)._replace(cut=_cuts(job, grid, centres))
        yield frame.page(job, say("$title, backs", title=title), tuple(backs), paper, back=True)


def _cuts(job: Job, grid: Grid, centres: tuple[Point, ...]) -> tuple[Line, ...]:
    """Straight cuts right across the cards: each shared by the two it parts."""
    xs = sorted({round(x + side * grid.width / 2, 6) for x, _ in centres for side in (-1, 1)})
    ys = sorted({round(y + side * grid.height / 2, 6) for _, y in centres for side in (-1, 1)})
    if job.request.crop_marks:
        around = xs[0], ys[0], xs[-1], ys[-1]
        within = xs[0] - OVER, ys[0] - OVER, xs[-1] + OVER, ys[-1] + OVER
        return imposition.edges(xs, ys, around, within, MARK[0], MARK[1], job.theme.ink("ink"))
    across = (Line((xs[0] - OVER, y), (xs[-1] + OVER, y), job.cut) for y in ys)
    return (*across, *(Line((x, ys[0] - OVER), (x, ys[-1] + OVER), job.cut) for x in xs))


def _reference(job: Job, size: Size) -> Card:
    """The reference text over both sides of a card, about as much on each."""
    components, area = job.components, _inside(*size)
    text, source = rules.prose(job, components.reference)
    ways = _ways(text, rules.text_look(job, LARGE), rules.pictures_of(job, text, SMALL))
    if not (columns := _first(ways, area, source)):
        told, look, shown = ways[-1]
        columns = typesetting.fit(told, area.width, area.height, look, 2, shown, source, SMALL, even=2)[1]
    edge = _edge(job, *size, components.title)
    front, back = (
        Symbol(f"{REFERENCE_CARD}-{side}", (*edge, *(Group(one.shapes, area.x, area.y) for one in columns[n : n + 1])))
        for n, side in enumerate(("front", "back"))
    )
    return Card(*size, front, back, REFERENCE_CARD, say("Reference card"), components.reference_copies)


def _ways(text: str, look: TextLook, pictures: Mapping[str, Inset]) -> list[Way]:
    """How a text may be set, the best first: a long one has smaller diagrams, then closer lines, then no captions, and
    in the end no diagrams, before its type is smaller than is read with ease; only then it parts a paragraph."""
    bare, plain = FIGURE.sub(lambda found: f"![{found[1] or found[3] or ''}]({found[2]})", text), FIGURE.sub("", text)
    less = {name: inset._replace(alone=inset.alone * SMALL / READABLE) for name, inset in pictures.items()}
    dense = look._replace(leading=DENSE)
    looks = look._replace(whole=math.inf), dense._replace(whole=math.inf)
    ways = [(said, way, less) for said in (text, bare, plain) for way in looks]
    return [(text, looks[0], pictures), *ways, (plain, dense, less)]


def _first(ways: Sequence[Way], area: Area, source: str) -> list[Column]:
    """The first of these ways in which a text fits in type that is read with ease; nothing if it fits in none."""
    for told, look, shown in ways:
        with suppress(TemplateError):
            return typesetting.fit(told, area.width, area.height, look, 2, shown, source, READABLE, even=2)[1]
    return []


def _inside(width: float, height: float) -> Area:
    """What a card has for its content under its title, about its middle."""
    return Area(PAD - width / 2, PAD + BAND - height / 2, width - 2 * PAD, height - 2 * PAD - BAND)


def _edge(job: Job, width: float, height: float, title: str) -> tuple[Shape, ...]:
    """A border well inside the cut, where a card cut a little off shows least, and the title under it."""
    theme, inset, points = job.theme, PAD / 2, 12.0
    x, y, wide, high = inset - width / 2, inset - height / 2, width - 2 * inset, height - 2 * inset
    if theme.linocut and theme.parts and not theme.outline:
        # The tone of the board's sheet, and the title light on a dark band
        band, points = BAND + PAD / 2 - 1.0, job.fitted(13.0, wide - PAD, title)
        return (
            Rect(x, y, wide, high, Style(fill=theme.ink("sheet"))),
            Rect(x, y, wide, band, Style(fill=theme.ink("title"))),
            Rect(x, y, wide, high, Style(stroke=theme.ink("border"), width=0.5)),
            Rect(x + 0.9, y + 0.9, wide - 1.8, band - 1.8, Style(stroke=theme.ink("sheet"), width=0.25)),
            job.name(0, y + band / 2 + 0.34 * points * POINT, points, wide, title, "sheet")[0],
        )
    border = Rect(x, y, wide, high, Style(stroke=theme.ink("soft"), width=0.3), corner=2.0)
    while points > 6 and (job.text(0, 0, title, points, "serif-bold").width or 0) > width - 2 * PAD:
        points -= 0.5
    return (border, job.text(0, PAD - height / 2 + 0.8 * points * POINT, title, points, "serif-bold", "middle"))


PRODUCT = Product(TITLE, "stiff paper", pages)
