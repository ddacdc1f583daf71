"""What a round costs does not depend on what is past: finished matches, letters that have left, mail that stays."""

from __future__ import annotations

import io
import os
import shutil
import time
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from lanes import LONG

from adjudicator import dice, games
from adjudicator.cli import rounds
from adjudicator.mail.inbound import fetch, sources
from adjudicator.mail.inbound.sources import Maildir, Stdin
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.match import create, encoding, process
from adjudicator.match.folder import Folder
from adjudicator.match.store import folders, index
from adjudicator.match.store.folders import Matches
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import Terms, stamp
from printables.core.files import PART

GAME = games.find("snakes-and-foxes")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def matches(tmp_path: Path) -> Path:
    for name, terms in (("timed", Terms(days=3)), ("over", Terms(days=3)), ("untimed", None)):
        seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
        create.new(tmp_path / "m" / name, GAME.SLUG, GAME.Options(), seats, terms=terms, now=process.clock)
    process.command(Folder(tmp_path / "m" / "over"), "abandon", png=False)
    return tmp_path / "m"


def test_an_email_is_taken_without_reading_or_playing_the_rest_of_a_match_again(
    matches: Path, monkeypatch: pytest.MonkeyPatch
):
    read: list[int] = []
    plain = encoding._read

    def reading(kind: object, line: bytes, key: str | None, seats: int, source: str, number: int) -> object:
        read.append(number)
        return plain(kind, line, key, seats, source, number)

    def taken(number: int) -> int:
        mail = b"From: anna@example.org\nSubject: [untimed]\nMessage-ID: <%d@x>\n\nsay Bob: hello\n" % number
        read.clear()
        (happened,) = (one for one in fetch.fetch(Stdin(io.BytesIO(mail)), matches) if one.filed)
        assert happened.filed.entry.says
        return len(read)

    monkeypatch.setattr(encoding, "_read", reading)
    box = matches / "untimed" / "inbox"
    counts = []
    for lines in (20, 36):
        for number in range(len(Folder(matches / "untimed").log.lines), lines):
            (box / f"{number}.txt").write_text("player A\nsay Bob: hello\n")
        process.adjudicate(Folder(matches / "untimed"))
        (matches / "untimed" / "board.png").unlink()
        monkeypatch.setattr(Folder, "replay", None)
        counts.append(taken(lines))
        monkeypatch.undo()
        monkeypatch.setattr(encoding, "_read", reading)
    assert counts[1] <= counts[0] < 20


