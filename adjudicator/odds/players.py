"""How players play when nobody is there to: careful, bold or wild, as the regulars of a tavern are.

In games that nothing is known of here, everyone plays wild: any legal action, all alike.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from adjudicator.dice import FastDice
from adjudicator.game import Game
from adjudicator.games.snakes_and_foxes.hunt import Hunt
from adjudicator.games.snakes_and_foxes.notation import Move
from adjudicator.games.snakes_and_foxes.state import State
from adjudicator.games.snakes_and_foxes.walk import Walk
from adjudicator.games.snakes_and_foxes.wheel import RIM_SPACES, RING, hunt_distances
from printables.boards.snakes_and_foxes import HUB, RINGS
from printables.text.addition import added

CAUTION = 0.3  # steps toward home that a hunter beside the token is worth
STYLES = ("careful", "bold", "wild")
_LOOKED_AT = 12  # ends of a move that are worth a look at the hunt that follows
_DANGER = {0: 4.0, 1: 1.0, 2: 0.4, 3: 0.15}  # by steps that a hunter needs


def choose(game: Game, state: Any, style: str, chance: random.Random) -> Any:
    """The action of a player of that style. Raises KeyError for a style that is none."""
    if style not in STYLES:
        raise KeyError(style)
    if style != "wild" and isinstance(state, State):
        return _runner(state, style, chance)
    return game.drawn(state, game.to_act(state)[0], chance.randrange)


def _runner(state: State, style: str, chance: random.Random) -> Move:
    """Snakes & Foxes: the end of a move that is nearest home.

    A careful player keeps off hunters as well, and looks first where those of this throw will step.
    """
    seat = state.seat(state.to_move)
    ends: dict[tuple[str, bool], tuple[str, ...]] = {}
    touched = state.rim[state.to_move]
    for path in Walk(state).paths():
        ends.setdefault((path[-1], touched or not RIM_SPACES.isdisjoint(path)), path)
    if not ends:
        return Move(seat)
    if style == "bold":
        return Move(seat, ends[min(ends, key=lambda end: (_far(*end), ends[end]))])
    hunters = (*state.snakes, *state.foxes)
    order = sorted(ends, key=lambda end: (_far(*end) + _danger(state, end[0], hunters), ends[end]))
    return Move(seat, ends[min(order[:_LOOKED_AT], key=lambda end: _after(state, end, chance))])


def _far(at: str, touched: bool) -> int:
    """Steps to the rim and back home, or home; being home is worth the most."""
    if touched:
        return RING[at] if at != HUB else -100
    return 2 * len(RINGS) - RING[at]


def _danger(state: State, at: str, hunters: Sequence[str]) -> float:
    need = hunt_distances(state.options.first_ring, at)
    return CAUTION * added(_DANGER.get(need[place], 0.0) for place in hunters)


def _after(state: State, end: tuple[str, bool], chance: random.Random) -> float:
    """What is left to fear after the hunt."""
    at, touched = end
    if at == HUB and touched:
        return -100.0
    tokens = list(state.tokens)
    tokens[state.to_move] = at
    hunt = Hunt(state, at, tokens, FastDice(chance.randrange(1 << 30)))
    hunt.run()
    lost = 200.0 if state.to_move in hunt.eaten else 60.0 * len(hunt.eaten)
    return lost + _far(at, touched) + _danger(state, at, (*hunt.packs["snake"], *hunt.packs["fox"]))
