"""The files of a match as bytes: match.json and the lines of log.jsonl, canonical JSON of their records.

The format is frozen: docs/refereeing.md says what a later version may add. A log has no path, and a clock only
where the match has terms or a beacon: the same orders under the same dice are the same bytes.
"""

from __future__ import annotations

from typing import Any

from adjudicator.core import codec
from adjudicator.core.canonical import canonical, digest, parsed
from adjudicator.core.checkpoint import Checkpoint, origin
from adjudicator.core.codec import Unfit
from adjudicator.core.errors import MatchError
from adjudicator.referee.records import BEFORE, FORMAT, Entry, LetterRecord, Match

RESTORE = "restore it from a copy"


def match_file(match: Match) -> bytes:
    """The bytes of match.json."""
    return (canonical(codec.write(match)) + "\n").encode()


def checkpoint(terms: Match, lines: int, head: str, open: str = "") -> Checkpoint:
    """How far the log of a match went: so many lines, the last of that SHA-256, their seals of that head."""
    return Checkpoint(origin(terms.id, digest(match_file(terms))), lines, head, open)


def read_match(data: bytes, source: str) -> Match:
    """The match that a match.json is of. Raises MatchError."""
    value = parse(data, source)
    format = value.get("format") if isinstance(value, dict) else None
    if format == BEFORE:
        hint = "play it to its end with Postfox 0.1.0 (pip install postfox==0.1.0), and begin new matches with this one"
        raise MatchError(f"this match is of the format {BEFORE}, and this version reads {FORMAT}", hint, source)
    if format != FORMAT:
        raise MatchError("this is not a match of Postfox", f'the file needs "format": "{FORMAT}"', source)
    try:
        match: Match = codec.read(Match, value)
    except (Unfit, RecursionError) as error:
        raise MatchError(f"the match is damaged: {error}", "restore match.json from a copy", source) from None
    return match


def log_line(entry: Entry) -> bytes:
    """A line of the log without its end."""
    return canonical(codec.write(entry)).encode()


def read_line(line: bytes, seats: int, source: str, number: int) -> Entry:
    """The entry that a line of a log is, in a match of so many seats. Raises MatchError, with its number from 1."""
    entry: Entry = _read(Entry, line, None, seats, source, number)
    return entry


def letters(line: bytes, seats: int, source: str, number: int) -> tuple[LetterRecord, ...]:
    """The letters that a line of a log wrote, and nothing else of it. Raises MatchError."""
    written: tuple[LetterRecord, ...] = _read(tuple[LetterRecord, ...], line, "letters", seats, source, number)
    return written


def _read(kind: Any, line: bytes, key: str | None, seats: int, source: str, number: int) -> Any:
    try:
        value = parsed(line)
        if key is not None:
            value = value.get(key, [])
        return codec.read(kind, value, seats)
    except (ValueError, RecursionError, AttributeError) as error:
        raise MatchError(f"the log is damaged: {_reason(error)}", RESTORE, source, number) from None


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, Unfit) else f"this is not JSON ({error})"


def parse(data: bytes, source: str) -> Any:
    """Raises MatchError for what is no JSON."""
    try:
        return parsed(data)
    except ValueError as error:
        raise MatchError(f"this is not JSON ({error})", RESTORE, source) from None
