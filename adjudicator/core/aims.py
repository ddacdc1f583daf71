"""What puzzles of each game ask for, besides its rules: kinds, what is looked at as one, what a throw is to bring."""

from __future__ import annotations

from adjudicator.core.aim import Aim
from adjudicator.core.game import Game
from printables.core.registry import Registry

AIMS: Registry[type[Aim]] = Registry(
    "aim",
    "",
    {
        "fox-and-geese": "adjudicator.games.fox_and_geese.aim:FoxAndGeeseAim",
        "snail-trail": "adjudicator.games.snail_trail.aim:SnailTrailAim",
        "snakes-and-foxes": "adjudicator.games.snakes_and_foxes.aim:SnakesAndFoxesAim",
        "snakey-dice": "adjudicator.games.snakey_dice.aim:SnakeyDiceAim",
        "the-game": "adjudicator.games.the_game.aim:TheGameAim",
        "wolves-and-jackals": "adjudicator.games.wolves_and_jackals.aim:WolvesAndJackalsAim",
    },
)


def of(game: Game) -> Aim:
    """The aim of a game's puzzles; of a game that names none, to win and to escape."""
    return AIMS.find(game.SLUG)() if game.SLUG in AIMS.modules else Aim()
