"""The board of Snakes & Foxes: a hub, seven rings and sixteen spokes (RULES section 1; source, Elements)."""

from __future__ import annotations

import math
from typing import Literal

from pydantic import BaseModel, ConfigDict

from printables.geometry import Board, Path, Place

SLUG = "snakes-and-foxes"
TITLE = "Snakes & Foxes"

HUB = "H"
RINGS = "abcdefg"
RIM = "g"
SPOKES = 16
PITCH = 10.4
FIRST_RADIUS = PITCH / (2 * math.sin(math.pi / SPOKES))


class Options(BaseModel):
    """What changes the printed board: the colour of ring a; the next rings alternate, the rim stays blue."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_ring: Literal["red", "green"] = "red"


def ring_colour(ring: str, options: Options) -> str:
    """ "red" (counter-clockwise), "green" (clockwise) or "blue" (both ways)."""
    if ring == RIM:
        return "blue"
    even = RINGS.index(ring) % 2 == 0
    return options.first_ring if even else {"red": "green", "green": "red"}[options.first_ring]


def board(options: Options) -> Board:
    """113 places in mm about the hub at (0, 0). Rings are as far apart as the spaces of ring a."""
    places = [Place(HUB, 0.0, 0.0, size=2.9 * PITCH, kind="hub", label="")]
    paths: list[Path] = []
    for number, ring in enumerate(RINGS):
        radius = FIRST_RADIUS + number * PITCH
        colour = ring_colour(ring, options)
        for spoke in range(1, SPOKES + 1):
            angle = math.radians((spoke - 0.5) * 360 / SPOKES)
            places.append(
                Place(f"{ring}{spoke}", radius * math.sin(angle), -radius * math.cos(angle), size=0.58 * PITCH)
            )
            inward = HUB if number == 0 else f"{RINGS[number - 1]}{spoke}"
            paths.append(Path(inward, f"{ring}{spoke}", kind="blue"))
            here, clockwise = f"{ring}{spoke}", f"{ring}{spoke % SPOKES + 1}"
            if colour == "red":
                here, clockwise = clockwise, here
            paths.append(Path(here, clockwise, one_way=colour != "blue", kind=colour, centre=(0.0, 0.0)))
    return Board(tuple(places), tuple(paths))
