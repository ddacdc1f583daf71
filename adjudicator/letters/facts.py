"""A line of the log -> letters: to each player what that player may see, as text and as HTML.

A letter is made of facts: the orders, the events and the messages of the line and the position after it. What it says
of them, and in which order, is the templates' (`letters`). Nothing is kept from one letter to another, so that every
letter can be written again, byte for byte, from the log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from adjudicator.dice import SCHEME
from adjudicator.game import Event, Game, seat_letter
from adjudicator.letters import examples
from adjudicator.letters.blocks import Picture, columns, plain, shorten
from adjudicator.letters.phrases import LANGUAGE, Names, Phrases
from adjudicator.letters.render import language as spoken
from adjudicator.letters.render import write
from adjudicator.referee import adjudication, deadlines
from adjudicator.referee.admin import Kept
from adjudicator.referee.records import CHECK, KEEP, REFEREE, Done, Entry, Match, Places, Standing
from adjudicator.referee.seats import seated, to_act
from adjudicator.referee.values import moment

# What concerns only the player it happens to (and the referee), as kinds of events.
PRIVATE = frozenset(
    (
        *("wish", "cancelled", "kept", "kept-until", "would", "would-throw", "extension-asked", "denied", "reminded"),
        *("spectator-on", "spectator-off"),
    )
)
EXAMPLES = 4
NAME_IN_SUBJECT = 40  # characters
_HEADER = re.compile(r"[\w .'-]+")
_XML = re.compile(r"\A\s*<\?xml[^>]*\?>\s*")


class Letter(NamedTuple):
    """A letter to a seat, or to all spectators (REFEREE): the subject is one line, the text has lines of at most 78
    columns, the HTML is a page, `places` where its parts stand in it.
    """

    seat: int
    language: str
    subject: str
    text: str
    html: str
    places: Places


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
        made.append(Letter(seat, own, *write(own, "letter", letter.facts(), letter.board(drawn))))
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
    watched = [REFEREE] if REFEREE in concerned and after.desk.spectators else []
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

    def board(self, svg: str) -> Picture | None:
        """The picture of the position, where there is one."""
        if not svg or self.after.state is None:
            return None
        return Picture(svg, self.phrases.say("picture", "title", game=self.phrases.title, turn=self._seen.turn))

    def facts(self) -> dict[str, Any]:
        """All that a template may say."""
        acting = [shorten(self.names[seat], NAME_IN_SUBJECT) for seat in self._acting]
        return {
            "match": plain(self.match.id),
            "game": self.phrases.title,
            "slug": self.game.SLUG,
            "turn": 0 if self.after.state is None else self._seen.turn,
            "about": self._about(),
            "acting": self.phrases.listed(acting),
            "reader": "" if self.seat == REFEREE else self.names[self.seat],
            "proof": self.match.proof,
            "handle": "" if self.seat == REFEREE else self._handle(self.seat),
            **self._receipt(),
            "happened": self._happened(),
            "press": self._press(),
            "position": self._position(),
            **self._next(),
            **self._help(),
            "dice": self._dice(),
        }

    def _about(self) -> str:
        """What the subject says."""
        if self._sender and self.entry.refusals:
            return "refused"
        if any(event.kind == "reminded" for event in self.entry.events):
            return "reminder"
        if not self._events and self.entry.says and not self._sender:
            return "press"
        if self.after.state is None:
            return "joining"
        if self.after.outcome is not None:
            return "over"
        return "yours" if self.seat in self._acting else "theirs"

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
        refusals = entry.refusals if self._sender and entry.n else ()
        everybody = [
            self.phrases.say("picture", "player", player=self.names[seat], seat=seat_letter(seat))
            for seat in range(len(self.match.seats))
        ]
        mine = [event for event in entry.events if event.kind in PRIVATE and event.seat == self.seat and entry.n]
        return {
            "news": self._news(),
            "players": self.phrases.listed(everybody),
            "sender": "" if entry.seat is None else self.names[entry.seat],
            "file": shorten(entry.source, 60),
            "mail": entry.mail.received if entry.mail else "",
            "private": self.phrases.sentences(mine, self.names),
            "done": [{"line": done.line, "order": done.order} for done in done],
            "messages": len(entry.says) if self._sender and entry.n else 0,
            "refused": [
                {"line": refusal.line, "reason": plain(refusal.reason), "hint": plain(refusal.hint)}
                for refusal in refusals
            ],
            "partly": bool(done or entry.says) and not mine,
        }

    def _news(self) -> str:
        """Why there is a letter."""
        entry = self.entry
        if entry.n == 0:
            return "begins" if self._begins else "invitation"
        if entry.seat is None:
            return "deadline" if entry.by == "deadline" else "referee"
        if entry.by == "ahead":
            return "ahead" if self._sender else "sent-ahead"
        if self._sender:
            return "received"
        return "sent" if self._events else "grey" if self._grey else "message"

    def _happened(self) -> list[str]:
        public = [event for event in self._events if event.kind not in PRIVATE]
        sentences = self.phrases.sentences(public, self.names)
        ended = self.after.outcome if self.before.outcome is None else None
        return [*sentences, *([] if ended is None else [self.phrases.outcome(ended, self.names)])]

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
            if self.seat in (say.seat, *say.to) and self.seat != REFEREE
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
        zone = self.after.desk.wish(self.seat, "zone") or terms.zone
        return {
            "at": deadlines.local(zone, moment(clock.due)),
            "zone": zone,
            "grace": terms.grace,
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
        """Legal actions of this seat as examples, how many there are, and whether those are not all that exist."""
        found = examples.find(self.game, self._seen, EXAMPLES, self.seat)
        return {"orders": list(found.orders), "count": found.many, "more": found.more}

    def _help(self) -> dict[str, Any]:
        """How orders are sent, for who reads of this match for the first time."""
        new = any(event.kind == "substituted" and event.seat == self.seat for event in self.entry.events)
        other = next((seat for seat in range(len(self.match.seats)) if seat != self.seat), None)
        return {
            "help": self._begins or self.entry.n == 0 or new,
            "other": "" if other is None else self._handle(other),
            "timed": bool(self.match.terms and self.match.terms.timed),
            "grey": bool(self.match.terms and self.match.terms.grey),
            "actions": self.phrases.say("orders", "actions"),
            "rules": self.phrases.say("rules", "about"),
        }

    def _dice(self) -> dict[str, Any] | None:
        """How the dice are bound, and all that the last throws were made of; None for dice thrown by hand."""
        if self.match.dice != SCHEME:
            return None
        begun = self.after.state is not None
        none = self.phrases.say("people", "no-word")
        words = [f"{plain(word or '') or none} ({self.names[seat]})" for seat, word in enumerate(self.after.words)]
        # Where players do not see all, a link would give dice away that others have yet to meet.
        shown = self.after.links and (self.game.open or self.after.outcome)
        return {
            "commitment": self.match.commitment,
            "words": self.phrases.listed(words) if begun else "",
            "links": self.after.links,
            "link": self.after.link if shown else "",
            "thrown": [self._thrown(done) for done in self.entry.done if done.k and self._sees_dice(done)],
        }

    def _sees_dice(self, done: Done) -> bool:
        """Whether the reader sees all dice that an order threw."""
        return all(self.game.sees(event, self.seat, len(self.match.seats)) for event in done.events if event.dice)

    def _thrown(self, done: Done) -> dict[str, Any]:
        throws = [
            {"why": plain(throw.why), "sides": throw.sides, "values": " ".join(map(str, throw.values))}
            for throw in done.throws
        ]
        return {"k": done.k, "throws": throws}
