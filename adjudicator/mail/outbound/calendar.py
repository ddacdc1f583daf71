"""A deadline as an iCalendar file (RFC 5545), for a mail to carry. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

OCTETS = 75  # of a content line, without its end
WARNING = timedelta(days=1)  # before a deadline, or half of the time that is left if that is less


def deadline(uid: str, number: int, due: datetime, title: str, made: datetime, organizer: str) -> str:
    """A moment in a calendar, with a warning before it. A file of the same `uid` and a higher `number` replaces it.

    Times are aware; `organizer` is a mail address. Lines end in "\\r\\n" and have at most 75 octets.
    """
    warning = max(min(WARNING, (due - made) / 2), timedelta())
    alarm = (
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(title)}",
        f"TRIGGER:-PT{int(warning.total_seconds()) // 60}M",
        "END:VALARM",
    )
    return _file("PUBLISH", _event(uid, number, due, title, made, organizer), alarm)


def called_off(uid: str, number: int, due: datetime, title: str, made: datetime, organizer: str) -> str:
    """The file that takes the event of that `uid` out of the calendar again."""
    return _file("CANCEL", (*_event(uid, number, due, title, made, organizer), "STATUS:CANCELLED"), ())


def _event(uid: str, number: int, due: datetime, title: str, made: datetime, organizer: str) -> tuple[str, ...]:
    # No DTEND: RFC 5545 wants it to be later than DTSTART, and a deadline is a moment.
    return (
        f"UID:{_text(uid)}",
        f"SEQUENCE:{number}",
        f"DTSTAMP:{_utc(made)}",
        f"DTSTART:{_utc(due)}",
        f"SUMMARY:{_text(title)}",
        f"ORGANIZER:mailto:{organizer}",
        "TRANSP:TRANSPARENT",
    )


def _file(method: str, event: tuple[str, ...], alarm: tuple[str, ...]) -> str:
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Postfox//Postfox//EN", f"METHOD:{method}", "BEGIN:VEVENT")
    lines = (*head, *event, *alarm, "END:VEVENT", "END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _fold(line))


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(escaped.split())


def _fold(line: str) -> list[str]:
    """A content line in pieces of whole characters; each but the first begins with a space."""
    pieces, piece, size = [], "", 0
    for char in line:
        octets = len(char.encode())
        if size + octets > OCTETS:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + char, size + octets
    return [*pieces, piece]
