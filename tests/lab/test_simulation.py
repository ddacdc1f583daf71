"""Games between bots: the same from a seed however they are played, and counted rightly; hints from the same look."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from lanes import thorough
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.core import GameError, MatchError
from adjudicator.core.game import unlettered
from adjudicator.dice import FastDice, child
from adjudicator.games import position
from adjudicator.lab import bulk, simulation
from adjudicator.lab.simulation import report
from adjudicator.lab.simulation.tally import Plan, Share, Tally, play, seats
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.referee.terms import Terms
from printables.boards import fox_and_geese
from printables.core import OptionError
from tests.bulk import ended

run = CliRunner().invoke
HARE = games.find("fox-and-geese").Options(variant="hare-and-hounds")


def plan(seed: str = "x", players: tuple[str, ...] = ("careful", "random")) -> Plan:
    return Plan("fox-and-geese", HARE, players, seed)


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bulk, "ready", lambda slug: False)


def test_compiled_code_that_is_kept_plays_few_games_and_is_made_for_many(monkeypatch: pytest.MonkeyPatch):
    asked: list[object] = []
    monkeypatch.setattr(bulk, "player", lambda *plan: asked.append(plan) or True)
    careful, idle = plan(), plan(players=("random", "random"))
    assert [simulation.by_compiled(careful, count) for count in (1, 20, 199)] == [False, False, False]
    assert not asked, "its module compiles when it is imported"
    assert simulation.by_compiled(careful, 200)
    assert [simulation.by_compiled(idle, count) for count in (4_999, 5_000)] == [False, True]
    assert [simulation.compiling(careful, count, kept=False) for count in (199, 200)] == [False, True]
    monkeypatch.setattr(bulk, "ready", lambda slug: slug == careful.game)
    assert [simulation.by_compiled(careful, count) for count in (4, 5)] == [False, True]
    assert [simulation.by_compiled(idle, count) for count in (399, 400)] == [False, True]
    assert not simulation.compiling(careful, 200, kept=False)
    monkeypatch.setattr(bulk, "player", lambda *_: None)
    assert not simulation.by_compiled(careful, 10_000)


@pytest.mark.parametrize(
    ("bots", "found", "plays"),
    [
        (("careful", "random"), {"play": True, "fits": lambda options, players: players == 2}, True),
        (("careful",), {"play": True, "fits": lambda options, players: players == 2}, None),
        (("careful", "strong"), {"play": True, "fits": lambda options, players: True}, None),
        (("careful", "random"), {"play": True, "fits": None}, None),
        (("careful", "random"), {"play": None, "fits": None}, None),
    ],
)
def test_compiled_code_plays_what_fits_it_and_plain_rules_all_else(
    bots: tuple[str, ...], found: dict[str, object], plays: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "find_spec", lambda name: name)
    monkeypatch.setattr(bulk, "beside", lambda within, folder, name: found[name])
    assert bulk.player("snail-trail", games.find("snail-trail").Options(), bots) is plays
    monkeypatch.setattr(bulk, "find_spec", lambda name: None)
    assert bulk.player("snail-trail", games.find("snail-trail").Options(), bots) is None
    assert simulation._compiled(plan(), (3, 6)) == simulation.counted(plan(), (3, 6))


def rows(count: int, players: int) -> bulk.Rows:
    """Rows of games by lot; some without end, some that nobody won and some that several did."""
    np = pytest.importorskip("numpy")
    chance, full = np.random.default_rng(7), (1 << 64) - 1
    words = [chance.integers(0, full, (4, count, 2), np.uint64, endpoint=True) for _ in range(2)]
    kinds, places = [tuple(f"{name}{bit}" for bit in range(70)) for name in ("kind", "place")]
    happened, where = (word[0] & word[1] & word[2] & word[3] for word in words)
    return bulk.Rows(
        ("home", bulk.ENDLESS, "caught"), kinds, places, chance.integers(0, 3, count),
        chance.integers(0, 4, (count, players)) == 0, chance.integers(-2, 3, (count, players)),
        chance.integers(1, 9, count), chance.integers(0, players, count), happened, where,
    )  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("first", [0, 5])
def test_rows_of_compiled_play_are_counted_as_the_games_that_they_tell_of(first: int, players: int):
    made, told = rows(40, players), Tally()
    for number in range(40):
        told.count(first + number, ended(made, number), players)
    counted = simulation.tallied(made, first, players)
    assert counted == told and counted.to_json() == told.to_json()


def test_compiled_code_plays_in_parts_of_its_own(monkeypatch: pytest.MonkeyPatch):
    played: list[tuple[object, ...]] = []

    def player(options: object, bots: list[int], key: int, first: int, last: int) -> bulk.Rows:
        played.append((options, bots, key, first, last))
        return rows(last - first, 2)

    monkeypatch.setattr(bulk, "player", lambda *_: player)
    parts = [*simulation.played(plan(), 100, 4_600, 1)]
    assert played == [(HARE, [1, 0], plan().key, *part) for part in ((100, 2_100), (2_100, 4_100), (4_100, 4_600))]
    assert parts == [
        simulation.tallied(rows(count, 2), first, 2) for first, count in ((100, 2_000), (2_100, 2_000), (4_100, 500))
    ]


def test_processes_play_ten_games_before_they_tell_of_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "counted", lambda plan, part: part)
    assert [*simulation.played(plan(), 3, 28, 1)] == [(3, 13), (13, 23), (23, 28)]


def test_compiling_is_said_and_comes_after_all_that_is_refused(monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []
    monkeypatch.setattr(simulation, "compiling", lambda plan, count, **_: count == 3)
    monkeypatch.setattr(simulation, "compile_for", lambda plan: made.append(plan.game))
    words = ["simulate", "snail-trail", "--players", "random,random", "--jobs", "1"]
    for wrong in (["--vary", "size=4,99"], ["--players", "careful,bold"], ["--format", "tex"]):
        assert run(app, [*words, "--games", "3", *wrong]).exit_code
        assert not made
    told = run(app, [*words, "--games", "3", "--format", "json"])
    assert made == ["snail-trail"]
    assert json.loads(told.stdout)["games"] == 3
    assert re.fullmatch(r"compiling snail-trail, for the first time: .*\ncompiled in \d+ s\n", told.stderr)
    assert not run(app, [*words, "--games", "2"]).stderr


def test_one_seed_gives_one_result_whatever_the_number_of_processes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "PART", 4)
    results = [simulation.simulate(plan(), 9, workers, kept=False) for workers in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert results[0] != simulation.simulate(plan("y"), 9, kept=False)
    assert sum(results[0].tally.ends.values()) == 9


def test_what_was_interrupted_goes_on_and_what_was_played_is_not_played_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(simulation, "PART", 2)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    whole = simulation.simulate(plan(), 8, kept=False)

    def interrupt(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulation.simulate(plan(), 8, 1, interrupt)
    told: list[int] = []
    assert simulation.simulate(plan(), 8, 1, lambda done, _: told.append(done)) == whole
    assert told == [6, 8]
    told.clear()
    assert simulation.simulate(plan(), 8, 1, lambda done, _: told.append(done)) == whole
    assert not told
    assert simulation.simulate(plan(), 4, 1).tally.games == 4, "fewer games than are kept are played again"
    (kept,) = tmp_path.rglob("*.json")
    sound = kept.read_bytes()
    wrong = [sound.replace(b'"games": 8', b'"games": ' + games) for games in (b"9", b"1e999", b"8.0", b"true")]
    wrong += [sound.replace(b'"wins": {"0"', name) for name in (b'"wins": {"-"', b'"wins": {"1%s"' % (b"0" * 400))]
    wrong += [sound.replace(b'"nobody": 0', b'"nobody": ' + times) for times in (b"-1", b"9")]
    assert sound not in wrong
    for damage in (b"", b"{}", b"[" * 5000, *wrong):
        kept.write_bytes(damage)
        assert simulation.simulate(plan(), 8, 1) == whole
        kept.write_bytes(b"")


def test_intervals_are_wilsons():
    for count, of, low, high in (
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 20, 0.1119, 0.4687),
        (50, 100, 0.4038, 0.5962),
    ):
        found = Share(count, of).interval
        assert found == pytest.approx((low, high), abs=1e-4)


def test_who_sits_where_goes_round_and_wins_are_counted_by_player_and_by_seat():
    counted = simulation.simulate(plan(), 6, kept=False).tally
    won, seated = [0, 0], [0, 0]
    for number in range(6):
        players = [plan().players[(seat + number) % 2] for seat in range(2)]
        end = play(games.find("fox-and-geese"), HARE, players, child(plan().key, number))
        for seat in end.winners:
            won[(seat + number) % 2] += 1
            seated[seat] += 1
    assert ([counted.wins[n] for n in range(2)], [counted.seats[n] for n in range(2)]) == (won, seated)
    assert won[0] > won[1]


def test_options_are_varied_together_and_each_setting_is_told():
    words = ["simulate", "snail-trail", "--players", "random,random", "--games", "2", "--jobs", "1"]
    vary = ["--vary", "size=4,5", "--vary", "diagonal=true,false"]
    made = json.loads(run(app, [*words, *vary, "--format", "json"]).output)
    assert len(made) == 4
    assert len({json.dumps(one["options"], sort_keys=True) for one in made}) == 4
    for wrong in (["size"], ["size="], ["size=4", "size=5"], ["nothing=1,2"]):
        flags = [word for one in wrong for word in ("--vary", one)]
        with pytest.raises(OptionError):
            run(app, [*words, *flags], catch_exceptions=False)


def test_a_hunt_is_tried_and_what_never_happens_is_told(tmp_path: Path):
    told = run(app, ["hunts", "try", "hare-and-hounds", "--games", "20", "--jobs", "1"])
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert lines[0] == "Hare & Hounds: 20 games, careful against careful, sides by turns"
    assert any(line.startswith("  hounds win") for line in lines)
    own = tmp_path / "mine.toml"
    run(app, ["hunts", "new", str(own)])
    told = run(app, ["hunts", "try", str(own), "--games", "4", "--jobs", "1", "--players", "random,random"])
    assert told.exit_code == 0, told.output
    assert "never" in told.output


@pytest.mark.parametrize(
    ("wins", "told"),
    [
        ((70, 30, 9), "among games that are won, foxes are the stronger side"),
        ((30, 70, 9), "among games that are won, geese are the stronger side"),
        ((55, 45, 0), "among games that are won, neither side is shown to be the stronger"),
        ((45, 55, 0), "among games that are won, neither side is shown to be the stronger"),
        ((0, 0, 9), "between these players nobody ever wins"),
    ],
)
def test_a_side_is_called_the_stronger_where_the_games_show_it(wins: tuple[int, int, int], told: str) -> None:
    hunt = fox_and_geese.shipped("fox-13")
    few, many, nobody = wins
    seats_ = Counter({hunt.sides.index(hunt.few): few, hunt.sides.index(hunt.many): many})
    tally = Tally(sum(wins), seats=seats_, nobody=nobody, lengths=Counter({30: sum(wins)}))
    plan = Plan("fox-and-geese", games.find("fox-and-geese").Options(), ("careful", "careful"), "x")
    assert f"  {told}" in report.lines(hunt, simulation.Result(plan, tally))


@pytest.mark.parametrize("slug", games.GAMES)
def test_every_game_can_be_simulated_and_hinted(slug: str, tmp_path: Path):
    game = games.find(slug)
    count = seats(game, game.Options())
    told = run(app, ["simulate", slug, "--players", ",".join(["random"] * count), "--games", "2", "--jobs", "1"])
    assert told.exit_code == 0, told.output
    assert "2 games" in told.output
    state = game.start(game.Options(), count, FastDice(1)).state
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position.values(game, state)), encoding="utf-8")
    told = run(app, ["hint", str(file), "--bot", "careful"])
    assert told.exit_code == 0, told.output
    best = told.output.splitlines()[0].split("  ", 1)[1]
    (seat,) = game.to_act(state)
    assert best in [game.format(action, state) for action in game.moves(state) if action.seat == seat]


def test_results_are_written_as_data():
    words = ["simulate", "snail-trail", "--players", "random,random", "--games", "4", "--jobs", "1"]
    made = json.loads(run(app, [*words, "--format", "json"]).output)
    assert made["games"] == 4
    assert made["wins"][0]["count"] + made["wins"][1]["count"] == 4
    rows = list(csv.DictReader(io.StringIO(run(app, [*words, "--format", "csv"]).output)))
    assert [row["what"] for row in rows][:2] == ["random (1) wins", "random (2) wins"]
    assert int(rows[0]["count"]) == made["wins"][0]["count"]


def test_charts_and_rows_are_files(tmp_path: Path):
    words = ["simulate", "snail-trail", "--players", "random,random", "--games", "4", "--jobs", "1"]
    for format in ("csv", "svg", "pdf"):
        told = run(app, [*words, "--format", format, "--out", str(tmp_path / f"odds.{format}")])
        assert told.exit_code == 0, told.output
    shown = run(app, [*words, "--format", "csv"]).output
    assert (tmp_path / "odds.csv").read_text(encoding="utf-8") == shown
    assert "Who wins" in "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("odds*.svg"))


def test_a_hint_for_a_match_is_for_who_may_act(tmp_path: Path):
    game = games.find("snail-trail")
    two = create.seats(["Anna", "Otto"])
    create.new(tmp_path / "m", game.SLUG, game.Options(), two, seed="wheel", terms=Terms(practice=True))
    told = run(app, ["hint", str(tmp_path / "m"), "--bot", "strong:50"])
    assert told.exit_code == 0, told.output
    acting = "AB"[game.to_act(Folder(tmp_path / "m").standing().state)[0]]
    other = {"A": "Otto", "B": "Anna"}[acting]
    for words in (["--for", other], ["--bot", "random"], ["--bot", "strong:x"]):
        with pytest.raises((OptionError, MatchError)):
            run(app, ["hint", str(tmp_path / "m"), *words], catch_exceptions=False)


@pytest.mark.parametrize("slug", ["snail-trail", "snakes-and-foxes"])
def test_a_match_that_is_over_is_analysed_move_by_move(slug: str, tmp_path: Path):
    game = games.find(slug)
    path = tmp_path / "m"
    create.new(path, slug, game.Options(), create.seats(["bot:careful", "bot:random"]), seed="vixen")
    folder = Folder(path)
    if not folder.last.after.outcome:
        process.command(folder, "declare draw", png=False)
    moves = json.loads(run(app, ["analyse", str(path), "--json"]).output)
    played = [done.text for entry in Folder(path).entries() for done in entry.done if done.kind == "action"]
    assert [one["move"] for one in moves] == [unlettered(text, n) for text, n in zip(played, _seats(path), strict=True)]
    assert all(-1 <= one["worth"] <= one["best_worth"] <= 1 for one in moves)
    given = {name: sum(one["lost"] for one in moves if one["player"] == name) for name in ("Careful", "Random")}
    assert given["Careful"] <= given["Random"]
    drawn = run(app, ["analyse", str(path), "--format", "svg", "--out", str(tmp_path / "plot")])
    assert drawn.exit_code == 0 and "how it was played" in next((tmp_path / "plot").glob("*.svg")).read_text("utf-8")
    told = run(app, ["analyse", str(path)]).output.splitlines()
    assert len(told) == len(moves) + len({one["player"] for one in moves})


def _seats(path: Path) -> list[int]:
    return [entry.seat or 0 for entry in Folder(path).entries() for done in entry.done if done.kind == "action"]


def test_what_cannot_be_simulated_is_refused():
    game = games.find("snail-trail")
    for players, count in ((("random",), 5), (("random", "random"), 0), (("random", "bold"), 5)):
        with pytest.raises((GameError, MatchError)):
            simulation.simulate(Plan(game.SLUG, game.Options(), players, "x"), count)
    two = Plan(game.SLUG, game.Options(), ("random", "random"), "x")
    simulation.check(two, 1)
    simulation.check(two, 10_000_000)
    with pytest.raises(GameError, match="take 1 to 10,000,000"):
        simulation.check(two, 10_000_001)


def test_two_hundred_settings_are_varied_and_no_more():
    a, b = (f"{name}={','.join(map(str, range(count)))}" for name, count in (("a", 20), ("b", 10)))
    made = [*simulation.settings(["c=1"], [a, b])]
    assert len(made) == 200 and made[0] == ["c=1", "a=0", "b=0"] and made[-1] == ["c=1", "a=19", "b=9"]
    with pytest.raises(OptionError, match="these are 201 settings"):
        [*simulation.settings([], [f"a={','.join(map(str, range(67)))}", "b=1,2,3"])]


@thorough
def test_a_cluster_that_loses_a_worker_counts_the_same(monkeypatch: pytest.MonkeyPatch):
    distributed = pytest.importorskip("distributed")
    whole = simulation.simulate(plan(), 40, kept=False)
    monkeypatch.setattr(simulation, "PART", 2)
    lost: list[int] = []
    with distributed.LocalCluster(3, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:

        def lose_one(done: int, _: int) -> None:
            if not lost:
                lost.append(cluster.workers[0].pid)
                os.kill(lost[0], signal.SIGKILL)

        address = cluster.scheduler_address
        assert simulation.simulate(plan(), 40, 1, lose_one, kept=False, cluster=address) == whole
    assert lost


def test_a_cluster_is_given_some_parts_at_once_and_tells_of_all_in_order(monkeypatch: pytest.MonkeyPatch):
    given: list[list[simulation.Part]] = []

    class Client:
        def __init__(self, address: str, **_: object) -> None:
            assert address == "tcp://there"

        def __enter__(self) -> Client:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def map(self, count: Callable[..., Tally], parts: list[simulation.Part], *, pure: bool, retries: int) -> object:
            assert (pure, retries) == (False, 5), "a part that failed five times fails"
            given.append(parts)
            return [SimpleNamespace(result=partial(count, part)) for part in parts]

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    monkeypatch.setattr(simulation, "AT_ONCE", 3)
    monkeypatch.setattr(simulation, "PART", 2)
    told: list[int] = []
    whole = simulation.simulate(plan(), 9, 1, lambda done, _: told.append(done), kept=False, cluster="tcp://there")
    assert whole == simulation.simulate(plan(), 9, kept=False)
    assert given == [[(0, 2), (2, 4), (4, 6)], [(6, 8), (8, 9)]] and told == [2, 4, 6, 8, 9]


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("distributed")

    monkeypatch.setattr(simulation, "ANSWERS_WITHIN", "1s")
    with pytest.raises(OptionError, match="no scheduler of Dask answers"):
        simulation.simulate(plan(), 2, kept=False, cluster="tcp://127.0.0.1:9")
