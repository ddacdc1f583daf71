"""Value and best move of a position: `postfox position solve fox-and-geese`. Hunts too large for it are said to be so.

The value is that of the position alone: that it stood before, and the turns that are left, are not looked at. Where the
many stand is a group; which of the ways the few can stand is a bit of a whole number. One operation on numbers then
decides a move for every stand of the few at once: two million positions of wolf-and-sheep take seconds. The tables of a
hunt (`HuntTables`) as `postfox position solve --table` makes them and asks them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from importlib.util import find_spec
from itertools import combinations
from math import comb
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.core import GameError
from adjudicator.core.solver import LIMIT, Decided, Tier, TooLarge, Verdict
from adjudicator.games.fox_and_geese.notation import named
from adjudicator.games.fox_and_geese.proof import MOST, Search
from adjudicator.games.fox_and_geese.rules import FEW, MANY, Position, Rules, bits
from adjudicator.games.fox_and_geese.state import WINNERS, Options, State, outcome, rules, to_position
from adjudicator.games.fox_and_geese.tables.known import Known, Value, folder, known, rank, result
from adjudicator.games.fox_and_geese.tables.told import tell
from printables.boards.fox_and_geese.model import Goal
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.games.fox_and_geese.tables.tiers import Deciding

Stands: TypeAlias = int  # a bit for each way the few can stand
MOST_STANDS = 5_000  # equivalent: no hunt has 5,000 or 5,001 of them


def applies(played: Rules) -> bool:
    """Whether positions of this hunt are no more than who stands where and who is to move."""
    return (
        not any(side.capture or side.alternate or side.hand for side in played.sides)
        and comb(len(played.names), played.hunt.few.pieces) <= MOST_STANDS  # equivalent: see there
    )


class Sets:
    """Every position whose group can be reached from those given, decided. See `worth`."""

    def __init__(self, played: Rules, groups: Iterable[int], few: int, most: int) -> None:
        """`few`: how many there are; `most`: positions at most, beyond which OverflowError is raised."""
        self.played = played
        points = range(len(played.names))
        self.stands = tuple(sum(1 << point for point in stand) for stand in combinations(points, few))
        self.number = {mask: number for number, mask in enumerate(self.stands)}
        self.all: Stands = (1 << len(self.stands)) - 1
        self.on = tuple(self._those(mask >> point & 1 for mask in self.stands) for point in points)
        self._before = tuple(self._steps_into(mask) for mask in self.stands)
        self._cache: dict[Stands, Stands] = {}
        self.next: dict[int, tuple[tuple[int, int], ...]] = {}  # group -> (group, point entered)
        self.back: dict[int, list[int]] = defaultdict(list)
        self.size = 0  # positions, of both sides to move
        self._reach(groups, most)
        self.free = {group: self.all & ~sum_of(self.on[point] for point in bits(group)) for group in self.next}
        # What is decided, by side to move and winner, and after how many deeds.
        self.won: list[list[dict[int, Stands]]] = [[dict.fromkeys(self.next, 0) for _ in range(2)] for _ in range(2)]
        self.layers: dict[tuple[int, int], list[tuple[int, Stands]]] = defaultdict(list)  # deeds left, and where
        self._open: tuple[dict[int, Stands], dict[int, Stands]] = ({}, {})
        self._passes: tuple[dict[int, Stands], dict[int, Stands]] = ({}, {})
        self._decide()

    def knows(self, position: Position) -> bool:
        """Whether the group of the position is among these."""
        return position.pieces[MANY] in self.next and position.pieces[FEW] in self.number

    def worth(self, position: Position) -> Value:
        """What a position of these groups is worth."""
        stand, group = self.number[position.pieces[FEW]], position.pieces[MANY]
        for winner in (MANY, FEW):
            if self.won[position.side][winner][group] >> stand & 1:
                layers = self.layers[position.side, group]
                return Value(winner, next(deeds for deeds, stands in layers if stands >> stand & 1))
        return Value(WINNERS[self.played.hunt.repetition], None)

    def _those(self, chosen: Iterable[int]) -> Stands:
        return sum(1 << number for number, one in enumerate(chosen) if one)

    def _steps_into(self, mask: int) -> Stands:
        """The stands of the few from which one step leads to this one."""
        starts = [(here, ends & mask) for here, ends in enumerate(self.played.tables[FEW].ends) if not mask >> here & 1]
        before = (mask & ~(1 << there) | 1 << here for here, ends in starts for there in bits(ends))
        return sum_of(1 << self.number[stand] for stand in before)

    def _reach(self, groups: Iterable[int], most: int) -> None:
        ends = self.played.tables[MANY].ends
        waiting = list(groups)
        while waiting:
            group = waiting.pop()
            if group in self.next:
                continue
            steps = ((here, there) for here in bits(group) for there in bits(ends[here] & ~group))
            self.next[group] = ways = tuple((group & ~(1 << here) | 1 << there, there) for here, there in steps)
            for after, _ in ways:
                self.back[after].append(group)
                waiting.append(after)
            few = self.stands[0].bit_count()
            self.size += 2 * comb(len(self.played.names) - group.bit_count(), few)
            if self.size > most:
                raise OverflowError

    def _into(self, stands: Stands) -> Stands:
        """The stands of the few from which one step leads to any of these."""
        if (found := self._cache.get(stands)) is None:
            self._cache[stands] = found = sum_of(map(self._before.__getitem__, bits(stands)))
        return found

    def _goals(self, seat: int, group: int) -> Stands:
        """The stands with which that seat has reached a goal other than to block."""
        return sum_of(self._goal(seat, goal, group) for goal in self.played.sides[seat].wins) & self.free[group]

    def _goal(self, seat: int, goal: Goal, group: int) -> Stands:
        if goal.kind == "pass":
            along = self.played.tables[seat].along
            furthest = max(along[point] for point in bits(group))
            if seat == MANY:
                return self._those(all(furthest > along[p] for p in bits(mask)) for mask in self.stands)
            return sum_of(self.on[point] for point in range(len(along)) if along[point] > furthest)
        if goal.kind in ("fill", "hold"):
            zone = self.played.zones[goal.zone]
            count = zone.bit_count() if goal.kind == "fill" else goal.count
            if seat == MANY:
                return self.all if (zone & group).bit_count() >= count else 0
            return self._those((zone & mask).bit_count() >= count for mask in self.stands)
        return 0

    def _decide(self) -> None:
        found: Frontier = defaultdict(int)
        blocks = [table.blocks for table in self.played.tables]
        for group, free in self.free.items():
            goals = self._goals(MANY, group), self._goals(FEW, group)
            can = (sum_of(free & ~self.on[point] for _, point in self.next[group]), self._into(free) & free)
            for side in (MANY, FEW):
                ended = goals[MANY] | goals[FEW]
                found[side, 1 - side, group] |= goals[1 - side]
                found[side, side, group] |= goals[side] & ~goals[1 - side]
                stuck = free & ~ended & ~can[side]
                if blocks[1 - side]:
                    found[side, 1 - side, group] |= stuck
                    stuck = 0
                self._passes[side][group] = stuck & can[1 - side]
                self._open[side][group] = free & ~ended & can[side]
        depth = 0
        while found:
            fresh = [(key, stands) for key, stands in found.items() if stands]
            for (side, winner, group), stands in fresh:
                self.won[side][winner][group] |= stands
                self._open[side][group] &= ~stands
                self._passes[side][group] &= ~stands
                self.layers[side, group].append((depth, stands))
            found = self._earlier(fresh)
            depth += 1

    def _earlier(self, fresh: "list[tuple[Key, Stands]]") -> "Frontier":
        """The positions that what is freshly decided decides: a deed that wins, or none that does not lose."""
        found: Frontier = defaultdict(int)
        doubtful: Frontier = defaultdict(int)
        for (side, winner, group), stands in fresh:
            mover = 1 - side
            if passed := stands & self._passes[mover][group]:
                found[mover, winner, group] |= passed
            into = found if mover == winner else doubtful
            if mover == FEW:
                if before := self._into(stands) & self._open[FEW][group]:
                    into[FEW, winner, group] |= before
                continue
            opened = self._open[MANY]
            for earlier in self.back[group]:
                if before := stands & opened[earlier]:
                    into[MANY, winner, earlier] |= before
        for key, stands in doubtful.items():
            mover, winner, group = key
            won = self.won[1 - mover][winner]
            if mover == FEW:
                stands &= ~self._into(self.free[group] & ~won[group])
            else:
                for after, point in self.next[group]:
                    stands &= won[after] | self.on[point]
                    if not stands:
                        break
            if stands:
                found[key] |= stands
        return found


Key: TypeAlias = tuple[int, int, int]  # side to move, winner, group
Frontier: TypeAlias = defaultdict[Key, Stands]


def sum_of(parts: Iterable[Stands]) -> Stands:
    """All the stands that are in any of the parts."""
    return reduce(or_, parts, 0)


class Graph:
    """The positions that follow from one, each decided. See `worth`."""

    def __init__(self, played: Rules, root: Position, most: int) -> None:
        """Raises OverflowError where more than `most` positions follow."""
        self.played = played
        self.number: dict[Position, int] = {root: 0}
        self.sides: list[int] = [root.side]
        self._decided: list[Value | None] = [None]
        after: list[tuple[int, ...]] = []
        waiting = [root]
        for position in waiting:  # grows while it is read
            if ending := played.ending(position):
                self._decided[len(after)] = Value(ending.winner, 0)
                after.append(())
                continue
            found = set()
            followers = [played.after(position, deed) for deed in played.deeds(position)]
            ends = [one for one in followers if (end := played.ending(one)) and end.winner == position.side]
            for follower in ends[:1] or followers:  # who can win at once needs no other deed
                number = self.number.setdefault(follower, len(self.number))
                if number == len(waiting):
                    if number >= most:
                        raise OverflowError
                    waiting.append(follower)
                    self.sides.append(follower.side)
                    self._decided.append(None)
                found.add(number)
            after.append(tuple(found))
        self._decide(after)

    @property
    def size(self) -> int:
        return len(self.sides)

    def knows(self, position: Position) -> bool:
        """Whether the position was looked at: not those beside a deed that wins at once."""
        return position in self.number

    def worth(self, position: Position) -> Value:
        """What a position that was looked at is worth."""
        return self._decided[self.number[position]] or Value(WINNERS[self.played.hunt.repetition], None)

    def _decide(self, after: list[tuple[int, ...]]) -> None:
        before: dict[int, list[int]] = defaultdict(list)
        for number, followers in enumerate(after):
            for follower in followers:
                before[follower].append(number)
        losing = [len(followers) for followers in after]  # deeds not known to lose
        layer = [number for number, decided in enumerate(self._decided) if decided and decided.winner is not None]
        depth = 0
        while layer:
            depth += 1
            fresh = []
            for number in layer:
                decided = self._decided[number]
                winner = decided.winner if decided else None
                for earlier in before[number]:
                    if self._decided[earlier] is not None:
                        continue
                    losing[earlier] -= 1
                    if self.sides[earlier] == winner or not losing[earlier]:
                        self._decided[earlier] = Value(winner, depth)
                        fresh.append(earlier)
            layer = fresh


class HuntTables:
    """All positions of a hunt, by how many of the many are left."""

    def __init__(self, played: Rules, folder: Path, *, plies: bool) -> None:
        """Raises UserError for a rule that tables do not hold."""
        self._played, self._folder, self._plies = played, folder, plies
        self._told = tell(played)

    @property
    def most(self) -> int:
        return self._told.many

    def plan(self, pieces: int) -> list[Tier]:
        """The tiers with up to so many of the many that are not there yet. Raises UserError for a number that no tier
        has, GameError without numba."""
        least, most = self._told.fewest, len(self._told.points) - self._told.few
        if not least <= pieces <= most:
            many = self._played.hunt.many.plural
            raise UserError(f"there are no tables with {pieces} {many}", f"use {least} to {most}", "--pieces")
        plans = self._deciding().plan(pieces)
        return [Tier(self._name(plan.many, plan.few), plan.positions, plan.memory) for plan in plans]

    def decide(self, pieces: int, told: Callable[[str, int, int], None]) -> Iterator[Decided]:
        """Decides them, one after the other. Raises GameError without numba."""
        deciding = self._deciding()
        whole = {(plan.many, plan.few): plan.positions for plan in deciding.plan(pieces)}

        def heard(many: int, few: int, known: int) -> None:
            told(self._name(many, few), known, whole[many, few])

        many, few = (side.plural for side in self._played.sides)
        for done in deciding.decide(pieces, heard):
            counts = "; ".join(
                f"{mover} to move: {won:,} won by the {many}, {lost:,} by the {few}, {nobody:,} by nobody"
                for mover, (nobody, won, lost) in zip((few, many), done.counts, strict=True)
            )
            yield Decided(self._name(done.many, done.few), done.rounds, counts)

    def verdict(self, state: Any) -> Verdict | None:
        """What the tables say of a position; None: nothing."""
        return Known(self._played, self._told, self._folder).verdict(to_position(state, self._played))

    def _deciding(self) -> "Deciding":
        if find_spec("numba") is None:
            raise GameError("tables need numba", "`pip install 'postfox[fast]'` brings it")
        from adjudicator.games.fox_and_geese.tables.tiers import Deciding

        return Deciding(self._told, self._folder, plies=self._plies)

    def _name(self, many: int, few: int) -> str:
        one, other = self._played.sides
        return f"{many} {one.name if many == 1 else one.plural}, {few} {other.name if few == 1 else other.plural}"


SLOWER = 8  # a position of a Graph takes as much time and room as so many of Sets


class Solver:
    """Decides positions of one hunt, and keeps what it has decided."""

    def __init__(self, options: Options) -> None:
        self.played: Rules = rules(options)
        self._options = options
        self._sets: Sets | None = None
        self._graph: Graph | None = None
        self._tried = 0  # plies within which the position last asked about is not won by force

    def solve(self, state: State, limit: int = LIMIT) -> Verdict:
        """The value of a position for the side to move, and a best action. Raises TooLarge."""
        position = to_position(state, self.played)
        if over := outcome(state, position, self.played):
            winner = over.winners[0] if over.winners else None
            return Verdict(result(winner, position.side), None, 1, 0)
        table = self._table(position, limit)
        mover = position.side
        after = [(deed, self.played.after(position, deed)) for deed in self.played.deeds(position)]
        best, _ = min(
            ((deed, one) for deed, one in after if table.knows(one)), key=lambda pair: rank(table.worth(pair[1]), mover)
        )
        worth = table.worth(position)
        return Verdict(result(worth.winner, mover), named(best, mover, self.played), table.size, worth.plies)

    def known(self, state: State) -> Verdict | None:
        """What the user's tables have of a position not over, else a win forced within a few plies; None: neither."""
        position, tables = to_position(state, self.played), known(self._options, folder())
        if outcome(state, position, self.played):
            return None
        if tables and (verdict := tables.verdict(position)):
            return verdict
        proof = None if applies(self.played) else Search(self.played, MOST).prove(position)
        if proof is None or proof.best is None:
            self._tried = proof.plies if proof else 0
            return None
        best = named(proof.best, position.side, self.played)
        return Verdict(result(proof.winner, position.side), best, proof.looked, proof.plies)

    def tables(self, folder: Path, *, plies: bool) -> HuntTables:
        """All positions of the hunt, in files. Raises UserError for a rule that tables do not hold."""
        return HuntTables(self.played, folder, plies=plies)

    def _table(self, position: Position, limit: int) -> Sets | Graph:
        try:
            if applies(self.played) and position.pieces[MANY] and position.pieces[FEW]:
                if self._sets is None or not self._sets.knows(position):
                    few = position.pieces[FEW].bit_count()
                    self._sets = Sets(self.played, [position.pieces[MANY]], few, limit)
                return self._sets
            if self._graph is None or not self._graph.knows(position):
                self._graph = Graph(self.played, position, max(1, limit // SLOWER))
            return self._graph
        except OverflowError:
            looked = limit if applies(self.played) else max(1, limit // SLOWER)
            raise TooLarge(looked, self._tried) from None
