"""A turn: who begins, the throw, what may be done with it, the token's way and the hunt."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from adjudicator.core.game import Dice, Event
from adjudicator.dice import Blind, Unseen
from adjudicator.games.snakes_and_foxes.events import of_token
from adjudicator.games.snakes_and_foxes.hunt import Hunt
from adjudicator.games.snakes_and_foxes.notation import Move
from adjudicator.games.snakes_and_foxes.state import DICE, NO_THROW, State, Throw, is_over
from adjudicator.games.snakes_and_foxes.walk import Walk
from adjudicator.games.snakes_and_foxes.wheel import RIM_SPACES, ranked
from printables.boards.snakes_and_foxes import HUB


def first_seat(seats: int, dice: Dice, events: list[Event]) -> int:
    """Most MOVE begins, tied seats throw again (1); alone, the first token begins and nothing is thrown."""
    if seats == 1:
        return 0
    while True:
        shown = []
        for seat in range(seats):
            values = dice.throw(DICE, 6, f"who begins: {'AB'[seat]}")
            shown.append(counted(values).move)
            events.append(Event("first-throw", seat, dice=values, words={"move": shown[seat]}))
        if shown[0] != shown[1]:
            begins = shown.index(max(shown))
            events.append(Event("begins", begins))
            return begins
        events.append(Event("level"))


def counted(values: tuple[int, ...]) -> Throw:
    """Six plain dice read as symbols: 1-2 MOVE, 3-4 SNAKE, 5-6 FOX."""
    move, snakes = sum(value <= 2 for value in values), sum(3 <= value <= 4 for value in values)
    return Throw(move=move, snakes=snakes, foxes=len(values) - move - snakes)


def throw(state: State, turn: int, token: int, dice: Dice, events: list[Event]) -> Throw:
    """The throw of a turn, again until a MOVE shows if it is the token's first (2)."""
    while True:
        values = dice.throw(DICE, 6, f"turn {turn}: token {'AB'[token]}")
        shown = counted(values)
        events.append(of_token("throw", state, token, dice=values, words=dict(shown)))
        if shown.move or turn > len(state.tokens):
            return shown
        events.append(of_token("throw-again", state, token))


def acting(state: State) -> int:
    """The seat that acts: whose token moves, or who moves the hunters."""
    return state.hunter if state.phase == "hunt" else state.seat(state.to_move)


def _hunt_fault(state: State, action: Move) -> str:
    if state.chase is None:
        return "the token moves first, and then the hunters"
    if not action.hunt:
        return f"the hunters move now: name the step of a {state.chase.kind}, as in `hunt f3 e3`"
    if action.path in hunts(state):
        return ""
    start = action.path[0]
    if start not in state.chase.waiting:
        return f"on {start} is no {state.chase.kind} that has still to move"
    if start not in {step[0] for step in hunts(state)}:
        return f"the {state.chase.kind} on {start} is not the nearest that can step"
    return (
        f"it steps along the arrows, to a space without a hunter and nearer {state.chase.at}; it takes that if it can"
    )


def fault(state: State, action: Move) -> str:
    """What is wrong with an action; "" for a legal one."""
    if state.over:
        return "the game is over"
    if action.seat != acting(state):
        return "another player is to move"
    if state.phase == "hunt" or action.hunt:
        return _hunt_fault(state, action)
    walk = Walk(state)
    if action.path:
        if not state.throw.move:
            return "the throw shows no MOVE"
        return walk.fault(action.path)
    return f"the token can move, and the throw shows {state.throw.move} MOVE" if walk.can_move else ""


def played(state: State, path: tuple[str, ...], dice: Dice, events: list[Event]) -> State:
    """One turn: the path (none: a pass), the hunt, whose turn it is then, and the throw for it."""
    mover = state.to_move
    tokens, fate, rim, home = list(state.tokens), list(state.fate), list(state.rim), state.home
    at = path[-1] if path else tokens[mover] or HUB
    if path:
        events.append(of_token("move", state, mover, tokens[mover] or HUB, *path))
        touched = next((space for space in path if space in RIM_SPACES), None)
        if touched and not rim[mover]:
            rim[mover] = True
            events.append(of_token("rim", state, mover, touched))
    else:
        events.append(of_token("pass", state, mover, at, words={"move": state.throw.move}))
    tokens[mover] = at
    if at == HUB and rim[mover]:
        tokens[mover], fate[mover], home = None, "escaped", (*home, mover)
        events.append(of_token("escaped", state, mover, HUB))
    else:
        hunt = Hunt(state, at, tokens, dice)
        hunt.run()
        return hunted(state, hunt, dice, events, tokens, rim=tuple(rim))
    return next_turn(state, dice, events, tokens=tuple(tokens), fate=tuple(fate), rim=tuple(rim), home=home)


def foreseen(state: State, at: str) -> tuple[Event, ...]:
    """What the hunters do once the token to move has gone to a space, up to where a die or a player decides."""
    mover = state.to_move
    if at == HUB and state.rim[mover]:
        return (of_token("escaped", state, mover, HUB),)
    tokens = [at if token == mover else place for token, place in enumerate(state.tokens)]
    hunt = Hunt(state, at, tokens, Blind())
    with suppress(Unseen):
        hunt.run()
    return tuple(hunt.events)


def hunted(
    state: State, hunt: Hunt, dice: Dice, events: list[Event], standing: Sequence[str | None], **changes: Any
) -> State:
    """What a hunt of the tokens standing there has done; then the next turn, unless a player chooses first (13)."""
    events += hunt.events
    tokens, fate = list(standing), list(state.fate)
    for token in hunt.eaten:
        tokens[token], fate[token] = None, "eaten"
    changes |= {
        "tokens": tuple(tokens),
        "fate": tuple(fate),
        "snakes": ranked(hunt.packs["snake"]),
        "foxes": ranked(hunt.packs["fox"]),
    }
    if hunt.chase and not is_over(fate, state.options):
        return state.changed(**changes, phase="hunt", chase=hunt.chase)
    return next_turn(state, dice, events, **changes)


def next_turn(state: State, dice: Dice, events: list[Event], **changes: Any) -> State:
    """The position with those changes when the turn is over: whose turn it is then, and the throw for it."""
    tokens, fate = changes["tokens"], changes["fate"]
    turn, other = state.turn + 1, len(tokens) - 1 - state.to_move
    to_move = other if tokens[other] else state.to_move
    shown = NO_THROW if is_over(fate, state.options) else throw(state, turn, to_move, dice, events)
    return state.changed(**changes, turn=turn, to_move=to_move, throw=shown, phase="move", chase=None)


def chased(state: State, action: Move, dice: Dice, events: list[Event]) -> State:
    """The step of a hunter that a player chose, and the hunt from there on."""
    assert state.chase is not None  # a hunt is legal only then
    hunt = Hunt(state, state.chase.at, state.tokens, dice)
    hunt.step(state.chase, *action.path)
    return hunted(state, hunt, dice, events, state.tokens)


def by_rule(state: State, dice: Dice) -> Move | None:
    """What rules 9 and 11 do in place of a player who moves the hunters; None while none waits."""
    if state.chase is None:
        return None
    return Move(acting(state), Hunt(state, state.chase.at, state.tokens, dice).by_rule(state.chase), hunt=True)


def hunts(state: State) -> list[tuple[str, ...]]:
    """The steps among which a player chooses; none while no hunt waits."""
    if state.chase is None:
        return []
    return [*Hunt(state, state.chase.at, state.tokens).choices(state.chase.waiting)]
