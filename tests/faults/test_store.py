"""A club in PostgreSQL: the same matches, byte for byte, worked on by many at once, of whom any may be killed."""

from __future__ import annotations

import email
import email.policy
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import postgres
import pytest
from lanes import LONG, THOROUGH, thorough

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.core.game import unlettered
from adjudicator.match import create, encoding, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store import club as transfer, copies, folders, ledger
from adjudicator.match.store.club import Club
from adjudicator.match.store.copies import Lent
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.postgres import Postgres
from adjudicator.referee.seats import to_act
from adjudicator.table.sitting import Table
from faults import test_index
from faults.breaking import KINDS, Killed, failing
from faults.test_one_match_at_a_time import command
from printables.core import UserError

psycopg = pytest.importorskip("psycopg")
ROOT = Path(__file__).resolve().parents[2]
GAME = games.find("fox-and-geese")
MATCHES = 100 if THOROUGH else 4
KILLS = 50 if os.environ.get("POSTFOX_ALL_KILLS") else 0


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    if postgres.BINARIES is None:
        pytest.skip("there is no PostgreSQL here: apt-get install postgresql")
    with postgres.running() as place:
        yield place


@pytest.fixture
def url(server: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of the test's own, and a key."""
    name = f"t{abs(hash(request.node.name)) % 10**9}"
    with psycopg.connect(f"host={server} user=club dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    monkeypatch.setenv("PGHOST", server)
    monkeypatch.setenv("PGUSER", "club")
    monkeypatch.setenv(copies.VARIABLE, copies.made())
    return f"postgresql:///{name}"


def begun(path: Path, name: str) -> Folder:
    seats = [create.seat(f"{who} <{who.lower()}@example.org>") for who in ("Anna", "Bob")]
    create.new(path / name, GAME.SLUG, GAME.Options(), seats, seed=name)
    return Folder(path / name)


def contents(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name, _ in copies.files(path)}


def postfox(*words: object, check: bool = True) -> str:
    command = [sys.executable, "-m", "adjudicator", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), cwd=ROOT)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def environment(**more: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)} | more


def asked(url: str, query: str) -> list[Any]:
    with psycopg.connect(url, autocommit=True) as connection:
        return list(connection.execute(query))


def test_a_match_comes_back_as_it_went_and_either_is_proved(tmp_path: Path, url: str):
    folder = begun(tmp_path / "m", "one")
    begun(tmp_path / "m", "two")
    (folder.path / "inbox" / "x.txt").write_text("player Anna\nsay Bob: hello\n")
    process.adjudicate(folder)
    with (tmp_path / "m" / "two" / "log.jsonl").open("ab") as file:
        file.write(b'{"half a line')
    (tmp_path / "m" / "mail-in.jsonl").write_bytes(b"")
    assert postfox("store", "copy", tmp_path / "m", url).split() == ["one", "two"]
    assert postfox("store", "copy", url, tmp_path / "back").split() == ["one", "two"]
    for name in ("one", "two"):
        assert contents(tmp_path / "back" / name) == contents(tmp_path / "m" / name)
    assert "verified, 2 lines" in postfox("verify", f"{url}/one")
    assert "verified, 2 lines" in postfox("--store", url, "verify", "one")
    assert "unfinished" in postfox("verify", f"{url}/two", check=False)
    assert "in the store" in postfox("store", "copy", tmp_path / "m", url, check=False)
    assert "already exists" in postfox("store", "copy", url, tmp_path / "back", check=False)


def test_a_secret_lies_nowhere_in_plain_and_opens_with_its_key_alone(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
):
    secret = (begun(tmp_path / "m", "one").path / "secret.key").read_bytes().strip()
    list(transfer.copied_in(tmp_path / "m", url))
    kept = b"".join(data for (data,) in asked(url, "SELECT data FROM postfox_files"))
    lines = b"".join(line for (line,) in asked(url, "SELECT line FROM postfox_lines"))
    assert secret not in kept + lines and bytes.fromhex(secret.decode()) not in kept + lines
    right = os.environ[copies.VARIABLE]
    for wrong, told in ((copies.made(), "is not the key"), ("x", "not a key"), ("", "no key")):
        monkeypatch.setenv(copies.VARIABLE, wrong)
        with pytest.raises(MatchError, match=told):
            list(transfer.copied_out(url, tmp_path / "out"))
    assert "verified" in postfox("verify", f"{url}/one")  # nobody needs the key to prove a match
    before = asked(url, "SELECT data FROM postfox_files WHERE sealed")
    postfox("--store", url, "show", "one")
    assert asked(url, "SELECT data FROM postfox_files WHERE sealed") == before
    monkeypatch.setenv(copies.VARIABLE, right)
    other = copies.seal(b"x", "two/secret.key")
    with pytest.raises(MatchError):
        copies.opened(other, "one/secret.key")


