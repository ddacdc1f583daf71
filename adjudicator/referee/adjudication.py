"""Match + orders -> what happened, as a Ruling: the only place where rules run. Pure: no file, clock or network."""

from collections.abc import Callable, Sequence

from adjudicator.core import NotationError, OrderError
from adjudicator.core.codec import digest
from adjudicator.core.game import Event, Game, situation
from adjudicator.dice import Blind, Unseen, playable
from adjudicator.referee import admin, records, seats
from adjudicator.referee.chance import Source, first, linked
from adjudicator.referee.orders import Order, Orders, may_act, plain_action, read, read_action, typed
from adjudicator.referee.records import Done, Match, Post, Reading, Refusal, Say, Standing, Understood
from adjudicator.referee.ruling import Draft, Ruling, StaleError, condition, rules, turn_for
from adjudicator.referee.seats import SeatError, addressees, own, speaker

MOST_LOOSE = 20  # lines of a file that are read though the game itself does not read them: looking for it takes time
LOST = "these orders answer a letter that this log has not written (line {})"
KEEP = "keep that letter and ask the referee; to go on, send your orders in a new email"
Played = Sequence[tuple[int, int, str]]  # actions as log line, seat and text
Heads = Callable[[int], str]  # the SHA-256 of a line of the log, from 1; "" where there is none


def begin(match: Match, game: Game, words: tuple[str | None, ...], source: Source, sealed: str, at: str = "") -> Ruling:
    """The first line: play begins, or waits. It names match.json by its SHA-256 (`sealed`). Raises DiceError."""
    people = [(seat, player.language) for seat, player in enumerate(match.seats) if not player.bot]
    wished = ((admin.Wish(seat, "language", own), admin.Wish(seat, "letters", match.letters)) for seat, own in people)
    wishes = tuple(wish for wishes in wished for wish in wishes if wish.value)
    draft = Draft(match, game, Standing(words, desk=admin.Desk(wishes=wishes)), source, at=at)
    if not match.joining:
        draft.begin()
    return draft.ruling("begin", "match.json", sealed)


def adjudicate(draft: Draft, orders: Orders, post: Post | None = None, heads: Heads | None = None) -> Ruling:
    """Carry out a move file. Nothing is raised for what a player may write; DiceError where table dice do not fit.
    `draft`: of nothing else. `post`: the file came by mail, and its sender may speak for those seats only."""
    match, game, standing = draft.match, draft.game, draft.before
    draft.source = Blind() if orders.check else draft.source
    draft.mail = post.mail if post else None
    if post is not None and post.spectator:
        return _leaves(draft, orders, post.spectator)
    if post is not None and post.answers and not orders.head:
        lines, _, hashed = post.answers.partition(" ")
        orders = orders._replace(head=(int(lines), hashed))
    later = 0  # equivalent: where it stays so, nothing is carried out
    seat = post.seats[0] if post else None  # whoever sent a mail is answered, whatever it says
    unread = [Refusal(p.line, "notation", p.message, p.hint) for p in orders.problems]
    try:
        seat = speaker(match, game, standing, orders, post)
        _check_headers(match, game, standing, orders, seat)
        if (answers := orders.head) and heads and heads(answers[0]) != answers[1]:  # of another log than this one
            raise StaleError(LOST.format(answers[0]), KEEP)
        reading = orders.reading or Reading()
        if reading.kind not in ("", "refuse"):
            return _asked_back(draft, orders, seat, reading)
        orders, agreed = _agreed(draft, orders, seat, post)
        refusals = [*unread, *agreed]
        refusals += unreadable(match, game, standing, orders, seat) if orders.orders or not agreed else []
        if reading.kind == "refuse" and refusals:  # the lines themselves say what is wrong
            orders = orders._replace(reading=Reading())
        elif reading.kind == "refuse":
            reason = "it is not plain which move is meant"
            refusals = [Refusal(0, "notation", reason, "send one move, as `moves` lists it")]
        named = orders.turn or 0
        later = named if named > turn_for(game, standing, seat) else 0
        orders, unlinked = linked(match, game, standing, orders, seat, later=bool(later))
        refusals += unlinked
        refusals = _with_cure(orders, refusals) if post else refusals
    except OrderError as error:
        line = orders.player_line if isinstance(error, SeatError) else orders.turn_line
        refusals = [*unread, Refusal(line, error.kind, error.reason, error.hint)]
        orders = orders if orders.reading is None else orders._replace(reading=Reading())  # so nothing is asked
    if post is not None and post.refused:
        refusals = [Refusal(0, "notation", post.refused, post.hint)]
    elif seat is not None and orders.reading is None and seats.plain(game, standing, orders, refusals):
        refusals = []
        _passed_on(draft, orders.orders, seat)
        orders = orders._replace(orders=())
    if post is not None and post.typed and post.typed.reflowed:
        refusals = [refusal._replace(line=0) for refusal in refusals]
    draft.refusals.extend(sorted(refusals, key=lambda refusal: refusal.line))
    if not refusals and seat is not None:
        # A word or pad counts for a `join` of the same file wherever it stands, a link for its moves: dice may roll.
        given = first(standing, orders.orders)
        _carry_out(draft, given, seat, later)
        if any(done.kind != records.ASK for done in draft.done):
            draft.close(seat)
        if orders.check:
            return _counted(draft.checked(given, seat, orders.source, orders.hash, later), orders)
    return _counted(draft.ruling("file", orders.source, orders.hash, seat), orders)


