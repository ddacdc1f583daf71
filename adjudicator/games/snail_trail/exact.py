"""Who wins a position of Snail Trail, and by which move: exactly, or not at all.

A search of all moves, depth first, the most confining first. What is learned of a position is kept as a proof that
holds for others too. A proof says: whoever stands here, with this turn to play, wins (or loses) as long as the squares
`needs` are free and the squares `shut` are closed; the other squares do not matter. It is put together from the proofs
of the positions below: a winner needs the squares of the ways it goes, a loser is held by the closed squares around
it. So one refutation answers many moves at once."""

from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core import GameError
from adjudicator.core.solver import Place, Tables, TooLarge, Verdict
from adjudicator.games.snail_trail.state import Grid, Move, State, bits, grid, mask, turns
from printables.boards.snail_trail import Options, last_turn, needed

if TYPE_CHECKING:
    from adjudicator.games.snail_trail.fast import Fast

LIMIT = 30_000_000  # equivalent: a minute or two of plain Python, in positions, half-gone moves included
EASY = 100_000  # equivalent: less than a second of plain Python, in positions
MOST_SQUARES = 64  # a set of squares is a 64-bit integer in compiled code


class Proof(NamedTuple):
    """The player to move wins or loses while all of `needs` is free and nothing of `shut` is."""

    wins: bool
    needs: int
    shut: int
    best: int = 0  # equivalent: of a loss nobody asks; else the squares of the winning move, the last of them in `end`
    end: int = -1  # equivalent: of a loss nobody asks


def compiled_available() -> bool:
    """Whether numba, an extra, is installed."""
    return find_spec("numba") is not None


