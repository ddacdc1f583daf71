"""The desk: an array with all that a game needs, its rules, the board's tables and room to work in.

Few arrays are soon compiled and passed on. A position is another; a space is its place in the order of the board,
-1 none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np

from adjudicator.bulk import ENDLESS
from adjudicator.games.snakes_and_foxes.state import DICE, HUNTERS
from adjudicator.games.snakes_and_foxes.wheel import (
    ORDER,
    RIM_SPACES,
    RING,
    SPACES,
    SPOKE,
    away_distances,
    distances,
    hunt_distances,
    steps,
)
from adjudicator.opponents.senses.snakes_and_foxes import DANGER
from printables.boards.snakes_and_foxes import SPOKES

# A position: what each column holds; two columns where a token each has one.
TURN, MOVER, TOKENS, FATE, RIM, COUNT, HOME, SNAKES = 0, 1, 2, 4, 6, 8, 9, 11
FOXES = SNAKES + HUNTERS
MOVE = FOXES + HUNTERS
SNAKE_DICE, FOX_DICE = MOVE + 1, MOVE + 2
HELD = MOVE + 3  # where hunters stand, as bits, 64 to a column
COLUMNS = HELD + 2
EATEN, ESCAPED = 1, 2
# The desk. Rules:
OF_TOKENS, PLAYERS, PLAY_ON, LONGEST, AUTO_PASS, BOTS = range(6)
# tables: steps from a space in their order, -1 behind the last; how far hunters are from the one hunted, a row for each
# space of that one; how many steps they need; ring and spoke; how much a hunter so many steps away weighs, in parts;
BOARD = len(SPACES)
NEAR = BOTS + 2
FAR = NEAR + BOARD * SPOKES
NEED = FAR + BOARD * BOARD
RING_OF = NEED + BOARD * BOARD
SPOKE_OF = RING_OF + BOARD
WEIGHT = SPOKE_OF + BOARD
PARTS = 10**9
# room to work in: a way being gone; hunters that wait, and those that are level; ways by their ends, each with its
# length and its spaces; the way that is chosen.
GONE = WEIGHT + BOARD
NEXT = GONE + DICE + 2
WAITING = NEXT + DICE + 2
TIED = WAITING + HUNTERS
WIDTH = DICE + 1
WAYS = TIED + HUNTERS
WAY = WAYS + WIDTH * (2 * BOARD)
KNOWN = WAY + WIDTH  # of each space, not by the rim and by it: the search that found a way there; then their number
SEARCHES = KNOWN + 2 * BOARD
SIZE = SEARCHES + 1
# Events: of a seat (two bits each), then those of nobody.
SEATED = ("first-throw", "begins", "throw", "throw-again", "move", "pass", "rim", "escaped", "eaten")
FIRST_THROW, BEGINS, THROW, AGAIN, MOVES, PASS, TOUCHES, HOMES, EATS = range(0, 18, 2)
UNSEATED = ("level", "lot", "step", "skipped", "lost-symbols")
LEVEL, LOT, STEP, SKIPPED, LOST = range(18, 23)
KINDS = (*(f"{seat} {kind}" for kind in SEATED for seat in "AB"), *UNSEATED)
# What came of a game.
REASONS = ("hunters-win", "home", "full-win", ENDLESS)
REASON, WINNER, SCORE, ACTIONS, FIRST = 0, 1, 2, 4, 5
FIRST_RIM = min(ORDER[space] for space in RIM_SPACES)


@cache
def board(first_ring: str, distance: str) -> Any:
    """A desk with the tables of a board and a way to measure."""
    made = np.zeros(SIZE, np.int64)
    made[NEAR:FAR] = -1
    far: dict[str, Callable[[str], Mapping[str, int]]] = {
        "steps": distances,
        "hunt": partial(hunt_distances, first_ring),
        "away": partial(away_distances, first_ring),
    }
    for number, space in enumerate(SPACES):
        ends = [ORDER[end] for end in steps(first_ring)[space]]
        made[NEAR + SPOKES * number : NEAR + SPOKES * number + len(ends)] = ends
        for table, measured in ((FAR, far[distance](space)), (NEED, hunt_distances(first_ring, space))):
            row = table + BOARD * number
            made[row : row + BOARD] = [measured[other] for other in SPACES]
        made[RING_OF + number], made[SPOKE_OF + number] = RING[space], SPOKE[space]
    for need, weight in DANGER.items():
        made[WEIGHT + need] = round(weight * PARTS)
    return made
