"""Fox & Geese, every hunt: the position as its rules see it."""

from __future__ import annotations

from collections.abc import Hashable

from adjudicator.core.aim import Aim
from adjudicator.games.fox_and_geese.state import State, rules, to_position


class FoxAndGeeseAim(Aim):
    """To win, and to escape: whichever goal the hunt has."""

    def fresh(self, state: State) -> State:
        """Without the positions before, and at the first turn, so that no limit of turns is near."""
        fresh: State = super().fresh(state).changed(turn=1)
        return fresh

    def essence(self, state: State) -> Hashable:
        """The position as the rules see it."""
        return to_position(state, rules(state.options))
