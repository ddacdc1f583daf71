"""What SQLite remembers beside matches, so that less need be read. There is nothing in it that is nowhere else.

`Index`: facts about the matches in a folder, values of JSON, each of a kind and a match. A fact is believed only where
the files of its match have the sizes and times that they had when it was found, and its own bytes are those that were
written. Whatever is wrong with the file (damaged, locked, read-only, of another version, a system without SQLite) makes
facts unknown and loses no more than time.

`Lines`: which lines of a file, to which lines are only ever appended, have which words. It holds no line: those are
read where they stand, and one that does not have the word is passed over. What the file has grown by is read when it is
opened, all of it where it does not go on from what was read, or where the index is no use: then words are in memory."""

import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeAlias

from adjudicator.core.codec import canonical
from adjudicator.match import encoding
from printables.core.files import FRESH as FRESH

if TYPE_CHECKING:
    import sqlite3

FILE: Final = ".index.sqlite"
FILES: Final = ("match.json", "log.jsonl", "state.json", "mail.jsonl")  # of which a fact may tell
SHAPE: Final = 3  # of the table and of all facts: another number, as another version, makes the index anew
PATIENCE: Final = 0.5  # seconds to wait for another process that writes  # equivalent: nobody tells a second more
_DECODER: Final = json.JSONDecoder()
_TABLE: Final = "CREATE TABLE facts (match BLOB PRIMARY KEY, stamp BLOB, facts BLOB, sum INT) WITHOUT ROWID;"
_MARK: Final = b"\n%s "  # before a fact of that kind


def stamp(folder: str) -> bytes:
    """Sizes and times of the files of a match; b"" where they may be changing just now."""
    found, latest = [], 0
    for name in FILES:
        try:
            status = os.stat(f"{folder}/{name}")  # noqa: PTH116 - no Path for each of many thousands
        except OSError:
            found.append(b"-")
            continue
        latest = max(latest, status.st_mtime_ns, status.st_ctime_ns)
        found.append(b"%d.%d.%d" % (status.st_size, status.st_mtime_ns, status.st_ctime_ns))
    return b"" if latest + FRESH > time.time_ns() else b" ".join(found)


class Index:
    """The facts of the matches in a folder. Nothing that it does raises."""

    def __init__(self, folder: Path) -> None:
        self._path, self._new, self._saved = folder / FILE, set[str](), False

    def find(self, kind: str, match: str, stamped: bytes) -> Any:
        """A fact of a match whose files are so; None where it is not known. `match`: the name of its folder."""
        _, found, value = self._facts(match, stamped).partition(_MARK % kind.encode())
        with suppress(ValueError, RecursionError):
            return _DECODER.raw_decode(value.decode())[0] if found else None
        return None

    def note(self, kind: str, match: str, stamped: bytes, value: object) -> None:
        """A fact of a match, found after its files were so. Written by `save`."""
        if not stamped:
            return
        mark, facts = _MARK % kind.encode(), self._facts(match, stamped)
        if mark in facts:
            others, _, old = facts.partition(mark)
            facts = others + b"".join(old.partition(b"\n")[1:])
        self._known[match] = stamped, facts + mark + canonical(value).encode("utf-8", "surrogatepass")
        self._new.add(match)

    def save(self, matches: Iterable[str]) -> None:
        """Write down what is new, and, the first time, forget all matches but these."""
        known = self._known
        gone = [] if self._saved else [(os.fsencode(name),) for name in known.keys() - matches]
        rows = [(name := os.fsencode(match), *known[match], _sum(name, *known[match])) for match in self._new]
        self._new, self._saved = set(), True
        if rows or gone:
            self._write(sorted(rows), gone)

    def _facts(self, match: str, stamped: bytes) -> bytes:
        """What is known of a match whose files are so, a line for each kind."""
        found = self._known.get(match)
        return found[1] if found and found[0] == stamped and stamped else b""

    @cached_property
    def _known(self) -> dict[str, tuple[bytes, bytes]]:
        """By match: stamp and facts."""
        with suppress(ImportError):
            import sqlite3

            with suppress(sqlite3.Error, sqlite3.Warning, OSError, OverflowError):
                if self._path.exists():
                    with closing(_connected(self._path)) as database:
                        rows = database.execute("SELECT * FROM facts") if _shape(database) == number() else ()
                        return {os.fsdecode(name): (*of,) for name, *of, total in rows if _sound(total, name, *of)}
        return {}

    def _write(self, rows: list[tuple[bytes, bytes, bytes, int]], gone: list[tuple[bytes]]) -> None:
        try:
            import sqlite3
        except ImportError:
            return
        for _ in range(2):  # what is no index of ours is thrown away, and made anew
            with suppress(OSError, OverflowError):
                try:
                    with closing(_connected(self._path)) as database:
                        if _shape(database) != number():
                            _emptied(database, _TABLE, number())
                        with database:
                            database.executemany("DELETE FROM facts WHERE match = ?", gone)
                            database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", rows)
                    return
                except sqlite3.OperationalError:  # locked, or nothing may be written here: then it is not
                    return
                except (sqlite3.Error, sqlite3.Warning):
                    for ending in ("", "-journal"):
                        Path(f"{self._path}{ending}").unlink(missing_ok=True)


