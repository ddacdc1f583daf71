"""The turns of Snakes & Foxes in compiled code: the throw, the token's ways, the hunt; numbers are the plain rulings.

The desk is an array with all that a game needs, its rules, the board's tables and room to work in: few arrays are soon
compiled and passed on. A position is another; a space is its place in the order of the board, -1 none."""

from functools import cache
from itertools import accumulate

import numpy as np

from adjudicator.core.compiled import Numbers, compiled
from adjudicator.dice.compiled import below
from adjudicator.games.snakes_and_foxes import MOST_PASSES
from adjudicator.games.snakes_and_foxes.sense import SURE, WORTHS, seen
from adjudicator.games.snakes_and_foxes.state import DICE, HUNTERS, ORDER, RIM_SPACES, SPACES, Hunter, hunters, steps
from adjudicator.lab.bulk import ENDLESS, NOBODY, REASON, WHERE, WINNER
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
# The desk, each of these behind the one before. Rules:
OF_TOKENS, PLAYERS, PLAY_ON, LONGEST, AUTO_PASS, BOTS = range(6)
# tables: steps from a space in their order, -1 behind the last; a row for each space of the one hunted, what a hunter
# does anywhere (`_packed`); how much a hunter weighs for a token, a row for each space of that one on its way out,
# then home; what so much weight is worth, in parts;
BOARD = len(SPACES)
NEAR, HUNTED, WEIGHT, WORTH, GONE = accumulate((BOTS + 2, BOARD * SPOKES, BOARD**2, 2 * BOARD**2, 2 * SURE + 1))
# room to work in: a way being gone, and the next step from each of its spaces; hunters in the order in which they go;
# ways by their ends, each with its length, its spaces and whether it came by the rim; the way that is chosen; of each
# space, not by the rim and by it, the search that found a way there, then their number;
BY_RIM, WIDTH = DICE + 1, DICE + 2
NEXT, LINE, WAYS, WAY, KNOWN, SEARCHES = accumulate((GONE + WIDTH, WIDTH, HUNTERS, WIDTH * 2 * BOARD, WIDTH, 2 * BOARD))
# streams of chance: of the game's dice, of the bots, of a sample, then what is left of each sample's; what was told;
# positions: what samples throw, what ways lead to, another throw, what follows a pass.
GAME_DICE, BOT_DICE, SAMPLE, TOLD, ROOMS = accumulate((SEARCHES + 1, 1, 2, 1 + THROWS, 3))
THROWN, AFTER, OTHER, REST = 0, THROWS, 2 * THROWS, 2 * THROWS + 1
SIZE = ROOMS + COLUMNS * (REST + 1)
# What a hunter does: its number (put in when it hunts); up to five spaces to step to, best first, a byte each, one more
# than the space, so that nothing is none, with a bit where one is as good as the one before; its own space; a number by
# which the lower goes first, and equals by lot.
ENDS, STANDS, RANK, MOST_RANKS = 3, 43, 50, 16
SPACE, AS_GOOD, ALL_ENDS = (1 << 7) - 1, 1 << 7, (1 << STANDS - ENDS) - 1
# Events: of a seat (two bits each), then those of nobody.
SEATED = ("first-throw", "begins", "throw", "throw-again", "move", "pass", "rim", "escaped", "eaten")
FIRST_THROW, BEGINS, THROW, AGAIN, MOVES, PASS, TOUCHES, HOMES, EATS = range(0, 18, 2)
UNSEATED = ("level", "lot", "step", "skipped", "lost-symbols")
LEVEL, LOT, STEP, SKIPPED, LOST = range(18, 23)
KINDS = (*(f"{seat} {kind}" for kind in SEATED for seat in "AB"), *UNSEATED)
REASONS = ("hunters-win", "home", "full-win", ENDLESS)
WITHOUT_END = REASONS.index(ENDLESS)
SCORE = WHERE + 2  # what came of a game has two words for places
FIRST_RIM = min(ORDER[space] for space in RIM_SPACES)


