"""What the index says is what the matches say, whatever is done to them, or to it, and whoever is killed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lanes import some

from adjudicator import games
from adjudicator.mail.club import overview
from adjudicator.match import create, process, ratings as ratings
from adjudicator.match.folder import Folder
from adjudicator.match.store import folders, index as facts, ledger
from adjudicator.match.store.folders import Matches, Store
from adjudicator.referee.terms import Terms, moment, stamp
from printables.core import UserError

SETTLED = 1.2 * facts.FRESH / 1e9  # seconds
LATER = "2026-12-30T12:00:00+00:00"
GAME = games.find("snakes-and-foxes")
KILLS = 200 if os.environ.get("POSTFOX_ALL_KILLS") else 2
ADDRESSES = ("anna@example.org", "bob@example.org", "carl@example.org")


class Nothing(facts.Index):
    """An index that never knows anything."""

    def find(self, kind: str, match: str, stamped: bytes) -> None:
        return None


def told(path: Path) -> list[Any]:
    """All that the index answers; what is found is kept."""
    found = Matches(path)
    rated, wakes = (
        [one for one in folders.facts(found, kind, find).values() if not isinstance(one, UserError)]
        for kind, find in (
            (ratings.RATED, lambda match: ratings.result(match) or ()),
            (folders.WAKES, lambda match: str(process.wakes(match) or "")),
        )
    )
    rows = overview.rows(found, LATER)
    answer = [
        found.problems,
        [(folder, folder.name in found) for folder in found.folders()],
        [found.of(address) for address in ADDRESSES],
        rows,
        list(overview.table(found, LATER)),
        [line.name for line in ratings.rate(ratings.Result(*one) for one in rated if one)],
        wakes,
    ]
    found.save()
    return answer


def in_full(path: Path) -> list[Any]:
    """The same, every match read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "Index", Nothing)
        patch.setattr(Nothing, "save", lambda *_: None)
        return told(path)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("index") / "m"
    for name, terms in (("one", Terms(days=3)), ("two", Terms(days=30)), ("three", None), ("four", None)):
        seats = [create.seat(f"{address.partition('@')[0].title()} <{address}>") for address in ADDRESSES[:2]]
        create.new(path / name, GAME.SLUG, GAME.Options(), seats, terms=terms, seed=name)
    process.command(Folder(path / "two"), "declare draw", png=False)
    return path


@pytest.fixture
def matches(begun: Path, tmp_path: Path) -> Path:
    path = Path(shutil.copytree(begun, tmp_path / "m"))
    time.sleep(SETTLED)
    return path


def index(path: Path) -> Path:
    return path / facts.FILE


def said(path: Path, lot: random.Random) -> None:
    folder = path / lot.choice([name for name in ("one", "three", "four") if (path / name / "match.json").exists()])
    (folder / "inbox" / "x.txt").write_text(f"player {lot.choice('AB')}\nsay referee: {lot.random()}\nsay all: x\n")
    process.adjudicate(Folder(folder), png=False)


def ordered(path: Path, lot: random.Random) -> None:
    text = lot.choice(
        ("hold", "resume", "substitute Bob: Carl <carl@example.org>", "undo", "terms deadline 2d", "award Anna")
    )
    process.command(Folder(path / "one"), text, png=False)


def altered(path: Path, lot: random.Random) -> None:
    """A byte of some file of a match, where its size stays."""
    file = path / "four" / lot.choice(facts.FILES[:3])
    data = bytearray(file.read_bytes())
    data[lot.randrange(len(data))] ^= 1 << lot.randrange(8)
    file.write_bytes(data)


def posted(path: Path, lot: random.Random) -> None:
    line = (
        '{"at":"2026-11-22T10:00:00+00:00","letter":"letters/0000-A","reason":"full","to":"x@y.org","what":"refused"}'
    )
    (path / "three" / "mail.jsonl").write_text(f"{line}\n" * lot.randrange(3))


def came_and_went(path: Path, lot: random.Random) -> None:
    copy = path / "copy"
    shutil.rmtree(copy) if copy.exists() else shutil.copytree(path / "three", copy)


def lost(path: Path, _: random.Random) -> None:
    (path / "three" / "state.json").unlink(missing_ok=True)


def deleted(path: Path, _: random.Random) -> None:
    index(path).unlink(missing_ok=True)


def flipped(path: Path, lot: random.Random) -> None:
    if index(path).exists():
        data = bytearray(index(path).read_bytes())
        for _ in range(lot.choice((1, 5, 200))):
            data[lot.randrange(len(data))] ^= 1 << lot.randrange(8)
        index(path).write_bytes(data)


def cut(path: Path, lot: random.Random) -> None:
    if index(path).exists():
        data = index(path).read_bytes()
        index(path).write_bytes(data[: lot.randrange(len(data))])


def garbage(path: Path, lot: random.Random) -> None:
    index(path).write_bytes(lot.randbytes(5000))


