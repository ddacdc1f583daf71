"""Games of Snakes & Foxes by compiled code: as quick as that is, and equal to the plain rules.

`python bench/bulk.py speed [GAMES]`: games a second, by random and by careful play, on one thread and on all.
`python bench/bulk.py equal GAMES [FIRST]`: so many games beside those by the plain rules, position for position.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games, simulation  # noqa: E402
from adjudicator.simulation import work  # noqa: E402
from adjudicator.simulation.game import Plan  # noqa: E402
from tests.bulk import SLUG, difference  # noqa: E402

KIND = games.find(SLUG).Options
PLAYERS = (("random", "random"), ("random",), ("careful", "random"), ("careful", "careful"))
CAREFUL_EVERY = 1_000


def speed(count: int) -> int:
    for bots, share in ((("random", "random"), 1), (("careful", "careful"), 20)):
        plan = Plan(SLUG, KIND(), bots, "bench")
        simulation.simulate(plan, 5_000, kept=False)  # compiled or loaded
        for workers in (1, work.processors()):
            many = max(5_000, count // share)
            began, spent = time.perf_counter(), time.process_time()
            simulation.simulate(plan, many, workers, kept=False)
            wall, spent = time.perf_counter() - began, time.process_time() - spent
            rate = f"{many / wall:,.0f} a second, {many / spent:,.0f} a second of processor"
            print(f"{bots[0]} against {bots[1]}, {workers} threads: {many:,} games in {wall:.2f} s: {rate}", flush=True)
    return 0


def equal(count: int, first: int) -> int:
    settings = [KIND(distance=distance, stranded=stranded) for distance in ("steps", "hunt", "away")
                for stranded in ("stay", "longest")]  # fmt: skip
    for number in range(first, first + count):
        players = PLAYERS[number % 2 if number % CAREFUL_EVERY else 2 + number // CAREFUL_EVERY % 2]
        options = settings[number // 7 % len(settings)]
        if fault := difference(options, players, "equal", number):
            print(fault)
            return 1
        if (number - first + 1) % 1_000 == 0:
            print(f"{number - first + 1:,} games are equal, {time.process_time():.0f} s", flush=True)
    print(f"{count:,} games are the same, position for position")
    return 0


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[2:]]
    raise SystemExit(
        speed(*(numbers or [100_000])) if sys.argv[1:2] == ["speed"] else equal(*numbers, *[0] * (2 - len(numbers)))
    )
