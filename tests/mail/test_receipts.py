"""Letters as receipts: each signed as it leaves, answered by orders, and what kept letters show of a changed log."""

from __future__ import annotations

import email
import email.policy
import mailbox
import re
import shutil
from collections.abc import Container, Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from padded import begun, pad
from support import ANNA, BOB, GAME, Given, found, legal, mail, take
from typer.testing import CliRunner

from adjudicator.cli import app
from adjudicator.core import MatchError, checkpoint
from adjudicator.core.codec import digest
from adjudicator.core.game import seat_letter
from adjudicator.dice import pads
from adjudicator.mail.inbound.sources import Message
from adjudicator.mail.outbound import outbox, transports
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.ledger import Arrived
from adjudicator.proofs import receipts
from printables.core import UserError
from tests.proofs.checking import NODE, by_node, by_python

REFEREE = transports.sender("The referee <referee@example.com>")
AT = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Referee:
    """A match by mail, with all that the players keep: the letters that came, the orders that they sent."""

    def __init__(self, path: Path, name: str = "games", like: Referee | None = None) -> None:
        self.path, self.sent, self.box = path / name, 0, path / f"{name}-kept"
        self.own: list[bytes] = []
        if like is None:
            found(self.path, "anna-bob", ANNA, BOB)
            return
        shutil.copytree(like.path, self.path)
        shutil.copytree(like.box, self.box)
        self.own, self.sent = [*like.own], like.sent

    @property
    def folder(self) -> Folder:
        return Folder(self.path / "anna-bob")

    def post(self) -> None:
        list(outbox.send(self.folder, transports.Outbox(self.box), REFEREE, lambda: AT))

    def orders(self, text: str = "") -> bytes:
        """A mail of whoever is to move, which replies to the newest letter."""
        folder = self.folder
        (seat,) = folder.game.to_act(folder.standing().state)
        newest = max(self.box.glob(f"anna-bob-*-{seat_letter(seat)}.eml"), default=None)
        thread = {"In_Reply_To": str(email.message_from_bytes(newest.read_bytes())["Message-ID"])} if newest else {}
        self.sent += 1
        return mail(
            "\n".join((f"player {seat_letter(seat)}", text or legal(folder))),
            ("Anna <anna@example.org>", "Bob <bob@example.net>")[seat],
            id=f"{self.path.name}-{self.sent}",
            **thread,
        )

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.own.append(self.orders())
            take(self.path, self.own[-1])
            self.post()

    def report(self, other: Path | None = None) -> receipts.Report:
        return receipts.check(receipts.OfFolder(self.folder), receipts.read(other or self.box))

    def said(self, other: Path | None = None) -> str:
        return "\n".join(str(problem) for problem in self.report(other).problems)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    made = Referee(tmp_path_factory.mktemp("played"))
    made.post()
    made.play(4)
    return made


@pytest.fixture
def referee(tmp_path: Path, played: Referee) -> Referee:
    return Referee(tmp_path, like=played)


def letter(referee: Referee, n: int) -> EmailMessage:
    file = referee.box / f"anna-bob-{n:04d}-A.eml"
    return email.message_from_bytes(file.read_bytes(), policy=email.policy.default)


def test_each_letter_is_signed_as_it_leaves_and_covers_its_own_line(referee: Referee):
    folder = referee.folder
    key = bytes.fromhex(folder.match.receipts)
    for n, line in enumerate(folder.log.lines):
        raw = (referee.box / f"anna-bob-{n:04d}-A.eml").read_bytes().partition(b"\r\n\r\n")[0]
        assert max(map(len, raw.split(b"\r\n"))) < 120 and b"=?" not in raw
        read = letter(referee, n)
        note = checkpoint.of_header(str(read["Postfox-Receipt"]))
        assert note and note.holds(key)
        assert (note.went.size, note.went.hash, note.went.open) == (n + 1, digest(line), folder.opened(n + 1))
        assert digest(line)[:40] in str(read["Message-ID"])
        assert not list(checkpoint.notes((folder.letters.read(f"{n:04d}-A.txt") or b"").decode()))
    assert (folder.path / "log.note").read_text() == folder.receipt(len(folder.log.lines)).text
    first = (folder.letters.read("0000-A.txt") or b"").decode()
    assert pads.fingerprint(folder.match.receipts) in " ".join(first.split())


