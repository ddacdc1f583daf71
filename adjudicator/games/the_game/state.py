"""Positions of The Game, checked so that any position that can be written down can be played on.

Every slide that the empty board allows: five steps, at most two changes of direction, never over its start. A change
may lead straight back where the options say so. Only then can a way come back to its start or pass a square twice: with
two right-angle turns five steps are too few for it.

The text of an action is `e1-e4-g4`, the squares where a slide starts, turns and ends; or `pass`."""

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise, product
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Tap, Tapped, button
from adjudicator.core.game import GameState, Outcome
from printables.boards.the_game import PIECES, Options, bases, board, name

STEPS = 5
TURNS = 2
Place: TypeAlias = tuple[int, int]  # file and rank, or a step
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # up, right, down, left: the order in which slides are listed


class Slide(NamedTuple):
    """A way over the board: start, corners and end as written; the squares passed as a set of bits, the end by name."""

    way: tuple[str, ...]
    passed: int
    end: str


@lru_cache(maxsize=8)
def squares(size: int) -> Mapping[str, int]:
    """The bit of each square: up the first file, then the next."""
    return {place.id: 1 << number for number, place in enumerate(board(Options.model_validate({"size": size})).places)}


@lru_cache(maxsize=512)  # the squares of a board or two: an order is of one of them
def slides(size: int, turn_back: bool, start: str) -> tuple[Slide, ...]:
    """The slides from a square."""
    bit, found = squares(size), list[Slide]()
    places = {(file, rank): name(file, rank) for file, rank in product(range(size), repeat=2)}
    begin = next(place for place, known in places.items() if known == start)

    def go(here: Place, direction: Place | None, way: tuple[str, ...], gone: tuple[Place, ...]) -> None:
        if len(gone) == STEPS:
            end = places[here]
            found.append(Slide((*way, end), sum(bit[places[square]] for square in {*gone[1:]}), end))
            return
        for dx, dy in DIRECTIONS:
            back, to = direction == (-dx, -dy), (here[0] + dx, here[1] + dy)
            corners = way if direction in (None, (dx, dy)) else (*way, places[here])
            if (turn_back or not back) and len(corners) <= TURNS + 1 and to in places and to != begin:
                go(to, (dx, dy), corners, (*gone, here))

    go(begin, None, (start,), ())
    return tuple(found)


def direction(a: str, b: str) -> tuple[int, int] | None:
    """The way from one square straight to another, as a step; None where no rank or file joins them."""
    dx, dy = ord(b[0]) - ord(a[0]), int(b[1:]) - int(a[1:])
    if (dx == 0) == (dy == 0):
        return None
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def distance(a: str, b: str) -> int:
    """Steps between two squares of one rank or file."""
    return abs(ord(b[0]) - ord(a[0])) + abs(int(b[1:]) - int(a[1:]))


def corners(path: list[str]) -> tuple[str, ...]:
    """A way without the squares where it goes straight on."""
    way = path[:1]
    for here, following in pairwise(path[1:]):
        if direction(way[-1], here) != direction(here, following):
            way.append(here)
    return (*way, path[-1])


Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Hand = Annotated[int, Field(strict=True, ge=0, le=PIECES)]
Turns = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
Piece = Literal["A", "B"]
Stack = tuple[Piece, ...]

LETTERS: tuple[Piece, Piece] = ("A", "B")
ENTERING_TURNS = 5
HELD_AT_MOST = 3
ALIKE = 3  # times a position may stand before the game is drawn: not so often


