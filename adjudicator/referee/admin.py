"""The referee's desk: what a match knows besides its position, and the orders that change it and never the position.

Clocks, absences, wishes, orders sent ahead, spectators, substitutes, whether the match is on hold. A Desk stands in
each line of the log after which it is not empty, so that nothing of it need be worked out when a match is replayed.

Players write

    absent 2026-12-24 2027-01-02      days that do not count for them; `absent none` takes all back
    extension 2 days                  asks the referee for time
    language de                       of their letters
    zone Europe/Berlin                in which their days end
    sheet a4                          a turn sheet comes with each letter, on that paper; `sheet none`
    letters brief                     no letter for what the next one says; `letters full`
    letters daily 19:00               one a day for all matches, at seven in the morning where no hour is named
    letters page                      a page to tap a move on comes when it is their move; `letters plain`
    cancel                            forgets the orders they sent ahead

and the referee, whose file has no player,

    hold, resume
    extend Anna 2 days, deny Anna     answers a request, or gives time unasked
    substitute Bob: Carl <carl@example.org>
    spectator carl@example.org        letters for one who only reads; `spectator off carl@example.org`
    terms deadline 3d                 one of the terms anew: `amendment` has them all
    abandon, award Anna, declare draw     end the match"""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated, Any, NamedTuple

from adjudicator.core import IllegalMove, NotationError
from adjudicator.core.codec import Json, Rule
from adjudicator.core.game import Event
from adjudicator.referee.terms import ADDRESS, COUNT, DATE, MOMENT, PER_SEAT, SEAT, Terms, is_zone, moment, span, stamp

PLAYERS_WORDS = ("absent", "extension", "language", "zone", "sheet", "letters", "cancel")
TERMS, ABANDON, AWARD, DECLARE = "terms", "abandon", "award", "declare"
ENDINGS = (ABANDON, AWARD, DECLARE)
REFEREES_WORDS = ("hold", "resume", "extend", "deny", "substitute", "spectator", TERMS, *ENDINGS)
OF_ONE_MATCH = frozenset(REFEREES_WORDS) - {"hold", "resume", TERMS}
WORDS = frozenset((*PLAYERS_WORDS, *REFEREES_WORDS))
# Gone with a player who is replaced.
OF_A_PLAYER = ("clocks", "late", "banks", "extensions", "wishes", "away", "kept", "spoken")
MOST_KEPT = 20  # of one seat
MOST_AWAY = 10  # absences of one seat
MOST_DAYS = 92  # of one absence
MOST_SPECTATORS = 50
PATIENCE = 5  # files in a row of which nothing could be carried out: their player needs a person
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_ZONE = re.compile(r"[A-Za-z][A-Za-z_+-]{0,20}(?:/[A-Za-z0-9][A-Za-z0-9_+-]{0,30}){0,2}")
_PAPER = re.compile(r"[a-z0-9.]{1,20}")
_LETTERS = re.compile("page|plain|proof")
_PACE = re.compile("brief|full|daily(?: (?:[01]?[0-9]|2[0-3]):[0-5][0-9])?")  # how often letters come
PACE = "pace"
_BACK = ("none", "plain")  # a wish taken back
_BETWEEN = ("to", "until", "till", "-", "..")  # what people write between two days
_NAME = re.compile(r"[^:,#<>]{1,60}")
WISH = Rule(lambda wish, _: wish.what != "zone" or is_zone(wish.value), "wish that can be met here")


class Clock(NamedTuple):
    """A seat that may act, the turn, since and until when (UTC, ISO 8601), hours given besides, whether reminded.
    `bank`: when the seat's bank is empty ("" for none), `running`: whether its player was told that it runs."""

    seat: Annotated[int, SEAT]
    turn: int
    start: Annotated[str, MOMENT]
    due: Annotated[str, MOMENT]
    extra: Annotated[int, COUNT] = 0
    reminded: bool = False
    bank: Annotated[str, MOMENT] = ""
    running: bool = False


class Bank(NamedTuple):
    """The hours that are left in a seat's bank."""

    seat: Annotated[int, SEAT]
    hours: Annotated[int, COUNT]


class Late(NamedTuple):
    """How often in a row a seat has been late."""

    seat: Annotated[int, SEAT]
    times: Annotated[int, COUNT]


class Away(NamedTuple):
    """First and last day on which a seat's player is away."""

    seat: Annotated[int, SEAT]
    first: Annotated[str, DATE]
    last: Annotated[str, DATE]