def _connected(path: Path) -> "sqlite3.Connection":
    import sqlite3

    new = not path.exists()
    database = sqlite3.connect(path, timeout=PATIENCE)
    if new:
        with suppress(OSError):
            path.chmod(0o600)  # it tells of letters and addresses
    return database


@cache
def number() -> int:
    """What facts of this version of Postfox, and of this shape, are known by."""
    from importlib.metadata import version  # most commands ask for no fact, and it brings all of email

    return zlib.crc32(f"{SHAPE} {version('postfox')}".encode()) & 0x7FFFFFFF


def _shape(database: "sqlite3.Connection") -> object:
    return database.execute("PRAGMA user_version").fetchone()[0]


def _emptied(database: "sqlite3.Connection", tables: str, shape: int) -> None:
    """The tables of this version, whatever was there. Two processes that do so at once end with the same."""
    gone = " ".join(f"DROP TABLE IF EXISTS {table};" for table in ("facts", "words", "upto"))
    database.executescript(f"BEGIN IMMEDIATE; {gone} {tables} PRAGMA user_version = {shape}; COMMIT;")


def _sum(match: bytes, stamped: bytes, facts: bytes) -> int:
    return zlib.crc32(b"\0".join((match, stamped, facts)))


def _sound(total: object, *row: Any) -> bool:
    """Whether a row is what was written: what a damaged file says may be anything."""
    return all(isinstance(value, bytes) for value in row) and total == _sum(*row)


TAIL: Final = 200  # bytes by which a file that has grown is known again  # equivalent: one more tells no more
MOST: Final = 2_000  # lines that are not written down yet  # equivalent: it is memory alone
CHUNK: Final = 1 << 20  # equivalent: it is memory alone
ENDING: Final = ".sqlite"
Place: TypeAlias = tuple[int, int]  # where a line begins, and its length
_TABLES: Final = """
    CREATE TABLE words (word BLOB, start INT, length INT, sum INT);
    CREATE INDEX by_word ON words (word, start);
    CREATE TABLE upto (lines INT, last INT, length INT, tail BLOB);
    INSERT INTO upto VALUES (0, 0, 0, x'');"""


