"""Braille without contractions, in six dots: words to cells, and cells to the places of their dots, in mm. A cell is
the set of its dots, 1 to 3 down its left side and 4 to 6 down its right; a blank has none. English is Unified English
Braille, German the basic script ("Basisschrift"), which does not mark capitals. Every other language has the signs of
English; letters with accents that have no sign of their own are written without."""

import json
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from printables.scene import Point

Cell: TypeAlias = frozenset[int]

# Measures (mm) as for large cells on paper: "Marburg Medium".
DOT = 1.5  # the diameter of a dot's base
STEP = 2.5  # from dot to dot within a cell
CELL = 6.0  # from a cell to the next
LINE = 10.0  # from a line to the next

# The dots of each sign, a blank between cells: letters, and the other signs of a language. 3456 says: a number.
_SIGNS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_LETTERS = _SIGNS["letters"]
_DIGITS = dict(zip("1234567890", "abcdefghij", strict=True))
_SAME = str.maketrans("'‑−\u00a0", "’-- ")


def cells(text: str, language: str = "en") -> tuple[Cell, ...]:
    """The text as cells. A sign that braille has not, or not here, is a blank."""
    german = language == "de"
    signs = _SIGNS["de" if german else "en"]
    out, counting = list[Cell](), False
    for mark in text.translate(_SAME):
        if mark in _DIGITS:
            out += _cells(_LETTERS[_DIGITS[mark]] if counting else f"3456 {_LETTERS[_DIGITS[mark]]}")
            counting = True
            continue
        small = mark.lower()
        base = small if small in signs else unicodedata.normalize("NFD", small)[:1]
        if counting and base in "abcdefghij":
            out += _cells("6" if german else "56")  # a letter again, not a digit
        counting = False
        if mark.isupper() and not german:
            out += _cells("6")  # a capital
        out += _cells(signs.get(base) or _LETTERS.get(base, ""))
    return tuple(out)


def _cells(signs: str) -> Iterator[Cell]:
    yield from (frozenset(map(int, sign)) for sign in (signs.split() or [""]))


def wrapped(text: str, width: float, language: str = "en") -> list[str]:
    """The text in lines of no more cells than a width (mm) has; words too long for one are parted."""
    room = max(1, int((width - STEP - DOT) // CELL) + 1)
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and len(cells(longer, language)) <= room:
            lines[-1] = longer
        elif len(cells(word, language)) <= room:
            lines.append(word)
        else:
            lines += textwrap.wrap(word, max(1, room // 2))
    return lines


def width(count: int) -> float:
    """How wide that many cells are (mm), from the edge of the first dot to that of the last."""
    return (count - 1) * CELL + STEP + DOT


HEIGHT = 2 * STEP + DOT  # of a line of cells (mm), from edge to edge


def dots(line: Iterable[Cell], x: float, y: float) -> Iterator[Point]:
    """The middles of a line's dots (mm), its top left corner being the edge of dot 1 of the first cell."""
    for number, cell in enumerate(line):
        for dot in sorted(cell):
            column, row = divmod(dot - 1, 3)
            yield x + DOT / 2 + number * CELL + column * STEP, y + DOT / 2 + row * STEP
