"""The matches of a store in PostgreSQL, each a folder while it is lent: under the lock of its row, in a transaction.

What is lent lies in a folder of one process, in memory where the system has such a place. Matches are copied from a
folder into a store, and back, byte for byte; what was stopped goes on when begun again."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from adjudicator.core import MatchError
from adjudicator.core.codec import Json
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.match.store import copies
from adjudicator.match.store.copies import Lent
from adjudicator.match.store.folders import POSTED, Matches, Trouble, Work, aside, needed, sweep
from adjudicator.match.store.index import Damaged, Lines, key
from adjudicator.match.store.ledger import FILE, NOTED, Ledger, line_of
from adjudicator.match.store.postgres import CLUB, COLUMNS, Postgres
from printables.core import Problem, UserError

MEMORY = "/dev/shm"  # where the system keeps files in memory: a secret that is lent lies on no disk
WORKSPACE, HELD = "postfox-", ".held"  # how the name of a workspace begins, and what its process locks in it


@contextmanager
def workspace() -> Iterator[Path]:
    """A folder for what is lent, of this process alone. Those of processes that were killed are taken away."""
    in_memory = os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK)  # noqa: PTH112
    within = Path(MEMORY if in_memory else tempfile.gettempdir())
    for other in within.glob(f"{WORKSPACE}*/{HELD}"):
        with suppress(OSError, MatchError), encoding.locked(other, 0):
            shutil.rmtree(other.parent)
    with ExitStack() as stack:
        while True:
            place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=WORKSPACE, dir=within)))
            stack.enter_context(encoding.locked(place / HELD))
            if (place / HELD).exists():  # else another has taken it away, as it was not held yet
                break
        stack.enter_context(_unsaid(str(place)))
        yield place


def _renamed(text: str, folder: str) -> str:
    """A text in which what lies in a folder is named without it: a match by its name in the store."""
    return text.replace(folder + os.sep, "").replace(folder, "the store")


class _Stream:
    def __init__(self, stream: Any, folder: str) -> None:
        self.stream, self._folder = stream, folder

    def write(self, text: str) -> int:
        self.stream.write(_renamed(text, self._folder))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def _unsaid(folder: str) -> Iterator[None]:
    """Meanwhile what is said, errors too, is `_renamed`."""
    streams = {name: _Stream(getattr(sys, name), folder) for name in ("stdout", "stderr")}
    sys.__dict__.update(streams)
    try:
        yield
    except UserError as error:
        told = tuple(
            Problem(_renamed(one.source, folder), one.line, _renamed(one.message, folder), one.hint, one.column)
            for one in error.problems
        )
        error.problems, error.args = told, UserError.of(told).args
        raise
    finally:  # a command that could not begin is ended when nobody knows: then others may be in their place
        sys.__dict__.update({name: one.stream for name, one in streams.items() if getattr(sys, name) is one})


MANY: Final = 1_000  # lines that are indexed at once  # equivalent: it is memory alone
EVERY: Final = b""  # the word of every line: it has been indexed


class Stored(Lines):
    """All that `Lines` does, of lines in PostgreSQL that are of no match: none is held here. What is appended is kept
    with the transaction. Those that came without their words are indexed when opened."""

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
        found = list[tuple[int, bytes]]()
        for line in lines:
            try:
                found += ((self.count, word) for word in {EVERY, *map(key, self._words(line))})
            except (ValueError, RecursionError) as error:
                raise Damaged(self.count + 1, error) from None
            self.count += 1
        self._store.index(self._file, found)

    def close(self) -> None: ...


AT_ONCE = 100  # matches that are read  # equivalent: it is memory alone


class Club(Matches):
    """The matches of a store in PostgreSQL, lent in a folder of this process's: all that `Matches` does."""

    carries_out = False
    problems: tuple[Problem, ...] = ()

    def __init__(self, store: Postgres, path: Path) -> None:
        self.store, self.ledger = store, path
        self._lent: dict[str, Folder] = {}
        self._posted: Json = {}  # of matches that are lent: when to try again to send a letter
        self._held: dict[str, Lent] = {}  # in a unit of work
        self.look()

    @classmethod
    @contextmanager
    def opened(cls, url: str) -> "Iterator[Club]":
        """A store for as long as it is used. Raises MatchError."""
        with workspace() as path, closing(Postgres(url)) as store:
            yield cls(store, path)

    def look(self) -> None:
        self._facts: dict[str, Json] = {}

    def lines(self, name: str, words: Callable[[bytes], Iterable[str]], *, begin: bool = False) -> Stored:
        return Stored(self.store, name, words)

    def folders(self) -> list[Path]:
        with self.store.transaction():
            return list(map(self.place, self.store.names()))

    def unworked(self) -> list[Path]:
        return []

    def place(self, name: str) -> Path:
        """Where the match of that name is while it is lent."""
        return self.ledger / name

    def read(self, paths: Sequence[Path], only: Sequence[str] = ()) -> Iterator[Sequence[Path]]:
        for first in range(0, len(paths), AT_ONCE):
            batch = paths[first : first + AT_ONCE]
            with self.store.transaction(reading=True):
                lent = self.store.lend(batch, only)
            yield batch
            for path, held in zip(batch, lent, strict=True):
                with suppress(OSError):  # quicker than to look what is there
                    for name in held.files:
                        os.unlink(f"{path}/{name}")  # noqa: PTH108 - of many thousands
                    os.rmdir(path)  # noqa: PTH106
                self._let_go(path.name)

    @contextmanager
    def lent(self, path: Path) -> Iterator[Folder]:
        if path.name in self._lent:
            yield self._lent[path.name]
            return
        with self._loan(lambda: path.name if self.store.lock(path.name) else None) as folder:
            if folder is None:
                raise MatchError("there is no such match in the store", "look at the names that it has", path.name)
            yield folder

    @contextmanager
    def club(self, *, begin: bool = False) -> Iterator[Path]:
        place, stopped = self.ledger / ".club", None
        self.look()
        try:
            with self.store.transaction():
                self.store.lock(CLUB)
                (held,) = self.store.lend([place], of=[CLUB])
                try:
                    yield place
                except self.store.lost:
                    raise
                except BaseException as error:  # what was done before is kept, as it is in a folder
                    stopped = error
                self.store.take_back(CLUB, place, held)
        finally:
            shutil.rmtree(place, ignore_errors=True)
        if stopped is not None:
            raise stopped

    @contextmanager
    def _loan(
        self, take: Callable[[], str | None], *, posting: bool = False, worked: bool = False
    ) -> Iterator[Folder | None]:
        """The match that is taken, in a transaction, to be `worked` on or for one thing alone. What was done is kept as
        it would be in a folder, however it ended: what stopped it goes on afterwards."""
        stopped = name = None
        try:
            with self.store.transaction():
                name = take()
                if name is not None:
                    (held,) = self.store.lend([self.place(name)])
                    self._lent[name] = Folder(self.place(name))
                try:
                    yield None if name is None else self._lent[name]
                except self.store.lost:
                    raise
                except BaseException as error:
                    stopped = error
                if name is not None:
                    self.store.take_back(name, self.place(name), held, posted=self._posted.get(name), worked=worked)
                    if posting and name not in self._posted:
                        self.store.later(name)
        finally:
            if name is not None:
                self._let_go(name)
        if stopped is not None:
            raise stopped

    def work(self, do: Work, post: Work | None, *, troubled: Trouble) -> None:
        """The same, each such as nobody else has; what is wrong is put off. Raises MatchError if the store is lost."""
        name: str | None = ""
        while name is not None:
            name = None

            def take() -> str | None:
                nonlocal name
                name = self.store.next(posting=post is not None)
                return name

            try:
                with self._loan(take, worked=True) as folder:
                    if folder is not None:
                        with aside(folder.path, *self.store.lost):
                            do([folder.path])
                if name is not None and post:
                    with self._loan(partial(self.store.next, posting=True, only=name), posting=True) as folder:
                        if folder is not None:
                            with aside(folder.path, *self.store.lost):
                                post([folder.path])
            except UserError as error:
                if name is None:
                    raise
                with self.store.transaction():
                    self.store.put_off(name)
                troubled(error.problems)

    def _let_go(self, name: str) -> None:
        shutil.rmtree(self.place(name), ignore_errors=True)
        self._lent.pop(name, None)
        self._posted.pop(name, None)

    @contextmanager
    def begun(self, name: str) -> Iterator[Path]:
        if not name or self.place(name) in self.folders():
            raise MatchError("there is a match of that name in the store", "give another name", name)
        yield self.place(name)
        if self.place(name).exists():
            self.store.store(name, self.place(name))
            shutil.rmtree(self.place(name))

    def __contains__(self, match: str) -> bool:
        return self.store.find(match) is not None

    def folder(self, match: str) -> Folder:
        """The same: it is this process's alone until the unit of work ends."""
        if (name := self.store.find(match)) is None or not self.store.lock(name):
            raise MatchError("there is no such match", "it was in the store a moment ago", match)
        if name not in self._lent:
            (self._held[name],) = self.store.lend([self.place(name)])
            self._lent[name] = Folder(self.place(name))
        return self._lent[name]

    def of(self, address: str) -> list[str]:
        return self.store.played_by(address)

    def known(self, kind: str, path: Path) -> Any:
        """The same; None of a match that is lent, as it may be changing."""
        if path.name in self._lent:
            return None
        if kind not in self._facts:
            with self.store.transaction():
                self._facts[kind] = self.store.known(kind)
        return self._facts[kind].get(path.name)

    def note(self, kind: str, path: Path, value: object) -> None:
        if kind == POSTED:
            self._posted[path.name] = value
        elif kind not in COLUMNS:
            self.store.note(kind, path.name, value)

    def save(self) -> None:
        with self.store.transaction():
            self.store.save()

    @contextmanager
    def unit(self, ledger: Ledger) -> Iterator[None]:
        """The same: the ledger is this process's alone, and all that is done is kept at its end, or nothing."""
        try:
            with self.store.transaction():
                self.store.lock(CLUB)
                ledger.refresh()
                before, _ = self.store.upto(FILE)
                yield
                for name, held in self._held.items():
                    self.store.take_back(name, self.place(name), held)
                parts = [part for line in self.store.lines(CLUB, FILE, before) for part in line_of(line).parts]
                self.store.to_post(part.match for part in parts if part.verdict in NOTED)
        finally:
            for name in list(self._lent):
                self._let_go(name)
            self._held.clear()


