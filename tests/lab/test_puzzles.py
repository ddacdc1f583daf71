"""Puzzles: one seed, one answer; a second search that knows nothing of the first agrees; printed, and tapped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from html import unescape
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from lanes import THOROUGH, Golden, some, tries
from plain_search import Plain, agrees
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli import app
from adjudicator.core import GameError, sense
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games.fox_and_geese.state import rules, to_position
from adjudicator.lab.puzzles import find, shown as page
from adjudicator.lab.puzzles.find import ALL, ESCAPE, NONE, THROW, WIN, Puzzle, puzzles
from adjudicator.lab.puzzles.words import Told, lines
from adjudicator.lab.simulation.tally import Plan, play
from printables.core import options
from printables.handouts import handout
from printables.handouts.order import Order
from printables.render import svg

HARE = ("fox-and-geese", "hare-and-hounds", ())
# A game, a variant of it, options.
PLAIN = (
    HARE,
    ("fox-and-geese", "wolf-and-sheep", ()),
    ("snail-trail", None, ("steps=one", "size=6")),
    ("snail-trail", None, ()),
)
SLIDES = {
    "ember": 0,
    "honey": 0,
    "inn": 42,
}  # seeds with puzzles of The Game in two turns, and the games that these are of
DICED = ("snakes-and-foxes", "wolves-and-jackals", "snakey-dice")
LOOKED = [84, 62, 72]  # positions, of the first three puzzles of hares
run = CliRunner().invoke


@cache
def thrown_for(slug: str) -> Puzzle:
    """The first puzzle of a game with dice."""
    return found((slug, None, ("tokens=1",) if slug == "snakes-and-foxes" else ()), "wheel", 1)[0]


def found(kind: tuple[str, str | None, tuple[str, ...]], seed: str, count: int, *wanted: str) -> list[Puzzle]:
    slug, variant, pairs = kind
    chosen = options.build(games.find(slug).Options, pairs, variant)
    return list(puzzles(slug, chosen, seed, count, wanted or find.KINDS))


@cache
def hares() -> list[Puzzle]:
    return found(HARE, "wheel", 6)


def thrown(apply: Callable[[ScriptedDice], Any], sides: Callable[[int, int, str], list[tuple[int, ...]]]) -> Iterator:
    """Every way in which the dice of an action may fall, throw by throw, with its chance."""

    class Open(Exception):
        pass

    class Dice:
        def __init__(self, values: list[tuple[int, ...]]) -> None:
            self.values = values

        def throw(self, count: int, faces: int, why: str) -> tuple[int, ...]:
            if not self.values:
                raise Open(count, faces, why)
            return self.values.pop(0)

    waiting = [(Fraction(1), list[tuple[int, ...]]())]
    while waiting:
        chance, values = waiting.pop()
        try:
            yield chance, apply(Dice([*values]))
        except Open as asked:
            every = Counter(sides(*asked.args))
            for way, count in every.items():
                waiting.append((chance * count / every.total(), [*values, way]))


def pairs_of_teeth(count: int, faces: int, why: str) -> list[tuple[int, ...]]:
    return list(product(range(1, faces + 1), repeat=count))


@pytest.mark.parametrize(
    "kind", PLAIN if THOROUGH else PLAIN[:3], ids=lambda kind: "-".join((kind[1] or kind[0], *kind[2]))
)
def test_a_second_plain_search_agrees_on_every_action(kind: tuple[str, str | None, tuple[str, ...]]) -> None:
    for one in found(kind, "wheel", 12 if THOROUGH and kind != PLAIN[-1] else 2):
        agrees(one)


@settings(max_examples=tries(9), deadline=None)
@given(seed=st.text(st.characters(codec="utf-8"), max_size=8), kind=st.sampled_from((WIN, ESCAPE)))
def test_whatever_the_seed_a_puzzle_has_one_answer_that_a_plain_search_confirms(seed: str, kind: str) -> None:
    (one,) = found(HARE, seed, 1, kind)
    assert one.kind == kind and len(one.tries) >= find.LEAST_TRIES
    assert [attempt.value for attempt in one.tries] == [ALL, *[NONE] * (len(one.tries) - 1)]
    agrees(one)


OWED = ("asalto", "great-siege", "renard", "juroku-musashi")  # hunts with and without captures that may be left out


@pytest.mark.parametrize(("hunt", "seed"), some([*product(OWED, ("well", "wool"))], 3))
def test_a_capture_that_is_owed_is_not_the_answer_because_all_else_would_leave_it_out(hunt: str, seed: str) -> None:
    (one,) = found(("fox-and-geese", hunt, ()), seed, 1)
    played, position = rules(one.state.options), to_position(one.state, rules(one.state.options))
    actions: list[Any] = [attempt.action for attempt in one.tries]
    after = [played.after(position, action.deed(played)) for action in actions]
    kept = [attempt for attempt, there in zip(one.tries, after, strict=True) if not there.missed]
    assert kept[0] == one.answer and len(kept) >= find.LEAST_TRIES


@pytest.mark.parametrize("slug", games.GAMES)
def test_whatever_the_game_there_are_three_answers_of_which_one_is_right(slug: str) -> None:
    options_of = {"snakes-and-foxes": ("tokens=1",), "snail-trail": ("steps=one", "size=6")}.get(slug, ())
    for seed in ("wheel", "well") if THOROUGH else ("wheel",):
        (one,) = found((slug, None, options_of), seed, 1)
        aim = sense.aim(one.game)
        wise = [attempt for attempt in one.tries if any(aim.sensible(one.state, action) for action in attempt.actions)]
        assert wise[0] == one.answer and len(wise) >= 3
        assert all(attempt.value < one.answer.value for attempt in one.tries[1:])


@pytest.mark.parametrize("seed", some(SLIDES, 1))
def test_of_all_slides_one_alone_wins_in_two_turns_by_a_plain_search_too(seed: str) -> None:
    game, number = games.find("the-game"), SLIDES[seed]
    plan, states = Plan("the-game", game.Options(), ("random",) * 2, seed), list[Any]()
    play(game, plan.options, plan.seated(number), plan.key + number & (1 << 64) - 1, states.append)
    one = next(find._of(game, sense.aim(game), states, {WIN: (2,)}))
    assert one.turns == 2 and find.single(one.tries, WIN)
    assert agrees(one, kept=True) > 5_000


def test_a_plain_search_that_keeps_what_it_found_says_what_one_says_that_does_not() -> None:
    for one in hares():
        agrees(one, kept=True)
        for moves in range(one.turns):
            assert Plain(one, kept=True).forced(one.state, moves) == Plain(one).forced(one.state, moves)


def test_one_seed_sets_the_same_puzzles_and_another_sets_others() -> None:
    texts = [json.dumps([Told(one, "en").to_json() for one in made]) for made in (hares(), found(HARE, "wheel", 6))]
    assert texts[0] == texts[1]
    assert texts[0] != json.dumps([Told(one, "en").to_json() for one in found(HARE, "hearth", 6)])


def test_the_chance_of_a_throw_is_that_of_all_throws_of_the_dice() -> None:
    """Throats, tries at the Prey and the other's answer, with every pair of teeth; with a tie the attacker fails."""
    one = thrown_for("wolves-and-jackals")
    game, seat = one.game, one.seat

    def holds(state: Any) -> bool:
        mine = any(load == "prey" and square in state.pieces[seat] for square, load in state.drags.items())
        outcome = game.outcome(state)
        return mine if outcome is None else seat in outcome.winners

    def worth(state: Any) -> Fraction:
        if not game.to_act(state) or state.phase in ("tie", "bet") or state.turn > one.state.turn + 1:
            return Fraction(holds(state))
        best = max if game.to_act(state) == (seat,) else min
        return best(expected(state, action) for action in game.moves(state))

    def expected(state: Any, action: Any) -> Fraction:
        ways = thrown(lambda dice: game.apply(state, action, dice).state, pairs_of_teeth)
        seen = Counter[str]()
        states = {}
        for chance, after in ways:
            key = after.model_dump_json(exclude={"thrown", "history"})
            seen[key] += chance  # type: ignore[assignment]
            states[key] = after
        return sum((chance * worth(states[key]) for key, chance in seen.items()), Fraction(0))

    answer, second = one.tries[0], one.tries[1]
    assert expected(one.state, answer.action) == answer.value
    assert expected(one.state, second.action) == second.value
    assert answer.value >= second.value + find.AHEAD


