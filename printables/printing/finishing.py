"""What is done to the pages of a sheet when they are made. The order is: those wanted, several to a sheet or all of
them small on one, theme, marks, bleed, and the printer's own errors last. Pure: scenes in, scenes out. Lengths mm."""

import cmath
import colorsys
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from printables.core import OptionError
from printables.drawing import bounds, lettering
from printables.paper import imposition, leaves
from printables.paper.paper import Margins, Paper
from printables.printing.job import REGISTRATION
from printables.scene import (
    ARTIFACT,
    HEAD,
    Circle,
    Curve,
    Group,
    Page,
    Polygon,
    Rect,
    Shape,
    Sheet,
    Style,
    Symbol,
    Text,
    Use,
    behind,
    luminance,
    rgb,
)
from printables.scene.theme import Theme
from printables.sheets import frame
from printables.sheets.frame import Job
from printables.text import fonts

CAPTIONED = 7.0  # mm between pages: room for a caption
TYPE = 7 * 25.4 / 72  # mm
LEAST_TYPE = 0.35  # of the type: a caption that would have to be smaller is cut short


def contact_sheet(pages: Sequence[Page], paper: Paper, theme: Theme, title: str) -> Page:
    """All pages in order, each in a frame and with its number and title under it."""
    edge = paper.margins
    roomy = replace(paper, margins=Margins(edge.top + CAPTIONED, edge.right, edge.bottom + CAPTIONED, edge.left))
    held, columns, rows, scale = imposition.arranged(pages, roomy, len(pages), CAPTIONED)
    line = Style(stroke=theme.ink("faint"), width=0.2)
    shapes, cut, fold = list[Shape](), list[Shape](), list[Shape]()
    wide = scale * max(page.width for page in pages)
    slots = imposition.laid_out(pages, held, columns, rows, scale, CAPTIONED)
    for number, (slot, one) in enumerate(zip(slots, pages, strict=False), 1):
        for layer, drawn in zip((shapes, cut, fold), slot.lay(one), strict=True):
            layer += drawn
        width, height = scale * one.width, scale * one.height
        shapes.append(Rect(slot.x - width / 2, slot.y - height / 2, width, height, line))
        # The words in the middle under a page, smaller or cut short if they are wider than it
        words, least = f"{number}  {one.title}", LEAST_TYPE * TYPE * 2
        size = min(TYPE, TYPE * wide / max(fonts.width(words, "sans", TYPE), 1e-6))
        if size < least:
            size = least
            while len(words) > 1 and fonts.width(f"{words}…", "sans", size) > wide:
                words = words[:-1]
            words = f"{words.rstrip()}…"
        base = slot.y + height / 2 + 1.2 * TYPE
        shapes.append(Text(slot.x, base, words, size, "sans", "middle", theme.ink("soft")))
    return Page(held.width, held.height, (Group(tuple(shapes), classes="contact"),), title, tuple(cut), tuple(fold))


Filled: TypeAlias = Circle | Rect | Polygon | Curve

LIGHT = 0.6  # luminance: what is lighter counts as paper
SMALL = 3.5  # mm: a dark area no wider stays as it is, or it could not be made out
HATCH = 1.1  # mm between the lines that stand for a dark area; lighter colours have them further apart
HAIR, EDGE = 0.12, 0.25  # mm: how thick these are, and the line about the area
PAST = 10.0  # how far a ground runs past the page, for what is cut off


def dress(sheet: Sheet, theme: Theme, *, prop: bool = True) -> Sheet:
    """The sheet in its theme: in outlines where that says so; a `prop`, unlike what is played with, on its paper."""
    ground, saver = theme.ink("paper").lower(), _Outliner(theme.ink("ink"))

    def page(made: Page) -> Page:
        if theme.outline:
            made = made._replace(shapes=tuple(saver.shapes(made.shapes, 1.0)))
        if prop and ground != "#ffffff":
            wide, high = made.width + 2 * PAST, made.height + 2 * PAST
            under = Group((Rect(-PAST, -PAST, wide, high, Style(fill=ground)),), classes="ground")
            made = made._replace(shapes=(under, *made.shapes))
        return made

    return sheet._replace(pages=tuple(map(page, sheet.pages)))


