"""A turn: who begins, the throw, what may be done with it, the token's way and the hunt."""

from __future__ import annotations

from adjudicator.game import Dice, Event
from adjudicator.games.snakes_and_foxes.events import of_token
from adjudicator.games.snakes_and_foxes.hunt import Hunt
from adjudicator.games.snakes_and_foxes.notation import Move
from adjudicator.games.snakes_and_foxes.state import DICE, NO_THROW, State, Throw, is_over
from adjudicator.games.snakes_and_foxes.walk import Walk
from adjudicator.games.snakes_and_foxes.wheel import RIM_SPACES
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


def fault(state: State, action: Move) -> str:
    """What is wrong with an action; "" for a legal one."""
    if state.over:
        return "the game is over"
    if action.seat != state.seat(state.to_move):
        return "another player is to move"
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
    snakes, foxes = state.snakes, state.foxes
    if at == HUB and rim[mover]:
        tokens[mover], fate[mover], home = None, "escaped", (*home, mover)
        events.append(of_token("escaped", state, mover, HUB))
    else:
        hunt = Hunt(state, at, tokens, dice)
        hunt.run()
        events += hunt.events
        snakes, foxes = tuple(hunt.packs["snake"]), tuple(hunt.packs["fox"])
        for token in hunt.eaten:
            tokens[token], fate[token] = None, "eaten"
    turn, other = state.turn + 1, len(tokens) - 1 - mover
    to_move = other if tokens[other] else mover
    shown = NO_THROW if is_over(fate, state.options) else throw(state, turn, to_move, dice, events)
    return state.replaced(
        turn=turn,
        to_move=to_move,
        tokens=tuple(tokens),
        fate=tuple(fate),
        rim=tuple(rim),
        home=home,
        snakes=snakes,
        foxes=foxes,
        throw=shown,
    )