def _counted(ruling: Ruling, orders: Orders) -> Ruling:
    """The ruling of a file with what it answers, and the count of those in a row that came to nothing."""
    entry, standing, desk = ruling.entry, ruling.standing, ruling.standing.desk
    if orders.reading not in (None, Reading()):
        entry = entry._replace(reading=orders.reading)
    if orders.head:
        entry = entry._replace(answers="{} {}".format(*orders.head))
    if entry.seat is None:
        return ruling._replace(entry=entry)
    counts = [*desk.others("refused", entry.seat)]
    if entry.refusals and not entry.done and not entry.says:
        counts.append(admin.Refused(entry.seat, desk.refusals(entry.seat) + 1))
    desk = desk._replace(refused=tuple(sorted(counts)))
    return Ruling(entry._replace(after=entry.after._replace(desk=desk)), standing._replace(desk=desk), ruling.unseen)


def _asked_back(draft: Draft, orders: Orders, seat: int, reading: Reading) -> Ruling:
    """Nothing of the file is done: what it may mean is offered, or a question goes to the referee."""
    if reading.kind == "question":
        _passed_on(draft, reading.why, seat)
    elif reading.kind == "no":
        draft.close(seat)
    elif reading.offers:
        draft.ask(seat, reading.offers, reading.head)
    return _counted(draft.ruling("file", orders.source, orders.hash, seat), orders)


def _agreed(draft: Draft, orders: Orders, seat: int, post: Post | None) -> tuple[Orders, list[Refusal]]:
    """The orders with what the seat says yes to in place of the `yes`."""
    said = next((order for order in orders.orders if order.kind == "yes"), None)
    if said is None:
        return orders, []
    thread = None if post is None else post.typed.thread if post.typed else ()
    try:
        offer = draft.agree(said, seat, thread)
    except OrderError as error:
        left = tuple(order for order in orders.orders if order is not said)
        return orders._replace(orders=left), [Refusal(said.line, error.kind, error.reason, error.hint, typed(said))]
    meant = read(offer.order.encode(), orders.source, reading=Reading()).orders
    given = [one for order in orders.orders for one in (meant if order is said else (order,))]
    agreed = tuple(one._replace(line=one.line if one in orders.orders else said.line) for one in given)
    return orders._replace(orders=agreed), []


def _leaves(draft: Draft, orders: Orders, address: str) -> Ruling:
    order = Order(1, "desk", f"spectator off {address}")
    try:
        words = admin.read(order.text)
        draft.note(order, words[0], *admin.manage(draft.standing.desk, words))
    except OrderError as error:  # gone already
        draft.refusals.append(Refusal(1, error.kind, error.reason, error.hint))
    return draft.ruling("file", orders.source, orders.hash)


def _passed_on(draft: Draft, lines: Sequence[Order | Understood], seat: int) -> None:
    draft.says.extend(Say(seat, (records.REFEREE,), line.text) for line in lines)
    draft.done.append(Done(records.ASK, seats.QUESTION, lines[0].line, (Event(seats.QUESTION, seat),)))


def _carry_out(draft: Draft, given: list[Order], seat: int, later: int) -> None:
    """Orders in turn, up to the first that is refused. Those for a `later` turn or on a condition are kept."""
    kept: dict[tuple[str, str] | None, list[Order]] = {}
    waiting: list[Order] = []
    unlinked = draft.standing.pads
    at_once = any(one.kind == records.READY or (one.kind == "action" and not (later or one.when)) for one in given)
    ahead = "" if at_once else next((order.text for order in given if order.kind == records.LINK), "")
    for number, order in enumerate(given):
        if (order.kind == records.LINK and ahead) or order in waiting:
            continue
        if order.kind == records.LINK:
            unlinked = draft.standing.pads
        try:
            if order.kind == "action" and (later or order.when):
                kept.setdefault(order.when, []).append(order)
            elif later and order.kind not in ("say", "grey", "desk", "ask", records.PAD, records.LINK):
                raise StaleError(f"turn {later} has not come", "only moves can be sent ahead")
            else:
                draft.carry_out(order, seat)
        except OrderError as error:
            draft.refusals.append(Refusal(order.line, error.kind, error.reason, error.hint, typed(order)))
            break
        except Unseen:
            waiting = [one for one in given[number:] if one.kind == "action" and not one.when]
            if not draft.put_off(seat, waiting):
                draft.unseen = order.line
                break
    for when, actions in kept.items():
        try:
            draft.keep(seat, later, when, actions, ahead)
        except OrderError as error:
            first = actions[0]
            draft.refusals.append(Refusal(first.line, error.kind, error.reason, error.hint, typed(first)))
    draft.unlink(unlinked)


