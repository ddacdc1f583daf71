"""What the referee itself does in a match: its orders, what a deadline or a round brings, a log line anew. Pure."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import islice
from typing import cast

from adjudicator.core import DiceError, IllegalMove, NotationError, OrderError
from adjudicator.core.codec import digest
from adjudicator.core.game import PLAYED_FOR, Dice, Event, Game, GameState, Outcome, Step, seat_letter, unlettered
from adjudicator.dice import Blind, ScriptedDice, Unseen
from adjudicator.dice.beacon import NAME
from adjudicator.referee import admin, amendment, clocks, records
from adjudicator.referee.chance import Links, Source
from adjudicator.referee.orders import Kind, Order, Orders, typed
from adjudicator.referee.records import Done, Entry, Match, OverError, Refusal, Standing
from adjudicator.referee.ruling import Draft, Ruling, StaleError, rules, turn_of
from adjudicator.referee.seats import addresses, check_name, find_seat, own, seated, to_act
from adjudicator.referee.terms import Terms, bot as bot_named, moment
from printables.core import meant

SUBSTITUTE = "substitute"
COMMANDED = "referee"  # what the log calls the source of the referee's own orders
MOST_DRAWN = 65_536  # actions among which a late player's is drawn: the first so many
BYTE = 256
Turn = tuple[int, Standing]  # the line of the log at which one began, and the standing before it
Before = Callable[[int], Standing]
Bot = Callable[[int], str]  # the action of the bot that plays for a seat which is late


class RefereeDraft(Draft):
    """A ruling on what the referee orders, too."""

    def command(self, order: Order, back: Turn | None) -> None:
        """An order of the referee. Raises OrderError; then nothing has changed."""
        if order.kind == "say":
            return self.say(order, records.REFEREE)
        undo = order.kind == records.UNDO
        records.check_wait(self.standing.waits, order.kind if undo else order.text.partition(" ")[0].lower())
        if undo:
            if back is None:
                raise IllegalMove("there is no turn to take back", "nothing has been played")
            return self.undo(*back, order.line)
        words = admin.read(order.text)
        if words[0] == SUBSTITUTE:
            return self._substitute(order, *words[1:])
        if words[0] in admin.ENDINGS:
            return self.end(order.text, order.line)
        if words[0] in ("extend", "deny"):
            changed = admin.change(self.standing.desk, words, self._seat(words[1]))
        elif words[0] == admin.TERMS:
            changed = self._amended(words[1], words[2])
        else:
            changed = admin.manage(self.standing.desk, words)
        self.note(order, words[0], *changed)

    def _seat(self, who: str) -> int:
        seat = find_seat(self.match, who)
        if seat is None:
            near = meant(who.strip().casefold().title(), [one.name for one in self.match.seats], "the players are")
            raise NotationError(f"nobody here is called {who.strip()!r}", near)
        return seat

    def _amended(self, what: str, value: str) -> tuple[admin.Desk, Event]:
        """The desk with a term changed; where that moves deadlines, whoever is to move has the whole time anew."""
        if self.standing.outcome is not None:
            raise OverError("the match is over", "its terms matter no more")
        terms, event = amendment.changed(self.match.terms or Terms(), what, value)
        if terms == (self.match.terms or Terms()):
            raise IllegalMove(f"the terms say `{what} {value}` already", "leave the order out")
        self.match, desk = self.match._replace(terms=terms), self.standing.desk._replace(terms=terms)
        desk = desk._replace(clocks=()) if what in amendment.OF_CLOCKS else desk
        if what == "bank":  # of which nobody has used anything
            self.before, desk = self.before._replace(desk=admin.Desk()), desk._replace(banks=())
        return desk, event

    def end(self, text: str, line: int) -> None:
        """The referee ends the match: without a result, with winners, or drawn. Raises OrderError."""
        kind, *rest = admin.read(text)
        if self.standing.outcome is not None:
            raise OverError("the match is over", "`undo` takes its end back")
        paid: tuple[Event, ...] = ()
        if kind == admin.ABANDON:
            self.standing = self.standing._replace(outcome=Outcome("abandoned"))
        elif self.standing.state is None:
            raise OverError("play has not begun", "`abandon` ends the match without a result")
        elif kind == admin.AWARD:
            winners = tuple(sorted({self._seat(name) for name in rest[0].split(",")}))
            if 1 < len(winners) == len(self.match.seats):
                raise IllegalMove("that is everybody", "`declare draw` ends the match with no winner")
            paid = self._settle(Outcome("awarded", winners))
        else:
            paid = self._settle(Outcome("draw-declared"))
        self.standing = self.standing._replace(waits=None)
        self.done.append(Done(kind, text, line, (Event("ended"), *paid)))

    def _substitute(self, order: Order, who: str, name: str, mail: str) -> None:
        seat = self._seat(who)
        names = [other.name for other in self.match.seats]
        check_name(name, seat, len(names))
        if any(name.casefold() == other.casefold() for other in names):
            raise IllegalMove(f"{name} plays here already", "a substitute is somebody else")
        if self.match.proof != "address" and not mail:
            raise IllegalMove(f"{name} has no mail address", "write `substitute Bob: Carl <carl@example.org>`")
        known = list(addresses(self.match, self.standing))
        event = Event("substituted", seat, words={"other": names[seat], "name": name})
        names[seat], known[seat] = name, mail
        desk = self.standing.desk.without(seat)._replace(names=tuple(names))
        self.standing = vacated(self.standing, seat)._replace(addresses=tuple(known), desk=desk)
        self.done.append(Done(SUBSTITUTE, order.text, order.line, (event,)))

    def undo(self, line: int, back: Standing, at_line: int) -> None:
        """Take back what was played since a line of the log; thrown dice stay used, orders sent ahead are forgotten."""
        now = self.standing.desk
        ended = only_ended(self.game, back, self.standing)
        events = [Event("reopened") if ended else Event("undone", words={"turn": self._undone(back)})]
        for seat in range(len(self.match.seats)):
            if count := sum(kept.seat == seat for kept in now.kept):
                events.append(Event("cancelled", seat, words={"count": count}))
        desk = now._replace(clocks=(), kept=(), late=back.desk.late)
        self.standing = self.standing._replace(state=back.state, outcome=back.outcome, offers=(), desk=desk)
        self.done.append(Done(records.UNDO, "", at_line, tuple(events), back=line))

    def _undone(self, back: Standing) -> int:
        """The turn that is taken back: that of the seat whose turn it was, where each is at a turn of its own."""
        seats, view = range(len(self.match.seats)), self.game.view
        turns = ((int(view(back.state, one).turn), int(view(self.standing.state, one).turn)) for one in seats)
        return next((then for then, now in turns if then != now), turn_of(back))

    def remind(self, clock: admin.Clock) -> None:
        """Say that a seat's time runs out, or that its bank runs; each once for each clock."""
        terms, desk = self.match.terms, self.standing.desk
        late = moment(self.at) >= moment(clock.due) + timedelta(hours=terms.grace if terms else 0)
        told = clock._replace(reminded=True, running=late and bool(clock.bank))
        clocks = tuple(told if other == clock else other for other in desk.clocks)
        self.standing = self.standing._replace(desk=desk._replace(clocks=clocks))
        event = Event("reminded", clock.seat, words={"due": clock.due})
        if told.running and terms:
            event = Event("bank-runs", clock.seat, words={"hours": desk.bank(terms, clock.seat)})
        self.done.append(Done(records.REMIND, events=(event,), seat=clock.seat))

    def late(self, seat: int, bot: Bot) -> None:
        """When a seat's time ends: the match's policy; `bot`: the bot's action. Raises StaleError before that."""
        terms, now = self.match.terms, self.standing.desk
        clock = now.clock(seat)
        if terms is None or clock is None or moment(self.at) < clocks.ends(terms, clock):
            raise StaleError(f"the time of {seat_letter(seat)} has not run out")
        count, policy = now.lateness(seat) + 1, terms.late
        # Its clock starts anew unless the turn goes on without it.
        counts = tuple(sorted((*now.others("late", seat), admin.Late(seat, count))))
        self.standing = self.standing._replace(desk=now._replace(late=counts, clocks=now.others("clocks", seat)))
        if policy == "forfeit" and count < terms.after:
            policy = "wait"
        winners = tuple(other for other in range(len(self.match.seats)) if other != seat)
        missed = Done(records.LATE, events=(Event("late", seat, words={"count": count}),), seat=seat)
        if self.standing.state is None:  # the first roll waited for this seat's link
            self.done.append(missed)
            self.begin_if_ready()
        elif policy == "forfeit" and len(winners) < 2:
            self.standing = self.standing._replace(outcome=Outcome("forfeited", winners))
            self.done.append(missed._replace(events=(missed.events[0]._replace(kind="forfeited"),)))
        elif policy == "wait" or isinstance(self.source, ScriptedDice):  # nobody is there to throw
            self.done.append(missed)
        else:
            chosen = bot(seat) if bot_named(policy) else "pass" if policy == "pass" else ""
            try:
                if not self.play_for(seat, chosen):
                    self.done.append(missed)
            except Unseen:
                self.done.append(missed._replace(text=chosen if bot_named(policy) else ""))
                self.wait("late", seat, (chosen,) if chosen else ())

    def play_for(self, seat: int, chosen: str) -> bool:
        """Play for a late seat: what is `chosen`, or an action drawn from all that are legal; whether there was one."""
        state, done = self.standing.state, Done(records.LATE, seat=seat)
        words: dict[str, str | int] = {"count": self.standing.desk.lateness(seat)}
        if name := bot_named(self.match.terms.late if self.match.terms else ""):
            done, words = done._replace(text=chosen), {**words, "bot": name}
        try:
            with self.step(done) as dice:
                if (by_rule := self.game.stand_in(state, dice)) is not None:
                    action = by_rule
                elif chosen:
                    action = self.game.parse(own(self.match, self.game, self.standing, chosen, seat), state)
                else:
                    action = _drawn(self.game, state, seat, dice, several=len(to_act(self.game, self.standing)) > 1)
                text = unlettered(self.game.format(action, state), seat)
                step = self.game.apply(state, action, dice)
                self.set(Step(step.state, (Event(PLAYED_FOR, seat, words={**words, "order": text}), *step.events)))
        except (NotationError, IllegalMove):
            return False
        return True


