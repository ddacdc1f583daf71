"""Mails that people might write, in seven languages and six games, against the real lists of legal actions."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from time import process_time

import pytest
import yaml
from lanes import Golden

from adjudicator.games import GAMES, find
from adjudicator.mail.inbound import message, quotes
from adjudicator.reader.actions import Named, Position, one_off
from adjudicator.reader.reading import Answer, Judge
from adjudicator.referee import orders

SF = "snakes-and-foxes"
M = "move a5 b5"
NAMES = ("carla", "example", "carla example")
KEPT = Path(__file__).parents[1] / "golden"
MAILS = yaml.safe_load(Path(__file__).with_name("mails.yaml").read_text("utf-8"))


class Throws:
    """The same throws each time."""

    def __init__(self) -> None:
        self.at = 0

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        thrown = []
        for _ in range(count):
            self.at = (self.at * 37 + 11) % 1009
            thrown.append(self.at // 7 % sides + 1)
        return tuple(thrown)


@cache
def position(slug: str) -> Position:
    """What the seat to move may order at the start of a game."""
    game = find(slug)
    state = game.start(game.Options(), 1 if slug == "snakey-dice" else 2, Throws()).state
    return Position(game, state, game.to_act(state)[0])


def judged(slug: str, mail: str) -> Answer:
    text, whole = quotes.typed(mail), True
    if not quotes.settled(text):
        below, whole = quotes.below(mail)
        text, whole = (below, whole) if below else (text, True)
    return Judge(position(slug), NAMES).judge(text, whole=whole)


@pytest.mark.parametrize("case", MAILS, ids=lambda case: case["mail"][:40].replace("\n", "/"))
def test_a_mail(case: dict[str, object]):
    answer = judged(str(case["game"]), str(case["mail"]))
    assert (answer.kind, {*answer.orders}) == (case["kind"], {*case.get("orders", ())}), answer


def test_every_legal_action_is_taken_as_it_stands_and_offered_in_prose():
    for slug in GAMES:
        for order in position(slug).orders:
            assert judged(slug, order)[:2] == ("take", (order,)), order
            told = judged(slug, f"I think {order} is nice")
            assert told.kind in ("offer", "refuse") and order in told.orders, (order, told)


def test_lines_are_counted_as_the_player_sees_them():
    answer = judged(SF, f"Hi there,\n\ntoken k7qf-3m9x-2c4p\n{M}\n\nnot sure\n")
    assert [(line.number, line.text) for line in answer.why] == [(6, "not sure")]


@pytest.mark.parametrize(
    "word",
    ["yes", "Yes!", "Ja bitte", "oui", "Sí.", "ja", "tak", "sì", "ok", "yes please\n\nThanks,\nCarla", "Hi,\n\nyes"],
)
def test_yes_in_many_tongues(word: str):
    assert Judge(position(SF), NAMES).confirmed(word) == "yes"


@pytest.mark.parametrize(
    ("closing", "kind"),
    [
        ("Thanks and regards", "take"),
        ("Regards, and good luck", "take"),
        ("Carla and regards", "offer"),
        ("Carla & thanks", "offer"),
    ],
)
def test_a_closing_may_join_two_and_the_first_is_no_name(closing: str, kind: str):
    assert judged(SF, f"{M}\n\n{closing}").kind == kind


def test_a_code_says_which():
    for text in ("yes 7f3a", "Ja 7f3a", "7f3a", "yes 7F3A\n\nCarla"):
        assert Judge(position(SF), NAMES).confirmed(text, ["7f3a"]) == "yes 7f3a"
    assert Judge(position(SF), NAMES).confirmed("pass", ["7f3a"]) is None


@pytest.mark.parametrize(
    "word",
    [
        "yes but a6",
        "yes\n\nwait, no",
        "maybe",
        "yesterday",
        "yes yes yes no",
        "Is that a yes?",
        "yes\nmove a6 b6",
        "yes 👎",
        "yes 🤔",
        "yes...",
        "yes\nresign",
        "yes\n> no, rather not",
    ],
)
def test_what_is_no_clear_yes(word: str):
    assert Judge(position(SF), NAMES).confirmed(quotes.typed(word)) is None


def test_no_is_no():
    assert Judge(position(SF), NAMES).confirmed("no thanks\n\nCarla") == "no"


@pytest.mark.parametrize(
    "line", ["a" * 900, "Nice game so far, is it not", "a5 b5 and c5 or d5", "> quoted", "", "-- "]
)
def test_a_long_mail_is_read_in_a_second(line: str):
    text = (f"{M}\n" + f"{line}\n" * 20_000)[: message.MOST_TEXT]
    begun = process_time()
    judged(SF, text)
    assert process_time() - begun < 1


def test_the_corpus_has_all_kinds():
    assert {case["kind"] for case in MAILS} >= {"take", "offer", "talk", "question", "courtesy", "empty", "refuse"}
    assert len({case["game"] for case in MAILS} & {*GAMES}) >= 6
    assert orders.is_code("7f3a")


def test_one_slip_is_a_letter_wrong_missing_too_many_or_two_changed_over() -> None:
    """Against all words that such slips make of a word."""
    every = ["".join(word) for length in range(5) for word in product("abc", repeat=length)]
    for word in every:
        cut = [(word[:n], word[n:]) for n in range(len(word) + 1)]
        slips = {a + b[1:] for a, b in cut if b} | {a + letter + b for a, b in cut for letter in "abc"}
        slips |= {a + letter + b[1:] for a, b in cut if b for letter in "abc"}
        slips |= {a + b[1] + b[0] + b[2:] for a, b in cut if b[1:]}
        assert {other for other in every if one_off(word, other)} == {*every} & slips - {word}, word


def test_each_mail_is_understood_line_by_line_as_it_was(golden: Golden) -> None:
    """What becomes of a mail, which lines nobody could place, and which are understood otherwise than they stand."""
    said = list[str]()
    for case in MAILS:
        told = judged(str(case["game"]), str(case["mail"]))
        said += [
            f"{case['game']}: {str(case['mail'])[:60]!r}: {told.kind}{' typed' * told.typed} {', '.join(told.orders)}"
        ]
        said += [f"  why {line.number} {line.kind} {line.order!r}" for line in told.why]
        said += [f"  {number} {text[:60]!r}" for number, text in told.read]
    golden("reader/mails.txt", "\n".join(said) + "\n")


def slips(order: str) -> list[str]:
    """What people type who mean an order, or one like it."""
    words = order.split()
    changed = [order[:-1], f"{order}9", order.replace(" ", "-", 1), " ".join(words[::-1]), " ".join(words[:-1])]
    told = [f"I go to {words[-1]}, or not {words[0]}", f"not {words[-1]}, {words[-1]}!", f"{order[:2]}x{order[2:]}"]
    return [*changed, *told, f"take {words[-1]}", f"1. {order.upper()}."]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if (KEPT / f"reader/{slug}.txt").is_file()])
def test_what_is_nearly_an_order_is_read_and_helped_as_it_was(slug: str, golden: Golden) -> None:
    at, said = position(slug), list[str]()
    finder = Named(at)
    for order in [*at.orders[:2], *at.orders[-1:], "resign", "h", "pass", "move z9", "attack h", "roll 5 5"]:
        legal = at.exact(order)
        said += [f"{order}: {legal and (legal, at.taken(legal), at.throws(legal))}"]
        for text in slips(order):
            said += [f"  {text!r}: {finder.plain(text)} {finder.named(text)[:4]} {finder.hint(text)!r}"]
    golden(f"reader/{slug}.txt", "\n".join(said) + "\n")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("absent 2026-12-24 to tomorrow", "refuse"),
        ("letters daily at nine", "refuse"),
        ("letters daily at nine sharp", "talk"),
        ("draw offer now please", "refuse"),
        ("draw offer now please ok", "talk"),
    ],
)
def test_a_command_that_is_not_whole_is_refused_with_why_if_it_has_four_words_at_most(text: str, kind: str) -> None:
    told = judged(SF, text)
    assert (told.kind, told.typed) == (kind, kind == "refuse")


@pytest.mark.parametrize(("typed", "read"), [("bl", "b1"), ("BlO", "b10"), ("bI2", "b12"), ("b1o", "b10")])
def test_letters_that_look_like_digits_are_read_as_such_in_a_space_s_name(typed: str, read: str) -> None:
    assert [*Named(position(SF)).signs(typed)] == [read]
