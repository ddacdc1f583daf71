"""What lies at which address of a table: home screen, pictures, pages, and what is asked there. No server is known."""

import json
import threading
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from adjudicator.match.create import ID
from adjudicator.table.home import Home
from adjudicator.table.sitting import ASKED, Lent, Table
from printables.page import document

PICTURE, MATCH, OPENED = "picture", "match", "opened"  # what addresses begin with; a match that lies elsewhere
NAMES = 3  # in an address, at most


class Sent(NamedTuple):
    """What a request is answered with: its media type, its bytes, and what browsers let the page do."""

    kind: str
    data: bytes
    policy: str = ""


class Rooms:
    """The home screen of the matches in a folder, and those matches. Raises MatchError, UserError.

    `path`: a match, wherever it lies, to which `first` leads; `lent`: how it is borrowed, if it lies in a store;
    `strong`: the strong bot, as matches name it.
    """

    def __init__(
        self, home: Path, language: str = "", path: Path | None = None, lent: Lent | None = None, strong: str = "strong"
    ) -> None:
        self.language, self.home = language, Home(home, language, strong)
        self.tables: dict[str, Table] = {}
        self.first = ""
        self._lock = threading.Lock()
        if path is not None:
            key = path.name if path.absolute() == (home / path.name).absolute() else OPENED
            self.tables[key] = Table(path, language, lent)
            self.first = f"{MATCH}/{key}/"

    def table(self, key: str) -> Table | None:
        """The match of that name, of those that lie in the home's folder. Raises MatchError."""
        with self._lock:
            path = self.home.path / key
            if key not in self.tables and ID.fullmatch(key) and (path / "match.json").is_file():
                self.tables[key] = Table(path, self.language)
            return self.tables.get(key)

    def shown(self, address: str) -> Sent | None:
        """What lies at an address, if anything does."""
        room, name, what = _names(address)
        if (room, name, what) == ("", "", ""):
            return Sent("text/html", self.home.page().encode(), document.home_policy())
        if room == "card" and not what and (card := self.home.card(unquote(name))):
            return _json(card)
        if room == PICTURE and not what and (picture := self.home.picture(unquote(name).removesuffix(".webp"))):
            return Sent("image/webp", picture)
        if room == MATCH and (table := self.table(name)):
            if not what:
                return Sent("text/html", table.page().encode(), document.policy({"send": True}))
            if what in table.SHARED and (shared := table.shared(what)):
                return Sent(table.SHARED[what], shared, document.policy({}))
        return None

    def done(self, address: str, text: bytes) -> Sent | None:
        """What came of something that was asked there, if anything may be asked there."""
        room, name, what = _names(address)
        if (room, name, what) == ("new", "", ""):
            return _json(self.home.begin(text))
        if room == MATCH and (table := self.table(name)):
            if what == "again":
                return _json(self.home.again(table, text))
            if what in ASKED:
                return _json(table.ask(what, text, address.partition("?")[2])._asdict())
        return None


def _names(address: str) -> tuple[str, str, str]:
    names = address.partition("?")[0].split("/")
    first, second, third = (*names, "", "")[:NAMES] if len(names) <= NAMES else ("?", "", "")
    return first, second, third


def _json(data: object) -> Sent:
    return Sent("application/json", json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
