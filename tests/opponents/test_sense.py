"""What bots think of a position: the values that the rules of thumb give, read a second time on the plain board."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import inf, tanh
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import pytest

from adjudicator import games
from adjudicator.core.game import Outcome
from adjudicator.core.sense import ESCAPE, THROW, WIN, duel
from adjudicator.dice import FastDice
from adjudicator.games.fox_and_geese import sense as hunts_sense
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.sense import FoxAndGeeseSense
from adjudicator.games.fox_and_geese.state import rules
from adjudicator.games.fox_and_geese.tables.known import Value
from adjudicator.games.snail_trail import sense as trails_sense
from adjudicator.games.snail_trail.sense import SnailTrailAim, SnailTrailSense
from adjudicator.games.snakes_and_foxes import sense as tokens_sense
from adjudicator.games.snakes_and_foxes.sense import SnakesAndFoxesAim, SnakesAndFoxesSense
from adjudicator.games.snakey_dice import course, sense as runs_sense
from adjudicator.games.snakey_dice.notation import Use, Word
from adjudicator.games.snakey_dice.run import AHEAD, COMPASS, MOST_DICE, SQUARES as BOARD
from adjudicator.games.snakey_dice.sense import SnakeyDiceAim, SnakeyDiceSense
from adjudicator.games.snakey_dice.squares import NUMBER, ORDER, mask
from adjudicator.games.the_game import legal, sense as slides_sense
from adjudicator.games.the_game.sense import TheGameSense
from adjudicator.games.the_game.state import slides, squares
from adjudicator.games.wolves_and_jackals import sense as packs_sense
from adjudicator.games.wolves_and_jackals.sense import WolvesAndJackalsAim, WolvesAndJackalsSense
from adjudicator.games.wolves_and_jackals.squares import SQUARES
from printables.boards.snakey_dice.house import ACTIONS, FACES, LEVELS, POINTS, TRACKS, default
from printables.boards.the_game import bases

hunts, wolves, the_game = games.find("fox-and-geese"), games.find("wolves-and-jackals"), games.find("the-game")


def raw(worths: tuple[float, ...]) -> float:
    """The difference of both sides, before it is brought between -1 and 1."""
    first, second = worths
    assert first == -second
    return first / (1 - abs(first))


def place(square: str) -> tuple[int, int]:
    return "abcdefgh".index(square[0]), int(square[1])


def king(one: str, other: str) -> int:
    """Moves of a king from one square to another."""
    return max(abs(a - b) for a, b in zip(place(one), place(other), strict=True))


def pack(pieces: tuple[tuple[str, ...], ...], drags: dict[str, str], prey: str | None, seat: int) -> float:
    """What a side's pieces are worth, apart from its purse and from those it has lost."""
    own, worth = pieces[seat], packs_sense.STANDS * len(pieces[seat])
    for square in own:
        if square in drags:
            column, row = place(square)
            steps = (column if seat == 0 else 7 - column) + min(abs(row - door) for door in (4, 5, 6))
            heavy = drags[square] == "prey"
            worth += packs_sense.PREY if heavy else packs_sense.DRAGS
            worth += (7 - steps) * packs_sense.STEP * (2 if heavy else 1)
    theirs = pieces[1 - seat]
    hunted: tuple[str, ...] = {"centre": ("d4", "d5", "e4", "e5"), None: ()}.get(prey, (str(prey),))
    if prey is None:
        hunted = tuple(one for one in theirs if drags.get(one) == "prey")
        hunted = hunted or tuple(one for one in theirs if one in drags) or theirs
    steps_away = sorted(min((king(one, other) for other in hunted), default=0) for one in own if one not in drags)
    worth -= sum(packs_sense.NEAR * far if n < 2 else packs_sense.FAR * far for n, far in enumerate(steps_away))
    return worth + packs_sense.FREE * len(steps_away)


@pytest.mark.parametrize("seed", range(30))
def test_packs_are_worth_what_stands_what_they_drag_how_near_they_are_and_what_a_turn_may_bring(seed: int) -> None:
    lot, start = random.Random(seed), wolves.start(wolves.Options(), 2, FastDice(1)).state
    among = lot.sample([one for one in SQUARES if one[0] in "cdef"] if seed % 2 else SQUARES, lot.randrange(4, 12))
    half = lot.randrange(0 if seed % 5 == 0 else 1, len(among))
    pieces = tuple(sorted(among[:half])), tuple(sorted(among[half:]))
    loads = lot.sample(among, lot.randrange(3))
    prey = lot.choice(("centre", lot.choice([one for one in SQUARES if one not in among]), None))
    drags = dict.fromkeys(loads, "piece")
    if loads and prey is None:
        drags[loads[0]] = "prey"
    lost, purses, to_move = (lot.randrange(3), lot.randrange(3)), (lot.randrange(9), lot.randrange(9)), seed % 2
    state = start.changed(
        pieces=pieces, drags=drags, prey=prey, lost=lost, purses=purses, to_move=to_move, phase="begin"
    )
    worth = sum(
        side * (pack(pieces, drags, prey, seat) - packs_sense.GONE * lost[seat] + packs_sense.COIN * purses[seat])
        for seat, side in ((0, 1), (1, -1))
    )
    sense, side = WolvesAndJackalsSense(wolves), 1 - 2 * to_move
    assert raw(sense.going(state)) == pytest.approx(worth)
    for phase in ("tie", "bet"):
        assert raw(sense.going(state.changed(phase=phase))) == pytest.approx(worth + side * packs_sense.THROAT)
    for active in pieces[to_move]:
        moved = state.changed(phase="moved", active=active, began=active, moved=True)
        bites = active not in drags and any(king(active, other) == 1 for other in pieces[1 - to_move])
        beside = {"centre": ("d4", "d5", "e4", "e5"), None: ()}.get(
            prey, [one for one in SQUARES if prey and king(one, prey) == 1] if prey != "centre" else ()
        )
        hunts = [one for one in pieces[to_move] if one in beside and one not in drags]
        more = packs_sense.THROAT if bites else packs_sense.TRY if len(hunts) > 1 and active in hunts else 0
        assert raw(sense.going(moved)) == pytest.approx(worth + side * more), (active, drags, prey)


