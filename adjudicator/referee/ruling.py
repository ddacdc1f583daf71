"""What comes of orders: a ruling, and the draft of one. All that runs rules does so inside `rules`."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import PurePosixPath
from typing import NamedTuple

from adjudicator.core import DiceError, IllegalMove, NotationError, OrderError
from adjudicator.core.codec import canonical, digest
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, situation, unlettered
from adjudicator.dice import TWO_SIDED, Blind, RecordingDice, Unseen
from adjudicator.referee import admin, clocks, records
from adjudicator.referee.chance import Links, Source, awaits, dice
from adjudicator.referee.orders import CODE_LENGTH, CODE_SIGNS, Order, plain_action, read_action, typed
from adjudicator.referee.records import Done, Entry, Match, OverError, Refusal, Standing
from adjudicator.referee.seats import address, addressees, check as check_seat, find_seat, own, seated, to_act
from adjudicator.referee.terms import moment
from printables.core import PaperError, UserError, templates

OFFER_DAYS = 7  # that a `yes` counts, if nothing else ends it before


class OrderFault(OrderError):
    """The rules themselves failed on an order: a fault of the program, reported as a refusal."""

    kind = "fault"


class StaleError(OrderError):
    """An order for a turn that is over, or has not come."""

    kind = "stale"


class Ruling(NamedTuple):
    """What came of a file."""

    entry: Entry  # the line for the log, its letters not written yet
    standing: Standing  # where the match then stands
    unseen: int | None = None  # the line at which dice would be thrown that nobody may see; nothing after it is done


def turn_of(standing: Standing) -> int:
    """The turn now to be played; 0 before play begins."""
    return 0 if standing.state is None else int(standing.state.turn)


def turn_for(game: Game, standing: Standing, seat: int) -> int:
    """The turn that a seat's orders are for; 0 before play begins."""
    return 0 if standing.state is None else game.turn_for(standing.state, seat)


def dated(game: Game, standing: Standing, seat: int) -> int:
    """The turn that a seat's orders may name, to be refused later; 0: none (in a league of old rules, who is ahead)."""
    turn = int(situation(game, standing.state).seen(seat).state.turn)
    return turn if turn == turn_for(game, standing, seat) else 0


def state_json(standing: Standing) -> str:
    """The canonical JSON of the state; "" before play begins."""
    return "" if standing.state is None else canonical(standing.state.model_dump(mode="json"))


def options_of(match: Match, game: Game) -> object:
    """The match's options as the game's own model."""
    return game.Options.model_validate(match.options)


def code(match: str, seat: int, turn: int, head: str, order: str) -> str:
    """What ties a `yes` to one order in one position. It is no secret: its sender is proved as for every order."""
    tied = hashlib.sha256("\n".join((match, str(seat), str(turn), head, order)).encode()).digest()
    return "".join(CODE_SIGNS[byte % len(CODE_SIGNS)] for byte in tied[:CODE_LENGTH])


def condition(match: Match, game: Game, standing: Standing, when: tuple[str, str]) -> admin.Awaited:
    """What orders wait for. Raises NotationError."""
    seat = find_seat(match, when[0])
    if seat is None:
        names = ", ".join(other.name for other in match.seats)
        raise NotationError(f"nobody here is called {when[0]!r}", f"the players are {names}")
    with rules():
        action = game.parse(own(match, game, standing, when[1], seat), standing.state)
        return admin.Awaited(seat, unlettered(game.format(action, standing.state), seat))


