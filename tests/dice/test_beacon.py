"""Rolls that wait for a round of drand: taken for good, rolled when the round is known, and proved."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy as copied
from datetime import timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice, product
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from drand import REAL, given, own_network, rolls, signed, takes
from faults.breaking import KINDS, Killed, failing
from faults.test_kills import EVERY
from lanes import THOROUGH, some
from typer.testing import CliRunner

from adjudicator import dice, games
from adjudicator.cli import rounds, show
from adjudicator.cli.app import app
from adjudicator.core import MatchError, checkpoint
from adjudicator.dice import beacon as beacon_proof
from adjudicator.dice.beacon import Round
from adjudicator.letters import proof
from adjudicator.match import create, encoding, process, seals, verify
from adjudicator.match.folder import Folder
from adjudicator.match.outputs import Filed
from adjudicator.match.store import folders
from adjudicator.proofs import excerpts as excerpt, receipts
from adjudicator.referee.records import NO_LINE, MailRecord, Post
from adjudicator.referee.terms import moment, stamp
from adjudicator.web import file as pages
from printables.core import UserError
from tests.proofs.checking import NODE, by_node, by_python

CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
pytest.importorskip("py_ecc", reason="the extra postfox[beacon] is not installed")
FIRST, SECOND, THIRD = sorted(REAL)


class Table:
    """A match that waits for drand, at its folder: what is sent and when, and which rounds are published."""

    def __init__(
        self,
        path: Path,
        slug: str = "snakes-and-foxes",
        terms: dict[str, str] | None = None,
        which: str = "drand",
        **options: Any,
    ) -> None:
        self.path, self.now, self.sent, self.fetch = path, takes(FIRST), 0, given
        players = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
        create.new(
            path,
            slug,
            games.find(slug).Options(**options),
            players,
            seed="wheel",
            joining=True,
            beacon=which,
            terms=create.terms(terms or {}),
            now=lambda: self.now,
        )

    @property
    def folder(self) -> Folder:
        return Folder(self.path)

    def put(self, *lines: str) -> None:
        self.sent += 1
        (self.path / "inbox" / f"{self.sent:02d}.txt").write_text("\n".join(lines))

    def go(self) -> list[Filed]:
        return process.adjudicate(self.folder, png=False, now=lambda: self.now, fetch=self.fetch)

    def send(self, *lines: str) -> Filed:
        self.put(*lines)
        return self.go()[-1]

    def join(self) -> Filed:
        for name in ("anna", "bob"):
            filed = self.send(f"player {name}", "join")
        return filed

    def begin(self) -> Filed:
        self.join()
        return self.roll()

    def roll(self) -> Filed:
        """The round that is waited for comes."""
        waits = self.folder.last.after.waits
        assert waits is not None
        self.now = waits.due
        return self.go()[0]

    def move(self) -> list[str]:
        """A file with a legal move."""
        folder = self.folder
        standing = folder.standing()
        (seat,) = folder.game.to_act(standing.state)
        action = folder.game.format(next(iter(folder.game.moves(standing.state))), standing.state)
        return [f"player {('anna', 'bob')[seat]}", action]

    def letter(self, filed: Filed, seat: str = "A") -> str:
        return (self.path / "letters" / f"{filed.entry.n:04d}-{seat}.txt").read_text()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "anna-bob")


@pytest.fixture
def played(table: Table) -> Table:
    """Three rolls, with the rounds of drand that are kept here."""
    table.begin()
    for number in (SECOND, THIRD):
        table.now = takes(number)
        assert not table.send(*table.move()).entry.refusals
        table.roll()
    return table


def problems(table: Table) -> str:
    return "; ".join(map(str, verify.verify(table.folder).problems))


def forged(table: Table, change: Any) -> str:
    """The log is changed, every hash and seal made anew, as a careful cheat would; what `verify` says."""
    from adjudicator.core.codec import canonical, digest
    from adjudicator.match import encoding

    values = [json.loads(line) for line in (table.path / "log.jsonl").read_bytes().splitlines()]
    change(values)
    head, opened, made = NO_LINE, "", b""
    for number, value in enumerate(values):
        value |= {"prev": head, "open": opened} if opened else {"prev": head}
        line = canonical(value).encode()
        head, made = digest(line), made + line + b"\n"
        entry = encoding.read_line(line, 2, "log", number + 1)
        opened = seals.sealed(table.folder.match, table.folder.game, entry, head).head
    (table.path / "log.jsonl").write_bytes(made)
    (table.path / "state.json").unlink()
    for name in ("inbox/done", "letters"):
        for file in (table.path / name).iterdir():
            file.unlink()
    return problems(table)


def test_real_rounds_of_drand_are_proved_and_no_other_signature_is() -> None:
    assert beacon_proof.wrong(tuple(REAL.values())) is None
    other = Round(SECOND + 1, REAL[SECOND].signature)
    assert beacon_proof.wrong((REAL[FIRST], other, REAL[THIRD])) == other
    unspelled = Round(FIRST, "f" * 96)
    assert beacon_proof.wrong((unspelled,)) == unspelled


def test_a_check_of_rounds_leaves_no_room_for_json_that_ends_the_process() -> None:
    """The library takes the limit of calls within calls away when it is imported."""
    program = (
        "import sys, json\nfrom adjudicator.dice import beacon as proof\n"
        "from adjudicator.dice.beacon import Round\n"
        "assert proof.wrong([Round(1, 'f' * 96)])\nassert sys.getrecursionlimit() == 1000\n"
        "try:\n    json.loads('[' * 100_000)\nexcept RecursionError:\n    print('told')\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert told.stdout == "told\n", told.stderr[-300:]


def test_a_second_signature_of_a_round_that_would_pass_the_pairing_is_refused() -> None:
    """A point outside the subgroup, added to the right one: who sends it would choose among many."""
    from py_ecc.bls.point_compression import compress_G1, decompress_G1
    from py_ecc.optimized_bls12_381 import FQ, add, curve_order, is_on_curve, multiply

    right = decompress_G1(int(REAL[FIRST].signature, 16))
    x, modulus = 0, FQ.field_modulus
    while True:
        x += 1
        y = pow(x**3 + 4, (modulus + 1) // 4, modulus)
        if y * y % modulus == (x**3 + 4) % modulus:
            stray = multiply((FQ(x), FQ(y), FQ(1)), curve_order)
            break
    second = add(right, stray)
    assert is_on_curve(second, FQ(4)) and second != right
    made = Round(FIRST, f"{compress_G1(second):096x}")
    assert beacon_proof.wrong((made,)) == made


def test_the_round_is_the_first_that_is_due_so_many_seconds_or_more_after_the_line() -> None:
    for number in (FIRST, SECOND, THIRD):
        at = moment(takes(number))
        second = timedelta(seconds=1)
        assert [beacon_proof.first(at + n * second, beacon_proof.AHEAD) for n in (-3, -2, 0, 1, 3)] == [
            number + n for n in (-1, 0, 0, 1, 1)
        ]
    assert beacon_proof.first(beacon_proof.GENESIS - timedelta(days=9), beacon_proof.AHEAD) == 1
    # Two minutes later by mail, ten by hand: 40 and 200 rounds of three seconds
    assert [
        beacon_proof.first(beacon_proof.GENESIS, ahead) for ahead in (0, beacon_proof.AHEAD, beacon_proof.BY_HAND)
    ] == [1, 41, 201]
    assert [str(beacon_proof.due(number)) for number in (1, 1000)] == [
        "2023-08-23 15:09:27+00:00",
        "2023-08-23 15:59:24+00:00",
    ]


def test_dice_follow_from_the_link_and_the_round(played: Table) -> None:
    lines = [entry for entry in played.folder.entries() if entry.by == "beacon"]
    assert [entry.done[0].beacon for entry in lines] == [REAL[number].text for number in sorted(REAL)]
    entropy = dice.entropy("anna-bob", ("", ""), ("", ""))
    for k, entry in enumerate(lines, 1):
        (done,) = entry.done
        mixed = dice.mixed(entropy, ("", ""), REAL[sorted(REAL)[k - 1]].randomness)
        again = dice.VerifiableDice(CHAIN.link(k), mixed, kinds=True)
        assert done.throws
        for throw in done.throws:
            assert again.throw(len(throw.values), throw.sides, throw.why) == throw.values
    report = verify.verify(played.folder)
    assert not report.problems and not report.notes
    assert ("orders that waited for drand", 3) in report.by


def test_the_round_of_the_check_values_stands_in_the_docs() -> None:
    text = " ".join((Path(__file__).parents[2] / "docs" / "dice.md").read_text().split())
    assert REAL[SECOND].randomness.hex() in text and REAL[SECOND].signature in text


def test_while_a_roll_waits_nothing_is_read_and_then_all_is_in_order(table: Table) -> None:
    table.begin()
    table.now = takes(SECOND)
    move = table.move()
    taken = table.send(*move)
    waits = taken.after.waits
    assert waits and (waits.round, waits.seat, waits.orders) == (SECOND, 1, (move[1],))
    table.put(move[0], "say bob: wait")
    table.put(move[0], "resign")
    assert table.go() == []
    with pytest.raises(MatchError, match=f"wait for round {SECOND} of drand"):
        process.adjudicate(table.folder, [table.path / "inbox" / "04.txt"], now=lambda: table.now, fetch=table.fetch)
    table.now = rolls(SECOND)
    rolled, said, resigned = table.go()
    assert rolled.entry.by == "beacon" and said.entry.says and resigned.after.outcome
    assert not problems(table)


@pytest.mark.parametrize("order", ["undo", "substitute Bob: Carl", "hold", "terms deadline 3d"])
def test_the_referee_cannot_change_a_roll_that_waits(table: Table, order: str) -> None:
    table.join()
    (refused,) = process.command(table.folder, order, now=lambda: table.now, png=False)
    assert "the dice wait for round 42 of drand" in refused.entry.refusals[0].reason
    (said,) = process.command(table.folder, "say all: soon", now=lambda: table.now, png=False)
    assert not said.entry.refusals and said.after.waits


def test_the_referee_may_end_a_match_whose_roll_never_comes(table: Table) -> None:
    table.join()
    (ended,) = process.command(table.folder, "abandon", now=lambda: table.now, png=False)
    assert ended.after.outcome and ended.after.waits is None
    assert not problems(table)


def test_a_log_that_takes_orders_while_a_roll_waits_is_refused(played: Table) -> None:
    def undone(lines: list[Any]) -> None:
        number = next(n for n, line in enumerate(lines) if line["by"] == "beacon")
        (resigned,) = [{"kind": "resign", "line": 1, "events": [{"kind": "resigned", "seat": 1}]}]
        lines.insert(number, json.loads(json.dumps(lines[number - 1] | {"by": "file", "seat": 1, "done": [resigned]})))
        for line in lines[number:]:
            line["after"]["lines"] += 1

    assert "the log cannot be replayed: the dice wait for round 42 of drand" in forged(played, undone)


@pytest.mark.parametrize(
    ("way", "noticed"),
    [
        ("another signature", "another signature"),
        ("another round", "cannot be replayed"),
        ("no round", "cannot be replayed"),
        ("an earlier round named", "does not follow"),
    ],
)
def test_a_referee_who_picks_the_round_is_noticed(table: Table, way: str, noticed: str) -> None:
    table.begin()

    def cheat(lines: list[Any]) -> None:
        taken, rolled = lines[-2], lines[-1]
        if way == "an earlier round named":
            taken["after"]["waits"]["round"] -= 1
            return
        shown = {
            "another signature": Round(FIRST, REAL[SECOND].signature),
            "another round": REAL[SECOND],
        }
        for done in rolled["done"]:
            if way == "no round":
                del done["beacon"]
                continue
            made = shown[way]
            done["beacon"] = made.text
            rolled["source_hash"] = sha256(made.text.encode()).hexdigest()

    assert noticed in forged(table, cheat)


def test_without_the_extra_verify_says_what_it_could_not_prove(
    played: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing() -> None:
        raise UserError("rounds of drand need the library `py_ecc`", beacon_proof.MISSING)

    monkeypatch.setattr(beacon_proof, "_library", missing)
    report = verify.verify(played.folder)
    note = f"rounds of drand not proved here: 3 ({beacon_proof.MISSING})"
    assert not report.problems and report.notes == (note,)
    made = tmp_path / "excerpt.jsonl"
    made.write_bytes(b"".join(excerpt.made(played.folder, 0)))
    shown = excerpt.prove(excerpt.read(made), made)
    assert not shown.problems and shown.notes == (excerpt.UNSIGNED, note)
    with pytest.raises(UserError, match="py_ecc"):
        Table(tmp_path / "other")


def test_an_excerpt_and_the_checkers_prove_it_too(played: Table) -> None:
    made = played.path.parent / "excerpt.jsonl"
    note = played.folder.receipt(len(played.folder.log.lines))
    made.write_bytes(b"".join(excerpt.made(played.folder, 0, note)))
    report = excerpt.prove(excerpt.read(made), made)
    assert not report.problems and not report.notes
    for path in (played.path, made):
        said, code = by_python(path)
        assert (
            re.match("NOT CHECKED: [0-9]+ signatures of drand; without them all dice could be chosen", said)
            and not code
        )
        assert not NODE or by_node([(path,)]) == [(said, code)]


@pytest.mark.parametrize("change", ["round", "since", "beacon"])
def test_the_checkers_find_another_round(table: Table, change: str) -> None:
    table.begin()
    lines = [json.loads(line) for line in (table.path / "log.jsonl").read_bytes().splitlines()]
    taken, rolled = lines[-2]["after"]["waits"], lines[-1]["done"][0]
    if change == "beacon":
        rolled["beacon"] = REAL[SECOND].text
    else:
        taken[change] = {"round": SECOND, "since": takes(SECOND)}[change]
    prev, made = NO_LINE, b""
    for line in lines:
        data = json.dumps(line | {"prev": prev}, sort_keys=True, separators=(",", ":")).encode()
        prev, made = sha256(data).hexdigest(), made + data + b"\n"
    (table.path / "log.jsonl").write_bytes(made)
    said, code = by_python(table.path)
    assert "round" in said and code == 1
    assert not NODE or by_node([(table.path,)]) == [(said, code)]


def test_a_letter_that_came_when_the_round_was_known_is_named(table: Table, tmp_path: Path) -> None:
    from email.utils import format_datetime

    table.begin()
    (n,) = [entry.n for entry in table.folder.entries() if entry.after.waits]
    body = (table.path / "letters" / f"{n:04d}-A.txt").read_text()
    head = table.folder.log.heads[n][:40]
    receipt = f"{checkpoint.HEADER}: {table.folder.receipt(n + 1).header}"

    def found(left: str, *received: str) -> str:
        mails = tmp_path / "kept.mbox"
        hop = "".join(f"Received: by mx; {format_datetime(moment(one))}\n" for one in received)
        date = format_datetime(moment(left))
        named = f"Message-ID: <anna-bob.{n:04d}.A.{head}@example.org>"
        head_lines = f"{hop}Date: {date}\nFrom: r@example.org\n{named}\n{receipt}\n\n"
        mails.write_text(f"From r@example.org\n{head_lines}{body}\n")
        own = tmp_path / "excerpt.jsonl"
        own.write_bytes(b"".join(excerpt.made(table.folder, 0)))
        known = receipts.OfFolder(table.folder), excerpt.OfExcerpt(excerpt.read(own), own)
        report, other = (receipts.check(one, receipts.read(mails)) for one in known)
        assert report.letters == 1 and report.problems == other.problems and report.notes[-1] == other.notes[-1]
        return f"{report.notes[-1]} {'; '.join(problem.message for problem in report.problems)}"

    told = "letters that name a round came: {} in time, {} late, {} not known "
    assert found(takes(FIRST), takes(FIRST)) == told.format(1, 0, 0)
    assert found(rolls(FIRST)) == told.format(0, 0, 1)  # no server of the reader's says when it came
    assert found(takes(FIRST), takes(FIRST), rolls(FIRST)) == told.format(1, 0, 0)  # the sender wrote what is below
    late = "it came 30 s after its round could be known: 11 rounds could be chosen from"
    assert found(takes(FIRST), rolls(FIRST), takes(FIRST)) == f"{told.format(0, 1, 0)}doubt: {late}"
    for received, known in ((rolls(FIRST), (0, 0, 1)), (takes(FIRST), (1, 0, 0))):
        post = Post((0,), MailRecord("ab" * 32, received, "address"), answers=f"{n + 1} {table.folder.log.heads[n]}")
        (table.path / "inbox" / f"{received[17:19]}.post").write_bytes(encoding.seal(post, b"say all: hello"))
        table.go()
        assert table.folder.last.says and found(rolls(FIRST)) == told.format(*known)
    assert late in found(takes(FIRST), rolls(FIRST))  # the log's word never overrules the reader's own server


def test_the_letter_that_names_a_round_leaves_before_all_others(tmp_path: Path) -> None:
    """Nothing of its match, nor of other matches, goes out before it; none that was put off holds it back."""
    from adjudicator.mail.outbound import outbox, transports
    from adjudicator.mail.outbound.delivery_log import Postings

    plain = Table(tmp_path / "a-match", which="")
    plain.join()
    table = Table(tmp_path / "b-match")
    table.join()
    named = table.folder.last.n
    now = moment(takes(FIRST))
    Postings(table.path).write("letters/0000-A", "anna@example.org", "deferred", now)
    letters = list(outbox.waiting(table.folder, Postings(table.path), now))
    assert [int(letter.name[8:12]) for letter in letters] == [named, named, 0, *range(1, named)][: len(letters)]
    assert letters[0].to.address == "anna@example.org"
    packed = next(outbox.waiting(table.folder, Postings(table.path), now)).packed()
    assert [one.n for one in packed.earlier] == sorted({0, named - 1})  # as if it had come in its turn
    sent: list[str] = []

    class Way(transports.Outbox):
        def deliver(self, mail: bytes, name: str, sender: str, to: str) -> None:
            sent.append(name)

    box = Way(tmp_path)
    store = folders.Matches(tmp_path)
    assert rounds.post(store, store.folders(), transports.Mailer(box, outbox.Reader("", "r@example.org")), None)
    first = [name.split("-0")[0] for name in sent]
    assert sent[0].startswith(f"b-match-{named:04d}-A") and first == sorted(first, reverse=True)
    assert len(sent) == len(set(sent))


def test_letters_say_that_the_dice_wait_and_what_comes_with_dice_has_the_signature(table: Table) -> None:
    table.send("player anna", "language de")
    joined = table.join()
    text = " ".join(table.letter(joined, "B").split())
    assert "The dice wait for round 42 of drand, a public source of chance, due at 15:11 on Wednesday 23 August" in text
    text = " ".join(table.letter(joined).split())
    assert "Die Würfel warten auf Runde 42 von drand, einer öffentlichen Zufallsquelle, fällig Mittwoch, 23." in text
    begun = table.roll()
    asked = table.send("player anna", "dice 1")
    assert "aus Runde 42 von drand und aus dem Namen der Partie. Niemand konnte sich diesen Wurf aussuchen oder" in (
        " ".join(table.letter(asked).split())
    )
    text = proof.made(table.folder.match, table.folder.game, table.folder.last.after, begun.entry.done)
    assert REAL[FIRST].signature in text and not proof.prove(text).problems
    other = text.replace(REAL[FIRST].signature, REAL[SECOND].signature)
    assert "round 42 of drand has another signature" in proof.prove(other).problems


def test_the_time_that_ran_out_takes_the_roll_and_the_round_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_network(monkeypatch)
    table = Table(tmp_path / "m", terms={"deadline": "2h", "late": "random"})
    table.fetch = signed
    table.begin()
    table.now = stamp(moment(table.now) + timedelta(hours=3))
    (late,) = process.due(table.folder, table.now, png=False, fetch=signed)
    assert [done.kind for done in late.entry.done] == ["late", "wait"] and late.after.waits
    assert process.wakes(table.folder) == moment(late.after.waits.due)
    assert process.due(table.folder, table.now, png=False, fetch=signed) == []
    (rolled,) = process.due(table.folder, late.after.waits.due, png=False, fetch=signed)
    assert any(event.kind == "played-for" for event in rolled.entry.events) and rolled.after.waits is None
    assert not problems(table)


def test_orders_sent_ahead_wait_for_a_round_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_network(monkeypatch)
    answer: list[str] = []
    for name in ("looked", "played"):  # the first to learn what is legal after the roll
        table = Table(tmp_path / name / "anna-bob")
        table.fetch = signed
        table.begin()
        first = table.move()
        if answer:
            table.send(answer[0], "turn 2", *answer[1:])
        table.send(*first)
        rolled = table.roll()
        assert rolled.entry.by == "beacon"
        answer = answer or table.move()
    ahead = table.folder.last
    assert (ahead.by, [done.kind for done in ahead.done]) == ("ahead", ["wait"]) and ahead.after.waits
    assert ahead.after.waits.round == beacon_proof.first(moment(table.now), beacon_proof.AHEAD)
    table.roll()
    assert [done.kind for done in table.folder.last.done] == ["action"]
    assert not problems(table)


def test_all_rolls_of_one_file_wait_for_one_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong move is refused when it is rolled."""
    own_network(monkeypatch)
    table = Table(tmp_path / "m")
    table.fetch = signed
    for name in ("anna", "bob"):
        table.send(f"player {name}", "join")
    table.roll()
    name, move = table.move()
    taken = table.send(name, move, "move z99", "say all: there it goes")
    assert taken.after.waits is None and taken.entry.asks  # a line that no position makes sense of
    taken = table.send(name, move, move, "say all: there it goes")
    assert taken.after.waits and taken.after.waits.orders == (move, move) and taken.entry.says
    rolled = table.roll()
    assert [done.kind for done in rolled.entry.done] == ["action"] and rolled.entry.refusals
    assert "only part of them could be carried out" in " ".join(table.letter(rolled, "B").split())
    assert not problems(table)


