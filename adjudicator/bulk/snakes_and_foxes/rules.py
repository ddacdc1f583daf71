"""The rules in compiled code; numbers in comments are the rulings of the plain ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.bulk.snakes_and_foxes.desk import (
    AGAIN,
    AUTO_PASS,
    BEGINS,
    BOARD,
    COUNT,
    EATEN,
    EATS,
    ESCAPED,
    FAR,
    FATE,
    FIRST_RIM,
    FIRST_THROW,
    FOX_DICE,
    FOXES,
    GONE,
    HELD,
    HOME,
    HOMES,
    KNOWN,
    LEVEL,
    LONGEST,
    LOST,
    LOT,
    MOVE,
    MOVER,
    MOVES,
    NEAR,
    NEED,
    NEXT,
    OF_TOKENS,
    PASS,
    PLAY_ON,
    PLAYERS,
    REASON,
    RIM,
    RING_OF,
    SCORE,
    SEARCHES,
    SKIPPED,
    SNAKE_DICE,
    SNAKES,
    SPOKE_OF,
    STEP,
    THROW,
    TIED,
    TOKENS,
    TOUCHES,
    TURN,
    WAITING,
    WAY,
    WAYS,
    WIDTH,
    WINNER,
)
from adjudicator.compiled import compiled
from adjudicator.compiled.chance import below
from adjudicator.games.snakes_and_foxes import MOST_PASSES
from adjudicator.games.snakes_and_foxes.hunt import SIDE
from adjudicator.games.snakes_and_foxes.state import DICE, HUNTERS
from printables.boards.snakes_and_foxes import SPOKES


@compiled
def _tell(told: Any, kind: int, place: int) -> None:
    """An event, and one of its places (-1: none): bits of kinds, then of places."""
    told[0] |= np.uint64(1) << np.uint64(kind)
    if place >= 0:
        told[1 + (place >> 6)] |= np.uint64(1) << np.uint64(place & 63)


@compiled
def seated(at: Any, desk: Any) -> int:
    """Who plays the token to move."""
    return at[MOVER] if desk[PLAYERS] == 2 else 0


@compiled
def counted(at: Any, streams: Any, stream: int) -> None:
    """Six dice read as symbols: MOVE, SNAKE, FOX."""
    at[MOVE] = at[SNAKE_DICE] = at[FOX_DICE] = 0
    for _ in range(DICE):
        at[MOVE + (below(streams, stream, 6) >> 1)] += 1


@compiled
def _throw(at: Any, desk: Any, streams: Any, stream: int, told: Any) -> None:
    """The throw of a turn, again until a MOVE shows if it is the token's first (2)."""
    counted(at, streams, stream)
    _tell(told, THROW + seated(at, desk), -1)
    again(at, desk, streams, stream, told)


@compiled
def again(at: Any, desk: Any, streams: Any, stream: int, told: Any) -> None:
    while not at[MOVE] and at[TURN] <= desk[OF_TOKENS]:
        _tell(told, AGAIN + seated(at, desk), -1)
        counted(at, streams, stream)


@compiled
def over(at: Any, desk: Any) -> bool:
    """Every token has its fate; or one is home and the other does not play on (7)."""
    if at[FATE] and (desk[OF_TOKENS] == 1 or at[FATE + 1]):
        return True
    return not desk[PLAY_ON] and at[COUNT] > 0


@compiled
def start(at: Any, desk: Any, streams: Any, told: Any) -> None:
    """The first position: who begins is thrown for, then the first throw."""
    at[:] = 0
    at[TURN] = 1
    at[TOKENS + 1] = 0 if desk[OF_TOKENS] == 2 else -1
    for hunter in range(HUNTERS):
        at[SNAKES + hunter] = FIRST_RIM + 2 * hunter
        at[FOXES + hunter] = FIRST_RIM + 2 * hunter + 1
    for place in range(FIRST_RIM, BOARD):
        _hold(at, place)
    if desk[PLAYERS] == 2:
        while True:
            counted(at, streams, 0)
            shown = at[MOVE]
            counted(at, streams, 0)
            _tell(told, FIRST_THROW, -1)
            _tell(told, FIRST_THROW + 1, -1)
            if shown != at[MOVE]:
                break
            _tell(told, LEVEL, -1)
        at[MOVER] = 1 if at[MOVE] > shown else 0
        _tell(told, BEGINS + at[MOVER], -1)
    _throw(at, desk, streams, 0, told)