@cache
def board(first_ring: str, distance: str) -> Numbers:
    """A desk with the tables of a board and a way to measure."""
    made = np.zeros(SIZE, np.int64)
    made[NEAR:HUNTED] = -1
    for number, space in enumerate(SPACES):
        ends = [ORDER[end] for end in steps(first_ring)[space]]
        made[NEAR + SPOKES * number : NEAR + SPOKES * number + len(ends)] = ends
        row, after = HUNTED + BOARD * number, hunters(first_ring, distance, space)
        made[row : row + BOARD] = [_packed(place, after[place]) for place in SPACES]
        for touched in (False, True):
            row = WEIGHT + BOARD * (number + BOARD * touched)
            made[row : row + BOARD] = list(seen(first_ring, touched, space).values())
    made[WORTH : WORTH + len(WORTHS)] = WORTHS
    return made


def _packed(place: str, row: Hunter) -> int:
    """What a hunter in a space does, as one number."""
    ends = [ORDER[end] + 1 | AS_GOOD * (end != group[0]) for group in row.ends for end in group]
    far, rank = row.rank
    return (far * MOST_RANKS + rank) << RANK | ORDER[place] << STANDS | int.from_bytes(ends, "little") << ENDS


@compiled
def room(desk: Numbers, number: int) -> Numbers:
    """A position on the desk."""
    return desk[ROOMS + COLUMNS * number : ROOMS + COLUMNS * (number + 1)]


@compiled
def seated(at: Numbers, desk: Numbers) -> int:
    """Who plays the token to move."""
    return at[MOVER] if desk[PLAYERS] == 2 else 0


@compiled
def tell(desk: Numbers, stream: int, kind: int, place: int) -> None:
    """An event, and one of its places (-1: none), as bits of kinds, then of places; nothing of what is only tried."""
    if stream == GAME_DICE:
        desk[TOLD] |= 1 << kind
        if place >= 0:
            desk[TOLD + 1 + (place >> 6)] |= 1 << (place & 63)


@compiled
def held(at: Numbers, place: int) -> int:
    """Whether a hunter stands there."""
    return int(at[HELD + (place >> 6)] >> (place & 63) & 1)


@compiled
def hold(at: Numbers, place: int) -> None:
    """A hunter comes there or leaves."""
    at[HELD + (place >> 6)] ^= 1 << (place & 63)


@compiled
def ways(at: Numbers, desk: Numbers, stop: int, ends: bool) -> int:
    """How many ways there are for the throw (`_walk`); if `longest`, for the longest length that can be gone (3)."""
    found = 0
    desk[SEARCHES] += 1
    length = at[MOVE]
    while length and not found:
        found = _walk(at, desk, length, stop, ends)
        length = length - 1 if desk[LONGEST] else 0
    return found


@compiled
def _walk(at: Numbers, desk: Numbers, length: int, stop: int, ends: bool) -> int:
    """How many ways of so many steps there are, or shorter ones home, in the order of the plain rules (3, 4). Ends at
    the way of number `stop`, which then lies on the desk. `ends`: the first way to each space, by the rim or not, is
    put down, and how many these are is given back."""
    home = at[RIM + at[MOVER]]
    other = at[TOKENS + 1 - at[MOVER]] if desk[OF_TOKENS] == 2 else -1
    desk[GONE], desk[NEXT] = at[TOKENS + at[MOVER]], 0
    depth, found = 0, 0
    while depth >= 0:
        here, step = desk[GONE + depth], desk[NEXT + depth]
        to = desk[NEAR + SPOKES * here + step] if step < SPOKES else -1
        if to < 0:
            depth -= 1
            continue
        desk[NEXT + depth] = step + 1
        if to == other or held(at, to):
            continue
        if depth and to == desk[GONE + depth - 1] and (here < FIRST_RIM or to >= FIRST_RIM):
            continue
        desk[GONE + depth + 1] = to
        if depth + 1 < length and not (to == 0 and home):
            depth += 1
            desk[NEXT + depth] = 0
            continue
        row = WAY
        if ends:
            touched = home
            for index in range(GONE + 1, GONE + depth + 2):
                touched |= desk[index] >= FIRST_RIM
            mark, row = KNOWN + BOARD * touched + to, WAYS + WIDTH * found
            if desk[mark] == desk[SEARCHES]:
                continue
            desk[mark], desk[row + BY_RIM] = desk[SEARCHES], touched
        found += 1
        if ends or found == stop + 1:
            desk[row] = depth + 1
            for index in range(1, depth + 2):
                desk[row + index] = desk[GONE + index]
        if found == stop + 1:
            return found
    return found


