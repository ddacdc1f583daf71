"""Lone Stones as refereed: players put down stones that touch no other stone, and a player who cannot loses."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, NamedTuple, Self

from pydantic import Field, model_validator

from adjudicator.core import NotationError
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token
from printables.boards import lone_stones as printed
from printables.boards.lone_stones import Options
from printables.core.options import Ruled
from printables.scene.components import Board

STONES = ("stone-a", "stone-b")
FORM = "write the square for the stone, as in `b2`"

_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


class State(Ruled):
    """A position: each seat's stones, in the order in which they were put down."""

    options: Options = Options()
    turn: int = Field(strict=True, ge=1, le=1_000_000)
    to_move: Annotated[int, Field(strict=True, ge=0, le=1)]
    stones: tuple[tuple[str, ...], tuple[str, ...]]

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        standing = [name for stones in self.stones for name in stones]
        for name in standing:
            if name not in self.near:
                raise ValueError(f"{name[:20]!r} is not a square of the board")
        if len(set(standing)) < len(standing):
            raise ValueError("two stones are on one square")
        return self

    @property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of every square."""
        return _near(self.options)

    @property
    def free(self) -> tuple[str, ...]:
        """The squares where a stone may be put down, up the first column, then the next."""
        taken = {*self.stones[0], *self.stones[1]}
        return tuple(name for name, near in self.near.items() if not taken & {name, *near})


@cache
def _near(options: Options) -> Mapping[str, tuple[str, ...]]:
    board = printed.board(options)
    ends = [(path.a, path.b) for path in board.paths]
    ends += [(b, a) for a, b in ends]
    return {place.id: tuple(b for a, b in ends if a == place.id) for place in board.places}


class Put(NamedTuple):
    """A seat's action: where its stone goes."""

    seat: int
    square: str


class LoneStones(Game[State, Put, Options]):
    """The rules."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (2, 2)
    EVENTS: Mapping[str, str] = {"put": "seat puts down a stone, the piece, at its place"}
    OUTCOMES: Mapping[str, str] = {"full": "a player could not put down a stone; the other has won"}

    def board(self, options: Options) -> Board:
        """The printed board."""
        return printed.board(options)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """An empty board; A begins. Raises GameError for a number of seats."""
        self.check_seats(seats)
        return Step(self.State(options=options, turn=1, to_move=0, stones=((), ())), ())

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seat to move; nobody once no stone can be put down."""
        return (state.to_move,) if state.free else ()

    def moves(self, state: State) -> Iterator[Put]:
        """Every free square, up the first column, then the next."""
        return (Put(state.to_move, square) for square in state.free)

    def apply(self, state: State, action: Put, dice: Dice) -> Step:
        """The stone is put down, and the other player is to move or has lost. Raises IllegalMove."""
        if wrong := _fault(state, action):
            raise self.illegal(state, action, wrong)
        first, second = state.stones
        stones = ((*first, action.square), second) if action.seat == 0 else (first, (*second, action.square))
        after = state.replaced(turn=state.turn + 1, to_move=1 - action.seat, stones=stones)
        return Step(after, (Event("put", action.seat, STONES[action.seat], (action.square,)),))

    def outcome(self, state: State) -> Outcome | None:
        """A player who cannot put down a stone has lost."""
        return None if state.free else Outcome("full", (1 - state.to_move,))

    def parse(self, text: str, state: State) -> Put:
        """The action that a text means, legal or not. Raises NotationError."""
        square = text.strip().lower()
        if not _SQUARE.fullmatch(square) or square not in state.near:
            raise NotationError(f"{text[:60]!r} is not a square of the board", FORM)
        return Put(state.to_move, square)

    def format(self, action: Put, state: State) -> str:
        """The text that `parse` reads back."""
        return action.square

    def tokens(self, state: State) -> tuple[Token, ...]:
        """The stones of A, then those of B."""
        return tuple(Token(name, STONES[seat], seat) for seat, stones in enumerate(state.stones) for name in stones)


def _fault(state: State, action: Put) -> str:
    """What is wrong with an action; "" if nothing is."""
    if not state.free:
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    if action.square in state.free:
        return ""
    touched = {*state.stones[0], *state.stones[1]} & {action.square, *state.near.get(action.square, ())}
    return f"{action.square} is taken" if action.square in touched else f"it would touch the stone on {min(touched)}"
