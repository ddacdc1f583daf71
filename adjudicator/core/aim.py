"""What puzzles of any game ask for: to win or to escape within a few turns, with a throw to have the best chance."""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias

from adjudicator.core.game import Game, StateT
from printables.core.registry import beside

WIN, ESCAPE, THROW = "win", "escape", "throw"
MOST_THROWS = 2_000  # of one kind that are told apart
Throw: TypeAlias = tuple[Fraction, tuple[int, ...]]  # its chance, and what the dice show


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
        thrown for a turn to come does not matter any more. None where there are too many.
        """
        if sides**count <= MOST_THROWS:
            for values in product(range(1, sides + 1), repeat=count):
                yield Fraction(1, sides**count), values

    def held(self, state: StateT, seat: int) -> Fraction:
        """How much of what a puzzle about a throw is after a seat has, 0 to 1."""
        return Fraction(1)

    def closed(self, state: StateT) -> bool:
        """Whether a puzzle looks no further than this position, besides by its number of turns."""
        return False


def of(game: Game) -> Aim:
    """The aim of a game's puzzles, by `sense` in its folder; of a game that names none, to win and to escape."""
    own = beside(type(game).__module__, "sense", f"{type(game).__name__}Aim")
    return (own or Aim)()
