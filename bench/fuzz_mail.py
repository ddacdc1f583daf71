"""Mails changed at random on the whole way in: `python bench/fuzz_mail.py [--mails 100000] [--seed 1] [--fetched 100]`.

First come mails made to keep a reader busy. The mails go in turn to referees of every game, and to two whose players
need tokens and signatures. What tests/mail/fuzzing.py says must hold: no crash, none above a second, nobody speaks for
another, nothing changed by what cannot be read. One of each --fetched goes all the way, into matches on disk that are
proved at the end.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "mail")]

from fuzzing import WORDS, Checked, bombs, check, corpus, fetched, mutated, orders_of, worlds
from support import contents, copied

from adjudicator.match import verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches

MOST_SECONDS = 1.0  # of processor time for one mail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fetched", type=int, default=100)
    given = parser.parse_args()
    rng, seen = random.Random(given.seed), Checked()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        paths = worlds(Path(folder) / "read")
        known = [(corpus(path), (*WORDS, *orders_of(path) * 4)) for path in paths]
        played = [copied(path, Path(folder) / "played" / path.name) for path in paths]
        before = [contents(path) for path in paths]
        hostile = [bomb for size in (1 << 16, 1 << 19) for bomb in bombs(size)]
        for number in range(-len(hostile), given.mails):
            world = number % len(paths)
            all_the_way = number // len(paths) % given.fetched == 0
            now = (corpus(played[world]), (*WORDS, *orders_of(played[world]) * 4)) if all_the_way else known[world]
            mail = mutated(rng, *now, sign=paths[world].name == "dkim") if number >= 0 else hostile[number]
            try:
                check(mail, paths[world], seen)
                if all_the_way:
                    fetched(mail, played[world], seen)
                slowest = max(seen.slowest, seen.slowest_fetched)
                assert slowest < MOST_SECONDS, f"it took {slowest:.2f} s"
            except BaseException:
                kept = Path(tempfile.gettempdir()) / f"fuzz-{given.seed}-{number}.eml"
                kept.write_bytes(mail)
                print(f"mail {number} of seed {given.seed}, {paths[world].name}, kept as {kept}:", file=sys.stderr)
                raise
            if number % 1000 == 999:
                told = f"slowest {seen.slowest:.3f} s read, {seen.slowest_fetched:.3f} s carried out"
                print(f"{number + 1} mails, {time.monotonic() - start:.0f} s, {told}", flush=True)
        assert [contents(path) for path in paths] == before, "reading changed something"
        for folders in (Matches(path).folders() for path in played):
            for match in folders:
                proved = verify.verify(Folder(match))
                assert not proved.problems, proved.problems
                print(f"{match.parent.name}/{match.name}: {proved.lines} lines, verified")
    print(f"{len(hostile)} made to keep a reader busy, {given.mails} changed at random")
    print(", ".join(f"{end} {count}" for end, count in seen.ends.most_common()))
    print(f"slowest {seen.slowest:.3f} s ({len(seen.slowest_mail)} bytes)")


if __name__ == "__main__":
    main()
