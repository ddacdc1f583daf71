"""Ed25519 (RFC 8032): signatures made and proved, with nothing but the standard library.

A key has to be of prime order, a signature's number below that order, and each point written in the one way that there
is: then every strict program says the same of a signature. Not hidden from clocks: for a referee's own machine."""

import hashlib
from functools import lru_cache, reduce
from itertools import accumulate
from typing import TypeAlias, cast

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493  # the order of BASE
D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)  # of -1
Point: TypeAlias = tuple[int, int, int, int]  # X, Y, Z, T: x = X/Z, y = Y/Z, x y = T/Z
NEUTRAL: Point = (0, 1, 1, 0)


def add(one: Point, two: Point) -> Point:
    a = (one[1] - one[0]) * (two[1] - two[0]) % P
    b = (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


@lru_cache(maxsize=16)
def _doubled(point: Point) -> tuple[Point, ...]:
    """The point, twice it, four times it ...: made once for BASE and for each key, since most of the work is in it."""
    return tuple(accumulate(range(255), lambda made, _: add(made, made), initial=point))


def times(count: int, point: Point) -> Point:
    doubled = _doubled(point)
    return reduce(add, (doubled[bit] for bit in range(count.bit_length()) if count >> bit & 1), NEUTRAL)


def same(one: Point, two: Point) -> bool:
    return (one[0] * two[2] - two[0] * one[2]) % P == 0 and (one[1] * two[2] - two[1] * one[2]) % P == 0


def packed(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def unpacked(data: bytes) -> Point | None:
    """None for what is no point, or is not written in the one way that it may be."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * _ROOT % P
    if (x * x - square) % P or (not x and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


BASE = cast(Point, unpacked((4 * pow(5, -1, P) % P).to_bytes(32, "little")))


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def _halves(seed: bytes) -> tuple[int, bytes]:
    """The secret number of a key, and what its signatures are salted with."""
    both = hashlib.sha512(seed).digest()
    return int.from_bytes(both[:32], "little") & (1 << 254) - 8 | 1 << 254, both[32:]


@lru_cache(maxsize=16)
def public(seed: bytes) -> bytes:
    """The key, 32 bytes, of a secret seed of as many."""
    return packed(times(_halves(seed)[0], BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature, 64 bytes: the same each time."""
    number, salt = _halves(seed)
    nonce = _number(salt, message)
    shown = packed(times(nonce, BASE))
    return shown + ((nonce + _number(shown, public(seed), message) * number) % L).to_bytes(32, "little")


@lru_cache(maxsize=16)
def key(data: bytes) -> Point | None:
    """A public key; None for what is none: under one of another order a signature holds for many messages."""
    point = unpacked(data) if len(data) == 32 else None
    return point if point is not None and not same(point, NEUTRAL) and same(times(L, point), NEUTRAL) else None


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether that key signed that."""
    point = key(public)
    shown = unpacked(signature[:32]) if len(signature) == 64 else None
    number = int.from_bytes(signature[32:], "little")
    if point is None or shown is None or number >= L:
        return False
    return same(times(number, BASE), add(shown, times(_number(signature[:32], public, message), point)))
