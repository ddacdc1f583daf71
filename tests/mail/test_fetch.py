"""From mails to turns, exactly once: duplicates, kills at every write, matches that are damaged or wait for dice."""

from __future__ import annotations

import itertools
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from lanes import THOROUGH
from support import ANNA, BOB, NOON, Given, contents, copied, found, legal, mail, take, verdicts
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.core import MatchError
from adjudicator.mail.inbound import routing
from adjudicator.mail.inbound.fetch import fetch, waiting
from adjudicator.match import encoding, process, verify
from adjudicator.match.folder import Folder

ROOT = Path(__file__).resolve().parents[2]


def entries(matches: Path, match: str = "anna-bob") -> list:
    return list(Folder(matches / match).entries())[1:]


def test_a_whole_exchange(matches: Path):
    for number in range(4):
        folder = Folder(matches / "anna-bob")
        (seat,) = folder.game.to_act(folder.standing().state)
        sender = (ANNA, BOB)[seat].address
        assert verdicts(take(matches, mail(legal(folder), sender, id=f"{number}"))) == ["taken"]
    assert all(entry.done and not entry.refusals for entry in entries(matches)) and len(entries(matches)) == 4
    assert not verify.verify(Folder(matches / "anna-bob")).problems
    assert not waiting(matches / "anna-bob")
    assert len(list((matches / "anna-bob/inbox/done").iterdir())) == 4


def test_the_log_keeps_which_mail_it_was_and_when_it_came(matches: Path):
    take(matches, mail("say Bob: hi", Date="Mon, 1 Jan 1990 00:00:00 +0000"), received="2026-11-21T07:40:00Z")
    (entry,) = entries(matches)
    assert entry.mail.received == "2026-11-21T07:40:00Z" and entry.mail.proof == "address"
    assert len(entry.mail.id) == 64 and entry.source == f"00000001-{entry.mail.id[:16]}-1{encoding.ENDING}"
    letter = (matches / "anna-bob/letters/0001-A.txt").read_text()
    assert "email" in letter.split("\n\n")[0]


def test_mails_are_taken_in_the_order_of_receipt_whatever_their_dates(matches: Path):
    late = mail("say Bob: first", Date="Sat, 21 Nov 2026 09:00:00 +0000")
    early = mail("say Bob: second", Date="Fri, 20 Nov 2026 09:00:00 +0000")
    take(matches, late, early)
    assert [entry.says[0].text for entry in entries(matches)] == ["first", "second"]


def test_a_duplicate_by_its_message_id_is_taken_once(matches: Path):
    one, other = mail("say Bob: hi", id="same"), mail("say Bob: hi again", id="same")
    assert verdicts(take(matches, one, one, other)) == ["taken", "duplicate", "duplicate"]
    assert len(entries(matches)) == 1


def test_the_same_words_in_two_mails_are_two_messages(matches: Path):
    assert verdicts(take(matches, mail("say Bob: hi", id="1"), mail("say Bob: hi", id="2"))) == ["taken", "taken"]
    assert len(entries(matches)) == 2


def test_without_the_ledger_nothing_is_done_twice(matches: Path):
    both = mail("say Cid: hm\nmatch anna-bob\nsay Bob: hm", subject="[anna-cid]")
    mails = [mail("say Bob: hi"), mail("say Bob: bye"), both]
    take(matches, *mails)
    before = contents(matches)
    (matches / "mail-in.jsonl").unlink()
    take(matches, *mails)
    assert contents(matches) == before


def test_files_in_an_inbox_are_carried_out_in_the_order_of_the_ledger(matches: Path):
    take(matches, mail("say Bob: hi"), mail("say Bob: bye"))
    assert [entry.source[:8] for entry in entries(matches)] == ["00000001", "00000002"]


def test_a_place_that_is_known_is_not_looked_at_again(matches: Path):
    source = Given(mail("say Bob: hi"))
    list(fetch(source, matches))
    assert list(fetch(source, matches)) == []
    assert source.seen == ["given:1"]


def test_the_picture_shows_the_last_position_to_who_asks_for_it(matches: Path):
    folder = Folder(matches / "anna-bob")
    before = {name: (folder.path / name).read_bytes() for name in ("board.svg", "board.png")}
    list(fetch(Given(mail(legal(folder))), matches))
    assert (folder.path / "board.svg").read_bytes() != before["board.svg"]
    assert not (folder.path / "board.png").exists(), "it would show the position before"
    assert CliRunner().invoke(app, ["show", str(folder.path)]).exit_code == 0
    assert (folder.path / "board.png").read_bytes() != before["board.png"]


