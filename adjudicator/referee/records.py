"""What a match is and what its log says, as values that never change. What stands in a file is written by `codec`.

A log line is an `Entry`: what one move file (or the beginning of play, a deadline, the referee) did.

Rolls may wait (`Waits`) for a round of drand: orders that the log has taken for good, played once the round is known.
The line that takes them names the round, so that nobody can choose among rounds. Until the round is there nothing can
be ordered that would make it another roll.

`Pads` are the players' side of the dice (scheme postfox-dice-2): whose has shown which links, and which goes into a
throw. A pad is named by its link 0. The log fixes when a link is due, and which: an action brings one where its seat
has shown none in this turn, or dice have been rolled since; it is the next of the pad. So nobody can choose how many
links a roll has seen, by splitting orders or sending them ahead. A pad that takes the place of another mixes nothing in
until every other seat with a pad has shown a link since: whoever chose it cannot have known those."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from adjudicator.core import IllegalMove, OrderError
from adjudicator.core.codec import ALWAYS, As, Rule
from adjudicator.core.game import Event, Outcome, seat_letter
from adjudicator.referee import admin
from adjudicator.referee.terms import ANSWERED, COUNT, HASH, MOMENT, PER_SEAT, READER, SEAT, Terms, stamp

if TYPE_CHECKING:
    from adjudicator.dice.beacon import Round

PAD, LINK, READY = "pad", "link", "ready"
NONE = "none"  # `pad none` gives a lost pad up
PADS_CHANGED = ("pad-gone", "pad-new")  # events, once play may begin
_LINK = re.compile(r"[0-9a-f]{20}")
_HEX = {"pattern": "^[0-9a-f]{20}$"}
A_LINK = Rule(lambda value, _: bool(_LINK.fullmatch(value)), "link of a pad in hexadecimal", _HEX)
_LISTED = "list of links of pads, or nothing where there is none"
LINKS = Rule(lambda value, _: all(not link or _LINK.fullmatch(link) for link in value), _LISTED)
WAIT = "wait"  # what was done: a roll waits
WAITS = "waits"  # the event that tells of it
What = Literal["begin", "late", "action"]
_ROUND, _WRITTEN = "round of drand and its signature in hexadecimal", {"pattern": "^([1-9][0-9]{0,11} [0-9a-f]{96})?$"}
A_ROUND = Rule(lambda value, _: not value or read_round(value) is not None, _ROUND, _WRITTEN)
# What may be done meanwhile: nothing in the game, and nothing that changes who plays on which terms.
_DESK = ("extend", "deny", "spectator", "address", "keep", "check", "ask")
MEANWHILE = frozenset((*admin.PLAYERS_WORDS, *admin.ENDINGS, *_DESK))
Format = Literal["postfox-match-2", "postfox-match-3"]
FORMATS: tuple[Format, ...] = ("postfox-match-2", "postfox-match-3")  # that are read
FORMAT = FORMATS[-1]  # of new matches
NEWEST_READER: Literal[2] = 2  # the reader of orders of new matches
TOKENS: Literal["postfox-token-1"] = "postfox-token-1"
BEFORE = "postfox-match-1"  # as written before the format was frozen
NO_LINE = "0" * 64
REFEREE = -1  # where a seat is named that is none
SPECTATORS = "SPECTATORS"  # in a letter's file name, for a seat letter
Proof = Literal["address", "token", "dkim"]
PROOFS: tuple[Proof, ...] = ("address", "token", "dkim")
CODE = "code"
PROOF = "proof.txt"  # the file in which a letter brings what an auditor needs
By = Literal["begin", "file", "ahead", "deadline", "referee", "beacon"]
# The kinds of what was done. A later version may add to them.
BEGIN, ACTION, LATE, UNDO, KEEP, CHECK, REMIND = "begin", "action", "late", "undo", "keep", "check", "remind"
ASK = "ask"  # for words that a letter brings: what was asked for is its text
OFFER, YES = "offer", "yes"  # what is asked back, below its code; the code that was said yes to
_PLAYERS = (ACTION, "join", "word", PAD, LINK, READY, "resign", "draw", "address", KEEP, CHECK, ASK, OFFER, YES)
_REFEREES = (BEGIN, LATE, UNDO, REMIND, WAIT)
KINDS = frozenset((*_PLAYERS, *_REFEREES, *admin.WORDS))
KIND = Rule(lambda kind, _: kind in KINDS, "kind of what was done", {"enum": sorted(KINDS)})
OF_THE_DESK = (admin.WORDS - set(admin.ENDINGS)) | {KEEP, CHECK, ASK, REMIND, OFFER, YES}  # nothing in the game itself
_BESIDE = OF_THE_DESK | {PAD, LINK, WAIT}
Asks = Literal["", "mean", "which", "doubt", "talk", "leave", "courtesy", "question", "no", "refuse"]
WINNERS = Rule(
    lambda outcome, seats: outcome is None or all(0 <= seat < (seats or seat + 1) for seat in outcome.winners),
    "end of a match whose winners have a seat",
)


def read_round(text: str) -> "Round | None":
    """The round of drand that such a text of the log is of; None for any other text."""
    if not text:
        return None
    from adjudicator.dice import beacon

    return beacon.read(text)


class Held(NamedTuple):
    """A seat's pad: its link 0, how many links it has shown since, and the last of them, shown in `turn` after `rolls`
    links of the referee's chain. `waits`: the seats whose links must come before it counts."""

    seat: Annotated[int, SEAT]
    first: Annotated[str, A_LINK]
    links: Annotated[int, COUNT] = 0
    link: Annotated[str, A_LINK] = ""
    waits: tuple[Annotated[int, SEAT], ...] = ()
    turn: Annotated[int, COUNT] = 0
    rolls: Annotated[int, COUNT] = 0

    @property
    def freshest(self) -> str:
        """The last link that is known."""
        return self.link or self.first


