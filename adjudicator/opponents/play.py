"""Games between bots, without a match: how many play."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from adjudicator.dice import FastDice
from adjudicator.errors import GameError
from adjudicator.game import Game


def seats(game: Game, options: Any) -> int:
    """Two players where the game allows it under these options, else as few as it takes."""
    least, most = game.PLAYERS
    if least <= 2 <= most:
        with suppress(GameError):
            game.start(options, 2, FastDice(0))
            return 2
    return least
