"""The rules that a letter tells in a few sentences, held against the referee: what they allow and what they forbid."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from lanes import some
from test_letter_looks import letters
from typer.testing import CliRunner

from adjudicator import dice, games
from adjudicator.cli.app import app
from adjudicator.core import OrderError
from adjudicator.letters.phrases import Names, Phrases
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import words
from printables.core import templates

HUNTS: Any = games.find("fox-and-geese")
GAMES, TURNS = 6, 160
LANGUAGES = ("en", "de")
run = CliRunner().invoke
# What a sentence says may be done or not, and what it is called below; what is said to be allowed or not at all stands
# for itself: it is done where it is said, and nowhere else.
SAID = {
    "en": {
        "leaves": ("nobody is obliged to capture|if a capture is left out", "a capture may not be left out"),
        "chains": ("and may leap on", "one per turn"),
        "back": ("in any direction", r"(?<!step aside, )never back|always forward|straight forward (or|and|,)"),
        "farther": ("in any direction|never back", "always nearer"),
        "out": ("", "never leave it"),
        "again": ("", "one that has just moved waits"),
        "straight": ("", "only forward along a slanting line"),
        "slanting": ("", "only straight forward"),
        "adds": ("may add a", "$"),
        "huffs": ("may take off the piece", "$"),
        "captures": ("captures a|captures the|captures two", "Nobody captures"),
        "places": ("in hand", "$"),
    },
    "de": {
        "leaves": ("niemand muss schlagen|wird ein Schlag ausgelassen", "kein Schlag darf ausgelassen werden"),
        "chains": ("und darf weiterspringen", "einmal je Zug"),
        "back": ("in jede Richtung", r"(?<!zur Seite, )nie zurück|immer vorwärts|geradeaus nach vorn (oder|,)"),
        "farther": ("in jede Richtung|nie zurück", "immer näher"),
        "out": ("", "[Hh]inaus kommt keiner"),
        "again": ("", "Wer eben gezogen hat, wartet"),
        "straight": ("", "nur auf einer schrägen Linie nach vorn"),
        "slanting": ("", "nur geradeaus nach vorn"),
        "adds": ("ein(e|en)? [A-Za-zä-ü]+ dazusetzen", "$"),
        "huffs": ("vor ihrem Zug vom Brett nehmen", "$"),
        "captures": ("schlägt ein|schlägt den|schlägt zwei", "schlägt niemand"),
        "places": ("im Vorrat|Im Vorrat|in der Hand", "$"),
    },
}
OF_THE_MANY = ("back", "farther", "out")
# Each option once where it changes what may be done.
CHANGED: Any = [
    ("fox-13", {"geese_back": False}),
    ("fox-13", {"chain": True}),
    ("fox-15", {"repetition": "loss-geese"}),
    ("gasetavl", {"geese_back": True, "first": "many"}),
    ("asalto", {"officers": "placed"}),
    ("asalto", {"officers": "placed", "first": "few", "chain": False}),
    ("renard", {"geese_back": True, "chain": True}),
    ("two-foxes", {"chain": False, "officers": "placed"}),
    ("hare-and-hounds", {"stalling": "none", "repetition": "loss-geese", "geese_back": True}),
]
PLAYED = [(variant, {}) for variant in some(fox_and_geese.variants(), 12)] + CHANGED


def chosen(variant: str, changed: dict[str, Any]) -> Any:
    return HUNTS.Options(variant=variant, **changed)


@cache
def seen(options: Any) -> dict[str, bool]:
    """What the referee has let players do in a few games by chance: in half of them they capture."""
    hunt = fox_and_geese.hunt(options)
    many, far = hunt.many, _distances(hunt)
    found = dict.fromkeys(SAID["en"], False)
    for number in range(GAMES):
        lot, state, last = random.Random(f"{options} {number}"), begun(options, number), {}
        for _ in range(TURNS):
            if HUNTS.outcome(state) is not None:
                break
            seat = HUNTS.to_act(state)[0]
            actions = {HUNTS.format(action, state): action for action in islice(HUNTS.moves(state), 400)}
            taking = [order for order in actions if "x" in order]
            steps = [order for order in actions if re.fullmatch(r"[a-z]\d+-[a-z]\d+", order)]
            placing = any(order.startswith("place") for order in actions)
            found["leaves"] |= bool(taking and steps)
            found["chains"] |= any(order.count("x") > 1 for order in taking)
            found["places"] |= placing and any(state.hand)
            found["adds"] |= placing and not any(state.hand)
            found["huffs"] |= any(order.startswith("huff") for order in actions)
            level = [
                order[0] == order.split("x")[1][0] or order[1:].split("x")[0] == order.split("x")[1][1:]
                for order in taking
            ]
            found["straight"] |= any(level)
            found["slanting"] |= not all(level)
            if seat == 0:
                found["back"] |= any(_back(order, many.forward) for order in steps)
                ways = [(far.get(a, 0), far.get(b, 0)) for a, b in (order.split("-") for order in steps)]
                found["farther"] |= any(b >= a > 0 or not far for a, b in ways)
                found["out"] |= any(a == 0 < b for a, b in ways)
            movers = {order.split("-")[0] for order in steps}
            found["again"] |= seat == 1 and last.get(seat) in movers and len(movers) > 1
            quiet = [order for order in actions if "x" not in order]
            order = lot.choice(taking if taking and (number % 2 or not quiet) else quiet)
            if not order.startswith("place"):
                last[seat] = re.split(r"[-x ]", order)[-1]
            ruling = HUNTS.apply(state, actions[order], dice.FastDice(1))
            state = ruling.state
            found["captures"] |= any(event.kind in ("capture", "seized") for event in ruling.events)
    return found


def begun(options: Any, number: int = 1) -> Any:
    return HUNTS.start(options, 2, dice.FastDice(number)).state


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
@pytest.mark.parametrize(("variant", "changed"), PLAYED)
def test_a_hunt_allows_and_forbids_what_its_letter_says(variant: str, changed: dict[str, Any], language: str) -> None:
    options = chosen(variant, changed)
    done, phrases = seen(options), Phrases("fox-and-geese", language, options)
    rules, orders = phrases.told("rules", "about"), phrases.told("orders", "actions")
    for what, (allowed, forbidden) in SAID[language].items():
        text = _of_the_many(rules) if what in OF_THE_MANY else rules
        if allowed and re.search(allowed, text) and not (what in OF_THE_MANY and re.search(forbidden, text)):
            assert done[what], (variant, what)
        elif re.search(forbidden, text):
            assert not done[what], (variant, what)
    assert ("`place" in orders) == (done["places"] or done["adds"]), "no order is named that the hunt has not"
    assert ("`huff" in orders) == done["huffs"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "changed"), [(variant, {}) for variant in fox_and_geese.variants()] + CHANGED)
def test_a_letter_tells_a_hunt_in_four_to_six_sentences_and_its_set_up_first(
    variant: str, changed: dict[str, Any], language: str
) -> None:
    options = chosen(variant, changed)
    hunt, rules = fox_and_geese.hunt(options), Phrases("fox-and-geese", language, options).told("rules", "about")
    first, *rest = re.split(r"(?<=[.]) ", rules)
    assert 3 <= len(rest) <= 5, rules
    state = begun(options)
    with templates.speaking(language):
        for side, places in zip(hunt.sides, (state.many, state.few), strict=True):
            head = re.compile(rf"{words.named(hunt, side)['those']} (?:on|auf) ", re.IGNORECASE)
            standing = [head.sub("", part) for part in first.split("; ") if head.match(part)]
            assert bool(standing) == bool(places), first
            assert not places or words.spans(places) == standing[0]
        while all(entry.placing == "first" for entry in hunt.sides) and any(state.hand):
            state = HUNTS.apply(state, next(iter(HUNTS.moves(state))), dice.FastDice(1)).state
        assert words.called(hunt.sides[HUNTS.to_act(state)[0]]) in first.split("; ")[-1]


def _of_the_many(rules: str) -> str:
    """The sentence on how the many move: the first that says so."""
    return next(sentence for sentence in rules.split(". ") if re.search(r"moves one|zieht ein", sentence))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slide_turns_back_where_its_letter_says_so(language: str) -> None:
    game: Any = games.find("the-game")
    said = {
        "en": ("may lead straight back", "never turns straight back"),
        "de": ("Umkehren ist erlaubt", "Umkehren darf er nie"),
    }[language]
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


def snakes(token: str, move: int) -> dict[str, Any]:
    """A position of Snakes & Foxes with a token that has so far to go, and hunters far from it."""
    far = {"snakes": ["g9", "g10", "g11", "g12"], "foxes": ["f9", "f10", "f11", "f12"]}
    return {"tokens": [token, "H"], "throw": {"move": move, "snakes": 0, "foxes": 0}, **far}


# A game, its options, what its letter says, and what a player may do in a position, or may not.
TOLD: Any = [
    ("snail-trail", {}, ("a side or a corner", "eine Kante oder Ecke"), {}, "b2", True),
    ("snail-trail", {"diagonal": False}, ("shares a side with", "eine Kante gemeinsam"), {}, "b2", False),
    ("snail-trail", {"steps": "one"}, ("Every turn goes one", "Jeder Zug geht ein"), {}, "b2", True),
    ("snakes-and-foxes", {}, ("straight back only at the rim", "nur am Rand"), snakes("c3", 2), "move c4 c3", False),
    ("snakes-and-foxes", {}, ("straight back only at the rim", "nur am Rand"), snakes("f3", 2), "move g3 f3", True),
    ("snakes-and-foxes", {}, ("exactly that far", "genau so weit"), snakes("c3", 2), "move d3", False),
    ("snakes-and-foxes", {}, ("along the arrows", "den Pfeilen nach"), snakes("c3", 1), "move c4", False),
    ("snakes-and-foxes", {}, ("along the arrows", "den Pfeilen nach"), snakes("c3", 1), "move b3", True),
    (
        "snakes-and-foxes",
        {"first_ring": "green"},
        ("along the arrows", "den Pfeilen nach"),
        snakes("b3", 1),
        "move b4",
        False,
    ),
    ("wolves-and-jackals", {}, ("10 sides", "10 Seiten"), {}, "throat a1 b2", False),
    ("wolves-and-jackals", {}, ("one or two squares", "ein oder zwei Felder"), {}, "move a1 d1", False),
    ("wolves-and-jackals", {}, ("one or two squares", "ein oder zwei Felder"), {}, "move a1 c1", True),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "changed", "words", "position", "order", "legal"), TOLD)
def test_the_other_games_allow_and_forbid_what_their_letters_say(
    slug: str, changed: dict[str, Any], words: Any, position: dict[str, Any], order: str, legal: bool, language: str
) -> None:
    game: Any = games.find(slug)
    options = game.Options(**changed)
    rules = Phrases(slug, language, options).told("rules", "about")
    assert words[LANGUAGES.index(language)] in rules
    assert 4 <= len(re.split(r"(?<=[.]) ", rules)) <= 6
    state = game.State.model_validate(
        {**game.start(options, 2, dice.FastDice(1)).state.model_dump(), "to_move": 0, **position}
    )
    try:
        game.apply(state, game.parse(order, state), dice.FastDice(1))
    except OrderError:
        assert not legal
    else:
        assert legal


@pytest.mark.parametrize(("changed", "said"), [({"teeth": 20}, "20 sides"), ({"no_cave": True}, "Without a Cave")])
def test_wolves_and_jackals_is_told_with_its_teeth_and_what_becomes_of_the_beaten(changed: Any, said: str) -> None:
    options = games.find("wolves-and-jackals").Options(**changed)
    assert said in Phrases("wolves-and-jackals", "en", options).told("rules", "about")


@pytest.mark.parametrize("options", [("--variant", "shi-liu"), ("--variant", "asalto", "--option", "officers=placed")])
def test_the_command_that_a_letter_names_prints_the_rules_of_the_match(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    match = tmp_path / "anna-otto"
    players = ("--player", "Anna", "--player", "Otto")
    assert run(app, ["new", "fox-and-geese", str(match), *options, *players]).exit_code == 0
    letter = (match / "letters/0000-A.txt").read_text(encoding="utf-8").replace("\n", " ")
    (said,) = re.findall("`postfox ([^`]+ --sheet rules)`", letter)
    assert said == " ".join(("print fox-and-geese", *options, "--sheet rules"))
    printed = run(app, [*said.split(), "--out", str(tmp_path / "rules.pdf")])
    assert printed.exit_code == 0, printed.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_letter_is_short(language: str) -> None:
    for name, letter in letters(language).items():
        if re.search("-first-[AB]$", name):
            lines = letter.text.split("\n")
            assert len([line for line in lines if line and not line.startswith("--")]) < 35, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_print_is_two_lines_at_most(language: str) -> None:
    for name, letter in letters(language).items():
        small = letter.text.partition("\n-- \n")[2].strip()
        assert len(small.split("\n")) <= 2, name
        note = re.search(r'line-height:21px;color:#6b5340">([^<]*)</p>', letter.html)
        assert note is None or len(note[1]) <= 2 * 36, (name, "two lines of the card at 360 px")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_dice_is_told_of_none(language: str) -> None:
    said = {"en": r"every roll|every\s+roll|`dice`", "de": r"Wurf|`dice`"}[language]
    for name, letter in letters(language).items():
        if name.startswith("fox-and-geese"):
            assert not re.search(said, letter.text), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_demanded_of_a_turn_once_the_game_is_over(language: str) -> None:
    game: Any = games.find("the-game")
    state = game.start(game.Options(), 2, dice.FastDice(1)).state
    phrases = Phrases("the-game", language, state.options)
    names = Names(("Anna", "Bob"))
    on, over = (phrases.position(game, state, names, over=ended) for ended in (False, True))
    assert len(on) == len(over) + 1 and set(over) < set(on)
