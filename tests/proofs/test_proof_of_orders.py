"""A referee who writes a log anew, hashes and all, is found out by the files that are kept of the orders."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.match import create, encoding, process, verify
from adjudicator.match.folder import Folder, MoveFile, Replayed
from adjudicator.referee.records import MailRecord, Post, Seat
from adjudicator.referee.terms import Terms

GAME = games.find("snakes-and-foxes")
AT = "2026-11-21T12:00:00+00:00"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trust") / "ab"
    seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
    create.new(path, GAME.SLUG, GAME.Options(), seats, seed="wheel", terms=Terms(days=3), now=lambda: AT)
    return path


@pytest.fixture
def match(begun: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(begun, tmp_path / "ab"))


def legal(match: Path, count: int) -> list[str]:
    state = Folder(match).standing().state
    return [GAME.format(action, state) for action in islice(GAME.moves(state), count)]


def take(match: Path, text: str, name: str = "1.txt", post: Post | None = None) -> None:
    data = text.encode()
    (match / "inbox" / name).write_bytes(encoding.seal(post, data) if post else data)
    process.adjudicate(Folder(match), png=False, now=lambda: AT)


def mailed(match: Path, text: str) -> Path:
    """Orders that came by mail, and the file that is kept of them."""
    seat = GAME.to_act(Folder(match).standing().state)[0]
    take(match, text, "00000001-aa-1.post", Post((seat,), MailRecord("5" * 64, "2026-11-21T13:00:00Z", "address")))
    return next((match / "inbox").glob("*/0001-*.post"))


def forge(match: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the last line of the log, and make state.json name it."""
    *lines, last = (match / "log.jsonl").read_bytes().splitlines()
    entry = json.loads(last)
    change(entry)
    lines.append(json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
    (match / "log.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    state = match / "state.json"
    head = f'"log_head":"{sha256(lines[-1]).hexdigest()}"'
    state.write_text(re.sub('"log_head":"[0-9a-f]*"', head, state.read_text()))


def claims(match: Path, text: str) -> None:
    """The last line says that it came of this text, which is what is kept."""
    next((match / "inbox").glob("*/0001-*")).write_text(text)
    forge(match, lambda entry: entry.update(source_hash=sha256(text.encode()).hexdigest()))


def found(match: Path) -> list[str]:
    return [str(problem) for problem in verify.verify(Folder(match)).problems]


def test_what_was_proved_is_said_and_by_what(match: Path):
    take(match, legal(match, 1)[0])
    process.command(Folder(match), "hold", now=lambda: AT, png=False)
    report = verify.verify(Folder(match))
    assert not report.problems
    assert report.proved == "orders proved: 1 line by the files kept, 1 line by the referee's word"
    shutil.rmtree(match / "inbox")
    report = verify.verify(Folder(match))
    assert not report.problems
    assert report.proved == "orders proved: 1 line by the referee's word, not that of 1 line whose files are not kept"


def test_a_deadline_is_proved_by_the_clock_that_ran_out(match: Path):
    assert process.due(Folder(match), "2026-11-26T12:00:00+00:00", png=False)
    assert "by the clock" in verify.verify(Folder(match)).proved
    forge(match, lambda entry: entry.update(at="2026-11-22T12:00:00+00:00"))
    assert "has not run out" in found(match)[0]


def test_a_log_that_plays_another_order_than_the_file_kept_is_named(match: Path):
    said, played = legal(match, 2)
    take(match, played)
    assert not found(match)
    claims(match, said)
    (problem,) = found(match)
    assert "gives another line: what was done" in problem and "log.jsonl:2" in problem


def test_a_legal_order_that_was_logged_as_illegal_is_named(match: Path):
    take(match, "player A\nmove a1 h9")
    claims(match, legal(match, 1)[0])
    (problem,) = found(match)
    assert "log.jsonl:2" in problem and "does not give this line" in problem  # it would have thrown dice


@pytest.mark.parametrize("proof", ["dkim", "address"])
def test_an_invented_record_of_a_mail_is_named(match: Path, proof: str):
    take(match, legal(match, 1)[0])
    record = {"id": "0" * 64, "proof": proof, "received": "2026-11-21T12:00:00Z"}
    forge(match, lambda entry: entry.update(mail=record))
    (problem,) = found(match)
    assert "log.jsonl:2" in problem
    shutil.rmtree(match / "inbox")  # the proof that a match never asks for is named even so
    assert len(found(match)) == (proof == "dkim")


def test_a_forged_hash_of_a_letter_is_named(match: Path):
    take(match, legal(match, 1)[0])
    forge(match, lambda entry: entry["letters"][0].update(text="0" * 64))
    assert "not the letter that was written" in found(match)[0]
    (match / "letters" / "0001-A.txt").unlink()
    assert not found(match)
    assert "1 file of letters is not there, and not proved" in verify.verify(Folder(match)).notes


def test_orders_that_nobody_sent_ahead_are_named(match: Path):
    take(match, legal(match, 1)[0])
    forge(match, lambda entry: entry.update(by="ahead", source="orders sent ahead, line 0"))
    assert any("nobody sent these orders ahead" in told for told in found(match))


@pytest.mark.parametrize("salted", [True, False])
def test_another_secret_is_found_by_the_salt_and_in_older_matches_by_the_commitment(match: Path, salted: bool):
    for secret, wrong in ((Folder(match)._secret(), 0), (bytes(32), 1)):
        (match / "secret.key").write_text(f"{secret.hex()}\n")
        check = verify._Check(Folder(match))
        assert check.folder.match.salt
        check.folder.match = check.folder.match._replace(**({} if salted else {"salt": ""}))
        check.secret()
        assert len(check.problems) == wrong


def test_every_bit_of_the_secret_and_of_an_archived_mail_counts(match: Path):
    """And what an older log, which has no hash of the whole file, says of the mail must be in the file."""
    kept = mailed(match, legal(match, 1)[0])
    assert not found(match)
    rng = random.Random(1)
    for file, most in ((match / "secret.key", 40), (kept, 60)):
        good = file.read_bytes()
        bits = [(at, bit) for at in range(len(good)) for bit in range(8)]
        for at, bit in rng.sample(bits, min(most, len(bits))):
            file.write_bytes(good[:at] + bytes((good[at] ^ 1 << bit,)) + good[at + 1 :])
            assert found(match), (file.name, at, bit)
        file.write_bytes(good[:-1])
        assert found(match)
        file.write_bytes(good)
    forge(match, lambda entry: entry["mail"].pop("file"))
    assert not found(match)
    kept.write_bytes(kept.read_bytes().replace(b"2026-11-21", b"2026-11-20"))
    assert found(match)


def told(match: Path, change: Callable[[Replayed], Replayed], line: int, file: MoveFile | None = None) -> list[str]:
    """What is wrong with what was asked back in a line from 0, if that is changed so."""
    folder = Folder(match)
    check = verify._Check(folder)
    check.chain_of_lines()
    check.file = file
    check._asked_back(change([*folder.replay()][line]))
    assert {problem.line for problem in check.problems} <= {line + 1}
    return [problem.message for problem in check.problems]


def test_what_was_offered_is_of_the_position_and_a_yes_does_no_more(match: Path) -> None:
    order = legal(match, 1)[0]
    mailed(match, f"{order}\n\nBut wait\n")
    ((code, offered),) = Folder(match).last.offered
    assert offered == order
    seat = Folder(match).last.seat
    assert seat is not None
    post = Post((seat,), MailRecord("6" * 64, "2026-11-21T14:00:00Z", "address"))
    take(match, f"yes {code}\n", "00000002-aa-1.post", post)
    for line in (0, 1, 2):
        assert not told(match, lambda step: step, line)

    def elsewhere(step: Replayed) -> Replayed:
        assert step.entry.reading is not None
        return step._replace(entry=step.entry._replace(reading=step.entry.reading._replace(head="0" * 64)))

    def otherwise(step: Replayed) -> Replayed:
        done = [one._replace(text=f"2222 {order}") if one.kind == "offer" else one for one in step.entry.done]
        return step._replace(entry=step.entry._replace(done=tuple(done)))

    def nothing(step: Replayed) -> Replayed:
        return step._replace(before=step.before._replace(desk=step.before.desk._replace(offers=())))

    def another(step: Replayed) -> Replayed:
        desk = step.before.desk
        offers = tuple(offer._replace(order="move z9") for offer in desk.offers)
        return step._replace(before=step.before._replace(desk=desk._replace(offers=offers)))

    others = "the codes of what is offered are others"
    assert told(match, elsewhere, 1) == ["what is offered is not tied to the position", others]
    assert told(match, otherwise, 1) == [others]
    for change in (nothing, another):
        assert told(match, change, 2) == [f"`yes {code}` does more than was offered"]
    plain = MoveFile(f"{order}\n".encode(), b"")
    assert told(match, lambda step: step, 1, plain) == ["the file is a plain order, and was not carried out"]
    assert not told(match, lambda step: step, 1, plain._replace(post=post))
    assert not told(match, lambda step: step, 1, plain._replace(text=b"move z9 or not\n"))


@pytest.mark.parametrize(
    ("lines", "right", "sound"), [(1, True, True), (1, False, False), (2, True, False), (0, True, False)]
)
def test_a_line_answers_a_letter_of_a_line_before_it(lines: int, right: bool, sound: bool, match: Path) -> None:
    mailed(match, legal(match, 1)[0])
    head = Folder(match).log.heads[lines - 1] if right else "0" * 64
    forge(match, lambda line: line.__setitem__("answers", f"{lines} {head}"))
    check = verify._Check(Folder(match))
    check.chain_of_lines()
    wrong = [(2, "the line answers a letter that this log has not written")]
    assert [(one.line, one.message) for one in check.problems] == ([] if sound else wrong)
