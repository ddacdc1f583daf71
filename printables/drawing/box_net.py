"""The net of a tuck box: front, side, back, side in a row, with lids, dust flaps and a glue flap. Pure geometry, mm."""

from typing import NamedTuple

from printables.scene import Point

GLUE = 10.0  # depth of the flap that closes the row
TUCK = 14.0  # depth of the lid's tongue, and of the flap glued at the bottom
SLANT = 2.0  # how far flaps narrow, so that they go in
THUMB = 8.0  # radius of the notch at the top of the front


class Face(NamedTuple):
    """A panel of the net: "front", "side" or "back", or an end: "lid" or "base"; its top left corner and size."""

    kind: str
    x: float
    y: float
    width: float
    height: float


class Net(NamedTuple):
    """An outline to cut, lines to fold, faces to draw on, flaps that take glue."""

    width: float
    height: float
    outline: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    faces: tuple[Face, ...]
    ends: tuple[Face, ...]
    glued: tuple[tuple[Point, ...], ...]
    notch: Point | None


def net(
    width: float,
    height: float,
    depth: float,
    kinds: tuple[str, ...] = ("front", "side", "back", "side"),
    tuck: float = TUCK,
) -> Net:
    """The net of a box of those outer measures. `kinds` names fewer panels for a box made of two nets glued together.

    The lid with its tongue and the bottom are on the back; the bottom's flap is glued inside the front.
    """
    top = depth + tuck if "back" in kinds else min(depth, width / 2 - SLANT)
    bottom = top + height
    dust = min(depth, width / 2 - SLANT)
    x, faces = GLUE, []
    for kind in kinds:
        wide = depth if kind == "side" else width
        faces.append(Face(kind, x, top, wide, height))
        x += wide
    over: list[Point] = [(GLUE, top)]
    under: list[Point] = [(GLUE, bottom)]
    folds = [((face.x, top), (face.x, bottom)) for face in faces]
    glue = ((GLUE, top), (0.0, top + SLANT), (0.0, bottom - SLANT), (GLUE, bottom))
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
            over += [(a + SLANT / 2, top - dust), (b - SLANT / 2, top - dust), (b, top)]
            under += [(a + SLANT / 2, bottom + dust), (b - SLANT / 2, bottom + dust), (b, bottom)]
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
    return Net(x, high, tuple(_plain(outline)), tuple(folds), tuple(faces), ends, tuple(glued), notch)


def _tongue(a: float, b: float, y: float, way: float) -> list[Point]:
    """A flap with cut corners from (a, y) to (b, y), going so far down; up, if it is negative."""
    corner = abs(way) / 2
    return [
        (a, y),
        (a + SLANT / 2, y + way / 2),
        (a + SLANT / 2 + corner, y + way),
        (b - SLANT / 2 - corner, y + way),
        (b - SLANT / 2, y + way / 2),
        (b, y),
    ]


def _plain(points: tuple[Point, ...]) -> list[Point]:
    """Without points that stand twice in a row."""
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]
