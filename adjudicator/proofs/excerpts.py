"""An excerpt of a match: what one reader may see of its log, with seals for the rest, and its proof, for which the file
is enough: its seals, its dice, and that play followed the rules.

A line of JSON says what it is of; then each line of the log follows with its SHA-256, the head of the seals before it,
the seal of each part, and the parts that its reader may see, each with its salt. In matches that were begun before logs
had salts nothing ties it to letters: such a file has no hashes of lines, from which something could be guessed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from adjudicator import games
from adjudicator.core import GameError, MatchError, codec
from adjudicator.core.checkpoint import Note, notes
from adjudicator.core.codec import ALWAYS, Checkpoint, Json, T, canonical, parsed
from adjudicator.core.game import Game
from adjudicator.match import encoding, folder as match_folder, seals
from adjudicator.match.folder import Folder
from adjudicator.match.seals import PLAY
from adjudicator.match.verify import Report
from adjudicator.referee import chance
from adjudicator.referee.records import NO_LINE, REFEREE, WAIT, Entry, LetterRecord, MailRecord, Match, Waits, reader
from adjudicator.referee.terms import HASH
from printables.core import Problem, UserError

FORMAT: Literal["postfox-excerpt-1"] = "postfox-excerpt-1"
MOST_BYTES = 64 << 20  # equivalent: it is memory alone


class Head(NamedTuple):
    """Whose excerpt it is of which log: a seat letter or SPECTATORS, the log's origin (as in a checkpoint). `sealed`:
    the log itself has the salts, so that letters vouch for what is shown. `receipts`: the match's key."""

    format: Annotated[Literal["postfox-excerpt-1"], ALWAYS]
    origin: str
    reader: str
    sealed: Annotated[bool, ALWAYS] = True
    receipts: Annotated[str, HASH] = ""


class Shown(NamedTuple):
    """A part that is shown, as canonical JSON, and its salt."""

    salt: Annotated[str, HASH]
    text: str


class Line(NamedTuple):
    """A line of the log: as in `seals.Sealed`, and the parts of it that are shown."""

    line: Annotated[str, HASH]
    open: Annotated[str, HASH]
    seals: tuple[Annotated[str, HASH], ...]
    shown: dict[str, Shown]


class Excerpt(NamedTuple):
    """An excerpt as read; `notes`: how far it goes, signed."""

    head: Head
    lines: tuple[Line, ...]
    notes: tuple[Note, ...] = ()


def made(folder: Folder, seat: int, note: Note | None = None) -> Iterator[bytes]:
    """The lines of an excerpt for a seat, or who looks on (REFEREE), and the `note` of the last. Raises MatchError."""
    match, game, last = folder.match, folder.game, folder.last.after
    if last.state is None:
        raise MatchError("play has not begun: there is nothing to show", "every player sends `join`", str(folder.path))
    whole = game.open or len(match.seats) == 1 or last.outcome is not None
    shown = (PLAY, reader(seat)) if whole else (reader(seat),)
    yield _written(Head(FORMAT, folder.checkpoint(1).origin, reader(seat), bool(match.salt), match.receipts))
    opened = NO_LINE
    for entry, hashed in zip(folder.entries(), folder.log.heads, strict=True):
        if not match.salt:
            entry, hashed = entry._replace(salt=folder.salt(entry.n), open=opened), NO_LINE
        sealed = seals.sealed(match, game, entry, hashed)
        yield _written(Line(*sealed, _shown(match, game, entry, shown)))
        opened = sealed.head
    if note:
        yield note.text.encode()


def _shown(match: Match, game: Game, entry: Entry, wanted: tuple[str, ...]) -> dict[str, Shown]:
    """Parts of a line. A link that others have yet to meet stays sealed, with the part that it has in older matches."""
    texts = seals.texts(match, game, entry)
    told = [name for name in texts if name in wanted and (PLAY in wanted or '"link":"' not in texts[name])]
    return {name: Shown(seals.part_salt(entry.salt, name), texts[name]) for name in told}


