"""One text for one value: canonical JSON, and the hash by which files and lines know each other."""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

# What is written is never a ring: looking for one takes a tenth of the time.
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces and plain UTF-8: one text for one value."""
    return _CANONICAL.encode(value)


def parsed(data: bytes) -> Any:
    """The value of a JSON text. Raises ValueError for what canonical JSON cannot write: half of a character, a number
    that is none or has no end, depth without end.
    """
    try:
        value = json.loads(data, parse_constant=_finite, parse_float=_finite)
        if b"\\ud" in data or b"\\uD" in data:
            canonical(value).encode()
    except RecursionError:
        raise ValueError("it is too deep") from None
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a number")
    return number


def digest(data: bytes) -> str:
    """SHA-256 as hex."""
    return hashlib.sha256(data).hexdigest()