@compiled
def _held(at: Any, place: int) -> int:
    """Whether a hunter stands there."""
    return int(at[HELD + (place >> 6)] >> (place & 63) & 1)


@compiled
def _hold(at: Any, place: int) -> None:
    """A hunter comes there or leaves."""
    at[HELD + (place >> 6)] ^= 1 << (place & 63)


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
        if to == other or _held(at, to):
            continue
        if depth and to == desk[GONE + depth - 1] and (here < FIRST_RIM or to >= FIRST_RIM):
            continue
        desk[GONE + depth + 1] = to
        if depth + 1 < length and not (to == 0 and home):
            depth += 1
            desk[NEXT + depth] = 0
            continue
        if ends:
            mark = KNOWN + to + (BOARD if home or _by_rim(desk, depth + 1) else 0)
            if desk[mark] != desk[SEARCHES]:
                desk[mark] = desk[SEARCHES]
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
def ways(at: Any, desk: Any, stop: int, ends: bool) -> int:
    """The same for the throw; of `longest`, the longest length that can be gone (3)."""
    found = 0
    desk[SEARCHES] += 1
    length = at[MOVE]
    while length and not found:
        found = _walk(at, desk, length, stop, ends)
        length = length - 1 if desk[LONGEST] else 0
    return found


@compiled
def _beside(place: int, at: int, desk: Any) -> bool:
    apart = abs(desk[SPOKE_OF + place] - desk[SPOKE_OF + at])
    return place == 0 or min(apart, SPOKES - apart) <= SIDE


@compiled
def _rank(place: int, at: int, desk: Any) -> int:
    """By which of equally near hunters those stand back that have a higher one (9)."""
    if at == 0:
        return 0
    if desk[SPOKE_OF + place] == desk[SPOKE_OF + at]:
        return 0
    if desk[RING_OF + place] == desk[RING_OF + at]:
        return 1
    return 2 + desk[RING_OF + place] if _beside(place, at, desk) else 99


@compiled
def _pack(at: Any, pack: int, symbols: int, desk: Any, streams: Any, stream: int, told: Any) -> int:
    """One species hunts the token to move: as many as thrown, nearest first (8 to 12). Whom it eats, as bits."""
    space = at[TOKENS + at[MOVER]]
    row = FAR + BOARD * space
    waits, eaten = (1 << HUNTERS) - 1, 0
    for hunter in range(HUNTERS):
        desk[WAITING + hunter] = at[pack + hunter]
    while symbols and waits:
        hunter = _next_hunter(desk, waits, space, streams, stream, told)
        waits &= ~(1 << hunter)
        place = desk[WAITING + hunter]
        best, to = 1 << 30, -1
        for index in range(NEAR + SPOKES * place, NEAR + SPOKES * place + SPOKES):
            end = desk[index]
            if end < 0:
                break
            if desk[row + end] < desk[row + place] and not _held(at, end):  # (10, 11)
                other = end != at[TOKENS] and end != at[TOKENS + 1]
                key = 2 * desk[NEED + BOARD * space + end] + (1 if other else 0)
                if key < best:
                    best, to = key, end
        if to < 0:
            _tell(told, SKIPPED, place)
            continue
        symbols -= 1
        at[pack + hunter] = to
        _hold(at, place)
        _hold(at, to)
        _tell(told, STEP, place)
        _tell(told, STEP, to)
        for token in range(2):
            if at[TOKENS + token] == to:
                eaten |= 1 << token
    if symbols:
        _tell(told, LOST, -1)
    return eaten


@compiled
def _next_hunter(desk: Any, waits: int, space: int, streams: Any, stream: int, told: Any) -> int:
    """The nearest that waits; of several, by their rank, then by a die among them as the board goes (8, 9)."""
    best, nearest, count = 0, 1 << 30, 0
    row = FAR + BOARD * space
    for hunter in range(HUNTERS):
        if waits >> hunter & 1:
            far = desk[row + desk[WAITING + hunter]]
            if far < nearest:
                best, nearest, count = hunter, far, 0
            if far == nearest:
                desk[TIED + count] = hunter
                count += 1
    return best if count == 1 else _by_lot(desk, count, space, streams, stream, told)


