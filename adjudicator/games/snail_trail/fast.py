"""The solver's search compiled by numba, an extra: boards of up to 64 squares, some hundred times quicker.

The same search by proofs as in `exact`, which is the reference, with four things that pay only in compiled code: a
proof holds for every square of `where` that the other snail may stand on; proofs are kept in lists of bounded length,
those of last use first; moves that won lately are tried before the moves of a position are made at all; what can be
seen to leave the other side without room is taken at once. Sets of squares are 64-bit integers, the last their sign."""

import numpy as np

from adjudicator.core.compiled import Numbers, bits, compiled, lowest, typed
from adjudicator.games.snail_trail.state import turns
from printables.boards.snail_trail import needed

SQUARES = 64
KEPT = 128  # equivalent: memory and speed; proofs of a kind, for a square and a turn
LOOKED_UP = 64  # equivalent: speed alone; of the most promising moves, before one is searched
TRIED = 8  # moves that won lately, looked at
ROOMY = 3  # turns like this one that the free squares have room for: then the last of these that fits is searched
NEED, SHUT, WHERE, MOVE, END = range(5)
SPENT = -1  # equivalent: neither 0 nor 1
ALL = (1 << SQUARES) - 1
MINE_TO_FREE = "int64, int64, int64, int64"
LEARNED = "int64[:, :, :, ::1], int64[:, ::1]"  # proofs, and how many there are of each


_needed, _turns = compiled(needed), compiled(turns)  # the rules themselves


@compiled
def _touching(squares: int, near: Numbers) -> int:
    """All that lies next to any of the squares; or their images."""
    found: int = np.int64(0)
    while squares:
        found |= near[lowest(squares)]
        squares &= squares - 1
    return found


@compiled
def reach(at: int, free: int, steps: int, near: Numbers) -> int:
    """The free squares that can be entered within so many steps."""
    seen: int = np.int64(0)
    edge = near[at] & free
    while edge and steps > 0:
        seen |= edge
        edge = _touching(edge, near) & free & ~seen
        steps -= 1
    return seen


@compiled
def _find(proofs: Numbers, length: int, at: int, free: int) -> bool:
    """Whether one of the proofs holds; it is then the first."""
    for index in range(length):
        if proofs[WHERE, index] >> at & 1 and not proofs[NEED, index] & ~free and not proofs[SHUT, index] & free:
            for field in range(5):
                found = proofs[field, index]
                for other in range(index, 0, -1):
                    proofs[field, other] = proofs[field, other - 1]
                proofs[field, 0] = found
            return True
    return False


@compiled
def _put(proofs: Numbers, lengths: Numbers, at: int, turn: int, proof: Numbers) -> None:
    """A new proof before all others; the one not used for longest is dropped."""
    length = min(lengths[at, turn] + 1, KEPT)
    lengths[at, turn] = length
    for field in range(5):
        for other in range(length - 1, 0, -1):
            proofs[at, turn, field, other] = proofs[at, turn, field, other - 1]
        proofs[at, turn, field, 0] = proof[field]


@compiled
def _ends(at: int, free: int, steps: int, near: Numbers, counter: Numbers) -> Numbers:
    """Every move once, as rows of its squares and its end."""
    layer = np.zeros((1, 2), np.int64)
    layer[0, 1] = at
    for _ in range(steps):
        most = 0  # equivalent: room for more
        for row in range(len(layer)):
            most += bits(near[layer[row, 1]] & free & ~layer[row, 0])
        size = 16
        while size < 2 * most:  # equivalent: speed alone
            size *= 2
        slots = np.full(size, -1, np.int32)  # equivalent: any number below 0
        made = np.empty((most, 2), np.int64)
        count = 0
        for row in range(len(layer)):
            way = layer[row, 0]
            ends = near[layer[row, 1]] & free & ~way
            while ends:
                end = lowest(ends)
                ends &= ends - 1
                after = way | np.int64(1) << end
                key = (after ^ after >> 29) * np.int64(0x9E3779B97F4A7C1)  # equivalent: speed alone
                key += end * np.int64(0x632BE59BD9B4E01)  # equivalent: speed alone
                slot = (key ^ key >> 32) & (size - 1)
                while slots[slot] >= 0 and (made[slots[slot], 0] != after or made[slots[slot], 1] != end):
                    slot = (slot + 1) & (size - 1)
                if slots[slot] < 0:
                    slots[slot] = count
                    made[count, 0], made[count, 1] = after, end
                    count += 1
        layer = made[:count]
        counter[0] -= count
    return layer


