"""The ladder of a club: challenges, answers, matches, and who goes down; the log proves every rung."""

from __future__ import annotations

import random
import shutil
from contextlib import suppress
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest
from faults.test_store import server as server, url as url
from lanes import some
from support import Stopped, mail, stops
from test_open_matches import Club, text
from test_seasons import ROW, resigned
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.core import MatchError
from adjudicator.mail.club import commands, ladder, log, notices
from adjudicator.mail.club.log import Line
from adjudicator.mail.club.settings import Season
from adjudicator.match import process
from adjudicator.match.store import club as transfer
from adjudicator.match.store.folders import Matches, by_id
from adjudicator.referee.terms import stamp

SEASON = Season("rungs", "snail-trail", "", ladder=True)
WEEK = timedelta(days=7)


def begun(path: Path, players: int = 5) -> Club:
    """A club with a ladder: Ann, who joined first, is on its top rung."""
    club = Club(path / "games")
    with (club.path / "club/club.toml").open("a", encoding="utf-8") as file:
        file.write('[[season]]\nid = "rungs"\ngame = "snail-trail"\nform = "ladder"\n')
    club.round()
    for one in ROW[:players]:
        club.joined(one, "join rungs")
    return club


def rungs(club: Club) -> tuple[int, ...]:
    return ladder.found(club.lines)["rungs"].rungs


def subject(club: Club, sender: str) -> str:
    return str(club.letter(sender)["Subject"])


def test_the_winner_of_a_challenge_has_the_upper_rung(tmp_path: Path) -> None:
    club = begun(tmp_path)
    assert rungs(club) == (1, 2, 3, 4, 5) and subject(club, ROW[4]) == "[rungs] You are on rung 5"
    club.write("challenge Ben", ROW[3])
    assert subject(club, ROW[3]) == "[rungs] You have challenged Ben"
    assert subject(club, ROW[1]) == "[rungs] Dora challenges you"
    club.write("accept", ROW[1], f"Re: {subject(club, ROW[1])}")
    assert [seat.name for seat in club.folder("rungs-1").match.seats] == ["Ben", "Dora"]
    assert "rungs: 5 on the ladder, 1 challenge" in notices.desk(Matches(club.path), club.now)[0].notes
    resigned(club, "rungs-1")
    (result,) = [line for line in club.lines if line.kind == "result"]
    won = result.member == 4
    assert rungs(club) == ((1, 4, 3, 2, 5) if won else (1, 2, 3, 4, 5))
    assert subject(club, ROW[3]) == f"[rungs] {'You win: rung 2' if won else 'You lose: rung 4'}"
    assert log.proved(Matches(club.path), ladder.found)


def test_who_declines_or_does_not_answer_changes_rungs(tmp_path: Path) -> None:
    club = begun(tmp_path)
    club.write("fordere Ann", ROW[3])
    club.write("ablehnen", ROW[0], f"Re: {subject(club, ROW[0])}")
    assert rungs(club) == (4, 2, 3, 1, 5)
    assert subject(club, ROW[3]) == "[rungs] Challenge declined: rung 1"
    club.write("challenge Dora", ROW[2])
    club.now += timedelta(days=2, hours=23)
    club.round()
    assert rungs(club) == (4, 2, 3, 1, 5)
    club.now += timedelta(hours=1)
    club.round()
    assert rungs(club) == (3, 2, 4, 1, 5)
    assert "You have not answered the challenge of Cem, Dora, so you swap rungs." in text(club, ROW[3])


def test_a_challenge_that_may_not_be_is_refused_with_why(tmp_path: Path) -> None:
    club = begun(tmp_path)
    for wish, who, why in (
        ("challenge Ann", 4, "only those up to three rungs above you, Eve"),
        ("challenge Eve", 3, "only those up to three rungs above you, Dora"),
        ("challenge Zoe", 3, "Zoe is on no ladder with you"),
        ("accept", 3, "Nobody has challenged you"),
    ):
        club.write(wish, ROW[who])
        assert why in text(club, ROW[who]), wish
    club.write("challenge Ben", ROW[2])
    club.write("challenge Cem", ROW[3])
    assert "in a challenge already, Dora" in text(club, ROW[3])
    club.write("accept", ROW[2])
    assert "Nobody has challenged you" in text(club, ROW[2]) and club.count("accept") == 0


