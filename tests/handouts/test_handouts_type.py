"""What handouts ask of the typesetter: large capitals, centred lines, tables as wide as their column."""

from __future__ import annotations

import doctest

import pytest

from printables.handouts import letter
from printables.scene import Line, Text
from printables.text import fonts, typesetting
from printables.text.markdown import read
from printables.text.typesetting import TextLook

WORDS = "Outside the wind went round the house and tried every door. " * 4


def texts(column: typesetting.Column) -> list[Text]:
    return [shape for shape in column.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("drop", [2, 3, 4])
def test_a_large_capital_stands_beside_its_lines(drop: int) -> None:
    look = TextLook(size=11, body="garamond", drop=drop)
    (column,) = typesetting.flow(WORDS, 80, 200, look)
    capital, *lines = sorted(texts(column), key=lambda text: -text.size)
    assert capital.text == "O" and capital.font == "cinzel"
    beside = [line for line in lines if line.x > 0]
    assert len({round(line.y, 3) for line in beside}) == drop
    assert capital.width and all(line.x >= capital.x + capital.width for line in beside)
    # It stands on the last line's baseline and reaches the top of the first line's capitals.
    ys = sorted({line.y for line in lines})
    assert capital.y == pytest.approx(ys[drop - 1])
    top = ys[0] - fonts.cap_height("garamond", lines[0].size)
    assert capital.y - fonts.cap_height("cinzel", capital.size) == pytest.approx(top)
    for line in lines:
        assert line.width and line.x + line.width <= 80 + 1e-6
    said = " ".join(line.text for line in sorted(lines, key=lambda line: (line.y, line.x)))
    assert f"O{said}".split() == WORDS.split()


def test_a_short_paragraph_keeps_room_for_its_capital() -> None:
    look = TextLook(size=11, body="garamond", drop=3)
    (column,) = typesetting.flow("One.\n\nTwo.", 80, 200, look)
    capital = max(texts(column), key=lambda text: text.size)
    two = next(text for text in texts(column) if text.text == "Two.")
    assert two.y - fonts.cap_height("garamond", two.size) > capital.y


@pytest.mark.parametrize("text", ["- One", "> One", "# One", "1984 was", "`One`", "![x](y)", "“One”"])
def test_only_a_letter_of_plain_text_is_made_large(text: str) -> None:
    from printables.scene.components import Symbol
    from printables.text.typesetting import Inset

    pictures = {"y": Inset(Symbol("y", ()))}
    columns = typesetting.flow(text, 80, 200, TextLook(size=11, drop=3), pictures)
    assert not [one for column in columns for one in texts(column) if one.size > 11 * 25.4 / 72 * 2]


def test_the_capital_s_lines_stay_in_one_column() -> None:
    look = TextLook(size=11, body="garamond", drop=3)
    columns = typesetting.flow(f"***\n\n# Head\n\n{WORDS}", 80, 28.0, look)
    (begun,) = (column for column in columns if any(text.text == "O" for text in texts(column)))
    assert len({round(text.y, 2) for text in texts(begun) if text.x > 0}) == 3


def test_centred_lines() -> None:
    (column,) = typesetting.flow(WORDS, 90, 200, TextLook(size=12, body="garamond", align="middle"))
    for line in texts(column):
        assert line.width and line.x + line.width / 2 == pytest.approx(45)


def test_a_stretched_table_is_as_wide_as_its_column() -> None:
    table = "| a | b |\n|---|---:|\n| x | 1 |"
    for stretch in (False, True):
        (column,) = typesetting.flow(table, 90, 200, TextLook(stretch=stretch))
        longest = max(shape.b[0] for shape in column.shapes if isinstance(shape, Line))
        assert (longest == pytest.approx(90)) is stretch


def test_blocks_that_were_read_are_set_as_the_text_is() -> None:
    assert typesetting.flow(read(WORDS), 80, 200, TextLook()) == typesetting.flow(WORDS, 80, 200, TextLook())


def test_strong_words_in_old_type_are_small_capitals() -> None:
    (column,) = typesetting.flow("plain **strong** *slanted*", 80, 200, TextLook(body="garamond"))
    assert [text.font for text in texts(column)] == ["garamond", "garamond-caps", "garamond-italic"]


def test_the_example_runs() -> None:
    assert doctest.testmod(letter) == doctest.TestResults(failed=0, attempted=4)
