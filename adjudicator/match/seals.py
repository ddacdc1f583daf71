"""How a log commits to the parts of its lines, so that an excerpt shows some and hides the rest for good.

Each line has a salt that only the referee can make, from the match's secret. A part's own salt comes of it, and its
seal is the SHA-256 of salt and part: nothing can be guessed from a seal, and nothing else passes for the part. The
seals of all lines make a chain of their own beside the log's, and letters carry its head beside that of the log.
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.core.canonical import canonical, digest
from adjudicator.core.game import Game
from adjudicator.match.parts import NAME, names, parts
from adjudicator.referee.records import NO_LINE, Entry, Match


class Sealed(NamedTuple):
    """A line of the log in seals: its SHA-256, the head of the seals before it, the seal of each part in order."""

    line: str
    open: str
    seals: tuple[str, ...]

    @property
    def head(self) -> str:
        """What the next line and the letters name it by."""
        return digest("\n".join((self.open, self.line, *self.seals)).encode())


def key(secret: bytes) -> bytes:
    """What salts are made from; it tells nothing of the dice."""
    return hmac.digest(secret, NAME.encode(), "sha256")


def salt(key: bytes, line: int | None = None) -> str:
    """The salt of a line of the log, from 0; without a line, that of match.json."""
    return hmac.digest(key, b"match" if line is None else b"line %d" % line, "sha256").hex()


def part_salt(salt: str, name: str) -> str:
    """The salt of a part of the line that has this one."""
    return hmac.digest(bytes.fromhex(salt), name.encode(), "sha256").hex()


def seal(salt: str, text: str) -> str:
    """The seal of a part, as its canonical JSON, under its own salt."""
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


def texts(match: Match, game: Game, entry: Entry, written: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The parts of a line as canonical JSON, by name. `written`: the line as a value of JSON, where that is known."""
    return {name: canonical(part) for name, part in parts(match, game, entry, written).items()}


def sealed(match: Match, game: Game, entry: Entry, line: str, written: Mapping[str, Any] | None = None) -> Sealed:
    """A line of a log that has salts, and the SHA-256 of its bytes, in seals. `written`: as in `texts`."""
    plain = texts(match, game, entry, written)
    seals = tuple(seal(part_salt(entry.salt, name), plain[name]) for name in names(match))
    return Sealed(line, entry.open or NO_LINE, seals)
