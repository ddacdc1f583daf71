"""The bank of time: what runs after a deadline, what a quick move adds, and that all of it is said and proved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from test_desk import Table, kinds, no_bitmaps, proved, refused  # noqa: F401

from adjudicator.core import MatchError
from adjudicator.mail.club import overview
from adjudicator.match import create, process
from adjudicator.match.store.folders import Matches
from adjudicator.referee import clocks
from adjudicator.referee.terms import moment, stamp

DUE = "2026-11-24T23:00:00+00:00"  # the first of the match: the end of Tuesday in Berlin
TERMS = {"deadline": "3d", "zone": "Europe/Berlin", "bank": "5d", "late": "random"}
Begun = Callable[..., Table]


@pytest.fixture
def begun(tmp_path: Path) -> Begun:
    """Begins a match with a bank: Bob is to move."""
    made: list[Table] = []

    def begin(**more: str) -> Table:
        terms = create.terms({**TERMS, **{key.replace("_", "-"): value for key, value in more.items()}})
        made.append(Table(tmp_path / str(len(made)), terms))
        return made[-1]

    return begin


def left(table: Table) -> dict[int, int]:
    """The hours left in each bank that is not as the terms give it."""
    return dict(table.desk.banks)


def empty(table: Table) -> str:
    return table.desk.clocks[0].bank


def after(hours: float, start: str = DUE) -> str:
    return stamp(moment(start) + timedelta(hours=hours))


def test_a_bank_without_a_deadline_is_refused() -> None:
    with pytest.raises(MatchError, match="runs after a deadline"):
        create.terms({"bank": "5d"})


def test_a_first_letter_says_that_the_bank_runs_after_the_deadline(begun: Begun):
    table = begun()
    said = " ".join((table.folder.path / "letters/0000-B.txt").read_text().split())
    assert "Send it by the end of Tuesday 24 November, Berlin time; then your bank of 5 days begins to run. " in said
    assert "Once it is empty, the dice choose a legal move for you." in said
    assert empty(table) == after(120)
    table.file("player Bob\nlanguage de\n")
    german = table.letter(table.file("player Bob\nstatus\n")[0], "B")
    assert (
        "Schicke deinen Zug bis Dienstag, 24. November, 24 Uhr Berliner Zeit; danach läuft dein Zeitguthaben (5 Tage)."
        in german
    )
    proved(table)


def test_the_reminder_comes_before_the_deadline_and_once_when_the_bank_starts(begun: Begun):
    table = begun()
    assert process.wakes(table.folder) == moment(after(-24))
    assert kinds(table.due(after(-24))) == ["reminded"]
    assert table.due(after(-1)) == []
    assert process.wakes(table.folder) == moment(DUE)
    (runs,) = table.due(DUE)
    assert [event.kind for event in runs.entry.events] == ["bank-runs"]
    assert [letter.subject for letter in runs.entry.letters] == ["[ab] Reminder: your move by Sun 29 Nov (turn 1)"]
    said = table.letter(runs, "B")
    assert "its deadline has passed: your bank is running. Send it by the end of Sunday 29 November" in said
    assert table.due(after(1)) == []
    (row,) = overview.rows(Matches(table.path), after(1))
    assert any(
        note.startswith("late: Bob, since 2026-11-24, 24:00") and "bank until 2026-11-29" in note for note in row.notes
    )
    proved(table)


def test_who_has_missed_the_reminder_hears_of_the_bank_alone(begun: Begun):
    table = begun()
    assert kinds(table.due(after(2))) == ["bank-runs"]
    assert table.due(after(3)) == []


def test_a_move_while_the_bank_runs_takes_its_hours_and_no_more(begun: Begun):
    table = begun()
    table.due(DUE)
    table.now = after(9.5)
    assert not refused(table.file(f"player Bob\n{table.legal()}"))
    assert left(table) == {1: 110}
    proved(table)


@pytest.mark.parametrize(("late", "comes"), [("random", "played-for"), ("wait", "late"), ("pass", "late")])
def test_an_empty_bank_brings_what_late_says(begun: Begun, late: str, comes: str):
    table = begun(late=late)
    table.due(DUE)
    assert table.due(after(119.9)) == []
    assert kinds(table.due(after(120)))[0] == comes
    assert left(table) == {1: 0}
    if late == "wait":  # the next deadline has no bank behind it
        (clock,) = table.desk.clocks
        assert clock.bank == "" and clocks.ends(table.folder.match.terms, clock) == moment(clock.due)  # type: ignore[arg-type]
    proved(table)


def test_a_move_in_the_first_half_adds_the_gain_up_to_the_most(begun: Begun):
    table = begun(bank_gain="12h", bank_most="130h")
    for turn, hours in enumerate((130, 130, 130)):
        seat = table.acting()[0]
        table.file(f"player {'AB'[seat]}\n{table.legal()}")
        assert left(table)[seat] == hours, turn
    table.now = after(0, table.desk.clocks[0].due)
    seat, before = table.acting()[0], left(table)
    table.file(f"player {'AB'[seat]}\n{table.legal()}")
    assert left(table).get(seat, 120) == before.get(seat, 120)
    proved(table)


def test_without_a_most_a_gain_only_mends_the_bank(begun: Begun):
    table = begun(bank_gain="12h")
    table.file(f"player Bob\n{table.legal()}")
    assert left(table) == {1: 120}


def test_grace_comes_before_the_bank_and_costs_nothing(begun: Begun):
    table = begun(grace="6h")
    assert empty(table) == after(126)
    table.due(after(-1))
    assert table.due(after(5)) == []
    table.now = after(5.9)
    table.file(f"player Bob\n{table.legal()}")
    assert left(table) == {}
    proved(table)


def test_days_away_are_no_time_of_the_bank(begun: Begun):
    table = begun()
    table.file("player Bob\nabsent 2026-11-26 2026-11-27\n")
    assert empty(table) == after(120 + 48)
    table.due(DUE)
    table.now = after(24 + 48 + 1)  # one day of the bank, two away, and an hour
    table.file(f"player Bob\n{table.legal()}")
    assert left(table) == {1: 120 - 25}
    proved(table)


def test_who_goes_away_while_the_bank_runs_loses_nothing_by_it(begun: Begun):
    table = begun()
    table.due(DUE)
    table.now = after(1)
    table.file("player Bob\nabsent 2026-11-26 2026-11-27\n")
    assert empty(table) == after(120 + 48)
    table.now = after(80)
    table.file("player Bob\nabsent none\n")  # what has been time away stays so
    assert empty(table) == after(120 + 48)


def test_a_hold_stops_the_bank_and_a_resume_begins_a_whole_turn(begun: Begun):
    table = begun()
    table.due(DUE)
    table.now = after(10)
    table.order("hold")
    assert left(table) == {1: 110} and table.desk.clocks == ()
    table.now = after(500)
    assert table.due(table.now) == []
    table.order("resume")
    (clock,) = table.desk.clocks
    assert clock.bank == after(110, clock.due)
    proved(table)


def test_an_extension_comes_before_the_bank(begun: Begun):
    table = begun()
    table.due(DUE)
    table.now = after(10)
    table.order("extend Bob 1 day")
    assert (table.desk.clocks[0].due, empty(table)) == (after(24), after(144))
    assert not table.desk.clocks[0].running, "until then it is the deadline that letters name"
    assert kinds(table.due(after(24))) == ["bank-runs"]
    table.now = after(24)
    table.file(f"player Bob\n{table.legal()}")
    assert left(table) == {1: 120}
    proved(table)


def test_a_substitute_has_the_whole_bank(begun: Begun):
    table = begun()
    table.due(DUE)
    table.now = after(100)
    table.order("substitute Bob: Carl <carl@example.org>")
    (clock,) = table.desk.clocks
    assert left(table) == {} and clock.bank == after(120, clock.due)
    proved(table)


def test_the_referee_gives_and_takes_banks_while_a_match_is_played(begun: Begun):
    table = begun(bank="0")
    assert empty(table) == "" and "bank" not in (table.folder.path / "letters/0000-B.txt").read_text()
    table.order("terms bank 2d")
    assert empty(table) == after(48)
    table.order("terms grace 6h")
    assert empty(table) == after(54)
    table.order("terms bank 0")
    assert empty(table) == ""
    proved(table)


def test_a_bank_that_the_referee_gives_is_whole_though_another_runs(begun: Begun):
    table = begun()
    table.due(DUE)
    for hours, given in ((50, "3d"), (100, "9h")):
        table.now = after(hours)
        table.order(f"terms bank {given}")
        (clock,) = table.desk.clocks
        assert left(table) == {} and clock.bank == after(72 if given == "3d" else 9, clock.due)
    proved(table)