@compiled
def _by_lot(desk: Any, level: int, space: int, streams: Any, stream: int, told: Any) -> int:
    """One of those that are equally near: by their rank, then by a die among them as the board goes (9)."""
    best, count = 1 << 30, 0
    for index in range(level):
        hunter = desk[TIED + index]
        place = desk[WAITING + hunter]
        rank = _rank(place, space, desk)
        if rank < best:
            best, count = rank, 0
        if rank == best:
            slot = count
            while slot and desk[WAITING + desk[TIED + slot - 1]] > place:
                desk[TIED + slot] = desk[TIED + slot - 1]
                slot -= 1
            desk[TIED + slot] = hunter
            count += 1
    if count == 1:
        return int(desk[TIED])
    for index in range(count):
        _tell(told, LOT, desk[WAITING + desk[TIED + index]])
    return int(desk[TIED + below(streams, stream, count)])


@compiled
def go(at: Any, desk: Any, row: int, told: Any) -> bool:
    """The token goes a way that lies on the desk (of length 0: it stays); whether it is home."""
    mover, seat, length = at[MOVER], seated(at, desk), desk[row]
    if not length:
        _tell(told, PASS + seat, at[TOKENS + mover])
        return False
    _tell(told, MOVES + seat, at[TOKENS + mover])
    for index in range(row + 1, row + length + 1):
        _tell(told, MOVES + seat, desk[index])
        if desk[index] >= FIRST_RIM and not at[RIM + mover]:
            at[RIM + mover] = 1
            _tell(told, TOUCHES + seat, desk[index])
    end = desk[row + length]
    at[TOKENS + mover] = end
    if end or not at[RIM + mover]:
        return False
    at[TOKENS + mover], at[FATE + mover] = -1, ESCAPED
    at[HOME + at[COUNT]] = mover
    at[COUNT] += 1
    _tell(told, HOMES + seat, 0)
    return True


@compiled
def hunt(at: Any, desk: Any, streams: Any, stream: int, told: Any) -> None:
    """The snakes, then the foxes, after the token to move."""
    eaten = _pack(at, SNAKES, at[SNAKE_DICE], desk, streams, stream, told)
    eaten |= _pack(at, FOXES, at[FOX_DICE], desk, streams, stream, told)
    for token in range(2):
        if eaten >> token & 1:
            _tell(told, EATS + (token if desk[PLAYERS] == 2 else 0), at[TOKENS + token])
            at[TOKENS + token], at[FATE + token] = -1, EATEN


@compiled
def turn(at: Any, desk: Any, streams: Any, stream: int, told: Any) -> None:
    """Whose turn it is then, and the throw for it."""
    hand_over(at, desk)
    if not over(at, desk):
        _throw(at, desk, streams, stream, told)


@compiled
def hand_over(at: Any, desk: Any) -> None:
    at[TURN] += 1
    other = desk[OF_TOKENS] - 1 - at[MOVER]
    if at[TOKENS + other] >= 0:
        at[MOVER] = other
    at[MOVE] = at[SNAKE_DICE] = at[FOX_DICE] = 0


@compiled
def passes(at: Any, desk: Any, streams: Any, stream: int, told: Any) -> None:
    """The forced passes that follow."""
    for _ in range(MOST_PASSES if desk[AUTO_PASS] else 0):
        if over(at, desk) or ways(at, desk, 0, False):
            return
        _tell(told, PASS + seated(at, desk), at[TOKENS + at[MOVER]])
        hunt(at, desk, streams, stream, told)
        turn(at, desk, streams, stream, told)


@compiled
def ended(at: Any, desk: Any, row: Any) -> None:
    count = at[COUNT]
    if not count:
        row[WINNER] = -1
    elif desk[PLAYERS] == 1:
        row[REASON], row[SCORE] = count, count
    else:
        row[REASON], row[WINNER] = 1, at[HOME]
        for place in range(count):
            row[SCORE + at[HOME + place]] = 2 - place
