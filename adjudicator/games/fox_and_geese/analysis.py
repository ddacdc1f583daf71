"""Value and best move of a position: `postfox solve fox-and-geese`. Hunts too large for it are said to be so.

The value is that of the position alone: that it stood before, and the turns that are left, are not looked at.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from adjudicator.core.solver import LIMIT, TooLarge, Verdict
from adjudicator.games.fox_and_geese.graph import Graph
from adjudicator.games.fox_and_geese.notation import named
from adjudicator.games.fox_and_geese.position import FEW, MANY, Position
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.sets import Sets, Worth, applies
from adjudicator.games.fox_and_geese.state import Options, State, outcome, rules, to_position
from adjudicator.games.fox_and_geese.tables.hunt_tables import HuntTables
from adjudicator.games.fox_and_geese.tables.known import folder, known, result

SLOWER = 8  # a position of a Graph takes as much time and room as so many of Sets


class Table(Protocol):
    """Positions decided."""

    @property
    def size(self) -> int: ...

    def knows(self, position: Position) -> bool: ...

    def worth(self, position: Position) -> Worth: ...


class Solver:
    """Decides positions of one hunt, and keeps what it has decided."""

    def __init__(self, options: Options) -> None:
        self.played: Rules = rules(options)
        self._options = options
        self._sets: Sets | None = None
        self._graph: Graph | None = None

    def solve(self, state: State, limit: int = LIMIT) -> Verdict:
        """The value of a position for the side to move, and a best action. Raises TooLarge."""
        position = to_position(state, self.played)
        over = outcome(state, position, self.played)
        if over:
            winner = over.winners[0] if over.winners else None
            return Verdict(result(winner, position.side), None, 1, 0)
        table = self._table(position, limit)
        mover = position.side

        def rank(worth: Worth) -> tuple[int, int]:
            """Wins first, the quickest first; then draws; then losses, the slowest first."""
            plies = worth.plies or 0
            if worth.winner == mover:
                return (0, plies)
            return (1, 0) if worth.winner is None else (2, -plies)

        after = [(deed, self.played.after(position, deed)) for deed in self.played.deeds(position)]
        best, _ = min(
            ((deed, one) for deed, one in after if table.knows(one)), key=lambda pair: rank(table.worth(pair[1]))
        )
        worth = table.worth(position)
        return Verdict(result(worth.winner, mover), named(best, mover, self.played), table.size, worth.plies)

    def known(self, state: State) -> Verdict | None:
        """What the user's tables have of a position that is not over; None: nothing."""
        position, tables = to_position(state, self.played), known(self._options, folder())
        if tables is None or outcome(state, position, self.played):
            return None
        return tables.verdict(position)

    def tables(self, folder: Path, *, plies: bool) -> HuntTables:
        """All positions of the hunt, in files. Raises UserError for a rule that tables do not hold."""
        return HuntTables(self.played, folder, plies=plies)

    def _table(self, position: Position, limit: int) -> Table:
        try:
            if applies(self.played) and position.pieces[MANY] and position.pieces[FEW]:
                if self._sets is None or not self._sets.knows(position):
                    few = position.pieces[FEW].bit_count()
                    self._sets = Sets(self.played, [position.pieces[MANY]], few, limit)
                return self._sets
            if self._graph is None or not self._graph.knows(position):
                self._graph = Graph(self.played, position, max(1, limit // SLOWER))
            return self._graph
        except OverflowError:
            looked = limit if applies(self.played) else max(1, limit // SLOWER)
            raise TooLarge(looked) from None
