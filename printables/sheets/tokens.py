"""Tokens, fronts and backs, as large as the board on the same paper allows; every other page is a reverse."""

import math
from collections.abc import Iterator
from itertools import accumulate, groupby
from typing import NamedTuple

from printables.core import PaperError
from printables.core.request import Request
from printables.core.templates import say
from printables.drawing import artwork, bounds
from printables.paper import imposition, paper
from printables.scene import Area, Circle, Grid, Line, Page, Point, Polygon, Rect, Shape, Style, behind
from printables.scene.components import Components, TokenKind
from printables.sheets import board, frame, parts
from printables.sheets.frame import Job, Product
from printables.sheets.parts import Part

GAP = 4.0  # mm between pieces
SPINE = 1.5  # mm from the fold to either side, at least
TALL = 1.25  # a standee's height, as a part of its width
TAB = 0.5  # depth of a standee's tabs, as a part of its width: both together are as deep as it is wide
ART = 0.94  # of a standee's width

HINTS = {
    "fold": (
        "Print on one side. Crease the dashed lines and fold them with the print outside, glue front to back, and cut "
        "along the circles when the glue is dry."
    ),
    "standee": (
        "Print on one side of stiff paper. Cut along the outlines, fold each at its top with the print outside and "
        "glue front to back; then bend the tinted tabs outward, one each way, to stand it up."
    ),
}


def _fold(job: Job, kind: TokenKind, size: float) -> Part:
    """Front over back, the back upside down, so that it is upright when it has been folded behind the front."""
    pad, spine = job.bleed + GAP / 2, max(SPINE, job.bleed + 0.5)
    width, fold = size + 2 * pad, pad + size + spine
    front, back = (width / 2, pad + size / 2), (width / 2, fold + spine + size / 2)
    grounds = (front, back) if kind.ground != job.theme.ink("paper") else ()
    shapes: list[Shape] = [Circle(at, size / 2 + job.bleed, Style(fill=kind.ground)) for at in grounds]
    reverse = artwork.token(kind, size, *back, back=True, title=say("$name, back", name=kind.name))
    shapes += artwork.token(kind, size, *front), reverse._replace(rotate=180.0)
    # The line runs on into the next piece: one crease does for a row.
    crease = Line((0, fold), (width, fold), job.fold)
    return Part(width, 2 * fold, tuple(shapes), (Circle(front, size / 2, job.cut),), (crease,))


def _standee(job: Job, kind: TokenKind, size: float) -> Part:
    """From the top: a tab, the back upside down, the fold, the front, a tab."""
    high, tab = TALL * size, TAB * size
    fold, whole = tab + high, 2 * (tab + high)
    tint = Style(fill=job.theme.ink("faint"))
    shapes: list[Shape] = [Rect(0, 0, size, tab, tint), Rect(0, whole - tab, size, tab, tint)]
    if kind.ground != job.theme.ink("paper"):
        shapes.append(Rect(0, tab, size, 2 * high, Style(fill=kind.ground)))
    title = say("$name, back", name=kind.name)
    back = artwork.token(kind, ART * size, size / 2, fold - high / 2, back=True, title=title)
    shapes += [artwork.token(kind, ART * size, size / 2, fold + high / 2), back._replace(rotate=180.0)]
    folds = tuple(Line((0, y), (size, y), job.fold) for y in (tab, fold, whole - tab))
    return Part(size, whole, tuple(shapes), (parts.outline(job, size, whole),), folds)


TITLE = "Tokens"
HINT = "Print on both sides of stiff paper, turned over the $flip edge, and cut along the circles."
STRAIGHT = "Print on both sides of stiff paper, turned over the $flip edge, and cut along the lines."
MISFIT = (
    "On $paper the spaces of the board are $apart mm apart. "
    "For pieces of $size mm print it with --space-mm $wanted --tile, or on larger paper."
)
GAPS = (8.0, 6.0, 4.5, 3.0)  # mm between tokens: the widest that needs no further page


class Laid(NamedTuple):
    """One token on a page."""

    kind: TokenKind
    diameter: float
    centre: Point