@typed("void(int64, int64, int64, int64, int64, int64[::1], int64[::1], int64[::1])")
def _longest(
    at: int, free: int, used: int, length: int, most: int, best: Numbers, near: Numbers, counter: Numbers
) -> None:
    """Into `best`: length and squares of a longest way within `free`, that cannot be longer than `most`."""
    counter[0] -= 1
    if length > best[0]:
        best[0] = length
        best[1] = used
    room = reach(at, free, SQUARES, near)
    if counter[0] < 0 or length + bits(room) <= best[0]:
        return
    left = near[at] & free
    while left and best[0] < most:
        chosen, fewest = -1, 99  # equivalent: no square, and more ways than any has
        ends = left
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            ways = bits(near[end] & room)
            if ways < fewest:
                chosen, fewest = end, ways
        bit = np.int64(1) << chosen
        left &= ~bit
        _longest(chosen, room & ~bit, used | bit, length + 1, most, best, near, counter)


@compiled
def _won(wins: Numbers, won: Numbers, reply: Numbers, turn: int, way: int, end: int, mine: int, other: int) -> int:
    """Puts the proof of a win by a move down, from the proof that the reply loses."""
    proof, own, others = np.zeros(5, np.int64), np.int64(1) << mine, np.int64(1) << other
    proof[NEED], proof[SHUT] = reply[NEED] | way, reply[SHUT] & ~way & ~(own | others)
    proof[WHERE] = reply[WHERE] & ~proof[NEED] & ~own | others
    proof[MOVE], proof[END] = way, end
    _put(wins, won, mine, turn, proof)
    return 1


@compiled
def _penned(reply: Numbers, at: int, end: int, free: int, steps: int, near: Numbers) -> bool:
    """Whether the snail at `at` has too little room; `reply` is then the proof that it loses, anywhere in there."""
    room = reach(at, free, steps, near)
    if bits(room) >= steps:
        return False
    pen = room | np.int64(1) << at
    reply[NEED] = 0
    reply[SHUT] = _touching(pen, near) & ~free & ~pen & ~(np.int64(1) << end)
    reply[WHERE] = pen
    return True


