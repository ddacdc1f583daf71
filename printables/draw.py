"""Boards, tokens, dice faces and trails as shapes: one drawing for paper and for the referee's pictures.

Nothing here measures a font, so that a picture of a position is quick. A board is drawn in its own millimetres about
its own origin; put it in a Group to scale and place it.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from printables.components import Face, TokenKind
from printables.geometry import Board, Path, Place
from printables.scene import Circle, Curve, Group, Point, Polygon, Rect, Shape, Style, Text, Use, arc
from printables.theme import Mark, PathLook, Theme

TOKEN = 0.96  # of the board's room: tokens on neighbouring places leave a gap for fingers
NAME_SIZE = 0.2  # of the pitch: a name of three characters stays inside a space
HEAD, MARK = 0.24, 0.2  # of the pitch: an arrowhead's length, and the size of the marks on paths
CHARACTER = 0.56  # a wide guess of a character's width, as a part of the font size
# Where the pips of a plain die are, in steps from the middle.
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
Segments = tuple[tuple[str | float, ...], ...]


def board(
    board: Board,
    theme: Theme,
    *,
    names: bool = True,
    least: float = 0.0,
    ground: Iterable[Shape] = (),
    art: Iterable[Shape] = (),
) -> tuple[Shape, ...]:
    """The whole board in its own mm: `ground` under paths under spaces under `art` under names.

    `least` is the smallest size that names and words of the art may have (board mm); a name that would not fit its
    place is left out.
    Groups carry classes: "paths red", "space g2", "hub H", "cell a1"; places are titled with their id.
    """
    kinds = dict.fromkeys(path.kind for path in board.paths if _drawn(board, path))
    size = max(NAME_SIZE * board.pitch, least)
    return (
        *ground,
        *(paths(board, theme, kind) for kind in kinds),
        *(place(item, theme) for item in board.places),
        *(_legible(shape, least) for shape in art),
        *((_names(board, theme, size),) if names else ()),
    )


def paths(board: Board, theme: Theme, kind: str) -> Group:
    """All paths of one kind: their lines as one curve, their arrowheads as another."""
    look = theme.path(kind)
    mine = [path for path in board.paths if path.kind == kind and _drawn(board, path)]
    tracks = [track(board, path) for path in mine]
    lines: Segments = tuple(segment for item in tracks for segment in item.segments())
    shapes: list[Shape] = [Curve(lines, Style(stroke=look.ink, width=look.width, dash=look.dash))]
    runs = [_Run(item, path.one_way, board.pitch, look.mark) for item, path in zip(tracks, mine, strict=True)]
    shapes += _marks([spot for run in runs for spot in run.marks()], look, theme)
    arrows = [run.arrow() for run in runs if run.one_way]
    if arrows:
        shapes.append(_arrowheads(arrows, look, theme))
    return Group(tuple(shapes), classes=f"paths {kind}")


def _drawn(board: Board, path: Path) -> bool:
    """Whether a path shows: squares lie side by side, and a line between them, or into one, would only be hidden."""
    return not (board.by_id[path.a].cell or board.by_id[path.b].cell)


class _Run(NamedTuple):
    """A track with what stands on it: an arrowhead in its middle and marks beside that, or one mark behind it where
    there is no room for two. Lengths mm."""

    track: Track
    one_way: bool
    pitch: float
    mark: Mark

    @property
    def size(self) -> float:
        """How long a stroke or wide a ring is."""
        return MARK * self.pitch

    @property
    def head(self) -> float:
        """How long the arrowhead is."""
        if not self.one_way:
            return 0.0
        return 0.4 * self.track.length if self.tight else min(HEAD * self.pitch, self.track.length / 2)

    @property
    def tight(self) -> bool:
        """Whether marks on both sides would touch the arrowhead or the places."""
        return bool(self.mark) and self.one_way and 0 < self.track.length < HEAD * self.pitch + 2.4 * self.size

    def arrow(self) -> tuple[Point, Point, Point]:
        return self.track.arrow(self.head, 1 - 0.6 * self.head / self.track.length if self.tight else 0.5)

    def marks(self) -> Iterable[tuple[Point, Point, float]]:
        """Where marks stand, the way the path goes there, and how large they are."""
        if not self.mark or not self.track.length:
            return
        if self.tight:
            # Behind the head, whose foot is 1.1 times its length before the end.
            room = self.track.length - 1.1 * self.head
            yield *self.track.at(room / 2 / self.track.length), min(self.size, 0.8 * room)
            return
        count = max(1, round((self.track.length - self.head) / 2 / (0.9 * self.pitch)))
        free = (self.track.length - self.head) / 2 / self.track.length
        for n in range(count):
            part = free * (n + 0.5) / count
            yield *self.track.at(part), self.size
            yield *self.track.at(1 - part), self.size


def _marks(spots: Sequence[tuple[Point, Point, float]], look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    """Strokes across a path or rings on it."""
    if look.mark == "beads":
        return tuple(Circle(at, size / 2, Style(theme.ink("space"), look.ink, size / 5)) for at, _, size in spots)
    out: list[tuple[str | float, ...]] = []
    for (x, y), (dx, dy), size in spots:
        half = 0.7 * size
        out += [("M", x - dy * half, y + dx * half), ("L", x + dy * half, y - dx * half)]
    width = min(size for *_, size in spots) / 5 if spots else 0.0
    return (Curve(tuple(out), Style(stroke=look.ink, width=width)),) if out else ()


def place(item: Place, theme: Theme) -> Group:
    """A place as its kind says: a "cell" is a square ("cell dark" a shaded one), every other kind a circle.

    A "slot" is a place beside the board where pieces out of play lie, drawn faintly; of an "area" the board's art is
    all there is.
    """
    if item.kind == "area":
        return Group((), classes=f"area {item.id}", title=item.id)
    fill, ink = ("shade" if item.kind == "cell dark" else "space"), ("faint" if item.kind == "slot" else "ink")
    style = Style(fill=theme.ink(fill), stroke=theme.ink(ink), width=0.25)
    half = item.size / 2
    shape: Shape
    if item.cell:
        shape = Rect(item.x - half, item.y - half, item.size, item.size, style)
    else:
        shape = Circle((item.x, item.y), half, style)
    return Group((shape,), classes=f"{item.kind} {item.id}", title=item.id)


def _names(board: Board, theme: Theme, size: float) -> Group:
    ink = theme.ink("soft")
    return Group(
        tuple(_name(item, size, ink) for item in board.places if item.name and fits(item, size)),
        classes="names",
    )


def _legible(shape: Shape, least: float) -> Shape:
    """The shape with any smaller text set in size `least`, about the same middle of its line."""
    if isinstance(shape, Text) and shape.size < least:
        return shape._replace(y=shape.y + 0.34 * (least - shape.size), size=least)
    if isinstance(shape, Group):
        return shape._replace(shapes=tuple(_legible(part, least / shape.scale) for part in shape.shapes))
    return shape


def _name(item: Place, size: float, ink: str) -> Text:
    """A name in the middle of its place; in the top left corner of a square, where a token leaves it to be read."""
    if item.cell:
        edge = item.size / 2 - 0.35 * size
        return Text(item.x - edge, item.y - edge + 0.72 * size, item.name, size, fill=ink)
    return Text(item.x, item.y + 0.34 * size, item.name, size, anchor="middle", fill=ink)


def largest(board: Board) -> float:
    """The size (mm) up to which every name fits its place."""
    named = [item for item in board.places if item.name]
    return min((item.size / math.hypot(len(item.name) * CHARACTER, 0.7) for item in named), default=0.0)


def fits(item: Place, size: float) -> bool:
    """Whether the place is wide enough for its name at that size."""
    return math.hypot(len(item.name) * CHARACTER, 0.7) * size <= item.size * (1 + 1e-9)


class Track(NamedTuple):
    """The visible run of a path, from the edge of one place to the edge of the next: straight, or an arc.

    Angles are degrees clockwise from the top about `centre`; a straight track has radius 0.
    """

    a: Point
    b: Point
    centre: Point = (0.0, 0.0)
    radius: float = 0.0
    start: float = 0.0
    end: float = 0.0

    def segments(self) -> Segments:
        if self.radius:
            return arc(self.centre, self.radius, self.start, self.end, Style()).segments
        return (("M", *self.a), ("L", *self.b))

    @property
    def length(self) -> float:
        return math.radians(abs(self.end - self.start)) * self.radius if self.radius else math.dist(self.a, self.b)

    def at(self, part: float) -> tuple[Point, Point]:
        """The point so far along (0 to 1), and the way the track goes there (length 1)."""
        if self.radius:
            angle = math.radians(self.start + (self.end - self.start) * part)
            turn = 1 if self.end > self.start else -1
            x, y = self.centre[0] + self.radius * math.sin(angle), self.centre[1] - self.radius * math.cos(angle)
            return (x, y), (turn * math.cos(angle), turn * math.sin(angle))
        x, y = (a + (b - a) * part for a, b in zip(self.a, self.b, strict=True))
        span = math.dist(self.a, self.b) or 1.0
        return (x, y), ((self.b[0] - self.a[0]) / span, (self.b[1] - self.a[1]) / span)

    def arrow(self, length: float, part: float = 0.5) -> tuple[Point, Point, Point]:
        """Tip and barbs of an arrowhead whose middle is so far along."""
        (x, y), (dx, dy) = self.at(part)
        back, side = length / 2, 0.42 * length
        return (
            (x + dx * back, y + dy * back),
            (x - dx * back - dy * side, y - dy * back + dx * side),
            (x - dx * back + dy * side, y - dy * back - dx * side),
        )


def track(board: Board, path: Path, *, inset: tuple[float, float] | None = None) -> Track:
    """The run of a path from `a` to `b`, cut back at both ends by `inset` mm (the drawn places, unless said)."""
    a, b = board.by_id[path.a], board.by_id[path.b]
    cut = inset if inset is not None else (a.size / 2, b.size / 2)
    if path.centre is None:
        span = math.dist((a.x, a.y), (b.x, b.y))
        dx, dy = (b.x - a.x) / span, (b.y - a.y) / span
        return Track((a.x + dx * cut[0], a.y + dy * cut[0]), (b.x - dx * cut[1], b.y - dy * cut[1]))
    cx, cy = path.centre
    radius = math.dist((cx, cy), (a.x, a.y))
    start, end = (math.degrees(math.atan2(item.x - cx, cy - item.y)) for item in (a, b))
    sweep = (end - start + 180) % 360 - 180
    turn = math.copysign(1, sweep)
    trim = [math.degrees(2 * math.asin(min(1.0, part / (2 * radius)))) for part in cut]
    return Track((a.x, a.y), (b.x, b.y), (cx, cy), radius, start + turn * trim[0], start + sweep - turn * trim[1])


def _arrowheads(arrows: Sequence[tuple[Point, ...]], look: PathLook, theme: Theme) -> Curve:
    fill = look.ink if look.filled else theme.ink("space")
    segments: list[tuple[str | float, ...]] = []
    for tip, left, right in arrows:
        segments += [("M", *tip), ("L", *left), ("L", *right), ("Z",)]
    return Curve(tuple(segments), Style(fill=fill, stroke=look.ink, width=min(look.width, 0.45)))


def token(
    kind: TokenKind, diameter: float, x: float, y: float, *, back: bool = False, classes: str = "", title: str = ""
) -> Use:
    """One token, its centre at (x, y); classes "token fox" and title as given, or the token's name."""
    return Use(
        kind.back if back else kind.front,
        x,
        y,
        scale=diameter / 2,
        classes=f"token {kind.kind} {classes}".strip(),
        title=title or kind.name,
    )


