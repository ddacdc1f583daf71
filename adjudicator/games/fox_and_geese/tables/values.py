"""What a table says of a position, read from its files: neither numpy nor the compiler is needed for it."""

import json
import mmap
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.games.fox_and_geese.position import FEW, MANY, bits
from adjudicator.games.fox_and_geese.tables.told import Permutation

FORMAT = "postfox-table-1"
VALUES = ("nobody", "many", "few")
WINNERS = (None, MANY, FEW)


def path(folder: Path, key: str, many: int, few: int) -> Path:
    """Where the tier with that number of pieces is kept."""
    return folder / key[:16] / f"{many:02}-{few}.table"


class Value(NamedTuple):
    """What a position is worth: who wins (None: nobody can force it), and the deeds until the game ends or something is
    captured, if the winner hurries and the loser delays (None: not kept, or nobody wins).
    """

    winner: int | None
    plies: int | None


class Table:
    """One tier. Raises OSError, ValueError for a file that is no table."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        end = self._map.find(b"\n")
        self.header: dict[str, Any] = json.loads(self._map[:end])
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
        place = (2 * self._number(least) + (side == MANY)) * self._rows
        place = (place + (to[row] if self._rows > 1 else 0)) * self._points + to[point]
        winner = WINNERS[self._map[self._values + place // 4] >> 2 * (place % 4) & 3]
        wide = self.header["plies"]
        if winner is None or not wide:
            return Value(winner, None)
        start = self._plies + wide * place
        return Value(winner, int.from_bytes(self._map[start : start + wide], "little"))

    def _number(self, group: int) -> int:
        low, high = 0, self._groups
        while low < high:
            middle = (low + high) // 2
            start = self._first + 8 * middle
            if int.from_bytes(self._map[start : start + 8], "little") < group:
                low = middle + 1
            else:
                high = middle
        return low


@cache
def opened(path: Path) -> Table | None:
    """The tier in a file; None where there is no such file, or no such table in it."""
    try:
        return Table(path)
    except (OSError, ValueError):
        return None
