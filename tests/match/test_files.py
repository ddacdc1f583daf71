"""The files of a match, one by one: what is cut off, what is kept, how far they are trusted."""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import shutil
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.core.codec import digest
from adjudicator.match import create, encoding, folder as match_folder, marks, outputs, process
from adjudicator.match.folder import Folder, MoveFile
from adjudicator.match.store import copies
from adjudicator.referee.orders import MOST_BYTES
from adjudicator.referee.records import LetterRecord, MailRecord, Post, Seat

MAIL = MailRecord("0" * 64, "2026-11-02T12:00:00+00:00", "address")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path, game = tmp_path_factory.mktemp("files") / "m", games.find("the-game")
    create.new(path, "the-game", game.Options(), [Seat("Anna"), Seat("Bob")], seed="wheel", png=False)
    return path


@pytest.fixture
def match(begun: Path, tmp_path: Path) -> Folder:
    return Folder(Path(shutil.copytree(begun, tmp_path / "m")))


def test_what_a_mail_says_of_itself_is_cut_short() -> None:
    post = Post((0,), MAIL, "i" * 250, "s" * 300, "r" * 300, "h" * 1_300)
    kept, text = encoding.unseal(encoding.seal(post, b"say all: hello\n\n"), "x.post")
    assert kept == Post((0,), MAIL, "i" * 250, "s" * 250, "r" * 250, "h" * 1_000) and text == b"say all: hello\n\n"
    longer, _ = encoding.unseal(encoding.seal(post._replace(message_id="i" * 251, refused=""), b""), "x.post")
    assert longer == Post((0,), MAIL, "", "s" * 250)
    spectator, _ = encoding.unseal(encoding.seal(Post((), MAIL, spectator="carl@example.org"), b""), "x.post")
    assert spectator.spectator == "carl@example.org"


@pytest.mark.parametrize("data", [b"", b"say all: hello", b"x\n", encoding.seal(Post((), MAIL), b"")])
def test_a_file_of_a_mail_without_its_first_line_is_nobody_s(data: bytes) -> None:
    with pytest.raises(MatchError, match=r"x.post: the first line does not say .* end with \.post: take it away"):
        encoding.unseal(data, "x.post")


def test_the_first_line_of_a_mail_has_room_for_all_that_it_may_say_and_no_more() -> None:
    line, _, _ = encoding.seal(Post((0,), MAIL), b"").partition(b"\n")
    full = line[:-1] + b" " * (12_000 - len(line)) + b"}"
    assert encoding.unseal(full + b"\ntext", "x.post") == (Post((0,), MAIL), b"text")
    with pytest.raises(MatchError, match="no first line"):
        encoding.unseal(b" " + full + b"\ntext", "x.post")


@pytest.mark.parametrize(("folder", "file"), [(0o700, 0o600), (0o750, 0o640), (0o755, 0o644), (0o711, 0o600)])
def test_those_may_read_a_file_who_may_read_its_folder(folder: int, file: int, tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m").chmod(folder)
    encoding.write(tmp_path / "m" / "x", b"x")
    assert (tmp_path / "m" / "x").stat().st_mode & 0o777 == file
    encoding.write(tmp_path / "new" / "x", b"x")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_file_is_taken_for_what_it_was_once_it_is_older_than_what_the_disk_tells_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert encoding.state(tmp_path / "x") is None and encoding.settled(None) is None
    (tmp_path / "x").write_bytes(b"12345")
    inode, size, changed, created = state = encoding.state(tmp_path / "x") or (0, 0, 0, 0)
    assert (inode, size) == ((tmp_path / "x").stat().st_ino, 5)
    for late, settled in ((-1, False), (0, False), (1, True)):
        monkeypatch.setattr(time, "time_ns", lambda late=late: max(changed, created) + encoding.FRESH + late)
        assert encoding.settled(state) == (state if settled else None)


def test_a_lock_that_another_holds_is_waited_for_as_long_as_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.append(now.pop() + 0.5))
    with encoding.locked(tmp_path / ".lock"):
        for patience in (0.0, 3.0):
            began = now[0]
            with pytest.raises(MatchError, match="another adjudication"), encoding.locked(tmp_path / ".lock", patience):
                pass
            assert now[0] - began == patience + 0.5
    with encoding.locked(tmp_path / ".lock", 0):
        pass