class Wish(NamedTuple):
    """What a seat's player wishes: `what` is language, zone, sheet, letters, proof or pace."""

    seat: Annotated[int, SEAT]
    what: str
    value: str


class Extension(NamedTuple):
    """The hours that a seat's player has asked for."""

    seat: Annotated[int, SEAT]
    hours: int


class Refused(NamedTuple):
    """Of how many files of a seat, the last ones sent, nothing was carried out."""

    seat: Annotated[int, SEAT]
    files: Annotated[int, COUNT]


class Awaited(NamedTuple):
    """What orders wait for: an action of another seat, in the game's own words."""

    seat: Annotated[int, SEAT]
    action: str


class Kept(NamedTuple):
    """Orders sent ahead: of a seat, for a turn (0: its next), if what they wait for comes about (None: in any case).
    `line`: the log line that took them. `link`: of the seat's pad, which came with them."""

    seat: Annotated[int, SEAT]
    turn: int
    condition: Awaited | None
    actions: tuple[str, ...]
    line: Annotated[int, COUNT]
    link: str = ""


class Offer(NamedTuple):
    """What a seat was asked whether it is meant, until when the position changes: its code, the order, the line of the
    log that asks, and when that was ("" where it has no time)."""

    seat: Annotated[int, SEAT]
    code: str
    order: str
    line: Annotated[int, COUNT]
    at: Annotated[str, MOMENT] = ""


class Spoken(NamedTuple):
    """What a seat's player has written to others on a day (of that player's), where the terms set a limit."""

    seat: Annotated[int, SEAT]
    day: Annotated[str, DATE]
    messages: Annotated[int, COUNT]
    words: Annotated[int, COUNT]


class Desk(NamedTuple):
    """What a match knows besides its position: orders and wishes that never change it.

    `names`: every seat's, once there is a substitute. `held`: the match is on hold. `late`, `away`, `wishes`,
    `extensions`, `refused` and `spoken`: in order of seats. `terms`: those of now, once the referee has changed them.
    `offers`: what a `yes` may mean. `banks`: of seats that have not what the terms give."""

    names: Annotated[tuple[str, ...], PER_SEAT] = ()
    held: bool = False
    clocks: tuple[Clock, ...] = ()
    late: tuple[Late, ...] = ()
    away: tuple[Away, ...] = ()
    wishes: tuple[Annotated[Wish, WISH], ...] = ()
    extensions: tuple[Extension, ...] = ()
    kept: tuple[Kept, ...] = ()
    spectators: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    terms: Terms | None = None
    spoken: tuple[Spoken, ...] = ()
    offers: tuple[Offer, ...] = ()
    banks: tuple[Bank, ...] = ()

    def others(self, what: str, seat: int) -> tuple[Any, ...]:
        """Of what it knows of several seats, that of all but one."""
        return tuple(one for one in getattr(self, what) if one.seat != seat)

    def without(self, seat: int) -> "Desk":
        """Without all that it knows of a seat's player."""
        gone: Json = {what: self.others(what, seat) for what in OF_A_PLAYER}
        return self._replace(**gone)

    def wish(self, seat: int, what: str) -> str:
        """What a seat wishes of that kind; "" for nothing."""
        return next((value for owner, kind, value in self.wishes if (owner, kind) == (seat, what)), "")

    def clock(self, seat: int) -> Clock | None:
        """The running clock of a seat."""
        return next((clock for clock in self.clocks if clock.seat == seat), None)

    def lateness(self, seat: int) -> int:
        """How often in a row a seat has been late."""
        return next((late.times for late in self.late if late.seat == seat), 0)

    def bank(self, terms: Terms, seat: int) -> int:
        """The hours that were in a seat's bank when its clock began to run."""
        return next((bank.hours for bank in self.banks if bank.seat == seat), terms.bank)

    def refusals(self, seat: int) -> int:
        """Of how many files of a seat, the last ones sent, nothing was carried out."""
        return next((refused.files for refused in self.refused if refused.seat == seat), 0)


