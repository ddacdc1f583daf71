"""The files of a match as bytes: match.json and the lines of log.jsonl, canonical JSON of their records.

The format is frozen: docs/refereeing.md says what a later version may add. A log has no path, and a clock only
where the match has terms or a beacon: the same orders under the same dice are the same bytes.

A move file that came by mail, as it waits in an inbox: a line of JSON that says whose it may be, and why nothing of
it can be carried out if that is so, then the text.

Only Postfox writes such files; their ending, `.post`, tells them from move files that a person put there.

JSON Schemas of what a match is kept in, made from the records and models themselves; docs/schemas holds them.
"""

from __future__ import annotations

from typing import Any

from adjudicator import games
from adjudicator.core import codec
from adjudicator.core.checkpoint import Checkpoint, origin
from adjudicator.core.codec import Json, Unfit, canonical, digest, parsed
from adjudicator.core.errors import MatchError
from adjudicator.referee.records import BEFORE, FORMAT, Entry, LetterRecord, Match, Post

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


ENDING = ".post"
MOST_HEADER = 12_000  # bytes
MOST_THREAD = 250  # characters of a Message-ID, a subject, a reason
MOST_HINT = 1_000


def seal(post: Post, text: bytes) -> bytes:
    """The bytes of the file."""
    short = post._replace(
        message_id=post.message_id if len(post.message_id) <= MOST_THREAD else "",
        subject=post.subject[:MOST_THREAD],
        refused=post.refused[:MOST_THREAD],
        hint=post.hint[:MOST_HINT] if post.refused else "",
    )
    return canonical(codec.write(short)).encode("utf-8", "replace") + b"\n" + text


def unseal(data: bytes, source: str) -> tuple[Post, bytes]:
    """Whose orders they may be, and their text. Raises MatchError: a file without its first line is nobody's."""
    header, end, text = data.partition(b"\n")
    try:
        if not end or len(header) > MOST_HEADER:
            raise ValueError("no first line")
        post = codec.read(Post, parsed(header))
        if not (post.seats or post.spectator):
            raise ValueError("no seat")
    except (ValueError, RecursionError) as error:
        raise MatchError(
            f"the first line does not say which email this came in ({error})",
            f"only Postfox writes files that end with {ENDING}: take it away",
            source,
        ) from None
    return post, text


DRAFT = "https://json-schema.org/draft/2020-12/schema"


def made() -> dict[str, Json]:
    """Every schema by the name of its file without ending."""
    return {
        "match": codec.schema(Match, "match.json"),
        "log-line": codec.schema(Entry, "a line of log.jsonl"),
        "position": _positions(),
    }


def _positions() -> Json:
    """A position of any game, as state.json and `postfox position play --json` have it."""
    defined: Json = {}
    kinds = []
    every = (games.find(slug, n) for slug in games.GAMES for n in range(1, games.find(slug).rules + 1))
    for game in every:
        parts: Json = {"game": {"const": game.SLUG}}
        prefix = game.SLUG
        if game.several_rules:
            parts["rules"] = {"const": game.rules}
            prefix = f"{game.SLUG}.{game.rules}"
        for key, model in (("options", game.Options), ("state", game.State)):
            own = model.model_json_schema(mode="serialization", ref_template=f"#/$defs/{prefix}.{{model}}")
            defined |= {f"{prefix}.{name}": value for name, value in own.pop("$defs", {}).items()}
            parts[key] = own
        # Before play begins there is a state.json, and no state.
        parts["state"] = {"anyOf": [{"type": "null"}, parts["state"]]}
        kinds.append({"type": "object", "properties": parts, "required": ["game", "state"]})
    return {"$schema": DRAFT, "title": "a position", "oneOf": kinds, "$defs": defined}
