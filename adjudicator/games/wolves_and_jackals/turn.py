"""What every action shares: telling, throwing, loads that come home, the end of a turn and of the game."""

from __future__ import annotations

from adjudicator.game import Dice, Event
from adjudicator.games.wolves_and_jackals.events import PIECES
from adjudicator.games.wolves_and_jackals.field import DEN
from adjudicator.games.wolves_and_jackals.state import MOST_THROWN, Fight, Load, State, Thrown

Pair = tuple[int, int]


class Turn:
    """One action being carried out: the dice it throws, and the events it leaves. Positions come and go unchanged."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, kind: str, seat: int, *places: str, dice: tuple[int, ...] = (), **words: str | int) -> None:
        self.events.append(Event(kind, seat, PIECES[seat] if places else "", places, dice, words))

    def throw(self, state: State, why: str, name: str) -> Pair:
        first, second = self.dice.throw(2, state.options.teeth, name)
        return first, second

    def home(self, state: State) -> State:
        """The active piece, beside its Den, leaves a beaten piece there for good; the Prey there has won the game."""
        seat, square = state.to_move, str(state.active)
        load = state.drags.get(square)
        if load is None or square not in DEN[seat]:
            return state
        if load == "prey":
            self.tell("prey-home", seat, square)
            return state
        self.tell("home", seat, square, load=load_name(load, seat))
        return state.replaced(drags=without(state, square), lost=added(state.lost, 1 - seat, 1))

    def end(self, state: State) -> State:
        """The turn is over, unless the game is; a Ranger takes the next one away."""
        if state.winner:
            return state
        seat, turn, ranger = 1 - state.to_move, state.turn + 1, state.ranger
        if ranger:
            self.tell("loses-turn", seat)
            seat, turn = state.to_move, turn + 1
        return state.replaced(
            turn=turn,
            to_move=seat,
            phase="begin",
            active=None,
            began=None,
            moved=False,
            spent=False,
            carded=False,
            ranger=False,
            fight=None,
        )

    def over(self, state: State, winner: int) -> State:
        """The winner takes the Mouth."""
        self.tell("mouth", winner, coins=state.mouth)
        return state.replaced(
            phase="over",
            purses=added(state.purses, winner, state.mouth),
            mouth=0,
            active=None,
            began=None,
            fight=None,
        )


def added(pair: Pair, seat: int, count: int) -> Pair:
    return (pair[0] + count, pair[1]) if seat == 0 else (pair[0], pair[1] + count)


def fight_of(state: State) -> Fight:
    assert state.fight is not None  # State checks that these phases have one
    return state.fight


def load_name(load: Load, seat: int) -> str:
    return PIECES[1 - seat] if load == "piece" else load


def without(state: State, square: str) -> dict[str, Load]:
    return {dragger: load for dragger, load in state.drags.items() if dragger != square}


def stepped(state: State, seat: int, start: str, end: str) -> tuple[tuple[str, ...], ...]:
    moved = tuple(end if square == start else square for square in state.pieces[seat])
    return (moved, state.pieces[1]) if seat == 0 else (state.pieces[0], moved)


def joined(state: State, seat: int, square: str) -> tuple[tuple[str, ...], ...]:
    more = (*state.pieces[seat], square)
    return (more, state.pieces[1]) if seat == 0 else (state.pieces[0], more)


def remembered(state: State, thrown: Thrown) -> tuple[Thrown, ...]:
    """The throws of the turn that threw last."""
    return (*(old for old in state.thrown if old.turn == thrown.turn), thrown)[-MOST_THROWN:]