def vacated(standing: Standing, seat: int) -> Standing:
    """Without the draw that a seat's player offered, the new address that player asked for, and the player's pad."""
    asked = tuple(asked for asked in standing.asked if asked.seat != seat)
    offers = tuple(offer for offer in standing.offers if offer != seat)
    return standing._replace(asked=asked, offers=offers, pads=records.dropped(standing.pads, seat))


def only_ended(game: Game, before: Standing, after: Standing) -> bool:
    """Whether nothing lies between but that the players, the referee or a deadline ended the match."""
    if before.outcome is not None or after.outcome is None:
        return False
    if before.state is None or after.state == before.state:
        return bool(after.state == before.state)
    with rules():
        return bool(game.settle(before.state, after.outcome.winners).state == after.state)


def _drawn(game: Game, state: GameState, seat: int, dice: Dice, *, several: bool) -> object:
    """An action of a seat, each of the first MOST_DRAWN equally likely. Raises IllegalMove if it has none."""
    letter, legal = f"{seat_letter(seat)}: ", islice(game.moves(state), MOST_DRAWN)
    actions = [action for action in legal if not several or game.format(action, state).startswith(letter)]
    if not actions:
        raise IllegalMove("there is no legal action")
    if len(actions) == 1:
        return actions[0]
    if len(actions) <= BYTE:
        return actions[dice.throw(1, len(actions), "a late player's action")[0] - 1]
    whole = BYTE * BYTE - BYTE * BYTE % len(actions)
    while True:
        high, low = dice.throw(2, BYTE, "a late player's action")
        if (number := (high - 1) * BYTE + low - 1) < whole:
            return actions[number % len(actions)]


