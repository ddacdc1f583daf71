"""The text of an action: `d4-d5`, a chain of captures `d4xd6xf6`, `place d4`, `huff d4`, `pass`."""

import re
from typing import NamedTuple

from adjudicator.core.choices import Tap, Tapped, button
from adjudicator.core.errors import NotationError
from adjudicator.games.fox_and_geese.position import Deed, Kind
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.state import State, rules

FORM = "write d4-d5, d4xd6 to capture, `place d4`, `huff d4` or `pass`"
MOST_CHARACTERS = 400
MOST_POINTS = 60

_SPACES = re.compile(r"\s+")
_LEAPS = re.compile(r"\s*[x×:]\s*")
_STEP = re.compile(r"\s*[-–—−]\s*|\s+")


class Move(NamedTuple):
    """A seat's action: a step or a chain of captures over the points stood on, a point placed on or huffed, a pass."""

    seat: int
    kind: Kind
    points: tuple[str, ...] = ()

    def deed(self, played: Rules) -> Deed:
        """The same on masks."""
        return self.kind, tuple(played.index[point] for point in self.points)


def named(deed: Deed, seat: int, played: Rules) -> Move:
    """A deed with the names of its points."""
    return Move(seat, deed[0], tuple(played.names[point] for point in deed[1]))


def parse(text: str, state: State) -> Move:
    """The action that a text means, legal or not, for the seat to move. Raises NotationError."""
    quoted = repr(text if len(text) <= 60 else f"{text[:60]}...")
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"{quoted} is too long for an action", FORM)
    played, seat = rules(state.options), state.to_move
    words = _SPACES.sub(" ", text.strip().lower())
    if words == "pass":
        return Move(seat, "pass")
    verb, _, rest = words.partition(" ")
    if verb in ("place", "huff"):
        return Move(seat, "place" if verb == "place" else "huff", _points(rest.split(), 1, 1, played, quoted))
    if verb == "move":
        words = rest
    if _LEAPS.search(words):
        return Move(seat, "jump", _points(_LEAPS.split(words), 2, MOST_POINTS, played, quoted))
    return Move(seat, "step", _points(_STEP.split(words), 2, 2, played, quoted))


def _points(names: list[str], least: int, most: int, played: Rules, quoted: str) -> tuple[str, ...]:
    known = [name for name in names if name in played.index]
    for name in names:
        if name not in played.index:
            if not known and not re.fullmatch(r"[a-z]\d{1,2}", name):
                raise NotationError(f"{quoted} is no action", FORM)
            hint = f"the points are {played.names[0]} to {played.names[-1]}"
            raise NotationError(f"{quoted}: {name!r} is no point of this board", hint)
    if not least <= len(names) <= most:
        raise NotationError(f"{quoted} names {len(names)} points", FORM)
    return tuple(names)


def taps(action: Move) -> Tapped:
    """A piece, then where it goes; a point to place on, a piece to take away."""
    if action.kind == "pass":
        return Tapped((button("pass"),))
    if action.kind in ("place", "huff"):
        return Tapped((Tap(action.points[0], "place" if action.kind == "place" else "piece"),), f"{action.kind} {{*}}")
    start, *others = action.points
    return Tapped((Tap(start, "piece"), *map(Tap, others)), "{*x}" if action.kind == "jump" else "{*-}")


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    if action.kind == "pass":
        return "pass"
    if action.kind in ("place", "huff"):
        return f"{action.kind} {action.points[0]}"
    return ("x" if action.kind == "jump" else "-").join(action.points)