def test_what_is_lent_to_a_worker_goes_with_it_or_when_the_next_begins_where_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(transfer, "MEMORY", str(tmp_path))
    (tmp_path / "postfox-of-another-program").mkdir()
    if not (killed := os.fork()):
        with transfer.workspace() as path:
            (path / "work").mkdir()
            (path / "work" / "secret.key").write_text("5e" * 32)
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(killed, 0)
    assert len(list(tmp_path.iterdir())) == 2
    with transfer.workspace() as one, transfer.workspace() as two:
        assert {path.name for path in tmp_path.iterdir()} == {one.name, two.name, "postfox-of-another-program"}
    assert [path.name for path in tmp_path.iterdir()] == ["postfox-of-another-program"]


def test_what_is_lent_lies_on_the_disk_where_no_folder_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    (tmp_path / "file").touch()
    for memory in ("file", "nothing"):
        monkeypatch.setattr(transfer, "MEMORY", str(tmp_path / memory))
        with transfer.workspace() as path:
            assert path.parent == tmp_path


def test_a_place_for_what_is_lent_that_another_takes_away_before_it_is_held_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(transfer, "MEMORY", str(tmp_path))
    locking = encoding._try

    def late(file: Any) -> bool:  # the file is there, and another process begins just now
        monkeypatch.setattr(encoding, "_try", locking)
        with transfer.workspace():
            pass
        return locking(file)

    monkeypatch.setattr(encoding, "_try", late)
    with transfer.workspace() as path:
        assert [found / transfer.HELD for found in tmp_path.iterdir()] == [path / transfer.HELD]
    assert not list(tmp_path.iterdir())


def test_a_copy_out_of_the_store_that_was_stopped_goes_on_when_it_is_given_again(tmp_path: Path, url: str):
    for name in ("one", "two"):
        begun(tmp_path / "m", name)
    (tmp_path / "m" / "mail-in.jsonl").write_bytes(b"{}\n")
    assert list(transfer.copied_in(tmp_path / "m", url)) == ["one", "two"]
    (tmp_path / "m" / "mail-in.jsonl").write_bytes(b"{}\n[]\n")
    with pytest.raises(MatchError, match="one: there is a match of that name"):  # and a ledger
        list(transfer.copied_in(tmp_path / "m", url))
    with failing(10**9, KINDS[0]) as disk:
        list(transfer.copied_out(url, tmp_path / "whole"))
    wanted = contents(tmp_path / "whole")
    points = range(1, disk.count + 1)
    for point in points if THOROUGH else random.Random(5).sample(points, 5):
        for kind in KINDS if KILLS else (KINDS[point % len(KINDS)],):
            place = tmp_path / f"{point} {kind}"
            with failing(point, kind) as stopped, suppress(Killed, OSError):
                list(transfer.copied_out(url, place))
            where = (kind, point, stopped.names[point - 1])
            halves = [
                path for path in place.glob("[!.]*") if path.is_dir() and contents(path) != inside(wanted, path.name)
            ]
            assert not halves, where
            with suppress(UserError):  # what is there is told
                list(transfer.copied_out(url, place))
            assert contents(place) == wanted and not list(place.rglob("*.part")), where
            shutil.rmtree(place)
    if KILLS:
        print(f"\nstore copy: {disk.count} points, {len(KINDS) * disk.count} stops")


def inside(files: dict[str, bytes], folder: str) -> dict[str, bytes]:
    return {name.removeprefix(f"{folder}/"): data for name, data in files.items() if name.startswith(f"{folder}/")}


def test_a_log_that_does_not_go_on_from_what_is_in_the_store_is_not_taken_back(tmp_path: Path, url: str):
    begun(tmp_path / "m", "one")
    list(transfer.copied_in(tmp_path / "m", url))
    before = asked(url, "SELECT * FROM postfox_lines")
    for data in (b'{"prev":"x"}\n', b""):
        with pytest.raises(MatchError), Club.opened(url) as club, club.lent(club.place("one")) as folder:
            log = folder.path / "log.jsonl"
            log.write_bytes(log.read_bytes() + data if data else b"{}\n")
        assert asked(url, "SELECT * FROM postfox_lines") == before


def mail(sender: str, match: str, number: str, orders: str) -> bytes:
    return (
        f"From: {sender}@example.org\nSubject: [{match}]\nMessage-ID: <{number}@x>\n"
        f"Date: Sun, 22 Nov 2026 10:00:00 +0000\n\n{orders}\n"
    ).encode()


