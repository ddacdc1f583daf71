"""Compiled code plays the same games as the plain rules, and simulations count them alike."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from itertools import product
from typing import Any

import pytest

from adjudicator import games
from adjudicator.dice import Chance, child
from adjudicator.lab import bulk, simulation
from adjudicator.lab.simulation.tally import Plan
from printables.boards.fox_and_geese import load, variants
from tests import planted
from tests.bulk import LITTLE, MUCH, difference, sheet
from tests.conftest import Golden
from tests.hunts import definition
from tests.lanes import thorough

SLUG, SNAKEY = "snakes-and-foxes", "snakey-dice"
needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
HUNTS = "fox-and-geese"
LARGE = "great-siege"  # of 67 points
hunted = games.find(HUNTS).Options
OPTIONS = {
    "first_ring": ["red", "green"],
    "auto_pass": [True, False],
    "stranded": ["stay", "longest"],
    "play_on": [True, False],
    "distance": ["steps", "hunt", "away"],
}
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


def readable(text: str) -> bool:
    return load.examine(text, "")[0] is not None


@needs_numba
@thorough  # compiling takes a minute
def test_compiled_code_plays_the_games_of_the_plain_rules_position_for_position():
    kind, number = games.find(SLUG).Options, 0
    for setting in SETTINGS:
        for players in (("random", "random"), ("random",)):
            for _ in range(4):
                number += 1
                assert not difference(SLUG, kind(**setting), players, "same", number)
        assert not difference(SLUG, kind(**setting, tokens=1), ("random",), "same", number)


@needs_numba
@thorough
def test_no_later_process_compiles_again():
    code = (
        "from adjudicator.lab.bulk import snakes_and_foxes as fast;"
        f"from adjudicator import games; fast.play(games.find({SLUG!r}).Options(), (0, 0), 1, 0, 1);"
        "print(sum(fast.many.stats.cache_hits.values()), sum(fast.many.stats.cache_misses.values()))"
    )
    run = partial(subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, check=True)
    run()
    assert run().stdout.split() == ["1", "0"]
    assert bulk.ready(SLUG)
    assert not bulk.ready("the-game"), "which none plays"


@needs_numba
@thorough  # compiling takes a minute
def test_compiled_code_plays_the_games_of_careful_players_position_for_position():
    kind, number = games.find(SLUG).Options, 0
    ways = (("careful", "random"), ("careful", "careful"), ("careful",))
    for turn, setting in enumerate(SETTINGS):  # whose last option has three values: each meets all three ways
        assert not difference(SLUG, kind(**setting), ways[(turn + turn // 3) % 3], "same", number)


@needs_numba
@thorough  # compiling takes half a minute
def test_compiled_code_plays_the_games_of_snail_trail_position_for_position():
    kind = games.find("snail-trail").Options
    boards: list[dict[str, Any]] = [
        {},
        {"diagonal": False, "size": 8},
        {"shape": "hex", "size": 5},
        {"steps": "one", "size": 4},
    ]
    for setting in boards:
        for number in range(60):
            assert not difference("snail-trail", kind(**setting), ("random", "random"), "same", number)
    for number, setting in enumerate(boards):
        assert not difference("snail-trail", kind(**setting), ("careful", "random"), "same", number)


@needs_numba
@thorough  # compiling takes half a minute
def test_compiled_code_plays_the_games_of_hunts_position_for_position():
    for number, variant in enumerate([name for name in variants() if name != LARGE]):
        assert not difference(HUNTS, hunted(variant=variant), ("random", "random"), "same", number)
    for variant in ("asalto", "wolf-and-sheep", "bagh-chal"):
        assert not difference(HUNTS, hunted(variant=variant), ("careful", "random"), "same", 1)


@needs_numba
@thorough  # compiling takes half a minute
def test_compiled_code_plays_hunts_made_at_random_position_for_position():
    played = 0
    for text in filter(readable, map(definition, range(300))):
        for players in (("random", "random"), ("careful", "random")):
            assert not difference(HUNTS, hunted(hunt=text), players, "same", played)
        played += 1
    assert played > 20


@needs_numba
@thorough  # compiling takes half a minute
def test_compiled_code_plays_the_games_of_snakey_dice_position_for_position():
    sheets: list[dict[str, Any]] = [{}, {"house": sheet(LITTLE)}, {"house": sheet(MUCH)}]
    for given, by_lot, careful in zip(sheets, (12, 4, 1), (2, 1, 1), strict=True):
        alone, league = (games.find(SNAKEY).Options(**given, league=league) for league in (False, True))
        for number in range(by_lot):
            assert not difference(SNAKEY, alone, ("random",), "same", number)
            assert not difference(SNAKEY, league, ("random",) * (1 + number % 4), "same", number)
        for number in range(careful):
            assert not difference(SNAKEY, alone, ("careful",), "same", number)
            assert not difference(SNAKEY, league, ("careful", "random"), "same", number)


@needs_numba
@thorough
def test_a_league_of_snakey_dice_that_is_too_long_has_no_end_in_compiled_code_either():
    league = games.find(SNAKEY).Options(league=True)
    assert not difference(SNAKEY, league, ("random",) * 200, "long", 0)


@needs_numba
@thorough
@pytest.mark.parametrize(
    ("slug", "players"),
    [
        (SLUG, ("random", "random")),
        (SLUG, ("random",)),
        (SNAKEY, ("random",)),
        (SNAKEY, ("random",) * 3),
        (HUNTS, ("random", "random")),
    ],
)
def test_a_simulation_counts_the_same_whoever_plays_it(
    slug: str, players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    league = {"league": True} if slug == SNAKEY and len(players) > 1 else {}
    plan = Plan(slug, games.find(slug).Options(**league), players, "counts")
    plain = simulation.simulate(plan, 60, kept=False)
    monkeypatch.setattr(simulation, "FEW", {"random": 1})
    monkeypatch.setattr(simulation, "BULK", 25)
    for workers in (1, 3):
        assert simulation.simulate(plan, 60, workers, kept=False).tally.to_json() == plain.tally.to_json()


@needs_numba
@thorough
@pytest.mark.parametrize("distance", OPTIONS["distance"])
def test_a_careful_player_brings_a_lone_token_home_in_a_quarter_of_games_and_more(distance: str):
    plan = Plan(SLUG, games.find(SLUG).Options(tokens=1, distance=distance), ("careful",), "home")
    told = simulation.simulate(plan, 400, kept=False).tally
    assert told.share(told.wins[0]).interval[0] > 0.26


@needs_numba
@pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="a fault that goes round and round could not be stopped")
@pytest.mark.parametrize("slug", planted.TWINS)
def test_a_fault_planted_in_what_plays_a_game_twice_is_noticed(slug: str, golden: Golden):
    run = [sys.executable, "-m", "tests.planted", slug]
    told = json.loads(subprocess.run(run, capture_output=True, text=True, check=True, cwd=planted.ROOT).stdout)
    assert not told["unnoticed"]
    games = zip(told["games"], planted.TWINS[slug].games, strict=True)
    lines = [f"{digest} {game.players} {game.number} {dict(game.options)}\n" for digest, game in games]
    golden(f"games/{slug}.txt", "".join(lines))


def test_chance_is_even_and_streams_of_a_seed_differ():
    chance = Chance(7)
    counts = [0] * 6
    for _ in range(6_000):
        counts[chance.randrange(6)] += 1
    assert max(abs(count - 1_000) for count in counts) < 130
    assert Chance(0).getrandbits(64) == 0xE220A8397B1DCDAF, "the published first number of SplitMix64 from 0"
    assert 0 <= chance.random() < 1
    assert chance.getrandbits(130) >> 64
    assert len({child(5, number) for number in range(1_000)}) == 1_000
    assert random.Random.choice(Chance(3), "abc") == Chance(3).choice("abc")
