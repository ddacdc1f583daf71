"""A witness's key: Ed25519 in the files of OpenSSH, so that `ssh-keygen` can make and use it, too."""

import struct
from base64 import b64decode, b64encode
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from adjudicator.match.files import read as read_file
from printables.core import files
from printables.core.errors import UserError

KIND = "ssh-ed25519"
NAMESPACE = "postfox"  # of what `ssh-keygen -Y sign -n` signs
MOST_NAME = 64
_LIBRARY = {  # what is used of `cryptography`
    "exceptions": ("InvalidSignature", "UnsupportedAlgorithm"),
    "hazmat.primitives.asymmetric.ed25519": ("Ed25519PrivateKey", "Ed25519PublicKey"),
    "hazmat.primitives.serialization": (
        *("Encoding", "NoEncryption", "PrivateFormat", "PublicFormat", "load_ssh_private_key"),
    ),
}


class Key(NamedTuple):
    """A public key: 32 bytes, and its witness's name, which is an address or any word."""

    raw: bytes
    name: str

    @property
    def line(self) -> str:
        """As OpenSSH writes it."""
        return f"{KIND} {b64encode(self._blob).decode()} {self.name}"

    @property
    def _blob(self) -> bytes:
        return string(KIND.encode()) + string(self.raw)

    @property
    def print(self) -> str:
        """Its fingerprint, as `ssh-keygen -l` shows it."""
        return "SHA256:" + b64encode(sha256(self._blob).digest()).decode().rstrip("=")

    def signed(self, signature: bytes, data: bytes) -> bool:
        """Whether the witness signed that. Raises UserError where nothing here can tell."""
        made = _library()
        try:
            made.Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, data)
        except (made.InvalidSignature, ValueError):
            return False
        return True


class Signer(NamedTuple):
    """A key with its private half, which signs."""

    key: Key
    private: Any

    def sign(self, data: bytes) -> bytes:
        signature: bytes = self.private.sign(data)
        return signature


def string(data: bytes) -> bytes:
    """Bytes as OpenSSH writes them: their number first."""
    return struct.pack(">I", len(data)) + data


def strings(data: bytes, many: int) -> list[bytes]:
    """So many of them, which are all of it. Raises ValueError."""
    found = []
    for _ in range(many):
        size = int.from_bytes(data[:4])
        if len(data) < 4 + size:
            raise ValueError("it is cut off")
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    if data:
        raise ValueError("it is too long")
    return found


def public(line: str, source: str = "--witness") -> Key:
    """The key of a line of a .pub file. Raises UserError."""
    try:
        kind, blob, *comment = line.split()
        name = comment[0] if comment else "witness"
        named, raw = strings(b64decode(blob, validate=True), 2)
        fits = len(raw) == 32 and name.isprintable() and name.isascii() and "+" not in name and len(name) <= MOST_NAME
        if kind != KIND or named != KIND.encode() or not fits:
            raise ValueError
    except ValueError:
        hint = "it is one line: ssh-ed25519, the key, and the witness's address"
        raise UserError("this is not a public key of a witness", hint, source) from None
    return Key(raw, name)


def read_public(path: Path) -> Key:
    """The key of a .pub file. Raises UserError."""
    return public(_text(path), str(path))


def make(path: Path, name: str) -> Key:
    """A new key in a file that is not there yet, with FILE.pub beside it. Raises UserError."""
    made = _library()
    if path.exists():
        raise UserError("there is a file here already", "a lost key cannot be made again: name another", str(path))
    private = made.Ed25519PrivateKey.generate()
    raw = private.public_key().public_bytes(made.Encoding.Raw, made.PublicFormat.Raw)
    key = public(Key(raw, name).line, "--name")
    data = private.private_bytes(made.Encoding.PEM, made.PrivateFormat.OpenSSH, made.NoEncryption())
    files.save(_beside(path), f"{key.line}\n".encode(), "FILE", lasting=True)  # first: where the key is, all is made
    files.save(path, data, "FILE", mode=0o600, lasting=True)
    return key


def read(path: Path) -> Signer:
    """The key of a file, its name from FILE.pub. Raises UserError."""
    made = _library()
    try:
        private = made.load_ssh_private_key(_text(path).encode(), None)
    except (ValueError, TypeError, made.UnsupportedAlgorithm):
        private = None
    if not isinstance(private, made.Ed25519PrivateKey):
        raise UserError(
            "this is not a key without a password, of Ed25519", "`postfox witness key` makes one", str(path)
        )
    raw = private.public_key().public_bytes(made.Encoding.Raw, made.PublicFormat.Raw)
    name = read_public(_beside(path)).name if _beside(path).is_file() else "witness"
    return Signer(Key(raw, name), private)


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.pub")


def _text(path: Path) -> str:
    try:
        return read_file(path, 1 << 16).decode("utf-8", "replace")
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "`postfox witness key` makes a key", str(path)) from None


def _library() -> Any:
    """What signs. Raises UserError where it is not installed."""

    names: dict[str, Any] = {}
    try:
        for module, wanted in _LIBRARY.items():
            names |= {name: getattr(import_module(f"cryptography.{module}"), name) for name in wanted}
    except ImportError:
        hint = "install the extra: pip install 'postfox[witness]'"
        raise UserError("signatures need the library `cryptography`", hint) from None
    return SimpleNamespace(**names)
