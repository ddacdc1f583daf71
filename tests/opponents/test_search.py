"""The look ahead on trees drawn for it: what is counted, how far it goes, which dice it throws; and what bots are."""

from __future__ import annotations

import hmac
import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
import toys

from adjudicator import games, opponents
from adjudicator.core import GameError, IllegalMove, MatchError, bots, sense as senses
from adjudicator.core.game import Outcome
from adjudicator.core.sense import Aim, Sense, Settled, duel
from adjudicator.core.solver import TooLarge, Verdict
from adjudicator.dice import FastDice
from adjudicator.opponents import regular, search
from adjudicator.opponents.search import Search

Path: TypeAlias = tuple[Any, ...]


class Ways:
    """A game and what is thought of it: of several ways, each of one action after the other, one is taken at first.

    `ends`: after how many actions each is over, and what that is worth to seat 0. `guess`: what a position before that
    is worth. Seats act in turn, `alone`: seat 0. `throws`: each action rolls, and the position shows what."""

    def __init__(self, ends: dict[str, tuple[int, float]], *, alone: bool = True, throws: bool = False) -> None:
        self.ends, self.alone, self.throws, self.applied = ends, alone, throws, list[Path]()
        self.guess: dict[Path, float] = {}
        self.shut: Path | None = None
        self.exact: dict[Path, Settled] = {}

    def apply(self, state: Path, action: str, dice: Any) -> SimpleNamespace:
        if (*state, action) == self.shut:
            raise IllegalMove("shut")
        after = (*state, (action, *dice.throw(1, 6, "why")) if self.throws else action)
        self.applied.append(after)
        return SimpleNamespace(state=after)

    def name(self, state: Path) -> str:
        return str(state[0][0] if self.throws else state[0])

    def over(self, state: Path) -> bool:
        return bool(state) and len(state) >= self.ends[self.name(state)][0]

    def to_act(self, state: Path) -> tuple[int, ...]:
        return () if self.over(state) else (0,) if self.alone else (len(state) % 2,)

    def seen(self, state: Path, seat: int) -> Path:
        return state

    def candidates(self, state: Path, seat: int, most: int, chance: random.Random) -> list[str]:
        assert most == 400
        return list(self.ends) if not state else ["on"]

    def worths(self, state: Path) -> tuple[float, float]:
        worth = self.ends[self.name(state)][1] if self.over(state) else self.guess.get(state, 0.0)
        return worth, -worth

    def settled(self, state: Path) -> Settled | None:
        return self.exact.get(state)


def looked(ways: Ways, positions: int, seat: int = 0, **more: Any) -> dict[str, float]:
    """What each way is thought to be worth after a look at so many positions."""
    chance = random.Random(1)
    return dict(Search(ways, ways, chance, positions, 4, **more).looked((), seat))  # type: ignore[arg-type]


def test_without_positions_left_each_action_is_looked_at_and_nothing_after_it() -> None:
    ways = Ways({"a": (1, 0.5), "b": (3, 1.0), "c": (1, -1.0)})
    assert looked(ways, 0) == {"a": 0.5, "b": 0.0, "c": -1.0}
    assert ways.applied == [("a",), ("b",), ("c",)]


@pytest.mark.parametrize(
    ("length", "worth"),
    [(2, 0.999), (3, 0.997), (4, 0.996), (50, 0.95), (99, 0.901), (100, 0.9), (101, 0.9)],
)
def test_a_win_is_worth_a_thousandth_less_for_each_action_up_to_a_hundred(length: int, worth: float) -> None:
    ways = Ways({"a": (length, 1.0), "b": (500, 0.0)})
    ways.guess |= {("a", *("on",) * far): 0.1 for far in range(length)}
    found = looked(ways, 2 * length + 9)
    assert found["a"] == pytest.approx(worth) and found["b"] == 0
    ways = Ways({"a": (length, -1.0), "b": (length, -1.0)})
    assert looked(ways, 2 * length + 9) == pytest.approx({"a": -worth, "b": -worth}), "a loss is as bad as it is near"


