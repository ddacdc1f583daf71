"""What a match is and what its log says, as values that never change. What stands in a file is written by `codec`.

A log line is an `Entry`: what one move file (or the beginning of play, a deadline, the referee) did.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from adjudicator.core.codec import ALWAYS, As, Rule
from adjudicator.core.game import Event, Outcome, seat_letter
from adjudicator.referee import admin
from adjudicator.referee.admin import Desk
from adjudicator.referee.terms import ANSWERED, COUNT, HASH, MOMENT, PER_SEAT, READER, SEAT, Terms
from adjudicator.referee.waits import A_ROUND, LINK, LINKS, PAD, READY, WAIT, Pads, Waits

Format = Literal["postfox-match-2", "postfox-match-3"]
FORMATS: tuple[Format, ...] = ("postfox-match-2", "postfox-match-3")  # that are read
FORMAT = FORMATS[-1]  # of new matches
TOKENS: Literal["postfox-token-1"] = "postfox-token-1"
BEFORE = "postfox-match-1"  # as written before the format was frozen
NO_LINE = "0" * 64
REFEREE = -1  # where a seat is named that is none
SPECTATORS = "SPECTATORS"  # in a letter's file name, for a seat letter
Proof = Literal["address", "token", "dkim"]
PROOFS: tuple[Proof, ...] = ("address", "token", "dkim")
CODE = "code"
By = Literal["begin", "file", "ahead", "deadline", "referee", "beacon"]

# The kinds of what was done. A later version may add to them.
BEGIN, ACTION, LATE, UNDO, KEEP, CHECK, REMIND = "begin", "action", "late", "undo", "keep", "check", "remind"
ASK = "ask"  # for words that a letter brings: what was asked for is its text
_PLAYERS = (ACTION, "join", "word", PAD, LINK, READY, "resign", "draw", "address", KEEP, CHECK, ASK)
_REFEREES = (BEGIN, LATE, UNDO, REMIND, WAIT)
KINDS = frozenset((*_PLAYERS, *_REFEREES, *admin.WORDS))
KIND = Rule(lambda kind, _: kind in KINDS, "kind of what was done", {"enum": sorted(KINDS)})
OF_THE_DESK = (admin.WORDS - set(admin.ENDINGS)) | {KEEP, CHECK, ASK, REMIND}  # nothing in the game itself
_BESIDE = OF_THE_DESK | {PAD, LINK, WAIT}


class Seat(NamedTuple):
    """A player of a match: the name letters use, and the address mail comes from ("" if none was given).

    `bot`: the name of the computer player in it; "" for a person.
    """

    name: str
    address: str = ""
    bot: str = ""


class Match(NamedTuple):
    """What match.json fixes for good. `dice` is the scheme's name or "table"; `commitment` is link 0 as hex, or "".

    `joining`: play begins when every seat has sent a `join` order. `proof`: what shows that a mail is a player's, its
    address alone, a token in it, or a DKIM signature of its domain. `terms`: of time and messages. `rules`: the number
    of the set of rules that it is played by, whatever later versions add. `tokens`: what tokens and codes of mails are
    made from: the secret itself in matches that were begun earlier, or a key of that name. `theme`: of its pictures, if
    not the usual one. `letters`: "page" where each player gets a page with each letter, until it is wished away.
    `salt`: with it no address can be guessed from the hash of match.json; a match that has one seals what excerpts show
    ("" in older ones). `witness`: in older ones, the public key of who was asked to sign how far the log went.
    `beacon`: what else is mixed into the dice of scheme 2, whose rolls wait for it.
    """

    id: str
    game: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    dice: Literal["postfox-dice-1", "postfox-dice-2", "postfox-dice-3", "table"]
    commitment: Annotated[str, HASH] = ""
    joining: bool = False
    proof: Proof = PROOFS[0]
    terms: Terms | None = None
    rules: Annotated[int, ALWAYS, COUNT] = 1
    format: Annotated[Format, ALWAYS] = FORMAT
    tokens: Literal["", "postfox-token-1"] = ""
    theme: str = ""
    letters: Literal["", "page"] = ""
    salt: Annotated[str, HASH] = ""
    witness: str = ""
    beacon: Literal["", "drand"] = ""


class Throw(NamedTuple):
    """Dice that were thrown: why, of how many sides, and what they showed."""

    why: str
    sides: int
    values: tuple[int, ...]


class Done(NamedTuple):
    """One thing done: its kind, its text, the link its throws used (`k` 0: none), what followed.

    `text`: an action as the game writes it, a dice word, what was said of a draw, an address, the orders that were
    kept or asked about, what was asked for, an order of the desk as typed. `line`: where it stands in its file (0: the
    referee's own doing). `seat`: whose time it is about; `back`: the log line before which the match stands again.
    `mix`: scheme 2, the link of each seat's pad that went into its throws ("" for none). `beacon`: the round of drand
    that did, and its signature.
    """

    kind: Annotated[str, KIND]
    text: str = ""
    line: Annotated[int, COUNT] = 0
    events: tuple[Event, ...] = ()
    throws: tuple[Throw, ...] = ()
    k: Annotated[int, COUNT] = 0
    link: Annotated[str, HASH] = ""
    seat: Annotated[int, SEAT] | None = None
    back: Annotated[int, COUNT] | None = None
    mix: Annotated[tuple[str, ...], LINKS, PER_SEAT] = ()
    beacon: Annotated[str, A_ROUND] = ""

    @property
    def order(self) -> str:
        """As letters and commands name it."""
        if self.kind in ("word", "draw", "address", PAD, LINK, KEEP, CHECK):
            return f"{self.kind} {self.text}"
        if self.seat is not None:
            return f"{self.kind} {seat_letter(self.seat)}"
        return f"{self.kind} {self.back}" if self.back is not None else self.text or self.kind


class Refusal(NamedTuple):
    """An order not carried out: `kind` is notation, illegal, stale, seat or over; `hint` is what would be right.

    `order`: the line as it was read, where one could be.
    """

    line: int
    kind: str
    reason: str
    hint: str = ""
    order: str = ""


class Say(NamedTuple):
    """A message: from `seat` (REFEREE: the referee) to those seats. `grey`: they do not learn from whom."""

    seat: Annotated[int, READER]
    to: tuple[Annotated[int, READER], ...]
    text: str
    grey: bool = False


class LetterRecord(NamedTuple):
    """A letter that was written: to a seat, or to the spectators (REFEREE); the SHA-256 of its text and its HTML.

    `fault`: what is wrong with the templates of the reader's language, where it was written in English as shipped.
    """

    seat: Annotated[int, READER]
    subject: str
    language: str
    text: Annotated[str, HASH]
    html: Annotated[str, HASH]
    fault: str = ""

    @property
    def whose(self) -> str:
        """The seat letter of its reader, or SPECTATORS."""
        return reader(self.seat)

    def file(self, n: int) -> str:
        """Its file in the match's folder without the ending, where line `n` of the log wrote it."""
        return letter_file(n, self.whose)


def reader(seat: int) -> str:
    """What files and mails call the reader of a letter: a seat letter, or SPECTATORS for who has no seat."""
    return SPECTATORS if seat == REFEREE else seat_letter(seat)


def letter_file(n: int, whose: str) -> str:
    """The file of a letter without the ending."""
    return f"letters/{n:04d}-{whose}"


class MailRecord(NamedTuple):
    """The mail a file came in: SHA-256 of what identifies it, when it was received (UTC, ISO 8601), and what showed
    whose it is: a Proof, or CODE for one that confirms an address. `file`: in a log, the SHA-256 of the file that is
    kept of it, whole ("" in older ones).
    """

    id: str
    received: Annotated[str, MOMENT]
    proof: str
    file: Annotated[str, HASH] = ""


class Post(NamedTuple):
    """Orders that came by mail: the seats their sender may speak for (several, where players share an address).

    `message_id` and `subject` are those of the mail, as one safe line each, so that the answer keeps its thread.
    `refused`: why nothing of it can be carried out; "" for most mails. `hint`: what would be right then. `spectator`:
    the address of who has no seat and wants no more letters.
    """

    seats: tuple[Annotated[int, COUNT], ...]
    mail: MailRecord
    message_id: Annotated[str, ALWAYS] = ""
    subject: Annotated[str, ALWAYS] = ""
    refused: str = ""
    hint: str = ""
    spectator: str = ""


class Asked(NamedTuple):
    """A new address of a seat that waits to be confirmed."""

    seat: Annotated[int, SEAT]
    address: str


class Seal(NamedTuple):
    """A position as the log vouches for it: the turn now to be played, and the SHA-256 of its canonical JSON."""

    turn: int
    sha256: Annotated[str, HASH]


WINNERS = Rule(
    lambda outcome, seats: outcome is None or all(0 <= seat < (seats or seat + 1) for seat in outcome.winners),
    "end of a match whose winners have a seat",
)


class Standing(NamedTuple):
    """Where a match stands after so many `lines` of its log, the beginning of play being the first.

    `words`: each seat's word for the dice (None: has not joined yet). `state`: the game's own, and in a line of the log
    its Seal; None until play begins. `links`: how many links of the dice are used, `link` the last of them as hex.
    `offers`: the seats whose draw offer stands. `addresses`: every seat's, once one has changed (before: those of the
    match); `asked`: new ones that wait to be confirmed, by seat. `desk`: all that is not of the game. `pads`: what the
    players mix into the dice, in scheme 2. `waits`: the roll that waits for a round of drand.
    """

    words: Annotated[tuple[str | None, ...], PER_SEAT]
    state: Annotated[Any, As(Seal | None)] = None
    links: Annotated[int, COUNT] = 0
    link: Annotated[str, HASH] = ""
    offers: tuple[Annotated[int, SEAT], ...] = ()
    outcome: Annotated[Outcome | None, WINNERS] = None
    lines: Annotated[int, COUNT] = 0
    addresses: Annotated[tuple[str, ...], PER_SEAT] = ()
    asked: tuple[Asked, ...] = ()
    desk: Desk = Desk()
    pads: Pads = Pads()
    waits: Waits | None = None


class Entry(NamedTuple):
    """A line of the log: what one file did, and where the match stands after it.

    `by`: a file of orders (of somebody, or of nobody known), orders sent ahead, a deadline, the referee's own, or a
    round of the beacon that a roll waited for; the first line begins the match. `seat` is None for lines that no player
    sent.
    `source`: the file's name, or what else letters call it; `source_hash`: the SHA-256 of its bytes. `mail`: for a file
    that came so. `answers`: how far the log had come that it answers, in lines, and the SHA-256 of the last. `at`: when
    it was taken (UTC, ISO 8601), if the match has terms or the line is the referee's own. `prev`: the SHA-256 of the
    line before. `open` and `salt`, in a match with a salt: the head of the seals before the line, and what its own are
    made with (`adjudicator.match.seals`).
    """

    by: By
    source: str
    source_hash: Annotated[str, HASH]
    after: Standing
    seat: Annotated[int, SEAT] | None = None
    done: tuple[Done, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    says: tuple[Say, ...] = ()
    letters: tuple[LetterRecord, ...] = ()
    mail: MailRecord | None = None
    answers: Annotated[str, ANSWERED] = ""
    at: Annotated[str, MOMENT] = ""
    prev: Annotated[str, ALWAYS, HASH] = ""
    open: Annotated[str, HASH] = ""
    salt: Annotated[str, HASH] = ""

    @property
    def ruled(self) -> "Entry":
        """The line without what is written after the ruling: letters, its place in the chain, salt."""
        return self._replace(letters=(), prev="", open="", salt="")

    @property
    def n(self) -> int:
        """Its number in the log, from 0."""
        return self.after.lines - 1

    @property
    def played(self) -> bool:
        """Whether it did anything in the game itself, and not at the desk alone."""
        return any(done.kind not in _BESIDE for done in self.done)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for done in self.done for event in done.events)
