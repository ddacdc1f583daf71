"""Snail Trail: ways counted three times, what exact play is known to give, and what positions are refused."""

from __future__ import annotations

import json
import math
import random
from functools import cache
from itertools import islice, pairwise, product
from typing import Any, NamedTuple

import pytest
from lanes import THOROUGH, Golden, thorough
from pydantic import ValidationError

from adjudicator import games
from adjudicator.cli import show
from adjudicator.core import IllegalMove, NotationError
from adjudicator.core.choices import Ask, Walk
from adjudicator.core.game import Event
from adjudicator.core.solver import TooLarge
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games import position
from adjudicator.games.position import write
from adjudicator.games.snail_trail import exact
from adjudicator.games.snail_trail.exact import Solver, longest
from adjudicator.games.snail_trail.state import COUNTED, Grid, Move, TooMany, grid, mask, turns
from adjudicator.lab import play
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.letters.picture import sheet
from printables.boards import find
from printables.boards.snail_trail import last_turn
from printables.scene.theme import CLASSIC
from tests.interpreted import interpreted

game = games.find("snail-trail")

PUBLISHED = [3, 15, 75, 391, 2065, 11091, 58716, 301134, 1483674, 7025884]
FIRST_PLAYER = {(3, True): 1, (4, True): 0, (5, True): 1, (3, False): 0, (4, False): 0, (5, False): 1, (6, False): 1}


def first(options: Any) -> Any:
    """The start on a board of these options."""
    return play.start("snail-trail", options)[1]


def state(turn: int, options: dict[str, Any] | None = None, **fields: Any) -> Any:
    made = game.Options.model_validate(options or {})
    start = game.start(made, 2, ScriptedDice([1])).state
    return game.State.model_validate_json(json.dumps({**start.model_dump(mode="json"), "turn": turn, **fields}))


KING, ROOK = ((0, 1), (1, 0), (1, 1), (1, -1)), ((0, 1), (1, 0))
HEX = ((1, 0), (0, 1), (1, -1))  # the source's rhombus: as for Hex, each row half a hexagon further right


def plain_count(
    at: tuple[int, int], free: frozenset[tuple[int, int]], steps: int, ahead: tuple[tuple[int, int], ...]
) -> int:
    """Ways counted one by one; `ahead` are half of the steps, the others lead back."""
    if steps == 0:
        return 1
    total = 0
    for x, y in free:
        step = (x - at[0], y - at[1])
        if step in ahead or (-step[0], -step[1]) in ahead:
            total += plain_count((x, y), free - {(x, y)}, steps - 1, ahead)
    return total


def test_published_counts_of_ways_from_a_corner_of_an_empty_board() -> None:
    squares = grid(game.Options())
    corner = squares.number["a1"]
    free = squares.all & ~(1 << corner)
    assert [squares.count(corner, free, steps) for steps in range(1, 11)] == PUBLISHED