@pytest.mark.parametrize("slug", DICED)
def test_with_dice_the_best_use_of_a_throw_is_clearly_ahead(slug: str) -> None:
    one = thrown_for(slug)
    assert one.kind == THROW
    values = [attempt.value for attempt in one.tries]
    assert values == sorted(values, reverse=True) and values[0] >= values[1] + find.AHEAD
    assert all(0 <= value <= 1 for value in values)


def test_each_use_of_a_throw_is_told_its_chance_beside_those_of_the_best_ones() -> None:
    one = thrown_for("snakes-and-foxes")
    told = Told(one, "en")
    assert [attempt.value for attempt in one.tries] == [Fraction(74, 81), Fraction(64, 729), 0]
    assert [(said.text, said.right) for said in page._tries(told)] == [
        ("Right: a chance of 91.4%, and the next best has 8.8%.", True),
        ("There is better: that has a chance of 8.8%, the best 91.4%.", False),
        ("There is better: that has a chance of 0%, the best 91.4%.", False),
    ]
    assert told.answer() == "`move c15`, with a chance of 91.4%; the next best has 8.8%"


def test_no_slide_that_wins_is_passed_over_in_the_last_turn_of_a_puzzle() -> None:
    game, won = games.find("the-game"), 0
    for horn, seed in product((False, True), range(4 if THOROUGH else 2)):
        plan, states = Plan("the-game", game.Options(horn=horn), ("random",) * 2, f"{seed}"), list[Any]()
        play(game, plan.options, plan.seated(0), seed, states.append)
        for state in [one for one in states if game.to_act(one)][-6:]:
            for action in game.moves(state):
                outcome = game.outcome(game.apply(state, action, FastDice(0)).state)
                if outcome and state.to_move in outcome.winners:
                    won += 1
                    assert sense.aim(game).may_win(state, action), (state, action)
    assert won > 4


