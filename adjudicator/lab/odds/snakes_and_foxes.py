"""Snakes & Foxes: what six dice show, exactly (docs/rulings.md §1), and how often a player gets home, by play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from adjudicator.dice import exact
from adjudicator.games.snakes_and_foxes import state as rules
from adjudicator.lab import odds as played
from printables.handouts.odds import Bar, Chart, Odds

SLUG = "snakes-and-foxes"
ALONE = ("careful", "random")
FACE = Fraction(2, 6)  # each symbol is on two of a die's six sides


def odds(slug: str, options: Any, games: int, seed: str, progress: Callable[[int, int], None]) -> Odds:
    """Exact: counts of a symbol, the throws that begin a game. By play: a player alone; two careful ones."""
    counts = exact.shown(rules.DICE, FACE)
    none = counts[0]
    tied = sum((chance * chance for chance in counts), Fraction(0))
    charts = (
        Chart(
            "How many of one symbol",
            tuple(Bar(str(k), float(chance)) for k, chance in enumerate(counts)),
            "MOVE, SNAKE or FOX on six dice: each alike.",
        ),
        Chart(
            "At least that many",
            tuple(Bar(f"{k} or more", float(sum(counts[k:], Fraction(0)))) for k in range(1, len(counts))),
            "Of one symbol on six dice.",
        ),
        *_played(options, games, seed, progress),
    )
    lines = (
        ("No MOVE at all: the token stays", f"{_part(none)}, one turn in {float(1 / none):.1f}"),
        ("Throws for the first move of a token", f"{float(1 / (1 - none)):.3f} on average"),
        ("Both roll as many MOVE for the first turn", f"{_part(tied)}; they roll again"),
        ("MOVE in a roll", f"{float(rules.DICE * FACE):g} on average"),
        *map(played.about, ALONE),
    )
    return played.facts(slug, options, charts, lines)


def _part(chance: Fraction) -> str:
    return f"{float(chance):.2%}"


def _played(options: Any, games: int, seed: str, progress: Callable[[int, int], None]) -> tuple[Chart, ...]:
    """A player alone; then two, where there is a token for each, else more of the careful one alone."""
    both = options.tokens == 2
    done, whole = 0, games * (len(ALONE) + both)

    def counting(so_far: int, _: int) -> None:
        progress(done + so_far, whole)

    bars: list[Bar] = []
    results = {}
    for player in ALONE:
        results[player] = result = played.play(SLUG, options, (player,), games, seed, counting)
        home = result.tally.scores.get(0, Counter())
        bars.append(played.bar(f"{player}: one home", result.tally.share(games - home[0])))
        if both:
            bars.append(played.bar(f"{player}: both home", result.tally.share(home[2])))
        done += games
    title = f"A player alone, {'two tokens' if both else 'one token'}"
    alone = Chart(title, tuple(bars), f"{games:,} games each.", exact=False)
    if not both:
        return alone, played.ends(results[played.PLAYER]), played.lengths(results[played.PLAYER])
    result = played.play(SLUG, options, (played.PLAYER,) * 2, games, seed, counting)
    return alone, played.winners(result), played.ends(result), played.lengths(result)
