"""Snail Trail: the squares within reach."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

from adjudicator.core.sense import Sense, Worths, duel
from adjudicator.games.snail_trail.state import State

DRAWN = 2  # ways that are drawn for each that is wanted
MOST = 80
ALL, FIRST, WHOLE = 0.5, 2, 0.9  # what a square counts that is reached at all, or first; the most that all are worth


class SnailTrailSense(Sense):
    """Who reaches more squares, and has more ways to begin, will have a complete move for longer."""

    def candidates(self, state: State, seat: int, most: int, chance: random.Random) -> Sequence[Any]:
        """All ways where they are few, else some as the lot falls."""
        most = min(most, MOST)
        listed = list(islice(self.game.moves(state), most + 1))
        if len(listed) <= most:
            return listed
        return list(dict.fromkeys(self.game.drawn(state, seat, chance.randrange) for _ in range(DRAWN * most)))[:most]

    def going(self, state: State) -> Worths:
        """The difference of what both reach in their next move and in all, as a share."""
        grid, free = state.grid, state.free
        reached = []
        for name in state.snails:
            at = grid.number[name]
            near = grid.reach(at, free, state.steps + 1).bit_count()
            region = grid.region(at, free).bit_count()
            reached.append(near + ALL * region + FIRST * (grid.near[at] & free).bit_count())
        return duel(WHOLE * (reached[0] - reached[1]) / (reached[0] + reached[1] + 1))
