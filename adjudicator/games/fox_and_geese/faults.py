"""Why a deed is not legal, in words that quote the rule it breaks; checked step by step, without listing all deeds."""

from __future__ import annotations

from adjudicator.games.fox_and_geese.position import Deed, Leap, Position
from adjudicator.games.fox_and_geese.rules import Rules
from printables.boards.fox_and_geese.model import Side


def fault(played: Rules, position: Position, deed: Deed) -> str:
    """What is wrong with a deed of the side to act; "" for a legal one."""
    kind, points = deed
    if kind == "pass":
        return "there is something that can be moved" if played.has_deed(position) else ""
    if kind == "huff":
        return _huff(played, position, points[0])
    if kind == "place":
        return _place(played, position, points[0])
    return _move(played, position, deed)


def _huff(played: Rules, position: Position, point: int) -> str:
    other = played.sides[1 - position.side]
    if played.duty(1 - position.side) != "huff":
        return "in this hunt no piece is lost for a capture that was missed"
    if not position.missed >> point & 1:
        return f"no {other.name} on {played.names[point]} has just missed a capture"
    return ""


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
    if points[1] not in played.tables[position.side].steps[start]:
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
