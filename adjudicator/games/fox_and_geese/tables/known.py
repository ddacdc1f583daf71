"""What the tables of a folder, and a way to win that is shipped, say of positions, and the moves that keep a value."""

import json
import mmap
import os
import zlib
from bisect import bisect_left
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.codec import Json
from adjudicator.core.solver import Value as Result, Verdict
from adjudicator.games.fox_and_geese.notation import named
from adjudicator.games.fox_and_geese.rules import FEW, MANY, Deed, Position, Rules, bits, lowest
from adjudicator.games.fox_and_geese.state import WINNERS as BY_RULE, Options, rules
from adjudicator.games.fox_and_geese.tables.told import Permutation, Told, tell
from printables.core import UserError

FORMAT = "postfox-table-1"
VALUES = ("nobody", "many", "few")
WINNERS = (None, MANY, FEW)


def path(folder: Path, key: str, many: int, few: int) -> Path:
    """Where the tier with that number of pieces is kept."""
    return folder / key[:16] / f"{many:02}-{few}.table"


class Value(NamedTuple):
    """What a position is worth: who wins (None: nobody can force it), and the deeds until the game ends or something is
    captured, if the winner hurries and the loser delays (None: not kept, or nobody wins)."""

    winner: int | None
    plies: int | None


class Table:
    """One tier. Raises OSError, ValueError for a file that is no table."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        end = self._map.find(b"\n")
        self.header: Json = json.loads(self._map[:end])
        if self.header.get("format") != FORMAT:
            raise ValueError(f"{path} is no {FORMAT}")
        self._points, self._groups = len(self.header["rules"]["points"]), int(self.header["groups"])
        self._rows = self._points if self.header["few"] > 1 else 1
        self._symmetries: list[Permutation] = [tuple(one) for one in self.header["symmetries"]]
        self._first = end + 1
        self._values = self._first + 8 * self._groups
        self._plies = self._values + (self._groups * 2 * self._rows * self._points + 3) // 4

    def value(self, side: int, group: int, row: int, point: int) -> Value:
        """Of one position: the many as a set, the few as row (any number where there is one of them) and point."""
        least, to = min((sum(1 << one[p] for p in bits(group)), one) for one in self._symmetries)
        number = bisect_left(range(self._groups), least, key=self._group)
        place = (2 * number + (side == MANY)) * self._rows
        place = (place + (to[row] if self._rows > 1 else 0)) * self._points + to[point]
        winner = WINNERS[self._map[self._values + place // 4] >> 2 * (place % 4) & 3]
        wide = self.header["plies"]
        if winner is None or not wide:
            return Value(winner, None)
        start = self._plies + wide * place
        return Value(winner, int.from_bytes(self._map[start : start + wide], "little"))

    def _group(self, number: int) -> int:
        start = self._first + 8 * number
        return int.from_bytes(self._map[start : start + 8], "little")


@cache
def opened(path: Path) -> Table | None:
    """The tier in a file; None where there is no such file, or no such table in it."""
    try:
        return Table(path)
    except (OSError, ValueError):
        return None


POINT = 6  # bits of a point, below those of a group


class Way:
    """A win of the many that is forced: positions with the one of the few to move, one of them after each of its deeds
    and one step of the many, and how many of these steps are left."""

    def __init__(self, path: Path) -> None:
        line, _, body = path.read_bytes().partition(b"\n")
        header = json.loads(line)
        self._symmetries: list[Permutation] = [tuple(one) for one in header["symmetries"]]
        self._size, data = int(header["positions"]), zlib.decompress(body)
        self._columns = [data[start : start + self._size] for start in range(0, len(data), self._size)]

    def left(self, group: int, point: int) -> int | None:
        """How many steps of the many are left; None: the way does not lead there."""
        points = list(bits(group))
        wanted = min(sum(1 << to[p] + POINT for p in points) | to[point] for to in self._symmetries)
        low = bisect_left(range(self._size), wanted, key=self._position)
        return self._columns[-1][low] if low < self._size and self._position(low) == wanted else None

    def _position(self, number: int) -> int:
        return int.from_bytes(bytes(column[number] for column in self._columns[:-1]))


def way_path(key: str) -> Path:
    """Where the way of a hunt is kept, if one is shipped."""
    return Path(__file__).with_name(f"{key[:16]}.way")


@cache
def way(key: str) -> Way | None:
    """The way that is shipped for the rules of that key."""
    return Way(way_path(key)) if way_path(key).is_file() else None


FOLDER = "POSTFOX_TABLES"  # of the environment
LATER = 1 << 20  # as plies that are not kept


def folder() -> Path:
    """Where tables are looked for: the folder that the environment names, else one of the user's data."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("postfox", appauthor=False)) / "tables"


