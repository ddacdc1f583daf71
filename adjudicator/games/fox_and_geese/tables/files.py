"""The file of a tier: a line of JSON, the groups in order, then a value for each position, then the plies if they are
kept. While a tier is decided, each of its layers that is done has a file of its own.

docs/tables.md has the format; docs/check/table.py reads it and checks every value with nothing of Postfox."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.core.codec import canonical
from adjudicator.core.compiled import ONE, Bytes, Plies, Word, Words, bit, compiled
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.tables.ground import Tier
from adjudicator.games.fox_and_geese.tables.groups import BYTE, ZERO, Layer, Run
from adjudicator.games.fox_and_geese.tables.known import FORMAT, VALUES, path
from adjudicator.games.fox_and_geese.tables.told import Told

__all__ = ["keep", "kept", "layer", "layer_planes", "path", "planes", "stands", "whole", "write"]

EIGHT, FOURS, TWOS, ONES = np.uint64(8), np.uint64(0x0F0F), np.uint64(0x3333), np.uint64(0x5555)
CHUNK = 1 << 14  # equivalent: so many groups are written at a time, a matter of memory
HEAD = 7  # numbers before a layer: its rounds, and how many positions have which value
Counts = tuple[tuple[int, int, int], tuple[int, int, int]]
SIDES = {FEW: 0, MANY: 1}  # to move, as values are ordered


def layer(path: Path, height: int) -> Path:
    """Where a layer is kept until the whole tier is."""
    return path.with_suffix(f".{height}.layer")


def keep(path: Path, tier: Tier, many: int, masks: Words, points: int, rounds: int, run: Run) -> None:
    """Keeps a layer whole or not at all, on the disk before it has its name."""
    counts = []
    for won, lost in ((tier.few_m, tier.few_f), (tier.many_m, tier.many_f)):
        known = [_count(plane) for plane in (won, lost)]
        counts += [masks.size * stands(points, tier.few, many) - sum(known), *known]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as out:
        out.write(np.array([rounds, *counts], "<i8").data)
        for low in range(0, masks.size, CHUNK):
            packed = np.zeros((min(CHUNK, masks.size - low), whole(points, tier.few)), np.uint8)
            run(partial(pack, tier, masks, points, low, packed), len(packed))
            out.write(packed.data)
        out.flush()
        os.fsync(out.fileno())
    part.replace(path)


def _count(plane: Words) -> int:
    parts = range(0, len(plane), CHUNK)
    return sum(int(np.bitwise_count(plane[low : low + CHUNK]).sum(dtype=np.int64)) for low in parts)


def kept(path: Path, size: int) -> list[int] | None:
    """What stands before a layer that has so many bytes of values; None where there is none."""
    if not path.is_file() or path.stat().st_size != 8 * HEAD + size:
        return None
    return [int(one) for one in np.fromfile(path, "<i8", HEAD)]


def write(
    path: Path, told: Told, many: int, few: int, masks: Words, layers: Layer, plies: list[Plies], run: Run
) -> Counts:
    """Puts layers together to a tier, whole or not at all, and says how many positions of the few and of the many to
    move have which value. `layers`: that of each group. `plies`: of the few and of the many to move."""
    points = len(told.points)
    counted = [one for one in plies if one.size]
    wide = 0 if not counted else 1 if max(map(np.max, counted)) < 256 else 2
    files = {height: layer(path, height) for height in np.unique(layers).tolist()}
    total = sum(np.fromfile(file, "<i8", HEAD)[1:].reshape(2, 3) for file in files.values()).tolist()
    header = {
        "format": FORMAT,
        "hunt": told.title,
        "key": told.key,
        "rules": told.rules,
        "symmetries": told.symmetries,
        "many": many,
        "few": few,
        "groups": int(masks.size),
        "plies": wide,
        "counts": {side: dict(zip(VALUES, one, strict=True)) for side, one in zip(("few", "many"), total, strict=True)},
        "sha256": sha256().hexdigest(),
    }

    def body() -> Iterator[Any]:
        yield masks.astype("<u8").data
        with ExitStack() as stack:
            opened = {height: stack.enter_context(file.open("rb")) for height, file in files.items()}
            for file in opened.values():
                file.seek(8 * HEAD)
            for low in range(0, masks.size, CHUNK):
                yield _values(opened, layers[low : low + CHUNK], points, few, run)
        for low in range(0, masks.size, CHUNK) if wide else ():
            both = np.stack([one[low : low + CHUNK] for one in plies], axis=1)
            yield both.astype("<u1" if wide == 1 else "<u2").data

    made, part_file = sha256(), path.with_suffix(".part")
    with part_file.open("wb") as out:
        out.write(canonical(header).encode() + b"\n")
        for part in body():
            made.update(part)
            out.write(part)
        out.seek(0)
        out.write(canonical({**header, "sha256": made.hexdigest()}).encode())  # as long as before
        out.flush()
        os.fsync(out.fileno())
    part_file.replace(path)
    for file in files.values():
        file.unlink()
    return (tuple(total[0]), tuple(total[1]))


def _values(files: dict[int, Any], layers: Any, points: int, few: int, run: Run) -> Any:
    """The values of the next groups of a tier, of which each layer has its own in order."""
    each, wide = whole(points, few), width(points, few)
    heights, sizes = np.unique(layers, return_counts=True)
    apart = b"".join(files[height].read(size * each) for height, size in zip(heights.tolist(), sizes, strict=True))
    lines = np.empty(layers.size, np.int64)
    lines[np.argsort(layers, kind="stable")] = np.arange(layers.size)
    packed = np.zeros((layers.size * wide + 3) // 4, np.uint8)
    run(partial(joined, lines, np.frombuffer(apart, np.uint8).reshape(layers.size, each), wide, packed), layers.size)
    return packed.data


def planes(path: Path, run: Run) -> tuple[Words, Words]:
    """Of a tier in a file: where the many to move have won, and where they have lost."""
    with path.open("rb") as file:
        line = file.readline()
    header = json.loads(line)
    points, few, groups = len(header["rules"]["points"]), header["few"], header["groups"]
    start = len(line) + 8 * groups
    return _planes(path, start, groups, points, few, width(points, few), MANY, run)


def layer_planes(path: Path, groups: int, points: int, few: int, run: Run) -> tuple[Words, Words]:
    """Of a layer in a file: where the few to move have lost, and where they have won."""
    return _planes(path, 8 * HEAD, groups, points, few, 4 * whole(points, few), FEW, run)


def _planes(
    path: Path, start: int, groups: int, points: int, few: int, width: int, side: int, run: Run
) -> tuple[Words, Words]:
    packed = np.memmap(path, np.uint8, "r", start, ((groups * width + 3) // 4,))
    rows = points if few > 1 else 1
    won, lost = np.zeros((groups, rows), np.uint64), np.zeros((groups, rows), np.uint64)
    run(partial(unpack, packed, points, width, SIDES[side], won, lost), groups)
    return won, lost


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
