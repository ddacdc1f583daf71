"""The matches in a folder, by id. A match is only ever found by looking, so that no id can lead to another place."""

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

from adjudicator.core import MatchError
from adjudicator.core.codec import canonical, parsed
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.match.store.index import FILES, Index, Lines, stamp
from adjudicator.referee import seats
from adjudicator.referee.records import FORMAT
from printables.core import DEBUG, Problem, UserError

CLUB: Final = "club"  # the folder beside the matches that is the club's
AT_ONCE = 1_000  # matches that are read: what is said of them is said first  # equivalent: memory and patience alone
PATIENCE = 60.0  # seconds to wait for another who works for the club  # equivalent: nobody tells a second more
MOST_OPEN = 8  # matches of which the log is kept in memory  # equivalent: it is memory alone
ID, PLAYERS = "id", "players"  # facts of a match
WAKES: Final = "wakes"  # the moment before which the time brings nothing; "" where it never does
POSTED: Final = "posted"  # when to try again to send a letter; "" where none waits
_swept: dict[str, float] = {}  # when a folder had changed that has long been as it was when it was swept
_SURE = tuple(b"%d" % digit for digit in range(10))  # what the stamp of a folder with a match.json begins with
_ID = re.compile(
    rb'\{"commitment":"\w*","dice":"[\w-]*","format":"%s","game":"[\w-]*","id":"([\w.-]*)"' % FORMAT.encode()
)


def needed(matches: "Matches") -> None:
    """Raises MatchError where there is no match."""
    if not matches.folders() and not matches.problems:
        raise nothing(str(matches.ledger))


def has_club(matches: "Matches") -> bool:
    """Whether there is a club, without a look at what it is."""
    with matches.club() as folder:
        return folder.is_dir()


def nothing(where: str) -> MatchError:
    """What is said where a match was looked for in vain."""
    return MatchError("there is no match here", "name a match folder, or a folder of them", where)


@contextmanager
def aside(path: Path, *others: type[Exception]) -> Iterator[None]:
    """One match among many: whatever goes wrong with it is a UserError that names it, so that the rest can go on.
    `others`: what is not about the match, and is let through."""
    try:
        with encoding.reported(path):
            yield
    except Exception as error:
        if isinstance(error, (UserError, BrokenPipeError, *others)) or os.environ.get(DEBUG):
            raise
        fault = f"a fault of Postfox: {type(error).__name__}: {' '.join(str(error).split())[:300]}"
        hint = f"the rest goes on; please report it with the match ({DEBUG}=1 shows where)"
        raise MatchError(fault, hint, str(path)) from None


def there(path: Path) -> Path:
    """A folder of matches. Raises MatchError where there is none."""
    if not path.is_dir():
        raise MatchError("there is no such folder", "name the folder that your matches are in", str(path))
    return path


def sweep(root: Path, *folders: Path) -> None:
    """Take away what killed processes left beside these matches, in them and among their letters: in those, too, that
    are not opened, as nothing in their logs has changed. One that the system does not let be swept stops no other."""
    now = time.time()
    for place in (root, *folders, *(folder / encoding.PLACE for folder in folders)):
        with suppress(OSError):
            changed = os.stat(place).st_mtime  # noqa: PTH116 - of many thousands, in each round
            if _swept.get(str(place)) == changed:
                continue
            encoding.sweep(place)
            if changed + encoding.LONG_AGO < now:  # else something may be made in here just now
                _swept[str(place)] = changed


Work: TypeAlias = Callable[[Sequence[Path]], object]  # what is done with matches
Trouble: TypeAlias = Callable[[Sequence[Problem]], object]  # hears what is wrong with a match


def fact(matches: "Matches", kind: str, path: Path, found: Callable[[Folder], Any]) -> Any:
    """What is known of a match, a value of JSON, or else what is `found` of it now. Raises MatchError."""
    value = matches.known(kind, path)
    if value is None:
        with matches.lent(path) as folder:
            matches.note(kind, path, value := parsed(canonical(found(folder)).encode()))
    return value


