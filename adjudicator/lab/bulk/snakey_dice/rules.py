"""A run in compiled code: moves, power-ups, blockades, payments, turns, and how it ends."""

import numpy as np

from adjudicator.core.compiled import Numbers, bits, compiled, linked, typed
from adjudicator.dice.compiled import below
from adjudicator.games.snakey_dice import course, hand, run, squares as plain, state
from adjudicator.games.snakey_dice.hand import ENDS, ROLLS
from adjudicator.games.snakey_dice.play import POWER_UP_BLOCKADES
from adjudicator.games.snakey_dice.run import MOST_BONUSES, MOST_DICE
from adjudicator.games.snakey_dice.squares import CONCEDED, EITHER, LOCKED, SIDE, WALL, Snake
from adjudicator.lab.bulk.snakey_dice import arrays
from printables.boards.snakey_dice import FIRST
from printables.boards.snakey_dice.house import FIRST_DICE, LEVELS, POINTS, SIDES, TRACKS, rating, square as square_of

FOR_BLOCKADE = 4
ROLLED, REROLLED, FLIPPED, UNLOCKS_FREE = map(arrays.kind, ("roll", "reroll", "flip", "unlock"))
UNLOCKS_PAID, IGNORES, THROWN_ROLL = map(arrays.kind, ("unlock-paid", "ignore", "thrown-roll"))
THROWN_REROLL, THROWN_BLOCKADE = map(arrays.kind, ("thrown-reroll", "thrown-blockade"))
ACROSS = np.array(plain.ACROSS)
# The rules themselves.
before, landing, paid, turned = linked(plain.before), linked(plain.landing), linked(plain.paid), linked(plain.turned)
bonus_due, keeps_bonus, free_unlocks = linked(hand.bonus_due), linked(hand.keeps_bonus), linked(hand.free_unlocks)
follows, highest = linked(hand.follows), linked(run.highest)
counted, points = linked(state.counted), linked(state.points)
rated, named = linked(rating), linked(square_of)


@typed("int64(int64[::1], int64, int64)")
def thrown(desk: Numbers, stream: int, count: int) -> int:
    """What so many dice show."""
    values = 0
    for die in range(count):
        values |= below(desk, stream, SIDES) + 1 << course.SHOWN * die
    return values


@typed("int64(int64[::1], int64, int64, int64, int64)")
def _shared(desk: Numbers, stream: int, held: int, count: int, kind: int) -> int:
    """The same of dice that a league holds for all; in what is only tried nobody has thrown them yet."""
    if stream != arrays.GAME_DICE:
        return thrown(desk, stream, count)
    if not desk[held]:
        desk[held] = thrown(desk, stream, count)
        arrays.tell(desk, stream, kind, -1)
    return int(desk[held])


@compiled
def left(at: Numbers) -> int:
    """The dice neither used nor ignored."""
    return int((1 << at[arrays.COUNT]) - 1 & ~(at[arrays.USED] | at[arrays.IGNORED]))


@compiled
def face(at: Numbers, desk: Numbers, die: int) -> int:
    """What a die shows."""
    return int(desk[arrays.FACE + (at[arrays.DICE] >> course.SHOWN * die & course.SHOWS)])


@typed("int64(int64[::1], int64[::1], int64)")
def value(at: Numbers, desk: Numbers, track: int) -> int:
    """What a track is worth this turn."""
    return int(desk[arrays.VALUES + (LEVELS + 1) * track + at[arrays.LEVEL + track] - at[arrays.RAISED + track]])


@compiled
def levels(at: Numbers) -> Numbers:
    """The levels of all tracks."""
    return at[arrays.LEVEL : arrays.LEVEL + len(TRACKS)]


@compiled
def kept_locked(at: Numbers) -> int:
    """Dice that show a lock and are not ignored."""
    return int(bits(at[arrays.LOCKS] & ~at[arrays.IGNORED]))


@compiled
def bonus_open(at: Numbers) -> bool:
    """Whether there is a bonus to be taken."""
    fewest = min(at[arrays.WON], at[arrays.WON + 1], at[arrays.WON + 2])
    return bonus_due(at[arrays.WON_NOW] != 0, kept_locked(at), fewest)


