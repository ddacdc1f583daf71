"""What a letter says of orders: what came of the reader's own, who is to send the next, until when and how, and what
was asked for (legal moves, what has happened, the last letter, rules): all of it of `Seen`, a line as one reader sees
it."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote, urlencode

from adjudicator.core.codec import Checkpoint, Json
from adjudicator.core.game import Event, Game, GameState, seat_letter, situation
from adjudicator.dice import LINKS, TABLE, TWO_SIDED, next_link
from adjudicator.letters import phrases
from adjudicator.letters.phrases import Names, Phrases, Reasons
from adjudicator.letters.render import TOKEN, columns, plain, shorten
from adjudicator.referee import clocks, records
from adjudicator.referee.admin import PATIENCE, Kept
from adjudicator.referee.orders import DICE, HISTORY, MOVES, OF_A_TURN, PAGE, RESEND, RULES
from adjudicator.referee.records import Done, Entry, Match, Reading, Standing, Throw
from adjudicator.referee.ruling import dated, options_of, turn_of
from adjudicator.referee.seats import PRIVATE, addresses, to_act
from adjudicator.referee.terms import bot, moment

_HEADER = re.compile(r"[\w .'-]+")
Past: TypeAlias = Callable[[], Sequence[Entry]]
EXAMPLES = 2
MOST_REASON = 34  # characters of a reason in a subject
BACK = ("mean", "which", "doubt", "talk", "leave", "courtesy")  # kinds of readings that a letter of their own answers
MOST_SHOWN = 26  # characters of orders in a subject
MOST = 1000  # actions that are looked at
_TURN = re.compile(r"turn (\d{1,6})\b")
MOST_MOVES = 300  # in a letter
MOST_LINES = 300  # of what has happened: the last ones


class Seen(NamedTuple):
    """A line of the log, the match before and after it, and who reads of it: `seat`, or REFEREE for the spectators."""

    match: Match
    game: Game
    phrases: Phrases
    names: Names
    before: Standing
    entry: Entry
    after: Standing
    seat: int
    past: Past = tuple  # the lines of the log before it
    head: Checkpoint | None = None  # of the log with it, for a page

    @property
    def state(self) -> Any:
        """The position as the reader sees it, once play has begun."""
        return situation(self.game, self.after.state).seen(self.seat).state

    @property
    def dated(self) -> int:
        """The turn that the reader's orders may name; 0: none."""
        return dated(self.game, self.after, self.seat)

    @property
    def events(self) -> tuple[Event, ...]:
        return self.seen_of(self.entry)

    def seen_of(self, entry: Entry) -> tuple[Event, ...]:
        """What the reader sees of the events of a line."""
        return tuple(event for event in entry.events if self.game.sees(event, self.seat, len(self.match.seats)))

    @property
    def sends(self) -> bool:
        return self.seat == self.entry.seat

    @property
    def begins(self) -> bool:
        return self.before.state is None and self.after.state is not None

    @property
    def acting(self) -> tuple[int, ...]:
        return to_act(self.game, self.after)

    @property
    def own(self) -> tuple[Event, ...]:
        """What concerns this reader alone."""
        mine = (event for event in self.entry.events if event.kind in PRIVATE and self.entry.n)
        return tuple(event for event in mine if event.seat == self.seat)

    @property
    def ended(self) -> bool:
        return self.before.outcome is None and self.after.outcome is not None

    def has(self, *kinds: str) -> bool:
        """Whether anything of those kinds has happened that is this reader's."""
        return any(event.kind in kinds and event.seat == self.seat for event in self.entry.events)

    @property
    def options(self) -> Any:
        return options_of(self.match, self.game)

    @property
    def rules(self) -> str:
        """The game in a few sentences, and what the match allows besides."""
        practice = self.match.terms is not None and self.match.terms.practice
        return " ".join(self.phrases.told("rules", key) for key in ("about", *(("practice",) if practice else ())))

    @property
    def zone(self) -> str:
        """The time zone of the letter: what the reader wishes, or the match's."""
        return self.after.desk.wish(self.seat, "zone") or (self.match.terms.zone if self.match.terms else "UTC")

    def listed(self, seats: Iterable[int]) -> str:
        """Names in a list; the reader is "you"."""
        you, referee = (self.phrases.say("people", who) for who in ("you", "to-referee"))
        own = {self.seat: you, records.REFEREE: referee}
        return self.phrases.listed([own.get(seat) or self.names[seat] for seat in seats])

    def called(self, seat: int) -> str:
        return self.phrases.say("people", "referee") if seat == records.REFEREE else self.names[seat]

    def handle(self, seat: int) -> str:
        """What a player may be called in a move file: the name, or the letter where a name could be misread."""
        name = self.match.seats[seat].name
        return name if _HEADER.fullmatch(name) and plain(name) == name and columns(name) <= 60 else seat_letter(seat)


