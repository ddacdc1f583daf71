"""What the numbers and texts of a match's files may be, beside their types: hashes, moments, days, seats."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from adjudicator.core.codec import Rule

ADDRESS = re.compile(r"[^\s<>@,;:\"()]{1,64}@[^\s<>@,;:\"()]{1,190}")  # of mail
_HASH = re.compile(r"[0-9a-f]{64}")
_ANSWERED = re.compile(r"[0-9]{1,7} [0-9a-f]{64}")
# The years leave room for what is reckoned from a moment.
_MOMENT = re.compile(r"[1-8]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)", re.ASCII)


def moment(text: str) -> datetime:
    """A moment of the log. Raises ValueError for one without a zone."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"{text!r} has no zone")
    return found


def stamp(at: datetime) -> str:
    """A moment as the log has it: UTC, ISO 8601, whole seconds."""
    return at.astimezone(UTC).replace(microsecond=0).isoformat()


def is_moment(text: str) -> bool:
    """Whether that is a moment as the log has it."""
    try:
        return bool(_MOMENT.fullmatch(text) and moment(text))
    except ValueError:
        return False


def is_zone(name: str) -> bool:
    """Whether this machine knows a time zone of that name."""
    try:
        return bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def is_date(text: str) -> bool:
    """Whether that is a date, 2026-12-25."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


COUNT = Rule(lambda value, _: value >= 0, "number from 0", {"minimum": 0})
HASH = Rule(
    lambda value, _: bool(_HASH.fullmatch(value)),
    "SHA-256 in hexadecimal",
    {"pattern": "^[0-9a-f]{64}$"},
)
ANSWERED = Rule(
    lambda value, _: not value or bool(_ANSWERED.fullmatch(value)),
    "number of lines and SHA-256 in hexadecimal",
    {"pattern": "^[0-9]{1,7} [0-9a-f]{64}$"},
)
MOMENT = Rule(lambda value, _: is_moment(value), "moment with a zone in ISO 8601", {"format": "date-time"})
ZONE = Rule(lambda value, _: is_zone(value), "time zone that is known here")
DATE = Rule(lambda value, _: is_date(value), "date", {"format": "date"})
# Where it is not known how many seats a match has, any number is one of them.
SEAT = Rule(lambda value, seats: 0 <= value < (seats or value + 1), "seat, counted from 0", {"minimum": 0})
READER = Rule(lambda value, seats: -1 <= value < (seats or value + 1), "seat, or -1 for who has none", {"minimum": -1})
PER_SEAT = Rule(lambda value, seats: len(value) == (seats or len(value)), "list with one entry for each seat")