@typed(f"int64({MINE_TO_FREE}, boolean, int64[::1], int64[::1], {LEARNED}, {LEARNED}, int64[::1])")
def search(
    mine: int,
    other: int,
    turn: int,
    free: int,
    progressive: bool,
    near: Numbers,
    mirror: Numbers,
    wins: Numbers,
    won: Numbers,
    losses: Numbers,
    lost: Numbers,
    counter: Numbers,
) -> int:
    """1: the player to move wins, by the first proof of wins[mine, turn]; 0: loses; SPENT: not decided. `mirror` has
    each square's image in the diagonal from corner to corner as a set (itself, where there is none). `won` and `lost`
    are the lengths of the lists of proofs; counter[0] is how many positions may still be looked at.
    The proof of what was decided last is the first of its list."""
    if _find(losses[other, turn], lost[other, turn], mine, free):
        return 0
    if _find(wins[mine, turn], won[mine, turn], other, free):
        return 1
    counter[0] -= 1
    if counter[0] < 0:
        return SPENT
    steps, next_steps = _needed(turn, progressive), _needed(turn + 1, progressive)
    proof, reply = np.zeros(5, np.int64), np.zeros(5, np.int64)  # equivalent: room for more
    if _penned(proof, mine, other, free, steps, near):
        _put(losses, lost, other, turn, proof)
        return 0
    snails = np.int64(1) << mine | np.int64(1) << other
    room, rest = reach(mine, free, SQUARES, near), reach(other, free, SQUARES, near)
    if not room & rest:
        ours, theirs = np.zeros(2, np.int64), np.zeros(2, np.int64)  # equivalent: room for more
        _longest(mine, room, 0, 0, bits(room), ours, near, counter)
        _longest(other, rest, 0, 0, bits(rest), theirs, near, counter)
        if counter[0] < 0:
            return SPENT
        more = _needed(turn + 2, progressive) - steps
        if _turns(ours[0], steps, more) > _turns(theirs[0], next_steps, more):
            proof[NEED] = ours[1]
            proof[SHUT] = _touching(rest | np.int64(1) << other, near) & ~free & ~snails
            proof[WHERE] = np.int64(1) << other
            _put(wins, won, mine, turn, proof)
            return 1
        proof[NEED] = theirs[1]
        proof[SHUT] = _touching(room | np.int64(1) << mine, near) & ~free & ~snails
        proof[WHERE] = np.int64(1) << mine
        _put(losses, lost, other, turn, proof)
        return 0
    tried = min(TRIED, won[mine, turn])
    recent = wins[mine, turn, :, :tried].copy()
    for index in range(tried):
        way, end = recent[MOVE, index], recent[END, index]
        if not way or way & ~free:
            continue
        left = free & ~way
        known = _find(losses[end, turn + 1], lost[end, turn + 1], other, left)
        if known or _penned(reply, other, end, left, next_steps, near):
            if known:
                reply[:] = losses[end, turn + 1, :, 0]
            return _won(wins, won, reply, turn, way, end, mine, other)
    if bits(free) >= ROOMY * steps:
        index = 0
        while index < won[mine, turn] and (not wins[mine, turn, MOVE, index] or wins[mine, turn, MOVE, index] & ~free):
            index += 1
        if index < won[mine, turn]:
            way, end = wins[mine, turn, MOVE, index], wins[mine, turn, END, index]
            left = free & ~way
            value = search(other, end, turn + 1, left, progressive, near, mirror, wins, won, losses, lost, counter)
            if value == SPENT:
                return SPENT
            if value == 0:
                return _won(wins, won, losses[end, turn + 1, :, 0], turn, way, end, mine, other)
    moves = _ends(mine, room, steps, near, counter)
    if counter[0] < 0:
        return SPENT
    ranks = np.empty(len(moves), np.int64)
    for index in range(len(moves)):
        way, end = moves[index]
        left = free & ~way
        if _penned(reply, other, end, left, next_steps, near):
            return _won(wins, won, reply, turn, way, end, mine, other)
        ranks[index] = bits(reach(other, left, next_steps, near)) - bits(reach(end, left, next_steps + 1, near))
    order = np.argsort(ranks, kind="mergesort")
    for index in order[:LOOKED_UP]:
        way, end = moves[index]
        if _find(losses[end, turn + 1], lost[end, turn + 1], other, free & ~way):
            return _won(wins, won, losses[end, turn + 1, :, 0], turn, way, end, mine, other)
    alike = mirror[mine] == np.int64(1) << mine and mirror[other] == np.int64(1) << other
    alike = alike and _touching(free, mirror) == free
    needs = np.int64(0)
    shut = _touching(reach(mine, free, steps - 1, near) | np.int64(1) << mine, near) & ~free
    for index in order:
        way, end = moves[index]
        left = free & ~way
        image = _touching(way, mirror) if alike else way
        if image < way or (image == way and alike and mirror[end] < np.int64(1) << end):
            continue  # its mirror image is searched
        value = search(other, end, turn + 1, left, progressive, near, mirror, wins, won, losses, lost, counter)
        if value == SPENT:
            return SPENT
        if value == 0:
            return _won(wins, won, losses[end, turn + 1, :, 0], turn, way, end, mine, other)
        needs |= wins[other, turn + 1, NEED, 0]
        shut |= wins[other, turn + 1, SHUT, 0] & ~way
        if alike:
            needs |= _touching(wins[other, turn + 1, NEED, 0], mirror)
            shut |= _touching(wins[other, turn + 1, SHUT, 0], mirror) & ~image
    proof[NEED] = needs
    proof[SHUT] = shut & ~snails
    proof[WHERE] = np.int64(1) << mine
    _put(losses, lost, other, turn, proof)
    return 0


class Fast:
    """The compiled search for one board, with what it has learned."""

    def __init__(self, near: tuple[int, ...], mirror: tuple[int, ...], last_turn: int, progressive: bool) -> None:
        size, turns = len(near), 2 * last_turn + 3  # a position may be as late again as its trail says
        self._near = np.array([*map(signed, near)], np.int64)
        self._mirror = np.array([signed(1 << image) for image in mirror], np.int64)
        self._progressive = progressive
        self._wins, self._losses = (np.zeros((size, turns, 5, KEPT), np.int64) for _ in range(2))
        self._won, self._lost = (np.zeros((size, turns), np.int64) for _ in range(2))

    def solve(self, mine: int, other: int, turn: int, free: int, limit: int) -> tuple[int, int, int, int]:
        """1, 0 or SPENT, with the winning move's squares and end, and how many positions were looked at."""
        counter = np.array([limit], np.int64)
        learned = (self._wins, self._won, self._losses, self._lost)
        board = (self._progressive, self._near, self._mirror)
        value = search(mine, other, turn, signed(free), *board, *learned, counter)
        best = self._wins[mine, turn, :, 0]
        return value, int(best[MOVE]) & ALL, int(best[END]), limit - int(counter[0])


def signed(squares: int) -> int:
    """A set of squares as a 64-bit integer."""
    return squares - (squares >> SQUARES - 1 << SQUARES)
