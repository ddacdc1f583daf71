"""What the bots of Snakes & Foxes know: how likely a token comes home, learnt from play by compiled code.

`python bench/tokens.py learn [GAMES]` plays alone, lets a weight for each place of a hunter, seen from the token, say
how likely home is (a logistic regression), plays by that, and so on in rounds; it writes the weights that bots read.
`python bench/tokens.py play GAMES`: how often one token comes home, for each `distance`: by the bots `random` and
`careful`, by the weights alone, and by looking at all 28 throws of the next turn, each answered in the best way (a
twentieth of the games).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator.core.compiled import compiled
from adjudicator.dice.compiled import below, child
from adjudicator.games.snakes_and_foxes.state import HUNTERS, RING, SPACES, SPOKE
from adjudicator.lab.bulk.snakes_and_foxes import careful, random
from adjudicator.lab.bulk.snakes_and_foxes.turns import (
    BOARD,
    BOT_DICE,
    BOTS,
    BYTE,
    COLUMNS,
    ESCAPED,
    FATE,
    FOX_DICE,
    GAME_DICE,
    KNOWN,
    MOVE,
    RIM,
    SAMPLE,
    SNAKE_DICE,
    SNAKES,
    SPACE,
    TOKENS,
    WAY,
    WAYS,
    WIDTH,
    board,
    go,
    hand_over,
    hunt,
    over,
    start,
    turn,
    ways,
)
from adjudicator.lab.simulation.tally import Share
from adjudicator.opponents.search import THROWS
from printables.boards.snakes_and_foxes import RINGS, SPOKES

WRITTEN = ROOT / "adjudicator" / "games" / "snakes_and_foxes" / "sense.json"
DISTANCES = ("steps", "hunt", "away")
ROWS = 2 * len(RINGS)  # rings out from the hub to the last but the rim, then rings home from the first to the rim
PARTS = 100  # of a unit of the logarithm of the odds, as weights are written
ROUNDS, TRIED = 6, 30  # rounds of play; moves of a thousand that are made by lot
TOLD, SEEN = 22, 2  # positions of a game that are kept room for; times that each is learnt from


def _seen() -> Any:
    """A place as it is seen from another: ring by ring, spokes counted from the token's own."""
    seen = np.zeros((BOARD, BOARD), np.int64)
    for one, here in enumerate(SPACES):
        for other, there in enumerate(SPACES):
            if other:
                seen[one, other] = 1 + (RING[there] - 1) * SPOKES + (SPOKE[there] - max(1, SPOKE[here])) % SPOKES
    return seen


VIEW = _seen()
RING_AT = np.array([RING[space] for space in SPACES], np.int64)


@compiled
def _row(at: Any, ring_at: Any) -> int:
    return (ring_at[at[TOKENS]] + (len(RINGS) - 1 if at[RIM] else 0)) * BOARD


