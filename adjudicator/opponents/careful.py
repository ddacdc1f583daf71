"""`careful`: what comes of each action, dice on average, and the best of it; no further."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.core.game import Game
from adjudicator.opponents import search

THROWS = 4  # of dice that an action throws


def choose(game: Game, state: Any, seat: int, chance: random.Random, given: str = "") -> Any:
    """The action after which the seat stands best."""
    return search.best(game, state, seat, chance, 0, THROWS)
