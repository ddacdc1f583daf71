"""Letters as receipts: the head of the log in each, quoted by orders, and what kept letters show of a changed log."""

from __future__ import annotations

import mailbox
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support import ANNA, BOB, found, legal, mail, take
from typer.testing import CliRunner

from adjudicator.cli import app
from adjudicator.core import checkpoint
from adjudicator.core.codec import digest
from adjudicator.core.game import seat_letter
from adjudicator.dice import pads
from adjudicator.mail.outbound import compose, outbox, transports
from adjudicator.match import verify
from adjudicator.match.folder import Folder
from adjudicator.proofs import receipts
from adjudicator.proofs import receipts as letters_kept

REFEREE = compose.sender("The referee <referee@example.com>")
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
        """A mail of whoever is to move, whose lines are those of the letter's form."""
        folder = self.folder
        (seat,) = folder.game.to_act(folder.standing().state)
        newest = max((folder.path / "letters").glob(f"*-{seat_letter(seat)}.txt"))
        head = re.search(r"^    (head .*)$", newest.read_text(), re.MULTILINE)
        lines = [f"player {seat_letter(seat)}", *([head[1]] if head else []), text or legal(folder)]
        self.sent += 1
        name = ("Anna <anna@example.org>", "Bob <bob@example.net>")[seat]
        return mail("\n".join(lines), name, id=f"{self.path.name}-{self.sent}")

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.own.append(self.orders())
            take(self.path, self.own[-1])
            self.post()

    def report(self, other: Path | None = None) -> receipts.Report:
        return receipts.check(receipts.OfFolder(self.folder), letters_kept.read(other or self.box))

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


def test_each_letter_has_a_checkpoint_of_the_log_before_it(referee: Referee):
    lines = referee.folder.log.lines
    for n in range(1, len(lines)):
        for file in (referee.folder.path / "letters").glob(f"{n:04d}-*.txt"):
            (went,) = checkpoint.found(file.read_text())
            assert (went.size, went.hash) == (n, digest(lines[n - 1]))
            assert went.text.splitlines()[0].startswith("postfox/anna-bob/")
            assert all(len(line) <= 72 for line in file.read_text().splitlines() if "head" in line)


def test_orders_quote_the_head_that_they_answer_and_the_log_keeps_it(referee: Referee):
    answered = [entry.answers for entry in referee.folder.entries()]
    assert answered[2] == f"1 {digest(referee.folder.log.lines[0])}"  # as line 1's letter had it
    assert not verify.verify(referee.folder).problems


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


def test_kept_letters_and_orders_agree_with_an_honest_log(referee: Referee, tmp_path: Path):
    report = referee.report()
    assert (report.letters, report.problems) == (10, ())
    assert referee.report(referee.folder.path / "letters").letters == 8  # the first ones have no head yet
    box = mailbox.mbox(tmp_path / "kept.mbox")
    for data in (*(file.read_bytes() for file in referee.box.iterdir()), *referee.own):
        box.add(data)
    box.close()
    both = referee.report(tmp_path / "kept.mbox")
    assert (both.letters, both.orders, both.problems) == (10, 4, ())


def cut(referee: Referee) -> None:
    """The referee drops the last two lines of the log."""
    log = referee.folder.path / "log.jsonl"
    log.write_bytes(b"".join(line + b"\n" for line in referee.folder.log.lines[:-2]))
    (log.parent / "state.json").unlink()


def played_again(referee: Referee, tmp_path: Path) -> None:
    """The referee begins anew from line 3 with other orders, so that every hash is right again."""
    other = Referee(tmp_path, "again")
    other.play(2)
    take(other.path, other.orders("resign"))
    shutil.rmtree(referee.path)
    shutil.copytree(other.path, referee.path)


def test_turns_that_are_dropped_are_named(referee: Referee):
    cut(referee)
    assert not verify.verify(referee.folder).problems  # in itself it is sound
    said = referee.said()
    assert "and now it has 3 lines" in said and "was dropped" in said


def test_a_past_that_was_rewritten_is_named(referee: Referee, tmp_path: Path):
    played_again(referee, tmp_path)
    assert not verify.verify(referee.folder).problems  # in itself it is sound
    said = referee.said()
    assert "is not the one that this letter names" in said


def test_two_letters_that_show_two_logs_are_a_fork(referee: Referee, tmp_path: Path):
    other = Referee(tmp_path, "other")
    other.post()
    other.play(1)
    take(other.path, other.orders("say all: hello"))
    other.play(1)
    shutil.copytree(other.box, tmp_path / "both")
    for file in referee.box.iterdir():
        shutil.copy(file, tmp_path / "both" / f"one-{file.name}")
    assert "a fork" in referee.said(tmp_path / "both")


def test_orders_that_were_never_taken_are_named(referee: Referee, tmp_path: Path):
    lost = tmp_path / "sent"
    lost.mkdir()
    (lost / "1.eml").write_bytes(referee.own[0])
    (lost / "2.eml").write_bytes(referee.orders())
    report = referee.report(lost)
    assert report.orders == 2
    (problem,) = report.problems
    assert problem.source.endswith("2.eml") and "not in the log" in problem.message


def test_a_letter_that_said_something_else_is_named(referee: Referee):
    file = sorted(referee.box.iterdir())[-1]
    file.write_bytes(file.read_bytes().replace(b"Hello ", b"Good morning "))
    assert "wrote another letter: 'Hello'" in referee.said()


def test_the_command_compares_kept_letters(referee: Referee):
    run = CliRunner().invoke
    good = run(app.app, ["verify", str(referee.folder.path), "--letters", str(referee.box)])
    assert good.exit_code == 0 and "letters compared: 10, emails with orders: 0; all agree" in good.stdout
    cut(referee)
    bad = run(app.app, ["verify", str(referee.folder.path), "--letters", str(referee.box)])
    assert bad.exit_code == 1 and "was dropped" in bad.stderr


def test_a_pad_and_its_links_come_by_mail(tmp_path: Path):
    links = {name: pads.chain(pads.from_seed(name)) for name in ("anna", "bob")}
    folder = found(tmp_path, "anna-bob", ANNA, BOB, two_sided=True)
    senders = {"anna": "Anna <anna@example.org>", "bob": "Bob <bob@example.net>"}
    for name, sender in senders.items():
        take(tmp_path, mail(f"join\npad {pads.words_of(links[name][0])}\n\nBest wishes\n{name}", sender))
    for name, sender in senders.items():
        take(tmp_path, mail(f"ready\nlink 1 {pads.words_of(links[name][1]).lower()}\n\n-- \n{name}", sender, id=name))
    assert [entry.refusals for entry in Folder(folder.path).entries() if entry.refusals] == []
    assert Folder(folder.path).standing().links == 1
