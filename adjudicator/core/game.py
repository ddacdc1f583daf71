"""What a game is to the referee: a class of these methods. Rules are pure; chance comes only from `Dice`.

A `Situation` is a position with what its game says of it: who acts, how it ended, what lies where, what may be done."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import islice, tee
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, cast, get_args, get_origin

from typing_extensions import TypeVar

from adjudicator.core import GameError, IllegalMove
from adjudicator.core.choices import Ask, Choice, Ground, Tapped, lines, listed, one_of, spelt
from adjudicator.core.codec import Json
from printables.core.options import Ruled, under
from printables.scene import Shape
from printables.scene.components import Board
from printables.scene.theme import Theme

if TYPE_CHECKING:
    from adjudicator.core.solver import Solver

BOT = "bot:"  # before the name of a computer player, where a player or a policy may stand
PLAYED_FOR = "played-for"  # the event of the referee acting for a player; its words tell the action
GIVING_UP = ("concede", "resign")  # actions that end or lose what is played for
SHOWN = 6  # legal actions that a refusal names


class Dice(Protocol):
    """The only source of chance."""

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """`count` dice of `sides` sides, each 1..sides. `why` names the throw in log and letter. Raises DiceError."""


@lru_cache(maxsize=64)
def seat_letter(seat: int) -> str:
    """0 is A, 25 Z, 26 AA: as players write it."""
    before, rest = divmod(seat, 26)
    return (seat_letter(before - 1) if before else "") + chr(ord("A") + rest)


def unlettered(text: str, seat: int) -> str:
    """The text of an action of a seat as that player writes it."""
    return text.removeprefix(f"{seat_letter(seat)}: ")


NO_WORDS: Mapping[str, str | int] = MappingProxyType({})


def kinds(module: str) -> tuple[Mapping[str, str], Mapping[str, str], Mapping[str, str]]:
    """EVENTS, OUTCOMES and NOTES of a game, each kind with what it means, from kinds.json beside its module's file."""
    told: dict[str, dict[str, str]] = json.loads(Path(module).with_name("kinds.json").read_bytes())
    return told["events"], told["outcomes"], told["notes"]


class Event(NamedTuple):
    """Something that happened, as data; letters find its words by `kind` in templates/letters.

    `seat`: whose doing or fate it is. `piece` and `places`: the token kind and the way it took (two places or more
    are drawn as a trail; one is marked). `dice`: the values thrown. `words`: further values for the sentence."""

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


def event_to_json(event: Event) -> dict[str, object]:
    """An event, as the log and `postfox position play --json` have it."""
    return {**event._asdict(), "places": list(event.places), "dice": list(event.dice), "words": dict(event.words)}


def outcome_to_json(outcome: Outcome | None) -> Json | None:
    """How a game ended, as the log and `postfox position play --json` have it."""
    return outcome and {**outcome._asdict(), "winners": list(outcome.winners), "scores": list(outcome.scores)}


class Token(NamedTuple):
    """A piece in a position: the place it stands on, its kind (a token of the printed set), its owner if any.

    `under`: it lies under those that come after it on the same place."""

    place: str
    kind: str
    seat: int | None = None
    under: bool = False


class Drawing(NamedTuple):
    """A position drawn by the game itself: shapes in a box of width x height mm from its top left corner.

    `split`: how many mm from the left the part ends that is played on, which a phone shows by itself; 0: all of it."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    split: float = 0.0


class Owned(Protocol):
    """An action: a frozen value that knows whose it is."""

    @property
    def seat(self) -> int: ...


class GameState(Ruled):
    """What is known of a position of any game; each game's State is one, and declares these fields its own way."""

    if TYPE_CHECKING:
        turn: int
        options: Any


StateT = TypeVar("StateT", bound=Ruled, default=Any)
ActionT = TypeVar("ActionT", bound=Owned, default=Any)
OptionsT = TypeVar("OptionsT", bound=Ruled, default=Any)


