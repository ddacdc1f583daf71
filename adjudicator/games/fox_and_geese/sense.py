"""Fox & Geese, every hunt: how near each side is to what wins it, pieces lost, and room to move."""

from collections.abc import Hashable
from itertools import islice

from adjudicator.core.aim import Aim
from adjudicator.core.sense import Sense, Settled, Worths, duel
from adjudicator.games.fox_and_geese.notation import Move
from adjudicator.games.fox_and_geese.rules import FEW, MANY, Position, Rules, bits
from adjudicator.games.fox_and_geese.state import State, rules, to_position
from adjudicator.games.fox_and_geese.tables.known import folder, known
from adjudicator.games.fox_and_geese.tables.told import Told

ROOM = 12  # ways to move of a side that is not hemmed in at all
NEAR, LOST, FREE = 0.5, 0.3, 0.25
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
        return duel(sides[MANY] - sides[FEW])

    def settled(self, state: State) -> Settled | None:
        """What the hunt's tables say: a win is the better the fewer pieces the loser has left, then the sooner it is
        there. Where they have no plies it is the better the less of the board is left to the few, or the better it
        looks for them: so it is brought home, though not on the shortest way.
        """
        position = to_position(state, rules(state.options))
        tables = known(state.options, folder())
        value = tables.value(position) if tables else None
        if value is None:
            return None
        many, few = self.going(state)
        assert tables
        if value.winner is None:
            return Settled((EVEN * many, EVEN * few), whole=True)
        pieces = [mask.bit_count() for mask in position.pieces]
        mine = WON + PIECE * (pieces[value.winner] - pieces[1 - value.winner])
        if value.plies is None:
            mine += LOOKS * (few if value.winner == FEW else 1 - _reached_by_few(tables.told, position))
        else:
            mine -= PLY * value.plies
        return Settled((mine, -mine) if value.winner == MANY else (-mine, mine), whole=value.plies is not None)


def _reached_by_few(told: Told, position: Position) -> float:
    """Which part of the points the few can come to by steps, were the many to stay where they are."""
    seen, left = position.pieces[FEW], list(bits(position.pieces[FEW]))
    while left:
        for point in told.steps[FEW][left.pop()]:
            if not (seen | position.pieces[MANY]) >> point & 1:
                seen |= 1 << point
                left.append(point)
    return seen.bit_count() / len(told.points)


def _side(played: Rules, position: Position, seat: int) -> float:
    told = [played.progress(position, seat, goal) for goal in played.tables[seat].goals]
    near = max((have / max(1, need) for have, need in told), default=0.0)
    lost = position.taken[seat] / played.sides[seat].pieces
    hunted = played.tables[1 - seat].blocks
    return NEAR * near - LOST * lost + (FREE * _room(played, position, seat) if hunted else 0.0)


def _room(played: Rules, position: Position, seat: int) -> float:
    """How freely a side moves, 0 to 1."""
    return sum(1 for _ in islice(played.deeds(position._replace(side=seat, missed=0)), ROOM)) / ROOM


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
