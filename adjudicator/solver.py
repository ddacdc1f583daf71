"""Exact solving: what a game's solver answers. It never guesses: it decides a position or raises TooLarge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

Value: TypeAlias = Literal["win", "draw", "loss"]
LIMIT = 2_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """A position decided. `value` is for the player to move, `best` an action that keeps it (None: the game is over).

    `nodes` is how many positions were looked at. `plies`, where the solver knows it, is how many actions are left
    when the winner hurries and the loser delays.
    """

    value: Value
    best: Any
    nodes: int
    plies: int | None = None


class TooLarge(Exception):
    """The position was not decided within the limit: nothing at all is known of its value."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        super().__init__(f"not decided within {nodes:,} positions")


class Solver(Protocol):
    """Decides positions of one game under fixed options. It may keep what it learns from one call to the next."""

    def solve(self, state: Any, limit: int = LIMIT) -> Verdict:
        """The value of `state` and a best action, after at most `limit` positions. Raises TooLarge."""
        ...


def decide(solver: Solver, state: Any, limit: int | None) -> Verdict:
    """The solver's verdict within `limit` positions, or within as many as it thinks right. Raises TooLarge."""
    return solver.solve(state) if limit is None else solver.solve(state, limit)
