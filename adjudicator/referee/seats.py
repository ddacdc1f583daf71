"""Who speaks: the seat a file is for, whom a message is to, a new address, a question in plain words. Pure."""

import re
from itertools import islice
from unicodedata import normalize

from adjudicator.core import IllegalMove, NotationError, OrderError
from adjudicator.core.game import Game, seat_letter, situation
from adjudicator.referee.orders import Order, Orders
from adjudicator.referee.records import REFEREE, Asked, Match, Post, Refusal, Seat, Standing
from printables.core import OptionError, meant

ALL, THE_REFEREE = "all", "referee"  # whom a message may be for, besides names
_NAMED = re.compile(r"(?P<letter>[a-z]{1,2}): *(?P<action>.*)", re.IGNORECASE)
QUESTION = "question"  # what was asked for, in the log; and the kind of the event that tells its writer
# What concerns only the player it happens to (and the referee), as kinds of events.
_OF_ORDERS = ("cancelled", "kept", "kept-until", "would", "would-throw", QUESTION)
_OF_TIME = ("extension-asked", "denied", "reminded", "bank-runs")
PRIVATE = frozenset(("wish", "spectator-on", "spectator-off", *_OF_ORDERS, *_OF_TIME))
FEWEST = 3  # words of a question: what is shorter is nearer to an order
LOOKED = 200  # legal actions whose first words are known


class SeatError(OrderError):
    """An order of somebody who may not give it now."""

    kind = "seat"


def to_act(game: Game, standing: Standing) -> tuple[int, ...]:
    """The seats that may act now: nobody while a roll waits."""
    idle = standing.state is None or standing.outcome or standing.waits
    return () if idle else situation(game, standing.state).acting


def seated(match: Match, standing: Standing) -> Match:
    """The match as it is now: substitutes by their own names, everybody with the newest address, the terms in force."""
    if not (standing.desk.names or standing.addresses or standing.desk.terms):
        return match
    names = standing.desk.names or tuple(seat.name for seat in match.seats)
    seats = zip(match.seats, names, addresses(match, standing), strict=True)
    now = tuple(Seat(name, address, was.bot if name == was.name else "") for was, name, address in seats)
    return match._replace(seats=now, terms=standing.desk.terms or match.terms)


def speaker(match: Match, game: Game, standing: Standing, orders: Orders, post: Post | None) -> int:
    """Whose file it is: of its sender's seats, the one that its `player` line names if need be. Raises SeatError."""
    may = range(len(match.seats)) if post is None else post.seats
    names = ", ".join(_who(match, seat) for seat in may)
    if orders.player is not None:
        seat = find_seat(match, orders.player)
        if seat is None:
            raise SeatError(f"nobody here is called {orders.player!r}", f"the players are {names}")
        if seat in may:
            return seat
        hint = "leave the `player` line out: the sender's address says whose orders they are"
        raise SeatError(f"the file says it is of {match.seats[seat].name}, the mail is from {names}", hint)
    if len(may) == 1:
        return may[0]
    acting = [seat for seat in to_act(game, standing) if seat in may]
    if len(acting) == 1:
        return acting[0]
    raise SeatError("the file does not say whose it is", f"add a line `player NAME`; the players are {names}")


def find_seat(match: Match, text: str) -> int | None:
    """The seat of that name (in any case) or letter."""
    wanted, names = text.strip().casefold(), [seat.name.casefold() for seat in match.seats]
    letters = [seat_letter(number).casefold() for number in range(len(names))]
    return next((known.index(wanted) for known in (names, letters) if wanted in known), None)


def named(match: Match, text: str) -> int:
    """The seat that --for names. Raises OptionError."""
    found = find_seat(match, text)
    if found is None:
        hint = meant(text, [seat.name for seat in match.seats], "the players are")
        raise OptionError(f"nobody here is called {text[:40]!r}", hint, "--for")
    return found


def check_name(name: str, seat: int, seats: int) -> None:
    """Raises NotationError for a name of a player that means somebody else in a move file, or holds an address."""
    others = [seat_letter(other).casefold() for other in range(seats) if other != seat]
    if name.casefold() in (ALL, THE_REFEREE, *others):
        raise NotationError(f"{name!r} means others in a move file", "give another name")
    if "@" in name:
        parts = name.split()
        address = next(part for part in parts if "@" in part)
        plain = " ".join(part for part in parts if part != address) or "NAME"
        raise NotationError(f"{name!r} holds an address", f'put it in angle brackets: "{plain} <{address}>"')


