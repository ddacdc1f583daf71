"""The referee's desk, a match at a moment: what is late, asked for, or came by email and did not count."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.mail.club import overview
from adjudicator.mail.club.overview import Clock, Known
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.ledger import Line, Part, Verdict
from adjudicator.referee.admin import PATIENCE
from adjudicator.referee.records import REFEREE, Refusal
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


def test_what_is_long_is_shortened_and_of_a_long_log_the_last_fifty_lines_are_looked_at() -> None:
    for length, end in ((24, "xx"), (25, "x\u2026")):
        cells = overview.row(KNOWN._replace(id="x" * length, waits="x" * length), Path("m"), DUE).cells
        assert (
            [len(cell) for cell in (cells[0], cells[3])] == [24, 24]
            and cells[0].endswith(end)
            and cells[3].endswith(end)
        )
    for lines, first, last in ((1, 0, 0), (2, 1, 1), (51, 50, 1), (52, 51, 2)):
        folder: Any = SimpleNamespace(log=SimpleNamespace(lines=[b""] * lines, entry=lambda n: n))
        assert [*overview.recent(folder)] == [*range(first, last - 1, -1)][: lines - 1]


def test_what_players_and_referees_said_and_what_was_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of messages those after the referee's last word, of refusals the last of each."""

    def entry(by: str = "", seat: int | None = None, at: str = stamp(DUE), **more: Any) -> SimpleNamespace:
        empty: dict[str, Any] = {"says": (), "refusals": (), "letters": (), "mail": None}
        return SimpleNamespace(by=by, seat=seat, at=at, **empty | more)

    def say(seat: int, text: str, *to: int, grey: bool = False) -> SimpleNamespace:
        return SimpleNamespace(seat=seat, text=text, to=to or (REFEREE,), grey=grey)

    names: Any = ("Ann", "Ben")
    refused = Refusal(2, "illegal", "no", "try")
    log = [
        entry(seat=0, says=(say(0, "first"), say(0, "to Ben", 1), say(0, "second"))),
        entry(seat=1, at="", says=(say(1, "who?", grey=True), say(1, "x" * 201, 0, REFEREE))),
        entry("referee", says=(say(REFEREE, "an answer"),), refusals=(Refusal(0, "seat", "why"),)),
        entry(seat=1, refusals=(refused, Refusal(0, "notation", "r" * 201))),
        entry(seat=1, refusals=(refused,)),
        entry(seat=0),
        entry(seat=0, refusals=(refused,)),
        entry(refusals=(refused,), mail=SimpleNamespace(received="")),
    ]
    folder: Any = None
    monkeypatch.setattr(overview, "recent", lambda folder: iter(log[:2]))
    when = ", 2026-11-24, 24:00"
    assert overview._messages(folder, names, "Europe/Berlin") == [
        "says, somebody: who?", f"says, Ben: {'x' * 199}\u2026", f"says{when}, Ann: first", f"says{when}, Ann: second"
    ]  # fmt: skip
    monkeypatch.setattr(overview, "recent", lambda folder: iter(log))
    assert len(overview._messages(folder, names, "UTC")) == 4
    assert [*overview._refusals(folder, names, "Europe/Berlin")] == [f"refused: the referee{when}: why"]
    monkeypatch.setattr(overview, "recent", lambda folder: iter(log[3:]))
    assert [*overview._refusals(folder, names, "Europe/Berlin")] == [
        f"refused: Ben{when}, line 2: no; try",
        f"refused: Ben{when}: {'r' * 199}\u2026",
        "refused: nobody known, line 2: no; try",
    ]


def test_who_is_late_and_who_needs_help_is_counted() -> None:
    def slow(**desk: Any) -> list[str]:
        standing: Any = SimpleNamespace(outcome=desk.pop("outcome", None), desk=SimpleNamespace(**desk))
        return [*overview._slow(standing, ("Ann", "Ben"))]  # type: ignore[arg-type]

    late = ((0, 1), (1, 2))
    assert slow(late=late, refused=()) == ["late 1 time in a row: Ann", "late 2 times in a row: Ben"]
    assert slow(late=late, refused=(), outcome=1) == []
    assert slow(late=(), refused=((0, PATIENCE - 1), (1, PATIENCE))) == [
        f"needs your help: Ben, of whose last {PATIENCE} files nothing could be carried out"
    ]


def test_a_letter_that_has_not_gone_is_told_with_why(tmp_path: Path) -> None:
    postings = Postings(tmp_path)
    postings.write("letters/0001-A", "a@x", "refused", DUE, "r" * 201)
    postings.write("letters/0001-B", "b@x", "deferred", DUE, "later")
    postings.write("letters/0002-B", "c@x", "deferred", DUE, "later")
    postings.write("letters/0002-B", "c@x", "deferred", DUE, "later")
    postings.write("letters/0003-B", "c@x", "sent", DUE)
    again = [stamp(DUE + timedelta(minutes=minutes)) for minutes in (1, 2)]
    assert [*overview._letters(postings)] == [
        f"not delivered: letters/0001-A to a@x: {'r' * 199}\u2026",
        f"put off once, again after {again[0]}: letters/0001-B to b@x: later",
        f"put off 2 times, again after {again[1]}: letters/0002-B to c@x: later",
    ]
