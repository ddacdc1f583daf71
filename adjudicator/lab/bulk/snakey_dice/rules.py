"""A run in compiled code: moves, power-ups, blockades, payments, turns, and how it ends."""

from __future__ import annotations

from typing import Any

from adjudicator.core.compiled import compiled, typed
from adjudicator.games.snakey_dice.play import POWER_UP_BLOCKADES
from adjudicator.games.snakey_dice.run import COMPASS, MOST_BONUSES
from adjudicator.lab.bulk.snakey_dice.arrays import (
    ACROSS,
    ALL_UPS,
    BLOCKADES,
    BONUS,
    CHOICES,
    CONCEDE,
    CONCEDED,
    DROPS,
    EITHER,
    ENDED,
    ENTRY,
    HEAD,
    HEADING,
    IGNORE,
    JUMP,
    JUMPED,
    LEFT,
    LENGTH,
    LEVEL,
    LOCKED,
    LOCKS,
    MOVE,
    NEAR,
    NUMBERS,
    OWNS,
    PARTS,
    PAY_JUMP,
    PAY_PORTAL,
    PORTAL,
    RAISE,
    RAISED,
    SHOWN,
    SHOWS,
    STRAIGHT,
    SUPPOSED,
    TRAIL,
    TURN,
    TURNS,
    UPS,
    USED,
    VERB,
    WALL,
    WAY,
    WON,
    WON_NOW,
    kind,
    stands,
    tell,
)
from adjudicator.lab.bulk.snakey_dice.hand import bonus_open, dropped, face, handle, highest, left, roll
from adjudicator.lab.bulk.snakey_dice.squares import SIDE, SQUARES, count, holds, put
from printables.boards.snakey_dice import FIRST
from printables.boards.snakey_dice.house import ACTIONS, LEVELS, TRACKS
from printables.boards.snakey_dice.scoring import POINTS, RATINGS

EAST, SOUTH = COMPASS.index("E"), COMPASS.index("S")
ENTERS, PASSES, DROPPED, LOST = kind("enter"), kind("power-up"), kind("blockade"), kind("lost")
PAYS_PORTAL, PAYS_JUMP = kind("portal"), kind("jump")
RAISES, MORE_DICE, WINS, STOPPED = kind(f"level-{TRACKS[0]}"), kind("extra-die"), kind("bonus-portal"), kind("stopped")
ENDS, SCORES, RATED = kind("ended-wall"), kind("score-power-ups"), kind("rating-0")
LINES = len(POINTS)
PASSED, OWNED, BLOCKED, FULL, CROSSED, EMPTY = (
    POINTS[line] for line in ("power-ups", "actions", "blockades", "tracks", "jumped", "empty")
)
SECOND, THIRD, HIGHEST = (least for least, _ in RATINGS if least is not None)


@typed("int64(int64[::1], int64[::1], int64)")
def front(at: Any, desk: Any, heading: int) -> int:
    """The square that is drawn in next; -1: there is a wall."""
    return int(at[ENTRY] if at[ENTRY] >= 0 else desk[NEAR + SQUARES * heading + at[HEAD]])


@compiled
def trouble(at: Any, desk: Any, heading: int) -> int:
    """What stands in the square in front; nothing before the snake has a heading."""
    return 0 if heading < 0 else stands(at, front(at, desk, heading))


@compiled
def _landing(at: Any, desk: Any, square: int, heading: int) -> int:
    """Where one jump from before a square lands; -1 where the wall comes first."""
    while square >= 0 and stands(at, square):
        square = desk[NEAR + SQUARES * heading + square]
    return int(square)


@compiled
def way_out(at: Any, desk: Any, heading: int) -> bool:
    """Whether what lies in front is free, or can be paid for."""
    square = front(at, desk, heading)
    if square < 0:
        if not at[OWNS + PORTAL]:
            return False
        square = desk[ACROSS + SQUARES * heading + at[HEAD]]
    if not stands(at, square):
        return True
    return at[OWNS + JUMP] > 0 and _landing(at, desk, square, heading) >= 0


@compiled
def _use(at: Any, desk: Any, code: int, way: int, stream: int) -> bool:
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
    found = trouble(at, desk, heading)
    if found and (way_out(at, desk, heading) or bonus_open(at)):
        return False
    at[USED] = used
    if found:
        at[HEADING] = heading
        end(at, desk, found, stream)
    else:
        _enter(at, desk, heading, turned(shown, turn), stream)
    return True


@compiled
def turned(shown: int, turn: int) -> int:
    """By how many quarters to the right a die turns the snake."""
    if shown == STRAIGHT:
        return 0
    return 3 if shown == LEFT or turn == 1 else 1


@compiled
def _enter(at: Any, desk: Any, heading: int, turn: int, stream: int) -> None:
    """The head goes on into the square in front and turns there; a power-up there is passed."""
    there = front(at, desk, heading)
    tell(desk, stream, ENTERS, at[HEAD])
    tell(desk, stream, ENTERS, there)
    at[HEADING], at[HEAD], at[ENTRY] = (heading + turn) & 3, there, -1
    put(at, TRAIL, there)
    if not holds(at[UPS], at[UPS + 1], there):
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
    column = (values & SHOWS) + (values >> SHOWN & SHOWS) - FIRST
    row = (values >> 2 * SHOWN & SHOWS) + (values >> 3 * SHOWN & SHOWS) - FIRST
    return SIDE * row + column


