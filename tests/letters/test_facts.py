"""Who gets a letter, who is spared one and what it is about: rules of days, paces and lines of the log."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from letters.test_letter_orders import CLOCK, entry, seen, standing

from adjudicator.core.game import Event
from adjudicator.letters import facts
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.referee.admin import Desk, Wish
from adjudicator.referee.records import REFEREE, Done, MailRecord, Reading, Refusal, Say
from adjudicator.workshop.samples import Table

NOON = "2026-11-21T12:00:00+00:00"


def at(text: str, **more: Any) -> Any:
    return entry(at=text, **more)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        (NOON, "2026-11-22T11:59:59+00:00", True),
        (NOON, "2026-11-22T12:00:00+00:00", False),
        (NOON, NOON, True),
        ("", "2027-11-22T12:00:00+00:00", True),  # as far as it is known
        (NOON, "", True),
    ],
)
def test_two_lines_are_near_within_a_day(one: str, other: str, near: bool) -> None:
    assert facts._near(at(one), at(other)) is near
    mailed = entry(mail=MailRecord("x", other, "address"), at=NOON)
    assert facts._near(at(one), mailed) is near, "an email counts from when it was received"


def test_a_no_and_thanks_that_were_answered_within_a_day_need_no_answer() -> None:
    game: Any = SimpleNamespace(to_act=lambda state: (0,))

    def silent(kind: str, *past: Any, seat: int = 0) -> bool:
        line = at(NOON, reading=Reading(kind) if kind else None, seat=seat)  # type: ignore[arg-type]
        return facts._silent(game, line, standing(), lambda: past)

    assert [silent(kind) for kind in ("", "no", "talk", "courtesy")] == [False, True, False, False]
    assert silent("courtesy", seat=1), "who is not to move"
    thanked = at("2026-11-20T12:00:01+00:00", reading=Reading("courtesy"), letters=("x",))
    assert silent("courtesy", thanked)
    for change in ({"at": "2026-11-20T12:00:00+00:00"}, {"seat": 1}, {"letters": ()}, {"reading": None}):
        assert not silent("courtesy", entry(**{**vars(thanked), **change})), change
    assert not silent("courtesy", entry(**{**vars(thanked), "reading": Reading("talk")}))
    assert silent("courtesy", thanked, *[entry()] * 19)
    assert not silent("courtesy", thanked, *[entry()] * 20), "twenty lines are looked through"
    assert not silent("talk", thanked)


TURN, PLAIN = (Done("action", "x"),), {"played": True, "seat": 1, "done": (Done("action", "x"), Done("word", "x"))}
TO_ALL, TO_BOB = Say(1, (0, 2), "x"), Say(0, (1,), "x")


@pytest.mark.parametrize(
    ("pace", "line", "acting", "spared"),
    [
        ("", PLAIN, 1, False),
        ("full", PLAIN, 1, False),
        ("brief", PLAIN, 1, True),
        ("brief 9:00", PLAIN, 1, True),
        ("brief", PLAIN, 0, False),  # who is to move
        ("brief", {**PLAIN, "played": False}, 1, False),
        ("brief", {**PLAIN, "done": (*TURN, Done("draw", "offer"))}, 1, False),
        ("brief", {**PLAIN, "says": (TO_ALL,)}, 1, False),
        ("brief", {**PLAIN, "says": (TO_BOB,)}, 1, True),
        ("brief", {**PLAIN, "n": 0}, 1, False),
        ("brief", {**PLAIN, "events": (Event("late", 0),)}, 1, False),
        ("brief", {**PLAIN, "events": (Event("late", 1),)}, 1, True),
        ("brief", {**PLAIN, "events": (Event("forfeited", 0),)}, 1, False),
        ("brief", {**PLAIN, "events": (Event("substituted", 0),)}, 1, False),
        ("brief", {**PLAIN, "events": (Event("wish", 0),)}, 1, False),
        ("brief", {**PLAIN, "events": (Event("throw", 0),)}, 1, True),
        ("brief", {**PLAIN, "seat": 0}, 1, True),
        ("brief", {**PLAIN, "seat": 0, "refusals": (Refusal(1, "illegal", "x"),)}, 1, False),
        ("brief", {**PLAIN, "seat": 0, "reading": Reading("mean")}, 1, False),
        ("brief", {**PLAIN, "refusals": (Refusal(1, "illegal", "x"),), "reading": Reading("mean")}, 1, True),
        ("daily", PLAIN, 1, True),
        ("daily 9:00", {**PLAIN, "says": (TO_ALL,)}, 1, True),
        ("daily", PLAIN, 0, True),  # has time
        ("daily", {**PLAIN, "at": NOON}, 0, True),
        ("daily", {**PLAIN, "at": "2026-11-23T00:00:00+00:00"}, 0, True),  # a day is left
        ("daily", {**PLAIN, "at": "2026-11-23T00:00:01+00:00"}, 0, False),
        ("daily", {**PLAIN, "at": "2026-11-23T00:00:01+00:00", "played": False}, 0, True),
        ("daily", {**PLAIN, "at": "2026-11-23T00:00:01+00:00"}, 1, True),
        ("daily", {**PLAIN, "at": NOON, "mail": MailRecord("x", "2026-11-23T00:00:01+00:00", "address")}, 0, False),
        ("daily", {**PLAIN, "seat": 0, "played": False}, 1, False),
    ],
)
def test_who_wishes_fewer_letters_is_spared_those_that_say_no_more_than_the_next(
    pace: str, line: dict[str, Any], acting: int, spared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "fate", lambda *_: None)
    game: Any = SimpleNamespace(SLUG="snakes-and-foxes", to_act=lambda state: (acting,))
    wishes = (Wish(0, "pace", pace), Wish(1, "pace", "daily"))
    after = standing(desk=Desk(wishes=wishes, clocks=(CLOCK,)))
    made = entry(**{"at": "", **line})
    assert facts._spared(game, standing(), made, after, 0) is spared
    assert not facts._spared(game, standing(state=None), made, after, 0)
    assert not facts._spared(game, standing(), made, standing(state=None, desk=after.desk), 0)
    assert not facts._spared(
        game, standing(), made, standing(desk=Desk(wishes=(Wish(REFEREE, "pace", pace),))), REFEREE
    )
    ended = standing(outcome="won", desk=after.desk)  # at the end only a daily reader is, whose digest tells it
    own = facts._spared(game, standing(), entry(**{"at": "", **PLAIN}), ended, 0)
    assert own is pace.startswith("daily")


@pytest.mark.parametrize(("pace", "said", "gone"), [*product(("brief", "daily"), (True, False), ("now", "before"))])
def test_who_has_no_piece_any_more_hears_of_it_once_and_then_of_the_end(
    pace: str, said: bool, gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = standing(), standing(desk=Desk(wishes=(Wish(0, "pace", pace),)))
    monkeypatch.setattr(facts, "fate", lambda game, now, *_: "" if now is after or gone == "before" else None)
    game: Any = SimpleNamespace(SLUG="snakes-and-foxes", to_act=lambda state: (1,))
    line = entry(**{**PLAIN, "says": (TO_ALL,) if said else ()})
    assert facts._spared(game, before, line, after, 0) is (gone == "before" and (pace == "daily" or not said))


def test_the_fate_of_a_seat_is_told_where_others_have_pieces_and_it_has_none() -> None:
    words: Any = SimpleNamespace(has=lambda table, kind: (table, kind) in (("out", "eaten"), ("out", "lost")))

    def fate(owners: list[int | None], *notes: Event, acting: tuple[int, ...] = (1,)) -> str | None:
        game: Any = SimpleNamespace(
            tokens=lambda state: [SimpleNamespace(seat=seat) for seat in owners],
            notes=lambda state: notes,
            to_act=lambda state: acting,
        )
        return facts.fate(game, standing(), 0, words)

    eaten, to_come = Event("eaten", 0, "pawn"), Event("to-come", 0, "pawn")
    assert fate([0, 1]) is fate([]) is fate([None]) is fate([None, 0]) is None
    assert fate([1]) == fate([None, 1]) == ""
    assert fate([1], acting=(0, 1)) is None
    assert fate([1], eaten) == "eaten" == fate([1], Event("eaten", 1), eaten, Event("lost", 0))
    assert fate([1], Event("eaten", 1, "pawn")) == "" == fate([1], Event("to-come", 0))
    assert fate([1], to_come) is None, "its pieces are to come"
    assert fate([], Event("to-come", 1, "pawn")) == ""


SEATS = tuple(SimpleNamespace(bot=bot) for bot in ("", "", "wise"))


@pytest.mark.parametrize(
    ("more", "get"),
    [
        ({}, [0]),  # the sender always has an answer
        ({"seat": None}, []),
        ({"seat": 2}, []),  # no bot reads letters
        ({"reading": Reading("no")}, []),
        ({"events": (Event("throw", 0),)}, [0, 1, REFEREE]),
        ({"events": (Event("wish", 1),), "seat": None}, [1]),
        ({"events": (Event("wish", 1),)}, [0, 1]),
        ({"says": (Say(0, (1,), "x"),)}, [0, 1]),
        ({"says": (Say(2, (1,), "x"),), "seat": None}, []),  # what a bot says
        ({"n": 0, "seat": None}, [0, 1, REFEREE]),
        ({"events": (Event("spectator-on", None),), "seat": None}, [REFEREE]),
    ],
)
def test_everybody_reads_of_play_and_else_the_sender_and_whom_it_concerns(
    more: dict[str, Any], get: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "_spared", lambda *_: False)
    monkeypatch.setattr(facts, "next_kept", lambda *_: None)
    game: Any = SimpleNamespace(to_act=lambda state: (0,), sees=lambda event, seat, count: True)
    match: Any = SimpleNamespace(seats=SEATS, dice="table")

    def readers(after: Any, before: Any = None) -> list[int]:
        return facts._readers(match, game, before or standing(), entry(**more), after, tuple)

    watched = standing(desk=Desk(spectators=("dora@example.org",)))
    assert readers(watched) == get
    assert readers(standing()) == [seat for seat in get if seat != REFEREE], "nobody looks on"
    ended = standing(outcome="won", desk=watched.desk)
    assert readers(ended) == [0, 1, REFEREE]
    assert readers(ended, standing(outcome="won")) == get, "it was over before"
    if more.get("events") and get == [REFEREE]:
        assert readers(standing(state=None, desk=watched.desk)) == []


def test_whose_orders_ahead_are_carried_out_at_once_reads_of_them_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_spared", lambda *_: False)
    monkeypatch.setattr(facts, "next_kept", lambda *_: 1)
    monkeypatch.setattr(facts, "turn_for", lambda *_: 2)
    game: Any = SimpleNamespace(to_act=lambda state: (1,), sees=lambda event, seat, count: True)
    line = entry(events=(Event("throw", 0),))

    def readers(dice: str, before: Any, after: Any) -> list[int]:
        match: Any = SimpleNamespace(seats=SEATS, dice=dice)
        return facts._readers(match, game, before, line, after, tuple)

    assert readers("postfox-dice-3", standing(), standing()) == [0]
    assert readers("table", standing(), standing()) == [0, 1]
    assert readers("postfox-dice-3", standing(state=None), standing()) == [0, 1]
    assert readers("postfox-dice-3", standing(), standing(waits=SimpleNamespace())) == [0, 1]


def letter(seat: int = 0, acting: tuple[int, ...] = (0,), fate: str = "", **more: Any) -> Any:
    """The facts of a letter to one of Anna, Bob and Cleo about a line that Anna has sent."""
    at = seen(seat, acting)
    at.game.SLUG, at.game.tokens, at.game.notes = "snakes-and-foxes", lambda state: (), lambda state: ()
    at.game.view = lambda state, seat: state
    made = facts._Letter(**{**at._asdict(), **more})
    made.game.fate = fate
    return made


JOINED = {"after": standing(state=None)}
OVER, MISSED = {"after": standing(outcome="won")}, (Event("late", 0),)
TALK, THROWN = (Say(0, (1,), "x"),), (Event("throw", 0),)
NO = (Refusal(1, "illegal", "x"),)
MOVED = {"played": True, "done": [Done("action", "x")]}


@pytest.mark.parametrize(
    ("seat", "line", "more", "about"),
    [
        (REFEREE, {"events": (Event("spectator-on", None),)}, {}, "welcome"),
        (0, {"events": (Event("spectator-on", None),), **MOVED}, {}, "yours"),
        (REFEREE, {"events": (Event("spectator-off", None),)}, {}, "theirs"),
        (0, {"refusals": NO}, {}, "refused"),
        (1, {"refusals": NO}, {}, "theirs"),
        (0, {"refusals": NO, "n": 0}, {}, "noted"),
        (0, {"refusals": NO}, OVER, "over"),  # the end is the news
        (0, {"refusals": NO}, {**OVER, "before": standing(outcome="won")}, "refused"),
        (0, {"refusals": NO, "events": (Event("eaten", 0),)}, {"fate": "eaten"}, "out"),
        (0, {"reading": Reading("mean")}, {}, "mean"),
        (0, {"reading": Reading("question")}, {}, "noted"),
        (1, {"reading": Reading("mean")}, {}, "theirs"),
        (0, {"events": (Event("would", 0),)}, {}, "checked"),
        (0, {"events": (Event("would-throw", 0),)}, {}, "checked"),
        (0, {"events": (Event("would", 1),), **MOVED}, {}, "yours"),
        (0, {"events": (Event("reminded", 0),)}, {}, "reminder"),
        (0, {"events": (Event("bank-runs", 0),)}, {}, "reminder"),
        (1, {"events": (Event("substituted", 1),)}, {}, "substitute"),
        (0, {}, {"after": standing(waits="x")}, "waits"),
        (1, {"says": TALK}, {"after": standing(waits="x")}, "press"),
        (1, {"says": TALK, "events": THROWN}, {"after": standing(waits="x")}, "waits"),
        (0, {}, JOINED, "joining"),
        (0, {"n": 0}, JOINED, "invitation"),
        (0, {}, {"after": standing(state=None, outcome="won")}, "over"),
        (0, {"events": MISSED}, {}, "missed"),
        (0, {"events": (Event("forfeited", 0),)}, OVER, "missed"),
        (1, {"events": MISSED}, {}, "theirs"),
        (1, {}, OVER, "over"),
        (1, {"events": THROWN}, {**OVER, "before": standing(outcome="won")}, "over"),
        (1, {}, {**OVER, "before": standing(outcome="won")}, "theirs"),
        (0, {"events": (Event("eaten", 0),)}, {"fate": "eaten"}, "out"),
        (1, {"events": (Event("eaten", 0),)}, {"fate": "eaten"}, "theirs"),
        (1, {"says": TALK}, {}, "press"),
        (1, {"says": TALK, "events": THROWN}, {}, "theirs"),
        (0, {"says": TALK}, {}, "noted"),
        (0, MOVED, {"before": standing(state=None)}, "begins"),
        (0, MOVED, {"after": standing(desk=Desk(held=True))}, "held"),
        (0, {}, {}, "noted"),
        (0, {"played": True, "done": [Done("address", "x")]}, {}, "noted"),
        (0, {"played": True, "done": [Done("address", "x"), Done("action", "x")]}, {}, "yours"),
        (0, MOVED, {}, "yours"),
        (1, MOVED, {}, "theirs"),
    ],
)
def test_a_letter_is_about_one_thing(
    seat: int, line: dict[str, Any], more: dict[str, Any], about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts._Letter, "_fate", property(lambda self: self.game.fate))
    assert letter(seat, entry=entry(**line), **more)._about() == about


@pytest.mark.parametrize(
    ("seat", "about", "line", "acting", "shown"),
    [
        (0, "yours", {}, (0,), True),
        (0, "theirs", {}, (1,), False),
        (REFEREE, "theirs", {}, (1,), True),
        (0, "begins", {}, (0,), True),
        (0, "begins", {}, (1,), False),
        (0, "over", {}, (), True),
        (0, "refused", {}, (0,), False),
        (0, "noted", {"done": [Done("ask", "status")]}, (1,), True),
        (0, "noted", {"done": [Done("ask", "resend")]}, (1,), False),
        (0, "noted", {"done": [Done("ask", "resend")]}, (0,), True),
        (0, "noted", {"done": [Done("ask", "moves")]}, (0,), False),
        (0, "theirs", {"by": "ahead"}, (0,), True),
        (0, "theirs", {"by": "ahead"}, (1,), False),
    ],
)
def test_the_board_is_shown_to_who_is_to_move_looks_on_or_asks(
    seat: int, about: str, line: Any, acting: tuple[int, ...], shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts._Letter, "_about", lambda self: about)
    assert letter(seat, acting, entry=entry(**line)).pictured is shown


def test_a_missed_deadline_is_told_with_what_was_played_instead() -> None:
    words = {"order": "move a5\n", "bot": "wise"}
    line = entry(events=(Event("late", None), Event("throw", 1), Event("played-for", 1, words=words), Event("late", 0)))
    assert letter(1, entry=line)._missed() == {
        "own": True,
        "player": "Bob",
        "order": "move a5",
        "bot": "wise",
        "turn": 2,
    }
    told = letter(0, entry=line, before=standing(state=None))._missed()
    assert (told["own"], told["turn"]) == (False, 0)
    assert letter()._missed() is None


def test_a_draw_that_another_offers_is_told() -> None:
    line = entry(events=(Event("draw-offered", None), Event("throw", 2), Event("draw-offered", 1)))
    assert [letter(seat, entry=line)._offered() for seat in (0, 1, 2)] == ["Bob", "", "Bob"]


def test_messages_are_read_by_who_wrote_them_and_whom_they_are_for() -> None:
    says = (
        Say(0, (1,), "to Bob"),
        Say(1, (0, 2), "to you\nboth", grey=True),
        Say(REFEREE, (0,), "x"),
        Say(0, (), "log"),
    )

    def read(seat: int) -> list[tuple[Any, ...]]:
        return [tuple(one.values()) for one in letter(seat, entry=entry(says=says))._press()]

    somebody = Phrases("snakes-and-foxes").say("people", "somebody")
    assert read(0) == [
        (True, "Anna", "Bob", "to Bob"),
        (False, somebody, "you and Cleo", "to you both"),
        (False, "The referee", "you", "x"),
    ]
    assert [len(read(seat)) for seat in (0, 1, 2, REFEREE)] == [3, 2, 1, 0]


def test_what_led_to_orders_ahead_is_told_with_them_to_who_has_not_read_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    past = [entry(n=2, events=(Event("begins", 1),), letters=(SimpleNamespace(seat=1),), says=())]
    line = entry(n=3, by="ahead", events=(Event("begins", 0),))
    monkeypatch.setattr(facts._Letter, "_about", lambda self: "yours")

    def happened(seat: int, **more: Any) -> list[str]:
        made = letter(seat, entry=entry(**{**vars(line), **more}), past=lambda: [entry(n=0), entry(n=1), *past])
        return [str(one) for one in made._happened()]

    assert len(happened(0)) == 2 and len(happened(1)) == 1, "what led to it is told to who has not read of it"
    assert len(happened(0, by="file")) == 1
    monkeypatch.setattr(facts._Letter, "_about", lambda self: "begins")
    assert happened(0) == [], "the first paragraph has said it"


def test_dice_are_bound_by_links_a_table_pads_or_a_round() -> None:
    def told(**more: Any) -> tuple[Any, ...]:
        made = letter()
        match = SimpleNamespace(**{**vars(made.match), "receipts": "", "commitment": "c", "beacon": "", **more})
        return tuple(made._replace(match=match)._dice().values())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts, "components", lambda *_: SimpleNamespace(dice=("x",)))
        patch.setattr(facts._Letter, "options", None)
        assert told() == ("shown", "plain", False, "c", "")
        assert told(dice="table")[0] == "table" and told(dice="postfox-dice-2")[1] == "pads"
        assert told(beacon="drand")[1] == "drand"
        assert told(receipts="ab" * 32)[4] == "", "the key is in first letters alone"
        patch.setattr(facts, "components", lambda *_: SimpleNamespace(dice=()))
        assert told()[0] == ""


def whole(seat: int, names: tuple[str, ...] = ("Anna", "Otto")) -> Any:
    """The facts of a letter in a real match, by another name of its players."""
    table = Table("snakes-and-foxes")
    phrases = Phrases("snakes-and-foxes", "en", table.standing.state.options)
    at = (table.before, table.ruling.entry, table.standing)
    return facts._Letter(table.match, table.game, phrases, Names(names), *at, seat, lambda: table.past)


def test_the_last_twenty_five_sentences_are_told_and_all_to_who_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts._Letter, "_happened", lambda self: list(map(str, range(30))))
    told = whole(0).facts()
    assert told["happened"] == list(map(str, range(5, 30))) and told["all"] == 30
    assert len(whole(REFEREE).facts()["happened"]) == 30


def test_a_name_has_twenty_signs_of_a_subject() -> None:
    for length, shown in ((20, "A" * 20), (21, "A" * 19 + "…")):
        names = ("A" * length, "A" * length)
        assert whole(0, names).facts()["acting"] == shown


def test_dice_have_a_colour_for_each_face_where_there_are_three_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    made = whole(0)
    kit = facts.components("snakes-and-foxes", made.options)
    faces = [face.name for face in kit.faces]
    assert len(faces) == 3 and len(made._faces()) == 6
    assert {colour for _, colour in made._faces()} <= {0, 1, 2} and {colour for _, colour in made._faces()} != {0}
    more = SimpleNamespace(faces=(*kit.faces, SimpleNamespace(name="other")))
    monkeypatch.setattr(facts, "components", lambda *_: more)
    assert {colour for _, colour in made._faces()} == {0}
