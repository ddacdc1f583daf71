"""Ratings: the example of Glickman's paper, and what counts in a folder of matches."""

from __future__ import annotations

import math
import random
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import games
from adjudicator.core.game import Outcome
from adjudicator.match import create, process, ratings as glicko
from adjudicator.match.folder import Folder
from adjudicator.match.ratings import Rating, Result
from adjudicator.referee.records import Seat


def test_the_example_of_the_paper():
    player = Rating(1500, 200, 0.06)
    met = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = glicko.after(player, met)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_period_without_games_makes_less_sure():
    after = glicko.after(Rating(1500, 50, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert 50 < after.deviation < 52
    assert glicko.idle(Rating()).deviation == glicko.DEVIATION


def test_upsets_raise_the_volatility():
    assert glicko.after(Rating(1500, 50), [(Rating(2300, 50), 1.0)] * 3).volatility > glicko.VOLATILITY


def played(at: str, winner: str, loser: str) -> Result:
    return Result(at, {winner: winner.title(), loser: loser.title()}, ((winner, loser, 1.0),))


def test_winners_stand_above_and_all_matches_count():
    lines = glicko.rate([played("2026-10-03", "anna", "bob"), played("2026-11-03", "anna", "cid")])
    assert lines[0].name == "Anna"
    assert {line.name: line.games for line in lines} == {"Anna": 2, "Bob": 1, "Cid": 1}


def test_the_order_within_a_month_does_not_matter_and_between_months_it_does():
    games = [played("2026-11-03", "anna", "bob"), played("2026-11-04", "bob", "cid")]
    assert glicko.rate(games) == glicko.rate(reversed(games))
    later = [games[0], played("2026-12-04", "bob", "cid")]
    assert glicko.rate(games) != glicko.rate(later)


def test_idle_months_between_are_counted():
    near = glicko.rate([played("2026-10-03", "anna", "bob"), played("2026-11-03", "cid", "dora")])
    far = glicko.rate([played("2025-10-03", "anna", "bob"), played("2026-11-03", "cid", "dora")])
    assert far[0].rating.deviation > near[0].rating.deviation or far[-1].rating.deviation > near[-1].rating.deviation


@pytest.mark.parametrize("seed", range(8))
def test_the_new_volatility_is_the_root_of_the_paper_s_equation(seed: int) -> None:
    """Step 5 of the paper: f(ln sigma'^2) = 0, for players as expected and for those who surprise everybody."""
    chance = random.Random(seed)
    player = Rating(chance.uniform(1300, 1700), chance.uniform(40, 300), chance.choice((0.04, 0.06, 0.1)))
    surprise = 700 if seed % 2 else 0
    met = [
        (
            Rating(player.rating + surprise + chance.uniform(-200, 200), chance.uniform(40, 200)),
            1.0 if surprise else 0.5,
        )
        for _ in range(4)
    ]
    g = [1 / math.sqrt(1 + 3 * (other.deviation / 173.7178) ** 2 / math.pi**2) for other, _ in met]
    hoped = [
        1 / (1 + math.exp(-k * (player.rating - other.rating) / 173.7178)) for k, (other, _) in zip(g, met, strict=True)
    ]
    v = 1 / sum(k * k * e * (1 - e) for k, e in zip(g, hoped, strict=True))
    delta = v * sum(k * (score - e) for k, e, (_, score) in zip(g, hoped, met, strict=True))
    phi, after = player.deviation / 173.7178, glicko.after(player, met)

    def f(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - math.log(player.volatility**2)) / 0.5**2

    assert f(math.log(after.volatility**2)) == pytest.approx(0, abs=1e-4)
    assert f(math.log(after.volatility**2) - 0.01) > 0 > f(math.log(after.volatility**2) + 0.01)
    new = 1 / math.sqrt(1 / (phi**2 + after.volatility**2) + 1 / v)
    assert after.deviation == pytest.approx(173.7178 * new)
    assert after.rating == pytest.approx(player.rating + 173.7178 * new**2 * delta / v)


def test_each_month_without_a_game_makes_less_sure_by_the_volatility() -> None:
    first, second = played("2025-11-03", "anna", "bob"), played("2026-02-03", "cid", "dora")
    (once,) = {line.rating.deviation for line in glicko.rate([first])}
    for results, months in (([first, second], 3), ([first._replace(at=""), second], 1)):
        known = {line.name: line.rating for line in glicko.rate(results)}
        wanted = math.sqrt(once**2 + months * (0.06 * 173.7178) ** 2)
        assert known["Anna"].deviation == known["Bob"].deviation == pytest.approx(wanted)
        assert known["Cid"].deviation == once


def test_the_list_tells_rating_interval_and_matches() -> None:
    lines = [glicko.Line("Anna", Rating(1623.4, 61.2), 12), glicko.Line("Bob", Rating(1500, 350), 1)]
    assert [*glicko.table(lines)] == [
        "RATING     BETWEEN  MATCHES  PLAYER", "  1623  1501-1746       12  Anna", "  1500   800-2200        1  Bob",
    ]  # fmt: skip
    equal = [played("2026-11-03", "bob", "cid"), played("2026-11-03", "anna", "dora")]
    assert [line.name for line in glicko.rate(equal)] == ["Anna", "Bob", "Cid", "Dora"]


@pytest.mark.parametrize(("end", "scores"), [("resign", [0.0]), ("draw", [0.5]), ("", None)])
def test_what_a_match_counts_for(tmp_path: Path, end: str, scores: list[float] | None):
    game = games.find("snakes-and-foxes")
    seats = [Seat("Anna", "anna@example.org"), Seat("Bob")]
    create.new(tmp_path / "m", game.SLUG, game.Options(), seats, seed="wheel")
    texts = {"resign": ["player Bob\nresign"], "draw": ["player A\ndraw offer", "player B\ndraw accept"], "": []}[end]
    for number, text in enumerate(texts):
        (tmp_path / "m" / "inbox" / f"{number}.txt").write_text(text)
    process.adjudicate(Folder(tmp_path / "m"), png=False)
    result = glicko.result(Folder(tmp_path / "m"))
    if scores is None:
        assert result is None
    else:
        assert result is not None
        assert [(first, second, score) for first, second, score in result.pairs] == [
            ("bob", "anna@example.org", scores[0])
        ]
    told = list(glicko.table(glicko.rate([result] if result else [])))
    assert ("Anna" in told[1]) if result else ("no match" in told[0])


def test_of_several_players_each_pair_is_rated_by_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("printables.render.png.picture", lambda *_, **__: b"")
    game = games.find("snakey-dice")
    options = game.Options.model_validate({"league": True})
    create.new(tmp_path / "m", game.SLUG, options, [Seat("Anna"), Seat("Bob"), Seat("Cid")], seed="wheel")
    state = Folder(tmp_path / "m").standing().state
    first = next(text for action in game.moves(state) if "move" in (text := game.format(action, state)))
    for orders in (f"player Anna\n{first}\nconcede", "player Bob\nconcede", "player Cid\nconcede"):
        (tmp_path / "m" / "inbox" / "1.txt").write_text(orders)
        process.adjudicate(Folder(tmp_path / "m"), png=False)
    folder = Folder(tmp_path / "m")
    assert folder.last.after.outcome is not None and folder.last.after.outcome.winners == (0,)
    one = glicko.result(folder)
    assert one is not None
    assert {(a, b): score for a, b, score in one.pairs} == {
        ("bob", "anna"): 0.0,
        ("cid", "anna"): 0.0,
        ("cid", "bob"): 0.5,
    }


@pytest.mark.parametrize(
    ("outcome", "pairs"),
    [
        (Outcome("points", (0,), scores=(30, 20, 10)), {"ba": 0.0, "ca": 0.0, "cb": 0.0}),
        (Outcome("points", (0,), scores=(30, 10, 10)), {"ba": 0.0, "ca": 0.0, "cb": 0.5}),
        (Outcome("home", (0,)), {"ba": 0.0, "ca": 0.0}),  # of the others nobody is better
        (Outcome("home", (0, 2)), {"ba": 0.0, "cb": 1.0}),
        (Outcome("draw-agreed", ()), {"ba": 0.5, "ca": 0.5, "cb": 0.5}),
        (Outcome("lost", ()), None),
        (None, None),
    ],
)
def test_of_three_players_those_pairs_count_of_which_the_outcome_tells_who_is_better(
    outcome: Outcome | None, pairs: dict[str, float] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = SimpleNamespace(seats=[Seat("A"), Seat("B"), Seat("C")])
    folder: Any = SimpleNamespace(match=match, last=SimpleNamespace(after=SimpleNamespace(outcome=outcome)))
    monkeypatch.setattr(glicko, "seated", lambda match, after: match)
    monkeypatch.setattr(glicko, "_ended", lambda folder: "")
    found = glicko.result(folder)
    assert (found and {one + other: score for one, other, score in found.pairs}) == pairs
    match.seats = match.seats[:1]
    assert glicko.result(folder) is None


def test_what_a_player_is_before_any_game_and_after_one() -> None:
    assert Rating() == (1500, 350, 0.06)
    winner, loser = (glicko.after(Rating(), [(Rating(), score)]) for score in (1.0, 0.0))
    assert (round(winner.rating, 2), round(loser.rating, 2)) == (1662.31, 1337.69)
    assert round(winner.deviation, 3) == round(loser.deviation, 3) == 290.319


def test_where_months_are_unknown_or_of_other_years_so_many_lie_between() -> None:
    pairs = {("", "2026-11"): 1, ("2026-11", ""): 1, ("2026-10", "2026-11"): 1, ("2025-12", "2026-01"): 1,
             ("2024-03", "2026-01"): 22, ("2026-01", "2026-12"): 11}  # fmt: skip
    assert {pair: glicko._months(*pair) for pair in pairs} == pairs


def test_the_volatility_is_found_wherever_it_lies() -> None:
    """The root of the paper's f, for every kind of player and surprise; also where both sides of step 5.2 are equal."""
    usual = product((0.04, 0.3), (0.0, 0.2, 1.5), (0.05, 1.0, 10.0), (-3.0, -0.3, 0.0, 0.5, 1.0, 2.0, 9.0))
    far = (0.089, 1.13, 0.004, 1.3), (0.206, 2.69, 0.002, 2.66), (0.0165, 0.0257, 0.00208, 3.64)
    for sigma, phi, v, delta in (*usual, *far):
        x = math.log(glicko._volatility(sigma, phi, v, delta) ** 2)
        spread = phi**2 + v + math.exp(x)
        pull = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        assert pull == pytest.approx((x - math.log(sigma**2)) / 0.5**2, abs=1e-4), (sigma, phi, v, delta)
