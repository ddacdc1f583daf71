"""The files of a match: match.json and the lines of log.jsonl as bytes, and writes that survive a kill at any instant.

Records are canonical JSON. The format is frozen: docs/refereeing.md says what a later version may add. A log has no
path, and a clock only where the match has terms or a beacon: the same orders under the same dice are the same bytes.

A move file that came by mail, as it waits in an inbox: a line of JSON that says whose it may be, and why nothing of it
can be carried out if that is so, then the text. Only Postfox writes such files; their ending, `.post`, tells them from
move files that a person put there.

JSON Schemas of all this are made from the records and models themselves; docs/schemas holds them.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

from adjudicator import games
from adjudicator.core import codec
from adjudicator.core.checkpoint import Checkpoint, origin
from adjudicator.core.codec import Json, Unfit, canonical, digest, parsed
from adjudicator.core.errors import MatchError
from adjudicator.referee.records import BEFORE, FORMAT, FORMATS, Entry, LetterRecord, Match, Post
from printables.core.files import FRESH as FRESH
from printables.core.files import LONG_AGO as LONG_AGO
from printables.core.files import beside as beside
from printables.core.files import flush_folder as flush_folder
from printables.core.files import read as read
from printables.core.files import sweep as sweep
from printables.core.files import write as _write

RESTORE = "restore it from a copy"


def match_file(match: Match) -> bytes:
    """The bytes of match.json."""
    return (canonical(codec.write(match)) + "\n").encode()


def checkpoint(terms: Match, lines: int, head: str, open: str = "") -> Checkpoint:
    """How far the log of a match went: so many lines, the last of that SHA-256, their seals of that head."""
    return Checkpoint(origin(terms.id, digest(match_file(terms))), lines, head, open)


def read_match(data: bytes, source: str) -> Match:
    """The match that a match.json is of. Raises MatchError."""
    value = parse(data, source)
    format = value.get("format") if isinstance(value, dict) else None
    if format == BEFORE:
        hint = "play it to its end with Postfox 0.1.0 (pip install postfox==0.1.0), and begin new matches with this one"
        raise MatchError(f"this match is of the format {BEFORE}, and this version reads {FORMAT}", hint, source)
    if format not in FORMATS:
        raise MatchError("this is not a match of Postfox", f'the file needs "format": "{FORMAT}"', source)
    try:
        match: Match = codec.read(Match, value)
    except (Unfit, RecursionError) as error:
        raise MatchError(f"the match is damaged: {error}", "restore match.json from a copy", source) from None
    return match


def log_line(entry: Entry) -> bytes:
    """A line of the log without its end."""
    return canonical(codec.write(entry)).encode()


def read_line(line: bytes, seats: int, source: str, number: int) -> Entry:
    """The entry that a line of a log is, in a match of so many seats. Raises MatchError, with its number from 1."""
    entry: Entry = _read(Entry, line, None, seats, source, number)
    return entry


def letters(line: bytes, seats: int, source: str, number: int) -> tuple[LetterRecord, ...]:
    """The letters that a line of a log wrote, and nothing else of it. Raises MatchError."""
    written: tuple[LetterRecord, ...] = _read(tuple[LetterRecord, ...], line, "letters", seats, source, number)
    return written


def _read(kind: Any, line: bytes, key: str | None, seats: int, source: str, number: int) -> Any:
    try:
        value = parsed(line)
        if key is not None:
            value = value.get(key, [])
        return codec.read(kind, value, seats)
    except (ValueError, RecursionError, AttributeError) as error:
        raise MatchError(f"the log is damaged: {_reason(error)}", RESTORE, source, number) from None


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, Unfit) else f"this is not JSON ({error})"


def parse(data: bytes, source: str) -> Any:
    """Raises MatchError for what is no JSON."""
    try:
        return parsed(data)
    except ValueError as error:
        raise MatchError(f"this is not JSON ({error})", RESTORE, source) from None


ENDING = ".post"
MOST_HEADER = 12_000  # bytes
MOST_THREAD = 250  # characters of a Message-ID, a subject, a reason
MOST_HINT = 1_000


def seal(post: Post, text: bytes) -> bytes:
    """The bytes of the file."""
    short = post._replace(
        message_id=post.message_id if len(post.message_id) <= MOST_THREAD else "",
        subject=post.subject[:MOST_THREAD],
        refused=post.refused[:MOST_THREAD],
        hint=post.hint[:MOST_HINT] if post.refused else "",
    )
    return canonical(codec.write(short)).encode("utf-8", "replace") + b"\n" + text


def unseal(data: bytes, source: str) -> tuple[Post, bytes]:
    """Whose orders they may be, and their text. Raises MatchError: a file without its first line is nobody's."""
    header, end, text = data.partition(b"\n")
    try:
        if not end or len(header) > MOST_HEADER:
            raise ValueError("no first line")
        post = codec.read(Post, parsed(header))
        if not (post.seats or post.spectator):
            raise ValueError("no seat")
    except (ValueError, RecursionError) as error:
        raise MatchError(
            f"the first line does not say which email this came in ({error})",
            f"only Postfox writes files that end with {ENDING}: take it away",
            source,
        ) from None
    return post, text


