"""What stands in a log, as values: what they say of themselves, the rules of their fields, pads and the links due."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from padded import pad

from adjudicator import dice
from adjudicator.core import IllegalMove
from adjudicator.core.codec import canonical, read, write
from adjudicator.core.game import Event, Outcome
from adjudicator.dice import beacon
from adjudicator.referee import admin, records
from adjudicator.referee.chance import Proved, early, first, proved
from adjudicator.referee.orders import Order
from adjudicator.referee.records import (
    NO_LINE,
    Done,
    Entry,
    Held,
    LetterRecord,
    MailRecord,
    OverError,
    Pads,
    Reading,
    Say,
    Standing,
    Waits,
)
from adjudicator.referee.terms import ANSWERED, Terms, moment
from printables.core import UserError

PADS = [[link.hex() for link in pad(name)] for name in ("anna", "bob", "carl", "new")]
NOON, LATER = "2026-11-21T12:00:00+00:00", "2026-11-21T12:00:01+00:00"
AFTER = Standing(("", ""), lines=3)


def entry(*done: Done, by: records.By = "file", after: Standing = AFTER, **more: object) -> Entry:
    return Entry(by, "x.txt", NO_LINE, after, done=done, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("done", "order"),
    [
        (Done("action", "move a1"), "move a1"), (Done("join"), "join"), (Done("word", "hazel"), "word hazel"),
        (Done("draw", "offer"), "draw offer"), (Done("link", "1 ab"), "link 1 ab"), (Done("keep", "a; b"), "keep a; b"),
        (Done("late", "move a1", seat=0), "late A"), (Done("remind", seat=27), "remind AB"),
        (Done("undo", back=0), "undo 0"), (Done("hold", "hold"), "hold"), (Done("check", "pass", seat=1), "check pass"),
    ],
)  # fmt: skip
def test_what_was_done_is_named_by_its_order(done: Done, order: str) -> None:
    assert done.order == order


def test_a_line_says_whether_its_file_did_anything_and_whether_it_was_in_the_game() -> None:
    said = (Say(0, (1,), "hi"),)
    for one, did, played in (
        (entry(), False, False), (entry(Done("action", "a")), True, True), (entry(Done("link", "1 ab")), True, False),
        (entry(Done("offer", "abcd move a1")), False, False), (entry(says=said), True, False),
        (entry(Done("wait")), True, False), (entry(Done("abandon")), True, True), (entry(Done("hold")), True, False),
        (entry(reading=Reading("mean")), True, False), (entry(reading=Reading("talk")), False, False),
        (entry(reading=Reading("question")), False, False), (entry(Done("yes", "abcd")), True, False),
        (entry(Done("ask", "help"), Done("undo", back=1)), True, True),
    ):  # fmt: skip
        assert (one.did, one.played) == (did, played), one


def test_a_line_knows_its_number_what_it_asked_back_and_what_it_offered() -> None:
    event = Event("goes", 0)
    one = entry(Done("offer", "abcd move a1 b1"), Done("hold", events=(event,)), reading=Reading("which"))
    assert (one.n, one.offered, one.events) == (2, (("abcd", "move a1 b1"),), (event,))
    asked = [one._replace(reading=Reading(kind)).asks is not None for kind in ("mean", "which", "doubt", "talk")]
    none = [one._replace(reading=Reading(kind)).asks for kind in ("", "leave", "courtesy", "question", "no", "refuse")]
    assert all(asked) and not any(none) and one._replace(reading=None).asks is None
    letter = LetterRecord(0, "s", "en", NO_LINE, NO_LINE)
    written = one._replace(letters=(letter,), prev=NO_LINE, open=NO_LINE, salt=NO_LINE)
    assert written.ruled == one
    assert (letter.whose, letter.file(7)) == ("A", "letters/0007-A")
    assert letter._replace(seat=-1).file(12_345) == "letters/12345-SPECTATORS"


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (records.KIND, ("action", "offer", "hold", "wait"), ("", "moved", "Action")),
        (records.A_LINK, ("0a" * 10,), ("", "0A" * 10, "0a" * 9, "0a" * 11)),
        (records.LINKS, ((), ("", "0a" * 10)), (("0a",), ("0a" * 10, "x"))),
        (records.A_ROUND, ("", "1 " + "0a" * 48), ("0 " + "0a" * 48, "1", "1 " + "0a" * 47, "x " + "0a" * 48)),
        (records.WINNERS, (None, Outcome("x"), Outcome("x", (0, 1))), (Outcome("x", (2,)), Outcome("x", (0, -1)))),
    ],
)
def test_what_stands_in_a_line_keeps_its_rule(
    rule: records.Rule, right: tuple[object, ...], wrong: tuple[object, ...]
) -> None:
    assert [value for value in right if not rule.fits(value, 2)] == []
    assert [value for value in wrong if rule.fits(value, 2)] == []
    assert all(rule.fits(value, 0) for value in right)


def test_where_it_is_not_known_how_many_seats_there_are_any_may_win() -> None:
    assert records.WINNERS.fits(Outcome("x", (0, 9)), 0) and not records.WINNERS.fits(Outcome("x", (9, -1)), 0)
    assert not ANSWERED.fits("12345678 " + "0a" * 32, 0)


def test_while_a_roll_waits_nothing_is_done_that_would_make_it_another() -> None:
    waits = Waits("action", NOON, 7, 0, ("move a1",))
    for kind in (*records.MEANWHILE, "language", "abandon", "ask"):
        records.check_wait(waits, kind)
    for kind in ("action", "join", "resign", "undo", "substitute", "terms", "hold", "yes", "pad"):
        records.check_wait(None, kind)
        with pytest.raises(OverError, match="the dice wait for round 7 of drand, due 20"):
            records.check_wait(waits, kind)


def test_a_pad_is_given_once_replaced_by_a_new_one_and_given_up() -> None:
    anna, bob, carl, new = (one[0] for one in PADS)
    two = records.given(records.given(Pads(), 1, bob), 0, anna)
    assert two == Pads((Held(0, anna), Held(1, bob)))
    assert records.given(two, 0, anna) is two
    third = records.given(two, 0, carl)
    assert third == Pads((Held(0, carl), Held(1, bob)), spent=(anna,)), "nobody has shown a link: nobody is waited for"
    begun = third._replace(fixed=(carl, bob))
    later = records.given(begun, 1, new)
    assert later == begun._replace(held=(Held(0, carl), Held(1, new, waits=(0,))), spent=(anna, bob))
    gone = records.given(later, 0, "none")
    assert gone == begun._replace(held=(Held(1, new),), spent=(anna, bob, carl))
    assert records.dropped(gone, 0) is gone and records.dropped(gone, 1).held == ()
    shown = Pads((Held(0, anna, 3, PADS[0][3]),))
    for pads, seat, link in ((gone, 0, anna), (gone, 0, new), (shown, 1, anna), (shown, 1, PADS[0][3])):
        with pytest.raises(IllegalMove, match="this pad has been used before"):
            records.given(pads, seat, link)
    with pytest.raises(IllegalMove, match="you have no pad"):
        records.given(two, 2, "none")


def test_the_pads_of_a_match_say_what_they_mix_in_and_who_is_not_ready() -> None:
    (anna, bob, carl, _), last = (one[0] for one in PADS), PADS[1][4]
    pads = Pads((Held(0, anna), Held(1, bob, 4, last, turn=2, rolls=3), Held(3, carl, waits=(0,))))
    assert pads.mix(4) == (anna, last, "", "") and pads.mix(1) == (anna,)
    assert pads.unready == (0, 3) and [pads.shown(seat) for seat in range(4)] == [0, 4, 0, 0]
    assert pads.of(1) == pads.held[1] and pads.of(2) is None
    assert [pads.due(*now) for now in ((0, 2, 3), (1, 2, 3), (1, 2, 4), (1, 3, 3), (2, 2, 3))] == [1, 0, 5, 5, 0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PADS[0][3], ""), (f"3 {PADS[0][3]}", ""), (f"4 {PADS[0][3]}", "the line says link 4, and link 3 is due"),
        (PADS[0][4], "this is link 4 of your pad, and link 3 is due"), (PADS[0][2], "this link was used before"),
        (PADS[0][1], "this link was used before"), (PADS[0][0], "this link was used before"),
        (PADS[1][3], "this is not of the pad that you gave"), (f"5 {PADS[0][5]}", "the line says link 5, and link 3"),
    ],
)  # fmt: skip
def test_the_link_that_is_due_is_the_next_of_the_pad(text: str, said: str) -> None:
    pads = Pads((Held(0, PADS[0][0], 2, PADS[0][2]),))
    if not said:
        assert records.check_pads(pads, 0, text) == pads.held[0]
        return
    with pytest.raises(IllegalMove, match=said) as caught:
        records.check_pads(pads, 0, text)
    if "due" in said:
        assert caught.value.hint == "send link 3 of your pad"


def test_ahead_any_later_link_will_do_but_none_that_was_shown() -> None:
    pads = Pads((Held(0, PADS[0][0], 2, PADS[0][2]),))
    for number in (3, 4, 9):
        assert records.check_pads(pads, 0, f"{number} {PADS[0][number]}", ahead=True) == pads.held[0]
    for link in (PADS[0][2], PADS[0][1], PADS[1][3]):
        with pytest.raises(IllegalMove):
            records.check_pads(pads, 0, link, ahead=True)
    with pytest.raises(IllegalMove, match="you have no pad in this match"):
        records.check_pads(pads, 1, PADS[1][1])


def test_a_link_that_is_shown_counts_for_those_who_waited_for_it() -> None:
    anna, bob, _, new = (one[0] for one in PADS)
    pads = Pads((Held(0, anna), Held(1, new, waits=(0, 2))), (anna, bob, ""), (bob,))
    after, text, event = records.carried_out(pads, "link", PADS[0][1], 0, 4, 6)
    assert (text, event) == (f"1 {PADS[0][1]}", None)
    assert after == pads._replace(held=(Held(0, anna, 1, PADS[0][1], (), 4, 6), Held(1, new, waits=(2,))))
    assert records.carried_out(after, "ready", "", 0, 4, 6) == (after, "", Event("ready", 0))
    assert records.carried_out(after, "ready", "", 2, 4, 6)[2] == Event("ready", 2)
    with pytest.raises(IllegalMove, match="link 1 of your pad is due"):
        records.carried_out(after, "ready", "", 1, 4, 6)
    for kind in ("link", "ready"):
        with pytest.raises(IllegalMove, match="not everybody has joined"):
            records.carried_out(after._replace(fixed=()), kind, PADS[0][2], 0, 4, 6)


@pytest.mark.parametrize(
    ("fixed", "text", "kind"),
    [((), PADS[3][0], None), (("x", "y"), PADS[3][0], "pad-new"), (("x", "y"), "none", "pad-gone"),
     ((), "none", None), (("x", "y"), PADS[0][0], None)],
)  # fmt: skip
def test_a_pad_that_changes_once_play_may_begin_is_told_to_all(
    fixed: tuple[str, ...], text: str, kind: str | None
) -> None:
    pads = Pads((Held(0, PADS[0][0]),), fixed)
    after, said, event = records.carried_out(pads, "pad", text, 0, 0, 0)
    assert (after, said, event) == (records.given(pads, 0, text), text, kind and Event(kind, 0))


def test_a_word_and_a_pad_count_for_a_join_of_the_same_file_and_the_first_link_for_its_moves() -> None:
    kinds = ("action", "link", "join", "link", "pad", "word", "say")
    given = [Order(number, kind, "") for number, kind in enumerate(kinds)]  # type: ignore[arg-type]
    assert [order.line for order in first(Standing(()), given)] == [4, 5, 1, 0, 2, 3, 6]
    assert [order.line for order in first(Standing((), state=1), given)] == [4, 1, 0, 2, 3, 5, 6]


def test_a_line_that_names_a_round_is_not_before_its_mail_nor_before_the_round_before_it() -> None:
    waits, mail = AFTER._replace(waits=Waits("action", LATER, 7)), MailRecord(NO_LINE, LATER, "address")
    line = entry(Done("wait"), after=waits, mail=mail)
    assert early(line, None) == early(line, moment(NOON)) == early(line, moment(LATER)) == ""
    assert early(line, moment(LATER) + timedelta(seconds=1)).startswith("the line says a moment before that of the")
    assert early(entry(Done("wait")), None) == early(entry(Done("hold"), after=waits), None) == ""
    late = line._replace(mail=mail._replace(received="2026-11-21T12:00:02+00:00"))
    assert early(late, None) == "the line says a moment before its email came"


@pytest.mark.parametrize(
    ("kind", "given", "left_out"),
    [
        (Terms, {}, {"days": 0, "hours": 0, "grace": 0, "remind": 24, "after": 3, "late": "wait", "zone": "UTC",
                     "messages": None, "words": None, "bank": 0, "bank_gain": 0, "bank_most": 0}),
        (records.Match, {"id": "m", "game": "g", "options": {}, "seats": [], "dice": "table", "rules": 7,
                         "format": "postfox-match-2"}, {"ahead": 0, "reader": 0, "proof": "address", "beacon": ""}),
        (Done, {"kind": "hold"}, {"line": 0, "k": 0, "seat": None, "back": None}),
        (Held, {"seat": 0, "first": "0a" * 10}, {"links": 0, "turn": 0, "rolls": 0, "link": ""}),
        (Standing, {"words": []}, {"links": 0, "lines": 0, "state": None, "outcome": None, "waits": None}),
        (admin.Clock, {"seat": 0, "turn": 1, "start": NOON, "due": NOON}, {"extra": 0, "bank": "", "running": False}),
        (Entry, {"by": "file", "source": "x", "source_hash": NO_LINE, "after": {"words": []}, "prev": NO_LINE},
         {"seat": None, "at": "", "reading": None}),
    ],
)  # fmt: skip
def test_what_a_file_leaves_out_means_what_it_has_always_meant(
    kind: Any, given: dict[str, object], left_out: dict[str, object]
) -> None:
    found = read(kind, given)
    assert {name: getattr(found, name) for name in left_out} == left_out
    assert canonical(write(found)) == canonical(given)


def test_new_matches_have_the_last_format_and_the_newest_reader() -> None:
    assert records.FORMATS == ("postfox-match-2", "postfox-match-3") and records.FORMAT == "postfox-match-3"
    assert (records.NEWEST_READER, records.REFEREE, records.NO_LINE) == (2, -1, "0" * 64)
    assert records.Match("m", "g", {}, (), "table").rules == 1
    assert {"hold", "keep", "offer", "absent", "terms"} <= records.OF_THE_DESK
    assert not records.OF_THE_DESK & {"award", "abandon", "declare", "action", "wait", "pad"}


CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
MATCH = records.Match("m", "g", {}, (), dice.SCHEME, CHAIN.commitment.hex())


def rolled(k: int, n: int, link: int | None = None, round: int = 0, **more: Any) -> Entry:
    """Line `n` of a log, in which link `k` was used, and a round."""
    shown = f"{round} {round:096x}" if round else ""
    one = Done("action", k=k, link=CHAIN.link(link or k).hex() if k else "", beacon=shown)
    return entry(*more.pop("done", ()), one, after=AFTER._replace(lines=n + 1, **more))


def test_links_are_proved_to_lead_to_the_commitment_one_by_one() -> None:
    whole = [rolled(1, 0), rolled(0, 1), rolled(2, 2), rolled(3, 3)]
    assert proved(MATCH, whole) == proved(MATCH, []) == Proved()
    for lines, link, before, n in (
        ([rolled(1, 0), rolled(3, 1)], 3, 1, 1), ([rolled(2, 0)], 2, 0, 0), ([*whole, rolled(3, 4)], 3, 3, 4),
        ([rolled(1, 0), rolled(2, 5, 3)], 2, 1, 5), ([rolled(1, 2, 2)], 1, 0, 2),
    ):  # fmt: skip
        assert proved(MATCH, lines) == Proved((), f"link {link} of the dice does not lead to link {before}", n)
    other = MATCH._replace(commitment=CHAIN.link(1).hex())
    assert proved(other, whole).wrong == "link 1 of the dice does not lead to link 0"


def test_what_cannot_be_proved_of_dice_is_noted() -> None:
    gone = Done("pad", events=(Event("pad-gone", 0), Event("pad-new", 1)))
    lines = [rolled(1, 0), rolled(0, 1, done=(gone,)), rolled(2, 2, done=(gone, gone)), rolled(3, 3)]
    said = "a pad was replaced in play: dice after it could have been chosen"
    assert proved(MATCH, lines) == Proved((f"line 2: {said}", f"line 3: {said}"))
    by_hand = "the dice were rolled at a table: their values are as entered"
    assert proved(MATCH._replace(dice="table"), lines) == Proved((f"line 2: {said}", f"line 3: {said}", by_hand))


def test_rounds_are_those_that_the_lines_before_them_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[int]] = []

    def wrong(rounds: Any, found: int = 0) -> Any:
        asked.append([one.number for one in rounds])
        return next((one for one in rounds if one.number == found), None)

    monkeypatch.setattr(beacon, "wrong", wrong)
    each = MATCH._replace(beacon="drand", ahead=beacon.AHEAD)
    lines = [rolled(1, 0, round=7), rolled(2, 1, round=7), rolled(3, 2, round=9)]
    assert proved(each, lines) == Proved() and asked == [[7, 9]]
    assert proved(each, [rolled(1, 0)]) == Proved() and len(asked) == 1, "without rounds nothing is proved"
    for ahead, needed, right in (
        (0, None, True), (beacon.BY_HAND, None, True), (beacon.AHEAD + 1, None, False), (5, 5, True),
        (beacon.AHEAD, 5, False),
    ):  # fmt: skip
        found = proved(each._replace(ahead=ahead), lines, needed)
        assert found == Proved() if right else found.wrong.startswith(f"rounds are due {ahead} s after the lines")
    once = MATCH._replace(beacon="start")
    assert proved(once, lines[:2]) == Proved()
    assert proved(once, lines) == Proved((), "round 9 of drand is not the one that the beginning waited for", 2)
    monkeypatch.setattr(beacon, "wrong", lambda rounds: wrong(rounds, 9))
    assert proved(each, lines) == Proved((), "round 9 of drand has another signature", 2)
    monkeypatch.setattr(beacon, "wrong", lambda rounds: wrong(rounds, 7))
    assert proved(each, lines) == Proved((), "round 7 of drand has another signature", 0)

    def missing(rounds: Any) -> None:
        raise UserError("no library", "install it")

    monkeypatch.setattr(beacon, "wrong", missing)
    assert proved(each, lines) == Proved(("rounds of drand not proved here: 2 (install it)",))


def test_a_line_that_waits_is_not_of_a_moment_before_the_round_of_the_one_before_it() -> None:
    each = MATCH._replace(beacon="drand")
    waits = Waits("action", NOON, 7)  # a round of years before
    line, far = (
        entry(Done("wait"), after=AFTER._replace(waits=one, lines=1)) for one in (waits, waits._replace(round=10**9))
    )
    second = line._replace(after=line.after._replace(lines=2))
    assert proved(each, [line, second]) == Proved()
    found = proved(each, [far, second])
    assert found == Proved((), "the line says a moment before that of the round before it", 1)
    assert proved(each._replace(beacon=""), [far, second]) == Proved()
