"""The store of a club in PostgreSQL: lines of logs, files and sealed secrets; a match is lent to one worker at a time.

A match is lent as a folder with all that is in it, and its row is locked until the transaction ends in which what has
changed goes back. A worker that is killed leaves nothing: its match is as it was, and free for the next."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudicator.core import MatchError
from adjudicator.core.codec import Json, canonical, parsed
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.match.store import copies, index as facts
from adjudicator.match.store.copies import EMPTY, LOG, SECRET, Lent
from adjudicator.match.store.folders import ID, PLAYERS, POSTED, WAKES, players
from adjudicator.match.store.ledger import FILE
from adjudicator.referee import seats
from printables.core import UserError

if TYPE_CHECKING:
    from psycopg import Connection
with suppress(ImportError):  # of an extra
    import psycopg

CHANNEL: Final = "postfox"  # on which is told that there is work
CLUB: Final = ""  # the name of what is of no match: the ledger of emails, and the club
AGAIN: Final = "interval '1 minute'"  # after which what could not be done is tried again
_LOCK: Final = 0x706F7374  # of who makes the tables  # equivalent: any number will do
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS postfox_matches (
    name text PRIMARY KEY, id text NOT NULL DEFAULT '', players text[] NOT NULL DEFAULT '{}',
    waits boolean NOT NULL DEFAULT false, wakes timestamptz, posts timestamptz, version bigint NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS postfox_ids ON postfox_matches (id);
CREATE INDEX IF NOT EXISTS postfox_players ON postfox_matches USING gin (players);
CREATE INDEX IF NOT EXISTS postfox_waits ON postfox_matches (name) WHERE waits;
CREATE INDEX IF NOT EXISTS postfox_wakes ON postfox_matches (wakes);
CREATE INDEX IF NOT EXISTS postfox_posts ON postfox_matches (posts);
CREATE TABLE IF NOT EXISTS postfox_lines (
    match text REFERENCES postfox_matches ON DELETE CASCADE, file text, n integer, line bytea NOT NULL,
    PRIMARY KEY (match, file, n));
CREATE TABLE IF NOT EXISTS postfox_files (
    match text REFERENCES postfox_matches ON DELETE CASCADE, file text, data bytea NOT NULL, sealed boolean NOT NULL,
    PRIMARY KEY (match, file));
CREATE TABLE IF NOT EXISTS postfox_facts (
    kind text, match text REFERENCES postfox_matches ON DELETE CASCADE, version bigint NOT NULL, value text NOT NULL,
    PRIMARY KEY (kind, match));
CREATE TABLE IF NOT EXISTS postfox_words (file text, word bytea, n integer, PRIMARY KEY (file, word, n));
INSERT INTO postfox_matches (name) VALUES ('') ON CONFLICT DO NOTHING;"""
# Facts that a row of a match has: workers take matches by them. Who asks for others finds them in postfox_facts.
_MOMENT: Final = """to_char({0} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')"""
COLUMNS: Final = {
    ID: "id",
    PLAYERS: "array_to_json(players)",
    WAKES: f"COALESCE({_MOMENT.format('wakes')}, '')",
    POSTED: f"COALESCE({_MOMENT.format('posts')}, '')",
}


