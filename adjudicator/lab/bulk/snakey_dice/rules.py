"""A run in compiled code: moves, power-ups, blockades, payments, turns, and how it ends."""

from __future__ import annotations

import numpy as np

from adjudicator.core.compiled import Numbers, bits, compiled, linked, typed
from adjudicator.dice.compiled import below
from adjudicator.games.snakey_dice import hand, run, squares as plain, state
from adjudicator.games.snakey_dice.course import (
    BONUS,
    BY_FLIP,
    BY_IGNORE,
    BY_REROLL,
    BY_UNLOCK,
    EAST,
    PAY_JUMP,
    PAY_PORTAL,
    RAISE,
    SHOWN,
    SHOWS,
    SOUTH,
    TURNS,
)
from adjudicator.games.snakey_dice.hand import ENDS, ROLLS
from adjudicator.games.snakey_dice.play import POWER_UP_BLOCKADES
from adjudicator.games.snakey_dice.run import MOST_BONUSES, MOST_DICE
from adjudicator.games.snakey_dice.squares import CONCEDED, EITHER, LOCKED, SIDE, WALL, Snake
from adjudicator.lab.bulk.snakey_dice.arrays import (
    ALL_UPS,
    BLOCKADES,
    CHOICES,
    CONCEDE,
    COUNT,
    DICE,
    DROPS,
    ENDED,
    ENTRY,
    FACE,
    FLIP,
    FLIPS_LEFT,
    FREE,
    GAME_DICE,
    HEAD,
    HEADING,
    HELD_DROPS,
    HELD_REROLLS,
    HELD_TURNS,
    IGNORE,
    IGNORED,
    JUMP,
    JUMPED,
    LAST_DROP,
    LAST_TURN,
    LEAGUE,
    LENGTH,
    LEVEL,
    LOCKS,
    MOST_REROLLS,
    MOVE,
    NUMBERS,
    OWNS,
    PARTS,
    PORTAL,
    RAISED,
    REROLL,
    REROLLS,
    REROLLS_LEFT,
    SUPPOSED,
    TRAIL,
    TURN,
    UNLOCK,
    UNLOCKED,
    UNLOCKS,
    UPS,
    USED,
    VALUES,
    VERB,
    WAY,
    WON,
    WON_NOW,
    holds,
    kind,
    put,
    squares,
    stands,
    tell,
)
from printables.boards.snakey_dice import FIRST
from printables.boards.snakey_dice.house import FIRST_DICE, LEVELS, POINTS, SIDES, TRACKS, rating, square as square_of

FOR_BLOCKADE = 4
ROLLED, REROLLED, FLIPPED, UNLOCKS_FREE = kind("roll"), kind("reroll"), kind("flip"), kind("unlock")
UNLOCKS_PAID, IGNORES = kind("unlock-paid"), kind("ignore")
THROWN_ROLL, THROWN_REROLL = kind("thrown-roll"), kind("thrown-reroll")
THROWN_BLOCKADE = kind("thrown-blockade")
ACROSS = np.array(plain.ACROSS)
# The rules themselves.
before, landing, paid, turned = linked(plain.before), linked(plain.landing), linked(plain.paid), linked(plain.turned)
bonus_due, keeps_bonus, free_unlocks = linked(hand.bonus_due), linked(hand.keeps_bonus), linked(hand.free_unlocks)
follows, highest, counted, points = (
    linked(hand.follows),
    linked(run.highest),
    linked(state.counted),
    linked(state.points),
)
rated, named = linked(rating), linked(square_of)


@typed("int64(int64[::1], int64, int64)")
def thrown(desk: Numbers, stream: int, count: int) -> int:
    """What so many dice show."""
    values = 0
    for die in range(count):
        values |= below(desk, stream, SIDES) + 1 << SHOWN * die
    return values


@typed("int64(int64[::1], int64, int64, int64, int64)")
def _shared(desk: Numbers, stream: int, held: int, count: int, kind: int) -> int:
    """The same of dice that a league holds for all; in what is only tried nobody has thrown them yet."""
    if stream != GAME_DICE:
        return thrown(desk, stream, count)
    if not desk[held]:
        desk[held] = thrown(desk, stream, count)
        tell(desk, stream, kind, -1)
    return int(desk[held])


