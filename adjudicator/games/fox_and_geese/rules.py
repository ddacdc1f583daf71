"""The rules of every hunt on bit masks, point i of the grid as bit i: pure and quick; the game module speaks names.

A `Deed` is (kind, points): ("step", (a, b)), ("jump", (a, b, c, ...)) over the points landed on, ("place", (a,)),
("huff", (a,)) or ("pass", ())."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal, NamedTuple, TypeAlias

from printables.boards.fox_and_geese.model import ENDS, Hunt, Side

Kind: TypeAlias = Literal["step", "jump", "place", "huff", "pass"]
Deed: TypeAlias = tuple[Kind, tuple[int, ...]]
Leap: TypeAlias = tuple[int, int]  # the point leapt over, the point landed on
PASS: Deed = ("pass", ())
MANY, FEW = 0, 1
KINDS, ENDINGS = tuple(ENDS), tuple(ENDS.values())  # of goals, by number, and how a game ends by them
BLOCK, CAPTURE_ALL, REDUCE, TAKE, FILL, HOLD, PASS_BY = range(len(KINDS))


class Position(NamedTuple):
    """Who stands where and who is to act. `hand`, `taken`: pieces to be placed, pieces lost, of each seat. `missed`:
    pieces of the other side that owed a capture and did not make it. `last`: the point each side's last piece stands
    on, -1 where that does not matter."""

    side: int
    pieces: tuple[int, int]
    hand: tuple[int, int] = (0, 0)
    taken: tuple[int, int] = (0, 0)
    missed: int = 0
    last: tuple[int, int] = (-1, -1)


class Ending(NamedTuple):
    """Why a position ends the game and who has won (None: nobody)."""

    reason: str
    winner: int | None


def bits(mask: int) -> Iterator[int]:
    """The points of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _leapt(leaps: Iterable[Leap]) -> int:
    return sum({1 << over for over, _ in leaps})  # a piece may be leapt over twice


