"""The match folder under ill treatment: killed at every write, cut, altered, deleted, shared, fed with rubbish."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import multiprocessing
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lanes import THOROUGH

from adjudicator import games
from adjudicator.cli import show
from adjudicator.cli.verify import _proved
from adjudicator.core import GameError, MatchError
from adjudicator.core.game import unlettered
from adjudicator.match import create, encoding, process, verify
from adjudicator.match.folder import Folder, identity
from adjudicator.match.store import copies, folders
from adjudicator.referee import orders
from adjudicator.referee.records import Seat
from printables.core import OptionError, UserError, progress
from printables.core.files import PART

GAME = games.find("snakes-and-foxes")
TURNS = 5
STEP = 1 if THOROUGH else 3  # of the changes at which a process is killed


class Killed(BaseException):
    """The process ends here, as far as the folder can tell."""


def new(path: Path, **more: object) -> Folder:
    create.new(
        path,
        GAME.SLUG,
        GAME.Options(),
        [Seat("Anna", "anna@example.org"), Seat("Bob")],
        **({"seed": "wheel", "words": ["hazel", "thorn"], "match_id": "anna-bob"} | more),  # type: ignore[arg-type]
    )
    return Folder(path)


def next_move(folder: Folder) -> str:
    state = Folder(folder.path).standing().state
    return GAME.format(next(GAME.moves(state)), state)


def drop(folder: Folder, name: str, text: str) -> None:
    (folder.path / "inbox" / name).write_text(text)


def play(folder: Folder, turns: int = TURNS) -> None:
    for number in range(turns):
        drop(folder, f"{number}.txt", next_move(folder) + "\n")
        process.adjudicate(Folder(folder.path), png=False)


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a folder; the secret and the lock belong to the machine."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name not in (".lock", "secret.key")
    }


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = new(tmp_path_factory.mktemp("played") / "anna-bob", seed="axle")
    play(folder)
    return folder.path


@pytest.fixture
def match(played: Path, tmp_path: Path) -> Folder:
    shutil.copytree(played, tmp_path / "anna-bob")
    return Folder(tmp_path / "anna-bob")


def test_a_new_match_has_what_it_needs(tmp_path: Path):
    folder = new(tmp_path / "m" / "anna-bob")
    names = set(contents(folder.path))
    assert {"match.json", "log.jsonl", "state.json", "board.svg", "board.png"} <= names
    assert {f"letters/0000-{seat}.{kind}" for seat in "AB" for kind in ("txt", "html")} <= names
    assert os.name != "posix" or (folder.path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert folder.match.commitment == "59e487b230fa06f4442b05a2438ed1ab38ac60bcf16c32169a0b63e8a9a174b1"
    assert list((tmp_path / "m").iterdir()) == [folder.path]


def test_the_secret_is_in_no_other_file(played: Path):
    secret = (played / "secret.key").read_bytes().strip()
    assert not any(secret in data or bytes.fromhex(secret.decode()) in data for data in contents(played).values())


def test_same_seed_same_bytes(played: Path, tmp_path: Path):
    folder = new(tmp_path / "again", seed="axle")
    play(folder)
    assert contents(folder.path) == contents(played)


def test_state_json_is_a_position_that_can_be_played(match: Folder):
    stored = json.loads((match.path / "state.json").read_bytes())
    assert set(stored) == {"game", "options", "state", "turn", "log_head"}
    assert stored["log_head"] == match.log.head
    assert list(show.moves(match.path / "state.json", 3, False)) == list(show.moves(match.path, 3, False))


def test_everything_but_log_terms_and_secret_is_rebuilt(match: Folder):
    whole = contents(match.path)
    for name in ("state.json", "board.svg"):
        (match.path / name).unlink()
    shutil.rmtree(match.path / "letters")
    process.adjudicate(Folder(match.path), png=False)
    assert contents(match.path) == whole


def test_a_single_missing_letter_is_rebuilt(match: Folder):
    whole = contents(match.path)
    (match.path / "letters" / "0002-B.html").unlink()
    process.adjudicate(Folder(match.path), png=False)
    assert contents(match.path) == whole


def writes(monkeypatch: pytest.MonkeyPatch, fatal: int, torn: bool) -> Callable[[], int]:
    """Kill at the `fatal`-th change of a file; `torn` writes half of it first."""
    count = 0
    plain_write, plain_append, plain_replace = encoding.write, encoding.append, Path.replace

    def reached() -> bool:
        nonlocal count
        count += 1
        return count == fatal

    def write(path: Path, data: bytes, mode: int = 0o644, **how: bool) -> None:
        if reached():
            if torn:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.with_name(f".{path.name}.part").write_bytes(data[: len(data) // 2])
            raise Killed
        plain_write(path, data, mode, **how)

    def append(path: Path, line: bytes, length: int, **how: bool) -> None:
        if reached():
            if torn:
                plain_append(path, line[: len(line) // 2], length, **how)
            raise Killed
        plain_append(path, line, length, **how)

    def replace(self: Path, target: Path) -> Path:
        if not self.name.endswith(PART) and reached():
            raise Killed
        return plain_replace(self, target)

    monkeypatch.setattr(encoding, "write", write)
    monkeypatch.setattr(encoding, "append", append)
    monkeypatch.setattr(Path, "replace", replace)
    return lambda: count


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("by_name", [False, True])
def test_killed_at_any_write_an_order_is_neither_lost_nor_done_twice(match: Folder, tmp_path: Path, by_name, torn):
    """By inbox, the next command finishes; by name, the same command given again does."""
    move = next_move(match) + "\nsay all: now\n"
    if by_name:
        (tmp_path / "next.txt").write_text(move)
    else:
        drop(match, "next.txt", move)
    given = [tmp_path / "next.txt"] if by_name else []
    shutil.copytree(match.path, tmp_path / "start")
    process.adjudicate(Folder(match.path), given, png=False)
    wanted = contents(match.path)
    for fatal in itertools.count(1, STEP):
        path = tmp_path / f"killed-{fatal}"
        shutil.copytree(tmp_path / "start", path)
        with pytest.MonkeyPatch.context() as patch:
            count = writes(patch, fatal, torn)
            with contextlib.suppress(Killed):
                process.adjudicate(Folder(path), given, png=False)
        try:
            process.adjudicate(Folder(path), given, png=False)
        except MatchError as error:  # the file was done before the kill, and is known by its name and bytes
            assert by_name and "the last to be adjudicated" in str(error)
        found = {name: data for name, data in contents(path).items() if not name.endswith(PART)}
        assert found == wanted, f"killed at change {fatal}"
        assert not verify.verify(Folder(path)).problems
        shutil.rmtree(path)
        if count() < fatal:
            break
    assert fatal > 6


def test_killed_while_it_is_begun_a_match_is_not_there(tmp_path: Path):
    for fatal in itertools.count(1, STEP):
        path = tmp_path / f"{fatal}" / "anna-bob"
        with pytest.MonkeyPatch.context() as patch:
            count = writes(patch, fatal, True)
            try:
                new(path)
            except Killed:
                assert not path.exists()
        if not path.exists():
            new(path)
        assert not verify.verify(Folder(path)).problems
        if count() < fatal:
            break
    assert fatal > 8


def test_any_changed_byte_of_the_log_is_found(match: Folder):
    log = match.path / "log.jsonl"
    good = log.read_bytes()
    rng = random.Random(7)
    ends = [n for n, byte in enumerate(good) if byte == 0x0A]
    for at in [*ends, 0, len(good) - 2, *rng.sample(range(len(good)), 250 if THOROUGH else 50)]:
        changed = bytearray(good)
        changed[at] ^= rng.choice([1, 2, 4, 8, 16, 32])
        log.write_bytes(changed)
        assert found(match.path), f"byte {at}: {good[at - 20 : at + 20]!r}"
    log.write_bytes(good)
    assert not found(match.path)


def found(path: Path) -> bool:
    """Whether verify finds fault, or no log to verify."""
    try:
        return bool(verify.verify(Folder(path)).problems)
    except MatchError:
        return True


@pytest.mark.parametrize(
    ("name", "part", "other"),
    [
        ("state.json", b'"turn":6', b'"turn":7'),
        ("match.json", b"Anna", b"Anne"),
        ("letters/0001-A.txt", b"Anna", b"Hallo"),
        ("letters/0002-B.html", b"<p", b"<q"),
    ],
)
def test_a_changed_file_beside_the_log_is_found(match: Folder, name: str, part: bytes, other: bytes):
    path = match.path / name
    data = path.read_bytes()
    assert part in data
    path.write_bytes(data.replace(part, other, 1))
    problems = verify.verify(Folder(match.path)).problems
    assert [problem.source for problem in problems] == [str(path)]


def test_many_matches_are_proved_each_as_alone_and_in_order(match: Folder, tmp_path: Path):
    paths = [Path(shutil.copytree(match.path, tmp_path / f"many-{number}")) for number in range(verify.MANY + 4)]
    (paths[3] / "letters" / "0001-A.txt").write_text("Hallo")
    (paths[9] / "log.jsonl").write_bytes(b"")
    reports = list(verify.proofs(paths))
    assert reports[0] == verify.verify(Folder(paths[0]))
    assert reports == [report for path in paths for report in verify.proofs([path])]
    faults = {number: report.problems[0].source for number, report in enumerate(reports) if report.problems}
    assert faults == {3: str(paths[3] / "letters" / "0001-A.txt"), 9: str(paths[9] / "log.jsonl")}


def test_of_very_many_matches_those_that_are_proved_are_told_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    names = [new(tmp_path / f"m{number}", match_id=f"m{number}").path.name for number in range(5)]
    asked: list[list[str]] = []
    plain = verify.proofs
    monkeypatch.setattr(verify, "proofs", lambda paths: asked.append([path.name for path in paths]) or plain(paths))
    monkeypatch.setattr(folders, "AT_ONCE", 2)
    bar: list[tuple[int, int]] = []
    shown = contextlib.nullcontext(lambda done, whole: bar.append((done, whole)))
    monkeypatch.setattr(progress, "bar", lambda what, beating: shown)
    told = [(path.name, len(asked)) for path, report in _proved([folders.Matches(tmp_path)]) if not report.problems]
    assert bar == [(number, 5) for number in range(1, 6)], "it goes on where it was"
    assert told == list(zip(names, (2, 2, 3, 3, 4), strict=True))
    assert asked == [[], names[:2], names[2:4], names[4:]]


def test_a_forged_throw_is_found_even_with_all_hashes_made_anew(match: Folder):
    """A referee who rewrites history cannot give other dice: they follow from the links and the commitment."""
    lines = (match.path / "log.jsonl").read_bytes().splitlines()
    entry = json.loads(lines[-1])
    throw = entry["done"][0]["throws"][-1]
    throw["values"][0] = throw["values"][0] % 6 + 1
    for name in ("state.json", "board.svg"):
        (match.path / name).unlink()
    canonical = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    (match.path / "log.jsonl").write_bytes(b"\n".join([*lines[:-1], canonical]) + b"\n")
    assert "does not follow" in str(verify.verify(Folder(match.path)).problems[0])


def test_links_that_do_not_lead_to_the_commitment_are_found_whatever_else_was_made_anew(tmp_path: Path):
    """The whole match thrown again under another secret, hashes and all, is not the match that was committed to."""
    honest, forged = new(tmp_path / "honest"), new(tmp_path / "forged", seed="loaded")
    play(forged, 2)
    terms = (honest.path / "match.json").read_bytes()
    lines, prev = [], "0" * 64
    for line in (forged.path / "log.jsonl").read_bytes().splitlines():
        entry = json.loads(line)
        entry["prev"] = prev
        if entry["by"] == "begin":
            entry["source_hash"] = hashlib.sha256(terms).hexdigest()
        lines.append(json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
        prev = hashlib.sha256(lines[-1]).hexdigest()
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "match.json").write_bytes(terms)
    (alone / "log.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    assert verify.verify(Folder(alone)).problems[0].message.startswith("link 1 of the dice")


def test_a_file_named_from_the_inbox_is_done_once(match: Folder):
    drop(match, "x.txt", "player Anna\nsay Bob: hi")
    process.adjudicate(match, [match.path / "inbox" / "x.txt"], png=False)
    assert process.adjudicate(Folder(match.path), png=False) == []


def test_numbers_that_are_none_are_told(match: Folder):
    log = match.path / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"lines":3', b'"lines":1e999'))
    assert found(match.path)


@pytest.mark.skipif(os.name != "posix", reason="there are no named pipes elsewhere")
def test_a_pipe_is_no_move_file(match: Folder, tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="this is not a file"):
        process.adjudicate(match, [tmp_path / "pipe"], png=False)


def test_match_and_log_alone_can_be_verified(match: Folder, tmp_path: Path):
    alone = tmp_path / "alone"
    alone.mkdir()
    for name in ("match.json", "log.jsonl"):
        shutil.copy(match.path / name, alone / name)
    report = verify.verify(Folder(alone))
    assert not report.problems
    assert report.lines == TURNS + 1
    assert report.notes


def test_a_log_cut_short_is_not_played_on(match: Folder):
    lines = (match.path / "log.jsonl").read_bytes().splitlines(keepends=True)
    (match.path / "log.jsonl").write_bytes(b"".join(lines[:-1]))
    drop(match, "x.txt", "say all: hi")
    with pytest.raises(MatchError, match="cut or altered"):
        process.adjudicate(Folder(match.path), png=False)


def test_another_secret_is_refused(match: Folder):
    (match.path / "secret.key").write_text("00" * 32)
    drop(match, "x.txt", next_move(match))
    with pytest.raises(MatchError, match="not the one that was committed to"):
        process.adjudicate(Folder(match.path), png=False)


def test_a_dry_run_writes_nothing(match: Folder):
    drop(match, "x.txt", next_move(match))
    before = contents(match.path)
    filed = process.adjudicate(Folder(match.path), dry_run=True)
    assert filed[0].unseen == 1
    assert contents(match.path) == before


def test_a_refused_file_goes_to_refused_with_a_letter_to_its_sender(match: Folder):
    drop(match, "x.txt", "player Bob\nmove z99\n")
    filed = process.adjudicate(Folder(match.path), png=False)
    assert (match.path / "inbox" / "refused" / f"{TURNS + 1:04d}-x.txt").is_file()
    assert [letter.file(TURNS + 1) for letter in filed[0].entry.letters] == [f"letters/{TURNS + 1:04d}-B"]
    assert "z99" in (match.path / "letters" / f"{TURNS + 1:04d}-B.txt").read_text()


def test_the_inbox_is_taken_in_order_of_name(match: Folder):
    drop(match, "b.txt", "player Bob\nsay Anna: second")
    drop(match, "a.txt", "player Anna\nsay Bob: first")
    assert [filed.entry.says[0].text for filed in process.adjudicate(match, png=False)] == ["first", "second"]


def test_the_same_file_given_twice_is_told(match: Folder, tmp_path: Path):
    path = tmp_path / "x.txt"
    path.write_text("player Anna\nsay Bob: hi")
    process.adjudicate(match, [path], png=False)
    with pytest.raises(MatchError, match=r"add a line `turn \d+`"):
        process.adjudicate(Folder(match.path), [path], png=False)


@pytest.mark.skipif(os.name != "posix", reason="symbolic links need rights on Windows")
def test_links_and_folders_in_the_inbox_are_left_alone(match: Folder, tmp_path: Path):
    (tmp_path / "secrets.txt").write_text("the cellar key is under the mat")
    (match.path / "inbox" / "link.txt").symlink_to(tmp_path / "secrets.txt")
    (match.path / "inbox" / "folder").mkdir()
    os.mkfifo(match.path / "inbox" / "pipe")
    assert process.adjudicate(match, png=False) == []


RUBBISH = [
    b"",
    b"\0" * 1000,
    b"\xff\xfe",
    b"move " + b"a1 " * 30_000,
    b"move a1\n" * 400,
    b"say all: " + b"x" * 990,
    b"player \xf0\x9f\xa6\x8a\nmove",
    b"turn -1",
    b"match ../../etc\nmove a1",
    bytes(range(256)) * 20,
    b"<svg onload=alert(1)>",
    "say all: \u202egnirts\n".encode(),
    b"{" * 60_000,
]


def test_rubbish_in_the_inbox_is_refused_file_by_file(match: Folder):
    before = Folder(match.path).standing().state
    for number, data in enumerate(RUBBISH):
        (match.path / "inbox" / f"{number:02d}.txt").write_bytes(data)
    filed = process.adjudicate(Folder(match.path), png=False)
    assert len(filed) == len(RUBBISH)
    assert all(one.entry.refusals or one.entry.says or one.entry.reading for one in filed)
    assert Folder(match.path).standing().state == before
    assert not verify.verify(Folder(match.path)).problems


@pytest.mark.skipif(os.name != "posix", reason="such names cannot be made elsewhere")
def test_strange_file_names_are_kept_out_of_the_log(match: Folder):
    (Path(os.fsdecode(os.fsencode(match.path) + b"/inbox/\xff\n\x1b[31m.txt"))).write_text("say all: hi")
    filed = process.adjudicate(match, png=False)
    assert filed[0].entry.source == "___[31m.txt"
    assert not verify.verify(Folder(match.path)).problems


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("match.json", b"[1]"),
        ("match.json", b"{"),
        ("match.json", b"[" * 100_000),
        ("match.json", b'{"format":"postfox-match-1"}'),
        ("log.jsonl", b""),
        ("log.jsonl", b"[]\n"),
        ("log.jsonl", b"\xff\n"),
        ("secret.key", b"xyz"),
    ],
)
def test_damaged_files_are_told_in_one_line(match: Folder, name: str, data: bytes):
    drop(match, "x.txt", "say all: hi")
    (match.path / name).write_bytes(data)
    with pytest.raises(MatchError) as error:
        process.adjudicate(Folder(match.path), png=False)
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def at_once(path: Path, number: int) -> None:
    for turn in range(6):
        process.adjudicate(Folder(path), png=False)
        put = path / f"{number}-{turn}.txt"
        put.write_text(f"player {'AB'[number]}\nsay all: {number}-{turn}")
        put.rename(path / "inbox" / put.name)  # whole, or the other might read half of it


def test_two_adjudications_at_once_wait_for_each_other(match: Folder):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=at_once, args=(match.path, number)) for number in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    process.adjudicate(Folder(match.path), png=False)
    assert [worker.exitcode for worker in workers] == [0, 0]
    said = [say.text for entry in Folder(match.path).entries() for say in entry.says]
    assert sorted(said) == sorted(f"{number}-{turn}" for number in range(2) for turn in range(6))
    assert not verify.verify(Folder(match.path)).problems


def test_a_lock_that_is_held_is_told(tmp_path: Path):
    with (
        encoding.locked(tmp_path / ".lock"),
        pytest.raises(MatchError, match="at work"),
        encoding.locked(tmp_path / ".lock", patience=0.05),
    ):
        pass


def test_table_dice_are_entered_and_checked(tmp_path: Path):
    throws = [1, 1, 3, 3, 5, 5, 1, 3, 3, 5, 5, 5, 1, 3, 3, 3, 5, 5]
    with pytest.raises(MatchError, match="dice"):
        new(tmp_path / "few", seed=None, table=throws[:5])
    folder = new(tmp_path / "table", seed=None, table=throws)
    assert folder.match.dice == "table"
    assert folder.match.commitment == ""  # the secret serves mails only
    drop(folder, "a.txt", next_move(folder))
    with pytest.raises(MatchError, match="are left"):
        process.adjudicate(Folder(folder.path), png=False)
    with pytest.raises(MatchError, match="no roll needs the dice"):
        process.adjudicate(Folder(folder.path), table=[1, 1, 1, 1, 1, 1] * 4, png=False)
    assert (folder.path / "inbox" / "a.txt").exists()


def test_dice_cannot_be_entered_in_a_match_that_throws_its_own(match: Folder):
    drop(match, "a.txt", next_move(match))
    with pytest.raises(MatchError, match="rolls its own dice"):
        process.adjudicate(match, table=[1], png=False)


@pytest.mark.parametrize(
    ("seats", "more", "said"),
    [
        (["Anna"] * 3, {}, "1 to 2"),
        (["Anna", "anna"], {}, "same name"),
        (["Anna", "\u0410nna"], {}, "look the same"),
        (["CO", "\u0421\u041e"], {}, "look the same"),
        (["Anna", "All"], {}, "means others"),
        (["B", "Anna"], {}, "means others"),
        (["Anna"], {"match_id": "../x"}, "not a match id"),
        (["Anna"], {"match_id": ""}, "not a match id"),
        (["Anna"], {"words": ["a", "b"]}, "at most one a player"),
        (["Anna"], {"words": ["a b"]}, "one word"),
        (["Anna"], {"words": ["a"], "joining": True}, "their own words"),
        (["Anna"], {"seed": "x", "table": [1]}, "not both"),
    ],
)
def test_a_match_that_cannot_be_is_refused(tmp_path: Path, seats: list[str], more: dict[str, object], said: str):
    with pytest.raises(MatchError, match=said):
        create.new(tmp_path / "m", GAME.SLUG, GAME.Options(), [Seat(name) for name in seats], **more)  # type: ignore[arg-type]
    assert not (tmp_path / "m").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path):
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "diary.txt").write_text("dear diary")
    with pytest.raises(MatchError, match="this folder already exists"):
        new(tmp_path / "m")
    assert (tmp_path / "m" / "diary.txt").exists()


@pytest.mark.parametrize(
    ("text", "seat"),
    [("Anna <anna@example.org>", Seat("Anna", "anna@example.org")), ("  Bob   the Bold ", Seat("Bob the Bold"))],
)
def test_players_as_typed(text: str, seat: Seat):
    assert create.seat(text) == seat


@pytest.mark.parametrize("how", [{}, {"joining": True}, {"beacon": "drand"}])
def test_a_game_that_so_many_cannot_play_is_refused_at_once_and_not_when_all_have_joined(
    tmp_path: Path, how: dict[str, Any]
):
    game, two = games.find("snakey-dice"), [create.seat("Anna"), create.seat("Bob")]
    with pytest.raises(GameError, match="a game for one"):
        create.new(tmp_path / "two", game.SLUG, game.Options(), two, **how)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "<a@b>", "Anna <", "Anna <x>", "Anna <a@b>\nBcc: x@y", "A:b", "A,b", "x" * 61])
def test_players_that_cannot_be(text: str):
    with pytest.raises(MatchError):
        create.seat(text)


def test_no_move_file_is_read_whole_if_it_is_huge(match: Folder, tmp_path: Path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(10**9)
    filed = process.adjudicate(match, [path], png=False)
    assert str(orders.MOST_BYTES) in filed[0].entry.refusals[0].hint


def test_an_append_cuts_off_whatever_a_killed_writer_left(tmp_path: Path):
    file = tmp_path / "log"
    file.write_bytes(b"good\n" + b"half of a line that is much longer than the next")
    encoding.append(file, b"new\n", 5)
    assert file.read_bytes() == b"good\nnew\n"


def test_a_state_that_was_altered_under_the_right_head_is_not_believed(match: Folder):
    path = match.path / "state.json"
    stored = json.loads(path.read_bytes())
    right = match.standing().state
    stored["state"]["to_move"] = 1 - stored["state"]["to_move"]
    path.write_text(json.dumps(stored))
    assert Folder(match.path).standing().state == right


@pytest.mark.parametrize("whole", [True, False])
def test_a_last_line_without_its_end_counts_if_it_is_whole(match: Folder, whole: bool):
    """`verify` and the next command say the same, and the command mends it."""
    log = match.path / "log.jsonl"
    before, lines = log.read_bytes(), len(match.log.lines)
    drop(match, "x.txt", next_move(match) + "\n")
    process.adjudicate(match, png=False)
    written = log.read_bytes()
    after = contents(match.path)
    (match.path / "state.json").unlink()
    log.write_bytes(written[:-1] if whole else written[:-2])
    report = verify.verify(Folder(match.path))
    if whole:
        assert not report.problems
        assert report.lines == lines + 1
        assert any("lacks its end" in note for note in report.notes)
    else:
        assert "unfinished" in report.problems[0].message
    assert len(Folder(match.path).log.lines) == lines + whole
    process.finish(Folder(match.path), png=False)
    assert log.read_bytes() == (written if whole else before)
    report = verify.verify(Folder(match.path))
    assert not report.problems
    if whole:
        assert contents(match.path) == after
        assert not report.notes
    drop(match, "y.txt", next_move(match) + "\n")
    process.adjudicate(Folder(match.path), png=False)
    assert not verify.verify(Folder(match.path)).problems


def test_archived_orders_and_the_picture_are_looked_at(match: Folder):
    assert not verify.verify(match).notes
    orders = next((match.path / "inbox" / "done").iterdir())
    right = orders.read_bytes()
    orders.write_bytes(right + b"# I never wrote this\n")
    (problem,) = verify.verify(match).problems
    assert "not the orders that the log has" in problem.message
    assert problem.source == str(orders)
    orders.unlink()
    assert not verify.verify(match).problems
    board = match.path / "board.svg"
    board.write_bytes(board.read_bytes().replace(b"<svg", b"<svg id='x'", 1))
    report = verify.verify(match)
    assert not report.problems
    assert report.notes == ("board.svg is not as it would be drawn now: delete it, and the next command draws it",)
    board.unlink()
    process.finish(match, png=False)
    assert not verify.verify(match).notes


def test_options_that_are_wrong_are_told_in_plain_words(match: Folder):
    path = match.path / "match.json"
    path.write_bytes(path.read_bytes().replace(b'"tokens":2', b'"tokens":9'))
    with pytest.raises(MatchError) as told:
        Folder(match.path)
    assert str(told.value) == f"{path}: options.tokens is 9; it should be at most 2"


def test_one_of_a_thing_is_told_as_one():
    assert verify.Report(1, 1, 1, (), ()).counted == "1 line, 1 roll under 1 link"
    assert verify.Report(2, 0, 3, (), ()).counted == "2 lines, 0 rolls under 3 links"


def test_the_files_of_a_log_that_grew_are_those_of_the_log_read_anew(match: Folder):
    files = [match.path / "inbox" / name for name in ("a.txt", "Zug für 'Bob'.txt", "\U0001f3b2.txt")]
    for number, file in enumerate(files):
        file.write_text(f"player Anna\nsay Bob: {number}\n")
        source = identity(file.name, hashlib.sha256(file.read_bytes()).hexdigest())
        assert not match.log.lines_of(source)
        other = Folder(match.path)
        process.adjudicate(match if number % 2 else other, png=False)
        match.reread()
        assert match.log.lines_of(source) == Folder(match.path).log.lines_of(source) == (len(match.log.lines) - 1,)
        assert match.log.length == match.log.path.stat().st_size


def test_a_log_that_was_altered_with_its_size_kept_is_read_again(match: Folder):
    drop(match, "y.txt", next_move(match) + "\n")
    process.adjudicate(match, png=False)  # what it writes it need not read again
    path = match.log.path
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"by":"file"', b'"by":"fife"', 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    match.reread()
    with pytest.raises(MatchError):
        process.finish(match, png=False)


def test_who_looks_on_while_somebody_plays_alone_sees_the_board(tmp_path: Path):
    game = games.find("snakey-dice")  # in which each of several has dice that others do not see
    create.new(tmp_path / "m", game.SLUG, game.Options(), [Seat("Anna")], seed="wheel")
    folder = Folder(tmp_path / "m")
    process.command(folder, "spectator carl@example.org", png=False)
    state = folder.standing().state
    drop(folder, "a.txt", f"player Anna\n{unlettered(game.format(game.drawn(state, 0, lambda most: 0), state), 0)}\n")
    (filed,) = process.adjudicate(folder, png=False)
    assert filed.after.outcome is None
    assert {letter.seat: "data:image/svg" in letter.html for letter in filed.letters} == {0: True, -1: True}


def test_moves_of_one_player_are_hers_alone(tmp_path: Path):
    game = games.find("snakey-dice")
    players = [create.seat(name) for name in ("Ann", "Bob")]
    create.new(tmp_path / "league", game.SLUG, game.Options(league=True), players, seed="wheel")
    every, own = (list(show.moves(tmp_path / "league", None, False, player)) for player in (None, "bob"))
    assert own == [line for line in every if line.startswith("B: ")] != every
    assert list(show.moves(tmp_path / "league", None, True, "B")) == [str(len(own))]
    with pytest.raises(OptionError, match="nobody here is called 'Zed'; the players are Ann, Bob"):
        list(show.moves(tmp_path / "league", None, False, "Zed"))
    with pytest.raises(OptionError, match="a position has no players"):
        list(show.moves(tmp_path / "league/state.json", None, False, "Bob"))


@pytest.mark.parametrize(
    ("text", "found"), [('{"state": {}}', {"state": {}}), ('{"log_head": ""}', None), ('["state"]', None), ("{", None)]
)
def test_a_file_of_state_that_holds_none_counts_as_missing(text: str, found: object, tmp_path: Path):
    folder: Any = SimpleNamespace(path=tmp_path)
    assert Folder.stored_state(folder) is None
    (tmp_path / "state.json").write_text(text)
    assert Folder.stored_state(folder) == found


def test_what_is_lent_of_a_match_are_its_files_and_nothing_that_is_being_made(tmp_path: Path):
    for name in ("match.json", "letters/1.txt", f"log.jsonl{PART}1", ".lock", ".index/1", "letters/.x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "link").symlink_to(tmp_path / "match.json")
    found = dict(copies.files(tmp_path))
    assert {name: size for name, (size, _) in found.items()} == {"match.json": 10, "letters/1.txt": 13}