def read(text: str, *, newest: bool = True) -> tuple[str, ...]:
    """An order of the desk as its words: the keyword, then its values; by the `newest` reader. Raises NotationError."""
    keyword, _, rest = text.partition(" ")
    keyword, rest = keyword.lower(), rest.strip()
    match keyword:
        case "hold" | "resume" | "cancel" | "abandon":
            if rest:
                fault = f"`{keyword}` stands alone on its line, here {rest!r} follows"
                raise NotationError(fault, f"write `{keyword}`")
            return (keyword,)
        case "absent":
            return keyword, *_days(rest)
        case "extension":
            return keyword, str(_hours(rest))
        case "extend":
            words = rest.split()
            tail = 2 if len(words) > 1 and words[-1][:1].isalpha() else 1
            return keyword, " ".join(words[:-tail]), str(_hours(" ".join(words[-tail:])))
        case "deny" | "award":
            return keyword, _worded(rest, f"for example `{keyword} Anna`")
        case "declare":
            if rest.lower() != "draw":
                raise NotationError(f"{text!r} is not an order", "write `declare draw`, or `award NAME` for a winner")
            return keyword, "draw"
        case "terms":
            what, _, value = _worded(rest, "for example `terms deadline 3d`").partition(" ")
            return keyword, what.lower(), _worded(value.strip(), f"say what, as in `terms {what.lower()} ...`")
        case "language":
            return keyword, _wanted(_LANGUAGE, rest.lower(), "language", "for example `language de`")
        case "zone":
            return keyword, _wanted(_ZONE, rest, "time zone", "for example `zone Europe/Berlin`")
        case "sheet":
            return keyword, _wanted(_PAPER, rest.lower(), "paper", "for example `sheet a4`, or `sheet none`")
        case "letters" if newest and _PACE.fullmatch(rest.lower()):
            return keyword, rest.lower()
        case "letters":
            paces = "`letters brief`, `letters daily`, `letters full`, " if newest else ""
            hint = f"write {paces}`letters page`, `letters proof` or `letters plain`"
            return keyword, _wanted(_LETTERS, rest.lower(), "form of letters", hint)
        case "substitute":
            return keyword, *_substitute(rest)
        case _:
            way, named = ("off", rest[4:].strip()) if rest.lower().startswith("off ") else ("on", rest)
            return "spectator", way, _wanted(ADDRESS, named, "mail address", "for example carl@example.org")


def _worded(text: str, hint: str) -> str:
    if not text:
        raise NotationError("the order is not complete", hint)
    return text


def _wanted(pattern: re.Pattern[str], text: str, what: str, hint: str) -> str:
    if not pattern.fullmatch(text):
        raise NotationError(f"{text!r} is no {what}", hint)
    return text


def _hours(text: str) -> int:
    try:
        return span(text)
    except ValueError as error:
        raise NotationError(str(error), "for example `2 days` or `12 hours`") from None


def _days(text: str) -> tuple[str, ...]:
    words = [word for word in text.split() if word.lower() not in _BETWEEN]
    if [word.lower() for word in words] == ["none"]:
        return ("none",)
    try:
        first, last = date.fromisoformat(words[0]), date.fromisoformat(words[-1])
        if len(words) > 2 or not 0 <= (last - first).days < MOST_DAYS:
            raise ValueError
    except (IndexError, ValueError):
        hint = f"first and last day, at most {MOST_DAYS} days: `absent 2026-12-24 2027-01-02`"
        raise NotationError(f"{text!r} is no absence", hint) from None
    return first.isoformat(), last.isoformat()


def _substitute(text: str) -> tuple[str, str, str]:
    who, colon, new = text.partition(":")
    name, bracket, rest = new.partition("<")
    name, address = " ".join(name.split()), rest.strip().removesuffix(">")
    if not colon or not who.strip() or not _NAME.fullmatch(name) or (bracket and not ADDRESS.fullmatch(address)):
        raise NotationError(f"{text!r} names no substitute", "write `substitute Bob: Carl <carl@example.org>`")
    return who.strip(), name, address


