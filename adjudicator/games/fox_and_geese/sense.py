"""Fox & Geese, every hunt: how near each side is to what wins it, pieces lost, and what is left to the few."""

from collections.abc import Hashable

from adjudicator.core.game import Outcome
from adjudicator.core.sense import Aim, Sense, Settled, Worths, duel
from adjudicator.games.fox_and_geese.notation import Move
from adjudicator.games.fox_and_geese.rules import FEW, MANY, Position, Rules, apart, count
from adjudicator.games.fox_and_geese.state import State, rules, to_position
from adjudicator.games.fox_and_geese.tables.known import folder, known

NEAR, LOST = 0.5, 0.3
# To the few whom the many hem in: all of the board being left to them, a capture at once, one from every other point
# that is left, and all of the many being one step further from it.
REACH, THREAT, OPEN, APART = 0.1, 0.06, 0.0125, 0.005
AGAIN = 0.9  # what the many lose by a repetition that nobody wins, and half of it by a position for the second time
# No position that is not known to be won is worth as much as one that is, and looks count less than a piece.
WON, PIECE, LOOKS, PLY = 0.97, 2e-4, 5e-5, 1e-8
EVEN = 0.02  # of what it looks like, where nobody can force a win


class FoxAndGeeseSense(Sense[State]):
    """What the hunt's own goals say, whatever they are."""

    def going(self, state: State) -> Worths:
        """The difference of both sides."""
        played = rules(state.options)
        position = to_position(state, played)
        sides = [_side(played, position, seat) for seat in (MANY, FEW)]
        again = len(state.history) > 2 and state.history.count(state.history[-1]) > 1
        return duel(sides[MANY] - sides[FEW] - AGAIN / 2 * again)

    def over(self, state: State, outcome: Outcome) -> Worths:
        """A repetition is nothing that the many hem the few in by."""
        worths: Worths = super().over(state, outcome)
        return (-AGAIN, 0.0) if outcome.reason == "repetition" and not outcome.winners else worths

    def settled(self, state: State) -> Settled | None:
        """What the hunt's tables say: a win is the better the fewer pieces the loser has left, then the sooner it is
        there. Where they have no plies it is the better the better it looks: so it is brought home, though not on the
        shortest way."""
        position = to_position(state, rules(state.options))
        tables = known(state.options, folder())
        value = tables.value(position) if tables else None
        if value is None:
            return None
        looks = self.going(state)
        if value.winner is None:
            return Settled((EVEN * looks[MANY], EVEN * looks[FEW]), whole=True)
        pieces = [mask.bit_count() for mask in position.pieces]
        mine = WON + PIECE * (pieces[value.winner] - pieces[1 - value.winner])
        mine += LOOKS * looks[value.winner] if value.plies is None else -PLY * value.plies
        return Settled((mine, -mine) if value.winner == MANY else (-mine, mine), whole=value.plies is not None)


def _side(played: Rules, position: Position, seat: int) -> float:
    told = [played.progress(position, seat, goal) for goal in played.tables[seat].goals]
    near = max((have / max(1, need) for have, need in told), default=0.0)
    worth = NEAR * near - LOST * (position.taken[seat] / played.sides[seat].pieces)
    if seat == MANY or not played.tables[MANY].blocks:
        return worth
    many, few = position.pieces
    ends, left = played.tables[FEW].ends, played.reach(position)
    able, far = played.leapers(position._replace(side=FEW), left), apart(ends, left, many)
    threatens = position.side == FEW and able & few != 0
    return worth + left_to(count(left), count(able & ~few), threatens, far, len(played.names), max(1, count(many)))


def left_to(reached: int, able: int, threatens: bool, far: int, points: int, many: int) -> float:
    """What is left to the few whom the many hem in, of what was counted."""
    return REACH * reached / points + THREAT * threatens + OPEN * able / points + APART * far / many


class FoxAndGeeseAim(Aim[State]):
    """To win, and to escape: whichever goal the hunt has."""

    def fresh(self, state: State) -> State:
        """Without the positions before, and at the first turn, so that no limit of turns is near."""
        fresh: State = super().fresh(state).changed(turn=1)
        return fresh

    def sensible(self, state: State, action: Move) -> bool:
        """Not what leaves out a capture that is owed."""
        played = rules(state.options)
        return not played.after(to_position(state, played), action.deed(played)).missed

    def essence(self, state: State) -> Hashable:
        """The position as the rules see it."""
        return to_position(state, rules(state.options))
