"""What a match agrees on besides the rules: the length of turns, what happens then, which messages may be sent; and
what numbers and texts of its files may be. Times are hours and days; moments elsewhere are UTC in ISO 8601. Pure."""

import re
from datetime import UTC, date, datetime
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from adjudicator.core import MatchError
from adjudicator.core.codec import Rule
from adjudicator.core.game import BOT

ADDRESS = re.compile(r"[^\s<>@,;:\"()]{1,64}@[^\s<>@,;:\"()]{1,190}")  # of mail
_HASH = re.compile(r"[0-9a-f]{64}")
_ANSWERED = re.compile(r"[0-9]{1,7} [0-9a-f]{64}")
# The years leave room for what is reckoned from a moment.
_MOMENT = re.compile(r"[1-8]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)", re.ASCII)
COUNT = Rule(lambda value, _: value >= 0, "number from 0", {"minimum": 0})
HASH = Rule(lambda value, _: bool(_HASH.fullmatch(value)), "SHA-256 in hexadecimal", {"pattern": "^[0-9a-f]{64}$"})
_LINES = "number of lines and SHA-256 in hexadecimal"
_HEAD = {"pattern": "^[0-9]{1,7} [0-9a-f]{64}$"}
ANSWERED = Rule(lambda value, _: not value or bool(_ANSWERED.fullmatch(value)), _LINES, _HEAD)
MOMENT = Rule(lambda value, _: is_moment(value), "moment with a zone in ISO 8601", {"format": "date-time"})
ZONE = Rule(lambda value, _: is_zone(value), "time zone that is known here")
DATE = Rule(lambda value, _: is_date(value), "date", {"format": "date"})
# Where it is not known how many seats a match has, any number is one of them.
SEAT = Rule(lambda value, seats: 0 <= value < (seats or value + 1), "seat, counted from 0", {"minimum": 0})
READER = Rule(lambda value, seats: -1 <= value < (seats or value + 1), "seat, or -1 for who has none", {"minimum": -1})
PER_SEAT = Rule(lambda value, seats: len(value) == (seats or len(value)), "list with one entry for each seat")
POLICIES = ("wait", "random", "pass", "forfeit")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_HOURS = 24 * 366
_SPAN = re.compile(r"([0-9]{1,4})\s*(d|days?|h|hours?|w|weeks?)", re.IGNORECASE)
_YEARLY = re.compile(r"(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
HOURS = Rule(lambda value, _: 0 <= value <= MOST_HOURS, "length of time", {"minimum": 0, "maximum": MOST_HOURS})
POLICY = Rule(lambda value, _: is_policy(value), "policy for missed deadlines")
DAY = Rule(lambda value, _: is_day(value), "day of the week, of every year or of one")


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


def is_day(text: str) -> bool:
    """Whether that names days that do not count: "sat", "2026-12-25" or "12-25"."""
    return bool(text in WEEKDAYS or _YEARLY.fullmatch(text) or is_date(text))


def bot(policy: str) -> str:
    """The name of the bot that plays for who is late; "" for another policy."""
    return policy.removeprefix(BOT) if policy.startswith(BOT) else ""


def is_policy(text: str) -> bool:
    """Whether that names what a missed deadline brings: one of POLICIES, or a bot."""
    if not (name := bot(text)):
        return text in POLICIES
    from adjudicator.core import bots

    try:
        return bool(bots.parts(name))
    except MatchError:
        return False


class Terms(NamedTuple):
    """The terms of a match with deadlines."""

    days: Annotated[int, HOURS] = 0  # after which orders are due, at their end in the player's zone
    hours: Annotated[int, HOURS] = 0  # after which they are due if `days` is 0
    grace: Annotated[int, HOURS] = 0  # hours after that moment
    remind: Annotated[int, HOURS] = 24  # hours before it
    zone: Annotated[str, ZONE] = "UTC"  # of players who name no other
    free: tuple[Annotated[str, DAY], ...] = ()  # that do not count: a weekday ("sat"), a date, a yearly one ("12-25")
    late: Annotated[str, POLICY] = "wait"  # what happens when no orders have come: one of POLICIES, or a bot that plays
    after: Annotated[int, COUNT] = 3  # how many times in a row before a seat forfeits
    grey: bool = False  # messages without a name may be sent
    messages: Annotated[int, COUNT] | None = None  # that each player may write to others in a day (None: any number)
    words: Annotated[int, COUNT] | None = None  # the same of their words
    practice: bool = False  # a bot may be asked for hints while the match is played
    bank: Annotated[int, HOURS] = 0  # hours of a seat for the whole match; they run after a deadline and its grace
    bank_gain: Annotated[int, HOURS] = 0  # what a move in the first half of its time adds to them
    bank_most: Annotated[int, HOURS] = 0  # up to which (0: up to `bank`)

    @property
    def timed(self) -> bool:
        """Whether there are deadlines."""
        return bool(self.days or self.hours)


def span(text: str, *, none: bool = False) -> int:
    """A length of time as typed, "3 days", "2w" or "12h", in hours; `none`: or "0", "0h". Raises ValueError."""
    if none and text.strip() == "0":
        return 0
    found = _SPAN.fullmatch(text.strip())
    hours = int(found[1]) * {"h": 1, "d": 24, "w": 168}[found[2][0].lower()] if found else -1
    if not (0 if none else 1) <= hours <= MOST_HOURS:
        raise ValueError(f"{text!r} is not a length of time")
    return hours
