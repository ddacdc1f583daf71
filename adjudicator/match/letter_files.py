"""The letters in a match folder: read, written, missed, and bundled once they are no longer the last."""

import hashlib
import os
import re
from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.codec import digest
from adjudicator.referee.records import LetterRecord
from printables.core import files
from printables.core.errors import UserError

if TYPE_CHECKING:
    from adjudicator.match.bundle import Pieces

PLACE = "letters"
LINES = 8  # of a bundle
LATEST = 4  # lines, at least, whose letters are files of their own
PIECE = 1 << 18  # bytes of a file that are read at once to be hashed: more than most letters have
AT_ONCE = 4  # bundles: a match that has none yet gets them by and by
_BUNDLE = re.compile(r"(\d{4,})-\d{4,}\.tar\.xz")
Written = Callable[[int], tuple[LetterRecord, ...]]  # the letters that a line of the log wrote


class _There(NamedTuple):
    """What lies in the folder and is not empty: files, and the first lines of bundles."""

    files: frozenset[str]
    bundles: frozenset[int]


class Letters:
    """The letters of a match folder."""

    def __init__(self, match: Path) -> None:
        self.path = match / PLACE
        self._opened: tuple[str, int, Mapping[str, Pieces]] | None = None
        self._bundles: dict[str, int] = {}  # that were there and not empty, with the first line of each

    def names(self) -> frozenset[str]:
        """The names of all files there: whoever reads many letters then asks for none that is not."""
        try:
            return frozenset(os.listdir(self.path))  # noqa: PTH208 - no Path for each
        except OSError:
            return frozenset()

    def read(self, name: str, there: Container[str] | None = None) -> bytes | None:
        """A letter's bytes by its name in the log with its ending; None where it is not there.

        `there`: the `names` of what there is, if they are known. Raises UserError for a bundle that cannot be read.
        """
        name = name.removeprefix(f"{PLACE}/")
        if there is None or name in there:
            with suppress(OSError):
                return files.read(f"{self.path}/{name}")
        pieces = self._bundled(name, there)
        return None if pieces is None else b"".join(pieces)

    def digest(self, name: str, there: Container[str]) -> str | None:
        """The SHA-256 of a letter, where `read` gives its bytes: with hundreds of megabytes to prove, none is copied.

        Raises UserError as `read` does.
        """
        name = name.removeprefix(f"{PLACE}/")
        if name in there:
            with suppress(OSError), files.opened(f"{self.path}/{name}") as file:
                return _hashed(iter(lambda: self._piece[: file.readinto(self._piece)], b""))
        pieces = self._bundled(name, there)
        return None if pieces is None else _hashed(pieces)

    @cached_property
    def _piece(self) -> memoryview:
        """Through what files are read that need not be kept."""
        return memoryview(bytearray(PIECE))

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
        """The letters of so many lines that are not there, or were left empty by a power cut, without their endings."""
        there = self._there()
        firsts = (first for first in range(0, lines, LINES) if first not in there.bundles)
        apart = (n for first in firsts for n in range(first, min(first + LINES, lines)))
        every = (letter.file(n) for n in apart for letter in written(n))
        return {name for name in every if not set(_names(name)) <= there.files}

    def bundle(self, lines: int, written: Written, write: Callable[[Path, bytes], None], most: int = AT_ONCE) -> None:
        """Bundle what is no longer among the last of so many lines; letters that are not as the log says stay.

        `write` makes a file that lasts: only then are those in it taken away. Raises OSError.
        """
        there = self._there()
        firsts = [first for first in range(0, lines - LINES - LATEST + 1, LINES) if first not in there.bundles]
        for first in reversed(firsts[-most:]):
            letters = self._sound(first, written)
            if letters:
                from adjudicator.match import bundle  # most commands neither make one nor read one

                write(self.path / _bundle(first), bundle.pack(letters))
                self._take_away(letters)
        self._take_away(name for name in there.files if _number(name) in there.bundles)

    def _sound(self, first: int, written: Written) -> dict[str, bytes]:
        """The letters of the lines of a bundle, if each is as it was written."""
        found = {}
        for n in range(first, first + LINES):
            for letter in written(n):
                for name, wanted in zip(_names(letter.file(n)), (letter.text, letter.html), strict=True):
                    data = files.read(self.path / name) if (self.path / name).is_file() else b""
                    if digest(data) != wanted:
                        return {}
                    found[name] = data
        return found

    def _take_away(self, names: Iterable[str]) -> None:
        for name in names:
            (self.path / name).unlink(missing_ok=True)

    def _there(self) -> _There:
        names = self.names()
        for gone in self._bundles.keys() - names:
            del self._bundles[gone]
        apart = {name for name in names - self._bundles.keys() if os.stat(self.path / name).st_size}  # noqa: PTH116
        for name in tuple(apart):
            if named := _BUNDLE.fullmatch(name):
                self._bundles[name] = int(named[1])
                apart.remove(name)
        return _There(frozenset(apart), frozenset(self._bundles.values()))


def _hashed(pieces: Iterable[bytes | memoryview]) -> str:
    """The SHA-256, as hex, of pieces one after the other."""
    hashed = hashlib.sha256()
    for piece in pieces:
        hashed.update(piece)
    return hashed.hexdigest()


def _names(letter: str) -> tuple[str, str]:
    """The files of a letter, text and page."""
    name = letter.removeprefix(f"{PLACE}/")
    return f"{name}.txt", f"{name}.html"


def _bundle(n: int) -> str:
    """The name of the bundle that has the letters of line n."""
    first = n - n % LINES
    return f"{first:04d}-{first + LINES - 1:04d}.tar.xz"


def _number(name: str) -> int:
    """The first line of the bundle that a letter's file belongs to; -1 for what is none."""
    number, dash, rest = name.partition("-")
    if not (dash and number.isdigit() and rest.endswith((".txt", ".html"))):
        return -1
    return int(number) - int(number) % LINES
