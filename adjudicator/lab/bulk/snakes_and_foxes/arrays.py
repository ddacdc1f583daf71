"""The desk: an array with all that a game needs, its rules, the board's tables and room to work in.

Few arrays are soon compiled and passed on. A position is another; a space is its place in the order of the board,
-1 none.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from adjudicator.core.compiled import compiled
from adjudicator.games.snakes_and_foxes.sense import SURE, WORTHS, seen
from adjudicator.games.snakes_and_foxes.state import (
    DICE,
    HUNTERS,
    ORDER,
    RIM_SPACES,
    SPACES,
    Hunter,
    hunters,
    steps,
)
from adjudicator.lab.bulk import ENDLESS
from adjudicator.opponents.search import THROWS
from printables.boards.snakes_and_foxes import SPOKES

# A position: what each column holds; two columns where a token each has one. A pack is a number, a byte a hunter.
TURN, MOVER, TOKENS, FATE, RIM, COUNT, HOME, SNAKES, FOXES = 0, 1, 2, 4, 6, 8, 9, 11, 12
MOVE, SNAKE_DICE, FOX_DICE = 13, 14, 15
HELD = 16  # where hunters stand, as bits, 64 to a column
LOTS = 18  # the dice of the last hunt of snakes, then of foxes, a byte each: of how many hunters, and which
COLUMNS = LOTS + 2
BYTE, LOT_SIDES, LOT_SHOWN = 8, 4, 15
EATEN, ESCAPED = 1, 2
# The desk. Rules:
OF_TOKENS, PLAYERS, PLAY_ON, LONGEST, AUTO_PASS, BOTS = range(6)
# tables: steps from a space in their order, -1 behind the last; a row for each space of the one hunted, what a hunter
# does anywhere (`_packed`); how much a hunter weighs for a token, a row for each space of that one on its way out,
# then home; what so much weight is worth, in parts;
BOARD = len(SPACES)
NEAR = BOTS + 2
HUNTED = NEAR + BOARD * SPOKES
WEIGHT = HUNTED + BOARD * BOARD
WORTH = WEIGHT + 2 * BOARD * BOARD
# what a hunter does: its number (put in when it hunts); up to five spaces to step to, best first, a byte each, one more
# than the space, so that nothing is none, with a bit where one is as good as the one before; its own space; a number by
# which the lower goes first, and equals by lot.
ENDS, STANDS, RANK = 3, 43, 50
MOST_RANKS = 16
SPACE, AS_GOOD, ALL_ENDS = (1 << 7) - 1, 1 << 7, (1 << STANDS - ENDS) - 1
# room to work in: a way being gone; hunters in the order in which they go; ways by their ends, each with its length,
# its spaces and whether it came by the rim; the way that is chosen.
GONE = WORTH + 2 * SURE + 1
NEXT = GONE + DICE + 2
LINE = NEXT + DICE + 2
BY_RIM = DICE + 1
WIDTH = DICE + 2
WAYS = LINE + HUNTERS
WAY = WAYS + WIDTH * (2 * BOARD)
KNOWN = WAY + WIDTH  # of each space, not by the rim and by it: the search that found a way there; then their number
SEARCHES = KNOWN + 2 * BOARD
# streams of chance: of the game's dice, of the bots, of a sample, then what is left of each sample's; what was told;
# positions: what samples throw, what ways lead to, another throw, what follows a pass.
GAME_DICE = SEARCHES + 1
BOT_DICE = GAME_DICE + 1
SAMPLE = BOT_DICE + 2
TOLD = SAMPLE + 1 + THROWS
UNTOLD = -1  # instead of TOLD: nobody is told
ROOMS = TOLD + 3
THROWN, AFTER, OTHER, REST = 0, THROWS, 2 * THROWS, 2 * THROWS + 1
SIZE = ROOMS + COLUMNS * (REST + 1)
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
    made[NEAR:HUNTED] = -1
    for number, space in enumerate(SPACES):
        ends = [ORDER[end] for end in steps(first_ring)[space]]
        made[NEAR + SPOKES * number : NEAR + SPOKES * number + len(ends)] = ends
        row, after = HUNTED + BOARD * number, hunters(first_ring, distance, space)
        made[row : row + BOARD] = [_packed(place, after[place]) for place in SPACES]
        for touched in (False, True):
            if number or not touched:  # a token that has touched the rim is home in the hub
                row = WEIGHT + BOARD * (number + BOARD * touched)
                made[row : row + BOARD] = list(seen(first_ring, touched, space).values())
    made[WORTH : WORTH + len(WORTHS)] = WORTHS
    return made


def _packed(place: str, row: Hunter) -> int:
    """What a hunter in a space does, as one number."""
    ends, shift = 0, 0
    for group in row.ends:
        for end in group:
            ends |= (ORDER[end] + 1 | (AS_GOOD if end != group[0] else 0)) << shift
            shift += BYTE
    far, rank = row.rank
    return (far * MOST_RANKS + rank) << RANK | ORDER[place] << STANDS | ends << ENDS


@compiled
def room(desk: Any, number: int) -> Any:
    """A position on the desk."""
    return desk[ROOMS + COLUMNS * number : ROOMS + COLUMNS * (number + 1)]


@compiled
def copy(at: Any, to: Any) -> None:
    for column in range(COLUMNS):
        to[column] = at[column]


@compiled
def seated(at: Any, desk: Any) -> int:
    """Who plays the token to move."""
    return at[MOVER] if desk[PLAYERS] == 2 else 0


@compiled
def tell(desk: Any, told: int, kind: int, place: int) -> None:
    """An event, and one of its places (-1: none): bits of kinds, then of places."""
    if told == UNTOLD:
        return
    desk[told] |= 1 << kind
    if place >= 0:
        desk[told + 1 + (place >> 6)] |= 1 << (place & 63)


@compiled
def held(at: Any, place: int) -> int:
    """Whether a hunter stands there."""
    return int(at[HELD + (place >> 6)] >> (place & 63) & 1)


@compiled
def hold(at: Any, place: int) -> None:
    """A hunter comes there or leaves."""
    at[HELD + (place >> 6)] ^= 1 << (place & 63)
