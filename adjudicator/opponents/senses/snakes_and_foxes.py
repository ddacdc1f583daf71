"""Snakes & Foxes: how far home is, and how near the hunters are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from adjudicator.game import Outcome
from adjudicator.games.snakes_and_foxes.notation import Move
from adjudicator.games.snakes_and_foxes.state import State
from adjudicator.games.snakes_and_foxes.walk import Walk
from adjudicator.games.snakes_and_foxes.wheel import RIM_SPACES, RING, hunt_distances
from adjudicator.opponents.senses.sense import Sense, Worths
from printables.boards.snakes_and_foxes import HUB, RINGS

DANGER = {0: 8.0, 1: 1.0, 2: 0.45, 3: 0.2, 4: 0.08}  # in steps toward home, by the steps that a hunter needs
WHOLE = 2 * len(RINGS)


class SnakesAndFoxesSense(Sense):
    """Of each token, how far it has come; what becomes of the other's counts less than what becomes of one's own."""

    def candidates(self, state: State, seat: int, most: int, chance: random.Random) -> Sequence[Any]:
        """One way to each space, by the rim or not: what follows is the same for all of them."""
        if state.phase == "hunt":
            return super().candidates(state, seat, most, chance)
        ends: dict[tuple[str, bool], tuple[str, ...]] = {}
        touched = state.rim[state.to_move]
        for path in Walk(state).paths():
            ends.setdefault((path[-1], touched or not RIM_SPACES.isdisjoint(path)), path)
        ways = list(ends.values())
        if len(ways) > most:
            ways = sorted(ways, key=lambda way: (far(way[-1], touched or not RIM_SPACES.isdisjoint(way)), way))[:most]
        return [Move(seat, way) for way in ways] or [Move(seat)]

    def going(self, state: State) -> Worths:
        """The mean of the seat's tokens, less a third of the other's."""
        each = [self._token(state, token) for token in range(len(state.tokens))]
        if state.players == 1:
            return (sum(each) / len(each), 0.0)
        return each[0] - each[1] / 3, each[1] - each[0] / 3

    def over(self, state: State, outcome: Outcome) -> Worths:
        """Alone both home is best, none is lost; of two the first home wins, and to lose together is to lose."""
        if state.players == 1:
            return (2 * len(state.home) / len(state.tokens) - 1.0, 0.0)
        if not outcome.winners:
            return -1.0, -1.0
        return super().over(state, outcome)

    def _token(self, state: State, token: int) -> float:
        if (fate := state.fate[token]) is not None:
            return 1.0 if fate == "escaped" else -1.0
        at = state.tokens[token] or HUB
        need = hunt_distances(state.options.first_ring, at)
        danger = sum(DANGER.get(need[place], 0.0) for place in (*state.snakes, *state.foxes))
        return max(-0.9, 0.9 - 1.2 * (far(at, state.rim[token]) + danger) / WHOLE)


def far(at: str, touched: bool) -> int:
    """Steps to the rim and back home, or home."""
    return RING[at] if touched else WHOLE - RING[at]