class Solver:
    """Decides positions under one set of options; what it has learned serves the next question. `compiled`: by the
    search in `fast`, if the board is small enough for it; by default where numba is installed."""

    def __init__(self, options: Options, compiled: bool | None = None) -> None:
        self._grid: Grid = grid(options)
        self._progressive = options.grows
        self._proofs: dict[tuple[int, int, int], list[Proof]] = {}
        self._left = 0
        self._last = last_turn(options)
        self._compiled = compiled_available() if compiled is None else compiled

    def known(self, state: State) -> Verdict | None:
        """Nothing: there are no tables."""
        return None

    def tables(self, folder: Place, *, plies: bool) -> Tables:
        """There are none: a board is decided by one search. Raises GameError."""
        raise GameError("Snail Trail has no tables", "leave out --table: a search decides it from any position")

    def solve(self, state: State, limit: int = LIMIT) -> Verdict:
        """The value for the player to move, and a move: a winning one, or where all lose the most stubborn at sight.
        Raises TooLarge after `limit` positions."""
        squares = self._grid
        mine, other = (squares.number[state.snails[seat]] for seat in (state.to_move, 1 - state.to_move))
        self._left = limit
        try:
            proof = self._decided(mine, other, state.turn, state.free)
            nodes, self._left = limit - self._left, limit  # to list the moves of a lost position may take as many again
            won = [(proof.best, proof.end)]
            candidates = won if proof.wins else self._candidates(mine, other, state.turn, state.free)
        except _Spent:
            raise TooLarge(limit) from None
        if not candidates:
            return Verdict("loss", None, nodes)
        move, end = candidates[0]
        way = next(way for way in squares.ways(mine, move, state.steps) if way[-1] == end)
        path = tuple(squares.names[square] for square in way)
        return Verdict("win" if proof.wins else "loss", Move(state.to_move, path), nodes)

    def _decided(self, mine: int, other: int, turn: int, free: int) -> Proof:
        """The proof of a position: by plain Python if that is soon done, or the snails cannot meet; else by compiled
        code if there is any. The compiler takes ten seconds once, its code half a second to load."""
        apart = not self._grid.region(mine, free) & self._grid.region(other, free)
        if not self._compiled or apart or len(self._grid.names) > MOST_SQUARES:
            return self._solve(mine, other, turn, free)
        kept = max(0, self._left - EASY)
        self._left -= kept
        try:
            proof = self._solve(mine, other, turn, free)
            self._left += kept
            return proof
        except _Spent:
            if not kept:
                raise
            self._left = kept
        wins, way, end, looked = self._fast.solve(mine, other, turn, free, self._left)
        self._look(looked)
        return Proof(wins == 1, 0, 0, way, end)

    @cached_property
    def _fast(self) -> "Fast":
        from adjudicator.games.snail_trail.fast import Fast

        return Fast(self._grid.near, self._grid.mirror, self._last, self._progressive)

    def _steps(self, turn: int) -> int:
        return needed(turn, self._progressive)

    def _known(self, mine: int, other: int, turn: int, free: int) -> Proof | None:
        proofs = self._proofs.get((mine, other, turn), ())
        return next((proof for proof in proofs if not (proof.needs & ~free or proof.shut & free)), None)

    def _solve(self, mine: int, other: int, turn: int, free: int) -> Proof:
        proof = self._known(mine, other, turn, free)
        if proof is None:
            self._look(1)
            proof = self._search(mine, other, turn, free)
            self._proofs.setdefault((mine, other, turn), []).append(proof)
        return proof

    def _look(self, positions: int) -> None:
        """Every position made on the way counts, half-gone moves too, so that the limit bounds the time."""
        self._left -= positions
        if self._left < 0:
            raise _Spent

    def _search(self, mine: int, other: int, turn: int, free: int) -> Proof:
        squares, steps = self._grid, self._steps(turn)
        snails = 1 << mine | 1 << other
        room, rest = squares.region(mine, free), squares.region(other, free)
        if room.bit_count() < steps:
            return Proof(False, 0, self._around(room, mine, free, snails))
        if not room & rest:  # they cannot meet any more: each goes on alone, and who has the longer way can hold out
            my_way, other_way = longest(squares, mine, room), longest(squares, other, rest)
            more = self._steps(turn + 2) - steps
            if turns(len(my_way), steps, more) > turns(len(other_way), self._steps(turn + 1), more):
                move, shut = my_way[:steps], self._around(rest, other, free, snails)
                return Proof(True, mask(my_way), shut, mask(move), move[-1])
            return Proof(False, mask(other_way), self._around(room, mine, free, snails))
        needs, shut = 0, self._around(squares.reach(mine, free, steps - 1), mine, free, snails)
        for way, end in self._candidates(mine, other, turn, free):
            reply = self._solve(other, end, turn + 1, free & ~way)
            if not reply.wins:
                return Proof(True, reply.needs | way, reply.shut & ~way & ~snails, way, end)
            needs |= reply.needs
            shut |= reply.shut & ~way
        return Proof(False, needs, shut & ~snails)

    def _around(self, room: int, at: int, free: int, snails: int) -> int:
        """The closed squares that touch `room` or the snail in it."""
        return self._grid.touching(room | 1 << at) & ~free & ~snails

    def _candidates(self, mine: int, other: int, turn: int, free: int) -> list[tuple[int, int]]:
        """Every move as its squares and its end, once each however it runs; what hems the other in comes first."""
        squares, next_steps, ranked = self._grid, self._steps(turn + 1), []
        near, layer = squares.near, {(0, mine)}  # the sets of squares that a move can enter, each with where it ends
        for _ in range(self._steps(turn)):
            layer = {(way | 1 << end, end) for way, here in layer for end in bits(near[here] & free & ~way)}
            self._look(len(layer))
        for way, end in layer:
            left = free & ~way
            reply = self._known(other, end, turn + 1, left)
            if reply is not None and not reply.wins:
                return [(way, end)]
            theirs = squares.reach(other, left, next_steps).bit_count()
            ours = squares.reach(end, left, next_steps + 1).bit_count()
            ranked.append((theirs - (ours if theirs >= next_steps else 1000), way, end))
        ranked.sort()
        return [(way, end) for _, way, end in ranked]


class _Spent(Exception):
    """The limit of positions is reached."""


def longest(squares: Grid, at: int, room: int) -> tuple[int, ...]:
    """A longest way that can be gone from `at` within `room`, the free squares that can be entered from there."""
    best: tuple[int, ...] = ()
    seen: set[tuple[int, int, int]] = set()

    def go(here: int, free: int, way: tuple[int, ...]) -> None:
        nonlocal best
        if len(way) > len(best):
            best = way
        free = squares.region(here, free)
        question = (here, free, len(way))
        if len(way) + free.bit_count() <= len(best) or question in seen:
            return
        seen.add(question)
        ends = bits(squares.near[here] & free)
        for end in sorted(ends, key=lambda square: (squares.near[square] & free).bit_count()):
            go(end, free & ~(1 << end), (*way, end))

    go(at, room, ())
    return best
