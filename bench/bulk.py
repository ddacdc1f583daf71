"""Games by compiled code: as quick as that is, and equal to the plain rules.

`python bench/bulk.py speed [GAME] [GAMES]`: games a second, by random and by careful play, on one thread and on all.
`python bench/bulk.py equal [GAME] GAMES [FIRST [EVERY]]`: so many games beside those by the plain rules, position for
position, one of EVERY with `careful`, else all by `random`.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.lab import bulk, simulation
from adjudicator.lab.simulation.tally import Plan, seats
from printables.boards.fox_and_geese import load, variants
from tests.bulk import LITTLE, ROWS, difference, sheet
from tests.hunts import definition

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
    "snakey-dice": [{}, {"league": True}, {"house": sheet(LITTLE)}, {"house": sheet(LITTLE), "league": True}],
}
SEATS = {"snakes-and-foxes": (2, 1), "snakey-dice": (1, 2, 3)}  # how many play, where not two
CAREFUL_EVERY = 1_000
MADE = 2_000  # hunts made at random; two of three can be played


def speed(slug: str, count: int) -> None:
    game = games.find(slug)
    for bot, share in (("random", 1), ("careful", 20)):
        plan = Plan(slug, game.Options(), (bot,) * seats(game, game.Options()), "bench")
        simulation.simulate(plan, 5_000, kept=False)  # compiled or loaded
        for workers in (1, simulation.processors()):
            many = max(5_000, count // share)
            began, spent = time.perf_counter(), time.process_time()
            simulation.simulate(plan, many, workers, kept=False)
            wall, spent = time.perf_counter() - began, time.process_time() - spent
            rate = f"{many / wall:,.0f} a second, {many / spent:,.0f} a second of processor"
            print(f"{slug}, {bot}, {workers} threads: {many:,} games in {wall:.2f} s: {rate}", flush=True)


def _settings(slug: str) -> list[dict[str, Any]]:
    """What games are compared under; hunts made at random, too, whose rules are of every kind."""
    made = map(definition, range(MADE)) if slug == "fox-and-geese" else ()
    return [*SETTINGS[slug], *({"hunt": text} for text in made if load.examine(text, "")[0])]


def equal(slug: str, count: int, first: int = 0, every: int = CAREFUL_EVERY) -> int:
    settings, seatings = [games.find(slug).Options(**setting) for setting in _settings(slug)], SEATS.get(slug, (2,))
    fits = [[many for many in seatings if bulk.player(slug, options, ("random",) * many)] for options in settings]
    known = [(options, many) for options, many in zip(settings, fits, strict=True) if many]
    for number in range(first, first + count):
        options, allowed = known[number // 7 % len(known)]
        players = ("random",) * allowed[number % len(allowed)]
        if number % every == 0:
            players = ("careful", *(("random",) if number // every % 2 else ("careful",)) * (len(players) - 1))
        if fault := difference(slug, options, players, "equal", number):
            print(fault)
            return 1
        if (number - first + 1) % 1_000 == 0:
            print(f"{slug}: {number - first + 1:,} games are equal, {time.process_time():.0f} s", flush=True)
    print(f"{slug}: {count:,} games are the same, position for position")
    return 0


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("speed", "equal"))
    asked.add_argument("words", nargs="*", metavar="GAME|NUMBER")
    given = asked.parse_args()
    slugs = [text for text in given.words if text in ROWS] or sorted(ROWS)
    numbers = [int(text) for text in given.words if text.isdecimal()]
    if given.what == "equal":
        return max(equal(slug, *(numbers or [1_000])) for slug in slugs)
    for slug in slugs:
        speed(slug, *(numbers or [100_000]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
