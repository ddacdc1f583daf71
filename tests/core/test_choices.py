"""What can be tapped together on a page is what is legal, both ways; in the page's own interpreter."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from itertools import islice
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
