"""Files of matches changed at random: `python bench/fuzz_match.py [--minutes 60] [--seed 1]`.

Everything that is read from a match, and beside it, is changed: match.json, the log, state.json, the secret, what was
sent, the ledger of mails, the agenda, move files, mails in the inbox. Every command that looks at matches then looks.
What must hold: nothing but a UserError, no second of processor time for a match, nothing changed outside the folder.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from faults.test_one_match_at_a_time import made  # noqa: E402

from adjudicator.cli import overview, show  # noqa: E402
from adjudicator.mail.inbound import ledger  # noqa: E402
from adjudicator.mail.outbound import compose, outbox  # noqa: E402
from adjudicator.match import process, readjudicate, verify  # noqa: E402
from adjudicator.match.folder import Folder  # noqa: E402
from adjudicator.match.folders import Agenda, Matches  # noqa: E402
from printables.errors import DEBUG, UserError  # noqa: E402

MOST_SECONDS = 1.0
NOW = "2026-11-22T12:00:00+00:00"
MOMENT = datetime(2026, 11, 22, 12, tzinfo=UTC)
WORDS = (
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\0", b"\xff", b"\\ud800", b"1e999", b"NaN", b"-1", b"null"),
    *(b"9" * 400, b"[" * 5_000, b"2026-11-22", b"0001-01-01T00:00:00+23:59", b"Europe/Paris", b"../../x", b"true"),
)


def changed(rng: random.Random, data: bytes) -> bytes:
    """The bytes with up to eight changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        at, length = rng.randint(0, len(data)), rng.choice((1, 1, 2, 8, 60))
        kind = rng.randrange(5)
        if kind == 0 and at < len(data):
            data = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[at + length :]
        elif kind == 2:
            data = data[:at] + rng.choice(WORDS) + data[at:]
        elif kind == 3:
            data = data[:at] + data[at : at + length] * rng.choice((2, 3, 200)) + data[at + length :]
        else:
            data = data[:at] + rng.choice(WORDS) + data[at + length :]
    return data


def looks(path: Path) -> dict[str, Callable[[], object]]:
    """What is done with a match, by name."""
    referee = compose.sender("r@example.org")
    return {
        "desk": lambda: list(overview.table(Matches(path.parent), NOW)),
        "verify": lambda: list(verify.proofs([path])),
        "show": lambda: show.render(Folder(path), "text"),
        "readjudicate": lambda: list(readjudicate.differences(Folder(path))),
        "send": lambda: list(outbox.shown(Folder(path), referee, MOMENT)),
        "ledger": lambda: ledger.read(path.parent),
        "agenda": lambda: Agenda(path.parent).due(path, MOMENT),
        "due": lambda: process.due(Folder(path), NOW, png=False),
        "adjudicate": lambda: process.adjudicate(Folder(path), png=False, now=lambda: NOW),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    os.environ[DEBUG] = "1"  # a fault is not to be told in a line
    rng, ends, slowest = random.Random(given.seed), Counter[str](), 0.0
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        made(root / "whole" / "ab")
        shutil.rmtree(root / "whole" / "sent", ignore_errors=True)
        (root / "whole" / "ab" / "inbox" / "a.txt").write_text("player A\nmove a1 b1\nsay B: hello\n")
        (root / "whole" / "ab" / "inbox" / "b.post").write_bytes(
            b'{"mail":{"id":"%s","proof":"address","received":"2026-11-21T12:00:00Z"},"message_id":"","seats":[0],'
            b'"subject":""}\nsay all: x\n' % (b"5" * 64)
        )
        line = b'{"id":"x","n":1,"parts":[{"file":"","match":"ab","verdict":"unproved"}],"place":"","received":'
        (root / "whole" / "mail-in.jsonl").write_bytes(line + b'"2026-11-21T12:00:00Z","sender":""}\n')
        names = ["ab/match.json", "ab/log.jsonl", "ab/state.json", "ab/secret.key", "ab/mail.jsonl", "mail-in.jsonl"]
        names += [".agenda.json", "ab/inbox/a.txt", "ab/inbox/b.post", "ab/log.jsonl"]
        (root / "whole" / ".agenda.json").write_bytes(b'{"ab":{"files":[1,2,3,4],"wakes":"2026-11-24T12:00:00+00:00"}}')
        end, count = time.monotonic() + 60 * given.minutes, 0
        while time.monotonic() < end:
            path = Path(shutil.copytree(root / "whole", root / "now")) / "ab"
            name = rng.choice(names)
            data = changed(rng, (path.parent / name).read_bytes())
            (path.parent / name).write_bytes(data)
            outside = sorted(root.iterdir())
            for look, run in looks(path).items():
                start = time.process_time()
                try:
                    run()
                    ends[f"{look}: done"] += 1
                except UserError:
                    ends[f"{look}: told"] += 1
                except BaseException:
                    (Path(tempfile.gettempdir()) / f"fuzz-match-{given.seed}-{count}").write_bytes(data)
                    print(f"{name}, change {count} of seed {given.seed}, {look}", file=sys.stderr)
                    raise
                took = time.process_time() - start
                slowest = max(slowest, took)
                assert took < MOST_SECONDS, f"{name}, change {count}, {look}: {took:.2f} s"
            assert sorted(root.iterdir()) == outside
            shutil.rmtree(root / "now")
            count += 1
    print(f"{count} changes, {sum(ends.values())} looks, slowest {slowest:.3f} s")
    print(", ".join(f"{end} {number}" for end, number in sorted(ends.items())))


if __name__ == "__main__":
    main()
