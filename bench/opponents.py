"""Bots against each other, as the table of docs/opponents.md: `python bench/opponents.py [GAME ...] [--games 20]`.

Prints rows of Markdown: each game, who plays whom, games, and the share that the first one named has won with its 95%
interval; alone, the points on average. The same --games give the same rows, on any machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games, simulation  # noqa: E402
from adjudicator.simulation.game import Plan, seats  # noqa: E402

PAIRS = (("careful", "random"), ("strong:300", "careful"))
ALONE = (("random",), ("careful",), ("strong:300",))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.GAMES))
    parser.add_argument("--games", dest="count", type=int, default=20)
    parser.add_argument("--pair", choices=[pair[0] for pair in (*PAIRS, *ALONE)])
    given = parser.parse_args()
    for slug in given.games:
        options = games.find(slug).Options()
        players = PAIRS if seats(games.find(slug), options) == 2 else ALONE
        for bots in players:
            if given.pair in (None, bots[0]):
                print(row(slug, bots, given.count), flush=True)


def row(slug: str, bots: tuple[str, ...], count: int) -> str:
    """A row of the table; how long it took stands behind it, for who reads it here."""
    start = time.process_time()
    plan = Plan(slug, games.find(slug).Options(), bots, "bench")
    counted = simulation.simulate(plan, count, kept=False).tally
    low, high = counted.share(counted.wins[0]).interval
    won = f"{counted.wins[0]} ({low:.0%} to {high:.0%})" if len(bots) > 1 else f"{counted.mean(0):.0f} points"
    other = counted.wins[1] if len(bots) > 1 else "–"
    return (
        f"| {games.find(slug).TITLE} | {' against '.join(bots)} | {count} | {won} | {other} | {counted.nobody} |"
        f"  <!-- {time.process_time() - start:.0f} s -->"
    )


if __name__ == "__main__":
    main()