def test_orders_answer_the_letter_that_they_reply_to_and_the_log_keeps_it(referee: Referee):
    answered = [entry.answers for entry in referee.folder.entries()]
    assert answered[2] == f"2 {digest(referee.folder.log.lines[1])}"  # the letter of line 2
    assert not verify.verify(referee.folder).problems


def test_a_thread_is_read_from_its_last_letter_of_ours(referee: Referee):
    ids = [str(letter(referee, n)["Message-ID"]) for n in (1, 3)]
    references = " ".join((*ids, "<somebody@elsewhere.example>"))
    take(referee.path, mail("say all: hello", References=references))
    assert referee.folder.last.answers == f"4 {digest(referee.folder.log.lines[3])}"
    take(referee.path, mail("say all: and again", References=references, In_Reply_To=ids[0]))
    assert referee.folder.last.answers == f"2 {digest(referee.folder.log.lines[1])}"
    take(referee.path, mail("say all: new"))
    assert referee.folder.last.answers == "" and not verify.verify(referee.folder).problems


def test_a_pages_head_below_the_orders_counts_first(referee: Referee):
    went = referee.folder.checkpoint(3)
    text = f"say all: hello\n\n-- \nhead 3 {went.base64}"
    take(referee.path, mail(text, In_Reply_To=str(letter(referee, 1)["Message-ID"])))
    assert referee.folder.last.answers == f"3 {went.hash}"
    saved = referee.folder.path / "inbox" / "1.txt"
    saved.write_text(f"player A\n{text}\n")
    process.adjudicate(referee.folder, png=False)
    assert referee.folder.last.answers == f"3 {went.hash}" and not verify.verify(referee.folder).problems


def test_orders_that_answer_another_log_are_refused_and_say_so(referee: Referee):
    head = checkpoint.Checkpoint("postfox/anna-bob/0", 2, "ab" * 32).base64
    take(referee.path, mail(f"head 2 {head}\n{legal(referee.folder)}", *_sender(referee)))
    last = referee.folder.last
    assert not last.done and "this log has not written" in last.refusals[0].reason
    assert last.answers == f"2 {'ab' * 32}"
    assert not verify.verify(referee.folder).problems


def _sender(referee: Referee) -> tuple[str]:
    (seat,) = referee.folder.game.to_act(referee.folder.standing().state)
    return (("Anna <anna@example.org>", "Bob <bob@example.net>")[seat],)


def sent(referee: Referee) -> None:
    """What waits is sent, told what emails have shown."""
    arrived = Arrived(Matches(referee.path))
    way = transports.Outbox(referee.box)
    list(outbox.send(referee.folder, way, REFEREE, lambda: AT, arrived.noted("anna-bob")))


def restored(referee: Referee, lines: int) -> None:
    """The referee restores an old copy of the match, the log of deliveries too, as a backup has them."""
    folder = referee.folder.path
    kept = referee.folder.log.lines[:lines]
    (folder / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in kept))
    (folder / "state.json").unlink()
    (folder / "log.note").unlink()
    delivered = (folder / "mail.jsonl").read_text().splitlines(keepends=True)
    then = [line for line in delivered if int(re.findall(r"letters/(\d+)", line)[0]) < lines]
    (folder / "mail.jsonl").write_text("".join(then))


