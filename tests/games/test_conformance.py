"""What every game must keep, whatever its rules: whole games played at random. A new game gets this free."""

from __future__ import annotations

import ast
import inspect
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import conformance
import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from pydantic import ValidationError

from adjudicator import games
from adjudicator.core import DiceError, GameError, IllegalMove, NotationError
from adjudicator.core.codec import canonical
from adjudicator.core.game import Event, Game, Step, event_to_json
from adjudicator.dice import FastDice, RecordingDice, ScriptedDice
from adjudicator.games import position
from adjudicator.games.position import perft
from adjudicator.letters.phrases import components as pieces_of
from printables import boards
from printables.scene.components import Components
from printables.scene.theme import CLASSIC

MOST_ACTIONS = 400
MOST_MOVES = 5_000
LOOKED_AT = 3
STABLE = 4  # at each so many positions legal actions are listed twice
EXAMPLES = int(os.environ.get("POSTFOX_EXAMPLES", "3"))  # of each property, a game and rule set; more for a long run
SETTINGS = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])

every_game = pytest.mark.parametrize(("slug", "rules"), conformance.RULE_SETS)
seeds = st.integers(0, 2**32)


def _start(game: Game, data: st.DataObject, seed: int) -> tuple[Any, int, Step]:
    options = data.draw(conformance.options(game.Options), "options")
    seats = data.draw(st.integers(game.PLAYERS[0], min(game.PLAYERS[1], 4)), "seats")
    try:
        return options, seats, game.start(options, seats, FastDice(seed))
    except GameError:
        assume(False)
        raise


def _legal(game: Game, state: Any) -> list[Any]:
    return list(islice(game.moves(state), MOST_MOVES))


def _game(game: Game, start: Step, seed: int) -> Iterator[tuple[Any, list[Any], Any, Step]]:
    """A game at random, as (state before, legal actions, the one taken, what came of it)."""
    chance, dice, state = random.Random(seed), FastDice(f"{seed} play"), start.state
    for _ in range(MOST_ACTIONS):
        legal = _legal(game, state)
        if not legal:
            return
        action = chance.choice(legal)
        step = game.apply(state, action, dice)
        yield state, legal, action, step
        state = step.state


def _json(state: Any) -> str:
    return canonical(state.model_dump(mode="json"))


@every_game
@given(data=st.data(), seed=seeds)
@SETTINGS
def test_a_game_from_start_to_end(slug: str, rules: int, data: st.DataObject, seed: int) -> None:
    """It ends or goes on without breaking, and the same dice give the same bytes."""
    game = games.find(slug, rules)
    options, seats, start = _start(game, data, seed)
    chance = random.Random(seed)
    _check_position(game, start.state)
    _check_events(game, options, start.events)
    steps, actions = [start], []
    for before, legal, action, step in _game(game, start, seed):
        frozen = _json(before)
        if len(steps) % STABLE == 1:
            assert _legal(game, before) == legal, "moves come in a stable order"
        assert len(set(legal)) == len(legal), "no action comes twice"
        for other in {action, *chance.sample(legal, min(LOOKED_AT, len(legal)))}:
            assert game.parse(game.format(other, before), before) == other
            game.apply(before, other, FastDice(seed))
        assert _json(before) == frozen, "apply never changes its input"
        assert step.state.turn >= before.turn >= 1
        _check_position(game, step.state)
        _check_events(game, options, step.events)
        steps.append(step)
        actions.append(action)
    over = game.outcome(steps[-1].state) is not None
    assert over or len(actions) == MOST_ACTIONS
    if actions and over:
        with pytest.raises(IllegalMove):
            game.apply(steps[-1].state, actions[-1], FastDice(1))
    again, dice = game.start(options, seats, FastDice(seed)), FastDice(f"{seed} play")
    assert _story(again) == _story(start)
    for action, step in zip(actions, steps[1:], strict=True):
        again = game.apply(again.state, action, dice)
        assert _story(again) == _story(step)


def _story(step: Step) -> str:
    return _json(step.state) + canonical([event_to_json(event) for event in step.events])


def _check_position(game: Game, state: Any) -> None:
    kit = pieces_of(game.SLUG, state.options)
    acting, outcome = game.to_act(state), game.outcome(state)
    assert bool(acting) == (outcome is None)
    assert list(acting) == sorted(set(acting))
    if outcome is None:
        assert next(iter(game.moves(state)), None) is not None, "who may act can"
    else:
        assert list(game.moves(state)) == []
        assert outcome.reason in game.OUTCOMES
        assert len(set(outcome.winners)) == len(outcome.winners)
    assert type(state).model_validate_json(state.model_dump_json()) == state
    assert position.read(position.write(game, state), "").state == state
    for token in game.tokens(state):
        assert token.place in kit.board.by_id
        assert token.kind in {kind.kind for kind in kit.tokens}
    assert {*game.faces(state)} <= {face.name for face in kit.faces}
    for note in game.notes(state):
        assert note.kind in game.NOTES
        _check_event(kit, note)


