"""Rounds of drand's network quicknet: when each is due, what it gives to the dice, and how it is fetched and proved.

Every three seconds the network signs a round's number, which none of those who run it can do alone: nobody foresees the
signature, and nobody chooses it. A relay is believed only if the library `py_ecc` finds it the network's (BLS on the
curve BLS12-381). It is a point of G1, one for each round: one outside the subgroup would pass the pairing as well, and
leave a choice among many, so those are refused, and so is another spelling of the same point."""

import hashlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from adjudicator.core.codec import Json, parsed
from printables.core import UserError

NAME: Final = "drand"  # each roll waits for a round
START: Final = "start"  # the beginning of play waits for one, which every roll has
GENESIS = datetime.fromtimestamp(1692803367, UTC)  # when round 1 was due
PERIOD = timedelta(seconds=3)
# Seconds from the line that names a round to the round, in which letters about it arrive: by mail, or by hand.
AHEAD, BY_HAND = 120, 600
BEHIND = timedelta(seconds=10)  # a clock that is further behind a round names none
DIGITS = 96  # of a signature
_ROUND = re.compile(rf"([1-9][0-9]{{0,11}}) ([0-9a-f]{{{DIGITS}}})")


class Round(NamedTuple):
    """A round: its number, from 1, and the network's signature of it as hex."""

    number: int
    signature: str

    @property
    def text(self) -> str:
        """As the log and letters have it."""
        return f"{self.number} {self.signature}"

    @property
    def randomness(self) -> bytes:
        """What dice are mixed with: the SHA-256 of the signature, as drand itself has it."""
        return hashlib.sha256(bytes.fromhex(self.signature)).digest()


def read(text: str) -> Round | None:
    """The round that such a text is of; None for any other text."""
    found = _ROUND.fullmatch(text)
    return Round(int(found[1]), found[2]) if found else None


def first(since: datetime, ahead: int) -> int:
    """The first round that is due so many seconds or more after a moment."""
    return max(-(-(since + timedelta(seconds=ahead) - GENESIS) // PERIOD) + 1, 1)


def due(number: int) -> datetime:
    """When a round is published."""
    return GENESIS + PERIOD * (number - 1)


PUBLIC_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
KEPT = 1_000  # answers  # equivalent: it is speed alone
MISSING = "install the extra: pip install 'postfox[beacon]'"
_LIBRARY = {  # what is used of `py_ecc`
    "fields.optimized_field_elements": "FQ",
    "bls.hash_to_curve": "hash_to_G1",
    "bls.point_compression": "compress_G1 decompress_G1 decompress_G2",
    "optimized_bls12_381": "FQ12 G2 Z1 add curve_order final_exponentiate is_inf multiply neg pairing",
}


def wrong(rounds: Sequence[Round]) -> Round | None:
    """The first round whose signature is not the network's. Raises UserError where nothing here can tell. All are
    checked at once, each weighed by a number that nobody could know before the signatures were chosen."""
    every = tuple(dict.fromkeys(rounds))
    _library()  # what is missing is told, whatever is known already
    if _together(every, PUBLIC_KEY):
        return None
    return next((one for one in every if not _together((one,), PUBLIC_KEY)), None)


@lru_cache(maxsize=KEPT)
def _together(rounds: tuple[Round, ...], network: str) -> bool:
    """Whether all are of the network with this public key; kept, since many matches may wait for one round."""
    made = _library()
    seed = hashlib.sha256("\n".join(one.text for one in rounds).encode()).digest()
    signed, asked = made.Z1, made.Z1
    for number, one in enumerate(rounds):
        spelt = int(one.signature, 16)
        try:
            point = made.decompress_G1(spelt)
        except ValueError:
            return False
        inside = not made.is_inf(point) and made.is_inf(made.multiply(point, made.curve_order))
        if not inside or int(made.compress_G1(point)) != spelt:
            return False
        weight = int.from_bytes(hashlib.sha256(seed + number.to_bytes(4, "big")).digest()[:16], "big") | 1
        message = hashlib.sha256(one.number.to_bytes(8, "big")).digest()
        signed = made.add(signed, made.multiply(point, weight))
        asked = made.add(asked, made.multiply(made.hash_to_G1(message, DOMAIN, hashlib.sha256), weight))
    key = bytes.fromhex(network)
    public = made.decompress_G2((int.from_bytes(key[:48], "big"), int.from_bytes(key[48:], "big")))
    paired = made.pairing(made.G2, signed, False) * made.pairing(public, made.neg(asked), False)
    return bool(made.final_exponentiate(paired) == made.FQ12.one())


@cache
def _library() -> Any:
    """What checks signatures. Raises UserError where it is not installed."""
    names: Json = {}
    usual = sys.getrecursionlimit()
    try:
        for module, wanted in _LIBRARY.items():
            names |= {name: getattr(import_module(f"py_ecc.{module}"), name) for name in wanted.split()}
    except ImportError:
        raise UserError("rounds of drand need the library `py_ecc`", MISSING) from None
    finally:
        sys.setrecursionlimit(usual)  # the library takes it away for good; deep JSON would then end the process
    # Its own way calls itself hundreds of times, for which a browser's stack is too small
    names["FQ"].__pow__ = lambda number, exponent: type(number)(pow(number.n, exponent, number.field_modulus))
    return SimpleNamespace(**names)


VARIABLE = "POSTFOX_DRAND"  # the addresses of other relays, parted by spaces
RELAYS = ("https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh", "https://drand.cloudflare.com")
NETWORK = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"  # quicknet's hash
LATEST: Final = 0  # in place of a round's number: the last that is out
SECONDS = 10  # equivalent: how long a relay that says nothing is waited for
MOST_BYTES = 10_000


def addresses(number: int) -> Iterator[str]:
    """Where a round may be fetched."""
    for relay in os.environ.get(VARIABLE, "").split() or RELAYS:
        yield f"{relay.rstrip('/')}/{NETWORK}/public/{number or 'latest'}"


def fetched(number: int) -> Round:
    """A round, or the LATEST, proved; each relay is tried. Raises UserError where none has it, or without the extra."""
    reason = ""
    for address in addresses(number):
        try:
            made = _answer(address, number)
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split())[:200]
            continue
        if made is not None and wrong([made]) is None:
            return made
        reason = "what it answers is not that round"
    hint = "it is tried again the next time; `postfox trust beacon DIR SIGNATURE` takes it by hand"
    raise UserError(f"round {number} of drand cannot be fetched ({reason})", hint, address)


def _answer(address: str, number: int) -> Round | None:
    """What a relay says of a round. Raises OSError, ValueError."""
    from http.client import HTTPException
    from urllib.request import Request, urlopen

    if not address.startswith(("https://", "http://")):
        raise ValueError("this is not the address of a relay")
    try:
        with urlopen(Request(address, headers={"User-Agent": "postfox"}), timeout=SECONDS) as answer:
            value = parsed(answer.read(MOST_BYTES))
    except HTTPException as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    return read(f"{number or value.get('round')} {value.get('signature')}") if isinstance(value, dict) else None