def test_a_look_ends_when_so_many_positions_were_looked_at() -> None:
    for positions in (1, 2, 3, 4, 5, 6, 17, 40):
        ways = Ways({"a": (500, 0.0), "b": (500, 0.0)})
        looked(ways, positions)
        assert len(ways.applied) == max(positions, 4 if positions > 2 else 2), positions


def test_an_action_alone_is_looked_at_no_further() -> None:
    ways = Ways({"a": (9, 1.0)})
    assert looked(ways, 40) == {"a": 0.0} and ways.applied == [("a",)]


def test_a_line_is_followed_while_it_is_the_best_for_who_moves_there() -> None:
    ways = Ways({"a": (9, -1.0), "b": (9, 0.3)}, alone=False)
    ways.guess |= {("b", *("on",) * far): -0.4 for far in range(8)}
    found = looked(ways, 100)
    assert found == pytest.approx({"a": -0.991, "b": 0.3 * 0.991}), "what seemed better turned out to be lost"


def test_half_of_the_positions_at_most_go_into_answers_of_actions_that_look_worse() -> None:
    ends = {f"w{number}": (500, 0.0) for number in range(20)}
    for positions, answered in ((24, 2), (30, 5), (200, 20), (21, 2), (20, 20)):
        ways = Ways(ends)
        ways.guess |= {(name,): -number / 100 for number, name in enumerate(ends)}
        found = looked(ways, positions)
        assert len(found) == answered, positions
        assert {*found} == {*list(ends)[:answered]}, "those that look best"


def test_an_action_that_another_position_forbids_is_left_out() -> None:
    ways = Ways({"a": (1, 0.5), "b": (1, 0.2)})
    ways.shut = ("a",)
    assert looked(ways, 0) == {"b": 0.2}
    ways.ends = {"a": (1, 0.5)}
    with pytest.raises(ValueError, match="seat 0 has nothing to do"):
        looked(ways, 0)


def test_an_action_may_be_asked_for_that_was_not_among_those_looked_at() -> None:
    ways = Ways({"a": (1, 0.5), "b": (1, 0.2)})
    found = Search(ways, ways, random.Random(1), 0, 4).looked((), 0, "b")  # type: ignore[arg-type]
    assert found == [("a", 0.5), ("b", 0.2)]
    ways.candidates = lambda *_: ["a"]  # type: ignore[method-assign]
    assert Search(ways, ways, random.Random(1), 0, 4).looked((), 0, "b") == found  # type: ignore[arg-type]
    ways.shut = ("b",)
    assert Search(ways, ways, random.Random(1), 0, 4).looked((), 0, "b") == found[:1]  # type: ignore[arg-type]


def test_each_action_meets_the_same_dice_four_times_and_twice_further_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Chance", int)
    monkeypatch.setattr(search, "FastDice", lambda seed: SimpleNamespace(throw=lambda *_: (seed,)))
    ways = Ways({"a": (9, 0.0), "b": (9, 0.0)}, throws=True)
    looked(ways, 60)
    seed = random.Random(1).getrandbits(40)
    first = [(name, seed + sample) for name in "ab" for sample in range(4)]
    assert ways.applied[:8] == [(one,) for one in first]
    answers = {path[1:] for path in ways.applied if len(path) == 2}
    assert answers == {(("on", seed + 1_009 + sample),) for sample in range(2)}
    thrown = {(len(path), path[-1][1] - seed) for path in ways.applied if len(path) > 2}
    assert thrown == {(depth, 1_009 * depth + sample) for depth in {n for n, _ in thrown} for sample in (0, 1)}