def ends_of(*throws: tuple[int, int]) -> list[tuple[Fraction, Any]]:
    """Where an action leads that throws these dice one after the other."""

    class Thrower:
        def apply(self, state: object, action: object, dice: Any) -> Any:
            return SimpleNamespace(state=tuple(dice.throw(count, sides, "") for count, sides in throws))

    return list(find.ends(Thrower(), sense.Aim(), None, None))  # type: ignore[arg-type]


def test_an_action_has_four_hundred_ends_at_most_each_once_with_its_chance() -> None:
    assert ends_of() == [(ALL, ())]
    found = ends_of((2, 6), (1, 3))
    assert found == [(Fraction(1, 108), (pair, (one,))) for pair in product(range(1, 7), repeat=2) for one in (1, 2, 3)]
    for most in (((1, 400),), ((2, 20),), ((1, 4), (1, 100)), ((1, 100), (1, 4))):
        found = ends_of(*most)
        assert len({end for _, end in found}) == 400 and sum(chance for chance, _ in found) == 1
    for more in (((1, 401),), ((1, 201), (1, 2)), ((1, 2), (1, 201))):
        with pytest.raises(find.TooMany):
            ends_of(*more)
    assert [len([*sense.Aim().throws(1, sides, "", last=False)]) for sides in (2_000, 2_001)] == [2_000, 0]


def test_a_look_goes_as_far_as_it_may_and_no_further() -> None:
    looked = []
    for one in hares()[:3]:

        def look(most: int, one: Puzzle = one) -> find.Look:
            made = find.Look(one.game, sense.aim(one.game), one.seat, one.kind, most)
            assert made.tries(one.state, one.turns)
            return made

        looked.append(1_000 - look(1_000).left)
        assert look(looked[-1]).left == 0
        with pytest.raises(find.TooMany):
            look(looked[-1] - 1)
    assert looked == LOOKED


def test_what_cannot_be_asked_is_said() -> None:
    with pytest.raises(GameError, match="no such puzzles"):
        found(HARE, "wheel", 1, THROW)
    refused = run(app.app, ["puzzle", "fox-and-geese", "--kind", "mate"])
    assert refused.exit_code != 0


def test_the_line_of_a_win_ends_the_game_in_as_many_turns_as_asked() -> None:
    for one in hares():
        if one.kind == WIN:
            state, line = one.state, Told(one, "en").line()
            for text in line:
                assert one.game.outcome(state) is None
                state = one.game.apply(state, one.game.parse(text, state), ScriptedDice(())).state
            outcome = one.game.outcome(state)
            assert outcome is not None and outcome.winners == (one.seat,)
            assert len(line) == 2 * one.turns - 1


