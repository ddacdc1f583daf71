"""Paths of a board as shapes: their lines, arrowheads and marks, and trails over them; in the mm of the board. A
linocut has bands of enamel with cuts that tell the way where paths run round, and straight strips of inlay: what is cut
into one is drawn once for all that are as long and as far from the middle."""

import cmath
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from zlib import crc32

from printables.drawing import hand
from printables.drawing.hand import Segments
from printables.drawing.spaces import GROWN
from printables.scene import Circle, Curve, Group, Point, Polygon, Shape, Style, Symbol, Use, arc
from printables.scene.components import Board, Path, Place
from printables.scene.theme import Mark, PathLook, Theme

HEAD, MARK = 0.24, 0.2  # of the pitch: an arrowhead's length, and the size of the marks on paths


def paths(board: Board, theme: Theme, kind: str) -> Group:
    """All paths of one kind: lines as one curve, arrowheads as another; a wheel's once for its sectors, all alike."""
    turns, sector = _sector(board, [path for path in board.paths if path.kind == kind and drawn(board, path)])
    shapes = _paths(board, sector, theme.path(kind), theme)
    return Group(_turned(shapes, turns, f"paths {kind}"), classes=f"paths {kind}")


def _turned(shapes: tuple[Shape, ...], turns: int, name: str) -> tuple[Shape, ...]:
    """Shapes so often about the origin: some side by side as one, and this again, so that few are named."""
    few = max(n for n in range(1, math.isqrt(turns) + 1) if turns % n == 0)
    for count, whole in ((few, turns), (turns // few, turns // few)):
        if count > 1:
            art = Symbol(f"{name} {crc32(repr(shapes).encode()):x}", shapes)
            shapes = tuple(Use(art, rotate=360 * turn / whole) for turn in range(count))
    return shapes


def _paths(board: Board, mine: Sequence[Path], look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    tracks = [tracked(board, path) for path in mine]
    lines: Segments = tuple(segment for item in tracks for segment in item.segments())
    shapes: list[Shape] = [Curve(lines, Style(stroke=look.ink, width=look.width, dash=look.dash))]
    upon = [_upon(item, path.one_way, board.pitch, look.mark) for item, path in zip(tracks, mine, strict=True)]
    shapes += _marks([spot for _, spots in upon for spot in spots], look, theme)
    heads = (head for some, _ in upon for head in some)
    if arrows := hand.joined((("M", *tip), ("L", *left), ("L", *right), ("Z",)) for tip, left, right in heads):
        fill = look.ink if look.filled else theme.ink("space")
        shapes.append(Curve(arrows, Style(fill=fill, stroke=look.ink, width=min(look.width, 0.45))))
    return tuple(shapes)


def _sector(board: Board, paths: Sequence[Path]) -> tuple[int, Sequence[Path]]:
    """How often some of the paths, turned about the origin, make up the whole, and these; 1 where it saves nothing."""
    whole = {_lying(board, path) for path in paths}
    for turns in range(len(paths) // 2, 1, -1):
        step, shorter = cmath.rect(1, math.tau / turns), len(paths) - len(paths) // turns > 2 * turns
        if len(paths) % turns == 0 and shorter and all(_lying(board, path, step) in whole for path in paths):
            seen, sector = set[tuple[float, ...]](), []
            for path in paths:
                if _lying(board, path) not in seen:
                    sector.append(path)
                    seen |= {_lying(board, path, step**turn) for turn in range(turns)}
            return turns, sector
    return 1, paths


def _lying(board: Board, path: Path, turned: complex = 1) -> tuple[float, ...]:
    """Where and how a path lies once it is turned about the origin, to a millionth of a millimetre."""
    a, b = board.by_id[path.a], board.by_id[path.b]
    spots = [complex(*spot) * turned for spot in ((a.x, a.y), (b.x, b.y), path.centre or (0.0, 0.0))]
    lies = (round(1e6 * n) for z in spots for n in (z.real, z.imag))
    return (path.one_way, path.centre is None, a.size, b.size, *lies)


def drawn(board: Board, path: Path) -> bool:
    """Whether a path shows: squares lie side by side, and a line between them, or into one, would only be hidden."""
    return not (board.by_id[path.a].cell or board.by_id[path.b].cell)


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
    """The way over `places`, on the board's own paths (straight where none is), with an arrowhead: from `start` mm
    after the first centre (before it, if negative) to `stop` mm before the last. One place alone is ringed."""
    ink, ground = theme.ink(role), theme.ink("space" if theme.linocut else "paper")
    shapes: tuple[Shape, ...]
    if len(places) < 2:
        ring, alone = Style(stroke=ink, width=width), [board.by_id[name] for name in places]
        shapes = tuple(Circle((place.x, place.y), board.pitch * 0.53, ring) for place in alone)
    else:
        head = 2.6 * width
        arrows = any(path.one_way and drawn(board, path) for path in board.paths)
        halo = max(1.8 * width, 1.1 * HEAD * board.pitch if arrows else 0.0)  # hides the board's own arrowheads
        line = way(board, places, start, stop + head * 0.7)
        x0, y0, x, y = [float(value) for segment in line[-2:] for value in segment[1:]][-4:]
        span = math.hypot(x - x0, y - y0) or 1.0
        tip = _head((x, y), ((x - x0) / span, (y - y0) / span), 0.7 * head, 0.3 * head, 0.6 * head)
        shapes = (
            Curve(line, Style(stroke=ground, width=halo, cap="round")),
            Curve(line, Style(stroke=ink, width=width, dash=dash, cap="round")),
            Polygon(tip, Style(fill=ink, stroke=ground, width=width * 0.3)),
        )
    return Group(shapes, classes=f"trail {classes}".strip(), title=title)


def way(board: Board, places: Sequence[str], start: float = 0.0, stop: float = 0.0) -> Segments:
    """The line over two `places` or more, from `start` mm after the first centre to `stop` mm before the last."""
    paths = {frozenset((path.a, path.b)): path for path in board.paths}
    segments: Segments = ()
    for number, (here, there) in enumerate(pairwise(places), 2):
        known = paths.get(frozenset((here, there)))
        path = Path(here, there, centre=known.centre if known else None)
        run = tracked(board, path, inset=(0.0 if segments else start, stop if number == len(places) else 0.0))
        segments += run.segments()[1:] if segments else run.segments()
    return segments


def _head(at: Point, way: Point, ahead: float, back: float, side: float) -> tuple[Point, Point, Point]:
    """Tip and barbs of an arrowhead: so far ahead of a point of a line that goes that way, behind it, and beside it."""
    (x, y), (dx, dy) = at, way
    foot_x, foot_y, aside_x, aside_y = x - dx * back, y - dy * back, dy * side, dx * side
    return (x + dx * ahead, y + dy * ahead), (foot_x - aside_x, foot_y + aside_y), (foot_x + aside_x, foot_y - aside_y)


class Track(NamedTuple):
    """The visible run of a path between two places: straight (radius 0) or an arc, degrees clockwise from the top."""

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


def tracked(board: Board, path: Path, *, inset: tuple[float, float] | None = None) -> Track:
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


def _upon(
    track: Track, one_way: bool, pitch: float, mark: Mark
) -> tuple[list[tuple[Point, Point, Point]], list[tuple[Point, Point, float]]]:
    """What stands on a track: an arrowhead in its middle and marks beside that, or one mark behind it where there is no
    room for two; of each mark where it stands, the way the path goes there, and how large it is. Lengths mm."""
    size, length = MARK * pitch, track.length
    tight = bool(mark) and one_way and 0 < length < HEAD * pitch + 2.4 * size  # two marks would touch something
    head = 0.0 if not one_way else 0.4 * length if tight else min(HEAD * pitch, length / 2)
    middle = 1 - 0.6 * head / length if tight else 0.5
    arrows = [_head(*track.at(middle), head / 2, head / 2, 0.42 * head)] if one_way else []
    if not mark or not length:
        return arrows, []
    if tight:  # behind the head, whose foot is 1.1 times its length before the end
        room = length - 1.1 * head
        return arrows, [(*track.at(room / 2 / length), min(size, 0.8 * room))]
    half = (length - head) / 2
    count = max(1, round(half / (0.9 * pitch)))
    parts = [half / length * (n + 0.5) / count for n in range(count)]
    return arrows, [(*track.at(at), size) for part in parts for at in (part, 1 - part)]


def _marks(spots: Sequence[tuple[Point, Point, float]], look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    if look.mark == "beads":
        return tuple(Circle(at, size / 2, Style(theme.ink("space"), look.ink, size / 5)) for at, _, size in spots)
    out: list[tuple[str | float, ...]] = []
    for (x, y), (dx, dy), size in spots:
        half = 0.7 * size
        out += [("M", x - dy * half, y + dx * half), ("L", x + dy * half, y - dx * half)]
    width = min(size for *_, size in spots) / 5 if spots else 0.0
    return (Curve(tuple(out), Style(stroke=look.ink, width=width)),) if out else ()


CASING = 0.16  # of a band's half width: the ink on either side of it
CUTS = 0.8  # of the half width: how far cuts reach
STRIP = 0.36  # of a band's width: a straight strip of it
# A path that runs round: how far from the middle (mm), how far it turns, and what its places take of that.
_Bend: TypeAlias = tuple[float, float, float]


def inlaid(board: Board, theme: Theme, kind: str) -> Group:
    """All paths of one kind: the round ones as bands, the straight ones as strips."""
    look = theme.path(kind)
    mine = [path for path in board.paths if path.kind == kind and drawn(board, path)]
    straight = [path for path in mine if path.centre is None]
    ends = ((board.by_id[path.a], board.by_id[path.b]) for path in straight)
    lines = hand.joined(hand.polygon(((a.x, a.y), (b.x, b.y)), closed=False) for a, b in ends)  # under the discs
    shapes: list[Shape] = [*(_strips(lines, look, theme) if straight else ())]
    turned: dict[tuple[float, float, float], list[_Bend]] = {}
    for path in mine:
        if path.centre is not None:
            track = tracked(board, path, inset=(0.0, 0.0))
            gap = math.degrees(GROWN * max(board.by_id[path.a].size, board.by_id[path.b].size) / 2 / track.radius)
            bend = round(track.radius, 3), round(track.end - track.start, 3), round(gap, 3)
            turned.setdefault((*path.centre, round((track.start + track.end) / 2, 4)), []).append(bend)
    symbols: dict[tuple[_Bend, ...], Symbol] = {}  # of bands that lie behind each other, used all round
    for (x, y, turn), bends in turned.items():
        if (key := tuple(bends)) not in symbols:
            # Named after what it is: a diagram of a part of the board has fewer bands, and may stand on the same sheet.
            name = "-".join(f"{abs(round(1000 * part))}" for bend in bends for part in bend)
            made = tuple(shape for bend in bends for shape in _band(bend, look, theme))
            symbols[key] = Symbol(f"bands-{kind}-{name}", made)
        shapes.append(Use(symbols[key], x, y, rotate=turn))
    return Group(tuple(shapes), classes=f"paths {kind}")


def sample(kind: str, one_way: bool, theme: Theme, length: float) -> Group:
    """A path of a kind from (0, 0) to (length, 0), as the board draws it; in a linocut a piece of its band."""
    look = theme.path(kind)
    if not theme.linocut:
        line = Board((Place("a", 0, 0, 0), Place("b", length, 0, 0)), (Path("a", "b", one_way, kind),))
        shapes = paths(line, theme, kind).shapes
    elif not look.ornament:
        shapes = _strips(hand.polygon(((0, 0), (length, 0)), closed=False), look, theme)
    else:
        half, way = look.width / 2, -1 if look.ornament == "heads" else 1  # as seen at the top of a wheel
        cased = hand.box(0, -half * (1 + CASING), length, 2 * half * (1 + CASING))
        plate = hand.box(half * CASING, -half, length - 2 * half * CASING, 2 * half)
        cuts = hand.band(look.ornament, lambda u, v: (length / 2 + way * u, v), length - half, half * CUTS)
        shapes = _enamel(cased, plate, cuts, look, theme)
    return Group(shapes, classes=f"sample {kind}")


def _strips(lines: Segments, look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    """A strip of a band's ink with a light line along it; a path without a cut is light between two edges."""

    def line(ink: str, width: float) -> Curve:
        return Curve(lines, Style(stroke=ink, width=width))

    light, wide = theme.ink("space"), STRIP * look.width
    if not look.ornament:
        return line(look.ink, look.width), line(light, 0.74 * look.width)
    if theme.outline:
        return line(look.ink, wide), line(light, wide - 0.5)
    cased = line(theme.ink("border"), 1.35 * wide), line(look.ink, wide)
    return (*cased, line(light, 0.18 * wide)) if theme.parts else cased


def _band(bend: _Bend, look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    """A band about (0, 0), its middle at the top, from place to place; cuts keep clear of their discs."""
    radius, sweep, gap = bend
    half, way = look.width / 2, math.copysign(1, sweep)

    def at(u: float, v: float) -> Point:
        turn = way * u / radius
        return (radius + v) * math.sin(turn), -(radius + v) * math.cos(turn)

    length = math.radians(abs(sweep) - 2 * gap) * radius
    # A hair longer than it is, so that no seam shows between two of them.
    run = abs(sweep) / 2 + 0.05

    def piece(wide: float) -> Segments:
        """A piece of the ring, so wide to either side of its middle line."""
        outer = arc((0, 0), radius + wide, -run, run, Style()).segments
        inner = arc((0, 0), radius - wide, run, -run, Style()).segments
        whole = (*outer, ("L", *inner[0][1:]), *inner[1:])
        return (*((s[0], *(round(float(v), 3) for v in s[1:])) for s in whole), ("Z",))

    cuts = hand.band(look.ornament, at, length - 0.1 * half, half * CUTS, sparse=not theme.parts)
    return _enamel(piece(half * (1 + CASING)), piece(half), cuts, look, theme)


def _enamel(cased: Segments, plate: Segments, cuts: Segments, look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    """A band in its casing with its cuts; as outlines, the cuts are what is inked."""
    if theme.outline:
        bare = Curve(plate, Style(fill=theme.ink("space"), stroke=theme.ink("ink"), width=0.25))
        return bare, hand.filled(look.ink, cuts)
    enamel = hand.filled(look.ink, plate), hand.filled(theme.ink("space"), cuts)
    return (hand.filled(theme.ink("border"), cased), *enamel) if theme.parts else enamel