class Pads(NamedTuple):
    """What the seats mix into the dice: the pads they hold, in order of seats. `fixed`: link 0 of each seat's pad when
    the last had joined ("" for none), part of every roll. `spent`: link 0 of pads given up, which never come again."""

    held: tuple[Held, ...] = ()
    fixed: Annotated[tuple[str, ...], LINKS, PER_SEAT] = ()
    spent: tuple[Annotated[str, A_LINK], ...] = ()

    def of(self, seat: int) -> Held | None:
        """The pad that a seat holds."""
        return next((held for held in self.held if held.seat == seat), None)

    def due(self, seat: int, turn: int, rolls: int) -> int:
        """Which link an action of a seat must bring; 0 for none."""
        held = self.of(seat)
        return 0 if held is None or (held.links and (held.turn, held.rolls) == (turn, rolls)) else held.links + 1

    def shown(self, seat: int) -> int:
        """How many links of its pad a seat has shown."""
        held = self.of(seat)
        return held.links if held else 0

    @property
    def unready(self) -> tuple[int, ...]:
        """The seats that have a pad and have shown no link of it."""
        return tuple(held.seat for held in self.held if not held.links)

    def mix(self, seats: int) -> tuple[str, ...]:
        """What each of so many seats mixes in now: the freshest link of its pad, "" for none that counts."""
        known = {held.seat: held.freshest for held in self.held if not held.waits}
        return tuple(known.get(seat, "") for seat in range(seats))


def given(pads: Pads, seat: int, first: str) -> Pads:
    """A seat gives a pad by its link 0, or none. Raises IllegalMove for one that has been seen before."""
    before = pads.of(seat)
    if before and first == before.first:
        return pads
    if first == NONE:
        if before is None:
            raise IllegalMove("you have no pad in this match", "leave the line out")
        return dropped(pads, seat)
    if first in {*pads.spent, *(link for held in pads.held for link in (held.first, held.link))}:
        raise IllegalMove("this pad has been used before", "make a new one: a pad serves one player of one match")
    others = tuple(held.seat for held in pads.held if held.seat != seat) if pads.fixed else ()
    # Whoever waits for a link of this seat waits on: one of the new pad will do.
    held = (*(one for one in pads.held if one.seat != seat), Held(seat, first, waits=others))
    return pads._replace(held=tuple(sorted(held)), spent=(*pads.spent, before.first) if before else pads.spent)


def dropped(pads: Pads, seat: int) -> Pads:
    """Without the pad of a seat."""
    if (before := pads.of(seat)) is None:
        return pads
    held = tuple(_waiting(one, seat) for one in pads.held if one.seat != seat)
    return pads._replace(held=held, spent=(*pads.spent, before.first))


def _waiting(held: Held, seat: int) -> Held:
    return held._replace(waits=tuple(other for other in held.waits if other != seat))


