"""What every action shares: telling, throwing, loads that come home, the end of a turn and of the game."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.game import Dice, Event
from adjudicator.games.wolves_and_jackals.events import PIECES
from adjudicator.games.wolves_and_jackals.field import DEN
from adjudicator.games.wolves_and_jackals.state import MOST_THROWN, Fight, Load, State, Thrown, ranked

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
        return gone(state.changed(drags=without(state, square)), 1 - seat)

    def end(self, state: State) -> State:
        """The turn is over, unless the game is; a Ranger takes the next one away."""
        if state.ended and state.winner:
            return state
        seat, turn, ranger = 1 - state.to_move, state.turn + 1, state.ranger
        stuck = state.stuck
        free = all(state.pieces) and not any(stuck)  # as nearly always: both sides have a piece that is not dragged
        for side in () if free else (state.to_move, seat) if ranger else (state.to_move,):
            stuck = added(stuck, side, 1 if state.hopeless(side) else -stuck[side])
        if ranger:
            self.tell("loses-turn", seat)
            seat, turn = state.to_move, turn + 1
        history = {"history": (*state.history, state.mark(seat))} if state.options.rules > 1 else {}
        return state.changed(
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
            stuck=stuck,
            **history,
        )

    def over(self, state: State, winner: int | None) -> State:
        """The winner takes the Mouth; without one both take half of it."""
        won = shares(state, () if winner is None else (winner,))
        for seat, coins in enumerate(won):
            if coins or seat == winner:
                self.tell("mouth", seat, coins=coins)
        return state.changed(
            phase="over",
            purses=added(added(state.purses, 0, won[0]), 1, won[1]),
            mouth=0,
            active=None,
            began=None,
            fight=None,
        )


def added(pair: Pair, seat: int, count: int) -> Pair:
    return (pair[0] + count, pair[1]) if seat == 0 else (pair[0], pair[1] + count)


def shares(state: State, winners: tuple[int, ...]) -> Pair:
    """What each seat takes from the Mouth: the winner all; in a draw half, the odd coin to the smaller purse (or A)."""
    if winners:
        return (state.mouth, 0) if 0 in winners else (0, state.mouth)
    half, odd = divmod(state.mouth, 2)
    return added((half, half), 0 if state.purses[0] <= state.purses[1] else 1, odd)


def gone(state: State, seat: int) -> State:
    """A piece of that seat has left the game for good."""
    return state.changed(lost=added(state.lost, seat, 1), since=state.turn)


def fight_of(state: State) -> Fight:
    assert state.fight is not None  # State checks that these phases have one
    return state.fight


def load_name(load: Load, seat: int) -> str:
    return PIECES[1 - seat] if load == "piece" else load


def without(state: State, square: str) -> dict[str, Load]:
    return {dragger: load for dragger, load in state.drags.items() if dragger != square}


def stepped(state: State, seat: int, start: str, end: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return _sides(state, seat, [end if square == start else square for square in state.pieces[seat]])


def joined(state: State, seat: int, square: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return _sides(state, seat, (*state.pieces[seat], square))


def _sides(state: State, seat: int, squares: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    mine = ranked(squares)
    return (mine, state.pieces[1]) if seat == 0 else (state.pieces[0], mine)


def remembered(state: State, thrown: Thrown) -> tuple[Thrown, ...]:
    """The throws of the turn that threw last."""
    return (*(old for old in state.thrown if old.turn == thrown.turn), thrown)[-MOST_THROWN:]
