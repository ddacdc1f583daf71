"""Snakes & Foxes in compiled code, with its bots `random` and `careful`."""

from collections.abc import Sequence

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, borrowed, compiled, copy
from adjudicator.dice.compiled import below, best, child, drawn
from adjudicator.games.snakes_and_foxes.sense import PARTS, SURE
from adjudicator.games.snakes_and_foxes.state import HUNTERS, SPACES, Options
from adjudicator.lab.bulk import ACTIONS, FIRST, HAPPENED, MOST_ACTIONS, NOBODY, REASON, WINNER, Rows, told
from adjudicator.lab.bulk.snakes_and_foxes import turns
from adjudicator.lab.bulk.snakes_and_foxes.turns import COLUMNS
from adjudicator.opponents.search import THROWS

MOSTLY = 4  # steps: few throws have more, so that after these no other has to be tried


@compiled
def _token(at: Numbers, token: int, desk: Numbers) -> float:
    """How good things stand for a token: as the sense of this game has it."""
    if at[turns.FATE + token]:
        return 1.0 if at[turns.FATE + token] == turns.ESCAPED else -1.0
    place = at[turns.TOKENS + token]
    row = turns.WEIGHT + turns.BOARD * (place + turns.BOARD * at[turns.RIM + token])
    weight, snakes, foxes = desk[row + place], at[turns.SNAKES], at[turns.FOXES]
    for shift in range(0, turns.BYTE * HUNTERS, turns.BYTE):
        weight += desk[row + (snakes >> shift & turns.SPACE)] + desk[row + (foxes >> shift & turns.SPACE)]
    return float(desk[turns.WORTH + SURE + max(-SURE, min(SURE, weight))] / PARTS)


@compiled
def _worth(at: Numbers, desk: Numbers, seat: int) -> float:
    """What a position is worth to a seat, -1 to 1, without looking ahead."""
    alone = desk[turns.PLAYERS] == 1
    if turns.over(at, desk):
        won = at[turns.COUNT] and at[turns.HOME] == seat
        return float(2 * at[turns.COUNT] / desk[turns.OF_TOKENS] - 1.0 if alone else 2 * won - 1)
    if desk[turns.OF_TOKENS] == 1:
        return _token(at, 0, desk)
    own, other = _token(at, seat, desk), _token(at, 1 - seat, desk)
    return (own + other) / 2 if alone else (3 * own - other) / 4


@compiled
def _outcome(desk: Numbers, outcomes: int, first: int) -> int:
    """Which of the positions after a way the dice of a sample lead to, choosing the same hunters; else how many."""
    for outcome in range(outcomes):
        after, alike, desk[turns.SAMPLE] = turns.room(desk, turns.AFTER + outcome), True, first
        for pack in range(turns.LOTS, COLUMNS):
            lots = after[pack]
            while lots and alike:
                alike = below(desk, turns.SAMPLE, lots >> turns.LOT_SIDES & turns.LOT_SHOWN) == lots & turns.LOT_SHOWN
                lots >>= turns.BYTE
        if alike:
            return outcome
    desk[turns.SAMPLE] = first
    return outcomes


@compiled
def _free(after: Numbers, desk: Numbers, steps: int) -> bool:
    """Whether who moves next can go so many steps; MOVE keeps how many are known, as who can go far can go less far."""
    known = after[turns.MOVE]
    if steps <= known:
        return bool(steps)
    for tried in (max(steps, MOSTLY), steps):
        after[turns.MOVE] = tried
        if turns.ways(after, desk, 0, False):
            return True
    after[turns.MOVE] = known
    return False


@compiled
def _expected(at: Numbers, desk: Numbers, row: int, seat: int, seed: int, worths: Scale) -> float:
    """What a way is worth, over some throws; what the same dice lead to is looked at once."""
    whole, outcomes, length = 0.0, 0, desk[row]
    for sample in range(THROWS):
        first = seed + sample
        outcome = _outcome(desk, outcomes, first)
        after = turns.room(desk, turns.AFTER + outcome)
        if outcome == outcomes:
            outcomes += 1
            copy(at, after)
            after[turns.LOTS] = after[turns.LOTS + 1] = 0
            if not length or not turns.arrive(after, desk[row + length], desk[row + turns.BY_RIM]):
                turns.hunt(after, desk, turns.SAMPLE)
            turns.hand_over(after, desk)  # nothing is thrown yet
            worths[outcome] = _worth(after, desk, seat)
        worth = worths[outcome]
        if turns.over(after, desk):
            if desk[turns.SAMPLE] == first:
                return float(worth)
            whole += worth
            continue
        thrown = turns.room(desk, turns.THROWN + sample)
        if desk[turns.SAMPLE] == first:
            desk[turns.SAMPLE] = desk[turns.SAMPLE + 1 + sample]
        else:  # a die chose between hunters, so that the throw is another
            thrown = turns.room(desk, turns.OTHER)
            turns.counted(thrown, desk, turns.SAMPLE)
        if not _free(after, desk, thrown[turns.MOVE]):
            rest = turns.room(desk, turns.REST)
            copy(after, rest)
            copy(thrown[turns.MOVE : turns.HELD], rest[turns.MOVE : turns.HELD])
            turns.again(rest, desk, turns.SAMPLE)
            turns.passes(rest, desk, turns.SAMPLE)
            worth = _worth(rest, desk, seat)
        whole += worth
    return whole / THROWS


