"""`strong`: exact where the position is soon solved as won; else so many positions ahead, along the best line for both.

`strong:N` says how many positions, and asks no table that the user has, so that it plays alike everywhere.
"""

from __future__ import annotations

import random
from typing import Any

from adjudicator.core import senses
from adjudicator.core.errors import GameError
from adjudicator.core.game import Game
from adjudicator.core.solver import TooLarge
from adjudicator.opponents import search

THROWS = 4  # of dice that an action throws
POSITIONS = 3_000  # looked at for an action: about a second
SOLVED = 30  # positions that a solver looks at in the time of one of these
MOST_SOLVED = 100_000  # by a solver: beyond that it may take compiled code, whose move need not be the same


def choose(game: Game, state: Any, seat: int, chance: random.Random, given: str = "") -> Any:
    """A move that wins whatever comes, if that is proved; else the action that leads to the best line."""
    positions, exact = int(given or POSITIONS), not given
    won = None
    if not exact or senses.of(game).settled(state) is None:
        won = winning(game, state, min(SOLVED * positions, MOST_SOLVED))
    return won or search.best(game, state, seat, chance, positions, THROWS, exact=exact)


def winning(game: Game, state: Any, limit: int) -> Any:
    """A winning action for who moves, where the game's solver finds one within so many positions; else None."""
    if not game.solvable:
        return None
    try:
        verdict = game.solver(state.options).solve(state, limit)
    except (TooLarge, GameError):
        return None
    return verdict.best if verdict.value == "win" else None
