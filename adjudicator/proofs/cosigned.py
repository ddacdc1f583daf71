"""Signed heads in a match folder, `witness/0000012.note`: what is asked for, what came back, what it proves."""

import hmac
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.errors import MatchError
from adjudicator.match import files
from adjudicator.match.folder import Folder
from adjudicator.proofs import keys, note
from adjudicator.proofs.keys import Key
from adjudicator.proofs.letters_kept import Letter
from adjudicator.proofs.note import FIRST, Note
from printables.core.errors import Problem

FOLDER = "witness"
KEEP = "keep both, and show them to the others: the log is not the one that the witness signed"


class Proof(NamedTuple):
    """How many signed heads are kept, the lines of the last, and what they show against the log."""

    heads: int
    last: int
    problems: tuple[Problem, ...]


def witness(folder: Folder) -> Key:
    """The key of a match's witness. Raises MatchError where it has none."""
    if not folder.match.witness:
        hint = "`postfox new --witness KEY.pub` begins a match with one"
        raise MatchError("this match has no witness", hint, str(folder.path))
    return keys.public(folder.match.witness, str(folder.path / "match.json"))


def token(folder: Folder) -> str:
    """By what the witness knows the match's referee; nobody else can make it. Raises MatchError."""
    return hmac.digest(folder.token_key(), b"postfox-witness-1", "sha256").hex()[:32]


def asked(folder: Folder) -> Note:
    """The head that the witness is asked to sign now. Raises MatchError."""
    last = max(read(folder), key=lambda one: one.head.size, default=None)
    return Note(folder.checkpoint(len(folder.log.lines)), last.named if last else FIRST)


def read(folder: Folder) -> Iterator[Note]:
    """The notes that are kept, in order. Raises MatchError."""
    for path in sorted((folder.path / FOLDER).glob("*.note")):
        yield _note(path)


def _note(path: Path) -> Note:
    with files.reported(path):
        text = files.read(path, 1 << 16).decode("utf-8", "replace")
    found = list(note.notes(text))
    if len(found) != 1:
        raise MatchError("this is not a signed head", "restore it from the witness's email", str(path))
    return found[0]


def keep(folder: Folder, text: str) -> list[Note]:
    """Keep the signed heads of this match's log in a text that the witness sent. Raises MatchError, OSError."""
    key, origin = witness(folder), folder.checkpoint(1).origin
    mine = [one for one in note.notes(text) if one.head.origin == origin and one.signature]
    for one in mine:
        if not note.holds(one, key):
            raise MatchError("the signature is not the witness's", f"the key is {key.print}", str(folder.path))
    folder.sweep()
    for one in mine:
        place = folder.path / FOLDER / f"{one.head.size:07d}.note"
        if not place.exists():
            place.parent.mkdir(mode=0o700, exist_ok=True)
            files.write(place, one.text.encode())
    return mine


def prove(folder: Folder, letters: Iterable[Letter] = ()) -> Proof:
    """Compare the signed heads, also those in kept letters, with a log that has been proved: each is in it, and each
    names one that is there.
    """
    if not folder.match.witness:
        return Proof(0, 0, ())
    proof = _Proof(folder)
    for path in sorted((folder.path / FOLDER).glob("*.note")):
        proof.take(str(path), _note(path))
    for letter in letters:
        for one in note.notes(letter.text):
            if one.signature and one.head.origin == proof.origin:
                proof.take(letter.place, one)
    return Proof(len(proof.named), max((int(name.split()[0]) for name in proof.named), default=0), proof.wrong())


class _Proof:
    def __init__(self, folder: Folder) -> None:
        self.folder, self.key = folder, witness(folder)
        self.origin = folder.checkpoint(1).origin
        self.problems: list[Problem] = []
        self.named: dict[str, tuple[str, str]] = {}  # signed heads by their names: where, and the one before

    def take(self, place: str, one: Note) -> None:
        lines, size = self.folder.log.lines, one.head.size
        message, hint = "", KEEP
        if not note.holds(one, self.key):
            message, hint = f"this is not signed by the witness, {self.key.print}", "take no notice of it"
        elif not 0 < size <= len(lines):
            message = f"the witness signed line {size} of a log, and this one has {len(lines)} lines"
        elif self.folder.checkpoint(size) != one.head:
            message = (
                f"a fork or a rewritten past: the witness signed another line {size}, or one before it was another"
            )
        else:
            self.named.setdefault(one.named, (place, one.before))
            return
        self.problems.append(Problem(place, 0, message, hint))

    def wrong(self) -> tuple[Problem, ...]:
        """All that is wrong: also heads that are named and not here, and two that name the same."""
        named: dict[str, str] = {}
        for place, before in self.named.values():
            if before != FIRST and before not in self.named:
                message = f"what the witness signed before it, line {before.split()[0]}, is not kept here"
                self.problems.append(Problem(place, 0, message, "ask the witness for it: it may be of another log"))
            if before in named:
                message = f"the witness signed two heads after one, as in {named[before]}"
                self.problems.append(Problem(place, 0, message, "show both to the others: one may be of another log"))
            named[before] = place
        return tuple(self.problems)
