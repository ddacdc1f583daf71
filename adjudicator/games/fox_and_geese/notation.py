"""The text of an action: `d4-d5`, a chain of captures `d4xd6xf6`, `place d4`, `huff d4`, `pass`."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Ask, Chain, Ground, Tap, Tapped, button
from adjudicator.core.game import seat_letter
from adjudicator.games.fox_and_geese.rules import Deed, Kind, Leap, Position, Rules, bits
from adjudicator.games.fox_and_geese.state import State, rules
from printables.boards.fox_and_geese.model import Side

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
    quoted = quote(text, MOST_CHARACTERS, FORM)
    played, seat = rules(state.options), state.to_move
    words = _SPACES.sub(" ", text.strip().lower())
    if words == "pass":
        return Move(seat, "pass")
    verb, _, rest = words.partition(" ")
    if verb in ("place", "huff"):
        return Move(seat, "place" if verb == "place" else "huff", _points(rest.split(), 1, 1, played, quoted))
    words = rest if verb == "move" else words
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
        raise NotationError(f"{quoted} names the wrong number of points ({len(names)})", FORM)
    return tuple(names)


def taps(action: Move, state: State) -> Tapped:
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


def ground(seat: int) -> str:
    """The name of what a seat's chains go over."""
    return f"leaps of {seat_letter(seat)}"


def grounds(played: Rules) -> Mapping[str, Ground]:
    """Every leap of the sides that capture in chains."""
    return {
        ground(seat): Ground(played.names, played.tables[seat].leaps)
        for seat, side in enumerate(played.sides)
        if side.capture and side.capture.chain
    }


def chain(played: Rules, position: Position, ask: Ask | None) -> Chain | None:
    """All captures of the side to act, where it captures in chains and can capture."""
    seat, movers = position.side, played.movers(position)
    capture = played.sides[seat].capture
    if not (capture and capture.chain) or played.setting_up(position) or not played.leapers(position, movers):
        return None

    def named(mask: int) -> tuple[str, ...]:
        return tuple(played.names[point] for point in bits(mask))

    prey, free = named(position.pieces[1 - seat]), named(played.free(position))
    return Chain(ground(seat), named(movers), prey, free, capture.duty == "forced", capture.repeat, ask=ask)


def others(played: Rules, position: Position) -> Iterator[Deed]:
    """What the side to act may do instead of a capture."""
    yield from played.claims(position)
    if not played.forced(position.side):
        yield from played.quiet(position)


def fault(played: Rules, position: Position, deed: Deed) -> str:
    """What is wrong with a deed of the side to act; "" for a legal one."""
    kind, points = deed
    if kind == "pass":
        return "there is something that can be moved" if played.has_deed(position) else ""
    if kind == "huff":
        point, other = points[0], played.sides[1 - position.side]
        if played.duty(1 - position.side) != "huff":
            return "in this hunt no piece is lost for a capture that was missed"
        if not position.missed >> point & 1:
            return f"no {other.name} on {played.names[point]} has just missed a capture"
        return ""
    if kind == "place":
        return _place(played, position, points[0])
    return _move(played, position, deed)


def _place(played: Rules, position: Position, point: int) -> str:
    name, side = played.names[point], played.sides[position.side]
    if position.missed and played.additions(position) >> point & 1:
        return ""
    if not position.hand[position.side]:
        if played.tables[position.side].add:
            if not position.missed:
                return f"a {side.name} is added only when the other side has just missed a capture"
            return f"a {side.name} cannot be added on {name}"
        return f"the {side.plural} have no pieces in hand"
    if not played.free(position) >> point & 1:
        return f"{name} is taken"
    if not played.places(position) >> point & 1:
        return f"{name} is not where {side.plural} are placed"
    if not played.setting_up(position) and _must_capture(played, position):
        return f"a {side.name} can capture, and must"
    return ""


def _must_capture(played: Rules, position: Position) -> bool:
    return played.forced(position.side) and bool(played.leapers(position, played.movers(position)))


def _move(played: Rules, position: Position, deed: Deed) -> str:
    kind, points = deed
    names, side = played.names, played.sides[position.side]
    start, mine = points[0], position.pieces[position.side]
    if played.setting_up(position):
        return f"{position.hand[position.side]} {side.plural} are to be placed first"
    if not mine >> start & 1:
        whose = "another player's piece" if position.pieces[1 - position.side] >> start & 1 else "nobody"
        return f"{whose} stands on {names[start]}"
    if not played.movers(position) >> start & 1:
        return f"the {side.name} on {names[start]} has just moved: another one must, while it can"
    if kind == "jump":
        return _jump(played, position, points, side)
    if not played.free(position) >> points[1] & 1:
        return f"{names[points[1]]} is taken"
    if not played.tables[position.side].ends[start] >> points[1] & 1:
        return _no_step(played, position, start, points[1], side)
    if _must_capture(played, position):
        return f"a {side.name} can capture, and must"
    return ""


def _no_step(played: Rules, position: Position, start: int, end: int, side: Side) -> str:
    hunt, a, b = played.hunt, played.names[start], played.names[end]
    if b not in hunt.grid.links[a]:
        return f"no line joins {a} and {b}"
    if any(b in hunt.zone(zone) for zone in side.closed):
        return f"{side.plural} may not enter {b}"
    inside = [entry for entry in side.inside if a in hunt.zone(entry.zone)]
    if any(not entry.leave and b not in hunt.zone(entry.zone) for entry in inside):
        return f"{side.plural} never leave the {inside[0].zone} again"
    way, ways = hunt.way(side, a, b), inside[0].moves if inside else side.moves
    if way not in ways:
        return f"{side.plural} do not move {way.replace('-diagonal', ' along a slanting line')}"
    return f"{b} is no nearer to the {side.toward}"


def _jump(played: Rules, position: Position, points: tuple[int, ...], side: Side) -> str:
    names, capture = played.names, side.capture
    if capture is None:
        return f"{side.plural} do not capture"
    if len(points) > 2 and not capture.chain:
        return f"a {side.name} captures one piece a turn"
    done: list[Leap] = []
    for number in range(1, len(points)):
        onward = list(played.onward(position, points[:number], tuple(done)))
        leap = next((one for one in onward if one[1] == points[number]), None)
        if leap is None:
            return f"nothing can be captured from {names[points[number - 1]]} to {names[points[number]]}"
        done.append(leap)
    if capture.chain and capture.duty == "forced" and next(played.onward(position, points, tuple(done)), None):
        return f"the {side.name} can capture on from {names[points[-1]]}, and must"
    return ""
