"""Where the dice of a match come from: links of its chain and what players mix in, or values thrown by hand; and what
proves them besides the rules: links that lead to the commitment, and rounds of drand. Pure."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import dice as rolled
from adjudicator.core import DiceError, OrderError
from adjudicator.core.game import Dice, Game
from adjudicator.dice import SCHEME, TABLE, TWO_SIDED, Blind, ScriptedDice, VerifiableDice, entropy, mixed
from adjudicator.referee import records
from adjudicator.referee.orders import Order, Orders, typed
from adjudicator.referee.records import LINK, PAD, PADS_CHANGED, READY, WAIT, Entry, Match, Refusal, Seat, Standing
from adjudicator.referee.seats import to_act
from adjudicator.referee.terms import moment
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.dice.beacon import Round

AT_A_TABLE = "the dice were rolled at a table: their values are as entered"
REPLACED = "a pad was replaced in play: dice after it could have been chosen"


class Links(NamedTuple):
    """The dice of a match by links of its chain."""

    link: Callable[[int], bytes]  # gives link k; raises DiceError where the chain ends
    round: "Round | None" = None  # of a beacon, the one that is known where dice wait for it
    now: str = ""  # from when another is reckoned


Source = Links | ScriptedDice | Blind  # scripted: thrown by hand at a table, the values as the referee entered them


def logged(match: Match, entry: Entry) -> Source:
    """The dice a line of the log was made with: its links, or the values entered from a table."""
    if match.dice == TABLE:
        return ScriptedDice(value for done in entry.done for throw in done.throws for value in throw.values)
    links = {done.k: done.link for done in entry.done if done.k}

    def link(k: int) -> bytes:
        if k not in links:
            raise DiceError(f"the log has no link {k} here")
        return bytes.fromhex(links[k])

    # Where each roll waits for its round, only the line that the round brings about has one.
    waited = entry.by == "beacon" or match.beacon == "start"
    shown = next((done.beacon for done in entry.done if done.beacon and waited), "")
    return Links(link, records.read_round(shown), entry.after.waits.since if entry.after.waits else "")


def awaits(source: Source, match: Match) -> bool:
    """Whether a roll now would have to wait for a round."""
    return bool(match.beacon) and isinstance(source, Links) and source.round is None


def dice(source: Source, k: int, match: Match, standing: Standing, mix: tuple[str, ...]) -> Dice:
    """The dice of step k; none yet where they wait. `mix`: the links of the seats' pads, in scheme 2."""
    if isinstance(source, ScriptedDice):
        return source
    if isinstance(source, Blind) or awaits(source, match):
        return Blind()
    fixed, kinds = standing.pads.fixed, match.dice == SCHEME
    if kinds:  # nobody has a pad
        fixed = mix = ("",) * len(match.seats)
    every = entropy(match.id, [word or "" for word in standing.words], fixed)
    every = mixed(every, mix, source.round.randomness if source.round else b"")
    return VerifiableDice(partial(source.link, k), every, kinds=kinds)


def first(standing: Standing, orders: Sequence[Order]) -> list[Order]:
    """Orders as they are carried out: a word or pad before the `join` that may begin play, a link before its move."""
    links = [order for order in orders if order.kind == LINK]
    ranks = [PAD] if standing.state is not None else ["word", PAD]
    return sorted(orders, key=lambda order: 0 if order.kind in ranks else 1 if order in links[:1] else 2)


