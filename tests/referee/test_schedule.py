"""Due times: days that count, zones, summer time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from adjudicator.core import IllegalMove
from adjudicator.core.codec import Rule
from adjudicator.referee import clocks
from adjudicator.referee.admin import Away, Bank, Clock, Desk, moment, stamp
from adjudicator.referee.terms import ANSWERED, COUNT, HOURS, MOMENT, PER_SEAT, READER, SEAT, Terms, is_day, span

NOON = moment("2026-11-21T12:00:00+00:00")  # a Saturday


def due(terms: Terms, start: datetime = NOON, **desk: object) -> str:
    return stamp(clocks.due(terms, Desk(**desk), 0, start))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("terms", "wanted"),
    [
        (Terms(days=1), "2026-11-23T00:00:00"),
        (Terms(days=3), "2026-11-25T00:00:00"),
        (Terms(days=3, zone="Asia/Tokyo"), "2026-11-24T15:00:00"),
        (Terms(days=1, free=("sun",)), "2026-11-24T00:00:00"),
        (Terms(days=2, free=("sat", "sun", "2026-11-23")), "2026-11-26T00:00:00"),
        (Terms(days=40, free=("12-25", "12-26")), "2027-01-03T00:00:00"),
        (Terms(hours=12), "2026-11-22T00:00:00"),
        (Terms(hours=12, free=("sun",)), "2026-11-23T00:00:00"),
        (Terms(hours=5, free=("sun",)), "2026-11-21T17:00:00"),
    ],
)
def test_due(terms: Terms, wanted: str):
    assert due(terms) == f"{wanted}+00:00"


def test_late_in_the_evening_the_next_day_has_begun_elsewhere():
    evening = moment("2026-11-21T23:30:00+00:00")
    assert due(Terms(days=1), evening) == "2026-11-23T00:00:00+00:00"
    assert due(Terms(days=1), evening, wishes=((0, "zone", "Europe/Berlin"),)) == "2026-11-23T23:00:00+00:00"


def test_days_end_at_midnight_whatever_summer_time_does():
    spring = moment("2026-03-27T12:00:00+00:00")
    assert due(Terms(days=1, zone="Europe/Berlin"), spring) == "2026-03-28T23:00:00+00:00"
    assert due(Terms(days=2, zone="Europe/Berlin"), spring) == "2026-03-29T22:00:00+00:00"


def test_an_absence_of_another_does_not_count():
    assert due(Terms(days=1), away=((1, "2026-11-22", "2026-11-30"),)) == "2026-11-23T00:00:00+00:00"
    assert due(Terms(days=1), away=((0, "2026-11-22", "2026-11-30"),)) == "2026-12-02T00:00:00+00:00"


def test_endless_absences_end():
    away = tuple((0, f"{year}-01-01", f"{year}-12-31") for year in range(2026, 2036))
    wanted = stamp(NOON.replace(hour=0) + timedelta(days=401))
    assert due(Terms(days=1), away=away) == wanted, "after so many days nobody is waited for any more"
    assert due(Terms(hours=12), away=away) == stamp(NOON + timedelta(days=400, hours=12))


def test_midnight_is_told_as_the_end_of_a_day():
    assert clocks.local("Europe/Berlin", moment("2026-11-24T23:00:00+00:00")) == "2026-11-24, 24:00"
    assert clocks.local("UTC", moment("2026-11-24T23:00:00+00:00")) == "2026-11-24, 23:00"


@pytest.mark.parametrize(("text", "hours"), [("3d", 72), ("12 hours", 12), ("1 week", 168), ("2 days", 48), ("1H", 1)])
def test_lengths(text: str, hours: int):
    assert span(text) == hours


@pytest.mark.parametrize("text", ["", "0d", "3", "d", "-1d", "9999w", "3 months", "१d"])
def test_what_is_no_length(text: str):
    with pytest.raises(ValueError, match="not a length"):
        span(text)


@pytest.mark.parametrize(("text", "right"), [("sat", True), ("2026-12-25", True), ("12-25", True), ("13-25", False)])
def test_days(text: str, right: bool):
    assert is_day(text) is right


@pytest.mark.parametrize("name", ["Mars", "../zone", "", "/etc/localtime"])
def test_what_is_no_zone(name: str):
    with pytest.raises(IllegalMove):
        clocks.zone(name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("new york", "America/New_York")],
)
def test_a_city_is_known(name: str, meant: str):
    with pytest.raises(IllegalMove) as told:
        clocks.zone(name)
    assert f"do you mean {meant}" in told.value.hint


def test_where_summer_time_begins_at_midnight_a_day_ends_an_hour_later():
    """In Cairo the 24th of April 2026 begins at 01:00, so the 23rd ends there."""
    due = moment(stamp(clocks.due(Terms(days=1, zone="Africa/Cairo"), Desk(), 0, moment("2026-04-22T12:00:00+00:00"))))
    assert stamp(due) == "2026-04-23T22:00:00+00:00"
    assert clocks.local("Africa/Cairo", due) == "2026-04-23, 24:00"


def test_zones_a_day_apart():
    for name, wanted in (("Pacific/Auckland", "2026-11-22T11:00:00"), ("America/New_York", "2026-11-23T05:00:00")):
        assert due(Terms(days=1, zone=name), moment("2026-11-21T09:00:00+00:00")) == f"{wanted}+00:00"


@pytest.mark.parametrize(
    ("hours", "remind", "reminded", "grace", "bank", "running", "wanted"),
    [
        (10, 4, False, 0, 0, False, 6),
        (10, 8, False, 0, 0, False, 5),  # never before half of the time has passed
        (10, 4, True, 0, 0, False, None),
        (10, 0, False, 0, 0, False, None),
        (10, 4, True, 3, 20, False, 13),  # when the bank begins to run
        (10, 0, False, 3, 20, False, 13),
        (10, 4, True, 3, 20, True, None),
        (10, 4, False, 3, 20, False, 6),
    ],
)
def test_a_reminder_is_due_once_and_a_clock_runs_out_after_grace_and_bank(
    hours: int, remind: int, reminded: bool, grace: int, bank: int, running: bool, wanted: int | None
) -> None:
    def at(after: float) -> str:
        return stamp(NOON + timedelta(hours=after))

    terms = Terms(hours=hours, remind=remind, grace=grace)
    clock = Clock(0, 1, at(0), at(hours), reminded=reminded, bank=at(bank) if bank else "", running=running)
    end = bank or hours + grace
    assert clocks.ends(terms, clock) == NOON + timedelta(hours=end)
    assert clocks.reminder(terms, clock) == (None if wanted is None else NOON + timedelta(hours=wanted))
    assert clocks.until(clock) == NOON + timedelta(hours=bank if running else hours)
    first = end if wanted is None else min(wanted, end)
    other = Clock(1, 1, at(0), at(hours + 100), reminded=True)
    assert clocks.wakes(terms, Desk(clocks=(other, clock))) == NOON + timedelta(hours=first)
    assert clocks.wakes(terms, Desk()) is None and clocks.wakes(None, Desk(clocks=(clock,))) is None


def test_it_was_last_so_late_today_or_yesterday() -> None:
    for now, hour, wanted in (
        ("2026-11-21T12:00:00", "13:00", "2026-11-21T12:00:00"),
        ("2026-11-21T11:59:59", "13:00", "2026-11-20T12:00:00"),
        ("2026-11-21T23:30:00", "0:15", "2026-11-21T23:15:00"),
        ("2026-11-21T06:45:30", "7:45", "2026-11-21T06:45:00"),
    ):
        assert stamp(clocks.latest("Europe/Berlin", hour, moment(f"{now}+00:00"))) == f"{wanted}+00:00"


def test_today_is_the_day_where_a_player_is() -> None:
    late, there = "2026-11-21T23:30:00+00:00", Desk(wishes=((1, "zone", "Europe/Berlin"),))
    assert [clocks.today(Terms(), there, seat, late) for seat in (0, 1)] == ["2026-11-21", "2026-11-22"]
    assert clocks.today(Terms(zone="Asia/Tokyo"), Desk(), 0, late) == "2026-11-22"
    assert clocks.today(None, Desk(), 0, late) == "2026-11-21" and clocks.today(Terms(), Desk(), 0, "") == ""


@pytest.mark.parametrize(
    ("rule", "right", "wrong", "seats"),
    [
        (COUNT, (0, 1, 10**6), (-1,), 0),
        (SEAT, (0, 1), (-1, 2, 3), 2),
        (SEAT, (0, 9), (-1,), 0),
        (READER, (-1, 0, 1), (-2, 2), 2),
        (READER, (-1, 0, 9), (-2,), 0),
        (PER_SEAT, ((1, 2),), ((), (1,), (1, 2, 3)), 2),
        (PER_SEAT, ((), (1,)), (), 0),
        (HOURS, (0, 1, 24 * 366), (-1, 24 * 366 + 1), 0),
        (ANSWERED, ("", "7 " + "0a" * 32), ("7", "0a" * 32, "7 " + "0A" * 32), 0),
        (MOMENT, ("2026-11-21T12:00:00Z",), ("2026-11-21T12:00:00", "9026-11-21T12:00:00Z", "2026-13-21T12:00:00Z"), 0),
    ],
)
def test_what_stands_in_a_file_of_a_match_keeps_its_rule(
    rule: Rule, right: tuple[object, ...], wrong: tuple[object, ...], seats: int
) -> None:
    assert all(rule.fits(value, seats) for value in right)
    assert not any(rule.fits(value, seats) for value in wrong)


def test_a_length_may_be_none_where_that_is_asked_for_and_is_a_leap_year_at_most() -> None:
    assert [span(text, none=True) for text in ("0", " 0 ", "0h", "0d", "1h")] == [0, 0, 0, 0, 1]
    assert span("366d") == span("8784h") == 24 * 366
    for text in ("367d", "8785h", "0", "0h"):
        with pytest.raises(ValueError, match="not a length"):
            span(text)


def hour(after: float) -> str:
    return stamp(NOON + timedelta(hours=after))


def test_a_move_up_to_the_very_half_of_its_time_gains_something_for_the_bank() -> None:
    terms = Terms(hours=10, bank=5, bank_gain=2, bank_most=8)
    for at, start, kept, left in (
        (5, 5, (), 7), (5.001, 5, (), None), (1, 7, (Bank(0, 7),), 8), (1, 9, (Bank(0, 9),), 9),
        (9, 5, (), None), (1, 5, (Bank(1, 3),), 7),
    ):  # fmt: skip
        before = Desk(clocks=(Clock(0, 1, hour(0), hour(10), bank=hour(10 + start)),), banks=kept)
        after = clocks.wind(terms, before, before, (1,), 2, hour(at))
        assert dict(after.banks).get(0) == left, (at, kept)
        assert [clock.seat for clock in after.clocks] == [1] and after.clocks[0].start == hour(at)


def test_a_clock_is_reckoned_anew_where_its_player_goes_away_in_time() -> None:
    terms = Terms(hours=10)
    clock = Clock(0, 1, hour(0), hour(13), extra=3, reminded=True)
    before = Desk(clocks=(clock,))
    for last, due in (("2026-11-21", 37), ("2026-11-22", 61)):
        away = before._replace(away=(Away(0, "2026-11-21", last),))
        anew = clock._replace(due=hour(due), reminded=False)
        assert clocks.wind(terms, before, away, (0,), 1, hour(1)).clocks == (anew,), "with what was given besides"
    far = before._replace(away=(Away(0, "2026-11-25", "2026-11-26"),))
    assert clocks.wind(terms, before, far, (0,), 1, hour(1)).clocks == (clock,), "of which it was reminded"
    for at in (13, 14):
        assert clocks.wind(terms, before, away, (0,), 1, hour(at)).clocks == (clock,), "too late"
    other = before._replace(away=(Away(1, "2026-11-21", "2026-12-22"),))
    assert clocks.wind(terms, before, other, (0,), 1, hour(1)).clocks == (clock,)
