"""Checkpoints of logs signed with the key of a match: C2SP notes, and receipts. One is a header of the email that
brings a letter, the end of an excerpt, a file beside the log."""

import hmac
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

from adjudicator.core import ed25519
from adjudicator.core.codec import EXCERPTS, HASH, Checkpoint

_FOUND = re.compile(
    rf"^[ \t>]*(postfox/[A-Za-z0-9._-]{{1,64}}/[0-9a-f]{{16}}(?:[0-9a-f]{{16}})?)[\s>]+([0-9]{{1,7}})[\s>]+"
    rf"({HASH})(?:[\s>]+{EXCERPTS}[\s>]+({HASH}))?",
    re.MULTILINE,
)
HEADER, SECRET = "Postfox-Receipt", b"postfox-receipt-1"
_KIND = b"\n\x01"  # of a signature: Ed25519
MOST = 16  # signatures that are looked at below a checkpoint
_BELOW = re.compile(r"\u2014[\s>]+(postfox/\S{1,110})[\s>]+((?:[A-Za-z0-9+/][\s>]*){91}=)")


class Note(NamedTuple):
    """A checkpoint with the signatures below it that are of its own log: ID of the key and signature, 68 bytes each."""

    went: Checkpoint
    signatures: tuple[bytes, ...] = ()

    @property
    def text(self) -> str:
        """As a file has it."""
        lines = (f"\u2014 {self.went.origin} {b64encode(data).decode()}\n" for data in self.signatures)
        return f"{self.went.text}\n{''.join(lines)}"

    @property
    def header(self) -> str:
        """As the header of an email has it, which needs no line that is empty or not ASCII."""
        opened = self.went.extension.removeprefix(f"{EXCERPTS} ") or "-"
        signature = b64encode(self.signatures[0]).decode()
        return f"{self.went.origin} {self.went.size} {self.went.base64} {opened} {signature}"

    def holds(self, key: bytes) -> bool:
        """Whether that key has signed it."""
        mine, text = key_id(self.went.origin, key), self.went.text.encode()
        return any(data[:4] == mine and ed25519.verify(key, text, data[4:]) for data in self.signatures)


def seed(secret: bytes) -> bytes:
    """What the key of a match is made from: nothing more to keep, and it tells nothing of the secret."""
    return hmac.digest(secret, SECRET, "sha256")


def key_id(origin: str, key: bytes) -> bytes:
    """How signatures name the key of a log."""
    return sha256(origin.encode() + _KIND + key).digest()[:4]


def signed(went: Checkpoint, seed: bytes) -> Note:
    """The note that a key signs: the same each time."""
    return Note(went, (key_id(went.origin, ed25519.public(seed)) + ed25519.sign(seed, went.text.encode()),))


def notes(text: str) -> Iterator[Note]:
    """The notes that stand in a text, perhaps wrapped or quoted, each with what is signed below it."""
    stands = list(_FOUND.finditer(text))
    for at, following in zip_longest(stands, stands[1:]):
        went = Checkpoint(at[1], int(at[2]), b64decode(at[3]).hex(), b64decode(at[4] or "").hex())
        below = _BELOW.findall(text, at.end(), following.start() if following else len(text))[:MOST]
        yield Note(went, tuple(b64decode(re.sub(r"[\s>]", "", data)) for name, data in below if name == went.origin))


def of_header(value: str) -> Note | None:
    """The note that a header is of; None for what is none."""
    name, size, head, opened, data = (*value.split(), "", "", "", "", "")[:5]
    extension = "" if opened == "-" else f"{EXCERPTS} {opened}\n"
    found = notes(f"{name}\n{size}\n{head}\n{extension}\n\u2014 {name} {data}\n")
    return next((note for note in found if note.signatures), None)