class Lines:
    """The lines of a file by their words. `words`: those of a line; raises ValueError for one that is damaged. Opening
    raises OSError where the file cannot be read, and Damaged for a line."""

    _database: "sqlite3.Connection | None" = None

    def __init__(self, file: Path, words: Callable[[bytes], Iterable[str]]) -> None:
        self.file, self._words = file, words
        self._new: dict[bytes, list[Place]] = {}  # what is not written down yet
        self._forget()
        self._errors: tuple[type[Exception], ...] = ()
        try:
            import sqlite3
        except ImportError:
            self._go_on()
            return
        self._errors = (sqlite3.Error, sqlite3.Warning, TypeError, ValueError, OverflowError)
        try:
            self._database = _connected(beside(file))
            if _shape(self._database) != SHAPE:
                _emptied(self._database, _TABLES, SHAPE)
            *upto, tail = self._database.execute("SELECT lines, last, length, tail FROM upto").fetchone()
            (self.count, self._last, self.length), self._tail = map(int, upto), bytes(tail)
            self._go_on()
        except self._errors:
            self._do_without()

    def has(self, word: str) -> bool:
        """Whether a line has that word."""
        return bool(self._places(word))

    def of(self, word: str) -> Iterator[bytes]:
        """The lines that have that word, in order."""
        if found := self._places(word):
            with self.file.open("rb") as file:
                for line in (_at(file, *place) for place in found):
                    with suppress(ValueError, RecursionError):
                        if word in self._words(line):
                            yield line

    def _places(self, word: str) -> list[Place]:
        short, found = key(word), list[Place]()
        if self._database is not None:
            try:
                query = "SELECT start, length, sum FROM words WHERE word = ? ORDER BY start"
                rows = self._database.execute(query, (short,))
                found += [(start, length) for start, length, total in rows if total == _lines_sum(short, start, length)]
            except self._errors:
                self._do_without()
        return found + self._new.get(short, [])

    @property
    def last(self) -> bytes:
        """The last line; b"" where there is none."""
        with self.file.open("rb") as file:
            return _at(file, self._last, self.length - 1 - self._last) if self.count else b""

    def append(self, line: bytes) -> None:
        """Write one line more, given without its end. Raises ValueError for one that is damaged."""
        encoding.append(self.file, line + b"\n", self.length)
        self._add(line)

    def _add(self, line: bytes) -> None:
        for word in set(self._words(line)):
            self._new.setdefault(key(word), []).append((self.length, len(line)))
        self._last = self.length
        self.length += len(line) + 1
        self._tail = (self._tail + line + b"\n")[-TAIL:]
        self.count += 1
        if self._database is not None and self.count % MOST == 0:
            self.save()

    def save(self) -> None:
        """Write down what is new. Where that cannot be, it is kept in memory."""
        if self._database is None or not self._new:
            return
        rows = [(short, *place, _lines_sum(short, *place)) for short, places in self._new.items() for place in places]
        upto = (self.count, self._last, self.length, self._tail)
        with suppress(*self._errors), self._database as database:
            database.executemany("INSERT INTO words VALUES (?, ?, ?, ?)", rows)
            database.execute("UPDATE upto SET lines = ?, last = ?, length = ?, tail = ?", upto)
            self._new.clear()

    def refresh(self) -> None:
        """Read what the file has grown by. Raises OSError, Damaged."""
        try:
            self._go_on()
        except self._errors:
            self._do_without()

    def close(self) -> None:
        """Write down what is new, and let go of the file."""
        self.save()
        if self._database is not None:
            self._database.close()
            self._database = None

    def _forget(self) -> None:
        self._new.clear()
        self.count, self.length, self._last, self._tail = 0, 0, 0, b""

    def _go_on(self) -> None:
        """Read what the file has grown by, or all of it where it is another."""
        with self.file.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < self.length or _at(file, self.length - len(self._tail), len(self._tail)) != self._tail:
                self._forget()
                if self._database is not None:
                    _emptied(self._database, _TABLES, SHAPE)
            file.seek(self.length)
            rest = b""
            while chunk := file.read(CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    try:
                        self._add(line)
                    except (ValueError, RecursionError) as error:
                        raise Damaged(self.count + 1, error) from None
        self.save()

    def _do_without(self) -> None:
        """What SQLite has is of no use, here or for whoever comes next: all is read again, and kept in memory."""
        if self._database is not None:
            self._database.close()
        self._database = None
        with suppress(OSError):
            beside(self.file).unlink(missing_ok=True)
        self._forget()
        self._go_on()


class Damaged(Exception):
    """A line that cannot be read: its number from 1, and why."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__(type(error).__name__)
        self.number = number


def beside(file: Path) -> Path:
    """The index of a file."""
    return file.with_name(f".{file.name}{ENDING}")


def _at(file: BinaryIO, start: int, length: int) -> bytes:
    file.seek(max(start, 0))
    return file.read(max(length, 0))


def _lines_sum(short: bytes, start: int, length: int) -> int:
    return zlib.crc32(b"%d %d" % (start, length), zlib.crc32(short))


def key(word: str) -> bytes:
    """What stands for a word in the index."""
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
