"""The clerk: takes move files to the referee and files what comes of them in the match folder."""

from __future__ import annotations

import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator import desk, dice, envelope, files, match, orders, publish, referee
from adjudicator.chair import UNDO
from adjudicator.errors import MatchError
from adjudicator.match import Folder
from adjudicator.publish import Filed
from adjudicator.records import Entry, Post, Standing, digest, seat_letter
from adjudicator.seats import to_act
from printables.errors import UserError


class Waiting(NamedTuple):
    """A move file to be carried out: where it lies, its name for log and letters, its orders, whose mail it came in."""

    path: Path
    name: str
    text: bytes
    post: Post | None = None


def clock() -> str:
    """The moment now, as the log has it."""
    return desk.stamp(moment_now())


def moment_now() -> datetime:
    """The moment now."""
    return datetime.now(UTC)


def adjudicate(
    folder: Folder,
    given: Sequence[Path] = (),
    *,
    dry_run: bool = False,
    table: Sequence[int] = (),
    png: bool = True,
    now: Callable[[], str] = clock,
) -> list[Filed]:
    """Carry out move files: those given, or all in the inbox in order of name. Raises MatchError, UserError.

    `table` are values thrown by hand, for a match with table dice. With `dry_run` nothing is written. `now` is asked
    for files that did not come by mail, where the match has terms. Orders sent ahead follow when their turn comes.
    """
    if dry_run:
        return [filed for filed, _ in _plan(folder, given, table, now)]
    with _at_work(folder, given, png):
        planned = _plan(folder, given, table, now)
        for filed, file in planned:
            folder.append(filed.entry)
            if file is not None:
                _archive(folder, filed.entry, file, remove=_in_inbox(folder, file.path))
            publish.write(folder, filed, png=png)
        return [filed for filed, _ in planned]


def due(folder: Folder, now: str, *, png: bool = True) -> list[Filed]:
    """Do what the time brings at that moment: reminders, the policy for those who are late. Raises MatchError."""
    with _at_work(folder, (), png):
        course = _Course(folder, folder.links())
        course.follow(now)
        with publish.dice_advice(course.source):
            while ruling := referee.tick(folder.match, folder.game, course.standing, course.source, now):
                course.take("", ruling)
                course.follow(now)
        for filed, _ in course.planned:
            _file(folder, filed, png)
        return [filed for filed, _ in course.planned]


def command(folder: Folder, text: str, *, now: Callable[[], str] = clock, png: bool = True) -> list[Filed]:
    """Carry out the referee's own orders, a line each. Raises MatchError."""
    with _at_work(folder, (), png):
        course = _Course(folder, folder.links())
        told = orders.read(text.encode("utf-8", "replace"), "referee", referee=True)
        back = _last_turn(folder) if any(order.kind == "undo" for order in told.orders) else None
        at = now()
        course.take("", referee.command(folder.match, folder.game, course.standing, told, at, back))
        course.follow(at)
        for filed, _ in course.planned:
            _file(folder, filed, png)
        return [filed for filed, _ in course.planned]


def finish(folder: Folder, *, png: bool = True) -> None:
    """Write what a kill kept from being written. Raises MatchError."""
    with _at_work(folder, (), png):
        pass


@contextmanager
def _at_work(folder: Folder, given: Sequence[Path], png: bool) -> Iterator[None]:
    """The folder locked, read anew, and whatever was interrupted finished."""
    with folder.locked():
        folder.reread()
        _archive_interrupted(folder, given)
        publish.rebuild(folder, png=png)
        yield


def _file(folder: Folder, filed: Filed, png: bool) -> None:
    folder.append(filed.entry)
    publish.write(folder, filed, png=png)


