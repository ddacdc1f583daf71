"""Signatures and signed notes: the check values of RFC 8032, and what must not hold."""

import hmac
import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

from adjudicator.core import checkpoint, ed25519
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import Checkpoint

KNOWN = json.loads(Path(__file__).with_name("receipts.json").read_text(encoding="utf-8"))
SEEDS = {  # of RFC 8032, 7.1, tests 1 to 3, by their keys
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    ),
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
    ),
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"
    ),
}
ORIGIN = "postfox/anna-bob/0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize("row", KNOWN["ed25519"])
def test_what_holds_and_what_does_not(row: dict[str, str]) -> None:
    key, message, signature = (bytes.fromhex(row[name]) for name in ("key", "message", "signature"))
    assert ed25519.verify(key, message, signature) == row["holds"]
    if row["holds"]:
        seed = bytes.fromhex(SEEDS[row["key"]])
        assert ed25519.public(seed) == key and ed25519.sign(seed, message) == signature


def test_signatures_are_those_of_another_library() -> None:
    library = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    invalid = pytest.importorskip("cryptography.exceptions").InvalidSignature
    for size in range(20):
        seed, message = os.urandom(32), os.urandom(size)
        made, key = ed25519.sign(seed, message), ed25519.public(seed)
        assert made == library.Ed25519PrivateKey.from_private_bytes(seed).sign(message)
        for bit in (None, size, 300 + size):  # as it is, the point changed, the number changed
            other = bytearray(made)
            if bit is not None:
                other[bit // 8] ^= 1 << bit % 8
            try:
                library.Ed25519PublicKey.from_public_bytes(key).verify(bytes(other), message)
            except invalid:
                assert not ed25519.verify(key, message, bytes(other))
            else:
                assert ed25519.verify(key, message, bytes(other))


def _order_of_eight() -> ed25519.Point:
    """A point of order 8: some point, times the order of the others."""
    for start in range(256):
        point = ed25519.unpacked(bytes([start, *range(31)]))
        made = point and ed25519.times(ed25519.L, point)
        if made and not ed25519.same(ed25519.times(4, made), ed25519.NEUTRAL):
            return made
    raise AssertionError


@pytest.mark.parametrize("many", range(8))
def test_a_key_of_small_order_is_none(many: int) -> None:
    small = ed25519.packed(ed25519.times(many, _order_of_eight()))
    assert ed25519.key(small) is None
    # under the neutral key this signature would hold for every message
    assert not ed25519.verify(small, b"any message", ed25519.packed(ed25519.NEUTRAL) + bytes(32))


@pytest.mark.parametrize("many", range(1, 8))
def test_a_key_of_mixed_order_is_none(many: int) -> None:
    """Whose signatures hold in some programs and not in others: its owner could disown each."""
    own = ed25519.unpacked(ed25519.public(b"s" * 32))
    assert own is not None and ed25519.key(ed25519.packed(own)) == own
    mixed = ed25519.packed(ed25519.add(own, ed25519.times(many, _order_of_eight())))
    assert ed25519.unpacked(mixed) is not None and ed25519.key(mixed) is None


def test_a_point_is_written_in_one_way() -> None:
    neutral, beyond = 1, 1 + ed25519.P
    assert ed25519.unpacked(neutral.to_bytes(32, "little")) == (0, 1, 1, 0)
    assert ed25519.unpacked(beyond.to_bytes(32, "little")) is None
    assert ed25519.unpacked((neutral | 1 << 255).to_bytes(32, "little")) is None  # minus zero


def _known() -> tuple[Note, bytes]:
    receipts = KNOWN["receipts"]
    (note,) = checkpoint.notes(receipts["signed note"])
    return note, bytes.fromhex(receipts["public key"])


def test_a_match_signs_as_the_check_values_say() -> None:
    receipts = KNOWN["receipts"]
    seed = checkpoint.seed(bytes.fromhex(receipts["secret (--seed wheel)"]))
    note, key = _known()
    assert seed.hex() == receipts["seed of the key"] and ed25519.public(seed) == key
    assert checkpoint.key_id(ORIGIN, key).hex() == receipts["key ID"]
    assert note.went.text == receipts["body"]
    assert checkpoint.signed(note.went, seed) == note and note.text == receipts["signed note"]
    assert note.holds(key)


def test_a_receipt_is_read_from_header_and_text_however_it_was_wrapped() -> None:
    receipts = KNOWN["receipts"]
    note, _ = _known()
    name, _, value = receipts["the same, as a header"].partition(":")
    assert name == checkpoint.HEADER and " ".join(value.split()) == note.header
    assert checkpoint.of_header(value) == note
    assert list(checkpoint.notes(receipts["the same, wrapped and quoted"])) == [note]
    bare = Note(note.went._replace(open=""), note.signatures)
    assert checkpoint.of_header(bare.header) == bare and list(checkpoint.notes(bare.text)) == [bare]


def test_a_claim_and_a_forgery_do_not_hold() -> None:
    receipts = KNOWN["receipts"]
    note, key = _known()
    (claim,), (forged,) = checkpoint.notes(receipts["claim"]), checkpoint.notes(receipts["forged"])
    assert claim == Note(note.went) and not claim.holds(key)
    assert forged.went.size == 13 and forged.signatures and not forged.holds(key)
    assert not note._replace(went=note.went._replace(open="")).holds(key)
    assert not note.holds(ed25519.public(b"another".ljust(32)))
    for value in ("", "postfox/a/0 1 2", f"{ORIGIN} 12", note.header[:-1], note.header.replace("12", "twelve", 1)):
        assert checkpoint.of_header(value) is None


def test_what_is_signed_below_one_note_is_not_of_the_next() -> None:
    note, key = _known()
    other = Note(Checkpoint(ORIGIN, 13, "ab" * 32))
    for text in (note.text + other.went.text, other.went.text + note.text):
        read = {one.went.size: one for one in checkpoint.notes(text)}
        assert read[12] == note and read[12].holds(key) and read[13] == other


def test_sixteen_signatures_below_a_note_are_looked_at_and_those_of_other_logs_are_none() -> None:
    note, key = _known()
    (mine,) = note.signatures
    wrong = checkpoint.key_id(ORIGIN, b"x" * 32) + mine[4:]
    for before, holds in ((15, True), (16, False)):
        (read,) = checkpoint.notes(Note(note.went, (wrong,) * before + (mine,)).text)
        assert len(read.signatures) == 16 and read.holds(key) == holds
    other = note.text.replace(f"\u2014 {ORIGIN}", f"\u2014 {ORIGIN[:-1]}0")
    assert [one.signatures for one in checkpoint.notes(other)] == [()]
    longer = f"{note.header} and more"
    assert checkpoint.of_header(longer) == note, "what follows the signature is nothing of it"


def test_the_key_of_a_match_tells_nothing_of_its_secret() -> None:
    assert checkpoint.seed(b"secret") == hmac.digest(b"secret", b"postfox-receipt-1", "sha256")
    assert checkpoint.key_id("o", b"k" * 32) == sha256(b"o\n\x01" + b"k" * 32).digest()[:4]


def test_the_points_of_a_curve_are_added_and_doubled_as_numbers_are() -> None:
    """Of points every way to write the same sum is the same; a number and the order more are, too."""
    base, times = ed25519.BASE, ed25519.times
    assert ed25519.packed(base).hex() == "58" + "66" * 31
    assert ed25519.same(times(0, base), ed25519.NEUTRAL) and ed25519.same(times(1, base), base)
    for one, two in ((1, 1), (2, 3), (255, 256), (2**254, 2**254 - 1), (ed25519.L - 1, 1)):
        summed = ed25519.add(times(one, base), times(two, base))
        assert ed25519.same(summed, times(one + two, base)) and not ed25519.same(summed, times(one + two + 1, base))
        assert ed25519.unpacked(ed25519.packed(summed)) is not None
    minus = (ed25519.P - base[0], *base[1:3], ed25519.P - base[3])
    assert ed25519.same(ed25519.add(base, minus), ed25519.NEUTRAL) and not ed25519.same(base, minus)
    assert ed25519.unpacked(ed25519.packed(minus)) == minus and ed25519.packed(minus)[31] == 0xE6
    for none in (ed25519.P, 2, 7):  # zero written a second way, and heights at which the curve has no point
        assert ed25519.unpacked(none.to_bytes(32, "little")) is None
