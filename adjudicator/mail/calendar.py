"""A deadline as an iCalendar file (RFC 5545), for a mail to carry. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

OCTETS = 75  # of a content line, without its end
WARNING = "-P1D"


def deadline(uid: str, number: int, due: datetime, title: str, made: datetime) -> str:
    """An event at `due` that warns a day before. A later file of the same `uid` and a higher `number` replaces it.

    Times are aware. Lines end in "\\r\\n" and have at most 75 octets.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Postfox//Postfox//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_text(uid)}",
        f"SEQUENCE:{number}",
        f"DTSTAMP:{_utc(made)}",
        f"DTSTART:{_utc(due)}",
        f"DTEND:{_utc(due)}",
        f"SUMMARY:{_text(title)}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(title)}",
        f"TRIGGER:{WARNING}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
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