def command(match: Match, game: Game, standing: Standing, orders: Orders, at: str, back: Sequence[Turn] = ()) -> Ruling:
    """Carry out the referee's own orders. `back`: the turns that each `undo` takes back, the latest first."""
    draft = RefereeDraft(match, game, standing, Blind(), at=at)
    draft.refusals = [Refusal(p.line, "notation", p.message, p.hint) for p in orders.problems]
    if not orders.orders and not orders.problems:
        draft.refusals = [Refusal(0, "notation", "there is no order here", 'for example "extend Anna 2 days"')]
    turns = iter(back)
    for order in () if orders.problems else orders.orders:
        try:
            draft.command(order, next(turns, None) if order.kind == records.UNDO else None)
        except OrderError as error:
            draft.refusals.append(Refusal(order.line, error.kind, error.reason, error.hint, typed(order)))
            break
    return draft.ruling("referee", orders.source, orders.hash)


def tick(match: Match, game: Game, standing: Standing, source: Source, at: str, bot: Bot) -> Ruling | None:
    """What the time brings at that moment: a reminder, or the end of somebody's time. Raises DiceError (table dice)."""
    terms = seated(match, standing).terms
    if terms is None or standing.waits is not None:
        return None
    for clock in standing.desk.clocks:
        draft = RefereeDraft(match, game, standing, source, at=at)
        if moment(at) >= clocks.ends(terms, clock):
            draft.late(clock.seat, bot)
        elif (reminder := clocks.reminder(terms, clock)) and moment(at) >= reminder:
            draft.remind(clock)
        else:
            continue
        return draft.ruling("deadline", "deadline", digest(clock.due.encode()))
    return None