def receipt(seen: Seen) -> Json:
    """What the letter answers: the sender reads the orders as understood and all refusals, others who sent them."""
    entry = seen.entry
    own = entry.done if seen.sends and entry.n else ()
    silent = (records.ASK, records.CHECK, records.KEEP, records.LINK, records.YES)
    done = [done for done in own if done.line and done.kind not in silent]
    # The orders of the game that are not told by a sentence of their own
    plays = [done for done in done if not any(event.kind in PRIVATE for event in done.events)]
    tried = [(done, one.kind) for done in own for one in done.events if one.kind in ("would", "would-throw")]
    say, seats = seen.phrases.say, range(len(seen.match.seats))
    everybody = [say("picture", "player", player=seen.names[seat], seat=seat_letter(seat)) for seat in seats]
    mine = [event for event in seen.own if event.kind not in ("would", "would-throw", "reminded", "bank-runs")]
    return {
        "news": _news(seen),
        "players": seen.phrases.listed(everybody),
        "sender": "" if entry.seat is None else seen.names[entry.seat],
        "file": shorten(entry.source, 60),
        "mail": phrases.received(say, seen.zone, moment(entry.mail.received)) if entry.mail else "",
        "private": seen.phrases.sentences((one for one in mine if not one.kind.startswith("kept")), seen.names),
        "done": [{"line": done.line, "order": done.order} for done in plays],
        "checked": [{"line": done.line, "order": plain(done.text), "rolls": kind != "would"} for done, kind in tried],
        "messages": sum(bool(one.to) for one in entry.says) if seen.sends and entry.n else 0,
        "refused": _refused(seen),
        "partly": bool(done or entry.says or mine),
        "stuck": seen.sends and bool(entry.refusals) and seen.after.desk.refusals(seen.seat) >= PATIENCE,
    }


def _refused(seen: Seen) -> list[Json]:
    if not (seen.sends and seen.entry.n):
        return []
    reasons, kept = Reasons(seen.phrases.language), seen.entry.by in ("ahead", "beacon")
    read = seen.entry.reading.lines if seen.entry.reading else ()
    meant = {line.line for line in read if line.text.startswith("yes")}  # in a word of another language
    return [
        {
            "line": 0 if kept else refusal.line,
            "order": "" if refusal.line in meant else shorten(refusal.order, 200),
            "reason": plain(reasons.say(refusal.reason)),
            "short": short if len(short) <= MOST_REASON and "`" not in short else "",  # where a subject has room for it
            "hint": plain(reasons.say(refusal.hint)),
        }
        for refusal in seen.entry.refusals
        for short in [plain(reasons.say(refusal.reason.rpartition(" is not legal: ")[2]))]
    ]


def _news(seen: Seen) -> str:
    """What the letter answers: nothing ("") where somebody else did something."""
    if seen.entry.seat is None:
        return ""
    if seen.sends:
        return seen.entry.by if seen.entry.by in ("ahead", "beacon") else "received"
    mine = [say for say in seen.entry.says if seen.seat in say.to]
    return "grey" if mine and not seen.events and all(say.grey for say in mine) else ""  # who gave no name


def following(seen: Seen) -> Json:
    """Whose turn it is and, for the reader's own, orders ready to be sent."""
    acting = seen.acting
    others = seen.phrases.listed([seen.names[seat] for seat in acting if seat != seen.seat])
    missing = [seat for seat, word in enumerate(seen.after.words) if word is None]
    pads = seen.after.pads
    if seen.after.outcome is not None:
        then = "over"
    elif seen.after.waits is not None:
        then = "waits"
    elif seen.after.state is None:
        then, others = ("joining", seen.listed(missing)) if missing else ("ready", seen.listed(pads.unready))
    elif seen.after.desk.held:
        then = "held"
    elif seen.seat in acting:
        then = "both" if others else "yours"
    else:
        then = "watch" if seen.seat == records.REFEREE else "theirs"
    turn = then in ("both", "yours")
    return {
        "next": then,
        "others": others,
        "several": sum(seat != seen.seat for seat in acting),
        "late": _late(seen),
        "witness": plain(seen.match.witness.rpartition(" ")[2]) if seen.entry.n else "",
        "join": seen.seat in missing,
        "pad": seen.match.dice == TWO_SIDED,
        "link": _link(seen) if turn else 0,
        "ready": not missing and seen.after.state is None and seen.seat in pads.unready,
        "due": due(seen, seen.seat) if turn else None,
        "waits": _waits(seen),
        "form": _form(seen) if turn else None,
        "offers": [{"own": seat == seen.seat, "player": seen.names[seat]} for seat in seen.after.offers],
        "kept": [_kept(seen, kept) for kept in seen.after.desk.kept if kept.seat == seen.seat],
    }


