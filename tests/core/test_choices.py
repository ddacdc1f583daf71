"""What can be tapped together on a page is what is legal, both ways; in the page's own interpreter."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from typing import Any, get_args

import conformance
import crowded
import pytest
import tapping
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from lanes import THOROUGH, some
from tapping import Case

from adjudicator import games
from adjudicator.core import GameError, choices as tapped
from adjudicator.core.codec import canonical
from adjudicator.core.game import Game
from adjudicator.dice import FastDice
from adjudicator.letters.phrases import Phrases
from adjudicator.letters.replies import choices

LOOKED_AT = 300
EXAMPLES = int(os.environ.get("POSTFOX_EXAMPLES", "1"))
TURNS = 60
POSITIONS = 4 if THOROUGH else 2

runs = pytest.mark.skipif(tapping.NODE is None, reason=tapping.MISSING)
VARIANTS = [
    (slug, rules, variant)
    for slug, rules in conformance.RULE_SETS
    if (field := games.find(slug, rules).Options.model_fields.get("variant"))
    for variant in get_args(field.annotation)
]


def played(game: Game, options: Any, seats: int, seed: int | str) -> Iterator[Any]:
    """The positions of a game at random in which somebody may act."""
    chance, dice = random.Random(seed), FastDice(seed)
    state = game.start(options, seats, dice).state
    for _ in range(TURNS):
        legal = list(islice(game.moves(state), LOOKED_AT))
        if not legal:
            return
        yield state
        state = game.apply(state, chance.choice(legal), dice).state


def cases(game: Game, options: Any, seats: int, seed: int | str) -> list[Case]:
    """Some positions of a game at random and some that are made, and who may act in them."""
    states, chance = list(played(game, options, seats, seed)), random.Random(seed)
    some = chance.sample(states, min(POSITIONS, len(states)))
    made = islice(crowded.positions(game, options, chance), POSITIONS)
    return [Case(game, state, seat) for state in (*some, *made) for seat in game.to_act(state)]


@runs
@pytest.mark.parametrize(("slug", "rules"), conformance.RULE_SETS)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_can_be_tapped_together_is_what_is_legal(slug: str, rules: int, data: st.DataObject, seed: int) -> None:
    game = games.find(slug, rules)
    options = data.draw(conformance.options(game.Options), "options")
    seats = data.draw(st.integers(game.PLAYERS[0], min(game.PLAYERS[1], 3)), "seats")
    try:
        some = cases(game, options, seats, seed)
    except GameError:
        assume(False)
    assert tapping.faults(some) == []
    every = [Case(game, state, seat) for _, state, _ in some for seat in range(2)]
    assert tapping.faults_later(every) == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("slug", "rules"), some(conformance.RULE_SETS, 6))
def test_every_tap_and_every_question_has_words(slug: str, rules: int, language: str) -> None:
    game = games.find(slug, rules)
    other = {name: True for name in ("cards", "league") if name in game.Options.model_fields}
    for options, seats in ((game.Options(), game.PLAYERS[0]), (game.Options(**other), min(2, game.PLAYERS[1]))):
        for case in cases(game, options, seats, 1):
            seen = game.view(case.state, case.seat)
            assert game.choices(seen, case.seat) == game.choices(case.state, case.seat), "nothing that it may not see"
            assert game.standing(seen, case.seat) == game.standing(case.state, case.seat)
            offered = choices(game, case.state, case.seat, Phrases(slug, language, options))
            common = offered["common"]
            taps = common["list"]["taps"]
            assert {*taps.get("word", ()), *taps.get("direction", ())} <= {*offered["labels"]}
            for ask in common["asks"]:
                assert {ask["key"], ask.get("more", ask["key"])} <= {*offered["asks"]}
                known = {*ask.get("fields", ()), "left", "at"}
                for form in offered["asks"][ask["key"]].values():
                    assert {*re.findall(r"{(.*?)}", form)} <= known


@runs
@pytest.mark.parametrize(("slug", "rules", "variant"), VARIANTS)
def test_every_variant_can_be_tapped(slug: str, rules: int, variant: str) -> None:
    game = games.find(slug, rules)
    try:
        options = game.Options(variant=variant)
    except ValueError:
        pytest.skip("a variant that needs a file")
    assert tapping.faults(cases(game, options, game.PLAYERS[0], variant)) == []


@pytest.mark.parametrize(
    ("text", "taps", "say"),
    [
        ("move a1-a2 b3", "move! a1 a2 b3", "{0} {1}-{2} {3}"),
        ("a1xa2xb3  then", "a1 a2 b3 then!", "{0}x{1}x{2}  {3}"),
        ("a1-z9", "a1-z9!", "{0}"),
        (" a1:b3>a2 ", "a1 b3 a2", " {0}:{1}>{2} "),
    ],
)
def test_an_order_is_spelt_by_its_words_and_the_places_that_are_joined(text: str, taps: str, say: str) -> None:
    wanted = tuple(tapped.button(one[:-1]) if one.endswith("!") else tapped.Tap(one) for one in taps.split())
    assert tapped.spelt(text, {"a1", "a2", "b3"}) == tapped.Tapped(wanted, say)
    assert tapped.spelt(text, {"a1", "a2", "b3"}).text == text


def act(taps: str, say: str = "{*}", loose: int = 0) -> tapped.Tapped:
    """An action by its taps: `3` is a number, `3-5` a range, `go!` a button, all else a place."""

    def tap(text: str) -> tapped.AnyTap:
        if text.endswith("!"):
            return tapped.button(text[:-1])
        least, dash, most = text.partition("-")
        return tapped.Range(int(least), int(most if dash else least)) if least.isdigit() else tapped.Tap(text)

    return tapped.Tapped(tuple(map(tap, taps.split())), say, loose)


def spoken(choice: tapped.Choice) -> dict[str, str]:
    """What can be tapped together of a choice that is listed or picked from, and what is said then."""
    if isinstance(choice, tapped.Pick):
        sizes = range(choice.least, choice.most + 1)
        sets = [one for size in sizes for one in combinations(choice.taps, size)]
        return {" ".join(map(named, order)): tapped.said("{*}", one) for one in sets for order in permutations(one)}
    if isinstance(choice, tapped.InTurn):
        whole: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}
        for part in choice.of:
            whole = {(*a, b): (*c, d) for a, c in whole.items() for b, d in spoken(part).items()}
        fields = {taps: tuple(map(tapped.Tap, said)) for taps, said in whole.items()}
        return {" ".join(filter(None, taps)): tapped.said(choice.say, said) for taps, said in fields.items()}
    if isinstance(choice, tapped.OneOf):
        return {taps: said for part in choice.of for taps, said in spoken(part).items()}
    assert isinstance(choice, tapped.Listed)

    def below(node: int, taps: tuple[tapped.AnyTap, ...]) -> Iterator[tuple[str, str]]:
        say, *edges = choice.nodes[node]
        if say >= 0:
            yield " ".join(map(named, taps)), tapped.said(choice.says[say], taps)
        for tap, to in zip(edges[::2], edges[1::2], strict=True):
            yield from below(to, (*taps, choice.taps[tap]))

    return dict(below(0, ()))


def named(tap: tapped.AnyTap) -> str:
    return tap.text if isinstance(tap, tapped.Tap) else f"{tap.least}-{tap.most}"


def test_a_list_of_actions_is_the_smallest_automaton_of_their_taps() -> None:
    actions = ["a1 b1", "a1 b2", "a2 b1", "a2 b2", "a2", "pass!", "bid! 1", "bid! 2", "bid! 3", "bid! 5"]
    choice = tapped.listed(map(act, actions), tapped.Ask("go"))
    a1, a2, b1, b2, said, passed = map(tapped.Tap, ("a1", "a2", "b1", "b2", "bid", "pass"))
    assert choice == tapped.Listed(
        (a1, a2, b1, b2, tapped.button(said.text), tapped.button(passed.text), tapped.Range(1, 3), tapped.Range(5, 5)),
        ("{*}",),
        ((-1, 0, 1, 1, 2, 4, 3, 5, 4), (-1, 2, 4, 3, 4), (0, 2, 4, 3, 4), (-1, 6, 4, 7, 4), (0,)),
        tapped.Ask("go"),
    )
    plain = [one.replace("!", "") for one in actions if one not in ("bid! 2", "bid! 3")]
    assert [*spoken(choice).values()] == sorted(plain, key=lambda one: (one[0] == "p", one[0] == "b", one))
    assert {*spoken(choice)} - {*plain} == {"bid 1-3", "bid 5-5"}


def test_numbers_that_meet_and_lead_to_the_same_are_one_range() -> None:
    automaton = tapped.Automaton()
    end, other = automaton.node("x", ()), automaton.node("y", ())
    to = {(8, 9): end, (1, 1): end, (2, 4): end, (5, 5): other, (6, 6): other, (10, 10): end, (12, 12): end}
    made = automaton.node(None, [(tapped.Range(*both), node) for both, node in to.items()])
    wanted = [tapped.Range(*both) for both in ((1, 4), (5, 6), (8, 10), (12, 12))]
    assert [*automaton.choice(made).taps] == wanted
    assert automaton.node("x", ()) == end == 0 and made == 2, "equal nodes are one"
    with_tap = automaton.node(None, [(tapped.Range(1, 1), end), (tapped.Tap("a1"), end), (tapped.Range(2, 2), end)])
    assert automaton.choice(with_tap) == tapped.Listed(
        (tapped.Tap("a1"), tapped.Range(1, 2)), ("x",), ((-1, 0, 1, 1, 1), (0,))
    )


def test_taps_of_which_the_last_are_loose_are_picked_in_any_order() -> None:
    every = ["", "1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"]
    dice = [act(f"roll! {one}", loose=len(one.split())) for one in every]
    (first, rest) = tapped.within(tapped.listed(dice))  # type: ignore[arg-type]
    assert isinstance(first, tapped.Listed) and spoken(first) == {"roll": "roll"}, "without a die the order is whole"
    numbers = tuple(tapped.Range(number, number) for number in (1, 2, 3))
    assert rest == tapped.InTurn(
        (tapped.listed([act("roll!")]), tapped.Pick(numbers, 1, 3, tapped.Ask("roll", "roll")))  # type: ignore[arg-type]
    )
    assert spoken(rest)["roll 3-3 1-1"] == "roll 1 3"
    sets = [act(one).taps for one in ("1", "2", "3", "1 2", "1 3", "2 3")]
    assert tapped.picked(sets) == tapped.Pick(numbers, 1, 2) and isinstance(tapped.picked(sets[1:]), tapped.Listed)
    few = tapped.listed([act(f"a1 {one}", loose=2) for one in ("b1 b2", "b3 b2")])
    assert spoken(few) == {
        "a1 b1 b2": "a1 b1 b2",
        "a1 b2 b1": "a1 b1 b2",
        "a1 b3 b2": "a1 b3 b2",
        "a1 b2 b3": "a1 b3 b2",
    }  # type: ignore[arg-type]
    assert few.of[1].ask == tapped.Ask("a1", "a1") and few.of[0].ask is None  # type: ignore[union-attr]
    assert tapped.listed([act("b1 b2", loose=2)]).of[1] == tapped.Pick((tapped.Tap("b1"), tapped.Tap("b2")), 2, 2)  # type: ignore[union-attr]


def test_taps_that_mean_two_orders_are_no_choice() -> None:
    with pytest.raises(ValueError, match="the taps of `a1-b1` mean another order, too"):
        tapped.listed([act("a1 b1", "{*}"), act("a1 b1", "{*-}")])
    assert tapped.listed([]) is None and tapped.listed([act("a1"), act("a1")]) == tapped.listed([act("a1")])


def test_an_order_on_the_next_line_is_parted_by_a_button_where_dice_might_be_of_either() -> None:
    then, dice = tapped.listed([act("c1")]), [act("roll! 1 2", loose=2), act("go!")]
    assert then is not None and tapped.lines([], then) is None
    assert tapped.lines([act("a1")], then) == tapped.InTurn((tapped.listed([act("a1")]), then), "{0}\n{1}")  # type: ignore[arg-type]
    parted = tapped.lines(dice, then, tapped.Ask("which"))
    assert parted is not None and parted.say == "{0}\n{2}" and parted.of[::2] == (
        tapped.listed(dice, tapped.Ask("which")), then,
    )  # fmt: skip
    assert isinstance(parted.of[1], tapped.Listed)
    assert parted.of[1] == tapped.listed([tapped.Tapped((tapped.THEN,), "")], tapped.Ask("then"))
    assert spoken(parted) == {
        "go then c1": "go\nc1", "roll 1-1 2-2 then c1": "roll 1 2\nc1", "roll 2-2 1-1 then c1": "roll 1 2\nc1",
    }  # fmt: skip


def test_two_actions_are_one_with_a_tap_between_that_is_not_said() -> None:
    both = tapped.followed(act("a1 b1", "{0}-{1}"), tapped.THEN, act("go! c1", "{*}"))
    assert both.taps == act("a1 b1 then! go! c1").taps and both.text == "a1-b1" + "go c1"


def test_choices_as_json_share_what_they_have_in_common() -> None:
    ask = tapped.Ask("k", "m", (("n", 1),), 2)
    some, other = tapped.listed(map(act, ("a1", "b1 4"))), tapped.listed([act("b1 4")], ask)
    pick = tapped.Pick((tapped.Tap("a1"), tapped.Tap("z9", "die")), 1, 2)
    walk = tapped.Walk("board", "a1", 3, ("b1",), ask=ask)
    chain = tapped.Chain("board", ("a1",), ("b1",), (), must=True, ask=tapped.Ask("on"))
    assert some and other
    twice = tapped.InTurn((pick, walk), apart=True)
    given = {"x": tapped.OneOf((twice, some)), "y": tapped.OneOf((twice, other, chain)), "none": None, "z": other}
    ground = tapped.Ground(("a1", "b1"), ((1,), (0,)))
    assert json.loads(canonical(tapped.to_json(given, {"board": ground}))) == {
        "x": [1, [2, [0, 3]]],
        "y": [1, [2, 3, [5, "board", ["a1"], ["b1"], [], True, False, "{*x}", 1]]],
        "none": None,
        "z": [0, 2, 0],
        "common": {
            "parts": [
                [3, [0, 2], 1, 2], [4, "board", "a1", 3, ["b1"], "{*}", 0], [2, [0, 1], "{*}", True], [0, 2, 0],
            ],
            "list": {
                "taps": {"place": ["a1", "b1"], "die": ["z9"], "number": [[4, 4]]},
                "says": ["{*}"],
                "nodes": [[0], [-1, 3, 0], [-1, 1, 1], [-1, 0, 0, 1, 1]],
            },
            "grounds": {"board": {"places": ["a1", "b1"], "near": [[1], [0]]}},
            "asks": [{"key": "k", "more": "m", "fields": {"n": 1}, "needs": 2}, {"key": "on"}],
        },
    }  # fmt: skip
