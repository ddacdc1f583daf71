"""What a power cut undoes, a killed `new` leaves, and disks without locks: nothing is done twice or hangs."""

from __future__ import annotations

import errno
import hmac
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.compose import Reader
from adjudicator.mail.outbound.transports import Outbox
from adjudicator.match import create, encoding, outputs, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat
from faults.test_one_match_at_a_time import command

GAME = games.find("snakes-and-foxes")


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "m" / "ab"
    create.new(path, GAME.SLUG, GAME.Options(), [Seat("Anna"), Seat("Bob")], seed="wheel")
    return path


def put(match: Path, name: str, text: str) -> None:
    (match / "inbox" / name).write_text(text)


def test_a_move_to_done_that_a_power_cut_undid_applies_no_file_twice(match: Path):
    """Not even when other lines came after it."""
    for name, text in (("1.txt", "player A\nsay B: one"), ("2.txt", "player A\nsay B: two")):
        put(match, name, text)
        process.adjudicate(Folder(match), png=False)
    shutil.move(match / "inbox" / "done" / "0001-1.txt", match / "inbox" / "1.txt")
    assert process.adjudicate(Folder(match), png=False) == []
    assert (match / "inbox" / "done" / "0001-1.txt").exists() and not (match / "inbox" / "1.txt").exists()
    put(match, "1.txt", "player A\nsay B: one")  # the same words again, of purpose
    assert len(process.adjudicate(Folder(match), png=False)) == 1
    assert not verify.verify(Folder(match)).problems


def test_every_rename_is_followed_by_the_sync_of_its_folder(match: Path, monkeypatch: pytest.MonkeyPatch):
    synced: list[Path] = []
    plain = encoding.flush_folder
    monkeypatch.setattr(encoding, "flush_folder", lambda path: (synced.append(path), plain(path)))
    put(match, "1.txt", "player A\nsay B: one")
    process.adjudicate(Folder(match), png=False)
    assert synced == [match / "inbox" / "1.txt", match / "inbox" / "done", match / "inbox"]


def test_what_killed_commands_left_is_taken_away_and_nothing_of_others(match: Path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = [
        match / f".state.json.{gone.pid}.part",
        match / "letters" / f".0000-A.txt.{gone.pid}.part",
        match / "inbox" / "done" / f".0001-1.txt.{os.getpid()}.part",
    ]
    others = [match / f".state.json.{os.getppid()}.part", match / ".mine.part"]
    for path in (*left, *others):
        path.write_bytes(b"half")
    process.finish(Folder(match), png=False)
    assert not any(path.exists() for path in left) and all(path.exists() for path in others)
    building = match.parent / f".cd.{gone.pid}.part"
    building.mkdir()
    (building / "secret.key").write_text("secret")
    assert command("due", "--matches", str(match.parent))[0] == 0
    assert not building.exists()


def test_a_disk_without_locks_is_told_at_once(match: Path, monkeypatch: pytest.MonkeyPatch):
    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(encoding.fcntl, "flock", none)
    with pytest.raises(MatchError, match="No locks available"):
        process.finish(Folder(match))


def test_a_new_match_is_its_referee_s_alone_until_that_is_changed(match: Path):
    before = os.umask(0)
    try:
        put(match, "1.txt", "player A\nsay B: one")
        process.adjudicate(Folder(match))
        modes = {path: path.stat().st_mode & 0o777 for path in (match, *match.rglob("*"))}
        open_to_others = [p for p, mode in modes.items() if mode & 0o077 and p.name not in (".lock", "0001-1.txt")]
        assert open_to_others == []
        (match / "letters").chmod(0o755)
        put(match, "2.txt", "player A\nsay B: two")
        process.adjudicate(Folder(match))
        assert (match / "letters" / "0002-A.txt").stat().st_mode & 0o777 == 0o644
        assert (match / "state.json").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_the_key_of_tokens_is_not_the_secret_but_in_older_matches(match: Path):
    secret = bytes.fromhex((match / "secret.key").read_text())
    new = Folder(match)
    assert new.token_key() == hmac.digest(secret, b"postfox-token-1", "sha256")
    new.match = new.match._replace(tokens="")
    assert new.token_key() == secret


def test_a_seed_is_told_to_be_guessable(tmp_path: Path):
    words = ("new", "snakes-and-foxes", str(tmp_path / "x"), "--player", "Anna", "--player", "Bob")
    assert "guesses the seed" in command(*words, "--seed", "wheel")[1]


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def zeros(data: bytes) -> bytes:
    return half(data) + bytes(len(data) - len(data) // 2)


RUNS: dict[str, Callable[[Folder], object]] = {
    "adjudicate": process.adjudicate,
    "due": lambda folder: process.due(folder, process.clock()),
    "order": lambda folder: process.command(folder, "say all: hello"),
    "mail send": lambda folder: list(
        outbox.send(folder, Outbox(folder.path.parent), Reader("R", "r@example.org"), process.moment_now)
    ),
}


@pytest.mark.parametrize("tear", [half, zeros, lambda data: b"", lambda data: b"x" * len(data)])
@pytest.mark.parametrize("command", RUNS)
def test_letters_and_pictures_that_a_power_cut_tore_are_written_anew_by_whatever_runs_next(
    match: Path, tear: Callable[[bytes], bytes], command: str
):
    put(match, "1.txt", "player A\nsay B: one")
    process.adjudicate(Folder(match))
    whole = {path: path.read_bytes() for path in (match / "letters").iterdir()}
    for path, data in whole.items():
        path.write_bytes(tear(data))
    picture = (match / "board.png").read_bytes()
    (match / "board.png").write_bytes(half(picture))
    RUNS[command](Folder(match))
    assert {path: path.read_bytes() for path in whole} == whole
    assert command == "mail send" or (match / "board.png").read_bytes() == picture
    assert not verify.verify(Folder(match)).problems


def test_a_torn_letter_whose_templates_have_changed_is_written_as_it_can_be_and_once(
    match: Path, monkeypatch: pytest.MonkeyPatch
):
    letter, plan = match / "letters" / "0000-A.txt", outputs.plan
    letter.write_bytes(half(letter.read_bytes()))

    def otherwise(*args: Any) -> outputs.Filed:
        filed = plan(*args)
        letters = tuple(one._replace(text=one.text.replace("Anna", "Ann")) for one in filed.letters)
        return filed._replace(letters=letters)

    monkeypatch.setattr(outputs, "plan", otherwise)
    process.finish(Folder(match), png=False)
    problems = verify.verify(Folder(match)).problems
    assert {problem.message for problem in problems} == {"this is not the letter that was written"}
    assert "Ann," in letter.read_text() and letter.read_bytes().endswith(b"\n")
    monkeypatch.setattr(Folder, "replay", None)
    process.finish(Folder(match), png=False)
