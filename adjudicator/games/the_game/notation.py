"""The text of an action: `e1-e4-g4`, the squares where a slide starts, turns and ends; `pass`."""

import re
from itertools import pairwise
from typing import NamedTuple

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Tap, Tapped, button
from adjudicator.games.the_game.state import State, corners, direction, squares

FORM = "write the squares where the slide starts, turns and ends, as in `e1-e4-g4`, or `pass`"
MOST_CHARACTERS = 100

_PARTED = re.compile(r"[\s,>-]+")


class Move(NamedTuple):
    """A seat's action: where a slide starts, turns and ends; no squares at all is a pass."""

    seat: int
    way: tuple[str, ...] = ()


def parse(text: str, state: State) -> Move:
    """The action that a text means, legal or not. Squares gone straight over may be named. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM, "a slide")
    names = [name for name in _PARTED.split(text.strip().lower()) if name]
    if names == ["pass"]:
        return Move(state.to_move)
    if names[:1] in (["move"], ["enter"]):
        names = names[1:]
    known = squares(state.options.size)
    for name in names:
        if name not in known:
            hint = f"squares are a1 to {[*known][-1]}" if re.fullmatch(r"[a-z]\d+", name) else FORM
            raise NotationError(f"{quoted}: {name!r} is no square of the board", hint)
    if len(names) < 2:
        raise NotationError(f"{quoted} is no slide", FORM)
    for a, b in pairwise(names):
        if direction(a, b) is None:
            raise NotationError(f"{quoted}: {a} and {b} are on no common rank or file", f"name the corner; {FORM}")
    return Move(state.to_move, corners(names))


def taps(action: Move, state: State) -> Tapped:
    """Where the slide starts and ends, then its corners, if it turns: which way, should there be several."""
    if not action.way:
        return Tapped((button("pass"),))
    start, *corners, end = action.way
    ends = (Tap(start, "piece" if start in state.stacks else "place"), Tap(end))
    return Tapped((*ends, Tap("-".join(corners), "direction")), "{0}-{2}-{1}") if corners else Tapped(ends, "{*-}")


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    return "-".join(action.way) if action.way else "pass"