def facts(matches: "Matches", kind: str, found: Callable[[Folder], Any]) -> dict[Path, Any]:
    """The same of each match, in order, or the UserError that says why nothing is known of it."""
    values = {path: matches.known(kind, path) for path in matches.folders()}
    for path in chain.from_iterable(matches.read([path for path, value in values.items() if value is None], FILES)):
        try:
            with aside(path):
                values[path] = parsed(canonical(found(Folder(path))).encode())
                matches.note(kind, path, values[path])
        except UserError as error:
            values[path] = error
    return values


def identity(folder: Folder) -> str:
    """The id of a match as it is looked up."""
    return folder.match.id.casefold()


def by_id(matches: "Matches") -> dict[str, Path]:
    """Where each match that can be opened is while it is lent."""
    found = dict[str, Path]()
    for path in matches.folders():
        with suppress(UserError), aside(path):
            found[fact(matches, ID, path, identity)] = path
    return found


class Matches:
    """A store, where matches lie, each a folder while it is lent; that of those who name no other: match folders in
    `path`, and `path` itself if it is one. Raises MatchError if there is no such folder.

    It is as it was when it was looked at, but for matches that were lent since and new ones that are asked for.
    `problems` are folders that cannot be read, and ids that two folders share. Those matches are here, and cannot be
    opened: their mail waits until they are mended."""

    carries_out = True  # whether whoever delivers orders here carries them out at once

    def __init__(self, path: Path) -> None:
        self.ledger = there(path)  # beside whose matches the ledger of emails is kept, and locked
        self._open: dict[Path, Folder] = {}  # those that were asked for last
        self.look()

    def look(self) -> None:
        """Look again at what is here: others may have changed it."""
        self.__dict__.pop("_players", None)
        self._index = Index(self.ledger)
        self._stamps: dict[str, tuple[str, bytes]] = {}  # the name of each folder, and how its files were
        self._paths: dict[str, Path] = {}
        self._broken: dict[str, Problem] = {}
        self._touched: set[Path] | None = None  # what has changed since all was worked on; None: nothing was
        self._looked()

    def _looked(self) -> None:
        names = sorted(entry.name for entry in os.scandir(self.ledger) if not entry.name.startswith("."))
        for name in (".", *names):
            where = str(folder := self.ledger / name)
            if where not in self._stamps:
                stamped = stamp(where)
                if stamped.startswith(_SURE) or os.path.lexists(f"{where}/match.json"):
                    self._stamps[where] = name, stamped
                    self._add(folder)

    def _add(self, folder: Path) -> None:
        file = f"{folder}/match.json"
        key = self.known(ID, folder)
        if key is None:
            found = _ID.match(encoding.kept(file) or b"")  # it is read whole only when the match is opened
            try:
                with nullcontext() if found else aside(folder):
                    id = found[1].decode() if found else encoding.read_match(encoding.needed(file), file).id
            except UserError as error:
                self._broken[folder.absolute().name.casefold()] = error.problems[0]  # the id, if it was given no other
                return
            self.note(ID, folder, key := id.casefold())
        if key in self._paths:
            hint = f"{self._paths[key]} has the same: keep one of them elsewhere"
            self._broken[key] = Problem(file, 0, f"the id {key} is of two matches", hint)
        self._paths[key] = folder

    @contextmanager
    def club(self, *, begin: bool = False) -> Iterator[Path]:
        """The club's folder, nobody else's meanwhile; changes are kept. It is there if a club is, or is to `begin`."""
        path = self.ledger / CLUB
        if begin:
            path.mkdir(0o700, exist_ok=True)
        with encoding.locked(path / ".lock", PATIENCE) if path.is_dir() else nullcontext():
            sweep(path)
            yield path

    @contextmanager
    def begun(self, name: str) -> Iterator[Path]:
        """The folder in which a match is to begin, which is here in the end. Raises MatchError."""
        yield self.ledger / name
        self._looked()
        if self._touched is not None:
            self._touched.add(self.ledger / name)

    def lines(self, name: str, words: Callable[[bytes], Iterable[str]], *, begin: bool = False) -> Lines | None:
        """The lines of that name beside the matches. None where there are none, unless they are to `begin`. `words`:
        those of a line. Raises adjudicator.match.store.index.Damaged."""
        file = self.ledger / name
        if not file.exists():
            if not begin:
                return None
            encoding.write(file, b"", mode=0o600)
        return Lines(file, words)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Matches that cannot be lent, and why."""
        return tuple(self._broken.values())

    def folders(self) -> list[Path]:
        """Where the folder of each match that can be lent is meanwhile, in order of id."""
        return [self._paths[key] for key in sorted(self._paths) if key not in self._broken]

    def read(self, paths: Sequence[Path], only: Sequence[str] = ()) -> Iterator[Sequence[Path]]:
        """Matches that are only read, as many at once as can be there; of their files `only` those that are named."""
        for first in range(0, len(paths), AT_ONCE):
            yield paths[first : first + AT_ONCE]

    def unworked(self) -> list[Path]:
        """Those that may have changed since all of it was worked on, where whoever delivers carries out."""
        return self.folders() if self._touched is None else sorted(self._touched)

    @contextmanager
    def lent(self, path: Path) -> Iterator[Folder]:
        """A match, for as long as this lasts; what has changed in its folder is kept. Raises MatchError."""
        before = self._stamped(path)
        try:
            yield self._opened(path)
        finally:
            after = self._stamped(path)
            if self._touched is not None and (before != after or not after):
                self._touched.add(path)

    def _stamped(self, path: Path) -> bytes:
        """How the files of a match are now: facts are of it as it is."""
        name, _ = self._stamps[str(path)]
        self._stamps[str(path)] = name, stamp(str(path))
        return self._stamps[str(path)][1]

    def _opened(self, path: Path) -> Folder:
        """The match in that folder, read anew as far as it is not as it was. Raises MatchError."""
        folder = self._open.pop(path, None)
        if folder is None or not folder.current:
            folder = Folder(path)
        folder.reread()
        self._open[path] = folder
        if len(self._open) > MOST_OPEN:
            del self._open[next(iter(self._open))]
        return folder

    def __contains__(self, match: str) -> bool:
        """Whether a match of that id is here."""
        key = match.casefold()
        if key not in self._paths and key not in self._broken:
            self._looked()  # it may just have begun
        return key in self._paths or key in self._broken

    def folder(self, match: str) -> Folder:
        """A match that is here, within a unit of work. Raises MatchError if it is damaged."""
        key = match.casefold()
        if key in self._broken:
            raise MatchError.of((self._broken[key],))
        return self._opened(self._paths[key])

    def of(self, address: str) -> list[str]:
        """The ids of matches that can be opened, in order, in which that address played when this was first asked."""
        return self._players.get(seats.normal(address), [])

    @cached_property
    def _players(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        keys = {path: key for key, path in self._paths.items()}
        for path, here in facts(self, PLAYERS, players).items():
            for player in () if isinstance(here, UserError) else here:
                found.setdefault(player, []).append(keys[path])
        return found

    def known(self, kind: str, path: Path) -> Any:
        """A fact of a match that has not changed since it was noted, a value of JSON; else None."""
        return self._index.find(kind, *self._stamps[str(path)])

    def note(self, kind: str, path: Path, value: object) -> None:
        """Note a fact of a match as it was when it was lent or read: what was written since has not been seen."""
        self._index.note(kind, *self._stamps[str(path)], value)

    def save(self) -> None:
        """Keep the facts noted, for who looks next. Where that cannot be, they are found again."""
        self._index.save(name for name, _ in self._stamps.values())

    @contextmanager
    def unit(self, ledger: Any) -> Iterator[None]:
        """A unit of work: what a store keeps as a whole, or nothing of it; here each step is kept."""
        yield

    def work(self, do: Work, post: Work | None, *, troubled: Trouble) -> None:
        """Do something with matches that may need it, at first all, then those that have changed, and `post` letters,
        which vouch for it, once that is kept."""
        folders, self._touched = self.unworked(), set()
        do(folders)
        if post:
            post(folders)


Store: TypeAlias = Matches  # whichever: one in a folder, or a club's (`adjudicator.match.store.club.Club`)


def players(folder: Folder) -> list[str]:
    """The addresses of those who play. Raises MatchError."""
    return sorted({seats.normal(address) for address in seats.addresses(folder.match, folder.last.after) if address})
