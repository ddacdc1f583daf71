"""Mails changed at random on the whole way in: `python bench/fuzz_mail.py [--mails 100000] [--seed 1] [--fetched 100]`.

First come mails made to keep a reader busy. Every mail goes to the referee, and what tests/mail/fuzzing.py says must
hold: no crash, none above a second, nothing changed by what cannot be read. One of each --fetched goes all the way,
into folders of matches on disk, which are proved at the end.
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

from fuzzing import Checked, bombs, check, corpus, mutated  # noqa: E402
from support import ANNA, BOB, CID, contents, copied, found, take, verdicts  # noqa: E402

from adjudicator import verify  # noqa: E402
from adjudicator.match import Folder  # noqa: E402

MOST_SECONDS = 1.0  # of processor time for one mail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fetched", type=int, default=100)
    given = parser.parse_args()
    rng, mails, seen = random.Random(given.seed), corpus(), Checked()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches"
        found(path, "anna-bob", ANNA, BOB, words=["hazel", "thorn"])
        found(path, "anna-cid", ANNA, CID)
        played = copied(path, Path(folder) / "played")
        before = contents(path)
        hostile = [bomb for size in (1 << 16, 1 << 19) for bomb in bombs(size)]
        for number in range(-len(hostile), given.mails):
            mail = mutated(rng, mails) if number >= 0 else hostile[number]
            try:
                check(mail, path, seen)
                assert seen.slowest < MOST_SECONDS, f"it took {seen.slowest:.2f} s"
                if number % given.fetched == 0:
                    whole = contents(played)
                    if "taken" not in verdicts(take(played, mail)):
                        assert contents(played) == whole, "a mail that was not taken changed something"
            except BaseException:
                kept = Path(tempfile.gettempdir()) / f"fuzz-{given.seed}-{number}.eml"
                kept.write_bytes(mail)
                print(f"mail {number} of seed {given.seed}, kept as {kept}:", file=sys.stderr)
                raise
            if number % 1000 == 999:
                print(f"{number + 1} mails, {time.monotonic() - start:.0f} s, slowest {seen.slowest:.3f} s", flush=True)
        assert contents(path) == before, "reading changed something"
        for match in ("anna-bob", "anna-cid"):
            proved = verify.verify(Folder(played / match))
            assert not proved.problems, proved.problems
            print(f"{match}: {proved.lines} lines, verified")
    print(f"{len(hostile)} made to keep a reader busy, {given.mails} changed at random")
    print(", ".join(f"{end} {count}" for end, count in seen.ends.most_common()))
    print(f"slowest {seen.slowest:.3f} s ({len(seen.slowest_mail)} bytes)")


if __name__ == "__main__":
    main()
