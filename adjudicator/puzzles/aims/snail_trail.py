"""Snail Trail: squares that no snail can reach any more do not matter."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import ClassVar

from adjudicator.games.snail_trail.state import State
from adjudicator.puzzles.aims.aim import ESCAPE, WIN, Aim


class SnailTrailAim(Aim):
    """A single turn is a long way, and worth a puzzle."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (1, 2, 3), ESCAPE: (1, 2)})

    def essence(self, state: State) -> Hashable:
        """Where both are, and what each can reach."""
        ends = tuple(map(state.grid.number.__getitem__, state.snails))
        free = state.free
        rooms = tuple(state.grid.region(end, free) for end in ends)
        return state.turn, state.to_move, ends, rooms
