"""Which tests run when: the long run, which .ci/run makes, tries more of what the suite tries in part."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from adjudicator.core import GameError

Value = TypeVar("Value")

THOROUGH = "POSTFOX_THOROUGH" in os.environ
Golden = Callable[[str, str], None]
SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").split())
# Seconds for what comes at once, or never: however busy the machine is, it has come by then.
LONG = 120.0
# The kinds of paper on which rules are set: ordinary ones and a small one stand for all.
PAPERS = ("a4", "letter", "a3", "legal", "tabloid", "a5", "half-letter") if THOROUGH else ("a4", "a5")


def some(values: Iterable[Value], few: int) -> tuple[Value, ...]:
    """What a test is tried on: all of the values in the long run, else so many, spread over them."""
    every = tuple(values)
    return every if THOROUGH or few >= len(every) else tuple(every[number * len(every) // few] for number in range(few))


def tries(most: int) -> int:
    """How many examples of a property are tried: all of them in the long run, else a fifth."""
    return most if THOROUGH else max(2, most // 5)


thorough = pytest.mark.skipif(not THOROUGH, reason="for the long run: POSTFOX_THOROUGH=1")


def begun(game: Any, seats: int, dice: Any) -> Any:
    """The start of a game under its default options, for so many players or as many as those let play."""
    for fewer in range(seats, 0, -1):
        try:
            return game.start(game.Options(), fewer, dice)
        except GameError:
            continue
    raise AssertionError(f"nobody can play {game.SLUG}")
