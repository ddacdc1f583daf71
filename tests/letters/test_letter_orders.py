"""What letters say of orders: who asked for what, whose turn it is, until when, how much there is room for."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import dice
from adjudicator.core.game import Event
from adjudicator.letters import orders
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.referee.admin import Awaited, Clock, Desk, Kept, Late, Refused, Wish
from adjudicator.referee.records import REFEREE, Done, Pads, Reading, Refusal, Say, Seat, Throw, Understood
from adjudicator.referee.terms import Terms

CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
SEATS = (Seat("Anna", "anna@example.org"), Seat("Bob"), Seat("Cleo", "cleo@example.org"))
LINE = {
    **{"by": "file", "seat": 0, "n": 3, "source": "a.txt", "mail": None, "reading": None, "played": False},
    **dict.fromkeys(("done", "events", "refusals", "says", "letters", "offered"), ()),
}


def entry(**more: Any) -> Any:
    """A line of a log, which Anna has sent, in which nothing has happened."""
    return SimpleNamespace(**{**LINE, **more})


def asking(*texts: str, **more: Any) -> Any:
    return entry(done=[Done("ask", text) for text in texts], **more)


def standing(**more: Any) -> Any:
    """Where a match of Anna, Bob and Cleo stands in its second turn."""
    after = {"state": SimpleNamespace(turn=2), "outcome": None, "waits": None, "desk": Desk(), "pads": Pads()}
    return SimpleNamespace(**{**after, "words": ("a", "b", "c"), "offers": (), "links": 0, "addresses": (), **more})


def seen(seat: int = 0, acting: tuple[int, ...] = (0,), **more: Any) -> Any:
    """That as one of them sees it, where those seats are to act."""
    game = SimpleNamespace(open=True, to_act=lambda state: acting, sees=lambda event, seat, count: True)
    told = {"match": SimpleNamespace(id="m", seats=SEATS, terms=None, witness="", dice=dice.SCHEME, proof="address")}
    told |= {"game": game, "phrases": Phrases("snakes-and-foxes"), "names": Names(("Anna", "Bob", "Cleo"))}
    return orders.Answers(**{**told, "before": standing(), "entry": entry(), "after": standing(), "seat": seat, **more})


def test_a_link_of_the_dice_leads_to_the_commitment_by_as_many_hashes() -> None:
    commitment = CHAIN.commitment.hex()
    for k in (1, 2, 7):
        assert [orders.leads(CHAIN.link(k), n, commitment) for n in (k - 1, k, k + 1)] == [False, True, False]
    assert not orders.leads(CHAIN.link(2), 1, commitment)
    far = dice.LINKS - 1
    assert orders.leads(CHAIN.link(far), far, commitment)
    assert not orders.leads(dice.secret_from_seed("wheel"), dice.LINKS, commitment), "none is hashed beyond the chain"
    assert orders.leads(CHAIN.link(0), -1, commitment) and orders.leads(CHAIN.link(0), dice.LINKS, commitment)


@pytest.mark.parametrize(
    ("is_open", "many", "outcome", "closed"),
    [
        (is_open, many, outcome, (is_open, many > 1, outcome) == (False, True, None))
        for is_open, many, outcome in product((True, False), (1, 2, 3), (None, "won"))
    ],
)
def test_links_are_closed_while_others_have_yet_to_meet_the_same_dice(
    is_open: bool, many: int, outcome: Any, closed: bool
) -> None:
    game, match = SimpleNamespace(open=is_open), SimpleNamespace(seats=SEATS[:many])
    assert orders.closed(game, match, standing(outcome=outcome)) is closed  # type: ignore[arg-type]


def test_what_was_asked_for_is_the_sender_s_alone_and_named_once() -> None:
    line = asking("moves", "dice", "moves")
    line.done.append(Done("action", "rules"))
    assert [orders.asked(line, seat) for seat in (0, 1, REFEREE)] == [("moves", "dice"), (), ()]


@pytest.mark.parametrize(
    ("texts", "turn"),
    [
        ((), None),
        (("moves",), None),
        (("dice",), 0),
        (("dice 7",), 7),
        (("moves", "dice 12"), 12),
        (("dice 7", "dice"), 7),
        (("dice x",), None),
    ],
)
def test_rolls_are_asked_of_a_turn_or_of_the_last(texts: tuple[str, ...], turn: int | None) -> None:
    assert orders.rolls_asked(asking(*texts), 0) == turn
    assert orders.rolls_asked(asking(*texts), 1) is None


def test_a_first_letter_is_that_of_the_first_line_or_a_substitute_s() -> None:
    late = Event("substituted", 1)
    assert [orders.first(entry(n=n), 0) for n in (0, 1)] == [True, False]
    assert [orders.first(entry(events=(late,)), seat) for seat in (0, 1)] == [False, True]
    assert not orders.first(entry(events=(Event("wish", 1),)), 1)


def test_rules_come_with_a_first_mail_and_to_who_asks_for_them() -> None:
    match: Any = SimpleNamespace(seats=SEATS)

    def with_rules(line: Any, seat: int) -> bool:
        line.after = standing()
        return orders.with_rules(match, line, seat)

    assert [with_rules(entry(n=0), seat) for seat in (0, 1, 2, REFEREE)] == [
        True,
        False,
        True,
        False,
    ]  # Bob has no mail
    assert [with_rules(asking("rules"), seat) for seat in (0, 1, 2)] == [True, False, False]
    assert [with_rules(entry(), seat) for seat in (0, 1, 2)] == [False, False, False]


@pytest.mark.parametrize(
    ("wished", "acting", "more", "brings"),
    [
        (True, True, {}, False),  # nothing has happened
        (True, True, {"n": 0}, True),
        (True, True, {"played": True}, True),
        (True, True, {"by": "ahead"}, True),
        (True, True, {"events": (Event("reminded", 0),)}, True),
        (True, True, {"events": (Event("bank-runs", 0),)}, True),
        (True, True, {"events": (Event("substituted", 0),)}, True),
        (True, True, {"events": (Event("reminded", 1),)}, False),  # another is reminded
        (True, True, {"events": (Event("late", 0),)}, False),
        (True, False, {"played": True}, False),
        (False, True, {"played": True}, False),
        (False, False, {"done": [Done("ask", "page")]}, True),
        (False, False, {"done": [Done("ask", "page")], "seat": 1}, False),
        (False, False, {"events": (Event("wish", 0, words={"value": "page"}),)}, True),
        (False, False, {"events": (Event("wish", 1, words={"value": "page"}),)}, False),
        (False, False, {"events": (Event("wish", 0, words={"value": "text"}),)}, False),
    ],
)
def test_a_page_comes_to_who_asked_for_one_or_wants_them_and_is_to_move(
    wished: bool, acting: bool, more: dict[str, Any], brings: bool
) -> None:
    wishes = (Wish(0, "letters", "page"),) if wished else (Wish(1, "letters", "page"),)
    after = standing(desk=Desk(wishes=wishes))
    line = entry(after=after, **more)
    game: Any = SimpleNamespace(to_act=lambda state: (0,) if acting else (1,))
    assert orders.with_page(game, line, lambda: after, 0) is brings
    before_play = standing(desk=after.desk, state=None)
    assert orders.with_page(game, line, lambda: before_play, 0) is (brings or (wished and bool(more.get("played"))))
    assert not orders.with_page(game, entry(after=after, n=0), lambda: after, REFEREE)


@pytest.mark.parametrize(
    ("name", "handle"),
    [
        ("Anna", "Anna"),
        ("Anna O'Neil-Smith Jr.", "Anna O'Neil-Smith Jr."),
        ("Zoë", "Zoë"),
        ("A" * 60, "A" * 60),
        ("A" * 61, "A"),
        ("日" * 30, "日" * 30),
        ("日" * 31, "A"),  # of 62 columns
        ("Anna:", "A"),
        ("Anna  Bell", "A"),
        ("", "A"),
    ],
)
def test_a_player_is_named_in_a_file_by_a_name_that_cannot_be_misread(name: str, handle: str) -> None:
    at = seen()
    assert at._replace(match=SimpleNamespace(seats=(Seat(name),))).handle(0) == handle


WAITS = SimpleNamespace(seat=1, what="roll", orders=("move a5",), round=7, due="2026-11-30T10:00:00+00:00")


@pytest.mark.parametrize(
    ("more", "seat", "acting", "told"),
    [
        ({"outcome": "won"}, 0, (), ("over", "", 0)),
        ({"waits": WAITS}, 0, (), ("waits", "", 0)),
        ({"state": None, "words": (None, "b", None)}, 0, (), ("joining", "you and Cleo", 0)),
        ({"state": None, "words": (None, "b", None)}, 1, (), ("joining", "Anna and Cleo", 0)),
        ({"desk": Desk(held=True)}, 0, (0,), ("held", "", 0)),
        ({}, 0, (0,), ("yours", "", 0)),
        ({}, 0, (0, 1), ("both", "Bob", 1)),
        ({}, 0, (0, 1, 2), ("both", "Bob and Cleo", 2)),
        ({}, 0, (1,), ("theirs", "Bob", 1)),
        ({}, REFEREE, (1,), ("watch", "Bob", 1)),
    ],
)  # fmt: skip
def test_a_letter_says_whose_turn_it_is(
    more: dict[str, Any],
    seat: int,
    acting: tuple[int, ...],
    told: tuple[str, str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(orders, "_form", lambda of: "a form")
    at = seen(seat, acting, after=standing(**more))
    found = orders.following(at)
    assert (found["next"], found["others"], found["several"]) == told
    turn = told[0] in ("both", "yours")
    assert (found["form"], found["due"], found["link"]) == ("a form" if turn else None, None, 0)
    assert found["join"] is (seat == 0 and told[0] == "joining")
    assert (found["waits"] is None) is (told[0] != "waits")
    assert (found["pad"], found["ready"], found["late"], found["kept"], found["offers"]) == (False, False, None, [], [])


def test_what_waits_for_a_round_is_the_reader_s_another_s_or_nobody_s() -> None:
    for is_open, seat, shown in ((True, 0, ["move a5"]), (False, 0, []), (False, 1, ["move a5"])):
        at = seen(seat, after=standing(waits=WAITS))
        at.game.open = is_open
        found: Any = orders._waits(at)
        assert (found["own"], found["player"], found["orders"], found["time"]) == (seat == 1, "Bob", shown, "10:00")
    nobody: Any = orders._waits(seen(after=standing(waits=SimpleNamespace(**{**vars(WAITS), "seat": None}))))
    assert (nobody["own"], nobody["player"], nobody["orders"]) == (False, "", ["move a5"])


CLOCK = Clock(0, 2, "2026-11-21T10:00:00+00:00", "2026-11-24T00:00:00+00:00", bank="2026-11-29T12:00:00+00:00")


@pytest.mark.parametrize(
    ("terms", "clock", "late", "told"),
    [
        (Terms(days=3), CLOCK._replace(bank=""), 0, ("", "", "", False, "wait", "", 3)),
        (Terms(days=3, grace=12), CLOCK._replace(bank=""), 1, ("", "12 hours", "", False, "wait", "", 2)),
        (Terms(grace=12, bank=48, late="bot:wise"), CLOCK, 2, ("", "12 hours", "2 days", False, "bot:wise", "wise", 1)),
        (Terms(grace=12, bank=48), CLOCK._replace(running=True), 5, ("12:00", "", "", True, "wait", "", 1)),
    ],
)
def test_orders_are_due_by_the_clock_then_by_the_bank(
    terms: Terms, clock: Clock, late: int, told: tuple[Any, ...]
) -> None:
    desk = Desk(clocks=(clock,), late=(Late(0, late),))
    at = seen(after=standing(desk=desk))
    at.match.terms = terms
    found: Any = orders.due(at, 0)
    assert found["date"] == ("Sunday 29 November" if clock.running else "Monday 23 November")
    assert tuple(found[name] for name in ("time", "grace", "bank", "runs", "policy", "bot", "left")) == told
    assert orders.due(at, 1) is None, "who has no clock"
    at.match.terms = None
    assert orders.due(at, 0) is None


@pytest.mark.parametrize(
    ("late", "policy", "held", "told"),
    [
        ((Late(1, 1),), "wait", False, "Bob"),
        ((Late(1, 1),), "pass", False, "Bob"),
        ((Late(1, 1),), "forfeit", False, "Bob"),
        ((Late(1, 1),), "random", False, None),
        ((Late(1, 1),), "wait", True, None),
        ((Late(1, 0),), "wait", False, None),
        ((Late(0, 1),), "wait", False, None),  # the reader's own
        ((Late(1, 1), Late(2, 3)), "wait", False, "Bob"),
        ((Late(2, 3),), "wait", False, "Cleo"),
    ],
)
def test_the_match_waits_for_another_who_is_late(
    late: tuple[Late, ...], policy: str, held: bool, told: str | None
) -> None:
    desk = Desk(late=late, held=held, clocks=(CLOCK._replace(seat=1, bank=""),))
    at = seen(acting=(0, 1, 2), after=standing(desk=desk))
    assert orders._late(at) is None
    at.match.terms = Terms(days=3, late=policy)
    found = orders._late(at)
    date = "Monday 23 November" if told == "Bob" else ""
    assert found == (None if told is None else {"player": told, "date": date})


def test_orders_kept_are_told_with_what_they_wait_for() -> None:
    kept = (
        Kept(0, 0, None, ("move a5", "move b5"), 1),
        Kept(0, 4, None, ("move a5",), 1, "ab" * 10),
        Kept(0, 0, Awaited(1, "move z9"), ("move a5",), 1),
        Kept(1, 0, None, ("move c5",), 1),
    )
    found = orders.following(seen(acting=(1,), after=standing(desk=Desk(kept=kept))))["kept"]
    assert [(one["turn"], one["player"], one["action"], one["orders"], one["shown"]) for one in found] == [
        (0, "", "", "move a5; move b5", False),
        (4, "", "", "move a5", True),
        (0, "Bob", "move z9", "move a5", False),
    ]
    assert len({one["said"].partition("move")[0] for one in found}) == 3


def refused(reason: str, **more: Any) -> Any:
    line = entry(refusals=(Refusal(2, "illegal", reason, "hint", "move " + "z" * 300),), **more)
    return orders._refused(seen(entry=line))


def test_a_refusal_is_told_to_its_sender_and_in_short_where_there_is_room() -> None:
    for length, short in ((34, "x" * 34), (35, "")):
        (told,) = refused("`move z9` is not legal: " + "x" * length)
        assert told["short"] == short and told["line"] == 2 and told["hint"] == "hint"
        assert len(told["order"]) == 200 and told["order"].endswith("…")
    assert refused("the `end`")[0]["short"] == ""
    assert [refused("no", by=by)[0]["line"] for by in ("ahead", "beacon", "file", "referee")] == [0, 0, 2, 2]
    assert refused("no", n=0) == [] == refused("no", seat=1)
    for line, order in ((2, ""), (3, "move")):
        (told,) = refused("no", reading=Reading("", (Understood(line, "yes 7f3a"),)))
        assert told["order"].partition(" ")[0] == order, "a yes in another language is not told as an order"
    (told,) = refused("no", reading=Reading("", (Understood(2, "move a5"),)))
    assert told["order"].startswith("move")


@pytest.mark.parametrize(
    ("more", "seat", "news"),
    [
        ({"seat": None}, 0, ""),
        ({}, 0, "received"),
        ({"by": "ahead"}, 0, "ahead"),
        ({"by": "beacon"}, 0, "beacon"),
        ({}, 1, ""),
        ({"says": (Say(0, (1,), "x", grey=True),)}, 1, "grey"),
        ({"says": (Say(0, (1,), "x"),)}, 1, ""),
        ({"says": (Say(0, (1,), "x", grey=True), Say(0, (1,), "x"))}, 1, ""),
        ({"says": (Say(0, (2,), "x", grey=True),)}, 1, ""),
        ({"says": (Say(0, (1,), "x", grey=True),), "events": (Event("throw", 0),)}, 1, ""),
    ],
)
def test_a_letter_answers_its_sender_and_names_nobody_who_gave_no_name(more: Any, seat: int, news: str) -> None:
    assert orders._news(seen(seat, entry=entry(**more))) == news


def test_a_receipt_counts_what_was_done_said_and_refused() -> None:
    done = (
        *(Done("action", "move a5", 1), Done("ask", "moves", 2), Done("action", "move b5"), Done("draw", "offer", 4)),
        Done("check", "move a6", 3, events=(Event("would", 0),)),
        Done("check", "move a7", 5, events=(Event("would-throw", 0),)),
        Done("wish", "x", 6, events=(Event("wish", 0),)),
    )
    says = (Say(0, (1,), "x"), Say(0, (), "x"), Say(0, (1, 2), "x"))
    line = entry(done=done, says=says, refusals=(Refusal(7, "illegal", "no"),), source="long " * 30)
    found = orders.receipt(seen(entry=line))
    assert found["done"] == [{"line": 1, "order": "move a5"}, {"line": 4, "order": "draw offer"}]
    assert found["checked"] == [
        {"line": 3, "order": "move a6", "rolls": False},
        {"line": 5, "order": "move a7", "rolls": True},
    ]
    assert (found["messages"], found["partly"], found["stuck"], len(found["file"])) == (2, True, False, 60)
    assert (found["sender"], found["news"], found["mail"], len(found["refused"])) == ("Anna", "received", "", 1)
    other = orders.receipt(seen(1, entry=line))
    assert (other["done"], other["checked"], other["messages"], other["refused"]) == ([], [], 0, [])
    for files, stuck in ((4, False), (5, True), (6, True)):
        after = standing(desk=Desk(refused=(Refused(0, files),)))
        assert orders.receipt(seen(entry=line, after=after))["stuck"] is stuck
        assert not orders.receipt(seen(entry=entry(), after=after))["stuck"]
        assert not orders.receipt(seen(1, entry=line, after=after))["stuck"]
    assert not orders.receipt(seen(entry=entry()))["partly"]
    assert orders.receipt(seen(entry=entry(says=says)))["partly"]


def test_what_is_asked_back_has_a_short_form_for_a_subject() -> None:
    def asked(*offered: str, kind: str = "mean", seat: int = 0, offers: tuple[str, ...] = ()) -> Any:
        codes = tuple((f"7f3{'abc'[n]}", order) for n, order in enumerate(offered))
        why = (Understood(1, "w" * 300),)
        line = entry(offered=codes, reading=Reading(kind, (), offers or offered, why))  # type: ignore[arg-type]
        return orders.asks(seen(seat, entry=line))

    long = "move " + "a5 " * 7  # of 26 signs without its last space
    for order, short in ((long.strip()[:26], long.strip()[:26]), (f"{long}b6", f"{f'{long}b6'[:25].rstrip()}…")):
        (offer,) = asked(order)["offers"]
        assert (offer["short"], offer["line"], offer["order"], offer["code"]) == (short, order, order, "7f3a")
        assert offer["link"].endswith("match%20m%0D%0Aplayer%20Anna%0D%0Ayes%207f3a%0D%0A")
    assert [one["short"] for one in asked("move a1 b1 c1 d1 e", "move a1")["offers"]] == ["a1 b1 c1 d1 e", "a1"]
    assert [one["short"] for one in asked("move a1 b1 c1 d1 e1", "move a1")["offers"]] == ["a1 b1 c1 d1…", "a1"]
    assert [one["short"] for one in asked("move a1", "pass")["offers"]] == ["move a1", "pass"]
    assert [one["line"] for one in asked("say Bob: hi", kind="talk")["offers"]] == ["yes 7f3a"]
    assert len(asked("move a1")["why"][0]["text"]) == 200
    assert asked("say Bob: hi", kind="talk")["to"] == "Bob and Cleo"
    assert asked("say referee: hi", kind="talk")["to"] == "the referee"
    alone = seen(entry=entry(reading=Reading("talk")))
    assert (
        orders.asks(alone._replace(match=SimpleNamespace(**{**vars(alone.match), "seats": SEATS[:1]})))["to"]
        == "the referee"
    )
    assert orders.asks(seen())["offers"] == []


def test_a_form_begins_with_what_all_examples_begin_with(monkeypatch: pytest.MonkeyPatch) -> None:
    def form(*found: str) -> str:
        monkeypatch.setattr(orders, "find", lambda *_: orders.Examples(found, 7, True))
        at = seen()
        monkeypatch.setattr(orders.Seen, "state", None)
        monkeypatch.setattr(orders.Seen, "dated", 2)
        made = orders._form(at)
        assert (made["turn"], made["orders"], made["count"], made["more"]) == (2, list(found), 7, True)
        assert made["link"].startswith("mailto:?subject=%5Bm%5D%20turn%20")
        return str(made["link"]).partition("&body=")[2].replace("%20", " ").replace("%0D%0A", "|").replace("%23", "#")

    assert form("move a1", "move a2") == "match m|player Anna|turn 2|move |# move a1|"
    assert form("move a1", "pass") == "match m|player Anna|turn 2||# move a1|"
    assert form("a1-b1") == "match m|player Anna|turn 2||# a1-b1|"
    assert form() == "match m|player Anna|turn 2||"


def roll(turn: str, k: int = 0, sides: int = 6, value: int = 3) -> Done:
    why = f"{turn}: token A" if turn else "token A"
    event = Event("throw", 0, dice=(value,))
    return Done("action", "move a5", 1, (event,), (Throw(why, sides, (value,)),), k)


def test_rolls_are_of_the_turn_that_they_name_or_of_that_of_their_line() -> None:
    first, named, second, third = roll(""), roll("turn 3", 1), roll("", 2), roll("turn 3", 1, value=5)
    past = [
        entry(done=(first, Done("wish", "x")), after=standing()),  # thrown in turn 1; turn 2 is now
        entry(done=(named, second), after=standing(state=SimpleNamespace(turn=4))),
        entry(after=standing(state=None)),
    ]
    at = seen(entry=entry(done=(third,), after=standing()), past=lambda: past)
    assert at.rolled(1) == (1, [(first, list(first.throws))])
    assert at.rolled(2) == (2, [(second, list(second.throws))])
    assert at.rolled(3) == (3, [(named, [*named.throws, *third.throws])])
    assert at.rolled(0) == at.rolled(3)
    assert at.rolled(4) == (4, [])
    assert seen(entry=entry(after=standing())).rolled(0) == (0, [])
    at.game.sees = lambda event, seat, count: False
    assert at.rolled(0) == (0, [])


def test_a_thousand_actions_are_looked_at_three_hundred_listed_and_two_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def game(many: int) -> Any:
        moves = [f"move a{n}" for n in range(many)]
        return SimpleNamespace(
            moves=lambda state: iter(moves),
            format=lambda action, state: action,
            to_act=lambda state: (0,),
            view=lambda state, seat: SimpleNamespace(),
            open=True,
        )

    for many, more in ((999, False), (1000, False), (1001, True)):
        found = orders.find(game(many), SimpleNamespace(), 1)
        assert (found.many, found.more) == (min(many, 1000), more)
    for many in (3, 301):
        listed = seen()._replace(game=game(many))._moves()
        assert (len(listed["orders"]), listed["count"]) == (min(many, 300), many)
    assert seen(acting=(1,))._moves() == {"orders": [], "count": 0, "more": False}
    monkeypatch.setattr(orders.Seen, "state", SimpleNamespace())
    monkeypatch.setattr(orders.Seen, "dated", 0)
    assert len(orders._form(seen()._replace(game=game(9)))["orders"]) == 2


def test_the_last_three_hundred_lines_of_what_happened_are_told_each_with_its_turn() -> None:
    past = [entry(events=(Event("begins", 0),), after=standing(state=SimpleNamespace(turn=n + 1))) for n in range(302)]
    past.insert(5, entry(events=(Event("wish", 0),), after=standing(state=SimpleNamespace(turn=5))))
    told = seen(past=lambda: past)._history()
    assert [line["turn"] for line in told] == list(range(2, 302))
    assert seen(past=lambda: past[:2])._history()[0]["turn"] == 0
