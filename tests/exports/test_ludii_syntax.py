"""Ludii: text as a tree, macros and options in their places, and how long, deep and many all of it may be."""

from __future__ import annotations

from typing import Any

import pytest
from lanes import Golden

from printables.boards import fox_and_geese
from printables.boards.fox_and_geese.model import WAYS, Capture, Goal, Hunt, Inside, Zone
from printables.exports.ludii import syntax, write
from printables.exports.ludii.syntax import Macros, Mistake, Node, parse, short


def word(value: str, line: int = 1, name: str = "") -> Node:
    return Node("word", value, (), line, name)


def call(*items: Node, line: int = 1, name: str = "", kind: str = "(") -> Node:
    return Node(kind, "", items, line, name)


def test_a_text_is_a_tree_of_calls_lists_and_words_each_with_its_line() -> None:
    text = """// a remark (with a bracket
    (one 2 if:(is "In (x)") by:P1) // and another
    {three
    end:{4 <a:b>} "say \\"x\\""}
    (<= (count a) 5) (> 1
    2) (< 1 2) (>= 1 2) mark: 7
    """
    assert parse(text) == (
        call(
            word("one", 2), word("2", 2), call(word("is", 2), Node("text", "In (x)", (), 2), line=2, name="if"),
            word("P1", 2, "by"), line=2,
        ),
        call(
            word("three", 3),
            call(word("4", 4), call(word("b", 4, "a"), line=4, kind="<"), line=4, name="end", kind="{"),
            Node("text", 'say "x"', (), 4), line=3, kind="{",
        ),
        call(word("<=", 5), call(word("count", 5), word("a", 5), line=5), word("5", 5), line=5),
        call(word(">", 5), word("1", 5), word("2", 6), line=5),
        call(word("<", 6), word("1", 6), word("2", 6), line=6),
        call(word(">=", 6), word("1", 6), word("2", 6), line=6),
        word("7", 6, "mark"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["(one 2 if:(is In x) by:P1)", '{three end:{4 <a:b>} "say"}', "(<= (count a) 5)", "(> 1 2)", "<1 2>", "a:b"]
)
def test_a_tree_is_written_as_it_was_read(text: str) -> None:
    assert [str(node) for node in parse(text)] == [text]


def test_a_node_knows_what_it_calls_and_what_stands_under_a_name() -> None:
    one, two = parse("(hop 1 to:2 to:3) {hop 1}")
    assert (one.head, two.head, call().head) == ("hop", "", "")
    assert [str(item) for item in one.rest] == ["1", "to:2", "to:3"] and [str(item) for item in two.rest] == [
        "hop",
        "1",
    ]
    assert one.named("to") == word("2", 1, "to") and one.named("from") is None


def test_a_message_quotes_sixty_characters_at_most() -> None:
    assert short(word("x" * 60)) == "x" * 60
    assert short(word("x" * 61)) == "x" * 57 + "..."


def wrong(text: str) -> tuple[int, str]:
    with pytest.raises(Mistake) as caught:
        parse(text)
    return caught.value.line, str(caught.value)


def test_what_does_not_close_or_closes_nothing_is_told_with_the_line_of_the_bracket() -> None:
    assert wrong("\n(a\n(b)\n") == (2, "this ( is not closed")
    assert wrong("(a\n{b\n") == (2, "this { is not closed")
    assert wrong("(a)\n)") == (2, "this ) closes nothing")
    assert wrong("(a\n}") == (2, "this } closes nothing")
    assert wrong("<a)") == (1, "this ) closes nothing")


def test_a_text_has_its_longest_and_its_deepest() -> None:
    assert parse(f"x{'/' * 199_999}") == (word(f"x{'/' * 199_999}"),)
    assert wrong(f"x{'/' * 200_000}") == (0, "the game has more than 200000 characters")
    assert len(parse("(" * 60 + ")" * 60)) == 1
    assert wrong("\n" + "(" * 61 + ")" * 61) == (2, "brackets stand too deep within each other")


def put(text: str, known: str = "") -> list[str]:
    """The last call of a text with the macros of the others put in."""
    nodes = parse(text)
    return [str(node) for node in Macros(nodes, parse(known)).put(nodes[-1])]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('(define "A" (b c)) (x "A" "B")', ['(x (b c) "B")']),
        ('(define "A" (b #1 #2)) (x ("A" 1 2))', ["(x (b 1 2))"]),
        ('(define "A" (b #2 #1)) (x ("A" 1))', ["(x (b 1))"]),
        ('(define "A" (b #1)) (x ("A" {1 2}) ("A"))', ["(x (b {1 2}) (b))"]),
        ('(define "A" b c) (x "A")', ["(x b c)"]),
        ('(define "A" (b)) (x if:("A"))', ["(x if:(b))"]),
        ('(define "A" if:(b)) (x "A")', ["(x if:(b))"]),
        ('(define "A" ("B" #1)) (define "B" (c #1)) (x ("A" d))', ["(x (c d))"]),
        ('(define "A") (x "A")', ['(x "A")']),
        ('(define "K" own) (x "K" "L")', ["(x own kept)"]),
        ("(x #1)", ["(x)"]),
    ],
)
def test_macros_are_put_in_with_what_is_given_to_them(text: str, wanted: list[str]) -> None:
    assert put(text, '(define "K" known) (define "L" kept)') == wanted


