"""Move files as people, mail programs and machines send them."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from adjudicator.referee import orders
from adjudicator.referee.records import Reading, Understood


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
    assert kinds(read("a3\u00d7b3\u2212c3 \u2018d\u2019")) == [(1, "action", "a3xb3-c3 'd'")]


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


def test_the_limits_of_a_file_are_its_last_line_its_longest_and_its_last_byte() -> None:
    assert kinds(read("\n" * 399 + "move a3\n\n")) == [(400, "action", "move a3")]
    assert [(one.line, one.message) for one in read("\n" * 399 + "move a3\n\n").problems] == [
        (401, "the file has more than 400 lines")
    ]
    assert not read("x" * 1_000).problems and len(read("x" * 1_000).orders) == 1
    assert orders.read(b"\n" * 65_536, "f").problems[0].line == 401
    (problem,) = orders.read(b"\n" * 65_537, "f").problems
    assert (problem.line, problem.message) == (0, "the file has 65537 bytes")
    assert read("turn 1234567").turn == 1_234_567 and read("turn 12345678").turn is None
    assert read(f"word {'x' * 100}").orders and read(f"word {'x' * 101}").problems
    assert read("say Bob: hi\nplayer Ann\n\nturn 3").player_line == 2 and read("x\nturn 3").turn_line == 2
    assert (read("move a3").player_line, read("move a3").turn_line) == (0, 0)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("match: [anna-bob]", ("match", "anna-bob", None)), ("Match anna  # which", ("match", "anna", None)),
        ("match", ("orders", "", None)), ("match a b", ("orders", "", None)),
        ("match " + "x" * 101, ("orders", "", None)),
        ("token abcde", ("token", "abcde", "")), ("token abcd", ("orders", "", None)),
        ("token: abc def ghi", ("token", "abc def ghi", "")), ("Token B: a1 b1", ("orders", "", None)),
        ("address:  confirm  abc", ("code", "abc", "address: confirm")), ("address confirm", ("orders", "", None)),
        ("End.", ("end", "", None)), ("-- ", ("end", "", None)), ("-- x", ("orders", "", None)),
        ("match  x" + " " * 993, ("orders", "", None)), ("match  x" + " " * 992, ("match", "x", None)),
    ],
)  # fmt: skip
def test_a_line_of_a_mail_is_known_before_it_is_an_order(text: str, line: tuple[str, str, str | None]) -> None:
    what, value, shown = line
    assert orders.line(text) == (what, value, text if shown is None else shown)


def test_what_a_page_puts_below_its_orders_says_which_log_they_answer() -> None:
    head = f"head 12 {'A' * 43}="
    text = f"move a3\n-- \n\n{head}\n"
    assert orders.head_below(text) == head and orders.head_below(text.replace("\n", "\r\n")) == head
    assert orders.head_below(text.replace("-- ", "end")) == orders.head_below(f"{text.replace('head', 'x head')}") == ""
    assert read(text).head == (12, "00" * 32) and read(f"head 7 {'A' * 43}=\n{text}").head == (7, "00" * 32)
    assert read("move a3\nend\n" + head).head is None and read("move a3").head is None


def test_a_file_of_the_referee_is_not_ended_by_a_word() -> None:
    def told(text: str) -> tuple[list[tuple[int, str, str]], list[int]]:
        got = orders.read(text.encode(), "f", referee=True)
        return kinds(got), [problem.line for problem in got.problems]

    assert told("hold\nend\nresume") == ([(1, "desk", "hold"), (3, "desk", "resume")], [2])
    assert told("hold\n--\nresume") == ([(1, "desk", "hold")], [])
    assert told("hold\ndone\nundo.") == ([(1, "desk", "hold")], [2, 3])
    assert told("UNDO\nsay all: hi\ngrey Bob: hi\nmove a1") == ([(1, "undo", "undo"), (2, "say", "hi")], [3, 4])


def test_an_order_that_makes_sense_in_one_match_only_is_found() -> None:
    for text, found in (
        ("hold\n  UNDO \naward Anna", "UNDO"), ("terms grace 3h\naward Anna", "award Anna"), ("resume\nsay all: x", ""),
        ("say ALL : x\nsay Bob: y", "say Bob: y"), ("extend Anna 2d", "extend Anna 2d"), ("hold", ""),
    ):  # fmt: skip
        assert orders.for_one_match(text) == found


@pytest.mark.parametrize(
    "text", ["move a3", "say Bob: hi", "word hazel", "draw offer", "address confirm", "pad none", "ready", "resign",
             "join", "grey all: boo", "absent none", "status"]
)  # fmt: skip
def test_an_order_is_written_as_it_would_be_typed(text: str) -> None:
    (order,) = read(text).orders
    assert orders.typed(order) == text


def test_a_yes_is_an_order_where_it_may_have_been_asked_for_and_the_newest_reader_knows_more() -> None:
    def kind(text: str, **more: object) -> str:
        (order,) = orders.read(text.encode(), "f", **more).orders  # type: ignore[arg-type]
        return order.kind

    assert [kind("yes abcd"), kind("yes abcd", newest=True), kind("yes", reading=Reading())] == ["action"] * 2 + ["yes"]
    for text in ("page", "help later", "Help time?", "help draw!"):
        assert [kind(text), kind(text, newest=True), kind(text, reading=Reading())] == ["action", "ask", "ask"]
    for text in ("dice", "dice 12345", "status?", "who!"):
        assert kind(text) == "ask"
    assert kind("dice 123456") == "action"
    reading = Reading(lines=(Understood(1, "pass"),))
    assert orders.read(b"move a1\n\xee\x80\x81move a2", "f", reading=reading).orders == (
        orders.Order(1, "action", "pass"), orders.Order(2, "action", "move a2"),
    )  # fmt: skip


def test_orders_below_a_condition_wait_for_it_and_those_that_end_a_match_do_not_wait() -> None:
    got = read("move a1\nwhen Bob: pass\nmove a2\nsay Bob: hi\nresign\nwhen Bob\nwhen  Ann :  move b1\nmove a3")
    assert [(order.line, order.when) for order in got.orders] == [
        (1, None), (3, ("Bob", "pass")), (4, None), (8, ("Ann", "move b1")),
    ]  # fmt: skip
    assert [problem.line for problem in got.problems] == [5, 6]


def test_a_code_has_four_signs_that_nobody_mistakes() -> None:
    assert orders.is_code("23yz") and not any(map(orders.is_code, ("", "23y", "23yzz", "23y1", "23yl", "23Yz")))
