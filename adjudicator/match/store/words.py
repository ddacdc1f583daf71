"""Lines of a store that are of no match, found by their words: as `adjudicator.match.store.folders.LinesByWord`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from adjudicator.match.store.lines import Damaged, key
from adjudicator.match.store.postgres import CLUB, Postgres

MANY: Final = 1_000  # lines that are indexed at once
EVERY: Final = b""  # the word of every line: it has been indexed


class Stored:
    """The lines of a file in PostgreSQL: none is held here. What is appended is kept with the transaction.

    Those that came without their words, from a folder, are indexed when they are opened.
    """

    def __init__(self, store: Postgres, file: str, words: Callable[[bytes], Iterable[str]]) -> None:
        self._store, self._file, self._words = store, file, words
        self.refresh()

    @property
    def last(self) -> bytes:
        return b"".join(self._store.lines(CLUB, self._file, self.count - 1)).rstrip(b"\n") if self.count else b""

    def has(self, word: str) -> bool:
        return bool(self._store.worded(self._file, key(word)))

    def of(self, word: str) -> Iterator[bytes]:
        for line in self._store.worded(self._file, key(word)):
            with suppress(ValueError, RecursionError):
                if word in self._words(line):
                    yield line.rstrip(b"\n")

    def append(self, line: bytes) -> None:
        self._store.append(CLUB, self._file, self.count, [line + b"\n"])
        self._index([line])

    def refresh(self) -> None:
        with self._store.transaction():
            self.count, indexed = self._store.upto(self._file)
            if indexed < self.count:
                self._store.lock(CLUB)
                _, self.count = self._store.upto(self._file)
                while lines := self._store.lines(CLUB, self._file, self.count, MANY):
                    self._index(lines)

    def _index(self, lines: Iterable[bytes]) -> None:
        """Note the words of the next lines."""
        found = list[tuple[int, bytes]]()
        for line in lines:
            try:
                found += ((self.count, word) for word in {EVERY, *map(key, self._words(line))})
            except (ValueError, RecursionError) as error:
                raise Damaged(self.count + 1, error) from None
            self.count += 1
        self._store.index(self._file, found)

    def close(self) -> None: ...