def other_version(path: Path, _: random.Random) -> None:
    with closing(sqlite3.connect(index(path))) as database, database:
        database.execute("DROP TABLE IF EXISTS facts")
        database.execute("CREATE TABLE facts (something TEXT)")
        database.execute("PRAGMA user_version = 7")


def lying(path: Path, _: random.Random) -> None:
    """Somebody writes into it what is not so."""
    try:
        with closing(sqlite3.connect(index(path))) as database, database:
            database.execute("UPDATE facts SET facts = ?", (b'\nrated ["x"]',))
    except sqlite3.Error:
        pass


MATCHES: tuple[Callable[[Path, random.Random], None], ...] = (said, ordered, altered, posted, came_and_went, lost)
INDEX: tuple[Callable[[Path, random.Random], None], ...] = (deleted, flipped, cut, garbage, other_version, lying)


@pytest.mark.parametrize("seed", some(range(4), 1))
def test_whatever_happens_the_index_says_what_a_full_read_says(matches: Path, seed: int):
    lot = random.Random(seed)
    for _ in range(12):
        change = lot.choice(MATCHES if lot.random() < 0.6 else INDEX)
        try:
            change(matches, lot)
        except Exception as error:  # an order to a match that was damaged before
            assert type(error).__name__ == "MatchError", change
        assert told(matches) == in_full(matches), (seed, change)
        time.sleep(SETTLED)
        assert told(matches) == in_full(matches), (seed, change)
        assert told(matches) == in_full(matches), (seed, change)


def test_a_second_look_opens_nothing(matches: Path, monkeypatch: pytest.MonkeyPatch):
    first = told(matches)
    assert index(matches).stat().st_mode & 0o077 == 0
    monkeypatch.setattr(folders, "Folder", lambda *_: pytest.fail("a match was opened"))
    assert told(matches) == first


