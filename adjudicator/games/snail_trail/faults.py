"""Why a move is not legal, in words that name its first step that breaks a rule."""

from __future__ import annotations

from adjudicator.games.snail_trail.notation import Move
from adjudicator.games.snail_trail.state import State


def fault(state: State, action: Move) -> str:
    """What is wrong with a move: the first step that breaks a rule, or its length; "" if nothing is."""
    if state.over:
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    taken = set(state.trail)
    here = state.snails[action.seat]
    for number, to in enumerate(action.path, 1):
        if wrong := _step_fault(state, here, to, taken, action.path[: number - 1]):
            return f"step {number}, {here} to {to}: {wrong}"
        here = to
    if len(action.path) != state.steps:
        return f"it enters {_squares(len(action.path))}, and this turn asks for exactly {state.steps}"
    return ""


def _step_fault(state: State, here: str, to: str, taken: set[str], gone: tuple[str, ...]) -> str:
    squares = state.grid
    if to not in squares.number:
        return f"there is no square {to}; {state.spoken_squares}"
    if to == here:
        return "the snail stands there already; name only the squares it enters"
    if to in gone:
        return "the snail entered that square earlier in this move"
    if not squares.near[squares.number[here]] >> squares.number[to] & 1:
        sideways = " (steps are not diagonal here)" if not state.options.diagonal else ""
        return f"they do not touch{sideways}"
    if to in state.snails:
        return "a snail is there"
    return "a snail was there before" if to in taken else ""


def _squares(number: int) -> str:
    return f"{number} square" if number == 1 else f"{number} squares"
