"""Boards for fingers: braille read back from the finished file, and nothing too near to be felt apart."""

from __future__ import annotations

import io
import math
import re
from itertools import pairwise
from pathlib import Path

import finished
import pdfplumber
import pytest
from finished import MM
from hypothesis import given, settings, strategies as st
from lanes import some, tries
from measured import KITS, name

from printables.core import OptionError, PaperError
from printables.drawing import spaces
from printables.printing import make
from printables.printing.job import prepare
from printables.scene import Circle, Group, Text, walk
from printables.text import braille

BOARDS = [kit for kit in KITS if kit.game != "snakey-dice" and not kit.options]
# As they are printed in primers: Unicode has the dots of a cell as the bits of its sign.
WORDS = [
    ("en", "Fox & geese", "⠠⠋⠕⠭ ⠈⠯ ⠛⠑⠑⠎⠑"),
    ("en", "a4, b12: d5.", "⠁⠼⠙⠂ ⠃⠼⠁⠃⠒ ⠙⠼⠑⠲"),
    ("en", "(3–4) 2b x/y's", "⠐⠣⠼⠉⠠⠤⠼⠙⠐⠜ ⠼⠃⠰⠃ ⠭⠸⠌⠽⠄⠎"),
    ("de", "Füchse, Gänse groß", "⠋⠳⠉⠓⠎⠑⠂ ⠛⠜⠝⠎⠑ ⠛⠗⠕⠮"),
    ("de", "Feld d5. Wer?", "⠋⠑⠇⠙ ⠙⠼⠑⠄ ⠺⠑⠗⠢"),
    ("en", "Gåsetavl", "⠠⠛⠁⠎⠑⠞⠁⠧⠇"),
]


def signs(cells: tuple[braille.Cell, ...]) -> str:
    return "".join(chr(0x2800 + sum(1 << dot - 1 for dot in cell)) if cell else " " for cell in cells)


@pytest.mark.parametrize(("language", "text", "written"), WORDS)
def test_words_in_braille(language: str, text: str, written: str) -> None:
    assert signs(braille.cells(text, language)) == written


def dotted(wanted: make.Request) -> tuple[list[tuple[float, float]], pdfplumber.page.Page]:
    """The middles (mm) of the dots of the board's page, each as wide as a dot."""
    data = finished.made(wanted)
    page = pdfplumber.open(io.BytesIO(data)).pages[0]
    found = [c for c in page.curves if abs(c["width"] * MM - braille.DOT) < 0.01 and c["fill"]]
    return [((c["x0"] + c["x1"]) / 2 * MM, (c["top"] + c["bottom"]) / 2 * MM) for c in found], page


@pytest.mark.parametrize("kit", some(BOARDS, 4), ids=name)
def test_dots_stand_as_the_standard_has_them_and_say_the_names(kit: make.Request) -> None:
    wanted = kit._replace(sheet="tactile")
    dots, page = dotted(wanted)
    near = [min(math.dist(a, b) for b in dots if b != a) for a in dots if len(dots) > 1]
    assert min(near) == pytest.approx(2.5, abs=0.01)
    # Cells are found again by their dots: those of a label lie within 6 mm of each other.
    held = make.sheet(wanted).pages[0]
    (whole,) = (shape for shape in held.shapes if isinstance(shape, Group))
    labels = [shape for shape in whole.shapes if isinstance(shape, Group) and shape.classes == "braille"]
    left = list(dots)
    for label in labels:
        mine = [shape for shape in label.shapes if isinstance(shape, Circle)]
        at = [(whole.x + dot.centre[0], whole.y + dot.centre[1]) for dot in mine]
        for dot in at:
            left.remove(min(left, key=lambda other: math.dist(other, dot)))
            assert min(math.dist(dot, other) for other in dots) < 0.01
    assert not left
    parts = {part for item in spaces.named(prepare(wanted).components.board) for part in (item.file, item.rank)}
    said = {label.title for label in labels}
    assert said <= parts | {item.place.name for item in spaces.named(prepare(wanted).components.board)}
    for dot in dots:
        assert dot[0] - 0.75 >= 8 - 0.01 and dot[0] + 0.75 <= float(page.width) * MM - 8 + 0.01


