"""Where mails come from: a Maildir, an mbox file, standard input; `imap` has the fourth. All give them in the order of
receipt, cut off after MOST_BYTES each, and change nothing but the mark that a mail was seen."""

import mailbox
import os
import re
import tempfile
import time
from collections.abc import Container, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from adjudicator.core import MatchError
from adjudicator.core.codec import digest
from adjudicator.mail.inbound.message import MOST_BYTES
from adjudicator.match.encoding import FRESH

LONGEST = 600.0  # seconds after which the emails in `cur` are all looked through again
PATIENCE = 5.0  # seconds to wait for a program that has locked an mbox  # equivalent: nobody tells a second more
_DELIVERED = re.compile(r"(\d{1,12})\.(?:M(\d{1,6}))?")
_FLAGS = re.compile(r":|[!;](?=2,)")  # before the flags in a Maildir's names; some systems have no colon there
_MARK = ":" if os.name == "posix" else "!"  # as we write it
_FROM_LINE = re.compile(rb"From .{0,300}?((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})")


class Message(NamedTuple):
    """A mail in its source: a name for its place there ("": none), when it was received (UTC, ISO 8601), its bytes."""

    place: str
    received: str
    data: bytes


class Source(Protocol):
    """What mails are fetched from. Methods raise MatchError where that fails for good."""

    def messages(self, known: Container[str]) -> Iterator[Message]:
        """The mails whose places are not known, first received first."""

    def done(self, message: Message) -> None:
        """Mark a mail as seen: it is recorded. May fail silently, the record is what counts."""
        return

    def wait(self, seconds: float) -> None:
        """Return when there may be new mail, or after so many seconds."""

    def close(self) -> None:
        return


