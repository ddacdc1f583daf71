"""Every way to cheat: each row of the tables of docs/fairness.md is played here, and no play is without a row.

WAYS has what a referee can do but for choosing a die, OTHERS what players and relays can do to a referee: each is
played against the code, and who notices does. The ways to choose a die are played in `tests/dice/test_choosing.py`,
whose means the page has.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import timedelta
from email.utils import format_datetime
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from drand import REAL, rolls, takes
from lanes import some

from adjudicator import dice, games
from adjudicator.core import checkpoint
from adjudicator.core.codec import canonical, digest
from adjudicator.mail.inbound import fetch, sources
from adjudicator.match import create, encoding, process, seals, verify
from adjudicator.match.folder import Folder
from adjudicator.opponents import orders as bots
from adjudicator.proofs import excerpts, receipts
from adjudicator.referee.records import FORMATS, NO_LINE, REFEREE, MailRecord, Post
from adjudicator.referee.terms import Terms, moment
from tests.dice import test_choosing as chosen
from tests.dice.test_two_sided import PADS, Table

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
GAME = games.find("snakes-and-foxes")
Play = Callable[[Path], None]
WAYS: dict[str, Play] = {}
OTHERS: dict[str, Play] = {}
Change = Callable[[list[dict[str, Any]]], None]


def way(name: str, table: dict[str, Play] = WAYS) -> Callable[[Play], Play]:
    """A row of a table."""

    def noted(played: Play) -> Play:
        table[name] = played
        return played

    return noted


def one(path: Path, turns: int = 2) -> Path:
    """A match of scheme 1 with some turns."""
    seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    create.new(path, GAME.SLUG, GAME.Options(), seats, seed="wheel", match_id="anna-bob")
    for turn in range(turns):
        take(path, *legal(path, 1), name=f"{turn}.txt")
    return path


def two(path: Path, turns: int = 2) -> Path:
    """A match of scheme 2 with some turns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = Table(path)
    table.begin()
    table.play(turns)
    return path


def legal(match: Path, count: int) -> list[str]:
    state = Folder(match).standing().state
    seat = "AB"[GAME.to_act(state)[0]]
    return [f"player {seat}\n{GAME.format(action, state)}" for action in islice(GAME.moves(state), count)]


def take(match: Path, text: str, name: str = "x.txt") -> Any:
    (match / "inbox" / name).write_text(f"{text}\n")
    return process.adjudicate(Folder(match), png=False)[-1].entry


def forged(match: Path, change: Change) -> str:
    """The log is changed, every hash and seal made anew, as a careful cheat would; what `verify` says."""
    terms, lines = Folder(match), (match / "log.jsonl").read_bytes().splitlines()
    values = [json.loads(line) for line in lines]
    change(values)
    head, opened, made = NO_LINE, "", b""
    for value in values:
        value["prev"] = head
        value.pop("open", None)
        if opened:
            value["open"] = opened
        line = canonical(value).encode()
        head, made = digest(line), made + line + b"\n"
        opened = seals.sealed(terms.match, terms.game, encoding.read_line(line, 2, "log", 1), head).head
    (match / "log.jsonl").write_bytes(made)
    (match / "state.json").unlink(missing_ok=True)
    return "; ".join(map(str, verify.verify(Folder(match)).problems))


def letters(match: Path, to: Path) -> Path:
    """The letters that players keep, each with its receipt, as it left."""
    shutil.copytree(match / "letters", to)
    for file in to.glob("*.txt"):
        file.write_text(f"{file.read_text()}\n{Folder(match).receipt(int(file.name[:4]) + 1).text}")
    return to


def signed(match: Path) -> Path:
    """A log that is signed itself, as one that is shown to others."""
    folder = Folder(match)
    (match / "log.note").write_text(folder.receipt(len(folder.log.lines)).text)
    return match


def compared(match: Path, box: Path) -> str:
    return "; ".join(map(str, receipts.check(receipts.OfFolder(Folder(match)), receipts.read(box)).problems))


def thrown(values: list[dict[str, Any]]) -> dict[str, Any]:
    """The last thing done with dice."""
    return next(done for value in reversed(values) for done in value.get("done", []) if "k" in done)