def test_a_line_that_cannot_be_read_is_named_by_its_number_and_what_a_killed_writer_left_is_cut_off(
    tmp_path: Path,
) -> None:
    journal = encoding.Journal(tmp_path / "x.jsonl", MailRecord)
    assert [*journal.read()] == []
    others = [MAIL._replace(id=f"{n:064}") for n in range(3)]
    lines = journal.append(*others[:2])
    (tmp_path / "x.jsonl").write_bytes(b"".join(line + b"\n" for line in lines) + b'{"half')
    again = encoding.Journal(tmp_path / "x.jsonl", MailRecord)
    assert [*again.read()] == list(zip(others[:2], lines, strict=True))
    lines += again.append(others[2])
    assert (tmp_path / "x.jsonl").read_bytes() == b"".join(line + b"\n" for line in lines)
    (tmp_path / "x.jsonl").write_bytes(lines[0] + b"\nx\n")
    with pytest.raises(MatchError, match=r"x\.jsonl:2: the line cannot be read"):
        [*encoding.Journal(tmp_path / "x.jsonl", MailRecord).read()]


@pytest.mark.parametrize(
    ("name", "first"),
    [("0000-A.txt", 0), ("0007-A-12.html", 0), ("0008-B.txt", 8), ("0015-A.html", 8), ("12345-A.txt", 12344),
     ("0008.txt", -1), ("x-A.txt", -1), ("0008-A.pdf", -1), ("0008-0015.tar.xz", -1), ("", -1)],
)  # fmt: skip
def test_a_letter_belongs_to_the_bundle_of_its_eight_lines(name: str, first: int) -> None:
    assert encoding._number(name) == first
    if first >= 0:
        assert encoding._bundle(int(name.partition("-")[0])) == f"{first:04}-{first + 7:04}.tar.xz"


def test_letters_whose_templates_have_changed_are_written_once_and_not_tried_again(match: Folder) -> None:
    for entry in match.last.letters:
        path = match.path / f"{entry.file(0)}.txt"
        path.write_text("another")
        os.utime(path, (0, 0))
        assert not match.missing_letters()
        os.utime(path, (1, 1))
        assert match.missing_letters() == {entry.file(0)}
        os.utime(path, (0, 0))


def test_the_mark_of_a_letter_is_of_its_number_and_the_beginning_of_its_line(match: Folder) -> None:
    head = match.log.head
    whole = hmac.digest(match.token_key(), f"letter 3 {head[:40]}".encode(), "sha256").hex()
    assert match.mark(3, head) == match.mark(3, head[:40]) == whole[:16]
    assert match.mark(3, head[:39]) != whole[:16] != match.mark(4, head)


def test_what_killed_processes_were_making_is_looked_for_once_a_minute(
    match: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, swept = [5.0], list[float]()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(encoding, "sweep", lambda *folders: swept.append(now[0]))
    for now[0] in (5.0, 6.0, 64.5, 65.0, 124.0, 125.0):
        match.sweep()
    assert swept == [5.0, 65.0, 125.0]


@pytest.mark.parametrize(
    ("name", "safe"),
    [("a.txt", "a.txt"), ("a\nb", "a_b"), ('<>:"|?*\\', "________"), ("x. ", "x._"), ("x.", "x_"), ("ä é", "ä é"),
     ("\udcff", "?"), ("y" + "x" * 100, "x" * 100), ("y" + "x" * 99, "y" + "x" * 99)],
)  # fmt: skip
def test_the_name_of_a_file_may_stand_in_a_log_and_on_every_system(name: str, safe: str) -> None:
    assert match_folder.safe_name(name) == safe.replace("?", "_" if name == "\udcff" else "?")


def test_a_move_file_is_read_up_to_a_byte_more_than_it_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for long in (MOST_BYTES, MOST_BYTES + 1, MOST_BYTES + 2):
        (tmp_path / "x.txt").write_bytes(b"x" * long)
        assert len(MoveFile.read(tmp_path / "x.txt").text) == min(long, MOST_BYTES + 1)
    sealed = encoding.seal(Post((0,), MAIL), b"x" * MOST_BYTES)
    (tmp_path / "x.post").write_bytes(sealed)
    file = MoveFile.read(tmp_path / "x.post")
    assert file.data == sealed and file.post is not None and file.post.mail.file == hashlib.sha256(sealed).hexdigest()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"resign\n")))
    given = MoveFile.read(Path("-"))
    assert (given.text, given.name) == (b"resign\n", "standard-input")


def test_the_position_was_last_another_one_after_so_many_lines() -> None:
    def entries(states: str) -> Any:
        return [SimpleNamespace(after=SimpleNamespace(state=state, outcome=None)) for state in states]

    for states, lines in (
        ("", 0),
        ("a", 1),
        ("ab", 2),
        ("aa", 1),
        ("abb", 2),
        ("abbbc", 5),
        ("abcccc", 3),
        ("aaaa", 1),
    ):
        assert match_folder.moved(entries(states)) == lines, states
    over = [*entries("ab"), SimpleNamespace(after=SimpleNamespace(state="b", outcome="won"))]
    assert match_folder.moved(over) == 3


