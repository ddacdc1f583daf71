"""What a game is to the referee: a module with these names. Rules are pure; chance comes only from `Dice`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel

from printables.geometry import Board


class Dice(Protocol):
    """The only source of chance."""

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """`count` dice of `sides` sides, each 1..sides. `why` names the throw in log and letter. Raises DiceError."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as data; letters find its words by `kind` in templates/letters.

    `seat`: whose doing or fate it is. `piece` and `places`: the token kind and the way it took (two places or more
    are drawn as a trail; one is marked). `dice`: the values, where something was thrown. `words`: further values for
    the sentence.
    """

    kind: str
    seat: int | None = None
    piece: str = ""
    places: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    words: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A new state and what led to it."""

    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `reason` (a word that letters explain), winning seats (none: nobody, or a draw), scores."""

    reason: str
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece in a position: the place it stands on, its kind (a token of the printed set), its owner if any.

    `under`: it lies under those that come after it on the same place.
    """

    place: str
    kind: str
    seat: int | None = None
    under: bool = False


class Game(Protocol):
    """A game module. `Options` and `State` are frozen pydantic models with extra="forbid".

    A State has at least `turn` (1, 2, ...: the turn now to be played) and `options`, so that a position can be
    played on alone. Seats are numbers 0, 1, ...

    An action is a frozen value that knows whose it is. Its text needs no name where one seat may act; where several
    may, or for a standing answer (`if tie: raise 2`) of a seat that is not to act, the text begins with the seat's
    letter: `B: reroll 1 3`. The referee puts it before what a player wrote; `format` writes it, `parse` reads it.

    EVENTS, OUTCOMES and NOTES say which kinds there are, each with what it means. `notes(state)` is optional: what a
    position tells besides tokens and dice (whose token is out, which squares are taken), as events. Letters and
    pictures find words for all of these in templates/letters; an event or note with places is drawn on the board if
    the game's file has a title for it under [drawn].

    `count(state)` is optional, for games of very many actions: how many are legal, without making each of them; None
    where that would take long.
    """

    SLUG: str
    TITLE: str
    PLAYERS: tuple[int, int]
    Options: type[BaseModel]
    State: type[BaseModel]

    def board(self, options: Any) -> Board: ...

    def start(self, options: Any, seats: int, dice: Dice) -> Step: ...

    def to_act(self, state: Any) -> tuple[int, ...]: ...

    def moves(self, state: Any) -> Iterator[Any]: ...

    def apply(self, state: Any, action: Any, dice: Dice) -> Step: ...

    def outcome(self, state: Any) -> Outcome | None: ...

    def parse(self, text: str, state: Any) -> Any: ...

    def format(self, action: Any, state: Any) -> str: ...

    def tokens(self, state: Any) -> tuple[Token, ...]: ...

    def faces(self, state: Any) -> tuple[str, ...]:
        """The dice lying on the table for the player to move, as names of faces of the printed dice."""
        ...


def notes(game: Game, state: Any) -> tuple[Event, ...]:
    """What a position tells besides tokens and dice; nothing for a game without notes."""
    told: Callable[[Any], tuple[Event, ...]] | None = getattr(game, "notes", None)
    return told(state) if told else ()


def counted(game: Game, state: Any) -> int | None:
    """How many actions are legal; None where a game says that they are too many to count."""
    count: Callable[[Any], int | None] | None = getattr(game, "count", None)
    return count(state) if count else sum(1 for _ in game.moves(state))
