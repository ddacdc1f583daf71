"""How a log commits to the parts of its lines, so that an excerpt shows some and hides the rest for good.

Each line has a salt that only the referee can make, from the match's secret. A part's own salt comes of it, and its
seal is the SHA-256 of salt and part: nothing can be guessed from a seal, and nothing else passes for the part. The
seals of all lines make a chain of their own beside the log's, and letters carry its head beside that of the log.

The part PLAY has the orders, rolls and position of the game: all see it at once where players see all, else when the
match is over. A reader's part has that reader's own messages, refusals, letter and mail, and what a game that hides
something shows to that reader alone; nobody else's is in it, and addresses are in none. What the parts of a line are
never changes: logs commit to them."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.core import codec
from adjudicator.core.codec import Json, canonical, digest
from adjudicator.core.game import Event, Game
from adjudicator.referee import admin, records
from adjudicator.referee.admin import Desk
from adjudicator.referee.records import NO_LINE, REFEREE, Done, Entry, Match, Say, Standing, reader
from adjudicator.referee.seats import PRIVATE

PLAY, NAME = "play", "postfox-excerpt-1"
# What is done before all: with its text, or without, since that has an address.
TOLD = {
    *(records.ACTION, records.PAD, records.LINK, records.READY, records.BEGIN, records.LATE, records.UNDO),
    *(records.WAIT, "join", "word", "resign", "draw", "hold", "resume", "extend", "absent"),
    *(admin.TERMS, *admin.ENDINGS),
}
UNTOLD = "substitute"
# Of a line, to who sent what it carried out.
_SENT = ("answers", "mail", "reading", "refusals", "source", "source_hash")


def _play(match: Match, entry: Entry, line: Mapping[str, Any]) -> Json:
    public = _standing(entry.after)
    play = {"by": line["by"], "after": line["after"] if public == entry.after else codec.write(public)}
    done = [
        written if shown is done else codec.write(shown)
        for done, written in zip(entry.done, line.get("done", ()), strict=True)
        if (shown := _shown(done)) is not None
    ]
    if done:
        play |= {"done": done, **{name: line[name] for name in ("seat", "at") if name in line}}
    if entry.n == 0:
        seats = tuple(seat._replace(address="") for seat in match.seats)  # nor anything by which one could be guessed
        play |= {"match": codec.write(match._replace(seats=seats, salt="")), "source_hash": entry.source_hash}
    return play


def _shown(done: Done) -> Done | None:
    """What everybody may know of something done in the game; None for nothing."""
    events = tuple(event for event in done.events if event.kind not in PRIVATE)
    if done.kind in TOLD:
        return done if events == done.events else done._replace(events=events)
    return done._replace(events=events, text="") if done.kind == UNTOLD else None


def _standing(after: Standing) -> Standing:
    """Where the match stands, without addresses and what one player alone wishes or has sent ahead."""
    desk = after.desk
    clocks = tuple(clock._replace(reminded=False, running=False) for clock in desk.clocks)
    public = Desk(names=desk.names, held=desk.held, clocks=clocks, late=desk.late, terms=desk.terms, banks=desk.banks)
    return after._replace(addresses=(), asked=(), desk=public)


def _own(match: Match, game: Game, entry: Entry, seat: int, line: Json) -> Json:
    own: dict[str, object] = {}
    if says := [_said(say, seat) for say in entry.says if seat != REFEREE and seat in (say.seat, *say.to)]:
        own["says"] = says
    written = line.get("letters", ())
    if letters := [its for letter, its in zip(entry.letters, written, strict=True) if letter.seat == seat]:
        own["letters"] = letters
    if seat == entry.seat:
        own |= {name: line[name] for name in _SENT if name in line}
        hidden = [done for done in entry.done if not game.open or _shown(done) is None]  # which is not told to all
        told = (done._replace(text="") if done.kind == "address" else done for done in hidden)
        # Older matches have the links of dice, by which those could be told that others have yet to meet.
        if done := [codec.write(one._replace(link="") if match.receipts else one) for one in told]:
            own["done"] = done

    def sees(event: Event) -> bool:
        if event.kind in PRIVATE:
            return event.seat == seat
        return not game.open and game.sees(event, seat, len(match.seats))

    if events := list(map(codec.write, filter(sees, entry.events))):
        own["events"] = events
    return own


def _said(say: Say, seat: int) -> Json:
    """A message as one of those sees it whom it is from or for: who wrote a grey one is not told."""
    written: dict[str, object] = codec.write(say)
    if say.grey and say.seat != seat:
        del written["seat"]
    return written


class Sealed(NamedTuple):
    """A line of the log in seals: its SHA-256, the head of the seals before it, the seal of each part in order."""

    line: str
    open: str
    seals: tuple[str, ...]

    @property
    def head(self) -> str:
        """What the next line and the letters name it by."""
        return digest("\n".join((self.open, self.line, *self.seals)).encode())


def key(secret: bytes) -> bytes:
    """What salts are made from; it tells nothing of the dice."""
    return hmac.digest(secret, NAME.encode(), "sha256")


def salt(key: bytes, line: int | None = None) -> str:
    """The salt of a line of the log, from 0; without a line, that of match.json."""
    return hmac.digest(key, b"match" if line is None else b"line %d" % line, "sha256").hex()


def part_salt(salt: str, name: str) -> str:
    """The salt of a part of the line that has this one."""
    return hmac.digest(bytes.fromhex(salt), name.encode(), "sha256").hex()


def seal(salt: str, text: str) -> str:
    """The seal of a part, as its canonical JSON, under its own salt."""
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


def texts(match: Match, game: Game, entry: Entry, written: Json | None = None) -> dict[str, str]:
    """The parts of a line, canonical JSON: PLAY, then each reader's. `written`: the line as a value, where known."""
    line = codec.write(entry) if written is None else written
    own = {reader(seat): _own(match, game, entry, seat, line) for seat in (REFEREE, *range(len(match.seats)))}
    return {name: canonical(part) for name, part in {PLAY: _play(match, entry, line), **own}.items()}


def sealed(match: Match, game: Game, entry: Entry, line: str, written: Json | None = None) -> Sealed:
    """A line of a log that has salts, and the SHA-256 of its bytes, in seals. `written`: as in `texts`."""
    parts = texts(match, game, entry, written).items()
    return Sealed(line, entry.open or NO_LINE, tuple(seal(part_salt(entry.salt, name), text) for name, text in parts))
