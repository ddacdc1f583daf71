"""Places of a board as shapes: circles, squares and hexagons; discs, tiles and slabs of stone as a linocut has them.
Their names may be told from the margins, where no piece hides them: files and ranks, spokes and rings. A place is named
by letters and a number, such as "c5". What cannot be told so is named at both ends of its row."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from printables.drawing import hand
from printables.scene import Circle, Curve, Group, Point, Polygon, Rect, Shape, Style, Text
from printables.scene.components import MEET, Board, Place, about
from printables.scene.theme import Theme

GROWN = 1.16  # of a place's size: its disc in a linocut, rim and all
RIM = 0.055  # of the size: that rim
JOINT = 0.06  # of a slab's size: half the joint between two
CORNER = 0.11  # of a slab's size: how far from a corner its side begins to turn


def drawn(item: Place, theme: Theme) -> Group:
    """A place as its kind says: a "cell" is a square, a "hex" a hexagon, each shaded if "dark", a "cell noon dark" in
    the ink of that name; every other a circle. A "slot" is a place beside the board where pieces out of play lie, drawn
    faintly; of an "area" the board's art is all there is."""
    if item.kind == "area":
        return Group((), classes=f"area {item.id}", title=item.id)
    dark, slot = item.kind.endswith(" dark"), item.kind == "slot"
    ground = theme.ink((["shade", *item.kind.split()[1:-1]])[-1] if dark else "space")
    if not theme.linocut:
        edge = Style(fill=ground, stroke=theme.ink("faint" if slot else "ink"), width=0.25)
        shapes: tuple[Shape, ...] = (outline(item, edge),)
    elif slot:
        shapes = (outline(item, Style(stroke=theme.ink("soft"), width=0.35, dash=(1.3, 0.9))),)
    elif not item.cell:
        shapes = (outline(item, Style(fill=ground)),)
    elif theme.cells == "slabs":
        shapes = _slab(item, ground, theme)
    else:
        shapes = _tile(item, ground, theme, dark=dark)
    return Group(shapes, classes=item.id if item.kind == "space" else f"{item.kind} {item.id}", title=item.id)


def discs(places: Iterable[Place], theme: Theme) -> tuple[Shape, ...]:
    """The discs with their rims that lie under round places, all of one size drawn as the dots of one broad pen."""
    sizes = defaultdict[float, list[hand.Segments]](list)
    for item in places:
        if not item.cell and item.kind not in ("area", "slot"):
            sizes[item.size].append((("M", item.x, item.y), ("L", item.x + 0.01, item.y)))
    return tuple(
        Curve(hand.joined(dots), Style(stroke=theme.ink(role), width=(GROWN - 2 * rim) * size, cap="round"))
        for size, dots in sizes.items()
        for role, rim in (("border", 0.0), ("space", RIM))
    )


def outline(item: Place, style: Style) -> Shape:
    """The edge of a place; a hexagon stands on a corner."""
    half = item.size / 2
    if not item.cell:
        return Circle((item.x, item.y), half, style)
    if item.kind.startswith("cell"):
        return Rect(item.x - half, item.y - half, item.size, item.size, style)
    return Polygon(corners(item), style)


