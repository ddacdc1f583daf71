"""Lengths and paths as SVG writes them, as short as they can be without a change of what is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from operator import sub
from typing import Any, cast

FINE = 10_000  # parts of a millimetre that lengths are rounded to
_APART = re.compile(r"(\.\d+) (?=\.)")  # two numbers that a second point parts as well
_WAYS = {"M": "m", "L": "l", "C": "c"}
Segments = Iterable[tuple[str | float, ...]]


@lru_cache(maxsize=50_000)  # most of a drawing's lengths are met again and again
def number(value: float) -> str:
    """A length rounded to 0.1 µm, as short as it can be written."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path(segments: Segments) -> str:
    """A path from the corner of the sheet, as whoever shortens it in a way of their own reads it."""
    return "".join([f"{letter}{' '.join(map(number, numbers))}" for letter, *numbers in segments])


def short_path(segments: Segments) -> str:
    """The same path from each point to the next: what is between them has fewer digits than where they are."""
    made: list[str] = []
    x = y = 0
    began, last = (0, 0), ""
    for letter, *numbers in cast(Iterable[tuple[Any, ...]], segments):
        if letter == "Z":
            made.append("z")
            x, y = began
            last = ""
            continue
        ends = [round(value * FINE) for value in numbers]
        way = _WAYS[letter]
        made.append(" " if way == last else way)
        made.append(" ".join(map(_step, map(sub, ends, (x, y, x, y, x, y)))))
        x, y = ends[-2:]
        last = way
        if way == "m":
            began, last = (x, y), "l"  # what follows a move without a letter is a line
    return _APART.sub(r"\1", "".join(made).replace(" -", "-"))


@lru_cache(maxsize=50_000)
def _step(parts: int) -> str:
    text = number(parts / FINE)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