@compiled
def _look(at: Numbers, desk: Numbers) -> None:
    """Which dice show a lock."""
    at[arrays.LOCKS] = 0
    for die in range(at[arrays.COUNT]):
        at[arrays.LOCKS] |= (face(at, desk, die) == LOCKED) << die


@typed("void(int64[::1], int64[::1], int64)")
def roll(at: Numbers, desk: Numbers, stream: int) -> None:
    """The throw of a turn, with all that it begins with."""
    at[arrays.RAISED : arrays.RAISED + len(TRACKS)] = 0
    at[arrays.USED] = at[arrays.IGNORED] = at[arrays.UNLOCKED] = at[arrays.UNLOCKS] = 0
    at[arrays.WON_NOW] = at[arrays.REROLLS] = 0
    at[arrays.REROLLS_LEFT], at[arrays.FLIPS_LEFT] = value(at, desk, course.BY_REROLL), value(at, desk, course.BY_FLIP)
    at[arrays.COUNT] = FIRST_DICE + highest(levels(at))
    if stream == arrays.SUPPOSED:
        return
    if desk[arrays.LEAGUE]:
        if stream == arrays.GAME_DICE:
            desk[arrays.LAST_TURN] = max(desk[arrays.LAST_TURN], at[arrays.TURN])
        at[arrays.DICE] = _shared(desk, stream, arrays.HELD_TURNS + at[arrays.TURN], MOST_DICE, THROWN_ROLL)
        at[arrays.DICE] &= (1 << course.SHOWN * at[arrays.COUNT]) - 1
    else:
        at[arrays.DICE] = thrown(desk, stream, at[arrays.COUNT])
    _look(at, desk)
    arrays.tell(desk, stream, ROLLED, -1)


@compiled
def possible(at: Numbers, desk: Numbers, verb: int, dice: int) -> bool:
    """Whether these dice, all of them left, may be rerolled, flipped, unlocked or ignored."""
    if at[arrays.CHOICES] or (at[arrays.USED] and verb != arrays.IGNORE):
        return False
    locked = at[arrays.LOCKS] & ~at[arrays.UNLOCKED]
    if verb == arrays.REROLL:
        return bool(at[arrays.REROLLS_LEFT] and not dice & locked)
    if verb == arrays.FLIP:
        return bool(bits(dice) <= at[arrays.FLIPS_LEFT] and not dice & locked)
    if verb == arrays.FREE:
        return not dice & ~locked and bits(dice) <= _free(at, desk, dice) + at[arrays.UNLOCK]
    if bits(at[arrays.IGNORED] | dice) > value(at, desk, course.BY_IGNORE):
        return False
    return keeps_bonus(at[arrays.WON_NOW] != 0, kept_locked(at), bits(dice & at[arrays.LOCKS]))


@compiled
def _free(at: Numbers, desk: Numbers, dice: int) -> int:
    """How many of these dice are unlocked by the track."""
    return free_unlocks(bits(dice), value(at, desk, course.BY_UNLOCK), at[arrays.UNLOCKS])


@compiled
def handle(at: Numbers, desk: Numbers, verb: int, dice: int, stream: int) -> None:
    """Dice are rerolled, flipped, unlocked or ignored, as is possible."""
    kind = IGNORES
    if verb == arrays.REROLL:
        at[arrays.REROLLS_LEFT] -= 1
        at[arrays.REROLLS] += 1
        values, kind = np.int64(0), REROLLED
        if desk[arrays.LEAGUE]:
            held = arrays.HELD_REROLLS + arrays.MOST_REROLLS * at[arrays.TURN] + at[arrays.REROLLS]
            values = _shared(desk, stream, held, MOST_DICE, THROWN_REROLL)
        for die in range(MOST_DICE):
            if dice >> die & 1:
                same, place = values >> course.SHOWN * die & course.SHOWS, course.SHOWN * die
                shown = same if desk[arrays.LEAGUE] else below(desk, stream, SIDES) + 1
                at[arrays.DICE] = at[arrays.DICE] & ~(course.SHOWS << place) | shown << place
    elif verb == arrays.FLIP:
        kind = FLIPPED
        at[arrays.FLIPS_LEFT] -= bits(dice)
        for die in range(MOST_DICE):
            if dice >> die & 1:
                at[arrays.DICE] ^= (SIDES + 1) << course.SHOWN * die
    elif verb == arrays.FREE:
        free = _free(at, desk, dice)
        paid = bits(dice) - free
        at[arrays.UNLOCKS] += free
        at[arrays.UNLOCK] -= paid
        at[arrays.UNLOCKED] |= dice
        kind = UNLOCKS_PAID if paid else UNLOCKS_FREE
    else:
        at[arrays.IGNORED] |= dice
    arrays.tell(desk, stream, kind, -1)
    if verb in (arrays.REROLL, arrays.FLIP):
        at[arrays.UNLOCKED] &= ~dice
        _look(at, desk)