def changed(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """The pair with the value of one seat replaced."""
    return (value, pair[1]) if seat == MANY else (pair[0], value)


# Rules as functions of numbers, which compiled play is made of, too. A set of points is a number, a bit for each.


def count(points: int) -> int:
    """How many points are in a set."""
    return points.bit_count()


def lowest(points: int) -> int:
    """The first point of a set."""
    return (points & -points).bit_length() - 1


def opens(leaps: Sequence[int], prey: int, free: int) -> bool:
    """Whether one of these leaps can be made."""
    for index in range(0, len(leaps), 2):  # noqa: SIM110 - compiled code has no generators
        if prey >> leaps[index] & free >> leaps[index + 1] & 1:
            return True
    return False


def shut(pairs: Sequence[int], prey: int, behind: int) -> int:
    """What a step takes of the prey: an enemy with a friend behind him, or two enemies on either hand."""
    gone = 0
    for index in range(0, len(pairs), 2):
        near, far = 1 << pairs[index], 1 << pairs[index + 1]
        if prey & near and behind & far:
            gone |= near | far & prey
    return gone


def together(along: Sequence[int], points: int) -> int:
    """How far forward these points lie together."""
    found = 0
    while points:
        found += along[lowest(points)]
        points &= points - 1
    return found


def passed(along: Sequence[int], mine: int, prey: int) -> int:
    """How many of the prey are behind the foremost of mine."""
    front, behind = along[lowest(mine)] if mine else 0, 0
    while mine:
        front = max(front, along[lowest(mine)])
        mine &= mine - 1
    while prey:
        behind += along[lowest(prey)] < front
        prey &= prey - 1
    return behind


def led_to(ends: Sequence[int], points: int) -> int:
    """Where one step leads from any of these points, as if nobody stood there."""
    found = 0
    while points:
        found |= ends[lowest(points)]
        points &= points - 1
    return found


def spread(ends: Sequence[int], points: int, free: int) -> int:
    """These points, and the free ones to which steps lead from them."""
    fresh = points
    while fresh:
        fresh = led_to(ends, fresh) & free & ~points
        points |= fresh
    return points


def apart(ends: Sequence[int], points: int, others: int) -> int:
    """How many steps the others lie from these points, all together, as if nobody stood between."""
    far = steps = 0
    fresh = points
    while fresh:
        steps += 1
        fresh = led_to(ends, fresh) & ~points
        points |= fresh
        far += steps * count(fresh & others)
    return far


def progress(
    kind: int, number: int, zone: int, mine: int, prey: int, hand: int, taken: int, whole: int, along: Sequence[int]
) -> tuple[int, int]:
    """How much there is of what a goal asks for, and how much that is. Of the goal: its kind, a count, a zone. Of the
    other side: `prey`, those in `hand`, `taken`, and the `whole` of it."""
    if kind == TAKE:
        return taken, number
    if kind == FILL:
        return count(zone & mine), count(zone)
    if kind == HOLD:
        return count(zone & mine), number
    left = count(prey) + hand
    if kind == PASS_BY:
        return passed(along, mine, prey), left
    return whole - left, whole - number


@dataclass(frozen=True)
class Tables:
    """What one side's pieces may do from each point, worked out once. Of two points each there are rows of both."""

    side: Side
    ends: tuple[int, ...]  # where they step
    leaps: tuple[tuple[int, ...], ...]  # what they leap over and where they land
    pairs: tuple[tuple[int, ...], ...]  # of a capture by a step: what matters to a piece which comes here
    along: tuple[int, ...]  # how far forward each point lies
    drop: int  # where pieces in hand may be placed
    add: int  # where a piece is added when the other side has missed a capture
    goals: tuple[tuple[int, int, int], ...]  # how it wins: a kind, a count, a zone
    blocks: bool  # whether it wins by leaving the other side nothing to do, too


class Rules:
    """One hunt, ready to be played."""

    def __init__(self, hunt: Hunt) -> None:
        self.hunt = hunt
        self.names = tuple(spot.id for spot in hunt.grid.spots)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.zones = {zone.name: self.mask(zone.points) for zone in hunt.zones}
        self.board = (1 << len(self.names)) - 1
        self.tables = (self._tables(hunt.many, hunt.few), self._tables(hunt.few, hunt.many))
        self.sides = hunt.sides
        self.first = MANY if hunt.first == "many" else FEW

    def mask(self, names: Iterable[str]) -> int:
        return sum(1 << self.index[name] for name in names)

    def _tables(self, side: Side, other: Side) -> Tables:
        hunt, grid = self.hunt, self.hunt.grid
        near = grid.distances(hunt.zone(side.toward)) if side.toward else {}
        closed = {point for zone in side.closed for point in hunt.zone(zone)}
        leapt = side.capture.ways if side.capture and side.capture.by == "leap" else ()
        ends, leaps = [], []
        for name in self.names:
            inside = [entry for entry in side.inside if name in hunt.zone(entry.zone)]
            kept = [set(hunt.zone(entry.zone)) for entry in inside if not entry.leave]
            ways = inside[0].moves if inside else side.moves

            def may_enter(point: str, kept: list[set[str]] = kept) -> bool:
                return point not in closed and all(point in zone for zone in kept)

            steps = [there for there in grid.links[name] if may_enter(there) and hunt.way(side, name, there) in ways]
            ends.append(self.mask(there for there in steps if inside or not side.toward or near[there] < near[name]))
            overs = [over for over in grid.links[name] if hunt.way(side, name, over) in leapt]
            beyond = [(over, there) for over in overs for there in grid.links[over] if there != name]
            made = (leap for leap in beyond if grid.straight(name, *leap) and may_enter(leap[1]))
            leaps.append(tuple(map(self.index.__getitem__, chain.from_iterable(made))))
        pairs = tuple(tuple(chain.from_iterable(self._pairs(side, name))) for name in self.names)
        along = tuple(
            {"up": -spot.row, "down": spot.row, "left": -spot.column, "right": spot.column}[side.forward]
            for spot in grid.spots
        )
        owed = other.capture
        add = self.mask(hunt.zone(owed.add)) if owed is not None and owed.duty == "add" else 0
        wins = [(KINDS.index(one.kind), one.count, self.zones.get(one.zone, 0)) for one in side.wins]
        goals = tuple(goal for goal in wins if goal[0] != BLOCK)
        drop = self.mask(hunt.zone(side.place))
        return Tables(side, tuple(ends), tuple(leaps), pairs, along, drop, add, goals, goals != tuple(wins))

    def _pairs(self, side: Side, name: str) -> Iterator[Leap]:
        """Where the enemy and the friend behind him stand ("flank"), or two enemies on either hand ("between")."""
        grid = self.hunt.grid
        by = side.capture.by if side.capture else "leap"
        for near in grid.links[name]:
            if by == "flank":
                far = (there for there in grid.links[near] if there != name and grid.straight(name, near, there))
                yield from ((self.index[near], self.index[there]) for there in far)
            elif by == "between":
                for there in grid.links[name]:
                    if near < there and grid.straight(near, name, there):
                        yield self.index[near], self.index[there]

    def start(self) -> Position:
        many, few = self.sides
        pieces = self.mask(many.start), self.mask(few.start)
        position = Position(self.first, pieces, (many.hand, few.hand))
        return position._replace(side=self.placer(position, self.first))

    def placer(self, position: Position, turn: int) -> int:
        """Who acts: a side that has yet to set up its pieces in hand, else the side whose turn it would be."""
        for seat in (turn, 1 - turn):
            if position.hand[seat] and self.sides[seat].placing == "first":
                return seat
        return turn

    def setting_up(self, position: Position) -> bool:
        """Whether the side to act has pieces to place before any of its own may move."""
        return bool(position.hand[position.side]) and self.sides[position.side].placing != "any-turn"

    def deeds(self, position: Position) -> Iterator[Deed]:
        """Everything the side to act may do: claims, leaps, steps, placements; pass only when there is nothing."""
        deeds = self._deeds(position)
        yield next(deeds, PASS)
        yield from deeds

    def has_deed(self, position: Position) -> bool:
        """Whether the side to act can do anything but pass."""
        return next(self._deeds(position), None) is not None

    def _deeds(self, position: Position) -> Iterator[Deed]:
        yield from self.claims(position)
        side = position.side
        if not self.setting_up(position):
            movers = self.movers(position)
            leapers = self.leapers(position, movers)
            for point in bits(leapers):
                for path in self.paths(position, point):
                    yield ("jump", path)
            if leapers and self.forced(side):
                return
        yield from self.quiet(position)

    def quiet(self, position: Position) -> Iterator[Deed]:
        """Steps and placements, whether or not a capture is forced."""
        side = position.side
        if not self.setting_up(position):
            free = self.free(position)
            ends = self.tables[side].ends
            for point in bits(self.movers(position)):
                for there in bits(ends[point] & free):
                    yield ("step", (point, there))
        if position.hand[side]:
            for point in bits(self.places(position)):
                yield ("place", (point,))

    def claims(self, position: Position) -> Iterator[Deed]:
        """What may be done about a capture that the other side has missed, before the turn itself."""
        if not position.missed:
            return
        for point in bits(self.additions(position)):
            yield ("place", (point,))
        if self.duty(1 - position.side) == "huff":
            for point in bits(position.missed):
                yield ("huff", (point,))

    def has_claim(self, position: Position) -> bool:
        """Whether anything may be done about a capture missed."""
        return next(self.claims(position), None) is not None

    def additions(self, position: Position) -> int:
        """Where the side to act may add a piece for a capture missed."""
        return self.tables[position.side].add & self.free(position) if position.missed else 0

    def places(self, position: Position) -> int:
        """Where a piece in hand may be placed."""
        return self.tables[position.side].drop & self.free(position) & ~self.additions(position)

    def free(self, position: Position) -> int:
        return self.board & ~(position.pieces[0] | position.pieces[1])

    def reach(self, position: Position) -> int:
        """Where the few can come to by steps, were the many to stay where they are."""
        return spread(self.tables[FEW].ends, position.pieces[FEW], self.free(position))

    def duty(self, seat: int) -> str:
        capture = self.sides[seat].capture
        return capture.duty if capture else "optional"

    def forced(self, seat: int) -> bool:
        return self.duty(seat) == "forced"

    def movers(self, position: Position) -> int:
        """The pieces that may move: all, or all but the last moved where sides alternate and another one can."""
        mine = position.pieces[position.side]
        last = position.last[position.side]
        if last < 0 or not mine >> last & 1:
            return mine
        others = mine & ~(1 << last)
        steps = led_to(self.tables[position.side].ends, others) & self.free(position)
        return others if steps or self.leapers(position, others) else mine

    def leapers(self, position: Position, among: int) -> int:
        """Those of the pieces that can capture."""
        if self.sides[position.side].capture is None:
            return 0
        leaps = self.tables[position.side].leaps
        prey, free = position.pieces[1 - position.side], self.free(position)
        return sum(1 << point for point in bits(among) if opens(leaps[point], prey, free))

    def paths(self, position: Position, start: int) -> Iterator[tuple[int, ...]]:
        """The captures of one piece as the points it lands on; every chain that may end where it ends."""
        capture = self.sides[position.side].capture
        if capture is None:
            return
        stack: list[tuple[tuple[int, ...], tuple[Leap, ...]]] = [((start,), ())]
        while stack:
            path, done = stack.pop()
            onward = tuple(self.onward(position, path, done)) if capture.chain or not done else ()
            if done and not (onward and capture.duty == "forced"):
                yield path
            stack += [((*path, leap[1]), (*done, leap)) for leap in reversed(onward)]

    def onward(self, position: Position, path: tuple[int, ...], done: tuple[Leap, ...]) -> Iterator[Leap]:
        """The leaps open to a piece that has come along `path` over the victims in `done`."""
        side = position.side
        capture = self.sides[side].capture
        if capture is None:
            return
        prey, free = position.pieces[1 - side], self.free(position) | 1 << path[0]
        if not capture.repeat:
            leapt = _leapt(done)
            free, prey = free | leapt, prey & ~leapt
        made = {(path[number], *leap) for number, leap in enumerate(done)}
        here, row = path[-1], self.tables[side].leaps[path[-1]]
        for index in range(0, len(row), 2):
            over, there = row[index], row[index + 1]
            if prey >> over & 1 and free >> there & 1 and (here, over, there) not in made:
                yield over, there

    def victims(self, position: Position, path: tuple[int, ...]) -> tuple[Leap, ...] | None:
        """The leaps along a path, or None where one of them cannot be made."""
        done: tuple[Leap, ...] = ()
        for number in range(1, len(path)):
            leap = next((one for one in self.onward(position, path[:number], done) if one[1] == path[number]), None)
            if leap is None:
                return None
            done = (*done, leap)
        return done

    def after(self, position: Position, deed: Deed) -> Position:
        """The position after a legal deed, the next side to act."""
        kind, points = deed
        side = position.side
        mine, prey = position.pieces[side], position.pieces[1 - side]
        if kind == "huff":
            pieces = changed(position.pieces, 1 - side, prey & ~(1 << points[0]))
            taken = changed(position.taken, 1 - side, position.taken[1 - side] + 1)
            return position._replace(pieces=pieces, taken=taken, missed=0)
        if kind == "place":
            pieces = changed(position.pieces, side, mine | 1 << points[0])
            if self.additions(position) >> points[0] & 1:
                return position._replace(pieces=pieces, missed=0)
            hand = changed(position.hand, side, position.hand[side] - 1)
            placed = position._replace(pieces=pieces, hand=hand, missed=0)
            if self.sides[side].placing == "first":
                return placed._replace(side=self.placer(placed, side if placed.hand[side] else self.first))
            return placed._replace(side=1 - side, missed=self._missed(position, deed))
        if kind == "pass":
            return position._replace(side=1 - side, missed=0)
        mine = mine & ~(1 << points[0]) | 1 << points[-1]
        gone = _leapt(self.victims(position, points) or ()) if kind == "jump" else self.shut(position, points)
        prey &= ~gone
        taken = changed(position.taken, 1 - side, position.taken[1 - side] + gone.bit_count())
        pieces = (mine, prey) if side == MANY else (prey, mine)
        last = changed(position.last, side, points[-1]) if self.sides[side].alternate else position.last
        return Position(1 - side, pieces, position.hand, taken, self._missed(position, deed), last)

    def shut(self, position: Position, points: tuple[int, ...]) -> int:
        """What a step takes of the other side, where steps capture."""
        side = position.side
        mine, prey = position.pieces[side] & ~(1 << points[0]), position.pieces[1 - side]
        capture = self.sides[side].capture
        return shut(self.tables[side].pairs[points[1]], prey, mine if capture and capture.by == "flank" else prey)

    def _missed(self, position: Position, deed: Deed) -> int:
        """The pieces, where they stand afterwards, that owed a capture which this deed leaves out."""
        capture = self.sides[position.side].capture
        if capture is None or capture.duty not in ("huff", "add"):
            return 0
        kind, points = deed
        if kind == "jump":
            done = self.victims(position, points) or ()
            more = capture.chain and next(self.onward(position, points, done), None) is not None
            return 1 << points[-1] if more else 0
        owed = self.leapers(position, self.movers(position))
        if kind == "step" and owed >> points[0] & 1:
            owed = owed & ~(1 << points[0]) | 1 << points[1]
        return owed

    def ending(self, position: Position) -> Ending | None:
        """How the position ends the game, repetition and the limit of turns apart."""
        for seat in (1 - position.side, position.side):
            for goal in self.tables[seat].goals:
                have, need = self.progress(position, seat, goal)
                if have >= need and (position.pieces[seat] or goal[0] != PASS_BY):
                    return Ending(ENDINGS[goal[0]], seat)
        if not self.has_deed(position):
            if self.tables[1 - position.side].blocks:
                return Ending(ENDINGS[BLOCK], 1 - position.side)
            if not self.has_deed(position._replace(side=1 - position.side, missed=0)):
                return Ending("stuck", None)
        return None

    def progress(self, position: Position, seat: int, goal: tuple[int, int, int]) -> tuple[int, int]:
        """How much a seat has of what a goal of its asks for, and how much that is."""
        other, pieces = 1 - seat, position.pieces
        hand, taken, whole = position.hand[other], position.taken[other], self.sides[other].pieces
        return progress(*goal, pieces[seat], pieces[other], hand, taken, whole, self.tables[seat].along)

    def stalled(self, many: Sequence[int]) -> bool:
        """Whether the many have made so many turns in a row without a step forward as loses. `many`: where they stood
        before each turn of theirs, and where they stand now."""
        along, most = self.tables[MANY].along, self.hunt.stalling
        far = [together(along, points & self.board) for points in many[-most - 1 :]]
        return most < len(far) and all(after <= before for before, after in pairwise(far))
