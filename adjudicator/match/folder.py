"""The match folder: what is written where, and how it is read back. The log is the truth, the rest can be rebuilt.

    match.json  log.jsonl  log.note  state.json  board.svg  board.png  secret.key  letters/  inbox/{,done/,refused/}

A step is: the log line is appended and flushed; then come letters, pictures and the archived move file; state.json,
which names the line it stands for, is renamed into place last. Where it is behind the log, a step was interrupted."""

import hmac
import os
import re
import stat
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import games
from adjudicator.core import DiceError, GameError, MatchError, OrderError
from adjudicator.core.codec import Checkpoint, Json, canonical, digest, parsed
from adjudicator.core.game import Game
from adjudicator.dice import TABLE, Chain, ScriptedDice
from adjudicator.match import encoding, seals
from adjudicator.match.encoding import Letters
from adjudicator.referee import orders
from adjudicator.referee.chance import Links, Source, logged
from adjudicator.referee.records import NO_LINE, Entry, LetterRecord, Match, Post, Standing, read_round
from adjudicator.referee.ruling import Ruling, options_of, state_json, turn_of
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.core.checkpoint import Note
    from adjudicator.dice.beacon import Round

SIGNED = "log.note"  # the greatest note that was signed of the log
NAMED, MARK = 40, 16  # hexadecimal digits of a line and of its mark in the name of a letter
MOST_NAMED = 200  # bytes of state.json up to the head that it names  # equivalent: there is room for more
SWEPT = 60.0  # seconds for which one process does not look again for what killed ones left
_NAMED = re.compile(rb'\s*\{\s*"game"\s*:\s*"[^"]*"\s*,\s*"log_head"\s*:\s*"([0-9a-f]{64})"')
AHEAD = "state.json is of a line that log.jsonl does not have: one of them was cut or altered"
RESTORE_BOTH = "restore both from a copy"
BROKEN = "the line does not name the hash of the line before it"
_FILE = re.compile(rb'"source":"([^"\\]+)","source_hash":"([0-9a-f]{64})"')
_KEPT_OUT = re.compile(r'[<>:"|?*\\]|[. ]$')  # of names on Windows
_NUMBERED = re.compile(r"\d+-([0-9a-f]+-\d+\.post)")


class Replayed(NamedTuple):
    """A line of the log with where the match stood before and after it."""

    entry: Entry
    before: Standing
    after: Standing


def identity(name: str, source: str) -> str:
    """What a move file in the inbox is known by: its name and its SHA-256, and the orders of an email by their name
    without the number that the ledger of emails gave them, for that ledger may be lost."""
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else f"{name} {source}"