class _Outliner:
    """Draws dark areas as outlines with hatching; a symbol is restyled once for each size it is used at."""

    def __init__(self, ink: str) -> None:
        self.ink = ink
        self.symbols: dict[tuple[str, float, bool], Symbol] = {}

    def shapes(self, shapes: Iterable[Shape], scale: float, over: bool = False) -> Iterable[Shape]:
        """The shapes restyled; `scale` is what a length of theirs is multiplied by on the page. `over`: dark areas lie
        under them, so that light shapes need a line about them to be seen on the hatching."""
        for shape in shapes:
            match shape:
                case Group() if shape.classes == HEAD and not over:  # as small as text, and so as dark
                    yield shape
                case Group():
                    yield shape._replace(shapes=tuple(self.shapes(shape.shapes, scale * shape.scale, over)))
                case Use():
                    yield shape._replace(symbol=self.symbol(shape.symbol, scale * shape.scale, over))
                case Text():
                    yield shape._replace(fill=self.ink) if over and _light(shape.fill) else shape
                case Circle() | Rect() | Polygon() | Curve():
                    fill = shape.style.fill
                    if fill and not _light(fill):
                        over = True
                        yield from self.dark(shape, fill, scale)
                    elif fill and over and not shape.style.stroke:
                        yield shape._replace(style=Style(fill, self.ink, min(EDGE / scale, _breadth(shape) / 6)))
                    else:
                        yield shape
                case _:
                    yield shape

    def symbol(self, symbol: Symbol, scale: float, over: bool) -> Symbol:
        size = float(f"{scale:.4g}")
        key = symbol.name, size, over
        if key not in self.symbols:
            name = f"{symbol.name} outlined {size:g}{' over' if over else ''}"
            self.symbols[key] = Symbol(name, tuple(self.shapes(symbol.shapes, size, over)))
        return self.symbols[key]

    def dark(self, shape: Filled, fill: str, scale: float) -> Iterable[Shape]:
        style = shape.style
        box = bounds.of((shape._replace(style=Style(fill=fill)),))
        if box is None or _breadth(shape) * scale <= SMALL:
            yield shape
            return
        yield shape._replace(style=Style(fill="#ffffff"))
        yield Group(_hatching(box, fill, scale), classes="hatch", clip=shape)
        line = max(style.width, EDGE / scale) if style.stroke and not _light(style.stroke) else EDGE / scale
        yield shape._replace(style=Style(stroke=fill, width=line, cap=style.cap))


def _breadth(shape: Filled) -> float:
    """The smaller side of the box about a shape, or about the largest of the parts of a curve."""
    parts: list[Shape] = [shape._replace(style=Style(fill="#000000"))]
    if isinstance(shape, Curve):
        starts = [n for n, segment in enumerate(shape.segments) if segment[0] == "M"]
        ways = (shape.segments[a:b] for a, b in pairwise((*starts, len(shape.segments))))
        parts = [Curve(way, Style(fill="#000000")) for way in ways]
    boxes = [box for part in parts if (box := bounds.of((part,)))]
    return max((min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes), default=0.0)


def _light(fill: str) -> bool:
    return luminance(fill) > LIGHT


def _hatching(box: tuple[float, float, float, float], fill: str, scale: float) -> tuple[Shape, ...]:
    """Lines over a box, closer for darker colours and turned by hue, so that colours differ without colour."""
    red, green, blue = rgb(fill)
    hue, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    turn = 45.0 if saturation < 0.25 else (45.0 + 60.0 * round(3 * hue)) % 180
    pitch = HATCH * (1 + 1.5 * luminance(fill)) / scale
    middle = complex(box[0] + box[2], box[1] + box[3]) / 2
    reach = math.hypot(box[2] - box[0], box[3] - box[1]) / 2
    pitch = max(pitch, reach / 300)  # a drawing that runs far past its page has no use for more
    along = cmath.rect(1, math.radians(turn))
    across, count = along * 1j, math.floor(reach / pitch)
    segments: list[tuple[str | float, ...]] = []
    for n in range(-count, count + 1):
        at = middle + n * pitch * across
        a, b = at - reach * along, at + reach * along
        segments += [("M", a.real, a.imag), ("L", b.real, b.imag)]
    return (Curve(tuple(segments), Style(stroke=fill, width=HAIR / scale)),)


MOST, MOST_COPIES = 64, 100  # pages to a side; of a page