class Known:
    """The tables of one hunt that a folder has, and the way to win that is shipped."""

    def __init__(self, played: Rules, told: Told, folder: Path) -> None:
        self.played, self.told, self.folder = played, told, folder
        self._repeated = BY_RULE[played.hunt.repetition]  # who wins what nobody can win otherwise
        self._takes = [any(goal.kind == "take" for goal in side.wins) for side in played.sides]

    def value(self, position: Position) -> Value | None:
        """What a position is worth, the turns before it and those that are left apart; None: no table has it."""
        if ending := self.played.ending(position):
            return Value(ending.winner, None if ending.winner is None else 0)
        left = [side.pieces - taken for side, taken in zip(self.played.sides, position.taken, strict=True)]
        stand = [mask.bit_count() for mask in position.pieces]
        if any(position.hand) or any(self._takes[1 - seat] and left[seat] != stand[seat] for seat in (MANY, FEW)):
            return None
        many, few = position.pieces
        points, last = list(bits(few)), position.last[FEW]
        turns = self.told.alternate and len(points) > 1
        if self.played.has_claim(position) or (turns and last not in points):  # it is not known who moved last
            followers = self.followers(position)
            return followers[0][1] if followers else None
        if turns and points[0] == last:
            points.reverse()
        if by_way := self._by_way(position):
            return by_way
        table = opened(path(self.folder, self.told.key, many.bit_count(), len(points)))
        if table is None:
            return None
        value = table.value(position.side, many, points[0], points[-1])
        return value if value.winner is not None else Value(self._repeated, None)

    def _by_way(self, position: Position) -> Value | None:
        """The win that is shipped, from a position of its way or one step before it."""
        shipped = way(self.told.key)
        if shipped is None or position.pieces[MANY].bit_count() != self.told.many:
            return None
        if position.side == FEW:
            left = shipped.left(position.pieces[MANY], lowest(position.pieces[FEW]))
            return None if left is None else Value(MANY, 2 * left)
        after = (self._by_way(self.played.after(position, deed)) for deed in self.played.deeds(position))
        plies = [value.plies for value in after if value and value.plies is not None]
        return Value(MANY, 1 + min(plies)) if plies else None

    def followers(self, position: Position) -> list[tuple[Deed, Value]]:
        """Each deed of known worth, the best first, with the position's worth by it; none if another may be better."""
        found, whole = [], True
        for deed in self.played.deeds(position):
            after = self.played.after(position, deed)
            value = self.value(after)
            if value is None:
                whole = False
                continue
            same = [one.bit_count() for one in after.pieces] == [one.bit_count() for one in position.pieces]
            plies = 1 if not same else None if value.plies is None else value.plies + (after.side != position.side)
            found.append((deed, Value(value.winner, plies)))
        found.sort(key=lambda one: rank(one[1], position.side))
        return found if whole or (found and found[0][1].winner == position.side) else []

    def verdict(self, position: Position) -> Verdict | None:
        """The value for the side to move, and a best action; plies where nothing is captured. None: no table has it."""
        mover = position.side
        if not (followers := self.followers(position)):
            return None
        deed, (winner, plies) = followers[0]
        best, left = named(deed, mover, self.played), None if winner is None or self.told.captures else plies
        return Verdict(result(winner, mover), best, 1 + len(followers), left)


def result(winner: int | None, mover: int) -> Result:
    """A winner as the side to move sees it."""
    if winner is None:
        return "draw"
    return "win" if winner == mover else "loss"


def rank(value: Value, mover: int) -> tuple[int, int]:
    """Wins first, the quickest first; then what nobody wins; then losses, the slowest first."""
    plies = LATER if value.plies is None else value.plies
    if value.winner is None:
        return (1, 0)
    return (0, plies) if value.winner == mover else (2, -plies)


@cache
def known(options: Options, folder: Path) -> Known | None:
    """What a folder knows of a hunt, and the program; None where neither has anything of it."""
    played = rules(options)
    try:
        told = tell(played)
    except UserError:
        return None
    shipped = way_path(told.key).is_file()
    return Known(played, told, folder) if shipped or any(path(folder, told.key, 0, 0).parent.glob("*.table")) else None
