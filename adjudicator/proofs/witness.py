"""What a witness has signed: a file of lines, one for each head, and the answer to who asks for the next.

The witness never sees a match. It signs heads of a log in order, each naming the one before, for who asked first: the
mail that asks has a token that only the referee of that match can make, and the first one is kept.

A signed head: a C2SP checkpoint whose last line names the head that the same witness signed before, and a signature.

The signature is a C2SP cosignature (Ed25519, with the time), or one of `ssh-keygen -Y sign -n postfox` over the lines.

Signed heads in a match folder, `witness/0000012.note`: what is asked for, what came back, what it proves.

The two mails about a head: a referee asks for a signature, the witness answers.
"""

import hmac
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from hashlib import sha256, sha512
from pathlib import Path
from typing import Annotated, NamedTuple

from adjudicator.core import codec
from adjudicator.core.checkpoint import Checkpoint, found
from adjudicator.core.codec import canonical, digest, parsed
from adjudicator.core.errors import MatchError
from adjudicator.match import files
from adjudicator.match.folder import Folder
from adjudicator.proofs import keys
from adjudicator.proofs.keys import KIND, NAMESPACE, Key, Signer, string, strings
from adjudicator.proofs.receipts import Letter
from adjudicator.referee.terms import HASH
from printables.core.errors import Problem, UserError

FIRST = "0"  # in place of the head before the first
_B64 = r"[A-Za-z0-9+/]{43}="
_BEFORE = re.compile(rf"^[ \t>]*before (0|[0-9]{{1,7}} {_B64})[ \t]*$", re.MULTILINE)
_COSIGNED = re.compile(r"^[ \t>]*\u2014 (\S{1,64}) ([A-Za-z0-9+/=]{20,200})[ \t]*$", re.MULTILINE)
_ARMOUR = re.compile(
    r"-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s>]{20,2000})-----END SSH SIGNATURE-----", re.MULTILINE
)
MOST = 16  # signatures of one note that are looked at
_COSIGNATURE = 4  # the kind of key, in C2SP's words


class Note(NamedTuple):
    """A head as it is signed: the checkpoint, and `before`, "SIZE HASH" of the one before it or FIRST.

    `signature`: as it stands below the lines, or "" where it is only asked for. A note may have several, of which those
    of other witnesses are passed over.
    """

    head: Checkpoint
    before: str
    signature: str = ""

    @property
    def named(self) -> str:
        """What the next one names it by."""
        return f"{self.head.size} {self.head.base64}"

    @property
    def body(self) -> str:
        """The lines that are signed."""
        return f"{self.head.text}before {self.before}\n"

    @property
    def text(self) -> str:
        """The lines and the signature."""
        return f"{self.body}\n{self.signature}\n"


def cosigned(note: Note, signer: Signer, seconds: int) -> Note:
    """The note, signed at a time in seconds since 1970."""
    signature = seconds.to_bytes(8) + signer.sign(_timed(note, seconds))
    return note._replace(signature=f"\u2014 {signer.key.name} {b64encode(_id(signer.key) + signature).decode()}")