@way("changes a die or a link in the log")
def changes_a_die(path: Path) -> None:
    def die(values: list[dict[str, Any]]) -> None:
        shown = thrown(values)["throws"][0]["values"]
        shown[0] = shown[0] % 6 + 1

    def link(values: list[dict[str, Any]]) -> None:
        thrown(values)["link"] = "ab" * 32

    for number, change in enumerate((die, link)):
        assert "does not" in forged(one(path / f"one{number}"), change)
        assert "does not" in forged(two(path / f"two{number}"), change)


@way("mixes in other links than were shown")
def mixes_another(path: Path) -> None:
    def mix(values: list[dict[str, Any]]) -> None:
        thrown(values)["mix"][1] = "ab" * 10

    assert "does not follow" in forged(two(path / "another"), mix)

    def without(values: list[dict[str, Any]]) -> None:
        last = next(v for v in reversed(values) if any(d["kind"] == "link" for d in v.get("done", [])))
        last["done"] = [done for done in last["done"] if done["kind"] != "link"]

    def more(values: list[dict[str, Any]]) -> None:
        last = next(v for v in reversed(values) if any(d["kind"] == "link" for d in v.get("done", [])))
        at = next(n for n, done in enumerate(last["done"]) if done["kind"] == "link")
        number = int(last["done"][at]["text"].split()[0]) + 1
        name = "ab"[last.get("seat", 0)]
        further = PADS[{"a": "anna", "b": "bob"}[name]][number].hex()
        last["done"].insert(at + 1, {**last["done"][at], "text": f"{number} {further}"})

    assert forged(two(path / "one"), without)
    assert forged(two(path / "two"), more)


def two_branches(path: Path, begin: Callable[[Path, int], Path]) -> tuple[Path, Path]:
    match = begin(path / "anna-bob", 1)
    other = Path(shutil.copytree(match, path / "other" / "anna-bob"))
    return match, other


@way("tells two players two things")
def forks(path: Path) -> None:
    match, other = two_branches(path, one)
    first, second = legal(match, 2)
    take(match, first), take(other, second)
    take(match, legal(match, 1)[0], "y.txt"), take(other, legal(other, 1)[0], "y.txt")
    assert not verify.verify(Folder(match)).problems and not verify.verify(Folder(other)).problems
    box = letters(other, path / "b")
    assert "doubt: line 4 of the log, or one before it, was another" in compared(match, box)
    assert "PROOF: the log, signed up to line 4, has another line 3" in compared(signed(match), box)
    head = Folder(other).checkpoint(3)
    refused = take(match, f"head {head.size} {head.base64}\n{legal(match, 1)[0]}", "z.txt")
    assert not refused.done and "this log has not written" in refused.refusals[0].reason


@way("drops turns at the end")
def drops(path: Path) -> None:
    for match in (one(path / "one"), two(path / "two")):
        box = letters(match, path / f"box-{match.name}")
        assert not forged(match, lambda values: values.pop() and None)
        assert "doubt: the log had" in compared(match, box) and "or lines were dropped" in compared(match, box)


@way("rewrites the past and all hashes")
def rewrites(path: Path) -> None:
    match, other = two_branches(path, one)
    take(match, f"{legal(match, 1)[0]}\nsay all: what was said")
    box = letters(match, path / "box")
    take(other, f"{legal(other, 1)[0]}\nsay all: what is said to have been said")
    assert not verify.verify(Folder(other)).problems
    assert "PROOF" not in compared(other, box) and "PROOF" in compared(signed(other), box)
    rolls = [[done.throws for entry in Folder(m).entries() for done in entry.done] for m in (match, other)]
    assert rolls[0] == rolls[1], "dice stay bound"


@way("signs with a key that lets others sign")
def signs_for_all(path: Path) -> None:
    neutral = bytes([1, *bytes(31)])
    with mock.patch.object(create.ed25519, "public", lambda seed: neutral):
        match = one(path / "one")
    assert "its receipts have a key that is none" in str(verify.verify(Folder(match)).problems)


@way("ignores an order")
def takes_no_notice(path: Path) -> None:
    match = one(path / "anna-bob")
    (seat,) = GAME.to_act(Folder(match).standing().state)
    sender = ("anna@example.org", "bob@example.org")[seat]
    box = path / "sent"
    box.mkdir()
    mail = f"From: {sender}\nSubject: [anna-bob]\nMessage-ID: <1@x>\n\n{legal(match, 1)[0]}\n"
    (box / "1.eml").write_text(mail)
    assert "are not in the log" in compared(match, box)


