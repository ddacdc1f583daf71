"""One `mail serve` of many matches: `python bench/serve.py [--matches 10000] [--emails 5000] [--letters 100]`.

Processor time of the first round, which opens every match; of one that looks at all while nothing happens; of
one for an email that comes alone; of an email in a crowd; and the memory held after each tenth of them. Then the
same with letters. The rounds of `mail serve` run in this process, one after the other. `--place` keeps the matches.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator.cli import rounds
from adjudicator.mail.inbound.sources import Maildir
from adjudicator.mail.outbound import transports
from adjudicator.mail.outbound.transports import Outbox
from adjudicator.match.store.folders import Matches
from bench import growth

CROWD = 25  # emails that come together


def took(do: Callable[[], object]) -> float:
    """Seconds of processor time."""
    before = time.process_time()
    do()
    return time.process_time() - before


def held() -> str:
    """The memory of this process."""
    status = Path("/proc/self/status").read_text()
    return f"{int(status.partition('VmRSS:')[2].split()[0]) / 1024:.0f} MiB"


class Server:
    """The rounds of `mail serve`, and players who write."""

    def __init__(self, place: Path, *, letters: bool) -> None:
        self._box = place / "box"
        shutil.rmtree(self._box, ignore_errors=True)
        for part in ("new", "cur", "tmp"):
            (self._box / part).mkdir(parents=True)
        self._out = transports.Mailer(Outbox(place / "out"), transports.sender("r@example.org")) if letters else None
        self._matches, self._source = Matches(place / "m"), Maildir(self._box)
        self._names = [folder.name for folder in self._matches.folders()]
        self._lot, self._sent = random.Random(1), 0

    def round(self) -> None:
        rounds.serve(self._source, self._matches, self._out, read=True)

    def whole(self) -> None:
        self._matches.look()
        self.round()

    def write(self, count: int) -> None:
        """So many emails to any of the matches."""
        for _ in range(count):
            self._sent += 1
            name = f"{int(time.time())}.M{self._sent}P{os.getpid()}.x"
            head = f"From: anna@example.org\nSubject: [{self._lot.choice(self._names)}]\nMessage-ID: <{name}@x>\n"
            (self._box / "new" / name).write_text(f"{head}\nplayer Anna\nsay Bob: hello {self._sent}\n")


def measured(server: Server, emails: int, say: Callable[[str], None]) -> None:
    say(f"the first round {took(server.round):.1f} s, then {held()}")
    server.round()  # what the first has changed
    say(f"a look at all while nothing happens {took(server.whole):.2f} s")
    alone = []
    for _ in range(9):
        server.write(1)
        alone.append(took(server.round))
    say(f"an email alone {sorted(alone)[4] * 1000:.0f} ms, its round and all")
    crowd = max(1, min(CROWD, emails // 10))
    rounds = max(1, emails // 10 // crowd)
    for tenth in range(1, 11):
        used, began = 0.0, time.monotonic()
        for _ in range(rounds):
            server.write(crowd)
            used += took(server.round)
        count, wall = rounds * crowd, time.monotonic() - began
        say(f"{count * tenth} emails: {used / count * 1000:.1f} ms each, {count / wall:.1f} a second, {held()}")
    say(f"a look at all afterwards {took(server.whole):.2f} s, {held()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--emails", type=int, default=5000)
    parser.add_argument("--letters", type=int, default=100)
    parser.add_argument("--place", type=Path)
    given = parser.parse_args()
    out, sys.stdout = sys.stdout, Path(os.devnull).open("w")  # noqa: SIM115 - what the rounds say is not asked for
    with tempfile.TemporaryDirectory() as made:
        place = given.place or Path(made)
        os.environ["XDG_STATE_HOME"] = str(place)
        if not (place / "m").exists():
            growth.many(place, given.matches)
        measured(Server(place, letters=False), given.emails, lambda line: print(line, file=out, flush=True))
        if given.letters:
            rounds.skip(Matches(place / "m"), None)
            measured(
                Server(place, letters=True), given.letters,
                lambda line: print(f"with letters: {line}", file=out, flush=True),
            )  # fmt: skip


if __name__ == "__main__":
    main()
