"""The examples of letters: unlike each other, counted, of the asking seat alone, and quick however much there is."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from lanes import begun

from adjudicator import games
from adjudicator.core.game import MOST_LEGAL
from adjudicator.dice import FastDice
from adjudicator.letters import orders


def having(*orders: str, acting: tuple[int, ...] = (0,)) -> Any:
    """A game with these legal actions."""
    return SimpleNamespace(
        moves=lambda state: iter(orders), format=lambda action, state: action, to_act=lambda state: acting
    )


def test_steps_that_differ_little_are_spread_over_all_there_are() -> None:
    game = having(*(f"move H a{n}" for n in range(1, 17)))
    assert orders.find(game, None, 4) == orders.Examples(
        ("move H a1", "move H a8", "move H a12", "move H a16"), 16, False
    )


def test_other_verbs_come_before_other_ends_and_those_before_other_ways() -> None:
    game = having("move a b c", "move a d c", "move e d c", "move a b f", "pass")
    assert orders.find(game, None, 3).orders == ("move a b c", "move a b f", "pass")


def test_a_seat_is_shown_its_own_where_several_may_act() -> None:
    game = having("A: x", "A: y", "B: z", "B: x", acting=(0, 1))
    assert orders.find(game, None, 4, 1) == orders.Examples(("z", "x"), 2, False)
    assert orders.find(game, None, 4).orders == ("A: x", "A: y", "B: z", "B: x")


def test_no_more_than_a_bounded_number_is_ever_made() -> None:
    made = []

    def moves(state: Any) -> Any:
        for way in product("abcdefgh", repeat=20):
            made.append(way)
            yield " ".join(way)

    game = SimpleNamespace(moves=moves, format=lambda action, state: action, to_act=lambda state: (0,))
    found = orders.find(game, None, 4)
    assert (len(found.orders), found.many, found.more) == (4, orders.MOST, True)
    assert len(made) == orders.MOST + 1
    game = SimpleNamespace(**vars(game) | {"to_act": lambda state: (0, 1)})
    assert orders.find(game, None, 4, 1) == orders.Examples((), 0, False)
    assert len(made) == orders.MOST + 1 + MOST_LEGAL


@pytest.mark.parametrize("slug", games.GAMES)
def test_the_examples_of_every_game_are_legal_and_different(slug: str) -> None:
    game: Any = games.find(slug)
    state = begun(game, game.PLAYERS[1], FastDice(3)).state
    legal = [game.format(action, state) for action in game.moves(state)]
    found = orders.find(game, state, 4)
    assert found.many == len(legal) and found.orders[0] == legal[0]
    assert len(set(found.orders)) == min(4, len(legal)) and set(found.orders) <= set(legal)
