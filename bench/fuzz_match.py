"""Files of matches changed at random: `python bench/fuzz_match.py [--minutes 60] [--seed 1] [--keep DIR]`.

Everything that is read from a match, and beside it, is changed: match.json, the log, state.json, the secret, what was
sent, the ledger of emails, the index, move files, mails in the inbox. Every command that looks at matches then looks.
Of two matches: one with a clock and tokens, and one with a computer player whose rolls wait for drand.
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

from drand import REAL, given, rolls, takes
from faults.test_one_match_at_a_time import made

from adjudicator import games
from adjudicator.cli import show
from adjudicator.mail.club import overview
from adjudicator.mail.outbound import outbox, transports
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store import ledger
from adjudicator.match.store.folders import Matches
from adjudicator.proofs import excerpts
from adjudicator.web import file as page
from bench.findings import Findings, arguments, changed
from printables.core import DEBUG

NOW = "2026-11-22T12:00:00+00:00"
MOMENT = datetime(2026, 11, 22, 12, tzinfo=UTC)


def waiting(path: Path) -> None:
    """A match with a computer player, moved in by rounds of drand; the roll of its answer waits for another."""
    game, (first, second, third) = games.find("snakes-and-foxes"), sorted(REAL)
    players = [create.seat("Anna <anna@example.org>"), create.seat("Otto <bot:careful>")]
    terms = create.terms({"deadline": "3d", "late": "bot:careful"})
    create.new(
        path,
        game.SLUG,
        game.Options(),
        players,
        seed="x",
        joining=True,
        beacon="drand",
        terms=terms,
        now=lambda: takes(first),
    )

    def file(text: str, now: str) -> None:
        (path / "inbox" / "a.txt").write_text(text)
        process.adjudicate(Folder(path), png=False, now=lambda: now, fetch=given)

    file("player A\njoin\n", takes(first))
    file("player A\nsay all: hello\n", rolls(first))
    state = Folder(path).standing().state
    file(f"player A\n{game.format(next(game.moves(state)), state)}\n", takes(second))
    file("player A\nsay all: and now\n", takes(third))
    assert Folder(path).last.after.waits


def indexed(path: Path) -> None:
    """What is told by the index beside the matches, and kept in it."""
    found = Matches(path)
    list(overview.rows(found, NOW))
    found.save()


def looks(path: Path) -> dict[str, Callable[[], object]]:
    """What is done with a match, by name."""
    referee = transports.sender("r@example.org")
    return {
        "desk": lambda: list(overview.table(Matches(path.parent), NOW)),
        "verify": lambda: list(verify.proofs([path])),
        "show": lambda: show.render(Folder(path), "text"),
        "page": lambda: page.html(Folder(path)),
        "readjudicate": lambda: list(verify.differences(Folder(path))),
        "send": lambda: list(outbox.shown(Folder(path), referee, MOMENT)),
        "ledger": lambda: ledger.Arrived(Matches(path.parent)).lately(datetime.now(UTC)),
        "index": lambda: indexed(path.parent),
        "excerpt": lambda: list(excerpts.made(Folder(path), 0)),
        "due": lambda: process.due(Folder(path), NOW, png=False, fetch=given),
        "adjudicate": lambda: process.adjudicate(Folder(path), png=False, now=lambda: NOW, fetch=given),
    }


def main() -> None:
    given = arguments(__doc__)
    os.environ[DEBUG] = "1"  # a fault is not to be told in a line
    rng, findings = random.Random(given.seed), Findings(given.keep)
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        made(root / "whole" / "ab")
        waiting(root / "whole" / "cd")
        shutil.rmtree(root / "whole" / "sent", ignore_errors=True)
        for name in ("ab", "cd"):
            (root / "whole" / name / "inbox" / "a.txt").write_text("player A\nmove a1 b1\nsay B: hello\n")
        (root / "whole" / "ab" / "inbox" / "b.post").write_bytes(
            b'{"mail":{"id":"%s","proof":"address","received":"2026-11-21T12:00:00Z"},"message_id":"","seats":[0],'
            b'"subject":""}\nsay all: x\n' % (b"5" * 64)
        )
        line = b'{"id":"x","n":1,"parts":[{"file":"","match":"ab","verdict":"unproved"}],"place":"","received":'
        (root / "whole" / "mail-in.jsonl").write_bytes(line + b'"2026-11-21T12:00:00Z","sender":""}\n')
        names = ["ab/match.json", "ab/log.jsonl", "ab/state.json", "ab/secret.key", "ab/mail.jsonl", "mail-in.jsonl"]
        names += [".index.sqlite", "ab/inbox/a.txt", "ab/inbox/b.post", "ab/log.jsonl"]
        names += ["cd/match.json", "cd/log.jsonl", "cd/log.jsonl", "cd/state.json", "cd/inbox/a.txt"]
        time.sleep(0.1)  # of files that have just been written the index says nothing
        indexed(root / "whole")
        for name in ("ab", "cd"):  # what a process imports and draws but once is not of one change
            for run in looks(Path(shutil.copytree(root / "whole", root / "now")) / name).values():
                run()
            shutil.rmtree(root / "now")
        end = time.monotonic() + 60 * given.minutes
        while time.monotonic() < end:
            name = rng.choice(names)
            path = Path(shutil.copytree(root / "whole", root / "now")) / ("cd" if name.startswith("cd/") else "ab")
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