def test_an_action_that_throws_dice_is_worth_the_mean_of_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Chance", int)
    monkeypatch.setattr(search, "FastDice", lambda seed: SimpleNamespace(throw=lambda *_: (seed,)))
    ways, seed = Ways({"a": (2, 0.0), "b": (1, 0.25)}, throws=True), random.Random(1).getrandbits(40)
    ways.guess |= {(("a", seed + sample),): (0.9, 0.5, -0.3, 0.1)[sample] for sample in range(4)}
    assert looked(ways, 0) == pytest.approx({"a": 0.3, "b": 0.25})
    outlooks = Search(ways, ways, random.Random(1), 0, 4).outlooks((), 0)  # type: ignore[arg-type]
    assert dict(outlooks) == {"a": [0.9, 0.5, -0.3, 0.1], "b": [0.25] * 4}
    assert dict(Search(ways, ways, random.Random(1), 0, 2).outlooks((), 0))["a"] == [0.9, 0.5]  # type: ignore[arg-type]
    ways = Ways({"a": (3, 0.0), "b": (1, 0.25)}, throws=True)
    further = [(("a", seed + first), ("on", seed + 1_009 + second)) for first in range(4) for second in range(2)]
    ways.guess |= {path: (0.2, 0.4)[number % 2] for number, path in enumerate(further)}
    assert looked(ways, 9) == pytest.approx({"a": 0.3 * 0.999, "b": 0.25}), "of those two further on, too"


def test_exact_values_stand_for_what_follows_where_they_say_how_it_ends() -> None:
    for exact, whole in ((True, True), (True, False), (False, True)):
        ways = Ways({"a": (6, 1.0), "b": (6, 1.0)})
        ways.exact = {(name,): Settled((0.5, -0.5), whole) for name in "ab"}
        if exact and whole:
            assert looked(ways, 100, exact=True) == {"a": 0.5, "b": 0.5} and len(ways.applied) == 2
        else:
            assert max(looked(ways, 100, exact=exact).values()) == pytest.approx(0.994)
    ways = Ways({"a": (6, 1.0), "b": (6, 1.0)})
    ways.exact = {(name,): Settled((0.5, -0.5), False) for name in "ab"}
    assert looked(ways, 0, exact=True) == {"a": 0.5, "b": 0.5} and looked(ways, 0) == {"a": 0.0, "b": 0.0}


@pytest.mark.parametrize(("less", "both"), [(5e-10, True), (2e-9, False)])
def test_equals_are_chosen_among_by_lot(monkeypatch: pytest.MonkeyPatch, less: float, both: bool) -> None:
    ways = Ways({"a": (1, 0.5), "b": (1, 0.5 - less), "c": (1, 0.4)})
    monkeypatch.setattr(senses, "of", lambda game: ways)
    chosen = {search.best(ways, (), 0, random.Random(seed), 0, 4) for seed in range(20)}  # type: ignore[arg-type]
    assert chosen == ({"a", "b"} if both else {"a"})


