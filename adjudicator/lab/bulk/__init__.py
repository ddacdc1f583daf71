"""Games by compiled code (numba, the extra `fast`): the same games as by the plain rules, position for position.

The plain rules are the reference. What is a function of numbers there is compiled as it stands (`linked`); a game's
module here has the rest again: the order of things, and its bots.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol

from adjudicator.core import cache
from printables.core.options import Ruled
from printables.core.registry import beside, folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_ACTIONS = 2_000  # a game that runs longer counts as without end
ENDLESS = "endless"  # how a game ended that did not, within MOST_ACTIONS
BOTS = ("random", "careful")  # that compiled code plays


class Rows(NamedTuple):
    """What came of games, a row each; fields in small letters are arrays.

    `reason`: by number in `reasons`; `won`: whether each seat did; `happened`, `where`: in words of 64 bits of `kinds`
    and of `places`.
    """

    reasons: tuple[str, ...]
    kinds: tuple[str, ...]
    places: tuple[str, ...]
    reason: "NDArray[np.int64]"
    won: "NDArray[np.bool_]"
    scores: "NDArray[np.int64]"
    actions: "NDArray[np.int64]"
    first: "NDArray[np.int64]"
    happened: "NDArray[np.uint64]"
    where: "NDArray[np.uint64]"


class Player(Protocol):
    """Plays games `first` to `last` (without it) of a key; in seat s sits player (s + number), a number in BOTS."""

    def __call__(self, options: Ruled, players: Sequence[int], key: int, first: int, last: int) -> Rows: ...


class Fits(Protocol):
    """Whether compiled code plays under these options with so many players."""

    def __call__(self, options: Ruled, seats: int) -> bool: ...


def won(winners: "NDArray[np.int64]", seats: int) -> "NDArray[np.bool_]":
    """Of the one seat that won each game, -1 for nobody: whether each seat did."""
    import numpy as np

    return winners[:, None] == np.arange(seats)


def ready(slug: str) -> bool:
    """Whether compiled play of a game lies in the cache, so that it has only to be loaded."""
    module = f"{__name__}.{folder(slug)}"
    found = find_spec(module)
    return found is not None and cache.holds(f"{module}{'.__init__' if found.submodule_search_locations else ''}:many")


def player(slug: str, options: Ruled, bots: Sequence[str]) -> Player | None:
    """What plays these games by compiled code; None where there is none, or numba is not installed."""
    if not set(bots) <= set(BOTS) or find_spec("numba") is None:
        return None
    play: Player | None = beside(__name__, folder(slug), "play")
    fits: Fits | None = beside(__name__, folder(slug), "fits")
    return play if fits and fits(options, len(bots)) else None
