"""Nets to fold: of boxes (mm) and dice, with glue flaps on one side of every cut edge; y down. Those of dice are in
nets.json, as `bench/nets.py` unfolds the solids, in a unit of each solid's own; the dice sheet scales them."""

import json
import math
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from printables.scene import Box, Point, added

GLUE = 10.0  # depth of the flap that closes the row
TUCK = 14.0  # depth of the lid's tongue, and of the flap glued at the bottom
BOX_SLANT = 2.0  # how far flaps narrow, so that they go in
THUMB = 8.0  # radius of the notch at the top of the front
PANELS = ("front", "side", "back", "side")


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


def box_net(width: float, height: float, depth: float, kinds: tuple[str, ...] = PANELS, tuck: float = TUCK) -> BoxNet:
    """The net of a box of those outer measures. `kinds` names fewer panels for a box made of two nets glued together.
    The lid with its tongue and the bottom are on the back; the bottom's flap is glued inside the front."""
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
    outline = tuple(point for point, _ in groupby((*over, *reversed(under), glue[2], glue[1])))
    high = bottom + (depth + tuck if ends else dust)
    front = next((face for face in faces if face.kind == "front"), None)
    notch = (front.x + front.width / 2, top) if front else None
    return BoxNet(x, high, outline, tuple(folds), tuple(faces), ends, tuple(glued), notch)


def _tongue(a: float, b: float, y: float, way: float) -> list[Point]:
    """A flap with cut corners from (a, y) to (b, y), going so far down; up, if it is negative."""
    left, right, corner = a + BOX_SLANT / 2, b - BOX_SLANT / 2, abs(way) / 2
    half, low = y + way / 2, y + way
    return [(a, y), (left, half), (left + corner, low), (right - corner, low), (right, half), (b, y)]


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
    def box(self) -> Box:
        """x0, y0, x1, y1 around faces and flaps."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@cache
def _kept() -> Any:
    """By the number of sides: the outline, and all else by the numbers of its points."""
    return json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@cache
def net(sides: int) -> Net:
    """The net of a die of 4, 6, 8, 10, 12 or 20 sides; opposites sum to sides + 1, but of a d4. Raises KeyError."""
    kept = _kept()[str(sides)]
    outline: list[Point] = [(x, y) for x, y in kept["outline"]]

    def at(numbers: list[int]) -> tuple[Point, ...]:
        return tuple(outline[number] for number in numbers)

    faces = tuple(_side(value, at(corners)) for value, *corners in kept["sides"])
    folds = tuple((outline[a], outline[b]) for a, b in kept["folds"])
    return Net(faces, folds, tuple(map(at, kept["flaps"])), tuple(outline))


def measures(sides: int) -> tuple[float, float]:
    """How wide a folded die is at most and how high it stands on a face, in the unit of its net. Raises KeyError."""
    wide, high = _kept()[str(sides)]["measures"]
    return wide, high


def _side(value: int, corners: tuple[Point, ...]) -> Side:
    """A face with room for its art: upright as far as an edge (even) or a corner (odd number of them) allows."""
    x, y = (added(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    radius = min(abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / math.dist(a, b) for a, b in edges)
    marks = corners if len(corners) % 2 else tuple(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in edges)
    turn = min((round(math.degrees(math.atan2(mx - x, y - my)), 6) for mx, my in marks), key=lambda t: (abs(t), t))
    return Side(value, corners, (x, y), radius, turn)
