"""The file of a tier: a line of JSON, the groups in order, then a value for each position, then the plies if they are
kept.

docs/tables.md has the format; docs/check/table.py reads it and checks every value with nothing of Postfox.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.canonical import canonical
from adjudicator.games.fox_and_geese.tables import packing
from adjudicator.games.fox_and_geese.tables.ground import Ground, Tier
from adjudicator.games.fox_and_geese.tables.groups import PART, Run
from adjudicator.games.fox_and_geese.tables.told import Told
from adjudicator.games.fox_and_geese.tables.values import FORMAT, VALUES, path

__all__ = ["path", "planes", "write"]

CHUNK = 1 << 14  # groups whose plies are written at a time
Counts = tuple[tuple[int, int, int], tuple[int, int, int]]


def write(path: Path, told: Told, many: int, masks: Any, tier: Tier, ground: Ground, run: Run) -> Counts:
    """Keeps a tier whole or not at all, and says how many positions of the few and of the many to move have which
    value.
    """
    points = ground.points
    packed = np.zeros((masks.size * packing.width(points, tier.few) + 3) // 4, np.uint8)
    counts = np.zeros((masks.size // PART + 1, 2, 3), np.int64)
    run(partial(packing.pack, tier, masks, points, packed, counts), masks.size)
    total = counts.sum(axis=0).tolist()
    most = max((int(plies.max(initial=0)) for plies in (tier.few_plies, tier.many_plies)), default=0)
    wide = 0 if not tier.few_plies.size else 1 if most < 256 else 2

    def parts() -> Iterator[Any]:
        yield masks.astype("<u8").data
        yield packed.data
        for low in range(0, masks.size if wide else 0, CHUNK):
            plies = np.stack([one[low : low + CHUNK] for one in (tier.few_plies, tier.many_plies)], axis=1)
            yield plies.astype("<u1" if wide == 1 else "<u2").data

    made = sha256()
    for part in parts():
        made.update(part)
    header = {
        "format": FORMAT,
        "hunt": told.title,
        "key": told.key,
        "rules": told.rules,
        "symmetries": [list(one) for one in told.symmetries],
        "many": many,
        "few": tier.few,
        "groups": int(masks.size),
        "plies": wide,
        "counts": {side: dict(zip(VALUES, one, strict=True)) for side, one in zip(("few", "many"), total, strict=True)},
        "sha256": made.hexdigest(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    part_file = path.with_suffix(".part")
    with part_file.open("wb") as out:
        out.write(canonical(header).encode() + b"\n")
        for part in parts():
            out.write(part)
    part_file.replace(path)
    return (tuple(total[0]), tuple(total[1]))


def planes(path: Path, run: Run) -> tuple[Any, Any]:
    """Of a tier in a file: where the many to move have won, and where they have lost."""
    with path.open("rb") as file:
        line = file.readline()
    header = json.loads(line)
    points, groups = len(header["rules"]["points"]), header["groups"]
    width = packing.width(points, header["few"])
    packed = np.memmap(path, np.uint8, "r", len(line) + 8 * groups, ((groups * width + 3) // 4,))
    rows = points if header["few"] > 1 else 1
    won, lost = np.zeros((groups, rows), np.uint64), np.zeros((groups, rows), np.uint64)
    run(partial(packing.unpack, packed, points, won, lost), groups)
    return won, lost
