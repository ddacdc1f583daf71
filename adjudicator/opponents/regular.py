"""`regular:SEED`: a guest of the tavern of that seed (`postfox handout tavern`), with the temperament told there."""

import random

from adjudicator.core import sense
from adjudicator.core.game import Game, GameState
from adjudicator.opponents import search
from adjudicator.opponents.search import THROWS, Search
from printables.handouts import tavern

WILD = "wild"  # plays whatever is legal


def choose(game: Game, state: GameState, seat: int, chance: random.Random, given: str = "") -> object:
    """What comes of each action as dice fall, and the best of it by the guest's boldness. How willingly risks are taken
    weighs the best that may happen against the worst (Hurwicz's criterion)."""
    # The guest that `SEED` or `SEED/2` names. Raises TemplateError where the tables of taverns are not right
    house, _, number = given.partition("/")
    temper = tavern.draw(house or "regular").regulars[int(number or 1) - 1]
    if temper.plays == WILD:
        return search.lot(game, state, seat, chance)

    def worth(outlook: list[float]) -> float:
        return temper.boldness * max(outlook) + (1 - temper.boldness) * min(outlook)

    looked = Search(game, sense.of(game), chance, 0, THROWS).outlooks(state, seat)
    most = max(worth(outlook) for _, outlook in looked)
    return chance.choice([action for action, outlook in looked if worth(outlook) >= most - 1e-9])