def _link(seen: Seen) -> int:
    return seen.after.pads.due(seen.seat, turn_of(seen.after), seen.after.links)


def _late(seen: Seen) -> Json | None:
    """Whom the match waits for after a deadline, where it is somebody else, and until which day."""
    terms, desk = seen.match.terms, seen.after.desk
    seat = next((seat for seat in seen.acting if seat != seen.seat and desk.lateness(seat)), None)
    if terms is None or seat is None or terms.late not in ("wait", "pass", "forfeit") or desk.held:
        return None
    clock = desk.clock(seat)
    date = phrases.long(seen.phrases.say, clocks.there(seen.zone, clocks.until(clock))[0]) if clock else ""
    return {"player": seen.names[seat], "date": date}


def due(seen: Seen, seat: int) -> Json | None:
    """When a seat's orders are due, and what happens if none come."""
    terms, clock = seen.match.terms, seen.after.desk.clock(seat)
    if terms is None or clock is None:
        return None
    when, say = _when(seen, clocks.until(clock)), seen.phrases.say
    return {
        **when,
        "time": "" if when["time"] == clocks.MIDNIGHT else when["time"],
        "grace": phrases.span(say, terms.grace) if terms.grace and not clock.running else "",
        "bank": phrases.span(say, seen.after.desk.bank(terms, seat)) if clock.bank and not clock.running else "",
        "runs": clock.running,
        "policy": terms.late,
        "bot": bot(terms.late),
        "left": max(terms.after - seen.after.desk.lateness(seat), 1),
    }


def _when(seen: Seen, at: datetime) -> Json:
    say, (day, time) = seen.phrases.say, clocks.there(seen.zone, at)
    zone = phrases.zone(say, seen.phrases.has, seen.zone)
    return {"date": phrases.long(say, day), "short": phrases.short(say, day), "time": time, "zone": zone}


def _waits(seen: Seen) -> Json | None:
    """The roll that waits for a round of drand: whose it is ("": nobody's), what was ordered, when it is due."""
    if (waits := seen.after.waits) is None:
        return None
    return {
        "what": waits.what,
        "own": waits.seat == seen.seat,
        "player": "" if waits.seat is None else seen.names[waits.seat],
        "orders": [plain(order) for order in waits.orders] if seen.game.open or waits.seat == seen.seat else [],
        "round": waits.round,
        **_when(seen, moment(waits.due)),
    }


def _kept(seen: Seen, kept: Kept) -> Json:
    player, action = (seen.names[kept.condition.seat], kept.condition.action) if kept.condition else ("", "")
    orders = "; ".join(map(plain, kept.actions))
    facts: Json = {"turn": kept.turn, "player": player, "action": plain(action), "orders": orders}
    which = "when" if action else "turn" if kept.turn else "next"
    return {**facts, "said": seen.phrases.say("kept", which, **facts), "shown": bool(kept.link)}


def _form(seen: Seen) -> Json:
    """Some legal actions, how many there are, and whether there are more; `link` opens an answer without a move."""
    found = find(seen.game, seen.state, EXAMPLES, seen.seat)
    verbs = {order.partition(" ")[0] for order in found.orders}
    verb = verbs.pop() if len(verbs) == 1 else ""
    lines = [*_whose(seen), *([f"turn {seen.dated}"] if seen.dated else [])]
    lines += [f"link {number} "] if (number := _link(seen)) else []
    lines += [f"{verb} " if verb.isalpha() else "", *(f"# {order}" for order in found.orders[:1]), ""]
    link = _link_of(seen, lines)
    return {"turn": seen.dated, "orders": list(found.orders), "count": found.many, "more": found.more, "link": link}


def _whose(seen: Seen) -> list[str]:
    lines = [f"match {seen.match.id}", f"player {seen.handle(seen.seat)}"]
    return [*lines, TOKEN] if seen.match.proof == "token" else lines


def _link_of(seen: Seen, lines: Sequence[str]) -> str:
    words = {"subject": f"[{seen.match.id}] turn {turn_of(seen.after)}", "body": "\r\n".join(lines)}
    return f"mailto:?{urlencode(words, quote_via=quote)}"


