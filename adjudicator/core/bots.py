"""Computer players by name, as seats and terms of a match have them; `adjudicator.opponents` has how they play."""

import hmac
import random
import re
from collections.abc import Callable
from typing import Protocol

from adjudicator.core import MatchError
from adjudicator.core.game import BOT, Game, GameState
from printables.core import Registry

SCHEME = b"postfox-bot-1"
MOST_STRENGTH = 1_000_000


def seed(secret: bytes, seat: int) -> bytes:
    """What a bot's chance comes from in a match with that dice secret. It tells nothing of the dice."""
    return hmac.digest(secret, SCHEME + b"\0" + seat.to_bytes(2, "big"), "sha256")


class Policy(Protocol):
    """How a bot chooses: an action of that seat, from what it sees. `given`: what its name has behind the colon."""

    def __call__(self, game: Game, state: GameState, seat: int, chance: random.Random, given: str) -> object: ...


_MODULES = {
    "random": "adjudicator.opponents.search:lot",
    "careful": "adjudicator.opponents.search:careful",
    "strong": "adjudicator.opponents.search:strong",
    "regular": "adjudicator.opponents.regular",
}
POLICIES: Registry[Policy] = Registry("bot", "choose", _MODULES, MatchError)

# For bots that take something after a colon: what fits, and the hint where something else was typed.
GIVEN: dict[str, tuple[Callable[[str], object], str]] = {
    "strong": (
        lambda text: not text or (re.fullmatch("[0-9]{1,7}", text) and 0 < int(text) <= MOST_STRENGTH),
        f"a number from 1 to {MOST_STRENGTH:,} follows the colon",
    ),
    "regular": (
        re.compile(r"[A-Za-z0-9_-]{1,40}(/[1-3])?").fullmatch,
        "the seed of a tavern follows the colon, as in `bot:regular:hearth`; `hearth/2` is its second guest",
    ),
}


def parts(name: str, where: str = "--player") -> tuple[str, str]:
    """The policy and what is given behind its colon, for a name without BOT. Raises MatchError for no bot's name."""
    policy, colon, given = name.partition(":")
    if policy not in POLICIES.names():
        POLICIES.find(policy, where)  # which says what there is
    if policy not in GIVEN:
        if colon:
            raise MatchError(f"bot {policy} takes no number", f"write {BOT}{policy}", where)
        return policy, ""
    fits, hint = GIVEN[policy]
    if not fits(given) or (colon and not given):
        raise MatchError(f"{name!r} names no bot", hint, where)
    return policy, given
