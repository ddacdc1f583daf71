"""The Game: pieces that may move, pieces that are held, and who stands before the other's Basis."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.sense import ESCAPE, WIN, Aim, Sense, Worths, duel
from adjudicator.games.the_game.legal import entering, starts
from adjudicator.games.the_game.state import LETTERS, Move, State, slides
from printables.boards.the_game import bases

TOP, UNDER, HAND, HELD = 0.09, 0.04, 0.06, 0.05
SIEGE = 0.1  # each piece on the other's Basis: one more than the other has there, and it captures
WINS, THREAT = 0.8, 0.12  # a slide to the Basis that nobody holds: at once, and after the other's move


class TheGameSense(Sense[State]):
    """A piece on top is worth more than one in hand, that more than one that is blocked; a slide to the Basis most."""

    def going(self, state: State) -> Worths:
        """The difference of both sides."""
        sides, occupied = [], state.occupied
        size, turn_back = state.options.size, state.options.turn_back

        def reaches(start: str, end: str) -> bool:
            return any(not passed & occupied for passed in _ways(size, turn_back, start, end))

        coming, seat = starts(state), state.to_move
        stuck = state.stacks.get(bases(state.options)[seat], ()).count(LETTERS[seat])
        others = state.hand[1 - seat] + sum(stack.count(LETTERS[1 - seat]) for stack in state.stacks.values())
        if not coming and others <= stuck:
            return duel(0.0)  # it can only pass, and is not to be captured: so nobody wins
        for seat, letter in enumerate(LETTERS):
            top = [square for square, stack in state.stacks.items() if stack[-1] == letter]
            under = sum(stack.count(letter) for stack in state.stacks.values()) - len(top)
            worth = TOP * len(top) + UNDER * under + HAND * state.hand[seat] + HELD * state.holds(seat)
            stays = top
            if seat != state.to_move:
                stays = [one for one in top if not any(reaches(start, one) for start in coming)]
            slides_in = sum(reaches(square, bases(state.options)[1 - seat]) for square in stays)
            if slides_in and not state.holds(1 - seat):
                worth += WINS if seat == state.to_move and not entering(state) else THREAT
            worth += SIEGE * state.stacks.get(bases(state.options)[1 - seat], ()).count(letter)
            sides.append(worth + THREAT / 4 * min(slides_in, 3))
        return duel(sides[0] - sides[1])


@cache
def _ways(size: int, turn_back: bool, start: str, end: str) -> tuple[int, ...]:
    """What slides between two squares pass, as bits."""
    return tuple({slide.passed for slide in slides(size, turn_back, start) if slide.end == end})


class TheGameAim(Aim[State]):
    """To reach the other's Basis in one turn or two, and to keep the other from doing so at once."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (1, 2), ESCAPE: (1,)})
    MOST: ClassVar[int] = 4_000

    def may_win(self, state: State, action: Move) -> bool:
        """A slide wins on the other's Basis, or by a capture or a block: on a square that is taken."""
        end = action.way[-1] if action.way else ""
        return end in state.stacks or end == bases(state.options)[1 - action.seat]
