"""Options as typed become a game's own, and each that cannot is told with what would be right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import pytest
from annotated_types import Ge, Le
from pydantic import Field, field_validator, model_validator

from printables.core import OptionError, options
from printables.core.options import Frozen, Ruled, Since, Was


class House(Frozen):
    height: int = Field(ge=1, le=9)
    name: str = "hut"


class Asked(Frozen):
    """What a game may ask for."""

    variant: Literal["plain", "odd"] = "plain"
    size: Annotated[int, Field(strict=True, ge=3, le=9)] = 5
    wide: Annotated[int, Ge(3), Le(9)] | None = None
    first: Literal[1, 2] = 1
    dark: bool = False
    text: str = ""
    house: House = House(height=1)

    @field_validator("text")
    @classmethod
    def _short(cls, text: str) -> str:
        if text == "no":
            raise ValueError("say yes")
        return text

    @model_validator(mode="after")
    def _together(self) -> Asked:
        if self.dark and self.size == 9:
            raise ValueError("it is too large to be dark")
        return self


class Bare(Frozen):
    pass


ALL = "variant, size, wide, first, dark, text, house"


def told(*pairs: str, variant: str | None = None, model: type[Any] = Asked) -> list[str]:
    with pytest.raises(OptionError) as caught:
        options.build(model, pairs, variant)
    return [str(problem) for problem in caught.value.problems]


def test_values_are_those_of_their_fields() -> None:
    made = options.build(Asked, ["size= 7 ", "first=2", "dark=true", "wide=4", "text = -3"], "odd")
    assert made == Asked(variant="odd", size=7, first=2, dark=True, wide=4, text="-3")
    assert options.build(Asked, ["text=1=2"]).text == "1=2" and options.build(Asked, ["text="]).text == ""
    assert options.build(Asked, ()) == Asked()


def test_each_option_that_cannot_be_is_told_with_what_can() -> None:
    assert told("size") == [f"--option: 'size' is not an option; write name=value; the options are {ALL}"]
    assert told("=3") == [f"--option: '=3' is not an option; write name=value; the options are {ALL}"]
    assert told("sise=3") == [f"--option: there is no option 'sise'; did you mean size? the options are {ALL}"]
    assert told("size=3", "size=4") == ["--option: option 'size' is given twice; give it once"]
    assert told("variant=odd", variant="plain") == ["--option: option 'variant' is given twice; give it once"]
    assert told(variant="x", model=Bare) == ["--variant: this game has no variants; it has no options"]
    assert told("size=2") == ["--option: size: 2 is not possible; it should be at least 3"]
    assert told("size=10") == ["--option: size: 10 is not possible; it should be at most 9"]
    assert told("size=1234567890")[0].startswith("--option: size: '1234567890' is not possible; ")
    assert told("variant=od") == [
        "--variant: variant: 'od' is not possible; did you mean odd? it should be 'plain' or 'odd'"
    ]
    assert told("first=3") == ["--option: first: '3' is not possible; it should be 1 or 2"]
    assert told("text=no") == ["--option: text: 'no' is not possible; say yes"]
    assert told("dark=true", "size=9") == ["--option: these options do not go together; it is too large to be dark"]
    assert told("house=3") == ["--option: house: '3' is not possible; house=@FILE reads the values from a file"]
    assert len(told("size=2", "first=3", "text=no")) == 3


def test_a_file_is_the_text_or_the_table_of_an_option(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("height = 3\n", encoding="utf-8")
    for said in (f"house=@{file}", f"house={file}"):
        assert options.build(Asked, [said]).house == House(height=3)
    assert options.build(Asked, [f"text=@{file}"]).text == "height = 3\n"
    file.write_text("name = 'x'\nhigh = 3\n", encoding="utf-8")
    assert [one.rpartition("house.toml:")[2] for one in told(f"house=@{file}")] == [
        "1:1: height is missing; the file names height, name",
        "2:1: 'high' is not known here; did you mean height? known are height, name",
    ]
    assert told(f"text=@{tmp_path / 'none'}") == [
        f"{tmp_path / 'none'}: it cannot be read: No such file or directory; give the path of a file"
    ]
    file.write_bytes(b"ab\xff")
    assert told(f"text=@{file}") == [f"{file}: byte 2 is not UTF-8; save the file as UTF-8"]
    file.write_bytes(b"x" * 200_000)
    assert len(options.build(Asked, [f"text=@{file}"]).text) == 200_000
    file.write_bytes(b"x" * 200_001)
    assert told(f"text=@{file}") == [f"{file}: the file has more than 200000 bytes; this is not a file of options"]


def test_a_url_is_told_from_other_texts() -> None:
    for text in ("https://example.org/a", "http://x", "file:///tmp/a"):
        assert options.url(text) == text
    for text in ("example.org", "ftp://x", "http://", "http://a b", 'http://a"', "http://<a>", "x http://a"):
        with pytest.raises(OptionError, match=r"--url: .* is not a URL; write it as in https://example\.org/game/"):
            options.url(text)


def test_the_values_of_an_option_are_told_as_they_are_typed() -> None:
    said = {name: options.choices(field.annotation, field.metadata) for name, field in Asked.model_fields.items()}
    assert said == {
        "variant": "plain, odd", "size": "3 to 9", "wide": "3 to 9", "first": "1, 2", "dark": "true, false",
        "text": "", "house": "",
    }  # fmt: skip
    assert options.choices(int, Asked.model_fields["size"].metadata[1:2]) == ""
    assert options.choices(Annotated[int, Field(strict=True, ge=1, le=5)] | None, ()) == "1 to 5"


class Inner(Ruled):
    depth: Annotated[int, Since(3, before=7)] = 8


class Game(Ruled):
    rules: ClassVar[int] = 3

    way: Annotated[Literal["a", "c"], Was(2, Literal["a", "b"])] = "a"
    late: Annotated[bool, Since(2, before=False)] = True
    inner: Inner = Inner()


def test_a_model_is_as_each_rule_set_had_it() -> None:
    assert options.under(Game, 3) is Game
    second, first = options.under(Game, 2), options.under(Game, 1)
    assert (second.rules, first.rules) == (2, 1)
    assert (second.absent, first.absent) == (frozenset(), {"late"})
    assert options.under(Inner, 2).absent == {"depth"} and options.under(Inner, 3) is not None
    old, older = second(), first(way="b")
    assert (old.late, old.inner.depth, old.way) == (True, 7, "a")
    assert (older.late, older.inner.depth, older.way) == (False, 7, "b")
    assert set(first.model_fields) == {"way", "inner"} and set(second.model_fields) == {"way", "late", "inner"}
    with pytest.raises(ValueError, match="way"):
        second(way="b")
    with pytest.raises(ValueError, match="late"):
        first(late=True)
    assert older.replaced(way="a") == first() and older.replaced(late=True) == older
    assert older.changed(way="a", late=True) == first()
    assert (older.changed(way="a").model_fields_set, first().changed(way="b").model_fields_set) == ({"way"}, {"way"})
    assert Game().changed(late=False) == Game(late=False)
    with pytest.raises(ValueError, match="way"):
        Game().replaced(way="b")


def test_of_a_long_value_eighty_characters_are_quoted() -> None:
    quoted = "'" + "x" * 79
    assert told(f"size={'x' * 90}") == [f"--option: size: {quoted} is not possible; it should be a whole number"]
