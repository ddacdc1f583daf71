"""Snakey Dice: the run is to go on after this throw."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.aim import THROW, Aim, Throw
from adjudicator.games.snakey_dice.state import State


class SnakeyDiceAim(Aim):
    """Every use of the dice on the table is looked at; the next roll is no part of it."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({THROW: (1,)})

    def essence(self, state: State) -> Hashable:
        """Which turn squares were drawn in does not matter, nor what a run that has ended looks like."""
        return tuple(
            run.ended or run.model_dump_json(exclude={"history", "trail"}) + str(sorted(run.trail))
            for run in state.runs
        )

    def throws(self, count: int, sides: int, why: str, *, last: bool) -> Iterator[Throw]:
        """The roll of the next turn is a single one."""
        if last and why.startswith("turn") and "reroll" not in why:
            yield Fraction(1), (1,) * count
        else:
            yield from super().throws(count, sides, why, last=last)

    def held(self, state: State, seat: int) -> Fraction:
        """A run that goes on."""
        return Fraction(not state.runs[seat].ended)
