"""Snakey Dice: the score, and what is left to pay with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from adjudicator.game import Outcome
from adjudicator.games.snakey_dice import score
from adjudicator.games.snakey_dice.state import State
from adjudicator.opponents.senses.sense import Sense, Worths

MOST = 60  # actions of a position
MIDDLE, SPREAD = -60.0, 260.0  # points that are worth nothing, and as far from it as worth goes


class SnakeyDiceSense(Sense):
    """Each run by itself; a run that has ended gains no more."""

    def seen(self, state: State, seat: int) -> State:
        """Without the dice that others of a league have met already."""
        seen: State = self.game.view(state, seat)
        return seen.model_copy(update={"held": {}}) if state.options.league else seen

    def candidates(self, state: State, seat: int, most: int, chance: random.Random) -> Sequence[Any]:
        """Some of them: the dice of a turn may be used in thousands of ways."""
        return super().candidates(state, seat, min(most, MOST), chance)

    def going(self, state: State) -> Worths:
        """By points if it ended now; to be stuck soon is what the look ahead shows."""
        house = state.options.house
        return tuple(
            max(-1.0, min(1.0, (score.total(run, house) - MIDDLE) / SPREAD)) - (0.2 if run.ended else 0.0)
            for run in state.runs
        )

    def over(self, state: State, outcome: Outcome) -> Worths:
        """By points: they are all that there is."""
        return self.going(state)