@pytest.mark.parametrize("seed", range(30))
def test_ways_listed_and_counted_are_those_of_a_plain_count(seed: int) -> None:
    chance = random.Random(seed)
    ahead, size = (KING, ROOK, HEX)[seed % 3], chance.choice((4, 5))
    made = {"shape": "hex"} if ahead is HEX else {"rows": chance.choice((3, 4, 5)), "diagonal": ahead is KING}
    squares = grid(game.Options(size=size, **made))
    at = chance.randrange(len(squares.names))
    free = squares.all & ~(1 << at)
    for closed in chance.sample(range(len(squares.names)), len(squares.names) // 3):
        free &= ~(1 << closed)
    pairs = [("abcde".index(name[0]), int(name[1:])) for name in squares.names]
    open_squares = frozenset(pair for number, pair in enumerate(pairs) if free >> number & 1)
    for steps in range(1, 8):
        wanted = plain_count(pairs[at], open_squares, steps, ahead)
        assert squares.count(at, free, steps) == wanted
        assert squares.exists(at, free, steps) == (wanted > 0)
        ways = list(squares.ways(at, free, steps))
        assert len(set(ways)) == len(ways) == wanted
        assert ways == sorted(ways)


def test_hexagons_touch_where_they_are_drawn_side_by_side() -> None:
    """And nowhere else: the sharp corners touch two others, the blunt ones three, the sides four, the rest six."""
    board = game.board(game.Options(size=5, shape="hex"))
    for place in board.places:
        near = {other.id for other in board.places if 0 < math.dist(place[1:3], other[1:3]) < 1.1 * place.size}
        assert set(board.steps[place.id]) == near
    touching = {name: len(board.steps[name]) for name in ("a1", "e5", "a5", "e1", "a3", "c5", "c3")}
    assert touching == {"a1": 2, "e5": 2, "a5": 3, "e1": 3, "a3": 4, "c5": 4, "c3": 6}
    far = max(math.dist(a[1:3], b[1:3]) for a in board.places for b in board.places)
    assert math.dist(board.by_id["a1"][1:3], board.by_id["e5"][1:3]) == far


def test_a_match_of_rule_set_1_keeps_its_diamond() -> None:
    older = games.find("snail-trail", 1)
    made = older.Options(variant="rhombus")
    assert (made.shape, made.size) == ("rhombus", 9)
    assert len(older.board(made).places) == 41
    start = older.start(made, 2, FastDice(1)).state
    assert start.snails == ("e1", "e9")
    read = position.read(position.write(older, start), "")
    assert read.state == start and picture_of(read.game, start).pages
    with pytest.raises(ValidationError, match="shape"):
        older.Options(shape="hex")


def picture_of(found: Any, here: Any) -> Any:
    return sheet(found, here, Names(), Phrases("snail-trail"))


def test_turn_fourteen_on_the_largest_board_neither_hangs_nor_lies() -> None:
    """On the empty board there are far too many ways to count; in a crowded one they are counted exactly."""
    empty = state(14, {"size": 11})
    assert game.count(empty) is None
    assert len(list(islice(game.moves(empty), 10_001))) == 10_001
    squares = grid(game.Options(size=11))
    with pytest.raises(TooMany):
        squares.count(squares.number["a1"], squares.all & ~1, 14, limit=1000)
    crowded = state(14, {"size": 11}, trail=[name for name in squares.names if name[0] not in "ab"])
    assert (game.count(crowded) or 0) > 10_000
    # A comb of dead ends: 60 squares within reach, and no way of 14.
    comb = [name for name in squares.names if int(name[1:]) % 2 == 0 or name[0] in "bdfhj"]
    teeth = state(14, {"size": 11, "diagonal": False}, trail=comb)
    assert game.outcome(teeth) is not None and game.count(teeth) == 0


def test_counting_says_how_many_there_are_if_it_may_stand_on_just_enough_squares() -> None:
    """On a line of squares each is stood on once, but for the last of all."""
    squares = grid(game.Options(size=9, rows=3, diagonal=False))
    line = sum(1 << number for number, name in enumerate(squares.names) if name[1:] == "1")
    corner = squares.number["a1"]
    for steps in range(2, 9):
        assert squares.count(corner, line & ~(1 << corner), steps, limit=steps - 1) == 1
        with pytest.raises(TooMany):
            squares.count(corner, line & ~(1 << corner), steps, limit=steps - 2)
    assert squares.count(corner, line, 1, limit=0) == 1 and squares.count(corner, line, 0, limit=0) == 1


def test_counting_gives_up_as_soon_on_a_large_board_as_on_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    here, looks = state(14, {"size": 15}), [0]

    class Near(tuple[int, ...]):
        def __getitem__(self, square: Any) -> Any:
            looks[0] += 1
            return super().__getitem__(square)

    new = Grid(game.board(here.options))
    monkeypatch.setattr(new, "near", Near(new.near))
    for name in ("balls", "near"):
        monkeypatch.setattr(here.grid, name, getattr(new, name))
    assert game.count(here) is None
    assert COUNTED < looks[0] < 10 * COUNTED  # a square has eight neighbours
    assert game.count(here, quick=True) is None and looks[0] < 10.3 * COUNTED


def test_squares_within_so_many_steps_are_those_that_a_walk_reaches() -> None:
    for options in (game.Options(size=5), game.Options(size=6, diagonal=False), game.Options(variant="rhombus")):
        squares = Grid(game.board(options))
        for steps, at in product((0, 1, 2, 5, 20), range(len(squares.names))):
            assert squares.balls[steps][at] == squares.reach(at, squares.all, steps) | 1 << at


def test_boards_of_fifteen_are_played_to_their_end() -> None:
    squares = grid(game.Options(size=15))
    assert len(squares.names) == 225 and squares.names[-1] == "o15"
    comb = [name for name in squares.names if int(name[1:]) % 2 == 0 or name[0] in "bdfhjln"]
    teeth = state(20, {"size": 15, "diagonal": False}, trail=comb)
    assert game.outcome(teeth) is not None and not list(game.moves(teeth))
    for shape in ("square", "hex"):
        here = game.start(game.Options(size=15, shape=shape), 2, FastDice(1)).state
        while game.to_act(here):
            here = game.apply(here, next(game.moves(here)), FastDice(2)).state
        assert here.turn >= 9
    with pytest.raises(ValidationError):
        game.Options(size=16)


@thorough
def test_moves_shows_the_first_ten_thousand_and_says_how_many_there_are(tmp_path: Any) -> None:
    position = tmp_path / "position.json"
    position.write_text(write(game, state(9)))
    lines = list(show.moves(position, None, False))
    number = game.count(state(9))
    assert len(lines) == 10_001
    assert lines[-1] == f"# {number:,} legal moves; the first 10,000 are listed, --limit lists more"
    assert list(show.moves(position, None, True)) == [str(number)]
    position.write_text(write(game, state(14, {"size": 11})))
    assert list(show.moves(position, None, True)) == ["more than 10000"]
    assert list(show.moves(position, None, False))[-1].startswith("# more than 10,000 legal moves")
    assert len(list(show.moves(position, 3, False))) == 3


@pytest.mark.parametrize("size, diagonal", FIRST_PLAYER)
def test_who_wins_small_boards(size: int, diagonal: bool) -> None:
    options = game.Options(size=size, diagonal=diagonal)
    verdict = game.solver(options).solve(first(options))
    assert verdict.value == ("win" if FIRST_PLAYER[size, diagonal] else "loss")


@cache
def plain_wins(options: Any, mine: int, other: int, free: int, turn: int) -> bool:
    """Every move tried, nothing clever."""
    squares = grid(options)
    steps = turn if options.steps == "progressive" else 1
    return any(
        not plain_wins(options, other, way[-1], free & ~sum(1 << square for square in way), turn + 1)
        for way in squares.ways(mine, free, steps)
    )


@pytest.mark.parametrize(
    "options",
    [
        {"size": 4},
        {"size": 4, "diagonal": False},
        {"size": 4, "rows": 3, "steps": "one"},
        {"size": 3, "rows": 4, "steps": "one", "diagonal": False},
        {"size": 3, "shape": "hex"},
        {"size": 4, "shape": "hex", "steps": "one"},
    ],
    ids=str,
)
def test_the_solver_agrees_with_trying_everything(options: dict[str, Any]) -> None:
    made = game.Options.model_validate(options)
    solver, squares = game.solver(made), grid(made)
    chance = random.Random(1)
    for _ in range(40):
        here = game.start(made, 2, FastDice(chance.random().hex())).state
        for _ in range(chance.randrange(5)):
            legal = list(game.moves(here))
            if not legal:
                break
            here = game.apply(here, chance.choice(legal), FastDice(0)).state
        other = squares.number[here.snails[1 - here.to_move]]
        wins = plain_wins(made, here.at, other, here.free, here.turn)
        verdict = solver.solve(here)
        assert verdict.value == ("win" if wins else "loss")
        assert (verdict.best is None) == (game.outcome(here) is not None)
        if wins:
            after = game.apply(here, verdict.best, FastDice(0)).state
            assert solver.solve(after).value == "loss"


LATE = [(2, "progressive"), (3, "progressive"), (3, "one")]  # a turn, and how far turns go


def _check_proofs(turn: int, steps: str, compiled: bool) -> None:
    """The same snails and turn on many boards: what was learned from one must hold for the next."""
    fields = {"size": 5, "rows": 4, "steps": steps}
    options, chance = game.Options.model_validate(fields), random.Random(turn)
    solver, squares = Solver(options, compiled=compiled), grid(options)
    names = [name for name in squares.names if name not in ("b2", "d3")]
    for _ in range(400 if THOROUGH else 100):
        trail = chance.sample(names, chance.randrange(5, 10))
        here = state(turn, fields, snails=["b2", "d3"], trail=trail)
        wins = plain_wins(options, here.at, squares.number["d3"], here.free, turn)
        assert solver.solve(here).value == ("win" if wins else "loss")


@pytest.mark.parametrize("turn, steps", LATE)
def test_what_a_proof_says_of_other_positions_is_true(turn: int, steps: str) -> None:
    _check_proofs(turn, steps, compiled=False)


@thorough  # a board of five is decided by compiled code alone
@pytest.mark.parametrize("seed", range(5))
def test_the_winner_wins_against_any_defence(seed: int) -> None:
    options, chance = game.Options(size=5), random.Random(seed)
    solver, here = game.solver(options), first(options)
    winner = here.to_move
    while game.to_act(here):
        action = solver.solve(here).best if here.to_move == winner else chance.choice(list(game.moves(here)))
        here = game.apply(here, action, FastDice(0)).state
    assert game.outcome(here).winners == (winner,)
    assert len(play.facts(game, first(options), None, whole=True)["line"]) % 2 == 1


def test_a_position_too_large_is_not_guessed() -> None:
    options = game.Options(size=7)
    with pytest.raises(TooLarge, match="not decided within 100 positions"):
        Solver(options, compiled=False).solve(first(options), limit=100)
    files = {"a": "1", "b": "1234", "c": "1234567", "d": "46", "e": "567", "f": "3467", "g": "37"}
    trail = [f"{file}{rank}" for file, ranks in files.items() for rank in ranks]
    lost = state(7, {"size": 7}, to_move=1, snails=("c7", "f3"), trail=trail)  # at sight, but its moves are many
    assert Solver(options, compiled=False).solve(lost, limit=3_000).value == "loss"
    with pytest.raises(TooLarge):
        Solver(options, compiled=False).solve(lost, limit=450)


@thorough
def test_a_board_of_sixty_four_squares_is_decided_by_compiled_code() -> None:
    pytest.importorskip("numba")
    options = game.Options(size=8, diagonal=False)
    verdict = Solver(options).solve(first(options))
    assert verdict.value == "loss"
    assert 9_000_000 < verdict.nodes < 10_000_000


def test_a_set_with_the_last_of_sixty_four_squares_is_a_negative_number() -> None:
    with interpreted("adjudicator.games.snail_trail.fast") as (fast,):
        for squares in (1 << 63, (1 << 64) - 1, (1 << 63) - 1, 5 | 1 << 63, 1, 0):
            assert fast.signed(squares) & fast.ALL == squares
            assert -(1 << 63) <= fast.signed(squares) < 1 << 63


@pytest.mark.parametrize(
    "fields",
    [{"size": 3}, {"size": 4, "rows": 3}, {"size": 3, "steps": "one"}, {"size": 4, "diagonal": False}],
    ids=str,
)
def test_the_compiled_solver_needs_what_it_looks_at_and_nothing_for_what_it_knows(fields: dict[str, Any]) -> None:
    """As plain Python, here: with one position less it gives up; asked again it has it in its proofs."""
    options = game.Options.model_validate(fields)
    squares, values = grid(options), set()
    with interpreted("adjudicator.games.snail_trail.fast") as (fast,):
        for seed in range(1, 6):
            chance, here = random.Random(seed), first(options)
            for _ in range(seed % 3):
                here = game.apply(here, chance.choice(list(game.moves(here))), FastDice(0)).state
            other = squares.number[here.snails[1 - here.to_move]]
            asked = here.at, other, here.turn, here.free
            solver, most, few = (
                fast.Fast(squares.near, squares.mirror, last_turn(options), options.grows) for _ in "abc"
            )
            value, way, end, looked = solver.solve(*asked, 100_000)
            assert solver.solve(*asked, 0) == (value, way, end, 0)
            assert most.solve(*asked, looked) == (value, way, end, looked)
            assert few.solve(*asked, looked - 1)[0] == fast.SPENT
            if value:
                reply = game.apply(
                    here,
                    next(
                        one
                        for one in game.moves(here)
                        if mask(map(squares.number.__getitem__, one.path)) == way
                        and squares.number[one.path[-1]] == end
                    ),
                    FastDice(0),
                ).state
                assert solver.solve(reply.at, end, reply.turn, reply.free, 100_000)[0] == 0
            values.add(value)
    assert values == {0, 1}


def test_markers_are_enough_for_the_longest_game() -> None:
    module = find(game.SLUG)
    for options in ({"size": 3}, {"size": 11}, {"size": 9, "rows": 4}, {"size": 7, "shape": "hex"}):
        kit = module.components(module.options.model_validate(options), CLASSIC)
        assert kit.token("trail").copies == len(kit.board.places) - 2


def test_the_smallest_rhombus_has_rules_though_its_example_comes_to_an_end() -> None:
    options = games.find("snail-trail", 1).Options.model_validate({"variant": "rhombus", "diagonal": False, "size": 3})
    example = find("snail-trail").components(options, CLASSIC).words["example"]
    assert 0 < len(example.split()) < 3


def test_sizes_as_people_write_them() -> None:
    assert game.Options.model_validate({"size": "9x7"}).sides == (9, 7)
    assert game.Options.model_validate({"size": "7x7"}) == game.Options()
    assert game.Options.model_validate({"variant": "tomatoes"}).size == 8
    assert game.Options.model_validate({"variant": "tomatoes", "size": 9}).size == 9
    for bad in (
        {"size": 2},
        {"size": 16},
        {"size": "9x2"},
        {"size": "nine"},
        {"size": 5, "rows": 4, "shape": "hex"},
        {"shape": "hex", "diagonal": False},
        {"shape": "rhombus"},
    ):
        with pytest.raises(ValidationError):
            game.Options.model_validate(bad)


def test_a_position_is_later_than_its_trail_by_a_whole_board_at_most() -> None:
    """Of 49 squares 47 are free at first: as many turns of one square may be missing, and not one more."""
    assert state(48, {"steps": "one"}).turn == 48
    assert state(49, {"steps": "one"}, trail=["b2"]).turn == 49
    for turn, trail in ((49, []), (50, ["b2"])):
        with pytest.raises(ValidationError, match="room for 48 turns at most"):
            state(turn, {"steps": "one"}, trail=trail)


@pytest.mark.parametrize(
    "fields, told",
    [
        ({"snails": ["a1", "a1"]}, "both snails stand on a1"),
        ({"snails": ["a1", "h8"]}, "'h8' is no square of the board: squares are a1 to g7"),
        ({"trail": ["z9"]}, "no square of the board"),
        ({"turn": 11}, "room for 10 turns at most"),
        ({"turn": 0}, "greater than or equal to 1"),
    ],
)
def test_positions_that_cannot_be(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        state(**{"turn": 1, **fields})


@pytest.mark.parametrize(
    "text, told",
    [
        ("b2", "enters 1 square, and this turn asks for exactly 3"),
        ("b2 c3 c3", "step 3, c3 to c3: the snail stands there already"),
        ("b2 c3 b2", "entered that square earlier"),
        ("b2 b4 c4", "step 2, b2 to b4: they do not touch"),
        ("b2 b1 c1", "a snail was there before"),
        ("b2 c2 d2", "a snail is there"),
    ],
)
def test_a_refusal_names_the_step_and_what_would_be_legal(text: str, told: str) -> None:
    here = state(3, snails=["a1", "d2"], trail=["b1"])
    with pytest.raises(IllegalMove, match=told) as caught:
        game.apply(here, game.parse(text, here), FastDice(0))
    assert "legal: `a2 a3 a4`" in caught.value.hint and "more" in caught.value.hint


@thorough
def test_the_compiled_solver_agrees_with_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """One test, since every process that asks for compiled code waits for the compiler."""
    pytest.importorskip("numba", reason="numba, an extra, is not installed")
    monkeypatch.setattr(exact, "EASY", 0)
    for turn, steps in LATE:
        _check_proofs(turn, steps, compiled=True)
    chance = random.Random(2)
    for fields in ({"size": 4}, {"size": 5}, {"size": 5, "diagonal": False}, {"size": 4, "rows": 3, "steps": "one"}):
        options = game.Options.model_validate(fields)
        plain, compiled = Solver(options, compiled=False), Solver(options, compiled=True)
        for _ in range(60 if THOROUGH else 20):
            here = game.start(options, 2, FastDice(chance.random().hex())).state
            for _ in range(chance.randrange(4)):
                legal = list(game.moves(here))
                if not legal:
                    break
                here = game.apply(here, chance.choice(legal), FastDice(0)).state
            verdict = compiled.solve(here)
            assert verdict.value == plain.solve(here).value
            if verdict.value == "win":
                after = game.apply(here, verdict.best, FastDice(0)).state
                assert plain.solve(after).value == "loss"
    with pytest.raises(TooLarge):
        Solver(game.Options(size=7), compiled=True).solve(first(game.Options(size=7)), limit=50_000)


BOARDS: tuple[tuple[dict[str, Any], int, int], ...] = (  # options, positions, how many squares of a trail at least
    ({"size": 3}, 1, 0),
    ({"size": 4}, 12, 0),
    ({"size": 4, "rows": 5}, 12, 4),
    ({"size": 5, "diagonal": False}, 20, 0),
    ({"size": 4, "rows": 3, "steps": "one"}, 12, 0),
    ({"size": 5, "shape": "hex"}, 12, 6),
    ({"size": 5}, 12, 9),
    ({"size": 8}, 6, 42),
)


def test_what_the_compiled_solver_finds_and_looks_at_is_as_it_was_and_true(golden: Golden) -> None:
    """As plain Python, here: who wins by which squares and end, and how many positions it takes."""
    lines = []
    with interpreted("adjudicator.games.snail_trail.fast") as (fast,):
        for fields, positions, gone in BOARDS:
            options, chance = game.Options.model_validate(fields), random.Random(str(fields))
            squares = grid(options)
            solver = fast.Fast(squares.near, squares.mirror, last_turn(options), options.grows)
            for number in range(positions):
                names = chance.sample(squares.names, chance.randrange(gone, gone + 4) + 2)
                if not number and not gone:  # alike on both sides of the line between the snails
                    names = [squares.names[0], squares.names[-1]]
                here = state(chance.randrange(1, 4), fields, to_move=0, snails=names[:2], trail=names[2:])
                mine, other = (squares.number[name] for name in here.snails)
                found = solver.solve(mine, other, here.turn, here.free, 1_500)
                lines.append(f"{fields} {' '.join(names)}, turn {here.turn}: {found}\n")
                if found[0] != fast.SPENT and len(squares.names) < 16:
                    assert found[0] == plain_wins(options, mine, other, here.free, here.turn)
    golden("snail-trail.txt", "".join(lines))


def test_a_position_as_late_as_can_be_is_played_to_its_end() -> None:
    here = state(15, {"size": 11})
    while game.to_act(here):
        here = game.apply(here, next(game.moves(here)), FastDice(0)).state
    assert here.turn > 15 and game.outcome(here) is not None


class Counting(NamedTuple):
    """In the place of compiled code: what it was asked, and what it answers."""

    asked: list[tuple[int, ...]]
    answer: tuple[int, int, int, int]

    def solve(self, *asked: int) -> tuple[int, int, int, int]:
        self.asked.append(asked)
        return self.answer


@pytest.mark.parametrize(
    ("size", "limit", "asked"), [("8x8", 1_000, 990), ("8x8", 11, 1), ("8x8", 10, 0), ("13x5", 1_000, 0)]
)
def test_compiled_code_is_asked_on_64_squares_at_most_once_plain_python_has_had_its_share(
    monkeypatch: pytest.MonkeyPatch, size: str, limit: int, asked: int
) -> None:
    monkeypatch.setattr(exact, "EASY", 10)
    start = first(game.Options.model_validate({"size": size, "steps": "one"})).replaced(to_move=0)
    solver, number = Solver(start.options, compiled=True), start.grid.number
    fast = Counting([], (1, 1 << number["b2"], number["b2"], 1))
    solver.__dict__["_fast"] = fast
    if asked:
        verdict = solver.solve(start, limit)
        assert (verdict.value, verdict.best.path, verdict.nodes) == ("win", ("b2",), 11)
        assert fast.asked == [(*map(number.__getitem__, start.snails), 1, start.free, asked)]
    else:
        with pytest.raises(TooLarge):
            solver.solve(start, limit)
        assert not fast.asked


def test_compiled_code_is_not_asked_where_the_snails_cannot_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "EASY", 0)
    wall = [f"{file}{rank}" for file in "abcd" for rank in (3, 2)]
    for open_square, value in (("", "loss"), ("a2", "win")):
        here = state(1, {"size": 4}, trail=[square for square in wall if square != open_square])
        solver = Solver(here.options, compiled=True)
        solver.__dict__["_fast"] = fast = Counting([], (0, 0, 0, 0))
        assert solver.solve(here).value == value and not fast.asked


@pytest.mark.parametrize("seed", range(12))
def test_a_longest_way_is_as_long_as_any_and_a_way(seed: int) -> None:
    chance = random.Random(seed)
    squares = grid(game.Options(size=4, diagonal=seed % 2 == 0))
    at = chance.randrange(16)
    free = mask(chance.sample([square for square in range(16) if square != at], 9))
    way = longest(squares, at, squares.region(at, free))
    assert len({*way}) == len(way) and not mask(way) & ~free
    assert all(squares.near[one] >> to & 1 for one, to in pairwise((at, *way)))
    assert squares.exists(at, free, len(way)) and not squares.exists(at, free, len(way) + 1)


def test_whole_turns_are_counted_until_one_is_too_long() -> None:
    assert [turns(length, 2, 1) for length in range(10)] == [0, 0, 1, 1, 1, 2, 2, 2, 2, 3]
    assert [turns(length, 1, 0) for length in range(4)] == [0, 1, 2, 3]
    assert [turns(length, 3, 2) for length in (2, 3, 7, 8, 14, 15)] == [0, 1, 1, 2, 2, 3]


def test_a_line_of_snail_trail_is_read_or_refused_as_its_form_says() -> None:
    here = state(3, to_move=1)
    for text, path in (
        ("b2 c3 c4", ("b2", "c3", "c4")), (" Move B2,c3-C4 ", ("b2", "c3", "c4")), ("move b2", ("b2",)),
        ("a1", ("a1",)), (" ".join(["a1"] * 66) + "  ", ("a1",) * 66),
    ):  # fmt: skip
        assert game.parse(text, here) == Move(1, path)
        assert game.parse(game.format(Move(1, path), here), here).path == path
    for text, told in (
        ("", "names no square"), ("move", "names no square"), ("b2 move", "'move' is no square"),
        ("b", "'b' is no square"), ("b123", "'b123' is no square"), ("h1", "'h1' is no square of this board"),
        ("b2 " * 67, "too long for a move"), ("b2 c3x", "'c3x' is no square"),
    ):  # fmt: skip
        with pytest.raises(NotationError, match=told):
            game.parse(text, here)
    for fields, where in (({}, "a1 to g7"), ({"size": "11x5"}, "a1 to k5"), ({"size": 4, "shape": "hex"}, "a1 to d4")):
        with pytest.raises(NotationError) as refused:
            game.parse("z9", state(1, fields))
        assert refused.value.hint == f"squares are {where}"
    older = games.find(game.SLUG, 1)
    with pytest.raises(NotationError) as refused:
        older.parse("a1", older.start(older.Options(variant="rhombus"), 2, FastDice(1)).state)
    assert refused.value.hint == "squares are a1 to i9 within the rhombus"


def test_a_trail_may_name_as_many_squares_as_the_largest_board_has() -> None:
    assert state(1, {"size": 3}, trail=["b2"] * 225).trail == ("a1", "b2", "c3")
    with pytest.raises(ValidationError, match="at most 225"):
        state(1, {"size": 3}, trail=["b2"] * 226)
    for seat in (-1, 2):
        with pytest.raises(ValidationError, match="to_move"):
            state(1, to_move=seat)


def test_what_waits_for_a_snail_is_told_and_asked() -> None:
    here = state(3, {"size": 4}, to_move=1, snails=["b1", "d4"], trail=["a1", "a2"])
    assert game.notes(here) == (Event("needs", 1, "snail-b", words={"needed": 3, "free": 12}),)
    assert game.choices(here, 0) is None
    ask = Ask("steps", "more-steps", (("from", "d4"),), 3)
    assert game.choices(here, 1) == Walk("squares", "d4", 3, here.trail, ask=ask)
    later = Ask("steps", "more-steps", (("from", "b1"),), 4)
    assert game.later(here, 0) == Walk("squares", "b1", 4, here.trail, ask=later)
    assert [(one.place, one.kind, one.seat) for one in game.tokens(here)] == [
        ("a1", "trail", None), ("a2", "trail", None), ("b1", "snail-a", 0), ("d4", "snail-b", 1)
    ]  # fmt: skip
    shut = state(3, {"size": 3}, to_move=1, snails=["a1", "c3"], trail=["b1", "b2", "b3", "c2", "a2"])
    assert game.notes(shut) == () and game.to_act(shut) == ()
    assert game.outcome(shut).winners == (0,) and game.outcome(shut.replaced(to_move=0)).winners == (1,)
    near = game.apply(state(2, {"size": 3}, trail=["b1", "b2", "c2"], to_move=0), Move(0, ("a2", "a3")), FastDice(0))
    assert near.events == (
        Event("move", 0, "snail-a", ("a1", "a2", "a3"), words={"squares": 2}),
        Event("stuck", 1, "snail-b", ("c3",), words={"needed": 3}),
    )
    assert (near.state.snails, near.state.turn, near.state.to_move) == (("a3", "c3"), 3, 1)


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_a_way_is_drawn_step_by_step_among_those_that_lead_on(steps: int) -> None:
    here = state(steps, {"size": 4}, trail=["b2", "c1", "a3", "d2"], to_move=0)
    ways, every = list(here.grid.ways(here.at, here.free, steps)), set[tuple[str, ...]]()
    for lots in product(range(3), repeat=min(steps, 4)):
        lot = iter((*lots, 0)[:steps])
        every.add(game.drawn(here, 0, lambda most, lot=lot: min(next(lot), most - 1)).path)
        assert not [*lot]
    assert every <= {tuple(here.grid.names[one] for one in way) for way in ways} and len(every) > (steps > 1)
    with pytest.raises(ValueError, match="no complete move"):
        game.drawn(here, 1, lambda most: 0)
    with pytest.raises(ValueError, match="no complete move"):
        game.drawn(state(3, {"size": 3}, trail=["b1", "b2", "c2", "b3"], to_move=1), 1, lambda most: 0)


@pytest.mark.parametrize(
    ("steps", "turn", "names", "end", "looked"),
    [
        ("one", 3, "a1 d1 a4", "b2", 684),
        ("one", 2, "b4 d2 b2", "c3", 347),
        ("progressive", 1, "b4 d4 d1 a3", "c3", 112),
        ("one", 2, "d1 a4 a1", "c2", 813),
    ],
)
def test_a_proof_is_of_the_squares_that_a_turn_can_come_to_and_answers_the_next_question(
    steps: str, turn: int, names: str, end: str, looked: int
) -> None:
    """A closed square further off is no part of it, and it is looked up before a move is searched."""
    mine, other, *trail = names.split()
    here = state(turn, {"size": 4, "steps": steps}, to_move=0, snails=[mine, other], trail=trail)
    number, options = here.grid.number, here.options
    with interpreted("adjudicator.games.snail_trail.fast") as (fast,):
        solver = fast.Fast(here.grid.near, here.grid.mirror, last_turn(options), options.grows)
        found = solver.solve(number[mine], number[other], turn, here.free, 10_000)
    assert found == (1, 1 << number[end], number[end], looked)


def test_the_die_says_who_begins_from_its_own_corner() -> None:
    for value in (1, 2):
        step = game.start(game.Options(size=5), 2, ScriptedDice([value]))
        assert step.events == (Event("begins", value - 1, dice=(value,)),)
        assert (step.state.to_move, step.state.turn, step.state.snails) == (value - 1, 1, ("a1", "e5"))
        assert step.state.trail == ("a1", "e5")


def test_proofs_are_kept_the_latest_used_first_and_the_one_not_used_for_longest_is_dropped() -> None:
    with interpreted("adjudicator.games.snail_trail.fast") as (fast,):
        fast.KEPT = 3
        proofs, lengths = fast.np.zeros((2, 2, 5, 3), fast.np.int64), fast.np.zeros((2, 2), fast.np.int64)
        for number in range(1, 6):  # proof n holds where square n is free, for a snail on square 9
            fast._put(proofs, lengths, 1, 0, fast.np.array([1 << number, 0, 1 << 9, number, 7]))
            assert lengths.tolist() == [[0, 0], [min(number, 3), 0]]
        held = proofs[1, 0]
        assert held[fast.MOVE].tolist() == [5, 4, 3] and held[fast.END].tolist() == [7, 7, 7]
        assert not fast._find(held, 3, 9, 1 << 2) and not fast._find(held, 3, 8, 1 << 3)
        assert not fast._find(held, 2, 9, 1 << 3)
        assert fast._find(held, 3, 9, 1 << 3)
        assert held[fast.MOVE].tolist() == [3, 5, 4] and held[fast.NEED].tolist() == [8, 32, 16]
        assert fast._find(held, 3, 9, 1 << 5 | 1 << 4)  # the first that holds
        assert held[fast.MOVE].tolist() == [5, 3, 4] and held[fast.WHERE].tolist() == [1 << 9] * 3
        held[fast.SHUT, 0] = 1 << 6
        assert fast._find(held, 1, 9, 1 << 5) and not fast._find(held, 1, 9, 1 << 5 | 1 << 6)
        assert not proofs[0].any() and not proofs[1, 1].any()


@pytest.mark.parametrize("seed", range(3))
def test_snails_that_cannot_meet_are_told_apart_by_whole_turns_in_both_searches(seed: int) -> None:
    """Each goes on over squares of its own; who has a turn more than the other has won, as trying everything says."""
    chance, values = random.Random(seed + 1), set()
    with interpreted("adjudicator.games.snail_trail.fast") as (fast,):
        for _ in range(12):
            fields = {"size": "4x5", "steps": "one" if seed == 2 else "progressive"}
            row = chance.choice((3, 4))
            wall = [f"{file}{row}" for file in "abcd"]
            more = chance.sample(
                [f"{file}{rank}" for file in "abcd" for rank in (1, 2, 5) if f"{file}{rank}" not in ("a1", "d5")], 3
            )
            here = state(chance.choice((1, 2)), fields, to_move=0, snails=["a1", "d5"], trail=wall + more)
            asked = here.at, here.grid.number["d5"], here.turn, here.free
            wins = plain_wins(here.options, asked[0], asked[1], here.free, here.turn)
            board = here.grid.near, here.grid.mirror, last_turn(here.options), here.options.grows
            value, *_, looked = fast.Fast(*board).solve(*asked, 10_000)
            assert value == wins == fast.Fast(*board).solve(*asked, looked)[0]
            assert fast.Fast(*board).solve(*asked, looked - 1)[0] == fast.SPENT
            assert Solver(here.options, compiled=False).solve(here).value == ("win" if wins else "loss")
            values.add(wins)
    assert values == {False, True}


@pytest.mark.parametrize(
    ("fields", "turn", "names", "value", "looked", "way"),
    [
        ({"shape": "hex", "steps": "one"}, 3, "c4 d1 d4 d2 c3", "loss", 65, "b4"),
        ({"size": 5, "diagonal": False}, 1, "d4 b3 a1 b2 c4 b4", "win", 69, "d3"),
        ({}, 2, "b3 a3 d2 d3", "win", 211, "a2 b2"),
        ({"steps": "one"}, 2, "a3 b3 d1", "win", 354, "b2"),
        ({"steps": "one"}, 3, "c3 b2 a1 a3", "win", 289, "c2"),
        ({"size": 5, "diagonal": False}, 2, "a5 e1 c5", "win", 896, "b5 b4"),
        ({"shape": "hex", "steps": "one"}, 3, "a3 b4 d1 b1 a1 c4 d4", "win", 22, "b3"),
        ({"rows": 3, "steps": "one"}, 3, "b3 d1 a2 d2", "win", 19, "c2"),
        ({"size": 5, "diagonal": False}, 1, "a4 d5 e2 b4 b5 b2 c3 d1 b3", "loss", 29, "a3"),
        ({"steps": "one"}, 1, "a1 a4 d1 a3", "loss", 485, "b2"),
        ({"size": 5, "diagonal": False}, 2, "a1 e5 d3 a4 b4 d4 c2 b2", "loss", 23, "b1 c1"),
    ],
)  # fmt: skip
def test_plain_search_looks_at_no_more_than_moves_in_its_order_and_proofs_as_wide_as_can_be_leave(
    fields: dict[str, Any], turn: int, names: str, value: str, looked: int, way: str
) -> None:
    mine, other, *trail = names.split()
    here = state(turn, {"size": 4, **fields}, to_move=0, snails=[mine, other], trail=trail)
    verdict = Solver(here.options, compiled=False).solve(here, looked)
    assert (verdict.value, verdict.nodes, " ".join(verdict.best.path)) == (value, looked, way)
    with pytest.raises(TooLarge):
        Solver(here.options, compiled=False).solve(here, looked - 1)
