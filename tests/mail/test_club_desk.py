"""What the desk and the daily digest say of a club."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from said import ANN, BEN, CEM, DAY, DORA, NOW, SECOND, Said, begin as begin, club as club, played, series

from adjudicator.core.codec import canonical
from adjudicator.mail.club import digests, log, notices
from adjudicator.mail.club.daily import Daily
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.match.store.ledger import Line as Arrival, Part
from adjudicator.referee.terms import stamp


def test_the_desk_says_of_a_club_what_is_open_and_who_waits_for_an_answer(begin: Callable[..., Any]) -> None:
    with begin(zone="Europe/Berlin") as club:
        assert [*notices._club(club.club, club.matches, NOW, ())] == []
        club.opened("later", ANN)
        club.opened("full", ANN, BEN, end="full")
        club.opened("shut", ANN, end="closed")
        terms = {"game": "the-game", "seats": 2, "variant": "", "deadline": ""}
        club.line("open", BEN, "older", canonical(terms), ago=DAY)
        series(club)
        club.line("challenge", BEN, "rungs", "1")
        asked = club.line("question", match="none", ago=timedelta(hours=4) - SECOND)
        help = club.line("help", match="none", ago=DAY)
        club.line("email", of=club.line("question", match="none").n)
        club.line("done", of=club.line("help", match="none").n)
        for who, game in ((DORA, "the-game"), (CEM, "the-game"), (BEN, "asalto")):
            club.line("standby", who, text=game)
        for ago in (timedelta(), DAY - SECOND, DAY):
            club.line("stranger", ago=ago)
        club.line("member", DORA, of=club.line("asked", ago=DAY).n)
        for ago in (3 * DAY - SECOND, 3 * DAY):
            club.line("asked", ago=ago)
        arrived = [
            Arrival(0, "", received, "", "", (Part("stranger", match),))
            for received, match in (
                (stamp(NOW - DAY + SECOND), ""),
                (stamp(NOW - DAY), ""),
                (stamp(NOW), "m"),
                (stamp(NOW), "k"),
                ("", ""),
            )
        ]
        said = [
            "open: 2, the oldest since 2026-11-23, 13:00",
            "autumn, round 1: 0 of 1 over",
            "spring: 2 names, taken until 2026-12-01, 24:00",
            "rungs: 3 on the ladder, 1 challenge",
            "steps: 0 on the ladder, 0 challenges",
            f"question: q{asked.n} (none), for 3 h",
            f"needs help: q{help.n} (none), for 24 h",
            "strangers today: 3, 1 not answered",
            "standby: asalto 1, the-game 2",
            "codes pending: 1",
        ]
        assert [*notices._club(club.club, club.matches, NOW, arrived)] == said
        said[-3] = "strangers today: 2, all answered"
        assert [*notices._club(club.club, club.matches, NOW, ())] == said


def test_the_rounds_that_are_played_are_told_and_when_the_next_begins(club: Said) -> None:
    one = played(club, every=7, winners={1: (ANN, 1)})
    first, second = "round 1: 1 of 2 over", "round 2: 0 of 2 over"
    begins = [f"round {n}: begins 2026-{day}, 12:00" for n, day in enumerate(("11-24", "12-01", "12-08"), 1)]
    for later, said in (
        (-SECOND, begins[:1]),
        (timedelta(), [first, begins[1]]),
        (7 * DAY - SECOND, [first, begins[1]]),
        (7 * DAY, [first, second, begins[2]]),
        (14 * DAY, [first, second, "round 3: 0 of 2 over"]),
    ):
        assert [*notices._rounds(one, NOW + later, "UTC")] == said
    gone = played(club, winners={1: (ANN, 1), 2: (BEN, 2)}, left={ANN: 3})
    assert [*notices._rounds(gone, NOW, "UTC")] == ["round 2: 1 of 2 over", "round 3: 1 of 2 over"]
    assert [*notices._rounds(played(club, left={ANN: 3, DORA: 4}), NOW, "UTC")] == [first]


@pytest.fixture
def digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """The digest that is due now, with the range of lines that it covers for each match; None if nothing is due."""

    def due(
        *before: tuple[Any, bool, tuple[tuple[str, int], ...]], now: Any = NOW, news: str = "m", **more: Any
    ) -> tuple[digests.Line, list[tuple[int, int]]] | None:
        lines = [
            digests.Line(n, stamp(at), "A@x", tuple(digests.Upto(*one) for one in told), silent)
            for n, (at, silent, told) in enumerate(before)
        ]
        over = more.get("over", ())

        @contextmanager
        def lent(match: str) -> Iterator[Any]:
            after = SimpleNamespace(outcome=match in over or None)
            log = SimpleNamespace(heads=[""] * 9, entry=lambda n: SimpleNamespace(after=after))
            yield SimpleNamespace(match=SimpleNamespace(id=match), log=log)

        def facts(item: Any, language: str) -> dict[str, Any]:
            kind = more.get("kind", "happened")
            return {"form": "", "happened": "", "press": ""} | {kind: item.match in news}

        monkeypatch.setattr(digests.Item, "facts", facts)
        wished = more.get("wished", stamp(NOW - 30 * DAY))
        rows: Any = [(match, Daily(0, "a@X", "13:00", "Europe/Berlin", n, wished)) for n, match in ((2, "m"), (4, "k"))]
        postings = more.get("postings") or Postings(tmp_path)
        with ExitStack() as stack:
            matches: Any = SimpleNamespace(lent=lent)
            line, items = digests._due(matches, rows, lines, postings, stack, now)
            return line and (line, [(item.since, item.lines) for item in items])

    return due


def test_a_digest_is_due_at_its_hour_and_tells_what_none_before_has(digest: Callable[..., Any]) -> None:
    """Noon, when it is 13:00 in Berlin."""
    both, mine = (("m", 5), ("k", 6)), (("m", 9),)
    assert digest() == (digests.Line(0, stamp(NOW), "a@X", mine), [(3, 9), (5, 9)])
    for kind in ("form", "press"):
        assert digest(kind=kind)[0].told == mine
    assert digest(wished=stamp(NOW + SECOND)) is None and digest(wished=stamp(NOW)) and digest(wished="")
    assert digest(now=NOW - SECOND)[0].at == stamp(NOW - DAY)
    yesterday = (NOW - DAY, False, both)
    assert digest((NOW, True, ())) is None and digest((NOW - SECOND, True, ()))
    assert digest(yesterday, (NOW - SECOND, True, ()), news="") == (
        digests.Line(2, stamp(NOW), "a@X", (), silent=True), [(5, 9), (6, 9)]
    )  # fmt: skip


def test_a_digest_that_was_begun_is_the_same_and_another_follows_once_it_has_gone(
    digest: Callable[..., Any], tmp_path: Path
) -> None:
    first, begun = (NOW - 2 * DAY, False, (("m", 4),)), (NOW - DAY, False, (("m", 7), ("k", 6)))
    line, spans = digest(first, begun)
    assert (line.n, line.at, spans) == (1, stamp(NOW - DAY), [(4, 7), (5, 6)]), (
        "it tells what it told when it was begun"
    )
    postings = Postings(tmp_path / "sent")
    (tmp_path / "sent").mkdir()
    name = log.letter(1, "DAILY").replace("-club", "")
    for what, n in (("begun", 1), ("deferred", 1), ("sent", 2)):
        postings.write(name, "A@x", what, NOW)  # type: ignore[arg-type]
        line, spans = digest(first, begun, postings=postings)
        assert (line.n, spans) == (n, [(4, 7), (5, 6)] if n == 1 else [(7, 9), (6, 9)])


@pytest.mark.parametrize(("days", "told"), [(7, True), (8, True), (6, False)])
def test_after_a_week_of_silence_a_monday_brings_a_line(digest: Callable[..., Any], days: int, told: bool) -> None:
    monday = NOW - DAY
    old, silent = (monday - days * DAY, False, ()), (monday - DAY, True, ())
    assert digest(silent, now=monday, news="")[0].silent
    assert digest((monday - 20 * DAY, True, ()), old, silent, now=monday, news="")[0].silent is not told
    assert digest((monday - days * DAY, True, ()), silent, now=monday, news="")[0].silent is not told
    assert digest((monday - days * DAY, True, ()), silent, now=monday, news="", over=("m",))[0].told == (
        (("k", 9),) if told else ()
    )
    assert digest((monday - 20 * DAY, True, ()), silent, now=monday + DAY, news="")[0].silent
