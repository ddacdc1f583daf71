"""Wolves & Jackals: throats, and the Prey, by each kind of teeth: exact (RULES section 6)."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.odds import dice
from printables.handouts.odds import Bar, Chart, Duel, Odds

PREY = {10: 12, 12: 14, 20: 23}  # the sum that brings the Prey down, by the sides of the teeth; 14 and 23 are house
STAG = 16  # with the card of the White Stag and ten-sided teeth
TRIES = 6


def odds(slug: str, games: int, seed: str, told: Callable[[int, int], None]) -> Odds:
    """Nothing is played for this page: all of it can be counted."""
    more, same, less = dice.duel(10)
    prey = dice.at_least(PREY[10], 2, 10)
    charts = (
        Duel("A throat with ten-sided teeth", 10, "attacker", "defender", "Each square is one throw in a hundred."),
        Chart(
            "A throat, by the teeth",
            tuple(
                Bar(f"d{sides}: {what}", float(chance))
                for sides in PREY
                for what, chance in zip(("won", "tie", "lost"), dice.duel(sides), strict=True)
            ),
            "For the attacker, before anything is staked on a tie.",
        ),
        Chart(
            "The Prey brought down",
            (
                *(Bar(f"d{n}: {least} or more", float(dice.at_least(least, 2, n))) for n, least in PREY.items()),
                Bar(f"d10, White Stag: {STAG}", float(dice.at_least(STAG, 2, 10))),
            ),
            "Both dice together; 14 and 23 are house rules, nearest to the 45 % of ten-sided teeth.",
        ),
        Chart(
            "The Prey is down after",
            tuple(Bar("1 try" if k == 1 else f"{k} tries", float(1 - (1 - prey) ** k)) for k in range(1, TRIES + 1)),
            "At one try a turn, ten-sided teeth.",
        ),
    )
    lines = (
        ("Throat: won, tie, lost (d10)", f"{float(more):.0%}, {float(same):.0%}, {float(less):.0%}"),
        ("If every tie is thrown again", f"{float(more / (more + less)):.0%} either way"),
        ("A throat that ties once, then again", f"{float(same * same):.0%}"),
        ("Tries until the Prey falls (d10)", f"{float(1 / prey):.2f} on average"),
        ("Three throats won in a row", f"{float(more**3):.1%}"),
    )
    source = "Wolves & Jackals, on his blog, 12 November 2008"
    return Odds("Wolves & Jackals", "Michael Curtis", source, "Rules retold", charts, lines)