def test_no_rule_of_thumb_of_the_packs_outweighs_a_greater_one() -> None:
    one = packs_sense
    assert 0 < one.COIN < one.FREE < one.FAR < one.NEAR <= one.STEP <= one.THROAT < one.DRAGS < one.STANDS
    assert one.STANDS < one.TRY < one.GONE < one.PREY < 0.5


@pytest.mark.parametrize("seed", range(120))
def test_a_side_of_the_game_is_worth_its_pieces_and_how_it_stands_before_the_other_s_basis(seed: int) -> None:
    lot, one = random.Random(seed), slides_sense
    size, to_move = lot.choice((7, 9)), seed % 2
    options = the_game.Options.model_validate({"size": size, "turn_back": lot.random() < 0.5})
    hand, stacks = (lot.randrange(3), lot.randrange(3)), dict[str, list[str]]()
    taken = [*lot.sample([*squares(size)], 5), *lot.sample(bases(options), lot.randrange(3))]
    for piece in lot.sample("A" * (5 - hand[0]) + "B" * (5 - hand[1]), 10 - sum(hand)):
        stacks.setdefault(lot.choice(taken), []).append(piece)
    turn = 40 + to_move + 1 if seed % 3 else 4 + to_move + 1
    state = the_game.State.model_validate(
        {"options": options, "turn": turn, "to_move": to_move, "hand": hand, "stacks": stacks}
    )

    def reaches(start: str, end: str) -> bool:
        ways = [slide for slide in slides(size, options.turn_back, start) if slide.end == end]
        return any(all(not way.passed & squares(size)[other] for other in stacks) for way in ways)

    coming, worths = legal.starts(state), []
    for seat, letter in enumerate("AB"):
        own, other = bases(options)[seat], bases(options)[1 - seat]
        tops = [square for square, stack in stacks.items() if stack[-1] == letter]
        pieces = sum(stack.count(letter) for stack in stacks.values())
        worth = one.TOP * len(tops) + one.UNDER * (pieces - len(tops)) + one.HAND * hand[seat]
        worth += one.HELD * (letter in stacks.get(own, ())) + one.SIEGE * stacks.get(other, []).count(letter)
        safe = [top for top in tops if seat == to_move or not any(reaches(start, top) for start in coming)]
        before = sum(reaches(top, other) for top in safe)
        if before and "AB"[1 - seat] not in stacks.get(other, ()):
            enters = (turn + 1) // 2 <= 5 and hand[seat]
            worth += one.WINS if seat == to_move and not enters else one.THREAT
        worths.append(worth + one.THREAT / 4 * min(before, 3))
    if not coming and sum(hand) == hand[to_move]:
        return
    assert TheGameSense(the_game).going(state) == pytest.approx(duel(worths[0] - worths[1]))


def test_who_can_only_pass_and_is_not_to_be_captured_has_a_draw() -> None:
    basis = bases(the_game.Options())[0]
    stacks = {"c3": ("A", "B"), basis: ("A", "A", "B")}
    shut = {"turn": 41, "to_move": 0, "hand": (0, 0), "stacks": stacks}
    state = the_game.State.model_validate(shut)
    assert TheGameSense(the_game).going(state) == (0.0, 0.0)
    moves = the_game.State.model_validate({**shut, "stacks": stacks | {"c3": ("A",)}})
    assert TheGameSense(the_game).going(moves)[0] > 0
    for more in ({"hand": (0, 1)}, {"stacks": stacks | {"d4": ("B",)}}, {"stacks": {"c3": ("A", "B")}}):
        state = the_game.State.model_validate({**shut, **more})
        assert TheGameSense(the_game).going(state)[0] < 0


def test_no_rule_of_thumb_of_the_game_outweighs_a_greater_one() -> None:
    one = slides_sense
    assert 0 < one.UNDER < one.HELD < one.HAND < one.TOP < one.SIEGE < one.THREAT < one.WINS < 0.95


Spot: TypeAlias = tuple[int, int]
FACES_SHOWN = default().die.faces


class Walk(NamedTuple):
    """A snake on the plain board: where, which way, the square that was paid for, what is taken, what it can pay."""

    head: Spot
    way: str
    entry: Spot | None
    taken: frozenset[Spot]
    portals: int
    jumps: int

    def front(self) -> tuple[Spot, int, Walk] | None:
        """The square drawn in next, the points that are paid for it, and the snake there; None: the run ends."""
        (dx, dy), costs, portals, jumps = AHEAD[self.way], 0, self.portals, self.jumps
        there = self.entry or (self.head[0] + dx, self.head[1] + dy)
        if there not in BOARD:
            if not portals:
                return None
            there = next(
                spot for far in range(20, 0, -1) if (spot := (there[0] - far * dx, there[1] - far * dy)) in ORDER
            )
            costs, portals = POINTS["actions"], portals - 1
        if there in self.taken:
            over = next(n for n in range(20) if (there[0] + n * dx, there[1] + n * dy) not in self.taken)
            there = there[0] + over * dx, there[1] + over * dy
            if there not in BOARD or not jumps:
                return None
            costs, jumps = costs + POINTS["actions"] - over * POINTS["jumped"], jumps - 1
        return there, costs, Walk(there, self.way, None, self.taken | {there}, portals, jumps)

    def turned(self, quarters: int) -> Walk:
        return self._replace(way=COMPASS[(COMPASS.index(self.way) + quarters) % 4])


def beside(spot: Spot) -> list[Spot]:
    return [near for dx, dy in AHEAD.values() if (near := (spot[0] + dx, spot[1] + dy)) in BOARD]


