"""Match + orders -> what happened: the only place where rules run. Pure: no file, clock or network.

`begin` starts play, `adjudicate` carries out a move file, `redo` carries out a line of the log again. All return a
Ruling: the log line to write and where the match then stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.dice import RecordingDice, ScriptedDice, VerifiableDice, entropy
from adjudicator.errors import DiceError, IllegalMove, NotationError, OrderError
from adjudicator.game import Dice, Event, Game, Outcome, Step
from adjudicator.orders import Order, Orders
from adjudicator.records import (
    CODE,
    Done,
    Entry,
    MailRecord,
    Match,
    Post,
    Refusal,
    Say,
    Standing,
    Throw,
    canonical,
    digest,
)
from adjudicator.seats import SeatError, address, addressees, own, speaker
from adjudicator.seats import check as check_seat

BEGIN = "begin"


class OrderFault(OrderError):
    """The rules themselves failed on an order: a fault of the program, reported as a refusal."""

    kind = "fault"


class StaleError(OrderError):
    """An order for a turn that is over, or has not come."""

    kind = "stale"


class OverError(OrderError):
    """An order for a match that has ended, or has not begun."""

    kind = "over"


@dataclass(frozen=True, slots=True)
class Links:
    """The dice of a match by links of its chain: `link(k)` gives link k. Raises DiceError where the chain ends."""

    link: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Table:
    """Dice thrown by hand at a table: the values the referee entered."""

    dice: ScriptedDice


Source = Links | Table


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of a file: the line for the log (its letters not written yet) and where the match then stands."""

    entry: Entry
    standing: Standing


def turn_of(standing: Standing) -> int:
    """The turn now to be played; 0 before play begins."""
    return 0 if standing.state is None else int(standing.state.turn)


def state_json(standing: Standing) -> str:
    """The canonical JSON of the state; "" before play begins."""
    return "" if standing.state is None else canonical(standing.state.model_dump(mode="json"))


def options_of(match: Match, game: Game) -> Any:
    """The match's options as the game's own model."""
    return game.Options.model_validate(match.options)


def begin(match: Match, game: Game, words: tuple[str | None, ...], source: Source, match_hash: str) -> Ruling:
    """The first line of a match: play begins, or waits for its players to join. Raises DiceError (table dice).

    The line names match.json and `match_hash`, its SHA-256, so that the log vouches for the match's terms.
    """
    table = _Table(match, game, Standing(words), source)
    if not match.joining:
        table.begin()
    return table.ruling(None, "match.json", match_hash)


def adjudicate(
    match: Match, game: Game, standing: Standing, orders: Orders, source: Source, post: Post | None = None
) -> Ruling:
    """Carry out a move file. Nothing is raised for what a player may write; DiceError where table dice do not fit.

    `post`: the file came by mail, and its sender may speak for those seats only.
    """
    mail = post.mail if post else None
    table = _Table(match, game, standing, source, mail)
    seat = post.seats[0] if post else None  # whoever sent a mail is answered, whatever it says
    try:
        seat = speaker(match, game, standing, orders, post)
        refusals = [Refusal(p.line, "notation", p.message, p.hint) for p in orders.problems]
        _check_headers(match, standing, orders)
        refusals += _unreadable(match, game, standing, orders, seat)
    except OrderError as error:
        line = orders.player_line if isinstance(error, SeatError) else orders.turn_line
        unread = [Refusal(p.line, "notation", p.message, p.hint) for p in orders.problems]
        refusals = [*unread, Refusal(line, error.kind, error.reason, error.hint)]
    table.refusals.extend(sorted(refusals, key=lambda refusal: refusal.line))
    if not refusals and seat is not None:
        # A word counts for a `join` of the same file wherever it stands: the join may begin play.
        for order in sorted(orders.orders, key=lambda order: standing.state is not None or order.kind != "word"):
            try:
                table.carry_out(order, seat)
            except OrderError as error:
                table.refusals.append(Refusal(order.line, error.kind, error.reason, error.hint))
                break
    return table.ruling(seat, orders.source, orders.hash)


def redo(match: Match, game: Game, standing: Standing, entry: Entry, source: Source) -> Ruling:
    """Carry out again what a log line says was done. Raises OrderError or DiceError where that cannot be."""
    table = _Table(match, game, standing, source, entry.mail)
    table.refusals.extend(entry.refusals)
    for done in entry.done:
        if done.order == BEGIN:
            if table.standing.state is None:  # the last to join has set it up already
                table.begin()
        elif entry.seat is None:
            raise OverError(f"nobody gave the order {done.order!r}")
        else:
            table.carry_out(_logged(done), entry.seat)
    table.says.extend(entry.says)
    return table.ruling(entry.seat, entry.source, entry.source_hash)