@compiled
def _stands(at: Any, hunter: int) -> int:
    return int(at[SNAKES + hunter // HUNTERS] >> BYTE * (hunter % HUNTERS) & SPACE)


@compiled
def _logit(at: Any, weights: Any, view: Any, ring_at: Any) -> float:
    row, place = _row(at, ring_at), at[TOKENS]
    logit = weights[row + view[place, place]]
    for hunter in range(2 * HUNTERS):
        logit += weights[row + view[place, _stands(at, hunter)]]
    return logit


@compiled
def _home(at: Any, weights: Any, view: Any, ring_at: Any) -> float:
    if at[FATE]:
        return 1.0 if at[FATE] == ESCAPED else 0.0
    return 1.0 / (1.0 + math.exp(-_logit(at, weights, view, ring_at)))


@compiled
def _after(at: Any, desk: Any, row: int, room: Any) -> None:
    room[:] = at
    desk[SAMPLE] = 1
    if not go(room, desk, row):
        hunt(room, desk, SAMPLE)


@compiled
def _best(at: Any, desk: Any, weights: Any, view: Any, ring_at: Any, room: Any) -> float:
    """The best that a throw allows, by the weights; its way lies on the desk."""
    count, best, number = ways(at, desk, -1, True), -1.0, 0
    if not count:
        desk[WAYS] = 0  # a pass
        count = 1
    for each in range(count):
        _after(at, desk, WAYS + WIDTH * each, room)
        home = _home(room, weights, view, ring_at)
        if home > best:
            best, number = home, each
    desk[WAY:KNOWN] = desk[WAYS + WIDTH * number : WAYS + WIDTH * number + WIDTH]
    return best


@compiled
def _ahead(at: Any, desk: Any, weights: Any, view: Any, ring_at: Any, rooms: Any) -> None:
    """Puts the way down after which the next throw, whichever it is, leaves most."""
    count, best, number = ways(at, desk, -1, True), -1.0, 0
    if not count:
        desk[WAY] = 0
        return
    kept = desk[WAYS : WAYS + WIDTH * count].copy()
    for each in range(count):
        desk[WAYS : WAYS + WIDTH] = kept[WIDTH * each : WIDTH * each + WIDTH]
        after, thrown = rooms[0], rooms[1]
        _after(at, desk, WAYS, after)
        home = _home(after, weights, view, ring_at) if after[FATE] else 0.0
        hand_over(after, desk)
        for moves in range(0 if after[FATE] else 7):
            for snakes in range(7 - moves):
                thrown[:] = after
                thrown[MOVE], thrown[SNAKE_DICE], thrown[FOX_DICE] = moves, snakes, 6 - moves - snakes
                throws = math.gamma(7) / math.gamma(moves + 1) / math.gamma(snakes + 1) / math.gamma(7 - moves - snakes)
                home += throws / 729 * _best(thrown, desk, weights, view, ring_at, rooms[2])
        if home > best:
            best, number = home, each
    desk[WAY:KNOWN] = kept[WIDTH * number : WIDTH * number + WIDTH]


@compiled
def _played(
    desk: Any, weights: Any, view: Any, ring_at: Any, key: Any, player: int, tried: int, rows: Any, of: Any, home: Any
) -> int:
    """Games with one token, by a player by number; the positions after each turn into `rows`, and of which game."""
    at, rooms = np.zeros(COLUMNS, np.int64), np.zeros((8, COLUMNS), np.int64)
    worths, kept = np.zeros(THROWS + 2 * BOARD), 0
    for number in range(len(home)):
        for stream in (GAME_DICE, BOT_DICE):
            desk[stream] = np.int64(child(child(key, number), stream))
        start(at, desk, GAME_DICE)
        while not over(at, desk):
            if player == 0 or (tried and below(desk, BOT_DICE, 1000) < tried):
                random(at, desk)
            elif player == 1:
                careful(at, desk, worths)
            elif player == 2:
                _best(at, desk, weights, view, ring_at, rooms[0])
            else:
                _ahead(at, desk, weights, view, ring_at, rooms)
            if not go(at, desk, WAY):
                hunt(at, desk, GAME_DICE)
            if kept < len(rows) and not at[FATE]:
                rows[kept], of[kept] = at, number
                kept += 1
            turn(at, desk, GAME_DICE)
        home[number] = at[FATE] == ESCAPED
    return kept


@compiled
def _learnt(
    rows: Any, of: Any, home: Any, weights: Any, squares: Any, view: Any, ring_at: Any, step: float, key: Any
) -> None:
    """Weights after positions drawn by lot: each moves against its error, the less the more it has moved (AdaGrad)."""
    lot = np.zeros(1, np.uint64)
    lot[0] = key
    for _ in range(SEEN * len(rows)):
        number = below(lot, 0, len(rows))
        at = rows[number]
        row, place = _row(at, ring_at), at[TOKENS]
        error = _home(at, weights, view, ring_at) - home[of[number]]
        for hunter in range(-1, 2 * HUNTERS):
            index = row + view[place, place if hunter < 0 else _stands(at, hunter)]
            squares[index] += error * error
            weights[index] -= step * error / math.sqrt(squares[index])


def desk_for(distance: str) -> Any:
    desk = board("red", distance).copy()
    desk[:BOTS] = [1, 1, 1, 0, 1]
    return desk


def play(distance: str, weights: Any, key: int, count: int, player: int, tried: int = 0) -> tuple[Any, Any, Any]:
    rows = np.zeros((TOLD * count if tried else 0, COLUMNS), np.int64)
    of, home = np.zeros(len(rows), np.int64), np.zeros(count, np.int64)
    kept = _played(desk_for(distance), weights, VIEW, RING_AT, np.uint64(key), player, tried, rows, of, home)
    return rows[:kept], of[:kept], home


def guessed() -> Any:
    """Where learning begins: home is likelier the nearer it is, and the further the hunters are."""
    table = np.zeros((ROWS, BOARD))
    for row in range(ROWS):
        ring, far = (row, 2 * len(RINGS) - row) if row < len(RINGS) else (row + 1 - len(RINGS), row + 1 - len(RINGS))
        for place in range(1, BOARD):
            across, spokes = RING[SPACES[place]] - ring, SPOKE[SPACES[place]] - 1
            table[row, place] = -0.8 / max(1, abs(across) + min(spokes, SPOKES - spokes)) ** 2
        table[row, 1 + (ring - 1) * SPOKES if ring else 0] = 1 - 0.25 * far
    return table.ravel()


def learn(count: int) -> None:
    weights, squares, mean = guessed(), np.ones(ROWS * BOARD), np.zeros(ROWS * BOARD)
    for number in range(ROUNDS):
        step = 0.1 if number < ROUNDS // 2 else 0.04
        for distance in DISTANCES:
            rows, of, home = play(distance, weights, 100 * number, count, 2, TRIED)
            _learnt(rows, of, home, weights, squares, VIEW, RING_AT, step, np.uint64(number))
            print(f"round {number}, {distance}: {home.mean():.1%} home, {time.process_time():.0f} s", flush=True)
        squares = np.maximum(1, squares / 2)
        if number >= ROUNDS // 2:
            mean += weights / (ROUNDS - ROUNDS // 2)
    table = np.rint(PARTS * mean).astype(int).reshape(ROWS, BOARD)
    for ring in range(len(RINGS)):  # from the hub all spokes look alike
        table[0, 1 + ring * SPOKES : 1 + (ring + 1) * SPOKES] = round(
            table[0, 1 + ring * SPOKES : 1 + (ring + 1) * SPOKES].mean()
        )
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in table.tolist())
    WRITTEN.write_text(f"[\n{lines}\n]\n")


def measure(count: int) -> None:
    weights = np.array(json.loads(WRITTEN.read_text()), float).ravel() / PARTS
    for distance in DISTANCES:
        for player, name in enumerate(("random", "careful", "weights", "weights after 28 throws")):
            games = count if player < 3 else max(1, count // 20)
            share = Share(int(play(distance, weights, 1, games, player)[2].sum()), games)
            low, high = share.interval
            print(f"{distance}, {name}: {games} games, {share.part:.1%} ({low:.1%} to {high:.1%})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("learn", "play"))
    parser.add_argument("games", nargs="?", type=int, default=20_000)
    given = parser.parse_args()
    {"learn": learn, "play": measure}[given.what](given.games)


if __name__ == "__main__":
    main()
