"""The desk: an array with all that a game needs, the house values, tables of the board, and room to work in.

Few arrays are soon compiled and passed on. A position is another: one run, for players of a league play one after the
other. Dice are numbered from 0; a set of dice is a number, a bit for each.

Sets of the 121 squares in compiled code: two numbers, a bit for each square, row by row, never negative.

A square is its place in that order, -1 none.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from adjudicator.core.compiled import Numbers, Scale, bits, compiled, typed
from adjudicator.core.game import seat_letter
from adjudicator.games.snakey_dice.notes import EVENTS
from adjudicator.games.snakey_dice.run import COMPASS, MOST_DICE, neighbour, opposite
from adjudicator.games.snakey_dice.run import SQUARES as BOARD
from adjudicator.games.snakey_dice.sense import sure
from adjudicator.games.snakey_dice.state import MOST_SEATS
from adjudicator.lab.bulk import ENDLESS, MOST_ACTIONS
from printables.boards.snakey_dice import FIRST, LAST, name
from printables.boards.snakey_dice.house import ACTIONS as ACTION_NAMES
from printables.boards.snakey_dice.house import FIRST_DICE, LEVELS, SIDES, TRACKS, House

SIDE = LAST - FIRST + 1
SQUARES = SIDE * SIDE
LOW = 60  # squares in the first number
LOW_BITS, HIGH_BITS = (1 << LOW) - 1, (1 << SQUARES - LOW) - 1
ROW = (1 << SIDE) - 1


def number(square: tuple[int, int]) -> int:
    """The place of a square (column, row) in the order."""
    return (square[1] - FIRST) * SIDE + square[0] - FIRST


def pair(squares: Any) -> tuple[int, int]:
    """The two numbers of a set of squares (column, row)."""
    whole = sum(1 << number(square) for square in squares)
    return whole & LOW_BITS, whole >> LOW


_COLUMNS = [pair((column, row) for row in range(FIRST, LAST + 1)) for column in (FIRST, LAST)]
(_FIRST_LOW, _FIRST_HIGH), (_LAST_LOW, _LAST_HIGH) = _COLUMNS


@compiled
def holds(low: int, high: int, square: int) -> bool:
    """Whether a square is in a set."""
    return bool(low >> square & 1 if square < LOW else high >> square - LOW & 1)


@compiled
def single(square: int) -> tuple[int, int]:
    """The set of one square."""
    if square < LOW:
        return np.int64(1) << square, np.int64(0)
    return np.int64(0), np.int64(1) << square - LOW


@typed("void(int64[::1], int64, int64)")
def put(at: Numbers, column: int, square: int) -> None:
    """A square comes into the set in two columns of a position, or leaves it."""
    low, high = single(square)
    at[column] ^= low
    at[column + 1] ^= high


@compiled
def count(low: int, high: int) -> int:
    """How many squares are in a set."""
    return int(bits(np.int64(low)) + bits(np.int64(high)))


@compiled
def east(low: int, high: int) -> tuple[int, int]:
    """The squares to the right of a set."""
    low, high = low & ~_LAST_LOW, high & ~_LAST_HIGH
    return low << 1 & LOW_BITS, high << 1 | low >> LOW - 1


@compiled
def west(low: int, high: int) -> tuple[int, int]:
    """The squares to the left of a set."""
    low, high = low & ~_FIRST_LOW, high & ~_FIRST_HIGH
    return low >> 1 | (high & 1) << LOW - 1, high >> 1


@compiled
def south(low: int, high: int) -> tuple[int, int]:
    """The squares below a set."""
    return low << SIDE & LOW_BITS, high << SIDE & HIGH_BITS | low >> LOW - SIDE


@compiled
def north(low: int, high: int) -> tuple[int, int]:
    """The squares above a set."""
    return low >> SIDE | (high & ROW) << LOW - SIDE, high >> SIDE


@compiled
def reach(square: int, low: int, high: int) -> tuple[int, int]:
    """The squares of a set that can be reached from one of them, itself too."""
    seen_low, seen_high = single(square)
    while True:
        before_low, before_high = seen_low, seen_high
        a, b = east(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        a, b = south(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        a, b = west(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        a, b = north(seen_low, seen_high)
        seen_low, seen_high = seen_low | a & low, seen_high | b & high
        if seen_low == before_low and seen_high == before_high:
            return seen_low, seen_high


@compiled
def twice(low: int, high: int) -> tuple[int, int]:
    """The squares with two neighbours or more in a set."""
    (east_low, east_high), (west_low, west_high) = east(low, high), west(low, high)
    (north_low, north_high), (south_low, south_high) = north(low, high), south(low, high)
    return _two(east_low, west_low, north_low, south_low), _two(east_high, west_high, north_high, south_high)


@compiled
def _two(east: int, west: int, north: int, south: int) -> int:
    return north & south | east & west | (north | south) & (east | west)


# A position: what each column holds. Sets of squares have two columns, tracks and one-time actions one each.
TURN, HEAD, HEADING, ENTRY, TRAIL, BLOCKADES, UPS, JUMPED = 0, 1, 2, 3, 4, 6, 8, 10
LEVEL = 11
RAISED = LEVEL + len(TRACKS)  # levels reached this turn, not active yet
CHOICES = RAISED + len(TRACKS)
OWNS = CHOICES + 1
WON = OWNS + len(ACTION_NAMES)
WON_NOW = WON + len(ACTION_NAMES)
COUNT, DICE, USED, IGNORED, UNLOCKED = range(WON_NOW + 1, WON_NOW + 6)  # how many dice, what they show, sets of them
REROLLS, REROLLS_LEFT, FLIPS_LEFT, UNLOCKS, DROPS, ENDED = range(UNLOCKED + 1, UNLOCKED + 7)
LOCKS = ENDED + 1  # the dice that show a lock
COLUMNS = LOCKS + 1
SHOWN, SHOWS = 3, 7  # bits of a die in what they show
PORTAL, JUMP, UNLOCK = range(3)  # one-time actions in their order
STRAIGHT, LEFT, RIGHT, EITHER, LOCKED = range(5)
FACES = ("straight", "left", "right", "either", "locked")
WALL, BLOCKADE, OWN_TRAIL, CONCEDED = range(1, 5)  # how a run ends, 0 not yet
REASONS = ("wall", "blockade", "trail", "conceded", "league", ENDLESS)
LEAGUE_ENDED, WITHOUT_END = 4, 5

# An order: its verb, its dice, the way named for the start, its parts and how many.
VERB, NUMBERS, WAY, LENGTH, PARTS = range(5)
MOVE, REROLL, FLIP, FREE, IGNORE, CONCEDE = range(6)
# A part: a die of a number with its turn (0 none, L, R), a portal, a jump, a level of a track, a bonus action.
TURNS = 3
PAY_PORTAL = TURNS * MOST_DICE
PAY_JUMP = PAY_PORTAL + 1
RAISE = PAY_JUMP + 1
BONUS = RAISE + len(TRACKS)
CODES = BONUS + len(ACTION_NAMES)
MOST_PARTS = 5 * MOST_DICE  # each die after a portal, a jump and a bonus, and with a level

# The desk. Rules: how many play, who does, whether they share dice, their bots;
SEATS, SEAT, LEAGUE, PLAYERS = range(4)
# house values; squares next to each that way, -1 a wall, and where a portal through it comes in; how many ways there
# are to name so many dice, some turning either way, of a run that has ended; sets of dice as they are listed;
FACE = PLAYERS + MOST_SEATS
VALUES = FACE + SIDES + 1
FIRST_OWNS = VALUES + len(TRACKS) * (LEVELS + 1)
ALL_UPS = FIRST_OWNS + len(ACTION_NAMES)
NEAR = ALL_UPS + 2
ACROSS = NEAR + len(COMPASS) * SQUARES
IDLE = ACROSS + len(COMPASS) * SQUARES
SETS = IDLE + (MOST_DICE + 1) * (MOST_DICE + 1)
ALL_SETS = (1 << MOST_DICE) - 1
# streams of chance: of the game's dice, of the bot, of a sample; dice held for a league, 0 where not yet thrown: of
# each turn, of each throw again, of each blockade, and how far these go;
GAME_DICE = SETS + ALL_SETS
BOT_DICE, SAMPLE = GAME_DICE + 1, GAME_DICE + 2
SUPPOSED = -1  # instead of a stream: no chance at all, every blockade falls out of the way
MOST_REROLLS = 10
HELD_TURNS = SAMPLE + 1
HELD_REROLLS = HELD_TURNS + MOST_ACTIONS + 2
HELD_DROPS = HELD_REROLLS + MOST_REROLLS * (MOST_ACTIONS + 2)
LAST_TURN = HELD_DROPS + (MOST_DICE + 2) * (MOST_ACTIONS + 2)
LAST_DROP = LAST_TURN + 1
# what was told: whether it is, places, kinds; of a course, the row of chances and faces in turn; how many moves begin
# with each face, and with each way named for the start; orders; positions.
TELLING = LAST_DROP + 1
PLACES = TELLING + 1
PLACE_WORDS = 2
HAPPENED = PLACES + PLACE_WORDS
SEATED = tuple(kind for kind in EVENTS if not kind.startswith("set-up"))
UNSEATED = ("set-up", "set-up-again")
CHANCES = HAPPENED + (len(UNSEATED) + len(SEATED) * MOST_SEATS) // 64 + 1
FACES_SEEN = CHANCES + 1
KNOWN = FACES_SEEN + LOCKED
KINDS_OF_PART = 6  # of those that a die may be: by faces, left and right of EITHER apart
MOVES = KNOWN + KINDS_OF_PART * MOST_PARTS
NAMED = 3
ORDERS = MOVES + NAMED
ORDER_WIDTH = PARTS + MOST_PARTS
MOST_ORDERS = 4 + MOST_DICE  # that `careful` looks at
CHOSEN = ORDERS  # the first of them is the one that is carried out
ROOMS = ORDERS + ORDER_WIDTH * (MOST_ORDERS + 1)
SIZE = ROOMS + COLUMNS * (MOST_PARTS + 2)
# How likely a die turns the snake on: by ways that are free, by dice, by control in halves.
MOST_CONTROL = 2 * (1 + LEVELS) + LEVELS
CHANCE_ROW = (MOST_DICE + 1) * (MOST_CONTROL + 1)


def kind(name: str) -> int:
    """The number of a kind of event of a seat."""
    return SEATED.index(name)


@cache
def kinds(seats: int) -> tuple[str, ...]:
    """Kinds of events as bits go: those of nobody, then those of each seat."""
    return (*UNSEATED, *(f"{seat_letter(seat)} {kind}" for seat in range(seats) for kind in SEATED))


def words(seats: int) -> int:
    """How many words of 64 bits the kinds of events take."""
    return (len(UNSEATED) + len(SEATED) * seats + 63) // 64


@cache
def places() -> tuple[str, ...]:
    """The names of squares in their order."""
    return tuple(name(square) for square in sorted(BOARD, key=number))


@cache
def sheet(house: House) -> Any:
    """A desk with the values of a house sheet and the board's tables."""
    made = np.zeros(SIZE, np.int64)
    made[FACE + 1 : FACE + 1 + SIDES] = [FACES.index(face) for face in house.die.faces]
    made[VALUES:FIRST_OWNS] = [value for track in TRACKS for value in getattr(house.tracks, track)]
    made[FIRST_OWNS:ALL_UPS] = [getattr(house.actions, action) for action in ACTION_NAMES]
    made[ALL_UPS:NEAR] = pair(house.board.power_ups)
    for heading, way in enumerate(COMPASS):
        for square in BOARD:
            at = SQUARES * heading + number(square)
            there = neighbour(square, way)
            made[NEAR + at] = number(there) if there else -1
            made[ACROSS + at] = number(opposite(square, way))
    for plain in range(MOST_DICE + 1):
        for either in range(MOST_DICE + 1 - plain):
            made[IDLE + (MOST_DICE + 1) * plain + either] = _sequences(plain, either)
    dice = range(MOST_DICE)
    sets = [sum(1 << die for die in some) for count in dice for some in combinations(dice, count + 1)]
    made[SETS : SETS + ALL_SETS] = sets
    return made