def test_no_time_runs_on_vacation_and_who_is_idle_goes_down_below_who_is_not(tmp_path: Path) -> None:
    club = begun(tmp_path, 4)
    first, last = (f"{club.now + timedelta(days=days):%Y-%m-%d}" for days in (1, 10))
    club.write(f"vacation {first} {last}", ROW[0])
    club.write("challenge Ann", ROW[1])
    club.now += timedelta(days=9)
    club.round()
    assert rungs(club) == (1, 2, 3, 4), "Ann is away"
    club.write("accept", ROW[0])
    resigned(club, "rungs-1")
    top = rungs(club)[0]
    club.write(f"challenge {'Ann' if top == 1 else 'Ben'}", ROW[3])
    club.write("accept", ROW[top - 1])
    resigned(club, "rungs-2")
    *_, fourth = before = rungs(club)
    club.now += timedelta(days=6)
    club.joined(ROW[4], "join rungs")
    assert before[2] == 3 and rungs(club) == (*before[:2], fourth, 3, 5), "nobody rises without a match"
    assert subject(club, ROW[2]) == "[rungs] No match for 14 days: rung 4"


def test_who_leaves_the_ladder_or_the_club_is_on_it_no_more(tmp_path: Path) -> None:
    club = begun(tmp_path)
    club.write("challenge Ann", ROW[1])
    club.write("withdraw rungs", ROW[1])
    club.write("challenge Cem", ROW[3])
    club.write("accept", ROW[2])
    club.write("goodbye yes", ROW[2])
    club.round()
    assert club.folder("rungs-1").last.after.outcome.winners == (1,)
    assert rungs(club) == (1, 4, 5) and not ladder.found(club.lines)["rungs"].duels
    club.write("join rungs", ROW[1])
    assert rungs(club) == (1, 4, 5, 2)
    club.write("standings rungs", ROW[1])
    assert "> 4 Ben" in text(club, ROW[1])


@pytest.mark.parametrize("kind", ["challenge", "accept", "lapsed", "down", "join"])
def test_a_line_against_the_rules_is_found_by_verify(tmp_path: Path, kind: log.Kind) -> None:
    club = begun(tmp_path)
    club.write("challenge Ben", ROW[3])
    with log.Club.at(Matches(club.path)) as one:
        assert one
        one.log.add(kind, club.now, match="rungs", member=2 if kind == "lapsed" else 5, text="1")
    with pytest.raises(MatchError, match="against the rules of the ladder rungs"):
        log.proved(Matches(club.path), ladder.found)


def test_many_members_for_two_years_and_every_rung_is_somebody_s() -> None:
    lot, lines = random.Random(7), list[Line]()
    now = log.moment("2026-01-01T12:00:00+00:00")

    one = ladder.Ladder(SEASON)

    def add(kind: log.Kind, member: int = 0, match: str = "rungs", text: str = "") -> ladder.Ladder:
        lines.append(Line(len(lines), stamp(now), kind, match=match, member=member, text=text))
        made = one.after(lines[-1], ())
        assert made is not None, lines[-1]
        return made

    for who in range(1, 31):
        one = add("join", who)
    strength = {who: lot.random() for who in range(1, 31)}
    lot.shuffle(order := list(one.rungs))
    one = one._replace(rungs=tuple(order))
    challenges = 0
    for _ in range(730):
        now += timedelta(days=1)
        for duel in one.duels:
            if not duel.id and ladder.waited({}, duel.upper, duel.at, now) >= ladder.ANSWER:
                one = add("lapsed", duel.upper)
            elif not duel.id and lot.random() < 0.5:
                one = add("accept" if lot.random() < 0.9 else "decline", duel.upper)
            elif duel.id and not duel.begun:
                one = add("full", match=duel.id)
            elif duel.begun and lot.random() < 0.2:
                one = add("result", max(duel.both, key=lambda who: strength[who] + lot.random() / 4), duel.id)
        while who := one.sinks({}, now):
            one = add("down", who)
        for who in lot.sample(range(1, 29), 3):  # two never play
            near = [other for other in range(1, 29) if not one.wrong(who, other)]
            if near:
                one, challenges = add("challenge", who, text=f"{lot.choice(near)}"), challenges + 1
        assert sorted(one.rungs) == list(range(1, 31))
        busy = [who for duel in one.duels for who in duel.both]
        assert len(busy) == len({*busy}), "one challenge at a time"
    assert challenges > 500
    assert {*one.rungs[-2:]} == {29, 30}, "who never plays is below all who do"
    best = sorted(strength, key=lambda who: -strength[who] if who < 29 else 0)[:10]
    assert sum(one.rungs.index(who) < 15 for who in best) >= 8


T0, T1 = "2026-01-01T12:00:00+00:00", "2026-01-12T00:00:00+00:00"