@compiled
def dropped(at: Numbers, desk: Numbers, stream: int) -> int:
    """The four dice of the next blockade."""
    if not desk[LEAGUE]:
        return thrown(desk, stream, FOR_BLOCKADE)
    if stream == GAME_DICE:
        desk[LAST_DROP] = max(desk[LAST_DROP], at[DROPS])
    return _shared(desk, stream, HELD_DROPS + at[DROPS], FOR_BLOCKADE, THROWN_BLOCKADE)


@compiled
def left(at: Numbers) -> int:
    """The dice neither used nor ignored."""
    return int((1 << at[COUNT]) - 1 & ~(at[USED] | at[IGNORED]))


@compiled
def face(at: Numbers, desk: Numbers, die: int) -> int:
    """What a die shows."""
    return int(desk[FACE + (at[DICE] >> SHOWN * die & SHOWS)])


@typed("int64(int64[::1], int64[::1], int64)")
def value(at: Numbers, desk: Numbers, track: int) -> int:
    """What a track is worth this turn."""
    return int(desk[VALUES + (LEVELS + 1) * track + at[LEVEL + track] - at[RAISED + track]])


@compiled
def levels(at: Numbers) -> Numbers:
    """The levels of all tracks."""
    return at[LEVEL : LEVEL + len(TRACKS)]


@compiled
def kept_locked(at: Numbers) -> int:
    """Dice that show a lock and are not ignored."""
    return int(bits(at[LOCKS] & ~at[IGNORED]))


@compiled
def bonus_open(at: Numbers) -> bool:
    """Whether there is a bonus to be taken."""
    fewest = min(at[WON], at[WON + 1], at[WON + 2])
    return bonus_due(at[WON_NOW] != 0, kept_locked(at), fewest)


@compiled
def _look(at: Numbers, desk: Numbers) -> None:
    """Which dice show a lock."""
    at[LOCKS] = 0
    for die in range(at[COUNT]):
        at[LOCKS] |= (face(at, desk, die) == LOCKED) << die


@typed("void(int64[::1], int64[::1], int64)")
def roll(at: Numbers, desk: Numbers, stream: int) -> None:
    """The throw of a turn, with all that it begins with."""
    at[RAISED : RAISED + len(TRACKS)] = 0
    at[USED] = at[IGNORED] = at[UNLOCKED] = at[WON_NOW] = at[REROLLS] = at[UNLOCKS] = 0
    at[REROLLS_LEFT], at[FLIPS_LEFT] = value(at, desk, BY_REROLL), value(at, desk, BY_FLIP)
    at[COUNT] = FIRST_DICE + highest(levels(at))
    if stream == SUPPOSED:
        return
    if desk[LEAGUE]:
        if stream == GAME_DICE:
            desk[LAST_TURN] = max(desk[LAST_TURN], at[TURN])
        at[DICE] = _shared(desk, stream, HELD_TURNS + at[TURN], MOST_DICE, THROWN_ROLL)
        at[DICE] &= (1 << SHOWN * at[COUNT]) - 1
    else:
        at[DICE] = thrown(desk, stream, at[COUNT])
    _look(at, desk)
    tell(desk, stream, ROLLED, -1)


@compiled
def possible(at: Numbers, desk: Numbers, verb: int, dice: int) -> bool:
    """Whether these dice, all of them left, may be rerolled, flipped, unlocked or ignored."""
    if at[CHOICES] or (at[USED] and verb != IGNORE):
        return False
    locked = at[LOCKS] & ~at[UNLOCKED]
    if verb == REROLL:
        return bool(at[REROLLS_LEFT] and not dice & locked)
    if verb == FLIP:
        return bool(bits(dice) <= at[FLIPS_LEFT] and not dice & locked)
    if verb == FREE:
        return not dice & ~locked and bits(dice) <= _free(at, desk, dice) + at[OWNS + UNLOCK]
    if bits(at[IGNORED] | dice) > value(at, desk, BY_IGNORE):
        return False
    return keeps_bonus(at[WON_NOW] != 0, kept_locked(at), bits(dice & at[LOCKS]))


