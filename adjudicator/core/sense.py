"""What a bot knows of any game: its rules, and that it is good to have won."""

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeAlias

from adjudicator.core.game import GIVING_UP, Game, Outcome, StateT, unlettered
from printables.core.registry import beside

MOST_LISTED = 2_000  # actions of a position among which those worth a look are drawn
SURE = 0.95  # the most that a game is worth which is not won yet
Worths: TypeAlias = tuple[float, ...]  # how good a position is for each seat: -1 lost, 1 won


class Settled(NamedTuple):
    """What exact values say of a position; `whole`: looking ahead shows no more, as they say how it ends, too."""

    worths: Worths
    whole: bool


class Sense(Generic[StateT]):
    """Of one game; those of its own games say more. A position is worth -1 to 1 to a seat, without looking ahead."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def seen(self, state: StateT, seat: int) -> StateT:
        """The position without what that seat cannot know."""
        seen: StateT = self.game.view(state, seat)
        return seen

    def candidates(self, state: StateT, seat: int, most: int, chance: random.Random) -> Sequence[Any]:
        """Actions of a seat that are worth a look, `most` of them; at least one where it has any."""
        actions = [action for action in islice(self.game.moves(state), MOST_LISTED) if action.seat == seat]
        wise = [one for one in actions if unlettered(self.game.format(one, state), seat) not in GIVING_UP] or actions
        return wise if len(wise) <= most else chance.sample(wise, most)

    def worths(self, state: StateT) -> Worths:
        """What a position is worth to each seat."""
        outcome = self.game.outcome(state)
        return self.going(state) if outcome is None else self.over(state, outcome)

    def going(self, state: StateT) -> Worths:
        """What a position in play is worth to each seat."""
        return (0.0,) * self.game.PLAYERS[1]

    def settled(self, state: StateT) -> Settled | None:
        """What a position in play is worth to each seat by exact values that the user has; None: none are there."""
        return None

    def over(self, state: StateT, outcome: Outcome) -> Worths:
        """What the end is worth to each seat."""
        if not outcome.winners:
            return (0.0,) * self.game.PLAYERS[1]
        return tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(self.game.PLAYERS[1]))


def duel(mine: float) -> Worths:
    """What is worth so much to the first of two is worth as little to the other; never as much as a game won."""
    mine = max(-SURE, min(SURE, mine))
    return mine, -mine


def of(game: Game) -> Sense:
    """What is known of a game, by `sense` in its folder; of others, that it is good to have won."""
    own = beside(type(game).__module__, "sense", f"{type(game).__name__}Sense")
    return (own or Sense)(game)
