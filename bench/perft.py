"""The figures of tests/perft counted anew to depth 4, by the rules and by the plain count: `python bench/perft.py`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tests.games.test_the_game import PERFT, by_module, by_plain_count, state


def main() -> int:
    wrong = 0
    for entry in PERFT:
        position = state(entry["state"], entry.get("options"))
        for depth, figure in enumerate(entry["counts"], 1):
            for name, count in (("rules", by_module), ("plain", by_plain_count)):
                began = time.perf_counter()
                found = count(position, depth)
                took = time.perf_counter() - began
                wrong += found != figure
                verdict = "" if found == figure else f", not {figure:,}"
                print(f"{entry['id']} depth {depth}, {name}: {found:,}{verdict} ({took:.1f} s)", flush=True)
    return wrong > 0


if __name__ == "__main__":
    raise SystemExit(main())