@way("reorders orders")
def reorders(path: Path) -> None:
    """A roll is of the link that comes next, whoever's order it is; the first one, two-sided, waits for both links."""
    chain, every = dice.Chain(dice.secret_from_seed("wheel")), dice.entropy("anna-bob", ["", ""])
    first, second = (dice.VerifiableDice(chain.link(k), every).throw(9, 6, "die") for k in (1, 2))
    assert first != second
    rolls = []
    for number, order in enumerate((("Anna", "Bob"), ("Bob", "Anna"))):
        (path / str(number)).mkdir(parents=True)
        table = Table(path / str(number) / "anna-bob")
        for name in ("Anna", "Bob"):
            table.send(f"player {name}", f"pad {PADS[name.lower()][0].hex()}", "join")
        for name in order:
            filed = table.send(f"player {name}", "ready", f"link 1 {PADS[name.lower()][1].hex()}")
        rolls.append([done.throws for done in filed.entry.done if done.throws])
    assert rolls[0] and rolls[0] == rolls[1]


@way("invents an order")
def invents(path: Path) -> None:
    match = one(path / "one")
    assert take(match, legal(match, 1)[0], "invented.txt").done
    assert not verify.verify(Folder(match)).problems
    match = two(path / "two")
    refused = take(match, legal(match, 1)[0], "invented.txt")
    assert not refused.done and "link" in refused.refusals[0].reason


@way("forges the record of an email")
def forges_a_mail(path: Path) -> None:
    def mail(values: list[dict[str, Any]]) -> None:
        values[-1]["mail"] = {"id": "5e" * 32, "proof": "dkim", "received": "2026-11-21T12:00:00Z"}

    assert "emails of this match show address, and this one dkim" in forged(one(path / "one"), mail)


@way("adds lines until a bot's move suits")
def chooses_a_bot(path: Path) -> None:
    seats = [create.seat("Anna"), create.seat("Bob")]
    create.new(path / "m", GAME.SLUG, GAME.Options(), seats, seed="hub", terms=Terms(days=2, late="bot:random"))
    chosen: dict[str, set[str]] = {format: set() for format in FORMATS}
    for _ in range(20):
        folder = Folder(path / "m")
        standing = folder.standing()
        (seat,) = GAME.to_act(standing.state)
        for format, moves in chosen.items():
            match = folder.match._replace(format=format)  # type: ignore[arg-type]
            moves.add(bots.stand_in(match, GAME, standing, seat, folder.bot_seed(seat)))
        process.command(folder, "say all: hm", png=False)
    older, newest = chosen.values()
    assert len(older) > 3 and len(newest) == 1


@way("previews a roll, then changes the order")
def previews(path: Path) -> None:
    match = one(path / "one")
    waits = match / "inbox" / "x.txt"
    waits.write_text(legal(match, 1)[0])
    before = (match / "log.jsonl").read_bytes()
    (filed,) = process.adjudicate(Folder(match), dry_run=True)
    assert filed.unseen and not any(done.throws for done in filed.entry.done), "the program shows no roll"
    copy = Path(shutil.copytree(match, path / "copy"))
    process.adjudicate(Folder(copy), png=False)  # but who has the secret needs no leave of the program
    assert any(done.throws for done in Folder(copy).last.done) and (match / "log.jsonl").read_bytes() == before
    match = two(path / "two")
    copy = Path(shutil.copytree(match, path / "copy2"))
    refused = take(copy, legal(copy, 1)[0])
    assert not refused.done, "without the player's link there is nothing to preview"


@way("shows an excerpt that is not the log's")
def other_excerpt(path: Path) -> None:
    match, other = two_branches(path, one)
    first, second = legal(match, 2)
    take(match, first), take(other, second)
    take(match, legal(match, 1)[0], "y.txt"), take(other, legal(other, 1)[0], "y.txt")
    file = path / "x.jsonl"
    box, note = letters(match, path / "box"), Folder(other).receipt(len(Folder(other).log.lines))
    for ends, found in ((None, "doubt: line 3"), (note, "PROOF: the log, signed up to line 4, has another line 3")):
        file.write_bytes(b"".join(excerpts.made(Folder(other), REFEREE, ends)))
        read = excerpts.read(file)
        assert not excerpts.prove(read, file).problems
        told = receipts.check(excerpts.OfExcerpt(read, file), receipts.read(box))
        assert any(found in str(problem) for problem in told.problems)


