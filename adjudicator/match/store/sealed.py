"""Secrets at rest: AES-256-GCM under a key from the environment, each bound to the match and the file that it is of."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from adjudicator.core.errors import MatchError

VARIABLE: Final = "POSTFOX_STORE_KEY"
LENGTH, NONCE = 32, 12  # bytes
ADVICE: Final = "`postfox store key` makes one; all who work with this store need the same"


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
    text = os.environ.get(VARIABLE, "")
    if not text:
        raise MatchError("there is no key for the secrets of matches", ADVICE, VARIABLE)
    try:
        found = urlsafe_b64decode(text.encode())
    except ValueError:
        found = b""
    if len(found) != LENGTH:
        raise MatchError("this is not a key for the secrets of matches", ADVICE, VARIABLE)
    return found