def test_a_referee_who_restores_an_old_log_alone_signs_nothing_else(referee: Referee):
    folder = referee.folder.path
    mail_log = (folder / "mail.jsonl").read_bytes()
    restored(referee, 3)
    (folder / "mail.jsonl").write_bytes(mail_log)
    take(referee.path, mail("say all: hello", "Bob <bob@example.net>", id="new"))
    take(referee.path, mail("say all: hello", "Bob <bob@example.net>", id="newer"))
    (folder / "mail.jsonl").write_bytes(mail_log + mail_log.splitlines()[0].replace(b"begun", b"deferred") + b"\n")
    with pytest.raises(MatchError, match="letters have left that this log does not have") as caught:
        outbox.Postings(folder).signed(referee.folder, 4)
    assert caught.value.problems[0].hint == "restore the newer log"


def by_command(referee: Referee, *words: str) -> tuple[int, str]:
    """`postfox mail`: its exit code, and what it says that is wrong."""
    done = CliRunner().invoke(app.app, ["mail", *words, "--matches", str(referee.path)])
    return done.exit_code, f"{done.stderr}{done.exception or ''}"


def sends(referee: Referee) -> tuple[int, str]:
    return by_command(referee, "send", "--outbox", str(referee.box), "--from", "referee@example.com")


def kept_of(referee: Referee, *mails: bytes) -> Path:
    box = referee.path.parent / "mbox"
    box.write_bytes(b"".join(b"From x Sat Nov 21 12:00:00 2026\n" + one.replace(b"\r", b"") + b"\n" for one in mails))
    return box


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's state is kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_mail_send_names_an_older_log_though_no_letter_waits(referee: Referee):
    mail_log = (referee.folder.path / "mail.jsonl").read_bytes()
    assert sends(referee) == (0, "")
    restored(referee, 3)
    (referee.folder.path / "mail.jsonl").write_bytes(mail_log)
    assert "letters have left that this log does not have (line 5)" in sends(referee)[1]
    for text in "one", "two", "three":  # it has gone on, as far as before
        take(referee.path, mail(f"say all: {text}", "Bob <bob@example.net>", id=text))
    code, said = sends(referee)
    assert code == 1 and "letters have left that this log does not have" in said


def test_a_referee_who_restores_the_log_and_what_was_sent_signs_nothing_else(referee: Referee, at_home: Path):
    """And no player has answered what was lost: only what lies outside of the folder knows better."""
    assert by_command(referee, "fetch", "--mbox", str(kept_of(referee))) == (0, "")
    referee.play(1)
    letters = sorted(referee.box.iterdir())
    assert sends(referee) == (0, "")
    last = len(referee.folder.log.lines)
    restored(referee, last - 1)
    process.finish(referee.folder, png=False)
    take(referee.path, mail("say all: another", "Bob <bob@example.net>", id="another"))
    assert len(referee.folder.log.lines) == last
    code, said = sends(referee)
    assert code == 1 and f"letters have left that this log does not have (line {last})" in said
    assert str(at_home) in said and letters == sorted(referee.box.iterdir())
    assert not referee.report().proved