@compiled
def _free(at: Numbers, desk: Numbers, dice: int) -> int:
    """How many of these dice are unlocked by the track."""
    return free_unlocks(bits(dice), value(at, desk, BY_UNLOCK), at[UNLOCKS])


@compiled
def handle(at: Numbers, desk: Numbers, verb: int, dice: int, stream: int) -> None:
    """Dice are rerolled, flipped, unlocked or ignored, as is possible."""
    if verb == REROLL:
        at[REROLLS_LEFT] -= 1
        at[REROLLS] += 1
        _reroll(at, desk, dice, stream)
        tell(desk, stream, REROLLED, -1)
    elif verb == FLIP:
        at[FLIPS_LEFT] -= bits(dice)
        for die in range(MOST_DICE):
            if dice >> die & 1:
                at[DICE] ^= (SIDES + 1) << SHOWN * die
        tell(desk, stream, FLIPPED, -1)
    elif verb == FREE:
        free = _free(at, desk, dice)
        paid = bits(dice) - free
        at[UNLOCKS] += free
        at[OWNS + UNLOCK] -= paid
        at[UNLOCKED] |= dice
        tell(desk, stream, UNLOCKS_PAID if paid else UNLOCKS_FREE, -1)
        return
    else:
        at[IGNORED] |= dice
        tell(desk, stream, IGNORES, -1)
        return
    at[UNLOCKED] &= ~dice
    _look(at, desk)


@compiled
def _reroll(at: Numbers, desk: Numbers, dice: int, stream: int) -> None:
    values = np.int64(0)
    if desk[LEAGUE]:
        held = HELD_REROLLS + MOST_REROLLS * at[TURN] + at[REROLLS]
        values = _shared(desk, stream, held, MOST_DICE, THROWN_REROLL)
    for die in range(MOST_DICE):
        if dice >> die & 1:
            shown = values >> SHOWN * die & SHOWS if desk[LEAGUE] else below(desk, stream, SIDES) + 1
            at[DICE] = at[DICE] & ~(SHOWS << SHOWN * die) | shown << SHOWN * die


assert SIDES == SHOWS - 1  # opposite faces are a number's and that of the bits that it lacks

ENTERS, PASSES, DROPPED, LOST = kind("enter"), kind("power-up"), kind("blockade"), kind("lost")
PAYS_PORTAL, PAYS_JUMP = kind("portal"), kind("jump")
RAISES, MORE_DICE, WINS, STOPPED = kind(f"level-{TRACKS[0]}"), kind("extra-die"), kind("bonus-portal"), kind("stopped")
ENDED_BY, SCORES, RATED = kind("ended-wall"), kind("score-power-ups"), kind("rating-0")
LINES = len(POINTS)


@compiled
def front(at: Numbers, heading: int) -> int:
    """The square that is drawn in next; -1: there is a wall."""
    return before(at[HEAD], at[ENTRY], heading)


@compiled
def trouble(at: Numbers, heading: int) -> int:
    """What stands in the square in front; nothing before the snake has a heading."""
    return 0 if heading < 0 else stands(at, front(at, heading))


@compiled
def snake(at: Numbers, heading: int) -> Snake:
    """Where the snake is, with that way."""
    taken = at[TRAIL] | at[BLOCKADES], at[TRAIL + 1] | at[BLOCKADES + 1]
    return at[HEAD], heading, at[ENTRY], taken, at[OWNS + PORTAL], at[OWNS + JUMP]


@typed("boolean(int64[::1], int64)")
def way_out(at: Numbers, heading: int) -> bool:
    """Whether what lies in front is free, or can be paid for."""
    return paid(snake(at, heading))[0] >= 0


