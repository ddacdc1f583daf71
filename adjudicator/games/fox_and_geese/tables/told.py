"""A hunt as numbers that tables are made from: steps, leaps, ways to win, and the symmetries of all of these.

What is not told: who begins, how often a position may stand, and how many turns there are. Two hunts that differ in
nothing else share their tables."""

import math
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from adjudicator.core.codec import canonical, digest
from adjudicator.games.fox_and_geese.rules import FEW, Rules, bits
from printables.boards.fox_and_geese.model import Side
from printables.core import UserError

MOST_POINTS = 64
MOST_FEW = 2
NEVER = -1  # as a number of pieces left with which the other side has won: none
Permutation: TypeAlias = tuple[int, ...]


class Wins(NamedTuple):
    """How a side wins: `left`: as soon as the other has no more pieces than that (NEVER: not so); `block`; `hold`: so
    many pieces on those points; `ahead`: by being further along than every piece of the other (empty: not so)."""

    left: int
    block: bool
    hold: tuple[tuple[int, tuple[int, ...]], ...]
    ahead: tuple[int, ...]


class Told(NamedTuple):
    """A hunt told in numbers, its points from 0. Only the few capture, by leaps: (over, to) for each point."""

    title: str
    points: tuple[str, ...]
    steps: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    leaps: tuple[tuple[tuple[int, int], ...], ...]
    chain: bool
    duty: str
    repeat: bool
    alternate: bool
    wins: tuple[Wins, Wins]
    many: int  # pieces at the start
    few: int
    symmetries: tuple[Permutation, ...]  # the first leaves all as it is

    @property
    def rules(self) -> dict[str, object]:
        """What decides every value, as the header of a table has it."""
        told = self._asdict()
        names = ("points", "steps", "leaps", "chain", "duty", "repeat", "alternate")
        return {**{name: told[name] for name in names}, "wins": [wins._asdict() for wins in self.wins]}

    @property
    def key(self) -> str:
        """The SHA-256 of the rules: tables of the same key are of the same rules."""
        return digest(canonical(self.rules).encode())

    @property
    def captures(self) -> bool:
        return any(self.leaps)

    @property
    def fewest(self) -> int:
        """The fewest of the many with whom the game goes on."""
        return self.wins[FEW].left + 1 if self.captures else self.many

    def tiers(self, most: int) -> Iterator[tuple[int, int]]:
        """How many of the many and of the few: each tier after those that captures lead to."""
        few = range(1, self.few + 1) if self.duty == "huff" else (self.few,)
        for many in range(self.fewest, most + 1):
            for count in few:
                yield many, count


def tell(played: Rules) -> Told:
    """The hunt in numbers. Raises UserError, which names the rule, for one that tables cannot hold."""
    many, few = played.sides
    if why := _untold(played):
        raise UserError(f"{played.hunt.title} has no tables: {why}", "its late positions can be solved without")
    capture = few.capture
    of_many, of_few = (tuple(tuple(bits(ends)) for ends in table.ends) for table in played.tables)
    leaps = tuple(tuple(zip(row[::2], row[1::2], strict=True)) for row in played.tables[FEW].leaps)
    duties = (capture.chain, played.duty(FEW), capture.repeat) if capture else (False, "optional", False)
    alternate, wins = few.alternate and few.pieces > 1, (_wins(played, many, few), _wins(played, few, many))
    pieces = many.pieces, few.pieces
    told = Told(played.hunt.title, played.names, (of_many, of_few), leaps, *duties, alternate, wins, *pieces, ())
    return told._replace(symmetries=tuple(_symmetries(played, told)))


def _untold(played: Rules) -> str:
    """The rule that tables do not know, "" if there is none."""
    many, few = played.sides
    capture = few.capture
    if len(played.names) > MOST_POINTS:
        return f"a board of {len(played.names)} points is too large, {MOST_POINTS} is the most"
    if few.pieces > MOST_FEW:
        return f"{few.pieces} {few.plural} are too many, {MOST_FEW} is the most"
    if many.capture:
        return f"the {many.plural} capture (`[many.capture]`)"
    if capture and capture.by != "leap":
        return f'the {few.plural} capture by a step (`by = "{capture.by}"`)'
    if capture and capture.duty == "add":
        return 'a capture that was missed adds a piece (`duty = "add"`)'
    if many.alternate and many.pieces > 1:
        return f"the {many.plural} take turns (`alternate`)"
    if capture and _left(few, many.pieces) < 0:
        return f"the {few.plural} capture, and no number of captures wins"
    if capture and capture.duty == "huff" and _left(many, few.pieces) < 0:
        return f"the {few.plural} can be huffed, and the {many.plural} do not win by it"
    return ""


def _left(side: Side, others: int) -> int:
    """With how many pieces of the other side left it has won."""
    left = NEVER
    for goal in side.wins:
        if goal.kind in ("capture-all", "reduce"):
            left = max(left, goal.count)
        elif goal.kind == "take":
            left = max(left, others - goal.count)
    return left


def _wins(played: Rules, side: Side, other: Side) -> Wins:
    hold = []
    for goal in side.wins:
        if goal.kind in ("fill", "hold"):
            zone = tuple(played.index[point] for point in played.hunt.zone(goal.zone))
            hold.append((goal.count if goal.kind == "hold" else len(zone), zone))
    kinds = {goal.kind for goal in side.wins}
    along = played.tables[played.sides.index(side)].along if "pass" in kinds else ()
    return Wins(_left(side, other.pieces), "block" in kinds, tuple(hold), along)


def _symmetries(played: Rules, told: Told) -> Iterator[Permutation]:
    """Turns and mirror images of the board that change no rule."""
    places = [complex(*played.hunt.grid.place(name)) for name in told.points]
    middle = sum(places) / len(places)
    seen = set()
    for mirrored in (False, True):
        for twelfth in range(12):  # equivalent: one more turn is the first
            turn = complex(math.cos(math.tau * twelfth / 12), math.sin(math.tau * twelfth / 12))
            moved = [middle + turn * ((place - middle).conjugate() if mirrored else place - middle) for place in places]
            found = tuple(next((i for i, one in enumerate(places) if abs(one - there) < 1e-6), -1) for there in moved)
            if -1 not in found and found not in seen and _kept(told, found):
                seen.add(found)
                yield found


def _kept(told: Told, to: Permutation) -> bool:
    """Whether a permutation of the points leaves every rule as it is."""
    points = range(len(to))
    steps = all({to[end] for end in side[here]} == set(side[to[here]]) for side in told.steps for here in points)
    leaps = all({(to[o], to[t]) for o, t in told.leaps[here]} == set(told.leaps[to[here]]) for here in points)
    zones = all({to[point] for point in zone} == set(zone) for wins in told.wins for _, zone in wins.hold)
    along = all(wins.ahead[here] == wins.ahead[to[here]] for wins in told.wins if wins.ahead for here in points)
    return steps and leaps and zones and along
