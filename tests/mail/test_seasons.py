"""A season of a club: names by email, a lot that was fixed before, a round robin, its table, and its end."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lanes import some
from support import Stopped, stops
from test_open_matches import Club, text
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.core import UserError
from adjudicator.core.codec import canonical, digest, write
from adjudicator.mail.club import letters, log, notices, seasons, settings
from adjudicator.mail.club.settings import Season
from adjudicator.match import create, verify
from adjudicator.match.store.folders import Matches
from adjudicator.referee.seats import to_act

ROW = (
    "Ann <ann@example.org>", "Ben <ben@example.net>", "Cem <cem@example.com>", "Dora <dora@example.org>",
    "Eve <eve@example.net>",
)  # fmt: skip
AUTUMN = Season("autumn", "snail-trail", "2026-11-30")


def season(path: Path, *given: Season, **more: Any) -> Club:
    club = Club(path / "games", **more)
    with (club.path / "club/club.toml").open("a", encoding="utf-8") as file:
        for one in given or (AUTUMN,):
            every = f"{one.every}d" if one.every else "0"
            file.write(f'[[season]]\nid = "{one.id}"\ngame = "{one.game}"\nnames-until = "{one.until}"\n')
            swiss = f'form = "swiss"\nrounds = {one.rounds}\n'
            file.write(f'round = "{every}"\n')
            file.write(swiss if one.rounds else f"both-sides = {str(one.both).lower()}\ngroups = {one.group}\n")
    return club


def close(club: Club) -> None:
    """Names close: the draw."""
    club.now += timedelta(days=30)
    club.round()


def played(club: Club) -> seasons.Played:
    return next(iter(seasons.found(club.lines).values()))


def count(row: seasons.Row) -> int:
    """Matches that count for a player."""
    return sum(halves is not None for halves in row.against)


def resigned(club: Club, match: str) -> None:
    """Who is to move gives a match up."""
    folder = club.folder(match)
    (seat,) = to_act(folder.game, folder.standing())
    name, *_ = folder.match.seats[seat].name.split()
    club.write("resign", next(one for one in ROW if one.startswith(name)), f"[{match}]", id=f"end-{match}")


@pytest.mark.parametrize("count", range(2, 41))
def test_each_meets_each_once_and_nobody_is_first_twice_more_than_second(count: int) -> None:
    rounds = seasons.berger(range(1, count + 1))
    assert len(rounds) == count - 1 + count % 2
    assert all(len({who for pair in pairs for who in pair}) == 2 * len(pairs) for pairs in rounds)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    first = [sum(pair[0] == who for pairs in rounds for pair in pairs) for who in range(1, count + 1)]
    assert max(first) - min(first) <= 1


PUBLISHED = [row.partition(" ") for row in Path(__file__).with_name("berger.txt").read_text().splitlines()[1:]]


@pytest.mark.parametrize(("count", "rows"), [(int(count), rows) for count, _, rows in PUBLISHED])
def test_rounds_are_those_of_the_published_tables(count: int, rows: str) -> None:
    told = [{f"{first}-{second}" for first, second in pairs} for pairs in seasons.berger(range(1, count + 1))]
    assert told == [{*row.split()} for row in rows.split(", ")]
    odd = [{f"{first}-{second}" for first, second in pairs} for pairs in seasons.berger(range(1, count))]
    assert odd == [{pair for pair in pairs if str(count) not in pair.split("-")} for pairs in told]


def test_strangers_enter_play_and_finish_a_season_by_email_alone(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    club.joined(ROW[0], "join autumn")
    assert str(club.letter(ROW[0])["Subject"]) == "Your name is down for autumn"
    club.write("list", ROW[0])
    assert "everybody against everybody, names until Mon 30 Nov, 1 so far" in text(club, ROW[0])
    club.write("standings autumn", ROW[0])
    assert "There is no table of autumn yet" in text(club, ROW[0])
    for sender in ROW[1:4]:
        club.joined(sender, "join autumn")
    club.write("join autumn", ROW[1])
    assert "already" in text(club, ROW[1])
    close(club)
    one = played(club)
    assert one.groups == (tuple(seasons.drawn(club_lot(club), (1, 2, 3, 4))),)
    assert sorted(path.name for path in club.path.glob("autumn-*")) == [f"autumn-{n}" for n in range(1, 7)]
    subjects = [str(letter["Subject"]) for letter in club.boxes["ann@example.org"]]
    assert "[autumn] The draw: your 3 matches" in subjects
    for number in range(1, 6):
        resigned(club, f"autumn-{number}")
    club.write("standings autumn", ROW[2])
    assert str(club.letter(ROW[2])["Subject"]) == "[autumn] The table"
    last = ROW[played(club).pairings()[-1].first - 1]
    club.write("standings", last)
    assert "autumn-6, against" in text(club, last) and "being played" in text(club, last)
    club.write("matches", last)
    assert str(club.letter(last)["Subject"]) == "Your matches: 1", "what is over is listed no more"
    resigned(club, "autumn-6")
    assert played(club).over
    rows = seasons.table(played(club), played(club).groups[0])
    assert sum(row.halves for row in rows) == 12 and all(count(row) == 3 for row in rows)
    assert {str(club.letter(sender)["Subject"]).partition("]")[0] for sender in ROW[:4]} == {"[autumn"}
    assert all(re.search("wins the season|share first place", str(club.letter(one)["Subject"])) for one in ROW[:4])
    assert not [problem for n in range(1, 7) for problem in verify.verify(club.folder(f"autumn-{n}")).problems]
    assert log.proved(Matches(club.path))
    before = len(club.lines)
    club.now += timedelta(days=8)
    club.round()
    assert len(club.lines) == before, "a season that is over is over"


def club_lot(club: Club) -> str:
    return next(json.loads(line.text)["lot"] for line in club.lines if line.kind == "draw")


def test_the_lot_was_fixed_before_names_were_known_and_another_draw_is_found_by_verify(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    for sender in ROW[:4]:
        club.joined(sender, "join autumn")
    close(club)
    announced = next(line for line in club.lines if line.kind == "season")
    assert digest(club_lot(club).encode()) == announced.head and announced.n == 0
    runner = CliRunner()
    assert runner.invoke(app, ["verify", str(club.path)]).exit_code == 0
    file, other = club.path / "club/club.jsonl", "another lot"
    members = json.loads(next(line.text for line in club.lines if line.kind == "draw"))["players"]
    for lot, order in ((club_lot(club), members[::-1]), (other, seasons.drawn(other, members))):
        forged, head = [], log.NO_LINE
        for line in club.lines:
            data = json.loads(canonical(write(line))) | {"prev": head}
            if line.kind == "draw":
                data["text"] = canonical({"lot": lot, "players": order})
            forged.append(canonical(data))
            head = digest(forged[-1].encode())
        honest = file.read_bytes()
        file.write_text("\n".join(forged) + "\n", encoding="utf-8")
        result = runner.invoke(app, ["verify", str(club.path)])
        assert result.exit_code == 1 and "the draw of autumn is not what its lot gives" in result.output
        file.write_bytes(honest)


def test_too_few_names_are_waited_for_two_weeks_and_then_it_is_called_off(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    for sender in ROW[:2]:
        club.joined(sender, "join autumn")
    close(club)
    for _ in range(2):
        club.round()
    assert [line.kind for line in club.lines if line.match == "autumn"][-1] == "closed"
    assert [str(letter["Subject"]) for letter in club.boxes["ann@example.org"]][-3:] == [
        "[autumn] Another week to join", "[autumn] Another week to join", "[autumn] Called off",
    ]  # fmt: skip
    club.write("join autumn", ROW[0])
    assert str(club.letter(ROW[0])["Subject"]).startswith("Not done")


def test_a_season_whose_matches_would_be_called_as_others_are_is_not_announced(tmp_path: Path) -> None:
    club = season(tmp_path)
    create.new(club.path / "autumn-2", "snail-trail", games.find("snail-trail").Options(), create.seats(["Ann", "Ben"]))
    for _ in range(2):
        club.round()
    assert [line.kind for line in club.lines] == ["trouble"] and "another id" in club.lines[0].text
    assert "another id" in club.text()


def test_a_name_can_be_taken_back_before_the_draw(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    for sender in ROW[:4]:
        club.joined(sender, "join autumn")
    club.write("withdraw autumn", ROW[3])
    assert "Your name is off the list" in text(club, ROW[3])
    close(club)
    assert len(played(club).players) == 3 and len([*club.path.glob("autumn-*")]) == 3


@pytest.mark.parametrize(("over", "counts"), [(0, False), (3, True)])
def test_who_leaves_early_is_struck_and_later_gives_what_is_left_to_the_others(
    tmp_path: Path, over: int, counts: bool
) -> None:
    club = season(tmp_path)
    club.round()
    for sender in ROW:
        club.joined(sender, "join autumn")
    close(club)
    gone = 2
    own = [one for one in played(club).pairings() if gone in one[2:]]
    for one in own[:over]:
        resigned(club, one.id)
    club.write("withdraw autumn", ROW[1])
    club.round()
    assert ("Your matches that were not over go to your opponents" in text(club, ROW[1])) is counts
    rows = {row.member: row for row in seasons.table(played(club), played(club).groups[0])}
    assert count(rows[gone]) == (4 if counts else 0)
    assert all(club.folder(one.id).standing().outcome for one in own)
    assert sum(map(count, rows.values())) == (8 if counts else 0)
    club.write("withdraw autumn", ROW[1])
    assert str(club.letter(ROW[1])["Subject"]).startswith("Not done")


def test_rounds_begin_one_after_the_other_and_the_table_comes_once_a_week(tmp_path: Path) -> None:
    club = season(tmp_path, AUTUMN._replace(every=7, both=True))
    club.round()
    for sender in ROW[:3]:
        club.joined(sender, "join autumn")
    close(club)
    assert [*club.path.glob("autumn-*")] == [club.path / "autumn-1"]
    resigned(club, "autumn-1")
    club.now += timedelta(days=7)
    club.round()
    assert len([*club.path.glob("autumn-*")]) == 2
    assert [line.kind for line in club.lines if line.kind in ("table", "final")] == ["table"]
    assert "begins on" in text(club, ROW[0]) + text(club, ROW[1]) + text(club, ROW[2])
    pairs = [one[2:] for one in played(club).pairings()]
    assert len(pairs) == 6 and {pair[::-1] for pair in pairs} == {*pairs}


def test_groups_play_by_themselves_and_letters_speak_german(tmp_path: Path) -> None:
    club = season(tmp_path, AUTUMN._replace(group=3))
    club.round()
    for number in range(6):
        sender = f"N{number} <n{number}@example.org>"
        club.write("Hallo, wie kann ich mitspielen? Ich möchte gerne.", sender, "Frage")
        club.write("beitreten autumn", sender, f"Re: {club.letter(sender)['Subject']}")
    close(club)
    assert [len(group) for group in played(club).groups] == [3, 3] and len(played(club).pairings()) == 6
    club.write("tabelle autumn", "N0 <n0@example.org>")
    assert str(club.letter("N0 <n0@example.org>")["Subject"]) == "[autumn] Die Tabelle"
    said = text(club, "N0 <n0@example.org>")
    assert "Punkte" in said and "N0" in said.partition("Deine Partien")[0] and "gegen" in said


def test_groups_are_by_the_ratings_that_stand_in_the_log(tmp_path: Path) -> None:
    club = season(tmp_path, AUTUMN._replace(group=3))
    club.joined(ROW[4], "open snail-trail")
    for one in ROW[:4]:
        club.joined(one, "join autumn")
    club.write("join autumn", ROW[4])
    club.write("join snail-trail-1", ROW[0])
    resigned(club, "snail-trail-1")
    close(club)
    (draw,) = [line for line in club.lines if line.kind == "draw"]
    told = json.loads(draw.text)
    rated = dict(zip(told["players"], told["ratings"], strict=True))
    assert sorted(rated.values()) == [1338, 1500, 1500, 1500, 1662]
    order = [who for group in played(club).groups for who in group]
    assert [rated[who] for who in order] == [1662, 1500, 1500, 1500, 1338]
    assert [len(group) for group in played(club).groups] == [2, 3]
    assert "in 2 groups by rating" in text(club, ROW[0])
    assert notices.desk(Matches(club.path), club.now)[0].notes[0].startswith("autumn, round 1: ")
    assert log.proved(Matches(club.path), seasons.found)


def test_places_are_shared_by_who_cannot_be_told_apart_and_points_come_first() -> None:
    one = seasons.Played(AUTUMN, "", (1, 2, 3), ((1, 2, 3),), "2026-12-01T00:00:00Z")
    wins = {frozenset((one.first, one.second)): one.id for one in one.pairings()}
    circle = {wins[frozenset(pair)]: (pair[0], 9) for pair in ((1, 2), (2, 3), (3, 1))}
    assert [row.place for row in seasons.table(one._replace(results=circle), (1, 2, 3))] == [1, 1, 1]
    drawn = dict.fromkeys(wins.values(), (0, 9)) | {wins[frozenset((2, 3))]: (3, 9)}
    rows = seasons.table(one._replace(results=drawn), (1, 2, 3))
    assert [(row.member, row.halves, row.place) for row in rows] == [(3, 3, 1), (1, 2, 2), (2, 1, 3)]


def test_points_are_told_in_halves() -> None:
    assert [seasons.points(halves) for halves in (None, 0, 1, 2, 3, 20, 21)] == [".", "0", "½", "1", "1½", "10", "10½"]


@pytest.mark.parametrize("seed", range(20))
def test_a_table_is_in_the_order_of_points_and_what_breaks_ties(seed: int) -> None:
    chance, swiss = random.Random(seed), seed % 4 == 3
    players = tuple(range(1, 5 + seed % 2 + 1))
    one = seasons.Played(AUTUMN._replace(both=seed % 3 == 0, rounds=2 if swiss else 0), "", players, (players,), "x")
    if swiss:
        order = chance.sample(players, len(players)) + ([0] if len(players) % 2 else [])
        one = one._replace(
            rounds=tuple(
                tuple(zip(turned[::2], turned[1::2], strict=True))
                for turned in (order, [*order[1:-1], order[0], order[-1]])
            )
        )
    matches = {pairing.id: pairing[2:] for pairing in one.pairings()}
    over = [id for id in matches if chance.random() < 0.9]
    one = one._replace(results={id: (chance.choice((0, *matches[id])), n) for n, id in enumerate(over)})
    gone = {chance.choice(players): chance.randrange(2 * len(matches))} if seed % 2 else {}
    one = one._replace(left=gone)

    own = {who: [id for id, both in matches.items() if who in both] for who in players}
    struck = [
        who for who, n in gone.items()
        if not swiss and 2 * sum(id in one.results and one.results[id][1] < n for id in own[who]) < len(own[who])
    ]  # fmt: skip
    assert one.struck() == {*struck}
    got: dict[int, list[tuple[int, int]]] = {who: [] for who in players}  # of each: against whom, halves
    for id, both in matches.items():
        stays = [who for who in both if who not in gone]
        winner = one.results[id][0] if id in over else stays[0] if len(stays) == 1 else None
        if winner is not None and not {*both} & {*struck}:
            for who in both:
                got[who].append((sum(both) - who, 1 if winner == 0 else 2 * (winner == who)))
    rests = {who: sum((who, 0) in each for each in one.rounds) for who in players}
    halves = {who: sum(half for _, half in got[who]) + 2 * rests[who] for who in players}

    def best(who: int) -> tuple[object, ...]:
        direct = sum(half for other, half in got[who] if halves[other] == halves[who])
        if swiss:
            return who in struck, -halves[who], -buchholz[who], -direct
        beaten = sum(half * halves[other] for other, half in got[who])
        return who in struck, -halves[who], -direct, -beaten, -sum(half == 2 for _, half in got[who])

    buchholz = {who: sum(halves[other] for other in dict(got[who])) + rests[who] * halves[who] for who in players}
    rows = seasons.table(one, players)
    ranks = [best(row.member) for row in rows]
    assert ranks == sorted(map(best, players)) and [row.place for row in rows] == [
        ranks.index(rank) + 1 for rank in ranks
    ]
    for row in rows:
        assert (row.halves, row.buchholz) == (halves[row.member], buchholz[row.member])
        for other, against in zip(rows, row.against, strict=True):
            met = [half for who, half in got[row.member] if who == other.member]
            assert against == (sum(met) if met else None)


def test_names_close_at_the_end_of_a_day_and_rounds_begin_days_apart() -> None:
    one = seasons.Played(AUTUMN._replace(every=3), "", drawn="2026-12-01T08:00:00+00:00")
    assert [str(seasons.until(one._replace(put_off=n), "Europe/Berlin")) for n in (0, 2)] == [
        "2026-12-01 00:00:00+01:00", "2026-12-15 00:00:00+01:00",
    ]  # fmt: skip
    assert [seasons.begins(one, seasons.Pairing("m", n, 1, 2)).day for n in (1, 2, 4)] == [1, 4, 10]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('id = "Autumn!"\ngame = "snail-trail"\nnames-until = "2026-12-01"', "cannot be the id of a season"),
        ('id = "autumn"\ngame = "snail"\nnames-until = "soon"', "'soon' is not a date"),
        ('id = "autumn"\ngame = "chess"\nnames-until = "2026-12-01"', "there is no game"),
        ('id = "autumn"\ngame = "snakey-dice"\nnames-until = "2026-12-01"', "is a game for one"),
        ('id = "autumn"\ngame = "snail-trail"\nnames-until = "2026-12-01"\nround = "weekly"', "not a number of days"),
        ('id = "autumn"\ngame = "snail-trail"\nnames-until = "2026-12-01"\nrounds = 3', "rounds"),
        ('id = "autumn"\ngame = "snail-trail"\nnames-until = "2026-12-01"\nform = "swiss"', "rounds is missing"),
        (
            'id = "autumn"\ngame = "snail-trail"\nnames-until = "2026-12-01"\nform = "swiss"\nrounds = 3\ngroups = 4',
            "groups",
        ),
    ],
)
def test_a_mistake_in_a_season_is_told_with_its_line(tmp_path: Path, written: str, said: str) -> None:
    club = season(tmp_path)
    file = club.path / "club/club.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}\n[[season]]\n{written}\n", encoding="utf-8")
    try:
        found = settings.found(club.path / "club")
        problems = found[1] if found else ()
    except UserError as error:
        problems = tuple(error.problems)
    assert any(said in problem.message and problem.line for problem in problems), problems


def test_a_kill_at_any_write_of_the_draw_makes_no_match_twice_and_draws_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = stops(monkeypatch)
    before = season(tmp_path)
    before.round()
    for sender in ROW[:3]:
        before.joined(sender, "join autumn")
    before.now += timedelta(days=30)
    for after in some(range(1, 40), 9):
        club = before.again(tmp_path / str(after) / "games")
        left[0] = after
        with suppress(Stopped):
            club.round()
        left[0] = 0
        club.round()
        assert [line.kind for line in club.lines[-4:]] == ["draw", "full", "full", "full"], after
        assert len([*club.path.glob("autumn-*")]) == 3
        assert not [problem for n in range(1, 4) for problem in verify.verify(club.folder(f"autumn-{n}")).problems]


@pytest.mark.parametrize(
    ("results", "left", "told"),
    [
        ({}, {}, ("", "")),
        ({"autumn-1": (1, 9)}, {}, ("won", "lost")),
        ({"autumn-1": (2, 9)}, {}, ("lost", "won")),
        ({"autumn-1": (0, 9)}, {}, ("drawn", "drawn")),
        ({}, {1: 9}, ("lost", "won")),
        ({}, {1: 9, 2: 9}, ("", "")),
    ],
)
@pytest.mark.parametrize("open", [False, True])
def test_a_match_of_a_season_as_each_of_its_players_sees_it(
    results: dict[str, tuple[int, int]], left: dict[int, int], told: tuple[str, str], open: bool
) -> None:
    one = seasons.Played(AUTUMN, "", (1, 2), ((1, 2),), "2026-11-01T12:00:00+00:00", results=results, left=left)
    one = one._replace(begun=frozenset({"autumn-1"} if open else ()))
    book = SimpleNamespace(of={1: {"name": "Anna"}, 2: {"name": "Bob"}}.__getitem__)
    ((first,), (second,)) = (letters._season(one, book, who, "en", "UTC", 1)["mine"] for who in (1, 2))
    rows = first, second
    assert tuple(row["result"] for row in rows) == told
    assert [row["against"] for row in rows] == ["Bob", "Anna"]
    assert {(row["match"], row["round"], bool(row["begins"])) for row in rows} == {("autumn-1", 1, not open)}