def linked(
    match: Match, game: Game, standing: Standing, orders: Orders, seat: int, *, later: bool
) -> tuple[Orders, list[Refusal]]:
    """A file's orders with no links but those that its moves may need, and why one refuses the whole file. `later`: its
    moves are for a turn to come. Moves of a seat that may not act need none: the game refuses them."""
    state, held = standing.state, standing.pads
    now = any(order.kind == "action" and not order.when for order in orders.orders) and not later
    waits = later or any(order.when for order in orders.orders)
    may = state is not None and not standing.desk.held and (waits or (now and seat in to_act(game, standing)))
    needed = "action" if may else READY if state is None else None
    if orders.check or all(order.kind != needed for order in orders.orders):
        return orders._replace(orders=tuple(order for order in orders.orders if order.kind != LINK)), []
    if match.dice != TWO_SIDED or not held.fixed or standing.outcome is not None:
        return orders, []  # such a link is refused where it stands
    at = (0 if state is None else int(state.turn), standing.links)
    links = [order for order in orders.orders if order.kind == LINK][:1]
    try:
        for order in orders.orders:
            held = records.given(held, seat, order.text) if order.kind == PAD else held
        due = held.shown(seat) + 1 if waits and not now and held.of(seat) else held.due(seat, *at)
        for order in links if due else ():
            records.check_pads(held, seat, order.text, ahead=waits and not now)
    except OrderError as error:
        return orders, [Refusal(order.line, error.kind, error.reason, error.hint, typed(order))]
    if due and not links:
        return orders, [Refusal(0, "illegal", f"link {due} of your pad is missing", f"add the line `link {due} ...`")]
    return orders, []


def ahead(seats: Iterable[Seat]) -> int:
    """How many seconds ahead a round lies, in which its letter arrives: by mail, unless somebody's goes by hand."""
    from adjudicator.dice import beacon

    return beacon.AHEAD if all(seat.address or seat.bot for seat in seats) else beacon.BY_HAND


class Proved(NamedTuple):
    """What there is to say of the dice of a log that were proved, and what is `wrong` with a line of it (from 0)."""

    notes: tuple[str, ...] = ()
    wrong: str = ""
    n: int = 0


def proved(match: Match, entries: Sequence[Entry], needed: int | None = None) -> Proved:
    """Links lead to the commitment in order; rounds are drand's and those waited for, `needed` s after their letter, if
    not as by mail."""
    from adjudicator.dice import beacon

    needed = beacon.AHEAD if needed is None else needed
    replaced = [entry.n for entry in entries for done in entry.done for e in done.events if e.kind in PADS_CHANGED]
    notes = tuple(f"line {n + 1}: {REPLACED}" for n in dict.fromkeys(replaced))
    if match.dice == TABLE:
        return Proved((*notes, AT_A_TABLE))
    if match.beacon and match.ahead not in (0, needed, beacon.BY_HAND):
        reason = f"rounds are due {match.ahead} s after the lines that name them: letters need {needed} s to arrive"
        return Proved(notes, reason)
    before, k, lines, past = match.commitment, 0, dict[beacon.Round, int](), None
    for entry in entries:
        for done in entry.done:
            if done.k:
                k += 1
                if done.k != k or rolled.next_link(bytes.fromhex(done.link)).hex() != before:
                    return Proved(notes, f"link {done.k} of the dice does not lead to link {k - 1}", entry.n)
                before = done.link
            if shown := beacon.read(done.beacon):
                lines.setdefault(shown, entry.n)
                if match.beacon == beacon.START and len(lines) > 1:
                    reason = f"round {shown.number} of drand is not the one that the beginning waited for"
                    return Proved(notes, reason, entry.n)
        if match.beacon and (reason := early(entry, past)):
            return Proved(notes, reason, entry.n)
        past = moment(entry.after.waits.due) if entry.after.waits else past
    try:
        wrong = beacon.wrong(tuple(lines)) if lines else None
    except UserError as error:
        return Proved((*notes, f"rounds of drand not proved here: {len(lines)} ({error.problems[0].hint})"))
    if wrong is None:
        return Proved(notes)
    return Proved(notes, f"round {wrong.number} of drand has another signature", lines[wrong])


def early(entry: Entry, past: datetime | None) -> str:
    """Why a line that names a round is not of the moment it says ("": it is): before its email, or a round `past`."""
    waits = entry.after.waits
    if waits is None or not any(done.kind == WAIT for done in entry.done):
        return ""
    if past is not None and moment(waits.since) < past:
        return "the line says a moment before that of the round before it"
    early = entry.mail and moment(waits.since) < moment(entry.mail.received)
    return "the line says a moment before its email came" if early else ""
