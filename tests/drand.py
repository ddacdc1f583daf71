"""Rounds of drand without drand: real ones that are kept here, and a network of our own whose key is known."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.dice import beacon
from adjudicator.dice.beacon import Round
from adjudicator.referee.terms import stamp
from printables.core import UserError

# Of the network quicknet, as its relays gave them.
REAL = {
    number: Round(number, signature)
    for number, signature in (
        (42, "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a"),
        (1000, "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"),
        (32285085, "81dbce51d584d90d618547f4b50391d53ace6f6b9aeb8fb67e1879427af9d0310ac0ec6f519271d9a313ee84b378d416"),
    )
}
KEY = 0x505F7866  # of our own network


def library() -> Any:
    """What signs; tests that need it are skipped where the extra is missing."""
    try:
        used = beacon._library()
    except UserError:
        pytest.skip("the extra postfox[beacon] is not installed")
    from py_ecc.bls.point_compression import compress_G2

    return SimpleNamespace(**vars(used), compress_G2=compress_G2)


def own_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on rounds are proved by the key of our own network."""
    made = library()
    high, low = made.compress_G2(made.multiply(made.G2, KEY))
    monkeypatch.setattr(beacon, "PUBLIC_KEY", f"{high:096x}{low:096x}")


@cache
def signed(number: int) -> Round:
    """A round of our own network."""
    made = library()
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    point = made.hash_to_G1(message, beacon.DOMAIN, hashlib.sha256)
    return Round(number, f"{made.compress_G1(made.multiply(point, KEY)):096x}")


def takes(number: int, ahead: int = beacon.AHEAD) -> str:
    """When a line of the log is written that waits for a round."""
    return stamp(beacon.due(number) - timedelta(seconds=ahead))


def given(number: int) -> Round:
    """A round as relays that have the kept ones alone would give it."""
    if number not in REAL:
        raise UserError(f"round {number} of drand cannot be fetched", "it is tried again the next time")
    return REAL[number]


def rolls(number: int) -> str:
    """When that round is due."""
    return stamp(beacon.due(number))