class Log:
    """The complete lines of a log as bytes (without line ends); `torn` is what a killed writer left after them.
    `unended`: the last line is whole, but its end is missing. It counts: whoever wrote it may have gone on from there.
    A line is read once, however often its entry is asked for."""

    def __init__(self, path: Path, seats: int, lines: list[bytes], torn: bytes = b"", unended: bool = False) -> None:
        self.path, self.seats = path, seats
        self.lines, self.torn, self.unended = lines, torn, unended
        self.checked = self._searched = 0  # lines that follow on each other, and that were searched for files
        self.state: encoding.State | None = None  # of the file that has these lines and no more
        self._entries, self._files = dict[int, Entry](), dict[str, list[int]]()

    @classmethod
    def read(cls, path: Path, seats: int, known: "Log | None" = None) -> "Log":
        """The log of a match with so many seats. Raises MatchError for one that is missing or empty. `known`: the log
        read and checked before: what was found of its lines is not found again, an unchanged file not read."""
        state = encoding.state(path)
        if known and state and state == known.state:
            return known
        *lines, torn = encoding.needed(path).split(b"\n")
        unended = bool(torn) and _follows(torn, digest(lines[-1]) if lines else NO_LINE)
        if unended:
            lines, torn = [*lines, torn], b""
        if not lines:
            raise MatchError("the log has no line", "restore it from a copy, or begin a new match", str(path))
        log = cls(path, seats, lines, torn, unended)
        log.state = encoding.settled(state)
        if known and known.lines == log.lines[: len(known.lines)]:
            log.checked, log._entries = known.checked, known._entries
            log._searched, log._files = known._searched, known._files
            log.heads = [*known.heads, *map(digest, log.lines[len(known.lines) :])]
        return log

    @cached_property
    def heads(self) -> list[str]:
        """The SHA-256 of each line."""
        return list(map(digest, self.lines))

    @property
    def head(self) -> str:
        """The SHA-256 of the last line."""
        return self.heads[-1]

    def lines_of(self, file: str) -> tuple[int, ...]:
        """The lines that carried out a file of that identity."""
        for n in range(self._searched, len(self.lines)):
            for name, digested in _FILE.findall(self.lines[n]):
                self._files.setdefault(identity(name.decode("utf-8", "replace"), digested.decode()), []).append(n)
        self._searched = len(self.lines)
        return tuple(self._files.get(file, ()))

    def check(self, terms: bytes, stored: str | None) -> None:
        """Raises MatchError unless the lines follow on each other, the first on `terms` (the bytes of match.json), and
        `stored`, the head that state.json names, is one of them."""
        for n in range(self.checked, len(self.lines)):
            if f'"prev":"{self.heads[n - 1] if n else NO_LINE}"'.encode() not in self.lines[n]:
                if n:
                    self.entry(n - 1)  # what is wrong with it may be known better
                raise MatchError(BROKEN, encoding.RESTORE, str(self.path), n + 1)
        if f'"source_hash":"{digest(terms)}"'.encode() not in self.lines[0]:
            source = str(self.path.with_name("match.json"))
            raise MatchError("this is not the match.json that the log began with", encoding.RESTORE, source)
        if stored is not None and stored != self.head and stored not in self.heads:
            raise MatchError(AHEAD, RESTORE_BOTH, str(self.path))
        self.checked = len(self.lines)

    @cached_property
    def length(self) -> int:
        """Bytes of the complete lines with their ends, as far as they are there."""
        return sum(len(line) + 1 for line in self.lines) - self.unended

    def entry(self, n: int) -> Entry:
        """Line n as a record. Raises MatchError for a line that is none, or has another number."""
        if n not in self._entries:
            entry = encoding.read_line(self.lines[n], self.seats, str(self.path), n + 1)
            if entry.n != n:
                reason = f"the line says that it is line {entry.n + 1}"
                raise MatchError(reason, encoding.RESTORE, str(self.path), n + 1)
            self._entries[n] = entry
        return self._entries[n]

    def letters(self, n: int) -> tuple[LetterRecord, ...]:
        """The letters that line n wrote. Raises MatchError."""
        known = self._entries.get(n)
        return known.letters if known else encoding.letters(self.lines[n], self.seats, str(self.path), n + 1)

    def add(self, line: bytes, entry: Entry) -> None:
        """Write one more line. Raises OSError."""
        encoding.append(self.path, line + b"\n", self.length)
        self.length += len(line) + 1
        self.lines.append(line)
        self.heads.append(digest(line))
        self._entries[entry.n] = entry
        self.torn, self.state = b"", encoding.state(self.path)


def _follows(line: bytes, head: str) -> bool:
    with suppress(KeyError, TypeError, ValueError):
        data = parsed(line)
        return bool(data["prev"] == head and canonical(data).encode() == line)
    return False


class MoveFile(NamedTuple):
    """A move file: its orders, all that is kept of it, whose mail it came in; of one that is to be carried out also
    where it lies, and its name for log and letters."""

    text: bytes
    data: bytes
    post: Post | None = None
    path: Path = Path()
    name: str = ""

    @classmethod
    def read(cls, path: Path) -> "MoveFile":
        """Cut off once it is too long; `-` is standard input. Raises UserError, MatchError."""
        name = "standard-input" if str(path) == "-" else safe_name(path.name)
        return cls.held(str(path))._replace(path=path, name=name)

    @classmethod
    def held(cls, path: str) -> "MoveFile":
        """The same of one that is kept."""
        most = encoding.MOST_HEADER + orders.MOST_BYTES + 1
        try:
            data = sys.stdin.buffer.read(most) if path == "-" else encoding.read(path, most)
        except OSError as error:
            hint = "name a move file that can be read; an order itself may come from standard input, `-`"
            raise UserError(error.strerror or "cannot be read", hint, path) from None
        if path.endswith(encoding.ENDING):
            post, text = encoding.unseal(data, path)
            return cls(text, data, post._replace(mail=post.mail._replace(file=digest(data))))
        text = data[: orders.MOST_BYTES + 1]
        return cls(text, text)


