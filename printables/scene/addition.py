"""Sums of floats that have the same bits everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def added(numbers: Iterable[float]) -> float:
    """The sum, one number added after the other; the built-in one rounds otherwise since Python 3.12."""
    return reduce(add, numbers, 0.0)
