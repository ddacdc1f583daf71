"""Turns in compiled code: the throw, whose turn is next, how a game begins and ends; numbers are the plain rulings."""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import compiled
from adjudicator.dice.compiled import below
from adjudicator.games.snakes_and_foxes import MOST_PASSES
from adjudicator.games.snakes_and_foxes.state import DICE, HUNTERS
from adjudicator.lab.bulk.snakes_and_foxes.arrays import (
    AGAIN,
    AUTO_PASS,
    BEGINS,
    BOARD,
    BYTE,
    COUNT,
    FATE,
    FIRST_RIM,
    FIRST_THROW,
    FOX_DICE,
    FOXES,
    HOME,
    LEVEL,
    MOVE,
    MOVER,
    OF_TOKENS,
    PASS,
    PLAY_ON,
    PLAYERS,
    REASON,
    SCORE,
    SNAKE_DICE,
    SNAKES,
    SPACE,
    THROW,
    TOKENS,
    TURN,
    WINNER,
    hold,
    seated,
    tell,
)
from adjudicator.lab.bulk.snakes_and_foxes.hunters import hunt
from adjudicator.lab.bulk.snakes_and_foxes.walk import ways


@compiled
def start(at: Any, desk: Any, stream: int, told: int) -> None:
    """The first position: who begins is thrown for, then the first throw."""
    at[:] = 0
    at[TURN] = 1
    at[TOKENS + 1] = 0 if desk[OF_TOKENS] == 2 else -1
    for hunter in range(HUNTERS):
        at[SNAKES] |= FIRST_RIM + 2 * hunter << BYTE * hunter
        at[FOXES] |= FIRST_RIM + 2 * hunter + 1 << BYTE * hunter
    for place in range(FIRST_RIM, BOARD):
        hold(at, place)
    if desk[PLAYERS] == 2:
        while True:
            counted(at, desk, stream)
            shown = at[MOVE]
            counted(at, desk, stream)
            tell(desk, told, FIRST_THROW, -1)
            tell(desk, told, FIRST_THROW + 1, -1)
            if shown != at[MOVE]:
                break
            tell(desk, told, LEVEL, -1)
        at[MOVER] = 1 if at[MOVE] > shown else 0
        tell(desk, told, BEGINS + at[MOVER], -1)
    _throw(at, desk, stream, told)


@compiled
def counted(at: Any, desk: Any, stream: int) -> None:
    """Six dice read as symbols: MOVE, SNAKE, FOX."""
    shown = 0
    for _ in range(DICE):
        shown += 1 << BYTE * (below(desk, stream, 6) >> 1)
    at[MOVE], at[SNAKE_DICE], at[FOX_DICE] = shown & SPACE, shown >> BYTE & SPACE, shown >> 2 * BYTE


@compiled
def _throw(at: Any, desk: Any, stream: int, told: int) -> None:
    """The throw of a turn, again until a MOVE shows if it is the token's first (2)."""
    counted(at, desk, stream)
    tell(desk, told, THROW + seated(at, desk), -1)
    again(at, desk, stream, told)


@compiled
def again(at: Any, desk: Any, stream: int, told: int) -> None:
    while not at[MOVE] and at[TURN] <= desk[OF_TOKENS]:
        tell(desk, told, AGAIN + seated(at, desk), -1)
        counted(at, desk, stream)


@compiled
def over(at: Any, desk: Any) -> bool:
    """Every token has its fate; or one is home and the other does not play on (7)."""
    if at[FATE] and (desk[OF_TOKENS] == 1 or at[FATE + 1]):
        return True
    return not desk[PLAY_ON] and at[COUNT] > 0


@compiled
def turn(at: Any, desk: Any, stream: int, told: int) -> None:
    """Whose turn it is then, and the throw for it."""
    hand_over(at, desk)
    if not over(at, desk):
        _throw(at, desk, stream, told)


@compiled
def hand_over(at: Any, desk: Any) -> None:
    at[TURN] += 1
    other = desk[OF_TOKENS] - 1 - at[MOVER]
    if at[TOKENS + other] >= 0:
        at[MOVER] = other
    at[MOVE] = at[SNAKE_DICE] = at[FOX_DICE] = 0


@compiled
def passes(at: Any, desk: Any, stream: int, told: int) -> None:
    """The forced passes that follow."""
    for _ in range(MOST_PASSES if desk[AUTO_PASS] else 0):
        if over(at, desk) or ways(at, desk, 0, False):
            return
        tell(desk, told, PASS + seated(at, desk), at[TOKENS + at[MOVER]])
        hunt(at, desk, stream, told)
        turn(at, desk, stream, told)


@compiled
def ended(at: Any, desk: Any, row: Any) -> None:
    count = at[COUNT]
    row[REASON], row[WINNER] = 0, -1
    if not count:
        return
    if desk[PLAYERS] == 1:
        row[REASON], row[WINNER], row[SCORE] = count, 0, count
    else:
        row[REASON], row[WINNER] = 1, at[HOME]
        for place in range(count):
            row[SCORE + at[HOME + place]] = 2 - place
