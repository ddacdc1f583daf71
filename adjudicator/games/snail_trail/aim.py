"""Snail Trail: squares that no snail can reach any more do not matter."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.aim import ESCAPE, WIN, Aim
from adjudicator.games.snail_trail.state import State

FEW, MOST = 20, 1_500  # ways: so few that more turns can be looked through, and as many as can be for one turn
EARLY = 3  # turns in which a few ways open onto thousands, where each turn goes further


def mask(way: tuple[int, ...]) -> int:
    """The squares of a way as a set."""
    return sum(1 << square for square in way)


class SnailTrailAim(Aim):
    """A single turn is a long way, and worth a puzzle."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (1, 2, 3), ESCAPE: (1, 2)})

    def promising(self, state: State, kind: str) -> bool:
        """Of many ways only one may win at once; ways that are alike count as one, as in the look at everything."""
        grid, other = state.grid, state.grid.number[state.snails[1 - state.to_move]]
        ways = list(islice(grid.ways(state.at, state.free, state.steps), (MOST if kind == WIN else FEW) + 1))
        if len(ways) <= FEW:
            return state.options.steps == "one" or state.turn > EARLY
        if len(ways) > MOST or kind != WIN:
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
        ends = tuple(map(state.grid.number.__getitem__, state.snails))
        free = state.free
        rooms = tuple(state.grid.region(end, free) for end in ends)
        return state.turn, state.to_move, ends, rooms
