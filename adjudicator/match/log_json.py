"""A line of the log to and from canonical JSON. It has no path, and a clock only where the match has terms: the same
orders under the same dice are the same bytes. Where records have fields of their own, those are the keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.canonical import canonical
from adjudicator.game import Event, Outcome, event_to_json, outcome_to_json
from adjudicator.referee.admin import Desk
from adjudicator.referee.records import EMPTY, Done, Entry, LetterRecord, MailRecord, Refusal, Say, Throw, text


def encode(entry: Entry, prev: str) -> bytes:
    """The line without its end; `prev` is the SHA-256 of the line before it."""
    return canonical(_entry_to_json(entry, prev)).encode()


def from_json(data: Any) -> Entry:
    """Raises KeyError, TypeError, ValueError or AttributeError for what is no line of a log."""
    return Entry(
        n=int(data["n"]),
        seat=_seat(data["seat"]),
        source=text(data["source"]["name"]),
        source_hash=text(data["source"]["sha256"]),
        done=tuple(map(_done, data["done"])),
        refusals=tuple(
            Refusal(int(r["line"]), text(r["kind"]), text(r["reason"]), text(r["hint"])) for r in data["refusals"]
        ),
        says=tuple(
            Say(int(say["seat"]), _numbers(say["to"]), text(say["text"]), bool(say.get("grey", False)))
            for say in data["says"]
        ),
        turn=int(data["turn"]),
        state=text(data["state"]),
        outcome=_outcome(data["outcome"]),
        words=tuple(None if word is None else text(word) for word in data["words"]),
        offers=_numbers(data["offers"]),
        letters=tuple(
            LetterRecord(text(letter["file"]), text(letter["text"]), text(letter["html"]), text(letter["subject"]))
            for letter in data["letters"]
        ),
        addresses=_texts(data.get("addresses", ())),
        asked=tuple((int(seat), text(address)) for seat, address in data.get("asked", ())),
        mail=MailRecord.from_json(data["mail"]) if "mail" in data else None,
        at=text(data.get("at", "")),
        desk=Desk.from_json(data["desk"]) if "desk" in data else EMPTY,
    )


def _entry_to_json(entry: Entry, prev: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "n": entry.n,
        "prev": prev,
        "seat": entry.seat,
        "source": {"name": entry.source, "sha256": entry.source_hash},
        "done": [
            {
                "order": done.order,
                "line": done.line,
                "k": done.k,
                "link": done.link,
                "throws": [throw._asdict() for throw in done.throws],
                "events": [event_to_json(event) for event in done.events],
            }
            for done in entry.done
        ],
        "refusals": [refusal._asdict() for refusal in entry.refusals],
        "says": [say.to_json() for say in entry.says],
        "turn": entry.turn,
        "state": entry.state,
        "outcome": outcome_to_json(entry.outcome),
        "words": entry.words,
        "offers": entry.offers,
        "letters": [letter._asdict() for letter in entry.letters],
    }
    if entry.addresses:
        data["addresses"] = entry.addresses
    if entry.asked:
        data["asked"] = entry.asked
    if entry.mail:
        data["mail"] = entry.mail.to_json()
    if entry.at:
        data["at"] = entry.at
    if entry.desk != EMPTY:
        data["desk"] = entry.desk.to_json()
    return data


def _done(data: Any) -> Done:
    return Done(
        text(data["order"]),
        int(data["line"]),
        tuple(map(_event, data["events"])),
        tuple(Throw(text(throw["why"]), int(throw["sides"]), _numbers(throw["values"])) for throw in data["throws"]),
        int(data["k"]),
        text(data["link"]),
    )


def _outcome(data: Any) -> Outcome | None:
    return None if data is None else Outcome(text(data["reason"]), _numbers(data["winners"]), _numbers(data["scores"]))


def _event(data: Any) -> Event:
    words = {name: word if isinstance(word, int) else text(word) for name, word in data["words"].items()}
    return Event(
        text(data["kind"]),
        _seat(data["seat"]),
        text(data["piece"]),
        _texts(data["places"]),
        _numbers(data["dice"]),
        words,
    )


def _seat(data: Any) -> int | None:
    return None if data is None else int(data)


def _numbers(data: Iterable[Any]) -> tuple[int, ...]:
    return tuple(map(int, data))


def _texts(data: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(text, data))
