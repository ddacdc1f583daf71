"""A match that is damaged is named and set aside; all others are looked at, played on and written to as ever."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from lanes import THOROUGH, some
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches, aside
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import Terms
from printables.core import UserError

GAME = games.find("snakes-and-foxes")
NOON = "2026-11-21T12:00:00+00:00"
MUTATIONS = int(os.environ.get("POSTFOX_MUTATIONS", "8" if THOROUGH else "2"))  # of each file
READ = ("match.json", "log.jsonl", "state.json", "mail.jsonl", "secret.key")


def made(path: Path) -> Path:
    """A match with a clock, wishes and letters that have left; Anna has asked for another address."""
    seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
    create.new(
        path, GAME.SLUG, GAME.Options(), seats, seed=path.name, words=["hazel", "thorn"],
        match_id=path.name, terms=Terms(days=3, zone="Europe/Berlin"), now=lambda: NOON, proof="token",
    )  # fmt: skip
    for text in ("player A\nzone Europe/Paris\nlanguage de", "player B\naddress b@example.net\nsay A: hello"):
        (path / "inbox" / "x.txt").write_text(text)
        process.adjudicate(Folder(path), png=False, now=lambda: NOON)
    command("mail", "send", "--outbox", str(path.parent / "sent"), "--from", "r@example.org", "--matches", str(path))
    return path


def command(*words: str) -> tuple[int, str]:
    """A command as typed: its exit code, and all that it says. A mistake is a UserError, anything else a crash."""
    told = CliRunner().invoke(app, list(words))
    if told.exception is not None and not isinstance(told.exception, (SystemExit, UserError)):
        raise told.exception
    return told.exit_code, told.output + told.stderr + str(told.exception or "")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two")
    made(folder / "sound")
    made(folder / "spoilt")
    return folder


@pytest.fixture
def matches(two: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(two, tmp_path / "matches"))


def everything(matches: Path) -> Iterator[tuple[str, str]]:
    """What each command says that looks at all matches, by its name."""
    place = ("--matches", str(matches))
    yield "desk", command("desk", *place)[1]
    yield "due", command("due", "--no-png", *place)[1]
    yield "ratings", command("ratings", *place)[1]
    yield "readjudicate", command("readjudicate", str(matches))[1]
    yield "verify", command("verify", str(matches))[1]
    mails = ("--outbox", str(matches / "sent"), "--from", "r@example.org")
    yield "send", command("mail", "send", *mails, *place)[1]
    maildir = matches.parent / "maildir"
    for part in ("new", "cur", "tmp"):
        (maildir / part).mkdir(parents=True, exist_ok=True)
    yield "fetch", command("mail", "fetch", "--maildir", str(maildir), *place)[1]


CLOCK = (b'"due":"2026-11-24T23:00:00+00:00"', b'"due":"2026-11-24T23:00:00+00:0x"')
DAMAGE = {
    "a clock": ("log.jsonl", *CLOCK),
    "a clock that no calendar has": ("log.jsonl", CLOCK[0], b'"due":"0001-01-01T00:00:00+23:00"'),
    "a zone": ("log.jsonl", b"Europe/Paris", b"Europe/Parig"),
    "the zone of the match": ("match.json", b"Europe/Berlin", b"Europe/Berlim"),
    "a name": ("match.json", b'"Anna"', b'"Anne"'),
    "half of a character": ("match.json", b'"Anna"', b'"\\ud800"'),
    "a number without end": ("match.json", b'"tokens":2', b'"tokens":1e999'),
    "a letter's hash": ("log.jsonl", b'"text":"', b'"text":"g'),
}


NAMES = ("match.json", "log.jsonl", "state.json", "mail.jsonl", "secret.key", "inbox/a.txt")


@pytest.mark.parametrize("what", some(DAMAGE, 4))
def test_what_is_damaged_in_one_match_stops_no_other(matches: Path, what: str):
    name, old, new = DAMAGE[what]
    file = matches / "spoilt" / name
    data = file.read_bytes()
    assert old in data
    file.write_bytes(new.join(data.rsplit(old, 1)))
    (matches / "sound" / "state.json").unlink()
    for name, told in everything(matches):
        assert "a fault of Postfox" not in told, name
        assert name == "fetch" or str(file.parent) in told, (name, told)  # fetch opens what has mail
        if name == "desk":
            assert "damaged" in told and any(line.startswith("sound") for line in told.splitlines())
        if name == "verify":
            assert f"{matches / 'sound'}: verified" in told and f"{file.parent}: verified" not in told


def test_the_last_line_s_own_bytes_are_vouched_for_by_the_state(matches: Path):
    """Nothing follows from a clock in the last line; still no command takes it as good."""
    log = matches / "spoilt" / "log.jsonl"
    log.write_bytes(b'"due":"2026-11-29T23:00:00+00:00"'.join(log.read_bytes().rsplit(CLOCK[0], 1)))
    assert "2026-11-29" not in command("desk", "--matches", str(matches))[1]
    code, told = command("verify", str(matches / "spoilt"))
    assert code == 1 and "restore both from a copy" in told and "delete" not in told


@pytest.mark.parametrize("name", READ)
def test_a_byte_changed_anywhere_crashes_nothing(matches: Path, name: str):
    """And where the log is what is broken, nobody is told to take state.json away, after which it would pass."""
    file, rng = matches / "spoilt" / name, random.Random(name)
    good = file.read_bytes()
    pristine = shutil.copytree(matches, matches.parent / "pristine")
    for _ in range(MUTATIONS):
        changed = bytearray(good)
        for _ in range(rng.choice((1, 1, 1, 2, 30))):
            at = rng.randrange(len(changed) or 1)
            changed[at : at + rng.choice((0, 1, 1, 1, 40))] = rng.randbytes(rng.choice((0, 1, 1, 2)))
        if changed == good:
            continue
        shutil.rmtree(matches)
        shutil.copytree(pristine, matches)
        file.write_bytes(changed)
        proved = next(verify.proofs([matches / "spoilt"])).problems
        if name in ("log.jsonl", "match.json"):
            assert proved and not any("delete" in problem.hint for problem in proved), proved
        for command_name, told in everything(matches):
            assert "a fault of Postfox" not in told, (command_name, bytes(changed), told)
            if command_name == "verify":
                assert f"{matches / 'sound'}: verified" in told


def test_a_fault_of_the_program_in_one_match_is_told_and_stops_no_other(matches: Path, monkeypatch: pytest.MonkeyPatch):
    plain = Folder.standing

    def standing(self: Folder, n: int | None = None) -> object:
        if self.path.name == "spoilt":
            raise RuntimeError("as never before")
        return plain(self, n)

    monkeypatch.setattr(Folder, "standing", standing)
    told = command("desk", "--matches", str(matches))[1]
    assert "a fault of Postfox: RuntimeError: as never before" in told
    assert any(line.startswith("sound") and "damaged" not in line for line in told.splitlines())


@pytest.mark.parametrize(("name", "kind"), some(product(NAMES, ("pipe", "loop", "folder", "device")), 5))
def test_what_is_no_file_is_told_and_nothing_hangs(matches: Path, name: str, kind: str):
    file = matches / "spoilt" / name
    file.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "loop":
        file.symlink_to(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to("/dev/zero")
    signal.alarm(20)
    for command_name, told in everything(matches):
        assert "a fault of Postfox" not in told, (command_name, told)
        if name in ("match.json", "log.jsonl") and command_name != "fetch":  # which opens what has mail
            assert "spoilt" in told, command_name
    signal.alarm(0)


def test_what_is_no_file_in_an_inbox_is_told_and_passed_over(matches: Path):
    inbox = matches / "sound" / "inbox"
    os.mkfifo(inbox / "pipe.txt")
    (inbox / "link.txt").symlink_to("/dev/zero")
    (inbox / "x.txt").write_text("player A\nsay B: hello\n")
    signal.alarm(20)
    code, told = command("adjudicate", "--no-png", str(matches / "sound"))
    signal.alarm(0)
    assert code == 0 and "x.txt, Anna: a message" in told
    assert [line.partition(": ")[::2] for line in told.splitlines()[:2]] == [
        (str(inbox / name), "this is not a file; put a copy of the move file here") for name in ("link.txt", "pipe.txt")
    ]


def test_a_name_that_is_no_text_is_shown_and_not_a_fault(matches: Path):
    strange = os.fsdecode(os.fsencode(matches) + b"/\xff\xfe")
    shutil.copytree(matches / "spoilt", strange)
    (Path(strange) / "log.jsonl").write_bytes(b"")
    shutil.rmtree(matches / "spoilt")
    for words in (["desk", "--matches", matches], ["verify", strange], ["show", strange]):
        told = subprocess.run(
            [sys.executable, "-m", "adjudicator", *words], capture_output=True, check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        )  # fmt: skip
        assert b"fault of Postfox" not in told.stderr and b"\\udcff" in told.stdout + told.stderr


def test_what_is_not_about_the_match_is_let_through(tmp_path: Path):
    with pytest.raises(KeyError), aside(tmp_path, KeyError):
        raise KeyError
    with pytest.raises(UserError, match=str(tmp_path)), aside(tmp_path):
        raise KeyError


def test_a_folder_that_may_not_be_read_is_a_problem_of_its_own(matches: Path, monkeypatch: pytest.MonkeyPatch):
    from adjudicator.match import encoding

    plain = encoding.read

    def read(path: Path | str, most: int = -1) -> bytes:
        if "spoilt" in str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return plain(path, most)

    monkeypatch.setattr(encoding, "read", read)
    assert len(Matches(matches).problems) == 1
    for name, told in everything(matches):
        assert "a fault of Postfox" not in told and "Permission denied" in told, name