def test_a_secret_is_sealed_with_a_nonce_of_its_own_and_opens_where_it_belongs_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("cryptography")
    monkeypatch.setattr(os, "urandom", lambda count: bytes(range(count)))
    assert copies.made() == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    monkeypatch.setenv(copies.VARIABLE, copies.made())
    assert copies.key() == bytes(range(32)) and copies.there()
    sealed = copies.seal(b"secret", "m/secret.key")
    assert sealed[:12] == bytes(range(12)) and len(sealed) == 12 + 6 + 16
    assert copies.opened(sealed, "m/secret.key") == b"secret"
    for short in ("", "AAECAw==", copies.made()[4:], "AAAA" + copies.made()):
        monkeypatch.setenv(copies.VARIABLE, short)
        assert copies.there() == bool(short)
        with pytest.raises(MatchError, match="for the secrets of matches"):
            copies.key()


def test_a_picture_that_was_cut_short_is_drawn_again(tmp_path: Path) -> None:
    whole = b"\x89PNG\r\n\x1a\n" + b"x" * 9 + b"\0\0\0\0IEND\xaeB`\x82"
    (tmp_path / "x.png").write_bytes(whole)
    assert outputs._is_whole(tmp_path / "x.png")
    for less in (b"", whole[:-1], whole + b"x", b"IEND"):
        (tmp_path / "x.png").write_bytes(less)
        assert not outputs._is_whole(tmp_path / "x.png")
    assert not outputs._is_whole(tmp_path / "y.png")


def test_what_was_signed_lies_in_the_user_s_own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert not marks.forgetful() and marks.missing() is None
    assert (tmp_path / "state/postfox/signed").stat().st_mode & 0o777 == 0o700
    assert not marks.known(tmp_path)
    marks.read(tmp_path)
    assert marks.known(tmp_path)
    (read,) = (tmp_path / "state/postfox/read").iterdir()
    assert read.name == hashlib.sha256(str(tmp_path.resolve()).encode()).hexdigest()[:32]
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert marks.missing() is not None


def test_a_bot_whose_order_is_refused_is_a_fault_of_ours_and_nothing_is_written(
    match: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = match.path.parent / "bots"
    game = games.find("the-game")
    create.new(folder, "the-game", game.Options(), [Seat("Anna"), Seat("Rob", bot="random")], seed="reel", png=False)
    monkeypatch.setattr("adjudicator.opponents.orders.file", lambda *_: ("bot.txt", "player B\nmove z99\n"))
    lines = len(Folder(folder).log.lines)
    with pytest.raises(MatchError, match=r"bot\.txt: a bot's order was refused: .*; this is a fault of Postfox"):
        process.due(Folder(folder), process.clock(), png=False)
    assert len(Folder(folder).log.lines) == lines


def test_letters_are_bundled_by_eight_lines_four_bundles_at_once_the_latest_lines_apart(tmp_path: Path) -> None:
    letters, data = encoding.Letters(tmp_path), b"a letter"
    record = LetterRecord(0, "subject", "en", digest(data), digest(data))

    def there(lines: int, upto: int | None = None) -> list[str]:
        letters.bundle(lines, lambda n: (record,), upto=upto)
        return sorted(path.name[:9] for path in letters.path.glob("*.xz"))

    letters.path.mkdir()
    for n in range(60):
        for ending in ("txt", "html"):
            (tmp_path / f"{record.file(n)}.{ending}").write_bytes(data)
    assert there(11) == []
    assert there(12) == ["0000-0007"]
    assert there(60) == ["0000-0007", "0024-0031", "0032-0039", "0040-0047", "0048-0055"]
    assert there(60) == [f"{n:04}-{n + 7:04}" for n in range(0, 56, 8)]
    assert sorted({int(path.name[:4]) for path in letters.path.glob("*.txt")}) == [56, 57, 58, 59]
    assert there(60, 59)[-1] == "0056-0063" and [path.name[:4] for path in letters.path.glob("*.txt")] == ["0059"]
    assert all(letters.read(f"{record.file(n)}.txt") == data for n in range(60))


@pytest.mark.parametrize(
    ("lines", "over", "sent", "upto"),
    [(5, False, False, None), (1, False, True, 0), (2, False, True, 0), (3, False, True, 2), (4, False, True, 2),
     (5, False, True, 4), (5, True, False, 4), (5, True, True, 5)],
)  # fmt: skip
def test_what_was_sent_is_bundled_each_second_line_and_of_a_match_that_is_over_all(
    lines: int, over: bool, sent: bool, upto: int | None
) -> None:
    asked = list[tuple[int, int | None]]()
    folder: Any = SimpleNamespace(
        log=SimpleNamespace(lines=[b""] * lines, letters=None),
        last=SimpleNamespace(after=SimpleNamespace(outcome="won" if over else None)),
        letters=SimpleNamespace(bundle=lambda lines, written, most, upto: asked.append((most, upto))),
    )
    outputs.bundle(folder, sent=sent)
    assert asked == [(4, upto)]
