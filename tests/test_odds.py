"""Odds, checked by counting every throw; odds by play, checked against chances that are known."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import handouts
import pytest

from adjudicator import games, odds
from adjudicator.dice import FastDice
from adjudicator.errors import GameError
from adjudicator.games.snakes_and_foxes import turn
from adjudicator.odds import dice, played, players
from adjudicator.odds import snakes_and_foxes as foxes
from adjudicator.odds import wolves_and_jackals as wolves
from printables.errors import OptionError
from printables.handouts.handout import Order, document
from printables.handouts.odds import Bar, Chart, Duel, Odds, make
from printables.render import pdf
from printables.scene import Circle, Group, Rect, walk


def chart(told: Odds, title: str) -> dict[str, Bar]:
    found = next(plot for plot in told.plots if isinstance(plot, Chart) and plot.title == title)
    return {bar.label: bar for bar in found.bars}


def test_the_symbols_of_six_dice_counted_throw_by_throw() -> None:
    """All 46,656 throws, read as the rules read them."""
    counts: dict[str, Counter[int]] = {"move": Counter(), "snakes": Counter(), "foxes": Counter()}
    for throw in product(range(1, 7), repeat=6):
        for symbol, count in turn.counted(throw):
            counts[symbol][count] += 1
    wanted = dice.shown(6, foxes.FACE)
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
    told = chart(odds.of("wolves-and-jackals"), "The Prey brought down")
    assert told["d10: 12 or more"].chance == 0.45 and told["d10, White Stag: 16"].chance == 0.15
    assert all(bar.error is None for bar in told.values())


@pytest.mark.parametrize("sides", [12, 20])
def test_the_house_sums_for_the_prey_are_the_nearest_to_45_per_cent(sides: int) -> None:
    apart = {n: abs(dice.at_least(n, 2, sides) - Fraction(45, 100)) for n in range(2, 2 * sides + 1)}
    assert min(apart, key=lambda n: apart[n]) == wolves.PREY[sides]


def test_sums_add_up() -> None:
    for count, sides in ((2, 10), (3, 6), (1, 20)):
        assert sum(dice.sums(count, sides).values()) == 1
    assert dice.sums(2, 6)[7] == Fraction(1, 6)


def test_tries_until_the_prey_falls() -> None:
    told = chart(odds.of("wolves-and-jackals"), "The Prey is down after")
    assert told["2 tries"].chance == pytest.approx(1 - 0.55**2)


def test_played_odds_are_repeatable_and_their_error_is_that_of_a_share() -> None:
    a, b = (odds.of("snakes-and-foxes", 12, "x") for _ in range(2))
    assert a == b != odds.of("snakes-and-foxes", 12, "y")
    told = chart(a, "A player alone, two tokens")
    assert set(told) == {f"{style}: {end}" for style in players.STYLES for end in ("one home", "both home")}
    assert all(bar.error for bar in told.values())


def test_the_standard_error_holds_what_it_says() -> None:
    """Of many samples of a known chance, about two in three lie within one standard error, hardly any beyond three."""
    chance, games_played = 0.3, 200
    random = Random(5)
    far = []
    for _ in range(400):
        part, error = played.share(sum(random.random() < chance for _ in range(games_played)), games_played)
        far.append(abs(part - chance) / error)
    assert 0.6 < sum(f <= 1 for f in far) / len(far) < 0.76
    assert sum(f > 3 for f in far) / len(far) < 0.02
    assert played.share(0, 50)[1] > 0


def test_a_careful_player_comes_home_more_often_than_others() -> None:
    game = games.find("snakes-and-foxes")
    home = {}
    for style in players.STYLES:
        ends = [played.play(game, game.Options(), (style,), f"home {n}") for n in range(60)]
        home[style] = sum(end.outcome is not None and end.outcome.scores[0] > 0 for end in ends)
    assert home["careful"] > 2 * max(home["bold"], home["wild"]) and home["careful"] >= 8


def test_a_careful_player_looks_where_the_fox_will_step() -> None:
    """One step inward is the shortest way home, and the fox of this throw would be there; outward it would not."""
    game = games.find("snakes-and-foxes")
    state = game.State.model_validate(
        {"turn": 9, "to_move": 0, "tokens": ["b1"], "rim": [True], "fate": [None], "snakes": [], "foxes": ["a2"],
         "options": {"tokens": 1}, "throw": {"move": 1, "snakes": 0, "foxes": 1}}
    )  # fmt: skip
    assert game.format(players.choose(game, state, "bold", Random(1)), state) == "move a1"
    assert game.format(players.choose(game, state, "careful", Random(1)), state) == "move c1"


@pytest.mark.parametrize("style", players.STYLES)
def test_players_only_play_what_is_legal(style: str) -> None:
    game = games.find("snakes-and-foxes")
    throws = FastDice(3)
    state = game.start(game.Options(auto_pass=False), 2, throws).state
    random = Random(1)
    for _ in range(25):
        if not game.to_act(state):
            break
        action = players.choose(game, state, style, random)
        assert action in set(game.moves(state))
        state = game.apply(state, action, throws).state
    with pytest.raises(KeyError):
        players.choose(game, state, "timid", random)


@pytest.mark.parametrize("slug", games.GAMES)
def test_every_game_has_its_page(slug: str) -> None:
    assert slug in odds.slugs()
    told = played.odds(slug, games.find(slug).Options(), 2, "x", lambda done, whole: None)
    assert told.plots and told.designer
    assert make(told, Order()).pages


def test_classes_hold_every_value_once() -> None:
    random = Random(2)
    for spread in (1, 5, 40, 3000):
        values = [random.randint(-spread, spread) for _ in range(200)]
        bars = played._classes(values, len(values))
        assert sum(bar.chance for bar in bars) == pytest.approx(1) and len(bars) <= 12
        for bar in bars:
            low, _, high = bar.label.partition(" to ")
            inside = sum(int(low) <= value <= int(high or low) for value in values)
            assert bar.chance == inside / len(values)


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
    text = handouts.words(pdf.render(document([made], made.title, Order().pen().theme)))
    for words in ("counted exactly", "one standard error", "±", "32.9 %", "5 games each", "Olgar Shiverstone"):
        assert words in text, words


def said(told: Odds) -> str:
    return handouts.words(pdf.render(document([make(told, Order())], "odds", Order().pen().theme)))


def test_a_random_player_plays_on_and_never_gives_up() -> None:
    """Snakey Dice: of 30 runs none ends because the dice chose to concede."""
    game = games.find("snakey-dice")
    dice = FastDice(1)
    for number in range(30):
        random = Random(number)
        state = game.start(game.Options(), 1, dice).state
        while game.to_act(state):
            action = players.choose(game, state, "wild", random)
            assert game.format(action, state) != "concede" or len(list(game.moves(state))) == 1
            state = game.apply(state, action, dice).state


@pytest.mark.parametrize("slug", ["the-game", "snail-trail", "fox-and-geese", "snakey-dice"])
def test_a_page_of_random_play_says_so(slug: str) -> None:
    text = said(odds.of(slug, 4))
    for words in ("at random", "not the odds of good play", "not how anybody plays"):
        assert words in text, words


def test_odds_are_of_the_variant_and_options_that_are_asked_for() -> None:
    plain, hare = (odds.of("fox-and-geese", 6, "x", None, variant) for variant in (None, "hare-and-hounds"))
    assert hare.title == "Hare & Hounds" != plain.title and hare.plots != plain.plots
    assert "variant hare-and-hounds" in said(hare)
    short = odds.of("fox-and-geese", 6, "x", None, None, ("turns=10",))
    assert chart(short, "Who wins, at random")["nobody, or a draw"].chance == 1
    teeth = odds.of("wolves-and-jackals", 2, "x", None, None, ("teeth=20",))
    assert chart(teeth, "The Prey brought down")["d20: 23 or more"].chance == pytest.approx(0.4275)
    assert "A throat with teeth of 20 sides" in said(teeth)
    with pytest.raises(OptionError, match="no option"):
        odds.of("the-game", 2, "x", None, None, ("turns=10",))
