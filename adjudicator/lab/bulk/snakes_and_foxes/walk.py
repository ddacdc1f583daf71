"""The ways of a token in compiled code: finding them, going one; numbers are the rulings of the plain rules."""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import compiled
from adjudicator.lab.bulk.snakes_and_foxes.arrays import (
    BOARD,
    BY_RIM,
    COUNT,
    ESCAPED,
    FATE,
    FIRST_RIM,
    GONE,
    HOME,
    HOMES,
    KNOWN,
    LONGEST,
    MOVE,
    MOVER,
    MOVES,
    NEAR,
    NEXT,
    OF_TOKENS,
    PASS,
    RIM,
    SEARCHES,
    TOKENS,
    TOUCHES,
    WAY,
    WAYS,
    WIDTH,
    held,
    seated,
    tell,
)
from printables.boards.snakes_and_foxes import SPOKES


@compiled
def ways(at: Any, desk: Any, stop: int, ends: bool) -> int:
    """How many ways there are for the throw (`_walk`); if `longest`, for the longest length that can be gone (3)."""
    found = 0
    desk[SEARCHES] += 1
    length = at[MOVE]
    while length and not found:
        found = _walk(at, desk, length, stop, ends)
        length = length - 1 if desk[LONGEST] else 0
    return found


@compiled
def _walk(at: Any, desk: Any, length: int, stop: int, ends: bool) -> int:
    """How many ways of so many steps there are, or shorter ones home, in the order of the plain rules (3, 4).

    Ends at the way of number `stop`, which then lies on the desk. `ends`: the first way to each space, by the rim
    or not, is put down, and how many these are is given back.
    """
    home = at[RIM + at[MOVER]]
    other = at[TOKENS + 1 - at[MOVER]] if desk[OF_TOKENS] == 2 else -1
    desk[GONE] = at[TOKENS + at[MOVER]]
    desk[NEXT] = 0
    depth, found = 0, 0
    while depth >= 0:
        here, step = desk[GONE + depth], desk[NEXT + depth]
        to = desk[NEAR + SPOKES * here + step] if step < SPOKES else -1
        if to < 0:
            depth -= 1
            continue
        desk[NEXT + depth] = step + 1
        if to == other or held(at, to):
            continue
        if depth and to == desk[GONE + depth - 1] and (here < FIRST_RIM or to >= FIRST_RIM):
            continue
        desk[GONE + depth + 1] = to
        if depth + 1 < length and not (to == 0 and home):
            depth += 1
            desk[NEXT + depth] = 0
            continue
        if ends:
            touched = home or _by_rim(desk, depth + 1)
            mark = KNOWN + to + (BOARD if touched else 0)
            if desk[mark] != desk[SEARCHES]:
                desk[mark] = desk[SEARCHES]
                desk[WAYS + WIDTH * found + BY_RIM] = touched
                _put(desk, WAYS + WIDTH * found, depth + 1)
                found += 1
        elif found == stop:
            _put(desk, WAY, depth + 1)
            return found + 1
        else:
            found += 1
    return found


@compiled
def _by_rim(desk: Any, length: int) -> bool:
    """Whether the way being gone touches the rim."""
    touched = False
    for index in range(GONE + 1, GONE + length + 1):
        touched |= desk[index] >= FIRST_RIM
    return touched


@compiled
def _put(desk: Any, row: int, length: int) -> None:
    """Puts the way being gone down."""
    desk[row] = length
    for index in range(1, length + 1):
        desk[row + index] = desk[GONE + index]


@compiled
def go(at: Any, desk: Any, row: int, told: int) -> bool:
    """The token goes a way that lies on the desk (of length 0: it stays); whether it is home."""
    mover, seat, length = at[MOVER], seated(at, desk), desk[row]
    if not length:
        tell(desk, told, PASS + seat, at[TOKENS + mover])
        return False
    tell(desk, told, MOVES + seat, at[TOKENS + mover])
    touched = at[RIM + mover]
    for index in range(row + 1, row + length + 1):
        tell(desk, told, MOVES + seat, desk[index])
        if desk[index] >= FIRST_RIM and not touched:
            touched = 1
            tell(desk, told, TOUCHES + seat, desk[index])
    home = arrive(at, desk[row + length], touched)
    if home:
        tell(desk, told, HOMES + seat, 0)
    return home


@compiled
def arrive(at: Any, end: int, touched: int) -> bool:
    """The token to move is at the end of its way, having touched the rim by now or not; whether it is home (5)."""
    mover = at[MOVER]
    at[TOKENS + mover], at[RIM + mover] = end, touched
    if end or not touched:
        return False
    at[TOKENS + mover], at[FATE + mover] = -1, ESCAPED
    at[HOME + at[COUNT]] = mover
    at[COUNT] += 1
    return True
