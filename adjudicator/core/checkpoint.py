"""How far a log went: its origin, its number of lines and the SHA-256 of the last, written as a C2SP checkpoint.

Letters carry one as a receipt, orders quote it, witnesses sign it. The log is a chain, so the hash of its last line
stands where a log that is a tree has the hash of its root. An extension line has the head of what excerpts show.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import NamedTuple

EXCERPTS = "excerpts"  # the first word of the extension line
_HASH = r"[A-Za-z0-9+/]{43}="
_FOUND = re.compile(
    rf"^[ \t>]*(postfox/[A-Za-z0-9._-]{{1,64}}/[0-9a-f]{{16}})[\s>]+([0-9]{{1,7}})[\s>]+({_HASH})"
    rf"(?:[\s>]+{EXCERPTS}[\s>]+({_HASH}))?",
    re.MULTILINE,
)
_QUOTED = re.compile(rf"([0-9]{{1,7}}) +({_HASH})")


class Checkpoint(NamedTuple):
    """A log of that origin had so many lines (`size`), and the SHA-256 of the last was `hash` (hex).

    `open`: the head of the seals of those lines (hex), "" where the match has none.
    """

    origin: str
    size: int
    hash: str
    open: str = ""

    @property
    def base64(self) -> str:
        """The hash as the checkpoint has it."""
        return _base64(self.hash)

    @property
    def extension(self) -> str:
        """The line about excerpts; "" for none."""
        return f"{EXCERPTS} {_base64(self.open)}" if self.open else ""

    @property
    def text(self) -> str:
        """The body of a C2SP checkpoint: what a witness signs."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, self.base64, self.extension) if line != "")


def _base64(hash: str) -> str:
    return b64encode(bytes.fromhex(hash)).decode("ascii")


def origin(match: str, terms: str) -> str:
    """The name of a log, from the match's id and the SHA-256 of its match.json: no two matches share it."""
    return f"postfox/{match}/{terms[:16]}"


def found(text: str) -> Iterator[Checkpoint]:
    """The checkpoints that stand in a text, such as a letter, perhaps wrapped or quoted."""
    for stands in _FOUND.finditer(text):
        yield Checkpoint(stands[1], int(stands[2]), b64decode(stands[3]).hex(), b64decode(stands[4] or "").hex())


def quoted(text: str) -> tuple[int, str] | None:
    """Number of lines and hash (hex) as an order quotes them; None for what is none."""
    stands = _QUOTED.fullmatch(text)
    return (int(stands[1]), b64decode(stands[2]).hex()) if stands else None