TURNS = {"straight": (0,), "left": (3,), "right": (1,), "either": (3, 1), "locked": ()}


def hoped(walk: Walk, ups: set[Spot], dice: int, tries: float) -> float:
    """What the squares within reach promise, less what the next costs."""
    if (ahead := walk.front()) is None:
        return 0
    front, costs, there = ahead
    room, edge = {front}, [front]
    while edge:
        near = [one for one in beside(edge.pop()) if one not in walk.taken and one not in room]
        room.update(near)
        edge += near
    ways = {quarters for quarters in (0, 1, 3) if (on := there.turned(quarters)) and _open(on, walk)}
    useful = sum(bool(ways & {*TURNS[face]}) for face in FACES_SHOWN) / 6
    likely = 1 - (1 - useful) ** (dice * tries)
    dead = sum(len({*beside(one)} & (room | {walk.head})) < 2 for one in room - {front})
    safe = likely + (1 - likely) * course.PAID * min(3, there.portals + there.jumps) / 3
    worth = course.SQUARE * len(room) + course.POWER * len(room & ups) - course.DEAD_END * dead
    return max(0.0, float(safe * worth - costs))


def _open(on: Walk, before: Walk) -> bool:
    dx, dy = AHEAD[on.way]
    spot = on.head[0] + dx, on.head[1] + dy
    return spot in BOARD and spot not in before.taken


class Throw(NamedTuple):
    """What dice bring: squares with power-ups, how many may be ignored, whether one is used, what is thrown then."""

    ups: set[Spot]
    ignores: int
    used: bool
    dice: int
    tries: float