def safe_name(name: str) -> str:
    """A file's name as it may stand in log and letters, and on every system: no control characters, nothing that
    Windows keeps out of names, valid UTF-8, at most 100 characters."""
    valid = name.encode("utf-8", "replace").decode("utf-8")
    return _KEPT_OUT.sub("_", "".join("_" if unicodedata.category(c).startswith("C") else c for c in valid))[-100:]


def archive_name(entry: Entry) -> str:
    """Where the file of a log line is kept, below inbox/."""
    return f"{'done' if entry.done or entry.says else 'refused'}/{entry.n:04d}-{entry.source.replace('/', '_')}"


class Folder:
    """A match folder that exists. Raises MatchError where it does not, or is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        source = str(path / "match.json")
        if not os.path.lexists(source):
            raise MatchError("there is no match here", "`postfox new GAME DIR` begins one", str(path))
        self._terms = encoding.needed(source)
        self.match = encoding.read_match(self._terms, source)
        self.game = _game(self.match, source)
        self.letters = Letters(path)
        self._log: Log | None = None
        self._known: Log | None = None  # as it was read before
        self._swept = -SWEPT
        self._standings: tuple[Standing, ...] = ()  # after each line, where it has been replayed

    @property
    def log(self) -> Log:
        """The log, checked as it is read. Raises MatchError."""
        if self._log is None:
            log = Log.read(self.path / "log.jsonl", len(self.match.seats), self._known)
            named = _NAMED.match(encoding.kept(f"{self.path}/state.json", MOST_NAMED) or b"")
            log.check(self._terms, named[1].decode() if named else None)
            self._log = log
        return self._log

    @property
    def current(self) -> bool:
        """Whether match.json still is what this was opened from. Raises MatchError."""
        return encoding.needed(self.path / "match.json") == self._terms

    def reread(self) -> None:
        """Forget the log as read, but for what it is compared with: another process may have written."""
        self._log, self._known, self._standings = None, self._log or self._known, ()

    def mend(self) -> None:
        """Read the log anew; end its last line where a killed writer did not, or cut off a torn one. Raises OSError."""
        self.reread()
        if self.log.torn or self.log.unended:
            encoding.append(self.path / "log.jsonl", b"\n" * self.log.unended, self.log.length)
            self.reread()

    @property
    def last(self) -> Entry:
        """The last line of the log."""
        return self.log.entry(len(self.log.lines) - 1)

    def entries(self) -> Iterator[Entry]:
        """Every line of the log."""
        return map(self.log.entry, range(len(self.log.lines)))

    def latest(self, having: str = "") -> Iterator[Entry]:
        """Every line of the log that has that field, the newest first: no other is read."""
        lines, key = self.log.lines, f'"{having}":'.encode() if having else b""
        return (self.log.entry(n) for n in range(len(lines) - 1, -1, -1) if key in lines[n])

    def sweep(self) -> None:
        """Take away what killed processes were making in here. Raises OSError."""
        if self._swept + SWEPT <= time.monotonic():
            encoding.sweep(*(self.path / name for name in ("", "letters", "inbox", "inbox/done", "inbox/refused")))
            self._swept = time.monotonic()

    def locked(self) -> AbstractContextManager[None]:
        """A context in which this process alone may write here."""
        return encoding.locked(self.path / ".lock")

    def links(self) -> Source:
        """The dice of this match. Raises MatchError where secret.key is missing, and at the first throw where it is not
        the one committed to: the whole chain is made only then."""
        if self.match.dice == TABLE:
            return ScriptedDice(())
        chain = Chain(self._secret())

        def link(k: int) -> bytes:
            self._committed(chain.commitment.hex() == self.match.commitment)
            return chain.link(k)

        return Links(link, self.round if self.match.beacon == "start" else None)

    @property
    def round(self) -> "Round | None":
        """The round of drand that went into the last dice; None where there was none."""
        of = (read_round(done.beacon) for entry in self.latest("beacon") for done in reversed(entry.done))
        return next((found for found in of if found), None)

    def token_key(self) -> bytes:
        """What tokens and codes of mails are made from; it tells nothing of the dice. Raises MatchError."""
        secret = self._secret()
        return hmac.digest(secret, self.match.tokens.encode(), "sha256") if self.match.tokens else secret

    def receipt(self, lines: int) -> "Note":
        """The signed note of so many lines. Raises MatchError where the secret is missing or another."""
        from adjudicator.core import checkpoint, ed25519

        own = checkpoint.seed(self._secret())
        self._committed(ed25519.public(own).hex() == self.match.receipts)
        return checkpoint.signed(self.checkpoint(lines), own)

    def _committed(self, sound: bool) -> None:
        if not sound:
            path = str(self.path / "secret.key")
            raise MatchError("the secret is not the one that was committed to", "restore secret.key", path)

    def mark(self, n: int, line: str) -> str:
        """What only the referee can put behind the hash of line n, or its beginning, in the names of its letters."""
        return hmac.digest(self.token_key(), f"letter {n} {line[:NAMED]}".encode(), "sha256").hex()[:MARK]

    def bot_seed(self, seat: int) -> bytes:
        """What the chance of a bot in that seat comes from. Raises MatchError."""
        from adjudicator.core import bots

        return bots.seed(self._secret(), seat)

    def _secret(self) -> bytes:
        path = self.path / "secret.key"
        try:
            return bytes.fromhex(encoding.needed(path).decode("ascii"))
        except ValueError:
            raise MatchError("this is not a secret of a match", "restore it from a copy", str(path)) from None

    def replay(self) -> Iterator[Replayed]:
        """Carry out the whole log again. Raises MatchError at the first line that cannot be."""
        standings = []
        for step in replay(self.match, self.game, self.entries(), str(self.log.path)):
            standings.append(step.after)
            yield step
        self._standings = tuple(standings)

    def standing(self, n: int | None = None) -> Standing:
        """Where the match stands, or stood after line n: as a sound state.json says, else by replay, once for all."""
        after = self.last.after if n is None else self.log.entry(n).after
        if after.state is None:
            return after
        stored = self.stored_state() or {}
        if stored.get("log_head") == self.log.head:
            position = canonical(stored["state"]).encode()
            if digest(position) == after.state.sha256:
                return after._replace(state=self.game.State.model_validate_json(position))
        if len(self._standings) < after.lines:
            for _ in self.replay():
                pass
        return self._standings[after.lines - 1]

    def stored_state(self) -> Json | None:
        """state.json as it is, or None where it is missing or no JSON object."""
        with suppress(OSError, ValueError):
            stored = parsed(encoding.read(f"{self.path}/state.json"))
            return stored if isinstance(stored, dict) and "state" in stored else None
        return None

    def checkpoint(self, lines: int) -> Checkpoint:
        """How far the log went when it had so many lines."""
        return encoding.checkpoint(self.match, lines, self.log.heads[lines - 1], self.opened(lines))

    def opened(self, lines: int) -> str:
        """The head of the seals of so many lines; "" where the match has none."""
        if not self.match.salt:
            return ""
        if lines < len(self.log.lines):
            return self.log.entry(lines).open
        return seals.sealed(self.match, self.game, self.log.entry(lines - 1), self.log.heads[lines - 1]).head

    def salt(self, line: int) -> str:
        """What the seals of a line are made with. Raises MatchError."""
        return seals.salt(seals.key(self._secret()), line)

    def append(self, entry: Entry) -> None:
        """Write a line of the log, which names the last one: from here on it has happened. Raises OSError."""
        assert entry.prev == self.log.head
        self.log.add(encoding.log_line(entry), entry)

    def missing_letters(self) -> set[str]:
        """Letters that the log names and the folder lacks (or a power cut left empty), without their endings."""
        return self.letters.missing(len(self.log.lines), self.log.letters)

    def waiting(self) -> list[Path]:
        """The move files waiting, in order of name: regular files, so that no link shows a file from elsewhere."""
        return sorted(path for path, mode in self._inbox() if stat.S_ISREG(mode))

    def passed_over(self) -> list[Path]:
        """What lies among them and is no file: links, pipes, devices."""
        return sorted(path for path, mode in self._inbox() if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode))

    def _inbox(self) -> list[tuple[Path, int]]:
        place = self.path / "inbox"
        there = place.iterdir() if place.is_dir() else ()
        return [(path, path.lstat().st_mode) for path in there if not path.name.startswith(".")]

    def awaits(self, path: Path) -> bool:
        """Whether a file lies in this match's own inbox: it is moved from there, however it was named."""
        return path.resolve().parent == (self.path / "inbox").resolve()

    def archived(self, entry: Entry) -> MoveFile | None:
        """The file that a line carried out, as it is kept; None if it is not. Raises UserError for a damaged one."""
        return MoveFile.held(path) if os.path.lexists(path := self.archive_path(entry)) else None

    def archive_path(self, entry: Entry) -> str:
        """Where the file of a log line is kept; for each line of a log, and so no Path."""
        return f"{self.path}/inbox/{archive_name(entry)}"

    def archive(self, entry: Entry, file: MoveFile) -> None:
        """Keep the file of a line that was carried out or refused: out of this match's inbox it is moved."""
        target = Path(self.archive_path(entry))
        target.parent.mkdir(parents=True, exist_ok=True)
        if self.awaits(file.path):
            file.path.replace(target)
            encoding.flush_folder(target.parent)
            encoding.flush_folder(file.path.parent)
        else:
            encoding.write(target, file.data)

    def archive_interrupted(self, given: Iterable[Path]) -> None:
        """Files whose line is in the log but which still wait in the inbox: a kill came between, or a power cut undid
        the move. They are archived only, and not carried out again."""
        for path in [*self.waiting(), *(path for path in given if path.is_file())]:
            file = MoveFile.read(path)
            source = digest(file.text)
            for n in self.log.lines_of(identity(file.name, source)):
                entry = self.log.entry(n)
                if entry.source_hash == source and not os.path.lexists(self.archive_path(entry)):
                    self.archive(entry, file)
                    break


