"""When orders are due: days that count, in the zone of each player; clocks that start and stop. Pure but for zones.

Zones come from the system's database (or the tzdata package). A due time, once worked out, stands in the log, so that a
later change of the database changes no match.

What players wish for, as far as this machine can meet it: zones, languages of letters, papers.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from pathlib import PurePosixPath
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from adjudicator.core.errors import IllegalMove
from adjudicator.referee.admin import Away, Clock, Desk
from adjudicator.referee.terms import WEEKDAYS, Terms, moment, stamp
from printables.core import templates
from printables.core.errors import PaperError

MIDNIGHT = "24:00"  # the end of a day
FURTHEST = 400  # days that are looked through for one that counts


def zone(name: str) -> ZoneInfo:
    """A time zone by name. Raises IllegalMove, which names those that may be meant."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        alike = [other for other in sorted(available_timezones()) if name.casefold() in _names(other)]
        hint = f"do you mean {' or '.join(alike[:3])}?" if alike else "for example Europe/Berlin or UTC"
        raise IllegalMove(f"there is no time zone {name!r}", hint) from None


def _names(name: str) -> tuple[str, ...]:
    """What people may call a zone: all of it, or its city, in any case."""
    folded = name.casefold()
    return folded, folded.rpartition("/")[2], folded.rpartition("/")[2].replace("_", " ")


def today(terms: Terms | None, desk: Desk, seat: int, at: str) -> str:
    """The date of a moment where that player is; "" if the moment is not known."""
    name = desk.wish(seat, "zone") or (terms.zone if terms else "UTC")
    return moment(at).astimezone(zone(name)).date().isoformat() if at else ""


def due(terms: Terms, desk: Desk, seat: int, start: datetime) -> datetime:
    """When the orders of a seat are due whose time began at `start` (aware). Without grace."""
    place = zone(desk.wish(seat, "zone") or terms.zone)
    if not terms.days:
        end = start + timedelta(hours=terms.hours)
        for _ in range(FURTHEST):
            if _counts(terms, desk, seat, end.astimezone(place).date()):
                break
            end += timedelta(days=1)
        return end
    day, left = start.astimezone(place).date(), terms.days
    for _ in range(FURTHEST):
        if not left:
            break
        day += timedelta(days=1)
        left -= _counts(terms, desk, seat, day)
    return datetime.combine(day + timedelta(days=1), time(0), place).astimezone(UTC)


def _counts(terms: Terms, desk: Desk, seat: int, day: date) -> bool:
    text = day.isoformat()
    if WEEKDAYS[day.weekday()] in terms.free or text in terms.free or text[5:] in terms.free:
        return False
    return not any(owner == seat and first <= text <= last for owner, first, last in desk.away)


def wind(terms: Terms | None, before: Desk, desk: Desk, acting: tuple[int, ...], turn: int, at: str) -> Desk:
    """The clocks after something happened at a moment: those of seats that may still act run on, new ones start.

    A seat that has nothing to do has no clock. Where a player has announced an absence or another zone since `before`,
    and in time, the end is reckoned anew from the same start.
    """
    if terms is None or not terms.timed or not at or desk.held:
        return desk._replace(clocks=()) if desk.clocks else desk
    clocks = []
    for seat in acting:
        clock = desk.clock(seat)
        if clock is None or clock.turn != turn:
            clock = Clock(seat, turn, at, stamp(due(terms, desk, seat, moment(at))))
        elif _days_of(before, seat) != _days_of(desk, seat) and moment(at) < moment(clock.due):
            end = due(terms, desk, seat, moment(clock.start)) + timedelta(hours=clock.extra)
            clock = clock._replace(due=stamp(end), reminded=clock.reminded and stamp(end) == clock.due)
        clocks.append(clock)
    asked = tuple(asked for asked in desk.extensions if any(clock.seat == asked.seat for clock in clocks))
    return desk._replace(clocks=tuple(clocks), extensions=asked)


def _days_of(desk: Desk, seat: int) -> tuple[str, list[Away]]:
    return desk.wish(seat, "zone"), [away for away in desk.away if away.seat == seat]


def past(terms: Terms, clock: Clock, at: str) -> bool:
    """Whether a clock has run out, grace and all."""
    return moment(at) >= moment(clock.due) + timedelta(hours=terms.grace)


def near(terms: Terms, clock: Clock, at: str) -> bool:
    """Whether it is time to remind, and nobody has."""
    reminder = _reminder(terms, clock)
    return reminder is not None and moment(at) >= reminder


def _reminder(terms: Terms, clock: Clock) -> datetime | None:
    """When a reminder is due that nobody has sent: never before half of the time has passed."""
    if clock.reminded or not terms.remind:
        return None
    start, end = moment(clock.start), moment(clock.due)
    return max(end - timedelta(hours=terms.remind), start + (end - start) / 2)


def wakes(terms: Terms | None, desk: Desk) -> datetime | None:
    """Before when the time brings nothing: no reminder and no end of anybody's time. None: it never does."""
    if terms is None:
        return None
    ends = [moment(clock.due) + timedelta(hours=terms.grace) for clock in desk.clocks]
    reminders = [_reminder(terms, clock) for clock in desk.clocks]
    return min((*ends, *filter(None, reminders)), default=None)


def there(name: str, at: datetime) -> tuple[date, str]:
    """The day and the time of a moment in a time zone; the first of a day is 24:00 of the day before it."""
    now, before = (moment.astimezone(zone(name)) for moment in (at, at - timedelta(seconds=1)))
    return (before.date(), MIDNIGHT) if before.date() < now.date() else (now.date(), f"{now:%H:%M}")


def local(name: str, at: datetime) -> str:
    """A moment in a time zone, for a table."""
    day, clock = there(name, at)
    return f"{day.isoformat()}, {clock}"


def check(words: tuple[str, ...]) -> None:
    """Raises IllegalMove for an order of the desk that wishes for what there is not."""
    match words:
        case (_, "none", *_):
            return
        case ("zone", name, *_):
            zone(name)
        case ("language", code, *_):
            known = [PurePosixPath(path).stem for path in templates.names("letters") if path.endswith(".j2")]
            if code not in known:
                hint = f"choose from {', '.join(known)}"
                raise IllegalMove(f"there are no letters in the language {code!r}", hint)
        case ("sheet", name, *_):
            _paper(name)


def _paper(name: str) -> None:
    from printables.paper import paper

    try:
        paper.find(name)
    except PaperError as error:
        raise IllegalMove(error.problems[0].message, error.problems[0].hint) from None