class Game(ABC, Generic[StateT, ActionT, OptionsT]):
    """A game under one set of its rules: `class Chess(Game[State, Move, Options])` names its models and its actions.

    A State has at least `turn` (1, 2, ...: the turn now to be played) and `options`, so that a position can be
    played on alone. Seats are numbers 0, 1, ...

    An action's text needs no name where one seat may act; where several may, or for a standing answer (`if tie: raise
    2`) of a seat that is not to act, the text begins with the seat's letter: `B: reroll 1 3`. The referee puts it
    before what a player wrote; `format` writes it, `parse` reads it.

    EVENTS, OUTCOMES and NOTES say which kinds there are, each with what it means (`kinds` reads them). Letters and
    pictures find words for all of these in templates/letters; an event or note with places is drawn on the board if
    the game's file has a title for it under [drawn]; in a place that is an area, the title is written.

    What is not abstract answers for a game in which players see everything, nobody is out before the end, and board
    and tokens show the position; a game that differs says so in its own method.

    SAMPLE: how many play, and with what options, in the sample letters of the workshop.

    A later rule set raises `rules` of the Options and marks the fields that it adds (`printables.core.options`).
    Under an older set `Options` and `State` are without them, so a position is made by `self.State` or of another
    position (`replaced`, `type(state)`). Rules that no option tells apart ask `options.rules`."""

    SLUG: str
    TITLE: str
    PLAYERS: tuple[int, int]
    EVENTS: Mapping[str, str]
    OUTCOMES: Mapping[str, str]
    NOTES: Mapping[str, str] = MappingProxyType({})
    SAMPLE: tuple[int, Mapping[str, object]] = (2, MappingProxyType({}))
    Options: type[OptionsT]
    State: type[StateT]

    def __init_subclass__(cls) -> None:
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                cls.State, _, cls.Options = get_args(base)

    def __init__(self, rules: int | None = None) -> None:
        """The game under that rule set, the newest if none is named. Raises GameError for one that it does not have."""
        newest = type(self).Options.rules
        self.rules = newest if rules is None else rules
        if not 1 <= self.rules <= newest:
            known = "rule set 1" if newest == 1 else f"rule sets 1 to {newest}"
            hint = f"this version of Postfox knows {known}; a newer one may know more"
            raise GameError(f"{self.TITLE} has no rule set {self.rules}", hint)
        self.Options, self.State = under(self.Options, self.rules), under(self.State, self.rules)

    @property
    def several_rules(self) -> bool:
        """Whether the game has more than one rule set, so that what is written down names its own."""
        return type(self).Options.rules > 1

    @abstractmethod
    def board(self, options: OptionsT) -> Board:
        """The printed board."""

    @abstractmethod
    def start(self, options: OptionsT, seats: int, dice: Dice) -> Step:
        """The first position, and what was thrown for it. Raises GameError for a number of seats."""

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[int, ...]:
        """The seats that may act now; nobody when the game is over."""

    @abstractmethod
    def moves(self, state: StateT) -> Iterator[ActionT]:
        """Every legal action, in a stable order."""

    @abstractmethod
    def apply(self, state: StateT, action: ActionT, dice: Dice) -> Step:
        """The action and what follows by itself; `state` stays as it is. Raises IllegalMove."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended; None while it runs."""

    @abstractmethod
    def parse(self, text: str, state: StateT) -> ActionT:
        """The action that a text means, legal or not. Raises NotationError."""

    @abstractmethod
    def format(self, action: ActionT, state: StateT) -> str:
        """The text that `parse` reads back."""

    @abstractmethod
    def tokens(self, state: StateT) -> tuple[Token, ...]:
        """What stands where, for pictures."""

    def drawn(self, state: StateT, seat: int, lot: Callable[[int], int]) -> ActionT:
        """A legal action of a seat that may act, each possible; giving up only where nothing else is left. `lot(n)`
        draws a number from 0 to n - 1. Raises ValueError for a seat that has none."""
        if not (actions := [action for action in self.moves(state) if action.seat == seat]):
            raise ValueError(f"seat {seat_letter(seat)} may not act")
        while len(actions) > 1:
            action = actions.pop(lot(len(actions)))
            if unlettered(self.format(action, state), seat) not in GIVING_UP:
                return action
        return actions[0]

    def taps(self, action: ActionT, state: StateT) -> Tapped:
        """The action as it is tapped together; its text is that of `format`, without a seat's letter."""
        return spelt(unlettered(self.format(action, state), action.seat), self.board(cast(Any, state).options).by_id)

    def asks(self, state: StateT) -> Ask | None:
        """What a seat that may act is asked for first; None: by the kinds of taps that there are."""
        return None

    def goes_on(self, state: StateT, action: ActionT) -> StateT | None:
        """The position in which the same seat orders on, in the same turn, after an action that throws no dice."""
        return None

    def choices(self, state: StateT, seat: int) -> Choice | None:
        """What a seat may order now, as a page offers it: exactly `moves`; None for nothing. After an action that
        `goes_on`, what may be ordered then follows as a further line."""
        if seat not in self.to_act(state):
            return None
        seen = self.view(state, seat)
        return self.offered(seen, (action for action in self.moves(seen) if action.seat == seat))

    def offered(self, state: StateT, actions: Iterable[ActionT]) -> Choice | None:
        """A choice of those of a seat's legal actions, and of what it may order after each that `goes_on`."""
        alone, before = [], dict[Choice, list[Tapped]]()
        for action in actions:
            tapped = self.taps(action, state)
            alone.append(tapped)
            if (after := self.goes_on(state, action)) and (then := self.choices(after, action.seat)):
                before.setdefault(then, []).append(tapped)
        asks = self.asks(state)
        return one_of([listed(alone, asks), *(lines(some, then, asks) for then, some in before.items())])

    def standing(self, state: StateT, seat: int) -> Choice | None:
        """What a seat may order for what happens later (`if tie: raise 2`); None for nothing."""
        return None

    def later(self, state: StateT, seat: int) -> Choice | None:
        """What a seat that is not to act may order for its next turn, before it is known what others play and roll. All
        that may become legal. None: what that is follows from what others may play without a roll, or is not told."""
        return None

    def foreseen(self, state: StateT, seat: int) -> Mapping[str, tuple[Event, ...]]:
        """What a seat's order would bring about by the rules alone, up to the first dice, by the place that it ends on.
        Only where that is worth seeing before it is played."""
        return {}

    def grounds(self, options: OptionsT) -> Mapping[str, Ground]:
        """What the walks and chains among its choices go over, by name."""
        return {}

    def faces(self, state: StateT) -> tuple[str, ...]:
        """The dice lying on the table for the player to move, as names of faces of the printed dice."""
        return ()

    def notes(self, state: StateT) -> tuple[Event, ...]:
        """What a position tells besides tokens and dice (whose token is out, which squares are taken), as events."""
        return ()

    def drawing(self, state: StateT, theme: Theme) -> Drawing | None:
        """A position that board and tokens do not show (a game of pencil and paper), drawn by the game itself."""
        return None

    def view(self, state: StateT, seat: int) -> StateT:
        """What a seat sees, where players do not see all of each other's play. Letters and their pictures to that seat
        show this, and only such events as are the seat's own or nobody's. Seat -1 looks on: it sees what all may."""
        return state

    def turn_for(self, state: StateT, seat: int) -> int:
        """The turn that a seat's orders are for: a line `turn` of a later one keeps them until the seat comes to it."""
        return int(cast(Any, state).turn)

    @property
    def open(self) -> bool:
        """Whether everybody sees everything: there is no `view` of the game's own."""
        return type(self).view is Game.view

    def sees(self, event: Event, seat: int, seats: int) -> bool:
        """Whether one of so many seats (-1: who has none) hears of an event. What is of the match and not of the game
        is no secret; nor is anything in a game played alone."""
        if event.seat in (None, seat) or seats < 2 or self.open:
            return True
        return event.kind not in self.EVENTS and event.kind != PLAYED_FOR

    def playing(self, state: StateT, seats: int) -> tuple[int, ...]:
        """Which of so many seats are still in play: who is out cannot resign or agree a draw."""
        return tuple(range(seats))

    def winners_without(self, state: StateT, seat: int, seats: int) -> tuple[int, ...]:
        """Who of so many seats has won if that one now gives up."""
        return tuple(other for other in range(seats) if other != seat)

    def stand_in(self, state: StateT, dice: Dice) -> ActionT | None:
        """What the rules do in place of the one who is late; None: an action of its own drawn by lot, or a pass."""
        return None

    def settle(self, state: StateT, winners: tuple[int, ...]) -> Step:
        """What is paid out where the players end the game themselves: by resignation or, no winners, an agreed draw."""
        return Step(state, ())

    def count(self, state: StateT, *, quick: bool = False) -> int | None:
        """How many actions are legal; None where that would take long (`quick`: more than a blink)."""
        return sum(1 for _ in self.moves(state))

    def solver(self, options: OptionsT) -> Solver:
        """What decides positions exactly. Raises GameError where there is none, or none for these options."""
        raise GameError(f"{self.TITLE} has no exact solver", "`postfox games` says which games have one")

    @property
    def solvable(self) -> bool:
        """Whether the game has a solver."""
        return type(self).solver is not Game.solver

    def check_seats(self, seats: int) -> None:
        """Raises GameError for a number of players that the game is not for."""
        fewest, most = self.PLAYERS
        if not fewest <= seats <= most:
            between = {0: f"{most}", 1: f"{fewest} or {most}"}.get(most - fewest, f"{fewest} to {most}")
            raise GameError(f"{self.TITLE} is for {between} players, not {seats}")

    def illegal(
        self, state: StateT, action: ActionT, fault: str, hint: str = "", *, rest: str | None = "d"
    ) -> IllegalMove:
        """The refusal of an action for its fault, with some of what would be legal for its seat if there is no `hint`.
        `rest`: how the number of all the others is written (None: it is not, for it takes long to tell)."""
        reason = f"`{self.format(action, state)}` is not legal: {fault}"
        return IllegalMove(reason, hint or self._legal(self.view(state, action.seat), rest))

    def _legal(self, state: StateT, rest: str | None) -> str:
        some = [f"`{self.format(action, state)}`" for action in islice(self.moves(state), SHOWN)]
        shown = ", ".join(some)
        if not some or rest is None:
            return shown and f"legal, among others: {shown}"
        number = self.count(state, quick=True)
        if number == len(some):
            return f"legal: {shown}"
        return f"legal: {shown} and {'many' if number is None else format(number - len(some), rest)} more"


