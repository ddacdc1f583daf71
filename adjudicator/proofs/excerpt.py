"""An excerpt of a match: what one reader may see of its log, as a file that still verifies, with seals for the rest.

A line of JSON says what it is of; then each line of the log follows with its SHA-256, the head of the seals before it,
the seal of each part, and the parts that its reader may see, each with its salt. In matches that were begun before logs
had salts nothing ties it to letters: such a file has no hashes of lines, from which something could be guessed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from adjudicator.core import codec
from adjudicator.core.canonical import canonical, parsed
from adjudicator.core.codec import ALWAYS
from adjudicator.core.errors import MatchError
from adjudicator.core.game import Game
from adjudicator.match import seals
from adjudicator.match.folder import Folder
from adjudicator.match.parts import PLAY, names
from adjudicator.referee.records import NO_LINE, Entry, Match, reader
from adjudicator.referee.values import HASH
from printables.core.errors import UserError

FORMAT: Literal["postfox-excerpt-1"] = "postfox-excerpt-1"
MOST_BYTES = 64 << 20


class Head(NamedTuple):
    """Whose excerpt it is of which log: a seat letter or SPECTATORS, the log's origin (as in a checkpoint).

    `sealed`: the log itself has the salts, so that letters vouch for what is shown.
    """

    format: Annotated[Literal["postfox-excerpt-1"], ALWAYS]
    origin: str
    reader: str
    sealed: Annotated[bool, ALWAYS] = True


class Shown(NamedTuple):
    """A part that is shown, as canonical JSON, and its salt."""

    salt: Annotated[str, HASH]
    text: str


class Line(NamedTuple):
    """A line of the log: as in `seals.Sealed`, and the parts of it that are shown."""

    line: Annotated[str, HASH]
    open: Annotated[str, HASH]
    seals: tuple[Annotated[str, HASH], ...]
    shown: dict[str, Shown]


class Excerpt(NamedTuple):
    """An excerpt as read."""

    head: Head
    lines: tuple[Line, ...]


def made(folder: Folder, seat: int) -> Iterator[bytes]:
    """The lines of an excerpt for a seat, or for whoever looks on (REFEREE). Raises MatchError."""
    match, game, last = folder.match, folder.game, folder.last.after
    if last.state is None:
        raise MatchError("play has not begun: there is nothing to show", "every player sends `join`", str(folder.path))
    whole = game.open or len(match.seats) == 1 or last.outcome is not None
    shown = (*((PLAY,) if whole else ()), reader(seat))
    yield _written(Head(FORMAT, folder.checkpoint(1).origin, reader(seat), bool(match.salt)))
    opened = NO_LINE
    for entry, hashed in zip(folder.entries(), folder.log.heads, strict=True):
        if not match.salt:
            entry = entry._replace(salt=folder.salt(entry.n), open=opened)
            hashed = NO_LINE
        sealed = seals.sealed(match, game, entry, hashed)
        yield _written(Line(*sealed, _shown(match, game, entry, shown)))
        opened = sealed.head


def _shown(match: Match, game: Game, entry: Entry, wanted: tuple[str, ...]) -> dict[str, Shown]:
    texts = seals.texts(match, game, entry)
    return {name: Shown(seals.part_salt(entry.salt, name), texts[name]) for name in names(match) if name in wanted}


def _written(record: Head | Line) -> bytes:
    value = codec.write(record)
    if isinstance(record, Line):
        value["shown"] = {name: codec.write(part) for name, part in record.shown.items()}
    return canonical(value).encode() + b"\n"


def read(path: Path) -> Excerpt:
    """The excerpt in a file. Raises UserError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES) if os.fstat(file.fileno()).st_size else b""
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "name an excerpt, or a match folder", str(path)) from None
    first, *rest = data.split(b"\n")
    head = _record(Head, first, path, 1)
    lines = [_record(Line, line, path, number) for number, line in enumerate(rest[:-1], 2)]
    if not lines or rest[-1]:
        raise UserError("the excerpt is not complete", "ask for it again", f"{path}:{len(rest) + 1}")
    return Excerpt(head, tuple(lines))


def _record(kind: Any, line: bytes, path: Path, number: int) -> Any:
    try:
        return codec.read(kind, parsed(line))
    except ValueError as error:
        reason = "this is not an excerpt of a match" if number == 1 else f"the excerpt is damaged: {error}"
        raise UserError(reason, "`postfox excerpt DIR` writes one", f"{path}:{number}") from None


def is_one(path: Path) -> bool:
    """Whether a file says that it is an excerpt."""
    try:
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(200)
    except OSError:
        return False
