"""Snail Trail solved from its start: who wins, by what search, time on one core and positions looked at.

`python bench/solve.py [SIZE...]` (6 and 7 if none is given), with diagonals and without; 8 without only. By plain
Python, the reference, up to 6 x 6, and by compiled code where numba is installed. Process time is counted, so that a
busy machine does not matter; the compiler's own time is told apart.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.games.snail_trail import exact
from adjudicator.lab.play import start

game = games.find("snail-trail")

KNOWN = {  # RULES section 5: with diagonals, without
    3: ("win", "loss"),
    4: ("loss", "loss"),
    5: ("win", "win"),
    6: ("win", "win"),
    7: ("loss", "loss"),
    8: (None, "loss"),
}
PLAIN_UP_TO = {True: 6, False: 7}
LIMIT = 10**12


def solve(size: int, diagonal: bool, compiled: bool) -> bool:
    options = game.Options(size=size, diagonal=diagonal)
    began = time.process_time()
    verdict = exact.Solver(options, compiled=compiled).solve(start(game.SLUG, options)[1], LIMIT)
    took = time.process_time() - began
    known = KNOWN[size][not diagonal]
    print(
        f"{size} x {size} {'with diagonals' if diagonal else 'without':14} {'compiled' if compiled else 'plain':8} "
        f"{verdict.value:4} {took:8.2f} s {verdict.nodes:14,} positions{'' if verdict.value == known else '  WRONG'}",
        flush=True,
    )
    return verdict.value == known


def main() -> int:
    sizes = [int(text) for text in sys.argv[1:]] or [6, 7]
    compiled = exact.compiled_available()
    if compiled:
        began = time.process_time()
        exact.EASY = 0
        exact.Solver(game.Options(size=3)).solve(start(game.SLUG, game.Options(size=3))[1])
        print(f"compiling: {time.process_time() - began:.2f} s", flush=True)
    good = True
    for size in sizes:
        for diagonal in (False, True):
            if KNOWN[size][not diagonal] is None:
                continue
            if size <= PLAIN_UP_TO[diagonal]:
                good &= solve(size, diagonal, False)
            if compiled:
                good &= solve(size, diagonal, True)
    return not good


if __name__ == "__main__":
    raise SystemExit(main())
