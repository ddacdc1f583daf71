"""A position with what its game says of it: who acts, how it ended, what lies where, what may be done. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from adjudicator.core.game import Event, Game, GameState, Outcome, Token

MOST_LEGAL = 10_000  # legal actions that are written down
REMEMBERED = 32  # situations: a match before and after a line, as each of its players sees it


class Situation:
    """A position, and what follows from it: each worked out when it is first asked for, and once."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game, self.state = game, state
        self._views: dict[int, Situation] = {}
        self._legal: list[str] = []

    @cached_property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.game.to_act(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules; None while it runs."""
        return self.game.outcome(self.state)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """What stands where."""
        return self.game.tokens(self.state)

    @cached_property
    def notes(self) -> tuple[Event, ...]:
        """What there is to tell besides."""
        return self.game.notes(self.state)

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The dice on the table, as names of faces."""
        return self.game.faces(self.state)

    def legal(self) -> Iterator[str]:
        """The legal actions as the game writes them, in its order: MOST_LEGAL of them, each written when reached."""
        for number in range(MOST_LEGAL):
            if number == len(self._legal) and (order := next(self._unwritten, None)) is not None:
                self._legal.append(order)
            if number == len(self._legal):
                return
            yield self._legal[number]

    @cached_property
    def _unwritten(self) -> Iterator[str]:
        return (self.game.format(action, self.state) for action in islice(self.game.moves(self.state), MOST_LEGAL))

    def seen(self, seat: int) -> Situation:
        """As that seat sees it (-1: who only looks on)."""
        if self.game.open:
            return self
        if seat not in self._views:
            self._views[seat] = of(self.game, self.game.view(self.state, seat))
        return self._views[seat]


def of(game: Game, state: GameState) -> Situation:
    """The situation of a position: of one and the same state, which never changes, one and the same."""
    key = id(game), id(state)
    found = _known.get(key)
    if found is None:
        if len(_known) >= REMEMBERED:
            _known.pop(next(iter(_known)), None)  # the oldest
        found = _known[key] = Situation(game, state)  # it holds both: nothing else can have their ids
    return found


_known: dict[tuple[int, int], Situation] = {}
