"""Nets of dice: a solid unfolded into the plane, with glue flaps on one side of every cut edge.

Pure geometry, y down, in a unit of each solid's own; the dice sheet scales it. Any tree of folds unfolds a Platonic
solid without overlap (Horiyama and Shoji, 2011); the ten-sided die is checked by test.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from printables.scene import Point, added

GLUE = 10.0  # depth of the flap that closes the row
TUCK = 14.0  # depth of the lid's tongue, and of the flap glued at the bottom
BOX_SLANT = 2.0  # how far flaps narrow, so that they go in
THUMB = 8.0  # radius of the notch at the top of the front


class Face(NamedTuple):
    """A panel of the net: "front", "side" or "back", or an end: "lid" or "base"; its top left corner and size."""

    kind: str
    x: float
    y: float
    width: float
    height: float


class BoxNet(NamedTuple):
    """An outline to cut, lines to fold, faces to draw on, flaps that take glue."""

    width: float
    height: float
    outline: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    faces: tuple[Face, ...]
    ends: tuple[Face, ...]
    glued: tuple[tuple[Point, ...], ...]
    notch: Point | None


def box_net(
    width: float,
    height: float,
    depth: float,
    kinds: tuple[str, ...] = ("front", "side", "back", "side"),
    tuck: float = TUCK,
) -> BoxNet:
    """The net of a box of those outer measures. `kinds` names fewer panels for a box made of two nets glued together.

    The lid with its tongue and the bottom are on the back; the bottom's flap is glued inside the front.
    """
    top = depth + tuck if "back" in kinds else min(depth, width / 2 - BOX_SLANT)
    bottom = top + height
    dust = min(depth, width / 2 - BOX_SLANT)
    x, faces = GLUE, []
    for kind in kinds:
        wide = depth if kind == "side" else width
        faces.append(Face(kind, x, top, wide, height))
        x += wide
    over: list[Point] = [(GLUE, top)]
    under: list[Point] = [(GLUE, bottom)]
    folds = [((face.x, top), (face.x, bottom)) for face in faces]
    glue = ((GLUE, top), (0.0, top + BOX_SLANT), (0.0, bottom - BOX_SLANT), (GLUE, bottom))
    glued: list[tuple[Point, ...]] = [glue]
    ends: tuple[Face, ...] = ()
    for face in faces:
        a, b = face.x, face.x + face.width
        if face.kind == "front":
            over.append((b, top))
            under.append((b, bottom))
            continue
        folds += [((a, top), (b, top)), ((a, bottom), (b, bottom))]
        if face.kind == "side":
            over += [(a + BOX_SLANT / 2, top - dust), (b - BOX_SLANT / 2, top - dust), (b, top)]
            under += [(a + BOX_SLANT / 2, bottom + dust), (b - BOX_SLANT / 2, bottom + dust), (b, bottom)]
            continue
        ends = Face("lid", a, top - depth, face.width, depth), Face("base", a, bottom, face.width, depth)
        folds += [((a, top - depth), (b, top - depth)), ((a, bottom + depth), (b, bottom + depth))]
        over += [*_tongue(a, b, top - depth, -tuck), (b, top)]
        flap = _tongue(a, b, bottom + depth, tuck)
        glued.append(tuple(flap))
        under += [*flap, (b, bottom)]
    outline = (*over, *reversed(under), glue[2], glue[1])
    high = bottom + (depth + tuck if ends else dust)
    front = next((face for face in faces if face.kind == "front"), None)
    notch = (front.x + front.width / 2, top) if front else None
    return BoxNet(x, high, tuple(_plain(outline)), tuple(folds), tuple(faces), ends, tuple(glued), notch)


def _tongue(a: float, b: float, y: float, way: float) -> list[Point]:
    """A flap with cut corners from (a, y) to (b, y), going so far down; up, if it is negative."""
    corner = abs(way) / 2
    return [
        (a, y),
        (a + BOX_SLANT / 2, y + way / 2),
        (a + BOX_SLANT / 2 + corner, y + way),
        (b - BOX_SLANT / 2 - corner, y + way),
        (b - BOX_SLANT / 2, y + way / 2),
        (b, y),
    ]


def _plain(points: tuple[Point, ...]) -> list[Point]:
    """Without points that stand twice in a row."""
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]


Vector = tuple[float, float, float]
Edge = tuple[int, int]
FLAPS = (0.28, 0.2, 0.13)  # depth of a glue flap, as a part of its edge: the first that has room
SLANT = 0.8  # how far a flap narrows at each end, as a part of its depth
SIDES = (4, 6, 8, 10, 12, 20)


class Side(NamedTuple):
    """A face of the net: the value it stands for, its corners, its middle, the radius of the circle that fits there
    and the degrees clockwise that its art is turned."""

    value: int
    corners: tuple[Point, ...]
    centre: Point
    radius: float
    turn: float


class Net(NamedTuple):
    """Faces; edges to fold, those of flaps too; flaps, their fold edge first; the one outline to cut round it all."""

    sides: tuple[Side, ...]
    folds: tuple[tuple[Point, Point], ...]
    flaps: tuple[tuple[Point, ...], ...]
    outline: tuple[Point, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 around faces and flaps."""
        points = [point for outline in (*(side.corners for side in self.sides), *self.flaps) for point in outline]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)