assert SIDES == course.SHOWS - 1  # opposite faces are a number's and that of the bits that it lacks

ENTERS, PASSES, DROPPED, LOST = map(arrays.kind, ("enter", "power-up", "blockade", "lost"))
PAYS_PORTAL, PAYS_JUMP, MORE_DICE, STOPPED = map(arrays.kind, ("portal", "jump", "extra-die", "stopped"))
RAISES, WINS, ENDED_BY = map(arrays.kind, (f"level-{TRACKS[0]}", "bonus-portal", "ended-wall"))
SCORES, RATED = map(arrays.kind, ("score-power-ups", "rating-0"))
LINES = len(POINTS)


@compiled
def front(at: Numbers, heading: int) -> int:
    """The square that is drawn in next; -1: there is a wall."""
    return before(at[arrays.HEAD], at[arrays.ENTRY], heading)


@compiled
def trouble(at: Numbers, heading: int) -> int:
    """What stands in the square in front; nothing before the snake has a heading."""
    return 0 if heading < 0 else arrays.stands(at, front(at, heading))


@compiled
def snake(at: Numbers, heading: int) -> Snake:
    """Where the snake is, with that way."""
    taken = at[arrays.TRAIL] | at[arrays.BLOCKADES], at[arrays.TRAIL + 1] | at[arrays.BLOCKADES + 1]
    portals, jumps = at[arrays.PORTAL], at[arrays.JUMP]
    return at[arrays.HEAD], heading, at[arrays.ENTRY], taken, portals, jumps


@typed("boolean(int64[::1], int64)")
def way_out(at: Numbers, heading: int) -> bool:
    """Whether what lies in front is free, or can be paid for."""
    return paid(snake(at, heading))[0] >= 0


@compiled
def _use(at: Numbers, desk: Numbers, code: int, way: int, stream: int) -> bool:
    """A die draws its turn in the square in front, or makes the blockade of a locked one."""
    die, turn = code // course.TURNS, code % course.TURNS
    shown = face(at, desk, die)
    if not left(at) >> die & 1 or (turn > 0) != (shown == EITHER):
        return False
    used = at[arrays.USED] | 1 << die
    if at[arrays.ENDED]:
        at[arrays.USED] = used
        return True
    if shown == LOCKED:
        at[arrays.USED] = used
        _blockade(at, desk, stream)
        return True
    heading = at[arrays.HEADING] if at[arrays.HEADING] >= 0 else way
    if heading < 0:
        return False
    found = trouble(at, heading)
    if found and (way_out(at, heading) or bonus_open(at)):
        return False
    at[arrays.USED] = used
    if found:
        at[arrays.HEADING] = heading
        end(at, desk, found, stream)
    else:
        _enter(at, desk, heading, turned(shown, turn), stream)
    return True