def with_beacon(path: Path) -> Any:
    """A match with a beacon whose first roll waits, and when its round is due."""
    pytest.importorskip("py_ecc", reason="the extra postfox[beacon] is not installed")
    from tests.dice.test_beacon import Table as Beacon

    path.parent.mkdir(parents=True, exist_ok=True)
    table = Beacon(path)
    table.join()
    return table


@way("takes another round, or signature")
def picks_a_round(path: Path) -> None:
    earlier, later = sorted(REAL)[:2]
    for name, shown in (("a", REAL[later].text), ("b", f"{earlier} {REAL[later].signature}")):
        table = with_beacon(path / name / "anna-bob")
        table.roll()

        def picked(values: list[dict[str, Any]], shown: str = shown) -> None:
            values[-1]["done"][0]["beacon"] = shown

        assert "another signature" in (said := forged(table.path, picked)) or "cannot be replayed" in said


@way("names rounds due before letters arrive")
def too_near(path: Path) -> None:
    with mock.patch.object(create.chance, "ahead", lambda seats: 30):
        table = with_beacon(path / "anna-bob")
    assert "letters need 120 s to arrive" in str(verify.verify(table.folder).problems)


@way("changes an order whose roll waits")
def changes_what_waits(path: Path) -> None:
    for text in ("undo", "hold", "substitute Bob: Carl <carl@example.org>"):
        table = with_beacon(path / text[:4] / "anna-bob")
        (refused,) = process.command(table.folder, text, now=lambda: rolls(42), png=False)
        assert "the dice wait for round 42" in refused.entry.refusals[0].reason
    table.roll()

    def reordered(values: list[dict[str, Any]]) -> None:
        given = {"kind": "pad", "text": "none", "line": 1, "events": [{"kind": "pad-gone", "seat": 0}]}
        values[-1]["after"]["lines"] += 1
        before = json.loads(json.dumps(values[-2]))
        before["after"]["lines"] += 1
        values.insert(-1, before | {"done": [given], "seat": 0})

    assert "the dice wait for round 42" in forged(table.path, reordered)


@way("ends a match whose roll waits")
def ends_it(path: Path) -> None:
    table = with_beacon(path / "anna-bob")
    (ended,) = process.command(table.folder, "abandon", now=lambda: takes(42), png=False)
    assert ended.after.outcome and {letter.seat for letter in ended.letters} == {0, 1}
    assert "abandoned" in ended.letters[0].text and not verify.verify(table.folder).problems


@way("backdates a line to before its round")
def backdates(path: Path) -> None:
    table = with_beacon(path / "anna-bob")
    entry = table.folder.last
    table.roll()
    assert entry.after.waits and not verify.verify(table.folder).problems
    head = table.folder.log.heads[entry.n][:40]
    text = (table.path / "letters" / f"{entry.n:04d}-A.txt").read_text()
    due = moment(entry.after.waits.due)
    receipt = f"{checkpoint.HEADER}: {table.folder.receipt(entry.n + 1).header}"
    (box := path / "box").mkdir()
    for seconds, found in ((15, "it came 45 s after its round could be known: 16 rounds"), (-31, ""), (-30, "")):
        ours, forged = (format_datetime(due + timedelta(seconds=n)) for n in (seconds, -900))
        went = f"Received: from a by b; {ours}\nReceived: from b; {forged}\nDate: {forged}\nFrom: r@x"
        (box / "1.eml").write_text(f"{went}\nMessage-ID: <anna-bob.{entry.n:04d}.A.{head}@x>\n{receipt}\n\n{text}")
        assert (found in compared(table.path, box)) if found else not compared(table.path, box)