DRAFT = "https://json-schema.org/draft/2020-12/schema"


def made() -> dict[str, Json]:
    """Every schema by the name of its file without ending."""
    return {
        "match": codec.schema(Match, "match.json"),
        "log-line": codec.schema(Entry, "a line of log.jsonl"),
        "position": _positions(),
    }


def _positions() -> Json:
    """A position of any game, as state.json and `postfox position play --json` have it."""
    defined: Json = {}
    kinds = []
    every = (games.find(slug, n) for slug in games.GAMES for n in range(1, games.find(slug).rules + 1))
    for game in every:
        parts: Json = {"game": {"const": game.SLUG}}
        prefix = game.SLUG
        if game.several_rules:
            parts["rules"] = {"const": game.rules}
            prefix = f"{game.SLUG}.{game.rules}"
        for key, model in (("options", game.Options), ("state", game.State)):
            own = model.model_json_schema(mode="serialization", ref_template=f"#/$defs/{prefix}.{{model}}")
            defined |= {f"{prefix}.{name}": value for name, value in own.pop("$defs", {}).items()}
            parts[key] = own
        # Before play begins there is a state.json, and no state.
        parts["state"] = {"anyOf": [{"type": "null"}, parts["state"]]}
        kinds.append({"type": "object", "properties": parts, "required": ["game", "state"]})
    return {"$schema": DRAFT, "title": "a position", "oneOf": kinds, "$defs": defined}


try:
    import fcntl
except ImportError:  # Windows locks a byte of the file instead
    fcntl = None  # type: ignore[assignment]
    import msvcrt

PATIENCE = 10.0
_HELD = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


def write(path: Path, data: bytes, mode: int | None = None, *, lasting: bool = True) -> None:
    """Write a file whole or not at all, as in `printables.core.files`. Raises OSError.

    Without a `mode` those may read it who may read its folder: a match is its referee's alone, unless that is changed.
    """
    if mode is None:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        mode = path.parent.stat().st_mode & 0o666 | 0o600
    _write(path, data, mode, lasting=lasting)


State: TypeAlias = tuple[int, int, int, int]  # of a file: which it is, its size, when it changed, in nanoseconds


def state(path: Path) -> State | None:
    """A file whose state is what it was before has not changed, if that was `settled`. None where it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def settled(state: State | None) -> State | None:
    """The same, None for a file that may change again at what the disk calls the same time."""
    return state if state and max(state[2:]) + FRESH < time.time_ns() else None


def append(path: Path, line: bytes, length: int) -> None:
    """Append a line to a file whose first `length` bytes are good: what a killed writer left after them is cut off."""
    with path.open("r+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def needed(path: Path) -> bytes:
    """The bytes of a file that a match cannot do without. Raises MatchError."""
    try:
        return read(path)
    except OSError as error:
        raise MatchError(error.strerror or "cannot be read", "restore it from a copy", str(path)) from None


def kept(path: str, most: int = -1) -> bytes | None:
    """The first bytes of a file, None if it is missing. A match has thousands of files: no Path for each."""
    try:
        return read(path, most)
    except OSError:
        return None


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turns what the system refuses (a full disk, a folder that cannot be written) into a MatchError: one line."""
    try:
        yield
    except BrokenPipeError:  # whoever reads it has gone
        raise
    except OSError as error:
        hint = "when there is room and leave to write, the next command finishes what was begun"
        raise MatchError(error.strerror or type(error).__name__, hint, str(error.filename or path)) from None


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock file at `path`; a second holder waits. Raises MatchError after `patience` seconds."""
    with path.open("a+b") as file:
        end = time.monotonic() + patience
        while not _try(file):
            if time.monotonic() > end:
                raise MatchError("another adjudication is at work here", "wait until it has ended", str(path.parent))
            time.sleep(0.02)
        yield  # the system lets go of the lock when the file is closed, however that happens


def _try(file: IO[bytes]) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError as error:
        if error.errno not in _HELD:  # this disk has no locks
            raise
        return False
    return True
