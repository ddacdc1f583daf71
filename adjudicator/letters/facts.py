"""A line of the log -> letters: to each player what that player may see, as text and as HTML. A letter is made of
facts: the orders, events and messages of the line, the position after it, the options in words; what it says of them is
the templates' (`letters`). Nothing is kept between letters: each can be written again, byte for byte, from the log."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from adjudicator.core.codec import Json
from adjudicator.core.game import PLAYED_FOR, Game, situation
from adjudicator.dice import TABLE, TWO_SIDED
from adjudicator.letters import orders
from adjudicator.letters.orders import Past
from adjudicator.letters.phrases import LANGUAGE, Names, Phrases, components
from adjudicator.letters.render import TOKEN, Picture, Shown, language as spoken, plain, shorten, strip, write
from adjudicator.referee.admin import PACE, next_kept
from adjudicator.referee.orders import MOVES, PAGE, RESEND, STATUS
from adjudicator.referee.records import ACTION, LINK, PAD, REFEREE, Entry, Match, Standing
from adjudicator.referee.ruling import options_of, turn_for
from adjudicator.referee.seats import PRIVATE, seated, to_act
from adjudicator.referee.terms import Terms, moment
from printables import boards
from printables.core import TemplateError, templates
from printables.core.options import Ruled

LAPSE, FIRST = ("late", PLAYED_FOR), ("begins", "ready", "first-throw", "level")
# What letters say in their first paragraph already; the first one leaves out how its first mover was found, too.
SAID = {"begins": FIRST, "missed": LAPSE, "yours": LAPSE, "theirs": LAPSE, "waits": ("waits", *LAPSE)}
MISSED = frozenset(("late", PLAYED_FOR, "forfeited"))
TOLD = PRIVATE | MISSED | {"substituted"}  # of a seat: told to it at once
SOON = timedelta(days=1)  # a deadline of which a daily reader hears at once
PLAIN_TURN = frozenset((ACTION, "word", LINK, PAD))  # what was done in a line that is a turn and nothing else
MOST_BETWEEN = 20  # lines of the log that are looked through for the last answer to thanks
NAME_IN_SUBJECT = 20  # characters
FILLS = 3  # colours of dice
BARE = frozenset(("theirs", "refused", "checked", "noted", "press", "held", "waits", *orders.BACK))  # without a picture
MOST_SENTENCES = 25  # of what happened
_XML = re.compile(r"\A\s*<\?xml[^>]*\?>\s*")


def in_words(options: Ruled, phrases: Phrases) -> list[str]:
    """A phrase for each option that differs from the game's default, in the order of the game's model."""
    said = []
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        if value is None or value == field.get_default(call_default_factory=True):
            continue
        word = str(value).lower() if isinstance(value, bool) else str(value)
        if phrases.has("options", f"{name}-{word}"):
            said.append(phrases.say("options", f"{name}-{word}"))
        elif phrases.has("options", name):
            said.append(phrases.say("options", name, value=word))
    return said


class Letter(NamedTuple):
    """A letter to a seat or all spectators (REFEREE): text of at most 72 columns, and HTML; `fault`: why in English."""

    seat: int
    language: str
    subject: str
    text: str
    html: str
    fault: str = ""


def letters(
    match: Match,
    game: Game,
    before: Standing,
    entry: Entry,
    after: Standing,
    board: Callable[[int, str], str] | None = None,
    language: str = LANGUAGE,
    past: Past = tuple,
) -> tuple[Letter, ...]:
    """The letters of a line of the log, in seat order, then the spectators' one.

    Where something happened, and for the first line, everybody gets one; else those to whom something was said or
    happened, and the sender, who always has an answer. A file of nobody known has none. `board` draws the position
    after it for a reader in a language: SVG as a file or as an element, "" for none. `language` is for those who have
    not wished for one. `past`: the lines of the log before this one, for who asks for them. Where templates
    have faults the letter is written in English as shipped."""
    match = seated(match, after)
    options, names, made = options_of(match, game), Names.of(match), list[Letter]()

    def written(seat: int, own: str) -> Letter:
        letter = _Letter(match, game, Phrases(game.SLUG, own, options), names, before, entry, after, seat, past)
        drawn = _XML.sub("", board(seat, own) if board and letter.pictured else "").strip()
        facts = letter.facts()
        return Letter(seat, own, *write(own, "letter", facts, letter.shown(drawn, facts)))

    for seat in _readers(match, game, before, entry, after, past):
        own = spoken(after.desk.wish(seat, "language"), language)
        try:
            made.append(written(seat, own))
        except templates.PassingError:
            raise
        except TemplateError as error:
            with templates.shipped():
                made.append(written(seat, LANGUAGE)._replace(fault=templates.unplaced(str(error))))
    return tuple(made)


def _silent(game: Game, entry: Entry, after: Standing, past: Past) -> bool:
    """Whether a file needs no answer: a no, or mere thanks by who is not to move or was so answered within a day."""
    kind = entry.reading.kind if entry.reading else ""
    if kind != "courtesy":
        return kind == "no"
    if entry.seat not in to_act(game, after):
        return True
    answered = [one for one in past()[-MOST_BETWEEN:] if one.seat == entry.seat and one.letters]
    return any(one.reading and one.reading.kind == kind and _near(one, entry) for one in answered)


def _spared(game: Game, before: Standing, entry: Entry, after: Standing, seat: int) -> bool:
    """Whether a reader is spared a letter that the next one, or the digest of a daily reader, says as well. Answers,
    deadlines and what concerns the reader alone are told at once. Who has no piece any more hears of the end."""
    pace = after.desk.wish(seat, PACE).partition(" ")[0]
    if seat == REFEREE or pace == "full" or entry.n == 0 or before.state is None or after.state is None:
        return False
    plain = entry.played and all(done.kind in PLAIN_TURN for done in entry.done)
    mine = [event for event in entry.events if event.seat == seat and event.kind in TOLD]
    if mine or (seat == entry.seat and (entry.refusals or entry.reading or not plain)):
        return False
    if after.outcome is not None:
        return pace == "daily"
    said = any(seat in say.to for say in entry.says)
    with templates.shipped():  # no fault of a user's own words keeps a letter back
        words = Phrases(game.SLUG)
    if fate(game, after, seat, words) is not None:
        return fate(game, before, seat, words) is not None and (pace == "daily" or not said)
    if pace == "daily":
        clock = after.desk.clock(seat)
        taken = entry.mail.received if entry.mail else entry.at
        soon = clock is not None and taken and moment(clock.due) - moment(taken) < SOON
        return not (soon and seat in to_act(game, after) and entry.played)
    return pace == "brief" and plain and not said and seat not in to_act(game, after)


def fate(game: Game, standing: Standing, seat: int, words: Phrases) -> str | None:
    """What has become of a seat's pieces, where others have some, on the board or to come, and it has none: a kind of
    note, "" if the game has no words for it; none while it has pieces."""
    at = situation(game, standing.state)
    fates = [note for note in at.notes if words.has("out", note.kind)]
    owners = {token.seat for token in at.tokens} | {note.seat for note in at.notes if note.piece and note not in fates}
    if owners <= {None} or seat in owners or seat in at.acting:
        return None
    return next((note.kind for note in fates if note.seat == seat), "")


def _near(one: Entry, other: Entry) -> bool:
    """Whether two lines were taken within a day, as far as that is known."""
    times = [entry.mail.received if entry.mail else entry.at for entry in (one, other)]
    return not all(times) or moment(times[1]) - moment(times[0]) < timedelta(days=1)


def _readers(match: Match, game: Game, before: Standing, entry: Entry, after: Standing, past: Past) -> list[int]:
    """Who gets a letter: seats in order but for those of bots, then REFEREE for the spectators."""
    count = len(match.seats)
    everybody = {REFEREE, *range(count)}
    public = [event for event in entry.events if event.kind not in PRIVATE]
    concerned = {seat for seat in everybody if any(game.sees(event, seat, count) for event in public)}
    if entry.n == 0 or (after.outcome is not None and before.outcome is None):
        concerned = everybody
    seats = {entry.seat} if entry.seat is not None and not _silent(game, entry, after, past) else set()
    seats |= {event.seat for event in entry.events if event.seat is not None and event.kind in PRIVATE}
    bots = {number for number, seat in enumerate(match.seats) if seat.bot}
    seats |= {seat for say in entry.says if say.seat not in bots for seat in say.to}  # what bots say is for the log
    joined = after.state is not None and any(event.kind == "spectator-on" for event in entry.events)
    watched = [REFEREE] if (REFEREE in concerned or joined) and after.desk.spectators else []
    if before.state is not None and after.waits is None and match.dice != TABLE:
        # Of orders sent ahead that are carried out at once a letter tells, with what led to them
        concerned -= {next_kept(after.desk, {seat: turn_for(game, after, seat) for seat in to_act(game, after)})}
    wanted = sorted((seats | concerned) - bots - {REFEREE})
    return [*(seat for seat in wanted if not _spared(game, before, entry, after, seat)), *watched]


class _Letter(orders.Answers):
    """The facts of one letter: everything about `seat` and nothing that it may not see. docs/letters.md lists them."""

    def shown(self, svg: str, facts: Json) -> Shown:
        """The picture of the position, the dice before a reader who is to move, the link that answers."""
        form, asks = facts["form"], facts["asks"]
        links = {offer["line"]: offer["link"] for offer in asks["offers"]} if asks else {}
        kit = components(self.game.SLUG, self.options)  # the strip is of its scene, with its two sides
        head = strip("-".join(dict.fromkeys((kit.cover or kit.slug, *(figure for figure, _ in kit.cast.values())))))
        if self.asking:
            return Shown(links=links, head=head)
        faces, link = self._faces() if form else (), form["link"] if form else ""
        return Shown(self._picture(svg), faces, link, head=head)

    @property
    def asking(self) -> bool:
        """Whether the letter asks its reader back, or answers mere thanks: it is about nothing else."""
        return self.sends and self.entry.reading is not None and self.entry.reading.kind in orders.BACK

    @property
    def pictured(self) -> bool:
        """Whether the letter shows the position: to who is to move, at the end, who asks, and spectators."""
        about, wanted = self._about(), orders.asked(self.entry, self.seat)
        again = (RESEND in wanted or self.entry.by == "ahead") and self.seat in self.acting
        if self.seat == REFEREE or STATUS in wanted or again:
            return True
        return about not in BARE and (about != "begins" or self.seat in self.acting)

    def _picture(self, svg: str) -> Picture | None:
        if not svg or self.after.state is None:
            return None
        said = "; ".join(self.phrases.standing(self.game, self.state, self.names) or self._position() or [])
        return Picture(svg, self.phrases.say("picture", "alt", turn=self.state.turn, list=said))

    def _faces(self) -> tuple[tuple[str, int], ...]:
        """The dice on the table as words, with the number of a colour each: one for each face, if they are few."""
        if not self.phrases.say("position", "throw", faces="x"):
            return ()
        known = [face.name for face in components(self.game.SLUG, self.options).faces]
        faces, coloured = situation(self.game, self.state).faces, len(known) <= FILLS
        return tuple((self.phrases.face(name), known.index(name) if coloured else 0) for name in faces)

    def facts(self) -> Json:
        """All that a template may say."""
        acting = [shorten(self.names[seat], NAME_IN_SUBJECT) for seat in self.acting]
        turn, say, fate = 0 if self.after.state is None else self.state.turn, self.phrases.say, self._fate
        place = say("picture", "place", match=self.match.id, turn=turn) if turn else self.match.id
        others = [self.names[seat] for seat in range(len(self.match.seats)) if seat != self.seat]
        happened, paged = self._happened(), orders.with_page(self.game, self.entry, lambda: self.after, self.seat)
        told = {
            "match": plain(self.match.id),
            "game": self.phrases.title,
            "print": self._printed(),
            "turn": turn,
            "place": plain(place),
            "about": self._about(),
            "acting": self.phrases.listed(acting),
            "reader": "" if self.seat == REFEREE else self.names[self.seat],
            "against": self.phrases.listed(others),
            "side": "" if self.seat == REFEREE or self.after.state is None else self._side(),
            "proof": self.match.proof,
            "token": TOKEN,
            "page": paged,
            "pages": paged or self.after.desk.wish(self.seat, "letters") == PAGE,
            "handle": "" if self.seat == REFEREE else self.handle(self.seat),
            **orders.receipt(self),
            **self.answers(),
            # Spectators are told all, for they cannot ask for it
            "happened": happened if self.seat == REFEREE else happened[-MOST_SENTENCES:],
            "all": len(happened),
            "press": self._press(),
            "position": self._position(),
            **orders.following(self),
            "asks": orders.asks(self) if self.asking else None,
            "missed": self._missed(),
            "result": self._result(),
            "out": {"news": say("out", fate, short=1), "said": say("out", fate, short=0)} if fate else None,
            "resumed": any(event.kind == "resumed" for event in self.entry.events),
            "offered": self._offered(),
            **self._help(),
            "dice": self._dice(),
        }
        return told | {"form": None, "position": None} if self.asking else told

    def _about(self) -> str:
        entry, after = self.entry, self.after
        if self.seat == REFEREE and any(event.kind == "spectator-on" for event in entry.events):
            return "welcome"
        if self.sends and entry.refusals and entry.n and not (self.ended or self.out_now):
            return "refused"
        if self.asking and entry.reading:
            return entry.reading.kind
        if self.has("would", "would-throw"):
            return "checked"
        if self.has("reminded", "bank-runs"):
            return "reminder"
        if self.has("substituted"):
            return "substitute"
        if after.waits is not None:
            return "press" if entry.says and not self.events else "waits"
        if after.state is None and after.outcome is None:
            return "joining" if entry.n else "invitation"
        if self.has(*MISSED):
            return "missed"
        if self.ended or (after.outcome is not None and self.events):
            return "over"
        if self.out_now:
            return "out"
        if not self.events and entry.says and not self.sends:
            return "press"
        if self.begins:
            return "begins"
        if after.desk.held:
            return "held"
        if self.sends and (not entry.played or all(done.kind == "address" for done in entry.done)):
            return "noted"
        return "yours" if self.seat in self.acting else "theirs"

    def _side(self) -> str:
        """What the reader plays: the pieces that are the reader's, on the board or still to come."""
        if not (mine := situation(self.game, self.state).own(self.seat)):
            return ""
        one, several = zip(*(self.phrases.piece(kind) for kind in mine), strict=True)
        fields = {"piece": self.phrases.listed(one), "pieces": self.phrases.listed(several)}
        return self.phrases.say("position", "side", count=mine.total(), **fields)

    def _missed(self) -> Json | None:
        """A deadline that was missed: whose, and what was played instead (empty: nothing)."""
        missed = next((event for event in self.entry.events if event.kind in MISSED and event.seat is not None), None)
        if missed is None or missed.seat is None:
            return None
        return {
            "own": missed.seat == self.seat,
            "player": self.names[missed.seat],
            "order": plain(str(missed.words.get("order", ""))),
            "bot": plain(str(missed.words.get("bot", ""))),
            "turn": 0 if self.before.state is None else self.game.view(self.before.state, self.seat).turn,
        }

    def _result(self) -> Json | None:
        outcome = self.after.outcome
        if outcome is None:
            return None
        said, scores = self.phrases.result(outcome, self.names, self.seat), self.phrases.scores(outcome, self.names)
        won, news = self.seat in outcome.winners, said[:1].upper() + said[1:]
        return {"won": won, "said": said, "news": news, "scores": scores}

    def _printed(self) -> str:
        """What is printed for this match, as a command has it: game, unusual options (a file as @FILE), language."""
        model = type(boards.find(self.game.SLUG).options())
        given = self.options.model_dump(include=set(model.model_fields), exclude_defaults=True)
        words = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}
        said = [f"--variant {words.pop('variant')}"] if "variant" in words else []
        said += [f"--option {name}={'@FILE' if ' ' in word else word}" for name, word in words.items()]
        said += [f"--language {self.phrases.language}"] if self.phrases.language != LANGUAGE else []
        return " ".join([self.game.SLUG, *said])

    @property
    def _fate(self) -> str:
        """What has become of all that the reader had, where the game has words for it: a kind of event."""
        if self.seat == REFEREE or self.after.state is None:
            return ""
        return fate(self.game, self.after, self.seat, self.phrases) or ""

    @property
    def out_now(self) -> bool:
        """Whether the reader has nothing left to play with since this line of the log."""
        return self.after.outcome is None and self.has(self._fate)

    def _offered(self) -> str:
        who = (event.seat for event in self.entry.events if event.kind == "draw-offered" and event.seat != self.seat)
        return next((self.names[seat] for seat in who if seat is not None), "")

    def _happened(self) -> list[str]:
        about = self.subject
        earlier = self.past()[about.n - 1 : about.n] if about.by == "ahead" else ()
        untold = (one for one in earlier if all(letter.seat != self.seat for letter in one.letters))
        public = [event for one in (*untold, about) for event in self.seen_of(one) if event.kind not in PRIVATE]
        told = SAID.get(self._about(), ())
        public = [event for event in public if event.kind not in told]  # what the first paragraph has said
        sentences = self.phrases.sentences(public, self.names)
        if self.after.outcome is not None and about is not self.entry:
            sentences.append(self.phrases.outcome(self.after.outcome, self.names))
        return sentences

    def _press(self) -> list[Json]:
        """The messages that this seat wrote or that are for it; spectators read none."""
        told: list[Json] = []
        for say in self.subject.says if self.seat != REFEREE else ():
            if say.to and self.seat in (say.seat, *say.to):
                who = self.phrases.say("people", "somebody") if say.grey else self.called(say.seat)
                to, text = self.listed(say.to), plain(say.text)
                told.append({"own": say.seat == self.seat, "from": who, "to": to, "text": text})
        return told

    def _position(self) -> list[str] | None:
        wanted = orders.asked(self.entry, self.seat) if self._about() == "noted" else ()
        if self.after.state is None or (wanted and not {STATUS, RESEND, MOVES, PAGE}.intersection(wanted)):
            return None
        return self.phrases.position(self.game, self.state, self.names, over=self.after.outcome is not None)

    def _help(self) -> dict[str, object]:
        """What who reads of this match for the first time has to know."""
        new = next((one for one in self.entry.events if (one.kind, one.seat) == ("substituted", self.seat)), None)
        other = next((seat for seat in range(len(self.match.seats)) if seat != self.seat), None)
        first = self.begins or self.entry.n == 0 or new is not None
        terms = self.match.terms or Terms()
        actions = "first" if first and self.phrases.has("orders", "first") else "actions"
        return {
            "help": first and self.seat != REFEREE,
            "follows": plain(str(new.words["other"])) if new else "",
            "settings": in_words(self.options, self.phrases) if first or self._about() == "welcome" else [],
            "other": "" if other is None else self.handle(other),
            "timed": terms.timed,
            "most": {"messages": terms.messages, "words": terms.words},
            "grey": terms.grey,
            "actions": self.phrases.told("orders", actions),
            "rules": self.rules,
        }

    def _dice(self) -> dict[str, object]:
        """How the dice are bound, and whether the letter says so, or how each roll can be checked."""
        first, key = self.begins or self.entry.n == 0 or self.has("substituted"), ""
        if first and self.match.receipts:
            from adjudicator.dice import pads  # 2,048 words, for first letters alone

            key = pads.fingerprint(self.match.receipts)
        rolled = bool(components(self.game.SLUG, self.options).dice) or bool(self.after.links)
        return {
            "state": "" if not rolled else "table" if self.match.dice == TABLE else "shown",
            "open": self.match.beacon or ("pads" if self.match.dice == TWO_SIDED else "plain"),
            "first": first,
            "commitment": self.match.commitment,
            "key": key,  # that signs the letters, as words
        }
