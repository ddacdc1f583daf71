"""The token's own move: which paths are legal, and what is wrong with one that is not (source 4; rulings 3 to 6)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.snakes_and_foxes.state import State
from adjudicator.games.snakes_and_foxes.wheel import ORDER, RIM_SPACES, RING, board, steps
from printables.boards.snakes_and_foxes import HUB

Path = tuple[str, ...]


def _straight_back(before: str, here: str, to: str) -> bool:
    """A-B-A in one move; only out to the rim and back by the same spoke is allowed (ruling 4)."""
    return to == before and not (here in RIM_SPACES and before not in RIM_SPACES)


class Walk:
    """The move to be made in a position that is not over: the spaces entered, one a step."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._start = state.tokens[state.to_move] or HUB
        self._rim = state.rim[state.to_move]  # before the move: six steps do not lead to the rim and to the hub
        self._steps = steps(state.options.first_ring)
        self._blocked = {*state.snakes, *state.foxes}
        self._blocked.update(place for token, place in enumerate(state.tokens) if place and token != state.to_move)

    @property
    def _lengths(self) -> tuple[int, ...]:
        """Lengths of path to try; the first that can be gone binds (ruling 3)."""
        move = self._state.throw.move
        return tuple(range(move, 0, -1)) if self._state.options.stranded == "longest" else (move,) * (move > 0)

    def exact(self, length: int) -> Iterator[Path]:
        """Legal paths of `length` steps, and the shorter ones that end at home, in a stable order."""
        return self._exact((self._start,), length)

    def _exact(self, way: Path, length: int) -> Iterator[Path]:
        here, before = way[-1], way[-2] if len(way) > 1 else ""
        for to in self._steps[here]:
            if to in self._blocked or _straight_back(before, here, to):
                continue
            if length == 1 or (to == HUB and self._rim):
                yield (*way[1:], to)
            else:
                yield from self._exact((*way, to), length - 1)

    @property
    def length(self) -> int:
        """How many steps a path has that does not end at home sooner; 0: the token stays."""
        return next((length for length in self._lengths if next(self.exact(length), None)), 0)

    def paths(self) -> Iterator[Path]:
        """Every legal path, in a stable order; none: the token stays."""
        for length in self._lengths:
            found = False
            for path in self.exact(length):
                found = True
                yield path
            if found:
                return

    @property
    def can_move(self) -> bool:
        """Whether there is any legal path; stops at the first."""
        return next(self.paths(), None) is not None

    def fault(self, path: Path) -> str:
        """Why a path of one step or more cannot be gone: the first step that breaks a rule, or the count; "" if it can.

        Looks at the path alone, step by step, never at all the others.
        """
        move = self._state.throw.move
        if len(path) > move:
            return f"the path has {_count(len(path), 'step')} and the throw shows {move} MOVE"
        here, before = self._start, ""
        for number, to in enumerate(path, 1):
            if fault := self._step_fault(before, here, to):
                return f"step {number}, {here} to {to}: {fault}"
            if to == HUB and self._rim:
                return "" if number == len(path) else f"step {number} brings the token home, and the path goes on"
            here, before = to, here
        return "" if len(path) == move else self._short(len(path))

    def _step_fault(self, before: str, here: str, to: str) -> str:
        if to not in self._steps[here]:
            if to == here:
                return "the token stands there already; name only the spaces it enters"
            if to not in board(self._state.options.first_ring).links[here]:
                return "no path joins them"
            clockwise = self._clockwise(here)
            return f"against the arrows; ring {here[0]} runs {'clockwise' if clockwise else 'counter-clockwise'}"
        if to in self._blocked:
            who = self._who(to)
            return f"the hub is closed while {who} is in it" if to == HUB else f"{who} stands there"
        if _straight_back(before, here, to):
            return "straight back to where it came from"
        return ""

    def _who(self, space: str) -> str:
        if space in self._state.snakes:
            return "a snake"
        return "a fox" if space in self._state.foxes else "the other token"

    def _clockwise(self, here: str) -> bool:
        along = next(to for to in self._steps[here] if RING[to] == RING[here])
        return (ORDER[along] - ORDER[here]) in (1, -15)

    def _short(self, length: int) -> str:
        """A path with nothing wrong but its length: too short, unless none is longer and the table plays `longest`."""
        move = self._state.throw.move
        text = f"the path has {_count(length, 'step')} and the throw shows {move} MOVE"
        if self._state.options.stranded == "stay":
            return text
        if next(self.exact(length + 1), None) is None:
            return ""
        return f"{text}; the token can go further, or home"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