def copied_in(path: Path, url: str, match: str = "") -> Iterator[str]:
    """Copy matches of a folder, or one, into a store; their names. Raises MatchError, at the end for those there."""
    kept = list[Problem]()
    with closing(Postgres(url)) as store:
        needed(matches := Matches(path))
        there = {*store.names()}
        for folder in matches.folders():
            name = match or folder.absolute().name
            if name in there:
                kept.append(Problem(name, 0, "there is a match of that name in the store", "give another name"))
                continue
            with Folder(folder).locked():
                store.store(name, folder)
            yield name
        if (ledger := path / FILE).exists():
            with store.transaction():
                store.lock(CLUB)
                if not store.lines(CLUB, FILE, 0):
                    store.append(CLUB, FILE, 0, ledger.read_bytes().splitlines(keepends=True))
    if kept:
        raise MatchError.of(tuple(kept))


def copied_out(url: str, path: Path, match: str = "") -> Iterator[str]:
    """Copy a match of a store, or all, into a folder; their names. Raises MatchError, at the end UserError, too."""
    copies.key()  # else secrets would stay behind
    path.mkdir(0o700, parents=True, exist_ok=True)
    sweep(path)
    kept = list[Problem]()
    with closing(Postgres(url)) as store:
        for name in [match] if match else store.names():
            if (target := path / name).exists():
                kept.append(Problem(str(target), 0, "this folder already exists", "choose another"))
                continue
            with store.transaction():
                if not store.lock(name):
                    raise MatchError("there is no such match in the store", "look at the names that it has", name)
                building = encoding.beside(target)
                try:
                    store.lend([building], of=[name])
                    building.rename(target)
                finally:
                    shutil.rmtree(building, ignore_errors=True)
            yield name
        if not match and not (path / FILE).exists() and (ledger := store.lines(CLUB, FILE, 0)):
            encoding.write(path / FILE, b"".join(ledger), mode=0o600)
    if kept:
        raise UserError.of(tuple(kept))
