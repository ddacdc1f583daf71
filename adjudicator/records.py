"""What a match is and what its log says, as frozen values, to and from canonical JSON.

A log line is an `Entry`: what one move file (or the beginning of play) did. Its JSON has no clock and no path, so that
the same orders under the same dice give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from adjudicator.desk import ADDRESS as ADDRESS
from adjudicator.desk import WORDS, Desk
from adjudicator.errors import MatchError
from adjudicator.game import Event, Outcome
from adjudicator.terms import Terms

FORMAT = "postfox-match-1"
NO_LINE = "0" * 64
REFEREE = -1  # where a seat is named that is none
SPECTATORS = "SPECTATORS"  # in a letter's file name, for a seat letter
EMPTY = Desk()
PROOFS = ("address", "token", "dkim")
CODE = "code"


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces and plain UTF-8: one text for one value."""
    return _CANONICAL.encode(value)


def digest(data: bytes) -> str:
    """SHA-256 as hex."""
    return hashlib.sha256(data).hexdigest()


def seat_letter(seat: int) -> str:
    """0 is A, 25 Z, 26 AA: as players write it."""
    letters = ""
    seat += 1
    while seat:
        seat, rest = divmod(seat - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a match: the name letters use, and the address mail comes from ("" if none was given)."""

    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """What match.json fixes for good. `dice` is the scheme's name or "table"; `commitment` is link 0 as hex, or "".

    `joining`: play begins when every seat has sent a `join` order. `proof`: what shows that a mail is a player's, its
    address alone, a token in it, or a DKIM signature of its domain (one of PROOFS). `terms`: of time and messages.
    """

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    dice: str
    commitment: str
    joining: bool = False
    proof: str = PROOFS[0]
    terms: Terms | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "format": FORMAT,
            "id": self.id,
            "game": self.game,
            "options": self.options,
            "seats": [{"name": seat.name, "address": seat.address} for seat in self.seats],
            "dice": {"scheme": self.dice, "commitment": self.commitment},
            "joining": self.joining,
        }
        if self.proof != PROOFS[0]:
            data["proof"] = self.proof
        if self.terms:
            data["terms"] = self.terms.to_json()
        return data

    @classmethod
    def from_json(cls, data: Any, source: str) -> Match:
        """Raises MatchError for what is no match.json of this format."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise MatchError("this is no match of Postfox", f'the file needs "format": "{FORMAT}"', source)
        try:
            match = cls(
                id=_text(data["id"]),
                game=_text(data["game"]),
                options=dict(data["options"]),
                seats=tuple(Seat(_text(seat["name"]), _text(seat["address"])) for seat in data["seats"]),
                dice=_text(data["dice"]["scheme"]),
                commitment=_text(data["dice"]["commitment"]),
                joining=bool(data["joining"]),
                proof=_text(data.get("proof", PROOFS[0])),
                terms=Terms.from_json(data["terms"]) if "terms" in data else None,
            )
            if match.proof not in PROOFS:
                raise ValueError(f"{match.proof!r}")
        except (KeyError, TypeError, ValueError) as error:
            raise MatchError(f"the match is damaged near {error}", "restore match.json from a copy", source) from None
        return match


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that were thrown: why, of how many sides, and what they showed."""

    why: str
    sides: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """One order carried out: its text as the game writes it, the link its throws used (`k` 0: none), what followed.

    `line` is where the order stands in its file (0: the referee's own doing, such as the beginning of play).
    """

    order: str
    line: int
    events: tuple[Event, ...]
    throws: tuple[Throw, ...] = ()
    k: int = 0
    link: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An order not carried out: `kind` is notation, illegal, stale, seat or over; `hint` is what would be right."""

    line: int
    kind: str
    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A press line: from `seat` (REFEREE: the referee) to those seats. `grey`: they are not told from whom."""

    seat: int
    to: tuple[int, ...]
    text: str
    grey: bool = False

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"seat": self.seat, "to": list(self.to), "text": self.text}
        return data | {"grey": True} if self.grey else data


@dataclass(frozen=True, slots=True)
class LetterRecord:
    """A letter that was written: its file name without ending, the SHA-256 of its text and its HTML, its subject."""

    file: str
    text: str
    html: str
    subject: str

    @property
    def whose(self) -> str:
        """The seat letter of its reader, or SPECTATORS."""
        return self.file.rpartition("-")[2]


@dataclass(frozen=True, slots=True)
class MailRecord:
    """The mail a file came in: SHA-256 of what identifies it, when it was received (UTC, ISO 8601), and what showed
    whose it is: one of PROOFS, or CODE for one that confirms an address.
    """

    id: str
    received: str
    proof: str

    def to_json(self) -> dict[str, str]:
        return {"id": self.id, "received": self.received, "proof": self.proof}

    @classmethod
    def from_json(cls, data: Any) -> MailRecord:
        """Raises KeyError or TypeError for what is no such record."""
        return cls(_text(data["id"]), _text(data["received"]), _text(data["proof"]))


@dataclass(frozen=True, slots=True)
class Post:
    """Orders that came by mail: the seats their sender may speak for (several, where players share an address).

    `message_id` and `subject` are those of the mail, as one safe line each, so that the answer keeps its thread.
    `refused`: why nothing of it can be carried out; "" for most mails. `hint`: what would be right then.
    """

    seats: tuple[int, ...]
    mail: MailRecord
    message_id: str = ""
    subject: str = ""
    refused: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: what one file did. `turn` and `state` (SHA-256 of canonical JSON, "" before play): after it.

    `seat` is None for the referee's own lines; `source` the file's name, `source_hash` the SHA-256 of its bytes.
    `words`, `offers`, `outcome`, `addresses`, `asked` and `desk` are as in Standing, after it. `mail`: for a file that
    came so. `at`: when it was taken (UTC, ISO 8601), where the match has terms or the line is the referee's own.
    """

    n: int
    seat: int | None
    source: str
    source_hash: str
    done: tuple[Done, ...]
    refusals: tuple[Refusal, ...]
    says: tuple[Say, ...]
    turn: int
    state: str
    outcome: Outcome | None
    words: tuple[str | None, ...]
    offers: tuple[int, ...] = ()
    letters: tuple[LetterRecord, ...] = ()
    addresses: tuple[str, ...] = ()
    asked: tuple[tuple[int, str], ...] = ()
    mail: MailRecord | None = None
    at: str = ""
    desk: Desk = EMPTY

    @property
    def played(self) -> bool:
        """Whether it did anything in the game itself, and not at the desk alone."""
        return any(done.order.partition(" ")[0] not in WORDS for done in self.done)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for done in self.done for event in done.events)

    def to_json(self, prev: str) -> dict[str, Any]:
        data: dict[str, Any] = {
            "n": self.n,
            "prev": prev,
            "seat": self.seat,
            "source": {"name": self.source, "sha256": self.source_hash},
            "done": [
                {
                    "order": done.order,
                    "line": done.line,
                    "k": done.k,
                    "link": done.link,
                    "throws": [{"why": t.why, "sides": t.sides, "values": list(t.values)} for t in done.throws],
                    "events": [event_to_json(event) for event in done.events],
                }
                for done in self.done
            ],
            "refusals": [{"line": r.line, "kind": r.kind, "reason": r.reason, "hint": r.hint} for r in self.refusals],
            "says": [say.to_json() for say in self.says],
            "turn": self.turn,
            "state": self.state,
            "outcome": outcome_to_json(self.outcome),
            "words": list(self.words),
            "offers": list(self.offers),
            "letters": [
                {"file": letter.file, "text": letter.text, "html": letter.html, "subject": letter.subject}
                for letter in self.letters
            ],
        }
        if self.addresses:
            data["addresses"] = list(self.addresses)
        if self.asked:
            data["asked"] = [list(asked) for asked in self.asked]
        if self.mail:
            data["mail"] = self.mail.to_json()
        if self.at:
            data["at"] = self.at
        if self.desk != EMPTY:
            data["desk"] = self.desk.to_json()
        return data

    @classmethod
    def from_json(cls, data: Any) -> Entry:
        """Raises KeyError, TypeError or ValueError for what is no log line."""
        return cls(
            n=int(data["n"]),
            seat=None if data["seat"] is None else int(data["seat"]),
            source=_text(data["source"]["name"]),
            source_hash=_text(data["source"]["sha256"]),
            done=tuple(
                Done(
                    order=_text(done["order"]),
                    line=int(done["line"]),
                    events=tuple(_event_from_json(event) for event in done["events"]),
                    throws=tuple(
                        Throw(_text(t["why"]), int(t["sides"]), tuple(int(v) for v in t["values"]))
                        for t in done["throws"]
                    ),
                    k=int(done["k"]),
                    link=_text(done["link"]),
                )
                for done in data["done"]
            ),
            refusals=tuple(
                Refusal(int(r["line"]), _text(r["kind"]), _text(r["reason"]), _text(r["hint"]))
                for r in data["refusals"]
            ),
            says=tuple(
                Say(
                    int(say["seat"]),
                    tuple(int(seat) for seat in say["to"]),
                    _text(say["text"]),
                    bool(say.get("grey", False)),
                )
                for say in data["says"]
            ),
            turn=int(data["turn"]),
            state=_text(data["state"]),
            outcome=_outcome_from_json(data["outcome"]),
            words=tuple(None if word is None else _text(word) for word in data["words"]),
            offers=tuple(map(int, data["offers"])),
            letters=tuple(
                LetterRecord(
                    _text(letter["file"]), _text(letter["text"]), _text(letter["html"]), _text(letter["subject"])
                )
                for letter in data["letters"]
            ),
            addresses=tuple(map(_text, data.get("addresses", ()))),
            asked=tuple((int(seat), _text(address)) for seat, address in data.get("asked", ())),
            mail=MailRecord.from_json(data["mail"]) if "mail" in data else None,
            at=_text(data.get("at", "")),
            desk=Desk.from_json(data.get("desk", {})),
        )


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"reason": outcome.reason, "winners": list(outcome.winners), "scores": list(outcome.scores)}