class rules:
    """The one place where exceptions of rules end: a bad order stays one, anything else becomes an OrderFault."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        # The last of these: options and numbers of players that a game does not have.
        if isinstance(error, Exception) and not isinstance(error, (OrderError, DiceError, UserError)):
            hint = "nothing was changed; this is a fault of Postfox, please report it with the match's log"
            raise OrderFault(f"the referee's rules failed ({type(error).__name__}: {error})", hint) from error


class Draft:
    """One ruling in the making: the standing as it changes, and what is to be logged."""

    mail: records.MailRecord | None = None
    unseen: int | None = None

    def __init__(self, match: Match, game: Game, standing: Standing, source: Source, at: str = "") -> None:
        self.match, self.game, self.source, self.at = seated(match, standing), game, source, at
        self.before = self.standing = standing
        self.done: list[Done] = []
        self.refusals: list[Refusal] = []
        self.says: list[records.Say] = []

    def ruling(self, by: records.By, source: str, source_hash: str, seat: int | None = None) -> Ruling:
        now, turn = self.standing, turn_of(self.standing)
        # While a roll waits the clocks of the others run on, and that of whose roll it is begins anew after it.
        acting = now.pads.unready if now.state is None else to_act(self.game, now._replace(waits=None))
        acting = tuple(seat for seat in acting if now.waits is None or seat != now.waits.seat)
        wound = clocks.wind(self.match.terms, self.before.desk, now.desk, acting, turn, self.at)
        if wound.offers and (now.state is not self.before.state or now.outcome != self.before.outcome):
            messages = tuple(offer for offer in wound.offers if offer.order.startswith("say "))  # no position ends them
            wound = wound._replace(offers=messages)
        standing = now._replace(lines=now.lines + 1, desk=wound)
        state = state_json(standing)
        sealed = standing._replace(state=records.Seal(turn, digest(state.encode()))) if state else standing
        entry = Entry(by, source, source_hash, sealed, seat, tuple(self.done), tuple(self.refusals))
        at = self.at if self.match.terms or seat is None else ""
        return Ruling(entry._replace(says=tuple(self.says), mail=self.mail, at=at), standing, self.unseen)

    def checked(self, given: Sequence[Order], seat: int, source: str, source_hash: str, later: int = 0) -> Ruling:
        """What a file that only asks would have done, actions in turn `later`; what follows a throw is not known."""
        failed = min((refusal.line for refusal in self.refusals), default=None)
        thrown = self.unseen
        self.standing, self.done, self.says = self.before, [], []
        for order in given:
            if any(end is not None and order.line >= end for end in (failed, thrown and thrown + 1)):
                break
            waits = [f"turn {later}"] if later and order.kind == "action" else []
            waits += [f"when {order.when[0]}: {order.when[1]}"] if order.when else []
            text = " / ".join([*waits, typed(order)])
            event = Event("would-throw" if order.line == thrown else "would", seat, words={"order": text})
            self.done.append(Done(records.CHECK, text, order.line, (event,)))
        return self.ruling("file", source, source_hash, seat)

    def ask(self, seat: int, offered: Sequence[str], head: str) -> None:
        """Ask a seat whether it means one of these orders. Its earlier offers end."""
        self.close(seat)
        new = []
        for order in offered:
            tie = code(self.match.id, seat, turn_of(self.standing), head, order)
            new.append(admin.Offer(seat, tie, order, self.standing.lines, self.at))
            self.done.append(Done(records.OFFER, f"{tie} {order}"))
        desk = self.standing.desk
        self.standing = self.standing._replace(desk=desk._replace(offers=(*desk.offers, *new)))

    def agree(self, order: Order, seat: int, thread: Sequence[int] | None) -> admin.Offer:
        """What a seat agrees to. `thread`: lines whose letters its mail answers, None: no mail. Raises IllegalMove."""
        own = [offer for offer in self.standing.desk.offers if offer.seat == seat]
        if not own:
            raise IllegalMove("no question to you is open", "it ended when the position changed; send your move")
        meant = [offer for offer in own if offer.code == order.text.lower()]
        if not order.text and (thread is None or own[0].line in thread):
            meant = own
        if len(meant) != 1:
            listed = " or ".join(f"`{records.YES} {offer.code}` for `{offer.order}`" for offer in own)
            raise IllegalMove("it is not plain what the `yes` is to", f"write {listed}")
        if self.at and meant[0].at and moment(self.at) - moment(meant[0].at) > timedelta(days=OFFER_DAYS):
            raise IllegalMove(f"the question was asked more than {OFFER_DAYS} days ago", "send your move")
        self.done.append(Done(records.YES, meant[0].code, order.line))
        self.close(seat)
        return meant[0]

    def close(self, seat: int) -> None:
        """A seat's offers end."""
        desk = self.standing.desk
        self.standing = self.standing._replace(desk=desk._replace(offers=desk.others("offers", seat)))

    def begin(self) -> None:
        """Play begins: the words are fixed, the game is set up."""
        self.standing = self.standing._replace(words=tuple(word or "" for word in self.standing.words))
        try:
            with self.step(Done(records.BEGIN)) as dice:
                self.set(self.game.start(options_of(self.match, self.game), len(self.match.seats), dice))
        except Unseen:
            self.wait("begin")

    def wait(self, what: records.What, seat: int | None = None, orders: Sequence[str] = (), line: int = 0) -> None:
        """A roll waits for a round of the match's beacon, with what was ordered. Raises Unseen where it does not."""
        if not (isinstance(self.source, Links) and awaits(self.source, self.match)):
            raise Unseen("no dice are rolled")
        from adjudicator.dice import beacon

        round = beacon.first(moment(self.source.now), self.match.ahead or beacon.BY_HAND)
        waits = records.Waits(what, self.source.now, round, seat, tuple(orders))
        self.standing = self.standing._replace(waits=waits)
        told = Event(records.WAITS, seat, words={"round": round})
        self.done.append(Done(records.WAIT, "; ".join(orders), line, (told,)))

    def put_off(self, seat: int, orders: Sequence[Order]) -> bool:
        """Whether these orders, the first of which throws dice, now wait for a round of a beacon."""
        try:
            self.wait("action", seat, [order.text for order in orders], orders[0].line if orders else 0)
        except Unseen:
            return False
        return True

    def in_turn(self, seat: int, actions: Sequence[str], link: str = "") -> None:
        """Carry out actions, after a `link` of the seat's pad, up to one that is refused or throws unseen dice."""
        orders = [Order(0, "link", link)] if link else []
        orders += [Order(number, "action", text) for number, text in enumerate(actions, 1)]
        for number, order in enumerate(orders):
            try:
                self.carry_out(order, seat)
            except OrderError as error:
                self.refusals.append(Refusal(order.line, error.kind, error.reason, error.hint, order.text))
                break
            except Unseen:
                if not self.put_off(seat, orders[number:]):
                    self.unseen = order.line
                break

    def carry_out(self, order: Order, seat: int) -> None:
        """One order. Raises OrderError; then nothing has changed."""
        if order.kind in ("say", "grey"):
            return self.say(order, seat)
        if order.kind != "desk":
            records.check_wait(self.standing.waits, order.kind)
        if order.kind == "desk":
            words = admin.read(order.text)
            _check_wish(words)
            today = clocks.today(self.match.terms, self.standing.desk, seat, self.at)
            self.note(order, words[0], *admin.change(self.standing.desk, words, seat, today))
        elif order.kind == "ask":
            self.done.append(Done(records.ASK, order.text, order.line))
        elif order.kind in ("join", "word"):
            self._join(order, seat)
        elif order.kind in (records.PAD, records.LINK, records.READY):
            self._pad(order, seat)
        elif order.kind == "address":
            vouched = self.mail is None or self.mail.proof == records.CODE
            self.standing = address(self.match, self.standing, order.text, seat, vouched=vouched)
            self.done.append(Done("address", order.text, order.line))
        elif self.standing.state is None:
            raise OverError("play has not begun", "send `join` first; play begins when everybody has")
        elif self.standing.outcome is not None:
            raise OverError("the match is over", "only `say` lines are still delivered")
        elif self.standing.desk.held:
            raise OverError("the match is on hold", "`say` lines are delivered; the referee goes on with it")
        elif order.kind == "resign":
            if len(self.match.seats) > 2:
                hint = "play on, or agree a draw"
                raise IllegalMove("with more than two players nobody can end the match alone", hint)
            self._check_playing(seat)
            outcome = Outcome("resigned", self.game.winners_without(self.standing.state, seat, len(self.match.seats)))
            self.done.append(Done("resign", "", order.line, (Event("resigned", seat), *self._settle(outcome))))
        elif order.kind == "draw":
            self._draw(order, seat)
        else:
            self._action(order, seat)

    def _action(self, order: Order, seat: int) -> None:
        check_seat(self.match, self.game, self.standing, order.text, seat)
        text = own(self.match, self.game, self.standing, order.text, seat)
        state = self.standing.state
        with rules():
            if self.match.reader == records.NEWEST_READER:
                first = action = self.game.parse(text, state)
            else:
                first = plain_action(self.game, text, state)
                action = read_action(self.game, text, state) if first is None else first
        due = self.standing.pads.due(seat, turn_of(self.standing), self.standing.links)
        if due and not isinstance(self.source, Blind):
            raise IllegalMove(f"link {due} of your pad is missing", f"add the line `link {due} ...`")
        try:
            self._apply(action, order.line)
        except IllegalMove:
            if self.match.reader == records.NEWEST_READER:
                raise
            with rules():
                other = action if first is None else read_action(self.game, text, state)
            if other == action:
                raise
            self._apply(other, order.line)
        if self.standing.offers or self.standing.desk.late:
            late = self.standing.desk.others("late", seat)
            offers = tuple(offer for offer in self.standing.offers if offer == seat)
            self.standing = self.standing._replace(offers=offers, desk=self.standing.desk._replace(late=late))

    def _apply(self, action: object, line: int) -> None:
        state = self.standing.state
        with rules():
            written = self.game.format(action, state)
        with self.step(Done(records.ACTION, written, line)) as dice:
            self.set(self.game.apply(state, action, dice))

    def say(self, order: Order, seat: int) -> None:
        terms, desk, grey = self.match.terms, self.standing.desk, order.kind == "grey"
        if grey and not (terms and terms.grey):
            raise IllegalMove("messages without a name are not allowed in this match", "`say` gives yours")
        to = addressees(self.match, order, seat)
        if terms and seat != records.REFEREE and set(to) != {records.REFEREE}:
            desk = admin.spoken(desk, terms, seat, clocks.today(terms, desk, seat, self.at), len(order.text.split()))
            self.standing = self.standing._replace(desk=desk)
        self.says.append(records.Say(seat, to, order.text, grey))

    def note(self, order: Order, kind: str, changed: admin.Desk, event: Event) -> None:
        """An order has changed what the desk knows."""
        self.standing = self.standing._replace(desk=changed)
        self.done.append(Done(kind, order.text, order.line, (event,)))

    def keep(self, seat: int, turn: int, when: tuple[str, str] | None, given: Sequence[Order], link: str = "") -> None:
        """Keep actions, and a `link`, for a later turn (0: the next) or until another has played. Raises OrderError."""
        if self.standing.state is None or self.standing.outcome is not None:
            raise OverError("there is no turn to keep orders for", "send them when it is your turn")
        kept = self.standing.desk.kept
        if sum(other.seat == seat for other in kept) >= admin.MOST_KEPT:
            hint = f"at most {admin.MOST_KEPT}; `cancel` forgets them"
            raise IllegalMove("you have sent too many orders ahead", hint)
        if when and not turn and seat in to_act(self.game, self.standing):
            raise IllegalMove("it is your turn now: there is nothing to wait for", "write your move above the `when`")
        awaited = condition(self.match, self.game, self.standing, when) if when else None
        texts = tuple(order.text for order in given)
        new = admin.Kept(seat, turn, awaited, texts, self.standing.lines, link)
        self.standing = self.standing._replace(desk=self.standing.desk._replace(kept=(*kept, new)))
        event = Event("kept", seat, words={"orders": "; ".join(texts), "turn": turn})
        if awaited:
            words = {**event.words, "other": self.match.seats[awaited.seat].name, "action": awaited.action}
            event = event._replace(kind="kept-until", words=words)
        self.done.append(Done(records.KEEP, "; ".join(texts), given[0].line, (event,)))

    def _join(self, order: Order, seat: int) -> None:
        words = list(self.standing.words)
        if self.standing.outcome is not None:
            raise OverError("the match is over", "play does not begin any more")
        if self.standing.state is not None or self.standing.pads.fixed:  # a word could be chosen knowing others' links
            begun, hint = self.standing.state is not None, f"leave the line `{order.text}` out"
            raise OverError(f"{'play has begun' if begun else 'everybody has joined'}, the dice words are fixed", hint)
        given = order.text if order.kind == "word" else ""
        words[seat] = given or words[seat] or ""
        joined = self.standing.words[seat] is None
        self.standing = self.standing._replace(words=tuple(words))
        self.done.append(Done(order.kind, given, order.line, (Event("joined", seat),) if joined else ()))
        if all(word is not None for word in words) and order.kind == "join":
            if self.match.dice == TWO_SIDED:
                # From here on neither pad nor word can be chosen with an eye on others' links
                firsts = {held.seat: held.first for held in self.standing.pads.held}
                pads = self.standing.pads._replace(fixed=tuple(firsts.get(one, "") for one in range(len(words))))
                self.standing = self.standing._replace(pads=pads)
            self.begin_if_ready()

    def _pad(self, order: Order, seat: int) -> None:
        """A pad is given, a link of it shown, or all that the first roll waits for has come from a seat."""
        if self.match.dice != TWO_SIDED:
            raise IllegalMove("the dice of this match need no pad", f"leave the line `{order.kind}` out")
        if self.standing.outcome is not None:
            raise OverError("the match is over", "keep the rest of your pad to yourself")
        if order.kind == records.READY and self.standing.state is not None:
            raise OverError("play has begun", "leave the line `ready` out")
        before, now = self.standing.pads, (turn_of(self.standing), self.standing.links)
        if order.kind == records.LINK and before.of(seat) and before.fixed and not before.due(seat, *now):
            return  # it stays the next
        held, text, event = records.carried_out(before, order.kind, order.text, seat, *now)
        self.standing = self.standing._replace(pads=held)
        self.done.append(Done(order.kind, text, order.line, () if event is None else (event,)))
        if order.kind != records.LINK and held.fixed and self.standing.state is None:
            self.begin_if_ready()

    def unlink(self, before: records.Pads) -> None:
        """Take back the last link where nothing that needs it was carried out after it: it is still due."""
        kinds = [done.kind for done in self.done]
        last = max((number for number, kind in enumerate(kinds) if kind == records.LINK), default=None)
        if last is not None and not {records.ACTION, records.READY, records.WAIT}.intersection(kinds[last:]):
            del self.done[last]
            self.standing = self.standing._replace(pads=before)

    def begin_if_ready(self) -> None:
        """Play begins unless the first roll waits for links; not for those of who has been late, if time decides."""
        desk, terms = self.standing.desk, self.match.terms
        waits = terms is None or terms.late == "wait"
        if not any(waits or not desk.lateness(seat) for seat in self.standing.pads.unready):
            self.begin()

    def _check_playing(self, seat: int) -> None:
        if seat not in self.game.playing(self.standing.state, len(self.match.seats)):
            reason = f"{self.match.seats[seat].name} is no longer in play"
            raise IllegalMove(reason, "who still plays decides how the match goes on")

    def _settle(self, outcome: Outcome) -> tuple[Event, ...]:
        """The players end the match; what the game then pays out."""
        with rules():
            step = self.game.settle(self.standing.state, outcome.winners)
        self.standing = self.standing._replace(state=step.state, outcome=outcome)
        return step.events

    def _draw(self, order: Order, seat: int) -> None:
        others = [other for other in range(len(self.match.seats)) if other != seat]
        if not others:
            raise IllegalMove("alone nobody can agree a draw", "`resign` ends the match")
        for player in (seat, *others):
            self._check_playing(player)
        if order.text != "offer" and not any(other in self.standing.offers for other in others):
            raise IllegalMove("no draw is offered", "`draw offer` offers one")
        said = {"offer": "draw-offered", "decline": "draw-declined"}.get(order.text, "draw-accepted")
        offers = {seat}.intersection(self.standing.offers) if order.text == "decline" else {*self.standing.offers, seat}
        self.standing = self.standing._replace(offers=tuple(sorted(offers)))
        paid = self._settle(Outcome("draw-agreed")) if len(offers) == len(self.match.seats) else ()
        self.done.append(Done("draw", order.text, order.line, (Event(said, seat), *paid)))

    def set(self, step: Step) -> None:
        self.standing = self.standing._replace(state=step.state, outcome=situation(self.game, step.state).outcome)
        self._events = step.events

    @contextmanager
    def step(self, done: Done) -> Iterator[Dice]:
        """The dice of one order; when it is `done` it is recorded, with the link if dice were thrown."""
        k = self.standing.links + 1
        mix = self.standing.pads.mix(len(self.match.seats)) if self.match.dice == TWO_SIDED else ()
        thrower = RecordingDice(dice(self.source, k, self.match, self.standing, mix))
        with rules():
            yield thrower
        done = done._replace(events=self._events, throws=tuple(records.Throw(*throw) for throw in thrower.throws))
        if done.throws and isinstance(self.source, Links):
            shown = self.source.round.text if self.source.round else ""
            done = done._replace(k=k, link=self.source.link(k).hex(), mix=mix, beacon=shown)
            self.standing = self.standing._replace(links=k, link=done.link)
        self.done.append(done)


def _check_wish(words: tuple[str, ...]) -> None:
    match words:
        case (_, "none", *_):
            return
        case ("zone", name, *_):
            clocks.zone(name)
        case ("language", code, *_):
            known = [PurePosixPath(path).stem for path in templates.names("letters") if path.endswith(".j2")]
            if code not in known:
                raise IllegalMove(f"there are no letters in the language {code!r}", f"choose from {', '.join(known)}")
        case ("sheet", name, *_):
            from printables.paper import paper

            try:
                paper.find(name)
            except PaperError as error:
                raise IllegalMove(error.problems[0].message, error.problems[0].hint) from None