def corners(item: Place) -> tuple[Point, ...]:
    """The corners of a square or a hexagon, clockwise."""
    if item.kind.startswith("cell"):
        half = item.size / 2
        return tuple((item.x + a * half, item.y + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    reach, turns = item.size / math.sqrt(3), [math.pi / 3 * number for number in range(6)]
    return tuple((item.x + reach * math.sin(turn), item.y - reach * math.cos(turn)) for turn in turns)


def _tile(item: Place, ground: str, theme: Theme, *, dark: bool) -> tuple[Shape, ...]:
    """A square with thin joints; a dark one has short upright cuts, low enough to leave its name alone."""
    edge = outline(item, Style(fill=ground, stroke=theme.ink("border"), width=0.25))
    if not dark or theme.cells == "plain" or not (theme.outline or "grain" in theme.parts):
        return (edge,)
    wobble, half = hand.seeded(item.id), item.size / 2
    cuts = []
    for _ in range(9 if theme.outline else 14):
        x, y = item.x + wobble.uniform(-0.9, 0.9) * half, item.y + wobble.uniform(-0.35, 0.75) * half
        foot = (x + wobble.uniform(-0.05, 0.05) * half, y + wobble.uniform(0.16, 0.26) * half)
        cuts.append(hand.gouge((x, y), foot, 0.04 * half))
    return (edge, hand.filled(theme.ink("soft" if theme.outline else "grain"), *cuts))


def _slab(item: Place, ground: str, theme: Theme) -> tuple[Shape, ...]:
    """A flagstone: its corners worn off, a shadow under it, and marks of the chisel."""
    wobble, inner = hand.seeded("slab", item.id), 1 - 2 * JOINT
    inside = [(item.x + (x - item.x) * inner, item.y + (y - item.y) * inner) for x, y in corners(item)]
    knots: list[Point] = []
    for a, b in zip(inside, (*inside[1:], inside[0]), strict=True):
        span = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
        cut = CORNER * item.size if len(inside) == 4 else 0.09 * item.size
        for along, most in ((cut, 0.012), (span / 2, 0.016), (span - cut, 0.012)):
            out = wobble.uniform(-most, most) * item.size
            knots.append((a[0] + ux * along + uy * out, a[1] + uy * along - ux * out))
    stone = hand.spline(knots, tension=0.42)
    if theme.outline:
        return (Curve(stone, Style(fill=ground, stroke=theme.ink("ink"), width=0.25)),)
    under = hand.spline([(x + 0.035 * item.size, y + 0.045 * item.size) for x, y in knots], tension=0.42)
    shapes: list[Shape] = [hand.filled(theme.ink("deep"), under), hand.filled(ground, stone)]
    if "grain" in theme.parts:
        shapes.append(hand.filled(theme.ink("grain"), *_marks(item, wobble)))
    return tuple(shapes)


def _marks(item: Place, wobble: Random) -> list[hand.Segments]:
    """Marks of the chisel, below the name, and a crack in some."""
    unit, marks = item.size, []
    for _ in range(4):
        x, y = item.x + wobble.uniform(-0.3, 0.26) * unit, item.y + wobble.uniform(-0.1, 0.34) * unit
        end = x + wobble.uniform(0.05, 0.11) * unit, y + wobble.uniform(-0.02, 0.01) * unit
        marks.append(hand.gouge((x, y), end, 0.014 * unit))
    if item.kind.startswith("cell") and wobble.random() < 0.3:
        low = wobble.uniform(-0.15, 0.2)
        way = ((0.43, low), (0.33, low + 0.055), (0.24, low + 0.03), (0.13, low + 0.09))
        line = [(item.x + u * unit, item.y + v * unit) for u, v in way]
        marks.append(hand.brush(line, lambda t: (0.0095 * (1 - t) + 0.0017) * unit))
    return marks


CHARACTER = 0.56  # a wide guess of a character's width, as a part of the font size
WAYS = (68, -68, 112, -112, 135, -135, 45, -45, 90, -90, 22, -22, 158, -158, 0, 180)  # degrees clockwise from the right
APART = 0.42  # of the pitch: names that are nearer might be those of each other's points
LINE = 0.05  # of the pitch: what a line takes on either side of its middle, with a little paper
EDGE = 0.432  # of the pitch: the ground about a point at the edge of the board, on which its name stands


@lru_cache(maxsize=8)
def beside(board: Board, size: float) -> dict[str, Point]:
    """The middle of each name's foot, clear of tokens and lines; on the same side of all points if there is room."""
    at = {item.id: _around(board, item, size) for item in board.places if item.name}
    most = min(WAYS, key=lambda way: sum(ways[way][1] for ways in at.values()))
    feet = {place: ways[most][0] for place, ways in at.items() if not ways[most][1]}
    for place, ways in at.items():
        if place not in feet:
            # On how much the name lies there, and how many names that have their places are next to it.
            taken, near = [*feet.values()], APART * board.pitch
            crowded = {way: on + sum(math.dist(foot, o) < near for o in taken) for way, (foot, on) in ways.items()}
            wanted = (way for way in (most, -most, *WAYS) if way in ways)
            feet[place] = ways[min(wanted, key=crowded.__getitem__)][0]
    return feet


def _around(board: Board, item: Place, size: float) -> dict[int, tuple[Point, int]]:
    """By the way a name lies from its place, as near as the token leaves it: the middle of its foot, and on how many
    things it lies there, which are lines, tokens of other places, and edges of the ground (all in mm)."""
    x, y, ground, line, token = item.x, item.y, EDGE * board.pitch, LINE * board.pitch, 0.51 * board.token
    ends = {place.id: (place.x, place.y) for place in board.places}
    near = {place: end for place, end in ends.items() if math.dist(end, (x, y)) < 1.6 * board.pitch}
    pairs = ((path.a, path.b) for path in board.paths)
    lines = [(ends[a], ends[b]) for a, b in pairs if item.id in (a, b) or (a in near and b in near)]
    others = [point for place, point in near.items() if place != item.id]
    kin = [(u - x, v - y) for place, (u, v) in near.items() if board.by_id[place].kind == item.kind]
    wide, high = CHARACTER * len(item.name) * size / 2, CAPITAL * size
    found = {}
    for way in WAYS:
        cos, sin, far = math.cos(math.radians(way)), math.sin(math.radians(way)), token
        while math.hypot(max(0.0, far * abs(cos) - wide), max(0.0, far * abs(sin) - high)) < token:
            far += 0.02 * token
        x0, y0, x1, y1 = x + far * cos - wide, y + far * sin - high, x + far * cos + wide, y + far * sin + high
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        hidden = sum(_crossed(a, b, middle, (wide + line, high + line)) for a, b in lines)
        hidden += sum(math.hypot(max(x0 - u, 0.0, u - x1), max(y0 - v, 0.0, v - y1)) < token for u, v in others)
        # On how many sides, of those where no other place of its zone goes on, the name reaches over the ground
        for reach, u, v in ((x - x0, -1, 0), (x1 - x, 1, 0), (y - y0, 0, -1), (y1 - y, 0, 1)):
            on = any(u * right + v * down > ground and abs(u * down + v * right) < 2 * ground for right, down in kin)
            hidden += reach > ground and not on
        found[way] = (middle[0], y1), hidden
    return found


def _crossed(a: Point, b: Point, middle: Point, half: Point) -> bool:
    """Whether a line from a to b runs through the box about a middle."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, way = a[axis] - middle[axis], b[axis] - a[axis]
        if abs(way) < 1e-9:
            if abs(start) >= half[axis]:
                return False
            continue
        reach = math.copysign(half[axis], way)
        low, high = max(low, (-reach - start) / way), min(high, (reach - start) / way)
        if low >= high:
            return False
    return True


ROOM = 1.7  # sizes of the names that they take on each side of the board
GAP = 0.45  # sizes between a place and its name
FENCE = 0.35  # sizes more, where a fence stands about the places
STUD = 0.66  # sizes: the radius of a stud
CAPITAL = 0.34  # of the size: half as high as a letter
_NAME = re.compile(r"([a-z]+)([0-9]+)")


class Named(NamedTuple):
    place: Place
    file: str
    rank: str


def room(board: Board, size: float, *, framed: bool = False) -> float:
    """What the names take on each side of the board's extent (mm); 0 for a board that names none."""
    return (ROOM + FENCE * framed) * size if named(board) else 0.0


def names(board: Board, theme: Theme, size: float, *, framed: bool = False, alone: bool = False) -> tuple[Shape, ...]:
    """The names in letters `size` mm high, to be drawn above everything else; `framed`: clear of what a linocut has
    about its board, or on studs upon the frame of its squares or its wheel. Unless they stand `alone`, places have
    names of their own, which none of these hides: then that of a narrow ring is smaller."""
    if not (found := named(board)):
        return ()
    hub = next((place for place in board.places if place.kind == "hub"), None)
    beside = any(place.kind in ("slot", "area") for place in board.places)  # the places that have names
    studs = theme.linocut and (beside or (framed and (hub or found[0].place.cell)))
    # What lies beside the board leaves room for half a stud: the rest of it is on the edge.
    gap = 0.0 if studs and beside else (GAP + FENCE * (framed and not studs)) * size
    if hub:
        texts = _wheel(board, hub, found, theme, size, alone)
    else:
        texts = _grid(board, found, size, theme.ink("soft"), gap, beside=beside)
    texts = [part for text in texts for part in _studded(text, theme)] if studs else texts
    return (Group(tuple(texts), classes="margins"),)


def _studded(text: Shape, theme: Theme) -> tuple[Shape, ...]:
    """A name light on a dark stud, its middle where that of the name is; names beside a row keep its side."""
    if not isinstance(text, Text) or text.font != "sans":  # that of a ring has its stud
        return (text,)
    reach = STUD * text.size
    side = {"end": -1, "start": 1}.get(text.anchor, 0)
    x, y = text.x + side * (reach - 0.5 * GAP * text.size), text.y - CAPITAL * text.size
    name = text._replace(x=x, font="sans-bold", anchor="middle", fill=theme.ink("space"))
    return Circle((x, y), reach, Style(fill=theme.ink("border"))), name


def named(board: Board) -> list[Named]:
    """The places whose names are letters and a number, with the two."""
    return [Named(place, *found.groups()) for place in board.places if (found := _NAME.fullmatch(place.name))]


def ranged(named: Iterable[Named]) -> tuple[dict[str, set[float]], dict[str, list[Place]], bool]:
    """Where each file stands, the places of each rank, and whether all files stand in line."""
    files, ranks = defaultdict(set), defaultdict(list)
    for item in named:
        files[item.file].add(round(item.place.x, 3))  # equivalent: any number of decimals
        ranks[item.rank].append(item.place)
    return files, ranks, all(len(xs) == 1 for xs in files.values())


def _grid(board: Board, named: list[Named], size: float, ink: str, gap: float, *, beside: bool) -> list[Shape]:
    """Ranks at the left and right, files below and above; where files do not stand in line, the ends of each rank."""
    half = max(max(item.place.size, MEET * board.room) for item in named) / 2
    files, ranks, straight = ranged(named)
    out: list[Shape] = []
    left, top, right, bottom = about((item.place, half) for item in named)
    # Where something lies beside the board, signs in the middle of a rank may lead to it.
    gap, lift = (0.5 * gap, 0.36 * 2 * half) if beside else (gap, 0.0)
    for rank, row in ranks.items():
        row.sort(key=lambda place: place.x)
        base = row[0].y - lift + CAPITAL * size
        start, end = (left, right) if straight else (row[0].x - half, row[-1].x + half)
        first, last = (rank, rank) if straight else (row[0].name, row[-1].name)
        out += Text(start - gap, base, first, size, anchor="end", fill=ink), Text(end + gap, base, last, size, fill=ink)
    if straight:
        for file, (x,) in files.items():
            out.append(Text(x, top - gap, file, size, anchor="middle", fill=ink))
            if not beside:
                out.append(Text(x, bottom + gap + 2 * CAPITAL * size, file, size, anchor="middle", fill=ink))
    return out


def _wheel(board: Board, hub: Place, named: list[Named], theme: Theme, size: float, alone: bool) -> list[Shape]:
    """Numbers of spokes outside the rim, letters of rings halfway between the last spoke and the first."""
    far = {item.place: math.dist((item.place.x, item.place.y), (hub.x, hub.y)) for item in named}
    ink, rim = theme.ink("soft"), max(far.values())
    reach = rim + MEET * board.room / 2 + (GAP + 0.5) * size
    out: list[Shape] = []
    for place, _, spoke in named:
        if far[place] > rim - 0.5 * board.pitch:
            x, y = (hub.x + (place.x - hub.x) * reach / rim, hub.y + (place.y - hub.y) * reach / rim)
            out.append(Text(x, y + CAPITAL * size, spoke, size, anchor="middle", fill=ink))
    spokes = [item for item in named if item.file == named[0].file]
    one, last = spokes[0].place, spokes[-1].place
    middle = math.atan2((one.y + last.y) / 2 - hub.y, (one.x + last.x) / 2 - hub.x)
    for ring in dict.fromkeys(item.file for item in named):
        radius = next(far[item.place] for item in named if item.file == ring)
        x, y = hub.x + radius * math.cos(middle), hub.y + radius * math.sin(middle)
        ends = [item.place for item in named if item.file == ring and item.rank in (spokes[0].rank, spokes[-1].rank)]
        clear = size if alone else 0.95 * min(math.dist((x, y), (end.x, end.y)) - end.size / 2 for end in ends)
        if theme.linocut:
            reach = min(0.6 * size, clear)
            out.append(Circle((x, y), reach, Style(fill=theme.ink("border"))))
            letter = min(size, reach / 0.44)
            out.append(Text(x, y + CAPITAL * letter * 0.8, ring, letter, "sans-bold", "middle", theme.ink("space")))
            continue
        # The sheet's own small letter lies just inside the ring: this one takes its place.
        for inside in (0.0, 0.62 * size):
            centre = (x - inside * math.cos(middle), y - inside * math.sin(middle))
            out.append(Circle(centre, min(0.62 * size, clear), Style(fill=theme.ink("paper"))))
        out.append(Text(x, y + CAPITAL * size * 0.8, ring, size, "sans-bold", "middle", fill=theme.ink("ink")))
    return out
