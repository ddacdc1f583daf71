"""Snail Trail: the squares within reach."""

import random
from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar

from adjudicator.core.sense import ESCAPE, WIN, Aim, Sense, Worths, duel
from adjudicator.games.snail_trail.state import State, mask

DRAWN = 2  # ways that are drawn for each that is wanted
MOST = 80
ALL, FIRST, WHOLE = 0.5, 2, 0.9  # what a square counts that is reached at all, or first; the most that all are worth


class SnailTrailSense(Sense[State]):
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


FEW, MOST_WAYS = 20, 1_500  # ways: so few that more turns can be looked through, and as many as can be for one turn
EARLY = 3  # turns in which a few ways open onto thousands, where each turn goes further


class SnailTrailAim(Aim[State]):
    """A single turn is a long way, and worth a puzzle."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (1, 2, 3), ESCAPE: (1, 2)})

    def promising(self, state: State, kind: str) -> bool:
        """Of many ways only one may win at once; ways that are alike count as one, as in the look at everything."""
        grid, other = state.grid, state.grid.number[state.snails[1 - state.to_move]]
        ways = list(islice(grid.ways(state.at, state.free, state.steps), (MOST_WAYS if kind == WIN else FEW) + 1))
        if len(ways) <= FEW:
            return not state.options.grows or state.turn > EARLY
        if len(ways) > MOST_WAYS or kind != WIN:
            return False
        wins, answers = set[Hashable](), list[int]()  # answers: ways of the other, which few ways close all of
        steps = state.replaced(turn=state.turn + 1).steps
        for way in ways:
            free = state.free & ~mask(way)
            if any(answer & free == answer for answer in answers):
                continue
            if answer := next(grid.ways(other, free, steps), ()):
                answers.append(mask(answer))
                continue
            wins.add((way[-1], grid.region(way[-1], free), grid.region(other, free)))
            if len(wins) > 1:
                return False
        return bool(wins)

    def essence(self, state: State) -> Hashable:
        """Where both are, and what each can reach."""
        ends, free = tuple(map(state.grid.number.__getitem__, state.snails)), state.free
        return state.turn, state.to_move, ends, tuple(state.grid.region(end, free) for end in ends)
