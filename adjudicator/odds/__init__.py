"""The odds of games for the master's page: exact ones by enumeration, others by play, with their standard error.

A module here named after a game tells more of it than how it ends; every game that the referee knows has that.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import cast

from adjudicator.errors import GameError
from adjudicator.games import GAMES
from printables.handouts.odds import Odds

GAMES_PLAYED = 200
MOST_PLAYED = 1_000_000
_TOOLS = {"dice", "players", "played"}


def slugs() -> tuple[str, ...]:
    """Every game whose odds can be told."""
    return tuple(sorted({name.replace("_", "-") for name in _modules()} | set(GAMES)))


def of(
    slug: str, games: int = GAMES_PLAYED, seed: str = "odds", told: Callable[[int, int], None] | None = None
) -> Odds:
    """The odds of a game, `games` of each kind played from `seed`. Raises GameError.

    `told` hears of games played and games in all.
    """
    if slug not in slugs():
        raise GameError(f"there is no game {slug!r} whose odds are known", f"the games are {', '.join(slugs())}")
    if not 2 <= games <= MOST_PLAYED:
        raise GameError(f"{games} games cannot be played", f"take 2 to {MOST_PLAYED}")
    name = slug.replace("-", "_")
    module = importlib.import_module(f"{__name__}.{name if name in _modules() else 'played'}")
    tell = cast(Callable[..., Odds], module.odds)
    return tell(slug, games, seed, told or (lambda done, whole: None))


def _modules() -> set[str]:
    """The modules that tell of one game."""
    return {module.name for module in pkgutil.iter_modules(__path__)} - _TOOLS
