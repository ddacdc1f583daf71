"""A match as files in a folder that was lent: which there are, what has changed since, and its secrets sealed.

Secrets at rest: AES-256-GCM under a key from the environment, each bound to the match and the file that it is of."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from adjudicator.core import MatchError
from adjudicator.core.codec import digest
from adjudicator.match import encoding
from adjudicator.match.folder import BROKEN
from printables.core.files import PART

LOG, SECRET, STATE = "log.jsonl", "secret.key", "state.json"
LINES: Final = ".jsonl"  # how the names of files end to which lines are appended
FOLDERS: Final = ("inbox", "inbox/done", "inbox/refused", "letters")


class Lent(NamedTuple):
    """A folder as it was lent: its files with their size and time, and the lines of those that have lines."""

    files: Mapping[str, tuple[int, int]]
    lines: Mapping[str, tuple[bytes, ...]]


class Change(NamedTuple):
    """What has changed: files to write, files that are gone, and of each file of lines those from a number on."""

    written: dict[str, bytes]
    gone: tuple[str, ...]
    lines: dict[str, tuple[int, tuple[bytes, ...]]]


EMPTY: Final = Lent({}, {})


def files(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """The files of a match with size and time; not locks, indexes, and what killed processes were making."""
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in names:
            path = f"{place}/{name}"
            if not name.startswith(".") and PART not in name and not os.path.islink(path):  # noqa: PTH114 - many
                yield os.path.relpath(path, folder).replace(os.sep, "/"), _status(os.stat(path))  # noqa: PTH116


def lay_out(
    folder: Path, contents: Mapping[str, bytes], lines: Mapping[str, tuple[bytes, ...]], *, whole: bool = True
) -> Lent:
    """Write a match into a new folder, the `whole` of it or some files; state.json last, as when a step is finished."""
    for name in ("", *FOLDERS) if whole else ("",):
        os.mkdir(f"{folder}/{name}", 0o700)  # noqa: PTH102 - of many thousands
    data = {name: b"".join(of) for name, of in lines.items()} | dict(contents)
    found: dict[str, tuple[int, int]] = {}
    for name in sorted(data, key=lambda name: (name == STATE, name)):
        path = f"{folder}/{name}"
        if "/" in name:
            os.makedirs(path.rpartition("/")[0], 0o700, exist_ok=True)  # noqa: PTH103
        with open(path, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(data[name])
            file.flush()
            found[name] = _status(os.fstat(file.fileno()))
    return Lent(found, dict(lines))


def _status(of: os.stat_result) -> tuple[int, int]:
    return of.st_size, of.st_mtime_ns


def changes(folder: Path, lent: Lent) -> Change:
    """What has changed since a folder was lent. Raises MatchError where the log does not go on from what it was."""
    written, lines, now = dict[str, bytes](), dict[str, tuple[int, tuple[bytes, ...]]](), dict(files(folder))
    for name, status in now.items():
        if lent.files.get(name) == status:
            continue
        data, before = (folder / name).read_bytes(), lent.lines.get(name, ())
        if not name.endswith(LINES):
            written[name] = data
        elif more := _more(data, before):
            lines[name] = more
            if name == LOG:
                _goes_on(folder / name, before, *more)
    return Change(written, tuple(sorted(lent.files.keys() - now.keys())), lines)


def _more(data: bytes, before: tuple[bytes, ...]) -> tuple[int, tuple[bytes, ...]] | None:
    """From which line on a file has others than before, and those; None where it has not."""
    lines = tuple(BytesIO(data))
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, lines, strict=False)))
    return None if same == len(before) == len(lines) else (same, lines[same:])


def _goes_on(path: Path, before: tuple[bytes, ...], first: int, lines: tuple[bytes, ...]) -> None:
    """Raises MatchError unless whole lines stay as they were, and each new one names the one before it."""
    if any(line.endswith(b"\n") for line in before[first:]):
        raise MatchError("lines of the log are not as they were", encoding.RESTORE, str(path), first + 1)
    every = (*before[:first], *lines)
    for n in range(max(first, 1), len(every)):
        if every[n].endswith(b"\n") and f'"prev":"{digest(every[n - 1][:-1])}"'.encode() not in every[n]:
            raise MatchError(BROKEN, encoding.RESTORE, str(path), n + 1)


VARIABLE: Final = "POSTFOX_STORE_KEY"
LENGTH, NONCE = 32, 12  # bytes
ADVICE: Final = "`postfox mail store key` makes one; all who work with this store need the same"


def made() -> str:
    """A new key, as it stands in the environment."""
    return urlsafe_b64encode(os.urandom(LENGTH)).decode()


def there() -> bool:
    """Whether a key is given."""
    return bool(os.environ.get(VARIABLE))


def seal(data: bytes, of: str) -> bytes:
    """A secret as it is kept. `of`: what it is of. Raises MatchError without a key."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = os.urandom(NONCE)
    return nonce + AESGCM(key()).encrypt(nonce, data, of.encode())


def opened(data: bytes, of: str) -> bytes:
    """The secret. Raises MatchError without the key that it was sealed with."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        return AESGCM(key()).decrypt(data[:NONCE], data[NONCE:], of.encode())
    except (InvalidTag, ValueError):
        reason = f"{VARIABLE} is not the key that the secret was sealed with, or it was altered"
        raise MatchError(reason, "give the key that the club has used", of) from None


def key() -> bytes:
    """The key that is given. Raises MatchError without one."""
    if not (text := os.environ.get(VARIABLE, "")):
        raise MatchError("there is no key for the secrets of matches", ADVICE, VARIABLE)
    with suppress(ValueError):
        if len(found := urlsafe_b64decode(text.encode())) == LENGTH:
            return found
    raise MatchError("this is not a key for the secrets of matches", ADVICE, VARIABLE)
