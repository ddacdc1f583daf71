"""Kept letters against a log: what is proof, to show to anybody, what is for their reader to judge, what is a claim.

Letters and orders that a player has kept, from a mailbox or a folder of files. Proof is signed on both sides: two notes
of one log, or a receipt and a log that is signed itself. The key is that of the reader's own first letter, which says
it as words: whoever shows a log may have changed what stands in it."""

import email
import email.policy
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core import NotationError
from adjudicator.core.checkpoint import HEADER, Note, notes, of_header
from adjudicator.core.codec import digest
from adjudicator.dice import pads
from adjudicator.dice.beacon import PERIOD
from adjudicator.mail.inbound import message, sources
from adjudicator.match import bundle, encoding
from adjudicator.match.folder import SIGNED, Folder
from adjudicator.referee.records import WAIT, LetterRecord, Waits, reader
from adjudicator.referee.seats import addresses, normal
from adjudicator.referee.terms import moment
from printables.core import Problem, UserError

if TYPE_CHECKING:
    from adjudicator.proofs.excerpts import OfExcerpt

MOST_BYTES = 4 << 20  # equivalent: it is memory alone; of an email
GUARD = timedelta(seconds=30)  # before a round: whoever has a clock so far ahead may know it
# As `adjudicator.mail.outbound.compose` makes them.
_ID = re.compile(r"([A-Za-z0-9._-]{1,64})\.(\d{4,7})\.([A-Z]{1,12})\.[0-9a-f]{16,56}@.*")
_FILE = re.compile(r"(\d{4,7})-([A-Z]{1,12})\.txt")
_WORDS = re.compile(r"\b[A-Z]{1,4}(?:[\s>]+[A-Z]{1,4}){7}\b")  # a key
_KEY = re.compile(r"^[ \t>]*key: ([0-9a-f]{64})\s*$", re.MULTILINE)


class Letter(NamedTuple):
    """A letter or a mail with orders: where it lies, who sent it and when, what it says.

    `notes`: of its headers, its text and what is attached. `match`, `line`, `whose`: of a letter, the match's id ("" in
    a file), the line of its log (from 0), its reader. `identity`: of a mail, as the log has it. `came`: when its
    reader's own server took it. `keys`: that it says, as words or in full."""

    place: str
    text: str
    notes: tuple[Note, ...]
    sender: str = ""
    date: str = ""
    identity: str = ""
    subject: str = ""
    match: str = ""
    line: int | None = None
    whose: str = ""
    came: datetime | None = None
    keys: tuple[str, ...] = ()


def read(path: Path) -> Iterator[Letter]:
    """The letters of an mbox file, a Maildir, or a folder or file of letters. Raises UserError."""
    if path.is_dir():
        below = [path / "cur", path / "new"] if (path / "cur").is_dir() else [path]
        files = sorted(file for folder in below if folder.is_dir() for file in folder.iterdir() if file.is_file())
        for file in files:
            if file.suffix not in (".html", ".svg", ".png"):
                yield from _file(file)
    elif path.is_file() and encoding.kept(str(path), 5) == b"From ":
        for number, mail in enumerate(sources.Mbox(path).messages(()), 1):
            yield _mail(f"{path}, email {number}", mail.data)
    elif path.is_file():
        yield from _file(path)
    else:
        raise UserError("there is nothing here", "name an mbox file, a Maildir or a folder of letters", str(path))