@way("invents an answer before its round")
def invents_an_answer(path: Path) -> None:
    table = with_beacon(path / "anna-bob")
    n = table.folder.last.n
    post = Post((0,), MailRecord("ab" * 32, takes(42), "address"), answers=f"{n + 1} {table.folder.log.heads[n]}")
    (table.path / "inbox" / "x.post").write_bytes(encoding.seal(post, b"say all: hello"))
    table.roll()
    table.go()
    assert table.folder.last.says and not verify.verify(table.folder).problems
    receipt = f"{checkpoint.HEADER}: {table.folder.receipt(n + 1).header}"
    text = (table.path / "letters" / f"{n:04d}-A.txt").read_text()
    named = f"Message-ID: <anna-bob.{n:04d}.A.{table.folder.log.heads[n][:40]}@x>"
    (box := path / "box").mkdir()
    for went, late in (("", False), (f"Received: by b; {format_datetime(moment(rolls(42)))}\n", True)):
        (box / "1.eml").write_text(f"{went}From: r@x\n{named}\n{receipt}\n\n{text}")
        assert ("after its round could be known" in compared(table.path, box)) == late


@way("shows a changed or invented letter", OTHERS)
def changes_a_letter(path: Path) -> None:
    """Bob has all that letters show, and a key of his own; the log is signed. Nothing that he makes is proof."""
    match = signed(one(path / "anna-bob"))
    folder = Folder(match)
    last, mine = folder.checkpoint(3), b"b" * 32
    true = letters(match, path / "box")
    assert not compared(match, true)
    kept = next(true.glob("0002-*.txt"))
    good = folder.receipt(3)
    for number, note in enumerate(
        (
            checkpoint.Note(last._replace(hash="ab" * 32), good.signatures),  # another line under the true signature
            checkpoint.Note(last._replace(size=2), good.signatures),
            checkpoint.signed(last._replace(hash="ab" * 32), mine),
            checkpoint.Note(last._replace(hash="ab" * 32)),
        )
    ):
        (box := path / f"box{number}").mkdir()
        (box / kept.name).write_text(f"{kept.read_text()}\n{note.text}")
        (box / "0001-B.txt").write_text(f"What was never written.\n\n{note.text}")
        report = receipts.check(receipts.OfFolder(folder), receipts.read(box))
        assert not report.proved, report
        assert report.claimed or report.judged or report.signed


@way("shows a changed log with true letters", OTHERS)
def changes_the_log(path: Path) -> None:
    """Bob makes all anew, dice too, as the secret itself would; the true note of the log stays below it."""
    match, other = two_branches(path, one)
    take(match, legal(match, 2)[0]), take(other, legal(other, 2)[1])
    signed(match)
    box = letters(match, path / "box")
    for note in (None, "log.note"):
        if note:
            shutil.copy(match / note, other)
        said = compared(other, box)
        assert "PROOF" not in said and "one before it, was another when this letter was signed" in said


@way("shows an older log and a newer letter", OTHERS)
def shows_an_older_log(path: Path) -> None:
    match = signed(one(path / "anna-bob"))
    older = Path(shutil.copytree(match, path / "older"))
    take(match, legal(match, 1)[0])
    box = letters(match, path / "box")
    assert "PROOF" not in (said := compared(older, box))
    assert "doubt: the log had 4 lines then, and here it has 3 lines: it is older, or lines were dropped" in said


@way("denies orders, or says they were ignored", OTHERS)
def denies_an_order(path: Path) -> None:
    match = one(path / "anna-bob", 0)
    (seat,) = GAME.to_act(Folder(match).standing().state)
    sender, (order, other) = ("anna@example.org", "bob@example.org")[seat], legal(match, 2)
    head = f"From: {sender}\nSubject: [anna-bob]\nMessage-ID"
    (path / "in.mbox").write_text(f"From x\n{head}: <1@x>\n\n{order}\n")
    list(fetch.fetch(sources.Mbox(path / "in.mbox"), path))
    assert Folder(match).last.did
    for name, text, found in (
        ("sent", f"{head}: <1@x>\n\n{order}\n", ""),
        ("made", f"{head}: <2@x>\n\n{other}\n", "are not"),
    ):
        (box := path / name).mkdir()
        (box / "1.eml").write_text(text)
        assert "PROOF" not in (said := compared(match, box)) and (found in said if found else not said)


