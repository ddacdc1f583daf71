"""The bots `random` and `careful` in compiled code: they put the way that they choose on the desk."""

from __future__ import annotations

from typing import Any

import numpy as np

from adjudicator.bulk.snakes_and_foxes.desk import (
    BOARD,
    COUNT,
    ESCAPED,
    FATE,
    HOME,
    KNOWN,
    MOVE,
    NEED,
    OF_TOKENS,
    PARTS,
    PLAYERS,
    RIM,
    RING_OF,
    SNAKES,
    TOKENS,
    WAY,
    WAYS,
    WEIGHT,
    WIDTH,
)
from adjudicator.bulk.snakes_and_foxes.rules import (
    again,
    counted,
    go,
    hand_over,
    hunt,
    over,
    passes,
    seated,
    turn,
    ways,
)
from adjudicator.compiled import compiled
from adjudicator.compiled.chance import below, drawn
from adjudicator.opponents.careful import THROWS
from adjudicator.opponents.senses.snakes_and_foxes import WHOLE


@compiled
def _token(at: Any, token: int, desk: Any) -> float:
    """How good things stand for a token: as the sense of this game has it."""
    if at[FATE + token]:
        return 1.0 if at[FATE + token] == ESCAPED else -1.0
    place, danger = at[TOKENS + token], 0
    row = NEED + BOARD * place
    for hunter in range(SNAKES, MOVE):
        danger += desk[WEIGHT + desk[row + at[hunter]]]
    ring = desk[RING_OF + place]
    far = ring if at[RIM + token] else WHOLE - ring
    return float(max(-0.9, 0.9 - 1.2 * (far + danger / PARTS) / WHOLE))


@compiled
def _worth(at: Any, desk: Any, seat: int) -> float:
    """What a position is worth to a seat, -1 to 1, without looking ahead."""
    if over(at, desk):
        if desk[PLAYERS] == 1:
            return float(2 * at[COUNT] / desk[OF_TOKENS] - 1.0)
        return 1.0 if at[COUNT] and at[HOME] == seat else -1.0
    if desk[OF_TOKENS] == 1:
        return _token(at, 0, desk)
    first, second = _token(at, 0, desk), _token(at, 1, desk)
    if desk[PLAYERS] == 1:
        return (first + second) / 2
    return second - first / 3 if seat else first - second / 3


@compiled
def _foresee(at: Any, seed: Any, dice: Any, thrown: Any) -> None:
    """The first throw of each sample, which is the same after every way: what it shows, and the dice after it."""
    for sample in range(THROWS):
        dice[0] = seed + np.uint64(sample)
        counted(at, dice, 0)
        thrown[sample, :3] = at[MOVE : MOVE + 3]
        dice[1 + sample] = dice[0]


@compiled
def _expected(
    at: Any,
    desk: Any,
    row: int,
    seat: int,
    seed: Any,
    room: Any,
    thrown: Any,
    after: Any,
    gone: Any,
    dice: Any,
    told: Any,
) -> float:
    """What a way is worth, over some throws; `room`, `after` and `gone` are room for positions."""
    gone[:] = at
    dice[0] = seed
    home = go(gone, desk, row, told)
    room[:] = gone
    if not home:
        hunt(room, desk, dice, 0, told)
    if dice[0] != seed:  # a die chose between hunters, so that each sample hunts by itself
        whole = 0.0
        for sample in range(THROWS):
            dice[0] = seed + np.uint64(sample)
            after[:] = gone
            hunt(after, desk, dice, 0, told)
            turn(after, desk, dice, 0, told)
            passes(after, desk, dice, 0, told)
            whole += _worth(after, desk, seat)
        return whole / THROWS
    worth = _worth(room, desk, seat)
    if over(room, desk):
        return worth
    hand_over(room, desk)
    room[MOVE] = thrown[:, 0].max()  # who can go so far can go less far
    free = room[MOVE] > 0 and ways(room, desk, 0, False) > 0
    whole = 0.0
    for sample in range(THROWS):
        if free and thrown[sample, 0]:
            whole += worth
            continue
        after[:] = room
        after[MOVE : MOVE + 3] = thrown[sample, :3]
        dice[0] = dice[1 + sample]
        again(after, desk, dice, 0, told)
        passes(after, desk, dice, 0, told)
        whole += _worth(after, desk, seat)
    return whole / THROWS


@compiled
def careful(at: Any, desk: Any, streams: Any, rooms: Any, worths: Any, dice: Any, told: Any) -> None:
    """Puts the way down after which the seat stands best, equals by lot."""
    seat = seated(at, desk)
    own, room, thrown, after, gone = 1 + seat, rooms[0], rooms[4:8], rooms[1], rooms[2]
    seed = drawn(streams, own, 40)
    count = ways(at, desk, -1, True)
    if not count:
        desk[WAYS] = 0  # a pass
        count = 1
    gone[:] = at
    _foresee(gone, seed, dice, thrown)
    most, equal = -2.0, 0
    for number in range(count):
        row = WAYS + WIDTH * number
        worths[number] = _expected(at, desk, row, seat, seed, room, thrown, after, gone, dice, told)
        most = max(most, worths[number])
    for number in range(count):
        equal += 1 if worths[number] >= most - 1e-9 else 0
    left = below(streams, own, equal)
    for number in range(count):
        if worths[number] >= most - 1e-9:
            if not left:
                row = WAYS + WIDTH * number
                desk[WAY:KNOWN] = desk[row : row + WIDTH]
                return
            left -= 1


@compiled
def random(at: Any, desk: Any, streams: Any) -> None:
    """Puts one of all ways down."""
    count = ways(at, desk, -1, False)
    if count:
        ways(at, desk, below(streams, 1 + seated(at, desk), count) if count > 1 else 0, False)
    else:
        desk[WAY] = 0
