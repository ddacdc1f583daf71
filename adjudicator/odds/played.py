"""Odds by play: whole games from a seed, what came of them, and how far off the share may be."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.dice import FastDice
from adjudicator.game import Game, Outcome
from adjudicator.games import find
from adjudicator.odds.players import choose
from adjudicator.opponents.play import seats as usual
from printables import boards
from printables.handouts.odds import Bar, Chart, Odds
from printables.theme import CLASSIC

CAVEAT = "not how anybody plays"
WHAT = "What this page shows"
NOT_PLAY = "players who move at random, not the odds of good play"
MOST_ACTIONS = 2000  # a game that runs longer counts as without end


@dataclass(frozen=True)
class Ended:
    """How a game ended (None: not within MOST_ACTIONS), and after how many actions."""

    outcome: Outcome | None
    actions: int


def play(game: Game, options: Any, styles: Sequence[str], seed: str) -> Ended:
    """A whole game, a style a seat. The same seed gives the same game."""
    chance = random.Random(seed)
    dice = FastDice(f"{seed} dice")
    state = game.start(options, len(styles), dice).state
    for actions in range(MOST_ACTIONS):
        acting = game.to_act(state)
        if not acting:
            return Ended(game.outcome(state), actions)
        state = game.apply(state, choose(game, state, styles[acting[0]], chance), dice).state
    return Ended(None, MOST_ACTIONS)


def share(count: int, games: int) -> tuple[float, float]:
    """A share and its standard error: that of a binomial count, never nought, as (count + 2) of (games + 4)."""
    # After Agresti and Coull: a share of 0 or 1 would otherwise claim to be certain.
    part = (count + 2) / (games + 4)
    return count / games, math.sqrt(part * (1 - part) / (games + 4))


def bar(label: str, count: int, games: int) -> Bar:
    return Bar(label, *share(count, games))


def odds(slug: str, options: Any, games: int, seed: str, progress: Callable[[int, int], None]) -> Odds:
    """What is known of any game: who wins, or what a player alone scores, when all play wild, and how long it lasts."""
    game = find(slug)
    seats = usual(game, options)
    ends = []
    for number in range(games):
        ends.append(play(game, options, ("wild",) * seats, f"{seed} {slug} {number}"))
        progress(number + 1, games)
    how = f"At random, any legal move alike: {CAVEAT}"
    won = winners(ends, seats, how) if seats > 1 else scores(ends, how)
    charts = (chart._replace(title=f"{chart.title}, at random") for chart in (won, lengths(ends)))
    return facts(slug, options, tuple(charts), ((WHAT, NOT_PLAY),))


def winners(ends: Sequence[Ended], seats: int, how: str) -> Chart:
    """The share of games that each seat won."""
    games = len(ends)
    bars = [
        bar(f"{chr(65 + seat)} wins", sum(seat in end.outcome.winners for end in ends if end.outcome), games)
        for seat in range(seats)
    ]
    bars.append(
        bar("nobody, or a draw", sum(end.outcome is not None and not end.outcome.winners for end in ends), games)
    )
    if endless := sum(end.outcome is None for end in ends):
        bars.append(bar(f"still on after {MOST_ACTIONS}", endless, games))
    return Chart("Who wins", tuple(bars), f"{how}. {games} games, with their standard error.", exact=False)


def scores(ends: Sequence[Ended], how: str) -> Chart:
    """What a player alone scores."""
    values = [end.outcome.scores[0] for end in ends if end.outcome and end.outcome.scores]
    note = f"{how}. {len(ends)} games, with their standard error."
    return Chart("What a player alone scores", _classes(values, len(ends)), note, exact=False)


def lengths(ends: Sequence[Ended]) -> Chart:
    """How long games last."""
    note = f"Actions to the end of {len(ends)} games, with standard error."
    return Chart("How long it lasts", _classes([end.actions for end in ends], len(ends)), note, exact=False)


def others(options: Any) -> str:
    """The options that are not as a plain game has them, in words; "" for none."""
    plain = type(options)()
    named = [
        (name.replace("_", " "), value)
        for name, value in options
        if value != getattr(plain, name) and isinstance(value, str | int) and len(str(value)) <= 40
    ]
    return ", ".join(
        name if value is True else f"no {name}" if value is False else f"{name} {value}" for name, value in named
    )


def _classes(values: Sequence[int], games: int, most: int = 8) -> tuple[Bar, ...]:
    """How often values fall into classes of a round width, `most` or a few more of them."""
    low, high = min(values, default=0), max(values, default=0)
    step = max(1, math.ceil((high - low + 1) / most))
    unit = 10 ** (len(str(step)) - 1)
    step = math.ceil(step / unit) * unit
    counts = Counter(value // step for value in values)
    return tuple(
        bar(str(n * step) if step == 1 else f"{n * step} to {n * step + step - 1}", counts[n], games)
        for n in range(low // step, high // step + 1)
    )


def facts(slug: str, options: Any, charts: tuple[Any, ...], lines: tuple[tuple[str, str], ...] = ()) -> Odds:
    """The page of a game that can be printed, with its credits and what it plays that is not as usual."""
    module = boards.find(slug)
    known = module.options.model_fields
    printed = module.components(
        module.options.model_validate({name: value for name, value in options if name in known}), CLASSIC
    )
    if played := others(options):
        lines = (("Played with", played), *lines)
    return Odds(printed.title, printed.designer, printed.source, printed.licence, charts, lines, printed.byline)