def spots(board: Board, place: Place, count: int) -> list[tuple[float, float, float]]:
    """Where `count` tokens stand on one place: centre and diameter of each (mm), side by side within the place.

    One token stands on the centre; several share the place's circle or, if that is wider, a single token's.
    """
    full = TOKEN * board.room
    if count == 1:
        return [(place.x, place.y, full)]
    # `count` equal circles on a ring touch each other and the circle about them when sin(pi / n) = r / (R - r).
    around = max(place.size, full) / 2
    sine = math.sin(math.pi / count)
    radius = min(full / 2, around * sine / (1 + sine))
    ring = min(radius / sine * 1.06, around - radius)
    first = math.pi if count == 2 else -math.pi / 2  # two from left to right, more clockwise from the top
    turns = [first + 2 * math.pi * number / count for number in range(count)]
    return [(place.x + ring * math.cos(turn), place.y + ring * math.sin(turn), 2 * radius) for turn in turns]


def heap(board: Board, place: Place, count: int) -> list[tuple[float, float, float]]:
    """Where `count` tokens lie on each other: centre and diameter of each (mm), the undermost first and to the left.

    All of the heap stays within the square about a single token, and of each token at least a rim shows.
    """
    full = TOKEN * board.room
    spread = full * min(0.52, 0.2 + 0.08 * (count - 1)) if count > 1 else 0.0
    shifts = [spread * (number / (count - 1) - 0.5) if count > 1 else 0.0 for number in range(count)]
    return [(place.x + shift, place.y + shift, full - spread) for shift in shifts]