@compiled
def go(at: Numbers, desk: Numbers, row: int) -> bool:
    """The token goes a way that lies on the desk (of length 0: it stays); whether it is home."""
    seat, length, end, touched = seated(at, desk), desk[row], at[TOKENS + at[MOVER]], at[RIM + at[MOVER]]
    tell(desk, GAME_DICE, (MOVES if length else PASS) + seat, end)
    for index in range(row + 1, row + length + 1):
        end = desk[index]
        tell(desk, GAME_DICE, MOVES + seat, end)
        if end >= FIRST_RIM and not touched:
            touched = 1
            tell(desk, GAME_DICE, TOUCHES + seat, end)
    home = arrive(at, end, touched)
    if home:
        tell(desk, GAME_DICE, HOMES + seat, 0)
    return home


@compiled
def arrive(at: Numbers, end: int, touched: int) -> bool:
    """The token to move is at the end of its way, having touched the rim by now or not; whether it is home (5)."""
    mover = at[MOVER]
    at[TOKENS + mover], at[RIM + mover] = end, touched
    if end or not touched:
        return False
    at[TOKENS + mover], at[FATE + mover] = -1, ESCAPED
    at[HOME + at[COUNT]] = mover
    at[COUNT] += 1
    return True


@compiled
def hunt(at: Numbers, desk: Numbers, stream: int) -> None:
    """The snakes, then the foxes, after the token to move: a token where a hunter stands then is eaten."""
    _pack(at, SNAKES, desk, stream)
    _pack(at, FOXES, desk, stream)
    for token in range(2):
        place = at[TOKENS + token]
        if place >= 0 and held(at, place):
            tell(desk, stream, EATS + (token if desk[PLAYERS] == 2 else 0), place)
            at[TOKENS + token], at[FATE + token] = -1, EATEN


