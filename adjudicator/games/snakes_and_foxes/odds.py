"""What six dice show, exactly (docs/rulings.md §1)."""

from fractions import Fraction

from adjudicator.dice import exact as dice
from adjudicator.games.snakes_and_foxes.state import DICE, Options
from printables.handouts.odds import Bar, Chart

FACE = Fraction(2, 6)  # each symbol is on two of a die's six sides


def exact(options: Options) -> tuple[tuple[Chart, ...], tuple[tuple[str, str], ...]]:
    """Counts of a symbol, the throws that begin a game: charts, and lines for who reads them."""
    counts = dice.shown(DICE, FACE)
    none, tied = counts[0], sum(chance * chance for chance in counts)
    shown = tuple(Bar(str(k), float(chance)) for k, chance in enumerate(counts))
    least = tuple(Bar(f"{k} or more", float(sum(counts[k:], Fraction(0)))) for k in range(1, len(counts)))
    charts = (
        Chart("How many of one symbol", shown, "MOVE, SNAKE or FOX on six dice: each alike."),
        Chart("At least that many", least, "Of one symbol on six dice."),
    )
    lines = (
        ("No MOVE at all: the token stays", f"{float(none):.2%}, one turn in {float(1 / none):.1f}"),
        ("Throws for the first move of a token", f"{float(1 / (1 - none)):.3f} on average"),
        ("Both roll as many MOVE for the first turn", f"{float(tied):.2%}; they roll again"),
        ("MOVE in a roll", f"{float(DICE * FACE):g} on average"),
    )
    return charts, lines