@pytest.mark.parametrize(("step", "kind"), some(product(("taken", "rolled"), KINDS), 4))
def test_whatever_runs_next_finishes_an_order_that_is_taken_and_one_that_is_rolled(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, kind: str
) -> None:
    table.begin()
    table.now, moved = takes(SECOND), table.move()
    table.put(*moved)
    if step == "rolled":
        table.go()
        table.put(moved[0], "say bob: there it goes")
        table.now = rolls(SECOND)

    def copy(name: str) -> Table:
        other = copied(table)
        other.path = tmp_path / name / "anna-bob"
        shutil.copytree(table.path, other.path)
        return other

    monkeypatch.setattr(beacon_proof, "wrong", lambda given: None)  # it would be proved again after each stop
    whole = copy("whole")
    with failing(10**9, kind) as disk:
        whole.go()
    log = (whole.path / "log.jsonl").read_bytes()
    tried = disk.count if EVERY else 12 if THOROUGH else 5
    for fatal in (1 + number * disk.count // tried for number in range(tried)):
        broken = copy(f"{fatal}")
        with failing(fatal, kind), suppress(Killed, UserError, OSError):
            broken.go()
        broken.go()
        assert (broken.path / "log.jsonl").read_bytes() == log, disk.names[fatal - 1]
        report = verify.verify(broken.folder)
        assert not report.problems and not report.notes
        assert not [file for file in (broken.path / "inbox").iterdir() if file.is_file()]
        shutil.rmtree(broken.path)
    if EVERY:
        print(f"\n{step}, {kind}: {disk.count} points")


def test_the_same_orders_at_the_same_times_are_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        table = Table(tmp_path / name / "anna-bob")
        table.begin()
        table.now = takes(SECOND)
        table.send(*table.move())
        table.roll()
        made.append((table.path / "log.jsonl").read_bytes())
    assert made[0] == made[1]


def test_a_match_without_a_beacon_says_nothing_of_one(tmp_path: Path) -> None:
    players = [create.seat("Anna"), create.seat("Bob")]
    create.new(tmp_path / "m", "the-game", games.find("the-game").Options(), players)
    assert b"beacon" not in (tmp_path / "m" / "match.json").read_bytes()
    with pytest.raises(MatchError, match="is not a beacon"):
        create.new(tmp_path / "n", "the-game", games.find("the-game").Options(), players, beacon="moon")


@pytest.mark.parametrize("slug", some(["snakey-dice", "wolves-and-jackals", "snakes-and-foxes"], 1))
def test_games_with_dice_are_played_and_proved_with_a_beacon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    own_network(monkeypatch)
    table = Table(tmp_path / "m", slug, **({"league": True} if slug == "snakey-dice" else {}))
    table.fetch = signed
    for name in ("anna", "bob"):
        table.send(f"player {name}", "join")
    waited = 0
    for _ in range(14):
        folder = table.folder
        standing = folder.standing()
        if standing.waits is not None:
            waited += 1
            table.roll()
            continue
        if standing.outcome or standing.state is None:
            break
        state = standing.state
        seat = folder.game.to_act(state)[0]
        action = next(
            action for action in islice(folder.game.moves(state), 500) if getattr(action, "seat", seat) == seat
        )
        text = folder.game.format(action, state).removeprefix(f"{'AB'[seat]}: ")
        filed = table.send(f"player {'AB'[seat]}", text)
        assert not filed.entry.refusals, filed.entry.refusals
    assert waited > 2 and not problems(table)
    made = tmp_path / "excerpt.jsonl"
    made.write_bytes(b"".join(excerpt.made(table.folder, 0)))
    assert not excerpt.prove(excerpt.read(made), made).problems


@contextmanager
def relayed(answer: dict[str, Any] | bytes) -> Iterator[str]:
    """A relay that answers so, and its address."""
    data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()

    class Relay(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if data.startswith(b"HTTP"):  # the whole answer
                self.wfile.write(data)
                return
            self.send_response(200 if f"/{beacon_proof.NETWORK}/public/" in self.path else 404)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Relay) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_round_is_fetched_from_a_relay_and_a_wrong_one_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = {"round": FIRST, "randomness": "", "signature": REAL[FIRST].signature}
    with relayed({"signature": REAL[SECOND].signature}) as bad, relayed(right) as good:
        monkeypatch.setenv(beacon_proof.VARIABLE, f"{bad} {good}/")
        assert beacon_proof.fetched(FIRST) == REAL[FIRST]
        monkeypatch.setenv(beacon_proof.VARIABLE, bad)
        with pytest.raises(UserError, match="what it answers is not that round"):
            beacon_proof.fetched(FIRST)
    cut_off = b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n{"
    for answer in (b"", b"[]", b'"x"', b"{" * 9000, b"[" * 9000, b"\xff", b"9" * 9000, b"HTTP/1.0 no\r\n\r\n", cut_off):
        with relayed(answer) as odd:
            monkeypatch.setenv(beacon_proof.VARIABLE, odd)
            with pytest.raises(UserError, match="cannot be fetched"):
                beacon_proof.fetched(FIRST)
    for length, believed in ((10_000, True), (10_001, False)):  # the rest of an answer is not read
        answer = json.dumps(right).encode()
        with relayed(answer[:-1] + b" " * (length - len(answer)) + b"}") as wide:
            monkeypatch.setenv(beacon_proof.VARIABLE, wide)
            if believed:
                assert beacon_proof.fetched(FIRST) == REAL[FIRST]
                assert beacon_proof.fetched(beacon_proof.LATEST) == REAL[FIRST]
                assert [*beacon_proof.addresses(beacon_proof.LATEST)] == [
                    f"{wide}/{beacon_proof.NETWORK}/public/latest"
                ]
                continue
            with pytest.raises(UserError, match="cannot be fetched"):
                beacon_proof.fetched(FIRST)
    monkeypatch.setenv(beacon_proof.VARIABLE, "http://127.0.0.1:1 file:///etc/hostname")
    with pytest.raises(UserError, match="cannot be fetched"):
        beacon_proof.fetched(FIRST)


def test_why_no_relay_has_a_round_is_said_in_one_short_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> Round:
        raise ValueError("odd\n" + "x" * 300)

    monkeypatch.setattr(beacon_proof, "_answer", refused)
    with pytest.raises(UserError, match=r"cannot be fetched \(odd x{196}\)"):
        beacon_proof.fetched(FIRST)


def test_a_relay_that_is_down_leaves_the_match_as_it_is(table: Table) -> None:
    table.join()
    before = (table.path / "log.jsonl").read_bytes()
    table.now = rolls(FIRST)
    table.put("player anna", "say bob: hello")

    def down(_: int) -> Round:
        raise UserError("round 42 of drand cannot be fetched (down)", "it is tried again the next time")

    table.fetch = down
    with pytest.raises(UserError, match="cannot be fetched"):
        table.go()
    assert (table.path / "log.jsonl").read_bytes() == before
    table.fetch = given
    assert [filed.entry.by for filed in table.go()] == ["beacon", "file"]


def test_a_round_is_given_by_hand(table: Table) -> None:
    run = CliRunner()
    table.join()
    shown = run.invoke(app, ["beacon", str(table.path)])
    assert "the dice wait for round 42 of drand, due 2023-08-23T15:11:30+00:00" in shown.output
    assert f"https://api.drand.sh/{beacon_proof.NETWORK}/public/42" in shown.output
    assert "the dice wait" in run.invoke(app, ["show", str(table.path)]).output.replace("The", "the")
    for wrong in (REAL[SECOND].signature, "12"):
        refused = run.invoke(app, ["beacon", str(table.path), wrong])
        assert isinstance(refused.exception, UserError)
        assert table.folder.last.after.waits
    rolled = run.invoke(app, ["beacon", str(table.path), REAL[FIRST].signature.upper()])
    assert rolled.exit_code == 0 and "round 42 of drand: begin" in rolled.output
    assert "no roll waits" in run.invoke(app, ["beacon", str(table.path)]).output
    assert not problems(table)


def test_the_desk_says_what_a_match_waits_for(table: Table) -> None:
    table.join()
    shown = CliRunner().invoke(app, ["desk", "--matches", str(table.path.parent)]).output
    assert "the dice wait for round 42 of drand, due 2023-08-23T15:11:30+00:00" in shown


def test_the_page_says_until_when_the_dice_wait(table: Table) -> None:
    table.send("player bob", "language de")
    table.join()
    for seat, said in ((0, "due Wednesday 23 August, 15:11"), (1, "fällig Mittwoch, 23. August, 15:11 Uhr")):
        assert said in pages.html(table.folder, seat)


def test_without_joining_the_beginning_waits_too(tmp_path: Path) -> None:
    path, game = tmp_path / "m", games.find("snakes-and-foxes")
    players = [create.seat("Anna"), create.seat("Bob")]

    def begin(fetch: process.Relay) -> str:
        now = lambda: takes(FIRST, beacon_proof.BY_HAND)  # noqa: E731
        made = create.new(path, game.SLUG, game.Options(), players, beacon="drand", now=now, fetch=fetch)
        return show.begun(path, made)

    with pytest.raises(MatchError, match="the clock is behind: it says"):
        begin(lambda number: REAL[SECOND])
    assert not path.exists()
    assert begin(given).startswith(f"{path}: the dice wait for round {FIRST} of drand, due 20")
    match = Folder(path).match
    assert (match.ahead, match.joining) == (600, False) and Folder(path).last.after.waits
    assert not verify.verify(Folder(path)).problems
    (begun,) = process.adjudicate(Folder(path), png=False, now=lambda: rolls(FIRST), fetch=given)
    assert begun.after.state and begun.entry.done[0].beacon == REAL[FIRST].text
    assert not verify.verify(Folder(path)).problems


@pytest.mark.parametrize(
    ("ahead", "by_hand", "said"),
    [
        (119, False, "119 s"),
        (30, False, "30 s"),
        (121, False, "121 s"),
        (120, True, "letters need 600 s"),
        (600, 1, ""),
    ],
)
def test_rounds_that_are_due_before_letters_arrive_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int, by_hand: bool, said: str
) -> None:
    """A referee who has another program makes such a match; verify, excerpts and checkers read what it says."""
    monkeypatch.setattr(create.chance, "ahead", lambda seats: ahead)
    game, path = games.find("snakes-and-foxes"), tmp_path / "m"
    players = [create.seat("Anna" if by_hand else "Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    now = lambda: takes(FIRST, ahead)  # noqa: E731
    create.new(path, game.SLUG, game.Options(), players, beacon="drand", now=now, fetch=given)
    process.adjudicate(Folder(path), png=False, now=lambda: rolls(FIRST), fetch=given)
    monkeypatch.undo()
    told = "; ".join(map(str, verify.verify(Folder(path)).problems))
    assert said in told and bool(told) == bool(said)
    made = tmp_path / "excerpt.jsonl"
    made.write_bytes(b"".join(excerpt.made(Folder(path), 0)))
    refused = [problem.message for problem in excerpt.prove(excerpt.read(made), made).problems]
    assert bool(refused) == (ahead not in (120, 600))
    for checked in (path, made):
        assert ("its rounds are due too soon" in by_python(checked)[0]) == bool(refused)


@pytest.fixture
def started(tmp_path: Path) -> Table:
    """A match with one round for all rolls, some moves on."""
    table = Table(tmp_path / "anna-bob", which="start")
    table.begin()
    for _ in range(3):
        assert not table.send(*table.move()).entry.refusals
    return table


def test_one_round_after_the_last_join_goes_into_every_roll(started: Table) -> None:
    entries = [entry for entry in started.folder.entries() if any(done.throws for done in entry.done)]
    assert len(entries) == 4 and [entry.by for entry in entries] == ["beacon", "file", "file", "file"]
    assert {done.beacon for entry in entries for done in entry.done if done.throws} == {REAL[FIRST].text}
    report = verify.verify(started.folder)
    assert not report.problems and not report.notes
    made = started.path.parent / "excerpt.jsonl"
    made.write_bytes(b"".join(excerpt.made(started.folder, 0)))
    assert not excerpt.prove(excerpt.read(made), made).problems


def test_another_round_than_that_of_the_beginning_is_found(started: Table) -> None:
    def other(lines: list[Any]) -> None:
        for done in lines[-1]["done"]:
            if "beacon" in done:
                done["beacon"] = REAL[SECOND].text

    assert "round 1000 of drand is not the one that the beginning waited for" in forged(started, other)


def test_a_roll_that_did_not_wait_is_found_however_true_its_round(played: Table) -> None:
    """A line that takes an order and rolls at once, with a round that was known: its writer could choose among many."""

    def at_once(lines: list[Any]) -> None:
        taken, rolled = lines[-2], lines[-1]
        rolled |= {"by": "file", "seat": taken["seat"], "source": taken["source"], "source_hash": taken["source_hash"]}
        rolled["after"]["lines"] -= 1
        del lines[-2]

    assert "cannot be replayed" in forged(played, at_once)


def test_a_line_that_says_a_moment_before_the_last_round_is_found(played: Table) -> None:
    def back(lines: list[Any]) -> None:
        for line in lines[-2:]:
            if "waits" in line["after"]:
                line["after"]["waits"] |= {"since": takes(SECOND), "round": SECOND}
            else:
                for done in line["done"]:
                    done["beacon"] = REAL[SECOND].text
                line["source_hash"] = sha256(REAL[SECOND].text.encode()).hexdigest()

    assert "the line says a moment before that of the round before it" in forged(played, back)


def test_a_clock_that_is_behind_a_round_names_none(table: Table) -> None:
    table.begin()
    before = (table.path / "log.jsonl").read_bytes()
    table.now = takes(SECOND)

    def latest(number: int) -> Round:
        return REAL[SECOND] if number == beacon_proof.LATEST else given(number)

    for late, refused in ((9, False), (11 + 120, True)):
        clock = stamp(beacon_proof.due(SECOND) - timedelta(seconds=late))
        table.fetch, table.now = latest, clock
        if refused:
            with pytest.raises(MatchError, match="the clock is behind: it says"):
                table.send(*table.move())
            assert (table.path / "log.jsonl").read_bytes() == before
    table.fetch, table.now = given, takes(FIRST)
    with pytest.raises(MatchError, match="the clock is behind"):
        table.go()


def test_a_bot_chooses_alike_whatever_is_said_before_it(tmp_path: Path) -> None:
    """Whoever holds the secret could add lines until a bot's move suits: they change nothing."""
    from adjudicator.opponents import orders as bots
    from adjudicator.referee.terms import Terms

    players, game = [create.seat("Anna"), create.seat("Bob")], games.find("snakes-and-foxes")
    terms = Terms(days=2, late="bot:random")
    create.new(tmp_path / "m", game.SLUG, game.Options(), players, seed="hub", terms=terms)
    chosen = set()
    for _ in range(12):
        folder = Folder(tmp_path / "m")
        standing = folder.standing()
        (seat,) = game.to_act(standing.state)
        chosen.add(bots.stand_in(folder.match, game, standing, seat, folder.bot_seed(seat)))
        old = bots.stand_in(
            folder.match._replace(format="postfox-match-2"), game, standing, seat, folder.bot_seed(seat)
        )
        chosen.add(f"before: {old}")
        process.command(folder, "say all: hm", png=False)
    assert len({one for one in chosen if not one.startswith("before")}) == 1 < len(chosen) - 1