@cache
def under_rules(kind: type[Game], rules: int) -> Game:
    """The one instance of a game under a rule set. Raises GameError."""
    return kind(rules)


MOST_LEGAL = 10_000  # legal actions that are written down
REMEMBERED = 32  # situations: a match before and after a line, as each of its players sees it


class Situation:
    """A position, and what follows from it: each worked out when it is first asked for, and once."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game, self.state = game, state
        self._views: dict[int, Situation] = {}

    @cached_property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.game.to_act(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules; None while it runs."""
        return self.game.outcome(self.state)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """What stands where."""
        return self.game.tokens(self.state)

    @cached_property
    def notes(self) -> tuple[Event, ...]:
        """What there is to tell besides."""
        return self.game.notes(self.state)

    def own(self, seat: int) -> Counter[str]:
        """How many pieces of each kind a seat has on the board; if none, two of each kind that the notes give it."""
        stand = Counter(token.kind for token in self.tokens if token.seat == seat)
        return stand or Counter({note.piece: 2 for note in self.notes if note.seat == seat and note.piece})

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The dice on the table, as names of faces."""
        return self.game.faces(self.state)

    def legal(self) -> Iterator[str]:
        """The legal actions as the game writes them, in its order: MOST_LEGAL of them, each written when reached."""
        self._legal, again = tee(self._legal)
        return again

    @cached_property
    def _legal(self) -> Iterator[str]:
        return (self.game.format(action, self.state) for action in islice(self.game.moves(self.state), MOST_LEGAL))

    def seen(self, seat: int) -> Situation:
        """As that seat sees it (-1: who only looks on)."""
        if self.game.open:
            return self
        if seat not in self._views:
            self._views[seat] = situation(self.game, self.game.view(self.state, seat))
        return self._views[seat]


def situation(game: Game, state: GameState) -> Situation:
    """The situation of a position: of one and the same state, which never changes, one and the same."""
    key = id(game), id(state)
    found = _known.get(key)
    if found is None:
        if len(_known) >= REMEMBERED:
            _known.pop(next(iter(_known)), None)  # the oldest
        found = _known[key] = Situation(game, state)  # it holds both: nothing else can have their ids
    return found


_known: dict[tuple[int, int], Situation] = {}