def _timed(note: Note, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{note.body}".encode()


def _id(key: Key) -> bytes:
    return sha256(key.name.encode() + b"\n" + bytes((_COSIGNATURE,)) + key.raw).digest()[:4]


def holds(note: Note, key: Key) -> bool:
    """Whether that witness signed it. Raises UserError where nothing here can tell."""
    try:
        return _cosigned(note, key) if "\u2014" in note.signature else _signed_by_ssh(note, key)
    except ValueError:
        return False


def _cosigned(note: Note, key: Key) -> bool:
    found = [(one[1], b64decode(one[2], validate=True)) for one in _COSIGNED.finditer(note.signature)]
    mine = [data for name, data in found if name == key.name and data[:4] == _id(key)]
    return bool(mine) and all(
        len(data) == 4 + 8 + 64 and key.signed(data[12:], _timed(note, int.from_bytes(data[4:12]))) for data in mine
    )


def _signed_by_ssh(note: Note, key: Key) -> bool:
    stands = _ARMOUR.search(note.signature)
    blob = b64decode("".join(stands[1].replace(">", "").split()), validate=True) if stands else b""
    if blob[:10] != b"SSHSIG" + (1).to_bytes(4):
        return False
    who, space, reserved, name, signature = strings(blob[10:], 5)
    hashes = {b"sha512": sha512, b"sha256": sha256}
    kind, raw = strings(who, 2)
    made, value = strings(signature, 2)
    if (kind, made, raw, space) != (KIND.encode(), KIND.encode(), key.raw, NAMESPACE.encode()) or name not in hashes:
        return False
    hashed = hashes[name](note.body.encode()).digest()
    return key.signed(value, b"SSHSIG" + b"".join(map(string, (space, reserved, name, hashed))))


def notes(text: str) -> Iterator[Note]:
    """The heads with `before` that stand in a text, each with the signature below it, if there is one."""
    text = text.replace("\r\n", "\n")
    stands = list(_BEFORE.finditer(text))
    start = 0
    for number, before in enumerate(stands):
        end = stands[number + 1].start() if number + 1 < len(stands) else len(text)
        heads = list(found(text[start : before.start()]))
        below = text[before.end() : end]
        cosigned = [line[0].strip(" \t>") for line in _COSIGNED.finditer(below)]
        armour = _ARMOUR.search(below)
        start = before.end()
        if heads:
            said = "\n".join(cosigned[:MOST]) or (armour[0].strip(" \t>") if armour else "")
            yield Note(heads[-1], before[1], said)


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
        return before is not None and next(notes(before.note)).head == asked.head

    def answer(self, asks: Asked, signer: Signer, seconds: int) -> Answer:
        """What a mail would be answered; nothing is written."""
        asked = asks.note
        head, before = asked.head, self.last.get(asked.head.origin)
        if before is not None and before.asker != digest(asks.token.encode()):
            return Answer(refused="the token is not that of the first email about this log")
        kept = next(notes(before.note)) if before else None
        if before is not None and kept is not None and kept.head.size >= head.size:
            if kept.head == head:
                return Answer(before.note)
            said = "a fork" if kept.head.size == head.size else "a log that went back"
            return Answer(before.note, f"{said}: what was signed before is below, and this is not it")
        due = kept.named if kept else FIRST
        if asked.before != due:
            shown = before.note if before else ""
            return Answer(shown, f"the head signed before is `before {due}`, not `before {asked.before}`")
        return Answer(cosigned(asked, signer, seconds).text)


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
    found = list(notes(text))
    if len(found) != 1:
        raise MatchError("this is not a signed head", "restore it from the witness's email", str(path))
    return found[0]


def keep(folder: Folder, text: str) -> list[Note]:
    """Keep the signed heads of this match's log in a text that the witness sent. Raises MatchError, OSError."""
    key, origin = witness(folder), folder.checkpoint(1).origin
    mine = [one for one in notes(text) if one.head.origin == origin and one.signature]
    for one in mine:
        if not holds(one, key):
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
        for one in notes(letter.text):
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
        if not holds(one, self.key):
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


_TOKEN = re.compile(r"^[ \t>]*token ([0-9a-f]{32})\s*$", re.MULTILINE)
_ASK = """Please sign how far the log of this match has come. You do not have to know the match.

With Postfox: `postfox witness sign` reads this email and answers it.
With OpenSSH: save the lines from postfox/ to before in a file, and answer with that file and what
`ssh-keygen -Y sign -f KEY -n postfox FILE` makes of it. Compare `before` with what you signed last for this log.

{body}
token {token}
"""


def ask(note: Note, token: str) -> str:
    """The text of the mail to a witness."""
    return _ASK.format(body=note.body, token=token)


def asked_by_mail(letter: Letter) -> Asked | None:
    """What a mail asks a witness for; None where it asks for nothing."""
    token, found = _TOKEN.search(letter.text), [one for one in notes(letter.text) if not one.signature]
    if not (token and found and letter.sender and letter.identity):
        return None
    return Asked(found[-1], token[1], letter.sender, letter.identity)


def answer(given: Answer, head: Checkpoint) -> str:
    """The text of the witness's mail."""
    lines = [f"Not signed: {given.refused}.\n"] if given.refused else []
    lines += [given.note] if given.note else [head.text]
    return "\n".join(lines)


def mail(sender: str, to: str, subject: str, text: str, at: datetime, domain: str) -> bytes:
    """A plain mail as bytes."""
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"], made["Message-ID"] = format_datetime(at), make_msgid(domain=domain)
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(text, cte="8bit" if text.isascii() else "quoted-printable")
    return bytes(made)
