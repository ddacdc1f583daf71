"""The files of a match: match.json and the lines of log.jsonl as bytes, and writes that survive a kill at any instant.

Records are canonical JSON. The format is frozen: docs/refereeing.md says what a later version may add. A log has no
path, and a clock only where the match has terms or a beacon: the same orders under the same dice are the same bytes.

A move file that came by mail waits in an inbox as a line of JSON, whose it may be and why nothing of it can be carried
out if that is so, then the text. Only Postfox writes such files; their ending, `.post`, tells them from a person's."""

import errno
import hashlib
import os
import re
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from adjudicator.core import MatchError, codec
from adjudicator.core.codec import Checkpoint, Unfit, canonical, digest, origin, parsed
from adjudicator.referee.records import BEFORE, FORMAT, FORMATS, Entry, LetterRecord, Match, Post
from printables.core import UserError, files
from printables.core.files import FRESH, LONG_AGO, beside, flush_folder, read, sweep, write as _write

if TYPE_CHECKING:
    from adjudicator.match.bundle import Pieces

__all__ = ["FRESH", "LONG_AGO", "beside", "flush_folder", "read", "sweep"]  # of all files, found here, too
RESTORE = "restore it from a copy"
R = TypeVar("R")


def match_file(match: Match) -> bytes:
    """The bytes of match.json."""
    return (canonical(codec.write(match)) + "\n").encode()


def checkpoint(terms: Match, lines: int, head: str, open: str = "") -> Checkpoint:
    """How far a log went: so many lines, the last of that SHA-256, their seals of that head."""
    return Checkpoint(log_origin(terms, digest(match_file(terms))), lines, head, open)


def log_origin(terms: Match, hashed: str) -> str:
    """The name of the log of a match, whose match.json has that SHA-256."""
    return origin(terms.id, hashed, signed=bool(terms.receipts))


def read_match(data: bytes, source: str) -> Match:
    """The match that a match.json is of. Raises MatchError."""
    value = parse(data, source)
    format = value.get("format") if isinstance(value, dict) else None
    if format == BEFORE:
        hint = "play it to its end with Postfox 0.1.0 (pip install postfox==0.1.0), and begin new matches with this one"
        raise MatchError(f"this match is of the format {BEFORE}, and this version reads {FORMAT}", hint, source)
    if format not in FORMATS:
        raise MatchError("this is not a match of Postfox", f'the file needs "format": "{FORMAT}"', source)
    try:
        return codec.read(Match, value)
    except (Unfit, RecursionError) as error:
        raise MatchError(f"the match is damaged: {error}", "restore match.json from a copy", source) from None


def log_line(entry: Entry) -> bytes:
    """A line of the log without its end."""
    return canonical(codec.write(entry)).encode()


def read_line(line: bytes, seats: int, source: str, number: int) -> Entry:
    """The entry that a line of a log is, in a match of so many seats. Raises MatchError, with its number from 1."""
    return _read(Entry, line, lambda value: value, seats, source, number)


def letters(line: bytes, seats: int, source: str, number: int) -> tuple[LetterRecord, ...]:
    """The letters that a line of a log wrote, and nothing else of it. Raises MatchError."""
    return _read(tuple[LetterRecord, ...], line, lambda value: value.get("letters", []), seats, source, number)


def _read(kind: type[R], line: bytes, part: Callable[[Any], Any], seats: int, source: str, number: int) -> R:
    try:
        return codec.read(kind, part(parsed(line)), seats)
    except (ValueError, RecursionError, AttributeError) as error:
        reason = str(error) if isinstance(error, Unfit) else f"this is not JSON ({error})"
        raise MatchError(f"the log is damaged: {reason}", RESTORE, source, number) from None


def parse(data: bytes, source: str) -> Any:
    """Raises MatchError for what is no JSON."""
    try:
        return parsed(data)
    except ValueError as error:
        raise MatchError(f"this is not JSON ({error})", RESTORE, source) from None


ENDING = ".post"
MOST_HEADER = 12_000  # bytes
MOST_THREAD = 250  # characters of a Message-ID, a subject, a reason
MOST_HINT = 1_000