@pytest.mark.parametrize(
    ("given", "settled", "solved", "looked", "exact"),
    [
        ("", None, 90_000, 3_000, True),
        ("10", None, 300, 10, False),
        ("3333", None, 99_990, 3_333, False),
        ("3334", None, 100_000, 3_334, False),
        ("10", Settled((1.0, -1.0), True), 300, 10, False),
        ("", Settled((0.96, -0.96), True), None, 0, True),
        ("", Settled((0.95, -0.95), True), None, 3_000, True),
        ("", Settled((1.0, -1.0), False), None, 3_000, True),
    ],
)
def test_a_strong_player_solves_or_looks_ahead_as_far_as_its_name_says(
    monkeypatch: pytest.MonkeyPatch,
    given: str,
    settled: Settled | None,
    solved: int | None,
    looked: int,
    exact: bool,
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(senses, "of", lambda game: SimpleNamespace(settled=lambda state: settled))
    monkeypatch.setattr(search, "winning", lambda game, state, limit: asked.append(limit))
    monkeypatch.setattr(search, "best", lambda *given, exact: (*given[4:], exact))
    assert search.strong(None, None, 0, random.Random(1), given) == (looked, 4, exact)  # type: ignore[arg-type]
    assert asked == ([] if solved is None else [solved])
    monkeypatch.setattr(search, "winning", lambda game, state, limit: "wins")
    won = search.strong(None, None, 0, random.Random(1), given)  # type: ignore[arg-type]
    assert (won == "wins") == (solved is not None)
    monkeypatch.setattr(search, "best", lambda *given: given[4:])
    assert search.careful(None, None, 0, random.Random(1)) == (0, 4)  # type: ignore[arg-type]


def test_only_a_win_that_is_proved_is_taken_from_a_solver() -> None:
    def solver(value: Any) -> Any:
        def solve(state: object, limit: int) -> Verdict:
            if isinstance(value, Exception):
                raise value
            return Verdict(value, f"best of {limit}", 1)

        return SimpleNamespace(solvable=True, solver=lambda options: SimpleNamespace(solve=solve))

    state: Any = SimpleNamespace(options=None)
    assert search.winning(solver("win"), state, 7) == "best of 7"
    for value in ("draw", "loss", TooLarge(7), GameError("none")):
        assert search.winning(solver(value), state, 7) is None
    assert search.winning(SimpleNamespace(solvable=False), state, 7) is None  # type: ignore[arg-type]


def test_what_is_not_decided_says_how_far_was_looked() -> None:
    assert str(TooLarge(1_234)) == "not decided within 1,234 positions"
    assert str(TooLarge(5, 2)) == "not decided within 5 positions; nobody wins by force within 2 plies"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("random", ("random", "")), ("careful", ("careful", "")), ("strong", ("strong", "")),
        ("strong:1", ("strong", "1")), ("strong:1000000", ("strong", "1000000")), ("strong:77", ("strong", "77")),
        (f"regular:{'x' * 40}/3", ("regular", f"{'x' * 40}/3")), ("regular:a_B-9", ("regular", "a_B-9")),
        ("strong:", None), ("strong:0", None), ("strong:1000001", None), ("strong:00000001", None), ("strong:-1", None),
        ("random:", None), ("careful:1", None), (f"regular:{'x' * 41}", None), ("regular:a/4", None),
        ("regular:a/0", None), ("regular:", None), ("regular", None), ("strongest", None),
    ],
)  # fmt: skip
def test_the_name_of_a_bot_is_a_policy_and_what_it_takes(name: str, parts: tuple[str, str] | None) -> None:
    if parts:
        assert bots.parts(name) == parts
        return
    with pytest.raises(MatchError):
        bots.parts(name)


def test_of_a_game_of_which_nothing_is_known_it_is_good_to_have_won() -> None:
    game = toys.Toy()
    sense, state = Sense(game), game.start(game.Options(), 2, FastDice(1)).state
    assert sense.worths(state) == sense.going(state) == (0.0, 0.0) and sense.settled(state) is None
    assert sense.over(state, Outcome("x", (1,))) == (-1.0, 1.0) and sense.over(state, Outcome("x")) == (0.0, 0.0)
    there = state.replaced(stone=2)
    assert sense.worths(there) == sense.over(there, game.outcome(there))  # type: ignore[arg-type]
    assert [duel(worth) for worth in (0.5, 0.96, -2.0)] == [(0.5, -0.5), (0.95, -0.95), (-0.95, 0.95)]


def test_so_many_actions_are_drawn_among_the_first_two_thousand_and_giving_up_is_none() -> None:
    def sense(*texts: str) -> Sense:
        actions = [SimpleNamespace(seat=0, text=text) for text in texts] + [SimpleNamespace(seat=1, text="other")]
        return Sense(SimpleNamespace(moves=lambda state: iter(actions), format=lambda one, state: one.text))  # type: ignore[arg-type]

    def texts(sense: Sense, most: int) -> list[str]:
        return [one.text for one in sense.candidates(None, 0, most, random.Random(1))]

    few = sense("a", "resign", "A: concede", "b")
    assert texts(few, 2) == ["a", "b"] and texts(few, 1) in (["a"], ["b"])
    assert texts(sense("A: resign"), 5) == ["A: resign"], "there is nothing else"
    many = sense(*map(str, range(2_500)))
    assert texts(many, 3_000) == [*map(str, range(2_000))] and len({*texts(many, 1_999)}) == 1_999


