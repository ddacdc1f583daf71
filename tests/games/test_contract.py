"""The contract of a game, shown on toys: rule sets, what the base class answers, and what conformance says is wrong."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import conformance
import pytest
import toys
from pydantic import ValidationError

from adjudicator import games
from adjudicator.core import GameError, IllegalMove
from adjudicator.core.game import Event, Game, Step, Token, seat_letter, situation, unlettered
from adjudicator.dice import ScriptedDice
from adjudicator.games import position
from adjudicator.lab import cases
from printables.core.options import Ruled, Was, under
from printables.scene.theme import CLASSIC

NONE = ScriptedDice(())


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.KINDS.modules, "toy", "toys:Toy")


def played(rules: int | None, *texts: str) -> tuple[Game, Any]:
    game = games.find("toy", rules)
    state = game.start(game.Options(), 2, NONE).state
    for text in texts:
        state = game.apply(state, game.parse(text, state), NONE).state
    return game, state


def test_a_game_is_found_under_its_newest_rule_set_or_the_one_named() -> None:
    assert games.find("toy").rules == 2
    assert games.find("toy", 1).rules == 1
    assert games.find("toy", rules=2) is games.find("toy")
    for rules in (0, 3):
        with pytest.raises(GameError, match=f"Toy has no rule set {rules}; .* rule sets 1 to 2"):
            games.find("toy", rules)


def test_an_older_rule_set_has_no_option_that_a_later_one_added() -> None:
    old, new = games.find("toy", 1), games.find("toy", 2)
    assert old.Options().model_dump() == {"start": 0}
    assert new.Options().model_dump() == {"start": 0, "skip": True}
    assert old.Options().skip is False and old.Options().rules == 1
    with pytest.raises(ValidationError, match="skip"):
        old.Options(skip=False)
    with pytest.raises(GameError, match=r"options.skip does not exist; the fields are start"):
        position.options(old, {"skip": True}, "match.json")


def test_an_older_rule_set_takes_the_values_that_an_option_had_then() -> None:
    older = under(Painted, 1)
    assert older(colour="ochre").colour == "ochre" and older().colour == Painted().colour == "red"
    for model, unknown in ((older, "blue"), (Painted, "ochre")):
        with pytest.raises(ValidationError, match="colour"):
            model.model_validate({"colour": unknown})


class Painted(Ruled):
    rules: ClassVar[int] = 2

    colour: Annotated[Literal["red", "blue"], Was(2, Literal["red", "ochre"])] = "red"


def test_an_older_rule_set_writes_no_field_that_a_later_one_added() -> None:
    old, state = played(1, "push c2")
    assert state.model_dump_json() == '{"options":{"start":0},"turn":2,"stone":1}'
    assert old.State.model_validate_json(state.model_dump_json()) == state
    _, state = played(2, "push c1", "push c2")
    assert state.model_dump_json() == '{"options":{"start":0,"skip":true},"turn":3,"stone":1,"idle":1}'


def test_a_match_under_an_older_rule_set_is_played_by_it() -> None:
    old, state = played(1)
    with pytest.raises(IllegalMove) as refused:
        old.apply(state, old.parse("push c1", state), NONE)
    assert str(refused.value) == "`push c1` is not legal: the stone cannot go there; legal: `push c2`"
    new, state = played(2)
    assert [new.format(move, state) for move in new.moves(state)] == ["push c1", "push c2"]


def test_a_position_names_its_rule_set_where_a_game_has_several() -> None:
    for rules in (1, 2):
        game, state = played(rules, "push c2")
        text = position.write(game, state)
        assert f'"rules":{rules}' in text
        assert position.read(text, "").game is game and position.read(text, "").state == state
    assert position.read('{"game": "toy", "state": {}}', "").game.rules == 2
    for wrong, told in (
        ('"1"', 'p.json: "rules" is "1"; it should'),
        ("true", '"rules" is true'),
        ("3", "no rule set 3"),
    ):
        with pytest.raises(GameError, match=told):
            position.read(f'{{"game": "toy", "rules": {wrong}, "state": {{}}}}', "p.json")


def test_a_case_may_be_of_an_older_rule_set() -> None:
    text = "- {id: TOY-1, game: toy, rules: %d, actions: ['push c1'], expect: {error: illegal}}"
    assert cases.run(text % 1, "toy.yaml")[0].passed
    assert not cases.run(text % 2, "toy.yaml")[0].passed
    assert "no rule set 9" in str(cases.run(text % 9, "toy.yaml")[0])


def test_what_is_optional_is_answered_as_for_an_open_game() -> None:
    game, state = played(2)
    assert game.open and game.view(state, 1) is state and game.sees(Event("goes", 0), 1, 2)
    assert game.playing(state, 3) == (0, 1, 2) and game.winners_without(state, 1, 3) == (0, 2)
    assert game.settle(state, (0,)) == Step(state, ())
    assert game.notes(state) == game.faces(state) == () and game.drawing(state, CLASSIC) is None
    assert game.count(state) == 2 and not game.solvable
    with pytest.raises(GameError, match="Toy has no exact solver"):
        game.solver(state.options)


def test_a_game_with_a_view_of_its_own_tells_a_seat_only_its_own_events() -> None:
    class Hidden(toys.Toy):
        def view(self, state: toys.State, seat: int) -> toys.State:
            return state.replaced(stone=0)

    game = Hidden()
    assert not game.open
    assert game.sees(Event("goes", 0), 0, 2) and not game.sees(Event("goes", 0), 1, 2)
    assert game.sees(Event("resigned", 0), 1, 2) and game.sees(Event("goes", 0), -1, 1)


def test_the_toy_keeps_the_contract() -> None:
    assert conformance.faults(toys.Toy) == []
    for rules in (1, 2):
        game, state = played(rules, "push c2")
        assert conformance.faults_in_play(game, Step(state, ())) == []


def test_a_game_that_is_not_whole_is_told_what_it_lacks() -> None:
    class Half(Game[toys.State, toys.Move, toys.Options]):
        SLUG = "half"

    found = conformance.faults(Half)
    assert "Half lacks apply(self, state: 'StateT', action: 'ActionT', dice: 'Dice') -> 'Step'" in found
    assert "Half.TITLE is 'missing'; it should be a text" in found
    assert "Half.PLAYERS is None; it should be the fewest and the most, as in (2, 4)" in found
    assert "Half.EVENTS should say of each kind, a text, what it means" in found


def test_a_game_of_other_parts_is_told_what_is_wrong_with_them() -> None:
    class Bare(Game):  # type: ignore[type-arg]
        PLAYERS = (1, 2, 3)  # type: ignore[assignment]

        def view(self, state: Any) -> Any:  # type: ignore[override]
            return state

    found = conformance.faults(Bare)
    assert "Bare names no State, a printables.core.options.Ruled: write `Game[State, Action, Options]`" in found
    assert "Bare.PLAYERS is (1, 2, 3); it should be the fewest and the most, as in (2, 4)" in found
    assert "Bare.view takes self, state; it should take self, state, seat" in found
    assert conformance.faults(dict) == [
        "dict is no class of adjudicator.core.game.Game: write `class dict(Game[State, Action, Options])`"
    ]


def test_a_game_that_says_other_than_it_promises_is_told_so() -> None:
    class Wrong(toys.Toy):
        def tokens(self, state: toys.State) -> Any:
            return ["c1"]

        def outcome(self, state: toys.State) -> Any:
            return "there" if state.stone == 1 else None

    game = Wrong()
    state = game.start(game.Options(start=1), 2, NONE).state
    assert conformance.faults_in_play(game, Step(state, ())) == [
        "Wrong.outcome says 'there'; it should be adjudicator.core.game.Outcome | None",
        "Wrong.tokens says ['c1']; it should be a tuple of Token",
    ]
    (fault,) = conformance.faults_in_play(game, Step(toys.Options(), ()))
    assert fault.startswith("Wrong makes a <class 'toys.Options'>; a position should be a <class 'toys.State'>")


@pytest.mark.parametrize("verb", ["draw", "player", "when", "say", "end", "absent", "resign", "c1 #"])
def test_a_verb_that_means_something_else_in_a_mail_is_refused_by_conformance(verb: str) -> None:
    class Draws(toys.Toy):
        VERB = verb

    game = Draws()
    state = game.start(game.Options(), 2, NONE).state
    said = conformance.faults_in_play(game, Step(state, ()))
    if verb == "end":  # only a line of this word alone is the end
        assert said == []
        return
    word = verb.partition(" ")[0]
    why = f"{word!r} means something else in a mail, or the text is changed there; choose another"
    assert said[1] == f"Draws's action `{verb} c2` cannot be sent: {why}"


@pytest.mark.parametrize(
    ("seat", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_seats_are_lettered_as_columns_are(seat: int, letter: str) -> None:
    assert seat_letter(seat) == letter
    assert unlettered(f"{letter}: {letter}: go", seat) == f"{letter}: go" and unlettered("go", seat) == "go"


@pytest.mark.parametrize(
    ("players", "said"), [((2, 2), "for 2 players, not 7"), ((1, 2), "for 1 or 2"), ((2, 4), "for 2 to 4 players")]
)
def test_a_game_says_for_how_many_it_is(players: tuple[int, int], said: str) -> None:
    class Counted(toys.Toy):
        PLAYERS = players

    for seats in range(players[0], players[1] + 1):
        Counted().check_seats(seats)
    for seats in (players[0] - 1, players[1] + 1):
        with pytest.raises(GameError):
            Counted().check_seats(seats)
    with pytest.raises(GameError, match=f"Toy is {said}"):
        Counted().check_seats(7)


class Numbers(toys.Toy):
    """So many legal actions, each its number; of the seats in turn."""

    many = 0

    def __init__(self, many: int, told: int | None = -1) -> None:
        super().__init__()
        self.many, self.told = many, many if told == -1 else told

    def moves(self, state: Any) -> Any:
        return (toys.Move(number % 2, str(number)) for number in range(self.many))

    def format(self, action: Any, state: Any) -> str:
        return f"{'AB'[action.seat]}: {('resign', 'concede')[int(action.to)] if int(action.to) < 2 else action.to}"

    def count(self, state: Any, *, quick: bool = False) -> int | None:
        assert quick
        return self.told


@pytest.mark.parametrize(
    ("many", "told", "rest", "hint"),
    [
        (0, 0, "d", ""), (3, 3, "d", "legal: `A: resign`, `B: concede`, `A: 2`"), (6, 6, "d", "legal: ...`B: 5`"),
        (7, 7, "d", "legal: ...`B: 5` and 1 more"), (2_006, 2_006, ",", "legal: ...`B: 5` and 2,000 more"),
        (9, None, "d", "legal: ...`B: 5` and many more"), (9, 9, None, "legal, among others: ...`B: 5`"),
    ],
)  # fmt: skip
def test_a_refusal_names_six_legal_actions_and_counts_the_others(
    many: int, told: int | None, rest: str | None, hint: str
) -> None:
    game = Numbers(many, told)
    refused = game.illegal(toys.Toy().start(toys.Options(), 2, NONE).state, toys.Move(0, "9"), "no", rest=rest)
    six = "`A: resign`, `B: concede`, `A: 2`, `B: 3`, `A: 4`, "
    assert (refused.reason, refused.hint) == ("`A: 9` is not legal: no", hint.replace("...", six))
    assert game.illegal(None, toys.Move(0, "9"), "no", "so").hint == "so"  # type: ignore[arg-type]


def test_an_action_is_drawn_from_all_of_the_seat_and_giving_up_where_nothing_else_is_left() -> None:
    asked: list[int] = []

    def last(count: int) -> int:
        asked.append(count)
        return count - 1

    def first(count: int) -> int:
        asked.append(count)
        return 0

    state: Any = None
    assert Numbers(8).drawn(state, 0, last).to == "6" and asked == [4]
    asked.clear()
    assert Numbers(8).drawn(state, 0, first).to == "2" and asked == [4, 3]
    assert Numbers(3).drawn(state, 0, first).to == Numbers(3).drawn(state, 0, last).to == "2"
    assert Numbers(3).drawn(state, 1, last).to == "1" and Numbers(1).drawn(state, 0, last).to == "0"
    with pytest.raises(ValueError, match="seat B may not act"):
        Numbers(1).drawn(state, 1, last)


def test_ten_thousand_legal_actions_are_written_each_when_it_is_reached() -> None:
    for many, written in ((9_999, 9_999), (10_000, 10_000), (10_001, 10_000)):
        at = situation(Numbers(many), toys.Toy().start(toys.Options(), 2, NONE).state)
        assert sum(1 for _ in at.legal()) == sum(1 for _ in at.legal()) == written
    assert next(at.legal()) == "A: resign"


def test_a_situation_is_remembered_until_thirty_two_others_were_met() -> None:
    game, start = toys.Toy(), toys.Toy().start(toys.Options(), 2, NONE).state
    states = [start.replaced(turn=number) for number in range(1, 34)]
    met = [situation(game, state) for state in states[:32]]
    assert [situation(game, state) for state in states[:32]] == met
    situation(game, states[32])
    assert situation(game, states[1]) is met[1] and situation(game, states[0]) is not met[0]
    assert met[0].seen(1) is met[0], "an open game is seen whole"


def test_what_a_seat_owns_is_what_it_has_on_the_board_or_two_of_what_notes_give_it() -> None:
    class Owned(toys.Toy):
        def tokens(self, state: Any) -> Any:
            return (Token("c1", "dog", 0), Token("c2", "dog", 0), Token("c3", "cat", 0), Token("c1", "cat"))

        def notes(self, state: Any) -> Any:
            return (Event("x", 1, "hen"), Event("x", 1), Event("x", 0, "pig"), Event("x", None, "cow"))

    at = situation(Owned(), toys.Toy().start(toys.Options(), 2, NONE).state)
    assert at.own(0) == {"dog": 2, "cat": 1} and at.own(1) == {"hen": 2} and at.own(2) == {}
