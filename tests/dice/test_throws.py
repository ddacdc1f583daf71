"""docs/check/throws.json has every throw of every game, and no more: what a checker without the rules lets pass."""

from __future__ import annotations

import ast
import json
import random
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from kinds import kinds
from lanes import some, tries

from adjudicator import games
from adjudicator.core import GameError
from adjudicator.core.game import Event, Game
from adjudicator.dice import FastDice
from adjudicator.referee import commands
from tests.proofs.checking import CHECK, module

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ROOT / "adjudicator"
TABLE: dict[str, list[list[str]]] = json.loads((CHECK / "throws.json").read_text())
PASSED_ON = ("count", "sides", "why")  # what is thrown by somebody else
SLUGS = tuple(slug for slug in TABLE if slug)
Site = tuple[str, int]
Seen = tuple[str, int, str]


def sites() -> Iterator[Site]:
    """Every place of the code in which dice are thrown."""
    for path in sorted(PRODUCT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "throw" or len(node.args) != 3:
                continue
            if tuple(getattr(one, "id", "") for one in node.args) != PASSED_ON and "dice" in ast.unparse(node.func):
                yield str(path.relative_to(PRODUCT)), node.lineno


class Noted:
    """Dice that note what was thrown, and where."""

    def __init__(self, seed: int, seen: set[Seen]) -> None:
        self.dice, self.seen, self.throws = FastDice(seed), seen, []

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        values, frame = self.dice.throw(count, sides, why), sys._getframe(1)
        self.throws.append({"why": why, "sides": sides, "values": list(values)})
        self.seen.add((str(Path(frame.f_code.co_filename).relative_to(PRODUCT)), frame.f_lineno, why))
        return values

    def held(self, log: Any, kind: str, events: Iterable[Event]) -> None:
        """What was thrown since, and dice that events tell, as the checker holds them."""
        told = [{"dice": list(event.dice)} for event in events]
        log.thrown({"kind": kind, "throws": self.throws, "events": told})
        self.throws = []


def log(game: Game, options: Any) -> Any:
    """What the checker knows of a match before its first line."""
    terms = {
        "id": "m",
        "dice": "table",
        "game": game.SLUG,
        "options": options.model_dump(mode="json"),
        "seats": [{}, {}],
    }
    return module().Log(terms)


def played(game: Game, options: Any, seed: int, seen: set[Seen], most: int = 60) -> None:
    """A match by lot."""
    lot, known, dice = random.Random(seed), log(game, options), Noted(seed, seen)
    try:
        step = game.start(options, 2, dice)
    except GameError:  # for one player
        step = game.start(options, 1, dice)
    known.said = range(1, 2)
    dice.held(known, "begin", step.events)
    for _ in range(most):
        state = step.state
        if game.outcome(state) or not game.to_act(state):
            return
        moves = list(islice(game.moves(state), 300))
        wanted = [move for move in moves if "reroll" in game.format(move, state)] if lot.random() < 0.5 else []
        step = game.apply(state, lot.choice(wanted or moves), dice)
        assert int(step.state.turn) <= int(state.turn) + known.seats + len(dice.throws)
        known.said = range(int(state.turn), int(step.state.turn) + 1)
        dice.held(known, "action", step.events)


@pytest.fixture(scope="module")
def seen() -> set[Seen]:
    found: set[Seen] = set()
    for slug in SLUGS:
        game = games.find(slug)
        for number, options in enumerate(some(kinds(game), 12)):
            for seed in range(30 if slug == "snakey-dice" and number == 0 else tries(6)):
                played(game, options, 100 * number + seed, found)
    return found


def test_every_game_has_its_throws_in_the_table():
    assert set(SLUGS) == set(games.GAMES)


def test_every_throw_of_the_code_is_made_and_is_one_that_the_checker_lets_pass(seen: set[Seen]):
    made = {(place, line) for place, line, _ in seen}
    assert [site for site in sites() if site not in made and site[0] != "referee/commands.py"] == []


def test_no_row_of_the_table_is_for_nothing(seen: set[Seen]):
    whys = {why for _, _, why in seen}
    number = module().NUMBER
    for slug in SLUGS:
        for name, *_ in TABLE[slug]:
            pattern = name.replace("{turn}", number).replace("{number}", number)
            assert any(re.fullmatch(pattern, why) for why in whys), name


@pytest.mark.parametrize("many", [2, 256, 257, 400])
def test_a_late_players_lot_is_in_the_table_however_many_actions_there_are(monkeypatch: pytest.MonkeyPatch, many: int):
    game = games.find("snakes-and-foxes")
    state = game.start(game.Options(), 2, FastDice(1)).state
    monkeypatch.setattr(type(game), "moves", lambda self, state: iter(range(many)))
    found: set[Seen] = set()
    dice = Noted(2, found)
    commands._drawn(game, state, 0, dice, several=False)
    dice.held(log(game, game.Options()), "late", ())
    assert {site[:2] for site in found} < set(sites())
