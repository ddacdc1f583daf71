"""Snakes & Foxes: how likely each token comes home, by where it stands and where the hunters are.

Each hunter weighs by the place where it is seen from the token; the weights beside this module were learnt from play
(bench/tokens.py), and are hundredths of the logarithm of the odds."""

import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from adjudicator.core.game import Outcome
from adjudicator.core.sense import THROW, Aim, Sense, Throw, Worths
from adjudicator.games.snakes_and_foxes.state import DICE, RIM_SPACES, RING, SPACES, SPOKE, Move, State
from adjudicator.games.snakes_and_foxes.turn import Walk
from printables.boards.snakes_and_foxes import HUB, RINGS, SPOKES

WHOLE = 2 * len(RINGS)
UNIT = 100  # of weights
SURE = 10 * UNIT  # weights in all that leave no doubt
PARTS = 10**9  # of what a token is worth
WORTHS = tuple(round(PARTS * math.tanh(weight / UNIT / 2)) for weight in range(-SURE, SURE + 1))  # twice the chance - 1


class SnakesAndFoxesSense(Sense[State]):
    """Of each token, how far it has come; what becomes of the other's counts less than what becomes of one's own."""

    def candidates(self, state: State, seat: int, most: int, chance: random.Random) -> Sequence[Any]:
        """One way to each space, by the rim or not: what follows is the same for all of them."""
        if state.phase == "hunt":
            return super().candidates(state, seat, most, chance)
        ends: dict[tuple[str, bool], tuple[str, ...]] = {}
        for path in Walk(state).paths():
            ends.setdefault((path[-1], state.rim[state.to_move] or not RIM_SPACES.isdisjoint(path)), path)
        if len(ends) > most:
            ends = dict(sorted(ends.items(), key=lambda item: (far(*item[0]), item[1]))[:most])
        return [Move(seat, way) for way in ends.values()] or [Move(seat)]

    def going(self, state: State) -> Worths:
        """The mean of the seat's tokens; of two players, the own three times as much as the other's is bad."""
        each = [self._token(state, token) for token in range(len(state.tokens))]
        if state.players == 1:
            return (sum(each) / len(each), 0.0)
        return (3 * each[0] - each[1]) / 4, (3 * each[1] - each[0]) / 4

    def over(self, state: State, outcome: Outcome) -> Worths:
        """Alone both home is best, none is lost; of two the first home wins, and to lose together is to lose."""
        if state.players == 1:
            return (2 * len(state.home) / len(state.tokens) - 1.0, 0.0)
        return super().over(state, outcome) if outcome.winners else (-1.0, -1.0)

    def _token(self, state: State, token: int) -> float:
        if (fate := state.fate[token]) is not None:
            return 1.0 if fate == "escaped" else -1.0
        at = state.tokens[token] or HUB
        weights = seen(state.options.first_ring, state.rim[token], at)
        weight = weights[at] + sum(weights[place] for place in (*state.snakes, *state.foxes))
        return WORTHS[max(-SURE, min(SURE, weight)) + SURE] / PARTS


# A row for each ring of a token going out, then home; in it the hub, then each ring from the token's spoke.
LEARNT: list[list[int]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@cache
def seen(first_ring: str, touched: bool, at: str) -> Mapping[str, int]:
    """What a hunter on each space weighs for a token at `at`, and there the token itself."""
    row = LEARNT[RING[at] + (len(RINGS) - 1 if touched else 0)]
    way = 1 if first_ring == "red" else -1  # with the other first ring all arrows run the other way round

    def place(space: str) -> int:
        return 1 + (RING[space] - 1) * SPOKES + way * (SPOKE[space] - max(1, SPOKE[at])) % SPOKES

    return {space: row[place(space) if space != HUB else 0] for space in SPACES}


def far(at: str, touched: bool) -> int:
    """Steps to the rim and back home, or home."""
    return RING[at] if touched else WHOLE - RING[at]


MOVE, SNAKE, FOX = 1, 3, 5  # what a plain die shows for each
SYMBOLS = 3


class SnakesAndFoxesAim(Aim[State]):
    """The next throw is looked at in every way, each used as well as may be."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({THROW: (2,)})

    def fresh(self, state: State) -> State:
        """A pass is left to the player, so that each turn is looked at by itself."""
        return state.replaced(options=state.options.replaced(auto_pass=False))

    def throws(self, count: int, sides: int, why: str, *, last: bool) -> Iterator[Throw]:
        """Symbols matter, not which die shows which; of the throw for a turn that is not looked at, nothing does."""
        if count != DICE:
            yield from super().throws(count, sides, why, last=last)
        elif last:
            yield Fraction(1), (MOVE,) * count
        else:
            for move in range(count + 1):
                for snakes in range(count + 1 - move):
                    foxes = count - move - snakes
                    ways = factorial(count) // (factorial(move) * factorial(snakes) * factorial(foxes))
                    yield Fraction(ways, SYMBOLS**count), (MOVE,) * move + (SNAKE,) * snakes + (FOX,) * foxes

    def held(self, state: State, seat: int) -> Fraction:
        """Tokens of the seat that have not been eaten."""
        own = [fate for token, fate in enumerate(state.fate) if state.seat(token) == seat]
        return Fraction(sum(fate != "eaten" for fate in own), len(own))
