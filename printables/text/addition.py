"""Sums of floats that have the same bits everywhere."""

from __future__ import annotations

from collections.abc import Iterable


def added(numbers: Iterable[float]) -> float:
    """The sum, one number added after the other; the built-in one rounds otherwise since Python 3.12."""
    whole = 0.0
    for number in numbers:
        whole += number
    return whole