@cache
def net(sides: int) -> Net:
    """The net of a die of 4, 6, 8, 10, 12 or 20 sides. Opposite values sum to sides + 1 (a d4 has no opposites).

    Raises KeyError for another number of sides.
    """
    corners, faces = _solid(sides)
    parents, order = _tree(faces)
    flat = _unfold(corners, faces, parents, order)
    values = _values(corners, faces, order)
    outlines = [tuple(_point(flat[n][corner]) for corner in face) for n, face in enumerate(faces)]
    sides_ = tuple(_side(values[n], outline) for n, outline in enumerate(outlines))
    folds: list[tuple[Point, Point]] = []
    flaps: dict[tuple[int, Edge], tuple[Point, ...]] = {}
    for (a, b), (first, second) in _shared(faces).items():
        if parents[first] == second or parents[second] == first:
            folds.append((_point(flat[first][a]), _point(flat[first][b])))
            continue
        # The flap goes to whichever side has room for it; the other is a plain cut.
        for depth, (face, (p, q)) in product(FLAPS, ((first, (a, b)), (second, (b, a)))):
            home = (_point(flat[face][p]), _point(flat[face][q]))
            flap = _flap(*home, depth)
            if not any(_overlap(flap, outline) for outline in (*outlines, *flaps.values())):
                flaps[face, (p, q)] = flap
                folds.append(home)
                break
    outline = tuple(_around(faces, parents, flat, flaps))
    return Net(sides_, tuple(folds), tuple(flaps.values()), outline)


def _around(
    faces: list[tuple[int, ...]],
    parents: list[int],
    flat: Mapping[int, Mapping[int, complex]],
    flaps: Mapping[tuple[int, Edge], tuple[Point, ...]],
    face: int = 0,
    entered: Edge | None = None,
) -> Iterator[Point]:
    """The outline from a face on: round its edges from the one it was entered by, into its children and round flaps."""
    owner = {edge: number for number, edges in enumerate(faces) for edge in _edges(edges)}
    edges = list(_edges(faces[face]))
    start = edges.index(entered) + 1 if entered else 0
    for a, b in [*edges[start:], *edges[: max(0, start - 1)]]:
        there = owner[b, a]
        if parents[there] == face:
            yield from _around(faces, parents, flat, flaps, there, (b, a))
            continue
        yield _point(flat[face][a])
        if (face, (a, b)) in flaps:
            _, _, far, near = flaps[face, (a, b)]
            yield from (near, far)


