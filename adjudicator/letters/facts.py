"""A line of the log -> letters: to each player what that player may see, as text and as HTML.

A letter is made of facts: the orders, the events and the messages of the line and the position after it. What it says
of them, and in which order, is the templates' (`letters`). Nothing is kept from one letter to another, so that every
letter can be written again, byte for byte, from the log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from adjudicator.dice import SCHEME
from adjudicator.game import PLAYED_FOR, Event, Game, seat_letter
from adjudicator.letters import days, examples, settings
from adjudicator.letters.blocks import Picture, columns, plain, shorten
from adjudicator.letters.phrases import LANGUAGE, Names, Phrases, kit
from adjudicator.letters.reasons import Reasons
from adjudicator.letters.render import Shown, write
from adjudicator.letters.render import language as spoken
from adjudicator.referee import adjudication, deadlines
from adjudicator.referee.admin import PATIENCE, Kept
from adjudicator.referee.records import CHECK, KEEP, REFEREE, Done, Entry, Match, Standing
from adjudicator.referee.seats import seated, to_act
from adjudicator.referee.values import moment

# What concerns only the player it happens to (and the referee), as kinds of events.
PRIVATE = frozenset(
    (
        *("wish", "cancelled", "kept", "kept-until", "would", "would-throw", "extension-asked", "denied", "reminded"),
        *("spectator-on", "spectator-off"),
    )
)
MISSED = frozenset(("late", PLAYED_FOR, "forfeited"))
EXAMPLES = 2
NAME_IN_SUBJECT = 20  # characters
FILLS = 3  # colours of dice
_HEADER = re.compile(r"[\w .'-]+")
_XML = re.compile(r"\A\s*<\?xml[^>]*\?>\s*")


class Letter(NamedTuple):
    """A letter to a seat, or to all spectators (REFEREE): the subject is one line, the text has lines of at most 72
    columns, the HTML is a page.
    """

    seat: int
    language: str
    subject: str
    text: str
    html: str


def letters(
    match: Match,
    game: Game,
    before: Standing,
    entry: Entry,
    after: Standing,
    board: Callable[[int, str], str] | None = None,
    language: str = LANGUAGE,
) -> tuple[Letter, ...]:
    """The letters of a line of the log, in seat order, then the spectators' one.

    Where something happened, and for the first line, everybody gets one; else those to whom something was said or
    happened, and the sender, who always has an answer. A file of nobody known has none. `board` draws the position
    after it for a reader in a language: SVG as a file or as an element, "" for none. `language` is for those who have
    not wished for one.
    """
    match = seated(match, after)
    options = adjudication.options_of(match, game)
    names = Names.of(match)
    made = []
    for seat in _readers(match, game, before, entry, after):
        own = spoken(after.desk.wish(seat, "language"), language)
        letter = _Letter(match, game, Phrases(game.SLUG, own, options), names, before, entry, after, seat)
        drawn = _XML.sub("", board(seat, own) if board else "").strip()
        facts = letter.facts()
        made.append(Letter(seat, own, *write(own, "letter", facts, letter.shown(drawn, facts))))
    return tuple(made)


def _readers(match: Match, game: Game, before: Standing, entry: Entry, after: Standing) -> list[int]:
    """Who gets a letter: seats in order, then REFEREE for the spectators."""
    count = len(match.seats)
    everybody = {REFEREE, *range(count)}
    public = [event for event in entry.events if event.kind not in PRIVATE]
    concerned = {seat for seat in everybody if any(game.sees(event, seat, count) for event in public)}
    if entry.n == 0 or (after.outcome is not None and before.outcome is None):
        concerned = everybody
    seats = {entry.seat} if entry.seat is not None else set()
    seats |= {event.seat for event in entry.events if event.seat is not None and event.kind in PRIVATE}
    seats |= {seat for say in entry.says for seat in say.to}
    joined = after.state is not None and any(event.kind == "spectator-on" for event in entry.events)
    watched = [REFEREE] if (REFEREE in concerned or joined) and after.desk.spectators else []
    return [*sorted((seats | concerned) - {REFEREE}), *watched]


class _Letter(NamedTuple):
    """The facts of one letter: everything about `seat` and nothing that it may not see. docs/letters.md lists them."""

    match: Match
    game: Game
    phrases: Phrases
    names: Names
    before: Standing
    entry: Entry
    after: Standing
    seat: int

    @property
    def _seen(self) -> Any:
        """The position as the reader sees it, once play has begun."""
        return self.game.view(self.after.state, self.seat)

    @property
    def _events(self) -> tuple[Event, ...]:
        return tuple(event for event in self.entry.events if self.game.sees(event, self.seat, len(self.match.seats)))

    @property
    def _sender(self) -> bool:
        return self.seat == self.entry.seat

    @property
    def _begins(self) -> bool:
        return self.before.state is None and self.after.state is not None

    @property
    def _acting(self) -> tuple[int, ...]:
        return to_act(self.game, self.after)

    @property
    def _own(self) -> tuple[Event, ...]:
        """What concerns this reader alone."""
        mine = (event for event in self.entry.events if event.kind in PRIVATE and self.entry.n)
        return tuple(event for event in mine if event.seat == self.seat)

    @property
    def _ended(self) -> bool:
        return self.before.outcome is None and self.after.outcome is not None

    def _has(self, *kinds: str) -> bool:
        """Whether anything of those kinds has happened that is this reader's."""
        return any(event.kind in kinds and event.seat == self.seat for event in self.entry.events)

    def shown(self, svg: str, facts: Mapping[str, Any]) -> Shown:
        """The picture of the position, the dice before a reader who is to move, the link that answers."""
        form = facts["form"]
        return Shown(self._picture(svg), self._faces() if form else (), form["link"] if form else "")

    def _picture(self, svg: str) -> Picture | None:
        if not svg or self.after.state is None:
            return None
        standing = self.phrases.standing(self.game, self._seen, self.names)
        said = "; ".join(standing or self._position() or [])
        return Picture(svg, self.phrases.say("picture", "alt", turn=self._seen.turn, list=said))

    def _faces(self) -> tuple[tuple[str, int], ...]:
        """The dice on the table as words, with the number of a colour each: one for each face, if they are few."""
        if not self.phrases.say("position", "throw", faces="x"):
            return ()
        known = [face.name for face in kit(self.game.SLUG, self._options).faces]
        coloured = len(known) <= FILLS
        return tuple(
            (self.phrases.face(name), known.index(name) if coloured else 0) for name in self.game.faces(self._seen)
        )

    @property
    def _options(self) -> Any:
        return adjudication.options_of(self.match, self.game)

    def facts(self) -> dict[str, Any]:
        """All that a template may say."""
        acting = [shorten(self.names[seat], NAME_IN_SUBJECT) for seat in self._acting]
        turn = 0 if self.after.state is None else self._seen.turn
        place = self.phrases.say("picture", "place", match=self.match.id, turn=turn) if turn else self.match.id
        others = [self.names[seat] for seat in range(len(self.match.seats)) if seat != self.seat]
        return {
            "match": plain(self.match.id),
            "game": self.phrases.title,
            "slug": self.game.SLUG,
            "turn": turn,
            "place": plain(place),
            "about": self._about(),
            "acting": self.phrases.listed(acting),
            "reader": "" if self.seat == REFEREE else self.names[self.seat],
            "against": self.phrases.listed(others),
            "side": "" if self.seat == REFEREE or self.after.state is None else self._side(),
            "proof": self.match.proof,
            "handle": "" if self.seat == REFEREE else self._handle(self.seat),
            **self._receipt(),
            "happened": self._happened(),
            "press": self._press(),
            "position": self._position(),
            **self._next(),
            "missed": self._missed(),
            "result": self._result(),
            **self._help(),
            "dice": self._dice(),
        }

    def _about(self) -> str:
        """What the letter is about, in a word: its subject and its first paragraph."""
        entry, after = self.entry, self.after
        if self.seat == REFEREE and any(event.kind == "spectator-on" for event in entry.events):
            return "welcome"
        if self._sender and entry.refusals and entry.n:
            return "refused"
        if self._has("would", "would-throw"):
            return "checked"
        if self._has("reminded"):
            return "reminder"
        if self._has("substituted"):
            return "substitute"
        if after.state is None:
            return "joining" if entry.n else "invitation"
        if self._has(*MISSED):
            return "missed"
        if self._ended or (after.outcome is not None and self._events):
            return "over"
        if not self._events and entry.says and not self._sender:
            return "press"
        if self._begins:
            return "begins"
        if after.desk.held:
            return "held"
        if self._sender and not entry.played:
            return "noted"
        return "yours" if self.seat in self._acting else "theirs"

    def _side(self) -> str:
        """What the reader plays: the pieces that are the reader's, on the board or still to come."""
        mine: Counter[str] = Counter(
            [token.kind for token in self.game.tokens(self._seen) if token.seat == self.seat]
            or [note.piece for note in self.game.notes(self._seen) if note.seat == self.seat and note.piece] * 2
        )
        if not mine:
            return ""
        one, several = zip(*(self.phrases.piece(kind) for kind in mine), strict=True)
        fields = {"piece": self.phrases.listed(one), "pieces": self.phrases.listed(several)}
        return self.phrases.say("position", "side", count=mine.total(), **fields)

    def _missed(self) -> dict[str, Any] | None:
        """A deadline that was missed: whose, and what was played instead (empty: nothing)."""
        missed = next((event for event in self.entry.events if event.kind in MISSED and event.seat is not None), None)
        if missed is None or missed.seat is None:
            return None
        return {
            "own": missed.seat == self.seat,
            "player": self.names[missed.seat],
            "order": plain(str(missed.words.get("order", ""))),
            "forfeit": missed.kind == "forfeited",
            "turn": 0 if self.before.state is None else self.game.view(self.before.state, self.seat).turn,
        }

    def _result(self) -> dict[str, Any] | None:
        """How the match ended for the reader, where it has."""
        outcome = self.after.outcome
        if outcome is None:
            return None
        return {
            "won": self.seat in outcome.winners,
            "winners": self.phrases.listed([self.names[seat] for seat in outcome.winners]),
            "count": len(outcome.winners),
        }

    def _players(self, seats: Iterable[int]) -> str:
        """Names in a list; the reader is "you"."""
        you = self.phrases.say("people", "you")
        return self.phrases.listed([you if seat == self.seat else self._name(seat) for seat in seats])

    def _name(self, seat: int) -> str:
        return self.phrases.say("people", "referee") if seat == REFEREE else self.names[seat]

    def _receipt(self) -> dict[str, Any]:
        """What the letter answers: the sender reads the orders as understood and all refusals, others who sent them."""
        entry = self.entry
        own = entry.done if self._sender and entry.n else ()
        done = [done for done in own if done.line and done.kind not in (CHECK, KEEP)]
        asked = [done for done in own if any(event.kind in ("would", "would-throw") for event in done.events)]
        everybody = [
            self.phrases.say("picture", "player", player=self.names[seat], seat=seat_letter(seat))
            for seat in range(len(self.match.seats))
        ]
        mine = [event for event in self._own if event.kind not in ("would", "would-throw", "reminded")]
        return {
            "news": self._news(),
            "players": self.phrases.listed(everybody),
            "sender": "" if entry.seat is None else self.names[entry.seat],
            "file": shorten(entry.source, 60),
            "mail": days.received(self.phrases.say, self._zone, moment(entry.mail.received)) if entry.mail else "",
            "private": self.phrases.sentences(mine, self.names),
            "done": [{"line": done.line, "order": done.order} for done in done if self._plays(done)],
            "checked": [
                {
                    "line": done.line,
                    "order": plain(done.text),
                    "rolls": done.events[0].kind == "would-throw",
                }
                for done in asked
            ],
            "messages": sum(bool(say.to) for say in entry.says) if self._sender and entry.n else 0,
            "refused": self._refused(),
            "partly": bool(done or entry.says or mine),
            "stuck": self._sender and bool(entry.refusals) and self.after.desk.refusals(self.seat) >= PATIENCE,
        }

    @staticmethod
    def _plays(done: Done) -> bool:
        """Whether an order was one of the game, and is not told by a sentence of its own."""
        return not any(event.kind in PRIVATE for event in done.events)

    def _refused(self) -> list[dict[str, Any]]:
        """The refusals of the sender's own orders, in the reader's language."""
        if not (self._sender and self.entry.n):
            return []
        reasons, ahead = Reasons(self.phrases.language), self.entry.by == "ahead"
        return [
            {
                "line": 0 if ahead else refusal.line,
                "order": shorten(refusal.order, 200),
                "reason": plain(reasons.say(refusal.reason)),
                "hint": plain(reasons.say(refusal.hint)),
            }
            for refusal in self.entry.refusals
        ]

    @property
    def _zone(self) -> str:
        """The time zone of the letter: what the reader wishes, or the match's."""
        return self.after.desk.wish(self.seat, "zone") or (self.match.terms.zone if self.match.terms else "UTC")

    def _news(self) -> str:
        """What the letter answers: nothing ("") where somebody else did something."""
        if self.entry.seat is None:
            return ""
        if self._sender:
            return "ahead" if self.entry.by == "ahead" else "received"
        return "grey" if not self._events and self._grey else ""

    def _happened(self) -> list[str]:
        public = [event for event in self._events if event.kind not in PRIVATE]
        sentences = self.phrases.sentences(public, self.names)
        if self.after.outcome is not None and self._ended:
            sentences.append(self.phrases.outcome(self.after.outcome, self.names))
        return sentences

    @property
    def _grey(self) -> bool:
        """Whether all that this line tells the reader is of somebody who gave no name."""
        mine = [say for say in self.entry.says if self.seat in say.to]
        return bool(mine) and all(say.grey for say in mine)

    def _press(self) -> list[dict[str, Any]]:
        """The messages that this seat wrote or that are for it; spectators read none."""
        return [
            {
                "own": say.seat == self.seat,
                "from": self.phrases.say("people", "somebody") if say.grey else self._name(say.seat),
                "to": self._players(say.to),
                "text": plain(say.text),
            }
            for say in self.entry.says
            if say.to and self.seat in (say.seat, *say.to) and self.seat != REFEREE
        ]

    def _position(self) -> list[str] | None:
        if self.after.state is None:
            return None
        return self.phrases.position(self.game, self._seen, self.names, over=self.after.outcome is not None)

    def _next(self) -> dict[str, Any]:
        """Whose turn it is and, for the reader's own, orders ready to be sent."""
        acting = self._acting
        others = self.phrases.listed([self.names[seat] for seat in acting if seat != self.seat])
        missing = [seat for seat, word in enumerate(self.after.words) if word is None]
        if self.after.state is None:
            following, others = "joining", self._players(missing)
        elif self.after.outcome is not None:
            following = "over"
        elif self.after.desk.held:
            following = "held"
        elif self.seat in acting:
            following = "both" if others else "yours"
        else:
            following = "watch" if self.seat == REFEREE else "theirs"
        turn = following in ("both", "yours")
        return {
            "next": following,
            "others": others,
            "join": self.seat in missing,
            "due": self._due() if turn else None,
            "form": self._form() if turn else None,
            "offers": [{"own": seat == self.seat, "player": self.names[seat]} for seat in self.after.offers],
            "kept": [self._kept(kept) for kept in self.after.desk.kept if kept.seat == self.seat],
        }

    def _due(self) -> dict[str, Any] | None:
        """When this reader's orders are due, and what happens if none come."""
        terms, clock = self.match.terms, self.after.desk.clock(self.seat)
        if terms is None or clock is None:
            return None
        say, zone = self.phrases.say, self._zone
        day, time = deadlines.there(zone, moment(clock.due))
        return {
            "date": days.long(say, day),
            "short": days.short(say, day),
            "time": "" if time == deadlines.MIDNIGHT else time,
            "zone": days.zone(say, self.phrases.has, zone),
            "grace": days.span(say, terms.grace) if terms.grace else "",
            "policy": terms.late,
            "left": max(terms.after - self.after.desk.lateness(self.seat), 1),
        }

    def _kept(self, kept: Kept) -> dict[str, Any]:
        player, action = kept.condition or (None, "")
        return {
            "turn": kept.turn,
            "player": "" if player is None else self.names[player],
            "action": plain(action),
            "orders": "; ".join(plain(action) for action in kept.actions),
        }

    def _handle(self, seat: int) -> str:
        """What a player may be called in a move file: the name, or the letter where a name could be misread."""
        name = self.match.seats[seat].name
        safe = _HEADER.fullmatch(name) and plain(name) == name and columns(name) <= 60
        return name if safe else seat_letter(seat)

    def _form(self) -> dict[str, Any]:
        """Legal actions of this seat as examples, how many there are, and whether those are not all that exist.

        `link` opens a mail with the lines of an answer, its move left blank so that a tap plays nothing.
        """
        found = examples.find(self.game, self._seen, EXAMPLES, self.seat)
        verbs = {order.partition(" ")[0] for order in found.orders}
        verb = verbs.pop() if len(verbs) == 1 else ""
        lines = [f"match {self.match.id}", f"player {self._handle(self.seat)}", f"turn {self._seen.turn}"]
        lines += [f"{verb} " if verb.isalpha() else "", *(f"# {order}" for order in found.orders[:1]), ""]
        words = {"subject": f"[{self.match.id}] turn {self._seen.turn}", "body": "\r\n".join(lines)}
        link = f"mailto:?{urlencode(words, quote_via=quote)}"
        return {"orders": list(found.orders), "count": found.many, "more": found.more, "link": link}

    def _help(self) -> dict[str, Any]:
        """How orders are sent, for who reads of this match for the first time."""
        new = next((event for event in self.entry.events if event.kind == "substituted"), None)
        mine = new is not None and new.seat == self.seat
        other = next((seat for seat in range(len(self.match.seats)) if seat != self.seat), None)
        first = self._begins or self.entry.n == 0 or mine
        return {
            "help": first and self.seat != REFEREE,
            "follows": plain(str(new.words["other"])) if new is not None and mine else "",
            "settings": settings.told(self._options, self.phrases) if first or self._about() == "welcome" else [],
            "other": "" if other is None else self._handle(other),
            "timed": bool(self.match.terms and self.match.terms.timed),
            "grey": bool(self.match.terms and self.match.terms.grey),
            "actions": self.phrases.say("orders", "actions"),
            "rules": self.phrases.say("rules", "about"),
        }

    def _dice(self) -> dict[str, Any]:
        """How the dice are bound and all that the last ones were made of, where dice fell, at the start and the end."""
        first = self._begins or self.entry.n == 0 or self._has("substituted")
        rolled = bool(kit(self.game.SLUG, self._options).dice) or bool(self.after.links)
        late = self.match.terms is not None and self.match.terms.late == "random"
        thrown = [self._thrown(done) for done in self.entry.done if done.k and self._sees_dice(done)]
        by_hand = self.match.dice != SCHEME
        if thrown or (rolled and self._ended) or ((rolled or late) and first):
            state = "table" if by_hand else "told"
        else:
            state = "idle" if rolled and self._about() in ("refused", "checked") else ""
        none = self.phrases.say("people", "no-word")
        words = [f"{plain(word or '') or none} ({self.names[seat]})" for seat, word in enumerate(self.after.words)]
        # Where players do not see all, a link would give dice away that others have yet to meet.
        shown = self.after.links and (self.game.open or self.after.outcome)
        return {
            "state": state,
            "first": first,
            "commitment": self.match.commitment,
            "words": self.phrases.say("lists", "between").join(words) if self.after.state is not None else "",
            "links": self.after.links,
            "link": self.after.link if shown else "",
            "thrown": thrown,
        }

    def _sees_dice(self, done: Done) -> bool:
        """Whether the reader sees all dice that an order threw."""
        return all(self.game.sees(event, self.seat, len(self.match.seats)) for event in done.events if event.dice)

    def _thrown(self, done: Done) -> dict[str, Any]:
        reasons = Reasons(self.phrases.language)
        throws = [
            {"why": plain(reasons.say(throw.why)), "sides": throw.sides, "values": " ".join(map(str, throw.values))}
            for throw in done.throws
        ]
        return {"k": done.k, "throws": throws}
