"""What is cut into bands and rims, each kind for a job: heads against the clock, leaves with it, beads at rest;
teeth round a hunter, beads round its quarry."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, TypeAlias

from printables.drawing.linocut.hand import Segments, circle, crescent, gouge, hole, joined, leaf, polar, polygon, star
from printables.scene import Point
from printables.scene.theme import Ornament

At: TypeAlias = Callable[[float, float], Point]  # so far along a band, so far to its left: a point
Rim: TypeAlias = Literal["", "teeth", "scales", "beads", "leaves", "cord", "line", "stars", "rays"]

EVERY, SPARSE = 1.75, 3.3  # from one cut to the next where a band's cuts reach 1.95 to either side; on screens
_COUNTS: dict[Rim, int] = {"teeth": 36, "scales": 30, "beads": 36, "leaves": 26, "stars": 20, "rays": 48, "cord": 40}


def band(kind: Ornament, at: At, length: float, half: float, *, sparse: bool = False) -> Segments:
    """The cuts in a band that runs `length` along, `half` to either side of its middle; the way of travel is along.

    `sparse`: fewer of them, for small pictures.
    """
    if not kind:
        return ()
    make = {"heads": _heads, "leaves": _leaves, "beads": _beads}[kind]
    return make(at, length, half / 1.95, SPARSE if sparse else EVERY)


def _heads(at: At, length: float, unit: float, every: float) -> Segments:
    """One barbed head in the middle, then crescents that bulge the way of travel."""
    reach = 1.95 * unit
    head = min(2.6 * unit, 0.86 * length)
    cuts = [polygon((at(head / 2, 0), at(-0.42 * head, reach), at(-0.12 * head, 0), at(-0.42 * head, -reach)))]
    along = head / 2 + 0.9 * unit
    while along + 1.1 * unit < length / 2:
        for side in (1, -1):
            b = side * (along + 0.35 * unit)
            cuts.append(
                crescent(
                    at(b - 0.55 * unit, reach),
                    at(b + 1.25 * unit, 0),
                    at(b - 0.55 * unit, -reach),
                    at(b - 0.1 * unit, 0),
                )
            )
        along += every * unit
    return joined(cuts)


def _leaves(at: At, length: float, unit: float, every: float) -> Segments:
    """Two open chevrons in the middle, then pairs of leaves, each an arrow too."""
    reach = 1.95 * unit
    head = min(1.5 * unit, 0.42 * length)
    cuts = []
    for middle in (-0.95 * unit, 0.75 * unit) if length > 5 * unit else (-0.2 * unit,):
        across = ((0.75, 0), (-0.3, 1), (-0.85, 1), (0.15, 0), (-0.85, -1), (-0.3, -1))
        cuts.append(polygon(at(middle + u * head, v * reach) for u, v in across))
    along = 2.9 * unit
    while along + 1.1 * unit < length / 2:
        for side in (1, -1):
            for edge in (1, -1):
                b = side * (along + 0.6 * unit) - 0.8 * unit
                root, tip = at(b + 1.7 * unit, 0.14 * edge * unit), at(b, 1.8 * edge * unit)
                angle = math.degrees(math.atan2(tip[1] - root[1], tip[0] - root[0]))
                cuts.append(leaf(root, angle, math.dist(root, tip), 0.3, -0.1 * edge))
        along += every * unit
    return joined(cuts)


def _beads(at: At, length: float, unit: float, every: float) -> Segments:
    """A head each way from a bead, then beads between pairs of small ones: either way."""
    cuts = [circle(*at(0, 0), 0.95 * unit)]
    for side in (1, -1):
        if length > 9.6 * unit:
            head = ((4.4, 0), (1.9, 1.95), (2.5, 0), (1.9, -1.95))
            cuts.append(polygon(at(side * u * unit, v * unit) for u, v in head))
        along = (6.2 if length > 9.6 * unit else 2.2) * unit
        while along < length / 2 - 0.6 * unit:
            cuts.append(circle(*at(side * along, 0), 0.75 * unit))
            if every == EVERY and along + 1.2 * unit < length / 2:
                cuts += [circle(*at(side * (along + 0.95 * unit), v * unit), 0.32 * unit) for v in (1.55, -1.55)]
            along += every * unit
    return joined(cuts)


def rim(kind: Rim, radius: float, thick: float) -> Segments:
    """The cuts in the rim of a disc about (0, 0), from `radius` inwards."""
    if kind == "line":
        middle = radius - thick / 2
        return (*circle(0, 0, middle + 0.11 * thick), *hole(circle(0, 0, middle - 0.11 * thick)))
    count = _COUNTS.get(kind, 0)
    return joined(_mark(kind, radius, thick, 360 * number / count, 180 / count) for number in range(count))


def _mark(kind: Rim, radius: float, thick: float, angle: float, half: float) -> Segments:
    """One cut of a rim, in the middle of its share of the round."""
    centre, middle = (0.0, 0.0), radius - thick / 2

    def at(part: float, turn: float = 0.0) -> Point:
        return polar(centre, radius - part * thick, angle + turn * half)

    if kind == "teeth":
        return polygon((at(0.12, -0.82), at(0.12, 0.82), at(0.86)))
    if kind == "scales":
        return crescent(at(0.1), at(0.5, 1.7), at(0.9), at(0.5, 0.8))
    if kind == "beads":
        return circle(*at(0.5), 0.3 * thick)
    if kind == "leaves":
        return leaf(at(0.5, -0.8), angle + 90, math.radians(2 * half) * middle * 0.86, 0.26)
    if kind == "stars":
        return star(at(0.5), 0.42 * thick, 5, 0.4, angle)
    if kind == "rays":
        return gouge(at(0.92), at(0.1), 0.2 * thick)
    return gouge(at(0.9, -0.8), at(0.1, 0.8), 0.26 * thick)
