"""When a season begins, is put off or loses somebody, and its tables."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from said import ANN, BEN, CEM, DAY, DORA, NOW, SECOND, Said, begin as begin, club as club, played

from adjudicator.core.codec import canonical, write
from adjudicator.mail.club import letters, log, seasons
from adjudicator.mail.club.settings import Season
from adjudicator.referee.terms import moment, stamp


def test_what_is_left_of_a_season_when_somebody_leaves(club: Said) -> None:
    one = played(club)
    assert [(each.round, each.first, each.second) for each in one.pairings()] == [
        (1, ANN, DORA), (1, BEN, CEM), (2, DORA, CEM), (2, ANN, BEN), (3, BEN, DORA), (3, CEM, ANN),
    ]  # fmt: skip
    twice = played(club, both=True).pairings()
    assert [each.round for each in twice] == [n for n in range(1, 7) for _ in range(2)]
    assert [(each.second, each.first) for each in twice[6:]] == [(each.first, each.second) for each in twice[:6]]
    assert (
        not one.settled()
        and one.open is False
        and [match.id for match in one.opened()] == [f"s-{n}" for n in range(1, 7)]
    )
    assert one.winner(one.pairings()[0]) is None and not one.struck()
    for over, struck in (({1: (ANN, 5)}, {ANN}), ({1: (ANN, 5), 4: (BEN, 6)}, set()), ({1: (0, 5), 4: (0, 8)}, {ANN})):
        gone = played(club, winners=over, left={ANN: 8})
        assert gone.struck() == struck and played(club, rounds=3, winners=over, left={ANN: 8}).struck() == set()
        assert gone.winner(gone.pairings()[0]) == over[1][0]
        assert gone.winner(gone.pairings()[5]) == CEM and gone.winner(gone.pairings()[1]) is None
    both = played(club, left={ANN: 8, DORA: 9}, winners={2: (BEN, 5), 3: (0, 5)})
    assert both.winner(both.pairings()[0]) is None and not played(club, left={ANN: 8}, winners={2: (BEN, 5)}).settled()
    assert both.settled() is True


def test_when_a_season_s_names_close_and_its_rounds_begin(club: Said) -> None:
    one = played(club, every=7)
    assert [seasons.begins(one, each) - NOW for each in one.pairings()[::2]] == [0 * DAY, 7 * DAY, 14 * DAY]
    for zone, hours in (("UTC", 0), ("Europe/Berlin", -1), ("America/New_York", 5)):
        closes = moment("2026-12-02T00:00:00+00:00") + timedelta(hours=hours)
        assert seasons.until(one, zone) == closes
        assert seasons.until(one._replace(put_off=2), zone) == closes + 14 * DAY
    said = {None: ".", 0: "0", 1: "\u00bd", 2: "1", 3: "1\u00bd", 4: "2", 21: "10\u00bd"}
    assert {halves: seasons.points(halves) for halves in said} == said


def test_a_season_with_too_few_names_is_put_off_twice_and_then_called_off(club: Said) -> None:
    season = Season("s", "snail-trail", "2026-12-01")
    lot = seasons._lot(club.club, season, 0)
    assert log.digest(lot.encode()) == seasons._lot(club.club, season, -1)
    club.line("season", match="s", text=canonical(write(season)), head=seasons._lot(club.club, season, -1))
    for who in (ANN, BEN):
        club.line("join", who, "s")
    for kind in ("later", "later", "closed"):
        (line,) = seasons._closed(club.club, club.matches, seasons.found(club.lines)["s"], NOW)
        assert (line.kind, line.match) == (kind, "s")
    club.lines.pop()
    club.line("join", CEM, "s")
    one = seasons.found(club.lines)["s"]
    assert (one.put_off, one.open, one.over) == (2, True, False)
    (line,) = seasons._closed(club.club, club.matches, one, NOW)
    told = json.loads(line.text)
    assert line.kind == "draw" and told == {"lot": lot, "players": seasons.drawn(lot, (ANN, BEN, CEM))}
    swiss = season._replace(rounds=3)
    lots = [seasons._lot(club.club, swiss, number) for number in range(-1, 4)]
    assert [log.digest(lot.encode()) for lot in lots[1:]] == lots[:-1]


def test_the_table_is_sent_once_a_week_where_it_has_changed(club: Said) -> None:
    def kinds(one: seasons.Played, now: Any) -> list[str]:
        return [line.kind for line in seasons._told(club.club, one, now)]

    some = played(club, winners={1: (ANN, 5)})
    assert kinds(some, NOW + 7 * DAY) == ["table"] and kinds(some, NOW + 7 * DAY - SECOND) == []
    assert kinds(played(club), NOW + 8 * DAY) == []
    sent = some._replace(told=(stamp(NOW + DAY), 5))
    assert kinds(sent, NOW + 9 * DAY) == [] and kinds(sent._replace(told=(stamp(NOW + DAY), 4)), NOW + 8 * DAY) == [
        "table"
    ]
    assert kinds(sent._replace(told=(stamp(NOW + DAY), 4)), NOW + 8 * DAY - SECOND) == []
    assert kinds(played(club, winners={n: (0, n) for n in range(1, 7)}), NOW) == ["final"]


def table(players: int, rounds: int = 0, who: int = 1, **more: Any) -> tuple[str, list[str], list[bool]]:
    """A table as a letter shows it: its head, its rows, and of each whether its player has left."""
    group, season = tuple(range(1, players + 1)), Season("s", "snail-trail", "", rounds=rounds)
    name, drawn = more.pop("name", 30), more.pop("drawn", ())
    one = seasons.Played(season, "", group, (group,), stamp(NOW), rounds=drawn, **more)
    made = letters._table(one, group, {each: f"{each:02}{'n' * name}"[:name] for each in group}, who)
    return made["head"], [row["text"] for row in made["rows"]], [row["left"] for row in made["rows"]]


def test_a_table_has_72_columns_and_results_of_twelve_at_most() -> None:
    name, other = "01" + "n" * 18, "02" + "n" * 18
    head, rows, left = table(12)
    assert head == " " * 25 + "".join(f"{n:>3}" for n in range(1, 13)) and left == [False] * 12
    assert rows[0] == f"> 1 {name}   x{'  .' * 11}     0" and len(rows[0]) == 67
    head, rows, _ = table(13, who=2)
    assert head == " " * 25 and rows[:2] == [f"  1 {name}      0", f"> 1 {other}      0"]
    assert table(3, name=5, results={"s-1": (3, 9), "s-2": (0, 9), "s-3": (1, 9)}) == (
        " " * 10 + "  1  2  3",
        ["> 1 01nnn   x  1  \u00bd    1\u00bd", "  2 03nnn   0  x  1     1", "  3 02nnn   \u00bd  0  x     \u00bd"],
        [False] * 3,
    )
    _, rows, left = table(3, name=5, results={"s-1": (3, 9)}, left={3: 12})
    assert rows[1] == "  2 03nnn   0  x  1     1" and left == [False, True, False]


@pytest.mark.parametrize(("rounds", "width"), [(2, 20), (6, 20), (7, 19), (9, 11)])
def test_a_swiss_table_has_whom_each_has_met_and_fits(rounds: int, width: int) -> None:
    pairs = (((1, 2), (3, 4)), ((1, 3), (4, 0)))
    head, rows, _ = table(4, rounds, drawn=pairs, results={"s-1": (1, 9), "s-2": (0, 9)})
    assert head == " " * (width + 5) + "   1   2"
    assert rows == [
        f"{row[:4]}{row[4:6]}{'n' * (width - 2)} {row[6:]}"
        for row in (
            "  1 04  3=   +    1\u00bd         2",
            "> 2 01  4+  3*     1         0",
            "  3 03  1=  2*     \u00bd        1\u00bd",
            "  4 02  2-         0         1",
        )
    ]
    assert width + 5 + 4 * rounds + 16 <= 72
    assert [letters._result(winner, 1) for winner in (None, 1, 2, 0)] == ["", "won", "lost", "drawn"]
