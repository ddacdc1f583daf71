"""The rules that a letter tells in a few sentences, held against the referee: what they allow and what they forbid."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice
from typing import Any

import pytest
from lanes import some
from test_letter_looks import letters

from adjudicator import dice, games
from adjudicator.core.errors import OrderError
from adjudicator.letters.phrases import Phrases
from printables.boards import fox_and_geese

HUNTS: Any = games.find("fox-and-geese")
GAMES, TURNS = 6, 160
LANGUAGES = ("en", "de")
# What a sentence says may be done or not, and what it is called below.
SAID = {
    "en": {
        "leaves": ("nobody is obliged to capture|if a capture is left out", "a capture may not be left out"),
        "chains": ("and may leap on", "one per turn"),
        "back": ("in any direction", "never back|always forward|straight forward (or|and|,)"),
        "farther": ("in any direction|never back", "always nearer"),
        "out": ("", "never leaves"),
        "again": ("", "waits a turn after it has moved"),
    },
    "de": {
        "leaves": ("niemand muss schlagen|wird ein Schlag ausgelassen", "kein Schlag darf ausgelassen werden"),
        "chains": ("und darf weiterspringen", "einmal je Zug"),
        "back": ("in jede Richtung", "nie zurück|immer vorwärts|geradeaus nach vorn (oder|,)"),
        "farther": ("in jede Richtung|nie zurück", "immer näher"),
        "out": ("", "verlässt es nie"),
        "again": ("", "wartet danach einen Zug"),
    },
}


@cache
def seen(variant: str) -> dict[str, bool]:
    """What the referee has let players do in a few games by chance: in half of them they capture."""
    options = HUNTS.Options(variant=variant)
    hunt = fox_and_geese.hunt(options)
    many, far = hunt.many, _distances(hunt)
    found = dict.fromkeys(("leaves", "chains", "back", "farther", "out", "again", "place", "huff", "captures"), False)
    for number in range(GAMES):
        lot, state, last = (
            random.Random(f"{variant} {number}"),
            HUNTS.start(options, 2, dice.FastDice(number)).state,
            {},
        )
        for _ in range(TURNS):
            if HUNTS.outcome(state) is not None:
                break
            seat = HUNTS.to_act(state)[0]
            actions = {HUNTS.format(action, state): action for action in islice(HUNTS.moves(state), 400)}
            taking = [order for order in actions if "x" in order]
            steps = [order for order in actions if re.fullmatch(r"[a-z]\d+-[a-z]\d+", order)]
            found["leaves"] |= bool(taking and steps)
            found["chains"] |= any(order.count("x") > 1 for order in taking)
            found["place"] |= any(order.startswith("place") for order in actions)
            found["huff"] |= any(order.startswith("huff") for order in actions)
            if seat == 0:
                found["back"] |= any(_back(order, many.forward) for order in steps)
                ways = [(far.get(a, 0), far.get(b, 0)) for a, b in (order.split("-") for order in steps)]
                found["farther"] |= any(b >= a > 0 or not far for a, b in ways)
                found["out"] |= any(a == 0 < b for a, b in ways)
            movers = {order.split("-")[0] for order in steps}
            found["again"] |= seat == 1 and last.get(seat) in movers and len(movers) > 1
            quiet = [order for order in actions if "x" not in order]
            chosen = lot.choice(taking if taking and (number % 2 or not quiet) else quiet)
            last[seat] = re.split(r"[-x ]", chosen)[-1]
            ruling = HUNTS.apply(state, actions[chosen], dice.FastDice(1))
            state = ruling.state
            found["captures"] |= any(event.kind in ("capture", "seized") for event in ruling.events)
    return found


def _distances(hunt: Any) -> dict[str, int]:
    """How many steps each point is from the zone that the many must come nearer to; empty for none."""
    ring = set(hunt.zone(hunt.many.toward)) if hunt.many.toward else set()
    far = dict.fromkeys(ring, 0)
    while ring:
        ring = {link for point in ring for link in hunt.grid.links[point]} - far.keys()
        far |= dict.fromkeys(ring, max(far.values()) + 1)
    return far


def _back(order: str, forward: str) -> bool:
    """Whether a step goes back, on a board whose many go forward that way."""
    (a, b), (c, d) = ((ord(point[0]), int(point[1:])) for point in order.split("-"))
    return {"up": d < b, "down": d > b, "left": c > a, "right": c < a}[forward]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", some(fox_and_geese.variants(), 12))
def test_a_hunt_allows_and_forbids_what_its_letter_says(variant: str, language: str) -> None:
    options, done = HUNTS.Options(variant=variant), seen(variant)
    phrases = Phrases("fox-and-geese", language, options)
    rules, orders = phrases.told("rules", "about"), phrases.told("orders", "actions")
    for what, (allowed, forbidden) in SAID[language].items():
        text = _of_the_many(rules) if what in ("back", "farther", "out") else rules
        if re.search(forbidden, text):
            assert not done[what], (variant, what)
        elif allowed and re.search(allowed, text):
            assert done[what], (variant, what)
    assert ("`place" in orders) == done["place"], "no order is named that the hunt has not"
    assert ("`huff" in orders) == done["huff"]
    assert done["captures"] == (re.search("Nobody captures|schlägt niemand", rules) is None)


def _of_the_many(rules: str) -> str:
    """The sentence on how the many move: the first that says so."""
    return next(sentence for sentence in rules.split(". ") if re.search(r"moves one|zieht ein", sentence))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slide_turns_back_where_its_letter_says_so(language: str) -> None:
    game: Any = games.find("the-game")
    said = {"en": ("may lead straight back", "never turns straight back"), "de": ("zurückführen", "kehrt nie")}[
        language
    ]
    for back in (True, False):
        options = game.Options(turn_back=back)
        state = game.start(options, 2, dice.FastDice(1)).state
        start = game.format(next(game.moves(state)), state).split("-")[0]
        order = f"{start}-{start[0]}{int(start[1:]) + 3}-{start[0]}{int(start[1:]) + 1}"
        if int(start[1:]) > 3:
            order = f"{start}-{start[0]}{int(start[1:]) - 3}-{start[0]}{int(start[1:]) - 1}"
        rules = Phrases("the-game", language, options).told("rules", "about")
        assert (said[0] in rules, said[1] in rules) == (back, not back)
        if back:
            game.apply(state, game.parse(order, state), dice.FastDice(1))
        else:
            with pytest.raises(OrderError):
                game.apply(state, game.parse(order, state), dice.FastDice(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_letter_is_short(language: str) -> None:
    for name, letter in letters(language).items():
        if re.search("-first-[AB]$", name) and not name.startswith("pads"):
            lines = letter.text.partition("\n-- \n")[0].split("\n")
            assert len([line for line in lines if line and not line.startswith("---")]) < 35, name
