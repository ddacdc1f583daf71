"""Games by compiled code: as quick as that is, and equal to the plain rules.

`python bench/bulk.py speed [GAME] [GAMES]`: games a second, by random and by careful play, on one thread and on all.
`python bench/bulk.py equal [GAME] GAMES [FIRST]`: so many games beside those by the plain rules, position for position.
"""

from __future__ import annotations

import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import bulk, games, simulation  # noqa: E402
from adjudicator.simulation import work  # noqa: E402
from adjudicator.simulation.game import Plan  # noqa: E402
from printables.boards.fox_and_geese import variants  # noqa: E402
from printables.hunts import load  # noqa: E402
from tests.bulk import difference  # noqa: E402
from tests.hunts import definition  # noqa: E402

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "fox-and-geese": [{"variant": name} for name in variants()],
    "snakes-and-foxes": [
        {"distance": distance, "stranded": stranded}
        for distance, stranded in product(("steps", "hunt", "away"), ("stay", "longest"))
    ],
    "snail-trail": [
        {},
        {"diagonal": False},
        {"size": 8},
        {"size": 5, "shape": "hex"},
        {"size": 5, "steps": "one"},
    ],
}
RANDOM, CAREFUL = ("random", "random"), ("careful", "careful")
ALONE = {"snakes-and-foxes"}  # may be played by one
CAREFUL_EVERY = 1_000
MADE = 2_000  # hunts made at random; two of three can be played


def speed(slug: str, count: int) -> None:
    for bots, share in ((RANDOM, 1), (CAREFUL, 20)):
        plan = Plan(slug, games.find(slug).Options(), bots, "bench")
        simulation.simulate(plan, 5_000, kept=False)  # compiled or loaded
        for workers in (1, work.processors()):
            many = max(5_000, count // share)
            began, spent = time.perf_counter(), time.process_time()
            simulation.simulate(plan, many, workers, kept=False)
            wall, spent = time.perf_counter() - began, time.process_time() - spent
            rate = f"{many / wall:,.0f} a second, {many / spent:,.0f} a second of processor"
            print(f"{slug}, {bots[0]}, {workers} threads: {many:,} games in {wall:.2f} s: {rate}", flush=True)


def _settings(slug: str) -> list[dict[str, Any]]:
    """What games are compared under; hunts made at random, too, whose rules are of every kind."""
    made = map(definition, range(MADE)) if slug == "fox-and-geese" else ()
    return [*SETTINGS[slug], *({"hunt": text} for text in made if load.examine(text, "")[0])]


def equal(slug: str, count: int, first: int) -> int:
    settings = [games.find(slug).Options(**setting) for setting in _settings(slug)]
    settings = [options for options in settings if bulk.player(slug, options, RANDOM)]
    plain = [RANDOM, ("random",)] if slug in ALONE else [RANDOM]
    for number in range(first, first + count):
        careful = ("careful", "random") if number // CAREFUL_EVERY % 2 else CAREFUL
        players = plain[number % len(plain)] if number % CAREFUL_EVERY else careful
        options = settings[number // 7 % len(settings)]
        if fault := difference(slug, options, players, "equal", number):
            print(fault)
            return 1
        if (number - first + 1) % 1_000 == 0:
            print(f"{slug}: {number - first + 1:,} games are equal, {time.process_time():.0f} s", flush=True)
    print(f"{slug}: {count:,} games are the same, position for position")
    return 0


def main() -> int:
    slugs = [text for text in sys.argv[2:] if text in bulk.PLAYERS.modules] or sorted(bulk.PLAYERS.modules)
    numbers = [int(text) for text in sys.argv[2:] if text.isdecimal()]
    if sys.argv[1:2] == ["equal"]:
        return max(equal(slug, *(numbers or [1_000])[:1], *(numbers[1:2] or [0])) for slug in slugs)
    for slug in slugs:
        speed(slug, *(numbers or [100_000]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