def opened(matches: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that a round opens."""
    names: list[str] = []
    plain = process.due
    time.sleep(1.2 * index.FRESH / 1e9)

    def due(folder: Folder, now: str, *, png: bool = True) -> object:
        names.append(folder.path.name)
        return plain(folder, now, png=png)

    with monkeypatch.context() as patch:
        patch.setattr(process, "due", due)
        found = Matches(matches)
        assert rounds.mind(found, found.folders(), png=False)
    return names


def test_a_round_opens_what_has_changed_or_is_due_and_nothing_else(matches: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dice, "_chain", lambda _: pytest.fail("the chain of dice was made"))
    assert opened(matches, monkeypatch) == ["over", "timed", "untimed"]
    assert opened(matches, monkeypatch) == []
    (matches / "over" / "inbox" / "x.txt").write_text("player A\nsay B: hello")
    process.adjudicate(Folder(matches / "over"), png=False)
    assert opened(matches, monkeypatch) == ["over"]
    (matches / index.FILE).write_bytes(b'{"timed":{"files":[1],"wakes":"when I please"}}')
    assert len(opened(matches, monkeypatch)) == 3
    reminder = process.wakes(Folder(matches / "timed"))
    assert reminder is not None and timedelta(days=2) < reminder - datetime.now(UTC) < timedelta(days=4)
    monkeypatch.setattr(process, "clock", lambda: stamp(reminder - timedelta(hours=1)))
    assert opened(matches, monkeypatch) == []
    monkeypatch.setattr(process, "clock", lambda: stamp(reminder))
    assert opened(matches, monkeypatch) == ["timed"]


def test_between_two_looks_at_all_a_round_asks_for_what_mail_has_touched_and_nothing_else(
    matches: Path, monkeypatch: pytest.MonkeyPatch
):
    def mail(match: str, number: int) -> Stdin:
        head = f"From: anna@example.org\nSubject: [{match}]\nMessage-ID: <{number}@x>\n"
        return Stdin(io.BytesIO(f"{head}\nplayer Anna\nsay Bob: hello\n".encode()))

    def round_of(match: str, number: int) -> set[str]:
        """The matches of which files are asked for."""
        asked: set[str] = set()
        plain = os.stat

        def stat(path: object, *more: object, **named: object) -> os.stat_result:
            asked.update({"timed", "over", "untimed"} & set(Path(os.fsdecode(path)).parts))  # type: ignore[arg-type]
            return plain(path, *more, **named)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(os, "stat", stat)
            done = list(fetch.fetch(mail(match, number), found.ledger, matches=found))
            assert [one.problem for one in done if one.problem] == [] and any(one.filed for one in done)
            rounds.work(found)
        return asked

    found = Matches(matches)
    assert round_of("timed", 1) == {"timed", "over", "untimed"}
    time.sleep(1.2 * index.FRESH / 1e9)
    rounds.work(found)
    assert round_of("untimed", 2) == {"untimed"}
    seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
    create.new(matches / "new", GAME.SLUG, GAME.Options(), seats)
    assert "timed" not in round_of("new", 3)
    process.command(Folder(matches / "over"), "hold", png=False)
    found.look()
    assert round_of("untimed", 4) == {"timed", "over", "untimed"}


def test_what_a_killed_command_left_is_opened(matches: Path, monkeypatch: pytest.MonkeyPatch):
    """The log has grown since the match was looked at: the step is finished by the next round."""
    opened(matches, monkeypatch)
    state = matches / "untimed" / "state.json"
    before = state.read_bytes()
    (matches / "untimed" / "inbox" / "x.txt").write_text("player A\nsay B: hello")
    process.adjudicate(Folder(matches / "untimed"), png=False)
    after = state.read_bytes()
    state.write_bytes(before)
    assert opened(matches, monkeypatch) == ["untimed"]
    assert state.read_bytes() == after


def test_a_match_long_unchanged_is_swept_once_and_again_when_a_killed_process_has_left_something(
    matches: Path, monkeypatch: pytest.MonkeyPatch
):
    swept: list[str] = []
    plain = encoding.sweep

    def sweep(place: Path) -> None:
        if place.parent == matches:  # not their letters
            swept.append(place.name)
        plain(place)

    def left(name: str) -> Path:
        file = matches / name / f".state.json.{2**22 + 1}{PART}"  # of no process that there can be
        file.write_bytes(b"{")
        return file

    def rest() -> list[str]:
        swept.clear()
        folders.sweep(matches, *sorted(matches.iterdir()))
        return list(swept)

    monkeypatch.setattr(encoding, "sweep", sweep)
    first, letter = left("timed"), left("timed/letters")
    for name in ("over", "timed"):
        os.utime(matches / name, (1e9, 1e9))
    assert rest() == ["over", "timed", "untimed"] and not first.exists() and not letter.exists()
    os.utime(matches / "timed", (1e9, 1e9))
    assert rest() == rest() == ["untimed"]  # it has just begun
    for then in (time.time(), 1.1e9):  # seen soon after, or two hours later
        second = left("timed")
        os.utime(matches / "timed", (then, then))
        assert rest() == ["timed", "untimed"] and not second.exists()
    swept.clear()
    list(fetch.fetch(Stdin(io.BytesIO()), matches))
    assert {"timed", "untimed"} <= {*swept} and "over" not in swept
    known = len(folders._swept)
    for seconds in range(20):  # a match goes on for days: what is known of it takes the place of what was
        os.utime(matches / "timed", (1e9 + seconds, 1e9 + seconds))
        assert "timed" in rest()
    assert len(folders._swept) == known


def test_mail_that_stays_in_a_maildir_keeps_nobody_busy(tmp_path: Path):
    for name in ("new", "cur", "tmp", "new/folder"):
        (tmp_path / name).mkdir()
    (tmp_path / "new" / "1.left").write_bytes(b"Subject: x\n\n")
    source = Maildir(tmp_path)
    assert len(list(source.messages(set()))) == 1
    start = time.monotonic()
    source.wait(0.3)
    assert time.monotonic() - start >= 0.3
    (tmp_path / "new" / "2.come").write_bytes(b"Subject: y\n\n")
    source.wait(LONG)
    assert time.monotonic() - start < LONG / 2


def test_mail_that_was_taken_is_not_looked_at_again_until_others_change_where_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    (tmp_path / "cur" / "1.old:2,S").write_bytes(b"Subject: x\n\n")
    source, known, listed = Maildir(tmp_path), {"maildir:1.old"}, list[str]()
    plain = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda self: [listed.append(self.name), plain(self)][1])

    def taken() -> tuple[list[str], bool]:
        """The mails of a round, each taken, and whether those that stay were looked through."""
        time.sleep(1.2 * index.FRESH / 1e9)
        listed.clear()
        found = []
        for mail in source.messages(known):
            source.done(mail)
            known.add(mail.place)
            found.append(mail.place)
        return found, "cur" in listed

    assert taken() == ([], True)
    (tmp_path / "new" / "2.come").write_bytes(b"Subject: y\n\n")
    assert taken() == (["maildir:2.come"], False)
    assert taken() == ([], False)
    (tmp_path / "cur" / "3.seen:2,S").write_bytes(b"Subject: z\n\n")
    left = next(iter(source.messages(known)))  # it is not taken: a server was away
    assert left.place == "maildir:3.seen"
    assert taken() == (["maildir:3.seen"], True)
    assert taken() == ([], True)
    assert taken() == ([], False)
    monkeypatch.setattr(sources, "LONGEST", 0.0)
    assert taken() == ([], True)


def test_counting_letters_as_sent_packs_none_and_a_sent_one_is_found_at_once(
    matches: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox._Book, "_parcel", lambda *_: pytest.fail("a letter was packed"))
    folder = matches / "untimed"
    assert len(list(outbox.skip(Folder(folder), process.moment_now))) == 2
    line = (folder / "mail.jsonl").read_bytes().splitlines()[0]
    many = [line.replace(b"0000-A", b"%04d-A" % number) for number in range(20_000)]
    (folder / "mail.jsonl").write_bytes(b"\n".join(many) + b"\n")
    postings = Postings(folder)
    start = time.process_time()
    assert all(postings.done(f"letters/{number:04d}-A", "anna@example.org") for number in range(20_000))
    assert time.process_time() - start < LONG / 10  # a tenth of a second; it was minutes
    shutil.rmtree(folder)


def test_counting_many_letters_as_sent_holds_none_in_memory(matches: Path):
    folder = matches / "untimed"
    for number in range(6):
        (folder / "inbox" / f"{number}.txt").write_text("player A\nsay B: hello")
    process.adjudicate(Folder(folder), png=False)
    size = sum(file.stat().st_size for file in (folder / "letters").iterdir())
    match = Folder(folder)
    assert match.last.n == 6
    tracemalloc.start()
    assert len(list(outbox.skip(match, process.moment_now))) > 7
    assert tracemalloc.get_traced_memory()[1] < size
    tracemalloc.stop()
