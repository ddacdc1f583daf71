"""Witnesses: heads signed by mail in order, by Postfox or by ssh-keygen, and what they show of a changed log."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.proofs import keys, witness
from adjudicator.proofs.witness import Note

pytest.importorskip("cryptography")
RUN = CliRunner()
SSH = shutil.which("ssh-keygen")
GAME = games.find("snakes-and-foxes")


class Correspondence:
    """A referee with a match, a witness with a book, and the mails between them."""

    def __init__(self, path: Path) -> None:
        self.path, self.match, self.round = path, path / "anna-bob", 0
        self.key = keys.make(path / "key", "walter@example.org")
        seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
        create.new(self.match, GAME.SLUG, GAME.Options(), seats, seed="wheel", witness=self.key.line)

    def run(self, *words: str) -> str:
        said = RUN.invoke(app, list(words), catch_exceptions=False)
        return said.output

    def play(self, match: Path | None = None, text: str = "") -> None:
        match = match or self.match
        state = Folder(match).standing().state
        action = GAME.format(next(iter(GAME.moves(state))), state)
        (match / "inbox" / "x.txt").write_text(f"player {'AB'[GAME.to_act(state)[0]]}\n{text}\n{action}\n")
        process.adjudicate(Folder(match), png=False)

    def ask(self, match: Path | None = None) -> Path:
        self.round += 1
        box = self.path / f"asked-{self.round}"
        self.run("witness", "ask", str(match or self.match), "--outbox", str(box), "--from", "ref@example.org")
        return box

    def sign(self, box: Path) -> Path:
        out = box.with_name(f"signed-{box.name}")
        words = ("--key", str(self.path / "key"), "--book", str(self.path / "book"), "--outbox", str(out))
        self.said = self.run("witness", "sign", str(box), *words)
        return out

    def keep(self, box: Path) -> str:
        return self.run("witness", "keep", str(self.match), str(box))

    def verify(self, *more: str) -> str:
        return self.run("verify", str(self.match), *more)


@pytest.fixture
def post(tmp_path: Path) -> Correspondence:
    return Correspondence(tmp_path)


def test_heads_are_asked_for_signed_kept_and_found_in_the_log(post: Correspondence):
    assert "signed nothing yet" in post.verify()
    for turn in range(3):
        post.play()
        assert f"line {turn + 2}" in post.keep(post.sign(post.ask()))
    first, second, third = witness.read(Folder(post.match))
    assert (first.before, second.before, third.before) == (witness.FIRST, first.named, second.named)
    assert "walter@example.org signed 3 heads, the last of line 4" in post.verify()


def test_the_mail_to_the_witness_tells_nothing_of_the_match(post: Correspondence):
    post.play(text="say all: a secret")
    (mail,) = post.ask().glob("*.eml")
    text = mail.read_text()
    assert not any(word in text for word in ("Anna", "Bob", "anna@", "secret", "snakes", "move"))
    assert Folder(post.match).checkpoint(2).text in text.replace("\r\n", "\n")


def test_each_mail_is_answered_once_and_the_same_head_has_the_same_note(post: Correspondence):
    box = post.ask()
    (answer,) = post.sign(box).glob("*.eml")
    text = answer.read_text()
    answer.unlink()
    assert not list(post.sign(box).glob("*.eml"))
    (again,) = post.sign(post.ask()).glob("*.eml")
    assert _note(again.read_text()) == _note(text)


def _note(mail: str) -> str:
    return mail.replace("=\n", "").partition("\n\n")[2]


def test_a_fork_is_not_signed_and_the_answer_shows_what_was(post: Correspondence):
    other = Path(shutil.copytree(post.match, post.path / "other" / "anna-bob"))
    post.play()
    post.play(other, text="say all: another")
    post.keep(post.sign(post.ask()))
    (answer,) = post.sign(post.ask(other)).glob("*.eml")
    assert "a fork" in answer.read_text() and "not signed" in post.said
    post.keep(answer.parent)
    assert len(list(witness.read(Folder(post.match)))) == 1


def test_a_stranger_without_the_token_has_nothing_signed(post: Correspondence):
    post.sign(post.ask())
    post.play()
    box = post.ask()
    (mail,) = box.glob("*.eml")
    mail.write_text(mail.read_text().replace("token ", "token 0000", 1)[:-6] + "\n")
    text = mail.read_text()
    token = text.split("token ")[1].split()[0]
    mail.write_text(text.replace(token, "ab" * 16))
    (answer,) = post.sign(box).glob("*.eml")
    assert "Not signed: the token" in answer.read_text()


@pytest.mark.parametrize("change", ["dropped", "rewritten"])
def test_a_log_that_was_dropped_or_rewritten_is_found_by_what_was_signed(post: Correspondence, change: str):
    post.play()
    post.keep(post.sign(post.ask()))
    lines = (post.match / "log.jsonl").read_bytes().splitlines(keepends=True)
    shutil.rmtree(post.match / "inbox")
    (post.match / "inbox" / "done").mkdir(parents=True)
    (post.match / "inbox" / "refused").mkdir()
    for file in (post.match / "letters").glob("0001*"):
        file.unlink()
    (post.match / "state.json").unlink()
    (post.match / "log.jsonl").write_bytes(lines[0])
    if change == "rewritten":
        post.play(text="say all: another past")
    said = post.verify()
    told = {"dropped": "signed line 2 of a log, and this one has 1 line", "rewritten": "a fork or a rewritten past"}
    assert told[change] in said


def test_a_signed_head_that_is_not_shown_is_missed(post: Correspondence):
    boxes = []
    for _ in range(2):
        post.play()
        boxes.append(post.sign(post.ask()))
        post.keep(boxes[-1])
    (post.match / "witness" / "0000002.note").unlink()
    assert "signed before it, line 2, is not kept here" in post.verify()
    assert "signed 2 heads" in post.verify("--letters", str(boxes[0]))


def test_a_forged_note_is_not_the_witnesss(post: Correspondence):
    post.keep(post.sign(post.ask()))
    (file,) = (post.match / "witness").glob("*.note")
    file.write_text(file.read_text().replace("before 0", f"before 1 {'A' * 43}="))
    assert "is not signed by the witness" in post.verify()
    other = keys.make(post.path / "other", "walter@example.org")
    made = witness.cosigned(witness.asked(Folder(post.match)), keys.read(post.path / "other"), 7)
    assert witness.holds(made, other) and not witness.holds(made, post.key)


def test_a_cosignature_is_that_of_c2sp(post: Correspondence):
    """Key id, time and the signed text, as the specification has them."""
    from base64 import b64decode

    signer = keys.read(post.path / "key")
    made = witness.cosigned(witness.asked(Folder(post.match)), signer, 1_700_000_000)
    dash, name, data = made.signature.split()
    raw = b64decode(data)
    assert (dash, name) == ("\u2014", "walter@example.org")
    assert raw[:4] == sha256(b"walter@example.org\n\x04" + signer.key.raw).digest()[:4]
    assert int.from_bytes(raw[4:12]) == 1_700_000_000
    assert signer.key.signed(raw[12:], f"cosignature/v1\ntime 1700000000\n{made.body}".encode())
    assert made.text == f"{made.body}\n{made.signature}\n"


def test_signatures_of_others_on_a_note_are_passed_over_and_one_of_the_witness_that_is_wrong_counts(
    post: Correspondence,
):
    asked = witness.asked(Folder(post.match))
    keys.make(post.path / "other", "wanda@example.org")
    mine, other = (witness.cosigned(asked, keys.read(post.path / name), 7) for name in ("key", "other"))
    for lines, good in (
        ((other.signature, mine.signature), True),
        ((mine.signature, other.signature), True),
        ((other.signature,), False),
        ((mine.signature, f"{mine.signature[:60]}AAAA{mine.signature[64:]}"), False),
    ):
        (found,) = witness.notes("\n".join((asked.body, *lines)) + "\n")
        assert witness.holds(found, post.key) == good


@pytest.mark.skipif(SSH is None, reason="there is no ssh-keygen here")
def test_a_signature_of_ssh_keygen_counts(post: Correspondence):
    assert SSH
    post.play()
    asked = witness.asked(Folder(post.match))
    file = post.path / "lines"
    file.write_bytes(asked.body.encode())
    words = [SSH, "-Y", "sign", "-f", str(post.path / "key"), "-n", "postfox", str(file)]
    subprocess.run(words, check=True, capture_output=True)
    signature = file.with_name("lines.sig").read_text()
    box = post.path / "box"
    box.mkdir()
    quoted = "".join(f"> {line}\n" for line in asked.body.splitlines())
    head = "From: walter@example.org\nSubject: Re: Please sign\nMessage-ID: <1@x>\n\nHere you are:\n\n"
    (box / "1.eml").write_text(head + quoted + "\n" + signature)
    allowed = post.path / "allowed"
    allowed.write_text(f"walter {(post.path / 'key.pub').read_text()}")
    sig = ("-s", str(file.with_name("lines.sig")), "-n", "postfox", "-I", "walter")
    subprocess.run(
        [SSH, "-Y", "verify", "-f", str(allowed), *sig], input=asked.body.encode(), check=True, capture_output=True
    )
    assert "line 2" in post.keep(box)
    assert "signed 1 head, the last of line 2" in post.verify()
    other = Note(asked.head, asked.named, signature)
    assert not witness.holds(other, post.key)


def test_letters_name_the_witness(post: Correspondence):
    post.play()
    letter = (post.match / "letters" / "0001-A.txt").read_text()
    assert "The witness walter@example.org signs such lines" in " ".join(letter.split())


def test_mistakes_are_told(post: Correspondence):
    for words, told in (
        (("witness", "ask", str(post.match), "--from", "r@example.org"), "no way to send"),
        (("witness", "key", str(post.path / "key"), "--name", "w"), "already"),
        (("new", "the-game", str(post.path / "n"), "--player", "A", "--witness", str(post.path / "key")), "public key"),
    ):
        said = RUN.invoke(app, list(words))
        assert said.exit_code and told in str(said.exception)
    (post.path / "book").write_text(json.dumps({"origin": 1}) + "\n")
    words = ("--key", str(post.path / "key"), "--book", str(post.path / "book"), "--outbox", str(post.path / "o"))
    said = RUN.invoke(app, ["witness", "sign", str(post.ask()), *words])
    assert "the book is damaged" in str(said.exception)
