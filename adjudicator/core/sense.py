"""What a bot knows of any game: its rules, and that it is good to have won. What puzzles of any game ask for: to win or
to escape within a few turns, with a throw to have the best chance."""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias

from adjudicator.core.game import GIVING_UP, Game, Outcome, StateT, unlettered
from printables.core import beside

MOST_LISTED = 2_000  # actions of a position among which those worth a look are drawn
SURE = 0.95  # the most that a game is worth which is not won yet
Worths: TypeAlias = tuple[float, ...]  # how good a position is for each seat: -1 lost, 1 won
WIN, ESCAPE, THROW = "win", "escape", "throw"
MOST_THROWS = 2_000  # of one kind that are told apart
Throw: TypeAlias = tuple[Fraction, tuple[int, ...]]  # its chance, and what the dice show


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


class Aim(Generic[StateT]):
    """Of one game; those of its own games say more."""

    # The kinds of puzzles, and for how many own turns each may look ahead.
    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (2, 3), ESCAPE: (1, 2)})

    MOST: ClassVar[int] = 2_000  # positions of a look

    def fresh(self, state: StateT) -> StateT:
        """The position as a puzzle sets it: without what came before and is not on the table."""
        return state.changed(history=()) if "history" in type(state).model_fields else state

    def promising(self, state: StateT, kind: str) -> bool:
        """A cheap look: no, if a position is no puzzle of that kind, or too large for the look at everything."""
        return True

    def may_win(self, state: StateT, action: Any) -> bool:
        """A cheap look: no, if an action cannot end the game with a win of who does it."""
        return True

    def sensible(self, state: StateT, action: Any) -> bool:
        """No, if whoever knows the rules sees at once that an action costs something: it is nothing to choose."""
        return True

    def essence(self, state: StateT) -> Hashable:
        """What matters of a position from now on: those that are alike in it are one to a puzzle."""
        return str(state.model_dump_json(exclude={"options", "history"}))

    def throws(self, count: int, sides: int, why: str, *, last: bool) -> Iterator[Throw]:
        """Every throw of those dice with its chance; one of all those from which the same follows. `last`: what is
        thrown for a turn to come does not matter any more. None where there are too many."""
        if sides**count <= MOST_THROWS:
            for values in product(range(1, sides + 1), repeat=count):
                yield Fraction(1, sides**count), values

    def held(self, state: StateT, seat: int) -> Fraction:
        """How much of what a puzzle about a throw is after a seat has, 0 to 1."""
        return Fraction(1)

    def closed(self, state: StateT) -> bool:
        """Whether a puzzle looks no further than this position, besides by its number of turns."""
        return False


def of(game: Game) -> Sense:
    """What is known of a game, by `sense` in its folder; of others, that it is good to have won."""
    return (beside(type(game).__module__, "sense", f"{type(game).__name__}Sense") or Sense)(game)


def aim(game: Game) -> Aim:
    """The aim of a game's puzzles, by `sense` in its folder; of a game that names none, to win and to escape."""
    return (beside(type(game).__module__, "sense", f"{type(game).__name__}Aim") or Aim)()
