"""The odds of games for the GM's page: exact ones by enumeration, others by play, with their standard error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from adjudicator.core.errors import GameError
from adjudicator.games import GAMES, find
from printables.core.options import build
from printables.core.registry import Registry
from printables.handouts.odds import Odds

GAMES_PLAYED = 200
MOST_PLAYED = 1_000_000
Progress: TypeAlias = Callable[[int, int], None]  # games played, games in all

# Of every game there is how it ends; of some, more.
ODDS: Registry[Callable[[str, Any, int, str, Progress], Odds]] = Registry(
    "game",
    "odds",
    {
        **dict.fromkeys(GAMES, "adjudicator.lab.odds.played"),
        "snakes-and-foxes": "adjudicator.lab.odds.snakes_and_foxes",
        "wolves-and-jackals": "adjudicator.lab.odds.wolves_and_jackals",
    },
    GameError,
)
slugs = ODDS.names


def of(
    slug: str,
    games: int = GAMES_PLAYED,
    seed: str = "odds",
    progress: Progress | None = None,
    variant: str | None = None,
    options: Sequence[str] = (),
) -> Odds:
    """The odds of a game, `games` of each kind played from `seed`. `progress` hears of each game.

    `variant` and `options` ("name=value") are those of the game. Raises GameError, OptionError.
    """
    odds = ODDS.find(slug)
    if not 2 <= games <= MOST_PLAYED:
        raise GameError(f"{games} games cannot be played", f"take 2 to {MOST_PLAYED}")
    chosen = build(find(slug).Options, options, variant)
    return odds(slug, chosen, games, seed, progress or (lambda done, whole: None))