OPTION = (
    '(option "Size" <Size> args:{{ <rows> <name> }} {{ (item "Small" <3> <a b> "") {0}(item "Large" <5> <c> ""){1} }})'
)


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (OPTION.format("", ""), "(x 3 a b <Size>)"),  # the first, where none has a star
        (OPTION.format("* ", ""), "(x 3 a b <Size>)"),
        (OPTION.format("", "**"), "(x 5 c <Size>)"),
        (OPTION.format("* ", "") + '(rulesets { (ruleset "R" { "Size/Large" })* })', "(x 5 c <Size>)"),
        (OPTION.format("", "*") + '(rulesets { (ruleset "R" { "Size/Small" }) })', "(x 5 c <Size>)"),
        (OPTION.format("", "*") + '(rulesets { (ruleset "Q" { "Size/Large" }) (ruleset "R" { "Size/Small" "x" })* })',
         "(x 3 a b <Size>)"),
        (OPTION.format("", "*") + '(rulesets { (ruleset "R" { "Size/Huge" "Other/Small" })* })', "(x 5 c <Size>)"),
        ('(option "Size" <Size> args:{ <rows> } { (item "Small" <3 4> "") })', "(x 3 4 <Size:name> 3 4)"),
        ("", "(x <Size:rows> <Size:name> <Size>)"),
    ],
)  # fmt: skip
def test_options_are_as_the_rule_set_with_a_star_has_them_or_as_their_own_star(more: str, wanted: str) -> None:
    assert put(f"{more} (x <Size:rows> <Size:name> <Size>)") == [wanted]


def test_macros_that_go_round_in_circles_or_multiply_are_refused() -> None:
    for text in ('(define "A" ("A"))\n(x "A")', '(define "A" "B")(define "B" "A")\n(x "A")'):
        with pytest.raises(Mistake, match="macros stand too deep within each other") as caught:
            put(text)
        assert caught.value.line == 2
    chain = "".join(f'(define "{n}" (x "{n + 1}"))' for n in range(40))
    for deep, fits in ((29, True), (30, False)):  # two levels each, of 60
        text = f'{chain}(x "{30 - deep}")(define "30" y)'
        nodes = parse(text)
        made = Macros(nodes).put(nodes[-2])
        if fits:
            assert str(next(made)).count("(x ") == deep + 1
        else:
            with pytest.raises(Mistake):
                next(made)


def test_a_game_has_so_many_nodes_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "MOST", 50)
    assert put(f"(x{' 1' * 48})") == [f"(x{' 1' * 48})"]
    with pytest.raises(Mistake, match="macros stand too deep"):
        put(f"(x{' 1' * 49})")