def stamp(seconds: float) -> str:
    """Seconds since 1970 as UTC, ISO 8601; a time that no calendar has is 1970."""
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        moment = datetime.fromtimestamp(0, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Stdin(Source):
    """One mail on a stream: for a pipe or an alias."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def messages(self, known: Container[str]) -> Iterator[Message]:
        data = self._stream.read(MOST_BYTES)
        while self._stream.read(1 << 20):  # who writes into a pipe that is closed early thinks it has failed
            pass
        yield Message("", stamp(time.time()), data)

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


class Maildir(Source):
    """The mails in `new` and `cur` of a Maildir; one that is done goes to `cur`, marked as seen."""

    def __init__(self, path: Path) -> None:
        if not (path / "new").is_dir() or not (path / "cur").is_dir():
            raise MatchError("this is not a Maildir", "it has folders `new` and `cur`", str(path))
        self._path = path
        self._files: dict[str, Path] = {}
        self._looked: frozenset[Path] = frozenset()  # what lay in `new` when mails were last taken: it may have to stay
        self._known = 0  # when `cur` changed last, but for what we put there, if all that is in it is known
        self._whole = -LONGEST  # when it was looked through

    def messages(self, known: Container[str]) -> Iterator[Message]:
        waiting = []
        self._looked = frozenset((self._path / "new").iterdir())
        for folder in ("new", *(["cur"] if self._changed() else [])):
            for file in (self._path / folder).iterdir():
                place = f"maildir:{_FLAGS.split(file.name, 1)[0]}"
                if file.name.startswith(".") or file.is_symlink() or not file.is_file():
                    continue
                if place not in known:
                    with suppress(FileNotFoundError):  # moved at this moment by another program
                        waiting.append((*_delivered(file), place, file))
                        self._known *= folder == "new"
                elif folder == "new":  # a kill came between its line in the ledger and its mark
                    self._seen(file)
        for seconds, _, place, file in sorted(waiting):
            try:
                with file.open("rb") as stream:
                    data = stream.read(MOST_BYTES)
            except FileNotFoundError:  # another program has just moved it: the next run finds it
                continue
            self._files[place] = file
            yield Message(place, stamp(seconds), data)

    def _changed(self) -> bool:
        """Whether to look through `cur`, where emails stay: when others have changed it, and once in a while."""
        changed, now = self._time(), time.monotonic()
        if changed == self._known and now < self._whole + LONGEST:
            return False
        self._known, self._whole = changed if changed + FRESH < time.time_ns() else 0, now
        return True

    def _time(self) -> int:
        return (self._path / "cur").stat().st_mtime_ns

    def done(self, message: Message) -> None:
        if file := self._files.pop(message.place, None):
            self._seen(file)

    def _seen(self, file: Path) -> None:
        ours = self._time() == self._known
        name, flags = [*_FLAGS.split(file.name, 1), ""][:2]
        marks = "".join(sorted(set(flags.removeprefix("2,")) | {"S"}))
        with suppress(OSError):
            file.rename(self._path / "cur" / f"{name}{_MARK}2,{marks}")
            self._known = self._time() if ours else self._known

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self._looked.issuperset((self._path / "new").iterdir()):
            time.sleep(min(1.0, left))


def _delivered(file: Path) -> tuple[float, str]:
    if found := _DELIVERED.match(file.name):
        return int(found[1]) + int(found[2] or 0) / 1e6, file.name
    return file.stat().st_mtime, file.name


class Mbox(Source):
    """The mails in an mbox file, which is never changed."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise MatchError("there is no such file", "name an mbox file", str(path))
        self._path = path

    def messages(self, known: Container[str]) -> Iterator[Message]:
        """The new mails, copied first: the lock, which keeps others from delivering, is held for a moment."""
        with tempfile.TemporaryFile() as copy:
            try:
                copied = list(self._copied(copy, known))
            except mailbox.Error as error:
                raise MatchError(f"the mbox cannot be read ({error})", "try again later", str(self._path)) from None
            copy.seek(0)
            for place, received, length in copied:
                yield Message(place, received, copy.read(length))

    def _copied(self, copy: BinaryIO, known: Container[str]) -> Iterator[tuple[str, str, int]]:
        """Append the mails whose places are not known; place, time of receipt and length of each. Raises MatchError."""
        box = mailbox.mbox(self._path, create=False)
        try:
            self._lock(box)
            with self._path.open("rb") as file:
                if (start := file.read(1_000).lstrip(b"\r\n")) and not start.startswith(b"From "):
                    hint = "each email in one begins with `From `"
                    raise MatchError("this is not an mbox file", hint, str(self._path))
            for key in box.keys():  # noqa: SIM118 - iterating over the box itself parses every mail
                with box.get_file(key, from_=True) as stream:
                    first = stream.readline(1_000)
                    data = stream.read(MOST_BYTES)
                place = f"mbox:{digest(first + data)}"
                if place not in known:
                    yield place, self._received(first), copy.write(data)
        finally:
            box.close()

    def _lock(self, box: mailbox.mbox) -> None:
        """Lock the file as mail programs do; one that delivers is done in a moment. Raises MatchError."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                box.lock()
                return
            except mailbox.ExternalClashError:
                if time.monotonic() > end:
                    hint = f"try again later; if none is running, take {self._path}.lock away"
                    raise MatchError("another program has locked the mbox", hint, str(self._path)) from None
                time.sleep(0.2)

    def _received(self, first: bytes) -> str:
        if found := _FROM_LINE.match(first):
            moment = " ".join(found[1].decode("ascii", "replace").split())
            try:
                return stamp(datetime.strptime(moment, "%a %b %d %H:%M:%S %Y").replace(tzinfo=UTC).timestamp())
            except ValueError:
                pass
        return stamp(self._path.stat().st_mtime)

    def wait(self, seconds: float) -> None:
        end, before = time.monotonic() + seconds, self._size()
        while (left := end - time.monotonic()) > 0 and self._size() == before:
            time.sleep(min(1.0, left))

    def _size(self) -> int:
        """The size of the file; 0 while it is not there, as some programs leave no empty one."""
        try:
            return self._path.stat().st_size
        except FileNotFoundError:
            return 0
