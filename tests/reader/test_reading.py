"""What becomes of a text: the limits of what is taken, offered, asked and passed on, and how it is recorded."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from reader.test_mails import NAMES, SF, position

from adjudicator import dice, games
from adjudicator.reader import reading
from adjudicator.reader.reading import Judge
from adjudicator.referee import adjudication
from adjudicator.referee.admin import Offer
from adjudicator.referee.chance import Links
from adjudicator.referee.records import MailRecord, Match, Post, Reading, Refusal, Seat, Standing, Typed, Understood
from adjudicator.referee.terms import Terms

M, N = "move a5 b5", "move a5 a6"  # of one player who has gone on, FIRST of two at the beginning
FIRST = "move a5"
GAME: Any = games.find(SF)
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
HEAD = "ab" * 32


@pytest.mark.parametrize(
    ("text", "kind", "orders", "why", "typed"),
    [
        ("I resign", "offer", ("resign",), (1,), False),
        ("I resign. It was a nice game, all of it", "offer", ("resign",), (1,), False),
        ("Well, here it is, I resign", "offer", ("resign",), (1,), False),  # at most four words beside it in a sentence
        ("Well, this is how it goes, I resign", "talk", (), (1,), False),
        ("I resign? Is it so", "question", (), (1,), False),
        ("resing", "offer", ("resign",), (1,), False),
        ("hepl", "talk", (), (1,), False),  # too short a word for a slip
        ("i resing\nsorry", "offer", ("resign",), (1, 2), False),
        ("undo", "offer", ("say referee: undo",), (1,), False),
        ("undo\nthe last one", "offer", ("say referee: undo the last one",), (1, 2), False),
        ("help", "take", ("help",), (), False),
        ("help\nme", "offer", ("help",), (2,), False),
        ("help please", "take", ("help",), (), False),
        ("help please\nBob", "offer", ("help",), (1, 2), False),
        ("help please\nrules please", "talk", (), (1, 2), False),  # one of two
        ("out of office", "away", (), (1,), False),
        ("stop", "leave", (), (1,), False),
        ("stop\nnow", "talk", (), (1, 2), False),
        ("is it?", "talk", (), (1,), False),
        ("is it it?", "question", (), (1,), False),  # three words or more
        ("so it is\nis it it?", "question", (), (1, 2), False),
        ("move is it it?", "refuse", (), (1,), False),
        ("hub", "refuse", (), (1,), False),
        ("pass it on", "refuse", (), (1,), False),
        ("x z5 b c d", "refuse", (), (1,), False),  # a place among five words, or in a quarter of them
        ("x z5 b c d e", "talk", (), (1,), False),
        ("x z5 b z6 d e f g", "refuse", (), (1,), False),
        ("x z5 b z6 d e f g h", "talk", (), (1,), False),
        ("x z5 b c d e we pass on", "refuse", (), (1,), False),
        (f"{M}\nresign", "offer", (M,), (2,), True),
        (f"{M}\nundo", "offer", (M,), (2,), True),
        (f"{M}\nsay referee: wait", "offer", (M,), (2,), True),
        (f"{M}\nsay referee: hello", "take", (M, "say referee: hello"), (), False),
        (f"{M}\nsay bob: wait", "take", (M, "say bob: wait"), (), False),
        (f"turn 2\n{M}\nresign", "take", (M, "turn 2", "resign"), (), False),  # ahead, nothing is taken back
        (f"{M}\nThanks\nresign", "offer", (M,), (3,), True),
        (f"{M}\nThanks\nstatus", "offer", (M,), (), True),  # something to do stands below a closing
        (f"status\n{M}\nThanks", "take", (M, "status"), (), False),
        (f"{M}\nwho knows", "offer", (M,), (2,), True),
        (f"{M}\n{N}", "take", (M, N), (), False),  # the second may be legal when dice have fallen
        (f"{M}\nI think move a1 b1", "offer", (M, "move a1 b1"), (2,), False),
        ("a1 b1 or a2 b2 or a3 b3", "offer", ("move a1 b1", "move a2 b2", "move a3 b3"), (1,), False),
        ("a1 b1 or a2 b2 or a3 b3 or a4 b4", "refuse", tuple(f"move a{n} b{n}" for n in (1, 2, 3, 4)), (1,), False),
        (f"when bob: move a1 b1\n{M}", "take", (M, "when bob: move a1 b1"), (), False),
        ("turn 2\nmove c1 c2", "take", ("move c1 c2", "turn 2"), (), False),  # nobody knows yet what will be legal
        ("turn 1\nmove c1 c2", "refuse", ("turn 1",), (), True),
        ("turn 2 3\nmove c1 c2", "refuse", (), (), True),
        ("turn ²\nmove c1 c2", "refuse", ("turn ²",), (), True),
        ("\n".join("x" * 400), "talk", (), tuple(range(1, 401)), False),
        ("\n".join("x" * 401), "refuse", (), (), False),
        ("\n".join([M, *[""] * 500]), "take", (M,), (), False),
        (f"{M}\nend\nwho knows", "take", (M,), (), False),
        ("draw offer\nhello there", "offer", ("draw offer",), (2,), False),
        ("draw offer\nstatus\nhello", "refuse", (), (3,), False),
        ("draw offer\nmove it", "refuse", (), (2,), False),
        ("draw offer", "take", ("draw offer",), (), False),
        ("player carla", "take", ("player carla",), (), False),
        ("Hi Bob,\nThanks", "courtesy", (), (), False),
        ("\n \n", "empty", (), (), False),
        ("\n👍\n", "courtesy", (), (), False),
    ],
)
def test_a_text_is_taken_offered_asked_or_passed_on(
    text: str, kind: str, orders: tuple[str, ...], why: tuple[int, ...], typed: bool
) -> None:
    told = Judge(position(SF), NAMES, players=["Bob"]).judge(text)
    assert (told.kind, told.orders, tuple(line.number for line in told.why), told.typed) == (kind, orders, why, typed)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("from a5 to b5".ljust(80, "!"), M),
        ("from a5 to b5".ljust(81, "!"), None),
        ("token from the hub to it", None),  # five words without a number
    ],
)
def test_a_line_of_nothing_but_a_move_is_short(line: str, order: str | None) -> None:
    judge = Judge(position(SF), NAMES)
    told = judge.judge(line)
    assert (told.read == (Understood(1, M),), told.kind == "take") == (order is not None, order is not None)


@pytest.mark.parametrize(("mailed", "kind"), [(True, "courtesy"), (False, "empty")])
def test_a_mail_has_signatures_and_a_file_has_comments(mailed: bool, kind: str) -> None:
    def judged(text: str) -> reading.Answer:
        return Judge(position(SF), NAMES, mailed=mailed).judge(text)

    assert judged("--\nxx").kind == kind
    assert judged(f"{M} # or so").kind == ("offer" if mailed else "take")
    assert judged("say bob: a # b").orders == ("say bob: a # b",)


@pytest.mark.parametrize(
    ("text", "offered", "said"),
    [
        ("yes", (), "yes"),
        ("Yes!", (), "yes"),
        ("Hi,\nyes\nCarla", (), "yes"),
        ("player carla\nyes", (), "yes"),
        ("resign\nyes", (), None),
        ("no", (), "no"),
        ("no 7f3a", ("7f3a",), None),
        ("yes 7f3a", (), "yes 7f3a"),
        ("yes, 7f3a", (), "yes 7f3a"),
        ("yes 7f3l", (), None),  # no sign of codes
        ("yes 7f3", (), None),
        ("7f3a", ("7f3a",), "yes 7f3a"),
        ("7f3a", ("7f3b",), None),
        ("7f3a 7f3a", ("7f3a",), None),
        ("yes\nyes", (), None),
        ("yes\nhello", (), None),
        ("yes\n~~no~~", (), "yes"),
        ("Thanks 👎\nyes", (), None),
        ("", (), None),
    ],
)
def test_an_offer_is_answered_by_one_clear_word(text: str, offered: tuple[str, ...], said: str | None) -> None:
    judge = Judge(position(SF), NAMES)
    assert judge.confirmed(text, offered) == said
    if said:
        places = [number for number, line in enumerate(text.split("\n"), 1) if line[:3].lower() in ("yes", "no", "7f3")]
        kept = {number for number, line in enumerate(text.split("\n"), 1) if line.startswith("player")}
        blank = (
            number for number, line in enumerate(text.split("\n"), 1) if number not in kept and number not in places
        )
        read = {**dict.fromkeys(blank, ""), places[0]: said}
        stand = dict(enumerate(text.split("\n"), 1))
        assert dict(judge.answered(said)) == {n: text for n, text in read.items() if stand[n] != text}


@pytest.mark.parametrize(
    ("text", "begins"), [("yes but a6", True), ("Hi,\nyes - but", True), ("a yes", False), ("", False)]
)
def test_a_text_may_begin_with_a_yes_and_go_on(text: str, begins: bool) -> None:
    judge = Judge(position(SF), NAMES)
    assert judge.confirmed(text) is None
    assert judge.begins_with_yes is begins


def match(*names: str, **more: Any) -> tuple[Match, Standing]:
    """A match of Snakes and Foxes that has begun, and the first of its players is to move."""
    options = GAME.Options(**more.pop("options", {})).model_dump()
    made = Match("anna-bob", SF, options, tuple(map(Seat, names)), dice.PLAIN, CHAIN.commitment.hex(), reader=2, **more)
    words = ("hazel", "thorn")[: len(names)]
    return made, adjudication.begin(made, GAME, words, Links(CHAIN.link), "0" * 64).standing


ANNA = Typed(("anna",))


def recorded(text: str, offers: tuple[str, ...] = (), typed: Typed = ANNA, **terms: Any) -> Reading:
    """How a mail by Anna is read in a match with Bob, who is asked whether he means what is offered, too."""
    made, now = match("Anna", "Bob", **({"terms": Terms(**terms)} if terms else {}))
    asked = [Offer(0, f"7f3{'abc'[n]}", order, 1) for n, order in enumerate(offers)]
    now = now._replace(desk=now.desk._replace(offers=(Offer(1, "8888", N, 1), *asked)))
    post = Post((0,), MailRecord("x", "2026-11-30T10:00:00+00:00", ""), typed=typed)
    found = reading.read(made, GAME, now, text.encode(), "x.txt", post, lambda: HEAD).reading
    assert found is not None
    return found


def test_talk_is_offered_to_whom_it_may_be_for_and_cut_to_900_signs() -> None:
    assert recorded("you see\n so  it is") == Reading(
        *("talk", (Understood(1), Understood(2)), ("say Bob: you see so it is",)),
        (Understood(1, "you see"), Understood(2, "so  it is")),
        HEAD,
    )
    assert recorded("you see", messages=1).offers == ("say Bob: you see",)
    assert recorded("you see", messages=0).offers == ("say referee: you see",)
    assert recorded("word " * 400).offers == (f"say Bob: {('word ' * 400)[:900]}",)
    for names, to in (("Anna", "referee"), ("Anna Bob", "Bob"), ("Anna Bob Cleo", "all")):
        assert reading._to(match("Anna", "Bob")[0]._replace(seats=tuple(map(Seat, names.split()))), 0) == to


def test_of_what_cannot_be_placed_eight_lines_are_shown() -> None:
    """With their numbers, unless these may be other ones than their writer saw."""
    found = recorded("\n".join("sea" for _ in range(12)))
    assert [line.line for line in found.why] == [*range(1, 9)]
    assert [line.line for line in recorded("sea\nsea", typed=Typed(reflowed=True)).why] == [0, 0]
    assert [line.line for line in recorded("sea").why] == [0], "the only one needs no number"
    assert [line.line for line in recorded("match anna-bob\nplayer anna\nsea").lines] == [3]


@pytest.mark.parametrize(
    ("text", "offers", "kind", "offered"),
    [
        (FIRST, (), "", ()),
        ("I think a5 is it", (), "mean", (FIRST,)),
        (f"{FIRST}\nwho knows", (), "doubt", (FIRST,)),
        ("a1 or a2", (), "which", ("move a1", "move a2")),
        ("a1 or a2 or a3 or a4", (), "refuse", ()),
        ("move b5", (), "", ()),  # the referee says why not
        ("what is it?", (), "question", ()),
        ("thanks", (), "courtesy", ()),
        ("out of office", (), "no", ()),
        ("stop", (), "leave", ()),
        ("", (), "", ()),
        ("no", (), "courtesy", ()),
        ("no", (N,), "no", ()),
        ("yes", (N,), "", ()),
        ("yes but why", (N,), "doubt", (N,)),
        ("yes but why", (N, M), "which", (N, M)),
        ("yes but why", (), "talk", ("say Bob: yes but why",)),
        ("yes is it it?", (N,), "doubt", (N,)),
        ("yes z5", (N,), "doubt", (N,)),
        ("yes z5", (), "refuse", ()),
        ("you see", (N,), "talk", ("say Bob: you see",)),
    ],
)
def test_a_reading_says_what_is_asked_back(
    text: str, offers: tuple[str, ...], kind: str, offered: tuple[str, ...]
) -> None:
    found = recorded(text, offers)
    assert (found.kind, found.offers, found.head) == (kind, offered, HEAD if offered else "")


def test_what_stood_beside_quoted_lines_is_offered_and_not_taken() -> None:
    assert [recorded(FIRST, typed=Typed(partly=partly)).kind for partly in (True, False)] == ["doubt", ""]


def test_who_is_not_to_move_has_orders_taken_so_that_the_referee_says_why_not() -> None:
    _, now = match("Anna", "Bob")
    held = now._replace(desk=now.desk._replace(held=True))
    assert [reading.position(GAME, at, seat).acts for at, seat in ((now, 0), (now, 1), (held, 0))] == [
        True,
        False,
        False,
    ]
    for at, seat in ((now, 1), (held, 0)):
        told = Judge(reading.position(GAME, at, seat)).judge(f"Hi,\n{FIRST}\nwho knows")
        assert (told.kind, told.orders, told.read) == ("take", (FIRST,), (Understood(1), Understood(3)))
        told = Judge(reading.position(GAME, at, seat)).judge(f"{FIRST}\nstatus\nwho knows")
        assert (told.kind, told.orders, len(told.why)) == ("refuse", (), 1)


def test_a_refused_move_is_helped_where_nothing_better_was_said() -> None:
    made, _ = match("Anna", "Bob")
    words = ("hazel", "thorn")
    ruling = adjudication.begin(made, GAME, words, Links(CHAIN.link), "0" * 64)
    refused = (
        Refusal(1, "notation", "x", "h1", "move a55"),
        Refusal(2, "illegal", "x", "legal: `move a1`", "move a66"),
        Refusal(3, "illegal", "x", "h3", "move a55"),  # a hint of its own
        Refusal(4, "notation", "x", "h4", "move a55"),  # no move
        Refusal(5, "notation", "x", "h5", "move a55"),  # for later
    )
    given: Any = SimpleNamespace(
        orders=[
            SimpleNamespace(line=n, kind="say" if n == 4 else "action", when="Bob" if n == 5 else "")
            for n in range(1, 6)
        ]
    )

    def hints(match: Match, seat: int | None, *refusals: Refusal) -> list[str]:
        entry = ruling.entry._replace(seat=seat, refusals=refusals)
        helped = reading.helped(match, GAME, given, ruling._replace(entry=entry))
        return [one.hint for one in helped.entry.refusals]

    told = "legal: `move a1`, `move a2`, `move a3` and 13 more"
    assert hints(made, 0, *refused) == [told, told, "h3", "h4", "h5"]
    as_said = [one.hint for one in refused]
    assert hints(made._replace(reader=0), 0, *refused) == hints(made, None, *refused) == as_said
    assert hints(made, 0, *refused[3:]) == as_said[3:]
