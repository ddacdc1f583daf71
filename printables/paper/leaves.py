"""Sheets that share a leaf of paper: what is to be cut out of the same stock laid on as few leaves as it takes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from printables.core.request import Flip
from printables.drawing import bounds
from printables.paper import imposition
from printables.scene import Area, Box, Curve, Group, Page, Point, Shape, Style, behind

LONGEST = 152.0  # of a folded sheet: a quarter of A4 is 148.5 high
TICK = 4.0  # from the edge of what is printed to the end of a mark
OUTSIDE = 2.0  # the same for a mark about the frame of a sheet, which leaves as much to it
BARE = 1.0  # wide: the light ground of a mark, where a frame runs under it


class Folds(NamedTuple):
    """In how many panels, and how large each is."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def layers(self) -> int:
        return self.columns * self.rows


def folds(width: float, height: float) -> Folds:
    """A sheet in quarters; a large one is halved on, across its longer side."""
    columns = rows = 2
    while max(width / columns, height / rows) > LONGEST:
        if width / columns > height / rows:
            columns *= 2
        else:
            rows *= 2
    return Folds(columns, rows, width / columns, height / rows)


def marks(
    width: float, height: float, area: Area, line: Style, words: Iterable[Box] = (), tick: float = TICK
) -> tuple[tuple[Shape, ...], tuple[Curve, ...]]:
    """A mark at both ends of every fold of a page, in the printed `area`, clear of `words`: their ground, the lines."""
    made, area = folds(width, height), area.within(BARE / 2)
    xs, ys = (n * made.width for n in range(1, made.columns)), (n * made.height for n in range(1, made.rows))
    folded = [((x, area.y, x, area.y + tick), (x, area.bottom - tick, x, area.bottom)) for x in xs]
    folded += [((area.x, y, area.x + tick, y), (area.right - tick, y, area.right, y)) for y in ys]
    taken, paths = tuple(words), []
    for ends in folded:
        clear = [mark for mark in ends if not any(bounds.overlap(mark, box) for box in taken)]
        if path := tuple(part for x0, y0, x1, y1 in clear for part in (("M", x0, y0), ("L", x1, y1))):
            paths.append(path)
    ground = Group(tuple(Curve(path, Style(stroke="#ffffff", width=BARE)) for path in paths), classes="fold-marks")
    return (ground,), tuple(Curve(path, line) for path in paths)


GAP = 6.0  # mm between the art of two sheets


class Leaf(NamedTuple):
    """A front and its back, if it has one; `parts`: the numbers of the sheets that are on it."""

    front: Page
    back: Page | None
    parts: tuple[int, ...]

    @property
    def pages(self) -> tuple[Page, ...]:
        return (self.front, self.back) if self.back else (self.front,)

    @property
    def reach(self) -> tuple[float, float]:
        """Where its art begins and ends, down the page."""
        box = bounds.of(_all(self.front))
        return (box[1], box[3]) if box else (0.0, 0.0)


def leaves(pages: Sequence[Page], part: int) -> list[Leaf]:
    """The pages of a sheet as leaves."""
    return [Leaf(front, back, (part,)) for front, back in imposition.pairs(pages)]


def shared(some: Sequence[Leaf], body: Area, flip: Flip) -> list[Leaf]:
    """Leaves of one stock, each under an earlier one where `body` (mm) has room, if need be without its heading."""
    out: list[Leaf] = []
    feet: list[float] = []  # how far down the art of each reaches; art is measured once
    for leaf in some:
        hosts = [n for n, host in enumerate(out) if host.front[:2] == leaf.front[:2]]  # of the same size
        bare = leaf._replace(front=leaf.front._replace(shapes=without(leaf.front, "heading")))
        ways = [(one, *one.reach) for one in (leaf, bare)] if hosts else []
        fits = ((n, *way) for way in ways for n in hosts if feet[n] + GAP + way[2] - way[1] <= body.bottom)
        if found := next(fits, None):
            number, one, top, bottom = found
            down = feet[number] + GAP - top
            out[number] = _joined(out[number], one, down, flip)
            feet[number] = max(feet[number], bottom + down)
        else:
            out.append(leaf)
            feet.append(leaf.reach[1])
    return out


def full(leaf: Leaf, body: Area, share: float) -> bool:
    """Whether art takes so much of the body (0 to 1). Mostly its groups' ends tell: to measure text takes long."""
    shapes = _all(leaf.front)
    return _used(map(_ends, shapes), body) >= share or _used(shapes, body) >= share


def _ends(shape: Shape) -> Shape:
    inside = shape.shapes if isinstance(shape, Group) else ()
    return shape._replace(shapes=(inside[0], inside[-1])) if isinstance(shape, Group) and len(inside) > 2 else shape


def _used(shapes: Iterable[Shape], body: Area) -> float:
    box = bounds.of(shapes)
    return (box[2] - box[0]) * (box[3] - box[1]) / (body.width * body.height) if box else 0.0


def _all(page: Page) -> tuple[Shape, ...]:
    return (*without(page, "foot"), *page.cut, *page.fold)


def without(page: Page, *classes: str) -> tuple[Shape, ...]:
    """What is printed on a page, but for the groups called so."""
    return tuple(shape for shape in page.shapes if not (isinstance(shape, Group) and shape.classes in classes))


def _joined(host: Leaf, leaf: Leaf, down: float, flip: Flip) -> Leaf:
    title = f"{host.front.title}, {leaf.front.title[:1].lower()}{leaf.front.title[1:]}"
    front = _under(host.front, leaf.front, (0.0, down), title)
    back = host.back
    if leaf.back:
        size = leaf.front.width, leaf.front.height
        (x0, y0), (x1, y1) = (behind(at, *size, flip)[0] for at in ((0.0, 0.0), (0.0, down)))
        empty = Page(*size, (), leaf.back.title, back=True)
        own = leaf.back.title.removeprefix(leaf.front.title)
        back = _under(host.back or empty, leaf.back, (x1 - x0, y1 - y0), f"{title}{own}")
    elif back:
        back = back._replace(title=f"{title}{back.title.removeprefix(host.front.title)}")
    return Leaf(front, back, (*host.parts, *(part for part in leaf.parts if part not in host.parts)))


def _under(above: Page, below: Page, by: Point, title: str) -> Page:
    """The first page with the art of the second on it, moved."""
    moved = below._replace(shapes=without(below, "foot")).placed(*by)
    shapes, cut, fold = (*above.shapes, *moved.shapes), (*above.cut, *moved.cut), (*above.fold, *moved.fold)
    return above._replace(shapes=shapes, cut=cut, fold=fold, title=title)