def roll(match: Match, game: Game, standing: Standing, source: Source, at: str = "") -> Ruling:
    """Do what waited for a round of the match's beacon, now that it is known. Raises DiceError for another round."""
    waits = standing.waits
    shown = source.round if isinstance(source, Links) else None
    if waits is None or shown is None or shown.number != waits.round:
        raise DiceError(f"nothing waits for this round of {NAME}")
    draft = RefereeDraft(match, game, standing._replace(waits=None), source, at=at)
    if waits.what == "begin":
        draft.begin()
    elif waits.seat is not None and waits.what == "late":
        draft.play_for(waits.seat, "".join(waits.orders))
    elif waits.seat is not None:
        draft.in_turn(waits.seat, waits.orders)
    return draft.ruling("beacon", f"round {shown.number} of {NAME}", digest(shown.text.encode()), waits.seat)


def logged(entry: Entry) -> Bot:
    """What the bot played for a seat that was late, as a line of the log has it."""
    played = {done.seat: done.text for done in entry.done if done.kind == records.LATE}
    return lambda seat: played.get(seat, "")


def redo(match: Match, game: Game, now: Standing, entry: Entry, source: Source, back: Before | None = None) -> Ruling:
    """Carry out again what a log line says was done. Raises OrderError or DiceError where that cannot be. `back(n)`:
    the standing before line n. What the desk knows after the line is taken from it as it stands there."""
    if entry.by == "beacon":
        rolled = roll(match, game, now, source, entry.at)
        redone = rolled.entry._replace(refusals=entry.refusals, source=entry.source, source_hash=entry.source_hash)
        return _with_desk(rolled._replace(entry=redone), entry)
    draft = RefereeDraft(match, game, now, source, entry.at)
    draft.mail, draft.refusals = entry.mail, list(entry.refusals)
    for done in entry.done:
        if done.kind != records.WAIT:
            records.check_wait(draft.standing.waits, done.kind)
        if done.kind == records.WAIT:
            if entry.by == records.BEGIN:
                draft.begin()
            elif draft.standing.waits is None:  # the last to join, or a late seat, has it already
                draft.wait("action", entry.seat, entry.after.waits.orders if entry.after.waits else (), done.line)
        elif done.kind == records.BEGIN:
            if draft.standing.state is None:  # the last to join has set it up already
                draft.begin()
        elif done.kind == records.LATE and done.seat is not None:
            draft.late(done.seat, logged(entry))
        elif done.kind == records.UNDO and done.back is not None and back is not None:
            draft.undo(done.back, back(done.back), done.line)
        elif done.kind in admin.ENDINGS:
            draft.end(done.text, done.line)
        elif done.kind in records.OF_THE_DESK:
            draft.done.append(done)
            for event in done.events if done.kind == SUBSTITUTE else ():
                draft.standing = vacated(draft.standing, -1 if event.seat is None else event.seat)
        elif entry.seat is None:
            raise OverError(f"nobody gave the order {done.order!r}")
        else:
            draft.carry_out(Order(done.line, cast(Kind, done.kind), done.text), entry.seat)
    draft.says = list(entry.says)
    if any(done.kind == SUBSTITUTE for done in entry.done):
        draft.standing = draft.standing._replace(addresses=entry.after.addresses)
    return _with_desk(draft.ruling(entry.by, entry.source, entry.source_hash, entry.seat), entry)


def _with_desk(ruling: Ruling, entry: Entry) -> Ruling:
    after = ruling.entry.after._replace(desk=entry.after.desk)
    redone = ruling.entry._replace(after=after, answers=entry.answers, reading=entry.reading)
    return Ruling(redone, ruling.standing._replace(desk=entry.after.desk))
