"""A large club in PostgreSQL: `python bench/club.py [--matches 10000] [--workers 4] [--orders 20000] [--letters]`.

So many matches are copied into a store, their players send so many orders by email, and that many workers carry all
out (and with `--letters` send the letters), while one of them is killed and another begins. Then each order must be in
its log once, each letter noted as sent once, and every match proved. Prints processor time and time on the wall.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import postgres
import psycopg

from adjudicator.match import verify
from adjudicator.match.folder import Folder
from adjudicator.match.store import club as transfer, copies
from adjudicator.match.store.folders import Matches
from bench import growth

COMMAND = [sys.executable, "-m", "adjudicator"]
URL = "postgresql:///club"
PLAYERS = ("anna", "bob")


class Clock:
    """Says how long each step took: processor time of this process and those it began, and time on the wall."""

    def __init__(self) -> None:
        self._before = self._now()

    def _now(self) -> tuple[float, float]:
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in used), time.monotonic()

    def __call__(self, what: str) -> None:
        now = self._now()
        print(f"{what}: {now[0] - self._before[0]:.1f} s of processor, {now[1] - self._before[1]:.1f} s", flush=True)
        self._before = now


def asked(query: str) -> int:
    with psycopg.connect(URL, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])


def delivered(box: Path, names: list[str], orders: int) -> None:
    """The players write, the first of all matches before the second of any."""
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True)
    for number in range(orders):
        who, name = PLAYERS[number // len(names) % 2], names[number % len(names)]
        head = f"From: {who}@example.org\nSubject: [{name}]\nMessage-ID: <{number}@x>\n"
        (box / "new" / f"1{number:06d}.M0.x").write_text(f"{head}\nplayer {who.title()}\nsay all: order {number}\n")


def worked(place: Path, workers: int, matches: int, orders: int, *, letters: bool) -> None:
    """Fetch all, work until nothing is left; one worker is killed when a tenth is done."""
    words = ["store", "work", URL, "--no-png", "--every", "2"]
    words += ["--outbox", str(place / "out"), "--from", "r@example.org"] if letters else []
    silent = {"stdout": subprocess.DEVNULL}

    def worker(name: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*COMMAND, *words], env=os.environ | {"PGAPPNAME": name}, **silent)

    running = [worker(f"w{number}") for number in range(workers)]
    fetching = subprocess.Popen([*COMMAND, "--store", URL, "mail", "fetch", "--maildir", str(place / "box")], **silent)
    while asked("SELECT count(*) FROM postfox_lines WHERE file = 'log.jsonl'") < matches + orders / 10:
        time.sleep(0.5)
    busy = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'w0' AND state = 'idle in transaction'"
    while not asked(busy):
        time.sleep(0.001)
    running[0].send_signal(signal.SIGKILL)
    running[0].wait()
    running.append(worker("new"))
    assert fetching.wait() == 0
    left = "SELECT count(*) FROM postfox_matches WHERE waits"
    while asked(f"{left} OR posts <= now()" if letters else left):
        time.sleep(1)
    for one in running[1:]:
        one.terminate()
        one.wait()


def checked(back: Path, names: list[str], orders: int, *, letters: bool) -> None:
    for first, name in enumerate(names):
        folder = Folder(back / name)
        said = sorted(say.text for entry in folder.entries() for say in entry.says)
        assert said == sorted(f"order {number}" for number in range(first, orders, len(names))), (name, said)
        if letters:
            data = (folder.path / "mail.jsonl").read_bytes()
            sent = re.findall(rb'"letter":"([^"]*)"[^\n]*"to":"([^"]*)","what":"sent"', data)
            assert len(sent) == len(set(sent)) == 2 * len(folder.log.lines), (name, sent)
    for report in verify.proofs(Matches(back).folders()):
        assert not report.problems, report.problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--orders", type=int, default=20_000)
    parser.add_argument("--letters", action="store_true", help="letters are sent, too")
    given = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory() as path, postgres.running() as socket:
        os.environ |= {"PGHOST": socket, "PGUSER": "club", copies.VARIABLE: copies.made()}
        with psycopg.connect("dbname=postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE club")
        place, clock = Path(path), Clock()
        growth.many(place, given.matches)
        names = sorted(folder.name for folder in (place / "m").iterdir())
        delivered(place / "box", names, given.orders)
        clock(f"{given.matches} matches and {given.orders} emails made")
        list(transfer.copied_in(place / "m", URL))
        clock("copied into the store")
        worked(place, given.workers, given.matches, given.orders, letters=given.letters)
        sent = f" and {2 * (given.matches + given.orders)} letters" if given.letters else ""
        clock(f"{given.orders} orders{sent}, {given.workers} workers, one killed")
        desk = [*COMMAND, "--store", URL, "desk"]
        for what in ("desk, the first time", "desk again"):
            subprocess.run(desk, stdout=subprocess.DEVNULL, check=True)
            clock(what)
        list(transfer.copied_out(URL, place / "back"))
        clock("copied back")
        checked(place / "back", names, given.orders, letters=given.letters)
        clock("each order and letter found once, every match proved")


if __name__ == "__main__":
    main()