@compiled
def _use(at: Numbers, desk: Numbers, code: int, way: int, stream: int) -> bool:
    """A die draws its turn in the square in front, or makes the blockade of a locked one."""
    die, turn = code // TURNS, code % TURNS
    shown = face(at, desk, die)
    if not left(at) >> die & 1 or (turn > 0) != (shown == EITHER):
        return False
    used = at[USED] | 1 << die
    if at[ENDED]:
        at[USED] = used
        return True
    if shown == LOCKED:
        at[USED] = used
        _blockade(at, desk, stream)
        return True
    heading = at[HEADING] if at[HEADING] >= 0 else way
    if heading < 0:
        return False
    found = trouble(at, heading)
    if found and (way_out(at, heading) or bonus_open(at)):
        return False
    at[USED] = used
    if found:
        at[HEADING] = heading
        end(at, desk, found, stream)
    else:
        _enter(at, desk, heading, turned(shown, turn), stream)
    return True


@compiled
def _enter(at: Numbers, desk: Numbers, heading: int, turn: int, stream: int) -> None:
    """The head goes on into the square in front and turns there; a power-up there is passed."""
    there = front(at, heading)
    tell(desk, stream, ENTERS, at[HEAD])
    tell(desk, stream, ENTERS, there)
    at[HEADING], at[HEAD], at[ENTRY] = (heading + turn) & 3, there, -1
    put(at, TRAIL, there)
    if not holds(squares(at, UPS), there):
        return
    put(at, UPS, there)
    tell(desk, stream, PASSES, there)
    for _ in range(POWER_UP_BLOCKADES):
        _blockade(at, desk, stream)
    room = 0
    for track in range(len(TRACKS)):
        room += LEVELS - at[LEVEL + track]
    if at[CHOICES] < room:
        at[CHOICES] += 1


@compiled
def square(values: int) -> int:
    """The square that four dice name, two for the column and two for the row."""
    a, b, c, d = values, values >> SHOWN, values >> 2 * SHOWN, values >> 3 * SHOWN
    column, row = named((a & SHOWS, b & SHOWS, c & SHOWS, d & SHOWS))
    return SIDE * (row - FIRST) + column - FIRST


@typed("void(int64[::1], int64[::1], int64)")
def _blockade(at: Numbers, desk: Numbers, stream: int) -> None:
    """A square is thrown for and crossed off, unless something is there."""
    at[DROPS] += 1
    if stream == SUPPOSED:
        return
    there = square(dropped(at, desk, stream))
    if stands(at, there) or holds(squares(at, UPS), there):
        tell(desk, stream, LOST, there)
    else:
        put(at, BLOCKADES, there)
        tell(desk, stream, DROPPED, there)


@compiled
def _portal(at: Numbers, desk: Numbers, stream: int) -> bool:
    """Through the wall in front: the next die is drawn in the square at the other side."""
    heading = at[HEADING]
    if trouble(at, heading) != WALL or not at[OWNS + PORTAL]:
        return False
    at[OWNS + PORTAL] -= 1
    at[ENTRY] = ACROSS[heading][at[HEAD]]
    tell(desk, stream, PAYS_PORTAL, at[HEAD])
    tell(desk, stream, PAYS_PORTAL, at[ENTRY])
    return True


@compiled
def _jump(at: Numbers, desk: Numbers, way: int, stream: int) -> bool:
    """Over what stands in front to the first free square: the next die is drawn there."""
    heading = at[HEADING] if at[HEADING] >= 0 else way
    if heading < 0 or not at[OWNS + JUMP]:
        return False
    there = front(at, heading)
    if there < 0 or not stands(at, there):
        return False
    there, over = landing(there, heading, snake(at, heading)[3])
    if there < 0:
        return False
    at[OWNS + JUMP] -= 1
    at[HEADING], at[ENTRY] = heading, there
    at[JUMPED] += over
    tell(desk, stream, PAYS_JUMP, at[HEAD])
    tell(desk, stream, PAYS_JUMP, there)
    return True


