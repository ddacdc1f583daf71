"""Legal orders tapped together by the page's interpreter: `python bench/choices.py [GAME ...] [--orders 2000]`.

Every rule set and variant of each game, in positions of play at random and in crowded ones, until so many orders of it
were compared. Where a position has more than --whole, its orders are not compared as a whole: some of each side are
tried. Sizes are of one position's declaration, times of one tap in node.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import tapping
from kinds import kinds

from adjudicator import games
from adjudicator.core import GameError
from tests.core.test_choices import cases


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.GAMES))
    parser.add_argument("--orders", type=int, default=2_000)
    parser.add_argument("--whole", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for slug in given.games:
        print(report(slug, given.orders, given.whole, given.seed))


def report(slug: str, orders: int, whole: int, seed: int) -> str:
    """A line on one game, and what is wrong."""
    done: list[tapping.Compared] = []
    taken, chance = 0.0, random.Random(seed)
    while sum(one.orders or 0 for one in done) < orders:
        for rules in range(1, games.find(slug).rules + 1):
            game = games.find(slug, rules)
            for options in kinds(game):
                try:
                    some = cases(
                        game, options, chance.randint(game.PLAYERS[0], min(3, game.PLAYERS[1])), chance.random()
                    )
                except GameError:
                    continue
                start = time.perf_counter()
                for case in some:
                    case.game.choices(case.state, case.seat)
                taken = max(taken, (time.perf_counter() - start) / max(1, len(some)))
                done += tapping.compared(some, whole)
    texts = [json.dumps(one.choice, separators=(",", ":")).encode() for one in done]
    sizes, packed = sorted(map(len, texts)), sorted(len(gzip.compress(text)) for text in texts)
    wrong = [fault for one in done for fault in one.faults]
    middle = len(done) // 2
    return "\n".join(
        [
            f"{slug}: {len(done)} positions, {sum(one.orders or 0 for one in done)} orders compared, "
            f"{sum(one.orders is None for one in done)} positions of more orders sampled, {len(wrong)} mismatches; "
            f"bytes median {sizes[middle]}, most {sizes[-1]} (gzip {packed[middle]}, {packed[-1]}); "
            f"{sum(one.answer['taps'] for one in done)} taps, the slowest "
            f"{max(one.answer['slowest'] for one in done):.0f} ms; a declaration {1000 * taken:.0f} ms at most",
            *wrong[:5],
        ]
    )


if __name__ == "__main__":
    main()