def _file(path: Path) -> Iterator[Letter]:
    try:
        data = encoding.read(path, MOST_BYTES)
        if path.suffixes[-2:] != [".tar", ".xz"]:
            yield _text(str(path), path.name, data)
        else:
            every = bundle.unpack(data).items()
            yield from (_text(f"{path}, {name}", name, one) for name, one in every if name.endswith(".txt"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or f"it cannot be read ({error})"
        raise UserError(reason, "take it away", str(path)) from None


def _text(place: str, name: str, data: bytes) -> Letter:
    if (named := _FILE.fullmatch(name)) is None:
        return _mail(place, data)
    text = data.decode("utf-8", "replace")
    return Letter(place, text, tuple(notes(text)), line=int(named[1]), whose=named[2], keys=tuple(_keys(text)))


def _mail(place: str, data: bytes) -> Letter:
    read = message.read(data)
    signed: list[Note] = []
    came, attached = None, ""
    try:
        parsed = email.message_from_bytes(data[:MOST_BYTES], policy=email.policy.default)
        body = parsed.get_body(("plain",))
        saved = "From" not in parsed  # a text, and no email
        text = data.decode("utf-8", "replace") if saved else body.get_content() if body else ""
        signed = [note for value in parsed.get_all(HEADER, []) if (note := of_header(str(value)))]
        came = _came(parsed.get_all("Received", []))
        parts = (part for part in parsed.walk() if part.get_content_type() == "text/plain" and part is not body)
        attached = "\n".join(part.get_content() for part in parts)
    except Exception:  # the standard library's parser has no list of what it raises
        text = read.text
    whole = f"{text}\n{attached}"
    named = _ID.fullmatch(read.message_id)
    sender = normal(read.sender) if "@" in read.sender else ""
    found = (*signed, *notes(whole))
    made = Letter(place, text, found, sender, read.date, read.identity, read.subject, keys=tuple(_keys(whole)))
    return made._replace(match=named[1], line=int(named[2]), whose=named[3], came=came) if named else made


def _came(received: Sequence[str]) -> datetime | None:
    """When the reader's own server took an email, as it put on top: the sender could write all that is below."""
    with suppress(ValueError, IndexError):
        at = parsedate_to_datetime(str(received[0]).rpartition(";")[2].strip())
        return at if at.tzinfo else None
    return None


def _keys(text: str) -> Iterator[str]:
    """The keys that a text says: in full, and as words, which only the words that belong together are."""
    yield from (found[1] for found in _KEY.finditer(text))
    for found in _WORDS.finditer(text):
        words = " ".join(found[0].replace(">", " ").split())
        with suppress(NotationError):
            pads.read(words)
            yield words


class Report(NamedTuple):
    """How many letters and orders of a match were compared, how many of the letters were signed, and what they show
    against its log: `proved` to anybody, to be `judged` by their reader, or `claimed` alone. `notes`: no faults."""

    letters: int
    orders: int
    signed: int
    proved: tuple[Problem, ...]
    judged: tuple[Problem, ...]
    claimed: int
    notes: tuple[str, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Proof and doubt, in words."""
        said = (("PROOF: ", self.proved), ("doubt: ", self.judged))
        return tuple(one._replace(message=what + one.message) for what, found in said for one in found)


class OfFolder:
    """What letters are compared with: a log, which has been proved, or an excerpt of one (`OfExcerpt`).

    `id`: the match's; `origin`: the log's, as in checkpoints; `key`: what its receipts are signed with, as it says
    itself ("" for none); `notes`: how far it went, as it is signed itself; `heads`: the SHA-256 of each line; `taken`:
    the emails with orders that it has; `homes`: the players' addresses, as far as they are known."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        match, entries = folder.match, list(folder.entries())
        self.id, self.key, self.origin = match.id, match.receipts, encoding.checkpoint(match, 0, "").origin
        self.heads: Sequence[str] = folder.log.heads
        signed = encoding.kept(f"{folder.path}/{SIGNED}") or b""
        self.notes: Sequence[Note] = tuple(notes(signed.decode("utf-8", "replace")))
        self.taken = frozenset(entry.mail.id for entry in entries if entry.mail)
        known = {normal(address) for entry in entries for address in addresses(match, entry.after) if address}
        self.homes = frozenset(known if match.proof != "dkim" else ())

    def opened(self, size: int) -> str:
        """The head of the seals of so many lines; "" for none."""
        return self.folder.opened(size)

    def letter(self, n: int, whose: str) -> LetterRecord | None:
        """The letter that a line wrote to a reader. Raises LookupError where that is not known."""
        return next((record for record in self.folder.log.letters(n) if record.whose == whose), None)

    def written(self, file: str) -> bytes:
        """A letter as it lies beside the log; nothing where it does not."""
        path = self.folder.path / f"{file}.txt"
        return path.read_bytes() if path.is_file() else b""

    def awaited(self, n: int) -> Waits | None:
        """The roll that waits for a round of drand from that line on; None where it orders none, or is not known."""
        entry = self.folder.log.entry(n)
        return entry.after.waits if any(done.kind == WAIT for done in entry.done) else None

    def answered(self, n: int, whose: str) -> str:
        """When the first email came that answers a reader's letter of that line; "" where none did, or is known."""
        entries = (one for one in self.folder.latest("answers") if one.answers.startswith(f"{n + 1} "))
        own = (one for one in entries if one.seat is not None and reader(one.seat) == whose)
        return min((one.mail.received for one in own if one.mail), default="")


SHOW = "keep what is named here, and show it to the others: nobody else can have signed it"
ASK = "ask the referee for the log as it is now, and keep this letter"
BOTH = "one of the two was changed; by whom, this does not show"
SELDOM = "compare with the other players: mail is late now and then, and seldom often"
NOT_SIGNED = "the log is not signed itself: what agrees with it proves nothing to others"
OWN_WORD = "which key signs is the log's own word here: your first letter, which says it, is not among these"


def check(known: "OfFolder | OfExcerpt", kept: Iterable[Letter]) -> Report:
    """Compare what was kept with a log, or an excerpt, that has been proved. Reads only. Raises MatchError."""
    return _Proof(known, list(kept)).report()


class _Proof:
    def __init__(self, known: "OfFolder | OfExcerpt", kept: list[Letter]) -> None:
        self.known, self.kept = known, kept
        self.letters = self.orders = self.claimed = 0
        self.came = Counter[str]()  # letters that name a round, by whether they came in time
        self.proved, self.judged = list[Problem](), list[Problem]()
        self.signed: list[tuple[Note, str]] = []  # receipts, each with the letter that has it
        self.first, self.key = self._key()

    def _key(self) -> tuple[str, bytes]:
        """The key of the reader's first letter: as words, and in full where any here fits; without it the log's."""
        said = [(letter.line, word) for letter in self._own() for word in letter.keys if " " in word]
        words = min(said, default=(0, ""))[1]
        named = (self.known.key, *(key for letter in self._own() for key in letter.keys if " " not in key))
        fits = (key for key in named if key and words in ("", pads.fingerprint(key)))
        return words, bytes.fromhex(next(fits, ""))

    def _own(self) -> Iterator[Letter]:
        """The letters of this match. A file that names none is of it where its line is."""
        return (one for one in self.kept if one.line is not None and one.match in ("", self.known.id))

    def report(self) -> Report:
        if self.known.key and self.first and self.first != pads.fingerprint(self.known.key):
            message = f"the log has another key than your first letter, which says {self.first}"
            self.judged.append(Problem(self.known.origin, 0, message, ASK))
        for letter in self.kept:
            self._take(letter)
        own = [note for note in self.known.notes if note.went.origin == self.known.origin and self._holds(note)]
        self._forks(own)
        top = max((note.went.size for note in own if self._agrees(note)), default=0)
        for note, place in self.signed:
            if not self._agrees(note):
                self._against(note, place, top)
        told = [NOT_SIGNED] if self.known.key and not top and not self.proved else []
        told += [OWN_WORD] if self.signed and not self.first else []
        if self.came:
            when = ", ".join(f"{self.came[when]} {when}" for when in ("in time", "late", "not known"))
            told.append(f"letters that name a round came: {when}")
        proved, judged = (tuple(dict.fromkeys(found)) for found in (self.proved, self.judged))
        signed = len({place for _, place in self.signed})
        return Report(self.letters, self.orders, signed, proved, judged, self.claimed, tuple(told))

    def _doubt(self, place: str, message: str, hint: str = ASK) -> None:
        self.judged.append(Problem(place, 0, message, hint))

    def _holds(self, note: Note) -> bool:
        return bool(self.key) and note.holds(self.key)

    def _agrees(self, note: Note) -> bool:
        size, heads = note.went.size, self.known.heads
        return 0 < size <= len(heads) and (heads[size - 1], self.known.opened(size)) == (note.went.hash, note.went.open)

    def _take(self, letter: Letter) -> None:
        about = [note for note in letter.notes if note.went.origin.split("/")[1] == self.known.id]
        mine = letter.line is not None and letter.match in ("", self.known.id)
        if not mine and letter.sender in self.known.homes and self._orders(letter):
            return
        if mine:
            self.letters += 1
        good = [note for note in about if note.went.origin == self.known.origin and self._holds(note)]
        self.signed += [(note, letter.place) for note in good]
        if not good and (mine or about):
            if any(note.signatures and note.went.origin != self.known.origin for note in about):
                self._doubt(letter.place, "this letter is of another log of a match of that name")
            elif letter.match and self.known.key:
                what = "is signed by another key than that of your first letter" if about else "has no receipt"
                hint = "ask the referee why; a copy may have lost its headers"
                self._doubt(letter.place, f"this letter {what}", hint)
            else:
                self.claimed += 1
        if mine and letter.line is not None and letter.line < len(self.known.heads):
            self._in_time(letter, letter.line)
            with suppress(LookupError):
                self._said(letter, letter.line, self.known.letter(letter.line, letter.whose))

    def _forks(self, own: list[Note]) -> None:
        """Two signed notes of one size: whoever signed them has two logs, whichever of them lies here."""
        seen: dict[int, tuple[Note, str]] = {}
        for note, place in (*self.signed, *((note, self.known.origin) for note in own)):
            other, where = seen.setdefault(note.went.size, (note, place))
            if other.went != note.went:
                message = f"two logs: line {note.went.size} is another here than in {where}, and both are signed"
                self.proved.append(Problem(place, 0, message, SHOW))

    def _against(self, note: Note, place: str, top: int) -> None:
        """A receipt against the log, which is signed itself up to the line `top`."""
        size, many = note.went.size, len(self.known.heads)
        if size > many:
            lines = "1 line" if many == 1 else f"{many} lines"
            message = f"the log had {size} lines then, and here it has {lines}: it is older, or lines were dropped"
            self._doubt(place, message)
        elif size <= top:
            message = f"the log, signed up to line {top}, has another line {size} than this letter, signed, too"
            self.proved.append(Problem(place, 0, message, SHOW))
        else:
            message = f"line {size} of the log, or one before it, was another when this letter was signed"
            self._doubt(place, message, BOTH)

    def _in_time(self, letter: Letter, n: int) -> None:
        """A letter about a roll that waits came before anybody could know the round: by its reader's own server, and
        only where that says nothing by the log, in which an answer to it came in time."""
        if (waits := self.known.awaited(n)) is None:
            return
        known = moment(waits.due) - GUARD
        answered = "" if letter.came else self.known.answered(n, letter.whose)
        came = moment(answered) if answered and moment(answered) < known else letter.came
        self.came["not known" if came is None else "in time" if came <= known else "late"] += 1
        if came and came > known:
            seconds, rounds = round((came - known).total_seconds()), (came - known) // PERIOD + 1
            message = f"it came {seconds} s after its round could be known: {rounds} rounds could be chosen from"
            self._doubt(letter.place, message, SELDOM)

    def _said(self, letter: Letter, n: int, record: LetterRecord | None) -> None:
        """The letter says what the log's letter says, where that lies beside it."""
        if record is None:
            self._doubt(letter.place, f"line {n + 1} of the log wrote no letter to this reader")
            return
        written = self.known.written(record.file(n))
        # Where it does not lie there, what it was cannot be told from its hash, since mails are wrapped on their way.
        if record.text == digest(written) and (missing := _words(written.decode()) - _words(letter.text)):
            more = " ".join(sorted(missing)[:3])
            self._doubt(letter.place, f"line {n + 1} of the log wrote another letter: {more!r}", BOTH)

    def _orders(self, letter: Letter) -> bool:
        """Whether it holds a player's orders for this match; those that are not in the log are named."""
        name = self.known.id
        if f"[{name}]" not in letter.subject and f"match {name}" not in letter.text:
            return False
        self.orders += 1
        if letter.identity not in self.known.taken:
            when = f" of {letter.date}" if letter.date else ""
            hint = "ask the referee for it: it was lost, refused as from a stranger, or left out"
            self._doubt(letter.place, f"the orders in this email{when} are not in the log", hint)
        return True


def _words(text: str) -> set[str]:
    """What a letter says, however it was wrapped; without its lines about a token, which only its mail has."""
    lines = [line.strip(" >\t") for line in text.splitlines()]
    return {word for line in lines if "token" not in line.lower() for word in line.split()}
