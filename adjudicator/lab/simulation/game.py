"""A game between bots, without a match: from a seed, each the same again."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

from adjudicator.core.errors import GameError
from adjudicator.core.game import Game, seat_letter
from adjudicator.dice import Chance, FastDice, child
from adjudicator.lab.bulk import ENDLESS, MOST_ACTIONS
from adjudicator.opponents import choose


class Plan(NamedTuple):
    """What is played: a game's slug, its options, a bot's name for each player, and the seed."""

    game: str
    options: Any
    players: tuple[str, ...]
    seed: str

    def to_json(self) -> dict[str, Any]:
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
    """How a game ended and which seats won it (none: a draw, or all have lost), after how many actions.

    `first`: who was first to act. `happened`: the kinds of events there were, each after the letter of the seat whose
    doing or fate it was. `places`: where anything happened.
    """

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    actions: int
    first: int
    happened: frozenset[str]
    places: frozenset[str]


def play(
    game: Game, options: Any, bots: Sequence[str], key: int, told: Callable[[Any], None] = lambda state: None
) -> Ended:
    """A whole game, a bot in each seat, each position `told`. The same key gives the same game.

    Raises MatchError for a name of no bot.
    """
    dice = FastDice(Chance(child(key, 0)))
    chances = [Chance(child(key, 1 + seat)) for seat in range(len(bots))]
    state, events = game.start(options, len(bots), dice)
    first, happened, places = next(iter(game.to_act(state)), 0), set[tuple[int | None, str]](), set[str]()
    for actions in range(MOST_ACTIONS):
        for event in events:
            happened.add((event.seat, event.kind))
            places.update(event.places)
        told(state)
        acting = game.to_act(state)
        if not acting:
            outcome = game.outcome(state)
            ended = (outcome.reason, outcome.winners, outcome.scores) if outcome else (ENDLESS, (), ())
            return Ended(*ended, actions, first, _named(happened), frozenset(places))
        seat = acting[0]
        state, events = game.apply(state, choose(bots[seat], game, state, seat, chances[seat]), dice)
    return Ended(ENDLESS, (), (), MOST_ACTIONS, first, _named(happened), frozenset(places))


def _named(happened: Iterable[tuple[int | None, str]]) -> frozenset[str]:
    """Kinds of events, each after the letter of its seat."""
    return frozenset(kind if seat is None else f"{seat_letter(seat)} {kind}" for seat, kind in happened)


def seats(game: Game, options: Any) -> int:
    """Two players where the game allows it under these options, else as few as it takes."""
    least, most = game.PLAYERS
    if least <= 2 <= most:
        with suppress(GameError):
            game.start(options, 2, FastDice(0))
            return 2
    return least
