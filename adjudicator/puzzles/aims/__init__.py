"""What puzzles of each game ask for, besides its rules: kinds, what is looked at as one, what a throw is to bring."""

from __future__ import annotations

from adjudicator.game import Game
from adjudicator.puzzles.aims.aim import Aim
from printables.registry import Registry

AIMS: Registry[type[Aim]] = Registry(
    "aim",
    "",
    {
        "fox-and-geese": "adjudicator.puzzles.aims.fox_and_geese:FoxAndGeeseAim",
        "snail-trail": "adjudicator.puzzles.aims.snail_trail:SnailTrailAim",
        "snakes-and-foxes": "adjudicator.puzzles.aims.snakes_and_foxes:SnakesAndFoxesAim",
        "snakey-dice": "adjudicator.puzzles.aims.snakey_dice:SnakeyDiceAim",
        "the-game": "adjudicator.puzzles.aims.the_game:TheGameAim",
        "wolves-and-jackals": "adjudicator.puzzles.aims.wolves_and_jackals:WolvesAndJackalsAim",
    },
)


def of(game: Game) -> Aim:
    """The aim of a game's puzzles; of a game that names none, to win and to escape."""
    return AIMS.find(game.SLUG)() if game.SLUG in AIMS.modules else Aim()
