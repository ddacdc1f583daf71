"""The clerk: takes move files to the referee and files what comes of them in the match folder."""

from __future__ import annotations

import stat
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator import dice, envelope, files, orders, publish, referee
from adjudicator.errors import MatchError
from adjudicator.match import Folder
from adjudicator.publish import Filed
from adjudicator.records import Entry, Post, digest
from printables.errors import UserError


@dataclass(frozen=True, slots=True)
class Waiting:
    """A move file to be carried out: where it lies, its name for log and letters, its orders, whose mail it came in."""

    path: Path
    name: str
    text: bytes
    post: Post | None = None


def adjudicate(
    folder: Folder,
    given: Sequence[Path] = (),
    *,
    dry_run: bool = False,
    table: Sequence[int] = (),
    png: bool = True,
) -> list[Filed]:
    """Carry out move files: those given, or all in the inbox in order of name. Raises MatchError, UserError.

    `table` are values thrown by hand, for a match with table dice. With `dry_run` nothing is written.
    """
    if dry_run:
        return [filed for filed, _ in _plan(folder, given, table)]
    with folder.locked():
        folder.reread()
        _archive_interrupted(folder, given)
        publish.rebuild(folder, png=png)
        planned = _plan(folder, given, table)
        for filed, file in planned:
            folder.append(filed.entry)
            _archive(folder, filed.entry, file, remove=not given)
            publish.write(folder, filed, png=png)
        return [filed for filed, _ in planned]


def _plan(folder: Folder, given: Sequence[Path], table: Sequence[int]) -> list[tuple[Filed, Waiting]]:
    """What each file would do, one after the other. Writes nothing."""
    standing, last = folder.standing(), folder.last
    source = folder.links()
    if isinstance(source, referee.Table):
        source = referee.Table(dice.ScriptedDice(table))
    elif table:
        raise MatchError("this match throws its own dice", "leave --dice out", "--dice")
    planned = []
    for path in given or inbox(folder):
        file = read(path)
        if given and (last.source, last.source_hash) == (file.name, digest(file.text)):
            raise MatchError(
                "this very file was the last to be adjudicated",
                f"to give the same orders again add a line `turn {referee.turn_of(standing)}`",
                str(path),
            )
        with publish.dice_advice(source):
            told = orders.read(file.text, file.name)
            ruling = referee.adjudicate(folder.match, folder.game, standing, told, source, file.post)
        filed = publish.plan(folder.match, folder.game, str(path), standing, ruling)
        planned.append((filed, file))
        standing, last = filed.after, filed.entry
    if isinstance(source, referee.Table) and source.dice.left:
        left = " ".join(map(str, source.dice.left))
        raise MatchError(f"nothing threw the dice {left}", "enter what was thrown, no more", "--dice")
    return planned


def inbox(folder: Folder) -> list[Path]:
    """The move files waiting, in order of name: regular files, so that no link shows a file from elsewhere."""
    place = folder.path / "inbox"
    if not place.is_dir():
        return []
    return sorted(
        path for path in place.iterdir() if not path.name.startswith(".") and stat.S_ISREG(path.lstat().st_mode)
    )


def read(path: Path) -> Waiting:
    """A move file with no more of it than tells that it is too long. Raises UserError, MatchError."""
    try:
        with path.open("rb") as file:
            data = file.read(envelope.MOST_HEADER + orders.MOST_BYTES + 1)
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "name a move file that can be read", str(path)) from None
    if path.suffix == envelope.ENDING:
        post, text = envelope.unseal(data, str(path))
        return Waiting(path, safe_name(path.name), text, post)
    return Waiting(path, safe_name(path.name), data[: orders.MOST_BYTES + 1])


def safe_name(name: str) -> str:
    """A file's name as it may stand in log and letters: no control characters, valid UTF-8, at most 100 characters."""
    plain = name.encode("utf-8", "replace").decode("utf-8")
    return "".join("_" if unicodedata.category(c).startswith("C") else c for c in plain)[-100:]


def archive_name(entry: Entry) -> str:
    """Where the file of a log line is kept, below inbox/."""
    return f"{'done' if entry.done or entry.says else 'refused'}/{entry.n:04d}-{entry.source.replace('/', '_')}"


def _archive(folder: Folder, entry: Entry, file: Waiting, *, remove: bool) -> None:
    target = folder.path / "inbox" / archive_name(entry)
    target.parent.mkdir(parents=True, exist_ok=True)
    if remove:
        file.path.replace(target)
    else:
        files.write(target, file.text)


def _archive_interrupted(folder: Folder, given: Iterable[Path]) -> None:
    """A file whose line is in the log but which still waits in the inbox: a kill came between. Archive it only."""
    last = folder.last
    if last.n == 0 or (folder.path / "inbox" / archive_name(last)).exists():
        return
    for path in [*inbox(folder), *(path for path in given if path.is_file())]:
        file = read(path)
        if (file.name, digest(file.text)) == (last.source, last.source_hash):
            _archive(folder, last, file, remove=path.parent == folder.path / "inbox")
            return