def _written(record: Head | Line) -> bytes:
    value = codec.write(record)
    if isinstance(record, Line):
        value["shown"] = {name: codec.write(part) for name, part in record.shown.items()}
    return canonical(value).encode() + b"\n"


def read(path: Path) -> Excerpt:
    """The excerpt in a file. Raises UserError."""
    try:
        data = encoding.read(path, MOST_BYTES)
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "name an excerpt, or a match folder", str(path)) from None
    text, end, note = data.partition(b"\npostfox/")
    first, *rest = (text + end[:1]).split(b"\n")
    head = _record(Head, first, path, 1)
    lines = [_record(Line, line, path, number) for number, line in enumerate(rest[:-1], 2)]
    if not lines or rest[-1]:
        raise UserError("the excerpt is not complete", "ask for it again", f"{path}:{len(rest) + 1}")
    return Excerpt(head, tuple(lines), tuple(notes((end + note).decode("utf-8", "replace"))))


def _record(kind: type[T], line: bytes, path: Path, number: int) -> T:
    try:
        return codec.read(kind, parsed(line))
    except ValueError as error:
        reason = "this is not an excerpt of a match" if number == 1 else f"the excerpt is damaged: {error}"
        raise UserError(reason, "`postfox trust excerpt DIR` writes one", f"{path}:{number}") from None


def is_one(path: Path) -> bool:
    """Whether a file says that it is an excerpt."""
    return FORMAT.encode() in (encoding.kept(str(path), 200) or b"")


UNSIGNED = "nobody has signed how far it goes: it may have been changed, and all dice made anew"
ALTERED = "the excerpt was altered: ask for it again"
UNSEALED = "the match was begun by an earlier version: this proves dice and rules, but not that letters told the same"
HIDDEN = "what all will see when the match is over is sealed until then: its dice and moves are not proved yet"


def prove(excerpt: Excerpt, path: Path) -> Report:
    """Check an excerpt. Whether letters agree with it is for `check`."""
    proof = _Proof(excerpt, str(path))
    proof.sealed()
    proof.signed()
    if not proof.problems:
        proof.play()
    return Report.of(proof.entries, proof.problems, proof.notes, Counter())._replace(lines=len(excerpt.lines))


