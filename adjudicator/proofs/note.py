"""A signed head: a C2SP checkpoint whose last line names the head that the same witness signed before, and a signature.

The signature is a C2SP cosignature (Ed25519, with the time), or one of `ssh-keygen -Y sign -n postfox` over the lines.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256, sha512
from typing import NamedTuple

from adjudicator.core.checkpoint import Checkpoint, found
from adjudicator.proofs.keys import KIND, NAMESPACE, Key, Signer, string, strings

FIRST = "0"  # in place of the head before the first
_B64 = r"[A-Za-z0-9+/]{43}="
_BEFORE = re.compile(rf"^[ \t>]*before (0|[0-9]{{1,7}} {_B64})[ \t]*$", re.MULTILINE)
_COSIGNED = re.compile(r"^[ \t>]*\u2014 (\S{1,64}) ([A-Za-z0-9+/=]{20,200})[ \t]*$", re.MULTILINE)
_ARMOUR = re.compile(
    r"-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s>]{20,2000})-----END SSH SIGNATURE-----", re.MULTILINE
)
MOST = 16  # signatures of one note that are looked at
_COSIGNATURE = 4  # the kind of key, in C2SP's words


class Note(NamedTuple):
    """A head as it is signed: the checkpoint, and `before`, "SIZE HASH" of the one before it or FIRST.

    `signature`: as it stands below the lines, or "" where it is only asked for. A note may have several, of which those
    of other witnesses are passed over.
    """

    head: Checkpoint
    before: str
    signature: str = ""

    @property
    def named(self) -> str:
        """What the next one names it by."""
        return f"{self.head.size} {self.head.base64}"

    @property
    def body(self) -> str:
        """The lines that are signed."""
        return f"{self.head.text}before {self.before}\n"

    @property
    def text(self) -> str:
        """The lines and the signature."""
        return f"{self.body}\n{self.signature}\n"


def cosigned(note: Note, signer: Signer, seconds: int) -> Note:
    """The note, signed at a time in seconds since 1970."""
    signature = seconds.to_bytes(8) + signer.sign(_timed(note, seconds))
    return note._replace(signature=f"\u2014 {signer.key.name} {b64encode(_id(signer.key) + signature).decode()}")


def _timed(note: Note, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{note.body}".encode()


def _id(key: Key) -> bytes:
    return sha256(key.name.encode() + b"\n" + bytes((_COSIGNATURE,)) + key.raw).digest()[:4]


def holds(note: Note, key: Key) -> bool:
    """Whether that witness signed it. Raises UserError where nothing here can tell."""
    try:
        return _cosigned(note, key) if "\u2014" in note.signature else _signed_by_ssh(note, key)
    except ValueError:
        return False


def _cosigned(note: Note, key: Key) -> bool:
    found = [(one[1], b64decode(one[2], validate=True)) for one in _COSIGNED.finditer(note.signature)]
    mine = [data for name, data in found if name == key.name and data[:4] == _id(key)]
    return bool(mine) and all(
        len(data) == 4 + 8 + 64 and key.signed(data[12:], _timed(note, int.from_bytes(data[4:12]))) for data in mine
    )


def _signed_by_ssh(note: Note, key: Key) -> bool:
    stands = _ARMOUR.search(note.signature)
    blob = b64decode("".join(stands[1].replace(">", "").split()), validate=True) if stands else b""
    if blob[:10] != b"SSHSIG" + (1).to_bytes(4):
        return False
    who, space, reserved, name, signature = strings(blob[10:], 5)
    hashes = {b"sha512": sha512, b"sha256": sha256}
    kind, raw = strings(who, 2)
    made, value = strings(signature, 2)
    if (kind, made, raw, space) != (KIND.encode(), KIND.encode(), key.raw, NAMESPACE.encode()) or name not in hashes:
        return False
    hashed = hashes[name](note.body.encode()).digest()
    return key.signed(value, b"SSHSIG" + b"".join(map(string, (space, reserved, name, hashed))))


def notes(text: str) -> Iterator[Note]:
    """The heads with `before` that stand in a text, each with the signature below it, if there is one."""
    text = text.replace("\r\n", "\n")
    stands = list(_BEFORE.finditer(text))
    start = 0
    for number, before in enumerate(stands):
        end = stands[number + 1].start() if number + 1 < len(stands) else len(text)
        heads = list(found(text[start : before.start()]))
        below = text[before.end() : end]
        cosigned = [line[0].strip(" \t>") for line in _COSIGNED.finditer(below)]
        armour = _ARMOUR.search(below)
        start = before.end()
        if heads:
            said = "\n".join(cosigned[:MOST]) or (armour[0].strip(" \t>") if armour else "")
            yield Note(heads[-1], before[1], said)
