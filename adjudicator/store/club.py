"""The matches of a store as mail is routed to them: each mail is dealt with in a transaction of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.errors import MatchError
from adjudicator.mail.inbound.ledger import FILE, NOTED, Ledger, line_of
from adjudicator.match.folder import Folder
from adjudicator.match.folders import Matches
from adjudicator.store.copies import Lent
from adjudicator.store.postgres import CLUB, Postgres
from printables.errors import Problem


class Club(Matches):
    """The matches of a store; what is lent of them lies in `path`, which is this process's alone, with the ledger.

    Others carry out what is delivered here.
    """

    carries_out = False

    def __init__(self, store: Postgres, path: Path) -> None:
        self.path = path
        self._store = store
        self._lent: dict[str, Lent] = {}
        self._lines = 0  # of the ledger, that are here
        (path / FILE).touch(0o600)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return ()

    def __contains__(self, match: str) -> bool:
        return self._store.find(match) is not None

    def folder(self, match: str) -> Folder:
        """A match, which is this process's alone until the unit of work ends. Raises MatchError."""
        name = self._store.find(match)
        if name is None or not self._store.lock(name):
            raise MatchError("there is no such match", "it was in the store a moment ago", match)
        if name not in self._lent:
            self._lent[name] = self._store.lend(name, self.path / name)
        return Folder(self.path / name)

    def of(self, address: str) -> list[str]:
        return self._store.played_by(address)

    def folders(self) -> list[Path]:
        return []

    def save(self) -> None: ...

    @contextmanager
    def unit(self, ledger: Ledger) -> Iterator[None]:
        """A unit of work: the ledger is this process's alone, and all that is done is kept at its end, or nothing."""
        file = self.path / FILE
        length = file.stat().st_size
        try:
            with self._store.transaction():
                self._store.lock(CLUB)
                self.catch_up()
                ledger.refresh()
                length = file.stat().st_size
                yield
                for name, lent in self._lent.items():
                    self._store.take_back(name, self.path / name, lent)
                with file.open("rb") as opened:
                    opened.seek(length)
                    new = opened.read().splitlines(keepends=True)
                self._store.append(CLUB, FILE, self._lines, new)
                parts = [part for line in new for part in line_of(line).parts]
                self._store.to_post(part.match for part in parts if part.verdict in NOTED)
            self._lines += len(new)
        except BaseException:
            with file.open("r+b") as opened:
                opened.truncate(length)
            raise
        finally:
            for name in self._lent:
                shutil.rmtree(self.path / name, ignore_errors=True)
            self._lent.clear()

    def catch_up(self) -> None:
        """Add to the ledger here what others have written."""
        new = self._store.lines(CLUB, FILE, self._lines)
        with (self.path / FILE).open("ab") as file:
            file.writelines(new)
        self._lines += len(new)
