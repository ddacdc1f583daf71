"""Games between bots, without a match: from a seed, each the same again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from adjudicator.dice import FastDice
from adjudicator.errors import GameError
from adjudicator.game import Game, Outcome
from adjudicator.opponents import choose

MOST_ACTIONS = 2_000  # a game that runs longer counts as without end


class Ended(NamedTuple):
    """How a game ended (None: not within MOST_ACTIONS), after how many actions, and who was first to act."""

    outcome: Outcome | None
    actions: int
    first: int


def play(game: Game, options: Any, bots: Sequence[str], seed: str) -> Ended:
    """A whole game, a bot in each seat. The same seed gives the same game. Raises MatchError for a name of no bot."""
    dice = FastDice(f"{seed} dice")
    chances = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    state = game.start(options, len(bots), dice).state
    first = next(iter(game.to_act(state)), 0)
    for actions in range(MOST_ACTIONS):
        acting = game.to_act(state)
        if not acting:
            return Ended(game.outcome(state), actions, first)
        seat = acting[0]
        state = game.apply(state, choose(bots[seat], game, state, seat, chances[seat]), dice).state
    return Ended(None, MOST_ACTIONS, first)


def seats(game: Game, options: Any) -> int:
    """Two players where the game allows it under these options, else as few as it takes."""
    least, most = game.PLAYERS
    if least <= 2 <= most:
        with suppress(GameError):
            game.start(options, 2, FastDice(0))
            return 2
    return least