WORDS = ("--player", "Anna <anna@example.org>", "--player", "Bob <bob@example.org>", "--seed", "wheel")
# Commands that take a match, or all, as they are typed where matches lie in folders; what they end with and say.
LOOKED: tuple[tuple[str, int, str], ...] = (
    ("adjudicate one given.txt", 1, "given.txt:3: "),
    ("adjudicate one given.txt", 1, "the last to be adjudicated"),
    ("order one nonsense", 1, "nonsense"),
    ("order one undo", 1, "no turn to take back"),
    ("order one resume", 1, "one, referee:1: "),
    ("order . hold", 1, "there is no match here"),
    ("show one", 0, "Turn 1"),
    ("show nowhere", 1, "no such match in the store"),
    ("page one --out one.html", 0, "one.html"),
    ("moves one --limit 1", 0, "d4-"),
    ("hint one --bot careful", 0, "  d4-"),
    ("excerpt one --out one.jsonl", 0, "one.jsonl"),
    ("verify one.jsonl", 0, "verified, 2 lines"),
    ("verify one two", 0, "two: verified, 1 line"),
    ("verify one one.jsonl", 0, "one.jsonl: verified"),
    ("export fox-and-geese --to pcio --pixels 20 --match one --out one.pcio", 0, "one.pcio"),
    ("mail token two", 0, "Bob: token "),
    ("mail token one", 1, "need no token"),
    ("beacon one", 0, "no roll waits"),
    ("analyse one", 0, "there is no move to judge yet"),
    ("analyse two", 1, "still being played"),
)