@cache
def _sequences(plain: int, either: int) -> int:
    """How many sequences of some of so many dice there are, the others naming one of two turns."""
    found = plain * (1 + _sequences(plain - 1, either)) if plain else 0
    return found + (2 * either * (1 + _sequences(plain, either - 1)) if either else 0)


@cache
def chances() -> Scale:
    """How likely a throw lets the snake go on, as the sense of this game has it."""
    made = np.zeros(8 * CHANCE_ROW)
    for ways in range(8):
        for dice in range(FIRST_DICE, MOST_DICE + 1):
            for control in range(2, MOST_CONTROL + 1):
                likely = sure((bool(ways & 1), bool(ways & 2), bool(ways & 4)), dice, control / 2)
                made[ways * CHANCE_ROW + dice * (MOST_CONTROL + 1) + control] = likely
    return made


@compiled
def room(desk: Numbers, number: int) -> Numbers:
    """A position on the desk."""
    return desk[ROOMS + COLUMNS * number : ROOMS + COLUMNS * (number + 1)]


@compiled
def copy(at: Numbers, to: Any) -> None:
    for column in range(COLUMNS):
        to[column] = at[column]


@compiled
def mark(desk: Numbers, place: int) -> None:
    """Something happened at a place."""
    if place >= 0:
        desk[PLACES + (place >> 6)] |= np.int64(1) << (place & 63)


@typed("void(int64[::1], int64, int64, int64)")
def tell(desk: Numbers, stream: int, kind: int, place: int) -> None:
    """An event of the seat that plays, and one of its places (-1: none); nothing of what is only tried."""
    if stream == GAME_DICE and desk[TELLING]:
        bit = len(UNSEATED) + len(SEATED) * desk[SEAT] + kind
        desk[HAPPENED + (bit >> 6)] |= np.int64(1) << (bit & 63)
        mark(desk, place)


@compiled
def stands(at: Numbers, square: int) -> int:
    """What stands in a square, 0 nothing; a wall instead of one that there is not."""
    if square < 0:
        return WALL
    if holds(at[BLOCKADES], at[BLOCKADES + 1], square):
        return BLOCKADE
    return OWN_TRAIL if holds(at[TRAIL], at[TRAIL + 1], square) else 0


assert LOW < SQUARES <= 2 * LOW + 1
