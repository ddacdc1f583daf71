"""What bots know of each game besides its rules: how good a position is, and which actions are worth a look."""

from __future__ import annotations

from adjudicator.game import Game
from adjudicator.opponents.senses.sense import Sense
from printables.registry import Registry

SENSES: Registry[type[Sense]] = Registry(
    "sense",
    "",
    {
        "fox-and-geese": "adjudicator.opponents.senses.fox_and_geese:FoxAndGeeseSense",
        "snakes-and-foxes": "adjudicator.opponents.senses.snakes_and_foxes:SnakesAndFoxesSense",
        "snail-trail": "adjudicator.opponents.senses.snail_trail:SnailTrailSense",
        "snakey-dice": "adjudicator.opponents.senses.snakey_dice:SnakeyDiceSense",
        "the-game": "adjudicator.opponents.senses.the_game:TheGameSense",
        "wolves-and-jackals": "adjudicator.opponents.senses.wolves_and_jackals:WolvesAndJackalsSense",
    },
)


def of(game: Game) -> Sense:
    """What is known of a game; of others, that it is good to have won."""
    return SENSES.find(game.SLUG)(game) if game.SLUG in SENSES.modules else Sense(game)
