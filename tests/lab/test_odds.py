"""Odds, checked by counting every throw; odds by play, checked against chances that are known."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from fractions import Fraction
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import get_args

import pdfium
import pytest
from lanes import THOROUGH, Golden, some

from adjudicator import games
from adjudicator.cli import export
from adjudicator.core import GameError
from adjudicator.dice import FastDice, exact as dice
from adjudicator.games.snakes_and_foxes import odds as symbols, turn
from adjudicator.games.wolves_and_jackals import odds as wolves
from adjudicator.lab import odds, simulation
from adjudicator.lab.odds import snakes_and_foxes as foxes
from adjudicator.lab.simulation import Result, quiet
from adjudicator.lab.simulation.tally import Plan, Tally
from adjudicator.opponents import search
from printables.core import OptionError
from printables.handouts.handout import Order, document
from printables.handouts.odds import Bar, Chart, Duel, Odds, make
from printables.render import pdf
from printables.scene import Circle, Group, Line, Rect, Text, walk

ROOT = Path(__file__).parents[2]


def chart(told: Odds, title: str) -> dict[str, Bar]:
    found = next(plot for plot in told.plots if isinstance(plot, Chart) and plot.title == title)
    return {bar.label: bar for bar in found.bars}


def test_the_symbols_of_six_dice_counted_throw_by_throw() -> None:
    """All 46,656 throws, read as the rules read them."""
    counts: dict[str, Counter[int]] = {"move": Counter(), "snakes": Counter(), "foxes": Counter()}
    for throw in product(range(1, 7), repeat=6):
        for symbol, count in turn.counted(throw):
            counts[symbol][count] += 1
    wanted = dice.shown(6, symbols.FACE)
    for counted in counts.values():
        assert tuple(Fraction(counted[k], 6**6) for k in range(7)) == wanted
    told = chart(odds.of("snakes-and-foxes", 2), "How many of one symbol")
    assert [bar.chance for bar in told.values()] == [float(chance) for chance in wanted]
    more = chart(odds.of("snakes-and-foxes", 2), "At least that many")
    assert more["1 or more"].chance == pytest.approx(1 - (2 / 3) ** 6)
    assert more["6 or more"].chance == pytest.approx(1 / 729)


@pytest.mark.parametrize("sides", wolves.PREY)
def test_throats_counted_throw_by_throw(sides: int) -> None:
    results = Counter((a > b) - (a < b) for a, b in product(range(1, sides + 1), repeat=2))
    assert dice.duel(sides) == tuple(Fraction(results[sign], sides**2) for sign in (1, 0, -1))


def test_throats_are_45_10_45_and_the_prey_45() -> None:
    assert dice.duel(10) == (Fraction(45, 100), Fraction(10, 100), Fraction(45, 100))
    falls = sum(a + b >= 12 for a, b in product(range(1, 11), repeat=2))
    assert (falls, dice.at_least(12, 2, 10)) == (45, Fraction(45, 100))
    told = chart(odds.of("wolves-and-jackals", 2), "The Prey brought down")
    assert told["d10: 12 or more"].chance == 0.45 and told["d10, White Stag: 16"].chance == 0.15
    assert all(bar.interval is None for bar in told.values())


@pytest.mark.parametrize("sides", [12, 20])
def test_the_house_sums_for_the_prey_are_the_nearest_to_45_per_cent(sides: int) -> None:
    apart = {n: abs(dice.at_least(n, 2, sides) - Fraction(45, 100)) for n in range(2, 2 * sides + 1)}
    assert min(apart, key=lambda n: apart[n]) == wolves.PREY[sides]


def test_sums_add_up() -> None:
    for count, sides in ((2, 10), (3, 6), (1, 20)):
        assert sum(dice.sums(count, sides).values()) == 1
    assert dice.sums(2, 6)[7] == Fraction(1, 6)


def test_tries_until_the_prey_falls() -> None:
    told = chart(odds.of("wolves-and-jackals", 2), "The Prey is down after")
    assert told["2 tries"].chance == pytest.approx(1 - 0.55**2)


def test_played_odds_are_repeatable_and_of_players_who_are_named() -> None:
    a, b = (odds.of("snakes-and-foxes", 4, "x") for _ in range(2))
    assert a == b != odds.of("snakes-and-foxes", 4, "y")
    told = chart(a, "A player alone, two tokens")
    assert set(told) == {f"{player}: {end}" for player in foxes.PLAYERS for end in ("one home", "both home")}
    assert all(bar.interval for bar in told.values())
    assert "careful against careful" in next(p.note for p in a.plots if p.title == "Who wins")


@pytest.mark.parametrize("slug", games.GAMES)
def test_every_game_has_its_page_with_the_odds_that_it_had(slug: str, golden: Golden) -> None:
    told = odds.of(slug, 2, "x")
    assert make(told, Order()).pages
    lines = [*map(str, told._replace(plots=())._asdict().values())]
    for plot in told.plots:
        if isinstance(plot, Duel):
            lines.append(str(plot))
            continue
        lines.append(f"{plot.title} ({plot.note}){', exact' if plot.exact else ''}")
        for one in plot.bars:
            between = f", {one.interval[0]:.6f} to {one.interval[1]:.6f}" if one.interval else ""
            lines.append(f"  {one.label}: {one.chance:.6f}{between}")
    golden(f"odds/{slug}.txt", "\n".join(lines) + "\n")


HUNTS = [
    hunt for hunt in get_args(games.find("fox-and-geese").Options.model_fields["variant"].annotation) if hunt != "own"
]


SIZES = ("a4", "letter", "a5")  # for a game each, for hunts in turn
LAID = [*product(games.GAMES, SIZES), *(zip(HUNTS, cycle(SIZES), strict=False) if THOROUGH else ())]


@pytest.mark.parametrize(("slug", "paper"), LAID)
def test_no_page_is_more_than_half_empty(slug: str, paper: str) -> None:
    game, variant = (slug, None) if slug in games.GAMES else ("fox-and-geese", slug)
    pages = make(odds.of(game, 4, "x", variant=variant), Order(paper=paper)).pages
    for page in pages:
        plots = [
            one for one in walk(page.shapes) if isinstance(one, Group) and re.match("facts|chart|duel", one.classes)
        ]
        width = next(one.b[0] for one in plots[0].shapes if isinstance(one, Line))
        columns = 2 if page.width > 2 * width else 1
        high = [max(one.y for one in walk(plot.shapes) if isinstance(one, Text)) for plot in plots]
        assert min(plot.y for plot in plots) + sum(high) / columns >= page.height / 2, (slug, paper)


def test_of_five_charts_alike_no_page_has_one_alone() -> None:
    charts = tuple(Chart(f"{n}", tuple(Bar(f"{bar}", 0.5) for bar in range(10)), "note") for n in range(5))
    pages = make(Odds("T", "d", "s", "l", charts), Order()).pages
    of_charts = [[one for one in walk(page.shapes) if getattr(one, "classes", "") == "chart exact"] for page in pages]
    assert sorted(map(len, of_charts)) == [2, 3]


def test_the_first_number_of_games_is_one_for_the_command_and_for_files() -> None:
    assert inspect.signature(odds.of).parameters["games"].default == odds.GAMES_PLAYED
    assert inspect.signature(export.odds).parameters["games"].default == odds.GAMES_PLAYED


def test_classes_hold_every_value_once() -> None:
    random, game = Random(2), games.find("snail-trail")
    plan = Plan(game.SLUG, game.Options(), ("random", "random"), "x")
    for spread in (1, 5, 40, 3000):
        values = [random.randint(-spread, spread) for _ in range(200)]
        bars = odds._classes(Result(plan, Tally(games=200)), Counter(values))
        assert sum(bar.chance for bar in bars) == pytest.approx(1) and len(bars) <= 12


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ((4, 11), [*map(str, range(4, 12))]),
        ((4, 12), [f"{low} to {low + 1}" for low in range(4, 14, 2)]),
        ((0, 79), [f"{low} to {low + 9}" for low in range(0, 80, 10)]),
        ((3, 82), [f"{low} to {low + 9}" for low in range(0, 90, 10)]),
        ((3, 83), [f"{low} to {low + 19}" for low in range(0, 100, 20)]),
        ((1000, 1880), [f"{low} to {low + 199}" for low in range(1000, 2000, 200)]),
        ((), ["0"]),
    ],
)
def test_classes_are_of_a_round_width_and_about_eight(values: tuple[int, ...], labels: list[str]) -> None:
    plan = Plan("snail-trail", games.find("snail-trail").Options(), ("random", "random"), "x")
    bars = odds._classes(Result(plan, Tally(games=4)), Counter(values))
    assert [bar.label for bar in bars] == labels
    assert [bar.chance for bar in bars] == ([0.25, *[0] * (len(bars) - 2), 0.25] if values else [0])


def test_what_cannot_be_told() -> None:
    with pytest.raises(GameError, match="there is no game 'chess'"):
        odds.of("chess")
    with pytest.raises(GameError, match="1 games cannot be played; take 2 to"):
        odds.of("snakes-and-foxes", 1)


def test_bars_are_as_long_as_their_chances() -> None:
    """Measured on the page: in one chart, length is proportional to chance."""
    bars = tuple(Bar(name, chance) for name, chance in (("a", 0.1), ("b", 0.25), ("c", 0.5)))
    made = make(Odds("X", "Y", "Z", "L", (Chart("T", bars, "n"),)), Order())
    group = next(s for s in walk(made.pages[0].shapes) if isinstance(s, Group) and s.classes == "chart exact")
    lengths = [shape.width for shape in group.shapes if isinstance(shape, Rect)]
    assert lengths == pytest.approx([lengths[2] * 0.2, lengths[2] * 0.5, lengths[2]])


def test_the_squares_of_a_throat_are_the_hundred_throws() -> None:
    made = make(Odds("X", "Y", "Z", "L", (Duel("T", 10, "a", "d", "n"),)), Order())
    group = next(s for s in walk(made.pages[0].shapes) if isinstance(s, Group) and s.classes == "duel")
    squares = [shape for shape in group.shapes if isinstance(shape, Rect)]
    assert len(squares) == 100 and sum(square.style.fill is not None for square in squares) == 45
    assert sum(isinstance(shape, Circle) for shape in group.shapes) == 10


def test_the_page_says_which_odds_are_exact() -> None:
    made = make(odds.of("snakes-and-foxes", 5), Order())
    text = pdfium.words(pdf.render(document([made], made.title, Order().pen().theme)))
    for words in ("counted exactly", "95 % interval", "32.9 %", "5 games each", "Olgar Shiverstone"):
        assert words in text, words


def said(told: Odds) -> str:
    return pdfium.words(pdf.render(document([make(told, Order())], "odds", Order().pen().theme)))


def test_a_random_player_plays_on_and_never_gives_up() -> None:
    """Snakey Dice: of 30 runs none ends because the dice chose to concede."""
    game = games.find("snakey-dice")
    dice = FastDice(1)
    for number in range(30):
        random = Random(number)
        state = game.start(game.Options(), 1, dice).state
        while game.to_act(state):
            action = search.lot(game, state, 0, random)
            assert game.format(action, state) != "concede" or len(list(game.moves(state))) == 1
            state = game.apply(state, action, dice).state


@pytest.mark.parametrize(
    "slug",
    some(("the-game", "wolves-and-jackals", "snail-trail", "fox-and-geese", "snakes-and-foxes", "snakey-dice"), 1),
)
def test_a_page_of_play_says_who_plays(slug: str) -> None:
    text = said(odds.of(slug, 4))
    for words in ("careful", "looks one turn ahead", "4 games"):
        assert words in text, words


def test_games_of_a_hunt_are_charted_under_its_name() -> None:
    family = games.find("fox-and-geese").Options
    hare, goose = (
        Plan("fox-and-geese", family(variant=hunt), ("random", "random"), "x") for hunt in ("hare-and-hounds", "fox-13")
    )
    told = [Result(plan, simulation.counted(plan, (0, 2))) for plan in (hare, goose)]
    assert odds.page_of(told[:1]).title == "Hare & Hounds" != odds.page_of(told).title


def test_odds_are_of_the_variant_and_options_that_are_asked_for() -> None:
    plain, hare = (odds.of("fox-and-geese", 4, "x", quiet, variant) for variant in (None, "hare-and-hounds"))
    assert hare.title == "Hare & Hounds" != plain.title and hare.plots != plain.plots
    assert "variant hare-and-hounds" in said(hare)
    short = odds.of("fox-and-geese", 4, "x", quiet, None, ("turns=10",))
    assert chart(short, "Who wins")["nobody, or a draw"].chance == 1
    teeth = odds.of("wolves-and-jackals", 2, "x", quiet, None, ("teeth=20",))
    assert chart(teeth, "The Prey brought down")["d20: 23 or more"].chance == pytest.approx(0.4275)
    assert "A throat with teeth of 20 sides" in said(teeth)
    alone = odds.of("snakes-and-foxes", 2, "x", quiet, None, ("tokens=1",))
    assert set(chart(alone, "A player alone, one token")) == {f"{player}: one home" for player in foxes.PLAYERS}
    own = (ROOT / "templates/hunts/hare-and-hounds.toml").read_text(encoding="utf-8").replace("Hare &", "Rabbit &")
    assert odds.of("fox-and-geese", 2, "x", quiet, None, (f"hunt={own}",)).title == "Rabbit & Hounds"
    with pytest.raises(OptionError, match="no option"):
        odds.of("the-game", 2, "x", quiet, None, ("turns=10",))
