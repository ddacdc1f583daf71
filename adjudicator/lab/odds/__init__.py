"""The odds of games for the GM's page: exact ones by enumeration, others by play, with their standard error."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from adjudicator.core import GameError
from adjudicator.games import find
from adjudicator.lab import simulation
from adjudicator.lab.simulation import Progress, Result
from adjudicator.lab.simulation.report import named
from adjudicator.lab.simulation.tally import Plan, Share, seats
from printables import boards
from printables.core import beside, folder
from printables.core.options import Ruled, build
from printables.core.progress import processors
from printables.handouts.odds import Bar, Chart, Odds, Plot
from printables.scene.theme import CLASSIC

GAMES_PLAYED = 20  # by the plain rules in a few seconds: compiling for more takes longer
MOST_PLAYED = 1_000_000


def of(
    slug: str, games: int = GAMES_PLAYED, seed: str = "odds", progress: Progress = simulation.quiet,
    variant: str | None = None, options: Sequence[str] = (),
) -> Odds:  # fmt: skip
    """What is known of a game: exactly, by `odds` in its folder; by play, `games` of each kind from `seed`, who wins or
    what a player alone scores, and how long it lasts, or what its module here has played. `progress` hears of each
    game. `variant` and `options` ("name=value") are those of the game. Raises GameError, OptionError."""
    game = find(slug)
    if not 2 <= games <= MOST_PLAYED:
        raise GameError(f"{games} games cannot be played", f"take 2 to {MOST_PLAYED}")
    chosen, named = build(game.Options, options, variant), folder(slug)
    known = beside(f"adjudicator.games.{named}", "odds", "exact")
    charts, lines = known(chosen) if known else ((), ())
    players = beside(__name__, named, "PLAYERS") or (PLAYER,)
    alone, by_play, how = (PLAYER,) * seats(game, chosen), beside(__name__, named, "charts"), (games, seed, progress)
    drawn = by_play(slug, chosen, *how) if by_play else charts_of(play(slug, chosen, alone, *how))
    return facts(slug, chosen, (*charts, *drawn), (*lines, *map(about, players)))


PLAYER = "careful"  # whose odds these are: a player who looks one turn ahead
ABOUT = {
    "random": "any legal move, as the lot falls",
    "careful": "looks one turn ahead, at dice on average, and shuffles where it sees no gain",
    "strong": "looks further ahead",
    "regular": "a guest of a tavern",
}
MOST_BARS = 8  # of a chart of lengths or points, or a few more


def play(slug: str, options: Ruled, players: tuple[str, ...], games: int, seed: str, progress: Progress) -> Result:
    """Games between these bots; those played before are not played again."""
    return simulation.simulate(Plan(slug, options, players, seed), games, processors(), progress)


def bar(label: str, share: Share) -> Bar:
    """A share found by play."""
    return Bar(label, share.part, share.interval)


def about(player: str) -> tuple[str, str]:
    """Who plays, for those who read the page."""
    return f"Played by {player}", ABOUT[player.partition(":")[0]]


def charts_of(result: Result) -> tuple[Chart, ...]:
    """Who wins or what is scored, how games end, how long they last."""
    first: tuple[Chart, ...] = ()
    if len(result.plan.players) > 1:
        first = (winners(result),)
    elif counts := result.tally.scores:
        first = (Chart("What a player alone scores", _classes(result, counts[0]), note(result), exact=False),)
    return *first, ends(result), lengths(result)


def winners(result: Result) -> Chart:
    """The share of games that each seat and, where they differ, each player won, and who was first to act."""
    counted, players = result.tally, result.plan.players
    bars = [bar(f"{chr(65 + seat)} wins", counted.share(counted.seats[seat])) for seat in range(len(players))]
    if len(set(players)) > 1:
        bars += [bar(name, counted.share(counted.wins[n])) for n, name in enumerate(named(players))]
    bars += bar("nobody, or a draw", counted.share(counted.nobody)), bar("who acts first", counted.share(counted.first))
    return Chart("Who wins", tuple(bars), note(result), exact=False)


def ends(result: Result) -> Chart:
    """How games end, in the words of the rules' own log."""
    counts = simulation.by_count(result.tally.ends)
    bars = tuple(bar(reason.replace("-", " "), result.tally.share(times)) for reason, times in counts)
    return Chart("How it ends", bars, note(result), exact=False)


def lengths(result: Result) -> Chart:
    """How long games last."""
    return Chart("How long it lasts, in actions", _classes(result, result.tally.lengths), note(result), exact=False)


def note(result: Result) -> str:
    """What a chart by play counts."""
    return f"{result.tally.games:,} games, {' against '.join(result.plan.players)}."


def page_of(results: Sequence[Result]) -> Odds:
    """A page of charts of these results, all of one game."""
    drawn = tuple(
        chart._replace(title=f"{chart.title} ({options})" if (options := others(result.plan.options)) else chart.title)
        for result in results
        for chart in charts_of(result)
    )
    plan = results[0].plan
    chosen = plan.options if len(results) == 1 else type(plan.options)()
    return facts(plan.game, chosen, drawn, tuple(map(about, dict.fromkeys(plan.players))))


def others(options: Ruled) -> str:
    """The options that are not as a plain game has them, in words; "" for none."""
    plain, told = type(options)(), []
    for name, value in options:
        if value != getattr(plain, name) and isinstance(value, str | int) and len(str(value)) <= 40:
            words = name.replace("_", " ")
            told.append(words if value is True else f"no {words}" if value is False else f"{words} {value}")
    return ", ".join(told)


def _classes(result: Result, counts: Counter[int]) -> tuple[Bar, ...]:
    """How often values fall into classes of a round width, MOST_BARS or a few more of them."""
    low, high = min(counts, default=0), max(counts, default=0)
    step = max(1, math.ceil((high - low + 1) / MOST_BARS))
    unit = 10 ** (len(str(step)) - 1)
    step = math.ceil(step / unit) * unit
    classes = Counter[int]()
    for value, times in counts.items():
        classes[value // step] += times
    return tuple(
        bar(str(n * step) if step == 1 else f"{n * step} to {n * step + step - 1}", result.tally.share(classes[n]))
        for n in range(low // step, high // step + 1)
    )


def facts(slug: str, options: Any, charts: tuple[Plot, ...], lines: tuple[tuple[str, str], ...] = ()) -> Odds:
    """The page of a game that can be printed, with its credits and what it plays that is not as usual."""
    module = boards.find(slug)
    known = {name: value for name, value in options if name in module.options.model_fields}
    printed = module.components(module.options.model_validate(known), CLASSIC)
    if played := others(options):
        lines = (("Played with", played), *lines)
    return Odds(printed.title, printed.designer, printed.source, printed.licence, charts, lines, printed.byline)
