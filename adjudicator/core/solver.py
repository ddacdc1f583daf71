"""Exact solving: what a game's solver answers. It never guesses: it decides a position or raises TooLarge."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

Value: TypeAlias = Literal["win", "draw", "loss"]
Place: TypeAlias = Path  # the folder that tables lie in
LIMIT = 2_000_000


class Verdict(NamedTuple):
    """A position decided. `value` is for the player to move, `best` an action that keeps it (None: the game is over).
    `nodes` is how many positions were looked at. `plies`, where the solver knows it, is how many actions are left when
    the winner hurries and the loser delays."""

    value: Value
    best: object
    nodes: int
    plies: int | None = None


class TooLarge(Exception):
    """The position was not decided within the limit. `plies`: within so many it is known that neither side wins."""

    def __init__(self, nodes: int, plies: int = 0) -> None:
        self.nodes = nodes
        tried = f"; nobody wins by force within {plies} plies" if plies else ""
        super().__init__(f"not decided within {nodes:,} positions{tried}")


class Solver(Protocol):
    """Decides positions of one game under fixed options. It may keep what it learns from one call to the next."""

    def solve(self, state: Any, limit: int = LIMIT) -> Verdict:
        """The value of `state` and a best action, after at most `limit` positions. Raises TooLarge."""

    def known(self, state: Any) -> Verdict | None:
        """What tables that the user has, or a short look ahead, say of a position that is not over; None: nothing."""

    def tables(self, folder: Place, *, plies: bool) -> "Tables":
        """Tables of all positions in a folder, with the plies that are left or without. Raises UserError for none."""


class Tier(NamedTuple):
    """A part of a game's tables: what is in it, how many positions, and the bytes of memory that deciding it takes."""

    name: str
    positions: int
    memory: int


class Decided(NamedTuple):
    """A part of a game's tables that is now kept: how many rounds it took, and how many positions of each side to move
    nobody wins, and each side, in words."""

    name: str
    rounds: int
    counts: str


class Tables(Protocol):
    """Every position of a game under fixed options, part after part, each kept in a file of a folder."""

    @property
    def most(self) -> int:
        """The number of pieces of the largest part, which has the start."""

    def plan(self, pieces: int) -> list[Tier]:
        """The parts with no more pieces than this that are not there yet, in order."""

    def decide(self, pieces: int, told: Callable[[str, int, int], None]) -> Iterator[Decided]:
        """Decides them. `told` hears of each what, how many positions are decided, and how many there are."""

    def verdict(self, state: Any) -> Verdict | None:
        """What the folder has of a position; None: nothing."""


def decide(solver: Solver, state: Any, limit: int | None) -> Verdict:
    """What is known of a state, else the solver's verdict within `limit` positions, or any number. Raises TooLarge."""
    if known := solver.known(state):
        return known
    return solver.solve(state) if limit is None else solver.solve(state, limit)