def _check_events(game: Game, options: Any, events: tuple[Event, ...]) -> None:
    kit = pieces_of(game.SLUG, options)
    for event in events:
        assert event.kind in game.EVENTS
        _check_event(kit, event)


def _check_event(kit: Components, event: Event) -> None:
    assert not event.piece or event.piece in {kind.kind for kind in kit.tokens}
    assert {*event.places} <= {*kit.board.by_id}
    canonical(event_to_json(event))
    assert all(name.isidentifier() for name in event.words)


@every_game
@given(data=st.data(), seed=seeds)
@SETTINGS
def test_every_throw_is_told(slug: str, rules: int, data: st.DataObject, seed: int) -> None:
    """Values thrown are, in order, the values of events that show dice, or told in their words."""
    game = games.find(slug, rules)
    options = data.draw(conformance.options(game.Options))
    dice = RecordingDice(FastDice(seed))
    try:
        step = game.start(options, game.PLAYERS[0], dice)
    except GameError:
        assume(False)
    chance = random.Random(seed)
    for _ in range(30):
        assert [v for event in step.events for v in event.dice] == [v for _, _, values in dice.throws for v in values]
        legal = _legal(game, step.state)
        if not legal:
            break
        dice = RecordingDice(FastDice(chance.random().hex()))
        step = game.apply(step.state, chance.choice(legal), dice)


@every_game
@given(data=st.data(), seed=seeds)
@SETTINGS
def test_what_is_not_legal_is_refused_and_no_other(slug: str, rules: int, data: st.DataObject, seed: int) -> None:
    """Text of any kind is a NotationError, an IllegalMove, or one of the moves."""
    game = games.find(slug, rules)
    _, _, start = _start(game, data, seed)
    played = list(islice(_game(game, start, seed), 30))
    last = played[-1][3].state
    texts = [game.format(action, before) for before, _, action, _ in played]
    for before, legal, _, _ in data.draw(st.lists(st.sampled_from(played), max_size=4), "positions"):
        for text in data.draw(st.lists(_garbage(texts), max_size=8), "texts"):
            _refused_or_legal(game, before, text, legal)
    for text in texts[-3:]:
        _refused_or_legal(game, last, text, _legal(game, last))


def _refused_or_legal(game: Game, state: Any, text: str, legal: list[Any]) -> None:
    frozen = _json(state)
    try:
        action = game.parse(text, state)
    except NotationError as error:
        assert error.reason
        assert len(str(error)) < 1_000
        return
    try:
        game.apply(state, action, FastDice(1))
    except IllegalMove as error:
        assert error.reason
        assert "\n" not in error.reason + error.hint
        assert action not in legal
    else:
        assert action in legal or len(legal) == MOST_MOVES
    assert _json(state) == frozen


def _garbage(texts: list[str]) -> st.SearchStrategy[str]:
    """Actions of other positions, such actions with words swapped, doubled and lost, and text of any kind."""
    some = st.sampled_from(texts)
    words = st.lists(st.sampled_from(sorted({word for text in texts for word in text.split()})), max_size=8)
    bent = st.tuples(some, st.integers(0, 40), st.text(max_size=2)).map(
        lambda t: t[0][: t[1]] + t[2] + t[0][t[1] + 1 :]
    )
    return some | words.map(" ".join) | bent | st.text(max_size=40)


@every_game
def test_a_game_refuses_too_few_and_too_many_players(slug: str, rules: int) -> None:
    game = games.find(slug, rules)
    fewest, most = game.PLAYERS
    for seats in (0, fewest - 1, most + 1):
        with pytest.raises(GameError):
            game.start(game.Options(), seats, FastDice(1))


@every_game
def test_models_are_frozen_and_know_their_fields(slug: str, rules: int) -> None:
    game = games.find(slug, rules)
    for model in (game.Options, game.State):
        assert model.model_config["frozen"]
        assert model.model_config["extra"] == "forbid"
    state = game.start(game.Options(), game.PLAYERS[0], FastDice(1)).state
    with pytest.raises(ValidationError):
        state.turn = 3
    with pytest.raises(ValidationError):
        game.State.model_validate({**json.loads(state.model_dump_json()), "clock": 1})


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_game_keeps_the_contract(slug: str) -> None:
    assert conformance.faults(games.KINDS.find(slug)) == []


@every_game
@given(data=st.data(), seed=seeds)
@settings(SETTINGS, max_examples=3)
def test_what_a_game_says_is_of_the_types_it_promises_and_can_be_mailed(
    slug: str, rules: int, data: st.DataObject, seed: int
) -> None:
    game = games.find(slug, rules)
    _, _, start = _start(game, data, seed)
    assert conformance.faults_in_play(game, start) == []
    for _, _, _, step in islice(_game(game, start, seed), 20):
        assert conformance.faults_in_play(game, step) == []