class State(GameState):
    """A position. `turn` counts the turns of both players; `hand` is pieces not on the board yet, by seat.

    `stacks` has the pieces on each square that is not empty, the lowest first. `basis_turns`: for how many turns of
    its own in a row each seat has held its Basis. `history` has a mark for each earlier position since a piece last
    came on or was captured: positions before that cannot come again."""

    options: Options = Options()
    turn: int = Field(strict=True, ge=1, le=1_000_000_000)
    to_move: Seat
    hand: tuple[Hand, Hand]
    stacks: dict[str, Stack] = Field(max_length=2 * PIECES)
    basis_turns: tuple[Turns, Turns] = (0, 0)
    history: tuple[Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")], ...] = ()

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        known = squares(self.options.size)
        for square, stack in self.stacks.items():
            if square not in known:
                raise ValueError(f"{square[:20]!r} is no square of the board: squares are a1 to {[*known][-1]}")
            if not stack:
                raise ValueError(f'the stack on {square} is empty: leave it out, or name its pieces, as in ["A", "B"]')
        for seat, letter in enumerate(LETTERS):
            pieces = self.hand[seat] + sum(stack.count(letter) for stack in self.stacks.values())
            if pieces > PIECES:
                raise ValueError(f"{letter} has {pieces} pieces in hand and on the board: there are {PIECES} a side")
        held = tuple(turns if self.holds(seat) else 0 for seat, turns in enumerate(self.basis_turns))
        object.__setattr__(self, "basis_turns", held)
        object.__setattr__(self, "stacks", dict(sorted(self.stacks.items(), key=lambda item: known[item[0]])))
        return self

    def holds(self, seat: int) -> bool:
        """Whether a piece of that seat is on its own Basis, blocked or not."""
        return LETTERS[seat] in self.stacks.get(bases(self.options)[seat], ())

    @property
    def own_turn(self) -> int:
        """Which of its turns the player to move has, 1 for the first."""
        return (self.turn + 1) // 2

    @property
    def occupied(self) -> int:
        """The squares with a piece, as bits."""
        known = squares(self.options.size)
        return sum(known[square] for square in self.stacks)

    @property
    def mark(self) -> str:
        """What tells this position from others, turn number and history aside."""
        piles = " ".join(f"{square}{''.join(stack)}" for square, stack in self.stacks.items())
        text = f"{self.to_move} {self.hand} {self.basis_turns} {piles}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it runs. Read from the position alone."""
    for seat, basis in enumerate(bases(state.options)):
        if state.stacks.get(basis) and not state.holds(seat):
            return Outcome("basis", (1 - seat,))
    for seat, letter in enumerate(LETTERS):
        mine = [stack for stack in state.stacks.values() if letter in stack]
        if not mine and not state.hand[seat]:
            return Outcome("no-pieces", (1 - seat,))
        if state.options.horn and mine and not state.hand[seat] and all(stack[-1] != letter for stack in mine):
            return Outcome("all-blocked", (1 - seat,))
    if state.history.count(state.mark) >= ALIKE - 1:
        return Outcome("repetition")
    return None


FORM = "write the squares where the slide starts, turns and ends, as in `e1-e4-g4`, or `pass`"
MOST_CHARACTERS = 100

_PARTED = re.compile(r"[\s,>-]+")


class Move(NamedTuple):
    """A seat's action: where a slide starts, turns and ends; no squares at all is a pass."""

    seat: int
    way: tuple[str, ...] = ()


def parse(text: str, state: State) -> Move:
    """The action that a text means, legal or not. Squares gone straight over may be named. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM, "a slide")
    names = [name for name in _PARTED.split(text.strip().lower()) if name]
    if names == ["pass"]:
        return Move(state.to_move)
    if names[:1] in (["move"], ["enter"]):
        names = names[1:]
    known = squares(state.options.size)
    for square in names:
        if square not in known:
            hint = f"squares are a1 to {[*known][-1]}" if re.fullmatch(r"[a-z]\d+", square) else FORM
            raise NotationError(f"{quoted}: {square!r} is no square of the board", hint)
    if len(names) < 2:
        raise NotationError(f"{quoted} is no slide", FORM)
    for a, b in pairwise(names):
        if direction(a, b) is None:
            raise NotationError(f"{quoted}: {a} and {b} are on no common rank or file", f"name the corner; {FORM}")
    return Move(state.to_move, corners(names))


def taps(action: Move, state: State) -> Tapped:
    """Where the slide starts and ends, then its corners, if it turns: which way, should there be several."""
    if not action.way:
        return Tapped((button("pass"),))
    start, *corners, end = action.way
    ends = (Tap(start, "piece" if start in state.stacks else "place"), Tap(end))
    return Tapped((*ends, Tap("-".join(corners), "direction")), "{0}-{2}-{1}") if corners else Tapped(ends, "{*-}")


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    return "-".join(action.way) if action.way else "pass"
