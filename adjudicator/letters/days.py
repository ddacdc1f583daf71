"""Days, times and lengths of time as people say them: "Tuesday 24 November", "Berlin time", "5 days"."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime

from adjudicator.referee import deadlines
from adjudicator.referee.terms import WEEKDAYS

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_HOURS_IN_DAY = 24

Say = Callable[..., str]  # a phrase by table and key, as Phrases.say finds it


def long(say: Say, day: date) -> str:
    """ "Tuesday 24 November"."""
    weekday, month = say("days", WEEKDAYS[day.weekday()]), say("days", MONTHS[day.month - 1])
    return say("days", "long", weekday=weekday, day=day.day, month=month)


def short(say: Say, day: date) -> str:
    """ "Tue 24 Nov", for a subject."""
    weekday, month = say("days-short", WEEKDAYS[day.weekday()]), say("days-short", MONTHS[day.month - 1])
    return say("days", "short", weekday=weekday, day=day.day, month=month)


def received(say: Say, zone: str, at: datetime) -> str:
    """A moment of the near past in a time zone: "21 November, 21:31"."""
    there = at.astimezone(deadlines.zone(zone))
    month = say("days", MONTHS[there.month - 1])
    return say("days", "received", day=there.day, month=month, time=f"{there:%H:%M}")


def zone(say: Say, has: Callable[[str, str], bool], name: str) -> str:
    """A time zone: "Berlin time"."""
    if has("zones", name):
        return say("zones", name)
    return say("days", "zone", city=name.rpartition("/")[2].replace("_", " "))


def span(say: Say, hours: int) -> str:
    """A length of time: "5 days", "12 hours", "1 day and 12 hours"."""
    whole, rest = divmod(hours, _HOURS_IN_DAY)
    parts = [say("days", "days", count=whole)] if whole else []
    parts += [say("days", "hours", count=rest)] if rest or not whole else []
    return say("lists", "last", rest=parts[0], last=parts[1]) if len(parts) > 1 else parts[0]


def worded(say: Say, value: str) -> str:
    """A date as a player types it ("2026-12-24") in words; any other text as it is."""
    return long(say, date.fromisoformat(value)) if _DATE.fullmatch(value) else value
