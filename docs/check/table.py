"""Check a table of a hunt with nothing but Python: python table.py FILE [N], all of its positions or N of them by lot.

It uses no part of Postfox: docs/tables.md has the format. Each value is held against those of the positions that its
moves lead to, by the rules in the file's first line; smaller tiers lie beside it. With plies, checked whole with those,
that is a proof. So it is of a way to win (`.way`): after whatever the few do, a step leads to where less is left.
"""

import json
import mmap
import pathlib
import random
import sys
import zlib
from hashlib import sha256
from itertools import pairwise, permutations
from math import comb

FEW, MANY = 0, 1  # sides to move, as values are ordered
NOBODY, NONE = 0, 3
WINS = {MANY: 1, FEW: 2}  # values


def bits(group):
    return [point for point in range(group.bit_length()) if group >> point & 1]


class Table:
    def __init__(self, path):
        self.path, self.others = pathlib.Path(path), {}
        with self.path.open("rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.first = self.data.find(b"\n") + 1
        self.head = json.loads(self.data[: self.first])
        self.rules, self.few, self.many = self.head["rules"], self.head["few"], self.head["many"]
        self.points, self.turns = len(self.rules["points"]), self.head["symmetries"]
        self.rows = self.points if self.few == 2 else 1
        self.values = self.first + 8 * self.head["groups"]
        self.plies = self.values + (2 * self.head["groups"] * self.rows * self.points + 3) // 4

    def group(self, number):
        return int.from_bytes(self.data[self.first + 8 * number : self.first + 8 * number + 8], "little")

    def value(self, side, group, few):
        """Value and plies of a position; `few`: one point, or two, of which the second moved last."""
        least, to = min((sum(1 << to[p] for p in bits(group)), to) for to in self.turns)
        low, high = 0, self.head["groups"]
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.group(middle) < least else (low, middle)
        assert self.group(low) == least, "a group is missing"
        row = to[few[0]] if self.rows > 1 else 0
        place = ((2 * low + side) * self.rows + row) * self.points + to[few[-1]]
        wide, at = self.head["plies"], self.plies + self.head["plies"] * place
        value = self.data[self.values + place // 4] >> 2 * (place % 4) & 3
        return value, int.from_bytes(self.data[at : at + wide], "little") if wide else None

    def after(self, group, few, claims):
        """The many to move after a move of the few: value and plies, 0 where it is of another tier."""
        many = len(bits(group))
        if many <= self.rules["wins"][1]["left"]:
            return WINS[FEW], 0
        value, plies = self.tier(many, self.few).value(MANY, group, few)
        found = [(value, plies if many == self.many else 0)]
        if claims and not self.ended(MANY, group, few):
            found = found if self.steps(MANY, group, few) else []
            for piece in claims:  # it may be taken away before the many move
                left = tuple(one for one in few if one != piece)
                won = len(left) <= self.rules["wins"][0]["left"]
                found.append((WINS[MANY], 0) if won else (self.tier(many, 1).value(MANY, group, left)[0], 0))
        return best(MANY, found)

    def tier(self, many, few):
        if (many, few) == (self.many, self.few):
            return self
        if (many, few) not in self.others:
            self.others[many, few] = Table(self.path.with_name(f"{many:02}-{few}.table"))
        return self.others[many, few]

    def ended(self, side, group, few):
        """The value of a position in which a side has won by where pieces stand; the one that has just moved goes
        first.
        """
        for seat in (1 - side, side):
            wins, mine, other = self.rules["wins"][seat == FEW], bits(group), list(few)
            mine, other = (mine, other) if seat == MANY else (other, mine)
            along = wins["ahead"]
            if any(len(set(mine) & set(zone)) >= count for count, zone in wins["hold"]) or (
                along and all(max(along[p] for p in mine) > along[q] for q in other)
            ):
                return WINS[seat]
        return None

    def steps(self, side, group, few):
        """Steps (start, end) of a side."""
        taken = group | sum(1 << point for point in few)
        ends = self.rules["steps"][side == FEW]
        return [(a, b) for a in (bits(group) if side == MANY else few) for b in ends[a] if not taken >> b & 1]

    def chains(self, group, others, made):
        """What is left of the group, where the piece ends, and whether it could go on, of each way to capture."""
        here, gone = made[-1][2], {leap[1] for leap in made[1:]}
        onward = []
        for over, to in self.rules["leaps"][here] if self.rules["chain"] or len(made) == 1 else ():
            lifted = set() if self.rules["repeat"] else gone
            prey = {point for point in bits(group) if point not in lifted}
            if over in prey and to not in prey and to not in others and (here, over, to) not in made:
                onward.append((here, over, to))
        if len(made) > 1 and not (onward and self.rules["duty"] == "forced"):
            yield group & ~sum(1 << point for point in gone), here, bool(onward)
        for leap in onward:
            yield from self.chains(group, others, [*made, leap])

    def moves(self, side, group, few):
        """What each move leads to: value and plies."""
        if side == MANY:
            for a, b in self.steps(MANY, group, few):
                yield self.value(FEW, group & ~(1 << a) | 1 << b, few)
            return
        steps = self.steps(FEW, group, few)
        others = {a: tuple(one for one in few if one != a) for a in few}
        chains = {a: list(self.chains(group, others[a], [(None, None, a)])) for a in few}
        able = [a for a in few if chains[a] or any(a == start for start, _ in steps)]
        movers = [few[0]] if self.rules["alternate"] and len(few) > 1 and few[0] in able else few
        owed = [a for a in movers if chains[a]]
        huff = self.rules["duty"] == "huff"
        for a in movers:
            for left, b, more in chains[a]:
                yield self.after(left, (*others[a], b), [b] if huff and more else [])
        if not (self.rules["duty"] == "forced" and owed):
            for a, b in steps:
                if a in movers:
                    claims = [b if one == a else one for one in owed] if huff else []
                    yield self.after(group, (*others[a], b), claims)

    def right(self, side, group, few):
        """What a position is worth by its moves."""
        if ended := self.ended(side, group, few):
            return ended, 0
        found = list(self.moves(side, group, few))
        if not found:
            if self.rules["wins"][side == MANY]["block"]:
                return WINS[1 - side], 0
            if not list(self.moves(1 - side, group, few)):
                return NOBODY, None
            found = [self.value(1 - side, group, few)]
        value, plies = best(side, found)
        return value, None if plies is None else plies + 1

    def whole(self):
        """The first line is true of what follows it: its hash and symmetries."""
        assert sha256(memoryview(self.data)[self.first :]).hexdigest() == self.head["sha256"], "the file was changed"
        self.turned()

    def turned(self):
        """The symmetries are such."""
        for to in self.turns:
            for steps in self.rules["steps"]:
                assert all({to[b] for b in steps[a]} == set(steps[to[a]]) for a in range(self.points)), "a symmetry"
            leaps = [{tuple(leap) for leap in one} for one in self.rules["leaps"]]
            assert all({(to[o], to[t]) for o, t in leaps[a]} == leaps[to[a]] for a in range(self.points)), "a symmetry"
            for wins in self.rules["wins"]:
                assert all({to[p] for p in zone} == set(zone) for _, zone in wins["hold"]), "a symmetry"
                assert all(wins["ahead"][p] == wins["ahead"][to[p]] for p in range(len(wins["ahead"]))), "a symmetry"


class Way(Table):
    """A forced win: the few to move, and after each of their moves the many in one step to another of its positions."""

    def __init__(self, path):
        line, _, body = pathlib.Path(path).read_bytes().partition(b"\n")
        self.head, data = json.loads(line), zlib.decompress(body)
        self.rules, self.turns, size = self.head["rules"], self.head["symmetries"], self.head["positions"]
        self.points, self.rows = len(self.rules["points"]), 1
        columns = [data[start : start + size] for start in range(0, len(data), size)]
        whole = [int.from_bytes(row) for row in zip(*columns[:-1], strict=True)]
        assert len(whole) == size and all(one < other for one, other in pairwise(whole)), "the order"
        self.left = dict(zip(whole, columns[-1], strict=True))

    def number(self, group, few):
        pieces = bits(group)
        return min(sum(1 << to[p] for p in pieces) << 6 | to[few] for to in self.turns)

    def check(self, sample=0):
        """How many positions were checked: that the many win there sooner than before, whatever the few do."""
        self.turned()
        positions = random.sample(sorted(self.left), sample) if sample else self.left
        for position in positions:
            group, few, left = position >> 6, position & 63, self.left[position]
            assert not group >> few & 1 and len(bits(group)) == self.head["many"], position
            assert not list(self.chains(group, (), [(None, None, few)])), (position, "the few can capture")
            ends = [b for _, b in self.steps(FEW, group, (few,))]
            assert ends or self.rules["wins"][0]["block"], (position, "the few cannot move, and have not lost")
            assert not any(self.ended(side, group, (end,)) for side in (FEW, MANY) for end in (few, *ends)), position
            for end in ends:
                after = (group & ~(1 << a) | 1 << b for a, b in self.steps(MANY, group, (end,)))
                sooner = any(self.left.get(self.number(one, end), left) < left for one in after)
                assert sooner, (position, self.rules["points"][end], "no step of the many leads on")
        return len(positions)


def best(side, found):
    """The best of what a side may have: quick wins, then what nobody wins, then slow losses."""
    won = [plies for value, plies in found if value == WINS[side]]
    if won:
        return WINS[side], None if None in won else min(won)
    if any(value == NOBODY for value, _ in found):
        return NOBODY, None
    lost = [plies for _, plies in found]
    return WINS[1 - side], None if None in lost else max(lost)


def check(path, sample=0):
    """How many positions were checked. Raises AssertionError for the first that is wrong."""
    table, counts, sets = Table(path), [[0, 0, 0], [0, 0, 0]], 0
    table.whole()
    groups = range(table.head["groups"])
    for number in groups if not sample else (random.choice(groups) for _ in range(sample)):
        group = table.group(number)
        sets += len({sum(1 << to[p] for p in bits(group)) for to in table.turns})
        free = [point for point in range(table.points) if not group >> point & 1]
        stands = list(permutations(free, table.few))
        for few in stands if not sample else [random.choice(stands)]:
            for side in (FEW, MANY):
                value, plies = table.value(side, group, few)
                right, soon = table.right(side, group, few)
                names = [table.rules["points"][p] for p in bits(group)], [table.rules["points"][p] for p in few], side
                assert value == right, (names, "value", value, "not", right)
                assert not table.head["plies"] or value == NOBODY or soon in (plies, None), (
                    names,
                    "plies",
                    plies,
                    soon,
                )
                counts[side][value] += 1
    if not sample:
        assert sets == comb(table.points, table.many), "groups are missing"
        told = [list(map(table.head["counts"][side].get, ("nobody", "many", "few"))) for side in ("few", "many")]
        assert counts == told, ("counts", counts)
    return sum(map(sum, counts))


if __name__ == "__main__":
    try:
        if sys.argv[1].endswith(".way"):
            way, sample = Way(sys.argv[1]), int((*sys.argv, 0)[2])
            print(f"{way.check(sample):,} positions of the way to win are right")
            sys.exit()
        print(f"{check(sys.argv[1], int((*sys.argv, 0)[2])):,} positions are right")
    except AssertionError as error:
        sys.exit(f"wrong: {error}")