def _outcome_from_json(data: Any) -> Outcome | None:
    if data is None:
        return None
    return Outcome(_text(data["reason"]), tuple(map(int, data["winners"])), tuple(map(int, data["scores"])))


def event_to_json(event: Event) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "seat": event.seat,
        "piece": event.piece,
        "places": list(event.places),
        "dice": list(event.dice),
        "words": dict(event.words),
    }


def _event_from_json(data: Any) -> Event:
    words: dict[str, str | int] = {
        _text(key): value if isinstance(value, int) else _text(value) for key, value in data["words"].items()
    }
    return Event(
        kind=_text(data["kind"]),
        seat=None if data["seat"] is None else int(data["seat"]),
        piece=_text(data["piece"]),
        places=tuple(map(_text, data["places"])),
        dice=tuple(map(int, data["dice"])),
        words=words,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands after some lines of its log.

    `words`: each seat's word for the dice (None: has not joined yet). `state` is None until play begins; `links` how
    many links of the dice are used, `link` the last of them as hex; `offers` the seats whose draw offer stands;
    `addresses` every seat's address once one has changed (before: those of the match); `asked` the new addresses that
    wait to be confirmed, by seat; `desk` all that is not of the game.
    """

    words: tuple[str | None, ...]
    state: Any = None
    links: int = 0
    link: str = ""
    offers: tuple[int, ...] = ()
    outcome: Outcome | None = None
    lines: int = 0
    addresses: tuple[str, ...] = ()
    asked: tuple[tuple[int, str], ...] = ()
    desk: Desk = EMPTY