@typed("void(int64[::1], int64[::1], int64)")
def _blockade(at: Any, desk: Any, stream: int) -> None:
    """A square is thrown for and crossed off, unless something is there."""
    at[DROPS] += 1
    if stream == SUPPOSED:
        return
    there = square(dropped(at, desk, stream))
    if stands(at, there) or holds(at[UPS], at[UPS + 1], there):
        tell(desk, stream, LOST, there)
    else:
        put(at, BLOCKADES, there)
        tell(desk, stream, DROPPED, there)


@compiled
def _portal(at: Any, desk: Any, stream: int) -> bool:
    """Through the wall in front: the next die is drawn in the square at the other side."""
    heading = at[HEADING]
    if trouble(at, desk, heading) != WALL or not at[OWNS + PORTAL]:
        return False
    at[OWNS + PORTAL] -= 1
    at[ENTRY] = desk[ACROSS + SQUARES * heading + at[HEAD]]
    tell(desk, stream, PAYS_PORTAL, at[HEAD])
    tell(desk, stream, PAYS_PORTAL, at[ENTRY])
    return True


@compiled
def _jump(at: Any, desk: Any, way: int, stream: int) -> bool:
    """Over what stands in front to the first free square: the next die is drawn there."""
    heading = at[HEADING] if at[HEADING] >= 0 else way
    if heading < 0 or not at[OWNS + JUMP]:
        return False
    there = front(at, desk, heading)
    if there < 0 or not stands(at, there):
        return False
    landing = _landing(at, desk, there, heading)
    if landing < 0:
        return False
    at[OWNS + JUMP] -= 1
    at[HEADING], at[ENTRY] = heading, landing
    while there != landing:
        at[JUMPED] += 1
        there = desk[NEAR + SQUARES * heading + there]
    tell(desk, stream, PAYS_JUMP, at[HEAD])
    tell(desk, stream, PAYS_JUMP, landing)
    return True


@compiled
def _raise(at: Any, desk: Any, track: int, stream: int) -> bool:
    """A track goes up a level, active next turn; the first to reach it brings a die from then on."""
    if not at[CHOICES] or at[LEVEL + track] == LEVELS:
        return False
    before = highest(at)
    at[CHOICES] -= 1
    at[LEVEL + track] += 1
    at[RAISED + track] += 1
    tell(desk, stream, RAISES + track, -1)
    if at[LEVEL + track] > before:
        tell(desk, stream, MORE_DICE, -1)
    return True


@compiled
def _win(at: Any, desk: Any, action: int, stream: int) -> bool:
    """One more one-time action for three locked dice kept."""
    if not bonus_open(at) or at[WON + action] == MOST_BONUSES:
        return False
    at[WON_NOW] = 1
    at[WON + action] += 1
    at[OWNS + action] += 1
    tell(desk, stream, WINS + action, -1)
    return True


@compiled
def _settle(at: Any, desk: Any, stream: int) -> None:
    """Ends the turn when nothing is left to do in it, or the run when nothing can save it."""
    rest = left(at)
    if at[ENDED] or at[CHOICES] or (not rest and bonus_open(at)):
        return
    if at[HEADING] >= 0:
        first, stuck = at[HEADING], not way_out(at, desk, at[HEADING])
    else:
        first, stuck = EAST, not way_out(at, desk, EAST) and not way_out(at, desk, SOUTH)
    if stuck:
        if not rest or (not bonus_open(at) and not rest & at[LOCKS]):
            end(at, desk, trouble(at, desk, first), stream)
    elif not rest and not trouble(at, desk, at[HEADING]):
        at[TURN] += 1
        roll(at, desk, stream)


@compiled
def total(at: Any, desk: Any) -> int:
    """The points of a run as it stands."""
    points = PASSED * count(desk[ALL_UPS] & at[TRAIL], desk[ALL_UPS + 1] & at[TRAIL + 1]) + CROSSED * at[JUMPED]
    for action in range(len(ACTIONS)):
        points += OWNED * at[OWNS + action]
    for track in range(len(TRACKS)):
        points += FULL if at[LEVEL + track] == LEVELS else 0
    blocked = count(at[BLOCKADES], at[BLOCKADES + 1])
    empty = SQUARES - blocked - count(at[TRAIL], at[TRAIL + 1])
    return int(points + BLOCKED * blocked + EMPTY * empty)


@typed("void(int64[::1], int64[::1], int64, int64)")
def end(at: Any, desk: Any, how: int, stream: int) -> None:
    """The run is over: every line of its score, and what that makes it."""
    at[ENDED], at[CHOICES] = how, 0
    tell(desk, stream, ENDS + how - 1, at[HEAD] if at[HEADING] >= 0 else -1)
    for line in range(LINES):
        tell(desk, stream, SCORES + line, -1)
    points = total(at, desk)
    tell(desk, stream, RATED + (points >= SECOND) + (points >= THIRD) + (points >= HIGHEST), -1)


@typed("boolean(int64[::1], int64[::1], int64, int64, int64)")
def part(at: Any, desk: Any, code: int, way: int, stream: int) -> bool:
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
def carry_out(at: Any, desk: Any, order: int, stream: int) -> None:
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