def state_file(match: Match, standing: Standing, head: str) -> bytes:
    """The bytes of state.json. Before play begins "state" is null."""
    game, options, text = canonical(match.game), canonical(match.options), state_json(standing) or "null"
    line = f'{{"game":{game},"log_head":"{head}","options":{options},"state":{text},"turn":{turn_of(standing)}}}\n'
    return line.encode()


def moved(entries: Sequence[Entry]) -> int:
    """After how many lines the position was last another one than after the line before, the beginning included."""
    stands = [(entry.after.state, entry.after.outcome) for entry in entries]
    return next((n + 1 for n in range(len(stands) - 1, 0, -1) if stands[n] != stands[n - 1]), min(1, len(stands)))


def replay(
    match: Match,
    game: Game,
    entries: Iterable[Entry],
    source: str,
    cause: Callable[[Entry, Standing], Ruling | None] = lambda *_: None,
) -> Iterator[Replayed]:
    """Carry out a log again from its beginning, throws as logged. Raises MatchError at the first line that differs.
    `cause`: the ruling of what brought a line about, None where it is not known. If it is the very line, it will do."""
    from adjudicator.referee import commands

    past: list[Standing] = []
    standing: Standing | None = None
    for number, entry in enumerate(entries, 1):
        standing = standing or Standing(entry.after.words)  # the dice words that the match was made with
        past.append(standing)
        ruled, reason = entry.ruled, "the log does not follow from the rules and its dice"
        try:
            ruling = cause(entry, standing)
            if ruling is None or ruling.entry != ruled:
                ruling = commands.redo(match, game, standing, entry, logged(match, entry), past.__getitem__)
                if ruling.entry != ruled:
                    raise MatchError(reason, "restore it", source, number)
        except (OrderError, DiceError) as error:
            raise MatchError(f"the log cannot be replayed: {error}", "restore it", source, number) from None
        yield Replayed(entry, standing, ruling.standing)
        standing = ruling.standing


def _game(match: Match, source: str) -> Game:
    try:
        game = games.find(match.game, match.rules)
        try:
            options_of(match, game)
        except ValueError:
            from adjudicator.games import position  # which tells what is wrong with them

            position.options(game, match.options, source)
    except GameError as error:
        raise MatchError.of(tuple(problem._replace(source=source) for problem in error.problems)) from None
    return game
