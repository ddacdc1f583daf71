"""One `mail serve` of many matches: `python bench/serve.py [--matches 10000] [--mails 2000] [--letters 100]`.

Processor time of the first round, which opens every match; of a look at all while nothing happens; of an email
that comes alone, and in a crowd; and the memory held after each quarter of the emails. Then the same with letters
sent. `--place` keeps the matches for another run.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import growth  # noqa: E402

EVERY = 10  # seconds between two looks at all matches
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A `mail serve` that runs."""

    def __init__(self, place: Path, *more: str) -> None:
        command = [sys.executable, "-m", "adjudicator", "mail", "serve", "--maildir", str(place / "box")]
        command += ["--matches", str(place / "m"), "--every", str(EVERY), *more]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        self._place, self._sent = place, 0

    @property
    def used(self) -> float:
        """Seconds of processor time until now."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, words[11:13])) / TICKS

    @property
    def held(self) -> float:
        """MiB of memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def rest(self, least: float = 1.0) -> None:
        """Wait until nothing is done for a while."""
        before, since = self.used, time.monotonic()
        while time.monotonic() - since < least:
            time.sleep(0.1)
            assert self.process.poll() is None
            if self.used != before:
                before, since = self.used, time.monotonic()

    def mail(self, lot: random.Random, matches: int, count: int) -> None:
        """So many emails, each to any of the matches, and wait until all are taken."""
        new = self._place / "box" / "new"
        for _ in range(count):
            self._sent += 1
            match, name = f"m{lot.randrange(matches):05d}", f"{int(time.time())}.M{self._sent}P{os.getpid()}.x"
            head = f"From: anna@example.org\nSubject: [{match}]\nMessage-ID: <{name}@x>\n"
            made = self._place / "box" / "tmp" / name
            made.write_text(f"{head}\nplayer Anna\nsay Bob: hello {self._sent}\n")
            made.rename(new / name)
        while any(new.iterdir()):
            time.sleep(0.05)
            assert self.process.poll() is None


@contextmanager
def serving(place: Path, *more: str) -> Iterator[Server]:
    server = Server(place, *more)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait()


def emptied(place: Path) -> None:
    shutil.rmtree(place / "box", ignore_errors=True)
    for part in ("new", "cur", "tmp"):
        (place / "box" / part).mkdir(parents=True)


def taken(server: Server, matches: int, mails: int, what: str) -> None:
    lot = random.Random(1)
    server.rest(6)
    print(f"{what}: the first round {server.used:.1f} s of processor, {server.held:.0f} MiB", flush=True)
    before, began = server.used, time.monotonic()
    time.sleep(4 * EVERY)
    looks = (time.monotonic() - began) / EVERY
    print(f"a look at all while nothing happens: {(server.used - before) / looks:.2f} s", flush=True)
    alone = []
    for _ in range(10):
        before = server.used
        server.mail(lot, matches, 1)
        server.rest(1.5)
        alone.append(server.used - before)
    print(f"an email alone, its round with it: {sorted(alone)[5]:.3f} s, at most {max(alone):.3f}", flush=True)
    for quarter in range(4):
        before, began = server.used, time.monotonic()
        for _ in range(mails // 4 // 25):
            server.mail(lot, matches, 25)
        wall, used = time.monotonic() - began, server.used - before
        count = mails // 4
        print(
            f"{count * (quarter + 1)} emails: {used / count * 1000:.1f} ms each, {count / wall:.1f} a second by the "
            f"clock, {server.held:.0f} MiB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--mails", type=int, default=2000)
    parser.add_argument("--letters", type=int, default=100)
    parser.add_argument("--place", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        place = given.place or Path(made)
        if not (place / "m").exists():
            growth.many(place, given.matches)
        emptied(place)
        with serving(place) as server:
            taken(server, given.matches, given.mails, "orders alone")
        if given.letters:
            command = [sys.executable, "-m", "adjudicator", "mail", "send", "--skip", "--matches", str(place / "m")]
            subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, check=True)
            with serving(place, "--outbox", str(place / "out"), "--from", "r@example.org") as server:
                taken(server, given.matches, given.letters, "with letters")


if __name__ == "__main__":
    main()