@compiled
def _raise(at: Numbers, desk: Numbers, track: int, stream: int) -> bool:
    """A track goes up a level, active next turn; the first to reach it brings a die from then on."""
    if not at[CHOICES] or at[LEVEL + track] == LEVELS:
        return False
    most = highest(levels(at))
    at[CHOICES] -= 1
    at[LEVEL + track] += 1
    at[RAISED + track] += 1
    tell(desk, stream, RAISES + track, -1)
    if at[LEVEL + track] > most:
        tell(desk, stream, MORE_DICE, -1)
    return True


@compiled
def _win(at: Numbers, desk: Numbers, action: int, stream: int) -> bool:
    """One more one-time action for three locked dice kept."""
    if not bonus_open(at) or at[WON + action] == MOST_BONUSES:
        return False
    at[WON_NOW] = 1
    at[WON + action] += 1
    at[OWNS + action] += 1
    tell(desk, stream, WINS + action, -1)
    return True


@compiled
def _settle(at: Numbers, desk: Numbers, stream: int) -> None:
    """Ends the turn when nothing is left to do in it, or the run when nothing can save it."""
    if at[ENDED] or at[CHOICES]:
        return
    first, rest = at[HEADING] if at[HEADING] >= 0 else EAST, left(at)
    stuck = not way_out(at, first) and (at[HEADING] >= 0 or not way_out(at, SOUTH))
    troubled = not rest and trouble(at, at[HEADING]) != 0
    what = follows(bits(rest), bits(rest & at[LOCKS]), bonus_open(at), stuck, troubled)
    if what == ENDS:
        end(at, desk, trouble(at, first), stream)
    elif what == ROLLS:
        at[TURN] += 1
        roll(at, desk, stream)


@compiled
def total(at: Numbers, desk: Numbers) -> int:
    """The points of a run as it stands."""
    owned, ups = at[OWNS] + at[OWNS + 1] + at[OWNS + 2], squares(desk, ALL_UPS)
    return points(counted(ups, squares(at, TRAIL), squares(at, BLOCKADES), owned, levels(at), at[JUMPED]))


@typed("void(int64[::1], int64[::1], int64, int64)")
def end(at: Numbers, desk: Numbers, how: int, stream: int) -> None:
    """The run is over: every line of its score, and what that makes it."""
    at[ENDED], at[CHOICES] = how, 0
    tell(desk, stream, ENDED_BY + how - 1, at[HEAD] if at[HEADING] >= 0 else -1)
    for line in range(LINES):
        tell(desk, stream, SCORES + line, -1)
    tell(desk, stream, RATED + rated(total(at, desk)), -1)


@typed("boolean(int64[::1], int64[::1], int64, int64, int64)")
def part(at: Numbers, desk: Numbers, code: int, way: int, stream: int) -> bool:
    """One part of a move, `way` the one named for a snake that has none; whether it is legal, else nothing changes."""
    if at[ENDED] and code >= PAY_PORTAL:
        return False
    if at[CHOICES] and not RAISE <= code < BONUS:
        return False
    if code < PAY_PORTAL:
        legal = _use(at, desk, code, way, stream)
    elif code == PAY_PORTAL:
        legal = _portal(at, desk, stream)
    elif code == PAY_JUMP:
        legal = _jump(at, desk, way, stream)
    elif code < BONUS:
        legal = _raise(at, desk, code - RAISE, stream)
    else:
        legal = _win(at, desk, code - BONUS, stream)
    if legal:
        _settle(at, desk, stream)
    return legal


@typed("void(int64[::1], int64[::1], int64, int64)")
def carry_out(at: Numbers, desk: Numbers, order: int, stream: int) -> None:
    """A legal order; a move stops where a blockade fell so that the rest cannot be."""
    verb = desk[order + VERB]
    if verb == MOVE:
        for number in range(desk[order + LENGTH]):
            way = desk[order + WAY] if at[HEADING] < 0 else -1
            if not part(at, desk, desk[order + PARTS + number], way, stream):
                tell(desk, stream, STOPPED, -1)
                return
    elif verb == CONCEDE:
        end(at, desk, CONCEDED, stream)
    else:
        handle(at, desk, verb, desk[order + NUMBERS], stream)
        if verb == IGNORE:
            _settle(at, desk, stream)