def standing(
    board: Board, tokens: Iterable[tuple[str, TokenKind]], heaps: Container[str] = frozenset()
) -> tuple[Use, ...]:
    """Tokens on the places that they stand on, those that share one side by side; in `heaps`, on top of each other."""
    groups: dict[str, list[TokenKind]] = {}
    for name, kind in tokens:
        groups.setdefault(name, []).append(kind)
    return tuple(
        token(kind, diameter, x, y, title=f"{kind.kind} at {name}")
        for name, kinds in groups.items()
        for kind, (x, y, diameter) in zip(
            kinds, (heap if name in heaps else spots)(board, board.by_id[name], len(kinds)), strict=True
        )
    )


def face(
    item: Face, size: float, x: float, y: float, *, rotate: float = 0.0, classes: str = "", title: str = ""
) -> Use:
    """A face of a die, its centre at (x, y), `size` mm from side to side; the die's edge is not drawn."""
    return Use(
        item.art,
        x,
        y,
        scale=size / 2,
        rotate=rotate,
        classes=f"face {item.name} {classes}".strip(),
        title=title or item.title,
    )


def trail(
    board: Board,
    places: Sequence[str],
    theme: Theme,
    *,
    role: str = "accent",
    width: float = 1.2,
    start: float = 0.0,
    stop: float = 0.0,
    dash: tuple[float, ...] = (),
    classes: str = "",
    title: str = "",
) -> Group:
    """The way over `places`, along the board's own paths (straight where there is none), with an arrowhead at its end.

    It begins `start` mm after the first centre (before it, if negative) and ends `stop` mm before the last (a token's
    radius, say). One place alone is ringed.
    """
    ink, ground = theme.ink(role), theme.ink("paper")
    shapes: tuple[Shape, ...]
    if len(places) < 2:
        shapes = tuple(
            Circle((board.by_id[name].x, board.by_id[name].y), board.pitch * 0.53, Style(stroke=ink, width=width))
            for name in places
        )
    else:
        head = 2.6 * width
        arrows = any(path.one_way and _drawn(board, path) for path in board.paths)
        halo = max(1.8 * width, 1.1 * HEAD * board.pitch if arrows else 0.0)  # hides the board's own arrowheads
        line = way(board, places, start, stop + head * 0.7)
        shapes = (
            Curve(line, Style(stroke=ground, width=halo, cap="round")),
            Curve(line, Style(stroke=ink, width=width, dash=dash, cap="round")),
            Polygon(_tip(line, head), Style(fill=ink, stroke=ground, width=width * 0.3)),
        )
    return Group(shapes, classes=f"trail {classes}".strip(), title=title)


