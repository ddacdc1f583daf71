"""What a witness has signed: a file of lines, one for each head, and the answer to who asks for the next.

The witness never sees a match. It signs heads of a log in order, each naming the one before, for who asked first: the
mail that asks has a token that only the referee of that match can make, and the first one is kept.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

from adjudicator.core import codec
from adjudicator.core.canonical import canonical, digest, parsed
from adjudicator.match import files
from adjudicator.proofs import note as notes
from adjudicator.proofs.keys import Signer
from adjudicator.proofs.note import FIRST, Note
from adjudicator.referee.values import HASH
from printables.core.errors import UserError


class Signed(NamedTuple):
    """A line of the book: the mail that asked, the note that was signed ("" for none), and the SHA-256 of the token of
    who may ask for the log's next. `owed`: the answer has not left yet; a later line of the mail says that it has.
    """

    origin: str
    mail: Annotated[str, HASH]
    asker: Annotated[str, HASH]
    note: str = ""
    owed: bool = False


class Asked(NamedTuple):
    """A mail that asks for a signature: the head, the referee's token, the sender, what identifies it."""

    note: Note
    token: str
    sender: str
    mail: str


class Answer(NamedTuple):
    """What a mail is answered: the note that was signed ("" for none), and why not."""

    note: str = ""
    refused: str = ""


class Book:
    """The file of what was signed. Raises UserError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last: dict[str, Signed] = {}
        self.answered: set[str] = set()
        data, number = b"", 0
        try:
            if path.exists():
                data = files.read(path)
            *lines, _torn = data.split(b"\n")
            self.length = sum(len(line) + 1 for line in lines)
            for line in lines:
                number += 1
                signed: Signed = codec.read(Signed, parsed(line))
                self._take(signed)
        except OSError as error:
            raise UserError(error.strerror or "cannot be read", "name a file", str(path)) from None
        except ValueError as error:
            reason = f"the book is damaged: {error}"
            raise UserError(reason, "restore it from a copy", f"{path}:{number}") from None

    def _take(self, signed: Signed) -> None:
        if not signed.owed:
            self.answered.add(signed.mail)
        if signed.note:
            self.last[signed.origin] = signed

    def sign(self, asked: Asked, signer: Signer, seconds: int) -> Answer:
        """Sign a head, or say why not; it is in the book before it is given away. Raises UserError."""
        answer = self.answer(asked, signer, seconds)
        if not answer.refused and not self._signed(asked.note):
            self._write(asked, answer.note, owed=True)
        return answer

    def sent(self, asked: Asked) -> None:
        """The answer to an email has left: there will be no other. Raises UserError."""
        self._write(asked)

    def _write(self, asked: Asked, note: str = "", *, owed: bool = False) -> None:
        line = Signed(asked.note.head.origin, asked.mail, digest(asked.token.encode()), note, owed)
        data = canonical(codec.write(line)).encode() + b"\n"
        with files.reported(self.path):
            if not self.path.exists():
                files.write(self.path, b"", mode=0o600)
            files.append(self.path, data, self.length)
        self.length += len(data)
        self._take(line)

    def _signed(self, asked: Note) -> bool:
        before = self.last.get(asked.head.origin)
        return before is not None and next(notes.notes(before.note)).head == asked.head

    def answer(self, asks: Asked, signer: Signer, seconds: int) -> Answer:
        """What a mail would be answered; nothing is written."""
        asked = asks.note
        head, before = asked.head, self.last.get(asked.head.origin)
        if before is not None and before.asker != digest(asks.token.encode()):
            return Answer(refused="the token is not that of the first email about this log")
        kept = next(notes.notes(before.note)) if before else None
        if before is not None and kept is not None and kept.head.size >= head.size:
            if kept.head == head:
                return Answer(before.note)
            said = "a fork" if kept.head.size == head.size else "a log that went back"
            return Answer(before.note, f"{said}: what was signed before is below, and this is not it")
        due = kept.named if kept else FIRST
        if asked.before != due:
            shown = before.note if before else ""
            return Answer(shown, f"the head signed before is `before {due}`, not `before {asked.before}`")
        return Answer(notes.cosigned(asked, signer, seconds).text)
