"""`strong`: so many positions ahead, along the line that is best for both sides; `strong:N` says how many."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.game import Game
from adjudicator.opponents import search

THROWS = 4  # of dice that an action throws
POSITIONS = 3_000  # looked at for an action: about a second


def choose(game: Game, state: Any, seat: int, chance: random.Random, given: str = "") -> Any:
    """The action that leads to the best line."""
    return search.best(game, state, seat, chance, int(given or POSITIONS), THROWS)
