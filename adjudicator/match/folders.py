"""The matches in a folder, by id. A match is only ever found by looking, so that no id can lead to another place."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.canonical import canonical, parsed
from adjudicator.errors import MatchError
from adjudicator.index.facts import Index, stamp
from adjudicator.match import encoding, files
from adjudicator.match.folder import Folder
from adjudicator.referee import seats
from adjudicator.referee.records import FORMAT
from printables.errors import DEBUG, Problem, UserError

MOST_OPEN = 8  # matches of which the log is kept in memory
ID, PLAYERS = "id", "players"  # facts of a match
_SURE = tuple(b"%d" % digit for digit in range(10))  # what the stamp of a folder with a match.json begins with
_ID = re.compile(
    rb'\{"commitment":"\w*","dice":"[\w-]*","format":"%s","game":"[\w-]*","id":"([\w.-]*)"' % FORMAT.encode()
)


class Named(NamedTuple):
    """What a command was told to look at: match folders, what is none beside them, and folders that are damaged."""

    matches: tuple[Path, ...]
    strays: tuple[Path, ...]
    problems: tuple[Problem, ...]


def named(paths: Iterable[Path]) -> Named:
    """The matches that are named, each by its own folder or by one of many. Raises MatchError if there are none."""
    matches: list[Path] = []
    strays: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        if not path.exists():
            raise MatchError("there is no match here", "name a match folder, or a folder of them", str(path))
        found = Matches(path) if path.is_dir() and not (path / "match.json").exists() else None
        if found is None:
            (matches if path.is_dir() else strays).append(path)
        elif found.folders() or found.problems:
            matches += found.folders()
            problems += found.problems
        else:
            strays.append(path)
    if not matches and not problems:
        where = str(strays[0]) if strays else ""
        raise MatchError("there is no match here", "name a match folder, or a folder of them", where)
    return Named(tuple(matches), tuple(strays), tuple(problems))


@contextmanager
def aside(path: Path, *others: type[Exception]) -> Iterator[None]:
    """One match among many: whatever goes wrong with it is a UserError that names it, so that the rest can go on.

    `others`: what is not about the match, and is let through.
    """
    try:
        with files.reported(path):
            yield
    except Exception as error:
        if isinstance(error, (UserError, BrokenPipeError, *others)) or os.environ.get(DEBUG):
            raise
        fault = f"a fault of Postfox: {type(error).__name__}: {' '.join(str(error).split())[:300]}"
        hint = f"the rest goes on; please report it with the match ({DEBUG}=1 shows where)"
        raise MatchError(fault, hint, str(path)) from None


def _id(data: bytes, source: str) -> str:
    """The id in a match.json, which is read whole only when the match is opened. Raises MatchError."""
    found = _ID.match(data)
    return found[1].decode() if found else encoding.read_match(data, source).id


def there(path: Path) -> Path:
    """A folder of matches. Raises MatchError where there is none."""
    if not path.is_dir():
        raise MatchError("there is no such folder", "name the folder that your matches are in", str(path))
    return path


def sweep(*places: Path) -> None:
    """Take away what killed processes left in these folders: in matches, too, that are not opened, as nothing in their
    logs has changed. One that the system does not let be swept stops no other.
    """
    now = time.time()
    for place in places:
        with suppress(OSError):
            changed = os.stat(place).st_mtime  # noqa: PTH116 - of many thousands, in each round
            if changed + files.LONG_AGO < now:
                _swept(str(place), changed)
            else:  # something may be made in here just now
                files.sweep(place)


@lru_cache(maxsize=100_000)
def _swept(place: str, _changed: float) -> None:
    """Sweep a folder that has long been as it is: once, until it changes. Raises OSError."""
    files.sweep(Path(place))


class Matches:
    """The match folders in `path`, and `path` itself if it is one. Raises MatchError if there is no such folder.

    `problems` are folders that cannot be read, and ids that two folders share. Those matches are here, and cannot be
    opened: their mail waits until they are mended.
    """

    carries_out = True  # whoever delivers orders here carries them out

    def __init__(self, path: Path) -> None:
        self.path = there(path)
        self._index = Index(path)
        self._stamps: dict[str, tuple[str, bytes]] = {}  # the name of each folder, and how its files were
        self._paths: dict[str, Path] = {}
        self._broken: dict[str, Problem] = {}
        self._players: dict[str, list[str]] | None = None
        self._open: dict[Path, Folder] = {}  # those that were asked for last
        names = sorted(entry.name for entry in os.scandir(path) if not entry.name.startswith("."))
        for name in (".", *names):
            place = f"{path}/{name}" if name != "." else str(path)
            stamped = stamp(place)
            if stamped.startswith(_SURE) or os.path.lexists(f"{place}/match.json"):
                folder = Path(place)
                self._stamps[str(folder)] = name, stamped
                self._add(folder)

    def _add(self, folder: Path) -> None:
        file = folder / "match.json"
        try:
            key = self.known(ID, folder)
            if key is None:
                with aside(folder):
                    key = self.fact(ID, folder, lambda: _id(files.needed(file), str(file)).casefold())
        except UserError as error:
            self._broken[folder.absolute().name.casefold()] = error.problems[0]  # its id, unless it was given another
            return
        if key in self._paths:
            hint = f"{self._paths[key]} has the same: keep one of them elsewhere"
            self._broken[key] = Problem(str(file), 0, f"the id {key} is of two matches", hint)
        self._paths[key] = folder

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self._broken.values())

    def __contains__(self, match: str) -> bool:
        return match.casefold() in self._paths or match.casefold() in self._broken

    def folder(self, match: str) -> Folder:
        """The folder of a match that is here. Raises MatchError if it is damaged."""
        key = match.casefold()
        if key in self._broken:
            problem = self._broken[key]
            raise MatchError(problem.message, problem.hint, problem.source)
        return self.opened(self._paths[key])

    def opened(self, path: Path) -> Folder:
        """The match in that folder, read anew as far as it is not as it was. Raises MatchError."""
        folder = self._open.pop(path, None)
        if folder is None or not folder.current:
            folder = Folder(path)
        folder.reread()
        self._open[path] = folder
        if len(self._open) > MOST_OPEN:
            del self._open[next(iter(self._open))]
        return folder

    def of(self, address: str) -> list[str]:
        """The ids of the matches in which somebody with that address plays, of those that can be opened; in order.

        Every match is looked at when this is first asked, and not again: who joins later is not seen.
        """
        if self._players is None:
            self._players = {}
            for key in sorted(self._paths.keys() - self._broken.keys()):
                with suppress(UserError), aside(self._paths[key]):
                    for known in self.fact(PLAYERS, self._paths[key], partial(_players, self._paths[key])):
                        self._players.setdefault(known, []).append(key)
        return self._players.get(seats.normal(address), [])

    def folders(self) -> list[Path]:
        """Every match folder that can be opened, in order of id."""
        return [self._paths[key] for key in sorted(self._paths) if key not in self._broken]

    def fact(self, kind: str, folder: Path, found: Callable[[], Any]) -> Any:
        """What is known of a match here, a value of JSON, or else `found` of its files now."""
        value = self.known(kind, folder)
        if value is None:
            value = parsed(canonical(found()).encode())
            self.note(kind, folder, value)
        return value

    def known(self, kind: str, folder: Path) -> Any:
        """What is known of a match whose files are as they were when that was noted; else None."""
        return self._index.find(kind, *self._stamps[str(folder)])

    def note(self, kind: str, folder: Path, value: Any) -> None:
        """Note a fact of a match as it was when this was made: what was written since has not been seen."""
        self._index.note(kind, *self._stamps[str(folder)], value)

    @contextmanager
    def unit(self, ledger: Any) -> Iterator[None]:
        """A unit of work: a store keeps what is done in here as a whole, or nothing of it; here each step is kept."""
        yield

    def save(self) -> None:
        """Keep the facts found, for who looks next. Where that cannot be, they are found again."""
        self._index.save(name for name, _ in self._stamps.values())


def _players(path: Path) -> list[str]:
    """The addresses of those who play. Raises MatchError."""
    folder = Folder(path)
    known = seats.addresses(folder.match, folder.last.after)
    return sorted({seats.normal(address) for address in known if address})
