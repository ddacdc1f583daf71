"""Facts about the matches in a folder, in a file of SQLite beside them: values of JSON, each of a kind and a match.

A fact is believed only where the files of its match have the sizes and times that they had when it was found, and its
own bytes are those that were written. Whatever is wrong with the file (damaged, locked, read-only, of another version,
a system without SQLite) makes facts unknown and loses no more than time: there is nothing in it that is nowhere else.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudicator.core.canonical import canonical
from printables.core.files import FRESH as FRESH

if TYPE_CHECKING:
    import sqlite3

FILE: Final = ".index.sqlite"
FILES: Final = ("match.json", "log.jsonl", "state.json", "mail.jsonl")  # of which a fact may tell
SHAPE: Final = 1  # of the table and of all facts: another number, as another version, makes the index anew
PATIENCE: Final = 0.5  # seconds to wait for another process that writes
_DECODER: Final = json.JSONDecoder()
_TABLE: Final = "CREATE TABLE facts (kind BLOB, match BLOB, stamp BLOB, sum INT, value BLOB, PRIMARY KEY (kind, match))"


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
        self._path = folder / FILE
        self._known: dict[bytes, dict[bytes, tuple[bytes, bytes]]] = {}  # by kind and match: stamp and value
        self._new: dict[tuple[bytes, bytes], tuple[bytes, bytes]] = {}
        self._saved = False

    def find(self, kind: str, match: str, stamped: bytes) -> Any:
        """A fact of a match whose files are so; None where it is not known. `match`: the name of its folder."""
        key = kind.encode()
        if key not in self._known:
            self._known[key] = self._read(key)
        found = self._known[key].get(os.fsencode(match))
        if found is None or found[0] != stamped or not stamped:
            return None
        with suppress(ValueError, RecursionError):
            return _DECODER.decode(found[1].decode())
        return None

    def note(self, kind: str, match: str, stamped: bytes, value: Any) -> None:
        """A fact of a match, found after its files were so. Written by `save`."""
        if not stamped:
            return
        key, name = kind.encode(), os.fsencode(match)
        self._new[key, name] = stamped, canonical(value).encode("utf-8", "surrogatepass")
        if key in self._known:
            self._known[key][name] = self._new[key, name]

    def save(self, matches: Iterable[str]) -> None:
        """Write down what is new, and, the first time, forget all matches but these."""
        gone: list[tuple[bytes]] = []
        if not self._saved:
            known = {name for known in self._known.values() for name in known}
            gone = [(name,) for name in known - set(map(os.fsencode, matches))]
        rows = [
            (kind, name, stamped, _sum(kind, name, stamped, value), value)
            for (kind, name), (stamped, value) in self._new.items()
        ]
        self._new.clear()
        self._saved = True
        if rows or gone:
            self._write(rows, gone)

    def _read(self, kind: bytes) -> dict[bytes, tuple[bytes, bytes]]:
        try:
            import sqlite3
        except ImportError:
            return {}
        try:
            if not self._path.exists():
                return {}
            with closing(_connected(self._path)) as database:
                if not _is_ours(database):
                    return {}
                rows = database.execute("SELECT match, stamp, sum, value FROM facts WHERE kind = ?", (kind,))
                return {
                    name: (stamped, value)
                    for name, stamped, total, value in rows
                    if _sound(kind, name, stamped, total, value)
                }
        except (sqlite3.Error, sqlite3.Warning, OSError, OverflowError):
            return {}

    def _write(self, rows: list[tuple[bytes, bytes, bytes, int, bytes]], gone: list[tuple[bytes]]) -> None:
        try:
            import sqlite3
        except ImportError:
            return
        for _ in range(2):  # what is no index of ours is thrown away, and made anew
            with suppress(OSError, OverflowError):
                try:
                    with closing(_connected(self._path)) as database:
                        if not _is_ours(database):
                            _emptied(database)
                        with database:
                            database.executemany("DELETE FROM facts WHERE match = ?", gone)
                            database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", rows)
                    return
                except sqlite3.OperationalError:  # locked, or nothing may be written here: then it is not
                    return
                except (sqlite3.Error, sqlite3.Warning):
                    for ending in ("", "-journal"):
                        Path(f"{self._path}{ending}").unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    import sqlite3

    new = not path.exists()
    database = sqlite3.connect(path, timeout=PATIENCE)
    if new:
        path.chmod(0o600)  # it tells of letters and addresses
    return database


@cache
def number() -> int:
    """What facts of this version of Postfox, and of this shape, are known by."""
    from importlib.metadata import version  # most commands ask for no fact, and it brings all of email

    return zlib.crc32(f"{SHAPE} {version('postfox')}".encode()) & 0x7FFFFFFF


def _is_ours(database: sqlite3.Connection) -> bool:
    return bool(database.execute("PRAGMA user_version").fetchone()[0] == number())


def _emptied(database: sqlite3.Connection) -> None:
    """The table of this version, whatever was there. Two processes that do so at once end with the same."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("DROP TABLE IF EXISTS facts")
        database.execute(_TABLE)
        database.execute(f"PRAGMA user_version = {number()}")


def _sum(kind: bytes, match: bytes, stamped: bytes, value: bytes) -> int:
    return zlib.crc32(b"\0".join((kind, match, stamped, value)))


def _sound(kind: bytes, match: Any, stamped: Any, total: Any, value: Any) -> bool:
    """Whether a row is what was written: what a damaged file says may be anything."""
    return all(isinstance(part, bytes) for part in (match, stamped, value)) and total == _sum(
        kind, match, stamped, value
    )