def addressees(match: Match, order: Order, seat: int) -> tuple[int, ...]:
    """Whom a message is for. Raises NotationError for a name that nobody has."""
    if order.to.casefold() == ALL:
        return tuple(other for other in range(len(match.seats)) if other != seat)
    seats = set()
    for name in order.to.split(","):
        found = find_seat(match, name)
        if found is None and name.strip().casefold() == THE_REFEREE and seat != REFEREE:
            found = REFEREE
        if found is None:
            names = ", ".join(other.name for other in match.seats)
            raise NotationError(f"nobody here is called {name.strip()!r}", f"say to {names}, to all or to the referee")
        seats.add(found)
    return tuple(sorted(seats))


def _who(match: Match, seat: int) -> str:
    return f"{match.seats[seat].name} ({seat_letter(seat)})"


def _unnamed(match: Match, text: str, seat: int) -> str:
    """The text of an action without its seat's letter. Raises SeatError for another's, NotationError for nobody's."""
    if not (named := _NAMED.fullmatch(text)):
        return text
    other = find_seat(match, named["letter"])
    if other == seat:
        return named["action"]
    if other is None:
        reason = f"{text[:40]!r}: there is no seat {named['letter'].upper()}"
        raise NotationError(reason, "leave out what stands before the colon")
    raise SeatError(f"{text[:40]!r} is for {_who(match, other)}, and {_who(match, seat)} sends it", "write your own")


def own(match: Match, game: Game, standing: Standing, text: str, seat: int) -> str:
    """The text of an action as the game reads it: with the seat's letter where it is not plain whose it is."""
    letter, text = seat_letter(seat), _unnamed(match, text, seat)
    acting = to_act(game, standing)
    lettered = (seat in acting and len(acting) > 1) or text.lower().startswith("if ")
    return f"{letter}: {text}" if lettered else text


def check(match: Match, game: Game, standing: Standing, text: str, seat: int) -> None:
    """Raises SeatError for an action, other than a standing answer, of a seat that may not act now."""
    acting = to_act(game, standing)
    if seat not in acting and not _unnamed(match, text, seat).lower().startswith("if "):
        may = " and ".join(match.seats[other].name for other in acting)
        raise SeatError(f"it is not the turn of {match.seats[seat].name}", f"{may} may act now")


def addresses(match: Match, at: Standing) -> tuple[str, ...]:
    """The seats' mail addresses then, in seat order; "" for a seat that has none."""
    return at.addresses or tuple(seat.address for seat in match.seats)


def address(match: Match, standing: Standing, text: str, seat: int, *, vouched: bool) -> Standing:
    """Where a match stands after a seat's `address` order. A new address waits until it is confirmed, or until the
    present one is asked for, which takes it back; `vouched`: the order comes from that address. Raises IllegalMove."""
    now = addresses(match, standing)
    asked = {waiting.seat: waiting for waiting in standing.asked}
    if text != "confirm":
        if text.casefold() != now[seat].casefold():
            asked[seat] = Asked(seat, text)
        elif asked.pop(seat, None) is None:
            raise IllegalMove(f"{text} is your address already", "leave the line out")
        return standing._replace(asked=tuple(sorted(asked.values())))
    if seat not in asked:
        raise IllegalMove("no new address waits to be confirmed", "`address NEW` asks for one")
    if not vouched:
        raise IllegalMove("a new address is confirmed by a mail from it", "answer the mail that was sent there")
    changed = (*now[:seat], asked.pop(seat).address, *now[seat + 1 :])
    return standing._replace(addresses=changed, asked=tuple(sorted(asked.values())))


def normal(address: str) -> str:
    """An address as it is compared: in one case, the domain as the network knows it."""
    name, _, domain = address.strip().rpartition("@")
    labels = _folded(domain).split(".")  # in ASCII as IDNA 2008 has them
    known = (one if one.isascii() else f"xn--{normalize('NFKC', one).encode('punycode').decode()}" for one in labels)
    return f"{_folded(name)}@{'.'.join(known)}"


def _folded(text: str) -> str:
    """In one case, without making one of letters that differ: ASCII has no case but its own, and ß is no ss."""
    return normalize("NFC", "".join(c.lower() if c.isascii() or not c.lower().isascii() else c for c in text))


def plain(game: Game, standing: Standing, orders: Orders, refusals: list[Refusal]) -> bool:
    """Whether a refused file is a question: a line of it asks, and no line is an order or begins like one."""
    if orders.check or orders.problems or not refusals or any(order.kind != "action" for order in orders.orders):
        return False
    unread = {refusal.line for refusal in refusals}
    if standing.state is not None and any(order.line not in unread for order in orders.orders):
        return False
    actions = () if standing.state is None else islice(situation(game, standing.state).legal(), LOOKED)
    verbs = {next((word for word in action.split() if not word.endswith(":")), "").lower() for action in actions}
    lines = [order.text.split() for order in orders.orders]
    asks = any(line[-1].endswith("?") and len(line) >= FEWEST for line in lines)
    return asks and not any(line[0].lower() in verbs for line in lines)
