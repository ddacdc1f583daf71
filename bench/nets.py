"""The nets of dice: a solid unfolded into the plane. `python bench/nets.py` writes printables/drawing/nets.json anew.

Any tree of folds unfolds a Platonic solid without overlap (Horiyama and Shoji, 2011); the ten-sided die is checked by
test. Lengths in a unit of each solid's own, y down. Sides (the value first), folds and flaps name points of the outline
by number, for there is none within.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from printables.drawing import nets
from printables.scene import Point, added

EXACT = 9  # decimals

Vector = tuple[float, float, float]
Edge = tuple[int, int]
FLAPS = (0.28, 0.2, 0.13)  # depth of a glue flap, as a part of its edge: the first that has room
SLANT = 0.8  # how far a flap narrows at each end, as a part of its depth


@cache
def unfolded(sides: int) -> dict[str, Any]:
    """The net of a die of so many sides, as nets.json has it."""
    corners, faces = _solid(sides)
    parents, order = _tree(faces)
    flat = _unfold(corners, faces, parents, order)
    values = _values(corners, faces, order)
    outlines = [tuple(_point(flat[n][corner]) for corner in face) for n, face in enumerate(faces)]
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
    points = [(round(x, EXACT) + 0.0, round(y, EXACT) + 0.0) for x, y in outline]

    def numbers(some: Iterable[Point]) -> list[int]:
        return [points.index((round(x, EXACT), round(y, EXACT))) for x, y in some]

    return {
        "measures": [round(length, EXACT) for length in measures(sides)],
        "outline": points,
        "sides": [[values[n], *numbers(corners)] for n, corners in enumerate(outlines)],
        "folds": [numbers(fold) for fold in folds],
        "flaps": [numbers(flap) for flap in flaps.values()],
    }


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


def main() -> None:
    dice = (f'"{sides}": {json.dumps(unfolded(sides), separators=(",", ":"))}' for sides in nets.SIDES)
    text = "{\n" + ",\n".join(dice).replace(',"', ',\n  "').replace(": {", ": {\n  ") + "\n}\n"
    Path(nets.__file__).with_suffix(".json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
