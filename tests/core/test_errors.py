"""What a user did wrong, in a line: where, what, and what would be right."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError

from printables.core import Problem, UserError, meant, should, unknown


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("file", 3, "wrong", "do right", 7), "file:3:7: wrong; do right"),
        (Problem("file", 3, "wrong"), "file:3: wrong"),
        (Problem("file", 0, "wrong", "do right"), "file: wrong; do right"),
        (Problem("file", 0, "wrong", "", 7), "file:7: wrong"),
        (Problem("", 0, "two\n  lines", "in  one"), "two lines; in one"),
    ],
)
def test_a_problem_is_one_line(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_an_error_holds_one_problem_or_more() -> None:
    one = UserError("wrong", "do right", "file", 3)
    assert (one.problems, str(one)) == ((Problem("file", 3, "wrong", "do right"),), "file:3: wrong; do right")
    both = UserError.of((Problem("a", 1, "x"), Problem("b", 2, "y")))
    assert (len(both.problems), str(both)) == (2, "a:1: x\nb:2: y")


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("fo", ("fox", "goose"), "did you mean fox?"),
        ("GOOSE", ("fox", "goose"), "did you mean goose?"),
        ("cat", ("fox", "goose"), ""),
        ("", ("fox",), ""),
        ("ab", ("abx", "aby", "abz"), "did you mean abx or aby?"),  # two at most, of those as near
        (
            "snake",
            ("snakes-and-foxes", "snail-trail"),
            "did you mean snakes-and-foxes?",
        ),  # the beginning of a long name
        ("abcd", ("abxyzzzzz", "q"), ""),
        ("abc", ("abxx", "abxxxxxxxxx"), ""),  # half of it is not enough of a beginning, nor of the whole
        ("abcde", ("abcxx",), "did you mean abcxx?"),  # three of five, on both sides: 0.6
        ("abcdefgh", ("abcdxyz1",), ""),
        ("abcd", ("abcxzzzzzzzz",), "did you mean abcxzzzzzzzz?"),  # three of four are enough of a beginning
    ],
)
def test_the_nearest_name_is_proposed(word: str, known: tuple[str, ...], hint: str) -> None:
    assert meant(word, known) == hint
    all_of_them = f"known are {', '.join(known)}"
    assert meant(word, known, "known are") == f"{hint} {all_of_them}".strip()


def test_where_nothing_is_known_that_is_said() -> None:
    assert meant("x", (), "known are") == "known are none yet"
    assert meant("abcde", ("abcxx",), cutoff=0.7) == ""
    assert unknown("game", "cess", ("chess",)) == (
        "there is no game 'cess'",
        "did you mean chess? the games are chess",
    )


class Limits(BaseModel):
    a: list[int] = Field([], min_length=2)
    b: str = Field("", max_length=1)
    c: tuple[int, ...] = Field((), max_length=1)
    d: int = Field(0, ge=3)
    e: int = Field(9, le=5)
    f: Literal["x", "y"] = "x"
    g: Annotated[int, Field(strict=True)] = 1
    h: dict[str, int] = {}
    i: bool = False
    j: str = ""
    k: str = Field("ab", min_length=1)
    l: float = 1.0  # noqa: E741


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("a", [1], "have at least 2 entries"),
        ("b", "xx", "have at most 1 character"),
        ("c", (1, 2), "have at most 1 entry"),
        ("d", 2, "be at least 3"),
        ("e", 6, "be at most 5"),
        ("f", "z", "be 'x' or 'y'"),
        ("g", "1", "be a whole number"),
        ("a", 3, "be a list: [...]"),
        ("c", 3, "be a list: [...]"),
        ("h", 3, "be an object: {...}"),
        ("i", "perhaps", "be true or false"),
        ("j", 3, "be a text"),
        ("k", "", "have at least 1 character"),
    ],
)
def test_what_a_value_should_be_is_said_in_a_few_words(field: str, value: object, text: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Limits.model_validate({field: value})
    assert should(caught.value.errors()[0]) == text