def change(desk: Desk, words: tuple[str, ...], seat: int, today: str = "") -> tuple[Desk, Event]:
    """What an order of a player, or of the referee about a seat, makes of the desk. Raises IllegalMove. `seat` is the
    player's own, or the one that the referee's order names; `today` the date there, if it is known: days that are past
    stay as they were, for absences are announced ahead."""
    match words:
        case ("absent", "none"):
            if all(owner != seat for owner, _, _ in desk.away):
                raise IllegalMove("you have told of no absence", "leave the line out")
            return desk._replace(away=desk.others("away", seat)), Event("present", seat)
        case ("absent", first, last):
            if last < today:
                raise IllegalMove(f"{last} is past", "tell of an absence before it begins")
            first = max(first, today)
            to_come = [away for away in desk.away if away.seat != seat or away.last >= today]
            away = tuple(sorted({*to_come, Away(seat, first, last)}))
            if sum(owner == seat for owner, _, _ in away) > MOST_AWAY:
                hint = f"at most {MOST_AWAY} are kept; `absent none` forgets all"
                raise IllegalMove("that is too many absences", hint)
            return desk._replace(away=away), Event("absent", seat, words={"first": first, "last": last})
        case ("extension", hours):
            if desk.clock(seat) is None:
                raise IllegalMove("no deadline of yours is running", "ask when it is your turn")
            asked = tuple(sorted((*desk.others("extensions", seat), Extension(seat, int(hours)))))
            return desk._replace(extensions=asked), Event("extension-asked", seat, words={"hours": int(hours)})
        case (("language" | "zone" | "sheet" | "letters") as what, value):
            own = PACE if what == "letters" and _PACE.fullmatch(value) else "proof" if value == "proof" else what
            gone = (own, "proof") if value == "plain" else (own,)
            others = [wish for wish in desk.wishes if wish.seat != seat or wish.what not in gone]
            wishes = tuple(others) if value in _BACK else tuple(sorted([*others, Wish(seat, own, value)]))
            return desk._replace(wishes=wishes), Event("wish", seat, words={"what": what, "value": value})
        case ("cancel",):
            rest = desk.others("kept", seat)
            if len(rest) == len(desk.kept):
                raise IllegalMove("you have sent no orders ahead", "leave the line out")
            return desk._replace(kept=rest), Event("cancelled", seat, words={"count": len(desk.kept) - len(rest)})
        case ("extend", _, hours):
            clock = desk.clock(seat)
            if clock is None:
                raise IllegalMove("no deadline of that player is running", "`postfox desk` shows which are")
            due = stamp(moment(clock.due) + timedelta(hours=int(hours)))
            later = clock._replace(due=due, extra=clock.extra + int(hours), reminded=False, running=False)
            clocks = tuple(later if other is clock else other for other in desk.clocks)
            desk = desk._replace(clocks=clocks, extensions=desk.others("extensions", seat))
            return desk, Event("extended", seat, words={"hours": int(hours)})
        case ("deny", _):
            asked = desk.others("extensions", seat)
            if asked == desk.extensions:
                raise IllegalMove("that player has asked for nothing", "`postfox desk` shows what is asked")
            return desk._replace(extensions=asked), Event("denied", seat)
    raise AssertionError(words)


def manage(desk: Desk, words: tuple[str, ...]) -> tuple[Desk, Event]:
    """What an order of the referee about the whole match makes of the desk. Raises IllegalMove."""
    match words:
        case ("hold",):
            if desk.held:
                raise IllegalMove("the match is on hold already", "`resume` goes on")
            return desk._replace(held=True, clocks=()), Event("held")
        case ("resume",):
            if not desk.held:
                raise IllegalMove("the match is not on hold", "`hold` stops it")
            return desk._replace(held=False), Event("resumed")
        case ("spectator", way, address):
            known = {other.casefold(): other for other in desk.spectators}
            if way == "off" and known.pop(address.casefold(), None) is None:
                raise IllegalMove(f"{address} is no spectator", "leave the line out")
            if way == "on":
                known.setdefault(address.casefold(), address)
            if len(known) > MOST_SPECTATORS:
                raise IllegalMove("that is too many spectators", f"at most {MOST_SPECTATORS}")
            event = Event("spectator-on" if way == "on" else "spectator-off")
            return desk._replace(spectators=tuple(sorted(known.values()))), event
    raise AssertionError(words)


def spoken(desk: Desk, terms: Terms, seat: int, day: str, words: int) -> Desk:
    """The desk after a message of so many words to other players. Raises IllegalMove where the terms allow no more."""
    if terms.messages is None and terms.words is None:
        return desk
    before = next((other for other in desk.spoken if other.seat == seat and other.day == day), Spoken(seat, day, 0, 0))
    now = Spoken(seat, day, before.messages + 1, before.words + words)
    for count, most, what in ((now.messages, terms.messages, "messages"), (now.words, terms.words, "words")):
        if most is not None and count > most:
            reason = f"in this match a player may write at most {most} {what} a day, and this would be {count}"
            raise IllegalMove(reason, "`say referee: ...` is always delivered; write to the others tomorrow")
    return desk._replace(spoken=tuple(sorted((*desk.others("spoken", seat), now))))


def next_kept(desk: Desk, turns: Mapping[int, int]) -> int | None:
    """The first of the seats that may act now, each with the turn it has come to, that has sent orders ahead for it."""
    if desk.held:
        return None
    come = {kept.seat for kept in desk.kept if kept.turn in (0, turns.get(kept.seat))}
    return next((seat for seat in turns if seat in come), None)
