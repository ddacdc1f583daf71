"""Who may be called a cheat by kept letters: a referee who signs two logs, and no other, whatever a player shows."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.core import checkpoint, ed25519
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import Checkpoint, canonical, digest
from adjudicator.dice import secret_from_seed
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.proofs import receipts
from adjudicator.proofs.receipts import Letter, Report

ROOT = Path(__file__).resolve().parent.parent
SEED = checkpoint.seed(secret_from_seed("wheel"))
OTHER = hashlib.sha256(b"a key that nobody was told").digest()


class Shown(NamedTuple):
    """A log as somebody shows it: match.json and the lines, every hash made anew."""

    terms: bytes
    lines: list[dict[str, Any]]

    @property
    def heads(self) -> list[str]:
        heads, before = [], "0" * 64
        for line in self.lines:
            before = digest(canonical({**line, "prev": before}).encode())
            heads.append(before)
        return heads

    @property
    def origin(self) -> str:
        return encoding.log_origin(encoding.read_match(self.terms, "match.json"), digest(self.terms))

    def note(self, size: int, seed: bytes = SEED) -> Note:
        return checkpoint.signed(Checkpoint(self.origin, size, self.heads[size - 1]), seed)

    def letter(self, size: int, seed: bytes = SEED) -> Letter:
        """The letter of the last of so many lines, as Anna has it."""
        match, note = encoding.read_match(self.terms, "match.json").id, self.note(size, seed)
        return Letter(f"{match}.{size}.eml", "", (note,), match=match, line=size - 1, whose="A")


class Log:
    """What letters are compared with."""

    taken = homes = frozenset[str]()

    def __init__(self, shown: Shown, *notes: Note) -> None:
        match = encoding.read_match(shown.terms, "match.json")
        self.id, self.key, self.origin, self.heads, self.notes = (
            match.id,
            match.receipts,
            shown.origin,
            shown.heads,
            notes,
        )

    def opened(self, size: int) -> str:
        return ""

    def letter(self, n: int, whose: str) -> Any:
        raise LookupError(whose)

    def written(self, file: str) -> bytes:
        return b""

    def awaited(self, n: int) -> None:
        return None


@pytest.fixture(scope="module")
def honest() -> Shown:
    log = (ROOT / "archive" / "the-game" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return Shown(terms(ed25519.public(SEED).hex()), [json.loads(line) for line in log])


def terms(key: str, **more: str) -> bytes:
    made = json.loads((ROOT / "archive" / "the-game" / "match.json").read_text(encoding="utf-8"))
    made |= more | ({"receipts": key} if key else {})
    return f"{canonical(made)}\n".encode()


def changed(shown: Shown) -> Shown:
    """Another past, all of it made anew: whoever has the letters has the links, and can."""
    lines = [dict(line) for line in shown.lines]
    lines[3]["source"] = "another.txt"
    return shown._replace(lines=lines)


def kept(shown: Shown, seed: bytes = SEED) -> list[Letter]:
    """Anna's letters: the first says the key, two more are of later lines."""
    last = len(shown.lines)
    key = encoding.read_match(shown.terms, "match.json").receipts
    first = shown.letter(1, seed)._replace(keys=(receipts.pads.fingerprint(key),))
    return [first, shown.letter(last - 2, seed), shown.letter(last, seed)]


def said(log: Log, letters: list[Letter]) -> str:
    report: Report = receipts.check(log, letters)
    return "PROOF" if report.proved else "doubt" if report.judged else "right"


def test_nobody_honest_is_framed(honest: Shown) -> None:
    last, letters = len(honest.lines), kept(honest)
    assert said(Log(honest, honest.note(last)), letters) == "right"
    older = honest._replace(lines=honest.lines[:-1])  # a true copy, and a newer letter
    assert said(Log(older, honest.note(last - 1)), letters) == "doubt"
    forged = changed(honest)  # by a player, who has the old note and true letters
    assert said(Log(forged, honest.note(last)), letters) == "doubt"
    assert said(Log(forged), letters) == "doubt"
    assert said(Log(forged, forged.note(last, OTHER)), letters) == "doubt"  # signed by the player
    other = honest._replace(terms=terms(ed25519.public(SEED).hex(), id="carl-dora"))  # another match of that secret
    stray = other.letter(last)
    assert said(Log(honest, honest.note(last)), [*letters, stray]) == "right"
    assert said(Log(honest, honest.note(last)), [*letters, stray._replace(match=Log(honest).id)]) == "doubt"


def test_a_cheat_does_not_walk_away(honest: Shown) -> None:
    last, letters = len(honest.lines), kept(honest)
    forged = changed(honest)
    another = forged._replace(terms=terms(ed25519.public(OTHER).hex()))
    assert said(Log(another, another.note(last, OTHER)), letters) == "doubt"  # another key than the first letter's
    assert said(Log(forged._replace(terms=terms(""))), letters) == "doubt"  # no key at all
    unsigned = [letters[0], *kept(honest, OTHER)[1:]]  # letters that were never signed well
    assert said(Log(honest, honest.note(last)), unsigned) == "doubt"
    bare = [letters[0], letters[1]._replace(notes=())]
    assert said(Log(honest, honest.note(last)), bare) == "doubt"


def test_a_fork_is_proof_wherever_it_shows(honest: Shown) -> None:
    last, letters, forged = len(honest.lines), kept(honest), changed(honest)
    assert said(Log(forged, forged.note(last)), letters) == "PROOF"
    assert said(Log(honest), [*letters, forged.letter(last)._replace(place="Bob's.eml")]) == "PROOF"
    later = forged._replace(lines=[*forged.lines, forged.lines[-1]])
    assert said(Log(later, later.note(last + 1)), letters) == "PROOF"  # signed later than any letter
    sealed = checkpoint.signed(honest.note(last).went._replace(open="ab" * 32), SEED)  # two seals of one line
    assert said(Log(honest), [*letters, letters[-1]._replace(notes=(sealed,), place="Bob's.eml")]) == "PROOF"


def test_every_key_but_the_first_letters_is_somebody_elses_word(honest: Shown) -> None:
    last, letters = len(honest.lines), kept(honest)[1:]
    report = receipts.check(Log(honest, honest.note(last)), letters)
    assert not report.problems and receipts.OWN_WORD in report.notes


def test_letters_of_a_match_without_a_key_prove_nothing(tmp_path: Path) -> None:
    """An old match goes on: what its letters say of the log is a claim, which anybody can write."""
    match = Path(shutil.copytree(ROOT / "archive" / "the-game", tmp_path / "the-game"))
    folder = Folder(match)
    went = folder.checkpoint(2)._replace(hash="ab" * 32)
    letter = Letter("1.eml", went.text, (Note(went),), match=folder.match.id, line=1, whose="A")
    report = receipts.check(
        receipts.OfFolder(folder), [letter._replace(whose="Z", line=999), letter._replace(line=998)]
    )
    assert (report.letters, report.claimed, report.problems) == (2, 2, ())
