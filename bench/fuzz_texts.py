"""Texts that a user may write, changed at random: `python bench/fuzz_texts.py [--minutes 60] [--seed 1]`.

Hunts, themes, label sheets, positions and cases, as shipped. What must hold: nothing but a UserError, no second
of processor time for one.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from fuzz_match import changed  # noqa: E402

from adjudicator.positions import case_file, play  # noqa: E402
from printables import theme  # noqa: E402
from printables.errors import UserError  # noqa: E402
from printables.hunts import load  # noqa: E402
from printables.paper import labels  # noqa: E402

MOST_SECONDS = 1.0


def position(text: str) -> object:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as file:
        file.write(text)
        file.flush()
        found = play.read(Path(file.name))
        return next(found.game.moves(found.state), None)


READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "hunt": ("templates/hunts/*.toml", lambda text: load.hunt(text, "x")),
    "theme": ("templates/themes/*.toml", lambda text: theme.read("x", text, "x")),
    "labels": ("templates/labels/*.toml", lambda text: labels.read("x", text, "x")),
    "position": ("docs/positions/*.json", position),
    "case": ("tests/cases/**/*.y*ml", lambda text: case_file.read(text, "x")),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, ends, slowest = random.Random(given.seed), Counter[str](), 0.0
    known = {kind: [file.read_bytes()[:20_000] for file in sorted(ROOT.glob(at))] for kind, (at, _) in READERS.items()}
    assert all(known.values()), [kind for kind, texts in known.items() if not texts]
    end, count = time.monotonic() + 60 * given.minutes, 0
    while time.monotonic() < end:
        kind = rng.choice(list(READERS))
        text = changed(rng, rng.choice(known[kind])).decode("utf-8", "replace")
        start = time.process_time()
        try:
            READERS[kind][1](text)
            ends[f"{kind}: read"] += 1
        except UserError:
            ends[f"{kind}: told"] += 1
        except BaseException:
            (Path(tempfile.gettempdir()) / f"fuzz-texts-{given.seed}-{count}").write_text(text)
            print(f"{kind}, change {count} of seed {given.seed}", file=sys.stderr)
            raise
        took = time.process_time() - start
        slowest = max(slowest, took)
        assert took < MOST_SECONDS, f"{kind}, change {count}: {took:.2f} s"
        count += 1
    print(f"{count} changes, slowest {slowest:.3f} s")
    print(", ".join(f"{end} {number}" for end, number in sorted(ends.items())))


if __name__ == "__main__":
    main()
