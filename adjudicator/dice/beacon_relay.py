"""Rounds fetched from the relays of drand, by https. What they answer is believed only where its signature is right."""

from __future__ import annotations

import os
from collections.abc import Iterator

from adjudicator.core.canonical import parsed
from adjudicator.dice import beacon_proof
from adjudicator.dice.beacon_rounds import Round, read
from printables.core.errors import UserError

VARIABLE = "POSTFOX_DRAND"  # the addresses of other relays, parted by spaces
RELAYS = ("https://api.drand.sh", "https://drand.cloudflare.com")
NETWORK = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"  # quicknet's hash
SECONDS = 10
MOST_BYTES = 10_000


def addresses(number: int) -> Iterator[str]:
    """Where a round may be fetched."""
    for relay in os.environ.get(VARIABLE, "").split() or RELAYS:
        yield f"{relay.rstrip('/')}/{NETWORK}/public/{number}"


def fetched(number: int) -> Round:
    """A round, its signature proved. Raises UserError where no relay gives it, or the extra is missing."""
    reason = ""
    for address in addresses(number):
        try:
            made = _answer(address, number)
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split())[:200]
            continue
        if made is not None and beacon_proof.wrong([made]) is None:
            return made
        reason = "what it answers is not that round"
    hint = "it is tried again the next time; `postfox beacon DIR SIGNATURE` takes it by hand"
    raise UserError(f"round {number} of drand cannot be fetched ({reason})", hint, address)


def _answer(address: str, number: int) -> Round | None:
    """What a relay says of a round. Raises OSError, ValueError."""
    from http.client import HTTPException
    from urllib.request import Request, urlopen

    if not address.startswith(("https://", "http://")):
        raise ValueError("this is not the address of a relay")
    request = Request(address, headers={"User-Agent": "postfox"})
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            value = parsed(answer.read(MOST_BYTES))
    except HTTPException as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    signature = value.get("signature") if isinstance(value, dict) else None
    return read(f"{number} {signature}")