def test_what_cannot_be_remembered_is_not_signed(referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A log is restored where nothing shows what had left: letters go on, and prove nothing."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    last = len(referee.folder.log.lines)
    restored(referee, last - 1)
    process.finish(referee.folder, png=False)
    take(referee.path, mail("say all: another", "Bob <bob@example.net>", id="another"))
    box = tmp_path / "new"
    code, said = by_command(referee, "send", "--outbox", str(box), "--from", "referee@example.com")
    assert code == 0 and said.count("letters leave without receipts") == 1 and str(tmp_path / "file") in said
    new = [file.read_bytes() for file in box.iterdir()]
    assert len(new) == 2 and not any(b"Postfox-Receipt" in one for one in new)
    assert not referee.report().proved and not referee.report(box).signed
    shown = CliRunner().invoke(app.app, ["trust", "excerpt", str(referee.folder.path), "--out", str(tmp_path)])
    assert shown.exit_code == 0 and "letters leave without receipts" in shown.stderr


def test_a_rehearsal_may_be_begun_again(tmp_path: Path, at_home: Path):
    for hello in "hello", "again":
        create.new(tmp_path / "ab", GAME.SLUG, GAME.Options(), [ANNA, BOB], seed="wheel", terms=None)
        take(tmp_path, mail(f"say all: {hello}", subject="[ab]"))
        again = list(outbox.send(Folder(tmp_path / "ab"), transports.Outbox(tmp_path / "out"), REFEREE, lambda: AT))
        assert {one.what for one in again} == {"sent"} and list(at_home.rglob("signed/*"))
        shutil.rmtree(tmp_path / "ab")


def test_where_nothing_is_remembered_the_mailbox_is_read_first(referee: Referee, at_home: Path):
    lost = str(letter(referee, 4)["Message-ID"])
    take(referee.path, mail("say all: first", "Bob <bob@example.net>", id="first"))
    restored(referee, 3)
    (referee.folder.path / "log.note").write_text(referee.folder.receipt(3).text)  # of a backup
    process.finish(referee.folder, png=False)
    code, said = sends(referee)
    assert code == 1 and "run `postfox mail fetch` first" in said
    shown = CliRunner().invoke(app.app, ["trust", "excerpt", str(referee.folder.path), "--out", str(referee.path)])
    assert "run `postfox mail fetch` first" in str(shown.exception)
    answer = mail("say all: hello", "Bob <bob@example.net>", id="new", In_Reply_To=lost)
    assert by_command(referee, "fetch", "--mbox", str(kept_of(referee, answer)))[0] == 0
    assert "letters have left that this log does not have (line 5)" in sends(referee)[1]


def test_who_has_no_mailbox_is_told_once_that_a_newer_log_may_be_there(referee: Referee, at_home: Path):
    (referee.path / "mail-in.jsonl").unlink()
    code, said = sends(referee)
    assert code == 0 and "restore the newest copy" in said
    assert sends(referee) == (0, "")


def test_an_answer_to_a_line_that_was_lost_stops_signing(referee: Referee):
    """The log of deliveries was restored with the log: only the players' mail knows better."""
    lost = str(letter(referee, 4)["Message-ID"])
    restored(referee, 3)
    take(referee.path, mail("say all: hello", "Bob <bob@example.net>", id="new", In_Reply_To=lost))
    last = referee.folder.last
    assert not last.says and "a letter that this log has not written (line 5)" in last.refusals[0].reason
    with pytest.raises(MatchError, match="letters have left that this log does not have"):
        sent(referee)
    shown = CliRunner().invoke(app.app, ["trust", "excerpt", str(referee.folder.path), "--out", str(referee.path)])
    assert "letters have left that this log does not have" in str(shown.exception)
    assert not list(referee.path.glob("*excerpt*"))


def test_nobody_stops_a_match_with_a_made_up_letter(referee: Referee):
    forged = str(letter(referee, 4)["Message-ID"]).replace("anna-bob.0004.A.", "anna-bob.0099.A.")
    take(referee.path, mail("say all: hello", "Bob <bob@example.net>", id="new", In_Reply_To=forged))
    assert referee.folder.last.says and not referee.folder.last.answers
    sent(referee)


def test_kept_letters_and_orders_agree_with_an_honest_log(referee: Referee, tmp_path: Path):
    report = referee.report()
    assert (report.letters, report.signed, report.problems, report.claimed, report.notes) == (10, 10, (), 0, ())
    texts = referee.report(referee.folder.path / "letters")
    assert (texts.letters, texts.signed, texts.claimed, texts.problems) == (10, 0, 10, ())
    box = mailbox.mbox(tmp_path / "kept.mbox")
    for data in (*(file.read_bytes() for file in referee.box.iterdir()), *referee.own):
        box.add(data)
    box.close()
    both = referee.report(tmp_path / "kept.mbox")
    assert (both.letters, both.orders, both.problems) == (10, 4, ())


def cut(referee: Referee) -> None:
    """The referee drops the last two lines of the log."""
    restored(referee, len(referee.folder.log.lines) - 2)


def played_again(referee: Referee, tmp_path: Path) -> None:
    """The referee begins anew from line 3 with other orders, so that every hash is right again, and signs it."""
    other = Referee(tmp_path, "again")
    other.play(2)
    take(other.path, other.orders("resign"))
    other.post()
    shutil.rmtree(referee.path)
    shutil.copytree(other.path, referee.path)


def test_turns_that_are_dropped_are_in_doubt(referee: Referee):
    cut(referee)
    assert not verify.verify(referee.folder).problems  # in itself it is sound
    report = referee.report()
    assert not report.proved and len(report.judged) == 4
    assert "the log had 5 lines then, and here it has 3 lines" in referee.said()
    assert receipts.NOT_SIGNED in report.notes


def test_a_past_that_was_rewritten_and_signed_is_proof(referee: Referee, tmp_path: Path):
    played_again(referee, tmp_path)
    assert not verify.verify(referee.folder).problems  # in itself it is sound
    report = referee.report()
    assert report.proved and "PROOF: " in referee.said()
    (referee.folder.path / "log.note").unlink()  # not signed, it may be anybody's
    assert not referee.report().proved and receipts.BOTH in referee.said()


def test_two_letters_that_show_two_logs_are_a_fork(referee: Referee, tmp_path: Path):
    other = Referee(tmp_path, "other")
    other.post()
    other.play(1)
    take(other.path, other.orders("say all: hello"))
    other.play(1)
    shutil.copytree(other.box, tmp_path / "both")
    for file in referee.box.iterdir():
        shutil.copy(file, tmp_path / "both" / f"one-{file.name}")
    for shown in (other, referee):
        (shown.folder.path / "log.note").unlink()
        assert "PROOF: two logs" in shown.said(tmp_path / "both")


def test_orders_that_were_never_taken_are_named(referee: Referee, tmp_path: Path):
    lost = tmp_path / "sent"
    lost.mkdir()
    (lost / "1.eml").write_bytes(referee.own[0])
    (lost / "2.eml").write_bytes(referee.orders())
    report = referee.report(lost)
    assert report.orders == 2
    (problem,) = report.judged
    assert problem.source.endswith("2.eml") and "not in the log" in problem.message


def test_a_letter_that_said_something_else_is_in_doubt(referee: Referee):
    file = sorted(referee.box.iterdir())[-1]
    file.write_bytes(file.read_bytes().replace(b"ob, ", b"ab, ").replace(b"nna, ", b"nnu, "))
    assert "wrote another letter: '" in referee.said() and not referee.report().proved


def test_a_receipt_is_found_wherever_its_reader_has_kept_it(referee: Referee, tmp_path: Path):
    """In the text of a file, quoted and wrapped, as a letter that was forwarded, or put on paper and typed."""
    kept = tmp_path / "kept"
    kept.mkdir()
    text = "\n".join(f"> {line}" for line in referee.folder.receipt(5).text.splitlines())
    (kept / "copied.txt").write_text(f"He wrote to me:\n{text}\n")
    assert referee.report(kept).signed == 1
    (kept / "copied.txt").write_text(text.replace("\n5\n", "\n4\n").replace("> 5", "> 4"))
    report = referee.report(kept)
    assert (report.signed, report.claimed, report.problems) == (0, 1, ())


def test_emails_as_they_left_are_read_by_the_checkers_too(referee: Referee):
    """With what is attached, in whatever way it was encoded; nobody honest is doubted for it."""
    mails = sorted(referee.box.iterdir())
    assert any(b"quoted-printable" in file.read_bytes() for file in mails)
    for kept in (mails, mails[:1]):
        said, code = by_python(referee.folder.path, *kept)
        lines = {int(file.name.split("-")[2]) for file in kept}
        assert (not code and f"; {len(lines)} signed receipts agree with it" in said) or "compare" not in said, said
        assert not NODE or by_node([(referee.folder.path, *kept)]) == [(said, code)]


def test_the_command_compares_kept_letters(referee: Referee):
    run = CliRunner().invoke
    good = run(app.app, ["verify", str(referee.folder.path), "--kept", str(referee.box)])
    assert good.exit_code == 0
    assert "letters compared: 10 (10 signed), emails with orders: 0; all agree" in good.stdout
    cut(referee)
    bad = run(app.app, ["verify", str(referee.folder.path), "--kept", str(referee.box)])
    assert bad.exit_code == 1 and "doubt: the log had 5 lines then" in bad.stderr


def test_a_log_beside_a_note_that_is_not_of_it_is_not_proved(referee: Referee):
    note = referee.folder.path / "log.note"
    kept = note.read_text()
    note.write_text(checkpoint.Note(referee.folder.checkpoint(5), (bytes(68),)).text)
    assert "not signed by the match's key" in str(verify.verify(referee.folder).problems)
    restored(referee, 3)
    note.write_text(kept)
    assert "restore the newer log" in str(verify.verify(referee.folder).problems)


def test_a_pad_and_its_links_come_by_mail(tmp_path: Path):
    links = {name: pad(name) for name in ("anna", "bob")}
    folder = begun(tmp_path / "anna-bob", GAME.SLUG, GAME.Options(), [ANNA, BOB])
    senders = {"anna": "Anna <anna@example.org>", "bob": "Bob <bob@example.net>"}
    for name, sender in senders.items():
        take(tmp_path, mail(f"join\npad {pads.words_of(links[name][0])}\n\nBest wishes\n{name}", sender))
    for name, sender in senders.items():
        take(tmp_path, mail(f"ready\nlink 1 {pads.words_of(links[name][1]).lower()}\n\n-- \n{name}", sender, id=name))
    assert [entry.refusals for entry in Folder(folder.path).entries() if entry.refusals] == []
    assert Folder(folder.path).standing().links == 1


class Down(Given):
    """A mailbox that cannot be reached."""

    def messages(self, known: Container[str]) -> Iterator[Message]:
        raise UserError("no connection", "it is tried again", "imap")


def test_serve_signs_nothing_before_the_mailbox_was_read(tmp_path: Path):
    """An older log may have been restored, and what shows it lie in the mailbox."""
    from adjudicator.cli import rounds

    found(tmp_path, "anna-bob", ANNA, BOB)
    matches, box = Matches(tmp_path), tmp_path / "box"
    for source, read, sent in ((Down(), False, 0), (Given(), False, 2), (Down(), True, 2)):
        assert rounds.serve(source, matches, transports.Mailer(transports.Outbox(box), REFEREE), read=read) == (
            read or sent > 0
        )
        assert len(list(box.glob("*.eml"))) == sent
        matches.look()


def test_a_letter_that_names_a_round_leaves_before_the_next_email_is_fetched(tmp_path: Path):
    pytest.importorskip("py_ecc", reason="the extra postfox[beacon] is not installed")
    from adjudicator.cli import rounds

    found(tmp_path, "anna-bob", ANNA, BOB, joining=True, beacon="drand")
    joins = [mail("join", f"{one.name} <{one.address}>", id=one.name) for one in (ANNA, BOB)]
    box = tmp_path / "box"
    there: list[int] = []

    class Looking(Given):
        def messages(self, known: Container[str]) -> Iterator[Message]:
            for message in super().messages(known):
                there.append(len(list(box.glob("*.eml"))))
                yield message

    source = Looking(*joins, mail("say all: hello", "Anna <anna@example.org>", id="later"))
    assert rounds.serve(source, Matches(tmp_path), transports.Mailer(transports.Outbox(box), REFEREE), read=True)
    assert there[:2] == [0, 0] and there[2] > 0
