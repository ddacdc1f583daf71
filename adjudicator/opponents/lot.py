"""`random`: any legal action, as the lot falls; it gives up only where nothing else is left."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.core.game import Game


def choose(game: Game, state: Any, seat: int, chance: random.Random, given: str = "") -> Any:
    """One of the seat's legal actions."""
    return game.drawn(state, seat, chance.randrange)
