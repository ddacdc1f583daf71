"""Fox & Geese, every hunt: how near each side is to what wins it, pieces lost, and room to move."""

from __future__ import annotations

from itertools import islice

from adjudicator.games.fox_and_geese.position import FEW, MANY, Position, bits
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.state import State, rules, to_position
from adjudicator.games.fox_and_geese.tables.known import folder, known
from adjudicator.opponents.senses.sense import Sense, Worths, duel
from printables.hunts.model import Goal

ROOM = 12  # ways to move of a side that is not hemmed in at all
NEAR, LOST, FREE = 0.5, 0.3, 0.25
WON, PIECE, PLY = 0.999, 5e-4, 1e-8  # no position that is not known to be won is worth as much
EVEN = 0.02  # of what it looks like, where nobody can force a win


class FoxAndGeeseSense(Sense):
    """What the hunt's own goals say, whatever they are."""

    def going(self, state: State) -> Worths:
        """The difference of both sides."""
        played = rules(state.options)
        position = to_position(state, played)
        sides = [_side(played, position, seat) for seat in (MANY, FEW)]
        return duel(sides[MANY] - sides[FEW])

    def settled(self, state: State) -> Worths | None:
        """What the hunt's tables say: a win is the better the fewer pieces are left, then the sooner it is there."""
        position = to_position(state, rules(state.options))
        tables = known(state.options, folder())
        value = tables.value(position) if tables else None
        if value is None:
            return None
        if value.winner is None:
            many, few = self.going(state)
            return EVEN * many, EVEN * few
        pieces = sum(mask.bit_count() for mask in position.pieces)
        mine = WON - PIECE * pieces - PLY * (value.plies or 0)
        return (mine, -mine) if value.winner == MANY else (-mine, mine)


def _side(played: Rules, position: Position, seat: int) -> float:
    side, other = played.sides[seat], played.sides[1 - seat]
    goals = [_reached(played, position, seat, goal) for goal in side.wins]
    lost = position.taken[seat] / side.pieces
    hunted = any(goal.kind == "block" for goal in other.wins)
    return NEAR * max(goals, default=0.0) - LOST * lost + (FREE * _room(played, position, seat) if hunted else 0.0)


def _room(played: Rules, position: Position, seat: int) -> float:
    """How freely a side moves, 0 to 1."""
    return sum(1 for _ in islice(played.deeds(position._replace(side=seat, missed=0)), ROOM)) / ROOM


def _reached(played: Rules, position: Position, seat: int, goal: Goal) -> float:
    """How much of a goal is reached, 0 to 1."""
    mine, prey = position.pieces[seat], position.pieces[1 - seat]
    whole, left = played.sides[1 - seat].pieces, prey.bit_count() + position.hand[1 - seat]
    match goal.kind:
        case "capture-all" | "reduce":
            return (whole - left) / max(1, whole - goal.count)
        case "take":
            return position.taken[1 - seat] / max(1, goal.count)
        case "fill" | "hold":
            zone = played.zones[goal.zone]
            return (zone & mine).bit_count() / (goal.count or max(1, zone.bit_count()))
        case "pass":
            along = played.tables[seat].along
            front = max((along[point] for point in bits(mine)), default=0.0)
            behind = sum(along[point] < front for point in bits(prey))
            return behind / max(1, left)
    return 0.0
