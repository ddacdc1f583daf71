"""A line of the log -> letters: to each player what that player may see, as text and as HTML.

A letter is built from the orders, the events and the messages of the line and the position after it; nothing is kept
from one letter to another, so that every letter can be written again, byte for byte, from the log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from adjudicator import examples, phrases, referee, schedule
from adjudicator.desk import CHECK_WORD, KEPT_WORD, Kept, moment
from adjudicator.dice import SCHEME
from adjudicator.game import Event, Game, sees, view
from adjudicator.phrases import LANGUAGE, Names, Phrases
from adjudicator.prose import (
    Block,
    Footer,
    Form,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quote,
    columns,
    plain,
    shorten,
    to_html,
    to_text,
)
from adjudicator.records import REFEREE, Done, Entry, Match, Refusal, Standing, seat_letter
from adjudicator.referee import AHEAD, DEADLINE
from adjudicator.seats import seated, to_act

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


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to a seat, or to all spectators (REFEREE): the subject is one line, the text has lines of at most 78
    columns, the HTML is a page.
    """

    seat: int
    subject: str
    text: str
    html: str


def letters(
    match: Match,
    game: Game,
    before: Standing,
    entry: Entry,
    after: Standing,
    svg: str,
    language: str = LANGUAGE,
    own: Callable[[int], str] | None = None,
) -> tuple[Letter, ...]:
    """The letters of a line of the log, in seat order, then the spectators' one.

    Where something happened, and for the first line, everybody gets one; else those to whom something was said or
    happened, and the sender, who always has an answer. A file of nobody known has none. `svg` is the picture of the
    position after it ("" for none), as a file or as an element; `own` makes it for a reader who sees less than all.
    `language` is for those who have not told theirs.
    """
    match = seated(match, after)
    options = referee.options_of(match, game)
    names = Names.of(match)
    made = []
    for seat in _readers(match, game, before, entry, after):
        told = phrases.language(after.desk.wish(seat, "language"), language)
        letter = _Letter(match, game, Phrases(game.SLUG, told, options), names, before, entry, after, seat)
        drawn = own(seat) if own else svg
        subject, blocks = letter.subject(), letter.blocks(_XML.sub("", drawn).strip())
        html = to_html(blocks, subject, told)
        made.append(Letter(seat, subject, to_text(blocks), html))
    return tuple(made)


def _readers(match: Match, game: Game, before: Standing, entry: Entry, after: Standing) -> list[int]:
    """Who gets a letter: seats in order, then REFEREE for the spectators."""
    count = len(match.seats)
    everybody = {REFEREE, *range(count)}
    public = [event for event in entry.events if event.kind not in PRIVATE]
    told = {seat for seat in everybody if any(sees(game, event, seat, count) for event in public)}
    if entry.n == 0 or (after.outcome is not None and before.outcome is None):
        told = everybody
    seats = {entry.seat} if entry.seat is not None else set()
    seats |= {event.seat for event in entry.events if event.seat is not None and event.kind in PRIVATE}
    seats |= {seat for say in entry.says for seat in say.to}
    watched = [REFEREE] if REFEREE in told and after.desk.spectators else []
    return [*sorted((seats | told) - {REFEREE}), *watched]