def pages(job: Job) -> tuple[Page, ...]:
    """A front and its back for as many pages as it takes; or pieces to fold, or stickers on labels."""
    if job.labels:
        return parts.tokens(job, job.labels, misfit(job))
    largest = board.place(job).token
    if (way := job.request.tokens) != "duplex":
        make, gap = {"fold": (_fold, 0.0), "standee": (_standee, GAP)}[way]
        kinds = sorted(job.components.tokens, key=lambda kind: kind.diameter or 0.0)
        made = [make(job, kind, kind.diameter or largest) for kind in kinds for _ in range(kind.copies)]
        return parts.pages(job, say(TITLE), f"{_about(job.components, largest)} {say(HINTS[way])}", made, gap)
    head, plans = _plans(job, largest)
    return tuple(_laid(job, head, min(plans, key=len)))


def misfit(job: Job) -> str:
    """Where tokens on labels are wider than the board has room for: what size of board they need. The board's paper is
    the one that was asked for, else the labels' own."""
    if job.labels is None or job.request.sheet != "tokens":
        return ""
    size = job.request.token_mm or job.labels.size
    if job.request.paper != Request._field_defaults["paper"]:
        job = job._replace(paper=paper.find(job.request.paper))
    laid = job.components.board
    apart = laid.room * board.place(job.with_tokens(None)).scale
    if size < apart:
        return ""
    wanted, named = math.ceil(size * laid.pitch / laid.token), job.paper.name.upper()
    return say(MISFIT, paper=named, apart=f"{apart:.0f}", size=f"{size:g}", wanted=wanted)


def closer(job: Job) -> Iterator[tuple[Page, ...]]:
    """Fronts and backs nearer and nearer to each other, on as few pages as they take."""
    head, plans = _plans(job, board.place(job).token)
    fewest = min(map(len, plans))
    return (tuple(_laid(job, head, plan)) for plan in plans if len(plan) == fewest)


def _plans(job: Job, largest: float) -> tuple[tuple[Shape, ...], list[list[list[Laid]]]]:
    """The heading, and where every token lies on its page, one plan for each gap that may be between them."""
    hint = say(HINT if job.request.token_shape == "round" else STRAIGHT, flip=say(job.request.flip))
    head, area = frame.heading(job, frame.both_sides(job), say(TITLE), f"{_about(job.components, largest)} {hint}")
    # A hexagon reaches further than the circle in it.
    over = (2 / math.sqrt(3) - 1) * largest if job.request.token_shape == "hexagon" else 0.0
    return head, [_plan(job, area.within(job.bleed + over / 2), largest, gap) for gap in _gaps(job, over)]


def _laid(job: Job, head: tuple[Shape, ...], plan: list[list[Laid]]) -> Iterator[Page]:
    for number, laid in enumerate(plan, 1):
        title = say(TITLE) + (f" {number}/{len(plan)}" if len(plan) > 1 else "")
        cut = tuple(_outline(job, item.centre, item.diameter / 2, job.cut) for item in laid)
        fronts = (shape for item in laid for shape in _drawn(job, item))
        backs = tuple(shape for item in laid for shape in _drawn(job, item, back=True))
        yield frame.page(job, title, (*head, *fronts, *_between(job, laid)))._replace(cut=cut)
        yield frame.page(job, say("$title, backs", title=title), backs, back=True)


def _gaps(job: Job, over: float) -> tuple[float, ...]:
    """What may stand between tokens that reach `over` mm past their width: grounds beyond the cut must not meet. Those
    that a machine cuts straight share their cuts."""
    if job.request.carved and job.request.token_shape != "round":
        return (0.0,)
    least = 2 * job.bleed + over
    return tuple(gap for gap in GAPS if gap >= least) or (least,)


def _about(components: Components, largest: float) -> str:
    """What pieces there are, and how wide those for the board are."""
    count = ", ".join(f"{kind.copies} {kind.plural}" if kind.copies > 1 else kind.name for kind in components.pieces)
    whole, tenths = f"{largest:.1f}".split(".")
    mm = say("$whole.$tenths", whole=whole, tenths=tenths)
    return f"{count}. {say('The pieces for the board are $mm mm wide, to match it on the same paper.', mm=mm)}"