class Killed(BaseException):
    """The process ends here, as far as files can tell."""


def kill_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies at the n-th change of a file: before it (even numbers) or after it (odd ones)."""
    count = itertools.count()

    def deadly(function):
        def call(*arguments, **more):
            if next(count) == number:
                raise Killed
            result = function(*arguments, **more)
            if next(count) == number:
                raise Killed
            return result

        return call

    for module, name in ((encoding, "write"), (encoding, "append"), (Path, "replace"), (os, "replace")):
        monkeypatch.setattr(module, name, deadly(getattr(module, name)))


def test_killed_at_any_write_nothing_is_lost_or_done_twice(matches: Path, tmp_path: Path):
    order = legal(Folder(matches / "anna-bob"))
    mails = [mail(f"{order}\nmatch anna-cid\nsay Cid: hello"), mail("resign", "eve@example.com")]
    whole = copied(matches, tmp_path / "whole")
    list(fetch(Given(*mails), whole))
    wanted = [[(e.seat, e.done, e.says, e.refusals) for e in entries(whole, m)] for m in ("anna-bob", "anna-cid")]
    assert [len(one) for one in wanted] == [1, 1]
    for number in itertools.count(step=1 if THOROUGH else 5):  # an odd step, to die before changes and after them
        killed = copied(matches, tmp_path / f"killed-{number}")
        with pytest.MonkeyPatch.context() as patch:
            kill_at(number, patch)
            try:
                list(fetch(Given(*mails), killed))
                break
            except Killed:
                pass
        list(fetch(Given(*mails), killed))
        for match, want in zip(("anna-bob", "anna-cid"), wanted, strict=True):
            got = [(e.seat, e.done, e.says, e.refusals) for e in entries(killed, match)]
            assert got == want, (number, match)
            assert not verify.verify(Folder(killed / match)).problems
            assert not waiting(killed / match)
    assert number > 10


def test_postfox_adjudicate_finishes_what_a_killed_fetch_began(matches: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "adjudicate", lambda *_, **__: (_ for _ in ()).throw(Killed))
    with pytest.raises(Killed):
        take(matches, mail("player Anna\nresign", BOB.address))
    monkeypatch.undo()
    process.adjudicate(Folder(matches / "anna-bob"), png=False)
    (entry,) = entries(matches)
    assert entry.seat == 1 and not entry.done


def test_a_damaged_match_does_not_keep_others_from_their_mail(matches: Path):
    terms = matches / "anna-cid/match.json"
    whole = terms.read_bytes()
    terms.write_text("{")
    happened = take(matches, mail("say Cid: hi", subject="[anna-cid]"), mail("say Bob: hi"))
    assert verdicts(happened) == ["taken"]
    assert any("anna-cid" in str(one.problem) for one in happened if one.problem)
    terms.write_bytes(whole)
    assert verdicts(take(matches, mail("say Cid: hi", subject="[anna-cid]"))) == ["taken"]


def test_a_damaged_log_leaves_the_mail_to_be_looked_at_again(matches: Path):
    log = matches / "anna-bob/log.jsonl"
    whole = log.read_bytes()
    log.write_bytes(b"rubbish\n")
    happened = take(matches, mail("say Bob: hi"), mail("say Cid: hi", subject="[anna-cid]"))
    assert verdicts(happened) == ["taken"] and any(one.problem for one in happened)
    log.write_bytes(whole)
    assert verdicts(take(matches, mail("say Bob: hi"))) == ["taken"]


def test_two_matches_of_one_id_are_told_of_and_left_alone(matches: Path):
    copied(matches / "anna-bob", matches / "copy")
    before = contents(matches)
    happened = take(matches, mail("say Bob: hi"))
    assert verdicts(happened) == [] and "of two matches" in str(happened[0].problem)
    assert contents(matches) == before


def test_orders_for_a_match_with_dice_thrown_by_hand_wait(tmp_path: Path):
    values = [1, 1, 3, 3, 5, 5] * 10
    with pytest.raises(MatchError, match="dice"):
        found(tmp_path, "x", ANNA, BOB, seed=None, table=values)
    folder = found(tmp_path, "ab", ANNA, BOB, seed=None, table=[1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 5, 5])
    happened = take(tmp_path, mail(legal(folder), subject="[ab]"))
    assert verdicts(happened) == ["taken"] and "dice" in str(happened[-1].problem)
    (kept,) = waiting(folder.path)
    assert Folder(folder.path).last.n == 0
    (tmp_path / "mail-in.jsonl").unlink()
    take(tmp_path, mail("hello", "eve@example.com"), mail(legal(folder), subject="[ab]"))
    assert waiting(folder.path) == [kept]


def test_a_damaged_ledger_is_named(matches: Path):
    (matches / "mail-in.jsonl").write_text("{}\n")
    with pytest.raises(MatchError) as caught:
        take(matches, mail("say Bob: hi"))
    assert caught.value.problems[0].line == 1


def test_no_folder_of_matches(tmp_path: Path):
    with pytest.raises(MatchError, match="no such folder"):
        take(tmp_path / "none", mail("x"))


def test_one_mail_that_nobody_can_handle_does_not_stop_the_others(matches: Path, monkeypatch: pytest.MonkeyPatch):
    decide = routing.decide

    def failing(received: routing.Received, *rest: object) -> object:
        if "poison" in received.mail.text:
            raise RuntimeError("of no kind that was thought of")
        return decide(received, *rest)

    monkeypatch.setattr(routing, "decide", failing)
    happened = take(matches, mail("poison"), mail("say Bob: hi"))
    assert verdicts(happened) == ["taken"] and entries(matches)[0].says
    (problem,) = [one.problem for one in happened if one.problem]
    assert "a fault of Postfox: RuntimeError: of no kind" in str(problem)


# The command


def postfox(
    *arguments: str,
    stdin: bytes = b"",
    stdout: IO[bytes] | int = subprocess.PIPE,
    before: Callable[[], None] | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        preexec_fn=before,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


def test_a_mail_on_standard_input(matches: Path):
    done = postfox("mail", "fetch", "--stdin", "--matches", str(matches), stdin=mail("say Bob: hi\nnonsense"))
    assert done.returncode == 0 and b"taken for anna-bob" in done.stdout and done.stderr == b""
    (entry,) = entries(matches)
    assert entry.mail.received > NOON[:4] and entry.asks


def test_a_pipe_is_asked_to_try_again_later_where_the_mail_cannot_be_kept(tmp_path: Path):
    done = postfox("mail", "fetch", "--stdin", "--matches", str(tmp_path / "none"), stdin=mail("x"))
    assert done.returncode == 75 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def no_space() -> None:
    """No file can be written to, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_is_no_reason_to_return_a_mail(matches: Path, tmp_path: Path):
    before = contents(matches)
    arguments = ("mail", "fetch", "--stdin", "--matches", str(matches))
    done = postfox(*arguments, stdin=mail("say Bob: hi"), before=no_space)
    assert done.returncode == 75 and done.stderr.count(b"\n") == 1 and b"please report" not in done.stderr
    assert contents(matches) == before
    (tmp_path / "mbox").write_bytes(b"From anna Sat Nov 21 08:00:00 2026\n" + mail("say Bob: hi"))
    done = postfox("mail", "fetch", "--mbox", str(tmp_path / "mbox"), "--matches", str(matches), before=no_space)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"please report" not in done.stderr
    assert postfox(*arguments, stdin=mail("say Bob: hi")).returncode == 0
    assert entries(matches)[0].says


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_mail_that_was_taken_is_not_returned_because_nobody_listens(matches: Path):
    with Path("/dev/full").open("wb") as full:
        done = postfox("mail", "fetch", "--stdin", "--matches", str(matches), stdin=mail("say Bob: hi"), stdout=full)
    assert done.returncode == 0 and entries(matches)[0].says


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--stdin", "--mbox", "x"),
        ("--maildir", "none"),
        ("--mbox", "none"),
        ("--imap", "http://x"),
        ("--imap", "imaps://ann:secret@example.org"),
        ("--imap", "imaps://ann@example.org"),
        ("--imap", "imaps://ann@example.org", "--password-file", "none"),
    ],
)
def test_a_wrong_source_is_one_line(matches: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch):
    done = postfox(
        "mail", "fetch", *arguments, "--matches", str(matches), PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring"
    )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and done.stderr.startswith(b"postfox: ")
    assert b"Traceback" not in done.stderr and b"secret" not in done.stderr


def test_tokens_are_shown_to_the_referee(tmp_path: Path, matches: Path):
    found(tmp_path / "more", "ab", ANNA, BOB, proof="token")
    done = postfox("mail", "token", str(tmp_path / "more/ab"))
    assert done.returncode == 0 and done.stdout.count(b"token ") == 2
    assert postfox("mail", "token", str(matches / "anna-bob")).returncode == 2
