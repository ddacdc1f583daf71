"""Rolls that wait for a round of drand: orders that the log has taken for good, played once the round is known. Pure.

The line that takes them names the round, so that nobody can choose among rounds. Until the round is there nothing can
be ordered that would make it another roll.
"""

from typing import Annotated, Literal, NamedTuple

from adjudicator.core.codec import Rule
from adjudicator.core.errors import OrderError
from adjudicator.core.game import Event
from adjudicator.dice import beacon_rounds
from adjudicator.referee import admin
from adjudicator.referee.values import COUNT, MOMENT, SEAT, moment, stamp

WAIT = "wait"  # what was done: a roll waits
WAITS = "waits"  # the event that tells of it
What = Literal["begin", "late", "action"]
A_ROUND = Rule(
    lambda value, _: not value or beacon_rounds.read(value) is not None,
    "round of drand and its signature in hexadecimal",
    {"pattern": "^([1-9][0-9]{0,11} [0-9a-f]{96})?$"},
)
# What may be done meanwhile: nothing in the game, and nothing that changes who plays on which terms.
MEANWHILE = frozenset(
    (*admin.PLAYERS_WORDS, *admin.ENDINGS, *("extend", "deny", "spectator", "address", "keep", "check", "ask"))
)


class Waits(NamedTuple):
    """A roll that waits: for play to begin, for a late seat, or for the `orders` of a seat.

    `since`: when the line of the log was written that takes it (UTC, ISO 8601); `round`: that of drand it waits for.
    """

    what: What
    since: Annotated[str, MOMENT]
    round: Annotated[int, COUNT]
    seat: Annotated[int, SEAT] | None = None
    orders: tuple[str, ...] = ()

    @property
    def due(self) -> str:
        """When the round is published (UTC, ISO 8601)."""
        return stamp(beacon_rounds.due(self.round))

    @property
    def event(self) -> Event:
        """What everybody learns."""
        return Event(WAITS, self.seat, words={"round": self.round})


class WaitError(OrderError):
    """An order that would change a roll which has been ordered already."""

    kind = "over"


def waits(what: What, since: str, seat: int | None = None, orders: tuple[str, ...] = ()) -> Waits:
    """What waits from that moment on for the first round that is due late enough."""
    return Waits(what, since, beacon_rounds.first(moment(since)), seat, orders)


def check(waiting: Waits | None, kind: str) -> None:
    """Raises WaitError for what may not be done while a roll waits."""
    if waiting is not None and kind not in MEANWHILE:
        reason = f"the dice wait for round {waiting.round} of drand, due {waiting.due}"
        raise WaitError(reason, "send it when they have been rolled")