def measures(sides: int) -> tuple[float, float]:
    """How wide a folded die is at most and how high it stands on a face, in the unit of its net. Raises KeyError."""
    corners, (face, *_) = _solid(sides)
    middle = tuple(added(corners[n][axis] for n in face) / len(face) for axis in range(3))
    centre: Vector = (middle[0], middle[1], middle[2])
    high = math.dist(centre, (0, 0, 0)) - min(_dot(_unit(centre), corner) for corner in corners)
    return high if sides == 6 else 2 * max(math.dist(corner, (0, 0, 0)) for corner in corners), high


def _point(z: complex) -> Point:
    """From the mathematician's plane to paper, where y runs down."""
    return z.real, -z.imag


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Vector, b: Vector) -> float:
    return added(x * y for x, y in zip(a, b, strict=True))


def _unit(a: Vector) -> Vector:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length


@cache
def _solid(sides: int) -> tuple[tuple[Vector, ...], list[tuple[int, ...]]]:
    """Corners and faces of a die."""
    corners = _CORNERS[sides]()
    return corners, _faces(corners)


def _faces(corners: tuple[Vector, ...]) -> list[tuple[int, ...]]:
    """Faces of a convex solid about the origin: corner numbers counter-clockwise as seen from outside."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for a, b, c in combinations(range(len(corners)), 3):
        normal = _cross(_minus(corners[b], corners[a]), _minus(corners[c], corners[a]))
        heights = [_dot(normal, _minus(corner, corners[a])) for corner in corners]
        if min(heights) < -1e-9 and max(heights) > 1e-9:
            continue
        flat = [n for n, height in enumerate(heights) if abs(height) <= 1e-9]
        middle = tuple(added(corners[n][axis] for n in flat) / len(flat) for axis in range(3))
        centre: Vector = (middle[0], middle[1], middle[2])
        right = _unit(_minus(corners[flat[0]], centre))
        up = _cross(_unit(centre), right)

        def angle(n: int, centre: Vector = centre, right: Vector = right, up: Vector = up) -> float:
            arm = _minus(corners[n], centre)
            # Rounded: a corner on the branch cut is at half a turn to one side, in every library of mathematics.
            x, y = round(_dot(arm, right), 9), round(_dot(arm, up), 9)
            return math.atan2(y + 0.0, x)

        found.setdefault(frozenset(flat), tuple(sorted(flat, key=angle)))
    return list(found.values())


def _edges(face: tuple[int, ...]) -> Iterator[Edge]:
    return zip(face, (*face[1:], face[0]), strict=True)


def _shared(faces: list[tuple[int, ...]]) -> Mapping[Edge, Edge]:
    """Each edge, as the first of its two faces runs along it, and those faces."""
    owner = {edge: number for number, face in enumerate(faces) for edge in _edges(face)}
    return {(a, b): (n, owner[b, a]) for (a, b), n in owner.items() if n < owner[b, a]}


def _tree(faces: list[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Each face's parent (-1: the root), breadth first, and the order in which they were reached."""
    owner = {edge: number for number, face in enumerate(faces) for edge in _edges(face)}
    parents, order = [-1] * len(faces), [0]
    for here in order:
        for a, b in _edges(faces[here]):
            there = owner[b, a]
            if there not in order:
                parents[there] = here
                order.append(there)
    return parents, order


def _unfold(
    corners: tuple[Vector, ...], faces: list[tuple[int, ...]], parents: list[int], order: list[int]
) -> dict[int, dict[int, complex]]:
    """Where each face's corners lie in the plane, each child laid against its parent's edge."""
    flat: dict[int, dict[int, complex]] = {}
    for number in order:
        face = faces[number]
        # A face in its own plane, seen from outside, its first edge along the x axis
        origin = corners[face[0]]
        right = _unit(_minus(corners[face[1]], origin))
        normal = _unit(_cross(_minus(corners[face[1]], origin), _minus(corners[face[2]], origin)))
        up = _cross(normal, right)
        own = {n: complex(_dot(_minus(corners[n], origin), right), _dot(_minus(corners[n], origin), up)) for n in face}
        if parents[number] >= 0:
            parent = flat[parents[number]]
            p, q = next((p, q) for p, q in _edges(face) if p in parent and q in parent)
            turn = (parent[q] - parent[p]) / (own[q] - own[p])
            own = {corner: parent[p] + (z - own[p]) * turn for corner, z in own.items()}
        flat[number] = own
    return flat


