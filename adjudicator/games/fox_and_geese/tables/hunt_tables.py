"""The tables of a hunt as `postfox position solve --table` makes them and asks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.core.errors import GameError
from adjudicator.core.solver import Decided, Tier, Verdict
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.state import to_position
from adjudicator.games.fox_and_geese.tables.known import Known
from adjudicator.games.fox_and_geese.tables.told import tell
from printables.core.errors import UserError

if TYPE_CHECKING:
    from adjudicator.games.fox_and_geese.tables.tiers import Deciding


class HuntTables:
    """All positions of a hunt, by how many of the many are left."""

    def __init__(self, played: Rules, folder: Path, *, plies: bool) -> None:
        """Raises UserError for a rule that tables do not hold."""
        self._played, self._folder, self._plies = played, folder, plies
        self._told = tell(played)

    @property
    def most(self) -> int:
        return self._told.many

    def plan(self, pieces: int) -> list[Tier]:
        """The tiers with up to so many of the many that are not there yet.

        Raises UserError for a number that no tier has, GameError without numba.
        """
        least, most = self._told.fewest, len(self._told.points) - self._told.few
        if not least <= pieces <= most:
            many = self._played.hunt.many.plural
            raise UserError(f"there are no tables with {pieces} {many}", f"use {least} to {most}", "--pieces")
        plans = self._deciding().plan(pieces)
        return [Tier(self._name(plan.many, plan.few), plan.positions, plan.memory) for plan in plans]

    def decide(self, pieces: int, told: Callable[[str, int, int], None]) -> Iterator[Decided]:
        """Decides them, one after the other. Raises GameError without numba."""
        deciding = self._deciding()
        whole = {(plan.many, plan.few): plan.positions for plan in deciding.plan(pieces)}

        def heard(many: int, few: int, known: int) -> None:
            told(self._name(many, few), known, whole[many, few])

        many, few = (side.plural for side in self._played.sides)
        for done in deciding.decide(pieces, heard):
            counts = "; ".join(
                f"{mover} to move: {won:,} won by the {many}, {lost:,} by the {few}, {nobody:,} by nobody"
                for mover, (nobody, won, lost) in zip((few, many), done.counts, strict=True)
            )
            yield Decided(self._name(done.many, done.few), done.rounds, counts)

    def verdict(self, state: Any) -> Verdict | None:
        """What the tables say of a position; None: nothing."""
        return Known(self._played, self._told, self._folder).verdict(to_position(state, self._played))

    def _deciding(self) -> Deciding:
        if find_spec("numba") is None:
            raise GameError("tables need numba", "`pip install 'postfox[fast]'` brings it")
        from adjudicator.games.fox_and_geese.tables.tiers import Deciding

        return Deciding(self._told, self._folder, plies=self._plies)

    def _name(self, many: int, few: int) -> str:
        one, other = self._played.sides
        return f"{many} {one.name if many == 1 else one.plural}, {few} {other.name if few == 1 else other.plural}"
