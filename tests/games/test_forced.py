"""No hunt that is shipped is lost by force within 12 plies, but for those that say so; a second search agrees."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from lanes import some, thorough

from adjudicator import games
from adjudicator.games.fox_and_geese.proof import PLIES, Search
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.state import rules
from adjudicator.lab.bulk.fox_and_geese.rules import fits
from printables.boards.fox_and_geese.model import SIDES
from printables.core import options

forcing = pytest.importorskip("forcing")
GAME = games.find("fox-and-geese")
HUNTS = [hunt for hunt in get_args(GAME.Options.model_fields["variant"].annotation) if hunt != "own"]
OPEN = "great-siege"  # two leaps end alike there; the plain search refutes it, in 1,196,973 positions
WITHIN = 4


def played(hunt: str) -> Rules:
    return rules(options.build(GAME.Options, (), hunt))


@thorough
@pytest.mark.parametrize("hunt", HUNTS)
def test_a_hunt_that_is_lost_within_twelve_plies_says_so_and_no_other_does(hunt: str) -> None:
    rule = played(hunt)
    assert fits(rule) == (hunt != OPEN)
    if fits(rule):
        found = forcing.forced(rule, rule.start(), PLIES)
        assert (found and (SIDES[found[0]], found[1])) == rule.hunt.forced


@thorough
@pytest.mark.parametrize("hunt", some([hunt for hunt in HUNTS if hunt != OPEN], 3))
def test_the_compiled_search_finds_what_the_plain_one_finds(hunt: str) -> None:
    rule, chance, looked = played(hunt), Random(hunt), 0
    for game in range(20):
        position, late = rule.start(), []
        for _ in range(chance.randrange(20, 200)):
            if rule.ending(position):
                break
            late.append(position)
            position = rule.after(position, chance.choice(list(rule.deeds(position))))
        for one in late[-4:] if game % 2 else chance.sample(late, min(2, len(late))):
            proof = Search(rule, 30_000).prove(one, WITHIN)
            if proof.winner is None and proof.plies < WITHIN:
                continue  # too large for the plain one
            looked += 1
            found = forcing.forced(rule, one, WITHIN)
            assert found == (None if proof.winner is None else (proof.winner, proof.plies)), one
    assert looked > 10


@thorough
def test_a_win_that_is_known_is_found_in_the_plies_that_it_takes() -> None:
    rule = played("hare-and-hounds")
    assert forcing.forced(rule, rule.start(), 22) is None and forcing.forced(rule, rule.start(), 23) == (0, 23)
