"""Counting every line of play to a depth: the number that proves a set of rules. For games without dice."""

from __future__ import annotations

from typing import Any

from adjudicator.core.game import Game
from adjudicator.dice import ScriptedDice


def perft(game: Game, state: Any, depth: int) -> int:
    """Lines of `depth` actions from a state (0: the state itself); a game that is over has no further line.

    Raises DiceError where an action throws dice: such a game has no such count.
    """
    if depth < 1:
        return 1
    if depth == 1:
        return sum(1 for _ in game.moves(state))
    none = ScriptedDice(())
    return sum(perft(game, game.apply(state, action, none).state, depth - 1) for action in game.moves(state))