def dkim_key() -> tuple[bytes, bytes]:
    """A key, and what a domain says of it."""
    private = subprocess.run(["openssl", "genrsa", "1024"], capture_output=True, check=True).stdout
    public = ["openssl", "rsa", "-pubout", "-outform", "DER"]
    told = subprocess.run(public, input=private, capture_output=True, check=True).stdout
    return private, b"v=DKIM1; k=rsa; p=" + base64.b64encode(told)


@way("puts headers above a DKIM signature", OTHERS)
def puts_headers_above(path: Path) -> None:
    """A relay would have another part of what was signed be read: nothing comes of it but what comes without."""
    dkim = pytest.importorskip("dkim", reason="the extra postfox[dkim] is not installed")
    private, record = dkim_key()
    seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    puts = (
        b"",
        b'Content-Type: multipart/mixed; boundary="z"\r\nMIME-Version: 1.0\r\n',
        b"References: <cd.0000.A.0123456789abcdef@x>\r\n",
    )
    came = []
    for number, put in enumerate(puts):
        here = path / str(number)
        create.new(here / "ab", GAME.SLUG, GAME.Options(), seats, seed="wheel", proof="dkim")
        (seat,) = GAME.to_act(Folder(here / "ab").standing().state)
        head = f"From: {('anna', 'bob')[seat]}@example.org\r\nSubject: [ab]\r\nMessage-ID: <1@x>\r\n\r\n"
        plain = f"{head}say all: hi\r\n-- \r\n\r\n--z\r\n\r\n{legal(here / 'ab', 1)[0]}\r\n--z--\r\n".encode()
        for part in ("new", "cur", "tmp"):
            (here / "box" / part).mkdir(parents=True)
        (here / "box" / "new" / "1.x").write_bytes(put + dkim.sign(plain, b"s", b"example.org", private) + plain)
        list(fetch.fetch(sources.Maildir(here / "box"), here, lookup=lambda name: record))
        entry = Folder(here / "ab").last
        assert entry.n == 1 and not any(done.kind == "action" for done in entry.done)
        came.append((entry.done, entry.says, entry.refusals, entry.reading))
    assert came == [came[0]] * len(puts)


@way("sends an email again, less signed", OTHERS)
def sends_again(path: Path) -> None:
    """One signature covers the Message-ID, the other does not: alone it holds under any."""
    dkim = pytest.importorskip("dkim", reason="the extra postfox[dkim] is not installed")
    private, record = dkim_key()
    seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    create.new(path / "ab", GAME.SLUG, GAME.Options(), seats, seed="wheel", proof="dkim")
    plain = b"From: anna@example.org\r\nSubject: [ab]\r\nMessage-ID: <1@x>\r\n\r\nsay all: hi\r\n"
    whole, loose = (
        dkim.sign(plain, b"s", b"example.org", private, include_headers=[b"from", b"subject", *more])
        for more in ([b"message-id"], [])
    )
    for part in ("new", "cur", "tmp"):
        (path / "box" / part).mkdir(parents=True)
    for number, mail in enumerate((whole + loose + plain, loose + plain.replace(b"<1@x>", b"<2@x>"))):
        (path / "box" / "new" / f"{number}.x").write_bytes(mail)
        list(fetch.fetch(sources.Maildir(path / "box"), path, lookup=lambda name: record))
        assert Folder(path / "ab").last.n == 1 and Folder(path / "ab").last.says


def rows(title: str) -> dict[str, list[str]]:
    """The rows of the table below a heading of the page: what is done, and the other cells."""
    table = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines() if line.startswith("| "))
    next(cells)  # its head
    return {name: rest for name, *rest in cells}


def test_every_row_of_the_page_is_played_and_every_play_has_a_row():
    choosing = rows("Ways to choose a die")
    assert list(choosing) == [*chosen.WAYS, *chosen.PLAYED]
    for name in some(choosing, 1):
        assert tuple(choosing[name][:5]) == chosen.won(name), name
    assert list(rows("What else a referee can do")) == list(WAYS)
    assert list(rows("What others can do to a referee")) == list(OTHERS)
    assert len(re.findall(r"^\|---", PAGE, re.MULTILINE)) == 3, "there is no other table"


@pytest.mark.parametrize("name", WAYS | OTHERS)
def test_each_way_comes_to_what_the_page_says(tmp_path: Path, name: str):
    (WAYS | OTHERS)[name](tmp_path / "played")