def seal(post: Post, text: bytes) -> bytes:
    """The bytes of the file."""
    short = post._replace(
        message_id=post.message_id if len(post.message_id) <= MOST_THREAD else "",
        subject=post.subject[:MOST_THREAD],
        refused=post.refused[:MOST_THREAD],
        hint=post.hint[:MOST_HINT] if post.refused else "",
    )
    return canonical(codec.write(short)).encode("utf-8", "replace") + b"\n" + text


def unseal(data: bytes, source: str) -> tuple[Post, bytes]:
    """Whose orders they may be, and their text. Raises MatchError: a file without its first line is nobody's."""
    header, end, text = data.partition(b"\n")
    try:
        if not end or len(header) > MOST_HEADER:
            raise ValueError("no first line")
        post = codec.read(Post, parsed(header))
        if not (post.seats or post.spectator):
            raise ValueError("no seat")
    except (ValueError, RecursionError) as error:
        hint = f"only Postfox writes files that end with {ENDING}: take it away"
        raise MatchError(f"the first line does not say which email this came in ({error})", hint, source) from None
    return post, text


try:
    import fcntl
except ImportError:  # Windows locks a byte of the file instead
    fcntl = None  # type: ignore[assignment]
    import msvcrt

PATIENCE = 10.0  # equivalent: nobody tells a second more
_HELD = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


def write(path: Path, data: bytes, mode: int | None = None, *, lasting: bool = True) -> None:
    """Write a file whole or not at all, so that it lasts, as in `printables.core.files`. Raises OSError. Without a
    `mode` those may read it who may read its folder: a match is its referee's alone, unless that is changed."""
    if mode is None:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        mode = path.parent.stat().st_mode & 0o666 | 0o600
    _write(path, data, mode, lasting=lasting)


State: TypeAlias = tuple[int, int, int, int]  # of a file: which it is, its size, when it changed, in nanoseconds


