"""The desk alone: each order as its words, and what it makes of what a match knows, with limits to the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from adjudicator.core import IllegalMove, NotationError
from adjudicator.core.game import Event
from adjudicator.referee import admin, amendment
from adjudicator.referee.admin import Away, Bank, Clock, Desk, Extension, Kept, Late, Refused, Spoken, Wish
from adjudicator.referee.terms import Terms

NOON, LATER = "2026-11-21T12:00:00+00:00", "2026-11-23T12:00:00+00:00"
CLOCKS = (Clock(0, 4, NOON, LATER, 3, True, LATER, True), Clock(1, 4, NOON, LATER))
DESK = Desk(
    clocks=CLOCKS,
    late=(Late(0, 2), Late(1, 5)),
    away=(Away(0, "2026-12-01", "2026-12-03"), Away(1, "2026-12-05", "2026-12-07")),
    wishes=(Wish(0, "language", "de"), Wish(0, "pace", "daily"), Wish(0, "proof", "proof"), Wish(1, "zone", "UTC")),
    extensions=(Extension(0, 5), Extension(1, 7)),
    kept=(Kept(0, 5, None, ("a",), 1), Kept(1, 0, None, ("b",), 2), Kept(1, 6, None, ("c",), 2)),
    spectators=("eve@example.org",),
    refused=(Refused(1, 3),),
    spoken=(Spoken(0, "2026-11-21", 2, 30), Spoken(1, "2026-11-20", 1, 4)),
    banks=(Bank(1, 9),),
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("HOLD", ("hold",)),
        ("absent none", ("absent", "none")),
        ("absent 2026-12-24 to 2027-01-02", ("absent", "2026-12-24", "2027-01-02")),
        ("absent 2026-12-24", ("absent", "2026-12-24", "2026-12-24")),
        ("absent 2026-01-01 2026-04-02", ("absent", "2026-01-01", "2026-04-02")),  # 92 days
        ("extension 2 days", ("extension", "48")),
        ("extend Anna 2 days", ("extend", "Anna", "48")),
        ("extend Anna May 3h", ("extend", "Anna May", "3")),
        ("deny Anna May", ("deny", "Anna May")),
        ("declare Draw", ("declare", "draw")),
        ("terms Deadline  3d", ("terms", "deadline", "3d")),
        ("language DE", ("language", "de")),
        ("zone Europe/Berlin", ("zone", "Europe/Berlin")),
        ("sheet A4", ("sheet", "a4")),
        ("letters Daily 7:00", ("letters", "daily 7:00")),
        ("letters daily 23:59", ("letters", "daily 23:59")),
        ("letters page", ("letters", "page")),
        ("substitute Bob:  Carl  Day <carl@example.org>", ("substitute", "Bob", "Carl Day", "carl@example.org")),
        ("substitute Bob: Carl", ("substitute", "Bob", "Carl", "")),
        (f"substitute Bob: {'c' * 60}", ("substitute", "Bob", "c" * 60, "")),
        ("spectator carl@example.org", ("spectator", "on", "carl@example.org")),
        ("spectator OFF carl@example.org", ("spectator", "off", "carl@example.org")),
    ],
)
def test_an_order_of_the_desk_is_read_as_its_words(text: str, words: tuple[str, ...]) -> None:
    assert admin.read(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "hold now", "absent", "absent 2026-12-24 2027-01-02 2027-01-03", "absent 2026-12-25 2026-12-24",
        "absent 2026-01-01 2026-04-03", "absent none none", "extension", "extend Anna", "extend 2 weeks long", "deny",
        "declare war", "terms", "terms deadline", "language d", "language deut", "zone 1/2", "sheet", "sheet a4 a5",
        "letters daily 24:00", "letters daily 7:60", "letters never", "substitute Bob", "substitute : Carl",
        "substitute Bob: Carl <carl>", f"substitute Bob: {'c' * 61}", "spectator carl", "spectator off",
    ],
)  # fmt: skip
def test_what_is_no_order_of_the_desk_is_told_with_a_hint(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        admin.read(text)
    assert caught.value.hint


def test_paces_are_for_the_newest_reader_alone() -> None:
    assert admin.read("letters proof", newest=False) == ("letters", "proof")
    with pytest.raises(NotationError):
        admin.read("letters brief", newest=False)


def test_the_desk_says_what_it_knows_of_a_seat() -> None:
    assert [DESK.clock(seat) for seat in range(3)] == [*CLOCKS, None]
    assert [DESK.lateness(seat) for seat in range(3)] == [2, 5, 0]
    assert [DESK.bank(Terms(bank=48), seat) for seat in range(2)] == [48, 9]
    assert [DESK.refusals(seat) for seat in range(2)] == [0, 3]
    assert [DESK.wish(0, what) for what in ("language", "zone")] == ["de", ""] and DESK.wish(1, "language") == ""
    assert DESK.others("away", 0) == DESK.away[1:]
    bare = DESK.without(1)
    assert bare.kept == DESK.kept[:1] and bare.spoken == DESK.spoken[:1] and bare.wishes == DESK.wishes[:3]
    assert (bare.clocks, bare.late, bare.banks) == (CLOCKS[:1], DESK.late[:1], ()) and bare.refused == DESK.refused


def test_orders_sent_ahead_are_for_the_turn_that_a_seat_has_come_to_or_for_its_next() -> None:
    assert admin.next_kept(DESK, {0: 4, 1: 4}) == 1 and admin.next_kept(DESK, {0: 5, 1: 4}) == 0
    assert admin.next_kept(DESK, {0: 4}) is None and admin.next_kept(DESK, {2: 5}) is None
    assert admin.next_kept(DESK._replace(held=True), {0: 5}) is None


def changed(
    *words: str, seat: int = 0, today: str = "2026-11-21", desk: Desk = DESK
) -> tuple[dict[str, object], Event]:
    """What has changed of the desk, and the event."""
    after, event = admin.change(desk, words, seat, today)
    return {name: value for name, value in after._asdict().items() if value != getattr(desk, name)}, event


def test_each_order_changes_what_it_is_about_and_nothing_else() -> None:
    more = Away(0, "2026-11-30", "2026-12-02")
    assert changed("absent", "none") == ({"away": DESK.away[1:]}, Event("present", 0))
    assert changed("absent", *more[1:]) == (
        {"away": (more, *DESK.away)}, Event("absent", 0, words={"first": more.first, "last": more.last}),
    )  # fmt: skip
    assert changed("absent", "2026-11-19", "2026-11-21")[0]["away"][0] == Away(0, "2026-11-21", "2026-11-21")  # type: ignore[index]
    assert changed("extension", "48") == (
        {"extensions": (Extension(0, 48), Extension(1, 7))}, Event("extension-asked", 0, words={"hours": 48}),
    )  # fmt: skip
    assert changed("deny", "Bob", seat=1) == ({"extensions": DESK.extensions[:1]}, Event("denied", 1))
    assert changed("cancel", seat=1) == ({"kept": DESK.kept[:1]}, Event("cancelled", 1, words={"count": 2}))
    later = CLOCKS[0]._replace(due="2026-11-25T12:00:00+00:00", extra=51, reminded=False, running=False)
    assert changed("extend", "Anna", "48") == (
        {"clocks": (later, CLOCKS[1]), "extensions": DESK.extensions[1:]}, Event("extended", 0, words={"hours": 48}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("what", "value", "wanted"),
    [
        ("language", "fr", {("language", "fr"), ("pace", "daily"), ("proof", "proof")}),
        ("sheet", "a4", {("language", "de"), ("pace", "daily"), ("proof", "proof"), ("sheet", "a4")}),
        ("sheet", "none", {("language", "de"), ("pace", "daily"), ("proof", "proof")}),
        ("letters", "brief", {("language", "de"), ("pace", "brief"), ("proof", "proof")}),
        ("letters", "page", {("language", "de"), ("letters", "page"), ("pace", "daily"), ("proof", "proof")}),
        ("letters", "plain", {("language", "de"), ("pace", "daily")}),
    ],
)
def test_a_wish_replaces_one_of_its_kind(what: str, value: str, wanted: set[tuple[str, str]]) -> None:
    after, event = admin.change(DESK, (what, value), 0)
    assert event == Event("wish", 0, words={"what": what, "value": value})
    assert [*after.wishes] == sorted([*(Wish(0, *one) for one in wanted), Wish(1, "zone", "UTC")])


@pytest.mark.parametrize(
    ("words", "desk"),
    [
        (("absent", "none"), Desk(away=DESK.away[1:])),
        (("absent", "2026-11-18", "2026-11-20"), DESK),
        (("extension", "48"), Desk()),
        (("cancel",), Desk()),
        (("extend", "Anna", "48"), Desk()),
        (("deny", "Anna"), Desk(extensions=DESK.extensions[1:])),
    ],
)
def test_what_is_not_there_cannot_be_changed(words: tuple[str, ...], desk: Desk) -> None:
    with pytest.raises(IllegalMove):
        admin.change(desk, words, 0, "2026-11-21")


def test_ten_absences_of_a_seat_that_are_not_past_are_kept() -> None:
    days = [(date(2026, 12, 1) + timedelta(days=3 * number)).isoformat() for number in range(11)]
    desk = Desk(away=tuple(Away(1, day, day) for day in days))
    for day in days[:10]:
        desk = admin.change(desk, ("absent", day, day), 0, "2026-11-21")[0]
    with pytest.raises(IllegalMove):
        admin.change(desk, ("absent", days[10], days[10]), 0, days[0])
    after = admin.change(desk, ("absent", days[10], days[10]), 0, days[1])[0]
    assert after.away == tuple(sorted(Away(seat, day, day) for seat in (0, 1) for day in days[1 - seat :]))


def test_fifty_look_on_at_most_and_one_is_known_in_any_case() -> None:
    desk = Desk()
    for number in range(50):
        desk, event = admin.manage(desk, ("spectator", "on", f"{number:02}@example.org"))
        assert event == Event("spectator-on")
    with pytest.raises(IllegalMove):
        admin.manage(desk, ("spectator", "on", "carl@example.org"))
    assert admin.manage(desk, ("spectator", "on", "07@EXAMPLE.org"))[0] == desk
    after, event = admin.manage(desk, ("spectator", "off", "07@EXAMPLE.org"))
    assert event == Event("spectator-off") and len(after.spectators) == 49 and "07@example.org" not in after.spectators
    with pytest.raises(IllegalMove):
        admin.manage(after, ("spectator", "off", "07@example.org"))


def test_a_match_on_hold_has_no_clocks_and_is_held_once() -> None:
    held, event = admin.manage(DESK, ("hold",))
    assert (held, event) == (DESK._replace(held=True, clocks=()), Event("held"))
    assert admin.manage(held, ("resume",)) == (held._replace(held=False), Event("resumed"))
    for desk, word in ((held, "hold"), (DESK, "resume")):
        with pytest.raises(IllegalMove):
            admin.manage(desk, (word,))


def test_what_is_written_on_a_day_is_counted_up_to_what_the_terms_allow() -> None:
    assert admin.spoken(DESK, Terms(), 0, "2026-11-21", 999) is DESK
    after = admin.spoken(DESK, Terms(messages=3, words=40), 0, "2026-11-21", 10)
    assert after == DESK._replace(spoken=(Spoken(0, "2026-11-21", 3, 40), DESK.spoken[1]))
    for terms, words in ((Terms(messages=2), 1), (Terms(words=40), 11)):
        with pytest.raises(IllegalMove):
            admin.spoken(DESK, terms, 0, "2026-11-21", words)
    fresh = admin.spoken(DESK, Terms(messages=1), 1, "2026-11-21", 11)
    assert fresh.spoken == (DESK.spoken[0], Spoken(1, "2026-11-21", 1, 11))


def test_only_a_time_zone_is_a_wish_that_may_not_be_met_here() -> None:
    wishes = [Wish(0, "zone", "Europe/Berlin"), Wish(0, "language", "Europe/Berlin"), Wish(0, "language", "xx")]
    assert all(admin.WISH.fits(wish, 2) for wish in wishes) and not admin.WISH.fits(Wish(0, "zone", "Mars/Here"), 2)


TERMS = Terms(days=2, after=4)


@pytest.mark.parametrize(
    ("what", "value", "fields", "event", "words"),
    [
        ("deadline", "none", {"days": 0, "hours": 0}, "untimed", {}),
        ("deadline", "0", {"days": 0, "hours": 0}, "untimed", {}),
        ("deadline", "36 hours", {"days": 0, "hours": 36}, "hours", {"hours": 36}),
        ("deadline", "48H", {"days": 0, "hours": 48}, "hours", {"hours": 48}),
        ("deadline", "1w", {"days": 7, "hours": 0}, "days", {"days": 7}),
        ("grace", " 6h ", {"grace": 6}, "grace", {"hours": 6}),
        ("bank-gain", "0", {"bank_gain": 0}, "bank-gain", {"hours": 0}),
        ("bank-most", "2  weeks", {"bank_most": 336}, "bank-most", {"hours": 336}),
        ("remind", "1d", {"remind": 24}, "remind", {"hours": 24}),
        ("zone", "Europe/Berlin", {"zone": "Europe/Berlin"}, "zone", {"zone": "Europe/Berlin"}),
        ("free", "none", {"free": ()}, "free-none", {}),
        ("free", "SAT, sun 12-25 sat", {"free": ("sat", "sun", "12-25")}, "free", {"days": "sat, sun, 12-25"}),
        ("free", "mon tue wed thu fri sat", {"free": ("mon", "tue", "wed", "thu", "fri", "sat")}, "free",
         {"days": "mon, tue, wed, thu, fri, sat"}),
        ("late", "Random", {"late": "random"}, "late-random", {"times": 4}),
        ("late", "bot:careful", {"late": "bot:careful"}, "late-bot", {"name": "bot:careful"}),
        ("forfeit-after", "1", {"after": 1}, "late-forfeit", {"times": 1}),
        ("forfeit-after", "99", {"after": 99}, "late-forfeit", {"times": 99}),
        ("grey", "ON", {"grey": True}, "grey-on", {}), ("practice", "off", {"practice": False}, "practice-off", {}),
        ("messages", "0", {"messages": 0}, "messages", {"most": 0}),
        ("messages", "none", {"messages": None}, "messages-any", {}),
        ("words", "1", {"words": 1}, "words", {"most": 1}),
        ("words", "100000", {"words": 100_000}, "words", {"most": 100_000}),
    ],
)  # fmt: skip
def test_a_term_is_changed_alone(
    what: str, value: str, fields: dict[str, object], event: str, words: dict[str, str | int]
) -> None:
    after, told = amendment.changed(TERMS, what, value)
    assert after == TERMS._replace(**fields) and told == Event(f"terms-{event}", words=words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("deadlin", "3d", "there is no term 'deadlin'; did you mean deadline? the terms are"),
        ("deadline", "3", "'3' is not a length of time; write 3d for days, 3h for hours"),
        ("deadline", "soon", "'soon' is not a length of time; write 3d, 48h or 1w"),
        ("deadline", "0d", "'0d' is not a length of time"),
        ("grace", "6", "'6' is not a length of time; for example 6h, or 0 for none"),
        ("zone", "Mars", "there is no time zone 'Mars'; for example"),
        ("free", "sat someday", "'someday' is no day; for example sat"), ("free", ",", "no day is named; "),
        ("free", "mon tue wed thu fri sat sun", "no day of the week is left; leave one that counts"),
        ("late", "bot:nobody", "there is no bot 'nobody'"), ("late", "randm", "'randm' is nothing that could be done"),
        ("forfeit-after", "0", "'0' is out of range; use 1 to 99"), ("forfeit-after", "100", "'100' is out of range"),
        ("forfeit-after", "two", "'two' is out of range"), ("words", "0", "'0' is out of range; use 1 to 100000"),
        ("words", "100001", "'100001' is out of range"), ("messages", "-1", "'-1' is out of range; use 0 to 100000"),
        ("grey", "maybe", "'maybe' is neither on nor off; write `grey on` or `grey off`"),
    ],
)  # fmt: skip
def test_what_is_no_term_is_told_with_what_would_be(what: str, value: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        amendment.changed(TERMS, what, value)
    assert str(caught.value).startswith(said) and caught.value.hint
