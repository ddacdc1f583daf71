"""What a match agrees on besides the rules: how long a turn may take, what happens then, which messages may be sent.

Times in it are hours and days; moments elsewhere are UTC in ISO 8601. Pure.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Literal, NamedTuple

Policy = Literal["wait", "random", "pass", "forfeit"]
POLICIES: tuple[Policy, ...] = ("wait", "random", "pass", "forfeit")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_HOURS = 24 * 366
_SPAN = re.compile(r"([0-9]{1,4})\s*(d|days?|h|hours?|w|weeks?)", re.IGNORECASE)
_YEARLY = re.compile(r"(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


class Terms(NamedTuple):
    """The terms of a match with deadlines.

    `days`: orders are due at the end of that many days in the player's zone, or, if it is 0, after `hours`. `grace` and
    `remind`: hours after and before that moment. `zone`: of players who have told no other. `free`: days that do not
    count, as a weekday ("sat"), a date, or a day of every year ("12-25"). `late`: what happens when no orders have
    come; `after`: how many times in a row before a seat forfeits. `grey`: messages without a name may be sent.
    """

    days: int = 0
    hours: int = 0
    grace: int = 0
    remind: int = 24
    zone: str = "UTC"
    free: tuple[str, ...] = ()
    late: Policy = "wait"
    after: int = 3
    grey: bool = False

    @property
    def timed(self) -> bool:
        """Whether there are deadlines."""
        return bool(self.days or self.hours)

    def to_json(self) -> dict[str, Any]:
        return {
            "days": self.days,
            "hours": self.hours,
            "grace": self.grace,
            "remind": self.remind,
            "zone": self.zone,
            "free": list(self.free),
            "late": self.late,
            "after": self.after,
            "grey": self.grey,
        }

    @classmethod
    def from_json(cls, data: Any) -> Terms:
        """Raises KeyError, TypeError or ValueError for what are no terms."""
        late: Policy = data["late"]
        if late not in POLICIES or not all(map(is_day, data["free"])):
            raise ValueError(f"{late!r}, {data['free']!r}")
        return cls(
            days=int(data["days"]),
            hours=int(data["hours"]),
            grace=int(data["grace"]),
            remind=int(data["remind"]),
            zone=str(data["zone"]),
            free=tuple(map(str, data["free"])),
            late=late,
            after=int(data["after"]),
            grey=bool(data["grey"]),
        )


def span(text: str) -> int:
    """A length of time as typed, "3 days", "2w" or "12h", in hours. Raises ValueError."""
    found = _SPAN.fullmatch(text.strip())
    hours = int(found[1]) * {"h": 1, "d": 24, "w": 168}[found[2][0].lower()] if found else 0
    if not 0 < hours <= MOST_HOURS:
        raise ValueError(f"{text!r} is no length of time")
    return hours


def is_day(text: str) -> bool:
    """Whether that names days that do not count: "sat", "2026-12-25" or "12-25"."""
    if text in WEEKDAYS or _YEARLY.fullmatch(text):
        return True
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
