"""The clocks of a match: when orders are due, what is left in a bank, when to remind, when somebody's time is over.
Days count in the zone of each player. Zones come from the system's database (or the tzdata package); a due time, once
worked out, stands in the log, so that a later change of the database changes no match."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from adjudicator.core import IllegalMove
from adjudicator.referee.admin import Away, Bank, Clock, Desk
from adjudicator.referee.terms import WEEKDAYS, Terms, moment, stamp

MIDNIGHT = "24:00"  # the end of a day
FURTHEST = 400  # days that are looked through for one that counts


def zone(name: str) -> ZoneInfo:
    """A time zone by name. Raises IllegalMove, which names those that may be meant."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        wanted = name.casefold().replace("_", " ")  # all of it, or its city
        known = {other: other.casefold().replace("_", " ") for other in sorted(available_timezones())}
        alike = [other for other, plain in known.items() if wanted in (plain, plain.rpartition("/")[2])]
        hint = f"do you mean {' or '.join(alike[:3])}?" if alike else "for example Europe/Berlin or UTC"
        raise IllegalMove(f"there is no time zone {name!r}", hint) from None


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
    """The clocks after something happened at a moment: those of seats that may still act run on, new ones start. A seat
    that has nothing to do has no clock. Where a player has announced an absence or another zone since `before`, and in
    time, the end is reckoned anew from the same start. What a clock has used of its bank is gone when it ends."""
    if terms is None or not at:
        return desk._replace(clocks=())
    clocks, timed = list[Clock](), terms.timed and not desk.held
    going = {clock.seat: clock for clock in desk.clocks if timed and clock.seat in acting and clock.turn == turn}
    if before.names == desk.names:  # a substitute has the whole bank
        desk = desk._replace(banks=_banks(terms, before, desk, going, moment(at)))
    for seat in acting if timed else ():
        if (clock := going.get(seat)) is None:
            clock = Clock(seat, turn, at, stamp(due(terms, desk, seat, moment(at))))
        elif _days_of(before, seat) != _days_of(desk, seat) and moment(at) < moment(clock.due):
            end = due(terms, desk, seat, moment(clock.start)) + timedelta(hours=clock.extra)
            clock = clock._replace(due=stamp(end), reminded=clock.reminded and stamp(end) == clock.due)
        if hours := desk.bank(terms, seat):
            empty = list(_hours_on(terms, desk, seat, moment(clock.due) + timedelta(hours=terms.grace), hours))[-1]
            clock = clock._replace(bank=max(clock.bank, stamp(empty)))
        clocks.append(clock)
    asked = tuple(asked for asked in desk.extensions if any(clock.seat == asked.seat for clock in clocks) or not timed)
    return desk._replace(clocks=tuple(clocks), extensions=asked)


def _banks(terms: Terms, before: Desk, desk: Desk, going: Mapping[int, Clock], at: datetime) -> tuple[Bank, ...]:
    """What is left in each bank where a clock has ended, or is gained by a move in the first half of its time."""
    banks = dict(desk.banks)
    for clock in before.clocks:
        hours, start = desk.bank(terms, clock.seat), moment(clock.start)
        if (other := going.get(clock.seat)) and other.start == clock.start:
            continue
        if at >= moment(clock.due) + timedelta(hours=terms.grace) and clock.bank:
            banks[clock.seat] = sum(stamp(end) <= clock.bank for end in _hours_on(terms, desk, clock.seat, at, hours))
        elif desk.clock(clock.seat) and terms.bank_gain and at <= start + (moment(clock.due) - start) / 2:
            banks[clock.seat] = max(hours, min(hours + terms.bank_gain, terms.bank_most or terms.bank))
    return tuple(Bank(*one) for one in sorted(banks.items()))


def _hours_on(terms: Terms, desk: Desk, seat: int, start: datetime, hours: int) -> Iterator[datetime]:
    """The ends of the next so many hours of a seat's bank: those of days that do not count are none."""
    place, end = zone(desk.wish(seat, "zone") or terms.zone), start
    for _ in range(24 * FURTHEST):
        counts = _counts(terms, desk, seat, end.astimezone(place).date())
        end += timedelta(hours=1)
        if counts:
            yield end
            hours -= 1
        if not hours:
            return
    yield end


def _days_of(desk: Desk, seat: int) -> tuple[str, list[Away]]:
    return desk.wish(seat, "zone"), [away for away in desk.away if away.seat == seat]


def ends(terms: Terms, clock: Clock) -> datetime:
    """When a clock runs out, grace and bank and all."""
    return moment(clock.bank) if clock.bank else moment(clock.due) + timedelta(hours=terms.grace)


def until(clock: Clock) -> datetime:
    """Until when a player is told to send orders: the deadline, or the end of a bank that runs."""
    return moment(clock.bank if clock.running else clock.due)


def reminder(terms: Terms, clock: Clock) -> datetime | None:
    """When a reminder is due that nobody has sent: never before half of the time has passed; and when the bank runs."""
    if clock.reminded or not terms.remind:
        return moment(clock.due) + timedelta(hours=terms.grace) if clock.bank and not clock.running else None
    start, end = moment(clock.start), moment(clock.due)
    return max(end - timedelta(hours=terms.remind), start + (end - start) / 2)


def wakes(terms: Terms | None, desk: Desk) -> datetime | None:
    """Before when the time brings nothing: no reminder and no end of anybody's time. None: it never does."""
    times = [at for clock in desk.clocks if terms for at in (ends(terms, clock), reminder(terms, clock)) if at]
    return min(times, default=None)


def there(name: str, at: datetime) -> tuple[date, str]:
    """The day and the time of a moment in a time zone; the first of a day is 24:00 of the day before it."""
    now, before = (moment.astimezone(zone(name)) for moment in (at, at - timedelta(seconds=1)))
    return (before.date(), MIDNIGHT) if before.date() < now.date() else (now.date(), f"{now:%H:%M}")


def latest(name: str, hour: str, now: datetime) -> datetime:
    """When it was last so late ("7:00") in a zone."""
    hours, minutes = map(int, hour.split(":"))
    there = now.astimezone(zone(name)).replace(hour=hours, minute=minutes, second=0, microsecond=0)
    return there if there <= now else there - timedelta(days=1)


def local(name: str, at: datetime) -> str:
    """A moment in a time zone, for a table."""
    day, clock = there(name, at)
    return f"{day.isoformat()}, {clock}"