def finished(sheet: Sheet, job: Job) -> Sheet:
    """The sheet after all that is done to its pages. Raises UserError."""
    asked = job.request
    pages = frame.numbered(job, sheet.pages)
    pages = _chosen(pages, asked.pages) if asked.pages else pages
    if asked.contact:
        pages = (contact_sheet(pages, job.paper, job.theme, sheet.title),)
    else:
        pages = _copied(pages, asked.copies, in_turn=asked.nup == 1)
        pages = pages if asked.nup == 1 else tuple(_together(pages, job))
    made = dress(sheet._replace(pages=pages), job.theme, prop=False)
    if asked.registration:
        made = made._replace(pages=tuple(_registered(made.pages, job)))
    if asked.carved:
        from printables.printing import laser

        made = laser.carved(made)
    if asked.bleed is not None:
        slug = 8.0 if asked.crop_marks else 0.0
        made = made._replace(pages=tuple(imposition.trimmed(page, asked.bleed, slug) for page in made.pages))
    if asked.outlines:
        made = made._replace(pages=tuple(map(lettering.outlined, made.pages)))
    if asked.printer:
        from printables.paper import printer

        return printer.find(asked.printer).adjusted(made)
    return made


def _chosen(pages: Sequence[Page], wanted: str) -> tuple[Page, ...]:
    """The pages that "1,3-5" names; a back whose front is not among them is a page of its own."""
    numbers: set[int] = set()
    for part in wanted.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 6 for end in ends):
            raise OptionError(f"{wanted!r} names no pages", "write them as in 1,3-5", source="--pages")
        low, high = map(int, ends)
        if not 1 <= low <= high <= len(pages):
            raise OptionError(f"there is no page {part}", f"there are 1 to {len(pages)}", source="--pages")
        numbers |= set(range(low, high + 1))
    return tuple(pages[n - 1]._replace(back=pages[n - 1].back and n - 1 in numbers) for n in sorted(numbers))


def _copied(pages: Sequence[Page], copies: int, *, in_turn: bool) -> tuple[Page, ...]:
    """So many of each page with its back: the whole `in_turn`, or all of a page together, to be cut from one sheet."""
    if not 1 <= copies <= MOST_COPIES:
        raise OptionError(f"{copies} copies cannot be made", f"take 1 to {MOST_COPIES}", source="--copies")
    if in_turn:
        return tuple(pages) * copies
    return tuple(page for both in imposition.pairs(pages) for _ in range(copies) for page in both if page)


def _together(pages: Sequence[Page], job: Job) -> Iterator[Page]:
    """Several pages to a sheet, with one foot line in place of theirs: a ruler made smaller would not be true."""
    if not 2 <= job.request.nup <= MOST:
        raise OptionError(f"{job.request.nup} pages to a sheet are not possible", f"take 2 to {MOST}", source="--nup")
    bare = [page._replace(shapes=leaves.without(page, "foot")) for page in pages]
    high = max(frame.foot(job, held.area)[1] for held in (job.paper, job.paper.turned())) + 1.0
    # Whichever way the paper is held, there is room at the foot, and at the head to keep the middle of the sheet.
    roomy = replace(job.paper, margins=Margins(*(side + high for side in job.paper.margins)))
    made = imposition.n_up(bare, roomy, job.request.nup, flip=job.request.flip)
    for page in made:
        foot = frame.foot(job, frame.held(job, page).area)[0]
        under = () if page.back else (Group(foot, classes="foot", tags=(ARTIFACT,)),)
        yield page._replace(shapes=(*page.shapes, *under))


def _registered(pages: Sequence[Page], job: Job) -> Iterator[Page]:
    """Marks at the corners of what a printer reaches, on pages that a machine cuts; on backs, where they meet them."""
    for front, back in imposition.pairs(pages):
        some: tuple[Page, ...] = (front, back) if back else (front,)
        if front.cut:
            x0, y0, x1, y1 = frame.held(job, front).printable
            box = x0 - REGISTRATION, y0 - REGISTRATION, x1 + REGISTRATION, y1 + REGISTRATION
            marks = imposition.corners(box, ink=job.theme.ink("ink"))
            # On the back where each is seen through from the other side
            size = front.width, front.height, job.request.flip
            seen = (mark._replace(points=tuple(behind(one, *size)[0] for one in mark.points)) for mark in marks)
            groups = (Group(tuple(way), classes="registration", tags=(ARTIFACT,)) for way in (marks, seen))
            some = tuple(one._replace(shapes=(*one.shapes, way)) for one, way in zip(some, groups, strict=False))
        yield from some
