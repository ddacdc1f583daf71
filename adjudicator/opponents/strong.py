"""`strong`: exact where the position is soon solved as won; else so many positions ahead, along the best line for both.

`strong:N` says how many positions, and asks no table that the user has, so that it plays alike everywhere.
"""

from __future__ import annotations

import random
from typing import Any

from adjudicator.errors import GameError
from adjudicator.game import Game
from adjudicator.opponents import search
from adjudicator.solver import TooLarge

THROWS = 4  # of dice that an action throws
POSITIONS = 3_000  # looked at for an action: about a second
SOLVED = 30  # positions that a solver looks at in the time of one of these
MOST_SOLVED = 100_000  # by a solver: beyond that it may take compiled code, whose move need not be the same


def choose(game: Game, state: Any, seat: int, chance: random.Random, given: str = "") -> Any:
    """A move that wins whatever comes, if that was proved; else the action that leads to the best line."""
    positions = int(given or POSITIONS)
    won = winning(game, state, min(SOLVED * positions, MOST_SOLVED), exact=not given)
    return won or search.best(game, state, seat, chance, positions, THROWS, exact=not given)


def winning(game: Game, state: Any, limit: int, *, exact: bool = False) -> Any:
    """A winning action for who moves, where a table has one (`exact`) or the game's solver finds one within so many
    positions; else None.
    """
    if not game.solvable:
        return None
    try:
        solver = game.solver(state.options)
        verdict = (solver.known(state) if exact else None) or solver.solve(state, limit)
    except (TooLarge, GameError):
        return None
    return verdict.best if verdict.value == "win" else None
