"""What this user has signed, and beside which matches a mailbox was read here: in a folder of the user's state, outside
of all matches. A backup that brings an old log back brings back all that lies beside it, and not this.

Where nothing can be kept there, nothing is known, and nothing stops for that.
"""

from contextlib import suppress
from pathlib import Path

import platformdirs

from adjudicator.core import checkpoint
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import digest
from adjudicator.match import encoding


def _place(kind: str, name: str) -> Path:
    return Path(platformdirs.user_state_dir("postfox", appauthor=False)) / kind / digest(name.encode())[:32]


def sign(note: Note) -> None:
    """Remember what is about to leave signed, if the log has gone further than before."""
    path, most = signed(note.went.origin)
    if not most or most[0] < note.went.size:
        with suppress(OSError):
            encoding.write(path, note.text.encode())


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
    """Whether that is remembered, or cannot be."""
    path = _place("read", str(ledger.resolve()))
    with suppress(OSError):
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        return path.exists()
    return True
