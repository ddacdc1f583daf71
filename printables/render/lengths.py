"""Lengths and paths as SVG writes them, as short as they can be without a change that anybody sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

FINE = 10_000  # parts of a millimetre in which paths are counted
_GRAINS = {4: 1, 3: 10, 2: 100}  # of those parts, by the places that a length is written with
_APART = re.compile(r"(\.\d+) (?=\.)")  # two numbers that a second point parts as well
_WAYS = {"M": "m", "L": "l", "C": "c"}
Segments = Iterable[tuple[str | float, ...]]


@lru_cache(maxsize=50_000)  # most of a drawing's lengths are met again and again
def number(value: float) -> str:
    """A length as short as it can be written: to 10 µm, below 10 mm to 1 µm, below 1 mm to 0.1 µm.

    Symbols are drawn in units of a millimetre and scaled up; the whole of a sheet needs no more than a printer's dot.
    """
    return _short(value, _places(value))


def _places(value: float) -> int:
    return 4 if -1 < value < 1 else 3 if -10 < value < 10 else 2


def _short(value: float, places: int) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path(segments: Segments) -> str:
    """A path from the corner of the sheet, as whoever shortens it in a way of their own reads it."""
    return "".join([f"{letter}{' '.join(map(number, numbers))}" for letter, *numbers in segments])


def short_path(segments: Segments) -> str:
    """The same path from each point to the next: what is between them has fewer digits than where they are."""
    made: list[str] = []
    x = y = 0
    began, last = (0, 0), ""
    for segment in cast(Iterable[tuple[Any, ...]], segments):
        letter = segment[0]
        if letter == "Z":
            made.append("z")
            x, y = began
            last = ""
            continue
        left, top, way = x, y, _WAYS[letter]
        x, y = _parts(segment[-2]), _parts(segment[-1])
        steps = f"{_step(x - left)} {_step(y - top)}"
        if letter == "C":  # most of an outline: spelt out, for what takes time here is calls
            _, a, b, c, d, _, _ = segment
            first = f"{_step(_parts(a) - left)} {_step(_parts(b) - top)}"
            steps = f"{first} {_step(_parts(c) - left)} {_step(_parts(d) - top)} {steps}"
        made.append(f"{' ' if way == last else way}{steps}")
        last = way
        if way == "m":
            began, last = (x, y), "l"  # what follows a move without a letter is a line
    return _APART.sub(r"\1", "".join(made).replace(" -", "-"))


def _parts(value: float) -> int:
    """A length in parts, rounded as `number` does."""
    grain = _GRAINS[_places(value)]
    return grain * round(value * FINE / grain)


@lru_cache(maxsize=50_000)
def _step(parts: int) -> str:
    text = _short(parts / FINE, 4)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
