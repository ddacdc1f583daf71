"""Games by compiled code (numba, the extra `fast`): the same games as by the plain rules, position for position.

The plain rules are the reference. What is a function of numbers there is compiled as it stands (`linked`); a game's
module here has the rest again: the order of things, its bots, and `many`, of whose rows `told` makes sense."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from adjudicator.core import cache
from printables.core import beside, folder
from printables.core.options import Ruled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_ACTIONS = 2_000  # a game that runs longer counts as without end
ENDLESS = "endless"  # how a game ended that did not, within MOST_ACTIONS
BOTS = ("random", "careful")  # that compiled code plays
REASON, WINNER, ACTIONS, FIRST, HAPPENED, WHERE, SCORE = range(7)  # columns of what came of a game of up to 64 places
NOBODY = -1  # equivalent: who has won is no seat, below 0
WON = 1.0  # equivalent: what a bot gives for a game won, more than for any that is not


Names: TypeAlias = tuple[str, ...]


class Rows(NamedTuple):
    """What came of games, a row each; fields in small letters are arrays. `reason`: by number in `reasons`; `won`:
    whether each seat did; `happened`, `where`: in words of 64 bits of `kinds` and of `places`."""

    reasons: Names
    kinds: Names
    places: Names
    reason: "NDArray[np.int64]"
    won: "NDArray[np.bool_]"
    scores: "NDArray[np.int64]"
    actions: "NDArray[np.int64]"
    first: "NDArray[np.int64]"
    happened: "NDArray[np.uint64]"
    where: "NDArray[np.uint64]"


# Plays games from a number to another (without it): options, players, a key, both numbers. In seat s sits player
# (s + number), a number in BOTS.
Player: TypeAlias = Callable[[Ruled, Sequence[int], int, int, int], Rows]
Fits: TypeAlias = Callable[[Ruled, int], bool]  # whether compiled code plays under these options with so many players


def told(found: "NDArray[np.int64]", scores: int, seats: int, reasons: Names, kinds: Names, places: Names) -> Rows:
    """What came of games whose events have one word of bits, and which one seat or nobody won; scores begin there."""
    import numpy as np

    won, words = found[:, WINNER, None] == np.arange(seats), found[:, :scores].astype(np.uint64)
    reason, actions, first = (found[:, column] for column in (REASON, ACTIONS, FIRST))
    happened, where = words[:, HAPPENED:WHERE], words[:, WHERE:]
    return Rows(reasons, kinds, places, reason, won, found[:, scores:], actions, first, happened, where)


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
