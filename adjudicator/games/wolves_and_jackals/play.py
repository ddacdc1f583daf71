"""What actions do: moves, the Prey, rescues and cards here, throats beside; and what happens by itself after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.core.game import Dice, Step
from adjudicator.games.wolves_and_jackals import legal
from adjudicator.games.wolves_and_jackals.answers import ASK, bid
from adjudicator.games.wolves_and_jackals.notation import Action, acting, parse
from adjudicator.games.wolves_and_jackals.state import THROWN, State, loads, ranked
from adjudicator.games.wolves_and_jackals.throats import Throats
from adjudicator.games.wolves_and_jackals.turn import added, fight_of, joined, load_name, remembered, stepped, without
from printables.boards.wolves_and_jackals import CENTRE, STARTS


def played(state: State, action: Action, dice: Dice) -> Step:
    """A legal action and all that follows by itself: forced choices, standing answers, the end of the turn."""
    play = Play(dice)
    after = play.act(state, action)
    return Step(play.run_on(after), tuple(play.events))


class Play(Throats):
    """All actions, and what follows them by itself."""

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
            action = self.by_itself(state)
            if action is None:
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
            return self.settled(state, seat, "tie", answer.opening(purse, paid, all_in=all_in))
        theirs = state.purses[1 - seat]
        reply = answer.reply(fight.due, purse, paid, fight.raised[seat], all_in=all_in, theirs=theirs)
        return self.settled(state, seat, "tie", reply)

    def settled(self, state: State, seat: int, condition: str, answer: str | None) -> Action | None:
        if answer is None:
            return None
        line = state.standing[seat]["tie" if condition == "tie" else "win"]
        self.tell("settled", seat, line=f"if {condition}: {line}")
        return parse(answer, state)

    def stand(self, state: State, action: Action) -> State:
        condition = action.verb.removeprefix("if ")
        answers = {key: line for key, line in state.standing[action.seat].items() if key != condition}
        if action.word != ASK:
            answers["tie" if condition == "tie" else "win"] = action.word
        self.tell("standing", action.seat, condition=condition)
        both = [dict(answer) for answer in state.standing]
        both[action.seat] = dict(sorted(answers.items()))
        return state.changed(standing=(both[0], both[1]))

    def do_move(self, state: State, action: Action) -> State:
        start, end = action.squares
        seat = action.seat
        changes: dict[str, Any] = {"pieces": stepped(state, seat, start, end), "active": end, "moved": True}
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
        name = f"turn {state.turn}: Prey for {square}" if action.squares else f"turn {state.turn}: Prey"
        dice = self.throw(state, "prey", name)
        self.tell("prey" if action.squares else "prey-try", seat, square, dice=dice, sum=sum(dice), need=state.prey_at)
        thrown = THROWN.changed(turn=state.turn, seat=seat, why="prey", places=(square, prey), dice=dice)
        state = state.changed(thrown=remembered(state, thrown))
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
        changes: dict[str, Any] = {
            "pieces": joined(state, seat, square),
            "caves": added(state.caves, seat, -1),
        }
        if state.phase == "freed":
            self.tell("set-up", seat, square)
            return state.changed(**changes, phase="win")
        self.tell("rescue", seat, str(state.active), square)
        return self.end(state.changed(**changes))

    def do_play(self, state: State, action: Action) -> State:
        seat, card = action.seat, action.word
        hand = list(state.cards[seat])
        hand.remove(card)  # type: ignore[arg-type]
        hands = (tuple(hand), state.cards[1]) if seat == 0 else (state.cards[0], tuple(hand))
        changes: dict[str, Any] = {"cards": hands, "carded": True}
        if card == "ranger":
            self.tell("ranger", seat)
            return state.changed(**changes, ranger=True)
        if card == "stag":
            state = state.changed(**changes, stag=True)
            self.tell("stag", seat, need=state.prey_at)
            return state
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
