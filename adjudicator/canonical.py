"""One text for one value: canonical JSON, and the hash by which files and lines know each other."""

from __future__ import annotations

import hashlib
import json
from typing import Any

# What is written is never a ring: looking for one takes a tenth of the time.
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces and plain UTF-8: one text for one value."""
    return _CANONICAL.encode(value)


def digest(data: bytes) -> str:
    """SHA-256 as hex."""
    return hashlib.sha256(data).hexdigest()