def check_pads(pads: Pads, seat: int, text: str, *, ahead: bool = False) -> Held:
    """The pad of which that is the link due; `ahead`: or a later one. Raises IllegalMove, naming the number due."""
    *said, link = text.split()
    held = pads.of(seat)
    if held is None:
        raise IllegalMove("you have no pad in this match", "leave the line `link` out, or give a pad by a line `pad`")
    due = held.links + 1
    hint = f"send link {due} of your pad"
    from adjudicator.dice import pads as pad  # not where nobody has one

    shown, last = bytes.fromhex(link), bytes.fromhex(held.freshest)
    found = pad.steps(shown, last)
    if ahead and found:
        return held
    if said and said[0] != str(due):
        raise IllegalMove(f"the line says link {said[0]}, and link {due} is due", hint)
    if found is not None and found > 1:
        raise IllegalMove(f"this is link {held.links + found} of your pad, and link {due} is due", hint)
    if found != 1 and pad.steps(last, shown, held.links) is not None:
        raise IllegalMove(f"this link was used before; link {due} is due", hint)
    if found != 1:
        raise IllegalMove(f"this is not of the pad that you gave; link {due} of that one is due", hint)
    return held


def carried_out(pads: Pads, kind: str, text: str, seat: int, turn: int, rolls: int) -> tuple[Pads, str, Event | None]:
    """After an order of that kind: the pads, the order as the log has it, what it is to all. Raises IllegalMove."""
    if kind == PAD:
        now, changed = given(pads, seat, text), PADS_CHANGED[text != NONE]
        return now, text, Event(changed, seat) if pads.fixed and now != pads else None
    if not pads.fixed:
        raise IllegalMove("not everybody has joined", "keep your links secret until a letter asks for the first")
    if kind == LINK:  # as hex, perhaps below its number
        before, link = check_pads(pads, seat, text), text.split()[-1]
        mine = before._replace(links=before.links + 1, link=link, turn=turn, rolls=rolls)
        held = tuple(mine if one.seat == seat else _waiting(one, seat) for one in pads.held)
        return pads._replace(held=held), f"{mine.links} {link}", None
    if seat in pads.unready:
        raise IllegalMove("link 1 of your pad is due", "add the line `link 1 ...`")
    return pads, "", Event("ready", seat)


class Waits(NamedTuple):
    """A roll that waits: for play to begin, for a late seat, or for the `orders` of a seat. `since`: when the line of
    the log was written that takes it (UTC, ISO 8601); `round`: that of drand it waits for."""

    what: What
    since: Annotated[str, MOMENT]
    round: Annotated[int, COUNT]
    seat: Annotated[int, SEAT] | None = None
    orders: tuple[str, ...] = ()

    @property
    def due(self) -> str:
        """When the round is published (UTC, ISO 8601)."""
        from adjudicator.dice import beacon

        return stamp(beacon.due(self.round))


class OverError(OrderError):
    """An order for a match that has ended, or has not begun, or that would change a roll which is ordered already."""

    kind = "over"


def check_wait(waiting: Waits | None, kind: str) -> None:
    """Raises OverError for what may not be done while a roll waits."""
    if waiting is not None and kind not in MEANWHILE:
        reason = f"the dice wait for round {waiting.round} of drand, due {waiting.due}"
        raise OverError(reason, "send it when they have been rolled")


class Seat(NamedTuple):
    """A player of a match: the name letters use, and the address mail comes from ("" for none). `bot`: the name of the
    computer player in it; "" for a person. `language`: of the letters, until another is wished ("": the usual one)."""

    name: str
    address: str = ""
    bot: str = ""
    language: str = ""


class Match(NamedTuple):
    """What match.json fixes for good. `dice` is the scheme's name or "table"; `commitment` is link 0 as hex, or ""."""

    id: str
    game: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    dice: Literal["postfox-dice-1", "postfox-dice-2", "postfox-dice-3", "table"]
    commitment: Annotated[str, HASH] = ""
    joining: bool = False  # play begins when every seat has sent a `join` order
    proof: Proof = PROOFS[0]  # of whose a mail is: its address alone, a token in it, or a DKIM signature of its domain
    terms: Terms | None = None  # of time and messages
    rules: Annotated[int, ALWAYS, COUNT] = 1  # the number of the set of rules that it is played by
    format: Annotated[Format, ALWAYS] = FORMAT
    tokens: Literal["", "postfox-token-1"] = ""  # what they are made from: a key of that name, or ("") the secret
    theme: str = ""  # of its pictures, if not the usual one
    letters: Literal["", "page"] = ""  # "page": each player gets one when it is their move, until it is wished away
    # With it no address can be guessed from the hash of match.json, and excerpts are sealed; "" in older matches
    salt: Annotated[str, HASH] = ""
    witness: str = ""  # in older ones, the public key of who was asked to sign how far the log went
    # What else is mixed in: a round of drand for each roll, which waits for it, or one, for which the beginning waits
    beacon: Literal["", "drand", "start"] = ""
    # How many seconds after the line that names it such a round is due (older matches: no number, and BY_HAND)
    ahead: Annotated[int, COUNT] = 0
    receipts: Annotated[str, HASH] = ""  # the Ed25519 key that signs how far the log went, as hex ("" in older ones)
    reader: Literal[0, 2] = 0  # how orders are read: 0 in matches of Postfox 0.2.0 and before, else NEWEST_READER


