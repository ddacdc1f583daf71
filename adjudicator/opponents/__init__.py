"""Computer players: what a seat sees in, an action out; pure, and all chance from a seed."""

from __future__ import annotations

import hmac
import random
from typing import Any, Protocol

from adjudicator.errors import MatchError
from adjudicator.game import Game
from printables.registry import Registry

SCHEME = b"postfox-bot-1"
PREFIX = "bot:"


class Policy(Protocol):
    """How a bot chooses: an action of that seat, from what it sees. `strength`: what was asked for, None: the usual."""

    def __call__(self, game: Game, state: Any, seat: int, chance: random.Random, strength: int | None) -> Any: ...


POLICIES: Registry[Policy] = Registry(
    "bot",
    "choose",
    {
        "random": "adjudicator.opponents.lot",
        "careful": "adjudicator.opponents.careful",
        "strong": "adjudicator.opponents.strong",
    },
    MatchError,
)
STRENGTHS = frozenset(("strong",))  # those that take a number: how many positions they look at
MOST_STRENGTH = 1_000_000


def check(name: str) -> None:
    """Raises MatchError for a name that no bot has."""
    policy, strength = parts(name)
    POLICIES.find(policy, "--player")
    if strength is not None and policy not in STRENGTHS:
        raise MatchError(f"bot {policy} takes no number", f"write {PREFIX}{policy}", "--player")


def choose(name: str, game: Game, state: Any, seat: int, chance: random.Random) -> Any:
    """The action of the bot of that name. `state` is cut down to what the seat sees. Raises MatchError for a name."""
    policy, strength = parts(name)
    return POLICIES.find(policy)(game, game.view(state, seat), seat, chance, strength)


def seed(secret: bytes, seat: int) -> bytes:
    """What a bot's chance comes from in a match with that dice secret. It tells nothing of the dice."""
    return hmac.digest(secret, SCHEME + b"\0" + seat.to_bytes(2, "big"), "sha256")


def chance(seed: bytes, lines: int) -> random.Random:
    """The chance of a bot after so many lines of the log: the same seed, the same choice."""
    return random.Random(hmac.digest(seed, lines.to_bytes(4, "big"), "sha256"))


def parts(name: str) -> tuple[str, int | None]:
    """The policy and the number behind its colon. Raises MatchError."""
    policy, colon, number = name.partition(":")
    if not colon:
        return policy, None
    if not (number.isascii() and number.isdigit() and len(number) < 8 and 0 < int(number) <= MOST_STRENGTH):
        raise MatchError(
            f"{name!r} names no bot", f"a number from 1 to {MOST_STRENGTH:,} follows the colon", "--player"
        )
    return policy, int(number)
