"""Snail Trail (Don Green) as refereed: RULES section 5.

Turn n takes a snail over exactly n free squares; every square it enters is closed for good. Who cannot complete a turn
has lost. This module is the game's contract (`adjudicator.game.Game`); ways over free squares are in `grid`, exact
solving in `exact`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from adjudicator.errors import GameError, IllegalMove, NotationError
from adjudicator.game import Dice, Event, Outcome, Step, Token
from adjudicator.games.snail_trail.exact import Solver
from adjudicator.games.snail_trail.grid import COUNTED, TooMany, grid
from adjudicator.games.snail_trail.state import State
from printables.boards.snail_trail import SLUG, TITLE, Options, board, corners

__all__ = [
    "EVENTS",
    "NOTES",
    "OUTCOMES",
    "PLAYERS",
    "SLUG",
    "TITLE",
    "Move",
    "Options",
    "State",
    "apply",
    "board",
    "count",
    "faces",
    "format",
    "moves",
    "notes",
    "outcome",
    "parse",
    "solver",
    "start",
    "to_act",
    "tokens",
]

PLAYERS = (2, 2)
SNAILS = ("snail-a", "snail-b")
TRAIL = "trail"
SHOWN = 6
FORM = "write the squares entered, one after the other, as in `b2 c3 c4`"
MOST_CHARACTERS = 200
COUNTED_IN_HINTS = 2_000

EVENTS: Mapping[str, str] = {
    "begins": "seat moves first, by the lot that dice shows (1: A, 2: B)",
    "move": "seat's snail, the piece, goes from the first of the places through the others; words: squares",
    "stuck": "seat's snail, the piece, at its place, has no way of `needed` squares and has lost; words: needed",
}
OUTCOMES: Mapping[str, str] = {"stuck": "a player had no complete move; the other has won"}
NOTES: Mapping[str, str] = {"needs": "how far seat's snail, the piece, must go this turn; words: needed, free"}

_PARTED = re.compile(r"[\s,-]+")
_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


class Move(NamedTuple):
    """A seat's action: the squares its snail enters, in order."""

    seat: int
    path: tuple[str, ...]


def start(options: Options, seats: int, dice: Dice) -> Step:
    """Both snails in their corners; a die of two sides says who begins. Raises GameError for a number of seats."""
    if seats != 2:
        raise GameError(f"{TITLE} is for 2 players, not {seats}")
    values = dice.throw(1, 2, "who begins")
    seat = values[0] - 1
    home = corners(options)
    return Step(
        State(options=options, turn=1, to_move=seat, snails=home, trail=home), (Event("begins", seat, dice=values),)
    )


@lru_cache(maxsize=4096)
def _can_move(options: Options, at: int, free: int, steps: int) -> bool:
    return grid(options).exists(at, free, steps)


def _over(state: State) -> bool:
    return not _can_move(state.options, state.at, state.free, state.steps)


def to_act(state: State) -> tuple[int, ...]:
    """The seat to move; nobody once it has no complete move."""
    return () if _over(state) else (state.to_move,)


def outcome(state: State) -> Outcome | None:
    """Who cannot complete the move has lost at once."""
    return Outcome("stuck", (1 - state.to_move,)) if _over(state) else None


def moves(state: State) -> Iterator[Move]:
    """Every complete move, in the order of the squares on the board: up the first column, then the next."""
    names = state.grid.names
    for way in state.grid.ways(state.at, state.free, state.steps):
        yield Move(state.to_move, tuple(names[square] for square in way))


def count(state: State) -> int | None:
    """How many complete moves there are, exactly; None when there are too many to count within about a second.

    Where None is returned there are far more than 10,000.
    """
    return _counted(state, COUNTED)


def _counted(state: State, limit: int) -> int | None:
    try:
        return state.grid.count(state.at, state.free, state.steps, limit)
    except TooMany:
        return None


def apply(state: State, action: Move, dice: Dice) -> Step:
    """The snail goes its way, and the other player is to move or has lost. Raises IllegalMove."""
    if fault := _fault(state, action):
        raise IllegalMove(f"`{format(action, state)}` is not legal: {fault}", _legal(state))
    seat, other = action.seat, 1 - action.seat
    end = action.path[-1]
    after = State(
        options=state.options,
        turn=state.turn + 1,
        to_move=other,
        snails=(end, state.snails[1]) if seat == 0 else (state.snails[0], end),
        trail=(*state.trail, *action.path),
    )
    way = (state.snails[seat], *action.path)
    events = [Event("move", seat, SNAILS[seat], way, words={"squares": len(action.path)})]
    if _over(after):
        events.append(Event("stuck", other, SNAILS[other], (after.snails[other],), words={"needed": after.steps}))
    return Step(after, tuple(events))


def _fault(state: State, action: Move) -> str:
    """What is wrong with a move: the first step that breaks a rule, or its length; "" if nothing is."""
    if _over(state):
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    taken = set(state.trail)
    here = state.snails[action.seat]
    for number, to in enumerate(action.path, 1):
        if fault := _step_fault(state, here, to, taken, action.path[: number - 1]):
            return f"step {number}, {here} to {to}: {fault}"
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


def _legal(state: State) -> str:
    """Some of what would be legal, and how much there is if that is soon counted."""
    shown = [f"`{format(move, state)}`" for move in islice(moves(state), SHOWN)]
    number = _counted(state, COUNTED_IN_HINTS)
    if not shown:
        return ""
    if number == len(shown):
        return f"legal: {', '.join(shown)}"
    return f"legal: {', '.join(shown)} and {f'{number - len(shown):,}' if number else 'many'} more"


def parse(text: str, state: State) -> Move:
    """The move that a text means, legal or not. Raises NotationError."""
    quoted = repr(text if len(text) <= 60 else f"{text[:60]}...")
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"{quoted} is too long for a move", FORM)
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


def tokens(state: State) -> tuple[Token, ...]:
    """The markers of the trail, then the snails."""
    return (
        *(Token(name, TRAIL) for name in state.trail if name not in state.snails),
        *(Token(name, SNAILS[seat], seat) for seat, name in enumerate(state.snails)),
    )


def faces(state: State) -> tuple[str, ...]:
    """There are no dice in play."""
    return ()


def notes(state: State) -> tuple[Event, ...]:
    """How far the snail to move must go, and how many squares are left."""
    if _over(state):
        return ()
    free = state.free.bit_count()
    return (Event("needs", state.to_move, SNAILS[state.to_move], words={"needed": state.steps, "free": free}),)


def solver(options: Options) -> Solver:
    """Decides positions exactly (`adjudicator.solver.Solver`)."""
    return Solver(options)
