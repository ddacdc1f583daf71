"""Examples of a hunt's rules, found on its own board: where its pieces may step, a capture, the last step."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from printables.boards.fox_and_geese.model import SIDES, Capture, Hunt, Inside, Side
from printables.scene.components import Diagram

SPACE = 10.5  # mm from a point to the next in a diagram


class Leap(NamedTuple):
    """A capture: from a point over a piece to the free point behind; `further`: over and to of a second leap."""

    start: str
    over: str
    to: str
    further: tuple[str, str] | None = None

    @property
    def order(self) -> str:
        """As a player writes it."""
        return "x".join((self.start, self.to, *(self.further[1:] if self.further else ())))


def diagrams(hunt: Hunt) -> Mapping[str, Diagram]:
    """ "moves" of both sides beside each other; for a side "inside-ZONE-KIND", "placed-KIND", "capture-KIND" or
    "seize-KIND" (by a step), and "claim-KIND" (what a capture that was missed costs), if its pieces do so."""
    made = {"moves": Diagram(row=("moves-many", "moves-few"))}
    for name, side in zip(SIDES, hunt.sides, strict=True):
        made[f"moves-{name}"] = _moves(hunt, side)
        made |= {f"inside-{entry.zone}-{side.kind}": _inside(hunt, side, entry) for entry in side.inside}
        if side.hand:
            made[f"placed-{side.kind}"] = _placed(hunt, side)
    for side, capture, leap in captures(hunt):
        made[f"{'capture' if side.leaps else 'seize'}-{side.kind}"] = _taking(hunt, side, capture, leap)
        if capture.duty in ("huff", "add"):
            made[f"claim-{side.kind}"] = _claim(hunt, side, capture, leap)
    return made


def steps(hunt: Hunt, side: Side, start: str) -> tuple[str, ...]:
    """Where a piece of a side may step from a point that is in no zone of its own, on an empty board."""
    closed = {point for zone in side.closed for point in hunt.zone(zone)}
    far = hunt.grid.distances(hunt.zone(side.toward)) if side.toward else {}
    ends = (end for end in hunt.grid.links[start] if hunt.way(side, start, end) in side.moves and end not in closed)
    return tuple(end for end in ends if not side.toward or far.get(end, 0) < far.get(start, 0))


@lru_cache(maxsize=64)
def captures(hunt: Hunt) -> tuple[tuple[Side, Capture, Leap], ...]:
    """A capture for each side that captures, leaps first, in mid-board; by a step `further` is the other end, twice."""
    found = []
    for side in sorted(hunt.sides, key=lambda side: side.leaps is None):
        if side.capture:
            made = (_leaps if side.leaps else _seizures)(hunt, side, side.capture)
            best = min(made, key=lambda leap: (leap.further is None, off(hunt, leap.to), leap), default=None)
            found += [(side, side.capture, best)] if best else []
    return tuple(found)


class Shut(NamedTuple):
    """The last step of a hunt: from a point to another, which with those of others leaves no way to a piece `at`."""

    at: str
    others: tuple[str, ...]
    start: str
    to: str


@lru_cache(maxsize=64)
def shut(hunt: Hunt) -> Shut | None:
    """How the many hem in a lone piece that captures nothing, as far back on the board as it may be; else None."""
    many, few = hunt.sides
    if few.pieces > 1 or few.capture or not any(goal.kind == "block" for goal in many.wins):
        return None
    spots = hunt.grid.by_id
    ahead = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[few.forward]
    for at in sorted(spots, key=lambda one: (spots[one].column * ahead[0] + spots[one].row * ahead[1], off(hunt, one))):
        near = steps(hunt, few, at)
        if 1 < len(near) <= many.pieces:
            for to in near:
                for start in spots:
                    if start != at and start not in near and to in steps(hunt, many, start):
                        return Shut(at, tuple(one for one in near if one != to), start, to)
    return None


def _leaps(hunt: Hunt, side: Side, capture: Capture) -> Iterator[Leap]:
    def beyond(start: str) -> Iterator[tuple[str, str]]:
        for over in hunt.grid.links[start]:
            if hunt.way(side, start, over) in capture.ways:
                yield from ((over, to) for to in hunt.grid.links[over] if hunt.grid.straight(start, over, to))

    for start in hunt.grid.by_id:
        for over, to in beyond(start):
            yield Leap(start, over, to)
            for over2, to2 in beyond(to) if capture.chain else ():
                if len({start, over, to, over2, to2}) == 5 and not hunt.grid.straight(start, to, to2):
                    yield Leap(start, over, to, (over2, to2))


def _seizures(hunt: Hunt, side: Side, capture: Capture) -> Iterator[Leap]:
    links, flank = hunt.grid.links, capture.by == "flank"
    for start in hunt.grid.by_id:
        for to in steps(hunt, side, start):
            for near in links[to]:
                for end in links[near] if flank else links[to]:
                    line = (to, near, end) if flank else (near, to, end)
                    if start not in line and hunt.grid.straight(*line) and (flank or near < end):
                        yield Leap(start, near, to, (end, end))


def _moves(hunt: Hunt, side: Side) -> Diagram:
    """A piece well inside the board, arrows where it may go, crosses where it may not."""
    own, links = {point for entry in side.inside for point in hunt.zone(entry.zone)}, hunt.grid.links
    points = [point for point in links if point not in own] or list(links)
    start = max(points, key=lambda point: (len(links[point]), len(steps(hunt, side, point)), -off(hunt, point)))
    return _stepping(hunt, side, start, steps(hunt, side, start))


def _stepping(hunt: Hunt, side: Side, start: str, ends: tuple[str, ...]) -> Diagram:
    show = _around(hunt, (start, *hunt.grid.links[start]))
    ways, barred = tuple((start, end) for end in ends), tuple(end for end in hunt.grid.links[start] if end not in ends)
    return Diagram(show=show, put={side.kind: (start,)}, ways=ways, barred=barred, space=SPACE)


def _inside(hunt: Hunt, side: Side, entry: Inside) -> Diagram:
    """A piece in a zone that has rules of its own, arrows where it may go, crosses where it may not."""
    zone, links = set(hunt.zone(entry.zone)), hunt.grid.links
    free = {point: [end for end in links[point] if entry.leave or end in zone] for point in zone}
    ends = {point: tuple(end for end in free[point] if hunt.way(side, point, end) in entry.moves) for point in zone}
    # In the middle of the zone, but where something is barred, if such a point there is.
    start = min(zone, key=lambda point: (not 0 < len(ends[point]) < len(links[point]), -len(ends[point]), point))
    return _stepping(hunt, side, start, ends[start])


def _placed(hunt: Hunt, side: Side) -> Diagram:
    """The free points, ringed, of the zone where a side places its pieces in hand."""
    taken, other = {*hunt.many.start, *hunt.few.start}, hunt.other(side)
    free = tuple(point for point in hunt.zone(side.place) if point not in taken)
    show = _around(hunt, free)
    put = tuple(point for point in show if point in other.start)
    return Diagram(show=show, put={other.kind: put} if put else {}, ringed=free, space=SPACE)


def _taking(hunt: Hunt, side: Side, capture: Capture, leap: Leap) -> Diagram:
    """A capture, and what it takes, crossed out."""
    mine, lost, ways = [leap.start], [leap.over], [(leap.start, leap.to)]
    if leap.further:
        (mine if capture.by == "flank" else lost).append(leap.further[0])
        ways += [(leap.to, leap.further[1])] if capture.by == "leap" else []
    show = _around(hunt, (*mine, *lost, leap.to, ways[-1][1]))
    put = {side.kind: tuple(mine), hunt.other(side).kind: tuple(lost)}
    return Diagram(show=show, put=put, ways=tuple(ways), barred=tuple(lost), space=SPACE)


def _claim(hunt: Hunt, side: Side, capture: Capture, leap: Leap) -> Diagram:
    """A capture that was missed: the piece that may be huffed, crossed out, or the points where one may be added."""
    put = {side.kind: (leap.start,), hunt.other(side).kind: (leap.over,)}
    own = (leap.start, leap.over, leap.to)
    free = tuple(point for point in hunt.zone(capture.add) if point not in own) if capture.duty == "add" else ()
    barred = () if capture.duty == "add" else (leap.start,)
    return Diagram(show=_around(hunt, (*own, *free)), put=put, barred=barred, ringed=free, space=SPACE)


def off(hunt: Hunt, point: str) -> float:
    """How far a point is from the middle of the board."""
    spots, spot = hunt.grid.by_id, hunt.grid.by_id[point]
    columns, rows = [one.column for one in spots.values()], [one.row for one in spots.values()]
    return abs(2 * spot.column - min(columns) - max(columns)) + abs(2 * spot.row - min(rows) - max(rows))


def _around(hunt: Hunt, points: tuple[str, ...]) -> tuple[str, ...]:
    """Every point in the box that holds those points; none of none, which in a diagram is the whole board."""
    if not points:
        return ()
    spots = [hunt.grid.by_id[point] for point in points]
    left, right = min(spot.column for spot in spots), max(spot.column for spot in spots)
    top, bottom = min(spot.row for spot in spots), max(spot.row for spot in spots)
    return tuple(spot.id for spot in hunt.grid.spots if left <= spot.column <= right and top <= spot.row <= bottom)