def test_what_ludii_cannot_say_is_said_of_each_side() -> None:
    hunt = fox_and_geese.shipped("fox-13")
    fox, geese = hunt.few, hunt.many
    assert fox.capture is not None
    leap: Capture = fox.capture

    def unsaid(**changes: object) -> list[str]:
        return list(write.unsaid(hunt._replace(few=fox._replace(**changes))))  # type: ignore[arg-type]

    assert unsaid() == []
    assert unsaid(capture=leap._replace(duty="huff")) == ["foxes that miss a capture may be huffed"]
    added = "for a capture that was missed the other side may add a piece (fort)"
    assert unsaid(capture=leap._replace(duty="add", add="fort")) == [added]
    repeated = "what foxes leap over stays until the chain is done, and no leap is made twice"
    assert unsaid(capture=leap._replace(repeat=True)) == [repeated]
    assert unsaid(alternate=True) == ["foxes take turns to move"]
    assert unsaid(moves=("forward",), hand=2, placing="by-turns") == []
    both = hunt._replace(many=geese._replace(hand=1), few=fox._replace(hand=1))
    assert list(write.unsaid(both)) == ["both sides have pieces in hand"] * 2
    later = both._replace(few=fox._replace(hand=1, placing="any-turn"))
    assert list(write.unsaid(later)) == ["both sides have pieces in hand"]
    # Who is player 1 places first; its chains could not be told from that.
    chained = leap._replace(chain=True)
    mixed = "foxes are placed before play, begin, and capture in chains"
    assert unsaid(hand=2, capture=chained) == [mixed]
    assert unsaid(hand=2, capture=leap._replace(chain=False)) == []
    assert unsaid(hand=2, capture=chained, placing="any-turn") == []
    assert unsaid(hand=2, capture=None) == []
    triangles = fox_and_geese.shipped("hexagon")
    narrow = triangles._replace(many=triangles.many._replace(moves=("forward",)))
    assert "move in some directions only, on lines that no compass has" in " ".join(write.unsaid(narrow))


def test_a_hunt_is_written_letter_for_letter_as_it_was(golden: Golden) -> None:
    """A small one whole, then the lines that goals, captures, zones and hands change in it."""
    hunt = fox_and_geese.shipped("hare-and-hounds")
    leap = Capture(WAYS, True, "forced", "", False)
    den, gate = Zone("den", ("a2", "b2")), Zone("gate", ("e2",))
    hunt = hunt._replace(title='"Hare"', summary='A "small" hunt.', credit="Nobody", source="A shelf", licence="")
    hunt = hunt._replace(house="", notes=(), zones=(den, gate), stalling=0)
    hare, hounds = hunt.few, hunt.many

    def of(few: dict[str, Any], many: dict[str, Any] | None = None, **changes: Any) -> Hunt:
        return hunt._replace(few=hare._replace(**few), many=hounds._replace(**many or {}), **changes)

    goals = (Goal("capture-all"), Goal("reduce", 1), Goal("take", 2), Goal("fill", 0, "gate"), Goal("hold", 1, "den"))
    some = {
        "goals": of({"wins": goals, "capture": leap._replace(chain=False)}, turns=77, limit="loss-many"),
        "chains": of({"capture": leap, "wins": goals[:1]},
                     {"capture": leap._replace(duty="optional"), "closed": ("den",)}),
        "zones": of({"capture": leap, "toward": "den", "inside": (Inside("den", ("forward", "back"), False),)},
                    {"closed": ("den", "gate"), "toward": "gate", "inside": (Inside("gate", ("sideways",), True),)}),
        "one by hand": of({"start": (), "hand": 1}, first="many"),
        "two by hand": of({"start": (), "hand": 2, "place": "den"}, first="many"),
        "hand and begin": of({"start": (), "hand": 2}, first="few"),
        "by turns": of({}, {"start": (), "hand": 3, "placing": "by-turns"}),
        "any turn": of({"hand": 1, "placing": "any-turn", "place": "gate", "capture": leap}),
        "flank": of({"capture": leap._replace(by="flank", chain=False, duty="optional"), "wins": goals[:1]}),
        "between": of({"capture": leap._replace(by="between", chain=False, duty="optional"), "wins": goals[:1]}),
        **{f"past, {way}": of({"forward": way, "wins": (Goal("pass"),)}) for way in ("up", "down", "left", "right")},
    }  # fmt: skip
    usual = write.text(hunt).splitlines()
    lines = [*usual]
    for name, one in some.items():
        lines += ["", name, *(line for line in write.text(one).splitlines() if line not in usual)]
    golden("exports/ludii.txt", "\n".join([*lines, ""]))
