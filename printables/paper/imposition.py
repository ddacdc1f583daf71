"""Pages laid on sheets of paper: several to a side, booklets, and what a printer shifts put right. Pure. A page is
placed whole, as one group, so that all it has is kept; its trim and bleed boxes belong to the sheet it was made for and
are dropped. Lengths mm. Crop marks are 0.2 mm (0.57 points) wide: print shops lose anything under 0.4 points."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from printables.core import PaperError
from printables.core.request import Flip
from printables.drawing import bounds
from printables.paper.paper import Margins, Paper
from printables.scene import Box, Group, Line, Page, Polygon, Rect, Shape, Style, Tag, behind

BLACK = "#000000"
WIDTH = 0.2


def edges(
    xs: Iterable[float], ys: Iterable[float], around: Box, within: Box, gap: float, length: float, ink: str
) -> tuple[Line, ...]:
    """Marks for straight cuts at `xs` and `ys` through a block, `gap` mm off it, no longer than `within` allows."""
    style = Style(stroke=ink, width=WIDTH)
    left, top, right, bottom = around

    def ends(cuts: Iterable[float], low: float, high: float, side: int) -> Iterator[tuple[float, float, float]]:
        for cut, (near, far) in product(dict.fromkeys(cuts), ((low, low - length), (high, high + length))):
            end = min(max(far, within[1 - side]), within[3 - side])
            if within[side] <= cut <= within[2 + side] and abs(end - near) >= 1 and (end - near) * (far - near) > 0:
                yield cut, near, end

    return (
        *(Line((x, near), (x, end), style) for x, near, end in ends(xs, top - gap, bottom + gap, 0)),
        *(Line((near, y), (end, y), style) for y, near, end in ends(ys, left - gap, right + gap, 1)),
    )


def corners(within: Box, size: float = 5.0, thick: float = 0.5, ink: str = BLACK) -> tuple[Polygon, ...]:
    """Registration marks as cutting machines read them: a filled square top left, angles at the two corners beside."""
    x0, y0, x1, y1 = within
    style = Style(stroke=ink, width=thick)
    half = thick / 2
    return (
        Polygon(((x0, y0), (x0 + size, y0), (x0 + size, y0 + size), (x0, y0 + size)), Style(fill=ink)),
        Polygon(((x1 - size, y0 + half), (x1 - half, y0 + half), (x1 - half, y0 + size)), style, closed=False),
        Polygon(((x0 + half, y1 - size), (x0 + half, y1 - half), (x0 + size, y1 - half)), style, closed=False),
    )


_FOLD = Style(stroke="#8a8a8a", width=0.2, dash=(1.6, 1.0))
LEAST = 0.35  # a page smaller than this part of its size cannot be read
GUTTER = 5.0  # mm that stay free beside the fold of a booklet


class Slot(NamedTuple):
    """A place on a sheet for a page: centre, scale, and how far it is turned (clockwise degrees)."""

    x: float
    y: float
    scale: float
    rotate: float = 0.0

    def lay(self, page: Page, tags: tuple[Tag, ...] = ()) -> tuple[tuple[Shape, ...], ...]:
        """The three layers of the page as they lie here, each clipped to the page; without tags it is a picture."""
        turn = math.radians(self.rotate)
        across, down = self.scale * page.width / 2, self.scale * page.height / 2
        x = self.x - across * math.cos(turn) + down * math.sin(turn)
        y = self.y - across * math.sin(turn) - down * math.cos(turn)
        clip = Rect(0, 0, page.width, page.height, Style())
        laid = page.placed(x, y, self.scale, self.rotate, classes="page", title=page.title, clip=clip, tags=tags)
        return laid.shapes, laid.cut, laid.fold


def n_up(pages: Sequence[Page], paper: Paper, count: int, gap: float = 4.0, flip: Flip = "long") -> tuple[Page, ...]:
    """`count` pages to a side, as large as they can be and never larger than they are, fronts and backs apart. Pages
    marked `back` go to the backs of sheets, in the places that meet their fronts when turned over the edge `flip`, for
    which the pages themselves were made, too. Raises PaperError if pages would be under a third of their size."""
    both = list(pairs(pages))
    turned, columns, rows, scale = arranged(pages, paper, count, gap)
    if scale < LEAST:
        size = f"{pages[0].width:g} x {pages[0].height:g} mm"
        what = f"{count} pages of {size} on {paper.name} would be {max(0, scale):.0%} of their size"
        raise PaperError(what, "put fewer on a sheet, or take larger paper")
    slots = laid_out(pages, turned, columns, rows, scale, gap)[:count]
    out: list[Page] = []
    for start in range(0, len(both), count):
        laid = list(zip(slots, both[start : start + count], strict=False))
        out.append(_side(turned, [(slot, front) for slot, (front, _) in laid], back=False))
        if backs := [(_behind(slot, turned, back, flip), back) for slot, (_, back) in laid if back]:
            out.append(_side(turned, backs, back=True))
    return tuple(out)


def _behind(slot: Slot, paper: Paper, page: Page, flip: Flip) -> Slot:
    """Where a page's reverse lies on the sheet's; turned half round if the page is turned over another axis."""
    (x, y), _ = behind((slot.x, slot.y), paper.width, paper.height, flip)
    return Slot(x, y, slot.scale, 0.0 if (page.width <= page.height) == (paper.width <= paper.height) else 180.0)


def arranged(pages: Sequence[Page], paper: Paper, count: int, gap: float) -> tuple[Paper, int, int, float]:
    """The way of holding the paper, the columns and rows that leave pages largest, and their scale."""
    width, height = max(page.width for page in pages), max(page.height for page in pages)
    choices = []
    for turned in dict.fromkeys((paper.portrait(), paper.landscape())):
        edge = turned.margins  # pages lie about the middle of the sheet, so that backs meet fronts
        wide = turned.width - 2 * max(edge.left, edge.right)
        high = turned.height - 2 * max(edge.top, edge.bottom)
        for columns in range(1, count + 1):
            rows = math.ceil(count / columns)
            across, down = (wide - (columns - 1) * gap) / (columns * width), (high - (rows - 1) * gap) / (rows * height)
            scale = min(across, down, 1)
            choices.append((scale, -columns * rows, turned is not paper, turned, columns, rows))
    scale, _, _, turned, columns, rows = max(choices, key=lambda choice: (choice[0], choice[1], not choice[2]))
    return turned, columns, rows, scale


def laid_out(pages: Sequence[Page], paper: Paper, columns: int, rows: int, scale: float, gap: float) -> list[Slot]:
    """Places row by row, the whole in the middle of the sheet so that backs meet fronts."""
    width, height = max(page.width for page in pages), max(page.height for page in pages)
    step_x, step_y = scale * width + gap, scale * height + gap
    left = paper.width / 2 - step_x * (columns - 1) / 2
    top = paper.height / 2 - step_y * (rows - 1) / 2
    return [Slot(left + column * step_x, top + row * step_y, scale) for row in range(rows) for column in range(columns)]


def _side(paper: Paper, laid: Sequence[tuple[Slot, Page]], back: bool, title: str = "") -> Page:
    lying = [slot.lay(page, (Tag("Sect", page.title),)) for slot, page in laid]
    shapes, cut, fold = (tuple(shape for layers in lying for shape in layers[n]) for n in range(3))
    named = title or ", ".join(dict.fromkeys(page.title for _, page in laid if page.title))
    return Page(paper.width, paper.height, shapes, named, cut, fold, back)


def booklet_order(count: int) -> tuple[tuple[int | None, int | None], ...]:
    """Left and right page (from 0, None: blank) of each side of nested sheets folded once, fronts and backs in turn."""
    whole = -(-count // 4) * 4
    pages = [*range(count), *[None] * (whole - count)]
    halves = ((low, whole - 1 - low) for low in range(whole // 2))
    return tuple((pages[low], pages[high]) if low % 2 else (pages[high], pages[low]) for low, high in halves)


def half(paper: Paper) -> Paper:
    """The page of a booklet made of this paper, folded once: with margins that let it be laid at full size."""
    wide = paper.landscape()
    edge = wide.margins
    side = max(edge.left, edge.right, GUTTER)
    return replace(wide, width=wide.width / 2, margins=Margins(edge.top, side, edge.bottom, side))


def booklet(pages: Sequence[Page], paper: Paper, flip: Flip = "short") -> tuple[Page, ...]:
    """Pages as a booklet: two to a side of the paper held wide, fold lines on the outer side, backs for `flip`. Pages
    are scaled to half a sheet, never enlarged. A printer that turns over the long edge needs the backs turned half
    round. Raises PaperError if pages would be smaller than a third of their size."""
    wide = paper.landscape()
    x0, y0, x1, y1 = wide.printable
    middle = wide.width / 2
    scale = min(1.0, *(_within(page, middle / 2 - max(x0, wide.width - x1, GUTTER), wide, y0, y1) for page in pages))
    if scale < LEAST:
        raise PaperError(f"a booklet on {paper.name} would show pages at {scale:.0%}", "take larger paper")
    out: list[Page] = []
    for number, sides in enumerate(booklet_order(len(pages))):
        back = number % 2 == 1
        slots = [Slot(middle * part, wide.height / 2, scale) for part in (0.5, 1.5)]
        laid = [(slot, pages[side]) for slot, side in zip(slots, sides, strict=True) if side is not None]
        made = _side(wide, laid, back, title=f"Sheet {number // 2 + 1}, {'inside' if back else 'outside'}")
        if not back:
            ends = Line((middle, y0), (middle, y0 + 8), _FOLD), Line((middle, y1 - 8), (middle, y1), _FOLD)
            made = made._replace(fold=(*made.fold, *ends))
        out.append(half_turned(made) if back and flip == "long" else made)
    order = tuple(Group((), tags=(Tag("Sect", page.title),)) for page in pages)  # heard so, not by sheets
    return (out[0]._replace(shapes=(*order, *out[0].shapes)), *out[1:]) if out else ()


def _within(page: Page, reach: float, paper: Paper, top: float, bottom: float) -> float:
    """The scale at which all that is drawn on a page stays within `reach` of its upright middle line, and printable."""
    box = bounds.of((*page.shapes, *page.cut, *page.fold))
    if box is None:
        return 1.0
    across = max(page.width / 2 - box[0], box[2] - page.width / 2, 1e-6)
    over, under = max(page.height / 2 - box[1], 1e-6), max(box[3] - page.height / 2, 1e-6)
    return min(reach / across, (paper.height / 2 - top) / over, (bottom - paper.height / 2) / under)


def half_turned(page: Page) -> Page:
    """The same page upside down."""

    def box(old: Box | None) -> Box | None:
        return old and (page.width - old[2], page.height - old[3], page.width - old[0], page.height - old[1])

    return page.placed(page.width, page.height, rotate=180)._replace(trim=box(page.trim), bleed=box(page.bleed))


def trimmed(page: Page, bleed: float = 3.0, slug: float = 8.0) -> Page:
    """The page as a print shop wants it: `bleed` mm of art past its edges, and crop marks in a `slug` around that. The
    sheet grows; what was the page becomes its trim box. A slug of 0 has no marks, and neither have backs: theirs would
    not meet the front's. A page that has a trim box already is left as it is."""
    if page.trim is not None:
        return page
    edge = bleed + slug
    width, height = page.width + 2 * edge, page.height + 2 * edge
    trim = (edge, edge, edge + page.width, edge + page.height)
    clip = Rect(-bleed, -bleed, page.width + 2 * bleed, page.height + 2 * bleed, Style())
    made = page.placed(edge, edge, clip=clip)
    # Marks begin past the bleed, or they would be seen on a piece that is cut a little large.
    marks = edges(trim[::2], trim[1::2], trim, (0.0, 0.0, width, height), bleed + 1, slug - 2, BLACK)
    crops = () if page.back or not slug else marks
    box = (slug, slug, width - slug, height - slug)
    return made._replace(width=width, height=height, shapes=(*made.shapes, *crops), trim=trim, bleed=box)


def pairs(pages: Sequence[Page]) -> Iterator[tuple[Page, Page | None]]:
    """Each front with its back, if it has one."""
    for page, after in zip(pages, (*pages[1:], None), strict=False):
        if not page.back:
            yield page, after if after and after.back else None
