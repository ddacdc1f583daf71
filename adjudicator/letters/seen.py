"""A line of the log as one reader of it sees it: what all that a letter says is taken from."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core import situation
from adjudicator.core.checkpoint import Checkpoint
from adjudicator.core.game import Event, Game, seat_letter
from adjudicator.letters.blocks import columns, plain
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.referee.records import REFEREE, Entry, Match, Standing
from adjudicator.referee.ruling import dated, options_of
from adjudicator.referee.seats import PRIVATE, to_act

_HEADER = re.compile(r"[\w .'-]+")


Past: TypeAlias = Callable[[], Sequence[Entry]]


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
    head: Checkpoint | None = None  # of the log before it

    @property
    def state(self) -> Any:
        """The position as the reader sees it, once play has begun."""
        return situation.of(self.game, self.after.state).seen(self.seat).state

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
    def paged(self) -> bool:
        """Whether a page to tap a move on comes with the letter: to who wishes for one."""
        return self.after.desk.wish(self.seat, "letters") == "page"

    @property
    def options(self) -> Any:
        return options_of(self.match, self.game)

    @property
    def rules(self) -> str:
        """The game in a few sentences, and what the match allows besides."""
        practice = self.match.terms is not None and self.match.terms.practice
        return " ".join(self.phrases.say("rules", key) for key in ("about", *(("practice",) if practice else ())))

    @property
    def zone(self) -> str:
        """The time zone of the letter: what the reader wishes, or the match's."""
        return self.after.desk.wish(self.seat, "zone") or (self.match.terms.zone if self.match.terms else "UTC")

    def listed(self, seats: Iterable[int]) -> str:
        """Names in a list; the reader is "you"."""
        you = self.phrases.say("people", "you")
        return self.phrases.listed([you if seat == self.seat else self.called(seat) for seat in seats])

    def called(self, seat: int) -> str:
        return self.phrases.say("people", "referee") if seat == REFEREE else self.names[seat]

    def handle(self, seat: int) -> str:
        """What a player may be called in a move file: the name, or the letter where a name could be misread."""
        name = self.match.seats[seat].name
        safe = _HEADER.fullmatch(name) and plain(name) == name and columns(name) <= 60
        return name if safe else seat_letter(seat)
