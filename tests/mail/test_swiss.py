"""Swiss seasons: nobody meets anybody twice or rests twice, and each round can be drawn once more from its lot."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from faults.test_store import server as server, url as url
from lanes import THOROUGH, some
from support import Stopped, stops
from test_open_matches import Club, text
from test_seasons import AUTUMN, ROW, close, played, resigned, season
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.core.codec import canonical, digest, write
from adjudicator.letters.render import columns
from adjudicator.mail.club import commands, log, seasons
from adjudicator.mail.club.seasons import REST
from adjudicator.match import verify
from adjudicator.match.store import club as transfer
from adjudicator.match.store.folders import Matches

SNAILS = AUTUMN._replace(rounds=3)


class Round(NamedTuple):
    """What was known when a round was drawn, the pairs, and halves of points that the first of each got from it."""

    halves: dict[int, int]
    met: set[frozenset[int]]
    pairs: list[tuple[int, int]]
    got: list[int]


def simulated(players: int, rounds: int, seed: int) -> list[Round]:
    lot, made = random.Random(seed), list[Round]()
    halves, ahead, met = dict.fromkeys(range(1, players + 1), 0), Counter[int](), set[frozenset[int]]()
    for number in range(1, rounds + 1):
        pairs = seasons.paired(halves, met, ahead, f"{seed}-{number}", last=number == rounds)
        got = [2 if second == REST else lot.choice((0, 1, 2, 2, 0)) for _, second in pairs]
        made.append(Round(dict(halves), set(met), pairs, got))
        met |= {*map(frozenset, pairs)}
        for (first, second), won in zip(pairs, got, strict=True):
            halves[first] += won
            if second != REST:
                halves[second] += 2 - won
                ahead.update({first: 1, second: -1})
    return made


def test_no_pair_meets_twice_and_nobody_rests_twice_in_many_seasons() -> None:
    gaps, tilts = Counter[int](), Counter[int]()
    for seed in range(200 if THOROUGH else 12):
        made = simulated(6 + seed % 25, 5, seed)
        every = [pair for each in made for pair in each.pairs]
        assert len({*map(frozenset, every)}) == len(every), seed
        assert all(sorted(sum(each.pairs, ()))[-len(each.halves) :] == [*each.halves] for each in made), seed
        gaps.update(abs(each.halves[a] - each.halves[b]) for each in made for a, b in each.pairs if b != REST)
        begun = Counter(a for a, b in every if b != REST)
        begun.subtract(b for a, b in every if b != REST)
        tilts[max(map(abs, begun.values()))] += 1
    assert gaps[0] + gaps[1] > 0.9 * gaps.total() and max(tilts) <= 3 and tilts[1] > 0.7 * tilts.total()


def matchings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put players in pairs, the lower one first."""
    if not players:
        yield []
    for other in players[1:]:
        for more in matchings([who for who in players[1:] if who != other]):
            yield [(players[0], other), *more]


