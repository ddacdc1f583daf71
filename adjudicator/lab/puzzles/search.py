"""Looking at everything: what each action of a position comes to within so many turns, whatever the others do. Exact.

The value of a position is the chance that the seat has what the puzzle asks for when the turns are over: to have won,
not to have lost, or what the game's own aim says of a throw. Own actions are the best, others' the worst for the
seat, dice fall with their chance. No action is left out, and none is looked at twice.
"""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.aim import ESCAPE, THROW, WIN, Aim
from adjudicator.core.game import Game
from adjudicator.lab.puzzles.chances import TooMany, ends

MOST_ACTIONS = 1_500  # of a position
Ends: TypeAlias = list[tuple[Fraction, Any]]
NONE, ALL = Fraction(0), Fraction(1)


class Try(NamedTuple):
    """An action with all that come to the same, in the game's order, and its value; the first says it."""

    actions: tuple[Any, ...]
    value: Fraction

    @property
    def action(self) -> Any:
        return self.actions[0]


class Look:
    """A look from a position for a seat, for a kind of puzzle: at most `most` positions. Raises TooMany."""

    def __init__(self, game: Game, aim: Aim, seat: int, kind: str, most: int) -> None:
        self.game, self.aim, self.seat, self.kind = game, aim, seat, kind
        self.left = most
        self._known: dict[Hashable, Fraction] = {}
        self._killers: dict[tuple[int, bool], Any] = {}  # what has settled a position like it is looked at first

    def tries(self, state: Any, turns: int) -> list[Try]:
        """Every action of the seat that is to act, alike ones together, with its value after so many own turns.

        A second one that comes to all there is ends the look: then there is no single answer.
        """
        clock, found = self.game.turn_for(state, self.seat), list[tuple[list[Any], Fraction]]()
        for alike, after in self._apart(state, turns):
            found.append((alike, self._after(after, turns, clock)))
            if sum(value == ALL for _, value in found) > 1:
                break
        return [Try(tuple(alike), value) for alike, value in found]

    def value(self, state: Any, turns: int, clock: int) -> Fraction:
        """What a position is worth, the own turn of that clock being played and so many left with it."""
        acting = self.game.to_act(state)
        if not acting:
            return self._over(state)
        mine = self.seat in acting
        if mine and (now := self.game.turn_for(state, self.seat)) != clock:
            turns, clock = turns - 1, now
        # A win is due with the seat's own last turn; what it has to hold, it holds after the answer, too.
        if turns == 0 or self.aim.closed(state) or (self.kind == WIN and turns == 1 and not mine):
            return self._hope(state)
        key = (self.aim.essence(state), turns, mine and clock)
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._best(state, turns, clock, mine)
        return known

    def _over(self, state: Any) -> Fraction:
        if self.kind == THROW:
            return self.aim.held(state, self.seat)
        winners = outcome.winners if (outcome := self.game.outcome(state)) else ()
        return ALL if self.seat in winners or (self.kind == ESCAPE and not winners) else NONE

    def _hope(self, state: Any) -> Fraction:
        if self.kind == WIN:
            return NONE
        return ALL if self.kind == ESCAPE else self.aim.held(state, self.seat)

    def _best(self, state: Any, turns: int, clock: int, mine: bool) -> Fraction:
        """The value for who is to act: the seat takes the best, anybody else what is worst for it."""
        found, enough = (NONE, ALL) if mine else (ALL, NONE)
        due = mine and turns == 1 and self.kind == WIN  # now or never
        for alike, after in self._apart(state, turns, self._killers.get((turns, mine)), due=due):
            value = self._after(after, turns, clock)
            found = max(found, value) if mine else min(found, value)
            if found == enough:
                self._killers[turns, mine] = alike[0]
                break
        return found

    def _after(self, after: Ends, turns: int, clock: int) -> Fraction:
        return sum((chance * self.value(state, turns, clock) for chance, state in after), NONE)

    def _apart(
        self, state: Any, turns: int, first: Any = None, *, due: bool = False
    ) -> Iterator[tuple[list[Any], Ends]]:
        """The actions that lead to something else each, and where; with those alike, once all have been asked for.

        `due`: but for those that cannot win.
        """
        seat = self.game.to_act(state)[0]
        actions = list(islice(self.game.moves(state), MOST_ACTIONS + 1))
        if len(actions) > MOST_ACTIONS:
            raise TooMany
        if first in actions:
            actions.insert(0, actions.pop(actions.index(first)))
        found: dict[Hashable, list[Any]] = {}
        for action in actions:
            if action.seat != seat or (due and not self.aim.may_win(state, action)):
                continue
            after: dict[Hashable, tuple[Fraction, Any]] = {}
            for chance, one in ends(self.game, self.aim, state, action, last=turns == 1 and seat == self.seat):
                essence = self.aim.essence(one)
                after[essence] = (chance + after.get(essence, (NONE, None))[0], one)
                self.left -= 1
            if self.left < 0:
                raise TooMany
            key = frozenset((essence, chance) for essence, (chance, _) in after.items())
            if key in found:
                found[key].append(action)
            else:
                found[key] = [action]
                yield found[key], list(after.values())
