"""Which tests run when: the long run, which .ci/run makes, tries more of what the suite tries in part."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

Value = TypeVar("Value")

THOROUGH = "POSTFOX_THOROUGH" in os.environ
# Seconds for what comes at once, or never: however busy the machine is, it has come by then.
LONG = 120.0
# The kinds of paper on which rules are set: ordinary ones and a small one stand for all.
PAPERS = ("a4", "letter", "a3", "legal", "tabloid", "a5", "half-letter") if THOROUGH else ("a4", "a5")


def some(values: Iterable[Value], few: int) -> tuple[Value, ...]:
    """What a test is tried on: all of the values in the long run, else so many, spread over them."""
    every = tuple(values)
    return every if THOROUGH or few >= len(every) else tuple(every[number * len(every) // few] for number in range(few))


def tries(most: int) -> int:
    """How many examples of a property are tried: all of them in the long run, else a third."""
    return most if THOROUGH else max(2, most // 3)


thorough = pytest.mark.skipif(not THOROUGH, reason="for the long run: POSTFOX_THOROUGH=1")