@pytest.mark.parametrize("seed", range(24))
def test_a_round_is_the_cheapest_of_all_that_may_be_by_points_who_begins_and_the_lot(seed: int) -> None:
    chance = random.Random(seed)
    names = range(1, 5 + seed % 3)
    halves = {who: chance.randrange(1 + seed % 2) for who in names}
    ahead = {who: chance.randrange(-3, 4) for who in names if chance.random() < 0.6}
    scores = halves | ({REST: min(halves.values())} if len(halves) % 2 else {})
    every = list(matchings(sorted(scores)))
    met = {frozenset(pair) for pairs in chance.sample(every, min(len(every), 1 + seed // 8)) for pair in pairs}
    lot = f"lot {seed}"

    def begun(who: int) -> int:
        return ahead.get(who, 0)

    def worth(pairs: list[tuple[int, int]]) -> int:
        """How little it costs: points apart, and who begins too often; the lot adds less than 1 for each pair."""
        cost = sum(100 * (scores[a] - scores[b]) ** 2 for a, b in pairs)
        for pair in pairs:
            if REST not in pair:
                less, more = sorted(map(begun, pair))
                cost += (less + 1) ** 2 + (more - 1) ** 2
        return sum(int(digest(f"{lot}\n{a}\n{b}".encode())[:16], 16) for a, b in pairs) - (cost << 64)

    free = [pairs for pairs in every if met.isdisjoint(map(frozenset, pairs))]
    best = max(free, key=worth, default=[])
    pairs = seasons.paired(halves, met, ahead, lot, last=True)
    assert {*map(frozenset, pairs)} == {*map(frozenset, best)}
    assert all(second == REST or begun(first) <= begun(second) for first, second in pairs)
    ranks = [(REST in pair, -scores[pair[0]] - scores[pair[1]]) for pair in pairs]
    assert ranks == sorted(ranks)
    going_on = {*map(frozenset, seasons.paired(halves, met, ahead, lot, last=False))}
    leaves = [one for one in free if any({*map(frozenset, one)}.isdisjoint(map(frozenset, two)) for two in free)]
    assert going_on in [{*map(frozenset, one)} for one in leaves or [best]]
    assert best not in leaves or going_on == {*map(frozenset, best)}


def trf(made: list[Round]) -> str:
    """The rounds so far in FIDE's format of reports."""
    rows = []
    for who in made[0].halves:
        told, halves = "", 0
        for each in made:
            (pair, won), *_ = [(p, won) for p, won in zip(each.pairs, each.got, strict=True) if who in p]
            own = won if who == pair[0] else 2 - won
            halves += own
            other = sum(pair) - who
            told += f"  {other:4} {'wb'[who != pair[0]]} {'0=1'[own]}" if other else "  0000 - U"
        rows.append(f"001 {who:4}{' ' * 72}{halves / 2:4} {who:4}{told}")
    return "\n".join([*rows, "XXR 9", ""])


def test_py4swiss_says_the_same_of_who_may_meet_and_finds_no_pairs_nearer_in_points(tmp_path: Path) -> None:
    pytest.importorskip("py4swiss")
    from py4swiss.engines import DubovEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.engines.dutch.criteria.absolute import C1, C2
    from py4swiss.engines.dutch.player import get_player_infos_from_trf
    from py4swiss.trf import TrfParser

    def cost(pairs: list[tuple[int, int]], halves: dict[int, int]) -> int:
        scores = halves | {REST: min(halves.values())}
        return sum((scores[a] - scores[b]) ** 2 for a, b in pairs)

    for seed in range(60 if THOROUGH else 6):
        made = simulated(6 + seed % 15, 4, seed)
        for number in range(1, len(made)):
            (tmp_path / "report.trf").write_text(trf(made[:number]), encoding="utf-8")
            report, now = TrfParser.parse(tmp_path / "report.trf"), made[number]
            known = {one.id: one for one in get_player_infos_from_trf(report)}
            assert {who: one.points // 5 for who, one in known.items()} == now.halves
            for a in known:
                for b in known:
                    assert a == b or C1.evaluate(known[a], known[b]) == (frozenset((a, b)) not in now.met)
                assert C2.evaluate(known[a], known[a]) == (frozenset((a, REST)) not in now.met)
            with suppress(PairingError):  # where who begins forbids what may meet
                theirs = [(one.white, one.black) for one in DubovEngine.generate_pairings(report)]
                ours = seasons.paired(now.halves, now.met, {}, "lot", last=True)
                assert cost(ours, now.halves) <= cost(theirs, now.halves)


def test_a_round_is_left_while_that_can_be_and_then_there_is_none() -> None:
    for seed in range(6):
        assert len(simulated(6, 6, seed)[-1].pairs) == 0 and all(len(one.pairs) == 3 for one in simulated(6, 5, seed))
    assert [len(one.pairs) for one in simulated(3, 4, 1)] == [2, 2, 2, 0]


def entered(path: Path, count: int = 5, **more: int) -> Club:
    """A Swiss season of three rounds, drawn, for whoever of ROW comes first."""
    club = season(path, SNAILS._replace(**more))
    club.round()
    for sender in ROW[:count]:
        club.joined(sender, "join autumn")
    close(club)
    return club


def over(club: Club) -> None:
    """All matches of the round are given up, by who is to move."""
    for one in played(club).pairings():
        if one.id not in played(club).results:
            resigned(club, one.id)


def test_a_season_is_played_by_email_a_round_when_the_last_is_over_and_the_winner_is_named(tmp_path: Path) -> None:
    club = entered(tmp_path)
    one = played(club)
    assert len(one.rounds) == 1 and one.rounds[0][-1][1] == REST
    assert sorted(path.name for path in club.path.glob("autumn-*")) == ["autumn-1", "autumn-2"]
    rests, first = ROW[one.rounds[0][-1][0] - 1], ROW[one.rounds[0][0][0] - 1]
    assert str(club.letter(rests)["Subject"]) == "[autumn] Round 1 of 3: you have a bye"
    assert "counts as a win" in text(club, rests)
    told = [str(letter["Subject"]) for letter in club.boxes[first.split("<")[1][:-1]]]
    assert f"[autumn] Round 1 of 3: against {ROW[one.rounds[0][0][1] - 1].split()[0]}" in told
    assert "[autumn] The draw: your 1 matches" not in told
    club.write("list", ROW[0])
    for number in (2, 3):
        over(club)
        assert len(played(club).rounds) == number
    over(club)
    one = played(club)
    rows = seasons.table(one, one.players)
    assert one.over and len(one.pairings()) == 6 and sum(row.halves for row in rows) == 18
    assert {str(club.letter(sender)["Subject"]).partition("]")[0] for sender in ROW} == {"[autumn"}
    best = [ROW[row.member - 1].split()[0] for row in rows if row.place == 1]
    assert all(all(name in str(club.letter(who)["Subject"]) for name in best) for who in ROW)
    table = [
        line
        for line in club.letter(ROW[0]).get_body(("plain",)).get_content().splitlines()
        if line[:6] == " " * 6 or ">" in line
    ]
    assert len(table) == 6 and all(columns(line) <= 72 for line in table)
    assert CliRunner().invoke(app, ["club", "pages", str(tmp_path / "out"), "--matches", str(club.path)]).exit_code == 0
    page = (tmp_path / "out/autumn.html").read_text(encoding="utf-8")
    assert page.count(": a bye</li>") == 3 and "Buchholz" in page and page.count("<td>×</td>") == 5
    assert not [problem for n in range(1, 7) for problem in verify.verify(club.folder(f"autumn-{n}")).problems]
    assert CliRunner().invoke(app, ["verify", str(club.path)]).exit_code == 0


def test_letters_speak_german(tmp_path: Path) -> None:
    club = season(tmp_path, SNAILS)
    club.round()
    for number in range(3):
        sender = f"N{number} <n{number}@example.org>"
        club.write("Hallo, wie kann ich mitspielen? Ich möchte gerne.", sender, "Frage")
        assert "Schweizer System, 3 Runden" in text(club, sender)
        club.write("beitreten autumn", sender, f"Re: {club.letter(sender)['Subject']}")
    close(club)
    ((first, _), (rests, _)) = played(club).rounds[0]
    assert str(club.letter(f"<n{rests - 1}@example.org>")["Subject"]) == "[autumn] Runde 1 von 3: du hast spielfrei"
    assert any(
        "[autumn] Runde 1 von 3: gegen N" in str(letter["Subject"])
        for letter in club.boxes[f"n{first - 1}@example.org"]
    )


def test_a_week_a_round_is_waited_for_and_who_leaves_is_not_paired_again(tmp_path: Path) -> None:
    club = entered(tmp_path, 4, every=7)
    over(club)
    assert len(played(club).rounds) == 1, "the week is not over"
    club.write("withdraw autumn", ROW[1])
    club.now += timedelta(days=7)
    club.round()
    club.round()
    one = played(club)
    assert len(one.rounds) == 2 and 2 not in sum(one.rounds[1], ()) and one.rounds[1][-1][1] == REST
    assert not one.struck() and len(seasons.table(one, one.players)) == 4


def forged(club: Club, kind: str, **more: object) -> bytes:
    """The log of the club with something else in the last line of a kind, its chain whole."""
    made, head, last = [], log.NO_LINE, max(line.n for line in club.lines if line.kind == kind)
    for line in club.lines:
        data = json.loads(canonical(write(line))) | {"prev": head}
        if line.n == last:
            data["text"] = canonical(json.loads(line.text) | more)
        made.append(canonical(data))
        head = digest(made[-1].encode())
    return ("\n".join(made) + "\n").encode()


def test_another_round_or_another_lot_is_found_by_verify(tmp_path: Path) -> None:
    club = entered(tmp_path)
    over(club)
    pairs, file = played(club).rounds[-1], club.path / "club/club.jsonl"
    honest = file.read_bytes()
    for more in ({"pairs": [pair[::-1] if pair[1] else pair for pair in pairs]}, {"lot": "another"}):
        file.write_bytes(forged(club, "round", **more))
        told = CliRunner().invoke(app, ["verify", str(club.path)])
        assert told.exit_code == 1 and "the draw of autumn is not what its lot gives" in told.output
        file.write_bytes(honest)
    assert CliRunner().invoke(app, ["verify", str(club.path)]).exit_code == 0


def test_without_networkx_the_referee_is_told_what_to_install_and_nothing_else_stands_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = season(tmp_path, SNAILS._replace(id="swiss"), AUTUMN)
    with monkeypatch.context() as gone:
        gone.setitem(sys.modules, "networkx", None)
        for _ in range(2):
            club.round()
    assert [line.kind for line in club.lines] == ["trouble", "season"]
    assert "networkx" in club.lines[0].text and "pip install 'postfox[club]'" in club.lines[0].text
    club.round()
    assert [line.match for line in club.lines if line.kind == "season"] == ["autumn", "swiss"]
    other = entered(tmp_path / "other")
    with monkeypatch.context() as gone:
        gone.setitem(sys.modules, "networkx", None)
        told = CliRunner().invoke(app, ["verify", str(other.path)])
        assert told.exit_code == 1 and told.output.count("takes networkx") == 1
        over(other)
        assert len(played(other).rounds) == 1 and other.lines[-1].kind == "trouble"
    other.round()
    assert len(played(other).rounds) == 2


def test_a_kill_at_any_write_of_a_round_begins_no_match_twice_and_draws_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = stops(monkeypatch)
    before = entered(tmp_path, 3)
    (one,) = played(before).pairings()
    for after in some(range(1, 40), 5):
        club = before.again(tmp_path / str(after) / "games")
        left[0] = after
        with suppress(Stopped):
            resigned(club, one.id)
        left[0] = 0
        if not club.folder(one.id).standing().outcome:  # who gets no answer writes once more
            resigned(club, one.id)
        club.round()
        club.round()
        assert [line.kind for line in club.lines][-3:] == ["result", "round", "full"], after
        assert sorted(path.name for path in club.path.glob("autumn-*")) == ["autumn-1", "autumn-2"]
        assert CliRunner().invoke(app, ["verify", str(club.path)]).exit_code == 0


def test_a_store_in_postgresql_draws_the_same_round(tmp_path: Path, url: str) -> None:
    club = entered(tmp_path, every=7)
    over(club)
    club.now += timedelta(days=7)
    assert [*transfer.copied_in(club.path, url)] == ["autumn-1", "autumn-2"]
    with transfer.Club.opened(url) as store:
        with store.club(begin=True) as place:
            shutil.copytree(club.path / "club", place, dirs_exist_ok=True)
        commands.carry_out(store, club.now)
        assert [path.name for path in store.folders()] == [f"autumn-{n}" for n in range(1, 5)]
        with store.club() as place:
            there = [*log.Log(place).lines]
    commands.carry_out(Matches(club.path), club.now)
    assert there == club.lines and there[-3].kind == "round"
    assert CliRunner().invoke(app, ["verify", url]).exit_code == 0
