"""Sets of up to 64 points as unsigned 64-bit numbers in compiled code; what is counted are signed numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.core import compiled as made
from adjudicator.core.compiled import compiled

ONE = np.uint64(1)


@compiled
def count(points: Any) -> int:
    """How many points are in a set."""
    return int(np.int64(made.bits(np.uint64(points))))


@compiled
def lowest(points: Any) -> int:
    """The lowest point of a set that is not empty."""
    return int(np.int64(made.lowest(np.uint64(points))))


@compiled
def bit(point: int) -> Any:
    """The set of that one point."""
    return ONE << np.uint64(point)