def _check_headers(match: Match, game: Game, standing: Standing, orders: Orders, seat: int) -> None:
    if orders.match is not None and orders.match.casefold() != match.id.casefold():
        raise StaleError(f"the file is for match {orders.match!r}", f"this is {match.id}")
    turn = 0 if standing.state is None else int(situation(game, standing.state).seen(seat).state.turn)
    if orders.turn is not None and orders.turn < turn:
        raise StaleError(f"turn {orders.turn} is over", f"it is turn {turn}")
    if orders.turn is not None and orders.turn > turn and (standing.state is None or standing.outcome):
        raise StaleError(f"turn {orders.turn} has not come", f"it is turn {turn}")


def _with_cure(orders: Orders, refusals: list[Refusal]) -> list[Refusal]:
    """Refusals of lines below all orders of a mail, with what helps where they are no orders: a name, a company."""
    wrong = {refusal.line for refusal in refusals}
    whole = [order.line for order in orders.orders if order.line not in wrong]
    if not whole or min(wrong, default=0) < max(whole):
        return refusals
    cure = "; if your orders stop above this line, put `end` there"
    first = [one.line == min(wrong) and one.kind == "notation" for one in refusals]
    return [one._replace(hint=one.hint + cure) if of else one for one, of in zip(refusals, first, strict=True)]


def plain(match: Match, game: Game, standing: Standing, orders: Orders, post: Post | None) -> bool:
    """Whether a file is one legal action as the game writes it, beside which nothing could be meant to take it back."""
    others = [order for order in orders.orders if order.kind not in (records.LINK, records.PAD, "word")]
    if orders.problems or orders.check or [(order.kind, order.when) for order in others] != [("action", None)]:
        return False
    try:
        seat = speaker(match, game, standing, orders, post)
        seats.check(match, game, standing, others[0].text, seat)
        with rules():
            text = own(match, game, standing, others[0].text, seat)
            return playable(game, standing.state, game.parse(text, standing.state))
    except OrderError:
        return False


def unreadable(match: Match, game: Game, standing: Standing, orders: Orders, seat: int) -> list[Refusal]:
    """Lines that no position could make sense of: they refuse the whole file before anything is applied."""
    refusals, loose, joins = [], 0, any(order.kind == "join" for order in orders.orders)
    grey = next((order for order in orders.orders if order.kind == "grey"), None)
    if grey and any(order.kind != "grey" for order in orders.orders):
        reason = "a message without a name stands beside orders that tell the name"
        refusals.append(Refusal(grey.line, "notation", reason, "send it by itself", typed(grey)))
    for order in orders.orders:
        try:
            if order.kind in ("say", "grey"):
                addressees(match, order, seat)
            elif order.kind == "word" and standing.words[seat] is None and not joins:
                raise NotationError("a dice word comes with a `join`", "send both lines in one file")
            elif order.kind == "action" and standing.state is not None:
                text = own(match, game, standing, order.text, seat)
                with rules():
                    strict = match.reader == records.NEWEST_READER
                    plain = not strict and plain_action(game, text, standing.state) is not None
                    loose += not plain
                    if strict or loose > MOST_LOOSE:
                        game.parse(text, standing.state)
                    elif not plain:
                        read_action(game, text, standing.state)
                if order.when:
                    condition(match, game, standing, order.when)
        except NotationError as error:
            refusals.append(Refusal(order.line, error.kind, error.reason, error.hint, typed(order)))
        except OrderError:
            continue
    if not orders.orders and not orders.problems:
        hint = "write what you do in the text, one order per line (a subject is not read)"
        if standing.state is not None and may_act(game, own(match, game, standing, "pass", seat), standing.state):
            hint = f"{hint}; to pass, write `pass`: a line `end` does nothing by itself"
        refusals.append(Refusal(0, "notation", "the file has no order", hint))
    return refusals


def carry_out_kept(draft: Draft, seat: int, played: Played) -> Ruling:
    """Carry out what a seat sent ahead for this turn, checked anew: the first orders whose condition has come about by
    the actions `played` since; the others for this turn are forgotten. Raises DiceError (dice thrown by hand)."""
    standing, turn = draft.before, turn_for(draft.game, draft.before, seat)
    mine = [kept for kept in standing.desk.kept if kept.seat == seat and kept.turn in (0, turn)]
    others = tuple(kept for kept in standing.desk.kept if kept not in mine)
    draft.standing = standing._replace(desk=standing.desk._replace(kept=others))
    chosen = next((kept for kept in mine if _has_come(kept, played)), mine[0])
    if _has_come(chosen, played):
        draft.in_turn(seat, chosen.actions, chosen.link)
        draft.unlink(standing.pads)
    else:
        draft.refusals.append(Refusal(0, "stale", "nothing that your orders wait for has happened", "send new orders"))
    sent = digest("\n".join(chosen.actions).encode())
    return draft.ruling("ahead", f"orders sent ahead, line {chosen.line}", sent, seat)


def _has_come(kept: admin.Kept, played: Played) -> bool:
    return kept.condition is None or kept.condition in ((seat, text) for line, seat, text in played if line > kept.line)