@dataclass(frozen=True, slots=True)
class _Letter:
    """One letter in the making: everything about `seat` and nothing that it may not see."""

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
        return view(self.game, self.after.state, self.seat)

    @property
    def _events(self) -> tuple[Event, ...]:
        return tuple(event for event in self.entry.events if sees(self.game, event, self.seat, len(self.match.seats)))

    @property
    def _sender(self) -> bool:
        return self.seat == self.entry.seat

    @property
    def _begins(self) -> bool:
        return self.before.state is None and self.after.state is not None

    @property
    def _acting(self) -> tuple[int, ...]:
        return to_act(self.game, self.after)

    def subject(self) -> str:
        """The match in brackets, so that an answer finds it, and what the letter is about."""
        acting = self._acting
        if self._sender and self.entry.refusals:
            key = "refused"
        elif any(event.kind == "reminded" for event in self.entry.events):
            key = "reminder"
        elif not self._events and self.entry.says and not self._sender:
            key = "press"
        elif self.after.state is None:
            key = "joining"
        elif self.after.outcome is not None:
            key = "over"
        else:
            key = "acting" if self.seat in acting else "waiting"
        return self._say(
            "subject",
            key,
            match=plain(self.match.id),
            game=self.phrases.title,
            turn=0 if self.after.state is None else self._seen.turn,
            players=self.phrases.listed([shorten(self.names[seat], NAME_IN_SUBJECT) for seat in acting]),
        )

    def blocks(self, svg: str) -> list[Block]:
        reader = self._say("letter", "spectator") if self.seat == REFEREE else self.names[self.seat]
        made: list[Block] = [Paragraph(self._say("letter", "greeting", player=reader))]
        made += self._receipt()
        made += self._happened()
        made += self._press()
        made += self._position(svg)
        made += self._next()
        new = any(event.kind == "substituted" and event.seat == self.seat for event in self.entry.events)
        if self._begins or self.entry.n == 0 or new:
            made += self._help()
        made.append(self._footer())
        return made

    def _say(self, table: str, key: str, **fields: str | int) -> str:
        return self.phrases.say(table, key, **fields)

    def _heading(self, key: str) -> Heading:
        return Heading(self._say("headings", key))

    def _players(self, seats: Iterable[int]) -> str:
        """Names in a list; the reader is "you"."""
        you = self._say("letter", "you")
        return self.phrases.listed([you if seat == self.seat else self._name(seat) for seat in seats])

    def _name(self, seat: int) -> str:
        return self._say("letter", "referee") if seat == REFEREE else self.names[seat]

    def _receipt(self) -> list[Block]:
        """What the letter answers: the sender reads the orders as understood and all refusals, others who sent them."""
        entry = self.entry
        if entry.n == 0:
            everybody = [
                self._say("letter", "player", player=self.names[seat], seat=seat_letter(seat))
                for seat in range(len(self.match.seats))
            ]
            key = "begins" if self._begins else "invitation"
            players = self.phrases.listed(everybody)
            return [
                Paragraph(
                    self._say("letter", key, game=self.phrases.title, players=players, match=plain(self.match.id))
                )
            ]
        private = self.phrases.sentences(
            [event for event in entry.events if event.kind in PRIVATE and event.seat == self.seat], self.names
        )
        if not self._sender:
            if entry.seat is None:
                key = "deadline" if entry.source == DEADLINE else "by-referee"
            elif entry.source.startswith(AHEAD):
                key = "sent-ahead"
            else:
                key = "sent" if self._events else "grey" if self._grey else "message"
            player = "" if entry.seat is None else self.names[entry.seat]
            return [Paragraph(self._say("letter", key, player=player)), *([Items(tuple(private))] if private else [])]
        file = shorten(entry.source, 60)
        made: list[Block] = [Paragraph(self._say("letter", "received" if file else "received-unnamed", file=file))]
        if entry.mail:
            made = [Paragraph(self._say("letter", "received-mail", when=entry.mail.received))]
        elif entry.source.startswith(AHEAD):
            made = [Paragraph(self._say("letter", "ahead"))]
        if private:
            made.append(Items(tuple(private)))
        own = [done for done in entry.done if done.line and done.order.split()[0] not in (CHECK_WORD, KEPT_WORD)]
        if own:
            made.append(Paragraph(self._say("letter", "done", count=len(own))))
            made.append(
                Items(tuple(self._say("letter", "order", line=done.line, order=f"`{done.order}`") for done in own))
            )
        if entry.says:
            made.append(Paragraph(self._say("letter", "delivered", count=len(entry.says))))
        if entry.refusals:
            made.append(Paragraph(self._say("letter", "refused", count=len(entry.refusals))))
            made.append(Items(tuple(map(self._refusal, entry.refusals))))
            if not private:
                made.append(Paragraph(self._say("letter", "some-done" if own or entry.says else "none-done")))
        return made

    def _refusal(self, refusal: Refusal) -> str:
        key = "refusal" if refusal.line else "refusal-of-file"
        said = self._say("letter", key, line=refusal.line, reason=plain(refusal.reason))
        return self._say("letter", "right" if refusal.hint else "wrong", refusal=said, hint=plain(refusal.hint))

    def _happened(self) -> list[Block]:
        public = [event for event in self._events if event.kind not in PRIVATE]
        sentences = self.phrases.sentences(public, self.names)
        ended = self.after.outcome if self.before.outcome is None else None
        if ended is not None:
            sentences.append(self.phrases.outcome(ended, self.names))
        return [self._heading("happened"), Items(tuple(sentences))] if sentences else []

    @property
    def _grey(self) -> bool:
        """Whether all that this line tells the reader is of somebody who gave no name."""
        mine = [say for say in self.entry.says if self.seat in say.to]
        return bool(mine) and all(say.grey for say in mine)

    def _press(self) -> list[Block]:
        """The messages that this seat wrote or that are for it; spectators read none."""
        mine = [say for say in self.entry.says if self.seat in (say.seat, *say.to) and self.seat != REFEREE]
        if not mine:
            return []
        made: list[Block] = [self._heading("press")]
        for say in mine:
            key = "said-by-you" if say.seat == self.seat else "said"
            player = self._say("letter", "somebody") if say.grey else self._name(say.seat)
            heading = self._say("letter", key, player=player, players=self._players(say.to))
            made.append(Quote(heading, plain(say.text)))
        return made

    def _position(self, svg: str) -> list[Block]:
        if self.after.state is None:
            return []
        state = self._seen
        over = self.after.outcome is not None
        lines = tuple(self.phrases.position(self.game, state, self.names, over=over))
        title = self._say("picture", "title", game=self.phrases.title, turn=state.turn)
        return [self._heading("position"), *([Picture(svg, title)] if svg else []), Items(lines)]

    def _next(self) -> list[Block]:
        """Whose turn it is and, for the reader's own, orders ready to be sent."""
        made: list[Block] = [self._heading("next")]
        if self.after.state is None:
            return made + self._joining()
        if self.after.outcome is not None:
            return [*made, Paragraph(self._say("letter", "over"))]
        if self.after.desk.held:
            return [*made, Paragraph(self._say("letter", "held"))]
        turn, acting = self._seen.turn, self._acting
        others = self.phrases.listed([self.names[seat] for seat in acting if seat != self.seat])
        if self.seat not in acting:
            key = "to-watch" if self.seat == REFEREE else "their-turn"
            made.append(Paragraph(self._say("letter", key, players=others, turn=turn)))
        else:
            key = "both-turns" if others else "your-turn"
            made.append(Paragraph(self._say("letter", key, players=others, turn=turn)))
            made += self._due()
            made += [Paragraph(self._say("form", "ready")), Form(self._example())]
        for seat in self.after.offers:
            key = "own-offer" if seat == self.seat else "offer"
            made.append(Paragraph(self._say("letter", key, player=self.names[seat])))
        if kept := [self._kept(kept) for kept in self.after.desk.kept if kept.seat == self.seat]:
            made += [Paragraph(self._say("letter", "kept")), Items(tuple(kept))]
        return made

    def _due(self) -> list[Block]:
        """When this reader's orders are due, and what happens if none come."""
        terms, clock = self.match.terms, self.after.desk.clock(self.seat)
        if terms is None or clock is None:
            return []
        zone = self.after.desk.wish(self.seat, "zone") or terms.zone
        fields: dict[str, str | int] = {"due": schedule.local(zone, moment(clock.due)), "zone": zone}
        key = "due-grace" if terms.grace else "due"
        left = terms.after - self.after.desk.lateness(self.seat)
        policy = self._say("late", terms.late, count=max(left, 1))
        return [Paragraph(f"{self._say('letter', key, count=terms.grace, **fields)} {policy}")]

    def _kept(self, kept: Kept) -> str:
        orders = "; ".join(plain(action) for action in kept.actions)
        if kept.condition:
            seat, action = kept.condition
            return self._say("letter", "kept-until", player=self.names[seat], action=plain(action), orders=orders)
        return self._say("letter", "kept-for", turn=kept.turn, orders=orders)

    def _joining(self) -> list[Block]:
        missing = [seat for seat, word in enumerate(self.after.words) if word is None]
        made: list[Block] = [Paragraph(self._say("letter", "joining", players=self._players(missing)))]
        if self.seat in missing:
            form = (*self._headers(), self._say("form", "word"), "join")
            made += [Paragraph(self._say("form", "join")), Form(form)]
        return made

    def _headers(self) -> tuple[str, ...]:
        return f"match {self.match.id}", f"player {self._handle(self.seat)}"

    def _handle(self, seat: int) -> str:
        """What a player may be called in a move file: the name, or the letter where a name could be misread."""
        name = self.match.seats[seat].name
        safe = _HEADER.fullmatch(name) and plain(name) == name and columns(name) <= 60
        return name if safe else seat_letter(seat)

    def _example(self) -> tuple[str, ...]:
        """A move file with a legal action of this seat, others as comments, and how many there are."""
        state = self._seen
        found = examples.find(self.game, state, EXAMPLES, self.seat)
        others = [self._say("form", "or", order=order) for order in found.orders[1:]]
        shown, key = len(found.orders), "very-many" if found.more else "more"
        more = [self._say("form", key, shown=shown, count=found.count)] if found.count > shown else []
        return (*self._headers(), f"turn {state.turn}", *found.orders[:1], *others, *more)

    def _help(self) -> list[Block]:
        other = next((seat for seat in range(len(self.match.seats)) if seat != self.seat), None)
        handle = "" if other is None else self._handle(other)
        press = self._say("orders", "press-alone") if other is None else self._say("orders", "press", player=handle)
        return [
            self._heading("orders"),
            Items(
                (
                    self._say("orders", "file"),
                    self._say("orders", "actions"),
                    press,
                    self._say("orders", "ahead-alone")
                    if other is None
                    else self._say("orders", "ahead", player=handle),
                    *([self._say("orders", "time")] if self.match.terms and self.match.terms.timed else []),
                    self._say("orders", "wishes"),
                    self._say("orders", "comments"),
                )
            ),
            self._heading("rules"),
            Paragraph(self._say("rules", "about")),
            Paragraph(self._say("rules", "sheet", slug=self.game.SLUG)),
        ]

    def _footer(self) -> Footer:
        """How the dice are bound, all that the last throws were made of, and how to check them."""
        if self.match.dice != SCHEME:
            return Footer((self._say("dice", "table"),))
        said = [self._say("dice", "commitment"), self.match.commitment]
        if self.after.state is not None and self.after.words:
            words = [
                self._say("dice", "word" if word else "no-word", player=self.names[seat], word=plain(word or ""))
                for seat, word in enumerate(self.after.words)
            ]
            said.append(self._say("dice", "words", list=self.phrases.listed(words)))
        # Where players do not see all, a link would give dice away that others have yet to meet.
        if self.after.links and (not hasattr(self.game, "view") or self.after.outcome):
            said += [self._say("dice", "used", k=self.after.links), self.after.link]
        said += [self._thrown(done) for done in self.entry.done if done.k and self._sees_dice(done)]
        return Footer((*said, self._say("dice", "verify")))

    def _sees_dice(self, done: Done) -> bool:
        """Whether the reader is told of all dice that an order threw."""
        return all(sees(self.game, event, self.seat, len(self.match.seats)) for event in done.events if event.dice)

    def _thrown(self, done: Done) -> str:
        throws = [
            self._say("dice", "throw", why=plain(throw.why), sides=throw.sides, values=" ".join(map(str, throw.values)))
            for throw in done.throws
        ]
        return self._say("dice", "thrown", k=done.k, list="; ".join(throws))
