"""Values of a tier as they lie in its file, four to a byte, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.compiled import compiled
from adjudicator.compiled.sets import ONE, bit
from adjudicator.games.fox_and_geese.tables.groups import PART

PAIR = np.uint64(3)


def stands(points: int, few: int, many: int) -> int:
    """In how many ways the few can stand beside so many of the many, two of them counted in either order."""
    free = points - many
    return free if few == 1 else free * (free - 1)


def width(points: int, few: int) -> int:
    """Places for the values of a group: few to move, then many to move; row by row, point by point."""
    return 2 * points * (points if few > 1 else 1)


@compiled
def pack(tier: Any, masks: Any, points: int, packed: Any, counts: Any, low: int, high: int) -> None:
    """The values of some groups, and how many there are of each, by side to move."""
    rows = tier.few_m.shape[1]
    place = low * 2 * rows * points
    for at in range(low, high):
        for side in range(2):
            for row in range(rows):
                won = tier.few_m[at, row] if side == 0 else tier.many_m[at, row]
                lost = tier.few_f[at, row] if side == 0 else tier.many_f[at, row]
                closed = masks[at] | (bit(row) if tier.few == 2 else np.uint64(0))
                whole = tier.few == 2 and masks[at] & bit(row)
                for point in range(points):
                    here = bit(point)
                    value = 3
                    if not (whole or closed & here):
                        value = 1 if won & here else 2 if lost & here else 0
                        counts[low // PART, side, value] += 1
                    packed[place >> 2] |= value << 2 * (place & 3)
                    place += 1


@compiled
def unpack(packed: Any, points: int, won: Any, lost: Any, low: int, high: int) -> None:
    """The planes of the many to move."""
    rows = won.shape[1]
    for at in range(low, high):
        place = (2 * at + 1) * rows * points
        for row in range(rows):
            for point in range(points):
                value = packed[place >> 2] >> 2 * (place & 3) & 3
                if value == 1:
                    won[at, row] |= ONE << np.uint64(point)
                elif value == 2:
                    lost[at, row] |= ONE << np.uint64(point)
                place += 1