def test_a_result_settles_its_challenge_and_a_draw_leaves_the_rungs_as_they_are() -> None:
    duels = (ladder.Duel(2, 1, T0, "rungs-1", begun=True), ladder.Duel(4, 3, T0, "rungs-2"))
    one = ladder.Ladder(SEASON, (1, 2, 3, 4), duels, 2, dict.fromkeys(range(1, 5), T0))
    for winner, rungs in ((0, (1, 2, 3, 4)), (1, (1, 2, 3, 4)), (2, (2, 1, 3, 4))):
        made = one.after(Line(5, T1, "result", match="rungs-1", member=winner), ())
        assert made is not None and made.rungs == rungs and made.duels == duels[1:]
        assert made.since == {1: T1, 2: T1, 3: T0, 4: T0} and made.played == {1: T1, 2: T1}
        assert made.told == {5: (2, 1)} and made.matches == 2
    for match, winner in (("rungs-1", 3), ("rungs-2", 4), ("rungs-3", 0)):
        assert one.after(Line(5, T1, "result", match=match, member=winner), ()) is None, "none is over"
    pair = one._replace(rungs=(1, 2)).after(Line(5, T1, "result", match="rungs-1", member=2), ())
    assert pair is not None and pair.rungs == (2, 1)
    gone = one._replace(rungs=(1, 3, 4)).after(Line(5, T1, "result", match="rungs-1", member=2), ())
    assert gone is not None and gone.rungs == (1, 3, 4)


def test_who_withdraws_takes_the_challenges_along_that_nobody_has_accepted() -> None:
    duels = (ladder.Duel(2, 1, T0), ladder.Duel(4, 3, T0), ladder.Duel(6, 5, T0, "rungs-1"))
    one = ladder.Ladder(SEASON, (1, 2, 3, 4, 5, 6), duels, 1)
    for who, left in ((1, duels[1:]), (2, duels[1:]), (4, duels[::2]), (5, duels), (6, duels)):
        made = one.after(Line(5, T1, "withdraw", match="rungs", member=who), ())
        assert made is not None and made.duels == left
        assert made.rungs == tuple(other for other in one.rungs if other != who)


def test_a_challenge_reaches_three_rungs_up_and_no_other_way() -> None:
    one = ladder.Ladder(SEASON, (7, 6, 5, 4, 3, 2))
    for who, other in product(range(1, 9), repeat=2):
        both = {who, other} <= {*one.rungs}
        assert one.wrong(who, other) == ("" if both and 0 < other - who <= 3 else "too-far" if both else "no-rung")
    assert one._replace(rungs=(2, 1)).wrong(1, 2) == "", "two are enough"
    busy = one._replace(duels=(ladder.Duel(3, 4, T0),))
    assert [busy.wrong(who, other) for who, other in ((2, 3), (2, 4), (3, 5), (4, 6), (2, 5))] == ["busy"] * 4 + [""]


def test_a_vacation_and_what_was_before_it_is_no_time_that_one_has_waited() -> None:
    away = {1: [(date(2026, 1, 5), date(2026, 1, 10)), (date(2026, 2, 1), date(2026, 2, 2))]}
    for at, days in ((T1, 1.0), ("2026-01-04T12:00:00+00:00", 3.0), ("2026-01-31T00:00:00+00:00", 20.0)):
        assert ladder.waited(away, 1, T0, log.moment(at)) == timedelta(days=days)
        assert ladder.waited(away, 2, T0, log.moment(at)) == log.moment(at) - log.moment(T0)
    assert ladder.waited(away, 1, T0, log.moment("2026-01-07T00:00:00+00:00")) <= timedelta(0)


def test_a_stop_at_any_write_of_a_challenge_loses_nothing_and_makes_no_match_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = stops(monkeypatch)
    before = begun(tmp_path, 2)
    before.write("challenge Ann", ROW[1])
    given = mail("accept", ROW[0], "hello", id="accept")
    for after in some(range(1, 200), 10):
        club = before.again(tmp_path / str(after) / "games")
        left[0] = after
        with suppress(Stopped):
            club.round(given)
        stopped, left[0] = left[0] <= 0, 0
        club.round(given)
        club.round()
        assert [club.count(kind) for kind in ("challenge", "accept", "full")] == [1, 1, 1], after
        resigned(club, "rungs-1")
        assert club.count("result") == 1 and log.proved(Matches(club.path), ladder.found)
        if not stopped:
            break
    assert after > 10


def test_a_store_in_postgresql_climbs_the_same_rungs(tmp_path: Path, url: str) -> None:
    club = begun(tmp_path, 3)
    club.write("challenge Ann", ROW[1])
    club.write("accept", ROW[0])
    assert [*transfer.copied_in(club.path, url)] == ["rungs-1"]
    club.now += timedelta(days=30)
    with transfer.Club.opened(url) as store:
        with store.club(begin=True) as place:
            shutil.copytree(club.path / "club", place, dirs_exist_ok=True)
        path = by_id(store)["rungs-1"]
        with store.lent(path) as folder:
            process.command(folder, "award B", png=False)
        commands.carry_out(store, club.now)
        with store.club() as place:
            there = [*log.Log(place).lines]
    assert (there[-1].kind, there[-1].match, there[-1].member) == ("result", "rungs-1", 2)
    assert ladder.found(there)["rungs"].rungs == (2, 1, 3)
    assert CliRunner().invoke(app, ["verify", url]).exit_code == 0