class Throw(NamedTuple):
    """Dice that were thrown: why, of how many sides, and what they showed."""

    why: str
    sides: int
    values: tuple[int, ...]


class Done(NamedTuple):
    """One thing done: its kind, its text, the link its throws used (`k` 0: none), what followed."""

    kind: Annotated[str, KIND]
    # An action as the game writes it, a dice word, what was said of a draw, an address, the orders that were kept or
    # asked about, what was asked for, an order of the desk as typed
    text: str = ""
    line: Annotated[int, COUNT] = 0  # where it stands in its file (0: the referee's own doing)
    events: tuple[Event, ...] = ()
    throws: tuple[Throw, ...] = ()
    k: Annotated[int, COUNT] = 0
    link: Annotated[str, HASH] = ""
    seat: Annotated[int, SEAT] | None = None  # whose time it is about
    back: Annotated[int, COUNT] | None = None  # the log line before which the match stands again
    mix: Annotated[tuple[str, ...], LINKS, PER_SEAT] = ()  # scheme 2: the link of each seat's pad in its throws
    beacon: Annotated[str, A_ROUND] = ""  # the round of drand that went into them, and its signature

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
    `order`: the line as it was read, where one could be."""

    line: int
    kind: str
    reason: str
    hint: str = ""
    order: str = ""


class Understood(NamedTuple):
    """A line of a file, and how it was understood: "" for one that was cut. In what was asked back: as it stands."""

    line: Annotated[int, COUNT]
    text: str = ""


class Reading(NamedTuple):
    """How a file was read, where that does not follow from its lines alone."""

    # "" for orders that were taken; else nothing was done, and it was asked back: whether an action is `mean`t, `which`
    # of several, whether an order counts beside what may take it back (`doubt`), whether `talk` is to be passed on; or
    # there was nothing to do (`courtesy`, `no`), a `question` went to the referee, somebody wants to `leave`
    kind: Asks = ""
    lines: tuple[Understood, ...] = ()  # those that were understood otherwise than they stand
    offers: tuple[str, ...] = ()  # the orders that are offered
    why: tuple[Understood, ...] = ()  # lines that nobody could place, numbered as their writer sees them (0: not known)
    head: Annotated[str, HASH] = ""  # of the last line of the log that changed the position: offers are tied to it


class Say(NamedTuple):
    """A message: from `seat` (REFEREE: the referee) to those seats. `grey`: they do not learn from whom."""

    seat: Annotated[int, READER]
    to: tuple[Annotated[int, READER], ...]
    text: str
    grey: bool = False


class LetterRecord(NamedTuple):
    """A letter that was written: to a seat, or to the spectators (REFEREE); the SHA-256 of its text and its HTML.
    `fault`: what is wrong with the templates of the reader's language, where it was written in English as shipped."""

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
    """The mail a file came in: SHA-256 of what identifies it, when it was received (UTC, ISO 8601), what showed whose
    it is (a Proof, or CODE), and, in a log, the SHA-256 of the `file` that is kept of it, whole ("" in older ones)."""

    id: str
    received: Annotated[str, MOMENT]
    proof: str
    file: Annotated[str, HASH] = ""


class Typed(NamedTuple):
    """What is known of the text of a mail besides."""

    names: tuple[str, ...] = ()  # what its writer may sign with
    partly: bool = False  # whether quoted lines stood between
    reflowed: bool = False  # whether its lines may be other ones than its writer saw
    thread: tuple[Annotated[int, COUNT], ...] = ()  # the lines of the log whose letters it answers


