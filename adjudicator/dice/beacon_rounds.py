"""Rounds of drand's network quicknet: when each is due, and what it gives to the dice. Pure.

Every three seconds the network publishes a round: a signature of the round's number that no one of those who run it
can make alone, so that nobody foresees it and nobody chooses it.
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

NAME: Final = "drand"
GENESIS = datetime.fromtimestamp(1692803367, UTC)  # when round 1 was due
PERIOD = timedelta(seconds=3)
AHEAD = timedelta(minutes=10)  # from the line of the log that names a round to the round: letters leave in between
DIGITS = 96  # of a signature
_ROUND = re.compile(rf"([1-9][0-9]{{0,11}}) ([0-9a-f]{{{DIGITS}}})")


class Round(NamedTuple):
    """A round: its number, from 1, and the network's signature of it as hex."""

    number: int
    signature: str

    @property
    def text(self) -> str:
        """As the log and letters have it."""
        return f"{self.number} {self.signature}"

    @property
    def randomness(self) -> bytes:
        """What dice are mixed with: the SHA-256 of the signature, as drand itself has it."""
        return hashlib.sha256(bytes.fromhex(self.signature)).digest()


def read(text: str) -> Round | None:
    """The round that such a text is of; None for any other text."""
    found = _ROUND.fullmatch(text)
    return Round(int(found[1]), found[2]) if found else None


def first(since: datetime) -> int:
    """The first round that is due AHEAD or more after a moment."""
    return max(-(-(since + AHEAD - GENESIS) // PERIOD) + 1, 1)


def due(number: int) -> datetime:
    """When a round is published."""
    return GENESIS + PERIOD * (number - 1)
