"""A hunt and its tiers as arrays for compiled code: bit p of a set is point p; a stand of the few is a row and a bit.

One of the few: its point is a bit of the only row. Two: the row is where one stands, the bit where the other does, so
that each stand has two places; where they alternate, the bit is the one that moved last."""

from typing import NamedTuple

import numpy as np

from adjudicator.core.compiled import Bytes, Flags, Numbers, Plies, Word, Words
from adjudicator.games.fox_and_geese.tables.groups import Turned, bytes_held
from adjudicator.games.fox_and_geese.tables.told import Told

PLIES = np.uint16  # as they are counted; a file has one byte or two


class Ground(NamedTuple):
    """The rules. `ends[seat, p]`: where a piece on p may step; `heights`: of points, by which groups are in layers;
    `starts[p]`: whence the many step to p from the same height; `whence[k, b]`: whence the few step to one of the
    points of byte k of a set, where that byte is b; `over`, `to`: the first `leaps[p]` captures of each point;
    `crossed[p]`: whence and where to one captures what is on p, as sets of one point; goals by seat: `hold` (count,
    zone), `ahead` (one row, empty where it does not count)."""

    points: int
    board: Word
    turned: Turned
    ends: Words
    heights: Numbers
    starts: Words
    whence: Words
    over: Numbers
    to: Numbers
    leaps: Numbers
    crossed: Words
    chain: bool
    forced: bool
    huff: bool
    repeat: bool
    alternate: bool
    block: Flags
    counts: Numbers
    zones: Words
    ahead: Numbers


class Tier(NamedTuple):
    """All positions with the same numbers of pieces, decided as far as bits are set: of the few to move (`few_`) and of
    the many to move, won by the many (`_m`) or by the few (`_f`). `kept`: the few have a capture there that does not
    lose. `fresh_`: found in this round. `look_`: groups to be looked at. Plies are empty arrays where not wanted."""

    few: int
    few_m: Words
    few_f: Words
    many_m: Words
    many_f: Words
    kept: Words
    fresh_m: Words
    fresh_f: Words
    look_few: Bytes
    look_many: Bytes
    few_plies: Plies
    many_plies: Plies


class Lower(NamedTuple):
    """What captures lead to, the many to move: tiers of fewer of the many, one after the other from where `first` and
    `values` say by their number; `lone_`: the same and the tier of the same number, with one of the few less. Below
    `fewest` the few have won; `won`: with one of the few less the many have."""

    fewest: int
    won: bool
    marks: Words
    before: Numbers
    first: Numbers
    values: Numbers
    many_m: Words
    many_f: Words
    lone_m: Words
    lone_f: Words


def ground(told: Told, heights: tuple[int, ...], turned: Turned) -> Ground:
    """The rules of a hunt as arrays."""
    points = len(told.points)
    ends = np.array([[_set(ends) for ends in side] for side in told.steps], np.uint64)
    level = [[here for here in range(points) if heights[here] == height] for height in heights]
    starts = [_set(here for here in level[point] if point in told.steps[0][here]) for point in range(points)]
    of_few = [_set(ends) for ends in told.steps[1]]
    whence = [
        [_set(p for p in range(points) if of_few[p] & _set(there)) for there in line] for line in bytes_held(points)
    ]
    widest = max(map(len, told.leaps))
    over, to = np.zeros((points, widest), np.int64), np.zeros((points, widest), np.int64)
    crossings: list[list[tuple[int, int]]] = [[] for _ in range(points)]
    for point, leaps in enumerate(told.leaps):
        for number, leap in enumerate(leaps):
            over[point, number], to[point, number] = leap
            crossings[leap[0]].append((1 << point, 1 << leap[1]))
    crossed = np.full((points, max(map(len, crossings)), 2), ~np.uint64(0))
    for point, ways in enumerate(crossings):
        crossed[point, : len(ways)] = np.array(ways, np.uint64).reshape(-1, 2)
    most = max(len(wins.hold) for wins in told.wins)
    counts, zones = np.full((len(told.wins), most), np.iinfo(np.int64).max), np.zeros((len(told.wins), most), np.uint64)
    ahead = np.zeros((len(told.wins), points), np.int64)
    for seat, wins in enumerate(told.wins):
        ahead[seat] = wins.ahead or ahead[seat]
        for number, (count, zone) in enumerate(wins.hold):
            counts[seat, number], zones[seat, number] = count, _set(zone)
    steps = ends, np.array(heights, np.int64), np.array(starts, np.uint64), np.array(whence, np.uint64)
    captures = over, to, np.array([len(leaps) for leaps in told.leaps], np.int64), crossed
    duties = told.chain, told.duty == "forced", told.duty == "huff", told.repeat, told.alternate
    goals = np.array([wins.block for wins in told.wins]), counts, zones
    along = ahead if any(wins.ahead for wins in told.wins) else ahead[:, :0]
    return Ground(points, np.uint64((1 << points) - 1), turned, *steps, *captures, *duties, *goals, along)


def _set(points: Word) -> int:
    return sum(1 << point for point in points)


def tier(points: int, few: int, groups: int, *, plies: bool, above: bool) -> Tier:
    """A tier, or a layer of it, of which nothing is known; `above`: the many can step to layers that are decided."""
    rows = points if few > 1 else 1
    planes: list[Words] = [np.zeros((groups, rows), np.uint64) for _ in range(7)]
    looks: list[Bytes] = [np.ones(groups, np.uint8), np.full(groups, plies or above, np.uint8)]
    return Tier(few, *planes, *looks, *(np.zeros((groups * plies, rows, points), PLIES) for _ in "fm"))


def bytes_of(points: int, few: int, groups: int, *, plies: bool) -> int:
    """How much memory a tier takes while it is decided."""
    rows = points if few > 1 else 1
    return groups * (rows * (7 * 8 + (4 * points if plies else 0)) + 2)


def kept_bytes(points: int, few: int, groups: int) -> int:
    """How much of it a larger tier needs."""
    return groups * (points if few > 1 else 1) * 2 * 8
