"""The text of an action: `b2 c3 c4`, the squares entered."""

import re
from typing import NamedTuple

from adjudicator.core import NotationError, quote
from adjudicator.games.snail_trail.state import State

FORM = "write the squares entered, one after the other, as in `b2 c3 c4`"
MOST_CHARACTERS = 200

_PARTED = re.compile(r"[\s,-]+")
_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


class Move(NamedTuple):
    """A seat's action: the squares its snail enters, in order."""

    seat: int
    path: tuple[str, ...]


def parse(text: str, state: State) -> Move:
    """The move that a text means, legal or not. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM, "a move")
    names = [name for name in _PARTED.split(text.strip().lower()) if name]
    if names[:1] == ["move"]:
        names = names[1:]
    if not names:
        raise NotationError(f"{quoted} names no square", FORM)
    for name in names:
        if not _SQUARE.fullmatch(name):
            raise NotationError(f"{quoted}: {name!r} is no square", FORM)
        if name not in state.grid.number:
            raise NotationError(f"{quoted}: {name!r} is no square of this board", state.spoken_squares)
    return Move(state.to_move, tuple(names))


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    return " ".join(action.path)


def fault(state: State, action: Move) -> str:
    """What is wrong with a move: the first step that breaks a rule, or its length; "" if nothing is."""
    if state.over:
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    here = state.snails[action.seat]
    for number, to in enumerate(action.path, 1):
        if wrong := _step_fault(state, here, to, action.path[: number - 1]):
            return f"step {number}, {here} to {to}: {wrong}"
        here = to
    if len(action.path) != state.steps:
        squares = "1 square" if len(action.path) == 1 else f"{len(action.path)} squares"
        return f"it enters {squares}, and this turn asks for exactly {state.steps}"
    return ""


def _step_fault(state: State, here: str, to: str, gone: tuple[str, ...]) -> str:
    squares = state.grid
    if to not in squares.number:
        return f"there is no square {to}; {state.spoken_squares}"
    if to == here:
        return "the snail stands there already; name only the squares it enters"
    if to in gone:
        return "the snail entered that square earlier in this move"
    if not squares.near[squares.number[here]] >> squares.number[to] & 1:
        return "they do not touch" + ("" if state.options.diagonal else " (steps are not diagonal here)")
    if to in state.snails:
        return "a snail is there"
    return "a snail was there before" if to in state.trail else ""
