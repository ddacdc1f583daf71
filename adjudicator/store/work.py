"""Work in a store: matches with something to do are taken one at a time, each in a transaction, by any number."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from adjudicator.errors import MatchError
from adjudicator.mail.inbound.ledger import FILE
from adjudicator.match import files
from adjudicator.match.folder import Folder
from adjudicator.match.folders import Matches, aside
from adjudicator.store import sealed
from adjudicator.store.postgres import CLUB, SCHEMES, Postgres
from printables.errors import Problem, UserError

MEMORY = "/dev/shm"  # where the system keeps files in memory: a secret that is lent lies on no disk
WORKSPACE, HELD = "postfox-", ".held"  # how the name of a workspace begins, and what its process locks in it


@contextmanager
def workspace() -> Iterator[Path]:
    """A folder for what is lent, of this process alone. Those of processes that were killed are taken away."""
    in_memory = os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK)  # noqa: PTH112
    within = Path(MEMORY if in_memory else tempfile.gettempdir())
    for other in within.glob(f"{WORKSPACE}*/{HELD}"):
        with suppress(OSError, MatchError), files.locked(other, 0):
            shutil.rmtree(other.parent)
    with tempfile.TemporaryDirectory(prefix=WORKSPACE, dir=within) as made, files.locked(Path(made, HELD)):
        yield Path(made)


def named(word: str) -> tuple[str, str] | None:
    """The store and the match that postgresql://HOST/DATABASE/MATCH names, the match "" for all; None for a path."""
    if not word.startswith(SCHEMES):
        return None
    base, mark, asked = word.partition("?")
    scheme, _, rest = base.partition("://")
    host, *path = rest.split("/")
    if not path or len(path) > 2:
        raise MatchError("a store is postgresql://HOST/DATABASE, a match in it .../DATABASE/MATCH", "write it so", word)
    return f"{scheme}://{host}/{path[0]}{mark}{asked}", path[1] if len(path) > 1 else ""


@contextmanager
def lent(url: str, match: str, path: Path) -> Iterator[Path]:
    """The folder of a match of a store, or of all of them, in `path`; what changed in it is kept when this ends.

    Nobody else works on what is lent. What is new beside them becomes a match of the store. Raises MatchError.
    """
    store = Postgres(url)
    place = path / "matches"
    place.mkdir(0o700)
    try:
        with store.transaction():
            held = {}
            for name in [match] if match else store.names():
                if not store.lock(name):
                    raise MatchError("there is no such match in the store", "look at the names that it has", name)
                held[name] = store.lend(name, place / name)
            yield place / match if match else place
            for name, before in held.items():
                if (place / name).is_dir():
                    store.take_back(name, place / name, before)
    finally:
        store.close()


def one(
    store: Postgres,
    path: Path,
    do: Callable[[Matches], bool | None],
    *,
    posting: bool,
    troubled: Callable[[Sequence[Problem]], object],
) -> bool:
    """Take a match with something to do, do it in a folder of matches that has this one alone, and give it back.

    `do` says whether what could be sent of its letters was; None where it sends none. `troubled` hears what is wrong
    with a match: it stays as it was, and is put off. Whether there was something to do. Raises MatchError where the
    store is lost.
    """
    name = None
    try:
        with store.transaction():
            name = store.next(posting=posting)
            if name is not None:
                with aside(path / name, *store.lost):
                    _worked(store, name, path / "work", do)
    except UserError as error:
        if name is None:
            raise
        with store.transaction():
            store.put_off(name)
        troubled(error.problems)
    return name is not None


def _worked(store: Postgres, name: str, place: Path, do: Callable[[Matches], bool | None]) -> None:
    shutil.rmtree(place, ignore_errors=True)
    try:
        held = store.lend(name, place / name)
        sent = do(Matches(place))
        store.take_back(name, place / name, held, posted=bool(sent))
        if sent is False:
            store.later(name)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def copied_in(path: Path, url: str, match: str = "") -> Iterator[str]:
    """Copy matches of a folder, or one, into a store; their names. Raises MatchError."""
    from adjudicator.match.folders import named as found

    store = Postgres(url)
    try:
        for folder in found([path]).matches:
            name = match or folder.absolute().name
            with Folder(folder).locked():
                store.store(name, folder)
            yield name
        if (ledger := path / FILE).exists():
            with store.transaction():
                store.lock(CLUB)
                if not store.lines(CLUB, FILE, 0):
                    store.append(CLUB, FILE, 0, ledger.read_bytes().splitlines(keepends=True))
    finally:
        store.close()


def copied_out(url: str, match: str, path: Path) -> Iterator[str]:
    """Copy a match of a store, or all, into a folder that has none of that name. Raises MatchError, UserError."""
    sealed.key()  # else secrets would stay behind
    path.mkdir(0o700, parents=True, exist_ok=True)
    store = Postgres(url)
    try:
        for name in [match] if match else store.names():
            target = path / name
            if target.exists():
                raise UserError("this folder already exists", "choose another", str(target))
            with store.transaction():
                if not store.lock(name):
                    raise MatchError("there is no such match in the store", "look at the names that it has", name)
                building = path / f".{name}.{os.getpid()}.part"
                shutil.rmtree(building, ignore_errors=True)
                store.lend(name, building)
                building.rename(target)
            yield name
        if not match and not (path / FILE).exists() and (ledger := store.lines(CLUB, FILE, 0)):
            files.write(path / FILE, b"".join(ledger), mode=0o600)
    finally:
        store.close()