@pytest.mark.parametrize("kit", some(BOARDS, 6), ids=name)
def test_nothing_is_nearer_to_braille_than_a_cell_to_the_next(kit: make.Request) -> None:
    """Points of the board keep off the dots."""
    page = make.sheet(kit._replace(sheet="tactile")).pages[0]
    (whole,) = (shape for shape in page.shapes if isinstance(shape, Group))
    dots = [dot.centre for label in whole.shapes if isinstance(label, Group) for dot in label.shapes]  # type: ignore[union-attr]
    others = [shape for shape in whole.shapes if isinstance(shape, Circle)]
    assert all(math.dist(dot, ring.centre) - ring.radius - braille.DOT / 2 >= 2.4 for dot in dots for ring in others)


def test_the_key_tells_the_same_in_braille_and_in_print() -> None:
    board, *key, printed = make.sheet(make.Request("fox-and-geese", "tactile")).pages
    felt = " ".join(
        shape.title for page in key for shape in walk(page.shapes) if isinstance(shape, Group) and shape.title
    )
    read = " ".join(shape.text for shape in walk(printed.shapes) if isinstance(shape, Text))
    for words in ("As play begins, geese: a3, b3,", "As play begins, fox: d4.", "a point"):
        assert words in felt and words in read
    assert board.title == "Tactile board" and not any(isinstance(shape, Text) for shape in walk(board.shapes))


def test_one_way_paths_grow_thin_and_dark_squares_are_hatched() -> None:
    wheel = make.sheet(make.Request("snakes-and-foxes", "tactile")).pages[0]
    kinds = [type(shape).__name__ for shape in walk(wheel.shapes)]
    assert kinds.count("Polygon") > 60  # red and green rings, where there is room between the points
    squares = make.sheet(make.Request("the-game", "tactile")).pages[0]
    lines = [shape for shape in walk(squares.shapes) if type(shape).__name__ == "Line"]
    assert len(lines) % 40 == 0 and lines


def test_a_board_too_small_for_fingers_is_refused() -> None:
    with pytest.raises(PaperError, match=re.escape("so that fingers can read it; take larger paper")):
        make.sheet(make.Request("snakes-and-foxes", "tactile", paper="a5"))
    with pytest.raises(OptionError, match="Snakey Dice has no tactile sheet"):
        make.sheet(make.Request("snakey-dice", "tactile"))
    assert "tactile" not in [request.sheet for request in make.each(make.Request("the-game", "all"), Path("out"))]


def test_cells_dots_and_lines_have_the_measures_of_marburg_medium() -> None:
    """Dots 2.5 mm from each other and 1.5 wide, cells 6 mm; six dots in two columns of three."""
    assert [braille.width(count) for count in (1, 2, 5)] == [4.0, 10.0, 28.0] and braille.HEIGHT == 6.5
    full, corner = frozenset(range(1, 7)), frozenset({6})
    assert list(braille.dots((full, corner), 10, 20)) == [
        *((10.75, 20.75), (10.75, 23.25), (10.75, 25.75), (13.25, 20.75), (13.25, 23.25), (13.25, 25.75)),
        (19.25, 25.75),
    ]


@settings(max_examples=tries(100), deadline=None)
@given(st.lists(st.text("abcdefgXYZ123äß-", min_size=1, max_size=14), max_size=12), st.integers(1, 30), st.booleans())
def test_braille_is_broken_where_the_next_word_would_not_fit(words: list[str], room: int, german: bool) -> None:
    language = "de" if german else "en"

    def long(text: str) -> int:
        return len(braille.cells(text, language))

    for spare in (0.0, 5.9):
        lines = braille.wrapped("  ".join(words), braille.width(room) + spare, language)
        if all(long(word) <= room for word in words):
            assert " ".join(lines).split() == words
            assert all(long(line) <= room for line in lines)
            for line, after in pairwise(lines):
                assert long(f"{line} {after.split()[0]}") > room
        assert "".join(lines).replace(" ", "") == "".join(words)


def test_a_word_too_long_for_a_line_of_braille_is_parted_in_halves_of_lines() -> None:
    assert braille.wrapped("of abcdefghij", braille.width(8)) == ["of", "abcd", "efgh", "ij"]
    assert braille.wrapped("abc", 0.0) == ["a", "b", "c"], "one cell at least"
