"""Rolls that wait for a round of drand: orders that the log has taken for good, played once the round is known. Pure.

The line that takes them names the round, so that nobody can choose among rounds. Until the round is there nothing can
be ordered that would make it another roll.

The players' side of the dice (scheme postfox-dice-2): whose pad has shown which links, and which goes into a throw.

A pad is named by its link 0. The log fixes when a link is due, and which: an action brings one where its seat has
shown none in this turn, or dice have been rolled since; it is the next of the pad. So nobody can choose how many links
a roll has seen, by splitting orders or sending them ahead. A pad that takes the place of another mixes nothing in until
every other seat with a pad has shown a link since: whoever chose it cannot have known those. Pure.
"""

import re
from typing import Annotated, Literal, NamedTuple

from adjudicator.core.codec import Rule
from adjudicator.core.errors import IllegalMove, OrderError
from adjudicator.core.game import Event
from adjudicator.dice import beacon
from adjudicator.referee import admin
from adjudicator.referee.terms import COUNT, MOMENT, PER_SEAT, SEAT, moment, stamp

PAD, LINK, READY = "pad", "link", "ready"
NONE = "none"  # `pad none` gives a lost pad up
_LINK = re.compile(r"[0-9a-f]{20}")
A_LINK = Rule(
    lambda value, _: bool(_LINK.fullmatch(value)), "link of a pad in hexadecimal", {"pattern": "^[0-9a-f]{20}$"}
)
LINKS = Rule(
    lambda value, _: all(not link or _LINK.fullmatch(link) for link in value),
    "list of links of pads, or nothing where there is none",
)


class Held(NamedTuple):
    """A seat's pad: its link 0, how many links it has shown since, and the last of them.

    `waits`: the seats whose links must come before it counts. `turn`, `rolls`: when that last link was shown, and how
    many links of the referee's chain were used then.
    """

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
    """What the seats mix into the dice: the pads they hold, in order of seats.

    `fixed`: link 0 of each seat's pad when the last had joined, "" for none: with the words, part of every roll.
    `spent`: link 0 of pads that were given up, which never come again.
    """

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
    known = {link for held in pads.held for link in (held.first, held.link)} | set(pads.spent)
    if first in known:
        raise IllegalMove("this pad has been used before", "make a new one: a pad serves one player of one match")
    others = tuple(held.seat for held in pads.held if held.seat != seat) if pads.fixed else ()
    # Whoever waits for a link of this seat waits on: one of the new pad will do.
    held = (*(one for one in pads.held if one.seat != seat), Held(seat, first, waits=others))
    spent = (*pads.spent, before.first) if before else pads.spent
    return pads._replace(held=tuple(sorted(held)), spent=spent)


def dropped(pads: Pads, seat: int) -> Pads:
    """Without the pad of a seat."""
    before = pads.of(seat)
    if before is None:
        return pads
    held = tuple(_waiting(one, seat) for one in pads.held if one.seat != seat)
    return pads._replace(held=held, spent=(*pads.spent, before.first))


def _waiting(held: Held, seat: int) -> Held:
    """Waiting for that seat no more."""
    return held._replace(waits=tuple(other for other in held.waits if other != seat))


def taken(pads: Pads, seat: int, text: str, turn: int, rolls: int) -> Pads:
    """After a seat has shown a link, as hex, perhaps below its number. Raises IllegalMove, naming the number due."""
    held, link = check_pads(pads, seat, text), text.split()[-1]
    mine = held._replace(links=held.links + 1, link=link, turn=turn, rolls=rolls)
    return pads._replace(held=tuple(mine if one.seat == seat else _waiting(one, seat) for one in pads.held))


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
        now = given(pads, seat, text)
        event = Event("pad-gone" if text == NONE else "pad-new", seat) if pads.fixed and now != pads else None
        return now, text, event
    if not pads.fixed:
        raise IllegalMove("not everybody has joined", "keep your links secret until a letter asks for the first")
    if kind == LINK:
        now = taken(pads, seat, text, turn, rolls)
        return now, f"{now.shown(seat)} {text.split()[-1]}", None
    if seat in pads.unready:
        raise IllegalMove("link 1 of your pad is due", "add the line `link 1 ...`")
    return pads, "", Event("ready", seat)


def fixed(pads: Pads, seats: int) -> Pads:
    """When the last has joined: from here on neither pad nor word can be chosen with an eye on others' links."""
    return pads._replace(fixed=tuple(getattr(pads.of(seat), "first", "") for seat in range(seats)))


def number(pads: Pads, seat: int, link: str) -> int:
    """Which link of a seat's pad that is; 0 also where it is of an earlier pad."""
    from adjudicator.dice import pads as pad

    held = pads.of(seat)
    back = None if held is None else pad.steps(bytes.fromhex(held.freshest), bytes.fromhex(link), held.links)
    return 0 if held is None or back is None else held.links - back


WAIT = "wait"  # what was done: a roll waits
WAITS = "waits"  # the event that tells of it
What = Literal["begin", "late", "action"]
A_ROUND = Rule(
    lambda value, _: not value or beacon.read(value) is not None,
    "round of drand and its signature in hexadecimal",
    {"pattern": "^([1-9][0-9]{0,11} [0-9a-f]{96})?$"},
)
# What may be done meanwhile: nothing in the game, and nothing that changes who plays on which terms.
MEANWHILE = frozenset(
    (*admin.PLAYERS_WORDS, *admin.ENDINGS, *("extend", "deny", "spectator", "address", "keep", "check", "ask"))
)


class Waits(NamedTuple):
    """A roll that waits: for play to begin, for a late seat, or for the `orders` of a seat.

    `since`: when the line of the log was written that takes it (UTC, ISO 8601); `round`: that of drand it waits for.
    """

    what: What
    since: Annotated[str, MOMENT]
    round: Annotated[int, COUNT]
    seat: Annotated[int, SEAT] | None = None
    orders: tuple[str, ...] = ()

    @property
    def due(self) -> str:
        """When the round is published (UTC, ISO 8601)."""
        return stamp(beacon.due(self.round))

    @property
    def event(self) -> Event:
        """What everybody learns."""
        return Event(WAITS, self.seat, words={"round": self.round})


class WaitError(OrderError):
    """An order that would change a roll which has been ordered already."""

    kind = "over"


def waits(what: What, since: str, seat: int | None = None, orders: tuple[str, ...] = ()) -> Waits:
    """What waits from that moment on for the first round that is due late enough."""
    return Waits(what, since, beacon.first(moment(since)), seat, orders)


def check_wait(waiting: Waits | None, kind: str) -> None:
    """Raises WaitError for what may not be done while a roll waits."""
    if waiting is not None and kind not in MEANWHILE:
        reason = f"the dice wait for round {waiting.round} of drand, due {waiting.due}"
        raise WaitError(reason, "send it when they have been rolled")
