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
from adjudicator.match.folder import Folder
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
