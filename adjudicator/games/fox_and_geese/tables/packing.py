"""Values of a tier as they lie in its file, four to a byte, in compiled code."""

import numpy as np

from adjudicator.core.compiled import ONE, Bytes, Word, Words, bit, compiled
from adjudicator.games.fox_and_geese.tables.ground import Tier
from adjudicator.games.fox_and_geese.tables.groups import BYTE, ZERO

EIGHT, FOURS, TWOS, ONES = np.uint64(8), np.uint64(0x0F0F), np.uint64(0x3333), np.uint64(0x5555)


def stands(points: int, few: int, many: int) -> int:
    """In how many ways the few can stand beside so many of the many, two of them counted in either order."""
    free = points - many
    return free if few == 1 else free * (free - 1)


def width(points: int, few: int) -> int:
    """Places for the values of a group: few to move, then many to move; row by row, point by point."""
    return 2 * points * (points if few > 1 else 1)


def whole(points: int, few: int) -> int:
    """Bytes for the values of a group that shares no byte with another."""
    return (width(points, few) + 3) // 4


@compiled
def _apart(byte: Word) -> Word:
    """The bits of a byte with a place after each."""
    byte = (byte | byte << np.uint64(4)) & FOURS
    byte = (byte | byte << np.uint64(2)) & TWOS
    return (byte | byte << ONE) & ONES


@compiled
def pack(tier: Tier, masks: Words, points: int, start: int, packed: Bytes, low: int, high: int) -> None:
    """The values of some groups from `start` on, each from a byte of its own."""
    rows = tier.few_m.shape[1]
    board = np.uint64((1 << points) - 1) if points < 64 else ~ZERO
    for line in range(low, high):
        at, place = start + line, 0
        for side in range(2):
            for row in range(rows):
                won = tier.few_m[at, row] if side == 0 else tier.many_m[at, row]
                lost = tier.few_f[at, row] if side == 0 else tier.many_f[at, row]
                closed = masks[at]
                if tier.few == 2:
                    closed = board if closed & bit(row) else closed | bit(row)
                won, lost = won | closed, lost | closed
                for first in range(0, points, 8):
                    values = _apart(won & BYTE) | _apart(lost & BYTE) << ONE
                    won, lost = won >> EIGHT, lost >> EIGHT
                    values <<= np.uint64(2 * (place & 3))
                    byte = place >> 2
                    while values:
                        packed[line, byte] |= np.uint8(values & BYTE)
                        values >>= EIGHT
                        byte += 1
                    place += min(8, points - first)


@compiled
def joined(lines: Bytes, apart: Bytes, width: int, packed: Bytes, low: int, high: int) -> None:
    """Groups, each from a byte of its own, one after the other without a gap: group n is in line `lines[n]`."""
    for number in range(low, high):
        place, line = number * width, lines[number]
        start, shift = place >> 2, 2 * (place & 3)
        for byte in range(apart.shape[1]):
            values = np.int64(apart[line, byte]) << shift
            packed[start + byte] |= np.uint8(values & 255)
            if values >> 8:
                packed[start + byte + 1] |= np.uint8(values >> 8)


@compiled
def unpack(packed: Bytes, points: int, width: int, side: int, won: Words, lost: Words, low: int, high: int) -> None:
    """The planes of a side to move, from groups whose values stand so many places apart."""
    rows = won.shape[1]
    for at in range(low, high):
        place = at * width + side * rows * points
        for row in range(rows):
            for point in range(points):
                value = packed[place >> 2] >> 2 * (place & 3) & 3
                if value == 1:
                    won[at, row] |= ONE << np.uint64(point)
                elif value == 2:
                    lost[at, row] |= ONE << np.uint64(point)
                place += 1