def asks(seen: Seen) -> Json:
    """What is asked back: orders with code, line and link, the lines that nobody could place, `to` whom talk is."""
    reading = seen.entry.reading or Reading()
    talk = reading.kind == "talk"
    others = [seat for seat in range(len(seen.match.seats)) if seat != seen.seat]
    offered = [plain(order) for _, order in seen.entry.offered]
    verbs = {order.partition(" ")[0] for order in offered} if len(offered) > 1 else set()
    verb = f"{verbs.pop()} " if len(verbs) == 1 else ""
    most = MOST_SHOWN if len(offered) == 1 else MOST_SHOWN // 2
    to_referee = any(order.startswith("say referee:") for order in reading.offers)
    return {
        "offers": [
            {
                "code": code,
                "order": plain(order),
                "short": shorten(plain(order).removeprefix(verb), most),
                "line": f"yes {code}" if talk else plain(order),
                "link": _link_of(seen, [*_whose(seen), f"yes {code}", ""]),
            }
            for code, order in seen.entry.offered
        ],
        "why": [{"line": why.line, "text": shorten(why.text, 200)} for why in reading.why],
        "to": seen.listed([records.REFEREE] if to_referee or not others else others),
    }


class Examples(NamedTuple):
    """`orders` in the game's own order, the first legal action among them; of `many` in all, or of more than that."""

    orders: tuple[str, ...] = ()
    many: int = 0
    more: bool = False


def find(game: Game, state: GameState, wanted: int, seat: int | None = None) -> Examples:
    """Up to `wanted` legal actions as a player would write them. `seat`: only its own, without its letter in front."""
    mine, at = "" if seat is None else f"{seat_letter(seat)}: ", situation(game, state)
    own = (order.removeprefix(mine) for order in at.legal() if len(at.acting) < 2 or order.startswith(mine))
    orders, more = list(islice(own, MOST)), next(own, None) is not None
    return Examples(tuple(orders[number] for number in _spread(orders, wanted)), len(orders), more)


def _spread(orders: Sequence[str], wanted: int) -> list[int]:
    """Which orders to show: the first, then again and again the one least like those that are chosen already."""
    words = [order.split() for order in orders]
    chosen: list[int] = []
    unlike = [(True, True, 0, len(orders))] * len(orders)
    while orders and len(chosen) < min(wanted, len(orders)):
        number = max(range(len(orders)), key=lambda n: unlike[n]) if chosen else 0
        chosen.append(number)
        unlike = [min(unlike[n], _unlike(words, n, number)) for n in range(len(orders))]
    return sorted(chosen)


def _unlike(words: Sequence[Sequence[str]], a: int, b: int) -> tuple[bool, bool, int, int]:
    """How unlike two orders are: another verb, another end, words that only one has, how far apart they stand."""
    one, other = words[a], words[b]
    return one[0] != other[0], one[-1] != other[-1], len(set(one) ^ set(other)), abs(a - b)


def asked(entry: Entry, seat: int) -> tuple[str, ...]:
    """What the sender of a file asked for, each once."""
    own = entry.done if seat == entry.seat else ()
    return tuple(dict.fromkeys(done.text for done in own if done.kind == records.ASK))


def closed(game: Game, match: Match, after: Standing) -> bool:
    """Whether links would give away dice that others have yet to meet: no letter has one then."""
    return not game.open and len(match.seats) > 1 and after.outcome is None


def leads(link: bytes, k: int, commitment: str) -> bool:
    """Whether link k of the dice, hashed k times, is the commitment."""
    for _ in range(k if 0 < k < LINKS else 0):
        link = next_link(link)
    return link.hex() == commitment


def rolls_asked(entry: Entry, seat: int) -> int | None:
    """Of which turn the sender of a file asks how its dice were rolled, 0 for the last; None for none."""
    for text in asked(entry, seat):
        if text == DICE:
            return 0
        if found := OF_A_TURN.fullmatch(text):
            return int(found[1])
    return None


def first(entry: Entry, seat: int) -> bool:
    """Whether that line brings the first letter of a match to a reader, who learns there how all is done."""
    return entry.n == 0 or any(event.kind == "substituted" and event.seat == seat for event in entry.events)


def with_rules(match: Match, entry: Entry, seat: int) -> bool:
    """Whether the mail with that letter has the rules of the match attached."""
    if seat == records.REFEREE or not addresses(match, entry.after)[seat]:
        return False
    return first(entry, seat) or RULES in asked(entry, seat)


