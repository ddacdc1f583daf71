"""A game as small as a game can be, and what a later rule set makes of it: for tests of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, NamedTuple

from pydantic import Field

from adjudicator.core import NotationError
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token
from printables.core.options import Ruled, Since
from printables.scene.components import Board, Place

PLACES = ("c1", "c2", "c3")


class Options(Ruled):
    """Rule set 2 adds `skip`: a player may leave the stone where it is. Set 1 meant that nobody may."""

    rules: ClassVar[int] = 2

    start: int = Field(default=0, ge=0, le=1)
    skip: Annotated[bool, Since(2, before=False)] = True


class State(Ruled):
    """A stone goes from c1 to c3; who brings it there has won. Rule set 2 counts the turns in which it stayed."""

    options: Options = Options()
    turn: int = 1
    stone: int = Field(default=0, ge=0, le=2)
    idle: Annotated[int, Since(2, before=0)] = 0


class Move(NamedTuple):
    """The seat and where the stone goes."""

    seat: int
    to: str


class Toy(Game[State, Move, Options]):
    """One stone, three places. `VERB` begins an action's text."""

    SLUG, TITLE, PLAYERS = "toy", "Toy", (2, 2)
    EVENTS: Mapping[str, str] = {"goes": "the stone goes from place to place"}
    OUTCOMES: Mapping[str, str] = {"there": "the stone is there"}
    VERB: ClassVar[str] = "push"

    def board(self, options: Options) -> Board:
        return Board(
            tuple(Place(name, 10.0 * number, 0.0, size=10.0, kind="cell") for number, name in enumerate(PLACES)), ()
        )

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        self.check_seats(seats)
        return Step(self.State(options=options, stone=options.start), ())

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if self.outcome(state) else (1 - state.turn % 2,)

    def moves(self, state: State) -> Iterator[Move]:
        for seat in self.to_act(state):
            if state.options.skip:
                yield Move(seat, PLACES[state.stone])
            yield Move(seat, PLACES[state.stone + 1])

    def apply(self, state: State, action: Move, dice: Dice) -> Step:
        if action not in self.moves(state):
            raise self.illegal(state, action, "the stone cannot go there")
        to = PLACES.index(action.to)
        idle = state.idle + (to == state.stone)
        way = (PLACES[state.stone], action.to)
        return Step(state.replaced(turn=state.turn + 1, stone=to, idle=idle), (Event("goes", action.seat, "", way),))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome("there", (state.turn % 2,)) if state.stone == 2 else None

    def parse(self, text: str, state: State) -> Move:
        verb, _, to = text.partition(" ")
        if verb != self.VERB or to not in PLACES:
            raise NotationError(f"{text!r} is no action", f"write `{self.VERB} c2`")
        return Move(1 - state.turn % 2, to)

    def format(self, action: Move, state: State) -> str:
        return f"{self.VERB} {action.to}"

    def tokens(self, state: State) -> tuple[Token, ...]:
        return (Token(PLACES[state.stone], "stone"),)
