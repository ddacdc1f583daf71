"""Exact solving: what a game module offers so that `postfox solve` can decide its positions, and what it answers.

A game module may have `solver(options) -> Solver`. A solver never guesses: it decides a position or raises TooLarge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, cast

from adjudicator.dice import FastDice
from adjudicator.errors import GameError
from adjudicator.game import Game

Value: TypeAlias = Literal["win", "draw", "loss"]
LIMIT = 2_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """A position decided. `value` is for the player to move, `best` an action that keeps it (None: the game is over).

    `nodes` is how many positions were looked at. `plies`, where the solver knows it, is how many actions are left
    when the winner hurries and the loser delays.
    """

    value: Value
    best: Any
    nodes: int
    plies: int | None = None


class TooLarge(Exception):
    """The position was not decided within the limit: nothing at all is known of its value."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        super().__init__(f"not decided within {nodes:,} positions")


class Solver(Protocol):
    """Decides positions of one game under fixed options. It may keep what it learns from one call to the next."""

    def solve(self, state: Any, limit: int = LIMIT) -> Verdict:
        """The value of `state` and a best action, after at most `limit` positions. Raises TooLarge."""
        ...


def solver(game: Game, options: Any) -> Solver:
    """The solver of a game. Raises GameError where it has none, or has none for these options."""
    make = cast(Callable[[Any], Solver] | None, getattr(game, "solver", None))
    if make is None:
        raise GameError(f"{game.TITLE} has no exact solver", "`postfox games` says which games have one")
    return make(options)


def first_position(game: Game, options: Any) -> Any:
    """The start as the player who won the lot sees it, for two players and no other chance."""
    return game.start(options, game.PLAYERS[0], FastDice(0)).state


def decide(solver: Solver, state: Any, limit: int | None) -> Verdict:
    """The solver's verdict within `limit` positions, or within as many as it thinks right. Raises TooLarge."""
    return solver.solve(state) if limit is None else solver.solve(state, limit)


def line(game: Game, solver: Solver, state: Any, limit: int | None = None) -> tuple[Any, ...]:
    """Best play by both sides from `state` to the end of the game. Raises TooLarge."""
    actions = []
    while game.to_act(state):
        action = decide(solver, state, limit).best
        actions.append(action)
        state = game.apply(state, action, FastDice(0)).state
    return tuple(actions)
