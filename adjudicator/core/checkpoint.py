"""How far a log went: its origin, its number of lines and the SHA-256 of the last, written as a C2SP checkpoint.

The log is a chain, so the hash of its last line stands where a log that is a tree has the hash of its root. An
extension line has the head of what excerpts show. Signed with the key of a match it is a C2SP note, and a receipt: a
header of the email that brings a letter, the end of an excerpt, a file beside the log.
"""

import hmac
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

EXCERPTS = "excerpts"  # the first word of the extension line
_HASH = r"[A-Za-z0-9+/]{43}="
_FOUND = re.compile(
    rf"^[ \t>]*(postfox/[A-Za-z0-9._-]{{1,64}}/[0-9a-f]{{16}}(?:[0-9a-f]{{16}})?)[\s>]+([0-9]{{1,7}})[\s>]+"
    rf"({_HASH})(?:[\s>]+{EXCERPTS}[\s>]+({_HASH}))?",
    re.MULTILINE,
)
HEADER = "Postfox-Receipt"
SECRET = b"postfox-receipt-1"
_KIND = b"\n\x01"  # of a signature: Ed25519
MOST = 16  # signatures that are looked at below a checkpoint
_BELOW = re.compile(r"\u2014[\s>]+(postfox/\S{1,110})[\s>]+((?:[A-Za-z0-9+/][\s>]*){91}=)")
_QUOTED = re.compile(rf"([0-9]{{1,7}}) +({_HASH})")


class Checkpoint(NamedTuple):
    """A log of that origin had so many lines (`size`), and the SHA-256 of the last was `hash` (hex). `open`: the head
    of the seals of those lines (hex), "" where the match has none.
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
        """The body of a C2SP checkpoint, which is signed."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, self.base64, self.extension) if line != "")


def _base64(hash: str) -> str:
    return b64encode(bytes.fromhex(hash)).decode("ascii")


def origin(match: str, terms: str, *, signed: bool) -> str:
    """The name of a log, from the match's id and the SHA-256 of its match.json: no two matches share it."""
    return f"postfox/{match}/{terms[: 32 if signed else 16]}"


def quoted(text: str) -> tuple[int, str] | None:
    """Number of lines and hash (hex) as an order quotes them; None for what is none."""
    stands = _QUOTED.fullmatch(text)
    return (int(stands[1]), b64decode(stands[2]).hex()) if stands else None


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
        from adjudicator.core import ed25519  # which orders need not load

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
    from adjudicator.core import ed25519

    key = key_id(went.origin, ed25519.public(seed))
    return Note(went, (key + ed25519.sign(seed, went.text.encode()),))


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