class _Course:
    """Rulings that follow each other, planned before any is written."""

    def __init__(self, folder: Folder, source: referee.Source) -> None:
        self.folder, self.source = folder, source
        self.standing = folder.standing()
        self.planned: list[tuple[Filed, Waiting | None]] = []

    def take(self, name: str, ruling: referee.Ruling, file: Waiting | None = None) -> None:
        filed = publish.plan(self.folder.match, self.folder.game, name, self.standing, ruling)
        self.planned.append((filed, file))
        self.standing = filed.after

    def follow(self, at: str) -> None:
        """Carry out orders sent ahead, as long as their turn has come. Raises DiceError."""
        folder = self.folder
        while True:
            acting, turn = to_act(folder.game, self.standing), referee.turn_of(self.standing)
            seat = desk.ahead(self.standing.desk, acting, turn)
            if seat is None:
                return
            first = min(kept.line for kept in self.standing.desk.kept)
            ruling = referee.ahead(folder.match, folder.game, self.standing, seat, self._played(first), self.source, at)
            self.take("", ruling)

    def _played(self, first: int) -> list[tuple[int, int, str]]:
        """The actions since a line of the log, as line, seat and text."""
        log = [self.folder.log.entry(n, str(self.folder.path)) for n in range(first, len(self.folder.log.lines))]
        played = []
        for entry in [*log, *(filed.entry for filed, _ in self.planned)]:
            for done in entry.done:
                for event in done.events:
                    if event.kind == "played-for" and event.seat is not None:
                        played.append((entry.n, event.seat, str(event.words["order"])))
                if entry.seat is not None:
                    played.append((entry.n, entry.seat, done.order.removeprefix(f"{seat_letter(entry.seat)}: ")))
        return played


def _plan(
    folder: Folder, given: Sequence[Path], table: Sequence[int], now: Callable[[], str]
) -> list[tuple[Filed, Waiting | None]]:
    """What each file would do, one after the other, and what follows from it. Writes nothing."""
    source = folder.links()
    if isinstance(source, referee.Table):
        source = referee.Table(dice.ScriptedDice(table))
    elif table:
        raise MatchError("this match throws its own dice", "leave --dice out", "--dice")
    course, last = _Course(folder, source), folder.last
    with publish.dice_advice(source):
        course.follow(now() if folder.match.terms else "")
    for path in given or inbox(folder):
        file = read(path)
        if given and (last.source, last.source_hash) == (file.name, digest(file.text)):
            raise MatchError(
                "this very file was the last to be adjudicated",
                f"to give the same orders again add a line `turn {referee.turn_of(course.standing)}`",
                str(path),
            )
        at = file.post.mail.received if file.post else now() if folder.match.terms else ""
        with publish.dice_advice(source):
            told = orders.read(file.text, file.name)
            ruling = referee.adjudicate(folder.match, folder.game, course.standing, told, source, file.post, at)
            course.take(str(path), ruling, file)
            last = course.planned[-1][0].entry
            course.follow(at)
    refused = any(filed.entry.refusals for filed, _ in course.planned)
    if isinstance(source, referee.Table) and source.dice.left and not refused:
        left = " ".join(map(str, source.dice.left))
        raise MatchError(f"nothing threw the dice {left}", "enter what was thrown, no more", "--dice")
    return course.planned


def _last_turn(folder: Folder) -> tuple[int, Standing] | None:
    """The line at which the last turn that has not been taken back began, and the standing before it."""
    played: list[match.Replayed] = []
    for step in folder.replay():
        taken = [int(done.order.split()[1]) for done in step.entry.done if done.order.startswith(f"{UNDO} ")]
        if taken and step.entry.seat is None:
            played = [earlier for earlier in played if earlier.entry.n < min(taken)]
        elif step.before.state is not None and step.before.state != step.after.state:
            played.append(step)
    if not played:
        return None
    turn = referee.turn_of(played[-1].before)
    first = played[-1]
    for step in reversed(played):
        if referee.turn_of(step.before) != turn:
            break
        first = step
    return first.entry.n, first.before


def inbox(folder: Folder) -> list[Path]:
    """The move files waiting, in order of name: regular files, so that no link shows a file from elsewhere."""
    place = folder.path / "inbox"
    if not place.is_dir():
        return []
    return sorted(
        path for path in place.iterdir() if not path.name.startswith(".") and stat.S_ISREG(path.lstat().st_mode)
    )


def _in_inbox(folder: Folder, path: Path) -> bool:
    """Whether a file lies in this match's own inbox: it is moved from there, however it was named."""
    return path.resolve().parent == (folder.path / "inbox").resolve()


def read(path: Path) -> Waiting:
    """A move file with no more of it than tells that it is too long. Raises UserError, MatchError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UserError("this is no file", "name a move file", str(path))
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