class Postgres:
    """A store. Raises MatchError where it cannot be reached, and while it is used where it is lost."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._listens = False
        self._noted: list[tuple[str, str, str, int]] = []  # facts: kind, value, match, and its version
        self._versions: dict[str, int] = {}  # of matches when they were lent last
        self._connection = _connected(url)
        if self._asked("SELECT to_regclass('postfox_words')") == [(None,)]:  # the last that is made
            with self.transaction():
                self._connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                self._connection.execute(_TABLES)

    @property
    def lost(self) -> tuple[type[Exception], ...]:
        """What is raised where the server refuses, or is lost."""
        return (psycopg.Error,)

    def close(self) -> None:
        """Let go of the server."""
        self._connection.close()

    @contextmanager
    def reported(self) -> Iterator[None]:
        """What the server refuses is a MatchError that names no password."""
        try:
            yield
        except psycopg.Error as error:
            said = " ".join(str(error).split())[:300] or type(error).__name__
            raise MatchError(said, "the work goes back to the store as it was; try again", "postgresql") from None

    @contextmanager
    def transaction(self, *, reading: bool = False) -> Iterator[None]:
        """What is lent and taken back in here is so as a whole, or not at all. A lost server is called anew. `reading`:
        all is seen as it was at one moment, and nobody waits."""
        if self._connection.closed:
            self._connection = _connected(self.url)
            if self._listens:
                self.listen()
        with self.reported(), self._connection.transaction():
            if reading:
                self._connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield

    def _asked(self, query: str, *given: object) -> list[Any]:
        with self.reported():
            return self._connection.execute(query, given or None).fetchall()

    def names(self) -> list[str]:
        """The matches, in order."""
        return [name for (name,) in self._asked("SELECT name FROM postfox_matches WHERE name <> '' ORDER BY name")]

    def find(self, match: str) -> str | None:
        """The name of the match of an id."""
        query = "SELECT name FROM postfox_matches WHERE id = %s AND name <> '' ORDER BY name LIMIT 1"
        return next((name for (name,) in self._asked(query, match.casefold())), None)

    def played_by(self, address: str) -> list[str]:
        """The ids of the matches in which somebody with that address plays, in order."""
        query = "SELECT id FROM postfox_matches WHERE players @> ARRAY[%s] ORDER BY id"
        return [match for (match,) in self._asked(query, seats.normal(address))]

    def known(self, kind: str) -> Json:
        """A fact of all matches that have not changed since it was noted, by their names."""
        if kind in COLUMNS:
            return dict(self._asked(f"SELECT name, {COLUMNS[kind]} FROM postfox_matches WHERE id <> ''"))
        query = "SELECT match, value FROM postfox_facts JOIN postfox_matches ON name = match WHERE kind = %s"
        rows = self._asked(f"{query} AND postfox_facts.version = postfox_matches.version", _own(kind))
        return {name: parsed(value.encode()) for name, value in rows}

    def note(self, kind: str, name: str, value: object) -> None:
        """A fact of a match as it was when it was lent; `save` writes it down."""
        self._noted.append((_own(kind), canonical(value), name, self._versions[name]))

    def save(self) -> None:
        """Write down what was noted of matches that are still as they were."""
        query = """INSERT INTO postfox_facts SELECT %s, name, version, %s FROM postfox_matches
            WHERE name = %s AND version = %s
            ON CONFLICT (kind, match) DO UPDATE SET version = excluded.version, value = excluded.value"""
        with self._connection.cursor() as cursor:
            cursor.executemany(query, self._noted)
        self._noted.clear()

    def lock(self, name: str) -> bool:
        """Wait until nobody else has a match, and hold it until the transaction ends; whether there is one."""
        query = "SELECT 1 FROM postfox_matches WHERE name = %s FOR UPDATE"
        return self._connection.execute(query, (name,)).fetchone() is not None

    def next(self, *, posting: bool, only: str | None = None) -> str | None:
        """A match with something to do that nobody else has, held until the transaction ends; None if there is none.
        `posting`: letters to be sent are something to do. `only`: the match of that name, if any."""
        query = """SELECT name FROM postfox_matches
            WHERE name <> '' AND (waits OR wakes <= now() OR (%s AND posts <= now())) AND name = COALESCE(%s, name)
            ORDER BY waits DESC, wakes NULLS LAST LIMIT 1 FOR UPDATE SKIP LOCKED"""
        return next((name for (name,) in self._connection.execute(query, (posting, only))), None)

    def lend(self, folders: Sequence[Path], only: Sequence[str] = (), *, of: Sequence[str] = ()) -> list[Lent]:
        """Lay matches out in folders that are not there yet and are called as they are, or else `of` these; or what is
        of no match but the ledger of emails. `only` some files, where those are named. Without a key secrets stay."""
        names = list(of) or [folder.name for folder in folders]
        found: dict[str, tuple[dict[str, bytes], dict[str, list[bytes]]]] = {name: ({}, {}) for name in names}
        query = "SELECT name, version FROM postfox_matches WHERE name = ANY(%s)"
        self._versions |= dict(self._asked(query, names))
        where = "WHERE match = ANY(%s) AND file <> %s" + " AND file = ANY(%s)" * bool(only)
        given = [names, FILE, *([list(only)] if only else [])]
        query = f"SELECT match, file, line FROM postfox_lines {where} ORDER BY match, file, n"
        for name, file, line in self._connection.execute(query, given):
            found[name][1].setdefault(file, []).append(line)
        query = f"SELECT match, file, data, sealed FROM postfox_files {where}"
        for name, file, data, secret in self._connection.execute(query, given):
            if not secret or copies.there():
                found[name][0][file] = copies.opened(data, f"{name}/{file}") if secret else data
        return [
            copies.lay_out(folder, files, {file: tuple(every) for file, every in lines.items()}, whole=not only)
            for folder, (files, lines) in zip(folders, found.values(), strict=True)
        ]

    def lines(self, name: str, file: str, first: int, most: int | None = None) -> list[bytes]:
        """The lines of a file from that number on, so many at most."""
        query = "SELECT line FROM postfox_lines WHERE match = %s AND file = %s AND n >= %s ORDER BY n LIMIT %s"
        return [line for (line,) in self._connection.execute(query, (name, file, first, most))]

    def append(self, name: str, file: str, first: int, lines: Iterable[bytes]) -> None:
        """Lines of a file from that number on, in the place of what is there."""
        with self._connection.cursor() as cursor:
            cursor.execute("DELETE FROM postfox_lines WHERE match = %s AND file = %s AND n >= %s", (name, file, first))
            rows = [(name, file, n, line) for n, line in enumerate(lines, first)]
            cursor.executemany("INSERT INTO postfox_lines VALUES (%s, %s, %s, %s)", rows)

    def index(self, file: str, words: Iterable[tuple[int, bytes]]) -> None:
        """Words of lines that are of no match, each with its line's number."""
        with self._connection.cursor() as cursor:
            rows = [(file, word, n) for n, word in words]
            cursor.executemany("INSERT INTO postfox_words VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", rows)

    def upto(self, file: str) -> tuple[int, int]:
        """How many lines there are of a file that is of no match, and how many of them have been indexed."""
        query = """SELECT (SELECT max(n) FROM postfox_lines WHERE match = %s AND file = %s),
            (SELECT max(n) FROM postfox_words WHERE file = %s AND word = '')"""
        ((last, indexed),) = self._asked(query, CLUB, file, file)
        return (-1 if last is None else last) + 1, (-1 if indexed is None else indexed) + 1

    def worded(self, file: str, word: bytes) -> list[bytes]:
        """The lines that have a word, in order."""
        query = """SELECT line FROM postfox_words JOIN postfox_lines USING (file, n)
            WHERE match = %s AND file = %s AND word = %s ORDER BY n"""
        return [line for (line,) in self._asked(query, CLUB, file, word)]

    def take_back(self, name: str, folder: Path, was: Lent, *, posted: str | None = None, worked: bool = False) -> None:
        """Keep what has changed in a folder that was lent, and tell workers of it. Raises MatchError. `posted`: when to
        try again to send a letter, "" where none waits; None where nobody sent any. `worked`: whether it was lent to do
        what there is to do: who only looked leaves to others what waits."""
        self.save()
        change = copies.changes(folder, was)
        for file, (first, lines) in change.lines.items():
            self.append(name, file, first, lines)
        with self._connection.cursor() as cursor:
            kept = change.written
            if SECRET in kept:
                kept = kept | {SECRET: copies.seal(kept[SECRET], f"{name}/{SECRET}")}
            query = """INSERT INTO postfox_files VALUES (%s, %s, %s, %s)
                ON CONFLICT (match, file) DO UPDATE SET data = excluded.data, sealed = excluded.sealed"""
            cursor.executemany(query, [(name, file, data, file == SECRET) for file, data in kept.items()])
            gone = [(name, file) for file in change.gone]
            cursor.executemany("DELETE FROM postfox_files WHERE match = %s AND file = %s", gone)
        if name != CLUB:
            self._note(name, folder, changed=any(change), grown=LOG in change.lines, posted=posted, worked=worked)

    def _note(self, name: str, folder: Path, *, changed: bool, grown: bool, posted: str | None, worked: bool) -> None:
        """When there is something to do in a match: what was tried in vain is not at once tried again."""
        try:
            match = Folder(folder)
            known = {"id": match.match.id.casefold(), "players": players(match), "wakes": process.wakes(match)}
        except UserError:  # it is damaged, and waits until it is mended
            self.put_off(name)
            return
        told = {"name": name, "changed": changed, "tried": changed or worked, "posted": posted, "grown": grown}
        self._connection.execute(
            f"""UPDATE postfox_matches SET id = %(id)s, players = %(players)s,
            waits = CASE WHEN %(tried)s THEN %(waits)s ELSE waits END,
            version = version + %(changed)s::int,
            wakes = CASE WHEN %(wakes)s::timestamptz <= now() THEN now() + {AGAIN} ELSE %(wakes)s::timestamptz END,
            posts = CASE WHEN %(posted)s::text IS NOT NULL THEN NULLIF(%(posted)s::text, '')::timestamptz
                WHEN %(grown)s THEN now() ELSE posts END
            WHERE name = %(name)s""",
            known | told | {"waits": changed and bool(match.waiting())},
        )
        self.tell()

    def put_off(self, name: str) -> None:
        """Nothing can be done in a match as it is: again in a while, or when an email is delivered there."""
        self._connection.execute(
            f"""UPDATE postfox_matches SET id = CASE id WHEN '' THEN lower(name) ELSE id END, waits = false,
            wakes = now() + {AGAIN}, posts = CASE WHEN posts IS NOT NULL THEN now() + {AGAIN} END WHERE name = %s""",
            (name,),
        )

    def later(self, name: str) -> None:
        """Letters of a match could not be sent: again in a while."""
        self._connection.execute(f"UPDATE postfox_matches SET posts = now() + {AGAIN} WHERE name = %s", (name,))

    def to_post(self, matches: Iterable[str]) -> None:
        """There are notes to be sent to players of the matches of those ids."""
        ids = [match.casefold() for match in matches]
        self._connection.execute("UPDATE postfox_matches SET posts = now() WHERE id = ANY(%s)", (ids,))

    def tell(self) -> None:
        """Wake workers that listen, once the transaction has ended."""
        self._connection.execute(f"NOTIFY {CHANNEL}")

    def listen(self) -> None:
        """Hear from now on when there is work."""
        self._listens = True
        self._connection.execute(f"LISTEN {CHANNEL}")

    def wait(self, seconds: float) -> None:
        """Return when there may be work, or after so many seconds."""
        try:
            for _ in self._connection.notifies(timeout=seconds, stop_after=1):
                pass
        except psycopg.Error:  # the server is away
            time.sleep(min(seconds, 5))

    def store(self, name: str, folder: Path) -> None:
        """A match that is not here yet, from its folder. Raises MatchError for one that is here."""
        with self.transaction():
            query = "INSERT INTO postfox_matches (name) VALUES (%s) ON CONFLICT DO NOTHING RETURNING 1"
            if self._connection.execute(query, (name,)).fetchone() is None:
                raise MatchError("there is a match of that name in the store", "give another name", name)
            self.take_back(name, folder, EMPTY)


def _own(kind: str) -> str:
    """A kind of facts as this version finds them: another may find others."""
    return f"{kind} {facts.number()}"


def _connected(url: str) -> "Connection[Any]":
    try:
        import psycopg
    except ImportError:
        hint = "install it with `pip install 'postfox[club]'`"
        raise MatchError("a store in PostgreSQL needs psycopg", hint, "--store") from None
    try:
        return psycopg.connect(url, autocommit=True, fallback_application_name="postfox")
    except psycopg.Error as error:
        said = " ".join(str(error).split())[:300]
        raise MatchError(said, "is the server there, and the URL right?", "--store") from None
