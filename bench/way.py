"""Make the shipped way to a forced win of fox-13: `python bench/way.py`. It needs a C++ compiler (`c++`, or CXX), 6 GB
of memory and some ten minutes of one core; what comes of it is the same on any machine.

`way.cpp` beside this decides; `python docs/check/table.py FILE` proves what came of it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.core.codec import canonical
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.state import rules
from adjudicator.games.fox_and_geese.tables.known import POINT, way_path
from adjudicator.games.fox_and_geese.tables.told import Told, tell

VARIANT = "fox-13"


def board() -> str:
    """The rules as numbers of C++."""
    played = rules(games.find("fox-and-geese").Options(variant=VARIANT))
    told, start = tell(played), played.start()
    points = len(told.points)
    widest = max(map(len, told.leaps))
    lines = [
        f"const int POINTS = {points}, MANY = {told.many}, SYMMETRIES = {len(told.symmetries)};",
        f"const int TO[SYMMETRIES][POINTS] = {_list(told.symmetries)};",
        *(
            f"const Set {name}_ENDS[POINTS] = {_list(played.tables[seat].ends)};"
            for seat, name in ((MANY, "MANY"), (FEW, "FEW"))
        ),
        f"const int LEAPS[POINTS] = {_list([len(leaps) for leaps in told.leaps])};",
        f"const int LEAP[POINTS][{widest}][2] = {_list(told.leaps)};",
        f"const Set START_MANY = {start.pieces[MANY]}ull;",
        f"const int START_FEW = {start.pieces[FEW].bit_length() - 1};",
    ]
    return "\n".join(lines)


def _list(values: object) -> str:
    return f"{{{', '.join(map(_list, values))}}}" if isinstance(values, (list, tuple)) else f"{values}u"


def packed(told: Told, way: Iterable[tuple[int, int]]) -> bytes:
    """The file of a way of these positions, in order, and what is left of each."""
    wide = (len(told.points) + POINT + 7) // 8
    rows = [position.to_bytes(wide) + bytes((left,)) for position, left in way]
    header = {
        "format": "postfox-way-1",
        "hunt": told.title,
        "key": told.key,
        "rules": told.rules,
        "symmetries": [list(one) for one in told.symmetries],
        "many": told.many,
        "positions": len(rows),
    }
    columns = b"".join(bytes(row[place] for row in rows) for place in range(wide + 1))
    return canonical(header).encode() + b"\n" + zlib.compress(columns, 9)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path, nargs="?", help="where it is written; the shipped file if none is given")
    given = asked.parse_args()
    told = tell(rules(games.find("fox-and-geese").Options(variant=VARIANT)))
    with TemporaryDirectory() as folder:
        Path(folder, "board.h").write_text(board() + "\n")
        made = Path(folder, "way")
        compiler = os.environ.get("CXX", "c++")
        source = Path(__file__).with_suffix(".cpp")
        subprocess.run([compiler, "-O3", "-march=native", "-I", folder, "-o", made, source], check=True)
        began = time.monotonic()
        lines = subprocess.run([made], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = [(int(one, 16), int(turns)) for one, turns in map(str.split, lines.splitlines())]
    file = given.file or way_path(told.key)
    file.write_bytes(packed(told, found))
    print(f"{len(found):,} positions, {file.stat().st_size:,} bytes, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
