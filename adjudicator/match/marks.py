"""What this user has signed, and beside which matches a mailbox was read here: in a folder of the user's state, outside
of all matches. A backup that brings an old log back brings back all that lies beside it, and not this. Where it cannot
be remembered nothing is signed. Who plays one match in many ways wants it forgotten: XDG_STATE_HOME=/dev/null."""

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

from adjudicator.core import checkpoint
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import digest
from adjudicator.match import encoding
from printables.core import Problem


def _place(kind: str, name: str) -> Path:
    return Path(platformdirs.user_state_dir("postfox", appauthor=False)) / kind / digest(name.encode())[:32]


def forgetful() -> bool:
    """Whether nothing is to be remembered."""
    return os.environ.get("XDG_STATE_HOME") == os.devnull


def missing() -> Problem | None:
    """Why nothing can be remembered, and so nothing is signed; None where it can."""
    place = _place("signed", "").parent
    with suppress(OSError):
        place.mkdir(0o700, parents=True, exist_ok=True)
    if forgetful() or os.access(place, os.W_OK):
        return None
    reason = "nothing can be kept here of what was signed: letters leave without receipts"
    return Problem(str(place), 0, reason, "let Postfox write into this folder")


def sign(note: Note) -> bool:
    """Remember what is about to leave signed, if the log has gone further than before; whether it is remembered."""
    path, most = signed(note.went.origin)
    if forgetful() or (most and most[0] >= note.went.size):
        return True
    with suppress(OSError):
        encoding.write(path, note.text.encode())
        return True
    return False


def signed(origin: str) -> tuple[Path, tuple[int, str] | None]:
    """How far the log of that origin was signed here, and the SHA-256 of that line; and the file that says so."""
    path = _place("signed", origin)
    found = checkpoint.notes((encoding.kept(str(path)) or b"").decode("utf-8", "replace"))
    return path, next(((note.went.size, note.went.hash) for note in found if note.went.origin == origin), None)


def forget(origin: str) -> None:
    """Of a log that is begun anew nothing is signed."""
    with suppress(OSError):
        _place("signed", origin).unlink()


def read(ledger: Path) -> None:
    """Remember that the mailbox of matches was read here, or that it has been said that there is none."""
    with suppress(OSError):
        if not known(ledger):
            encoding.write(_place("read", str(ledger.resolve())), b"")


def known(ledger: Path) -> bool:
    """Whether that is remembered, or none of it is to be."""
    return forgetful() or _place("read", str(ledger.resolve())).exists()
