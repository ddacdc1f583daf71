"""The Game: lines of play counted twice, what whole games keep, and what positions are refused."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
import yaml
from lanes import THOROUGH, some
from pydantic import ValidationError

from adjudicator import games
from adjudicator.core import IllegalMove, NotationError
from adjudicator.core.choices import Tap
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games.the_game.legal import from_hand
from adjudicator.games.the_game.state import bases, slides, squares
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.letters.picture import sheet
from printables.scene import Use, walk

game = games.find("the-game")

PERFT = yaml.safe_load((Path(__file__).parents[1] / "perft" / "the-game.yaml").read_text())
FILES = "abcdefghijklm"


def state(fields: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    return game.State.model_validate_json(json.dumps({**fields, "options": options or {}}))


def by_module(position: Any, depth: int) -> int:
    known: dict[tuple[str, int, int], int] = {}

    def count(here: Any, left: int) -> int:
        key = (here.mark, here.turn, left)
        if key not in known:
            actions = list(game.moves(here))
            known[key] = (
                len(actions)
                if left == 1
                else sum(count(game.apply(here, action, ScriptedDice(())).state, left - 1) for action in actions)
            )
        return known[key]

    return count(position, depth)


@cache
def shapes(turn_back: bool) -> list[list[tuple[int, int]]]:
    """Every five steps that turn twice at most and never meet their start, as squares seen from it.

    Without `turn_back` none turns straight back.
    """
    found = []
    for steps in product(((0, 1), (1, 0), (0, -1), (-1, 0)), repeat=5):
        pairs = list(pairwise(steps))
        back = any((a[0] + b[0], a[1] + b[1]) == (0, 0) for a, b in pairs)
        way = [(sum(x for x, _ in steps[:n]), sum(y for _, y in steps[:n])) for n in range(1, 6)]
        if sum(a != b for a, b in pairs) <= 2 and (turn_back or not back) and (0, 0) not in way:
            found.append(way)
    return found


class Plain:
    """The rules once more, without a line of the module: squares as pairs, ways walked step by step."""

    def __init__(self, size: int, horn: bool, turn_back: bool) -> None:
        self.size, self.horn, self.shapes = size, horn, shapes(turn_back)
        self.basis = ((size // 2, 0), (size // 2, size - 1))
        self.count = cache(self._count)

    def ways(self, board: dict[tuple[int, int], str], start: tuple[int, int]) -> list[list[tuple[int, int]]]:
        """The squares entered on each way of five steps from `start`."""
        found = []
        for shape in self.shapes:
            way = [(start[0] + dx, start[1] + dy) for dx, dy in shape]
            if all(0 <= x < self.size and 0 <= y < self.size for x, y in way) and board.keys().isdisjoint(way[:-1]):
                found.append(way)
        return found

    def _count(
        self, depth: int, turn: int, mover: str, hand: tuple[int, int], piles: Any, held: tuple[int, int]
    ) -> int:
        """Lines of play; `piles` is a frozenset of (square, pieces from the lowest up)."""
        if depth == 0:
            return 1
        board = dict(piles)
        me = "AB".index(mover)
        other = "BA"[me]
        if self._over(board, hand):
            return 0
        mine, theirs = self.basis[me], self.basis[1 - me]
        tops = [square for square, pile in board.items() if pile[-1] == mover]

        def ends(start: tuple[int, int]) -> list[tuple[int, int]]:
            found = [way[-1] for way in self.ways(board, start)]
            if self.horn:
                found = [e for e in found if board.get(e, "").count(mover) < (1 if e == mine else 2)]
            return found

        if hand[me] and turn <= 10:
            entries, starts = True, [mine]
        elif held[me] >= 3 and mine in tops and ends(mine):
            entries, starts = False, [mine]
        else:
            entries = hand[me] > 0 and mine not in tops
            starts = tops + ([mine] if entries else [])
        total = moved = 0
        for start in starts:
            for end in ends(start):
                moved += 1
                after, left = dict(board), list(hand)
                if entries and start == mine:
                    left[me] -= 1
                else:
                    after[start] = after[start][:-1]
                    if not after[start]:
                        del after[start]
                pile = after.get(end, "")
                was_blocked = mover in pile[:-1]
                pile += mover
                if 0 < pile.count(other) < pile.count(mover) and (was_blocked or end == theirs):
                    pile = mover * pile.count(mover)
                after[end] = pile
                total += self._next(depth, turn, me, (left[0], left[1]), after, held)
        return total if moved else self._next(depth, turn, me, hand, board, held)

    def _next(
        self, depth: int, turn: int, me: int, hand: tuple[int, int], board: dict[tuple[int, int], str], held: Any
    ) -> int:
        still = list(held)
        still[me] = held[me] + 1 if "AB"[me] in board.get(self.basis[me], "") else 0
        return self.count(depth - 1, turn + 1, "BA"[me], hand, frozenset(board.items()), tuple(still))

    def _over(self, board: dict[tuple[int, int], str], hand: tuple[int, int]) -> bool:
        for seat, letter in enumerate("AB"):
            on_basis = board.get(self.basis[seat], "")
            own = [pile for pile in board.values() if letter in pile]
            if on_basis and letter not in on_basis:
                return True
            if not own and not hand[seat]:
                return True
            if self.horn and own and not hand[seat] and all(pile[-1] != letter for pile in own):
                return True
        return False


def piles(position: Any) -> dict[tuple[int, int], str]:
    return {square(name): "".join(stack) for name, stack in position.stacks.items()}


def square(name: str) -> tuple[int, int]:
    return FILES.index(name[0]), int(name[1:]) - 1


def plain(position: Any) -> Plain:
    return Plain(position.options.size, position.options.horn, position.options.turn_back)


def by_plain_count(position: Any, depth: int) -> int:
    there, mover = frozenset(piles(position).items()), "AB"[position.to_move]
    return plain(position).count(depth, position.turn, mover, position.hand, there, position.basis_turns)


@pytest.mark.parametrize("entry", some(PERFT, 1), ids=lambda entry: entry["id"])
def test_lines_of_play_counted_twice(entry: dict[str, Any]) -> None:
    position = state(entry["state"], entry.get("options"))
    depths = range(1, entry["rules"] + THOROUGH)
    assert [by_module(position, depth) for depth in depths] == entry["counts"][: len(depths)]
    depths = range(1, entry["plain"] + 1)
    assert [by_plain_count(position, depth) for depth in depths] == entry["counts"][: len(depths)]


def test_no_way_of_five_steps_with_two_turns_crosses_itself() -> None:
    """So that rule 2 and the third of the extra rules hold by themselves."""
    for start in squares(13):
        ways = slides(13, False, start)
        for slide in ways:
            assert slide.passed.bit_count() == 4
            assert slide.end != start


@pytest.mark.parametrize("rules", some((2, 1), 1))
def test_each_slide_of_random_positions_is_one_that_plain_steps_find(rules: int) -> None:
    """Square by square: so are the corners that name it, those where it turns straight back too."""
    older, positions, slid, back = games.find("the-game", rules), 0, 0, 0
    for seed, size in some(product(range(3), (7, 9, 11, 13)), 4):
        chance, here = random.Random(seed), older.start(older.Options(size=size), 2, FastDice(seed)).state
        for _ in range(15):
            found: dict[tuple[int, int], list[list[tuple[int, int]]]] = {}
            for move in older.moves(here):
                way = [square(name) for name in move.way]
                walked = found.setdefault(way[0], [])
                walked.append([])
                for (ax, ay), (bx, by) in pairwise(way):
                    far = abs(bx - ax) + abs(by - ay)
                    walked[-1] += [(ax + (bx - ax) * n // far, ay + (by - ay) * n // far) for n in range(1, far + 1)]
                back += any(way.count(place) > 1 for way in walked[-1:] for place in way)
                text = older.format(move, here)
                assert older.parse(text, here) == move and text == "-".join(move.way)
            for start, ways in found.items():
                assert sorted(ways) == sorted(plain(here).ways(piles(here), start))
                slid += len(ways)
            positions += 1
            if not (legal := list(older.moves(here))):
                break
            here = older.apply(here, chance.choice(legal), FastDice(0)).state
    few = not THOROUGH
    assert positions > (40 if few else 150) and slid > (2_000 if few else 10_000)
    assert (back > (1_000 if few else 10_000)) == (rules == 2)


def test_fred_horn_s_rules_and_turning_back_exclude_each_other() -> None:
    assert game.Options().turn_back and not game.Options(horn=True).turn_back
    assert game.Options(horn=True, turn_back=False) == game.Options(horn=True)
    with pytest.raises(ValidationError, match="by Fred Horn's rules no square is passed twice: remove turn_back"):
        game.Options(horn=True, turn_back=True)
    with pytest.raises(ValidationError, match="turn_back"):
        games.find("the-game", 1).Options(turn_back=True)


@pytest.mark.parametrize("horn", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_end_and_lose_no_piece_unseen(horn: bool, seed: int) -> None:
    chance, here = random.Random(seed), game.start(game.Options(size=7, horn=horn), 2, FastDice(seed)).state
    pieces = [5, 5]
    for _ in range(3000):
        if not game.to_act(here):
            break
        step = game.apply(here, chance.choice(list(game.moves(here))), FastDice(0))
        for event in step.events:
            if event.kind == "captures":
                pieces[1 - event.seat] -= event.words["captured"]
        here = step.state
        for seat, letter in enumerate("AB"):
            assert here.hand[seat] + sum(stack.count(letter) for stack in here.stacks.values()) == pieces[seat]
        if horn:
            assert all(stack.count(letter) <= 2 for stack in here.stacks.values() for letter in "AB")
    assert game.outcome(here) is not None


@pytest.mark.parametrize(
    "fields, told",
    [
        ({"stacks": {"z1": ["A"]}}, "no square of the board"),
        ({"stacks": {"a1": []}}, "is empty"),
        ({"stacks": {"a1": ["C"]}}, "'A' or 'B'"),
        ({"stacks": {"a1": ["A"] * 3}, "hand": [3, 5]}, "A has 6 pieces"),
        ({"hand": [6, 0]}, "less than or equal to 5"),
        ({"history": ["not a mark"]}, "pattern"),
        ({"turn": 0}, "greater than or equal to 1"),
        ({"turn": 10**9 + 1}, "less than or equal to 1000000000"),
        ({"to_move": 2}, "less than or equal to 1"),
        ({"to_move": -1}, "greater than or equal to 0"),
        ({"hand": [0, -1]}, "greater than or equal to 0"),
        ({"basis_turns": [0, -1]}, "greater than or equal to 0"),
        ({"basis_turns": [0, 10**9 + 1]}, "less than or equal to 1000000000"),
        ({"stacks": {f"a{rank}": ["A"] for rank in range(1, 10)} | {"b1": ["A"], "b2": ["B"]}}, "at most 10 items"),
    ],
)
def test_positions_that_cannot_be(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        state({"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": {"b1": ["A"], "b9": ["B"]}} | fields)


@pytest.mark.parametrize(
    "action, told",
    [
        ("a1-a5", "4 steps long"),
        ("a1-a3-a1-a2", "comes back to a1, where it starts"),
        ("a1-a4-a2-a3", "6 steps long"),
        ("a1-a2-b2-b3-c3-d3", "turns 3 times"),
        ("c3-c8", "your piece on c3 is blocked"),
        ("i9-i4", "the piece on i9 is not yours"),
        ("d4-d9", "no piece stands on d4"),
        ("a1-f1", "in the way on b1"),
        ("pass", "there is a slide to make"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_would_be_legal(action: str, told: str) -> None:
    here = state(
        {"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": {"a1": ["A"], "b1": ["A"], "c3": ["A", "B"], "i9": ["B"]}}
    )
    with pytest.raises(IllegalMove, match=told) as caught:
        game.apply(here, game.parse(action, here), FastDice(0))
    assert "legal: `a1-a6`" in caught.value.hint and "more" in caught.value.hint


def test_turning_back_is_refused_where_the_options_say_so() -> None:
    pieces = {"a1": ["A"], "i9": ["B"]}
    here = state({"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": pieces}, {"turn_back": False})
    with pytest.raises(IllegalMove, match="turns straight back at a4"):
        game.apply(here, game.parse("a1-a4-a2", here), FastDice(0))


def test_a_stack_is_read_in_words_and_seen_in_the_picture() -> None:
    here = state({"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": {"a1": ["A"], "c3": ["A", "B", "B"]}})
    assert [(note.kind, note.places, note.words) for note in game.notes(here)] == [
        ("pile", ("c3",), {"order": "piece-a piece-b piece-b"})
    ]
    lines = Phrases("the-game").position(game, here, Names())
    assert "Stack on c3, from the bottom: sun, moon and moon." in lines
    drawn = [s for s in walk(sheet(game, here, Names(), Phrases("the-game")).pages[0].shapes) if isinstance(s, Use)]
    heap = [use for use in drawn if use.title.endswith("at c3")]
    assert [use.title for use in heap] == ["piece-a at c3", "piece-b at c3", "piece-b at c3"]
    assert len({(use.x, use.y) for use in heap}) == 3


def test_an_empty_hand_brings_nothing_on() -> None:
    begun = game.start(game.Options(), 2, FastDice(1)).state
    basis = bases(begun.options)[begun.to_move]
    assert from_hand(begun, basis)
    assert not from_hand(begun, "a1")
    assert not from_hand(begun.model_copy(update={"hand": (0, 0)}), basis)


def test_what_a_turn_demands_is_noted_and_asked_for() -> None:
    """In the first five turns of each a piece comes on; after three turns on the Basis the piece there leaves it."""

    def told(**fields: Any) -> tuple[str, list[tuple[str, int | None, tuple[str, ...], dict[str, Any]]]]:
        here = state({"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": {"c3": ["A"], "h8": ["B"]}} | fields)
        return game.asks(here).key, [(one.kind, one.seat, one.places, dict(one.words)) for one in game.notes(here)]

    assert told() == ("slide", [])
    assert told(turn=9, hand=[1, 0]) == ("enter", [("hand", 0, (), {"left": 1}), ("must-enter", 0, (), {"turn": 5})])
    assert told(turn=10, to_move=1, hand=[0, 2]) == (
        "enter", [("hand", 1, (), {"left": 2}), ("must-enter", 1, (), {"turn": 5})],
    )  # fmt: skip
    assert told(turn=9) == ("slide", []) and told(hand=[1, 1])[0] == told(turn=12, to_move=1, hand=[1, 1])[0] == "slide"
    on = {"e1": ["A"], "e9": ["B"]}
    assert told(stacks=on, basis_turns=[2, 1]) == (
        "slide", [("held", 0, ("e1",), {"turns": 2}), ("held", 1, ("e9",), {"turns": 1})],
    )  # fmt: skip
    assert told(stacks=on, basis_turns=[3, 0]) == (
        "leave", [("must-leave", 0, ("e1",), {}), ("held", 0, ("e1",), {"turns": 3})],
    )  # fmt: skip
    assert told(stacks={"c3": ["A"], "e9": ["A"]}) == ("slide", []), "it is over"


def test_a_slide_is_tapped_by_its_ends_and_then_its_corners() -> None:
    here = state({"turn": 11, "to_move": 0, "hand": [1, 0], "stacks": {"c3": ["A"], "h8": ["B"]}})
    for text, kind, corners in (("c3-c8", "piece", ""), ("e1-e4-g4", "place", "e4"), ("c3-c5-d5-d3", "piece", "c5-d5")):
        tapped = game.taps(game.parse(text, here), here)
        start, *_, end = text.split("-")
        ways = (Tap(corners, "direction"),) if corners else ()
        assert tapped.taps == (Tap(start, kind), Tap(end), *ways) and tapped.text == text  # type: ignore[arg-type]
    assert game.taps(game.parse("pass", here), here).taps == (Tap("pass", "word"),)


def test_a_text_is_a_slide_of_a_hundred_characters_at_most() -> None:
    here = state({"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": {"a1": ["A"], "i9": ["B"]}})
    assert game.parse("a1" + " " * 96 + "a6", here).way == ("a1", "a6")
    for text, said in (
        ("a1" + " " * 97 + "a6", "is too long for a slide"), ("a1", "is no slide"), ("a1 j9", "'j9' is no square"),
        ("a1-b2", "a1 and b2 are on no common rank or file"), ("a1-a1-a6", "a1 and a1 are on no common rank"),
    ):  # fmt: skip
        with pytest.raises(NotationError, match=said):
            game.parse(text, here)
    for text in ("move a1-a3-a6", "ENTER a1, a2 > a6", "a1>a6"):
        assert game.parse(text, here).way == ("a1", "a6")


def test_a_position_that_stands_for_the_third_time_is_a_draw_and_its_mark_tells_it_from_others() -> None:
    fields = {"turn": 11, "to_move": 0, "hand": [0, 0], "stacks": {"e1": ["A"], "e9": ["B"]}, "basis_turns": [1, 1]}
    here = state(fields)
    for times, over in ((1, False), (2, True), (3, True)):
        outcome = game.outcome(state({**fields, "history": ["0" * 16, *[here.mark] * times]}))
        assert (outcome is not None and outcome.reason == "repetition") == over
    changes: tuple[dict[str, Any], ...] = (
        {"to_move": 1}, {"hand": [1, 0]}, {"basis_turns": [2, 1]}, {"stacks": {"e1": ["A", "B"], "e9": ["B"]}},
    )  # fmt: skip
    marks = {here.mark, *(state({**fields, **change}).mark for change in changes)}
    assert len(marks) == 5 and all(len(mark) == 16 for mark in marks)
    assert state({**fields, "turn": 15}).mark == here.mark


def test_a_position_may_have_every_piece_on_a_square_of_its_own() -> None:
    stacks = {f"a{rank}": ["A"] for rank in range(1, 6)} | {f"b{rank}": ["B"] for rank in range(1, 6)}
    full = state({"turn": 10**9, "to_move": 1, "hand": [0, 0], "stacks": stacks, "basis_turns": [10**9, 0]})
    assert len(full.stacks) == 10 and full.basis_turns == (0, 0), "nobody holds a Basis"
    assert state({"turn": 1, "to_move": 0, "hand": [5, 5], "stacks": {}}).hand == (5, 5)
    held = state({"turn": 9, "to_move": 0, "hand": [4, 5], "stacks": {"e1": ["A"]}, "basis_turns": [10**9, 7]})
    assert held.basis_turns == (10**9, 0)
