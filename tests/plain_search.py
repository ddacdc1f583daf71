"""Puzzles proved a second time: plain search by the rules alone, which knows nothing of how puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core.codec import canonical
from adjudicator.dice import FastDice
from adjudicator.lab.puzzles.find import ALL, ESCAPE, NONE, WIN, Puzzle


class Plain:
    """Every line of play of a puzzle without dice, one after the other.

    `kept`: what was found of a position is kept for the next time that it stands, position for position the same;
    and what refuted one action is tried first against the next. Else nothing is kept, left out or taken for the same.
    """

    def __init__(self, one: Puzzle, *, kept: bool = False) -> None:
        self.game, self.seat, self.looked = one.game, one.seat, 0
        self._kept: dict[tuple[str, int], bool] | None = {} if kept else None
        self._first: dict[int, Any] = {}

    def forced(self, state: Any, moves: int) -> bool:
        """Whether the seat has won with so many moves of its own, whatever the other does."""
        if (outcome := self.game.outcome(state)) is not None:
            return self.seat in outcome.winners
        if moves == 0:
            return False
        if self._kept is None:
            return self._forced(state, moves)
        key = canonical(state.model_dump(mode="json")), moves
        if (known := self._kept.get(key)) is None:
            known = self._kept[key] = self._forced(state, moves)
        return known

    def _forced(self, state: Any, moves: int) -> bool:
        mine = self.game.to_act(state) == (self.seat,)
        for action in self._actions(state, 2 * moves + mine):
            if self.forced(self._after(state, action), moves - mine) == mine:
                self._first[2 * moves + mine] = action
                return mine
        return not mine

    def lost(self, state: Any, moves: int) -> bool:
        """Whether the other wins before the seat has made so many moves and one more, whatever these are."""
        if (outcome := self.game.outcome(state)) is not None:
            return bool(outcome.winners) and self.seat not in outcome.winners
        mine = self.game.to_act(state) == (self.seat,)
        if mine and moves == 0:
            return False
        after = (self.lost(self._after(state, action), moves - mine) for action in self.game.moves(state))
        return all(after) if mine else any(after)

    def _after(self, state: Any, action: Any) -> Any:
        self.looked += 1
        return self.game.apply(state, action, FastDice(0)).state

    def _actions(self, state: Any, depth: int) -> Iterator[Any]:
        if self._kept is None:
            yield from self.game.moves(state)
            return
        actions, first = list(self.game.moves(state)), self._first.get(depth)
        yield from sorted(actions, key=lambda action: action != first)


def agrees(one: Puzzle, *, kept: bool = False) -> int:
    """The plain search says the same of every action of a puzzle; how many positions it looked at."""
    plain = Plain(one, kept=kept)
    tried = {action: attempt.value for attempt in one.tries for action in attempt.actions}
    actions = list(one.game.moves(one.state))
    assert set(actions) == set(tried)
    for action in actions:
        after = one.game.apply(one.state, action, FastDice(0)).state
        if one.kind == WIN:
            assert plain.forced(after, one.turns - 1) == (tried[action] == ALL), action
        else:
            assert one.kind == ESCAPE
            assert plain.lost(after, one.turns - 1) == (tried[action] == NONE), action
    assert one.kind != WIN or not plain.forced(one.state, one.turns - 1)
    return plain.looked