def _logged(done: Done) -> Order:
    keyword, _, rest = done.order.partition(" ")
    if keyword in ("join", "resign"):
        return Order(done.line, "join" if keyword == "join" else "resign", keyword)
    if keyword == "address":
        return Order(done.line, "address", rest)
    if keyword in ("word", "draw"):
        return Order(done.line, "word" if keyword == "word" else "draw", rest)
    return Order(done.line, "action", done.order)


class _Table:
    """One ruling in the making: the standing as it changes, and what is to be logged."""

    def __init__(
        self, match: Match, game: Game, standing: Standing, source: Source, mail: MailRecord | None = None
    ) -> None:
        self.match, self.game, self.source, self.mail = match, game, source, mail
        self.standing = standing
        self.done: list[Done] = []
        self.refusals: list[Refusal] = []
        self.says: list[Say] = []

    def ruling(self, seat: int | None, source: str, source_hash: str) -> Ruling:
        standing = replace(self.standing, lines=self.standing.lines + 1)
        state = state_json(standing)
        entry = Entry(
            n=standing.lines - 1,
            seat=seat,
            source=source,
            source_hash=source_hash,
            done=tuple(self.done),
            refusals=tuple(self.refusals),
            says=tuple(self.says),
            turn=turn_of(standing),
            state=digest(state.encode()) if state else "",
            outcome=standing.outcome,
            words=standing.words,
            offers=standing.offers,
            addresses=standing.addresses,
            asked=standing.asked,
            mail=self.mail,
        )
        return Ruling(entry, standing)

    def begin(self) -> None:
        """Play begins: the words are fixed, the game is set up."""
        self.standing = replace(self.standing, words=tuple(word or "" for word in self.standing.words))
        options = options_of(self.match, self.game)
        with self._step(BEGIN, 0) as dice:
            self._set(self.game.start(options, len(self.match.seats), dice))

    def carry_out(self, order: Order, seat: int) -> None:
        """One order. Raises OrderError; then nothing has changed."""
        if order.kind == "say":
            self.says.append(Say(seat, addressees(self.match, order, seat), order.text))
        elif order.kind in ("join", "word"):
            self._join(order, seat)
        elif order.kind == "address":
            vouched = self.mail is None or self.mail.proof == CODE
            self.standing = address(self.match, self.standing, order.text, seat, vouched=vouched)
            self.done.append(Done(f"address {order.text}", order.line, ()))
        elif self.standing.state is None:
            raise OverError("play has not begun", "send `join` first; play begins when everybody has")
        elif self.standing.outcome is not None:
            raise OverError("the match is over", "only `say` lines are still delivered")
        elif order.kind == "resign":
            self._resign(order, seat)
        elif order.kind == "draw":
            self._draw(order, seat)
        else:
            self._action(order, seat)

    def _action(self, order: Order, seat: int) -> None:
        check_seat(self.game, self.standing, order.text, seat)
        text = own(self.game, self.standing, order.text, seat)
        state = self.standing.state
        with _rules():
            action = self.game.parse(text, state)
            written = self.game.format(action, state)
        with self._step(written, order.line) as dice:
            self._set(self.game.apply(state, action, dice))
        self.standing = replace(self.standing, offers=tuple(offer for offer in self.standing.offers if offer == seat))

    def _join(self, order: Order, seat: int) -> None:
        words = list(self.standing.words)
        if self.standing.state is not None:
            raise OverError("play has begun, the dice words are fixed", f"leave the line `{order.text}` out")
        if order.kind == "word":
            words[seat] = order.text
            written = f"word {order.text}"
        else:
            words[seat] = words[seat] or ""
            written = "join"
        joined = self.standing.words[seat] is None
        self.standing = replace(self.standing, words=tuple(words))
        self.done.append(Done(written, order.line, (Event("joined", seat),) if joined else ()))
        if all(word is not None for word in words) and order.kind == "join":
            self.begin()

    def _resign(self, order: Order, seat: int) -> None:
        seats = range(len(self.match.seats))
        if len(seats) > 2:
            raise IllegalMove("with more than two players nobody can end the match alone", "play on, or agree a draw")
        outcome = Outcome("resigned", tuple(other for other in seats if other != seat))
        self.standing = replace(self.standing, outcome=outcome)
        self.done.append(Done("resign", order.line, (Event("resigned", seat),)))

    def _draw(self, order: Order, seat: int) -> None:
        others = [other for other in range(len(self.match.seats)) if other != seat]
        if not others:
            raise IllegalMove("alone nobody can agree a draw", "`resign` ends the match")
        if order.text == "offer":
            offers = tuple(sorted({*self.standing.offers, seat}))
            event = Event("draw-offered", seat)
        elif any(other in self.standing.offers for other in others):
            offers = tuple(sorted({*self.standing.offers, seat}))
            event = Event("draw-accepted", seat)
        else:
            raise IllegalMove("no draw is offered", "`draw offer` offers one")
        agreed = len(offers) == len(self.match.seats)
        self.standing = replace(
            self.standing, offers=offers, outcome=Outcome("draw-agreed") if agreed else self.standing.outcome
        )
        self.done.append(Done(f"draw {order.text}", order.line, (event,)))

    def _set(self, step: Step) -> None:
        self.standing = replace(self.standing, state=step.state, outcome=self.game.outcome(step.state))
        self._events = step.events

    @contextmanager
    def _step(self, order: str, line: int) -> Iterator[Dice]:
        """The dice of one order; when it is done it is recorded, with the link if dice were thrown."""
        k = self.standing.links + 1
        dice = RecordingDice(_dice(self.source, k, self.match.id, self.standing.words))
        with _rules():
            yield dice
        throws = tuple(Throw(*throw) for throw in dice.throws)
        link = ""
        if throws and isinstance(self.source, Links):
            link = self.source.link(k).hex()
            self.standing = replace(self.standing, links=k, link=link)
        self.done.append(Done(order, line, self._events, throws, k if link else 0, link))


