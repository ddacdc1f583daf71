"""Diagrams of the rules: what they show is on the board, what moves in them moves by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from adjudicator import games
from adjudicator.dice import ScriptedDice
from printables import boards, templates
from printables.boards import fox_and_geese
from printables.components import Diagram
from printables.drawing import diagrams
from printables.errors import TemplateError
from printables.hunts import examples
from printables.theme import CLASSIC

GAMES = templates.stems(diagrams.FOLDER)
HUNTS = fox_and_geese.variants()


def test_places_are_written_as_in_a_shell() -> None:
    assert diagrams.places("H {a,c}{1..2} g{1..5..2}") == ("H", "a1", "a2", "c1", "c2", "g1", "g3", "g5")


@pytest.mark.parametrize("game", GAMES)
def test_every_diagram_is_used_and_every_place_in_it_is_on_the_board(game: str) -> None:
    module = boards.find(game)
    kit = module.components(module.options(), CLASSIC)
    declared = diagrams.read(game, kit.words)
    texts = "".join(templates.read(path) for path in templates.names("rules") if game in path)
    texts += "".join(kit.words.values())
    for name, diagram in declared.items():
        kinds = {token.kind for token in kit.tokens}
        assert set(diagram.put) <= kinds and {kind for some in diagram.stack.values() for kind in some} <= kinds
        places = (*diagram.show, *diagram.stack, *(place for way in diagram.ways for place in way))
        assert set(places) <= set(kit.board.by_id), name
        shown = any(name in other.row for other in declared.values())
        assert shown or f"figure:{name}" in texts or f"figure:{name.split('-')[0]}-$kind" in texts, name


def test_a_diagram_that_names_what_is_not_there() -> None:
    module = boards.find("the-game")
    kit = module.components(module.options(), CLASSIC)
    with pytest.raises(TemplateError, match=r"diagrams/the-game\.toml: the diagram odd names 'z9'"):
        diagrams.figure(kit, CLASSIC, "odd", {"odd": Diagram(show=("z9",))})


@pytest.mark.parametrize("ring", ["red", "green"])
def test_a_token_in_a_diagram_of_snakes_and_foxes_moves_along_the_arrows(ring: str) -> None:
    module = boards.find("snakes-and-foxes")
    kit = module.components(module.options(first_ring=ring), CLASSIC)
    for name, diagram in diagrams.read("snakes-and-foxes", kit.words).items():
        for way in diagram.ways:
            assert all(two in kit.board.steps[one] for one, two in pairwise(way)), (name, way)
        if name == "paths":
            ((start,),) = diagram.put.values()
            assert not set(diagram.barred) & set(kit.board.steps[start])


def test_the_turn_that_the_rules_of_snakes_and_foxes_tell_is_what_the_referee_plays() -> None:
    game: Any = games.find("snakes-and-foxes")
    kit = boards.find(game.SLUG).components(boards.find(game.SLUG).options(), CLASSIC)
    turn = diagrams.read(game.SLUG, kit.words)["turn"]
    foxes, (snake,) = turn.put["fox"], turn.put["snake"]
    state = game.State.model_validate(
        {
            **game.start(game.Options(), 2, ScriptedDice([1] * 12 + [3] + [1] * 60)).state.model_dump(),
            "tokens": [turn.ways[0][0], "H"],
            "to_move": 0,
            "snakes": [snake],
            "foxes": sorted(foxes, key=lambda place: (place[0], int(place[1:]))),
            "throw": {"move": 3, "snakes": 1, "foxes": 2},
        }
    )
    action = game.parse(f"move {' '.join(turn.ways[0][1:])}", state)
    after = game.apply(state, action, ScriptedDice([int(kit.words["pick"])] + [1] * 40)).state
    assert set(after.snakes) == {turn.ways[1][-1]}
    assert set(after.foxes) == {*turn.barred, *(way[-1] for way in turn.ways[2:])}


def positions(variant: str) -> Iterator[tuple[Any, Any, Diagram]]:
    """Each diagram of a hunt with one piece that moves, as a position in which that piece's side is to move."""
    game: Any = games.find("fox-and-geese")
    options = game.Options(variant=variant)
    hunt = fox_and_geese.hunt(options)
    start = game.start(options, 2, ScriptedDice([])).state
    for name, diagram in examples.diagrams(hunt).items():
        if diagram.row:
            continue
        mine = next(kind for kind, places in diagram.put.items() if places == (diagram.ways[0][0],))
        seat = 0 if mine == hunt.many.kind else 1
        # The rest of both sides stands where the diagram does not reach: with too few pieces a hunt is over.
        free = sorted(
            set(hunt.grid.by_id) - set(diagram.show), key=lambda point: (-examples.off(hunt, point), -ord(point[0]))
        )
        few = diagram.put.get(hunt.few.kind, ()) or (free.pop(0),)
        free.sort(key=lambda point: point not in hunt.many.start)
        many = (*diagram.put.get(hunt.many.kind, ()), *free[: max(2, hunt.many.pieces - 2)])
        state = {**start.model_dump(), "many": sorted(many), "few": sorted(few), "to_move": seat}
        yield name, (game, game.State.model_validate(state)), diagram


@pytest.mark.parametrize("variant", HUNTS)
def test_what_a_diagram_of_a_hunt_shows_is_legal_and_what_it_crosses_out_is_not(variant: str) -> None:
    seen = 0
    for name, (game, state), diagram in positions(variant):
        legal = {game.format(action, state) for action in game.moves(state)}
        start = diagram.ways[0][0]
        if name.startswith("moves"):
            seen += 1
            assert {f"{start}-{end}" for _, end in diagram.ways} <= legal
            assert not {f"{start}-{end}" for end in diagram.barred} & legal
        else:
            seen += 1
            order = "x".join((start, *(way[-1] for way in diagram.ways)))
            assert order in legal
    assert seen >= 2