def test_an_index_that_is_locked_or_may_not_be_written_is_done_without(matches: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(facts, "PATIENCE", 0.05)
    told(matches)
    with closing(sqlite3.connect(index(matches), isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        said(matches, random.Random(1))
        assert told(matches) == in_full(matches)
    index(matches).unlink()
    index(matches).mkdir()
    assert told(matches) == in_full(matches)
    index(matches).rmdir()
    index(matches).symlink_to("/dev/full")
    assert told(matches) == in_full(matches)


def test_a_system_without_sqlite_reads_every_match(matches: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert told(matches) == in_full(matches)
    assert not index(matches).exists()


LOOK = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from faults.test_index import told
for _ in range(int(sys.argv[2])):
    told(Path(sys.argv[1]))
"""


def test_processes_that_look_at_once_and_one_that_is_killed_leave_an_index_that_is_right(matches: Path):
    command = [sys.executable, "-c", LOOK, str(matches)]
    tests = str(Path(__file__).parent.parent)
    looking = [subprocess.Popen([*command, "3", tests]) for _ in range(2)]
    killed = subprocess.Popen([*command, "1000", tests])
    lot = random.Random(5)
    while looking[0].poll() is None:
        said(matches, lot)
    os.kill(killed.pid, signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL and [one.wait() for one in looking] == [0, 0]
    assert told(matches) == in_full(matches) == told(matches)


def killed_writing(work: Callable[[], object], begins: Any, name: str, file: Path, lot: random.Random) -> bool:
    """A process of its own does that, and is killed soon after something begins; whether SQLite then wrote a file."""
    hears, tells = os.pipe()
    if not (child := os.fork()):
        try:
            with pytest.MonkeyPatch.context() as patch:
                plain = getattr(begins, name)

                def began(*given: Any, **named: Any) -> Any:
                    os.write(tells, b".")
                    return plain(*given, **named)

                patch.setattr(begins, name, began)
                work()
        finally:
            os._exit(0)
    os.close(tells)
    os.read(hears, 1)
    time.sleep(lot.choice((0.001, 0.01, 0.1)) * lot.random())
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(hears)
    journal = file.with_name(f"{file.name}-journal")
    return journal.exists() and journal.stat().st_size > 0


def stuffed(path: Path, lot: random.Random) -> None:
    """The index has many rows of matches that are gone, and nothing is known of those that are there."""
    for name in ("one", "two", "three", "four"):
        (path / name / "state.json").touch()
    with closing(sqlite3.connect(index(path))) as database, database:
        rows = [(b"gone%d" % number, b"1", lot.randbytes(200), 1) for number in range(1000)]
        database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", rows)


def test_who_is_killed_while_sqlite_writes_leaves_indexes_that_are_right(matches: Path):
    lot, midst = random.Random(7), Counter[str]()
    told(matches)
    for _ in range(KILLS):
        stuffed(matches, lot)
        midst["index"] += killed_writing(lambda: told(matches), facts.Index, "_write", index(matches), lot)
        assert told(matches) == in_full(matches) == told(matches)
        book = facts.beside(matches / ledger.FILE)
        many = partial(wrote_often, matches, lot)
        midst["ledger"] += killed_writing(many, sqlite3, "connect", book, lot)
        found, wanted = looked_up(Matches(matches)), read_whole(matches)
        assert set(wanted.pop(2)) <= set(found.pop(2)) and found == wanted
    if KILLS > 10:
        print(f"\n{KILLS} kills of each, in the midst of writing: {dict(midst)}")
        assert min(midst.values())


VERDICTS: tuple[ledger.Verdict, ...] = ("taken", "stranger", "unproved", "bounce", "no-match", "automatic")
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def wrote(path: Path, lot: random.Random) -> None:
    """Mails come, some long ago."""
    book = ledger.Ledger(Matches(path))
    for _ in range(lot.randrange(5)):
        parts = [
            ledger.Part(verdict, "" if verdict == "no-match" else lot.choice(("one", "two")), seats=(lot.randrange(2),))
            for verdict in lot.choices(VERDICTS, k=2)
        ]
        at = stamp(NOW - timedelta(hours=lot.randrange(300)))
        book.add(f"maildir:{book.next}", at, f"id{lot.randrange(40)}", "", tuple(parts))
    if lot.random() < 0.7:  # else it is killed
        book.close()


def wrote_often(path: Path, lot: random.Random) -> None:
    for _ in range(50):
        wrote(path, lot)


def struck(path: Path, lot: random.Random) -> None:
    """Somebody deletes a line of the ledger, as is advised where it is damaged, or cuts it off."""
    file = path / ledger.FILE
    told = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    if len(told) > 2:
        del told[lot.randrange(len(told))]
        file.write_bytes(b"".join(told))


def looked_up(matches: Store) -> list[Any]:
    """What is asked of the ledger, by its index."""
    arrived, book = ledger.Arrived(matches), ledger.Ledger(matches)
    asked = [
        list(overview.table(matches, stamp(NOW), arrived.lately(NOW))),
        [arrived.noted(match) for match in ("one", "two")],
        sorted(arrived.lately_noted(NOW)),
        [book.taken(f"id{number}") for number in range(40)],
        [f"maildir:{number}" in book for number in range(80)],
        book.next,
    ]
    if arrived._lines is not None:
        arrived._lines.close()
    book.close()
    return asked


def read_whole(path: Path) -> list[Any]:
    """The same by reading every line."""
    file = path / ledger.FILE
    every = [*map(ledger.line_of, file.read_bytes().split(b"\n")[:-1] if file.exists() else ())]
    taken = {line.id for line in every for part in line.parts if part.verdict == "taken"}
    noted = {
        match: [line for line in every if any(p.match == match and p.verdict in ledger.NOTED for p in line.parts)]
        for match in ("one", "two")
    }
    fresh = {
        match for match, of in noted.items() if any(NOW - moment(line.received) < timedelta(days=7) for line in of)
    }
    return [
        list(overview.table(Matches(path), stamp(NOW), every)),
        list(noted.values()),
        sorted(fresh),
        [f"id{number}" in taken for number in range(40)],
        [f"maildir:{number}" in {line.place for line in every} for number in range(80)],
        every[-1].n + 1 if every else 1,
    ]


def spoilt(path: Path, lot: random.Random) -> None:
    file = facts.beside(path / ledger.FILE)
    lot.choice((lambda: file.unlink(missing_ok=True), lambda: file.write_bytes(lot.randbytes(3000))))()


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_what_is_looked_up_in_the_ledger_of_mails_is_what_it_says(matches: Path, seed: int):
    lot = random.Random(seed)
    for _ in range(20):
        lot.choice((wrote, wrote, wrote, struck, spoilt))(matches, lot)
        found, wanted = looked_up(Matches(matches)), read_whole(matches)
        assert set(wanted[2]) <= set(found.pop(2)) and wanted.pop(2) is not None
        assert found == wanted, seed


def test_a_ledger_whose_index_cannot_be_had_is_read(matches: Path, monkeypatch: pytest.MonkeyPatch):
    lot = random.Random(3)
    monkeypatch.setattr(facts, "PATIENCE", 0.05)
    for _ in range(4):
        wrote(matches, lot)
    wanted = looked_up(Matches(matches))
    with closing(sqlite3.connect(facts.beside(matches / ledger.FILE), isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        assert looked_up(Matches(matches)) == wanted
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert looked_up(Matches(matches)) == wanted
    (facts.beside(matches / ledger.FILE)).unlink(missing_ok=True)
    assert looked_up(Matches(matches)) == wanted


def test_a_ledger_of_many_mails_holds_none_in_memory(matches: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(facts, "MOST", 100)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    part = (ledger.Part("taken", "one", "file.post", (0,)),)
    tracemalloc.start()
    book = ledger.Ledger(Matches(matches))
    sizes = []
    for number in range(12 * facts.MOST):
        book.add(f"maildir:{number}", "2026-11-22T10:00:00Z", f"{number:064d}", "anna@example.org", part)
        if number % facts.MOST == facts.MOST - 1:
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[-1] < sizes[1] + 30_000, sizes
    assert "maildir:7" in book and book.taken(f"{7:064d}") and not book.taken("8")
