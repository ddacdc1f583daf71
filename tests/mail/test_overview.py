"""The referee's desk, a match at a moment: what is late, asked for, or came by email and did not count."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.club import overview
from adjudicator.mail.club.overview import Clock, Known
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.ledger import Line, Part, Verdict
from adjudicator.referee.terms import moment, stamp

DUE = moment("2026-11-24T23:00:00+00:00")  # midnight in Berlin
CLOCKS = (
    Clock("Ben", stamp(DUE + timedelta(hours=1)), stamp(DUE + timedelta(hours=5))),
    Clock("Ann", stamp(DUE), stamp(DUE + timedelta(hours=2)), stamp(DUE + timedelta(hours=26))),
)
KNOWN = Known(
    "m", "Snakes", "7", "Ann, Ben", False, "Europe/Berlin", CLOCKS, ("dice",), ("slow",), (("Ben", "B", "2d"),),
    ("told",), ("letter",), ("Ann", "Ben"),
)  # fmt: skip
ASKS = 'asks for 2d more: Ben; `postfox order games/m "extend B 2d"` grants it, deny refuses it'


def noted(known: Known, hours: float, *arrived: Line) -> tuple[str, ...]:
    return overview.row(known, Path("games/m"), DUE + timedelta(hours=hours), arrived).notes


@pytest.mark.parametrize(
    ("hours", "late"),
    [
        (-0.5, ()),
        (0, ("late: Ann, since 2026-11-24, 24:00 Europe/Berlin, with a bank until 2026-11-26, 02:00",)),
        (
            1.5,
            (
                "late: Ben, since 2026-11-25, 01:00 Europe/Berlin, in the time of grace",
                "late: Ann, since 2026-11-24, 24:00 Europe/Berlin, with a bank until 2026-11-26, 02:00",
            ),
        ),
        (
            5,
            (
                "late: Ben, since 2026-11-25, 01:00 Europe/Berlin",
                "late: Ann, since 2026-11-24, 24:00 Europe/Berlin",
            ),
        ),
    ],
)
def test_who_is_late_is_told_with_what_time_is_left(hours: float, late: tuple[str, ...]) -> None:
    row = overview.row(KNOWN, Path("games/m"), DUE + timedelta(hours=hours))
    assert row.notes == ("dice", *late, "slow", ASKS, "told", "letter")
    assert row.cells == ("m", "Snakes", "7", "Ann, Ben", "2026-11-24, 24:00")
    assert row.facts["due"] == row.due == stamp(DUE) and row.asks == {ASKS: ("Ben", "B", "2d")}
    assert row.kind == overview.RUNNING
    untimed = KNOWN._replace(clocks=(), zone="")
    kinds = [overview.row(one, Path("m"), DUE).kind for one in (untimed, KNOWN._replace(over=True))]
    assert kinds == [overview.UNTIMED, overview.OVER] and overview.row(untimed, Path("m"), DUE).due == ""


def line(verdict: Verdict, seats: tuple[int, ...], hours: float, **more: str) -> Line:
    part = Part(verdict, **{"match": "m", "seats": seats, **more})  # type: ignore[arg-type]
    return Line(0, "", stamp(DUE + timedelta(hours=hours)), "", "", (part,))


def test_an_email_that_did_not_count_is_told_for_a_week_or_until_one_of_that_player_does() -> None:
    plain = noted(KNOWN, 0)
    stranger = "an email in the name of Ann came from an address that no player here has"
    for verdict, seats, more, said in (
        ("stranger", (0,), {}, stranger),
        ("stranger", (), {}, "an email came from an address that no player here has"),
        ("unproved", (0, 1), {"why": "no-token"}, "an email of Ann, Ben lacks the token"),
        ("unproved", (7,), {"why": "unsigned"}, "an email of a player lacks a valid signature"),
        ("unproved", (1,), {}, "an email of Ben was not shown to be theirs"),
        ("bounce", (1,), {"file": "0003-B"}, "0003-B to Ben came back undelivered"),
        ("bounce", (1,), {"file": "0003-B", "address": "b@x", "why": "delayed"}, "0003-B to b@x is delayed on its way"),
        ("bounce", (), {"file": "0003-S"}, "0003-S to a reader came back undelivered"),
    ):
        for hours, told in ((-1, True), (-7 * 24 + 1, True), (-7 * 24, False)):
            (*before, last, after) = noted(KNOWN, 0, line(verdict, seats, hours, **more))  # type: ignore[arg-type]
            assert after == "letter"
            assert (
                (*before, last, after) == plain
                if not told
                else last == f"{said}; received {stamp(DUE + timedelta(hours=hours))}"
            )
    first, second = line("stranger", (0,), -3), line("stranger", (0,), -2)
    assert noted(KNOWN, 0, first, second)[-2] == f"{stranger}; received {second.received}"
    assert noted(KNOWN, 0, first, line("stranger", (0,), -2, match="other"))[-2].endswith(first.received)
    assert noted(KNOWN, 0, first, line("taken", (0,), -2)) == plain
    assert len(noted(KNOWN, 0, first, line("taken", (1,), -2))) == len(plain) + 1
    assert len(noted(KNOWN, 0, line("stranger", (), -3), line("taken", (), -2))) == len(plain) + 1


def test_emails_that_belong_nowhere_are_counted_for_a_week(tmp_path: Path) -> None:
    row = overview.Row(("club", "", "", "", ""), ())
    lines = [line("no-match", (), hours, match="") for hours in (-7 * 24, -7 * 24 + 1, -5)]
    lines += [line("no-match", (), -4), line("bounce", (), -3, match=""), line("taken", (), -3, match="")]
    *heading, nowhere, bounced = overview.table(Matches(tmp_path), stamp(DUE), lines, [row])
    assert heading == ["MATCH  GAME  TURN  WAITS FOR  DUE", "club"]
    assert nowhere == f"2 emails named no match in the last 7 days; the last received {lines[2].received}"
    assert bounced.startswith("1 email came back undelivered") and bounced.endswith(lines[4].received)
    assert [*overview.table(Matches(tmp_path), stamp(DUE))] == ["there is no match here"]