class Post(NamedTuple):
    """Orders that came by mail: the seats their sender may speak for (several, where players share an address)."""

    seats: tuple[Annotated[int, COUNT], ...]
    mail: MailRecord
    message_id: Annotated[str, ALWAYS] = ""  # of the mail, its subject beside it, one safe line each
    subject: Annotated[str, ALWAYS] = ""
    refused: str = ""  # why nothing of it can be carried out; "" for most mails
    hint: str = ""  # what would be right then
    spectator: str = ""  # the address of who has no seat and wants no more letters
    answers: Annotated[str, ANSWERED] = ""  # as in an Entry, by the letter of ours that the mail replies to
    typed: Typed | None = None  # of a text that is read by NEWEST_READER


class Asked(NamedTuple):
    """A new address of a seat that waits to be confirmed."""

    seat: Annotated[int, SEAT]
    address: str


class Seal(NamedTuple):
    """A position as the log vouches for it: the turn now to be played, and the SHA-256 of its canonical JSON."""

    turn: int
    sha256: Annotated[str, HASH]


class Standing(NamedTuple):
    """Where a match stands after so many `lines` of its log, the beginning of play being the first."""

    words: Annotated[tuple[str | None, ...], PER_SEAT]  # each seat's for the dice (None: has not joined yet)
    state: Annotated[Any, As(Seal | None)] = None  # the game's own, in a line of the log its Seal; None: not begun
    links: Annotated[int, COUNT] = 0  # of the dice that are used
    link: Annotated[str, HASH] = ""  # the last of them as hex
    offers: tuple[Annotated[int, SEAT], ...] = ()  # the seats whose draw offer stands
    outcome: Annotated[Outcome | None, WINNERS] = None
    lines: Annotated[int, COUNT] = 0
    addresses: Annotated[tuple[str, ...], PER_SEAT] = ()  # every seat's, once one has changed
    asked: tuple[Asked, ...] = ()  # new ones that wait to be confirmed, by seat
    desk: admin.Desk = admin.Desk()  # all that is not of the game
    pads: Pads = Pads()  # what the players mix into the dice, in scheme 2
    waits: Waits | None = None  # the roll that waits for a round of drand


class Entry(NamedTuple):
    """A line of the log: what one file did, and where the match stands after it."""

    by: By  # the first line, a file of orders, orders sent ahead, a deadline, the referee's own, a round waited for
    source: str  # the name of the file, or what else letters call it
    source_hash: Annotated[str, HASH]  # of its bytes
    after: Standing
    seat: Annotated[int, SEAT] | None = None  # None for lines that no player sent
    done: tuple[Done, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    says: tuple[Say, ...] = ()
    letters: tuple[LetterRecord, ...] = ()
    mail: MailRecord | None = None  # for a file that came so
    reading: Reading | None = None  # of the file, if that does not follow from its lines
    answers: Annotated[str, ANSWERED] = ""  # how many lines of the log it answers, and the SHA-256 of the last
    at: Annotated[str, MOMENT] = ""  # when it was taken (UTC, ISO 8601), if the match has terms or it is the referee's
    prev: Annotated[str, ALWAYS, HASH] = ""  # of the line before
    open: Annotated[str, HASH] = ""  # with a salt: the head of the seals before the line (`adjudicator.match.seals`)
    salt: Annotated[str, HASH] = ""  # what its own seals are made with

    @property
    def ruled(self) -> "Entry":
        """The line without what is written after the ruling: letters, its place in the chain, salt."""
        return self._replace(letters=(), prev="", open="", salt="")

    @property
    def n(self) -> int:
        """Its number in the log, from 0."""
        return self.after.lines - 1

    @property
    def asks(self) -> Reading | None:
        """What is asked back, if anything is."""
        return self.reading if self.reading and self.reading.kind in ("mean", "which", "doubt", "talk") else None

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        """The codes of what is offered, each with its order."""
        return tuple((code, order) for d in self.done if d.kind == OFFER for code, _, order in [d.text.partition(" ")])

    @property
    def did(self) -> bool:
        """Whether its file brought anything about, or named an action: a machine's would do neither."""
        named = self.asks is not None and self.asks.kind != "talk"
        return bool(self.says) or named or any(done.kind != OFFER for done in self.done)

    @property
    def played(self) -> bool:
        """Whether it did anything in the game itself, and not at the desk alone."""
        return any(done.kind not in _BESIDE for done in self.done)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for done in self.done for event in done.events)
