"""Position files: what they say, what they may leave out, and what is told of those that cannot be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings, strategies as st
from lanes import tries

from adjudicator import games
from adjudicator.core import GameError
from adjudicator.dice import FastDice
from adjudicator.games import position

GAME = games.find("snakes-and-foxes")
STATE = {
    "turn": 9,
    "to_move": 0,
    "tokens": ["c5", "a12"],
    "rim": [False, False],
    "fate": [None, None],
    "snakes": ["d3", "e6"],
    "foxes": [],
    "throw": {"move": 1, "snakes": 1, "foxes": 4},
}


def _text(**changes: object) -> str:
    return json.dumps({"game": "snakes-and-foxes", "options": {}, "state": STATE, **changes})


def _with(**changes: object) -> str:
    return _text(state={**STATE, **changes})


def test_a_position_of_pinned_fields_can_be_played_on() -> None:
    at = position.read(_text(), "position.json")
    assert at.game is GAME
    assert at.options == GAME.Options()
    after = GAME.apply(at.state, GAME.parse("move b5", at.state), FastDice(1)).state
    assert after.tokens[0] == "b5"


def test_writing_is_canonical_and_reads_back() -> None:
    start = GAME.start(GAME.Options.model_validate({"distance": "hunt"}), 2, FastDice(1)).state
    text = position.write(GAME, start)
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert list(json.loads(text)) == ["game", "options", "rules", "state"]
    assert position.read(text, "").state == start


def test_options_beside_the_state_and_in_it_are_one() -> None:
    state = {**STATE, "options": {"stranded": "longest"}}
    options = position.read(_text(state=state, options={"auto_pass": False, "stranded": "longest"}), "").options
    assert (options.auto_pass, options.stranded) == (False, "longest")
    assert position.read(_text(state=state), "").options.stranded == "longest"


def test_options_may_be_left_out() -> None:
    data = json.loads(_text())
    del data["options"]
    assert position.read(json.dumps(data), "").options == GAME.Options()


def test_what_matches_and_plays_write_besides_is_passed_over() -> None:
    assert position.read(_text(turn=9, log_head="00", events=[], outcome=None), "").state.turn == 9


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("", 1, "this is not JSON: Expecting value, column 1", "a position is {"),
        ('{"game":\n "snakes-and-foxes",\n]', 3, "this is not JSON: ", "a position is {"),
        ("[]", 0, "the file is []", "it should be an object"),
        ("{}", 0, '"game" is missing', "a position is {"),
        (_text(game=7), 0, '"game" is 7', "a position is {"),
        (_text(game=["x"]), 0, '"game" is ["x"]', "a position is {"),
        (_text(game="chess"), 0, "there is no game 'chess'", "the games are "),
        ('{"game": "snakes-and-foxes"}', 0, '"state" is missing', "a position is {"),
        (_text(state=[]), 0, "state is []", "it should be an object"),
        (_text(options=[]), 0, "options is []", "it should be an object"),
        (_text(players=2), 0, '"players" is not part of a position', "a position is {"),
        (_text(options={"distance": "far"}), 0, 'options.distance is "far"', "it should be 'steps', 'hunt' or 'away'"),
        (
            _text(options={"colour": 1}),
            0,
            "options.colour does not exist",
            "the fields are first_ring, stranded, play_on",
        ),
        (_with(options={"tokens": 3}), 0, "state.options.tokens is 3", "it should be at most 2"),
        (_with(options=[]), 0, "state.options is []", "it should be an object"),
        (_with(turn=0), 0, "state.turn is 0", "it should be at least 1"),
        (_with(turn="9"), 0, 'state.turn is "9"', "it should be a whole number"),
        (_with(turn=9.5), 0, "state.turn is 9.5", "it should be a whole number"),
        (_with(turn=True), 0, "state.turn is true", "it should be a whole number"),
        (_with(turn=10**30), 0, f"state.turn is {10**30}", "it should be at most 1000000000"),
        (_with(tokens="c5"), 0, 'state.tokens is "c5"', "it should be a list"),
        (_with(tokens=["c5", 7]), 0, "state.tokens.1 is 7", "it should be a text"),
        (_with(rim=[0, 1]), 0, "state.rim.0 is 0", "it should be true or false"),
        (_with(fate=["lost", None]), 0, 'state.fate.0 is "lost"', "it should be 'eaten' or 'escaped'"),
        (_with(throw={"move": 1}), 0, "state.throw.snakes is missing", "the fields are move, snakes, foxes"),
        (_with(throw={"moves": 1}), 0, "state.throw.move is missing", "the fields are move, snakes, foxes"),
        (_with(snakes=["a1"] * 9), 0, "state.snakes is ", "it should have at most 8 entries"),
        (_with(rim=[]), 0, "state.rim is []", "it should have at least 1 entry"),
        (_with(throw=[]), 0, "state.throw is []", "it should be an object: {...}"),
        (_with(**{"x" * 90: 1}), 0, f'state."{"x" * 59}', "the fields are options, turn"),
        ('{"game": "snakes-and-foxes", "game": "the-game"}', 0, 'this is not JSON: "game" is given twice', ""),
        (_text().replace("9", "NaN"), 0, "this is not JSON: NaN is not a number", ""),
        (_text().replace("9", "1e999"), 0, "this is not JSON: ", ""),
        (_text().replace("9", "9" * 5000), 0, "this is not JSON: ", ""),
        (_text().replace("c5", "\\ud800"), 0, "this is not JSON: ", ""),
        ("[" * 200_000, 0, "this is nested too deeply", ""),
        ('{"a":' * 190_000, 0, "this is nested too deeply", ""),
        (" " * 1_000_001, 0, "the file has 1000001 characters", "at most 1000000"),
    ],
)
def test_a_file_that_is_no_position_is_told_in_a_line(text: str, line: int, message: str, hint: str) -> None:
    with pytest.raises(GameError) as caught:
        position.read(text, "position.json")
    problem = caught.value.problems[0]
    assert (problem.source, problem.line) == ("position.json", line), problem
    assert message in problem.message
    assert hint in problem.hint
    assert len(str(problem)) < 400


def test_options_that_disagree() -> None:
    with pytest.raises(GameError) as caught:
        position.read(_text(options={"distance": "hunt"}, state={**STATE, "options": {"distance": "steps"}}), "p.json")
    assert str(caught.value) == (
        'p.json: options.distance is "hunt", state.options.distance "steps"; say it once, or twice alike'
    )


def test_all_mistakes_are_told_and_many_are_counted() -> None:
    with pytest.raises(GameError) as caught:
        position.read(_with(turn=0, to_move=5), "")
    assert [problem.message for problem in caught.value.problems] == ["state.turn is 0", "state.to_move is 5"]
    with pytest.raises(GameError) as caught:
        position.read(_with(**{f"x{number}": 1 for number in range(30)}), "")
    assert len(caught.value.problems) == 11
    assert caught.value.problems[-1].message == "state: 20 more mistakes"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rim": [1]}, "state.rim.0 is 1; it should be true or false"),
        ({"fate": ["x"]}, "state.fate.0 is \"x\"; it should be 'eaten' or 'escaped'"),
        ({"fate": 7, "home": [1]}, "state.fate is 7; it should be a list: [...]"),
    ],
)
def test_what_only_follows_from_a_mistake_is_not_told(fields: dict[str, object], message: str) -> None:
    with pytest.raises(GameError) as caught:
        position.read(_with(**fields), "")
    assert str(caught.value) == message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["c5", "g1", "H"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(("name", "shown"), [("a" * 59, "a" * 59), ("a" * 60, f'"{"a" * 59}...'), ("a b", '"a b"')])
def test_a_long_or_odd_name_of_a_field_is_shown_in_quotes_and_cut(name: str, shown: str) -> None:
    with pytest.raises(GameError) as caught:
        position.read(_with(**{name: 1}), "position.json")
    assert caught.value.problems[0].message == f"state.{shown} does not exist"


@given(st.sampled_from(sorted(STATE)), JSON)
@settings(max_examples=tries(150), deadline=None)
def test_whatever_stands_in_a_field_is_read_or_told(name: str, value: object) -> None:
    _read_or_told(_with(**{name: value}))


@given(JSON)
@settings(max_examples=tries(100), deadline=None)
def test_whatever_stands_in_a_file_is_read_or_told(value: object) -> None:
    _read_or_told(json.dumps(value))


@given(st.integers(0, len(_text()) - 1), st.text(max_size=3))
@settings(max_examples=tries(150), deadline=None)
def test_a_damaged_file_is_read_or_told(at: int, instead: str) -> None:
    _read_or_told(_text()[:at] + instead + _text()[at + 1 :])


def _read_or_told(text: str) -> None:
    try:
        state = position.read(text, "position.json").state
    except GameError as error:
        assert all(problem.message for problem in error.problems)
    else:
        assert position.read(position.write(GAME, state), "").state == state


def told(text: str) -> list[str]:
    with pytest.raises(GameError) as caught:
        position.read(text, "")
    return [problem.message for problem in caught.value.problems]


def test_a_value_is_shown_up_to_sixty_characters_and_ten_mistakes_are_told() -> None:
    for long, shown in ((58, f'"{"x" * 58}"'), (59, f'"{"x" * 59}...')):
        assert told(_text(options="x" * long)) == [f"options is {shown}"]
    twice = f'{{"{"x" * 30}": 1, "{"x" * 30}": 1}}'
    assert told(twice) == [f'this is not JSON: "{"x" * 30}" is given twice'[: 18 + 60]]
    twice = twice.replace("x" * 30, "x" * 58)
    assert told(twice) == [f'this is not JSON: "{"x" * 58}"']
    for many in (9, 10, 11):
        mistakes = told(_with(**{f"x{number}": 1 for number in range(many)}))
        assert len(mistakes) == many and mistakes[10:] == (["state: 1 more mistakes"] if many == 11 else [])


def test_lines_of_play_are_counted_to_a_depth() -> None:
    game = games.find("snail-trail")
    start = game.start(game.Options(size=4), 2, FastDice(1)).state
    moves = list(game.moves(start))
    afters = [game.apply(start, move, FastDice(1)).state for move in moves]
    assert [position.perft(game, start, depth) for depth in (-1, 0, 1)] == [1, 1, len(moves)]
    assert position.perft(game, start, 2) == sum(len(list(game.moves(after))) for after in afters) > len(moves)


def test_a_file_of_a_million_characters_is_read() -> None:
    assert position.read(_text().ljust(1_000_000), "").state.turn == 9
    assert told(_text().ljust(1_000_001)) == ["the file has 1000001 characters"]
