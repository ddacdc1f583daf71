"""Which lines of a file, to which lines are only ever appended, have which words; in a file of SQLite beside it.

It holds no line: those are read where they stand, and one that does not have the word is passed over. What the file has
grown by is read when it is opened; a file that does not go on from what was read is read anew. Where the index is
damaged, locked or read-only, or there is no SQLite, the file is read, too, and what would be in the index is in memory.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias

if TYPE_CHECKING:
    import sqlite3

SHAPE: Final = 1  # of the tables, and of the words that are asked for
PATIENCE: Final = 0.5  # seconds to wait for another process that writes
TAIL: Final = 200  # bytes before the end by which a file that has grown is known again
MOST: Final = 2_000  # lines that are not written down yet
CHUNK: Final = 1 << 20
ENDING: Final = ".sqlite"
Place: TypeAlias = tuple[int, int]  # where a line begins, and its length
_TABLES: Final = """
    CREATE TABLE words (word BLOB, start INT, length INT, sum INT);
    CREATE INDEX by_word ON words (word, start);
    CREATE TABLE upto (lines INT, last INT, length INT, tail BLOB);
    INSERT INTO upto VALUES (0, 0, 0, x'');
"""


class Lines:
    """The lines of a file by their words. `words`: those of a line; raises ValueError for one that is damaged.

    Opening raises OSError where the file cannot be read, and Damaged for a line.
    """

    def __init__(self, file: Path, words: Callable[[bytes], Iterable[str]]) -> None:
        self.file, self._words = file, words
        self._new: dict[bytes, list[Place]] = {}  # what is not written down yet
        self._database: sqlite3.Connection | None = None
        self._forget()
        self._errors: tuple[type[Exception], ...] = ()
        try:
            import sqlite3
        except ImportError:
            self._go_on()
            return
        self._errors = (sqlite3.Error, sqlite3.Warning, TypeError, ValueError, OverflowError)
        try:
            self._database = _opened(beside(file))
            if self._database.execute("PRAGMA user_version").fetchone()[0] != SHAPE:
                _emptied(self._database)
            upto = self._database.execute("SELECT lines, last, length, tail FROM upto").fetchone()
            self.count, self._last, self.length, self._tail = int(upto[0]), int(upto[1]), int(upto[2]), bytes(upto[3])
            self._go_on()
        except self._errors:
            self._do_without()

    def has(self, word: str) -> bool:
        """Whether a line has that word."""
        return bool(self._places(word))

    def of(self, word: str) -> Iterator[bytes]:
        """The lines that have that word, in order."""
        found = self._places(word)
        if not found:
            return
        with self.file.open("rb") as file:
            for start, length in found:
                line = _at(file, start, length)
                with suppress(ValueError, RecursionError):
                    if word in self._words(line):
                        yield line

    def _places(self, word: str) -> list[Place]:
        short, found = key(word), list[Place]()
        if self._database is not None:
            try:
                rows = self._database.execute(
                    "SELECT start, length, sum FROM words WHERE word = ? ORDER BY start", (short,)
                )
                found += [(start, length) for start, length, total in rows if total == _sum(short, start, length)]
            except self._errors:
                self._do_without()
        return found + self._new.get(short, [])

    @property
    def last(self) -> bytes:
        """The last line; b"" where there is none."""
        with self.file.open("rb") as file:
            return _at(file, self._last, self.length - 1 - self._last) if self.count else b""

    def add(self, line: bytes) -> None:
        """A line (without its end) that has just been appended. Raises ValueError for one that is damaged."""
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
        rows = [(short, *place, _sum(short, *place)) for short, places in self._new.items() for place in places]
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
        self.count = self.length = self._last = 0
        self._tail = b""

    def _go_on(self) -> None:
        """Read what the file has grown by, or all of it where it is another."""
        with self.file.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < self.length or _at(file, self.length - len(self._tail), len(self._tail)) != self._tail:
                self._forget()
                if self._database is not None:
                    _emptied(self._database)
            file.seek(self.length)
            rest = b""
            while chunk := file.read(CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    try:
                        self.add(line)
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


def _opened(path: Path) -> sqlite3.Connection:
    import sqlite3

    new = not path.exists()
    database = sqlite3.connect(path, timeout=PATIENCE)
    if new:
        with suppress(OSError):
            path.chmod(0o600)
    return database


def _emptied(database: sqlite3.Connection) -> None:
    database.executescript(
        "BEGIN IMMEDIATE; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS upto;"
        f"{_TABLES} PRAGMA user_version = {SHAPE}; COMMIT;"
    )


def _sum(short: bytes, start: int, length: int) -> int:
    return zlib.crc32(b"%d %d" % (start, length), zlib.crc32(short))


def key(word: str) -> bytes:
    """What stands for a word in the index."""
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
