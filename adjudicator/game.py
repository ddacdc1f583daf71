"""What a game is to the referee: a module with these names. Rules are pure; chance comes only from `Dice`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel

from printables.geometry import Board
from printables.scene import Shape
from printables.theme import Theme

PLAYED_FOR = "played-for"  # the event of the referee acting for a player; its words tell the action


class Dice(Protocol):
    """The only source of chance."""

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """`count` dice of `sides` sides, each 1..sides. `why` names the throw in log and letter. Raises DiceError."""
        ...


def seat_letter(seat: int) -> str:
    """0 is A, 25 Z, 26 AA: as players write it."""
    letters = ""
    seat += 1
    while seat:
        seat, rest = divmod(seat - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


NO_WORDS: Mapping[str, str | int] = MappingProxyType({})


class Event(NamedTuple):
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
    words: Mapping[str, str | int] = NO_WORDS


class Step(NamedTuple):
    """A new state and what led to it."""

    state: Any
    events: tuple[Event, ...]


class Outcome(NamedTuple):
    """How a game ended: `reason` (a word that letters explain), winning seats (none: nobody, or a draw), scores."""

    reason: str
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


def event_to_json(event: Event) -> dict[str, Any]:
    """An event, as the log and `postfox play --json` have it."""
    return {
        "kind": event.kind,
        "seat": event.seat,
        "piece": event.piece,
        "places": list(event.places),
        "dice": list(event.dice),
        "words": dict(event.words),
    }


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, as the log and `postfox play --json` have it."""
    if outcome is None:
        return None
    return {"reason": outcome.reason, "winners": list(outcome.winners), "scores": list(outcome.scores)}


class Token(NamedTuple):
    """A piece in a position: the place it stands on, its kind (a token of the printed set), its owner if any.

    `under`: it lies under those that come after it on the same place.
    """

    place: str
    kind: str
    seat: int | None = None
    under: bool = False


class Drawing(NamedTuple):
    """A position drawn by the game itself: shapes in a box of width x height mm from its top left corner."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


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
    the game's file has a title for it under [drawn]; in a place that is an area, the title is written.

    `settle(state, winners)` is optional, too: a Step with what is paid out where the players end the game themselves,
    by resignation or, with no winners, by an agreed draw.

    `playing(state)` is optional: the seats that are still in play, where players may be out before the end; who is out
    cannot resign or agree a draw. `ahead(state, seat)` is optional: who has won if that seat now gives up, where this
    is not simply everybody else.

    `drawing(state, theme)` is optional: a position that board and tokens do not show (a game of pencil and paper) is
    drawn by the game itself. `view(state, seat)` is optional: what a seat sees, for games in which players do not see
    all of each other's play; letters and their pictures to that seat show this, and only such events as are the
    seat's own or nobody's. Seat -1 is whoever only looks on, and sees no more than every player may.

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


def settle(game: Game, state: Any, winners: tuple[int, ...]) -> Step:
    """The position after the players have ended the game themselves; as it was in a game where nothing is paid out."""
    paid: Callable[[Any, tuple[int, ...]], Step] | None = getattr(game, "settle", None)
    return paid(state, winners) if paid else Step(state, ())


def notes(game: Game, state: Any) -> tuple[Event, ...]:
    """What a position tells besides tokens and dice; nothing for a game without notes."""
    told: Callable[[Any], tuple[Event, ...]] | None = getattr(game, "notes", None)
    return told(state) if told else ()


def view(game: Game, state: Any, seat: int) -> Any:
    """The position as a seat (-1: who has none) sees it; the position itself, where everybody sees everything."""
    seen: Callable[[Any, int], Any] | None = getattr(game, "view", None)
    return seen(state, seat) if seen else state


def playing(game: Game, state: Any, seats: int) -> tuple[int, ...]:
    """The seats still in play."""
    told: Callable[[Any], tuple[int, ...]] | None = getattr(game, "playing", None)
    return told(state) if told else tuple(range(seats))


def ahead(game: Game, state: Any, seat: int, seats: int) -> tuple[int, ...]:
    """Who has won when a seat gives up."""
    told: Callable[[Any, int], tuple[int, ...]] | None = getattr(game, "ahead", None)
    return told(state, seat) if told else tuple(other for other in range(seats) if other != seat)


def sees(game: Game, event: Event, seat: int, seats: int) -> bool:
    """Whether one of so many seats (-1: who has none) is told of an event.

    What is of the match and not of the game is no secret; nor is anything in a game played alone.
    """
    if event.seat in (None, seat) or seats < 2 or not hasattr(game, "view"):
        return True
    return event.kind not in getattr(game, "EVENTS", {}) and event.kind != PLAYED_FOR


def drawing(game: Game, state: Any, theme: Theme) -> Drawing | None:
    """The game's own drawing of a position, if it has one."""
    drawn: Callable[[Any, Theme], Drawing] | None = getattr(game, "drawing", None)
    return drawn(state, theme) if drawn else None


def counted(game: Game, state: Any) -> int | None:
    """How many actions are legal; None where a game says that they are too many to count."""
    count: Callable[[Any], int | None] | None = getattr(game, "count", None)
    return count(state) if count else sum(1 for _ in game.moves(state))
