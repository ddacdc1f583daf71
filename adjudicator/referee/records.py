"""What a match is and what its log says, as values that never change; match.json to and from canonical JSON.

A log line is an `Entry`: what one move file (or the beginning of play) did. Its JSON is in `logline`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.errors import MatchError
from adjudicator.game import Event, Outcome
from adjudicator.referee.admin import ADDRESS as ADDRESS
from adjudicator.referee.admin import WORDS, Desk
from adjudicator.referee.terms import Terms

FORMAT = "postfox-match-1"
NO_LINE = "0" * 64
REFEREE = -1  # where a seat is named that is none
SPECTATORS = "SPECTATORS"  # in a letter's file name, for a seat letter
EMPTY = Desk()
PROOFS = ("address", "token", "dkim")
CODE = "code"


def text(value: Any) -> str:
    """A value of JSON that must be text. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


class Seat(NamedTuple):
    """A player of a match: the name letters use, and the address mail comes from ("" if none was given)."""

    name: str
    address: str = ""


class Match(NamedTuple):
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
                id=text(data["id"]),
                game=text(data["game"]),
                options=dict(data["options"]),
                seats=tuple(Seat(text(seat["name"]), text(seat["address"])) for seat in data["seats"]),
                dice=text(data["dice"]["scheme"]),
                commitment=text(data["dice"]["commitment"]),
                joining=bool(data["joining"]),
                proof=text(data.get("proof", PROOFS[0])),
                terms=Terms.from_json(data["terms"]) if "terms" in data else None,
            )
            if match.proof not in PROOFS:
                raise ValueError(f"{match.proof!r}")
        except (KeyError, TypeError, ValueError) as error:
            raise MatchError(f"the match is damaged near {error}", "restore match.json from a copy", source) from None
        return match


class Throw(NamedTuple):
    """Dice that were thrown: why, of how many sides, and what they showed."""

    why: str
    sides: int
    values: tuple[int, ...]


class Done(NamedTuple):
    """One order carried out: its text as the game writes it, the link its throws used (`k` 0: none), what followed.

    `line` is where the order stands in its file (0: the referee's own doing, such as the beginning of play).
    """

    order: str
    line: int
    events: tuple[Event, ...]
    throws: tuple[Throw, ...] = ()
    k: int = 0
    link: str = ""


class Refusal(NamedTuple):
    """An order not carried out: `kind` is notation, illegal, stale, seat or over; `hint` is what would be right."""

    line: int
    kind: str
    reason: str
    hint: str = ""


class Say(NamedTuple):
    """A press line: from `seat` (REFEREE: the referee) to those seats. `grey`: they are not told from whom."""

    seat: int
    to: tuple[int, ...]
    text: str
    grey: bool = False

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"seat": self.seat, "to": list(self.to), "text": self.text}
        return data | {"grey": True} if self.grey else data


class LetterRecord(NamedTuple):
    """A letter that was written: its file name without ending, the SHA-256 of its text and its HTML, its subject."""

    file: str
    text: str
    html: str
    subject: str

    @property
    def whose(self) -> str:
        """The seat letter of its reader, or SPECTATORS."""
        return self.file.rpartition("-")[2]


class MailRecord(NamedTuple):
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
        return cls(text(data["id"]), text(data["received"]), text(data["proof"]))


class Post(NamedTuple):
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


class Entry(NamedTuple):
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


class Standing(NamedTuple):
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
