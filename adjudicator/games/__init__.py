"""The games that the referee knows, a line each."""

from __future__ import annotations

import importlib
from typing import cast

from adjudicator.errors import GameError
from adjudicator.game import Game

GAMES: dict[str, str] = {
    "fox-and-geese": "adjudicator.games.fox_and_geese",
    "snakes-and-foxes": "adjudicator.games.snakes_and_foxes",
    "snail-trail": "adjudicator.games.snail_trail",
    "snakey-dice": "adjudicator.games.snakey_dice",
    "the-game": "adjudicator.games.the_game",
    "wolves-and-jackals": "adjudicator.games.wolves_and_jackals",
}


def find(slug: str) -> Game:
    """The game of that slug. Raises GameError."""
    if slug not in GAMES:
        raise GameError(f"there is no game {slug!r}", f"the games are {', '.join(GAMES)}")
    return cast(Game, importlib.import_module(GAMES[slug]))