# Batcher's network for eight: which two are put in order, one after the other.
FOURS = (0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (1, 2), (5, 6)
NETWORK = LINE + np.array((*FOURS, (0, 4), (1, 5), (2, 6), (3, 7), (2, 4), (3, 5), (1, 2), (3, 4), (5, 6)))


@compiled
def _pack(at: Numbers, pack: int, desk: Numbers, stream: int) -> None:
    """One species hunts the token to move: as many as thrown, nearest first (8 to 12)."""
    symbols, other = at[pack - SNAKES + SNAKE_DICE], at[TOKENS + 1 - at[MOVER]]
    index, lots, drawn = LINE, 0, 0
    if symbols:
        row = HUNTED + BOARD * at[TOKENS + at[MOVER]]
        for hunter in range(HUNTERS):
            desk[LINE + hunter] = desk[row + (at[pack] >> BYTE * hunter & SPACE)] | hunter
        for pair in range(len(NETWORK)):
            one, two = NETWORK[pair]
            desk[one], desk[two] = min(desk[one], desk[two]), max(desk[one], desk[two])
    while symbols and index < LINE + HUNTERS:
        if index + 1 < LINE + HUNTERS and desk[index] >> RANK == desk[index + 1] >> RANK:
            lots |= _by_lot(index, desk, stream) << drawn
            drawn += BYTE
        key = desk[index]
        index += 1
        place, to = key >> STANDS & SPACE, _step(key >> ENDS & ALL_ENDS, other, at)
        if to < 0:
            tell(desk, stream, SKIPPED, place)
            continue
        symbols -= 1
        at[pack] ^= (place ^ to) << BYTE * (key & HUNTERS - 1)
        for space in (place, to):
            hold(at, space)
            tell(desk, stream, STEP, space)
    at[pack - SNAKES + LOTS] = lots
    if symbols:
        tell(desk, stream, LOST, -1)


@compiled
def _by_lot(index: int, desk: Numbers, stream: int) -> int:
    """A die among those from there on that are level, as the board goes, of whom one goes next (9): what it showed."""
    count, level = 0, desk[index] >> RANK
    while index + count < LINE + HUNTERS and desk[index + count] >> RANK == level:
        tell(desk, stream, LOT, desk[index + count] >> STANDS & SPACE)
        count += 1
    shown = below(desk, stream, count)
    for slot in range(index + shown, index, -1):
        desk[slot], desk[slot - 1] = desk[slot - 1], desk[slot]
    return count << LOT_SIDES | shown


@compiled
def _step(ends: int, other: int, at: Numbers) -> int:
    """The best space that is free of hunters, of equally good ones that of the other token (10, 11); -1: none."""
    found = -1
    while ends and (found < 0 or ends & AS_GOOD):
        end = (ends & SPACE) - 1
        if not held(at, end) and (found < 0 or end == other):
            found = end
        ends >>= BYTE
    return found


@compiled
def start(at: Numbers, desk: Numbers, stream: int) -> None:
    """The first position: who begins is thrown for, then the first throw."""
    at[:] = 0
    at[TURN] = 1
    at[TOKENS + 1] = 0 if desk[OF_TOKENS] == 2 else -1
    for hunter in range(HUNTERS):
        at[SNAKES] |= FIRST_RIM + 2 * hunter << BYTE * hunter
        at[FOXES] |= FIRST_RIM + 2 * hunter + 1 << BYTE * hunter
    at[HELD + 1] = (1 << BOARD - 64) - (1 << FIRST_RIM - 64)
    if desk[PLAYERS] == 2:
        while True:
            counted(at, desk, stream)
            shown = at[MOVE]
            counted(at, desk, stream)
            tell(desk, stream, FIRST_THROW, -1)
            tell(desk, stream, FIRST_THROW + 1, -1)
            if shown != at[MOVE]:
                break
            tell(desk, stream, LEVEL, -1)
        at[MOVER] = 1 if at[MOVE] > shown else 0
        tell(desk, stream, BEGINS + at[MOVER], -1)
    _throw(at, desk, stream)


@compiled
def counted(at: Numbers, desk: Numbers, stream: int) -> None:
    """Six dice read as symbols: MOVE, SNAKE, FOX."""
    shown = 0
    for _ in range(DICE):
        shown += 1 << BYTE * (below(desk, stream, 6) >> 1)
    at[MOVE], at[SNAKE_DICE], at[FOX_DICE] = shown & SPACE, shown >> BYTE & SPACE, shown >> 2 * BYTE


@compiled
def _throw(at: Numbers, desk: Numbers, stream: int) -> None:
    """The throw of a turn."""
    counted(at, desk, stream)
    tell(desk, stream, THROW + seated(at, desk), -1)
    again(at, desk, stream)


@compiled
def again(at: Numbers, desk: Numbers, stream: int) -> None:
    """More throws until a MOVE shows, if it is the token's first turn (2)."""
    while not at[MOVE] and at[TURN] <= desk[OF_TOKENS]:
        tell(desk, stream, AGAIN + seated(at, desk), -1)
        counted(at, desk, stream)


@compiled
def over(at: Numbers, desk: Numbers) -> bool:
    """Every token has its fate; or one is home and the other does not play on (7)."""
    ended = at[FATE] != 0 and (desk[OF_TOKENS] == 1 or at[FATE + 1] != 0)
    return ended or (not desk[PLAY_ON] and at[COUNT] > 0)


@compiled
def turn(at: Numbers, desk: Numbers, stream: int) -> None:
    """Whose turn it is then, and the throw for it."""
    hand_over(at, desk)
    if not over(at, desk):
        _throw(at, desk, stream)


@compiled
def hand_over(at: Numbers, desk: Numbers) -> None:
    at[TURN] += 1
    other = desk[OF_TOKENS] - 1 - at[MOVER]
    if at[TOKENS + other] >= 0:
        at[MOVER] = other
    at[MOVE] = at[SNAKE_DICE] = at[FOX_DICE] = 0


@compiled
def passes(at: Numbers, desk: Numbers, stream: int) -> None:
    """The forced passes that follow."""
    for _ in range(MOST_PASSES if desk[AUTO_PASS] else 0):
        if over(at, desk) or ways(at, desk, 0, False):
            return
        tell(desk, stream, PASS + seated(at, desk), at[TOKENS + at[MOVER]])
        hunt(at, desk, stream)
        turn(at, desk, stream)


@compiled
def ended(at: Numbers, desk: Numbers, row: Numbers) -> None:
    """How the game ended, who has won, and the scores."""
    count, alone = at[COUNT], desk[PLAYERS] == 1
    row[REASON] = count if alone else min(count, 1)
    row[WINNER] = (0 if alone else at[HOME]) if count else NOBODY
    for place in range(count):
        row[SCORE + (0 if alone else at[HOME + place])] = count if alone else 2 - place