@compiled
def _enter(at: Numbers, desk: Numbers, heading: int, turn: int, stream: int) -> None:
    """The head goes on into the square in front and turns there; a power-up there is passed."""
    there = front(at, heading)
    arrays.tell(desk, stream, ENTERS, at[arrays.HEAD])
    arrays.tell(desk, stream, ENTERS, there)
    at[arrays.HEADING], at[arrays.HEAD], at[arrays.ENTRY] = (heading + turn) & 3, there, -1
    arrays.put(at, arrays.TRAIL, there)
    if not arrays.holds(arrays.squares(at, arrays.UPS), there):
        return
    arrays.put(at, arrays.UPS, there)
    arrays.tell(desk, stream, PASSES, there)
    for _ in range(POWER_UP_BLOCKADES):
        _blockade(at, desk, stream)
    room = 0
    for track in range(len(TRACKS)):
        room += LEVELS - at[arrays.LEVEL + track]
    if at[arrays.CHOICES] < room:
        at[arrays.CHOICES] += 1


@compiled
def square(values: int) -> int:
    """The square that four dice name, two for the column and two for the row."""
    a, b, c, d = values, values >> course.SHOWN, values >> 2 * course.SHOWN, values >> 3 * course.SHOWN
    column, row = named((a & course.SHOWS, b & course.SHOWS, c & course.SHOWS, d & course.SHOWS))
    return SIDE * (row - FIRST) + column - FIRST


@typed("void(int64[::1], int64[::1], int64)")
def _blockade(at: Numbers, desk: Numbers, stream: int) -> None:
    """A square is thrown for and crossed off, unless something is there."""
    at[arrays.DROPS] += 1
    if stream == arrays.SUPPOSED:
        return
    if desk[arrays.LEAGUE]:
        if stream == arrays.GAME_DICE:
            desk[arrays.LAST_DROP] = max(desk[arrays.LAST_DROP], at[arrays.DROPS])
        dice = _shared(desk, stream, arrays.HELD_DROPS + at[arrays.DROPS], FOR_BLOCKADE, THROWN_BLOCKADE)
    else:
        dice = thrown(desk, stream, FOR_BLOCKADE)
    there = square(dice)
    if arrays.stands(at, there) or arrays.holds(arrays.squares(at, arrays.UPS), there):
        arrays.tell(desk, stream, LOST, there)
    else:
        arrays.put(at, arrays.BLOCKADES, there)
        arrays.tell(desk, stream, DROPPED, there)


@compiled
def _portal(at: Numbers, desk: Numbers, stream: int) -> bool:
    """Through the wall in front: the next die is drawn in the square at the other side."""
    heading = at[arrays.HEADING]
    if trouble(at, heading) != WALL or not at[arrays.PORTAL]:
        return False
    at[arrays.PORTAL] -= 1
    at[arrays.ENTRY] = ACROSS[heading][at[arrays.HEAD]]
    arrays.tell(desk, stream, PAYS_PORTAL, at[arrays.HEAD])
    arrays.tell(desk, stream, PAYS_PORTAL, at[arrays.ENTRY])
    return True


@compiled
def _jump(at: Numbers, desk: Numbers, way: int, stream: int) -> bool:
    """Over what stands in front to the first free square: the next die is drawn there."""
    heading = at[arrays.HEADING] if at[arrays.HEADING] >= 0 else way
    if heading < 0 or not at[arrays.JUMP]:
        return False
    there = front(at, heading)
    if there < 0 or not arrays.stands(at, there):
        return False
    there, over = landing(there, heading, snake(at, heading)[3])
    if there < 0:
        return False
    at[arrays.JUMP] -= 1
    at[arrays.HEADING], at[arrays.ENTRY] = heading, there
    at[arrays.JUMPED] += over
    arrays.tell(desk, stream, PAYS_JUMP, at[arrays.HEAD])
    arrays.tell(desk, stream, PAYS_JUMP, there)
    return True


@compiled
def _raise(at: Numbers, desk: Numbers, track: int, stream: int) -> bool:
    """A track goes up a level, active next turn; the first to reach it brings a die from then on."""
    if not at[arrays.CHOICES] or at[arrays.LEVEL + track] == LEVELS:
        return False
    most = highest(levels(at))
    at[arrays.CHOICES] -= 1
    at[arrays.LEVEL + track] += 1
    at[arrays.RAISED + track] += 1
    arrays.tell(desk, stream, RAISES + track, -1)
    if at[arrays.LEVEL + track] > most:
        arrays.tell(desk, stream, MORE_DICE, -1)
    return True


