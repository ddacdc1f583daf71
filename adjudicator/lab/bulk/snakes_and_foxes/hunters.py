"""The hunters' moves in compiled code; numbers in comments are the rulings of the plain rules."""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import compiled
from adjudicator.dice.compiled import below
from adjudicator.games.snakes_and_foxes.state import HUNTERS
from adjudicator.lab.bulk.snakes_and_foxes.arrays import (
    ALL_ENDS,
    AS_GOOD,
    BOARD,
    BYTE,
    EATEN,
    EATS,
    ENDS,
    FATE,
    FOX_DICE,
    FOXES,
    HUNTED,
    LINE,
    LOST,
    LOT,
    LOT_SIDES,
    LOTS,
    MOVER,
    PLAYERS,
    RANK,
    SKIPPED,
    SNAKE_DICE,
    SNAKES,
    SPACE,
    STANDS,
    STEP,
    TOKENS,
    held,
    hold,
    tell,
)


@compiled
def hunt(at: Any, desk: Any, stream: int, told: int) -> None:
    """The snakes, then the foxes, after the token to move."""
    eaten = _pack(at, SNAKES, at[SNAKE_DICE], desk, stream, told)
    eaten |= _pack(at, FOXES, at[FOX_DICE], desk, stream, told)
    for token in range(2):
        if eaten >> token & 1:
            tell(desk, told, EATS + (token if desk[PLAYERS] == 2 else 0), at[TOKENS + token])
            at[TOKENS + token], at[FATE + token] = -1, EATEN


@compiled
def _pack(at: Any, pack: int, symbols: int, desk: Any, stream: int, told: int) -> int:
    """One species hunts the token to move: as many as thrown, nearest first (8 to 12). Whom it eats, as bits."""
    lots, drawn = 0, 0
    at[pack - SNAKES + LOTS] = 0
    if not symbols:
        return 0
    _line_up(at[pack], at[TOKENS + at[MOVER]], desk)
    other = at[TOKENS + 1 - at[MOVER]]
    index, eaten = LINE, 0
    while symbols and index < LINE + HUNTERS:
        if index + 1 < LINE + HUNTERS and desk[index] >> RANK == desk[index + 1] >> RANK:
            lots |= _by_lot(index, desk, stream, told) << drawn
            drawn += BYTE
        key = desk[index]
        index += 1
        place, to = key >> STANDS & SPACE, _step(key >> ENDS & ALL_ENDS, other, at)
        if to < 0:
            tell(desk, told, SKIPPED, place)
            continue
        symbols -= 1
        at[pack] ^= (place ^ to) << BYTE * (key & HUNTERS - 1)
        hold(at, place)
        hold(at, to)
        tell(desk, told, STEP, place)
        tell(desk, told, STEP, to)
        for token in range(2):
            if at[TOKENS + token] == to:
                eaten |= 1 << token
    at[pack - SNAKES + LOTS] = lots
    if symbols:
        tell(desk, told, LOST, -1)
    return eaten


@compiled
def _line_up(pack: int, space: int, desk: Any) -> None:
    """Puts what the hunters of a pack do in the order in which they go, after the token on a space (8, 9)."""
    row = HUNTED + BOARD * space
    a, b = _sorted(desk[row + (pack & SPACE)], desk[row + (pack >> BYTE & SPACE)] | 1)
    c, d = _sorted(desk[row + (pack >> 2 * BYTE & SPACE)] | 2, desk[row + (pack >> 3 * BYTE & SPACE)] | 3)
    e, f = _sorted(desk[row + (pack >> 4 * BYTE & SPACE)] | 4, desk[row + (pack >> 5 * BYTE & SPACE)] | 5)
    g, h = _sorted(desk[row + (pack >> 6 * BYTE & SPACE)] | 6, desk[row + (pack >> 7 * BYTE & SPACE)] | 7)
    # Batcher's network for eight.
    (a, c), (b, d), (e, g), (f, h) = _sorted(a, c), _sorted(b, d), _sorted(e, g), _sorted(f, h)
    (b, c), (f, g) = _sorted(b, c), _sorted(f, g)
    (a, e), (b, f), (c, g), (d, h) = _sorted(a, e), _sorted(b, f), _sorted(c, g), _sorted(d, h)
    (c, e), (d, f) = _sorted(c, e), _sorted(d, f)
    (b, c), (d, e), (f, g) = _sorted(b, c), _sorted(d, e), _sorted(f, g)
    desk[LINE], desk[LINE + 1], desk[LINE + 2], desk[LINE + 3] = a, b, c, d
    desk[LINE + 4], desk[LINE + 5], desk[LINE + 6], desk[LINE + 7] = e, f, g, h


@compiled
def _sorted(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


@compiled
def _by_lot(index: int, desk: Any, stream: int, told: int) -> int:
    """A die among those from there on that are level, as the board goes, of whom one goes next (9): what it showed."""
    count, level = 0, desk[index] >> RANK
    while index + count < LINE + HUNTERS and desk[index + count] >> RANK == level:
        tell(desk, told, LOT, desk[index + count] >> STANDS & SPACE)
        count += 1
    shown = below(desk, stream, count)
    key = desk[index + shown]
    for slot in range(index + shown, index, -1):
        desk[slot] = desk[slot - 1]
    desk[index] = key
    return count << LOT_SIDES | shown


@compiled
def _step(ends: int, other: int, at: Any) -> int:
    """The best space that is free of hunters, of equally good ones that of the other token (10, 11); -1: none."""
    found = -1
    while ends and (found < 0 or ends & AS_GOOD):
        end = (ends & SPACE) - 1
        if not held(at, end):
            if end == other:
                return other
            found = end if found < 0 else found
        ends >>= BYTE
    return found
