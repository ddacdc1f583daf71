"""The text of an action: `move a3 b3 c3`, the spaces entered; `pass`; `hunt f3 e3`, a hunter's step."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.core.choices import Tap, Tapped, button
from adjudicator.core.errors import NotationError, quote
from adjudicator.core.game import Event
from adjudicator.games.snakes_and_foxes.state import SPACES, State

FORM = "write `move a3 b3 c3`, naming each space entered (H is the hub), or `pass`"
MOST_CHARACTERS = 200

_BY_NAME = {space.lower(): space for space in SPACES}
_PARTED = re.compile(r"[\s,-]+")


class Move(NamedTuple):
    """A seat's action: the spaces its token enters, one a step; none is a pass. `hunt`: a hunter's, from and to."""

    seat: int
    path: tuple[str, ...] = ()
    hunt: bool = False


def parse(text: str, state: State) -> Move:
    """The action that a text means, legal or not, for the seat to move. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM)
    word, *names = _PARTED.split(text.strip().lower())
    hunts = word == "hunt" and state.options.hunters == "player"
    seat = state.hunter if state.phase == "hunt" else state.seat(state.to_move)
    if word == "pass" and not names:
        return Move(seat)
    if word != "move" and not hunts:
        raise NotationError(f"{quoted} is no action", FORM)
    if not any(names):
        raise NotationError(f"{quoted} names no space", FORM)
    for name in names:
        if name not in _BY_NAME:
            raise NotationError(f"{quoted}: {name!r} is no space of the board", f"spaces are H and a1 to {SPACES[-1]}")
    if hunts and len(names) != 2:
        raise NotationError(f"{quoted} is no step of a hunter", "name where it stands and where it goes: `hunt f3 e3`")
    return Move(seat, tuple(_BY_NAME[name] for name in names), hunts)


def taps(action: Move, state: State) -> Tapped:
    """The spaces entered, one after the other; a hunter, and where it steps."""
    if not action.path:
        return Tapped((button("pass"),))
    if action.hunt:
        return Tapped((Tap(action.path[0], "piece"), Tap(action.path[1])), "hunt {*}")
    return Tapped(tuple(map(Tap, action.path)), "move {*}")


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    return " ".join(("hunt" if action.hunt else "move", *action.path)) if action.path else "pass"


TOKENS = ("player-a", "player-b")


def of_token(
    kind: str, state: State, token: int, *places: str, dice: tuple[int, ...] = (), words: Mapping[str, str | int] = {}
) -> Event:
    """An event about a token in play and the seat that plays it."""
    return Event(kind, state.seat(token), TOKENS[token], places, dice, words)
