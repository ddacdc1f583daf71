"""What came of many games, as counts that can be added up, and the shares that follow."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import Field, TypeAdapter

from adjudicator.core import GameError
from adjudicator.core.codec import Json
from adjudicator.core.game import Game, GameState, seat_letter
from adjudicator.dice import Chance, FastDice, child
from adjudicator.lab.bulk import ENDLESS, MOST_ACTIONS
from adjudicator.opponents import choose
from printables.core.options import Ruled


class Plan(NamedTuple):
    """What is played: a game's slug, its options, a bot's name for each player, and the seed."""

    game: str
    options: Ruled
    players: tuple[str, ...]
    seed: str

    def to_json(self) -> Json:
        """As data; options that are as usual are left out."""
        return self._asdict() | {"options": self.options.model_dump(mode="json", exclude_defaults=True)}

    @property
    def key(self) -> int:
        """What all chance of these games comes from."""
        return int.from_bytes(sha256(self.seed.encode()).digest()[:8], "big")

    def seated(self, number: int) -> list[str]:
        """The bot in each seat of a game by number: in seat s sits player (s + number)."""
        return [self.players[(seat + number) % len(self.players)] for seat in range(len(self.players))]


class Ended(NamedTuple):
    """How a game ended and which seats won it (none: a draw, or all have lost), after how many actions."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    actions: int
    first: int  # who was first to act
    happened: frozenset[str]  # kinds of events, each after the letter of the seat whose doing or fate it was
    places: frozenset[str]  # where anything happened


def play(
    game: Game, options: Ruled, bots: Sequence[str], key: int, told: Callable[[GameState], None] = lambda state: None
) -> Ended:
    """A whole game by bots, each position `told`; the same for the same key. Raises MatchError for a name of no bot."""
    dice = FastDice(Chance(child(key, 0)))
    chances = [Chance(child(key, 1 + seat)) for seat in range(len(bots))]
    state, events = game.start(options, len(bots), dice)
    first, happened, places = next(iter(game.to_act(state)), 0), set[tuple[int | None, str]](), set[str]()
    for actions in range(MOST_ACTIONS):
        for event in events:
            happened.add((event.seat, event.kind))
            places.update(event.places)
        told(state)
        if not (acting := game.to_act(state)):
            outcome, length = game.outcome(state), actions
            break
        seat = acting[0]
        state, events = game.apply(state, choose(bots[seat], game, state, seat, chances[seat]), dice)
    else:
        outcome, length = None, MOST_ACTIONS
    ended = (outcome.reason, outcome.winners, outcome.scores) if outcome else (ENDLESS, (), ())
    named = frozenset(kind if seat is None else f"{seat_letter(seat)} {kind}" for seat, kind in happened)
    return Ended(*ended, length, first, named, frozenset(places))


def seats(game: Game, options: Ruled) -> int:
    """Two players where the game allows it under these options, else as few as it takes."""
    least, most = game.PLAYERS
    if least <= 2 <= most:
        with suppress(GameError):
            game.start(options, 2, FastDice(0))
            return 2
    return least


SURE = 1.959964  # standard deviations of a 95% interval
MOST = 10**9  # games, actions or points: above it no data is believed
Times: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Number: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST)]  # a player, a length or a score, the name of a count


class Share(NamedTuple):
    """How many of so many games, and the 95% interval of the share (Wilson)."""

    times: int
    games: int

    @property
    def part(self) -> float:
        """The share itself."""
        return self.times / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The share's least and most."""
        if not self.games:
            return 0.0, 1.0
        square = SURE * SURE / self.games
        middle = (self.part + square / 2) / (1 + square)
        reach = SURE * math.sqrt(self.part * (1 - self.part) / self.games + square / (4 * self.games)) / (1 + square)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass
class Tally:
    """Counts over games, by the players in the order given."""

    games: Times = 0
    wins: Counter[Number] = field(default_factory=Counter)
    seats: Counter[Number] = field(default_factory=Counter)  # wins by seat
    first: Times = 0  # wins of who was first to act
    nobody: Times = 0
    ends: Counter[str] = field(default_factory=Counter)
    lengths: Counter[Number] = field(default_factory=Counter)  # by number of actions
    scores: dict[Number, Counter[Number]] = field(default_factory=dict)  # of each player, where points count
    happened: Counter[str] = field(default_factory=Counter)  # in how many games it did
    places: Counter[str] = field(default_factory=Counter)  # in how many games anything happened there

    def count(self, number: int, ended: Ended, players: int) -> None:
        """One game more; in seat s sat player (s + number)."""
        self.games += 1
        self.wins.update((seat + number) % players for seat in ended.winners)
        self.seats.update(ended.winners)
        self.first += ended.first in ended.winners
        self.nobody += not ended.winners
        self.ends[ended.reason] += 1
        self.lengths[ended.actions] += 1
        self.happened.update(ended.happened)
        self.places.update(ended.places)
        for seat, score in enumerate(ended.scores):
            self.scores.setdefault((seat + number) % players, Counter())[score] += 1

    def add(self, other: "Tally") -> None:
        """The counts of other games as well."""
        for name, counts in vars(other).items():
            if isinstance(counts, Counter):
                getattr(self, name).update(counts)
            elif isinstance(counts, int):
                setattr(self, name, getattr(self, name) + counts)
        for player, scores in other.scores.items():
            self.scores.setdefault(player, Counter()).update(scores)

    def share(self, times: int) -> Share:
        """So many of these games."""
        return Share(times, self.games)

    @property
    def actions(self) -> tuple[int, float, int]:
        """The fewest, the mean, the most."""
        whole = sum(length * times for length, times in self.lengths.items())
        return min(self.lengths), whole / self.games, max(self.lengths)

    def mean(self, player: int) -> float:
        """A player's points on average."""
        return sum(score * times for score, times in self.scores.get(player, {}).items()) / self.games

    def to_json(self) -> Json:
        """As data that `read` takes."""
        told: Json = _DATA.dump_python(self, mode="json")
        return told


_DATA = TypeAdapter(Tally)


def read(data: object) -> Tally:
    """A tally from its data. Raises ValueError for what is none."""
    made = _DATA.validate_python(data)
    counts: list[Counter[Any]] = [one for one in vars(made).values() if isinstance(one, Counter)]
    times = [made.first, made.nobody, *chain.from_iterable(one.values() for one in (*counts, *made.scores.values()))]
    whole = sum(made.ends.values()) == sum(made.lengths.values()) == made.games
    if not whole or not all(0 <= one <= made.games for one in times):
        raise ValueError("the counts do not add up")
    return made
