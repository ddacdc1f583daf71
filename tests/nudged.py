"""Kits by a library of mathematics that is off by an ulp: `python nudged.py up|down GAME:THEME[:HUNT] ...`.

A line for each: what it is, its pages, and its hash as PDF. Zeros and ones stay, since all libraries agree on those.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from hashlib import sha256

CURVED = ("acos", "asin", "atan", "atan2", "cos", "exp", "hypot", "log", "pow", "sin", "tan")
WAYS = {"up": math.inf, "down": -math.inf}


def nudged(function: Callable[..., float], towards: float) -> Callable[..., float]:
    def off(*numbers: float) -> float:
        value = function(*numbers)
        return value if value in (-1.0, 0.0, 1.0) else math.nextafter(value, towards)

    return off


def main(way: str, *asked: str) -> None:
    if way in WAYS:
        for name in CURVED:
            setattr(math, name, nudged(getattr(math, name), WAYS[way]))
    from printables.core.request import Request
    from printables.printing import make
    from printables.render import pdf

    for one in asked:
        game, theme, variant = (*one.split(":"), None)[:3]
        sheet = make.sheet(Request(game, theme=theme, variant=variant))
        print(one, len(sheet.pages), sha256(pdf.render(sheet)).hexdigest())


if __name__ == "__main__":
    main(*sys.argv[1:])
