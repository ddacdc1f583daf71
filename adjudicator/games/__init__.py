"""The games that the referee knows, a line each: a game's slug, its module and its class there."""

from __future__ import annotations

from adjudicator.core.errors import GameError
from adjudicator.core.game import Game, under_rules
from printables.core.registry import Registry

GAMES: dict[str, str] = {
    "fox-and-geese": "adjudicator.games.fox_and_geese:FoxAndGeese",
    "snakes-and-foxes": "adjudicator.games.snakes_and_foxes:SnakesAndFoxes",
    "snail-trail": "adjudicator.games.snail_trail:SnailTrail",
    "snakey-dice": "adjudicator.games.snakey_dice:SnakeyDice",
    "the-game": "adjudicator.games.the_game:TheGame",
    "wolves-and-jackals": "adjudicator.games.wolves_and_jackals:WolvesAndJackals",
}
_KINDS: Registry[type[Game]] = Registry("game", "", GAMES, GameError)


def find(slug: str, rules: int | None = None) -> Game:
    """The game of that slug under a rule set of it, the newest if none is named. Raises GameError."""
    kind = _KINDS.find(slug)
    return under_rules(kind, kind.Options.rules if rules is None else rules)
