"""What actions do: moves, throats, the Prey, rescues and cards; and what happens by itself after them."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from adjudicator.core.game import Dice, Event, Step
from adjudicator.games.wolves_and_jackals import legal
from adjudicator.games.wolves_and_jackals.answers import ASK, Condition, bid
from adjudicator.games.wolves_and_jackals.notation import PIECES, Action, acting, parse
from adjudicator.games.wolves_and_jackals.squares import DEN, FAR_FILE
from adjudicator.games.wolves_and_jackals.state import FIGHT, MOST_THROWN, THROWN, Fight, Load, State, loads, ranked
from printables.boards.wolves_and_jackals import CENTRE, STARTS

T = TypeVar("T")
Pair: TypeAlias = tuple[T, T]
# As a turn begins.
BEGIN: dict[str, object] = {"phase": "begin", **dict.fromkeys(("moved", "spent", "carded", "ranger"), False)}
BEGIN |= dict.fromkeys(("active", "began", "fight"))


def put(pair: Pair[T], seat: int, value: T) -> Pair[T]:
    """A pair with another value for a seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def added(pair: Pair[int], seat: int, count: int) -> Pair[int]:
    return put(pair, seat, pair[seat] + count)


def shares(state: State, winners: tuple[int, ...]) -> Pair[int]:
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


def joined(state: State, seat: int, square: str) -> Pair[tuple[str, ...]]:
    return put(state.pieces, seat, ranked((*state.pieces[seat], square)))


def played(state: State, action: Action, dice: Dice) -> Step:
    """A legal action and all that follows by itself: forced choices, standing answers, the end of the turn."""
    play = Play(dice)
    return Step(play.run_on(play.act(state, action)), tuple(play.events))


