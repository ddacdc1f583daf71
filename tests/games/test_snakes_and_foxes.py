"""Snakes & Foxes against itself: known counts, a second plain set of rules, and what is said of wrong moves and states.

The second rules work on (ring, spoke) numbers, the hub being ring 0; they share nothing with the module but the text
of RULES section 1.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from adjudicator import games
from adjudicator.core import GameError, IllegalMove, NotationError
from adjudicator.core.choices import Ask, Listed
from adjudicator.core.game import Event, Outcome
from adjudicator.dice import FastDice, RecordingDice, ScriptedDice
from adjudicator.games.snakes_and_foxes.state import Move
from adjudicator.games.snakes_and_foxes.turn import Hunt

GAME = games.find("snakes-and-foxes")
RINGS = "Habcdefg"
Point = tuple[int, int]


def state(**fields: Any) -> Any:
    """A position with one lone token on no rim, unless said otherwise."""
    given = {
        "turn": 9,
        "to_move": 0,
        "tokens": ["d5", None],
        "fate": [None, "eaten"],
        "rim": [False, False],
        "snakes": [],
        "foxes": [],
        "throw": {"move": 1, "snakes": 0, "foxes": 0},
    }
    return GAME.State.model_validate_json(json.dumps({**given, **fields}))


def point(space: str) -> Point:
    return (0, 0) if space == "H" else (RINGS.index(space[0]), int(space[1:]))


def space(at: Point) -> str:
    return "H" if at[0] == 0 else f"{RINGS[at[0]]}{at[1]}"


def around(spoke: int) -> int:
    return (spoke - 1) % 16 + 1


def allowed(a: Point, b: Point, first: str = "red") -> bool:
    """A step along the arrows: spokes both ways, rings a, c, e as ring a, b, d, f the other way, the rim both ways."""
    if a[0] != b[0]:
        return abs(a[0] - b[0]) == 1 and (0 in (a[0], b[0]) or a[1] == b[1])
    clockwise, counter = b[1] == around(a[1] + 1), b[1] == around(a[1] - 1)
    if a[0] == 0 or not (clockwise or counter):
        return False
    return a[0] == 7 or (counter if (a[0] % 2 == 1) == (first == "red") else clockwise)


POINTS = [(0, 0), *((ring, spoke) for ring in range(1, 8) for spoke in range(1, 17))]
NEXT = {
    first: {a: [b for b in POINTS if allowed(a, b, first)] for a in POINTS} for first in ("red", "green")
}  # fmt: skip


def apart(a: Point, b: Point) -> int:
    """Steps whatever the arrows say: round the board, or through the hub."""
    if 0 in (a[0], b[0]):
        return a[0] + b[0]
    spokes = min((a[1] - b[1]) % 16, (b[1] - a[1]) % 16)
    return min(abs(a[0] - b[0]) + spokes, a[0] + b[0])


def run(a: Point, b: Point, first: str) -> int:
    """Steps along the arrows, by widening rings of what can be reached."""
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {to for here in reached for to in NEXT[first][here]}
        steps += 1
    return steps


def walks(start: Point, length: int) -> Iterator[tuple[Point, ...]]:
    """Every path of a lone token that has not touched the rim: all sequences of steps, and then the bad ones out."""
    found = [(start,)]
    for _ in range(length):
        found = [(*way, to) for way in found for to in NEXT["red"][way[-1]]]
    for way in found:
        turns = [n for n in range(len(way) - 2) if way[n] == way[n + 2]]
        if all(way[n + 1][0] == 7 and way[n][0] == 6 for n in turns):
            yield way[1:]


@pytest.mark.parametrize(
    ("at", "counts"), [("H", [16, 32, 80, 400, 1072, 2944]), ("d5", [3, 7, 17, 42, 116, 326])]
)  # fmt: skip
def test_known_counts_of_paths(at: str, counts: list[int]) -> None:
    for move, count in enumerate(counts, 1):
        legal = [
            action.path
            for action in GAME.moves(state(tokens=[at, None], throw={"move": move, "snakes": 0, "foxes": 0}))
        ]
        assert len(legal) == count
        assert sorted(legal) == sorted(tuple(map(space, way)) for way in walks(point(at), move))


@pytest.mark.parametrize("first", ["red", "green"])
def test_the_printed_board_has_the_arrows_of_the_rules(first: str) -> None:
    board = GAME.board(GAME.Options.model_validate({"first_ring": first}))
    assert {(a, b) for a, ends in board.steps.items() for b in ends} == {
        (space(a), space(b)) for a in POINTS for b in POINTS if allowed(a, b, first)
    }


def plain_hunt(at: str, other: str | None, given: Any, dice: Any) -> tuple[list[str], list[str], bool, bool]:
    """Rulings 8 to 12 by sorting keys: (snakes, foxes, mover eaten, other eaten)."""
    target, first = point(at), given.options.first_ring
    packs = [sorted(map(point, given.snakes)), sorted(map(point, given.foxes))]
    other_at = point(other) if other else None
    eaten = other_eaten = False

    def far(a: Point) -> int:
        return run(a, target, first) if given.options.distance == "hunt" else apart(a, target)

    def rank(a: Point) -> tuple[int, int]:
        spokes = min((a[1] - target[1]) % 16, (target[1] - a[1]) % 16)
        if target == (0, 0):
            return far(a), 0
        if a[0] and a[1] == target[1]:
            return far(a), 0
        if a[0] == target[0]:
            return far(a), 1
        return far(a), 2 + a[0] if a[0] == 0 or spokes <= 3 else 99

    def direction(a: Point, b: Point) -> int:
        if a[0] == 0:
            return b[1]
        return 1 if b[0] < a[0] else 2 if b[0] > a[0] else 3 if b[1] == around(a[1] + 1) else 4

    for pack, symbols in zip(packs, (given.throw.snakes, given.throw.foxes), strict=True):
        left = sorted(pack)
        moved = 0
        while left and moved < symbols:
            best = min(map(rank, left))
            first_ones = sorted(a for a in left if rank(a) == best)
            chosen = first_ones[0]
            if len(first_ones) > 1:
                chosen = first_ones[dice.throw(1, len(first_ones), "tie")[0] - 1]
            left.remove(chosen)
            taken = set(packs[0]) | set(packs[1])
            ways = [b for b in NEXT[first][chosen] if b not in taken and far(b) < far(chosen)]
            if not ways:
                continue
            to = min(
                ways,
                key=lambda b: (b != target, run(b, target, first), b != other_at or other_eaten, direction(chosen, b)),
            )
            pack[pack.index(chosen)] = to
            moved += 1
            eaten |= to == target
            other_eaten |= to == other_at
    return [space(a) for a in sorted(packs[0])], [space(a) for a in sorted(packs[1])], eaten, other_eaten


@pytest.mark.parametrize("part", range(6))
def test_hunts_come_out_as_by_the_second_rules(part: int) -> None:
    chance = random.Random(f"hunt {part}")
    for number in range(80):
        near = chance.random() < 0.5
        where = [space(a) for a in POINTS if not near or (a[0] <= 4 and a[1] <= 6)]
        chance.shuffle(where)
        snakes, foxes = chance.randint(0, 8), chance.randint(0, 8)
        at, other, hunters = where[0], where[1] if chance.random() < 0.7 else None, where[2:]
        shown = chance.randint(0, 6)
        before = state(
            tokens=[at, other],
            fate=[None, None if other else "eaten"],
            snakes=hunters[:snakes],
            foxes=hunters[8 : 8 + foxes],
            throw={"move": 0, "snakes": shown, "foxes": 6 - shown},
            options={"distance": chance.choice(["steps", "hunt"]), "first_ring": chance.choice(["red", "green"])},
        )
        thrown, again = RecordingDice(FastDice(number)), RecordingDice(FastDice(number))
        hunt = Hunt(before, at, before.tokens, thrown)
        hunt.run()
        snakes_then, foxes_then = (sorted(hunt.packs[kind], key=point) for kind in ("snake", "fox"))
        assert (snakes_then, foxes_then, 0 in hunt.eaten, 1 in hunt.eaten) == plain_hunt(at, other, before, again)
        assert [values for _, _, values in thrown.throws] == [values for _, _, values in again.throws]


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_keeps_the_rules(seed: int) -> None:
    chance, dice = random.Random(seed), FastDice(seed)
    options = GAME.Options.model_validate({"first_ring": chance.choice(["red", "green"])})
    step = GAME.start(options, chance.choice([1, 2]), dice)
    for _ in range(200):
        before = step.state
        if not GAME.to_act(before):
            break
        action = chance.choice(list(GAME.moves(before)))
        step = GAME.apply(before, action, dice)
        _check_counts(before, step.state)
        for event in step.events:
            if event.kind in ("move", "step"):
                way = [point(place) for place in event.places]
                assert all(allowed(a, b, options.first_ring) for a, b in pairwise(way)), event
            if event.kind == "step":
                assert len(event.places) == 2
    assert GAME.outcome(step.state) is not None


def _check_counts(before: Any, after: Any) -> None:
    hunters = after.snakes + after.foxes
    assert len(set(hunters)) == len(hunters) == 16
    assert (len(after.snakes), len(after.foxes)) == (8, 8)
    assert not set(hunters) & set(after.tokens)
    assert after.turn > before.turn
    assert sum(dict(after.throw).values()) == (0 if after.over else 6)
    for was, now in zip(before.rim, after.rim, strict=True):
        assert now >= was
    for was, now in zip(before.fate, after.fate, strict=True):
        assert was is None or now == was


class Sixes:
    """Dice that never show MOVE."""

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (sides,) * count


def test_automatic_passes_end_and_leave_the_pass_to_the_player() -> None:
    step = GAME.apply(state(), Move(0, ("d6",)), Sixes())
    assert step.state.turn == 10 + 100
    assert sum(event.kind == "pass" for event in step.events) == 100
    assert list(GAME.moves(step.state)) == [Move(0)]


def test_a_game_for_more_players_than_tokens_is_refused() -> None:
    one = GAME.Options.model_validate({"tokens": 1})
    with pytest.raises(GameError, match="without a token"):
        GAME.start(one, 2, FastDice(1))
    for seats in (0, 3):
        with pytest.raises(GameError, match="for 1 or 2 players"):
            GAME.start(GAME.Options(), seats, FastDice(1))


def test_tokens_and_dice_as_pictures_want_them() -> None:
    at = state(
        tokens=["c5", "a12"],
        fate=[None, None],
        snakes=["d3"],
        foxes=["g1", "e6"],
        throw={"move": 2, "snakes": 1, "foxes": 3},
    )
    assert [(token.place, token.kind, token.seat) for token in GAME.tokens(at)] == [
        ("d3", "snake", None),
        ("e6", "fox", None),
        ("g1", "fox", None),
        ("c5", "player-a", 0),
        ("a12", "player-b", 1),
    ]
    assert GAME.faces(at) == ("move", "move", "snake", "fox", "fox", "fox")
    alone = GAME.start(GAME.Options(), 1, FastDice(1)).state
    assert [(token.kind, token.seat) for token in GAME.tokens(alone)][-2:] == [("player-a", 0), ("player-b", 0)]


def test_a_finished_game_has_no_dice_on_the_table() -> None:
    over = state(tokens=[None, None], fate=["eaten", "eaten"], throw={"move": 1, "snakes": 2, "foxes": 3})
    assert GAME.faces(over) == ()
    assert GAME.to_act(over) == ()


BLOCKED = {"snakes": ["d6"], "foxes": ["e5"], "tokens": ["d5", "c5"], "fate": [None, None]}
TWO = {"move": 2, "snakes": 0, "foxes": 0}


@pytest.mark.parametrize(
    ("fields", "text", "reason", "hint"),
    [
        ({}, "move d4", "step 1, d5 to d4: against the arrows; ring d runs clockwise", "`move c5`, `move e5`"),
        ({"tokens": ["c1", None]}, "move c2", "c1 to c2: against the arrows; ring c runs counter-clockwise", "c16"),
        ({"tokens": ["d16", None]}, "move d15", "against the arrows; ring d runs clockwise", "`move d1`"),
        ({}, "move d7", "step 1, d5 to d7: no path joins them", ""),
        ({}, "move H", "step 1, d5 to H: no path joins them", ""),
        ({}, "move d5", "the token stands there already; name only the spaces it enters", ""),
        ({"throw": TWO}, "move d6 d6", "step 2, d6 to d6: the token stands there already", "and 1 more"),
        (BLOCKED, "move d6", "step 1, d5 to d6: a snake stands there", "legal: `pass`"),
        (BLOCKED, "move e5", "step 1, d5 to e5: a fox stands there", "legal: `pass`"),
        (BLOCKED, "move c5", "step 1, d5 to c5: the other token stands there", "legal: `pass`"),
        ({"tokens": ["a5", "H"], "fate": [None, None]}, "move H", "the hub is closed while the other token", ""),
        ({"tokens": ["a5", None], "foxes": ["H"]}, "move H", "the hub is closed while a fox is in it", ""),
        ({"throw": TWO}, "move e5 d5", "step 2, e5 to d5: straight back to where it came from", ""),
        ({"throw": TWO}, "move e5", "the path has 1 step and the throw shows 2 MOVE", "`move c5 b5`"),
        ({"throw": TWO}, "move e5 e4 e3", "the path has 3 steps and the throw shows 2 MOVE", ""),
        ({}, "pass", "the token can move, and the throw shows 1 MOVE", "legal: `move c5`"),
        ({"throw": {"move": 0, "snakes": 1, "foxes": 0}}, "move e5", "the throw shows no MOVE", "legal: `pass`"),
        (
            {"tokens": ["a5", None], "rim": [True, False], "throw": TWO},
            "move H a6",
            "step 1 brings the token home, and the path goes on",
            "`move H`",
        ),
        (
            {"throw": TWO, "options": {"stranded": "longest"}, "snakes": ["d7", "c6"], "foxes": ["c5"]},
            "move d6",
            "the path has 1 step and the throw shows 2 MOVE; the token can go further, or home",
            "`move d6 e6`",
        ),
        ({"tokens": [None, None], "fate": ["eaten", "eaten"]}, "pass", "the game is over", ""),
    ],
)  # fmt: skip
def test_an_illegal_move_is_told_by_its_step_and_rule(fields: Any, text: str, reason: str, hint: str) -> None:
    at = state(**fields)
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(at, GAME.parse(text, at), ScriptedDice(()))
    assert f"`{text}` is not legal: " in caught.value.reason
    assert reason in caught.value.reason
    assert hint in caught.value.hint


def test_a_hint_shows_some_and_counts_the_rest() -> None:
    at = state(tokens=["H", None], throw={"move": 6, "snakes": 0, "foxes": 0})
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(at, Move(0), ScriptedDice(()))
    assert caught.value.hint.count("`move ") == 6
    assert caught.value.hint.endswith(" and 2938 more")


def test_nobody_moves_for_another_seat() -> None:
    with pytest.raises(IllegalMove, match="another player is to move"):
        GAME.apply(state(), Move(1, ("d6",)), ScriptedDice(()))


@pytest.mark.parametrize(
    "text",
    ["", " ", "mov a1", "move", "move ,", "move a0", "move a17", "move h1", "move z9", "pass a1", "movea1",
     "move a1; b1", "move ١", "a1", "if tie: raise 2", "move " + "a1 " * 100, "\x00", "pass pass", "move pass"],
)  # fmt: skip
def test_text_that_is_no_action_is_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(text, state())
    assert repr(text)[1:40] in caught.value.reason
    assert caught.value.hint
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["move h a1", "Move H-A1", " MOVE  h , a1 ", "move h,a1", "move\th a1", "move-h-a1"])
def test_the_ways_to_write_a_path(text: str) -> None:
    at = state()
    assert GAME.parse(text, at) == Move(0, ("H", "a1"))
    assert GAME.format(Move(0, ("H", "a1")), at) == "move H a1"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"tokens": ["d5", "a17"]}, "'a17' is no space of the board"),
        ({"snakes": ["h1"]}, "'h1' is no space of the board"),
        ({"foxes": ["A1"]}, "'A1' is no space of the board"),
        ({"snakes": ["e6", "e6"]}, "two of the snakes and foxes stand on one space"),
        ({"snakes": ["e6"], "foxes": ["e6"]}, "two of the snakes and foxes stand on one space"),
        ({"snakes": ["d5"]}, "a snake or fox stands on a token's space"),
        ({"tokens": ["d5", "d5"], "fate": [None, None]}, "only the hub holds both"),
        ({"tokens": ["d5", "a1"]}, "token 1 has either a space and no fate"),
        ({"tokens": [None, None]}, "token 0 has either a space and no fate"),
        ({"to_move": 1}, "to_move is 1, and that token is out of the game"),
        ({"tokens": ["d5"]}, "tokens, fate and rim have"),
        ({"rim": [False]}, "tokens, fate and rim have 2 entries each"),
        ({"tokens": ["d5"], "fate": [None], "rim": [False]}, "tokens, fate and rim have 2 entries each"),
        ({"tokens": ["d5"], "fate": [None], "rim": [False], "options": {"tokens": 1}, "to_move": 1}, "no such token"),
        ({"options": {"tokens": 1}}, "one token (option tokens: 1) is for one player"),
        ({"throw": {"move": 3, "snakes": 3, "foxes": 1}}, "there are only 6 dice"),
        ({"throw": {"move": 3, "snakes": 1, "foxes": 3}}, "there are only 6 dice"),
        ({"throw": {"move": 7, "snakes": 0, "foxes": 0}}, "less than or equal to 6"),
        ({"throw": {"move": -1, "snakes": 0, "foxes": 0}}, "greater than or equal to 0"),
        ({"to_move": 2}, "less than or equal to 1"), ({"to_move": -1}, "greater than or equal to 0"),
        ({"turn": 0}, "greater than or equal to 1"), ({"turn": 10**9 + 1}, "less than or equal to 1000000000"),
        ({"players": 0}, "greater than or equal to 1"), ({"players": 3}, "less than or equal to 2"),
        ({"tokens": ["d5", None, None]}, "at most 2 items"), ({"fate": [None, "eaten", "eaten"]}, "at most 2 items"),
        ({"rim": [False] * 3}, "at most 2 items"), ({"tokens": []}, "at least 1 item"), ({"fate": []}, "at least 1"),
        ({"snakes": [f"a{n}" for n in range(1, 10)]}, "at most 8 items"), ({"home": [0, 1, 0]}, "at most 2 items"),
        ({"home": [2]}, "less than or equal to 1"),
        *(
            ({"options": {"hunters": "player"}, "phase": "hunt", "foxes": ["e6"], "snakes": ["b1"],
              "chase": {"at": "d5", "kind": "fox", "left": 1, "waiting": ["e6"], **wrong}}, told)
            for wrong, told in (
                ({"left": 0}, "greater than or equal to 1"), ({"left": 7}, "less than or equal to 6"),
                ({"waiting": []}, "at least 1 item"), ({"waiting": ["e6"] * 9}, "at most 8 items"),
                ({"waiting": ["b1"]}, "names a space without a fox"), ({"kind": "snake"}, "a space without a snake"),
                ({"at": "h1"}, "'h1' is no space of the board"),
            )
        ),
        ({"phase": "hunt"}, "phase 'hunt' and chase go together"),
        ({"foxes": ["e6"], "phase": "hunt", "chase": {"at": "d5", "kind": "fox", "left": 1, "waiting": ["e6"]}},
         "phase 'hunt' is for option hunters: player"),
        ({"home": [0]}, "lists the tokens whose fate is 'escaped'"),
        ({"fate": [None, "escaped"], "home": [1, 1]}, "lists the tokens whose fate is 'escaped'"),
        ({"tokens": [None, None], "fate": ["escaped", "escaped"]}, "list them in the order of arrival"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(fields: Any, told: str) -> None:
    with pytest.raises(ValidationError) as caught:
        state(**fields)
    assert told in str(caught.value)


def test_a_position_may_be_as_full_as_the_game_makes_it() -> None:
    full = state(snakes=[f"a{n}" for n in range(1, 9)], foxes=[f"b{n}" for n in range(1, 9)], turn=10**9)
    assert len(full.snakes) == len(full.foxes) == 8
    waiting = {"at": "d5", "kind": "fox", "left": 6, "waiting": list(full.foxes)}
    hunt = state(foxes=list(full.foxes), options={"hunters": "player"}, phase="hunt", chase=waiting)
    assert (hunt.chase.left, hunt.chase.waiting) == (6, full.foxes)


def test_a_step_of_a_hunter_is_refused_by_what_is_wrong_with_it() -> None:
    """Of the foxes on c5, e6 and g9 that after the token on d5 which is nearest moves."""
    chase = {"at": "d5", "kind": "fox", "left": 2, "waiting": ["e6", "g9"]}
    fields = {"foxes": ["e6", "g9", "a1"], "snakes": ["f6"], "phase": "hunt", "chase": chase}
    hunt = state(**fields, options={"hunters": "player"})
    legal = [GAME.format(move, hunt) for move in GAME.moves(hunt)]
    assert legal and all(text.startswith("hunt e6 ") for text in legal)
    for text, said in (
        ("move d6", "the hunters move now: name the step of a fox, as in `hunt f3 e3`"),
        ("hunt f6 e6", "on f6 is no fox that has still to move"),
        ("hunt a1 b1", "on a1 is no fox that has still to move"),
        ("hunt g9 f9", "the fox on g9 is not the nearest that can step"),
        ("hunt e6 f6", "it steps along the arrows, to a space without a hunter and nearer d5; it takes that if it can"),
    ):
        with pytest.raises(IllegalMove) as caught:
            GAME.apply(hunt, GAME.parse(text, hunt), FastDice(1))
        assert caught.value.reason == f"`{text}` is not legal: {said}"
    token = state(options={"hunters": "player"})
    with pytest.raises(IllegalMove, match="the token moves first, and then the hunters"):
        GAME.apply(token, GAME.parse("hunt d5 d6", token), FastDice(1))


def test_a_position_is_put_in_order() -> None:
    at = state(tokens=["g3", None], fate=[None, "escaped"], snakes=["b10", "b9", "H", "a16"], foxes=["g1", "c2"])
    assert at.rim == (True, True)
    assert at.home == (1,)
    assert at.snakes == ("H", "a16", "b9", "b10")
    assert at.foxes == ("c2", "g1")
    assert at.players == 2


def test_one_token_is_one_player_unless_said() -> None:
    at = state(tokens=["d5"], fate=[None], rim=[False], options={"tokens": 1})
    assert at.players == 1
    assert GAME.to_act(at) == (0,)


class Dry:
    """Dice that show MOVE after five throws without one."""

    def __init__(self) -> None:
        self.throws = 0

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        self.throws += 1
        return (1 if self.throws > 5 else sides,) * count


def test_all_forced_passes_are_played_until_a_move_shows() -> None:
    step = GAME.apply(state(), Move(0, ("d6",)), Dry())
    assert sum(event.kind == "pass" for event in step.events) == 5
    assert step.state.turn == 15
    assert step.state.throw.move == 6


def test_a_token_that_has_touched_the_rim_is_never_in_the_hub() -> None:
    """Entering the hub takes it off the board at once (ruling 5)."""
    with pytest.raises(ValidationError, match="in the hub it is home"):
        state(tokens=["H", None], rim=[True, False])
    home = GAME.apply(state(tokens=["a3", None], rim=[True, False]), Move(0, ("H",)), Sixes()).state
    assert (home.tokens, home.fate) == ((None, None), ("escaped", "eaten"))


@pytest.mark.parametrize("distance", ["steps", "hunt", "away"])
@pytest.mark.parametrize("seed", range(4))
def test_the_steps_that_a_player_may_choose_are_those_of_a_second_reading(seed: int, distance: str) -> None:
    """Rulings 13 and 14: one of the nearest, a step along the arrows, nearer, onto no hunter; the token goes first."""
    chance, dice, looked = random.Random(f"{seed} {distance}"), FastDice(seed), 0
    for number in range(4):
        options = GAME.Options.model_validate({"hunters": "player", "distance": distance})
        here = GAME.start(options, 1 + number % 2, dice).state
        while GAME.to_act(here):
            legal = list(GAME.moves(here))
            if here.phase == "hunt":
                chase, taken = here.chase, {point(place) for place in here.snakes + here.foxes}
                at = point(chase.at)

                def far(a: Point, at: Point = at) -> int:
                    if distance == "steps":
                        return apart(a, at)
                    return run(at, a, "red") if distance == "away" else run(a, at, "red")

                nearest = min(map(far, map(point, chase.waiting)))
                found = set()
                for a in (a for a in map(point, chase.waiting) if far(a) == nearest):
                    ends = [b for b in NEXT["red"][a] if b not in taken and far(b) < far(a)]
                    found |= {(space(a), space(b)) for b in ([at] if at in ends else ends)}
                assert {move.path for move in legal} == found and len(found) > 1 and all(move.hunt for move in legal)
                assert GAME.to_act(here) == ((1 - here.to_move) if here.players == 2 else 0,)
                assert GAME.stand_in(here, FastDice(1)) in legal
                looked += 1
            here = GAME.apply(here, chance.choice(legal), dice).state
    assert looked > 5


@pytest.mark.parametrize("hunters", ["rule", "player"])
def test_what_hunters_would_do_is_what_they_do_up_to_the_first_die(hunters: str) -> None:
    """Each way that ends on a space is followed by the same steps, until dice or a player decide."""
    seen = {"step": 0, "lot-ahead": 0, "escaped": 0}
    for seed in range(6):
        dice = FastDice(f"ahead {seed}")
        at = GAME.start(GAME.Options(hunters=hunters), 2, dice).state
        for _ in range(12):
            if at.over:
                break
            actions = list(GAME.moves(at))
            ahead = GAME.foreseen(at, actions[0].seat)
            assert set(ahead) == {action.path[-1] for action in actions if action.path and not action.hunt}
            for action in actions[:: max(1, len(actions) // 12)]:
                if not ahead or not action.path:
                    continue
                events = GAME.apply(at, action, FastDice(f"{seed} {at.turn}")).events
                done = [event for event in events if event.kind not in ("move", "rim")]
                for told, event in zip(ahead[action.path[-1]], done, strict=False):
                    assert (told.kind.removesuffix("-ahead"), told.places) == (event.kind, event.places)
                    seen[told.kind] = seen.get(told.kind, 0) + 1
                assert len(done) >= len(ahead[action.path[-1]])
            at = GAME.apply(at, actions[seed % len(actions)], dice).state
    assert seen["step"] > 100
    assert seen["lot-ahead"] or hunters == "player"


HOME = {"tokens": [None, None], "rim": [True, True]}
GONE = {"tokens": [None, "c3"], "rim": [True, False]}


@pytest.mark.parametrize(
    ("fields", "players", "reason", "winners", "scores"),
    [
        ({**HOME, "fate": ["escaped", "escaped"], "home": [1, 0]}, 2, "home", (1,), (1, 2)),
        ({**HOME, "fate": ["escaped", "escaped"], "home": [0, 1]}, 2, "home", (0,), (2, 1)),
        ({**HOME, "fate": ["eaten", "escaped"]}, 2, "home", (1,), (0, 2)),
        ({**HOME, "fate": ["eaten", "eaten"]}, 2, "hunters-win", (), (0, 0)),
        ({**HOME, "fate": ["eaten", "eaten"]}, 1, "hunters-win", (), (0,)),
        ({**HOME, "fate": ["escaped", "eaten"]}, 1, "home", (0,), (1,)),
        ({**HOME, "fate": ["escaped", "escaped"], "home": [1, 0]}, 1, "full-win", (0,), (2,)),
        ({**GONE, "fate": ["escaped", None], "to_move": 1, "options": {"play_on": False}}, 2, "home", (0,), (2, 0)),
    ],
)  # fmt: skip
def test_the_first_home_wins_and_scores_two(
    fields: dict[str, Any], players: int, reason: str, winners: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    over = state(**fields, players=players)
    assert GAME.outcome(over) == Outcome(reason, winners, scores)
    assert GAME.to_act(over) == () and list(GAME.moves(over)) == []


def test_who_gives_up_leaves_the_win_to_the_first_home_else_to_who_still_plays() -> None:
    both = state(tokens=["c5", "a12"], fate=[None, None])
    eaten, first = state(**GONE, fate=["eaten", None], to_move=1), state(**GONE, fate=["escaped", None], to_move=1)
    assert [GAME.playing(at, 2) for at in (both, eaten, first)] == [(0, 1), (1,), (1,)]
    told = [[GAME.winners_without(at, seat, 2) for seat in (0, 1)] for at in (both, eaten, first)]
    assert told == [[(1,), (0,)], [(1,), ()], [(0,), (0,)]]
    alone = state(**GONE, fate=["escaped", None], to_move=1, players=1)
    assert GAME.playing(alone, 1) == (0,) and GAME.winners_without(alone, 0, 1) == (0,)
    last = state(**GONE, fate=["eaten", None], to_move=1, players=1)
    assert GAME.winners_without(last, 0, 1) == () and GAME.outcome(first) is None


def test_what_is_said_of_a_position_is_who_moves_what_has_become_of_tokens_and_which_touched_the_rim() -> None:
    def notes(**fields: Any) -> list[tuple[str, int | None, str]]:
        return [(one.kind, one.seat, one.piece) for one in GAME.notes(state(**fields))]

    two = {"tokens": ["c5", "g12"], "fate": [None, None]}
    assert notes(**two) == [("rim", 1, "player-b")]
    assert notes(**two, players=1, to_move=1) == [("plays", 0, "player-b"), ("rim", 0, "player-b")]
    assert notes(**GONE, fate=["escaped", None], to_move=1) == [("escaped", 0, "player-a")]
    assert notes(**HOME, fate=["eaten", "escaped"], players=1) == [("eaten", 0, "player-a"), ("escaped", 0, "player-b")]
    assert notes(options={"tokens": 1}, tokens=["g1"], fate=[None], rim=[False]) == [("rim", 0, "player-a")]
    chase = {"at": "c5", "kind": "fox", "left": 2, "waiting": ["e6"]}
    hunt = {**two, "foxes": ["e6"], "options": {"hunters": "player"}, "phase": "hunt", "chase": chase}
    (first, *_) = GAME.notes(state(**hunt))
    assert first == Event("hunts", 1, "fox", ("c5",), words={"left": 2})
    assert GAME.asks(state(**hunt)) == Ask("hunt", "hunt-to") and GAME.to_act(state(**hunt)) == (1,)
    assert GAME.to_act(state(**hunt, players=1)) == (0,)


def test_a_token_is_asked_for_the_steps_that_it_can_go() -> None:
    asked = Ask("steps", "more-steps", (("from", "d5"),), 1)
    assert GAME.asks(state()) == asked
    hub = state(tokens=["H", None], throw={"move": 3, "snakes": 0, "foxes": 0})
    assert GAME.asks(hub) == Ask("steps", "more-steps", (("from", "H"),), 3)
    assert GAME.asks(state(throw={"move": 0, "snakes": 3, "foxes": 3})) is None
    assert GAME.asks(state(**BLOCKED)) is None and list(GAME.moves(state(**BLOCKED))) == [Move(0)]


def test_ahead_a_token_may_be_sent_any_way_of_six_steps_at_most_past_whatever_stands_there_now() -> None:
    at = state(tokens=["d5", "c12"], fate=[None, None], snakes=["d6"], foxes=["e5"], to_move=1)
    choice = GAME.later(at, 0)
    assert isinstance(choice, Listed) and choice.ask == Ask("ahead", "ahead-on", (("from", "d5"),))

    def ways(node: int, taps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        say, *edges = choice.nodes[node]
        if say >= 0:
            yield taps
        for tap, to in zip(edges[::2], edges[1::2], strict=True):
            yield from ways(to, (*taps, choice.taps[tap].text))  # type: ignore[union-attr]

    wanted = {tuple(map(space, way)) for length in range(1, 7) for way in walks(point("d5"), length)}
    assert {*ways(0, ())} == wanted and choice.says == ("move {*}",)
    assert ("d6",) in wanted and ("e5",) in wanted and max(map(len, wanted)) == 6
    assert GAME.later(state(**GONE, fate=["eaten", None], to_move=1), 0) is None
    assert GAME.later(state(**GONE, fate=["eaten", None], to_move=1), 1) is not None
    one = state(options={"tokens": 1}, tokens=["g1"], fate=[None], rim=[False])
    assert GAME.later(one, 0) is None, "there is nobody whose turn comes between"


class Told:
    """Dice that show what they are told."""

    def __init__(self, *throws: str) -> None:
        self.throws, self.why = list(throws), list[str]()

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        self.why.append(why)
        return tuple(map(int, self.throws.pop(0)))


def test_most_moves_begin_equals_throw_again_and_a_first_throw_shows_a_move() -> None:
    dice = Told("123456", "125634", "122456", "113346", "334455", "345612")
    step = GAME.start(GAME.Options(), 2, dice)
    assert [(event.kind, event.seat, *event.words.values()) for event in step.events] == [
        ("first-throw", 0, 2), ("first-throw", 1, 2), ("level", None), ("first-throw", 0, 3), ("first-throw", 1, 2),
        ("begins", 0), ("throw", 0, 0, 4, 2), ("throw-again", 0), ("throw", 0, 2, 2, 2),
    ]  # fmt: skip
    assert dice.why == [*("who begins: A", "who begins: B") * 2, *("turn 1: token A",) * 2]
    assert (step.state.to_move, step.state.turn, dict(step.state.throw)) == (0, 1, {"move": 2, "snakes": 2, "foxes": 2})
    assert GAME.start(GAME.Options(), 2, Told("345656", "123456", "123456")).state.to_move == 1
    assert step.state.snakes == tuple(f"g{spoke}" for spoke in (1, 3, 5, 7, 9, 11, 13, 15))
    assert step.state.foxes == tuple(f"g{spoke}" for spoke in (2, 4, 6, 8, 10, 12, 14, 16))
    alone = Told("345634", "112233")
    assert GAME.start(GAME.Options(), 1, alone).state.to_move == 0 and alone.why == ["turn 1: token A"] * 2


def test_the_first_turn_of_each_token_alone_has_a_move_for_sure() -> None:
    for turn, again in ((1, True), (2, False), (9, False)):
        dice = Told("334455", "112233")
        at = state(turn=turn, tokens=["d5", "H"], fate=[None, None], options={"auto_pass": False})
        after = GAME.apply(at, Move(0, ("e5",)), dice).state
        assert (after.to_move, after.turn, after.throw.move) == (1, turn + 1, 4 if again else 0)


def test_a_position_may_be_written_with_a_turn_that_is_long() -> None:
    assert state(turn=10**9).turn == 10**9 and state(throw={"move": 6, "snakes": 0, "foxes": 0}).throw.move == 6
    for wrong in ({"turn": 10**9 + 1}, {"throw": {"move": 4, "snakes": 2, "foxes": 1}}, {"snakes": ["a1"] * 2}):
        with pytest.raises(ValidationError):
            state(**wrong)
    assert GAME.parse("move " + "a1 " * 65, state()).path == ("a1",) * 65  # 200 characters
    with pytest.raises(NotationError, match="is too long for an action"):
        GAME.parse("move " + "a1 " * 66, state())