def state(path: Path) -> State | None:
    """A file whose state is what it was before has not changed, if that was `settled`. None where it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def settled(state: State | None) -> State | None:
    """The same, but None for a file that may change again at what the disk calls the same time."""
    return state if state and max(state[2:]) + FRESH < time.time_ns() else None


def append(path: Path, line: bytes, length: int, *, lasting: bool = True) -> None:
    """Append a line to a file whose first `length` bytes are good: what a killed writer left after them is cut off."""
    with path.open("r+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(line)
        if lasting:
            file.flush()
            os.fsync(file.fileno())


class Journal(Generic[R]):
    """A file to which records are only ever appended, each a line of canonical JSON; it begins with the first. What a
    killed writer left after the last line is cut off by the next. `damaged`: what is said of a line."""

    def __init__(self, path: Path, kind: type[R], damaged: str = "the line cannot be read ({})") -> None:
        self.path, self._kind, self._damaged, self._length = path, kind, damaged, 0

    def read(self) -> Iterator[tuple[R, bytes]]:
        """The records in order, each with its line. Raises MatchError."""
        try:
            data = read(self.path)
        except FileNotFoundError:
            return
        except OSError as error:
            raise MatchError(error.strerror or "cannot be read", RESTORE, str(self.path)) from None
        for number, line in enumerate(data.split(b"\n")[:-1], 1):
            try:
                record = codec.read(self._kind, parsed(line))
            except (ValueError, RecursionError) as error:
                raise self.wrong(str(error), number) from None
            self._length += len(line) + 1
            yield record, line

    def append(self, *records: R, lasting: bool = True) -> list[bytes]:
        """Append records and flush them, if `lasting`: from here on they have happened. Returns their lines."""
        lines = [canonical(codec.write(record)).encode("utf-8", "replace") for record in records]
        data = b"".join(line + b"\n" for line in lines)
        if self.path.exists():
            append(self.path, data, self._length, lasting=lasting)
        else:
            write(self.path, data, lasting=lasting)
        self._length += len(data)
        return lines

    def wrong(self, reason: str, number: int) -> MatchError:
        """The mistake in a line, its number from 1."""
        return MatchError(self._damaged.format(reason), RESTORE, str(self.path), number)


def needed(path: Path | str) -> bytes:
    """The bytes of a file that a match cannot do without. Raises MatchError."""
    try:
        return read(path)
    except OSError as error:
        raise MatchError(error.strerror or "cannot be read", RESTORE, str(path)) from None


def kept(path: str, most: int = -1) -> bytes | None:
    """The first bytes of a file, None if it is missing. A match has thousands of files: no Path for each."""
    try:
        return read(path, most)
    except OSError:
        return None


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turns what the system refuses (a full disk, a folder that cannot be written) into a MatchError: one line."""
    try:
        yield
    except BrokenPipeError:  # whoever reads it has gone
        raise
    except OSError as error:
        hint = "when there is room and leave to write, the next command finishes what was begun"
        raise MatchError(error.strerror or type(error).__name__, hint, str(error.filename or path)) from None


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock file at `path`; a second holder waits. Raises MatchError after `patience` seconds."""
    with path.open("a+b") as file:
        end = time.monotonic() + patience
        while not _try(file):
            if time.monotonic() > end:
                raise MatchError("another adjudication is at work here", "wait until it has ended", str(path.parent))
            time.sleep(0.02)
        yield  # the system lets go of the lock when the file is closed, however that happens


def _try(file: IO[bytes]) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError as error:
        if error.errno not in _HELD:  # this disk has no locks
            raise
        return False
    return True


PLACE = "letters"
LINES = 8  # of a bundle
LATEST = 4  # lines, at least, whose letters are files of their own
OTHER = 0  # when a letter was written that is not as the log says
AT_ONCE = 4  # bundles: a match that has none yet gets them by and by
_BUNDLE = re.compile(r"(\d{4,})-\d{4,}\.tar\.xz")
Written = Callable[[int], tuple[LetterRecord, ...]]  # the letters that a line of the log wrote


class Letters:
    """The letters of a match folder."""

    def __init__(self, match: Path) -> None:
        self.path = match / PLACE
        self._opened: tuple[str, int, Mapping[str, Pieces]] | None = None
        self._bundles: dict[str, int] = {}  # that were there and not empty, with the first line of each
        self._whole: dict[str, tuple[int, int]] = {}  # files that were as the log says, and how they were then

    def names(self) -> frozenset[str]:
        """The names of all files there: whoever reads many letters then asks for none that is not."""
        with suppress(OSError):
            return frozenset(os.listdir(self.path))  # noqa: PTH208 - no Path for each
        return frozenset()

    def read(self, name: str, there: Container[str] | None = None) -> bytes | None:
        """A letter's bytes by its name in the log with its ending; None where it is not there. `there`: the `names` of
        what there is, if they are known. Raises UserError for a bundle that cannot be read."""
        name = name.removeprefix(f"{PLACE}/")
        if there is None or name in there:
            with suppress(OSError):
                return files.read(f"{self.path}/{name}")
        pieces = self._bundled(name, None if there is None or name in there else there)
        return None if pieces is None else b"".join(pieces)

    def digest(self, name: str, there: Container[str]) -> str | None:
        """The SHA-256 of what `read` gives: with hundreds of megabytes to prove, none is copied. Raises UserError."""
        name = name.removeprefix(f"{PLACE}/")
        if name in there:
            with suppress(OSError), files.opened(f"{self.path}/{name}") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        pieces = self._bundled(name, None if name in there else there)  # it may have been bundled just now
        hashed = hashlib.sha256()
        for piece in pieces or ():
            hashed.update(piece)
        return None if pieces is None else hashed.hexdigest()

    def _bundled(self, name: str, there: Container[str] | None) -> "Pieces | None":
        """A letter of a bundle; None where it is not there. Where `there` is known, that opened last is as it was."""
        bundled = _bundle(int(name.partition("-")[0]))
        if self._opened and there is not None and self._opened[0] == bundled:
            return self._opened[2].get(name)
        if there is not None and bundled not in there:
            return None
        path = self.path / bundled
        try:
            changed = path.stat().st_mtime_ns
            if self._opened is None or self._opened[:2] != (bundled, changed):
                from adjudicator.match import bundle

                self._opened = bundled, changed, bundle.letters(files.read(path))
        except OSError:
            return None
        except ValueError as error:
            hint = "restore it from a copy, or delete it: its letters are written again"
            raise UserError(f"this bundle of letters is damaged ({error})", hint, str(path)) from None
        return self._opened[2].get(name)

    def missing(self, lines: int, written: Written) -> set[str]:
        """The letters of so many lines that are not there, or were torn by a power cut, without their endings."""
        files, bundles = self._there()
        apart = set(map(_number, files))  # a bundle that lacks its last lines, or did until lately, is looked at
        every = (
            (letter.file(n), (letter.text, letter.html))
            for first in range(0, lines, LINES)
            if first not in bundles or first in apart or first + LINES + LATEST >= lines
            for n in range(first, min(first + LINES, lines))
            for letter in written(n)
        )
        return {
            letter
            for letter, wanted in every
            if not all(map(self._is_whole, _names(letter), wanted, map(files.get, _names(letter))))
            and not (_number(_names(letter)[0]) in bundles and self._bundled(_names(letter)[0], None))
        }

    def _is_whole(self, name: str, wanted: str, found: tuple[int, int] | None) -> bool:
        """Whether a file is there, as it was written or as it can be: that is read once, as long as it does not change.
        One that cannot be written as it was (its templates have changed) is of the time OTHER, and not tried again."""
        if found is None or found[1] == OTHER or self._whole.get(name) == found:
            return found is not None
        with suppress(OSError):
            if digest(files.read(f"{self.path}/{name}")) == wanted:
                self._whole[name] = found
        return self._whole.get(name) == found

    def bundle(self, lines: int, written: Written, most: int = AT_ONCE, upto: int | None = None) -> None:
        """Bundle what is no longer among the last of so many lines, or is of the lines before `upto`; letters that are
        not as the log says stay. Raises OSError."""
        upto = (lines - LATEST) // LINES * LINES if upto is None else upto
        files, bundles = self._there()
        apart = [name for name in files if _number(name) in bundles]
        early = (name for name in apart if int(name.partition("-")[0]) < upto)
        behind = {_number(name) for name in early if not self._bundled(name, None)}
        firsts = [first for first in range(0, upto, LINES) if first not in bundles or first in behind]
        for first in reversed(firsts[-most:]):
            if letters := self._sound(first, min(first + LINES, upto), written):
                from adjudicator.match import bundle  # most commands neither make one nor read one

                write(self.path / _bundle(first), bundle.pack(letters))  # it lasts: only then are these taken away
                self._opened = None
                self._take_away(letters)
        self._take_away(name for name in apart if self._bundled(name, None))

    def _sound(self, first: int, end: int, written: Written) -> dict[str, bytes]:
        """The letters of the lines of a bundle, if each is as it was written."""
        found = {}
        for n, letter in [(at, letter) for at in range(first, end) for letter in written(at)]:
            for name, wanted in zip(_names(letter.file(n)), (letter.text, letter.html), strict=True):
                found[name] = self.read(name) or b""
                if digest(found[name]) != wanted:
                    return {}
        return found

    def _take_away(self, names: Iterable[str]) -> None:
        for name in names:
            (self.path / name).unlink(missing_ok=True)

    def _there(self) -> tuple[Mapping[str, tuple[int, int]], frozenset[int]]:
        """What lies in the folder and is not empty: files with size and time, and the first lines of bundles."""
        names = self.names()
        self._bundles = {name: first for name, first in self._bundles.items() if name in names}
        apart: dict[str, tuple[int, int]] = {}
        for name in names - self._bundles.keys():
            with suppress(FileNotFoundError):  # another process has bundled it meanwhile
                found = os.stat(self.path / name)  # noqa: PTH116
                if found.st_size and (named := _BUNDLE.fullmatch(name)):
                    self._bundles[name] = int(named[1])
                elif found.st_size:
                    apart[name] = found.st_size, found.st_mtime_ns
        return apart, frozenset(self._bundles.values())


def _names(letter: str) -> tuple[str, str]:
    name = letter.removeprefix(f"{PLACE}/")
    return f"{name}.txt", f"{name}.html"


def _bundle(n: int) -> str:
    first = n - n % LINES
    return f"{first:04d}-{first + LINES - 1:04d}.tar.xz"


def _number(name: str) -> int:
    """The first line of the bundle that a letter's file belongs to; -1 for what is none."""
    number, dash, rest = name.partition("-")
    if not (dash and number.isdigit() and rest.endswith((".txt", ".html"))):
        return -1
    return int(number) - int(number) % LINES
