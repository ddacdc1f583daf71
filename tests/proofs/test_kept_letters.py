"""What letters that a player kept prove of a log, as the checkers of docs/check say it: proof, doubt, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.core import checkpoint, ed25519
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import Checkpoint, canonical, digest
from tests.proofs.checking import NODE, by_node, by_python
from tests.proofs.forgeries import FORGERIES, Lines, Match, forge, read, real, written

SECRET = bytes.fromhex("5e" * 32)
SEED, OTHER = checkpoint.seed(SECRET), checkpoint.seed(b"another secret")
ORDER = 2**252 + 27742317777372353535851937790883648493
DOUBT, PROOF = "DOUBT: ", "PROOF, if your first letter has the key "


class Shown(NamedTuple):
    """What is shown to a reader: a match, and what it is signed with; and the letters that the reader kept."""

    match: Match
    lines: Lines
    note: str
    letters: str


def heads(match: Match, lines: Lines, path: Path) -> list[str]:
    rows = (written(path, match, deepcopy(lines)) / "log.jsonl").read_bytes().splitlines()
    return [digest(row) for row in rows]


class Desk:
    """An honest referee, who has signed what left; and what others make of it."""

    def __init__(self, path: Path, played: Path) -> None:
        match = read(3, played)
        self.path = path
        self.match = match._replace(terms=match.terms | {"receipts": ed25519.public(SEED).hex()})
        self.heads = heads(self.match, match.lines, path / "honest")
        self.last = len(self.heads)

    def note(self, size: int, heads: list[str] | None = None, seed: bytes = SEED, terms: Any = None) -> str:
        return self.signed(size, heads, seed, terms).text

    def signed(self, size: int, heads: list[str] | None = None, seed: bytes = SEED, terms: Any = None) -> Note:
        data = f"{canonical(terms or self.match.terms)}\n".encode()
        origin = f"postfox/{(terms or self.match.terms)['id']}/{digest(data)[:32]}"
        return checkpoint.signed(Checkpoint(origin, size, (heads or self.heads)[size - 1]), seed)

    @property
    def kept(self) -> str:
        return f"Dear Anna,\n\n{self.note(self.last)}\n\n{self.note(self.last - 2)}"

    def changed(self, name: str, terms: Any = None) -> tuple[Match, Lines, list[str]]:
        match = self.match._replace(terms=terms or self.match.terms)
        lines = deepcopy(match.lines)
        forge(match, lines, FORGERIES[name].change)
        return match, lines, heads(match, lines, self.path / "changed")

    def shown(self, note: str = "", letters: str = "") -> Shown:
        return Shown(self.match, self.match.lines, note, letters)


Case = Callable[[Desk], Shown]
CASES: dict[str, tuple[str, Case]] = {}
WORDS = "other words, all dice made again"


def case(name: str, expected: str) -> Callable[[Case], Case]:
    def kept(made: Case) -> Case:
        CASES[name] = expected, made
        return made

    return kept


@case("an honest log", "; 2 signed receipts agree with it")
def _(desk: Desk) -> Shown:
    return desk.shown(desk.note(desk.last), desk.kept)


@case("letters as they come, wrapped and quoted, and as headers", "; 2 signed receipts agree with it")
def _(desk: Desk) -> Shown:
    quoted = "".join(f"> > {line}\n" for line in desk.note(desk.last).replace(" ", "\n").splitlines())
    return desk.shown("", f"{quoted}\nSubject: x\n{checkpoint.HEADER}: {desk.signed(desk.last - 1).header}\n")


@case("the last line is dropped", f"{DOUBT}a signed receipt has line 9: this copy is older, or lines were dropped")
def _(desk: Desk) -> Shown:
    match, lines, _ = desk.changed("the last line is dropped")
    return Shown(match, lines, desk.note(desk.last - 1), desk.kept)


@case("the last line is another, signed by the referee", f"{PROOF}")
def _(desk: Desk) -> Shown:
    match, lines, other = desk.changed("an invented throw that the game knows")
    return Shown(match, lines, desk.note(desk.last, other), desk.kept)


@case("another word, all dice made again, signed by the referee", f"{PROOF}")
def _(desk: Desk) -> Shown:
    match, lines, other = desk.changed(WORDS)
    return Shown(match, lines, desk.note(desk.last, other), desk.kept)


@case("the same, not signed: by the referee or by Bob", f"{DOUBT}a signed receipt has another line 9: one of the two")
def _(desk: Desk) -> Shown:
    match, lines, _ = desk.changed(WORDS)
    return Shown(match, lines, "", desk.kept)


@case("the same by Bob, who leaves the true note below", f"{DOUBT}what signs it does not fit it")
def _(desk: Desk) -> Shown:
    match, lines, _ = desk.changed(WORDS)
    return Shown(match, lines, desk.note(desk.last), desk.kept)


@case("two letters of one line, the log is nobody's", f"{PROOF}")
def _(desk: Desk) -> Shown:
    _, _, other = desk.changed(WORDS)
    return desk.shown("", desk.kept + desk.note(desk.last, other))


@case("a kept letter changed by its owner", f"{DOUBT}1 of your letters are not signed by the match's key")
def _(desk: Desk) -> Shown:
    first = re.search(r"(?m)^[A-Za-z0-9+/]{43}=$", text := desk.kept)
    assert first
    return desk.shown(desk.note(desk.last), text.replace(first[0], f"{'A' * 42}8=", 1))


@case("a letter that another key signed", f"{DOUBT}1 of your letters are not signed by the match's key")
def _(desk: Desk) -> Shown:
    return desk.shown(desk.note(desk.last), desk.note(desk.last, ["11" * 32] * desk.last, OTHER))


@case("a signature written otherwise", f"{DOUBT}1 of your letters are not signed by the match's key")
def _(desk: Desk) -> Shown:
    made = desk.signed(desk.last, ["11" * 32] * desk.last)
    (data,) = made.signatures
    more = (int.from_bytes(data[36:], "little") + ORDER).to_bytes(32, "little")
    return desk.shown(desk.note(desk.last), made._replace(signatures=(data[:36] + more,)).text)


@case("a key under which anything is signed", f"{DOUBT}1 of your letters are not signed by the match's key")
def _(desk: Desk) -> Shown:
    small = bytes([1, *[0] * 31])
    match = desk.match._replace(terms=desk.match.terms | {"receipts": small.hex()})
    made = desk.signed(desk.last, terms=match.terms)
    data = checkpoint.key_id(made.went.origin, small) + small + bytes(32)
    return Shown(match, match.lines, "", made._replace(signatures=(data,)).text)


@case("a letter of another match of the same secret", "; 0 signed receipts agree with it")
def _(desk: Desk) -> Shown:
    return desk.shown("", desk.note(desk.last, ["11" * 32] * desk.last, terms=desk.match.terms | {"id": "carl-dora"}))


@case("all is written anew under another key", f"{DOUBT}2 of your letters are of another match.json")
def _(desk: Desk) -> Shown:
    match, lines, other = desk.changed(WORDS, desk.match.terms | {"receipts": ed25519.public(OTHER).hex()})
    return Shown(match, lines, desk.note(desk.last, other, OTHER, match.terms), desk.kept)


@case("all is written anew, and the key is left out", f"{DOUBT}2 of your letters are of another match.json")
def _(desk: Desk) -> Shown:
    terms = {name: value for name, value in desk.match.terms.items() if name != "receipts"}
    match, lines, _ = desk.changed(WORDS, terms)
    return Shown(match, lines, "", desk.kept)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return real(3, tmp_path_factory.mktemp("real") / "anna-bob")


@pytest.mark.parametrize("name", CASES)
def test_letters_prove_what_is_signed_on_both_sides_and_no_more(played: Path, tmp_path: Path, name: str):
    expected, made = CASES[name]
    shown = made(Desk(tmp_path, played))
    path = written(tmp_path / "shown", shown.match, deepcopy(shown.lines))
    (tmp_path / "kept.txt").write_text(shown.letters)
    if shown.note:
        (path / "log.note").write_text(shown.note)
    said, code = by_python(path, tmp_path / "kept.txt")
    assert expected in said and code == (0 if expected.startswith(";") else 1)
    assert said.startswith(PROOF) == (expected == PROOF)
    assert not NODE or by_node([(path, tmp_path / "kept.txt")]) == [(said, code)]