class _Late:
    """Verifiable dice whose link is looked up at the first throw: where none falls, the chain is not built."""

    def __init__(self, link: Callable[[int], bytes], k: int, entropy: bytes) -> None:
        self._link, self._k, self._entropy = link, k, entropy
        self._dice: VerifiableDice | None = None

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if self._dice is None:
            self._dice = VerifiableDice(self._link(self._k), self._entropy)
        return self._dice.throw(count, sides, why)


def _dice(source: Source, k: int, match_id: str, words: tuple[str | None, ...]) -> Dice:
    if isinstance(source, Table):
        return source.dice
    return _Late(source.link, k, entropy(match_id, [word or "" for word in words]))


@contextmanager
def _rules() -> Iterator[None]:
    """The one place where exceptions of rules end: a bad order stays one, anything else becomes an OrderFault."""
    try:
        yield
    except (OrderError, DiceError):
        raise
    except Exception as error:
        raise OrderFault(
            f"the referee's rules failed ({type(error).__name__}: {error})",
            "nothing was changed; this is a fault of Postfox, please report it with the match's log",
        ) from error


def _check_headers(match: Match, standing: Standing, orders: Orders) -> None:
    if orders.match is not None and orders.match.casefold() != match.id.casefold():
        raise StaleError(f"the file is for match {orders.match!r}", f"this is {match.id}")
    turn = turn_of(standing)
    if orders.turn is not None and orders.turn < turn:
        raise StaleError(f"turn {orders.turn} is over", f"it is turn {turn}")
    if orders.turn is not None and orders.turn > turn:
        raise StaleError(f"turn {orders.turn} has not come", f"it is turn {turn}")


def _unreadable(match: Match, game: Game, standing: Standing, orders: Orders, seat: int) -> list[Refusal]:
    """Lines that no position could make sense of: they refuse the whole file before anything is applied."""
    refusals = []
    joins = any(order.kind == "join" for order in orders.orders)
    for order in orders.orders:
        try:
            if order.kind == "say":
                addressees(match, order, seat)
            elif order.kind == "word" and standing.words[seat] is None and not joins:
                raise NotationError("a dice word comes with a `join`", "send both lines in one file")
            elif order.kind == "action" and standing.state is not None:
                with _rules():
                    game.parse(own(game, standing, order.text, seat), standing.state)
        except NotationError as error:
            refusals.append(Refusal(order.line, error.kind, error.reason, error.hint))
        except OrderError:
            continue
    if not orders.orders and not orders.problems:
        refusals.append(Refusal(0, "notation", "the file has no order", "write what you do, one order a line"))
    return refusals
