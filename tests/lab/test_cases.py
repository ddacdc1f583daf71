"""The adjudication cases of every game, what they must cover, and the runner that judges them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.core import CaseError
from adjudicator.lab import cases
from adjudicator.lab.cases import Case, CaseResult, read

FOLDER = Path(__file__).parents[1] / "cases"
FILES = sorted(FOLDER.rglob("*.yaml"))
# Where each case stands, by its name: the files are read when their cases are tried.
NAMES = {name: file for file in FILES for name in re.findall(r"^- {?id: +([^\s,]+)", file.read_text(), re.MULTILINE)}


@cache
def results(file: Path) -> dict[str, CaseResult]:
    return {result.id: result for result in cases.run(file.read_text(), str(file.relative_to(FOLDER)))}


@cache
def known() -> list[Case]:
    return [ready.case for file in FILES for ready in read(file.read_text(), file.name)]


def expected(slug: str) -> list[Case]:
    """The cases of a game."""
    return [case for case in known() if case.game == slug]


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str) -> None:
    result = results(NAMES[name])[name]
    assert not result.differences, "\n".join([f"{result.source}:{result.line}", *result.differences])


def test_every_case_is_tried_and_no_two_have_one_name() -> None:
    names = [name for file in FILES for name in results(file)]
    assert sorted(names) == sorted(NAMES)


@pytest.mark.parametrize("slug", games.GAMES)
def test_cases_expect_every_kind_of_event_and_every_end(slug: str) -> None:
    own = [case.expect for case in expected(slug)]
    game = games.find(slug)
    foreseen = {kind for kind in game.EVENTS if kind.endswith("-ahead")}  # shown before a turn, in no line of a log
    assert {event.kind for expect in own for event in expect.events} == set(game.EVENTS) - foreseen
    assert {expect.outcome.reason for expect in own if expect.outcome} - {""} == set(game.OUTCOMES)


@pytest.mark.parametrize("slug", games.GAMES)
def test_cases_set_every_option(slug: str) -> None:
    own = [case.options for case in expected(slug)]
    assert {name for options in own for name in options} == set(games.find(slug).Options.model_fields)


def test_snakes_and_foxes_has_a_case_for_every_ruling_and_rule() -> None:
    sources = " ".join(case.source for case in expected("snakes-and-foxes"))
    named = {
        int(number) for group in re.findall(r"rulings? ([\d, and]+)", sources) for number in re.findall(r"\d+", group)
    }
    assert named >= set(range(1, 13))
    parts = ["2", "3(a)", "3(b)", "6", *(f"4({letter})" for letter in "abcde"), "5(a)", "5(b)", "5(c)", "Winning"]
    parts += [f"5(d)({number})" for number in range(1, 11)]
    assert [part for part in parts if not re.search(rf"(?<![\w)]){re.escape(part)}(?!\()", sources)] == []


STATE = "{turn: 9, to_move: 0, tokens: [c5, a12], snakes: [], foxes: [], throw: {move: 1, snakes: 0, foxes: 0}}"


def _case(*lines: str, state: str = STATE) -> str:
    return "\n  ".join(["- id: one", "game: snakes-and-foxes", f"state: {state}", *lines]) + "\n"


def test_a_case_that_comes_out_as_expected_passes() -> None:
    text = _case(
        "actions: [move d5]", "dice: [1, 1, 3, 3, 5, 5]", "expect: {state: {turn: 10}, outcome: null, error: null}"
    )
    (result,) = cases.run(text, "file.yaml")
    assert result == CaseResult("one", "file.yaml", 1, ())
    assert result.passed
    assert str(result) == "file.yaml:1: one: passed"


def test_a_failed_case_is_told_with_each_difference() -> None:
    (result,) = cases.run("\n" + _case("expect: {state: {turn: 8, to_move: 1}}"), "file.yaml")
    assert str(result).splitlines() == [
        "file.yaml:2: one: failed",
        "    state.turn: expected 8, got 9",
        "    state.to_move: expected 1, got 0",
    ]


@pytest.mark.parametrize(
    ("lines", "difference"),
    [
        (["actions: [move d5]"], "dice: turn 10: token B: needs 6 dice of 6 sides, and 0 are left"),
        (["actions: [move d5]", "dice: [1, 1, 1, 1, 1]"], "needs 6 dice of 6 sides, and 5 are left"),
        (["actions: [move d5]", "dice: [1, 1, 1, 1, 1, 7]"], "7 is not a face of a die of 6 sides"),
        (["actions: [move d5]", "dice: [1, 1, 1, 1, 1, 1, 4]"], "dice: [4] were not rolled"),
        (["dice: [4]"], "dice: [4] were not rolled"),
        (["actions: [move c6]"], "error: expected none, got illegal (`move c6` is not legal: "),
        (["actions: [move z9]"], "error: expected none, got notation ("),
        (["actions: [move z9]", "expect: {error: illegal}"], "error: expected illegal, got notation ("),
        (["expect: {error: notation}"], "error: expected notation, got none"),
        (["expect: {state: {turn: 8}}"], "state.turn: expected 8, got 9"),
        (["expect: {state: {throw: {move: 2}}}"], "state.throw.move: expected 2, got 1"),
        (["expect: {state: {throw: {stars: 2}}}"], "state.throw.stars: expected 2, and there is none"),
        (["expect: {state: {tokens: [c5, a13]}}"], 'state.tokens: expected ["c5","a13"], got ["c5","a12"]'),
        (["expect: {state: {rim: [0, 0]}}"], "state.rim: expected [0,0], got [false,false]"),
        (["expect: {outcome: {winners: [0]}}"], 'outcome: expected {"winners":[0]}, got null'),
        (["expect: {events: [{kind: move}]}"], 'events: number 1, {"kind":"move"}, did not happen in its place; there'),
        (["moves: {count: 4}"], "moves.count: expected 4, got 3"),
        (["moves: {has: [move c6]}"], "moves.has: 'move c6' is not legal"),
        (["moves: {lacks: [move c4]}"], "moves.lacks: 'move c4' is legal"),
        (["moves: {lacks: [move z9]}"], "moves.lacks: 'move z9': 'z9' is no space of the board"),
        (["perft: {1: 4}"], "perft 1: expected 4, got 3"),
        (["perft: {2: 9}"], "dice: turn 10: token B: needs 6 dice"),
    ],
)  # fmt: skip
def test_a_case_that_comes_out_otherwise_says_how(lines: list[str], difference: str) -> None:
    (result,) = cases.run(_case(*lines), "file.yaml")
    assert not result.passed
    assert any(difference in found for found in result.differences), result.differences


def test_events_are_expected_in_order() -> None:
    played = ["actions: [move d5]", "dice: [1, 1, 3, 3, 5, 5]"]
    right = "expect: {events: [{kind: move, places: [c5, d5]}, {kind: throw, words: {move: 2}}]}"
    wrong = "expect: {events: [{kind: throw}, {kind: move}]}"
    assert cases.run(_case(*played, right), "")[0].passed
    (difference,) = cases.run(_case(*played, wrong), "")[0].differences
    assert difference.startswith('events: number 2, {"kind":"move"}, did not happen in its place; there were move, ')


def test_an_outcome_that_should_not_be() -> None:
    over = "{tokens: [null, null], fate: [eaten, eaten], throw: {move: 0, snakes: 0, foxes: 0}}"
    (result,) = cases.run(_case("expect: {outcome: null}", state=over), "")
    assert result.differences == ('outcome: expected null, got {"reason":"hunters-win","scores":[0,0],"winners":[]}',)


def test_a_fault_of_the_rules_fails_its_own_case_only(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("snakes-and-foxes")

    def broken(text: str, state: object) -> object:
        raise KeyError(text)

    monkeypatch.setattr(game, "parse", broken)
    results = cases.run(_case("actions: [move d5]") + _case("moves: {count: 3}").replace("one", "two"), "")
    assert [result.differences for result in results] == [("the rules failed: KeyError: 'move d5'",), ()]


def test_fields_not_named_take_the_start_of_the_game() -> None:
    (ready,) = read("- id: one\n  game: snakes-and-foxes\n  state: {turn: 1, to_move: 0}\n", "")
    assert ready.state.tokens == ("H", "H")
    assert ready.state.snakes == tuple(f"g{spoke}" for spoke in range(1, 17, 2))
    assert ready.seats == 2


def test_how_many_play_follows_the_options_unless_it_is_said() -> None:
    seats = [
        read(f"- id: one\n  game: snakes-and-foxes\n  state: {{}}\n  {line}\n", "")[0].seats
        for line in ("options: {tokens: 1}", "options: {}", "seats: 1")
    ]
    assert seats == [1, 2, 1]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 0, "the file holds no cases"),
        ("[]", 0, "the file holds no cases"),
        ("id: one", 0, "the file holds no cases"),
        (_case("dice: [1]", "dice: [2]"), 5, "the key 'dice' is given twice"),
        ("- {[a, b]: 1}", 1, "a key is not a word"),
        ("- id: one\n  game: &a x\n  source: *a\n", 3, "an alias (*) is not allowed"),
        ("- id: 'one\n", 2, "this is not YAML of cases"),
        ("- id: one\n---\n- id: two\n", 2, "this is not YAML of cases"),
        ("- id: !!python/object:os.system one\n", 1, "this is not YAML of cases"),
        ("- id: \x00\n", 0, "this is not YAML of cases"),
        ("- {id: one, state: {turn: .inf}}", 0, "this is not YAML of cases"),
        ("- {id: one, state: {turn: .nan}}", 0, "this is not YAML of cases"),
        ("- {id: one, state: !!binary aGk=}", 0, "this is not YAML of cases"),
        ("- {id: one, state: !!set {a, b}}", 0, "this is not YAML of cases"),
        ("- {id: one, state: {1: 1, a: 2}}", 0, "this is not YAML of cases"),
        (f"- {'[' * 20_000}", 0, "this is nested too deeply"),
        ("- 1\n" * 100_000, 0, "the file has 400000 characters"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_list_of_cases_is_told_with_the_line(text: str, line: int, message: str) -> None:
    with pytest.raises(CaseError) as caught:
        cases.run(text, "file.yaml")
    problem = caught.value.problems[0]
    assert (problem.source, problem.line) == ("file.yaml", line), problem
    assert message in problem.message
    assert "\n" not in str(problem)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("- one\n- two\n", 1, "this is not a case"),
        ("- id: one\n  game: snakes-and-foxes\n  sate: {}\n", 3, "one.sate does not exist"),
        ("- game: snakes-and-foxes\n", 1, "case.id is missing"),
        ("- id: one\n", 1, "one.game is missing"),
        ("- id: one\n  game: chess\n", 2, "there is no game 'chess'"),
        ("- id: one\n  game: [chess]\n", 2, "one.game is [\"chess\"]"),
        (_case("expect:\n    state: {}\n    outcomes: null"), 6, "one.expect.outcomes does not exist"),
        (_case("expect: {error: wrong}"), 4, 'one.expect.error is "wrong"'),
        (_case("expect:\n    state:\n      snake: []"), 6, "one.expect.state.snake does not exist"),
        (_case("expect: {events: [{places: [a1]}]}"), 4, "one.expect.events.0.kind is missing"),
        (_case("actions:\n  - move d5\n  - 7"), 6, "one.actions.1 is 7"),
        (_case("dice: [one]"), 4, 'one.dice.0 is "one"'),
        (_case("dice: [true]"), 4, "one.dice.0 is true"),
        (_case("moves: {count: many}"), 4, 'one.moves.count is "many"'),
        (_case("perft: {one: 3}"), 4, "one.perft.one"),
        (_case("seats: 3"), 4, "Snakes & Foxes is for 1 or 2 players, not 3"),
        (_case("options:\n    distance: far"), 5, 'options.distance is "far"'),
        (_case("options: {colour: red}"), 4, "options.colour does not exist"),
        (_case(state="{tokens: [c99, a1]}"), 3, "state.tokens: 'c99' is no space of the board"),
        (_case(state="\n    turn: 9\n    tokens: [c5, c5]"), 3, "state: two tokens stand on one space"),
        (_case(state="\n    turn: 9\n    snakes: 7"), 5, "state.snakes is 7"),
        (_case(state="{stars: 7}"), 3, "state.stars does not exist"),
        (_case() + _case(), 4, "case one is there twice"),
    ],
)  # fmt: skip
def test_a_case_with_mistakes_fails_and_tells_their_lines(text: str, line: int, message: str) -> None:
    result = next(result for result in cases.run(text, "file.yaml") if not result.passed)
    assert result.differences[0].startswith(f"file.yaml:{line}: ")
    assert message in result.differences[0]
    assert "\n" not in result.differences[0]


def test_the_cases_beside_one_with_mistakes_are_carried_out() -> None:
    text = _case("sate: {}", "dice: [x]") + _case("options: {colour: red}") + _case().replace("one", "two")
    first, second, third = cases.run(text, "file.yaml")
    assert [line.split(" ")[0] for line in first.differences] == ["file.yaml:5:", "file.yaml:4:"]
    assert str(first).startswith('file.yaml:1: one: failed\n    file.yaml:5: one.dice.0 is "x"')
    assert second.line == 6 and second.differences[0].startswith("file.yaml:9: options.colour does not exist")
    assert third.passed and third.id == "two"


def test_dates_and_switches_are_read_as_people_mean_them() -> None:
    text = "- {id: 2026-11-21, game: snakes-and-foxes, options: {auto_pass: off}, state: {}}"
    (ready,) = read(text, "")
    assert ready.case.id == "2026-11-21"
    assert ready.options.auto_pass is False
