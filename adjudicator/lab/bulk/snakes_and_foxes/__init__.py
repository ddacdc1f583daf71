"""Snakes & Foxes in compiled code, with its bots `random` and `careful`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, Words, borrowed, compiled
from adjudicator.dice.compiled import below, best, child, drawn
from adjudicator.games.snakes_and_foxes.sense import PARTS, SURE
from adjudicator.games.snakes_and_foxes.state import HUNTERS, SPACES, Options
from adjudicator.lab.bulk import MOST_ACTIONS, Rows, won
from adjudicator.lab.bulk.snakes_and_foxes.turns import (
    ACTIONS,
    AFTER,
    BOARD,
    BOT_DICE,
    BOTS,
    BY_RIM,
    BYTE,
    COLUMNS,
    COUNT,
    ESCAPED,
    FATE,
    FIRST,
    FOX_DICE,
    FOXES,
    GAME_DICE,
    HOME,
    KINDS,
    LOT_SHOWN,
    LOT_SIDES,
    LOTS,
    MOVE,
    OF_TOKENS,
    OTHER,
    PLAYERS,
    REASON,
    REASONS,
    REST,
    RIM,
    SAMPLE,
    SCORE,
    SNAKE_DICE,
    SNAKES,
    SPACE,
    THROWN,
    TOKENS,
    TOLD,
    UNTOLD,
    WAY,
    WAYS,
    WEIGHT,
    WIDTH,
    WINNER,
    WORTH,
    again,
    arrive,
    board,
    copy,
    counted,
    ended,
    go,
    hand_over,
    hunt,
    over,
    passes,
    room,
    seated,
    start,
    turn,
    ways,
)
from adjudicator.opponents.search import THROWS

MOSTLY = 4  # steps: few throws have more, so that after these no other has to be tried


@compiled
def _token(at: Numbers, token: int, desk: Numbers) -> float:
    """How good things stand for a token: as the sense of this game has it."""
    if at[FATE + token]:
        return 1.0 if at[FATE + token] == ESCAPED else -1.0
    place = at[TOKENS + token]
    row = WEIGHT + BOARD * (place + BOARD * at[RIM + token])
    weight, snakes, foxes = desk[row + place], at[SNAKES], at[FOXES]
    for _ in range(HUNTERS):
        weight += desk[row + (snakes & SPACE)] + desk[row + (foxes & SPACE)]
        snakes, foxes = snakes >> BYTE, foxes >> BYTE
    return float(desk[WORTH + SURE + max(-SURE, min(SURE, weight))] / PARTS)


@compiled
def _worth(at: Numbers, desk: Numbers, seat: int) -> float:
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
    return (3 * second - first) / 4 if seat else (3 * first - second) / 4


@compiled
def _drawn_alike(at: Numbers, desk: Numbers) -> bool:
    """Whether the dice of this sample, too, choose the hunters that went in the last hunt."""
    for pack in range(LOTS, COLUMNS):
        lots = at[pack]
        while lots:
            if below(desk, SAMPLE, lots >> LOT_SIDES & LOT_SHOWN) != lots & LOT_SHOWN:
                return False
            lots >>= BYTE
    return True


@compiled
def _outcome(desk: Numbers, outcomes: int, first: int) -> int:
    """Which of the positions after a way the dice of a sample lead to; if to another one, the number of the next."""
    desk[SAMPLE] = first
    for outcome in range(outcomes):
        if _drawn_alike(room(desk, AFTER + outcome), desk):
            return outcome
        desk[SAMPLE] = first
    return outcomes


@compiled
def _after(at: Numbers, desk: Numbers, row: int, after: Numbers) -> None:
    """The position after a way and its hunt, the token that goes next to move, nothing thrown."""
    copy(at, after)
    after[LOTS] = after[LOTS + 1] = 0
    length = desk[row]
    if not length or not arrive(after, desk[row + length], desk[row + BY_RIM]):
        hunt(after, desk, SAMPLE, UNTOLD)
    hand_over(after, desk)


@compiled
def _free(after: Numbers, desk: Numbers, steps: int) -> bool:
    """Whether who moves next can go so many steps; MOVE keeps how many are known, as who can go far can go less far."""
    known = after[MOVE]
    if steps <= known:
        return bool(steps)
    after[MOVE] = max(steps, MOSTLY)
    if not ways(after, desk, 0, False):
        after[MOVE] = steps
        if not ways(after, desk, 0, False):
            after[MOVE] = known
            return False
    return True


@compiled
def _expected(at: Numbers, desk: Numbers, row: int, seat: int, seed: int, worths: Scale) -> float:
    """What a way is worth, over some throws; what the same dice lead to is looked at once."""
    whole, outcomes = 0.0, 0
    for sample in range(THROWS):
        first = seed + sample
        outcome = _outcome(desk, outcomes, first)
        after = room(desk, AFTER + outcome)
        if outcome == outcomes:
            outcomes += 1
            _after(at, desk, row, after)
            worths[outcome] = _worth(after, desk, seat)
        worth = worths[outcome]
        if over(after, desk):
            if desk[SAMPLE] == first:
                return float(worth)
            whole += worth
            continue
        thrown = room(desk, THROWN + sample)
        if desk[SAMPLE] == first:
            desk[SAMPLE] = desk[SAMPLE + 1 + sample]
        else:  # a die chose between hunters, so that the throw is another
            thrown = room(desk, OTHER)
            counted(thrown, desk, SAMPLE)
        if not _free(after, desk, thrown[MOVE]):
            rest = room(desk, REST)
            copy(after, rest)
            rest[MOVE], rest[SNAKE_DICE], rest[FOX_DICE] = thrown[MOVE], thrown[SNAKE_DICE], thrown[FOX_DICE]
            again(rest, desk, SAMPLE, UNTOLD)
            passes(rest, desk, SAMPLE, UNTOLD)
            worth = _worth(rest, desk, seat)
        whole += worth
    return whole / THROWS


@compiled
def careful(at: Numbers, desk: Numbers, worths: Scale) -> None:
    """Puts the way down after which the seat stands best, equals by lot."""
    seat = seated(at, desk)
    seed = np.int64(drawn(desk, BOT_DICE + seat, 40))
    count = ways(at, desk, -1, True)
    if not count:
        desk[WAYS] = 0  # a pass
        count = 1
    for sample in range(THROWS):  # the first throw of each sample, where no die chooses between hunters before
        desk[SAMPLE] = seed + sample
        counted(room(desk, THROWN + sample), desk, SAMPLE)
        desk[SAMPLE + 1 + sample] = desk[SAMPLE]
    for number in range(count):
        worths[THROWS + number] = _expected(at, desk, WAYS + WIDTH * number, seat, seed, worths)
    chosen = WAYS + WIDTH * best(desk, BOT_DICE + seat, worths[THROWS:], count)
    for column in range(WIDTH):
        desk[WAY + column] = desk[chosen + column]


@compiled
def random(at: Numbers, desk: Numbers) -> None:
    """Puts one of all ways down."""
    count = ways(at, desk, -1, False)
    if count:
        ways(at, desk, below(desk, BOT_DICE + seated(at, desk), count) if count > 1 else 0, False)
    else:
        desk[WAY] = 0


@compiled
def _game(desk: Numbers, key: np.uint64, row: Numbers, told: Words, trace: Numbers, worths: Scale, at: Numbers) -> None:
    """A whole game: what came of it into `row` and `told`, each position into a row of `trace`, if it has any."""
    for stream in range(3):
        desk[GAME_DICE + stream] = np.int64(child(key, stream))
    start(at, desk, GAME_DICE, TOLD)
    row[FIRST] = seated(at, desk)
    row[REASON], row[WINNER], row[ACTIONS] = len(REASONS) - 1, -1, MOST_ACTIONS
    for actions in range(MOST_ACTIONS):
        for word in range(3):
            told[word] = desk[TOLD + word]
        if actions < len(trace):
            copy(at, trace[actions])
        if over(at, desk):
            row[ACTIONS] = actions
            ended(at, desk, row)
            break
        if desk[BOTS + seated(at, desk)]:
            careful(at, desk, worths)
        else:
            random(at, desk)
        if not go(at, desk, WAY, TOLD):
            hunt(at, desk, GAME_DICE, TOLD)
        turn(at, desk, GAME_DICE, TOLD)
        passes(at, desk, GAME_DICE, TOLD)
    for word in range(3):
        desk[TOLD + word] = 0


@compiled
def many(
    desk: Numbers, players: Numbers, key: np.uint64, first: int, rows: Numbers, told: Words, trace: Numbers
) -> None:
    """Games by number, a row each; the positions of the last one."""
    held = np.zeros(THROWS + 2 * BOARD), np.zeros(COLUMNS, np.int64)
    worths, at = borrowed(held[0]), borrowed(held[1])
    desk, rows, told, trace = borrowed(desk), borrowed(rows), borrowed(told), borrowed(trace)
    for index in range(len(rows)):
        for side in range(len(players)):
            desk[BOTS + side] = players[(side + first + index) % len(players)]
        _game(desk, child(key, first + index), rows[index], told[index], trace, worths, at)


def fits(options: Options, seats: int) -> bool:
    """Whether compiled code plays under these options: a player who moves the hunters has no bot here."""
    return bool(options.hunters == "rule")


def play(
    options: Options, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None
) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    desk = board(options.first_ring, options.distance).copy()
    tokens = options.tokens if len(players) == 1 else 2
    desk[:BOTS] = [tokens, len(players), options.play_on, options.stranded == "longest", options.auto_pass]
    rows, told = np.zeros((last - first, 6), np.int64), np.zeros((last - first, 3), np.uint64)
    trace = np.empty((0, COLUMNS), np.int64) if trace is None else trace
    many(desk, np.array(players, np.int64), np.uint64(key), first, rows, told, trace)
    scores = rows[:, SCORE : SCORE + len(players)]
    reason, winner, actions, beginner = (rows[:, column] for column in (REASON, WINNER, ACTIONS, FIRST))
    won_by = won(winner, len(players))
    return Rows(REASONS, KINDS, SPACES, reason, won_by, scores, actions, beginner, told[:, :1], told[:, 1:])