def test_a_puzzle_looks_at_every_throw_of_up_to_two_thousand_kinds() -> None:
    aim: Aim = Aim()
    throws = list(aim.throws(2, 3, "why", last=False))
    assert throws == [(Fraction(1, 9), (a, b)) for a in (1, 2, 3) for b in (1, 2, 3)]
    assert len([*aim.throws(1, 2_000, "why", last=True)]) == 2_000 and not [*aim.throws(1, 2_001, "why", last=True)]
    game = toys.Toy()
    state = game.start(game.Options(), 2, FastDice(1)).state
    assert aim.held(state, 0) == 1 and aim.fresh(state) is state and not aim.closed(state)
    assert aim.promising(state, "win") and aim.may_win(state, None) and aim.sensible(state, None)
    assert aim.essence(state) == '{"turn":1,"stone":0,"idle":0}'
    assert dict(Aim.KINDS) == {"win": (2, 3), "escape": (1, 2)}
    assert (type(senses.of(game)), type(senses.aim(game))) == (Sense, Aim)
    known = games.find("snakes-and-foxes")
    told = type(senses.of(known)).__name__, type(senses.aim(known)).__name__
    assert told == ("SnakesAndFoxesSense", "SnakesAndFoxesAim")


@pytest.mark.parametrize("boldness", [1.0, 0.7, 0.5, 0.3, 0.0])
def test_a_guest_of_a_tavern_weighs_the_best_that_may_happen_against_the_worst(
    monkeypatch: pytest.MonkeyPatch, boldness: float
) -> None:
    outlooks = {
        "wild": [1.0, -0.5, -0.1],
        "even": [0.0, 0.6, 0.1],
        "level": [0.1, 0.1 + 0.08 / 0.3],
        "safe": [0.12] * 2,
    }
    wanted = {1.0: {"wild"}, 0.7: {"wild"}, 0.5: {"even"}, 0.3: {"even", "level"}, 0.0: {"safe"}}[boldness]
    guests = [SimpleNamespace(plays="safe", boldness=one) for one in (boldness, 1.0, 0.0)]
    asked: list[Any] = []
    monkeypatch.setattr(regular.tavern, "draw", lambda seed: asked.append(seed) or SimpleNamespace(regulars=guests))
    monkeypatch.setattr(regular.sense, "of", lambda game: None)

    class Looked:
        def __init__(self, *given: Any) -> None:
            asked.append(given[3:])

        def outlooks(self, state: object, seat: int) -> list[Any]:
            return list(outlooks.items())

    monkeypatch.setattr(regular, "Search", Looked)
    game: Any = SimpleNamespace(drawn=lambda state, seat, lot: "by lot")
    assert {regular.choose(game, game, 0, random.Random(seed), "oak") for seed in range(20)} == wanted
    assert asked[:2] == ["oak", (0, 4)]
    assert regular.choose(game, game, 0, random.Random(1), "oak/2") == "wild"
    assert regular.choose(game, game, 0, random.Random(1), "oak/3") == "safe"
    guests[0].plays = "wild"
    assert regular.choose(game, game, 0, random.Random(1), "oak/1") == "by lot"


def test_what_a_bot_s_chance_comes_from_is_as_the_docs_have_it() -> None:
    secret = bytes(range(32))
    assert bots.seed(secret, 258) == hmac.digest(secret, b"postfox-bot-1\0\x01\x02", "sha256")
    same = random.Random(hmac.digest(b"seed", bytes((0, 0, 1, 2, 0, 0, 0, 3)) + b"round", "sha256"))
    assert opponents.chance(b"seed", 258, 3, round=b"round").random() == same.random()