class Play:
    """One action being carried out, and what follows it by itself: its dice, its events. Positions do not change."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, kind: str, seat: int, *places: str, dice: tuple[int, ...] = (), **words: str | int) -> None:
        self.events.append(Event(kind, seat, PIECES[seat] if places else "", places, dice, words))

    def rolled(self, state: State, why: str, places: Pair[str], name: str) -> tuple[tuple[int, ...], State]:
        """Two teeth, and the position that keeps them with the throws of the turn that threw last."""
        dice = self.dice.throw(2, state.options.teeth, f"turn {state.turn}: {name}")
        thrown = THROWN.changed(turn=state.turn, seat=state.to_move, why=why, places=places, dice=dice)
        kept = (*(old for old in state.thrown if old.turn == state.turn), thrown)[-MOST_THROWN:]
        return dice, state.changed(thrown=kept)

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
        history = (*state.history, state.mark(seat))
        return state.changed(**BEGIN, turn=turn, to_move=seat, stuck=stuck, history=history)

    def over(self, state: State, winner: int | None) -> State:
        """The winner takes the Mouth; without one both take half of it."""
        won = shares(state, () if winner is None else (winner,))
        for seat, coins in enumerate(won):
            if coins or seat == winner:
                self.tell("mouth", seat, coins=coins)
        purses = added(added(state.purses, 0, won[0]), 1, won[1])
        return state.changed(phase="over", purses=purses, mouth=0, active=None, began=None, fight=None)

    def act(self, state: State, action: Action) -> State:
        """The action alone; it is legal."""
        if action.verb.startswith("if "):
            return self.stand(state, action)
        deed: Callable[[State, Action], State] = getattr(self, f"do_{action.verb}")
        return deed(state, action)

    def run_on(self, state: State) -> State:
        """What happens by itself until somebody has to choose: bids cost coins, passes are counted."""
        passes = 0
        while True:
            if state.phase == "over":
                return state
            if ended := state.ended:
                return self.over(state, ended[0])
            if state.phase == "begin":
                if passes == 2 or not state.options.auto_pass or legal.choice(state):
                    return state
                passes += 1
            if (action := self.by_itself(state)) is None:
                return state
            state = self.passed(state, action.seat) if action.verb == "pass" else self.act(state, action)

    def by_itself(self, state: State) -> Action | None:
        """The action that is forced, or that a standing answer gives."""
        seat = acting(state)
        if state.phase in ("tie", "bet"):
            return self.answer_bid(state, seat)
        if state.phase == "win":
            if len(state.choices) == 1:
                return Action(seat, state.choices[0])
            return self.settled(state, seat, "win", state.standing[seat].get("win"))
        if state.phase == "down":
            near = legal.hunters(state)
            return Action(seat, "carry", near) if len(near) == 1 else None
        return None if legal.choice(state) else Action(seat, "pass")

    def answer_bid(self, state: State, seat: int) -> Action | None:
        fight, purse = fight_of(state), state.purses[seat]
        all_in = state.options.short == "all-in"
        if not all_in and purse < max(fight.due, 1):
            self.tell("cannot-pay", seat, coins=max(fight.due, 1), purse=purse)
            return Action(seat, "concede")
        if (line := state.standing[seat].get("tie")) is None:
            return None
        answer, paid = bid(line), fight.paid[seat]
        if state.phase == "tie":
            reply = answer.opening(purse, paid, all_in=all_in)
        else:
            theirs = state.purses[1 - seat]
            reply = answer.reply(fight.due, purse, paid, fight.raised[seat], all_in=all_in, theirs=theirs)
        return self.settled(state, seat, "tie", reply)

    def settled(self, state: State, seat: int, condition: Condition, answer: str | None) -> Action | None:
        if answer is None:
            return None
        self.tell("settled", seat, line=f"if {condition}: {state.standing[seat][condition]}")
        return parse(answer, state)

    def stand(self, state: State, action: Action) -> State:
        condition = action.verb.removeprefix("if ")
        answers = {key: line for key, line in state.standing[action.seat].items() if key != condition}
        if action.word != ASK:
            answers["tie" if condition == "tie" else "win"] = action.word
        self.tell("standing", action.seat, condition=condition)
        return state.changed(standing=put(state.standing, action.seat, dict(sorted(answers.items()))))

    def do_move(self, state: State, action: Action) -> State:
        start, end = action.squares
        seat = action.seat
        squares = ranked(end if square == start else square for square in state.pieces[seat])
        changes: dict[str, object] = {"pieces": put(state.pieces, seat, squares), "active": end, "moved": True}
        if (load := state.drags.get(start)) is None:
            self.tell("move", seat, start, end)
            return state.changed(**changes, began=state.began or start, phase="moved")
        self.tell("haul", seat, start, end, load=load_name(load, seat))
        changes["drags"] = loads(without(state, start) | {end: load})
        return self.end(self.home(state.changed(**changes, phase="moved")))

    def do_pass(self, state: State, action: Action) -> State:
        if not legal.choice(state):
            return self.passed(state, action.seat)
        self.tell("passes" if state.phase == "begin" else "rests", action.seat)
        return self.end(state)

    def passed(self, state: State, seat: int) -> State:
        """A turn ends in which nothing is left to do, which is told only where nothing was done."""
        if state.phase == "begin":
            self.tell("pass", seat)
        return self.end(state)

    def do_prey(self, state: State, action: Action) -> State:
        """A try at the Prey, for the piece that is named, or for one that is named when it is down."""
        seat, prey = action.seat, str(state.prey)
        square = action.squares[0] if action.squares else prey
        name = f"Prey for {square}" if action.squares else "Prey"
        dice, state = self.rolled(state, "prey", (square, prey), name)
        self.tell("prey" if action.squares else "prey-try", seat, square, dice=dice, sum=sum(dice), need=state.prey_at)
        if sum(dice) < state.prey_at:
            self.tell("prey-fails", seat, square)
            return self.end(state)
        if action.squares:
            return self.do_carry(state, action)
        self.tell("prey-falls", seat, prey)
        return state.changed(phase="down", active=None)

    def do_carry(self, state: State, action: Action) -> State:
        seat, (square,) = action.seat, action.squares
        self.tell("prey-down", seat, square)
        drags = loads(state.drags | {square: "prey"})
        return self.end(self.home(state.changed(active=square, prey=None, drags=drags, phase="moved")))

    def do_rescue(self, state: State, action: Action) -> State:
        seat, (square,) = action.seat, action.squares
        changes: dict[str, object] = {"pieces": joined(state, seat, square), "caves": added(state.caves, seat, -1)}
        if state.phase == "freed":
            self.tell("set-up", seat, square)
            return state.changed(**changes, phase="win")
        self.tell("rescue", seat, str(state.active), square)
        return self.end(state.changed(**changes))

    def do_play(self, state: State, action: Action) -> State:
        seat, card = action.seat, action.word
        hand = list(state.cards[seat])
        hand.remove(card)  # type: ignore[arg-type]
        changes: dict[str, object] = {"cards": put(state.cards, seat, tuple(hand)), "carded": True}
        if card == "ranger":
            self.tell("ranger", seat)
            return state.changed(**changes, ranger=True)
        if card == "stag":
            self.tell("stag", seat, need=state.options.stag_at)
            return state.changed(**changes, stag=True)
        if card == "fire":
            self.tell("fire", seat)
            homes = tuple(ranked(STARTS[side][: state.left(side)]) for side in range(2))
            carried = "prey" in state.drags.values()
            prey = CENTRE if carried or state.prey is not None else None
            return state.changed(**changes, pieces=homes, drags={}, prey=prey)
        start, end = action.squares
        self.tell("bite", seat, start, end)
        changes |= {"pieces": joined(state, seat, end), "drags": without(state, start)}
        return state.changed(**changes, active=end, began=start, moved=True, phase="moved")

    def do_throat(self, state: State, action: Action) -> State:
        attacker, defender = action.squares
        return self.fight_out(state, FIGHT.changed(attacker=attacker, defender=defender))

    def fight_out(self, state: State, fight: Fight) -> State:
        """Both throw a tooth; the higher wins."""
        seat, places = state.to_move, (fight.attacker, fight.defender)
        dice, state = self.rolled(state, "throat", places, f"throat {places[0]} at {places[1]}")
        self.tell("throat", seat, *places, dice=dice, foe=PIECES[1 - seat])
        state = state.changed(history=())  # across a throat no position counts as the same
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
        drags, began = loads(drags | {at: "piece"}), state.began or start
        state = state.changed(pieces=pieces, drags=drags, prey=prey, active=at, began=began, phase="win", fight=fight)
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
        by_throat = square == fight.defender and fight.defender[0] == FAR_FILE[seat] != fight.attacker[0]
        return self.end(state) if state.moved and not by_throat else state  # by the throat itself to the far file

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
        raised = put(fight.raised, seat, True) if action.verb == "raise" else fight.raised
        fight = fight.changed(asked=1 - seat, due=due, paid=added(fight.paid, seat, coins), raised=raised)
        purses = added(state.purses, seat, -coins)
        return state.changed(phase="bet", mouth=state.mouth + coins, purses=purses, fight=fight)

    def do_concede(self, state: State, action: Action) -> State:
        fight = fight_of(state)
        self.tell("concede", action.seat)
        return self.failed(state, fight) if action.seat == state.to_move else self.won(state, fight)