@every_game
@given(data=st.data(), seed=seeds)
@settings(SETTINGS, max_examples=3)
def test_a_position_is_made_of_the_model_of_its_rule_set(slug: str, rules: int, data: st.DataObject, seed: int) -> None:
    """So that an older set, whose models lack what later sets added, is never left in play."""
    game = type(games.find(slug, rules))(rules)
    game.State = type("Own", (game.State,), {"__module__": __name__})
    _, _, start = _start(game, data, seed)
    assert type(start.state) is game.State
    for _, _, _, step in _game(game, start, seed):
        assert type(step.state) is game.State


@every_game
def test_a_game_is_what_its_module_is_called(slug: str, rules: int) -> None:
    game = games.find(slug, rules)
    assert slug == game.SLUG == boards.find(slug).slug
    assert boards.find(slug).title == game.TITLE
    assert issubclass(game.Options, boards.find(slug).options)
    assert {"turn", "options"} <= set(game.State.model_fields)


@every_game
def test_the_board_is_the_printed_board(slug: str, rules: int) -> None:
    game = games.find(slug, rules)
    assert game.board(game.Options()) == boards.find(slug).components(game.Options(), CLASSIC).board


def _throws(game: Game, state: Any, action: Any) -> bool:
    dice = RecordingDice(FastDice(1))
    game.apply(state, action, dice)
    return bool(dice.throws)


@every_game
def test_lines_of_play_are_counted_as_a_plain_count_does(slug: str, rules: int) -> None:
    """For games without dice; a game with dice says that it has no such count."""
    game = games.find(slug, rules)
    state = game.start(game.Options(), game.PLAYERS[0], FastDice(1)).state
    assert perft(game, state, 0) == 1
    assert perft(game, state, 1) == len(list(game.moves(state)))
    if boards.find(slug).components(game.Options(), CLASSIC).dice:
        chance = random.Random(1)
        while not any(_throws(game, state, action) for action in game.moves(state)):
            state = game.apply(state, chance.choice(_legal(game, state)), FastDice(1)).state
        with pytest.raises(DiceError):
            perft(game, state, 2)
        return
    after = [game.apply(state, action, ScriptedDice(())).state for action in game.moves(state)]
    assert perft(game, state, 2) == sum(len(list(game.moves(one))) for one in after)


IMPURE = {
    "reportlab", "svgwrite", "resvg_py", "fontTools", "typer", "click", "yaml", "rich", "jinja2",
    "socket", "ssl", "http", "urllib.request", "smtplib", "imaplib", "email", "subprocess", "multiprocessing",
}  # fmt: skip


LOADED = """
import importlib, sys, pydantic
pydantic.create_model("First")  # the first model loads more of pydantic, which is none of the game's doing
before = set(sys.modules)
for module in sys.argv[1:]:
    importlib.import_module(module)
print(*set(sys.modules) - before)
"""


def test_rules_load_nothing_that_draws_asks_or_talks() -> None:
    modules = {type(games.find(slug, rules)).__module__ for slug, rules in conformance.RULE_SETS}
    ran = subprocess.run([sys.executable, "-c", LOADED, *modules], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert modules <= loaded
    assert not loaded & IMPURE


UNSEEN = {"random", "time", "datetime", "os", "pathlib", "secrets", "uuid", "io", "tempfile", "shutil", "sys"} | IMPURE
ACTS = {"open", "print", "input", "exec", "eval", "breakpoint"}


def _of_the_rules(first: Path) -> Iterator[tuple[Path, list[ast.AST]]]:
    """A game's own modules and what stands in each, but for what its solver imports: that may keep what it finds."""
    home, waiting, seen = first.parent, [first], {first}
    while waiting:
        file = waiting.pop()
        tree = ast.parse(file.read_text())
        apart = {
            id(inner)
            for node in ast.walk(tree)
            if (isinstance(node, ast.FunctionDef) and node.name == "solver")
            or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
            for inner in ast.walk(node)
        }
        nodes = [node for node in ast.walk(tree) if id(node) not in apart]
        yield file, nodes
        for node in nodes:
            if first.name == "__init__.py" and isinstance(node, ast.ImportFrom) and node.module:
                path = home.parents[2].joinpath(*node.module.split("."))
                for one in (path.with_suffix(".py"), path / "__init__.py"):
                    if home in one.parents and one.is_file() and one not in seen:
                        seen.add(one)
                        waiting.append(one)


@every_game
def test_rules_use_no_clock_chance_file_or_screen(slug: str, rules: int) -> None:
    for file, nodes in _of_the_rules(Path(inspect.getfile(type(games.find(slug, rules))))):
        for node in nodes:
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ACTS, f"{file.name}:{node.lineno}"
            for name in names:
                assert not {name, name.split(".")[0]} & UNSEEN, f"{file.name}:{node.lineno}"
                assert not name.startswith(
                    ("printables.render", "printables.sheets", "adjudicator.referee.adjudication")
                ), file.name
