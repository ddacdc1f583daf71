"""What else a referee can do, as the table in docs/fairness.md has it: each way is played, and who notices does."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from datetime import timedelta
from email.utils import format_datetime
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from drand import REAL, rolls, takes

from adjudicator import dice, games
from adjudicator.core import checkpoint
from adjudicator.core.codec import canonical, digest
from adjudicator.match import create, encoding, process, seals, verify
from adjudicator.match.folder import Folder
from adjudicator.opponents import orders as bots
from adjudicator.proofs import excerpts, excerpts as excerpt, receipts, receipts as letters_kept
from adjudicator.referee.records import FORMATS, NO_LINE, REFEREE, MailRecord, Post
from adjudicator.referee.terms import Terms, moment
from tests.dice.test_two_sided import PADS, Table

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
GAME = games.find("snakes-and-foxes")
WAYS: dict[str, Callable[[Path], None]] = {}
Change = Callable[[list[dict[str, Any]]], None]


def way(name: str) -> Callable[[Callable[[Path], None]], Callable[[Path], None]]:
    """A row of the table."""

    def noted(played: Callable[[Path], None]) -> Callable[[Path], None]:
        WAYS[name] = played
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
    return "; ".join(map(str, receipts.check(receipts.OfFolder(Folder(match)), letters_kept.read(box)).problems))


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


@way("mixes in another player's link than was shown, none, or two")
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


@way("forks the log: tells two players two things")
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


@way("rewrites the past, all hashes too")
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


@way("takes no notice of an order")
def takes_no_notice(path: Path) -> None:
    match = one(path / "anna-bob")
    (seat,) = GAME.to_act(Folder(match).standing().state)
    sender = ("anna@example.org", "bob@example.org")[seat]
    box = path / "sent"
    box.mkdir()
    mail = f"From: {sender}\nSubject: [anna-bob]\nMessage-ID: <1@x>\n\n{legal(match, 1)[0]}\n"
    (box / "1.eml").write_text(mail)
    assert "are not in the log" in compared(match, box)


@way("takes orders in another order")
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


@way("previews a roll and asks for a change")
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
        file.write_bytes(b"".join(excerpt.made(Folder(other), REFEREE, ends)))
        read = excerpt.read(file)
        assert not excerpts.prove(read, file).problems
        told = receipts.check(excerpts.OfExcerpt(read, file), letters_kept.read(box))
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


@way("writes a line as if before a known round")
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


def rows() -> list[str]:
    table = PAGE.split("## What else a referee can do")[1].split("## ")[0]
    return [
        name
        for name in re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)
        if not name.startswith(("the referee", "-"))
    ]


def test_the_page_has_each_way():
    assert rows() == list(WAYS)


@pytest.mark.parametrize("name", WAYS)
def test_each_way_comes_to_what_the_page_says(tmp_path: Path, name: str):
    WAYS[name](tmp_path / "played")
