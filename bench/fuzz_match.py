"""Files of matches changed at random: `python bench/fuzz_match.py [--minutes 60] [--seed 1] [--keep DIR]`.

Everything that is read from a match, and beside it, is changed: match.json, the log, state.json, the secret, what was
sent, the ledger of mails, the agenda, move files, mails in the inbox. Every command that looks at matches then looks.
What must hold: nothing but a UserError, no second of processor time for a match, nothing changed outside the folder.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from faults.test_one_match_at_a_time import made  # noqa: E402
from findings import Findings, arguments, changed  # noqa: E402

from adjudicator.cli import overview, show  # noqa: E402
from adjudicator.mail.inbound import ledger  # noqa: E402
from adjudicator.mail.outbound import compose, outbox  # noqa: E402
from adjudicator.match import process, readjudicate, verify  # noqa: E402
from adjudicator.match.folder import Folder  # noqa: E402
from adjudicator.match.folders import Agenda, Matches  # noqa: E402
from adjudicator.page import file as page  # noqa: E402
from printables.errors import DEBUG  # noqa: E402

NOW = "2026-11-22T12:00:00+00:00"
MOMENT = datetime(2026, 11, 22, 12, tzinfo=UTC)


def looks(path: Path) -> dict[str, Callable[[], object]]:
    """What is done with a match, by name."""
    referee = compose.sender("r@example.org")
    return {
        "desk": lambda: list(overview.table(Matches(path.parent), NOW)),
        "verify": lambda: list(verify.proofs([path])),
        "show": lambda: show.render(Folder(path), "text"),
        "page": lambda: page.html(Folder(path)),
        "readjudicate": lambda: list(readjudicate.differences(Folder(path))),
        "send": lambda: list(outbox.shown(Folder(path), referee, MOMENT)),
        "ledger": lambda: ledger.read(path.parent),
        "agenda": lambda: Agenda(path.parent).due(path, MOMENT),
        "due": lambda: process.due(Folder(path), NOW, png=False),
        "adjudicate": lambda: process.adjudicate(Folder(path), png=False, now=lambda: NOW),
    }


def main() -> None:
    given = arguments(__doc__)
    os.environ[DEBUG] = "1"  # a fault is not to be told in a line
    rng, findings = random.Random(given.seed), Findings(given.keep)
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
        end = time.monotonic() + 60 * given.minutes
        while time.monotonic() < end:
            path = Path(shutil.copytree(root / "whole", root / "now")) / "ab"
            name = rng.choice(names)
            data = changed(rng, (path.parent / name).read_bytes())
            (path.parent / name).write_bytes(data)
            outside = sorted(root.iterdir())
            findings.changes += 1
            for look, run in looks(path).items():
                with findings.read(f"{look} {Path(name).name}", data):
                    run()
            if sorted(root.iterdir()) != outside:
                findings.found(name, data, "something was written outside the folder")
            shutil.rmtree(root / "now")
    findings.report()


if __name__ == "__main__":
    main()
