"""Receipts in letters that a player kept, and what they prove of a log or an excerpt; for check.py. Python alone.

A receipt is a checkpoint (C2SP: origin, lines, SHA-256 of the last in base64, perhaps the head of the seals) and, below
it or in the header `Postfox-Receipt`, a signature (Ed25519, RFC 8032) by the key that match.json has as `receipts`.
"""

import hashlib
import re
from base64 import b64decode, b64encode

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = 0, 1, 1, 0  # X, Y, Z, T: x = X/Z, y = Y/Z, x y = T/Z


def plus(one, two):
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(count, point):
    made = NEUTRAL
    while count:
        if count & 1:
            made = plus(made, point)
        point, count = plus(point, point), count >> 1
    return made


def same(one, two):
    return (one[0] * two[2] - two[0] * one[2]) % P == 0 == (one[1] * two[2] - two[1] * one[2]) % P


def point(data):
    """None for what is no point, or is not written in the one way that it may be."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and odd):
        return None
    x = x if x & 1 == odd else P - x
    return x, y, 1, x * y % P


BASE = point(bytes([0x58]) + bytes([0x66]) * 31)


def is_key(key):
    """A point of prime order: by another one signatures could be disowned."""
    found = point(key) if len(key) == 32 else None
    return found is not None and not same(found, NEUTRAL) and same(times(L, found), NEUTRAL)


def verify(key, message, signature):
    shown, total = point(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or shown is None or total >= L or not is_key(key):
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(total, BASE), plus(shown, times(hashed, point(key))))


HASH, GAP, ORIGIN = "[A-Za-z0-9+/]{43}=(?!3D)", r"[\s>]+", r"postfox/[A-Za-z0-9._-]{1,64}/(?:[0-9a-f]{16}){1,2}"
BODY = rf"^[ \t>]*({ORIGIN}){GAP}(0|[1-9][0-9]{{0,6}}){GAP}({HASH})(?:{GAP}excerpts{GAP}({HASH}))?"
BELOW = rf"\u2014{GAP}({ORIGIN}){GAP}((?:[A-Za-z0-9+/][\s>]*){{91}}=)"
HEADER = rf"^Postfox-Receipt:\s+({ORIGIN})\s+(0|[1-9][0-9]{{0,6}})\s+({HASH})\s+(-|{HASH})\s+([A-Za-z0-9+/]{{91}}=)"


def notes(text):
    """(origin, lines, head, head of the seals or "", signatures), wrapped, quoted, or as headers."""
    text = unquoted(text)
    stands = list(re.finditer(BODY, text, re.MULTILINE | re.ASCII))
    for at, after in zip(stands, [*stands, None][1:], strict=True):
        below = re.finditer(BELOW, text[at.end() : after and after.start()], re.ASCII)
        signs = [b64decode(re.sub(r"[\s>]", "", one[2])) for one in below if one[1] == at[1]][:16]
        yield at[1], int(at[2]), b64decode(at[3]).hex(), b64decode(at[4] or "").hex(), signs
    for one in re.finditer(HEADER, text, re.MULTILINE | re.ASCII):
        opened = "" if one[4] == "-" else b64decode(one[4]).hex()
        yield one[1], int(one[2]), b64decode(one[3]).hex(), opened, [b64decode(one[5])]


def unquoted(text):
    """The text, and once more as it is where parts of an email are quoted-printable."""
    if "quoted-printable" not in text.lower():
        return text
    joined = re.sub("=\r?\n", "", text)
    plain = re.sub(
        "(?:=[0-9A-F]{2})+", lambda one: bytes.fromhex(one[0].replace("=", "")).decode(errors="replace"), joined
    )
    return f"{text}\n{plain}"


def holds(note, key):
    origin, size, head, opened, signs = note
    more = [f"excerpts {based(opened)}"] if opened else []
    body = "".join(f"{line}\n" for line in (origin, size, based(head), *more))
    mine = hashlib.sha256(origin.encode() + b"\n\1" + key).digest()[:4]
    return any(data[:4] == mine and verify(key, body.encode(), data[4:]) for data in signs)


def based(head):
    return b64encode(bytes.fromhex(head)).decode()


def weighed(kept, own, origin, key, heads):
    """What letters prove of a log: a sentence, and whether that is "proof", "doubt" or "" (it is right).

    `kept`: the letters, None for none; `own`: what the log is signed with; `heads`: of each line its hash and, where it
    is known, the head of its seals.
    """

    def agrees(note):
        line = heads[note[1] - 1] if 0 < note[1] <= len(heads) else ("", "")
        return note[2] == line[0] and (not line[1] or note[3] in ("", line[1]))

    every = list(dict.fromkeys((*note[:4], tuple(note[4])) for note in notes(kept or "")))
    key, lines = bytes.fromhex(key), [note for note in notes(own) if note[0] == origin]
    mine = [note for note in every if note[0] == origin]
    other = [note for note in every if note[0] != origin and note[0].split("/")[1] == origin.split("/")[1]]
    good, own = ([note for note in these if holds(note, key)] for these in (mine, lines))
    top = max((note[1] for note in own if agrees(note)), default=0)
    told = {}
    for note in good:
        if told.setdefault(note[1], note[2:4]) != note[2:4]:
            return f"two receipts of line {note[1]}, signed by one key, have two heads", "proof"
    for note in good:
        if note[1] <= top and not agrees(note):
            return f"the referee signed another line {note[1]} than the log has, which is signed, too", "proof"
    if not all(map(agrees, own)):
        return "what signs it does not fit it: it was changed after it was signed", "doubt"
    if kept is None:
        return f"{f'signed up to line {top}; ' if top else ''}compare it with your letters", ""
    if other:
        return f"{len(other)} of your letters are of another match.json of that name, or of another key", "doubt"
    if key and len(good) < len(mine):
        return f"{len(mine) - len(good)} of your letters are not signed by the match's key: they prove nothing", "doubt"
    for note in good:
        if note[1] > len(heads):
            return f"a signed receipt has line {note[1]}: this copy is older, or lines were dropped", "doubt"
        if not agrees(note):
            return (
                f"a signed receipt has another line {note[1]}: one of the two was changed, by whom is not shown",
                "doubt",
            )
    if not key:
        return f"{len(mine)} letters, in a match without a key, prove nothing: anybody can write them", ""
    return f"{len(good)} signed receipts agree with it", ""
