"""Games between bots: the same from a seed however they are played, and counted rightly; hints from the same look."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.dice import FastDice
from adjudicator.errors import GameError, MatchError
from adjudicator.games import position
from adjudicator.match import create
from adjudicator.match.folder import Folder
from adjudicator.opponents import simulation
from adjudicator.opponents.play import seats
from printables.errors import OptionError

run = CliRunner().invoke
HARE = games.find("fox-and-geese").Options(variant="hare-and-hounds")


def test_one_seed_gives_one_result_whatever_the_number_of_processes():
    chosen = ("fox-and-geese", HARE, ("careful", "random"), 9)
    results = [simulation.simulate(*chosen, "x", workers) for workers in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert results[0] != simulation.simulate(*chosen, "y")
    assert sum(count for _, count in results[0].ends) == 9


def test_intervals_are_wilsons():
    for count, of, low, high in (
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 20, 0.1119, 0.4687),
        (50, 100, 0.4038, 0.5962),
    ):
        found = simulation.Share(count, of).interval
        assert found == pytest.approx((low, high), abs=1e-4)


def test_who_sits_where_goes_round_and_wins_are_counted_by_player():
    chosen = ("fox-and-geese", HARE, ("careful", "random"))
    result = simulation.simulate(*chosen, 6)
    again = [simulation.one(*chosen, "simulate", number) for number in range(6)]
    won = [0, 0]
    for number, end in enumerate(again):
        assert end.outcome
        for seat in end.outcome.winners:
            won[(seat + number) % 2] += 1
    assert [share.times for share in result.wins] == won
    assert won[0] > won[1]


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
    assert [row["what"] for row in rows] == ["random (1)", "random (2)", "nobody", "first"]
    assert int(rows[0]["count"]) == made["wins"][0]["count"]


def test_a_hint_for_a_match_is_for_who_may_act(tmp_path: Path):
    game = games.find("snail-trail")
    create.new(tmp_path / "m", game.SLUG, game.Options(), [create.seat("Anna"), create.seat("Otto")], seed="wheel")
    told = run(app, ["hint", str(tmp_path / "m"), "--bot", "strong:50"])
    assert told.exit_code == 0, told.output
    acting = "AB"[game.to_act(Folder(tmp_path / "m").standing().state)[0]]
    other = {"A": "Otto", "B": "Anna"}[acting]
    for words in (["--for", other], ["--bot", "random"], ["--bot", "strong:x"]):
        with pytest.raises((OptionError, MatchError)):
            run(app, ["hint", str(tmp_path / "m"), *words], catch_exceptions=False)


def test_what_cannot_be_simulated_is_refused():
    game = games.find("snail-trail")
    for players, count in ((("random",), 5), (("random", "random"), 0), (("random", "bold"), 5)):
        with pytest.raises((GameError, MatchError)):
            simulation.simulate(game.SLUG, game.Options(), players, count)
