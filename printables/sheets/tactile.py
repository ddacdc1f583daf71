"""The board for fingers: raised lines for swell paper with braille at its margins, a key in braille, and the same key
in print for whoever makes it. All lengths are mm of the page: what a finger needs does not shrink with the board."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from printables.core import PaperError, templates
from printables.core.templates import say
from printables.drawing import routes, spaces
from printables.drawing.routes import Track, drawn
from printables.drawing.spaces import Named
from printables.paper.paper import Paper
from printables.scene import Box, Circle, Curve, Group, Line, Page, Point, Polygon, Shape, Style
from printables.scene.components import Board, Place
from printables.sheets import rules
from printables.sheets.frame import Job, Product
from printables.text import braille

INK = "#000000"  # what swells
THICK, THIN = 1.2, 0.7  # lines: edges and paths; what lies in a square or beside the board
WEDGE = (2.4, 0.6)  # how thick a path one way is where it begins, and where it ends
CLEAR = 1.6  # between things that are to be felt apart, less where paths are short
GAP_OF_RELIEF = 4.0  # between the board and its braille
DISC = 6.0  # a point narrower than this is a full disc, since a ring would close
KNOB = 3.0  # such a disc, at least; and the knob in a marked point
HATCH = 3.2  # between the lines across a dark square
LEAST = 6.5  # from a place to the next


class Label(NamedTuple):
    """Braille beside the board: what it says, its cells, and where the middle of them is."""

    said: str
    cells: tuple[braille.Cell, ...]
    x: float
    y: float

    @property
    def box(self) -> Box:
        half = braille.width(len(self.cells)) / 2, braille.HEIGHT / 2
        return self.x - half[0], self.y - half[1], self.x + half[0], self.y + half[1]


def line(text: str, x: float, y: float) -> Group:
    """A line of braille from its top left corner, which says to screen readers what it says to fingers."""
    ink = Style(fill=INK)
    dots = braille.dots(braille.cells(text, templates.spoken()), x, y)
    return Group(tuple(Circle(at, braille.DOT / 2, ink) for at in dots), classes="braille", title=text)


def board_relief(laid: Board) -> Iterator[Shape]:
    """All of a board that can be felt, but for its braille."""
    for path in laid.paths:
        if routes.drawn(laid, path):
            ends = [_radius(laid.by_id[name]) + CLEAR for name in (path.a, path.b)]
            if routes.tracked(laid, path, inset=(0.0, 0.0)).length > sum(ends) + THICK:
                yield trail(routes.tracked(laid, path, inset=(ends[0], ends[1])), one_way=path.one_way)
    for item in laid.places:
        yield from place_relief(item)


def trail(track: routes.Track, *, one_way: bool) -> Shape:
    """A path: as thick all along, or thinner and thinner the one way that it leads."""
    if not one_way:
        return Curve(track.segments(), Style(stroke=INK, width=THICK, cap="round"))
    left, right = list[Point](), list[Point]()
    for part in (step / 8 for step in range(9)):
        (x, y), (dx, dy) = track.at(part)
        half = (WEDGE[0] + (WEDGE[1] - WEDGE[0]) * part) / 2
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    return Polygon((*left, *reversed(right)), Style(fill=INK))


def place_relief(item: Place) -> Iterator[Shape]:
    """A point as a ring, a marked one with a knob; a square or hexagon by its edge, a dark one hatched; a place beside
    the board as a thin ring; a crossing as a knob."""
    at, edge = (item.x, item.y), Style(stroke=INK, width=THICK)
    if item.kind == "area":
        return
    if item.cell:
        yield spaces.outline(item, edge)
        if item.kind.endswith(" dark"):
            # Level lines across a dark square, clear of its edge
            half = item.size * 0.36 - CLEAR if item.hexagon else item.size / 2 - THICK / 2 - CLEAR
            count = max(1, int(2 * half // HATCH))
            for number in range(count + 1):
                y = item.y - count * HATCH / 2 + number * HATCH
                yield Line((item.x - half, y), (item.x + half, y), Style(stroke=INK, width=THIN, cap="round"))
    elif item.kind == "slot":
        yield Circle(at, item.size / 2 - THIN, Style(stroke=INK, width=THIN))
    elif item.size < DISC or item.kind == "crossing":
        yield Circle(at, _radius(item), Style(fill=INK))
    else:
        yield Circle(at, (item.size - THICK) / 2, edge)
        if "zone" in item.kind.split():
            yield Circle(at, KNOB / 2, Style(fill=INK))


def _radius(item: Place) -> float:
    if item.kind == "crossing":
        return KNOB / 2
    return item.size / 2 if item.size >= DISC else max(KNOB, 0.7 * item.size) / 2


def labels(laid: Board) -> list[Label]:
    """The names of the places, told from the margins: files below and ranks at the left, spokes about a wheel; where
    files do not stand in line, the first place of each rank."""
    named = spaces.named(laid)
    hub = next((item for item in laid.places if item.kind == "hub"), None)
    return list(_about(hub, named) if hub else _beside(named, [item for item in laid.places if item.kind == "slot"]))


def _beside(named: Sequence[Named], slots: Sequence[Place]) -> Iterator[Label]:
    files, ranks, straight = spaces.ranged(named)
    reach = max(item.place.size for item in named) / 2
    left = min([item.place.x - reach for item in named] + [slot.x - slot.size / 2 for slot in slots])
    for rank, row in ranks.items():
        first = min(row, key=lambda item: item.x)
        said, edge = (rank, left) if straight else (first.name, first.x - reach)
        cells = braille.cells(said, templates.spoken())
        yield Label(said, cells, edge - GAP_OF_RELIEF - braille.width(len(cells)) / 2, first.y)
    if straight:
        top, foot = (pick(item.place.y for item in named) for pick in (min, max))
        off = reach + GAP_OF_RELIEF + braille.HEIGHT / 2
        below = not any(slot.y > foot for slot in slots)
        for file, (x,) in files.items():
            yield Label(file, braille.cells(file, templates.spoken()), x, foot + off if below else top - off)


def _about(hub: Place, named: Sequence[Named]) -> Iterator[Label]:
    far = {item.place.id: math.dist((item.place.x, item.place.y), (hub.x, hub.y)) for item in named}
    rim = max(far.values())
    for item in named:
        if far[item.place.id] > rim - 1e-3:  # equivalent: rings are farther apart
            cells = braille.cells(item.rank, templates.spoken())
            dx, dy = (item.place.x - hub.x) / rim, (item.place.y - hub.y) / rim
            half = abs(dx) * braille.width(len(cells)) / 2 + abs(dy) * braille.HEIGHT / 2
            reach = rim + item.place.size / 2 + GAP_OF_RELIEF + half
            yield Label(item.rank, cells, hub.x + dx * reach, hub.y + dy * reach)


def extent(laid: Board) -> Box:
    """What board and braille take together."""
    boxes = [label.box for label in labels(laid)]
    for item in laid.places:
        if item.kind != "area":
            half = item.size / (math.sqrt(3) if item.hexagon else 2) + THICK / 2
            boxes.append((item.x - half, item.y - half, item.x + half, item.y + half))
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


HUB = "In the middle is the hub, H. The rings about it are $first to $last, the rim; the spokes are numbered outside."
TITLE = "Tactile board"
TYPE = (12.0, 10.0)  # points of the key in print: largest and smallest
SAMPLE = 18.0  # mm that a sample takes before its line of braille
SHOWN = 9.0  # mm: a sample
TURNED = 1.05  # so many times as large a board has to be for its paper to be turned
STEPS = 24  # halvings of the search for the largest scale
Entry: TypeAlias = tuple[str, tuple[Shape, ...]]  # a line of the key, and what is felt before it


def pages(job: Job) -> tuple[Page, ...]:
    """The board, the key, and the key in print. Raises PaperError where a finger could not tell the places apart."""
    board, turned, paper = job.components.board, job.paper.turned(), job.paper
    scale, other = _scale(board, paper), _scale(board, turned)
    if not job.request.orientation and other > TURNED * scale:
        paper, scale = turned, other
    asked = job.board_scale if job.board_scale is not None else scale
    laid = board.scaled(min(asked, scale))
    if asked > scale + 1e-9 or laid.pitch < LEAST:
        what = f"the board of {job.components.title} does not fit this paper so that fingers can read it"
        raise PaperError(what, "take larger paper, such as a4 or a3", "--paper")
    (x, y), (x0, y0, x1, y1), game = paper.area.centre, extent(laid), say("Board of $game", game=job.components.title)
    shapes = (*board_relief(laid), *(line(label.said, *label.box[:2]) for label in labels(laid)))
    whole = Group(shapes, x - (x0 + x1) / 2, y - (y0 + y1) / 2, classes="board", title=game)
    entries, made = list(_key(job, laid)), Page(paper.width, paper.height, (whole,), say(TITLE))
    return (made, *_braille(job, entries), _print(job, entries))


def _scale(board: Board, paper: Paper) -> float:
    """The largest scale at which a board and its braille, which is always of one size, fit a paper."""
    area, low, high = paper.area, 0.0, 16.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        x0, y0, x1, y1 = extent(board.scaled(middle))
        low, high = (middle, high) if x1 - x0 <= area.width and y1 - y0 <= area.height else (low, middle)
    return low


def _key(job: Job, laid: Board) -> Iterator[Entry]:
    """What the board is, how its places are named, what each shape means, and what stands where as play begins."""
    components = job.components
    yield f"{components.title}. {components.summary}", ()
    if any(item.kind == "hub" for item in laid.places):
        files = {item.place.id: item.file for item in spaces.named(laid)}
        rings = list(dict.fromkeys(files.values()))
        yield say(HUB, first=rings[0], last=rings[-1]), ()
        for kind in components.legend:
            mine = [path for path in laid.paths if path.kind == kind.kind]
            both = {file for path in mine for file in files.get(path.a, "") if file == files.get(path.b)}
            if both:
                yield f"{say('Rings')} {', '.join(sorted(both))}: {kind.meaning}.", ()
    elif any(label.said.isalpha() for label in labels(laid)):
        said = "The letters of the files stand below or above the board, the numbers of the ranks at its left."
        yield say(said), ()
    else:
        yield say("At the left of each rank stands the name of its first place."), ()
    yield from _shapes(job, laid)
    standing = defaultdict(list)
    for place, which in components.setup:
        standing[which].append(components.board.by_id[place].name or place)
    for which, places in standing.items():
        token = components.token(which)
        name = token.plural if len(places) > 1 else token.name
        yield say("As play begins, $pieces: $places.", pieces=name, places=", ".join(dict.fromkeys(places))), ()


def _shapes(job: Job, laid: Board) -> Iterator[Entry]:
    """What each shape on this board means, in the order from points to paths."""
    half, places = SHOWN / 2, laid.places
    dark = [item for item in places if item.cell and item.kind.endswith(" dark")]
    points = [item for item in places if item.kind.startswith("space")]
    marked = [item for item in points if "zone" in item.kind.split()]
    for said, some in (
        ("a dark square", dark),
        ("a point", [item for item in points if item not in marked]),
        ("a marked point", marked),
        ("a place beside the board", [item for item in places if item.kind == "slot"]),
    ):
        if some:
            size = SHOWN if some[0].size >= DISC else some[0].size
            yield say(said), tuple(place_relief(Place("sample", half, half, size, some[0].kind)))
    straight = Track((0.0, half), (SHOWN + 3.0, half))
    if any(path.one_way and drawn(laid, path) for path in laid.paths):
        yield say("a path that leads only toward its thin end"), (trail(straight, one_way=True),)
        yield say("a path that leads both ways"), (trail(straight, one_way=False),)


def _braille(job: Job, entries: list[Entry]) -> Iterator[Page]:
    """The key as lines of braille, samples at the left of theirs."""
    area, y = job.paper.area, job.paper.area.y
    made: list[list[Shape]] = [[]]
    for said, sample in entries:
        indent = SAMPLE if sample else 0.0
        lines = braille.wrapped(said, area.width - indent, templates.spoken())
        if y + len(lines) * braille.LINE > area.bottom and made[-1]:
            made.append([])
            y = area.y
        if sample:
            made[-1].append(Group(sample, area.x, y + (braille.HEIGHT - SHOWN) / 2, classes="sample"))
        for text in lines:
            made[-1].append(line(text, area.x + indent, y))
            y += braille.LINE
        y += braille.LINE / 2
    for number, shapes in enumerate(made, 1):
        part = f" {number}/{len(made)}" if len(made) > 1 else ""
        yield Page(job.paper.width, job.paper.height, tuple(shapes), f"{say('Key in braille')}{part}")


def _print(job: Job, entries: list[Entry]) -> Page:
    """The same for eyes, and how the board is made."""
    made = say(
        "Print the board and the key in braille at 100 % with black ink on swell paper, and heat them; this page is "
        "for plain paper. Dots are 1.5 mm wide and 2.5 mm apart, cells 6 mm, lines 10 mm."
    )
    text = f"## {say(TITLE)}\n\n{made}\n\n" + "\n".join(f"- {said}" for said, _ in entries)
    return rules.told(job, say("Key in print"), text, TYPE)


PRODUCT = Product(TITLE, "swell paper", pages)