def way(board: Board, places: Sequence[str], start: float = 0.0, stop: float = 0.0) -> Segments:
    """The line over two `places` or more, from `start` mm after the first centre to `stop` mm before the last."""
    paths = {frozenset((path.a, path.b)): path for path in board.paths}
    segments: list[tuple[str | float, ...]] = []
    steps = list(pairwise(places))
    for number, (here, there) in enumerate(steps):
        known = paths.get(frozenset((here, there)))
        path = Path(here, there, centre=known.centre if known else None)
        first, last = number == 0, number == len(steps) - 1
        run = track(board, path, inset=(start if first else 0.0, stop if last else 0.0))
        segments += run.segments() if first else run.segments()[1:]
    return tuple(segments)


def _tip(line: Segments, size: float) -> tuple[Point, ...]:
    """An arrowhead that goes on where the line ends."""
    numbers = [float(value) for segment in line[-2:] for value in segment[1:]]
    (x0, y0), (x, y) = (numbers[-4], numbers[-3]), (numbers[-2], numbers[-1])
    span = math.hypot(x - x0, y - y0) or 1.0
    dx, dy = (x - x0) / span, (y - y0) / span
    side = 0.6 * size
    return (
        (x + dx * size * 0.7, y + dy * size * 0.7),
        (x - dx * size * 0.3 - dy * side, y - dy * size * 0.3 + dx * side),
        (x - dx * size * 0.3 + dy * side, y - dy * size * 0.3 - dx * side),
    )


def sample(kind: str, one_way: bool, theme: Theme, length: float) -> Group:
    """A path of a kind from (0, 0) to (length, 0), as the board draws it."""
    line = Board((Place("a", 0, 0, 0), Place("b", length, 0, 0)), (Path("a", "b", one_way, kind),))
    return Group(paths(line, theme, kind).shapes, classes=f"sample {kind}")
