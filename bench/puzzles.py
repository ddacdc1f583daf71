"""Puzzles of The Game in two turns, proved a second time: `python bench/puzzles.py [SEED ...]`.

The tests take a few; here is any other. For each seed the puzzle is found as `postfox puzzle` finds it; then slides and
answers are played by the plain rules (tests/plain_search.py), positions told apart by their canonical state alone. It
says what both took, and stops where they do not agree.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from plain_search import agrees

from adjudicator import games
from adjudicator.core.sense import WIN
from adjudicator.lab.puzzles.find import puzzles

SLUG, SEEDS = "the-game", ("ember", "honey", "inn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="*", default=SEEDS)
    for seed in parser.parse_args().seeds:
        start = time.process_time()
        (one,) = puzzles(SLUG, games.find(SLUG).Options(), seed, 1, (WIN,), 2)
        found = time.process_time()
        looked = agrees(one, kept=True)
        slides = sum(len(attempt.actions) for attempt in one.tries)
        answer, proved = one.game.format(one.answer.action, one.state), time.process_time()
        print(f"{seed}: of {slides} slides {answer} alone wins in two turns, none in one", end="; ")
        print(f"found in {found - start:.0f} s, proved in {proved - found:.0f} s with {looked:,} slides played")


if __name__ == "__main__":
    main()
