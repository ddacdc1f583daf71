"""A pad in a file that only its player can read: its last link, and how many links have been shown."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.errors import NotationError
from adjudicator.dice import pad
from printables.core import files
from printables.core.errors import UserError

HEAD = "postfox pad"
MOST_BYTES = 1000
_FILE = re.compile(rf"{HEAD}\nsecret: ([0-9a-f]{{20}})\nlinks: ([0-9]{{1,4}})\nshown: ([0-9]{{1,4}})\n")


class Kept(NamedTuple):
    """A pad: its last link, how many links it has, how many have been shown."""

    secret: bytes
    length: int = pad.LENGTH
    shown: int = 0

    def link(self, number: int) -> bytes:
        """A link by its number. Raises UserError beyond the end of the pad."""
        if not 0 <= number <= self.length:
            raise UserError(f"this pad has no link {number}", f"it has 0 to {self.length}", "--number")
        return pad.chain(self.secret, self.length)[number]

    def line(self, number: int) -> str:
        """A link as the line of a move file."""
        words = pad.words(self.link(number))
        return f"link {number} {words}" if number else f"pad {words}"


def make(path: Path, words: str = "") -> Kept:
    """A new pad in a file that is not there yet, from the system's randomness or the words of one that was made before.

    Raises UserError.
    """
    try:
        secret = pad.read(words) if words else os.urandom(pad.BYTES)
    except NotationError as error:
        raise UserError(error.reason, error.hint, "--words") from None
    if path.exists():
        hint = "name another; of a pad that is here, `postfox pad next FILE --number 0` shows what goes with `join`"
        raise UserError("there is a file here already", hint, str(path))
    made = Kept(secret)
    write(path, made)
    return made


def read(path: Path) -> Kept:
    """The pad of a file. Raises UserError."""
    try:
        found = _FILE.fullmatch(files.read(path, MOST_BYTES).decode("ascii"))
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "`postfox pad make FILE` makes a pad", str(path)) from None
    except UnicodeDecodeError:
        found = None
    if not found or not int(found[3]) <= int(found[2]) <= pad.LENGTH:
        raise UserError("this is not a pad of Postfox", "`postfox pad make FILE` makes one", str(path))
    return Kept(bytes.fromhex(found[1]), int(found[2]), int(found[3]))


def write(path: Path, kept: Kept) -> None:
    """Raises UserError."""
    text = f"{HEAD}\nsecret: {kept.secret.hex()}\nlinks: {kept.length}\nshown: {kept.shown}\n"
    files.save(path, text.encode("ascii"), "FILE", mode=0o600, lasting=True)


def show(path: Path, number: int | None = None) -> str:
    """The next link as the line of a move file, noted as shown before it is; or one by its number, once more.

    Raises UserError: a link that is not due yet would show those before it.
    """
    kept = read(path)
    wanted = kept.shown + 1 if number is None else number
    if wanted > kept.shown + 1:
        hint = f"link {kept.shown + 1} is the next; anyone who sees a later one knows it, too"
        raise UserError(f"link {wanted} is not due yet", hint, "--number")
    line = kept.line(wanted)
    if wanted > kept.shown:
        write(path, kept._replace(shown=wanted))
    return line
