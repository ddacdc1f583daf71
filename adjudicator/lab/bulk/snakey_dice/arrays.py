"""The desk: an array with all that a game needs, the house values, tables of the board, and room to work in.

Few arrays are soon compiled and passed on. A position is another: one run, for players of a league play one after the
other. Dice are numbered from 0; a set of dice is a number, a bit for each. Sets of the 121 squares in compiled code:
two numbers, a bit for each square by its number, never negative."""

from collections.abc import Iterable
from functools import cache
from itertools import accumulate, combinations
from typing import TypeAlias

import numpy as np

from adjudicator.core.compiled import Numbers, bits, compiled, instead, linked, typed
from adjudicator.core.game import seat_letter
from adjudicator.games.snakey_dice import SnakeyDice, squares as plain
from adjudicator.games.snakey_dice.course import MOST_PARTS
from adjudicator.games.snakey_dice.run import MOST_DICE
from adjudicator.games.snakey_dice.squares import NUMBER, ORDER, SIDE
from adjudicator.games.snakey_dice.state import MOST_SEATS
from adjudicator.lab.bulk import ENDLESS, MOST_ACTIONS
from printables.boards.snakey_dice import name
from printables.boards.snakey_dice.house import ACTIONS as ACTION_NAMES, FACES, LEVELS, SIDES, TRACKS, House

Pair: TypeAlias = tuple[int, int]
SQUARES, NAMES = len(ORDER), tuple(map(name, ORDER))
LOW = 60  # squares in the first number
LOW_BITS, HIGH_BITS = (1 << LOW) - 1, (1 << SQUARES - LOW) - 1
ROW = (1 << SIDE) - 1


def pair(squares: Iterable[tuple[int, int]]) -> Pair:
    """The two numbers of a set of squares (column, row)."""
    whole = sum(1 << NUMBER[square] for square in squares)
    return whole & LOW_BITS, whole >> LOW


(_FIRST_LOW, _FIRST_HIGH), (_LAST_LOW, _LAST_HIGH) = (pair(ORDER[column::SIDE]) for column in (0, SIDE - 1))


@compiled
def single(square: int) -> Pair:
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


@instead(plain.holds)
def holds(squares: Pair, square: int) -> bool:
    return bool(squares[0] >> square & 1 if square < LOW else squares[1] >> square - LOW & 1)


@instead(plain.added)
def added(squares: Pair, square: int) -> Pair:
    low, high = single(square)
    return squares[0] | low, squares[1] | high


@instead(plain.both)
def both(one: Pair, other: Pair) -> Pair:
    return one[0] & other[0], one[1] & other[1]


@instead(plain.count)
def count(squares: Pair) -> int:
    return int(bits(np.int64(squares[0])) + bits(np.int64(squares[1])))


@compiled
def _around(squares: Pair) -> tuple[Pair, Pair, Pair, Pair]:
    """The squares to the right of a set, to the left, below and above."""
    low, high = squares
    east, east_high, west, west_high = low & ~_LAST_LOW, high & ~_LAST_HIGH, low & ~_FIRST_LOW, high & ~_FIRST_HIGH
    return (
        (east << 1 & LOW_BITS, east_high << 1 | east >> LOW - 1),
        (west >> 1 | (west_high & 1) << LOW - 1, west_high >> 1),
        (low << SIDE & LOW_BITS, high << SIDE & HIGH_BITS | low >> LOW - SIDE),
        (low >> SIDE | (high & ROW) << LOW - SIDE, high >> SIDE),
    )


@instead(plain.reach)
def reach(square: int, taken: Pair) -> Pair:
    free_low, free_high = LOW_BITS & ~taken[0], HIGH_BITS & ~taken[1]
    seen = single(square)
    while True:
        east, west, south, north = _around(seen)
        low = seen[0] | (east[0] | west[0] | south[0] | north[0]) & free_low
        high = seen[1] | (east[1] | west[1] | south[1] | north[1]) & free_high
        if low == seen[0] and high == seen[1]:
            return seen
        seen = low, high


@instead(plain.dead_ends)
def dead_ends(room: Pair, head: int, front: int) -> int:
    east, west, south, north = _around(added(room, head))
    own = single(front)
    low = room[0] & ~own[0] & ~_twice(east[0], west[0], north[0], south[0])
    return count((low, room[1] & ~own[1] & ~_twice(east[1], west[1], north[1], south[1])))


@compiled
def _twice(east: int, west: int, north: int, south: int) -> int:
    return north & south | east & west | (north | south) & (east | west)


_stands = linked(plain.stands)  # the rule itself, as all that is linked


@compiled
def squares(at: Numbers, column: int) -> Pair:
    """The set of squares in two columns of a position."""
    return at[column], at[column + 1]


