"""Braille without contractions, in six dots: words to cells, and cells to the places of their dots, in mm.

A cell is the set of its dots, 1 to 3 down its left side and 4 to 6 down its right; a blank has none. English is Unified
English Braille, German the basic script ("Basisschrift"), which does not mark capitals. Every other language has the
signs of English; letters with accents that have no sign of their own are written without.
"""

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from printables.scene import Point

Cell: TypeAlias = frozenset[int]

# Measures (mm) as for large cells on paper: "Marburg Medium".
DOT = 1.5  # the diameter of a dot's base
STEP = 2.5  # from dot to dot within a cell
CELL = 6.0  # from a cell to the next
LINE = 10.0  # from a line to the next

_TABLE = """
a 1     b 12    c 14    d 145   e 15    f 124   g 1245  h 125   i 24    j 245   k 13    l 123   m 134
n 1345  o 135   p 1234  q 12345 r 1235  s 234   t 2345  u 136   v 1236  w 2456  x 1346  y 13456 z 1356
"""
_LETTERS = dict(zip(_TABLE.split()[::2], _TABLE.split()[1::2], strict=True))
_NUMBER = "3456"
_DIGITS = dict(zip("1234567890", "abcdefghij", strict=True))
_CAPITAL = "6"
_ENGLISH = {
    **{",": "2", ";": "23", ":": "25", ".": "256", "!": "235", "?": "236", "’": "3", "-": "36", "–": "6 36"},
    **{"(": "5 126", ")": "5 345", "/": "456 34", "&": "4 12346", "“": "236", "”": "356"},
}
_GERMAN = {
    **{
        "ä": "345",
        "ö": "246",
        "ü": "1256",
        "ß": "2346",
        ",": "2",
        ";": "23",
        ":": "25",
        ".": "3",
        "!": "235",
        "?": "26",
    },
    **{"’": "6", "-": "36", "–": "36", "(": "2356", ")": "2356", "/": "5 2", "&": "5 136", "„": "236", "“": "356"},
}
_SAME = {"'": "’", "‑": "-", "−": "-", "\u00a0": " "}


def cells(text: str, language: str = "en") -> tuple[Cell, ...]:
    """The text as cells. A sign that braille has not, or not here, is a blank."""
    german = language == "de"
    signs = _GERMAN if german else _ENGLISH
    out: list[Cell] = []
    counting = False
    for mark in text:
        mark = _SAME.get(mark, mark)
        small = mark.lower()
        if mark in _DIGITS:
            out += _cells(_LETTERS[_DIGITS[mark]] if counting else f"{_NUMBER} {_LETTERS[_DIGITS[mark]]}")
            counting = True
            continue
        base = small if small in signs else unicodedata.normalize("NFD", small)[:1]
        if counting and base in "abcdefghij":
            out += _cells("6" if german else "56")  # a letter again, not a digit
        counting = False
        if mark.isupper() and not german:
            out += _cells(_CAPITAL)
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