def test_every_command_that_takes_a_match_takes_it_from_a_store_and_what_it_did_is_kept(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POSTFOX_STORE", url)
    Path("given.txt").write_text("player Anna\nsay Bob: hello\nmove z9\n")
    assert command("verify", url)[1] == Contains("the store: there is no match here")
    assert command("new", GAME.SLUG, "one", *WORDS, "--practice") == (0, Contains("letters are in one/letters"))
    assert command("new", GAME.SLUG, "two", *WORDS, "--proof", "token")[0] == 0
    assert "in the store" in command("new", GAME.SLUG, "one", *WORDS)[1]
    assert "there is no game" in command("new", "chess", "three", *WORDS)[1]
    for words, code, said in LOOKED:
        assert command(*words.split()) == (code, Contains(said)), words
    assert command("order", url, "hold")[0] == 0
    assert command("readjudicate", url) == (0, Contains("3 lines, no difference"))
    assert command("verify", f"{url}/one") == (0, Contains("one: verified, 3 lines"))
    Path("postfox.toml").write_text('matches = "nowhere"\n')
    assert command("desk") == (0, Contains("two"))  # the store goes before what is set for folders
    assert not any(path.is_dir() for path in tmp_path.iterdir())
    assert asked(url, "SELECT match, count(*) FROM postfox_lines WHERE file = 'log.jsonl' GROUP BY 1 ORDER BY 1") == [
        ("one", 3), ("two", 2),
    ]  # fmt: skip


class Contains(str):
    """A text that is equal to what it is in, unless that names the place where a match lies while it is lent."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and str(self) in other and f"/{transfer.WORKSPACE}" not in other

    __hash__ = str.__hash__


def test_what_is_asked_of_all_matches_is_known_without_lending_those_that_have_not_changed(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
):
    for name in ("one", "two"):
        begun(tmp_path / "m", name)
    monkeypatch.setenv("POSTFOX_STORE", url)
    list(transfer.copied_in(tmp_path / "m", url))
    lent: list[str] = []
    lend = Postgres.lend

    def noting(self: Postgres, folders: Sequence[Path], *more: Any, **named: Any) -> list[Lent]:
        lent.extend(folder.name for folder in folders if folder.name != ".club")
        return lend(self, folders, *more, **named)

    monkeypatch.setattr(Postgres, "lend", noting)
    out = ("--outbox", str(tmp_path / "out"), "--from", "r@example.org")

    def looked(*words: str) -> list[str]:
        lent.clear()
        code, said = command(*words)
        assert code == 0, said
        return sorted(set(lent))

    assert looked("desk") == looked("ratings") == ["one", "two"]
    assert looked("desk") == looked("ratings") == looked("due") == []
    assert looked("mail", "send", *out) == ["one", "two"]
    assert looked("mail", "send", *out) == []
    assert len(list((tmp_path / "out").iterdir())) == 4
    assert looked("desk") == ["one", "two"]
    assert looked("order", "two", "hold") == looked("mail", "send", *out) == looked("desk") == ["two"]
    assert looked("mail", "send", *out) == []
    assert command("desk")[1].count("Fox & Geese") == 2
    asked(url, "DELETE FROM postfox_facts RETURNING 1")
    assert looked("desk") == ["one", "two"]
    assert command("due", "--matches", str(tmp_path / "m"))[0] == 0  # what is said goes before what is set


def test_a_fact_is_found_in_few_files_of_many_matches_and_not_believed_of_one_that_changed_meanwhile(
    tmp_path: Path, url: str
):
    for name in ("one", "two"):
        begun(tmp_path / "m", name)
    list(transfer.copied_in(tmp_path / "m", url))
    there: list[set[str]] = []

    def found(match: Folder) -> str:
        there.append({path.name for path in match.path.rglob("*") if path.is_file()})
        if match.path.name == "two":
            with Club.opened(url) as other, other.lent(other.place("two")) as folder:
                process.command(folder, "hold", png=False)
        return match.path.name

    with Club.opened(url) as club:
        assert list(folders.facts(club, "some", found).values()) == ["one", "two"]
        club.save()
        club.look()
        assert [club.known("some", club.place(name)) for name in ("one", "two")] == ["one", None]
    assert there == [{"match.json", "log.jsonl", "state.json"}] * 2


def test_the_ledger_of_mails_says_in_a_store_what_it_says_in_a_folder_and_is_not_held(tmp_path: Path, url: str):
    for name in ("one", "two"):
        begun(tmp_path / "m", name)
    lot = random.Random(1)
    for _ in range(8):
        test_index.wrote(tmp_path / "m", lot)
    list(transfer.copied_in(tmp_path / "m", url))  # without its words
    with Club.opened(url) as club, Club.opened(url) as other:
        book, theirs = ledger.Ledger(club), ledger.Ledger(other)
        part = (ledger.Part("stranger", "one", seats=(0,)),)
        with pytest.raises(ZeroDivisionError), other.unit(theirs):
            theirs.add("maildir:never", "2026-11-22T10:00:00Z", "never", "", part)
            raise ZeroDivisionError
        with other.unit(theirs):
            theirs.add("maildir:77", "2026-11-22T10:00:00Z", "id7", "", part)
        with club.unit(book):
            assert "maildir:77" in book and "maildir:never" not in book
            book.add("maildir:78", "2026-11-22T11:00:00Z", "id8", "", part)
            assert club.folder("one") is club.folder("one") and club.folder("one").match.id == "one"
            with pytest.raises(MatchError, match="there is no such match"):
                club.folder("three")
        assert [path.name for path in club.ledger.iterdir()] == [transfer.HELD]
        assert list(transfer.copied_out(url, tmp_path / "back")) == ["one", "two"]
        assert test_index.looked_up(club) == test_index.looked_up(Matches(tmp_path / "back"))
    lines = (tmp_path / "back" / ledger.FILE).read_bytes()
    assert lines.startswith((tmp_path / "m" / ledger.FILE).read_bytes()) and b"never" not in lines


def test_a_match_that_one_worker_has_is_passed_over_by_the_others(tmp_path: Path, url: str):
    for name in ("a", "b"):
        (begun(tmp_path / "m", name).path / "inbox" / "x.txt").write_text("player Anna\nsay Bob: hello\n")
    list(transfer.copied_in(tmp_path / "m", url))
    one, two, three = (Postgres(f"{url}?options=-clock_timeout%3D2s") for _ in range(3))
    with one.transaction(), two.transaction(), three.transaction():
        assert [worker.next(posting=False) for worker in (one, two, three)] == ["a", "b", None]
        one.later("a")
        Postgres(one.url).close()  # whoever comes waits for none of them
    with two.transaction():
        assert two.next(posting=False) in ("a", "b")
    for worker in (one, two, three):
        worker.close()


def mailbox(path: Path) -> Path:
    for part in ("new", "cur", "tmp"):
        (path / part).mkdir(parents=True)
    return path


def post(boxes: list[Path], names: list[str], times: str = "") -> None:
    """An email of each player to each match lies in each of the boxes: it counts once."""
    for number, name in enumerate(names):
        for who, sender in enumerate(("anna", "bob")):
            data = mail(sender, name, f"{times}{number}-{who}", f"say all: {sender} in {name}{times}")
            for box in boxes:
                (box / "new" / f"1{number:06d}.M{who}{times}.x").write_bytes(data)


def each_once(path: Path, url: str, names: list[str], times: tuple[str, ...] = ("",)) -> None:
    """Every order is in its log once, every letter noted as sent once, every match proved."""
    list(transfer.copied_out(url, path / "back"))
    for name in names:
        folder = Folder(path / "back" / name)
        said = Counter(say.text for entry in folder.entries() for say in entry.says)
        assert said == Counter(f"{who} in {name}{time}" for who in ("anna", "bob") for time in times), name
        assert not verify.verify(folder).problems
        sent = re.findall(
            rb'"letter":"([^"]*)".*?"to":"([^"]*)","what":"sent"', (folder.path / "mail.jsonl").read_bytes()
        )
        assert len(sent) == len(set(sent)) == 2 * len(folder.log.lines)


@pytest.mark.skipif(not KILLS, reason="minutes: POSTFOX_ALL_KILLS=1")
def test_workers_and_servers_that_are_killed_again_and_again_lose_no_order_and_do_none_twice(
    tmp_path: Path, url: str, server: str
):
    lot, names, killed = random.Random(3), [f"m{number}" for number in range(6)], Counter[str]()
    for name in names:
        begun(tmp_path / "m", name)
    list(transfer.copied_in(tmp_path / "m", url))
    box = mailbox(tmp_path / "box")
    sending = ["--outbox", str(tmp_path / "out"), "--from", "r@example.org", "--every", "1"]
    commands = {
        "worker": ["store", "work", url, "--no-png", *sending],
        "worker, another": ["store", "work", url, "--no-png", *sending],
        "mail serve": ["--store", url, "mail", "serve", "--maildir", str(box), *sending],
    }
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def begin(name: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "adjudicator", *commands[name]], env=environment(), cwd=ROOT, **silent
        )

    running = {name: begin(name) for name in commands}
    times = tuple(f", time {number}" for number in range(KILLS // 5))
    begins = "SELECT 1 FROM postfox_matches WHERE waits OR posts <= now()"
    for number in range(KILLS):
        if number % 5 == 0:
            post([box], names, times[number // 5])
            until(lambda: bool(asked(url, begins)))
        time.sleep(lot.random() * 2)
        who = lot.choice([*commands, "the server", "the server", "a server's process"])
        killed[who.partition(",")[0]] += 1
        if who == "the server":
            postgres.kill(Path(server))
            postgres.start(Path(server))
        elif who == "a server's process":
            backends = asked(url, "SELECT pid FROM pg_stat_activity WHERE application_name = 'postfox'")
            for (one,) in lot.sample(backends, min(1, len(backends))):
                os.kill(one, signal.SIGKILL)  # whereupon the server ends all, and begins anew
            until(lambda: there(url))
        else:
            running[who].kill()
            running[who].wait()
        running = {name: one if one.poll() is None else begin(name) for name, one in running.items()}
    waits = "SELECT count(*) FROM postfox_matches WHERE waits OR posts <= now()"
    until(lambda: not list((box / "new").iterdir()) and asked(url, waits) == [(0,)], running["mail serve"])
    for one in running.values():
        one.kill()
        one.wait()
    each_once(tmp_path, url, names, times)
    print(f"\n{dict(killed)} killed, {2 * len(times) * len(names)} orders")


def there(url: str) -> bool:
    """Whether the server answers."""
    with suppress(psycopg.OperationalError):
        return asked(url, "SELECT 1") == [(1,)]
    return False


@thorough
def test_four_workers_of_whom_one_is_killed_lose_no_order_and_do_none_twice(tmp_path: Path, url: str):
    names = [f"m{number}" for number in range(MATCHES)]
    for name in names:
        begun(tmp_path / "m", name)
    list(transfer.copied_in(tmp_path / "m", url))
    boxes = [mailbox(tmp_path / "box0"), mailbox(tmp_path / "box1")]
    post(boxes, names)
    outbox = tmp_path / "out"
    command = [sys.executable, "-m", "adjudicator"]
    working = ["store", "work", url, "--no-png", "--outbox", str(outbox), "--from", "r@example.org", "--every", "1"]

    def worker(name: str) -> subprocess.Popen[bytes]:
        silent = {"stdout": subprocess.DEVNULL}
        return subprocess.Popen([*command, *working], env=environment(PGAPPNAME=name), cwd=ROOT, **silent)

    workers = [worker(f"w{number}") for number in range(4)]
    fetching = [
        subprocess.Popen(
            [*command, "--store", url, "mail", "fetch", "--maildir", str(box)],
            env=environment(PGAPPNAME="fetch"), cwd=ROOT, stdout=subprocess.DEVNULL,
        )
        for box in boxes
    ]  # fmt: skip
    busy = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'w0' AND state = 'idle in transaction'"
    inside = f"{busy} AND now() - xact_start > interval '30 ms'"
    until(lambda: bool(asked(url, inside)), workers[0])
    os.kill(workers[0].pid, signal.SIGKILL)
    workers[0].wait()
    assert [one.wait() for one in fetching] == [0, 0]
    left = "SELECT count(*) FROM postfox_matches WHERE waits OR posts <= now()"
    until(lambda: asked(url, left) == [(0,)], workers[1])
    for one in workers[1:]:
        one.terminate()
        one.wait()
    each_once(tmp_path, url, names)
    assert len(list(outbox.iterdir())) == 6 * len(names)


def test_a_match_that_is_damaged_is_told_and_put_off_and_the_others_go_on(tmp_path: Path, url: str):
    for name in ("a", "b"):
        folder = begun(tmp_path / "m", name)
        (folder.path / "inbox" / "x.txt").write_text("player Anna\nsay Bob: hello\n")
    list(transfer.copied_in(tmp_path / "m", url))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE postfox_lines SET line = 'x' WHERE match = 'a' AND file = 'log.jsonl'")
    out = ("--outbox", str(tmp_path / "out"), "--from", "r@example.org")
    code, said = command("mail", "store", "work", url, "--once", "--no-png", *out)
    assert code == 0 and "a/log.jsonl" in said and "b: b/inbox/x.txt, Anna: a message" in said
    assert len(list((tmp_path / "out").iterdir())) == 4, "two letters of each line"
    assert asked(url, "SELECT name, id, waits FROM postfox_matches ORDER BY name")[1:] == [
        ("a", "a", False), ("b", "b", False),
    ]  # fmt: skip
    assert asked(url, "SELECT count(*) FROM postfox_lines WHERE match = 'b' AND file = 'log.jsonl'") == [(2,)]


def test_who_waits_is_told_of_work_and_a_server_that_was_lost_is_called_again(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
):
    begun(tmp_path / "m", "one")
    waiting = Postgres(url)
    waiting.listen()
    start = time.monotonic()
    list(transfer.copied_in(tmp_path / "m", url))
    waiting.wait(LONG)
    assert time.monotonic() - start < LONG / 2
    asked(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postfox'")
    with pytest.raises(MatchError, match="try again"), waiting.transaction():
        waiting.names()
    with waiting.transaction():
        assert waiting.names() == ["one"]
    start = time.monotonic()
    with waiting.transaction():
        waiting.tell()
    waiting.wait(LONG)
    assert time.monotonic() - start < LONG / 2
    waiting.close()
    slept = list[float]()
    monkeypatch.setattr(time, "sleep", slept.append)
    for seconds in (3, 60):
        waiting.wait(seconds)
    assert slept == [3, 5], "a server that is away is called again soon"


def test_whatever_is_asked_of_a_store_that_was_lost_is_told_and_it_is_called_again(tmp_path: Path, url: str):
    begun(tmp_path / "m", "one")
    list(transfer.copied_in(tmp_path / "m", url))
    with Club.opened(url) as club:
        questions: tuple[Callable[[], object], ...] = (
            lambda: ledger.Ledger(club), club.folders,
            lambda: club.known("rated", tmp_path / "one"), lambda: list(club.read(club.folders())),
        )  # fmt: skip
        for question in questions:
            asked(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postfox'")
            with pytest.raises(MatchError, match="try again"):
                question()
            question()


@thorough
def test_a_match_of_the_store_is_played_at_a_table_and_free_for_others_between_two_orders(tmp_path: Path, url: str):
    seats = [create.seat("Anna <anna@example.org>"), create.seat("bot:random")]
    create.new(tmp_path / "m" / "one", GAME.SLUG, GAME.Options(), seats, seed="wheel")
    list(transfer.copied_in(tmp_path / "m", url))
    lines = "SELECT count(*) FROM postfox_lines WHERE file = 'log.jsonl'"
    with at_table(f"{url}/one", url) as (table, address):
        assert "Anna" in said(address)
        done = json.loads(said(f"{address}order", first_move(tmp_path, url)))
        assert done["done"] and done["thinks"] and not json.loads(said(f"{address}go", ""))["thinks"]
        assert asked(url, lines) == [(4,)]  # the bot's too: it is kept before it is told
        assert asked(url, "SELECT name FROM postfox_matches WHERE name = 'one' FOR UPDATE NOWAIT") == [("one",)]
        assert postfox("--store", url, "order", "one", "hold")
        assert "hold" in said(f"{address}order", first_move(tmp_path, url))
        table.kill()
    with at_table("one", url) as (table, address):
        assert postfox("--store", url, "order", "one", "resume")
        said(f"{address}order", first_move(tmp_path, url))
        said(f"{address}go", "")
        table.send_signal(signal.SIGINT)
        assert "one: the match is kept; `postfox table one` goes on with it" in table.communicate(timeout=LONG)[1]
    assert asked(url, lines) == [(9,)]
    assert "verified, 9 lines" in postfox("verify", f"{url}/one")
    assert "store, not a match" in postfox("table", url, check=False)
    assert "no such match in the store" in postfox("table", f"{url}/two", check=False)
    assert "there is no game" in postfox("--store", url, "table", "chess", check=False)


def test_a_table_whose_store_is_lost_says_that_the_order_was_not_kept_and_goes_on(tmp_path: Path, url: str):
    begun(tmp_path / "m", "one")
    list(transfer.copied_in(tmp_path / "m", url))
    with Club.opened(url) as club:
        table = Table(club.place("one"), lent=club.lent)
        text = first_move(tmp_path, url).encode()
        asked(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postfox'")
        (refused,) = table.ask("order", text).refused
        assert "as it was; try again" in refused
        assert table.ask("order", text)[:2] == (True, ())
    assert "verified, 2 lines" in postfox("verify", f"{url}/one")


@contextmanager
def at_table(word: str, url: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`postfox table` of a match, and its address; killed in the end."""
    command = [sys.executable, "-m", "adjudicator", "--store", url, "table", word, "--no-open"]
    with subprocess.Popen(command, env=environment(), cwd=ROOT, text=True, stdout=-1, stderr=-1) as table:
        assert table.stdout
        try:
            line = table.stdout.readline()
            assert line.startswith(f"{word}: the table is at "), (line, table.stderr and table.stderr.read())
            yield table, line.split()[-1]
        finally:
            table.kill()


def said(address: str, text: str | None = None) -> str:
    """What a table answers a browser that asks for its page, or plays."""
    data, origin = None if text is None else text.encode(), {"Origin": "/".join(address.split("/")[:3])}
    request = urllib.request.Request(address, data, origin)
    with urllib.request.urlopen(request, timeout=LONG) as answer:
        return answer.read().decode()


def first_move(path: Path, url: str) -> str:
    """The orders of who is to move: the first legal move in the match as it is in the store."""
    list(transfer.copied_out(url, path / "look"))
    folder = Folder(path / "look" / "one")
    state, (seat,) = folder.standing().state, to_act(GAME, folder.standing())
    shutil.rmtree(path / "look")
    return f"player {'AB'[seat]}\n{unlettered(GAME.format(next(iter(GAME.moves(state))), state), seat)}"


def until(done: Callable[[], bool], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until something is so, as long as that process runs."""
    end = time.monotonic() + 2 * LONG
    while not done():
        assert (process is None or process.poll() is None) and time.monotonic() < end
        time.sleep(0.005)


def worked(url: str, out: Path) -> None:
    """What a worker does who finds work."""
    postfox("mail", "store", "work", url, "--once", "--no-png", "--outbox", out, "--from", "referee@example.com")


@thorough
def test_the_referee_answers_by_email_in_a_store_as_in_a_folder(url: str, tmp_path: Path) -> None:
    from mail.support import Given, mail as email_of

    from adjudicator.mail.club import commands, log, settings
    from adjudicator.mail.inbound.fetch import fetch

    begun(tmp_path / "games", "anna-bob")
    list(transfer.copied_in(tmp_path / "games", url))

    def taken(store: Club, number: int, *given: bytes) -> list[str]:
        source = Given(*given, received=process.clock(), first=number)
        happened = list(fetch(source, store.ledger, matches=store, club=commands.take))
        assert not [one.problem for one in happened if one.problem]
        worked(url, tmp_path / "out")
        worked(url, tmp_path / "out")
        return [file.read_text() for file in (tmp_path / "out").glob("club-*.eml")]

    with Club.opened(url) as store:
        log.begin(store, settings.Settings(referee=("carla@example.org",), digest=""))
        with pytest.raises(MatchError, match="there is a club here"):
            log.begin(store, settings.Settings())
        (letter,) = taken(store, 1, email_of("say referee: Is that so?"))
        subject = re.search(r"^Subject: (.*)$", letter, re.MULTILINE)
        assert subject and "Anna asks" in subject[1]
        given = email_of("It is.", "carla@example.org", f"Re: {subject[1]}", id="c1")
        assert len(taken(store, 2, given)) == 2
        assert len(taken(store, 3, given, email_of("No.", "carla@example.org", f"Re: {subject[1]}", id="c2"))) == 3
        proved = log.proved(store)
        assert proved is not None and proved[1] == 4
    list(transfer.copied_out(url, tmp_path / "copy", ""))
    entries = list(Folder(tmp_path / "copy" / "anna-bob").entries())
    assert [say.text for entry in entries if entry.by == "referee" for say in entry.says] == ["It is."]


def test_a_day_s_digest_goes_out_once_of_a_store_as_of_a_folder(url: str, tmp_path: Path) -> None:
    from adjudicator.mail.club import digests
    from adjudicator.mail.outbound import transports

    for name in ("one", "two"):
        folder = begun(tmp_path / "games", name)
        seat = GAME.to_act(folder.standing().state)[0]
        (folder.path / "inbox" / "a.txt").write_text(f"player {'AB'[seat]}\nlanguage en\nletters daily 19:00")
        process.adjudicate(folder, png=False)
    address = ("anna@example.org", "bob@example.org")[seat]
    list(transfer.copied_in(tmp_path / "games", url))
    referee, now = transports.sender("referee@example.com"), datetime(2030, 1, 1, 20, tzinfo=UTC)

    def sent(store: Club | Matches, to: str, days: int = 0) -> list[tuple[str, str]]:
        way = transports.Outbox(tmp_path / to)
        results = digests.send(store, way, referee, lambda: now + timedelta(days=days))
        return [(result.what, result.address) for result in results if result.address == address]

    with Club.opened(url) as store:
        assert sent(store, "store") == [("sent", address)] and sent(store, "store") == []
    with Club.opened(url) as again:
        assert sent(again, "store") == [] and sent(again, "store", 1) == [("sent", address)]
    assert sent(Matches(tmp_path / "games"), "folder") == [("sent", address)]
    there, here = (sorted(file.read_bytes() for file in (tmp_path / to).glob("*.eml")) for to in ("store", "folder"))
    assert here[0] in there, "the same letter"


@thorough
def test_a_match_that_members_fill_begins_in_a_store_as_in_a_folder(url: str, tmp_path: Path) -> None:
    from mail.support import Given, mail as email_of

    from adjudicator.mail.club import commands, log, settings
    from adjudicator.mail.inbound.fetch import fetch

    with Club.opened(url) as store:
        log.begin(store, settings.Settings(digest="", joining="open"))

        def written(text: str, sender: str, number: int) -> None:
            letters = [
                email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
                for file in (tmp_path / "out").glob("*.eml")
            ]
            subject = next((str(one["Subject"]) for one in letters if sender in str(one["To"])), "hello")
            source = Given(email_of(text, sender, subject, id=f"m{number}"), received=process.clock(), first=number)
            happened = list(fetch(source, store.ledger, matches=store, club=commands.take))
            assert not [one.problem for one in happened if one.problem]
            worked(url, tmp_path / "out")

        for number, wish in enumerate(("open snail-trail", "join snail-trail-1")):
            written("How do I join?", f"p{number}@example.org", 10 * number + 1)
            written(wish, f"p{number}@example.org", 10 * number + 2)
        worked(url, tmp_path / "out")
        assert [path.name for path in store.folders()] == ["snail-trail-1"]
        assert sum("snail-trail-1-0000-" in file.name for file in (tmp_path / "out").iterdir()) == 2
        proved = log.proved(store)
        assert proved is not None and proved[1] == 7


@thorough
def test_letters_that_name_a_round_leave_first_of_a_store_as_of_a_folder(url: str, tmp_path: Path) -> None:
    pytest.importorskip("py_ecc", reason="the extra postfox[beacon] is not installed")
    begun(tmp_path / "games", "first")
    players = ("--player", "Anna <anna@example.org>", "--player", "Bob <bob@example.org>")
    postfox("new", "snakes-and-foxes", tmp_path / "games" / "second", *players, "--beacon", "drand")
    assert process.awaited(tmp_path / "games" / "second")
    list(transfer.copied_in(tmp_path / "games", url))
    for number, where in enumerate((("--store", url), ("--matches", str(tmp_path / "games")))):
        words = ["mail", "send", "--outbox", str(tmp_path / str(number)), "--from", "r@example.org"]
        sent = postfox(*where, *words) if number == 0 else postfox(*words, *where)
        assert [line.split(":")[0] for line in sent.splitlines()] == ["second"] * 2 + ["first"] * 2


def test_what_a_letter_vouches_for_is_kept_before_it_leaves(url: str, tmp_path: Path) -> None:
    """A worker that is killed as it sends must not carry orders out again, at another time, and sign that, too."""
    folder = begun(tmp_path / "m", "a")
    (folder.path / "inbox" / "x.txt").write_text("player Anna\nsay Bob: hello\n")
    list(transfer.copied_in(tmp_path / "m", url))
    killer = tmp_path / "sendmail"
    killer.write_text(f"#!/bin/sh\ncat >> {tmp_path}/left\nkill -9 $PPID\n")
    killer.chmod(0o700)
    postfox("store", "work", url, "--once", "--no-png", "--sendmail", killer, "--from", "r@example.org", check=False)
    assert "Postfox-Receipt" in (tmp_path / "left").read_text()
    assert asked(url, "SELECT count(*) FROM postfox_lines WHERE match = 'a' AND file = 'log.jsonl'") == [(2,)]