def _plan(job: Job, area: Area, largest: float, gap: float) -> list[list[Laid]]:
    """Every token on pages, those of one size together; kinds fill rows as long as the commonest kind, if they fit.
    Hexagons that a machine cuts are a honeycomb: every other column stands half a token lower."""
    out: list[list[Laid]] = [[]]
    y, comb = area.y, bool(job.request.carved) and job.request.token_shape == "hexagon"
    kinds = sorted(job.components.pieces, key=lambda kind: kind.diameter is not None)
    for size, same in groupby(kinds, key=lambda kind: kind.diameter or largest):
        group, lower = list(same), size / 2 if comb else 0.0
        gap = (math.sqrt(3) / 2 - 1) * size if comb else gap
        row = max(1, min(Grid(area, size, size, gap).columns, max(kind.copies for kind in group)))
        if size > min(area.width, area.height):
            raise PaperError(f"a token of {size:g} mm does not fit this paper", "take larger paper", source="--paper")
        every = [kind for kind in group for _ in range(kind.copies)]
        for n in range(0, len(every), row):
            if y + size + lower > area.bottom:
                out.append([])
                y = area.y
            centres = Grid(Area(area.x, y, area.width, size), size, size, gap).centres(row)
            down = [(x, at + number % 2 * lower) for number, (x, at) in enumerate(centres)]
            out[-1] += [Laid(kind, size, centre) for kind, centre in zip(every[n : n + row], down, strict=False)]
            y += size + max(gap, 0.0)
        y += lower
    return out


def _between(job: Job, laid: list[Laid]) -> tuple[Shape, ...]:
    """Marks for straight cuts between the tokens, where marks are wanted: pieces come apart before they are cut out."""
    if not job.request.crop_marks:
        return ()
    discs = [(*item.centre, item.diameter / 2) for item in laid]
    columns, rows = _gaps_in([(x - r, x + r) for x, _, r in discs]), _gaps_in([(y - r, y + r) for _, y, r in discs])
    if (around := bounds.of([Circle((x, y), r, Style()) for x, y, r in discs])) is None:
        return ()
    body = frame.body(job)
    within = body.x, around[1] - job.bleed - 4, body.right, body.bottom
    return imposition.edges(columns, rows, around, within, job.bleed + 0.5, 3.0, job.theme.ink("ink"))


def _gaps_in(spans: list[tuple[float, float]]) -> list[float]:
    """The middles of what lies between spans that do not meet."""
    spans = sorted(spans)
    ends = accumulate((high for _, high in spans), max)
    return [(low + end) / 2 for end, (low, _) in zip(ends, spans[1:], strict=False) if low > end + 1e-6]


def _drawn(job: Job, item: Laid, *, back: bool = False) -> tuple[Shape, ...]:
    """A token where it lies, or its back where that meets it, on ground that bleeds."""
    page = job.paper.width, job.paper.height
    centre, turn = behind(item.centre, *page, job.request.flip) if back else (item.centre, 0.0)
    title = say("$name, back", name=item.kind.name) if back else item.kind.name
    token = artwork.token(item.kind, item.diameter, *centre, back=back, title=title)._replace(rotate=turn)
    if job.request.carved or item.kind.ground == job.theme.ink("paper"):
        return (token,)
    return (_outline(job, centre, item.diameter / 2 + job.bleed, Style(fill=item.kind.ground)), token)


def _outline(job: Job, centre: Point, radius: float, style: Style) -> Shape:
    """The edge of a token: a circle, or the square or hexagon about it."""
    x, y = centre
    if job.request.token_shape == "round":
        return Circle(centre, radius, style)
    reach, half = 2 * radius / math.sqrt(3), radius / math.sqrt(3)
    square = ((-radius, -radius), (radius, -radius), (radius, radius), (-radius, radius))
    hexagon = ((-reach, 0.0), (-half, -radius), (half, -radius), (reach, 0.0), (half, radius), (-half, radius))
    corners = square if job.request.token_shape == "square" else hexagon
    return Polygon(tuple((x + a, y + b) for a, b in corners), style)


PRODUCT = Product(TITLE, "stiff paper", pages)
