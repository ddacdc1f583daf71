"""How often a player of Snakes & Foxes gets home, by play."""

from collections import Counter
from typing import Any

from adjudicator.lab import odds
from adjudicator.lab.simulation import Progress
from printables.handouts.odds import Bar, Chart

PLAYERS = ("careful", "random")


def charts(slug: str, options: Any, games: int, seed: str, progress: Progress) -> tuple[Chart, ...]:
    """A player alone; then two, where there is a token for each, else more of the careful one alone."""
    both = options.tokens == 2
    done, whole = 0, games * (len(PLAYERS) + both)

    def counting(so_far: int, _: int) -> None:
        progress(done + so_far, whole)

    bars: list[Bar] = []
    results = {}
    for player in PLAYERS:
        results[player] = result = odds.play(slug, options, (player,), games, seed, counting)
        home = result.tally.scores.get(0, Counter())
        bars.append(odds.bar(f"{player}: one home", result.tally.share(games - home[0])))
        if both:
            bars.append(odds.bar(f"{player}: both home", result.tally.share(home[2])))
        done += games
    title = f"A player alone, {'two tokens' if both else 'one token'}"
    alone = Chart(title, tuple(bars), f"{games:,} games each.", exact=False)
    if not both:
        return alone, odds.ends(results[odds.PLAYER]), odds.lengths(results[odds.PLAYER])
    result = odds.play(slug, options, (odds.PLAYER,) * 2, games, seed, counting)
    return alone, odds.winners(result), odds.ends(result), odds.lengths(result)
