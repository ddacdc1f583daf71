"""What bots know of each game besides its rules: how good a position is, and which actions are worth a look."""

from __future__ import annotations

from adjudicator.core.game import Game
from adjudicator.core.sense import Sense
from printables.core.registry import Registry

SENSES: Registry[type[Sense]] = Registry(
    "sense",
    "",
    {
        "fox-and-geese": "adjudicator.games.fox_and_geese.sense:FoxAndGeeseSense",
        "snakes-and-foxes": "adjudicator.games.snakes_and_foxes.sense:SnakesAndFoxesSense",
        "snail-trail": "adjudicator.games.snail_trail.sense:SnailTrailSense",
        "snakey-dice": "adjudicator.games.snakey_dice.sense:SnakeyDiceSense",
        "the-game": "adjudicator.games.the_game.sense:TheGameSense",
        "wolves-and-jackals": "adjudicator.games.wolves_and_jackals.sense:WolvesAndJackalsSense",
    },
)


def of(game: Game) -> Sense:
    """What is known of a game; of others, that it is good to have won."""
    return SENSES.find(game.SLUG)(game) if game.SLUG in SENSES.modules else Sense(game)