def with_page(game: Game, entry: Entry, standing: Callable[[], Standing], seat: int) -> bool:
    """Whether an email brings a page: one was asked for, or its reader wants pages and is to move or is reminded."""
    own = {(event.kind, event.words.get("value")) for event in entry.events if event.seat == seat}
    if ("wish", PAGE) in own or PAGE in asked(entry, seat):
        return True
    if seat == records.REFEREE or entry.after.desk.wish(seat, "letters") != PAGE:
        return False
    news = entry.n == 0 or entry.played or entry.by == "ahead"
    news = news or any(kind in ("reminded", "bank-runs", "substituted") for kind, _ in own)
    return news and ((after := standing()).state is None or seat in to_act(game, after))


class Answers(Seen):
    """What a line of the log asks for, for one reader."""

    @property
    def subject(self) -> Entry:
        """The line that the letter is about: its own, or that of the last letter to a reader who asks for it again."""
        if RESEND not in asked(self.entry, self.seat):
            return self.entry
        for entry in self.past()[::-1]:
            written = any(letter.seat == self.seat for letter in entry.letters)
            if written and (entry.played or entry.says or first(entry, self.seat)):
                return entry
        return self.entry

    def answers(self) -> Json:
        """What a template may say of it."""
        wanted = asked(self.entry, self.seat)
        return {
            "asked": list(wanted),
            "attached": with_rules(self.match, self.entry, self.seat),
            "mailed": self.seat != records.REFEREE and bool(addresses(self.match, self.after)[self.seat]),
            "moves": self._moves() if MOVES in wanted else None,
            "history": self._history() if HISTORY in wanted else [],
            "rolls": self._explained() if rolls_asked(self.entry, self.seat) is not None else None,
        }

    def _explained(self) -> Json:
        turn, rolled = self.rolled(rolls_asked(self.entry, self.seat) or 0)
        steps = [done for done, _ in rolled]
        reasons = Reasons(self.phrases.language)
        told = [(throw, self._told(done, throw)) for done, throws in rolled for throw in throws]
        words = [f"{plain(word)} ({self.names[seat]})" for seat, word in enumerate(self.after.words) if word]
        return {
            "turn": turn,
            "rolled": [
                {"why": plain(reasons.say(throw.why)), "values": " ".join(map(str, throw.values)), "said": said}
                for throw, said in told
            ],
            "table": self.match.dice == TABLE,
            "words": self.phrases.listed(words),
            "pads": any(any(done.mix) for done in steps),
            "rounds": [done.beacon.partition(" ")[0] for done in steps if done.beacon],
            "closed": bool(steps) and closed(self.game, self.match, self.after),
            "fits": all(leads(bytes.fromhex(done.link), done.k, self.match.commitment) for done in steps),
        }

    def rolled(self, wanted: int) -> tuple[int, list[tuple[Done, list[Throw]]]]:
        """The turn of that number, or the last with dice, and what threw some of its dice that the reader sees."""
        found: dict[int, dict[int, tuple[Done, list[Throw]]]] = {}
        turn = 1
        for entry in (*self.past(), self.entry):
            for done in (done for done in entry.done if done.throws and self.sees_dice(done)):
                for throw in done.throws:
                    own = _TURN.match(throw.why)  # some are named after their turn
                    of = found.setdefault(int(own[1]) if own else turn, {})
                    of.setdefault(done.k or id(done), (done, []))[1].append(throw)
            turn = turn_of(entry.after) or turn
        number = wanted or max(found, default=0)
        return number, [*found.get(number, {}).values()]

    def sees_dice(self, done: Done) -> bool:
        """Whether the reader sees all dice that an order threw."""
        return all(self.game.sees(event, self.seat, len(self.names.seats)) for event in done.events if event.dice)

    def _told(self, done: Done, throw: Throw) -> str:
        """What the letter said of a throw; "" where it was told with others."""
        own = [event for event in done.events if tuple(event.dice) == throw.values]
        return " ".join(self.phrases.sentences(own, self.names)) if len(own) == 1 else ""

    def _moves(self) -> Json:
        found = Examples()
        if self.seat in to_act(self.game, self.after):
            found = find(self.game, self.game.view(self.after.state, self.seat), MOST_MOVES, self.seat)
        return {"orders": list(found.orders), "count": found.many, "more": found.more}

    def _history(self) -> list[Json]:
        lines, turn = list[Json](), 0
        for entry in self.past():
            seen = [event for event in self.seen_of(entry) if event.kind not in PRIVATE]
            if said := " ".join(self.phrases.sentences(seen, self.names)):
                lines.append({"turn": turn, "said": said})
            turn = turn_of(entry.after)
        return lines[-MOST_LINES:]
