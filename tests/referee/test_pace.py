"""How many letters come: brief and daily readers are spared what the next letter, or the digest, says as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_desk import Table, proved

from adjudicator.match.outputs import Filed
from adjudicator.referee import orders
from adjudicator.referee.terms import Terms


def readers(filed: list[Filed]) -> list[str]:
    return ["".join(record.whose for record in one.entry.letters) for one in filed]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, Terms(days=5, zone="UTC"))


@pytest.mark.parametrize(("pace", "turns"), [("full", "AB"), ("brief", ""), ("daily", ""), ("daily 19:00", "")])
def test_who_has_moved_hears_of_it_only_in_full_letters(table: Table, pace: str, turns: str):
    assert readers(table.file(f"player Bob\nletters {pace}")) == ["B"], "an answer is at once"
    (moved,) = table.file(f"player Bob\n{table.legal()}\nsay Anna: good luck")
    assert "".join(record.whose for record in moved.entry.letters) == ("AB" if turns else "A")
    (answered,) = table.file(f"player Anna\n{table.legal()}")
    assert [record.whose for record in answered.entry.letters] == (["A"] if pace.startswith("daily") else ["A", "B"])
    proved(table)


def test_a_brief_or_daily_reader_hears_at_once_what_is_about_themselves(table: Table):
    for pace, message in (("brief", "AB"), ("daily", "A")):
        table.file(f"player Bob\nletters {pace}")
        assert readers(table.file("player Bob\nnonsense everywhere")) == ["B"]
        assert readers(table.file("player Bob\nstatus")) == ["B"]
        assert readers(table.file("player Bob\nextension 2 days")) == ["B"]
        assert readers(table.file("player Anna\nsay Bob: hello")) == [message]
    assert readers(table.due("2026-11-26T12:00:00+00:00")) == ["B"], "the reminder"
    assert "B" in readers(table.due("2026-11-28T12:00:00+00:00"))[-1], "the deadline that was missed"
    proved(table)


def test_a_daily_reader_hears_at_once_of_a_move_due_within_a_day(tmp_path: Path):
    for hours, told in ((20, "AB"), (30, "A")):
        table = Table(tmp_path / str(hours), Terms(hours=hours, zone="UTC"))
        table.file("player Bob\nletters daily")
        table.file(f"player Bob\n{table.legal()}")
        assert readers(table.file(f"player Anna\n{table.legal()}")) == [told]


def test_the_end_is_told_at_once_to_brief_readers_and_in_the_digest_to_daily_ones(tmp_path: Path):
    for pace, told in (("brief", "AB"), ("daily", "A")):
        table = Table(tmp_path / pace)
        table.file(f"player Bob\nletters {pace}")
        assert readers(table.file("player Anna\nresign")) == [told]


def test_a_pace_stands_beside_other_wishes_and_is_none_for_older_matches(table: Table):
    table.file("player Bob\nletters page\nletters daily 07:30\nletters brief")
    assert [tuple(wish) for wish in table.desk.wishes] == [(1, "letters", "page"), (1, "pace", "brief")]
    (filed,) = table.file("player Bob\nletters daily 24:00")
    assert "letters daily" in filed.entry.refusals[0].hint
    assert not orders.read(b"letters brief", "a.txt", newest=True).problems
    (problem,) = orders.read(b"letters brief", "a.txt").problems
    assert problem.hint == "write `letters page`, `letters proof` or `letters plain`", "as it was refused then"
