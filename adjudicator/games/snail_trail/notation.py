"""The text of an action: `b2 c3 c4`, the squares entered."""

import re
from typing import NamedTuple

from adjudicator.core.errors import NotationError
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