@compiled
def careful(at: Numbers, desk: Numbers, worths: Scale) -> None:
    """Puts the way down after which the seat stands best, equals by lot."""
    seat = turns.seated(at, desk)
    seed = np.int64(drawn(desk, turns.BOT_DICE + seat, 40))
    desk[turns.WAYS] = 0  # a pass
    count = max(1, turns.ways(at, desk, -1, True))
    for sample in range(THROWS):  # the first throw of each sample, where no die chooses between hunters before
        desk[turns.SAMPLE] = seed + sample
        turns.counted(turns.room(desk, turns.THROWN + sample), desk, turns.SAMPLE)
        desk[turns.SAMPLE + 1 + sample] = desk[turns.SAMPLE]
    for number in range(count):
        worths[THROWS + number] = _expected(at, desk, turns.WAYS + turns.WIDTH * number, seat, seed, worths)
    chosen = turns.WAYS + turns.WIDTH * best(desk, turns.BOT_DICE + seat, worths[THROWS:], count)
    copy(desk[chosen : chosen + turns.WIDTH], desk[turns.WAY : turns.WAY + turns.WIDTH])


@compiled
def random(at: Numbers, desk: Numbers) -> None:
    """Puts one of all ways down."""
    count = turns.ways(at, desk, -1, False)
    desk[turns.WAY] = 0  # a pass
    if count:
        turns.ways(at, desk, below(desk, turns.BOT_DICE + turns.seated(at, desk), count) if count > 1 else 0, False)


@compiled
def many(desk: Numbers, players: Numbers, key: np.uint64, first: int, rows: Numbers, trace: Numbers) -> None:
    """Games by number: what came of each into a row, the positions of the last one into rows of `trace`."""
    held = np.zeros(THROWS + 2 * turns.BOARD), np.zeros(COLUMNS, np.int64)
    worths, at = borrowed(held[0]), borrowed(held[1])
    desk, rows, trace = borrowed(desk), borrowed(rows), borrowed(trace)
    for number in range(first, first + len(rows)):
        row, seed = rows[number - first], child(key, number)
        for side in range(len(players)):
            desk[turns.BOTS + side] = players[(side + number) % len(players)]
        for stream in range(3):
            desk[turns.GAME_DICE + stream] = np.int64(child(seed, stream))
            desk[turns.TOLD + stream] = 0
        turns.start(at, desk, turns.GAME_DICE)
        row[REASON], row[WINNER], row[ACTIONS] = turns.WITHOUT_END, NOBODY, MOST_ACTIONS
        row[FIRST] = turns.seated(at, desk)
        for actions in range(MOST_ACTIONS):
            copy(desk[turns.TOLD : turns.ROOMS], row[HAPPENED : turns.SCORE])
            if actions < len(trace):
                copy(at, trace[actions])
            if turns.over(at, desk):
                row[ACTIONS] = actions
                turns.ended(at, desk, row)
                break
            if desk[turns.BOTS + turns.seated(at, desk)]:
                careful(at, desk, worths)
            else:
                random(at, desk)
            if not turns.go(at, desk, turns.WAY):
                turns.hunt(at, desk, turns.GAME_DICE)
            turns.turn(at, desk, turns.GAME_DICE)
            turns.passes(at, desk, turns.GAME_DICE)


def fits(options: Options, seats: int) -> bool:
    """Whether compiled code plays under these options: a player who moves the hunters has no bot here."""
    return bool(options.hunters == "rule")


def play(
    options: Options, players: Sequence[int], key: int, first: int, last: int, trace: Numbers | None = None
) -> Rows:
    """Games `first` to `last` (without it) of a key; the positions of the last one into rows of a `trace`."""
    desk, seats = turns.board(options.first_ring, options.distance).copy(), len(players)
    tokens = options.tokens if seats == 1 else 2
    desk[: turns.BOTS] = [tokens, seats, options.play_on, options.stranded == "longest", options.auto_pass]
    rows = np.zeros((last - first, turns.SCORE + seats), np.int64)
    trace = rows[len(rows) :] if trace is None else trace
    many(desk, np.array(players, np.int64), np.uint64(key), first, rows, trace)
    return told(rows, turns.SCORE, seats, turns.REASONS, turns.KINDS, SPACES)
