"""Colour in what is said on a terminal; none where NO_COLOR is set, in files and pipes, or on consoles of old."""

from __future__ import annotations

import os
import sys
from enum import StrEnum


class Colour(StrEnum):
    """What a word says by its colour. The word says it, too."""

    BAD = "31;1"
    GOOD = "32"
    NOTE = "33"


def paint(text: str, colour: Colour, *, err: bool = False) -> str:
    """A text as it is written to standard output, or to standard error."""
    stream = sys.stderr if err else sys.stdout
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    old = os.name == "nt" and not (os.environ.get("WT_SESSION") or os.environ.get("ANSICON"))
    return text if plain or old else f"\x1b[{colour}m{text}\x1b[0m"
