"""Move files as people, mail programs and machines send them."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from adjudicator.referee import orders


def read(text: str) -> orders.Orders:
    return orders.read(text.encode(), "ann.txt")


def kinds(read: orders.Orders) -> list[tuple[int, str, str]]:
    return [(order.line, order.kind, order.text) for order in read.orders]


def test_a_whole_file():
    got = read("match anna-bob\nplayer Ann\nturn 7\n\nmove a3 b3 c3\nsay Bob: see you at the rim\n")
    assert (got.match, got.player, got.turn) == ("anna-bob", "Ann", 7)
    assert kinds(got) == [(5, "action", "move a3 b3 c3"), (6, "say", "see you at the rim")]
    assert got.orders[1].to == "Bob"
    assert not got.problems


def test_match_alone_is_an_action():
    """Wolves & Jackals answers a bid with `match`; the header always names one."""
    got = read("match anna-bob\nMatch\nraise 2")
    assert got.match == "anna-bob" and not got.problems
    assert kinds(got) == [(2, "action", "Match"), (3, "action", "raise 2")]


def test_keywords_in_any_case():
    got = read("MATCH x\nPlayer: Ann\nTurn 3\nRESIGN\nDraw Offer\nJOIN\nWord hazel\nSAY ALL: hi")
    assert (got.match, got.player, got.turn) == ("x", "Ann", 3)
    assert [order.kind for order in got.orders] == ["resign", "draw", "join", "word", "say"]


def test_comments_quotes_and_signatures_are_skipped():
    got = read("# a plan\nmove a3 # not b3\n> move b4\n  > move b5\n-- \nmove c5\n")
    assert kinds(got) == [(2, "action", "move a3")]


def test_a_new_address_and_its_confirmation():
    assert kinds(read("Address: ann@example.org\naddress CONFIRM")) == [
        (1, "address", "ann@example.org"),
        (2, "address", "confirm"),
    ]


@pytest.mark.parametrize("end", ["end", "END", "-- ", "--"])
def test_all_after_the_end_is_ignored(end: str):
    assert kinds(read(f"move a3\n{end}\nbuy my pills\n")) == [(1, "action", "move a3")]


def test_typographic_dashes_and_spaces_are_plain():
    assert kinds(read("move a3\u2013b3\u00a0c3")) == [(1, "action", "move a3-b3 c3")]


@pytest.mark.parametrize(
    "line", ["move a3.", "Move: a3!", "move a3 ;", "mo\u200dve\u200c a\u20623\u202c", "move a3\U000e0041"]
)
def test_what_nobody_would_call_a_mistake(line: str):
    assert [(kind, text.lower()) for _, kind, text in kinds(read(line))] == [("action", "move a3")]


def test_a_stop_that_belongs_to_a_name_or_a_doubt_stays():
    got = read(
        "player Anna B.\njoin.\nword hazel.\nresign?\nmove a3..\nA: move a3\nif tie: pass\naddress a@example.org."
    )
    assert got.player == "Anna B." and not got.problems
    told = [(kind, text) for _, kind, text in kinds(got)]
    assert told[:2] == [("join", "join"), ("word", "hazel.")]
    assert told[2:5] == [("action", "resign?"), ("action", "move a3.."), ("action", "A: move a3")]
    assert told[5:] == [("action", "if tie: pass"), ("address", "a@example.org")]


def test_the_words_of_a_message_are_whole():
    assert [text for _, _, text in kinds(read("say Bob: room #12 # not 13\n# say Bob: no\nmove a3 # b3"))] == [
        "room #12 # not 13",
        "move a3",
    ]


def test_a_message_cannot_turn_the_text_around_it():
    """Signs that reorder or hide what follows go; those that scripts and emoji need stay."""
    got = read("say Bob: a\u202eb\u2066c\u200fd\ufeff e\u00adf 👩\u200d🚀 می\u200cخواهم")
    assert got.orders[0].text == "abcd ef 👩\u200d🚀 می\u200cخواهم"


def test_press_keeps_its_typography():
    assert read("say all: “rim” — soon").orders[0].text == "“rim” — soon"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("turn seven", 1, "is no turn"),
        ("turn 123456789", 1, "is no turn"),
        ("turn", 1, "nothing follows"),
        ("player Ann\nplayer Bob", 2, "in line 1"),
        ("draw", 1, "is no order"),
        ("word two words", 1, "one word"),
        ("join now", 1, "stands alone"),
        ("say Bob", 1, "says nothing"),
        ("say Bob:", 1, "nothing follows"),
        ("address", 1, "no mail address"),
        ("address Ann <ann@example.org>", 1, "no mail address"),
        ("move a3\nmove \x07b3", 2, "U+0007"),
        ("x" * 1001, 1, "1001 characters"),
        ("\n" * 400 + "move a3", 401, "more than 400 lines"),
    ],
)
def test_what_cannot_be_read_is_a_problem_with_its_line(text: str, line: int, said: str):
    problems = read(text).problems
    assert [problem.line for problem in problems] == [line]
    assert said in problems[0].message
    assert problems[0].hint


def test_a_huge_file_is_refused_whole():
    got = orders.read(b"move a3\n" * 100_000, "huge.txt")
    assert not got.orders
    assert "bytes" in got.problems[0].message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_old_mail_programs(encoding: str):
    got = orders.read("say all: Grüße".encode(encoding), "ann.txt")
    assert got.orders[0].text == "Grüße"


@given(st.binary(max_size=3000))
def test_no_bytes_can_break_it(data: bytes):
    got = orders.read(data, "x")
    assert all(order.text for order in got.orders)
    for problem in got.problems:
        str(problem).encode()


@given(st.text(max_size=500))
def test_no_text_can_break_it(text: str):
    orders.read(text.encode("utf-8", "surrogatepass"), "x")


@pytest.mark.parametrize("word", ["end", "End.", "done", "Done!"])
def test_a_line_that_says_done_ends_the_orders(word: str):
    read = orders.read(f"move a1\n{word}\nresign".encode(), "f")
    assert [order.text for order in read.orders] == ["move a1"] and not read.problems
