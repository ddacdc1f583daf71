"""What becomes of a text, and of a file as NEWEST_READER reads it: what stands there in so many words is taken, beside
what may be cut; an action that the rest names is offered, talk is offered to the others, a question goes to the
referee. It is recorded (`Reading`), so that a log is proved without the words of this version, or of anybody's own."""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from adjudicator.core.game import Game
from adjudicator.reader.actions import KIND_SIGNS, PLACE, Named, Position, one_off, strange
from adjudicator.reader.lines import AGAINST, Line, Sorter
from adjudicator.reader.words import fold, words
from adjudicator.referee import orders
from adjudicator.referee.records import NEWEST_READER, Asks, Match, Post, Reading, Standing, Understood
from adjudicator.referee.ruling import Ruling
from adjudicator.referee.seats import FEWEST, SeatError, seated, speaker, to_act

Kind = Literal["take", "offer", "talk", "question", "courtesy", "away", "leave", "empty", "refuse"]
Head = Callable[[], str]  # the SHA-256 of the last line of the log that changed the position, when it is asked for
MOST_OFFERS = 3
MOST_LINES = orders.MOST_LINES
MOST_MISSPOKEN = 4  # words of a command that is not whole
MOST_BESIDE = 4  # words beside "I resign" in its sentence
MOST_WHY = 8  # how many of the lines that cannot be placed are shown
MOST_TALK = 900  # characters of talk that may be passed on
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_CLAUSE = re.compile(r"[,:]\s+|\s[–—-]+\s|\s(?:and|und|et|y|en|i|e|och)\s")
_WHEN = re.compile(r"when\s[^:]{1,200}:.", re.IGNORECASE)
_REFEREE = re.compile(r"say (?:referee|ref)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"[\s,:]+(?=\S{4}$)")
_HEADERS = ("token", "match", "player", "turn", "head", "check", "when")
_AS: dict[str, Asks] = {"away": "no", "talk": "talk", "question": "question", "courtesy": "courtesy", "leave": "leave"}


class Answer(NamedTuple):
    """What becomes of a text."""

    kind: Kind
    orders: tuple[str, ...] = ()  # to take, or offered
    why: tuple[Line, ...] = ()  # the lines that nobody could place
    read: tuple[Understood, ...] = ()  # not as they stand
    typed: bool = False  # whether what is offered or refused stood there in so many words


class Judge:
    """Judges a seat's texts. `names`: what its player may sign with; `mailed`: of a mail, a comment may be meant."""

    def __init__(
        self, position: Position, names: Iterable[str] = (), *, mailed: bool = True, players: Iterable[str] = ()
    ) -> None:
        self.position, self.names, self.mailed, self.players = position, tuple(names), mailed, tuple(players)
        self._said: list[Line] = []
        self._offered_codes: Container[str] = ()
        self.ahead = False  # whether the orders are for later, so that nobody knows what will be legal

    def judge(self, text: str, *, whole: bool = True) -> Answer:
        """What becomes of a text. `whole`: no quoted line stood between what was typed."""
        lines = self._ended(text.split("\n"))
        if sum(bool(line.strip()) for line in lines) > MOST_LINES:
            return Answer("refuse")
        self._followed(lines)
        named = self._plain(lines)

        # A further order of a file by hand, whose orders are carried out one after the other up to a wrong one
        goes_on = bool(self._steps) and not self.mailed

        def exact(line: str) -> str | None:
            return self._order(line) or named.get(line) or (goes_on and self._unseen(line)) or None

        sorter = Sorter(self.names, self._places, exact, self._command, self.players)
        return self._judged(sorter.sorted("\n".join(lines)), sorter, whole)

    def _ended(self, lines: Sequence[str]) -> list[str]:
        ends = (n for n, line in enumerate(lines) if orders.ends(line) and not (self.mailed and line.strip() == "--"))
        end = next(ends, len(lines))
        return [line if self.mailed or orders.says(line) else orders.uncommented(line) for line in lines[:end]]

    def _followed(self, lines: Sequence[str]) -> None:
        """Find the orders as they stand, one after the other, and where they lead."""
        now: Position | None = self.position
        self.ahead = any(_WHEN.match(line.strip()) for line in lines) or self._later(lines)
        self._steps: list[str] = []
        self._visited = [self.position]
        self._rolled = False
        for line in map(str.strip, lines):
            if not line:
                continue
            if now is not None and (order := now.exact(line)):
                self._steps.append(order)
                self._rolled = self._rolled or now.throws(order)
                now = now.after(order)
                if now is not None:
                    self._visited.append(now)
            elif self._rolled or self.ahead or not self.position.acts:
                legal = self.position.exact(line) if self._rolled else None  # another choice, unless it is given again
                if legal in (None, *self._steps[-1:]) and (order := self._unseen(line)):
                    self._steps.append(legal or order)

    def _places(self) -> set[str]:
        orders = (order for position in self._visited for order in position.orders)
        return {place for order in orders for place in PLACE.findall(order.casefold())}

    def _later(self, lines: Sequence[str]) -> bool:
        said = next((line.split() for line in lines if line.strip().lower().startswith("turn ")), [])
        number = said[1] if len(said) == 2 else ""
        turn = 0 if self.position.state is None else int(self.position.state.turn)
        return number.isascii() and number.isdigit() and turn < int(number[:8])

    def _unseen(self, line: str) -> str:
        """A line that the game reads as an action of which nobody knows yet whether it will be legal."""
        return fold(line, {}) if self.position.reads(line) and not self._command(line) else ""

    def _order(self, line: str) -> str | None:
        for position in self._visited:
            if order := position.exact(line):
                return order
        unseen = self._rolled or self.ahead or not self.position.acts
        return (self._unseen(line) or None) if unseen else None

    def _plain(self, lines: Sequence[str]) -> dict[str, str]:
        """Lines that are made of nothing but one move, though the game itself does not read them so."""
        if self._steps or not self.position.acts:
            return {}
        found: dict[str, str] = {}
        for line in dict.fromkeys(map(str.strip, lines)):
            may_be_move = 0 < len(line) <= 80 and (any(map(str.isdigit, line)) or len(line.split()) <= 4)
            known = not may_be_move or self._order(line) or self._command(line)
            if not known and (order := self._named.plain(line)):
                found[line] = order
        if len(found) == 1:
            self._steps = [*found.values()]
        return found

    @cached_property
    def _named(self) -> Named:
        return Named(self.position, (order for one in self._visited[1:] for order in one.orders))

    def _command(self, line: str) -> bool:
        """Whether a line is a whole order of the match, or says whose and for when the orders are."""
        if _WHEN.match(line) or orders.line(line).what in ("match", "token", "code"):
            return True
        if self.mailed and "#" in line and not orders.says(line):
            return False
        read = orders.read(line.encode("utf-8", "replace"), "", newest=True)
        if read.problems or (read.orders and read.orders[0].kind == "action"):
            return False
        return bool(read.orders or read.check or read.match or read.player or read.turn is not None or read.head)

    def _judged(self, found: list[Line], sorter: Sorter, whole: bool) -> Answer:
        other = tuple(line for line in found if line.kind == "other")
        commands = tuple(line for line in found if line.kind == "command")
        given = tuple(dict.fromkeys(line.order for line in found if line.kind == "order"))
        doing = tuple(line for line in commands if line.text.split()[0].casefold().rstrip(":") not in _HEADERS)
        if all(line.kind == "blank" for line in found):
            return Answer("courtesy" if any(KIND_SIGNS.search(line.text) for line in found) else "empty")
        if given and not self.ahead and any(self._against(line.text, sorter) for line in doing):
            return self._offered(given, tuple(line for line in doing if self._against(line.text, sorter)), typed=True)
        order = "".join("c" if line.kind == "cut" else "o" for line in found if line.kind not in ("blank", "other"))
        tidy = not re.search("oc+o", order)  # nothing to do stands below a closing
        if whole and tidy and not other and (given or commands):
            if not self.mailed:
                self._steps = [line.order for line in found if line.kind == "order"]
            if {*given} == {*self._steps}:
                return self._taken(found)
        text = "\n".join(line.text for line in other)
        named = self._named.named(text) if other and self.position.acts else ()
        if everything := tuple(dict.fromkeys((*given, *named))):
            if not self.position.acts and not doing:  # the referee says why nothing may be ordered now
                return self._taken([line for line in found if line.kind != "other"], other)
            if not self.position.acts:
                return Answer("refuse", (), other)
            return self._offered(everything, other, typed=everything == given)
        if other and not given and all(self.position.reads(line.text) or _misspoken(line.text) for line in other):
            return self._taken(found)._replace(kind="refuse", typed=True)  # not legal: the referee says why
        if doing and not any(self._like_a_move(line.text) for line in other):
            only = tuple(line.text for line in doing)
            return self._offered(only if len(only) == 1 else (), other or doing, typed=False)
        return self._unplaced(other, text, found, doing)

    def _offered(self, named: tuple[str, ...], why: tuple[Line, ...], *, typed: bool) -> Answer:
        return Answer("offer" if 0 < len(named) <= MOST_OFFERS else "refuse", named, why, typed=typed)

    def _unplaced(self, other: tuple[Line, ...], text: str, found: Sequence[Line], doing: Sequence[Line]) -> Answer:
        known = words()
        if not other:
            return Answer("courtesy")
        said = [fold(line.text) for line in other]
        meant = {known.intents[one] for one in said if one in known.intents} or {
            order for typed, order in known.intents.items() if len(typed) > MOST_MISSPOKEN and one_off(said[0], typed)
        }
        asks = any("?" in line.text and len(line.text.split()) >= FEWEST for line in other)
        if not asks and any(_resigns(line.text) for line in other):
            meant.add("resign")
        if len(meant) == 1:
            (order,) = meant
            if order in orders.REQUESTS and len(other) == 1 and said[0] in known.intents:
                return Answer("take", (order,), read=_left(found, {other[0].number: order}))
            return Answer("offer", (f"say referee: {' '.join(text.split())}" if order == "undo" else order,), other)
        if self.mailed and any(known.away.search(line.text) for line in other):
            return Answer("away", (), other)
        if len(said) == 1 and said[0] in known.leave:
            return Answer("leave", (), other)
        like = bool(doing) or any(self._like_a_move(line.text) for line in other)
        if asks and not any(fold(line.text).split(" ")[0] in self._verbs for line in other):
            return Answer("question", (), other)
        return Answer("refuse" if like else "talk", (), other)

    def _like_a_move(self, line: str) -> bool:
        plain, count, verbs = fold(line), len(_WORD.findall(line)), self._verbs
        hubs = self.position.tongue.hubs if self.position.state is not None else ()
        if plain in hubs or any(word in verbs for word in plain.split()[:1]):
            return True
        places = len(PLACE.findall(plain))
        return bool(places) and (count <= 5 or places * 4 >= count or any(w in verbs for w in _WORD.findall(plain)))

    @property
    def _verbs(self) -> Iterable[str]:
        return () if self.position.state is None else self.position.tongue.verbs

    def _against(self, line: str, sorter: Sorter) -> bool:
        """Whether a command beside an order may be meant to take it back."""
        asked = _REFEREE.match(line) and sorter.hesitates(line.partition(":")[2])
        return fold(line).partition(" ")[0] in AGAINST or bool(asked)

    def _taken(self, found: Sequence[Line], cut: Sequence[Line] = ()) -> Answer:
        """The lines as they are understood, where that is not how they stand."""
        wanted, read = list(self._steps), dict[int, str]()
        for line in found:
            if line.kind in ("other", "command"):
                read[line.number] = line.text
            elif line.kind == "order" and line.order in wanted:
                wanted.remove(line.order)
                read[line.number] = line.order
        taken = (*self._steps, *(line.text for line in found if line.kind == "command"))
        return Answer("take", taken, read=_left((*found, *cut), read))

    def confirmed(self, text: str, offered: Container[str] = ()) -> str | None:
        """What a text says to an offer and nothing else: "yes", "yes CODE", "no"; None where it says anything more.
        `offered`: the codes that count without a yes before them; others may be a move (`pass`, `d4d6`)."""
        known = words()
        sorter = Sorter(self.names, tuple, lambda _line: None, self._command)
        found = sorter.sorted("\n".join(self._ended(text.split("\n"))))
        self._said, self._offered_codes = found, offered
        said = [line for line in found if line.kind not in ("blank", "cut", "command") or fold(line.text) in known.yes]
        doing = (line for line in found if line.kind == "command")
        ordered = any(line.text.split()[0].casefold() not in _HEADERS for line in doing)
        if ordered or len(said) != 1 or any(strange(line.text) for line in found):
            return None
        first, *code = _CODE.split(fold(said[0].text), 1)
        if first in known.no and not code:
            return "no"
        if first in known.yes and not code:
            return "yes"
        if first in known.yes and orders.is_code(code[0]):
            return f"yes {code[0]}"
        return f"yes {first}" if first in offered and not code else None

    @property
    def begins_with_yes(self) -> bool:
        """Whether the text that was last looked at for one begins with a yes, and goes on."""
        first = next((line.text for line in self._said if line.kind == "other"), "")
        return fold(first.split(" ")[0]) in words().yes

    def answered(self, said: str) -> tuple[Understood, ...]:
        """The lines of a text that was `confirmed`, as they are understood."""
        kept = {line.number: line.text for line in self._said if line.kind == "command"}
        number = next(line.number for line in self._said if line.kind != "blank" and line.number not in kept)
        wanted = {fold(line.text): line.number for line in self._said if line.kind not in ("blank", "command")}
        yes, codes = words().yes, self._offered_codes
        number = next((n for text, n in wanted.items() if _CODE.split(text, 1)[0] in yes or text in codes), number)
        return _left(self._said, kept | {number: said})


def _left(found: Sequence[Line], read: dict[int, str]) -> tuple[Understood, ...]:
    stated = ((line, read.get(line.number, "")) for line in found)
    return tuple(Understood(line.number, text) for line, text in stated if text != line.text)


def _resigns(line: str) -> bool:
    sentences = ([fold(part) for part in _CLAUSE.split(sentence)] for sentence in _SENTENCE.split(line))
    short = (parts for parts in sentences if all(len(part.split()) <= MOST_BESIDE for part in parts))
    return any(words().intents.get(part) == "resign" for parts in short for part in parts)


def _misspoken(line: str) -> bool:
    read = orders.read(line.encode("utf-8", "replace"), "", newest=True)
    return len(line.split()) <= MOST_MISSPOKEN and bool(read.problems)


def read(
    match: Match, game: Game, standing: Standing, data: bytes, source: str, post: Post | None = None, head: Head = str
) -> orders.Orders:
    """The orders of a file as this match reads them. Nothing is raised for what a player may write."""
    if match.reader != NEWEST_READER:
        return orders.read(data, source)
    as_it_stands = orders.read(data, source, reading=Reading())
    if post is not None and (post.refused or post.spectator):
        return as_it_stands
    match = seated(match, standing)
    try:
        seat = speaker(match, game, standing, as_it_stands, post)
    except SeatError:
        return as_it_stands
    reading = _reading(match, game, standing, seat, orders.decode(data[: orders.MOST_BYTES]), post, head)
    return orders.read(data, source, reading=reading)


def helped(match: Match, game: Game, given: orders.Orders, ruling: Ruling) -> Ruling:
    """A ruling of which each refused move says what was nearly meant, or what of the legal moves is nearest to it."""
    entry, moves = ruling.entry, {order.line for order in given.orders if order.kind == "action" and not order.when}
    if match.reader != NEWEST_READER or entry.seat is None or all(one.line not in moves for one in entry.refusals):
        return ruling
    finder = Named(position(game, ruling.standing, entry.seat))
    general = [one.line in moves and (one.kind == "notation" or one.hint.startswith("legal")) for one in entry.refusals]
    hints = (finder.hint(one.order) if vague else "" for one, vague in zip(entry.refusals, general, strict=True))
    nearer = (one._replace(hint=hint or one.hint) for one, hint in zip(entry.refusals, hints, strict=True))
    return ruling._replace(entry=entry._replace(refusals=tuple(nearer)))


def position(game: Game, standing: Standing, seat: int) -> Position:
    """What a seat may order as the match stands."""
    return Position(game, standing.state, seat, () if standing.desk.held else to_act(game, standing))


def _reading(match: Match, game: Game, now: Standing, seat: int, text: str, post: Post | None, head: Head) -> Reading:
    typed = post.typed if post else None
    names = (*typed.names, match.seats[seat].name) if typed else ()
    players = [one.name for one in match.seats]
    judge = Judge(position(game, now, seat), names, mailed=typed is not None, players=players)
    lines = text.splitlines()
    own = [offer for offer in now.desk.offers if offer.seat == seat]
    if said := judge.confirmed("\n".join(lines), [offer.code for offer in own]):
        if said == "no":
            return Reading("no" if own else "courtesy", _nothing(lines))
        return Reading("", judge.answered(said))
    answer = judge.judge("\n".join(lines), whole=not (typed and typed.partly))
    reading = _of(answer, match, seat, lines)
    if own and reading.kind in ("talk", "question", "refuse") and judge.begins_with_yes:
        why = reading.why or tuple(Understood(line.number, line.text) for line in answer.why[:MOST_WHY])
        offers = tuple(offer.order for offer in own)
        reading = Reading("doubt" if len(own) == 1 else "which", _nothing(lines), offers, why)
    if (typed and typed.reflowed) or len(lines) == 1:
        reading = reading._replace(why=tuple(line._replace(line=0) for line in reading.why))
    return reading._replace(head=head()) if reading.offers else reading


def _of(answer: Answer, match: Match, seat: int, lines: list[str]) -> Reading:
    why = tuple(Understood(line.number, line.text) for line in answer.why[:MOST_WHY])
    if answer.kind in ("take", "empty") or (answer.kind == "refuse" and answer.typed):
        return Reading("", answer.read)
    if answer.kind == "offer":
        kind: Asks = "which" if len(answer.orders) > 1 else "doubt" if answer.typed else "mean"
        return Reading(kind, _nothing(lines), answer.orders, why)
    if answer.kind == "refuse":
        return Reading("refuse")
    talk = " ".join(" ".join(line.text.split()) for line in answer.why)[:MOST_TALK]
    offers = (f"say {_to(match, seat)}: {talk}",) if answer.kind == "talk" else ()
    return Reading(_AS[answer.kind], _nothing(lines), offers, why)


def _nothing(lines: list[str]) -> tuple[Understood, ...]:
    """Nothing of a file, but for whose it is."""
    filled = [(n, line.strip().casefold()) for n, line in enumerate(lines, 1) if line.strip(f" {orders.MARKS}")]
    return tuple(Understood(n) for n, line in filled if line.partition(" ")[0].rstrip(":") not in ("match", "player"))


def _to(match: Match, seat: int) -> str:
    """Whom talk is for: the other player, or all others; where they may not write to each other, the referee."""
    others = [number for number, other in enumerate(match.seats) if number != seat]
    if not others or (match.terms and match.terms.messages == 0):
        return "referee"
    return match.seats[others[0]].name if len(others) == 1 else "all"
