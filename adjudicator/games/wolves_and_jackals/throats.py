"""Throats: two teeth, the bidding after a tie, and what becomes of the beaten piece."""

from __future__ import annotations

from adjudicator.games.wolves_and_jackals import legal
from adjudicator.games.wolves_and_jackals.events import PIECES
from adjudicator.games.wolves_and_jackals.field import FAR_FILE
from adjudicator.games.wolves_and_jackals.notation import Action
from adjudicator.games.wolves_and_jackals.state import FIGHT, THROWN, Fight, State, loads, ranked
from adjudicator.games.wolves_and_jackals.turn import Turn, added, fight_of, gone, load_name, remembered, without


class Throats(Turn):
    """The actions of a throat: `do_throat`, `do_ante`, `do_match`, `do_raise`, `do_concede`, `do_cave`, `do_drag`."""

    def do_throat(self, state: State, action: Action) -> State:
        attacker, defender = action.squares
        return self.fight_out(state, FIGHT.changed(attacker=attacker, defender=defender))

    def fight_out(self, state: State, fight: Fight) -> State:
        """Both throw a tooth; the higher wins."""
        seat, places = state.to_move, (fight.attacker, fight.defender)
        dice = self.throw(state, "throat", f"turn {state.turn}: throat {places[0]} at {places[1]}")
        self.tell("throat", seat, *places, dice=dice, foe=PIECES[1 - seat])
        thrown = THROWN.changed(turn=state.turn, seat=seat, why="throat", places=places, dice=dice)
        # Across a throat no position counts as the same.
        state = state.changed(thrown=remembered(state, thrown), history=())
        if dice[0] > dice[1]:
            return self.won(state, fight)
        if dice[0] < dice[1]:
            return self.failed(state, fight)
        self.tell("tie", seat, *places)
        fight = fight.changed(asked=seat, due=0, raised=(False, False))
        return state.changed(phase="tie", fight=fight)

    def failed(self, state: State, fight: Fight) -> State:
        self.tell("failed", state.to_move, fight.attacker, fight.defender)
        if state.moved:
            return self.end(state)
        return state.changed(phase="lost", active=fight.attacker, began=fight.attacker, spent=True, fight=None)

    def won(self, state: State, fight: Fight) -> State:
        """The winner steps over the beaten piece, or stays if that one dragged the Prey, which then lies free there."""
        seat, start, end = state.to_move, fight.attacker, fight.defender
        load, drags = state.drags.get(end), without(state, end)
        theirs = tuple(square for square in state.pieces[1 - seat] if square != end)
        mine, at, prey = state.pieces[seat], end, state.prey
        if load == "prey":
            at, prey = start, end
            self.tell("won-stays", seat, start, end)
        else:
            mine = ranked(end if square == start else square for square in mine)
            self.tell("won", seat, start, end)
        pieces = (mine, theirs) if seat == 0 else (theirs, mine)
        state = state.changed(
            pieces=pieces,
            drags=loads(drags | {at: "piece"}),
            prey=prey,
            active=at,
            began=state.began or start,
            phase="win",
            fight=fight,
        )
        if load != "piece":
            return state
        if not state.options.no_cave:
            self.tell("load-caved", seat)
            return state.changed(caves=added(state.caves, seat, 1))
        if legal.vacant(state):
            self.tell("load-freed", seat)
            return state.changed(caves=added(state.caves, seat, 1), phase="freed")
        self.tell("load-lost", seat)
        return gone(state, seat)

    def do_cave(self, state: State, action: Action) -> State:
        """The beaten piece leaves the board: into the Cave, or for good where there is none."""
        seat, square, fight = action.seat, str(state.active), fight_of(state)
        self.tell("gone" if state.options.no_cave else "cave", seat, square, loser=PIECES[1 - seat])
        state = state.changed(drags=without(state, square), phase="reached" if state.moved else "won", fight=None)
        state = gone(state, 1 - seat) if state.options.no_cave else state.changed(caves=added(state.caves, 1 - seat, 1))
        if state.moved and not _reached(seat, fight, square):
            return self.end(state)
        return state

    def do_drag(self, state: State, action: Action) -> State:
        self.tell("drag", action.seat, str(state.active), load=load_name("piece", action.seat))
        moved = state.moved
        state = self.home(state.changed(phase="moved", moved=True, fight=None))
        if moved or str(state.active) not in state.drags:
            return self.end(state)
        return state.changed(phase="haul", moved=False)

    def do_ante(self, state: State, action: Action) -> State:
        self.tell("ante", action.seat, coins=action.coins)
        return self.pay(state, action, action.coins, due=action.coins)

    def do_raise(self, state: State, action: Action) -> State:
        cost = fight_of(state).due + action.coins
        self.tell("raise", action.seat, coins=cost, by=action.coins)
        return self.pay(state, action, cost, due=action.coins)

    def do_match(self, state: State, action: Action) -> State:
        """The bid is met: with all there is, if that is less, and what it leaves unmatched goes back."""
        seat, due = action.seat, fight_of(state).due
        coins = min(due, state.purses[seat])
        self.tell("match", seat, coins=coins)
        state = self.pay(state, action, coins, due=due)
        if back := due - coins:
            self.tell("back", 1 - seat, coins=back)
            fight = fight_of(state)
            fight = fight.changed(paid=added(fight.paid, 1 - seat, -back))
            purses = added(state.purses, 1 - seat, back)
            state = state.changed(mouth=state.mouth - back, purses=purses, fight=fight)
        return self.fight_out(state, fight_of(state))

    def pay(self, state: State, action: Action, coins: int, *, due: int) -> State:
        """Coins go into the Mouth, and the other seat is asked for what is due."""
        seat, fight = action.seat, fight_of(state)
        raised = [before or (side == seat and action.verb == "raise") for side, before in enumerate(fight.raised)]
        paid, both = added(fight.paid, seat, coins), (raised[0], raised[1])
        fight = fight.changed(asked=1 - seat, due=due, paid=paid, raised=both)
        return state.changed(
            phase="bet", mouth=state.mouth + coins, purses=added(state.purses, seat, -coins), fight=fight
        )

    def do_concede(self, state: State, action: Action) -> State:
        fight = fight_of(state)
        self.tell("concede", action.seat)
        return self.failed(state, fight) if action.seat == state.to_move else self.won(state, fight)


def _reached(seat: int, fight: Fight, square: str) -> bool:
    """Whether the throat itself brought the piece to the far file."""
    return square == fight.defender and fight.defender[0] == FAR_FILE[seat] != fight.attacker[0]
