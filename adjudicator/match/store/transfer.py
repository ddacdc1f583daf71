"""Matches copied from a folder into a store, and back, byte for byte. What was stopped goes on when begun again."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from adjudicator.core.errors import MatchError
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.match.store import copies
from adjudicator.match.store.folders import Matches, needed, sweep
from adjudicator.match.store.ledger import FILE
from adjudicator.match.store.postgres import CLUB, Postgres
from printables.core.errors import Problem, UserError


def copied_in(path: Path, url: str, match: str = "") -> Iterator[str]:
    """Copy matches of a folder, or one, into a store; their names. Raises MatchError, at the end for those there."""
    store, kept = Postgres(url), list[Problem]()
    try:
        matches = Matches(path)
        needed(matches)
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
    finally:
        store.close()
    if kept:
        raise MatchError.of(tuple(kept))


def copied_out(url: str, path: Path, match: str = "") -> Iterator[str]:
    """Copy a match of a store, or all, into a folder; their names. Raises MatchError, at the end UserError, too."""
    copies.key()  # else secrets would stay behind
    path.mkdir(0o700, parents=True, exist_ok=True)
    sweep(path)
    store, kept = Postgres(url), list[Problem]()
    try:
        for name in [match] if match else store.names():
            target = path / name
            if target.exists():
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
    finally:
        store.close()
    if kept:
        raise UserError.of(tuple(kept))