class _Proof:
    def __init__(self, excerpt: Excerpt, path: str) -> None:
        self.excerpt, self.path = excerpt, path
        self.problems, self.entries = list[Problem](), list[Entry]()
        self.notes = [] if excerpt.head.sealed else [UNSEALED]

    def wrong(self, line: int, message: str, hint: str = ALTERED) -> None:
        """`line`: of the log, from 0; the file has one above it."""
        self.problems.append(Problem(self.path, line + 2, message, hint))

    def sealed(self) -> None:
        """The seals are a chain, and what is shown is what they were made of."""
        opened, many = NO_LINE, len(self.excerpt.lines[0].seals)
        parts = (PLAY, *(reader(seat) for seat in (REFEREE, *range(many - 2))))[:many]
        for n, line in enumerate(self.excerpt.lines):
            if line.open != opened or len(line.seals) != many:
                self.wrong(n, "the line does not follow on the one before")
                return
            for name, part in line.shown.items():
                if name not in parts or line.seals[parts.index(name)] != seals.seal(part.salt, part.text):
                    self.wrong(n, f"the part {name!r} is not what was sealed")
                    return
            opened = head(line)

    def signed(self) -> None:
        """It ends with a signed note of its last line, in a match that has a key."""
        key, lines = self.excerpt.head.receipts, self.excerpt.lines
        if not key or self.problems:
            return
        ends = Checkpoint(self.excerpt.head.origin, len(lines), lines[-1].line, head(lines[-1]))
        if not self.excerpt.notes:
            self.notes.append(UNSIGNED)
        elif not any(note.went == ends and note.holds(bytes.fromhex(key)) for note in self.excerpt.notes):
            self.wrong(len(lines), "what signs the excerpt does not fit its last line")

    def play(self) -> None:
        """Orders, dice and positions follow from the rules, where they are shown."""
        if any(PLAY not in line.shown for line in self.excerpt.lines):
            self.notes.append(HIDDEN)
            return
        try:
            match, game = self._read()
        except UserError as error:
            self.problems.extend(error.problems)
            return
        found = chance.proved(match, self.entries)
        self.notes += found.notes
        if found.wrong:
            self.wrong(found.n, found.wrong)
            return
        try:
            for _ in match_folder.replay(match, game, self.entries, self.path):
                pass
        except MatchError as error:
            self.problems.extend(problem._replace(line=problem.line + 1, hint=ALTERED) for problem in error.problems)

    def _read(self) -> tuple[Match, Game]:
        match, game = None, None
        for n, line in enumerate(self.excerpt.lines):
            try:
                value: Any = parsed(line.shown[PLAY].text.encode())
                first = {key: value.pop(key, None) for key in ("match", "source_hash")}
                if match is None:
                    match = codec.read(Match, first["match"])
                    game = games.find(match.game, match.rules)
                    game.Options.model_validate(match.options)
                    if len(match.seats) != len(line.seals) - 2:
                        raise ValueError("it has other seats")
                    origin = encoding.log_origin(match, first["source_hash"])
                    if (origin, match.receipts) != (self.excerpt.head.origin, self.excerpt.head.receipts):
                        raise ValueError(f"it is of {origin}")
                value |= {"source": "", "source_hash": NO_LINE, "prev": NO_LINE}
                entry = codec.read(Entry, value, len(match.seats))
                if entry.n != n:
                    raise ValueError(f"it says that it is line {entry.n + 1}")
            except (ValueError, GameError, AttributeError, TypeError, RecursionError) as error:
                fault = Problem(self.path, n + 2, f"the line cannot be read: {' '.join(str(error).split())}", ALTERED)
                raise UserError.of((fault,)) from None
            self.entries.append(entry._replace(prev=""))
        assert match is not None and game is not None
        return match, game


def head(line: Line) -> str:
    """What the next line and the letters name a line by."""
    return seals.Sealed(line.line, line.open, line.seals).head


class OfExcerpt:
    """What letters are compared with, where there is an excerpt for a log. Raises UserError."""

    def __init__(self, excerpt: Excerpt, path: Path) -> None:
        if not excerpt.head.sealed:
            raise UserError(UNSEALED, "remove --kept", str(path))
        self.excerpt, self.origin = excerpt, excerpt.head.origin
        self.id, self.key = self.origin.split("/")[1], excerpt.head.receipts
        self.notes: Sequence[Note] = excerpt.notes
        self.heads: Sequence[str] = tuple(line.line for line in excerpt.lines)
        self.taken = self.homes = frozenset[str]()  # addresses are in no excerpt

    def opened(self, size: int) -> str:
        return head(self.excerpt.lines[size - 1])

    def _part(self, n: int, name: str) -> Json:
        """A part of a line. Raises LookupError where it is not shown."""
        found = parsed(self.excerpt.lines[n].shown[name].text.encode())
        return found if isinstance(found, dict) else {}

    def letter(self, n: int, whose: str) -> LetterRecord | None:
        records = codec.read(tuple[LetterRecord, ...], self._part(n, whose).get("letters", []))
        return records[0] if records else None

    def written(self, file: str) -> bytes:
        return b""

    def awaited(self, n: int) -> Waits | None:
        if PLAY not in self.excerpt.lines[n].shown:
            return None
        value = self._part(n, PLAY)
        taken = any(done.get("kind") == WAIT for done in value.get("done", ()))
        return codec.read(Waits, value["after"]["waits"]) if taken else None

    def answered(self, n: int, whose: str) -> str:
        own = (self._part(later, whose) for later, line in enumerate(self.excerpt.lines) if whose in line.shown)
        answers = (one["mail"] for one in own if one.get("answers", "").startswith(f"{n + 1} ") and "mail" in one)
        return min((codec.read(MailRecord, mail).received for mail in answers), default="")