def worth(walk: Walk, throw: Throw, faces: tuple[str, ...], points: float, drawn: int = 0) -> float:
    """The most that dice can bring, by every order and turn of them; -inf where they cannot be used so."""
    stops = len(faces) <= throw.ignores and (throw.used or drawn or not faces)
    best = points + hoped(walk, throw.ups, throw.dice, throw.tries) if stops else -inf
    if not faces or (drawn >= course.DEEP and len(faces) <= throw.ignores):
        return best
    if (ahead := walk.front()) is None:
        return best if stops else points
    front, costs, there = ahead
    points += (POINTS["power-ups"] + course.FOR_PASSED if front in throw.ups else 0) - POINTS["empty"] - costs
    for number, face in enumerate(faces):
        if face not in faces[:number]:
            rest = faces[:number] + faces[number + 1 :]
            best = max(best, *(worth(there.turned(way), throw, rest, points, drawn + 1) for way in TURNS[face]))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_course_of_a_run_is_the_best_of_all_and_its_parts_walk_it(seed: int) -> None:
    lot = random.Random(seed)
    corner = {3: (ORDER[1], "W"), 4: (ORDER[11], "N")}.get(seed % 10)
    head = corner[0] if corner else lot.choice(ORDER)
    taken = frozenset({head, *lot.sample(ORDER, lot.choice((0, 8, 20)))})
    ups = {*lot.sample(ORDER, 6)}
    levels = tuple(lot.randrange(LEVELS + 1) for _ in TRACKS)
    count = 2 + lot.randrange(4 if seed % 4 else 2)
    shown = tuple(lot.choice(FACES) for _ in range(count))
    left = tuple(number for number in range(count) if lot.random() < 0.8)
    way = corner[1] if corner else lot.choice((*COMPASS, ""))
    portals, jumps = lot.randrange(3), lot.randrange(3)
    entry = lot.choice(ORDER) if way and lot.random() < 0.2 else None
    ignores, kept, points, used = lot.randrange(3), lot.randrange(8), lot.randrange(50), lot.random() < 0.5
    locked = [number for number in left if shown[number] == "locked"]
    faces = tuple(shown[number] for number in left if number not in locked)
    throw = Throw(ups, ignores, bool(used or locked), 2 + max(levels), 1 + levels[0] + levels[1] / 2)
    start = points + course.FOR_LOCKED * (len(locked) + kept // 3)
    walks = [Walk(head, one, entry, taken, portals, jumps) for one in ([way] if way else "ES")]

    packed = sum(FACES.index(face) << 3 * number for number, face in enumerate(shown))
    bits = sum(1 << number for number in left)
    snake = (
        NUMBER[head],
        COMPASS.index(way) if way else -1,
        NUMBER[entry] if entry else -1,
        mask(taken),
        portals,
        jumps,
    )
    found, dies, begins = course.best(snake, mask(ups), levels, (packed, bits, ignores, used, kept), points)
    wanted = max(worth(walk, throw, faces, start) for walk in walks)
    if wanted == -inf:
        assert found < course.ANYTHING and not dies
        return
    assert found == pytest.approx(wanted)

    parts = [0] * course.MOST_PARTS
    length, without = course.parts_of(dies, packed, bits, levels, parts)
    (walk,) = [one for one in walks if one.way == COMPASS[begins]]
    raises = [course.RAISE + track for track in course.RAISED_FIRST for _ in range(LEVELS - levels[track])]
    unused, gained, codes = [*left], float(start), parts[:length]
    while dice := [code for code in codes if code < course.PAY_PORTAL]:
        if shown[dice[0] // 3] == "locked" or (ahead := walk.front()) is None:
            break
        front, costs, there = ahead
        pays = [course.PAY_PORTAL] * (walk.portals - there.portals) + [course.PAY_JUMP] * (walk.jumps - there.jumps)
        assert [codes.pop(0) for _ in pays] == pays
        die, word = divmod(codes.pop(0), 3)
        unused.remove(die)
        quarters = {"straight": 0, "left": 3, "right": 1, "either": (0, 3, 1)[word]}[shown[die]]
        assert bool(word) == (shown[die] == "either")
        gained -= POINTS["empty"] + costs
        if front in ups:
            gained += POINTS["power-ups"] + course.FOR_PASSED
            assert not raises or codes.pop(0) == raises.pop(0)
        walk = there.turned(quarters)
    if codes == [3 * die for die in locked]:  # and the run goes on
        gained += hoped(walk, ups, throw.dice, throw.tries)
        unused = [die for die in unused if die not in locked]
        assert [die for die in range(MOST_DICE) if without >> die & 1] == unused and len(unused) <= ignores
    assert found == pytest.approx(gained)


def test_no_rule_of_thumb_of_a_run_outweighs_a_greater_one() -> None:
    assert 0 < course.FOR_LOCKED < course.PAID < 1 < course.SQUARE < course.DEAD_END < 2 < course.POWER
    assert course.POWER == course.FOR_PASSED < 5


def test_tracks_are_raised_until_they_are_full() -> None:
    for levels in product(range(LEVELS + 1), repeat=len(TRACKS)):
        order = [track for track in course.RAISED_FIRST for _ in range(LEVELS - levels[track])]
        assert [course.rising(levels, more) for more in range(len(order) + 2)] == [*order, -1, -1]


def test_each_part_of_a_move_has_its_number() -> None:
    parts = [Use(die, word) for die in range(1, MOST_DICE + 1) for word in ("", "L", "R")]
    levels, bonuses = ([Word(what, name) for name in names] for what, names in (("level", TRACKS), ("bonus", ACTIONS)))
    assert (*parts, Word("portal"), Word("jump"), *levels, *bonuses) == runs_sense.PARTS
    first = (course.PAY_PORTAL, course.PAY_JUMP, course.RAISE, course.BONUS, course.CODES)
    assert first == (len(parts), len(parts) + 1, len(parts) + 2, len(parts) + 6, len(runs_sense.PARTS))


def test_no_position_in_play_is_worth_a_game_won() -> None:
    assert all(0.5 < abs(worth) < 1 for mine in (-9.0, 9.0) for worth in duel(mine))


def test_a_position_of_a_hunt_for_the_second_time_is_worth_less_to_the_many() -> None:
    sense, state, again = FoxAndGeeseSense(hunts), hunts.start(hunts.Options(), 2, FastDice(0)).state, 0.9
    worths = []
    for text in ("d4-d5", "a3-a4", "d5-d4", "a4-a3", "d4-d5"):
        state = hunts.apply(state, hunts.parse(text, state), FastDice(0)).state
        worths.append(sense.going(state)[MANY] - sense.going(state.changed(history=()))[MANY])
    assert worths == pytest.approx([0, 0, 0, -again / 2, -again / 2])
    worth = sense.over(state, Outcome("repetition", ())), sense.over(state, Outcome("turn-limit", ()))
    assert worth == ((-again, 0.0), (0.0, 0.0))
    assert sense.over(state, Outcome("repetition", (FEW,))) == sense.over(state, Outcome("blocked", (FEW,))) == (-1, 1)


HELD = """
format = "postfox-hunt-1"
title = "Held"
summary = "Two hounds hold the ends, or two hares those."
credit = "-"
source = "-"
first = "many"
[board]
drawing = '''
G-o-o-o-G
'''
[zones]
gate = "G"
[start]
drawing = '''
m m f . m
'''
[many]
name = "hound"
plural = "hounds"
emblem = "disc"
moves = ["any"]
wins = ["fill gate"]
[few]
name = "hare"
plural = "hares"
emblem = "disc"
moves = ["any"]
wins = ["take 2"]
[few.capture]
"""


def test_a_side_is_worth_half_of_what_it_nears_and_three_tenths_of_what_it_lost() -> None:
    options, few = hunts.Options(hunt=HELD.strip()), ("c1",)
    for many, lost, worth in (
        (("b1", "d1"), 0, 0.0),
        (("a1", "d1"), 0, 0.5 * 1 / 2),  # half of the gate
        (("a1", "d1"), 1, 0.5 * 1 / 2 - 0.3 * 1 / 3 - 0.5 * 1 / 2),  # and half of what the hare is to take
    ):
        state = hunts.State(options=options, to_move=0, many=many, few=few, captured=(lost, 0))
        assert FoxAndGeeseSense(hunts).going(state) == pytest.approx((worth, -worth))


@pytest.mark.parametrize(
    ("seen", "worth"),
    [
        ((33, 0, False, 0, 33, 1), 0.1),  # all of the board
        ((0, 0, True, 0, 33, 1), 0.06),  # a capture at once
        ((0, 11, False, 0, 33, 1), 0.0125 / 3),  # captures from a third of the points
        ((0, 0, False, 12, 33, 4), 0.015),  # four, each three steps away
        ((11, 11, True, 12, 33, 4), 0.1 / 3 + 0.06 + 0.0125 / 3 + 0.015),
    ],
)
def test_what_is_left_to_the_few_has_its_price(seen: tuple[int, int, bool, int, int, int], worth: float) -> None:
    assert hunts_sense.left_to(*seen) == pytest.approx(worth)


@pytest.mark.parametrize("fox", ["d6", "d7"])
@pytest.mark.parametrize("to_move", [MANY, FEW])
def test_what_is_left_to_a_fox_is_counted_on_the_board(fox: str, to_move: int) -> None:
    """Three geese shut it in; on d6 it can leap over c5 or e5 at once, on d7 it would first have to come there."""
    geese = ("c5", "d5", "e5", "d4", "d1")
    state = hunts.State(options=hunts.Options(), to_move=to_move, many=geese, few=(fox,))
    left, points = {"c6", "d6", "e6", "c7", "d7", "e7"}, 33
    able = {"d6", "c6", "e6"} - {fox}  # c6 and e6 straight over c5 and e5
    far = 1 + 1 + 1 + 2 + 5  # one step, two to d4, five to d1
    worth = hunts_sense.left_to(len(left), len(able), to_move == FEW and fox == "d6", far, points, len(geese))
    few = rules(state.options).hunt.few
    gone = (13 - len(geese)) / (13 - next(goal.count for goal in few.wins if goal.kind == "reduce"))
    assert FoxAndGeeseSense(hunts).going(state) == duel(-0.5 * gone - worth)


def test_a_win_without_plies_is_the_better_the_better_it_looks_and_a_draw_is_worth_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sense, state = FoxAndGeeseSense(hunts), hunts.start(hunts.Options(variant="hare-and-hounds"), 2, FastDice(0)).state
    monkeypatch.setattr(sense, "going", lambda state: (0.5, -0.5))
    for value, worth, whole in (
        (Value(MANY, None), 0.97 + 2 * 0.0002 + 0.5 * 5e-5, False),
        (Value(FEW, None), -(0.97 - 2 * 0.0002 - 0.5 * 5e-5), False),
        (Value(FEW, 10), -(0.97 - 2 * 0.0002 - 10e-8), True),
        (Value(None, None), 0.02 * 0.5, True),
    ):
        tables = SimpleNamespace(value=lambda position, value=value: value)
        monkeypatch.setattr(hunts_sense, "known", lambda options, folder, tables=tables: tables)
        settled = sense.settled(state)
        assert settled and settled.whole == whole
        assert settled.worths == pytest.approx((worth, -worth), abs=1e-12)


def test_what_is_known_to_be_won_is_the_better_the_fewer_are_left_to_lose_and_the_sooner(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("POSTFOX_TABLES", str(tmp_path))  # with what is shipped alone
    start = hunts.start(hunts.Options(variant="fox-13"), 2, FastDice(0)).state
    settled = FoxAndGeeseSense(hunts).settled(start)
    worth = 0.97 + 12 * 0.0002 - 98e-8
    assert settled and settled.whole and settled.worths == pytest.approx((worth, -worth), abs=1e-12)
    assert FoxAndGeeseSense(hunts).settled(hunts.start(hunts.Options(variant="fox-15"), 2, FastDice(0)).state) is None
    kept = Path(__file__).parents[1] / "tables"
    monkeypatch.setenv("POSTFOX_TABLES", str(kept))
    start = hunts.start(hunts.Options(variant="hare-and-hounds"), 2, FastDice(0)).state
    settled = FoxAndGeeseSense(hunts).settled(start)
    worth = 0.97 + 2 * 0.0002 - 23e-8
    assert settled and settled.whole and settled.worths == pytest.approx((worth, -worth), abs=1e-12)


trails = games.find("snail-trail")


def trail(turn: int, size: object, snails: tuple[str, str], gone: str = "", to_move: int = 0, **options: object) -> Any:
    made = {"options": {"size": size, **options}, "turn": turn, "to_move": to_move, "snails": snails}
    return trails.State.model_validate(made | {"trail": gone.split()})


def test_snails_are_worth_what_they_reach_next_and_in_all_and_how_many_ways_they_have_to_begin() -> None:
    """What is reached by one step more than this turn takes counts 1, at all 1/2, and each way to begin 2."""
    sense = SnailTrailSense(trails)
    # On five squares by three, turn 1: a1 can enter a2 alone, in two steps b2 and no more than that; e3 the rest.
    here = trail(1, "5x3", ("a1", "e3"), "b1 a3 b3 c1 c2 c3", diagonal=False)
    mine, theirs = 2 + 0.5 * 2 + 2 * 1, 4 + 0.5 * 5 + 2 * 2
    assert sense.going(here) == pytest.approx(duel(0.9 * (mine - theirs) / (mine + theirs + 1)))
    for steps, near in ((1, 2), (2, 3), (3, 4)):
        line = trail(
            steps, "9x3", ("a1", "i3"), " ".join(f"{file}2" for file in "abcdefghi") + " e1 i1 h3", diagonal=False
        )
        mine, theirs = near if near < 3 else 3, 0
        worth = mine + 0.5 * 3 + 2
        assert sense.going(line) == pytest.approx(duel(0.9 * worth / (worth + 1))), steps


def test_of_many_ways_of_a_snail_some_are_looked_at_twice_as_many_drawn_as_wanted() -> None:
    sense, here = SnailTrailSense(trails), trail(4, 5, ("a1", "e5"))
    every, lot = list(trails.moves(here)), random.Random(3)
    assert len(every) > 80
    drawn = [trails.drawn(here, 0, lot.randrange) for _ in range(160)]
    for most in (80, 81, 1_000):
        assert list(sense.candidates(here, 0, most, random.Random(3))) == [*dict.fromkeys(drawn)][:80]
    few = trail(2, 5, ("a1", "e5"))
    ways = list(trails.moves(few))
    assert list(sense.candidates(few, 0, len(ways), random.Random(1))) == ways
    lot, most = random.Random(1), len(ways) - 1
    drawn = [trails.drawn(few, 0, lot.randrange) for _ in range(2 * most)]
    assert len({*drawn}) < most  # so that it shows how many are drawn
    assert list(sense.candidates(few, 0, most, random.Random(1))) == [*dict.fromkeys(drawn)]


def winning(here: Any) -> set[object]:
    """What the ways come to that win at once: where they end, and what both then reach."""
    found = set()
    for way in trails.moves(here):
        after = trails.apply(here, way, FastDice(0)).state
        if trails.outcome(after):
            grid, ends = after.grid, [after.grid.number[name] for name in after.snails]
            found.add((ends[here.to_move], *(grid.region(end, after.free) for end in ends)))
    return found


PUZZLES = (  # a turn, whose it is, where both snails stand and what else is closed, how many ways, and that win
    (3, 1, "a5 d2 a3 c2 e2 c4 e1 d3 e5 c1 a4", 20, 2),
    (4, 1, "c3 b5 e5 d1 e3 a5 c2 a2 c4 b4", 20, 0),
    (4, 0, "a5 e2 a3 b5 c1 c2 d2 b3 d5 c3 b1", 21, 2),
    (3, 1, "d1 e3 c5 c3 b4 c4 e5 a5 d4", 37, 1),
    (2, 1, "d5 c3 c5 a2 e2 e1 d2 a4 c4 a5", 27, 1),
    (4, 0, "d3 d2 b1 c3 e1 b3 c5 a5 a2 c2 b5 e3 b4 a3", 35, 1),
    (4, 1, "c2 e2 d3 e1 c1 a5 e4 a4 d4", 28, 1),
    (4, 1, "d1 d4 c5 a3 e2 b4 e5 e1 a2 b5 c1 e4 e3 b3 a5 b2 b1", 40, 2),
    (3, 0, "c2 a5 e3 d3 a1 d2 b5 a3 b4 e5 c5 e2 b1 a4 d5 c1", 24, 2),
    (3, 1, "b3 e4 e1 c5 d1 c3 a3 e3 b5 a2 d2", 30, 0),
)


@pytest.mark.parametrize(("turn", "to_move", "gone", "ways", "wins"), PUZZLES)
def test_a_puzzle_of_snails_has_few_ways_or_one_that_wins_at_once(
    monkeypatch: pytest.MonkeyPatch, turn: int, to_move: int, gone: str, ways: int, wins: int
) -> None:
    aim, (first, second) = SnailTrailAim(), gone.split()[:2]
    here = trail(turn, 5, (first, second), gone, to_move)
    assert len(list(trails.moves(here))) == ways and (len(found := winning(here)) == wins or len(found) > wins == 2)
    few = ways <= 20
    assert aim.promising(here, ESCAPE) == (few and turn > 3)
    assert aim.promising(here, WIN) == (turn > 3 if few else wins == 1)
    for most, looked in ((ways, True), (ways - 1, False)):
        monkeypatch.setattr(trails_sense, "MOST_WAYS", most)
        assert few or aim.promising(here, WIN) == (looked and wins == 1)


def test_a_puzzle_of_single_steps_is_early_enough_in_any_turn() -> None:
    assert SnailTrailAim().promising(trail(1, 5, ("a1", "e5"), steps="one"), ESCAPE)
    assert not SnailTrailAim().promising(trail(1, 5, ("a1", "e5")), ESCAPE)


runs = games.find("snakey-dice")


def run(**fields: object) -> Any:
    start = {"trail": [[2, 2], [5, 5]], "head": [5, 5], "heading": "E", "dice": [1, 2], "turn": 4, **fields}
    return runs.State.model_validate_json(json.dumps(start))


def looked_at(state: Any) -> list[str]:
    actions = SnakeyDiceSense(runs).candidates(state, 0, 9, random.Random(1))
    return [runs.format(action, state) for action in actions]


def test_a_track_to_be_raised_is_the_first_that_is_not_full_and_a_bonus_each_that_may_be_won() -> None:
    full = {}
    for track in ("ignore", "reroll", "flip", "unlock"):
        for level in (0, 3):
            assert looked_at(run(choices=1, tracks={**full, track: level})) == [f"level {track}"]
        full[track] = 4
    kept = {"dice": [4, 4, 4], "tracks": {"flip": 1}, "actions": {"portal": 1}}
    assert looked_at(run(**kept)) == ["bonus portal", "bonus jump", "bonus unlock"]
    assert looked_at(run(**kept, bonuses={"jump": 2, "unlock": 1})) == ["bonus portal", "bonus unlock"]
    assert looked_at(run(**kept, bonus_taken=True)) == ["move 1 2 3"]


def test_a_throw_is_used_ignored_thrown_again_or_turned_over_as_far_as_it_may_be() -> None:
    own = {"dice": [1, 2, 4], "tracks": {"ignore": 0, "reroll": 1}, "rerolls_left": 1, "flips_left": 2}
    first, *rest = looked_at(run(**own))
    assert first.split()[0] in ("move", "ignore") and rest == ["reroll 1 2", "flip 1", "flip 2"]
    assert looked_at(run(**own | {"rerolls_left": 0}))[1:] == ["flip 1", "flip 2"]
    assert looked_at(run(**own | {"flips_left": 0}))[1:] == ["reroll 1 2"]
    assert (
        len(looked_at(run(**own | {"used": [1]}))) == 1 == len(looked_at(run(**own | {"dice": [4, 4], "tracks": {}})))
    )
    assert looked_at(run(dice=[1, 2], used=[1, 2], trail=[[2, 2], [12, 5]], head=[12, 5], actions={"portal": 1})) == [
        "portal", "concede"
    ]  # fmt: skip
    # A dead end to the left: the second die is ignored, unless one was already.
    shut = {"trail": [[2, 2], [12, 7]], "head": [12, 7], "heading": "N", "dice": [1, 5]}
    assert looked_at(run(**shut))[0] == "ignore 2" and looked_at(run(**shut, ignored=[2]))[0] == "move 1"


def test_how_many_more_dice_may_be_ignored_is_what_the_track_is_worth_now() -> None:
    house = default()
    for level, ignored, pending, more in (
        (0, [], [], 1), (0, [1], [], 0), (2, [1], [], 2), (2, [1], ["ignore"], 1), (0, [1, 2], [], 0)
    ):  # fmt: skip
        state = run(dice=[1] * 5, tracks={"ignore": level, "flip": 3}, ignored=ignored, pending=pending)
        assert runs_sense.ignorable(state.runs[0], house) == more


def test_a_run_is_worth_its_points_between_the_ends_of_a_scale() -> None:
    sense = SnakeyDiceSense(runs)
    for jumped in (0, 40, 300):
        over = run(jumped=[[3, 3]] * jumped, ended="conceded", dice=[])
        points = -2 * 119 - jumped
        assert sense.going(over) == (pytest.approx(max(-1.0, (points + 60) / 260)),)
        assert sense.over(over, runs.outcome(over)) == sense.going(over)


def test_what_a_throw_of_a_run_is_looked_at_for() -> None:
    aim = SnakeyDiceAim()
    for why, last, kinds in (
        ("turn 5", True, 1), ("turn 5", False, 36), ("turn 5, reroll 1", True, 36), ("blockade, row", True, 36)
    ):  # fmt: skip
        seen = list(aim.throws(2, 6, why, last=last))
        assert len(seen) == kinds and sum(chance for chance, _ in seen) == 1, why
    assert list(aim.throws(3, 6, "turn 5", last=True)) == [(1, (1, 1, 1))]
    assert (aim.held(run(), 0), aim.held(run(ended="wall"), 0)) == (1, 0)
    other = run(trail=[[2, 2], [3, 3], [4, 4], [5, 5]])
    assert aim.essence(other) == aim.essence(run(trail=[[2, 2], [4, 4], [3, 3], [5, 5]])) != aim.essence(run())
    assert aim.essence(run(ended="wall")) == ("wall",)


def test_what_puzzles_of_each_game_ask_for() -> None:
    assert dict(SnailTrailAim.KINDS) == {WIN: (1, 2, 3), ESCAPE: (1, 2)}
    assert dict(SnakeyDiceAim.KINDS) == dict(WolvesAndJackalsAim.KINDS) == {THROW: (1,)}


def test_a_course_is_put_down_with_what_is_paid_before_each_die_and_the_tracks_raised_after_it() -> None:
    shown = [FACES.index(face) for face in ("locked", "straight", "either", "straight", "locked", "left")]
    packed = sum(face << 3 * number for number, face in enumerate(shown))

    def die(face: str, word: int = 0, more: int = 0) -> int:
        return course.THERE | FACES.index(face) << course.FACE | word << course.WORD | more

    def put(dies: list[int], rest: int, levels: tuple[int, ...]) -> tuple[list[str], list[int]]:
        parts = [99] * course.MOST_PARTS
        length, without = course.parts_of(sum(one << 8 * n for n, one in enumerate(dies)), packed, rest, levels, parts)
        assert parts[length:] == [99] * (course.MOST_PARTS - length)
        return [str(runs_sense.PARTS[code]) for code in parts[:length]], [n + 1 for n in range(6) if without >> n & 1]

    raises, both = course.RAISES, course.BY_PORTAL | course.BY_JUMP
    three = [die("straight", 0, raises), die("either", 2, raises), die("straight", 0, raises)]
    for levels, tracks in (
        ((0, 0, 0, 3), ["ignore", "reroll", "reroll"]),
        ((3, 3, 0, 4), ["reroll", "flip", "unlock"]),
        ((4, 4, 3, 4), ["unlock"]),
        ((4, 4, 4, 4), []),
    ):
        parts, without = put(three, 0b111111, levels)
        levels_put = [part.split()[1] for part in parts if part.startswith("level")]
        assert levels_put == tracks and without == [6]
        assert [part for part in parts if " " not in part] == ["2", "3R", "4", "1", "5"]
        assert all(parts[2 * n + 1] == f"level {track}" for n, track in enumerate(tracks))
    assert put([die("left", 0, both), die("either", 1, course.BY_JUMP)], 0b110110, (0,) * 4) == (
        ["portal", "jump", "6", "jump", "3L", "5"], [2]
    )  # fmt: skip
    assert put([], 0b001010, (0,) * 4) == ([], [2, 4]) and put([], 0b010000, (0,) * 4) == (["5"], [])


snakes = games.find("snakes-and-foxes")
WEIGHTS = json.loads(Path(tokens_sense.__file__).with_suffix(".json").read_text(encoding="utf-8"))


def at_random(lot: random.Random, players: int, **options: str) -> Any:
    """A position with hunters and tokens anywhere, each on a space of its own."""
    spaces = lot.sample([f"{ring}{spoke}" for ring in "abcdefg" for spoke in range(1, 17)] + ["H"], 12)
    fate = lot.choice(([None, None], [None, None], ["eaten", None], ["escaped", None]))
    tokens = [None if end else spaces.pop() for end in fate]
    return snakes.State.model_validate(
        {
            "options": options,
            "turn": 9,
            "to_move": 1,
            "tokens": tokens,
            "fate": fate,
            "rim": [token != "H" and lot.random() < 0.5 for token in tokens],
            "snakes": spaces[: lot.randrange(5)],
            "foxes": spaces[5 : 5 + lot.randrange(5)],
            "throw": {"move": lot.randrange(5), "snakes": 1, "foxes": 1},
            "players": players,
        }
    )


def chance_of(state: Any, token: int) -> float:
    """How likely a token comes home, as -1 to 1: the learnt weights read by rings and by spokes from the token's."""
    if state.fate[token]:
        return 1.0 if state.fate[token] == "escaped" else -1.0
    at = state.tokens[token]
    ring, spoke = ("Habcdefg".index(at[0]), int(at[1:] or 1)) if at != "H" else (0, 1)
    hub, *others = WEIGHTS[ring + 6 * state.rim[token]]
    rings = [others[16 * number : 16 * number + 16] for number in range(7)]

    def weight(place: str) -> int:
        if place == "H":
            return int(hub)
        apart = int(place[1:]) - spoke
        return int(rings["abcdefg".index(place[0])][(apart if state.options.first_ring == "red" else -apart) % 16])

    total = weight(at) + sum(map(weight, (*state.snakes, *state.foxes)))
    return tanh(max(-10.0, min(10.0, total / 100)) / 2)


@pytest.mark.parametrize("seed", range(40))
def test_tokens_are_worth_how_likely_they_come_home_and_one_s_own_three_times_the_other_s(seed: int) -> None:
    lot, sense = random.Random(seed), SnakesAndFoxesSense(snakes)
    state = at_random(lot, 1 + seed % 2, first_ring=lot.choice(("red", "green")))
    first, second = (chance_of(state, token) for token in (0, 1))
    if state.players == 1:
        assert sense.going(state) == (pytest.approx((first + second) / 2, abs=1e-8), 0.0)
    else:
        wanted = (0.75 * first - 0.25 * second, 0.75 * second - 0.25 * first)
        assert sense.going(state) == pytest.approx(wanted, abs=1e-8)


def test_the_worth_of_a_token_has_an_end_both_ways() -> None:
    assert len(tokens_sense.WORTHS) == 2_001 and tokens_sense.WORTHS[1_000] == 0
    for weight in (-1_000, -7, 1, 250, 1_000):
        assert tokens_sense.WORTHS[weight + 1_000] == round(1e9 * tanh(weight / 200))
    state = at_random(random.Random(3), 2)
    for worth in (5_000, -5_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tokens_sense, "seen", lambda *_, worth=worth: defaultdict(lambda: worth))
            token = state.fate.index(None)
            least = SnakesAndFoxesSense(snakes)._token(state, token)
            assert least == pytest.approx(tanh(5) if worth > 0 else -tanh(5))


@pytest.mark.parametrize(
    ("players", "fate", "home", "worths"),
    [
        (1, ["escaped", "escaped"], [1, 0], (1.0, 0.0)), (1, ["escaped", "eaten"], [0], (0.0, 0.0)),
        (1, ["eaten", "eaten"], [], (-1.0, 0.0)), (2, ["escaped", "escaped"], [1, 0], (-1.0, 1.0)),
        (2, ["escaped", "eaten"], [0], (1.0, -1.0)), (2, ["eaten", "eaten"], [], (-1.0, -1.0)),
    ],
)  # fmt: skip
def test_the_end_is_worth_the_tokens_that_are_home(
    players: int, fate: list[str], home: list[int], worths: tuple[float, float]
) -> None:
    state = at_random(random.Random(1), players).model_dump()
    over = {"tokens": [None, None], "fate": fate, "home": home, "rim": [True, True], "players": players}
    assert SnakesAndFoxesSense(snakes).worths(snakes.State.model_validate(state | over)) == worths


@pytest.mark.parametrize("seed", range(12))
def test_one_way_to_each_space_is_looked_at_and_the_nearest_to_the_goal_where_they_are_many(seed: int) -> None:
    lot, sense = random.Random(seed), SnakesAndFoxesSense(snakes)
    state = at_random(lot, 2, distance="steps")
    token, ways = state.to_move, dict[tuple[str, bool], Any]()
    for move in snakes.moves(state):
        rim = state.rim[token] or any(space[0] == "g" for space in move.path)
        if move.path:
            ways.setdefault((move.path[-1], rim), move)

    def steps(end: tuple[str, bool]) -> int:
        ring = "Habcdefg".index(end[0][0])
        return ring if end[1] else 14 - ring

    seat = state.seat(token)
    assert sense.candidates(state, seat, 1_000, lot) == (list(ways.values()) or [snakes.parse("pass", state)])
    for few in {1, max(1, len(ways) - 1), max(1, len(ways) // 2), len(ways)} if ways else ():
        best = sorted(ways, key=lambda end: (steps(end), ways[end].path))
        wanted = list(ways.values()) if len(ways) <= few else [ways[end] for end in best[:few]]
        assert sense.candidates(state, seat, few, lot) == wanted


def test_a_puzzle_of_tokens_looks_at_each_count_of_symbols_with_its_chance() -> None:
    aim, wanted = SnakesAndFoxesAim(), Counter[tuple[int, int, int]]()
    for values in product("msf", repeat=6):
        wanted[values.count("m"), values.count("s"), values.count("f")] += 1
    found = {
        (shown.count(1), shown.count(3), shown.count(5)): chance
        for chance, shown in aim.throws(6, 6, "turn", last=False)
    }
    assert found == {counts: Fraction(times, 729) for counts, times in wanted.items()}
    assert [*aim.throws(6, 6, "turn", last=True)] == [(1, (1,) * 6)]
    assert [*aim.throws(1, 2, "lot", last=True)] == [(Fraction(1, 2), (1,)), (Fraction(1, 2), (2,))]
    state = at_random(random.Random(1), 1)
    assert aim.fresh(state).options.auto_pass is False and state.options.auto_pass
    for fate, players, wanted_of in (
        (["eaten", None], 1, (Fraction(1, 2),)), (["eaten", None], 2, (Fraction(0), Fraction(1))),
        (["escaped", None], 2, (Fraction(1), Fraction(1))),
    ):  # fmt: skip
        one = {
            "fate": fate,
            "tokens": [None, "c3"],
            "rim": [True, False],
            "snakes": (),
            "foxes": (),
            "players": players,
        }
        position = snakes.State.model_validate(state.model_dump() | one | {"home": [0] if fate[0] == "escaped" else []})
        assert tuple(aim.held(position, seat) for seat in range(players)) == wanted_of


def test_a_slide_that_wins_ends_on_the_other_s_basis_or_on_a_square_that_is_taken() -> None:
    aim, (mine, theirs) = slides_sense.TheGameAim(), bases(the_game.Options())
    state = the_game.State.model_validate(
        {"turn": 41, "to_move": 0, "hand": (0, 0), "stacks": {"c3": ("A",), "d3": ("B",)}}
    )
    ends = {"d3": True, "c3": True, theirs: True, mine: False, "e5": False}
    assert {end: aim.may_win(state, legal.Move(0, ("a1", end))) for end in ends} == ends
    assert not aim.may_win(state, legal.Move(0)) and aim.may_win(state, legal.Move(1, ("a1", mine)))
    assert dict(aim.KINDS) == {"win": (1, 2), "escape": (1,)} and aim.MOST == 4_000