@compiled
def _win(at: Numbers, desk: Numbers, action: int, stream: int) -> bool:
    """One more one-time action for three locked dice kept."""
    if not bonus_open(at) or at[arrays.WON + action] == MOST_BONUSES:
        return False
    at[arrays.WON_NOW] = 1
    at[arrays.WON + action] += 1
    at[arrays.OWNS + action] += 1
    arrays.tell(desk, stream, WINS + action, -1)
    return True


@compiled
def _settle(at: Numbers, desk: Numbers, stream: int) -> None:
    """Ends the turn when nothing is left to do in it, or the run when nothing can save it."""
    if at[arrays.ENDED] or at[arrays.CHOICES]:
        return
    first, rest = at[arrays.HEADING] if at[arrays.HEADING] >= 0 else course.EAST, left(at)
    stuck = not way_out(at, first) and (at[arrays.HEADING] >= 0 or not way_out(at, course.SOUTH))
    troubled = not rest and trouble(at, at[arrays.HEADING]) != 0
    what = follows(bits(rest), bits(rest & at[arrays.LOCKS]), bonus_open(at), stuck, troubled)
    if what == ENDS:
        end(at, desk, trouble(at, first), stream)
    elif what == ROLLS:
        at[arrays.TURN] += 1
        roll(at, desk, stream)


@compiled
def total(at: Numbers, desk: Numbers) -> int:
    """The points of a run as it stands."""
    owned, ups = at[arrays.OWNS] + at[arrays.OWNS + 1] + at[arrays.OWNS + 2], arrays.squares(desk, arrays.ALL_UPS)
    trail, blockades = arrays.squares(at, arrays.TRAIL), arrays.squares(at, arrays.BLOCKADES)
    return points(counted(ups, trail, blockades, owned, levels(at), at[arrays.JUMPED]))


@typed("void(int64[::1], int64[::1], int64, int64)")
def end(at: Numbers, desk: Numbers, how: int, stream: int) -> None:
    """The run is over: every line of its score, and what that makes it."""
    at[arrays.ENDED], at[arrays.CHOICES] = how, 0
    arrays.tell(desk, stream, ENDED_BY + how - 1, at[arrays.HEAD] if at[arrays.HEADING] >= 0 else -1)
    for line in range(LINES):
        arrays.tell(desk, stream, SCORES + line, -1)
    arrays.tell(desk, stream, RATED + rated(total(at, desk)), -1)


@typed("boolean(int64[::1], int64[::1], int64, int64, int64)")
def part(at: Numbers, desk: Numbers, code: int, way: int, stream: int) -> bool:
    """One part of a move, `way` the one named for a snake that has none; whether it is legal, else nothing changes."""
    if at[arrays.ENDED] and code >= course.PAY_PORTAL:
        return False
    if at[arrays.CHOICES] and not course.RAISE <= code < course.BONUS:
        return False
    if code < course.PAY_PORTAL:
        legal = _use(at, desk, code, way, stream)
    elif code == course.PAY_PORTAL:
        legal = _portal(at, desk, stream)
    elif code == course.PAY_JUMP:
        legal = _jump(at, desk, way, stream)
    elif code < course.BONUS:
        legal = _raise(at, desk, code - course.RAISE, stream)
    else:
        legal = _win(at, desk, code - course.BONUS, stream)
    if legal:
        _settle(at, desk, stream)
    return legal


@typed("void(int64[::1], int64[::1], int64, int64)")
def carry_out(at: Numbers, desk: Numbers, order: int, stream: int) -> None:
    """A legal order; a move stops where a blockade fell so that the rest cannot be."""
    verb = desk[order + arrays.VERB]
    if verb == arrays.MOVE:
        for number in range(desk[order + arrays.LENGTH]):
            if not part(at, desk, desk[order + arrays.PARTS + number], desk[order + arrays.WAY], stream):
                arrays.tell(desk, stream, STOPPED, -1)
                return
    elif verb == arrays.CONCEDE:
        end(at, desk, CONCEDED, stream)
    else:
        handle(at, desk, verb, desk[order + arrays.NUMBERS], stream)
        if verb == arrays.IGNORE:
            _settle(at, desk, stream)