def test_the_reply_to_a_wrong_answer_refutes_it() -> None:
    for one in hares():
        told = Told(one, "en")
        for number, attempt in enumerate(one.tries[1:], 1):
            state = one.game.apply(one.state, attempt.action, FastDice(0)).state
            if one.game.outcome(state) is None:
                after = one.game.apply(state, one.game.parse(told.reply(number), state), FastDice(0)).state
                if one.kind == ESCAPE:
                    assert Plain(one).lost(after, one.turns - 1)
                else:
                    assert not Plain(one).forced(after, one.turns - 1)


@pytest.mark.parametrize("language", ["en", "de"])
def test_puzzles_are_told_in_both_languages(language: str, golden: Golden) -> None:
    golden(f"puzzles-{language}.txt", "\n".join(lines(hares(), language, solved=True)))


@pytest.mark.parametrize("count", [1, 2, 6])
def test_a_sheet_of_puzzles_looks_as_it_did(count: int, golden: Golden) -> None:
    order = Order(theme="parchment")
    made = page.make(hares()[:count], order, "de" if count == 2 else "en")
    (shown,) = made.pages
    document = handout.document([made], made.title, order.pen().theme)
    golden(f"sheets/puzzles-{count}.svg", svg.render(document.pages[0], document))
    assert shown.title == made.title


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_tells_right_from_wrong(width: int, opened: Callable[..., Any]) -> None:
    one = next(one for one in hares() if one.kind == WIN and one.turns > 1)
    told = Told(one, "en")
    tab = opened(page.html(one, "wheel", "en"), size={"width": width, "height": 800})
    for number, attempt in ((1, one.tries[1]), (0, one.answer)):
        for place in told.text(attempt.action).replace("x", "-").split("-"):
            tab.press(f":is(#next, #lit) [data-tap='{place}']", "Enter")
        tab.click("#mail")
        said = tab.inner_text(".answer")
        assert said.startswith("Right") if number == 0 else told.reply(number) in said
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.evaluate("document.querySelector('.answer').getBoundingClientRect().width") > 100
        tab.click("#undo")
        assert not tab.is_visible(".answer")
        tab.keyboard.press("Escape")
    assert not tab.is_visible("#text") and not tab.is_visible("#more")


def test_the_source_of_the_page_tells_nothing_of_the_answer() -> None:
    for one in hares():
        html = unescape(page.html(one, "wheel", "en"))
        told, data = (
            Told(one, "en"),
            json.loads(html.partition('id="data"')[2].partition(">")[2].partition("</script>")[0]),
        )
        for word in (told.say("right"), told.say("wrong"), *told.line()[1:]):
            assert word.rstrip(".") not in html
        assert not any(told.text(one.answer.action) in str(data["puzzle"][key]) for key in ("orders", "says"))
        assert [*data["puzzle"]["orders"]] == sorted(data["puzzle"]["orders"])
        assert len(data["puzzle"]["orders"]) == sum(len(attempt.actions) for attempt in one.tries)
        assert len({len(text) for text in data["puzzle"]["says"].values()}) == 1


def test_the_page_holds_no_address_and_asks_for_nothing() -> None:
    html = unescape(page.html(hares()[0], "wheel", "de"))
    policy = html.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    assert policy.startswith("default-src 'none'") and "connect-src" not in policy


def test_the_command_writes_text_data_and_pages(tmp_path: Any) -> None:
    call = ["puzzle", "fox-and-geese", "--variant", "hare-and-hounds", "--seed", "wheel"]
    asked, told = run(app.app, call), run(app.app, [*call, "--answer"])
    assert asked.exit_code == told.exit_code == 0
    assert asked.stdout.strip() in told.stdout and "Answer" not in asked.stdout
    (data,) = json.loads(run(app.app, [*call, "--format", "json"]).stdout)
    assert data["tries"][0]["chance"] == "1" and data["position"]["game"] == "fox-and-geese"
    for format in ("pdf", "html"):
        made = run(app.app, [*call, "--format", format, "--out", str(tmp_path)])
        assert made.exit_code == 0, made.output
    assert {path.suffix for path in tmp_path.iterdir()} == {".pdf", ".html"}
    for wrong in (["--count", "7"], ["--language", "fr"], ["--format", "html", "--count", "2"]):
        assert run(app.app, [*call, *wrong]).exit_code != 0, wrong
