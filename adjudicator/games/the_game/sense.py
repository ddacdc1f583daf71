"""The Game: pieces that may move, pieces that are held, and who stands before the other's Basis."""

from __future__ import annotations

from functools import cache

from adjudicator.core.sense import Sense, Worths, duel
from adjudicator.games.the_game.legal import entering
from adjudicator.games.the_game.slides import slides
from adjudicator.games.the_game.state import LETTERS, State
from printables.boards.the_game import bases

TOP, UNDER, HAND, HELD = 0.09, 0.04, 0.06, 0.05
WINS, THREAT = 0.8, 0.12  # a slide to the Basis that nobody holds: at once, and after the other's move


class TheGameSense(Sense):
    """A piece on top is worth more than one in hand, that more than one that is blocked; a slide to the Basis most."""

    def going(self, state: State) -> Worths:
        """The difference of both sides."""
        sides = []
        for seat, letter in enumerate(LETTERS):
            top = [square for square, stack in state.stacks.items() if stack[-1] == letter]
            under = sum(stack.count(letter) for stack in state.stacks.values()) - len(top)
            worth = TOP * len(top) + UNDER * under + HAND * state.hand[seat] + HELD * state.holds(seat)
            slides_in = sum(_reaches(state, square, bases(state.options)[1 - seat]) for square in top)
            if slides_in and not state.holds(1 - seat):
                worth += WINS if seat == state.to_move and not entering(state) else THREAT
            sides.append(worth + THREAT / 4 * min(slides_in, 3))
        return duel(sides[0] - sides[1])


@cache
def _ways(size: int, turn_back: bool, start: str, end: str) -> tuple[int, ...]:
    """What slides between two squares pass, as bits."""
    return tuple({slide.passed for slide in slides(size, turn_back, start) if slide.end == end})


def _reaches(state: State, start: str, end: str) -> bool:
    """Whether a slide from one square to the other is open."""
    occupied = state.occupied
    return any(not passed & occupied for passed in _ways(state.options.size, state.options.turn_back, start, end))
