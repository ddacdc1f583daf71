"""Computer players: what a seat sees in, an action out; pure but for tables of hunts, and all chance from a seed."""

import hmac
import random
from functools import lru_cache

from adjudicator.core import bots
from adjudicator.core.game import Game, GameState


def choose(name: str, game: Game, state: GameState, seat: int, chance: random.Random) -> object:
    """The action of the bot of that name. `state` is cut down to what the seat sees. Raises MatchError for a name."""
    policy, given = _named(name)
    return policy(game, game.view(state, seat), seat, chance, given)


@lru_cache(maxsize=64)  # long runs ask for each of a few names at every action
def _named(name: str) -> tuple[bots.Policy, str]:
    policy, given = bots.parts(name)
    return bots.POLICIES.find(policy), given


def chance(seed: bytes, *known: int, round: bytes = b"") -> random.Random:
    """The chance of a bot: the same seed and numbers, the same choice. `known`: the turn, the seat and how many links
    the dice have used, in older matches only how many lines the log has; `round`: what a beacon's last round gives."""
    return random.Random(hmac.digest(seed, b"".join(one.to_bytes(4, "big") for one in known) + round, "sha256"))