def _values(corners: tuple[Vector, ...], faces: list[tuple[int, ...]], order: list[int]) -> dict[int, int]:
    """Values by face: low ones in the order of the tree, so that 1, 2, 3 of a d6 run counter-clockwise."""
    middles = [tuple(added(corners[n][axis] for n in face) for axis in range(3)) for face in faces]
    values: dict[int, int] = {}
    low, high = 1, len(faces)
    for number in order:
        if number in values:
            continue
        values[number] = low
        low += 1
        for other, middle in enumerate(middles):
            if all(abs(x + y) < 1e-9 for x, y in zip(middle, middles[number], strict=True)):
                values[other] = high
                high -= 1
    return values


def _side(value: int, corners: tuple[Point, ...]) -> Side:
    """A face with room for its art: upright as far as an edge (even) or a corner (odd number of them) allows."""
    x, y = (added(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    radius = min(abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / math.dist(a, b) for a, b in edges)
    marks = corners if len(corners) % 2 else tuple(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in edges)
    turn = min((round(math.degrees(math.atan2(mx - x, y - my)), 6) for mx, my in marks), key=lambda t: (abs(t), t))
    return Side(value, corners, (x, y), radius, turn)


def _flap(a: Point, b: Point, part: float) -> tuple[Point, ...]:
    """A trapezium outside the edge a-b of a face whose corners run counter-clockwise; `part` of its edge deep."""
    length = math.dist(a, b)
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    depth = part * length
    out = (-dy * depth, dx * depth)
    slant = SLANT * depth
    return (
        a,
        b,
        (b[0] + out[0] - dx * slant, b[1] + out[1] - dy * slant),
        (a[0] + out[0] + dx * slant, a[1] + out[1] + dy * slant),
    )


def _overlap(one: tuple[Point, ...], two: tuple[Point, ...]) -> bool:
    """Whether two convex outlines share more than a border (separating axes)."""
    for outline in (one, two):
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            first = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in one]
            second = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in two]
            if max(first) <= min(second) + 1e-9 or max(second) <= min(first) + 1e-9:
                return False
    return True


_GOLD = (1 + math.sqrt(5)) / 2


def _turned(x: float, y: float, z: float) -> tuple[Vector, ...]:
    """A point and its even permutations, in every combination of signs."""
    signs = [(i, j, k) for i in (1, -1) for j in (1, -1) for k in (1, -1)]
    points = [(i * a, j * b, k * c) for a, b, c in ((x, y, z), (z, x, y), (y, z, x)) for i, j, k in signs]
    return tuple(dict.fromkeys((a + 0.0, b + 0.0, c + 0.0) for a, b, c in points))


def _trapezohedron() -> tuple[Vector, ...]:
    """Ten kites: a zigzag of ten corners and two tips, as high as keeps the kites flat."""
    step = math.pi / 5
    rise = 0.105
    tip = rise * (1 + math.cos(step)) / (1 - math.cos(step))
    ring = tuple((math.cos(n * step), math.sin(n * step), rise * (-1) ** n) for n in range(10))
    return ((0.0, 0.0, tip), (0.0, 0.0, -tip), *ring)


_CORNERS: Mapping[int, Callable[[], tuple[Vector, ...]]] = {
    4: lambda: ((1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)),
    6: lambda: _turned(1.0, 1.0, 1.0),
    8: lambda: _turned(1.0, 0.0, 0.0),
    10: _trapezohedron,
    12: lambda: (*_turned(1.0, 1.0, 1.0), *_turned(0.0, 1 / _GOLD, _GOLD)),
    20: lambda: _turned(0.0, 1.0, _GOLD),
}