# A position: what each column holds. Sets of squares have two columns, tracks and one-time actions one each.
# RAISED: levels reached this turn, not active yet; COUNT: how many dice, then what they show, sets of them; LOCKS: the
# dice that show a lock.
TURN, HEAD, HEADING, ENTRY, TRAIL, BLOCKADES, UPS, JUMPED, LEVEL = 0, 1, 2, 3, 4, 6, 8, 10, 11
RAISED, CHOICES, OWNS, WON, WON_NOW, COUNT = accumulate(
    (LEVEL + len(TRACKS), len(TRACKS), 1, *[len(ACTION_NAMES)] * 2, 1)
)
DICE, USED, IGNORED, UNLOCKED, REROLLS, REROLLS_LEFT = range(COUNT + 1, COUNT + 7)
FLIPS_LEFT, UNLOCKS, DROPS, ENDED, LOCKS, COLUMNS = range(COUNT + 7, COUNT + 13)
SHOWN, SHOWS = 3, 7  # bits of a die in what they show
PORTAL, JUMP, UNLOCK = range(OWNS, OWNS + len(ACTION_NAMES))
REASONS = ("wall", "blockade", "trail", "conceded", "league", ENDLESS)
LEAGUE_ENDED, WITHOUT_END = 4, 5

# An order: its verb, its dice, the way named for the start, its parts and how many.
VERB, NUMBERS, WAY, LENGTH, PARTS = range(1, 6)
MOVE, REROLL, FLIP, FREE, IGNORE, CONCEDE = range(6)
# The desk. Rules: who plays, whether all share dice;
SEAT, LEAGUE = range(2)
# house values; how many ways there are to name so many dice, some turning either way, of a run that has ended; sets of
# dice as they are listed;
TURNS_HELD = MOST_ACTIONS + 2
FACE, VALUES, FIRST_OWNS, ALL_UPS, IDLE, SETS = accumulate(
    (LEAGUE + 1, SIDES + 1, len(TRACKS) * (LEVELS + 1), len(ACTION_NAMES), 2, (MOST_DICE + 1) ** 2)
)
ALL_SETS = (1 << MOST_DICE) - 1
# streams of chance: of the game's dice, of the bot, of a sample; dice held for a league, 0 where not yet thrown: of
# each turn, of each throw again, of each blockade, and how far these go; whether it is told what happens;
SUPPOSED = -1  # instead of a stream: no chance at all, every blockade falls out of the way
MOST_REROLLS = 10
GAME_DICE, BOT_DICE, SAMPLE, HELD_TURNS, HELD_REROLLS, HELD_DROPS, LAST_TURN = accumulate(
    (SETS + ALL_SETS, 1, 1, 1, TURNS_HELD, MOST_REROLLS * TURNS_HELD, (MOST_DICE + 2) * TURNS_HELD)
)
LAST_DROP, TELLING, PLACES = range(LAST_TURN + 1, LAST_TURN + 4)
# what was told: places, kinds; how many moves begin with each face, and with each way named for the start; orders, the
# first of them the one that is carried out; positions.
PLACE_WORDS, NAMED = 2, 3
SEATED = tuple(kind for kind in SnakeyDice.EVENTS if not kind.startswith("set-up"))
UNSEATED = ("set-up", "set-up-again")
KINDS_OF_PART = 6  # of those that a die may be: by faces, left and right of EITHER apart
ORDER_WIDTH = PARTS + MOST_PARTS
MOST_ORDERS = 4 + MOST_DICE  # that `careful` looks at
KIND_WORDS = (len(UNSEATED) + len(SEATED) * MOST_SEATS) // 64 + 1
HAPPENED, KNOWN, MOVES, ORDERS, ROOMS = accumulate(
    (PLACES + PLACE_WORDS, KIND_WORDS, KINDS_OF_PART * MOST_PARTS, NAMED, ORDER_WIDTH * (MOST_ORDERS + 1))
)
CHOSEN, SIZE = ORDERS, ROOMS + COLUMNS * (MOST_PARTS + 2)


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
def sheet(house: House) -> Numbers:
    """A desk with the values of a house sheet and the board's tables."""
    made = np.zeros(SIZE, np.int64)
    made[FACE + 1 : FACE + 1 + SIDES] = [FACES.index(face) for face in house.die.faces]
    made[VALUES:FIRST_OWNS] = [value for track in TRACKS for value in getattr(house.tracks, track)]
    made[FIRST_OWNS:ALL_UPS] = [getattr(house.actions, action) for action in ACTION_NAMES]
    made[ALL_UPS:IDLE] = pair(house.board.power_ups)
    for turning in range(MOST_DICE + 1):
        for either in range(MOST_DICE + 1 - turning):
            made[IDLE + (MOST_DICE + 1) * turning + either] = _sequences(turning, either)
    dice = range(MOST_DICE)
    sets = [sum(1 << die for die in some) for count in dice for some in combinations(dice, count + 1)]
    made[SETS : SETS + ALL_SETS] = sets
    return made


@cache
def _sequences(plain: int, either: int) -> int:
    """How many sequences of some of so many dice there are, the others naming one of two turns."""
    found = plain * (1 + _sequences(plain - 1, either)) if plain else 0
    return found + (2 * either * (1 + _sequences(plain, either - 1)) if either else 0)


@compiled
def room(desk: Numbers, number: int) -> Numbers:
    """A position on the desk."""
    return desk[ROOMS + COLUMNS * number : ROOMS + COLUMNS * (number + 1)]


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
    return _stands(square, squares(at, BLOCKADES), squares(at, TRAIL))


assert LOW < SQUARES <= 2 * LOW + 1
