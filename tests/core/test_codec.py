"""Records to and from JSON: each kind of field both ways, what is said of a wrong value, and how a log is named."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from adjudicator.core import codec
from adjudicator.core.codec import ALWAYS, As, Checkpoint, Rule, Unfit, read, shown, write

EVEN = Rule(lambda value, seats: value % 2 == 0 and value <= (seats or value), "even number")


class Leaf(NamedTuple):
    name: str
    size: Annotated[int, EVEN] = 2


class Tree(NamedTuple):
    kind: Literal["oak", "fir"]
    leaf: Leaf | None = None
    leaves: tuple[Leaf, ...] = ()
    pair: tuple[int, str] = (0, "")
    counts: Mapping[str, int] = MappingProxyType({})
    more: dict[str, int] | None = None
    free: Any = None
    maybe: str | None = None
    either: int | bool = 0
    rules: Annotated[int, ALWAYS] = 1
    sealed: Annotated[Any, As(Leaf | None)] = None


FULL: dict[str, Any] = {
    "kind": "fir", "leaf": {"name": "a"}, "leaves": [{"name": "b", "size": 4}, {"name": "c"}], "pair": [7, "x"],
    "counts": {"y": 1}, "more": {"z": 2}, "free": [{"any": 1.5}], "maybe": "m", "either": True, "rules": 3,
    "sealed": {"name": "d"},
}  # fmt: skip


def test_a_record_is_read_field_by_field_and_written_without_its_defaults() -> None:
    tree = read(Tree, FULL)
    assert tree == Tree(
        "fir", Leaf("a"), (Leaf("b", 4), Leaf("c")), (7, "x"), {"y": 1}, {"z": 2}, [{"any": 1.5}], "m", True, 3,
        Leaf("d"),
    )  # fmt: skip
    assert type(tree) is Tree and type(tree.leaf) is Leaf and tree.either is True
    assert codec.canonical(write(tree)) == codec.canonical(FULL)
    bare = read(Tree, {"kind": "oak", "rules": 1})
    assert bare == Tree("oak") and write(bare) == {"kind": "oak", "rules": 1}
    assert write(Tree("oak", leaves=(Leaf("b", 2),))) == {"kind": "oak", "leaves": [{"name": "b"}], "rules": 1}
    assert read(Tree, {"kind": "oak", "rules": 1, "leaf": None, "leaves": [], "maybe": None}) == bare
    equal = next((number, "") for number in range(1))
    assert equal is not Tree("oak").pair and write(Tree("oak", pair=equal)) == write(bare)


def test_what_is_always_written_may_not_be_missing_and_the_first_by_name_is_told() -> None:
    for data, said in (({"kind": "oak"}, "'rules' is missing"), ({}, "'kind' is missing"), ([], "[] is not an object")):
        with pytest.raises(Unfit) as caught:
            read(Tree, data)
        assert str(caught.value) == said and caught.value.place == ()


def test_the_first_field_of_a_record_that_does_not_fit_is_told_in_the_record_s_own_order() -> None:
    with pytest.raises(Unfit, match=r"^leaf: 1 is not an object"):
        read(Tree, {"rules": "x", "sealed": 1, "leaf": 1, "kind": "oak"})


def test_nothing_tells_two_records_of_a_union_apart() -> None:
    class Torn(NamedTuple):
        either: Leaf | tuple[int, ...] = ()

    with pytest.raises(AssertionError):
        read(Torn, {"either": []})


def test_a_rule_may_ask_how_many_seats_there_are() -> None:
    assert read(Leaf, {"name": "a", "size": 4}, 4).size == read(Leaf, {"name": "a", "size": 4}).size == 4
    with pytest.raises(Unfit, match="size: 4 is not"):
        read(Leaf, {"name": "a", "size": 4}, 3)


def test_a_value_is_shown_whole_up_to_sixty_characters() -> None:
    assert shown("x" * 58) == repr("x" * 58) and shown("x" * 59) == f"'{'x' * 59}..."
    assert shown("xyz", 5) == "'xyz'" and shown("xyz", 4) == "'xyz..."


def test_json_has_one_text_and_no_number_that_it_cannot_write() -> None:
    assert codec.canonical({"b": [1, None], "a": "ß"}) == '{"a":"ß","b":[1,null]}'
    assert codec.parsed(b'{"a": [1.5, "\\u00df"]}') == {"a": [1.5, "ß"]}
    assert codec.parsed('"ß"'.encode("utf-16")) == "ß" and codec.parsed(b'"\\ud83d\\ude80"') == "🚀"
    for wrong in (b"NaN", b"-Infinity", b"1e999", b'"\\ud800"', b'"\\uDC00"', b"[" * 99_999, b"{", b"\xff"):
        with pytest.raises(ValueError):
            codec.parsed(wrong)


def test_a_checkpoint_has_a_line_of_excerpts_only_where_there_are_seals() -> None:
    hashed, open = "00" * 31 + "01", "ff" * 32
    base64, seals = "A" * 42 + "E=", "/" * 42 + "8="
    assert Checkpoint("postfox/m/1", 0, hashed).text == f"postfox/m/1\n0\n{base64}\n"
    whole = Checkpoint("postfox/m/1", 12, hashed, open)
    assert whole.text == f"postfox/m/1\n12\n{base64}\nexcerpts {seals}\n" and whole.extension == f"excerpts {seals}"
    assert Checkpoint("postfox/m/1", 12, hashed).extension == ""
    assert codec.quoted(f"12  {base64}") == (12, hashed) and codec.quoted(f"1234567 {seals}") == (1_234_567, open)
    for text in ("", base64, f"12345678 {base64}", f"12 {base64[1:]}", f"12 {base64} "):
        assert codec.quoted(text) is None


def test_a_log_is_named_by_its_match_and_half_or_a_quarter_of_the_hash_of_its_terms() -> None:
    terms = "0123456789abcdef" * 4
    assert codec.origin("m", terms, signed=True) == f"postfox/m/{terms[:32]}"
    assert codec.origin("m", terms, signed=False) == f"postfox/m/{terms[:16]}"
