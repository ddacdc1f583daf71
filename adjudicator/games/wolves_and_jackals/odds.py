"""Wolves & Jackals: throats, and the Prey, by each kind of teeth, exactly (rulings §6)."""

from adjudicator.dice import exact as dice
from adjudicator.games.wolves_and_jackals.state import Options
from printables.handouts.odds import Bar, Chart, Duel

PREY = {10: 12, 12: 14, 20: 23}  # the sum that brings the Prey down, by the sides of the teeth; 14 and 23 are house
TRIES = 6


def exact(options: Options) -> tuple[tuple[Chart | Duel, ...], tuple[tuple[str, str], ...]]:
    """A throat and the Prey: charts, and lines for who reads them."""
    sides, least, stag = options.teeth, options.prey_at, options.stag_at
    more, same, less = dice.duel(sides)
    prey, about = dice.at_least(least, 2, sides), f"Each square is one roll in {sides**2}."
    ways = [(n, *way) for n in PREY for way in zip(("won", "tie", "lost"), dice.duel(n), strict=True)]
    throats = tuple(Bar(f"d{n}: {what}", float(chance)) for n, what, chance in ways)
    downs = [Bar(f"d{n}: {sum_} or more", float(dice.at_least(sum_, 2, n))) for n, sum_ in PREY.items()]
    downs.append(Bar(f"d{sides}, White Stag: {stag}", float(dice.at_least(stag, 2, sides))))
    tries = [Bar("1 try" if k == 1 else f"{k} tries", float(1 - (1 - prey) ** k)) for k in range(1, TRIES + 1)]
    house = "Both dice together; 14 and 23 are house rules, nearest to the 45 % of ten-sided teeth."
    charts = (
        Duel(f"A throat with teeth of {sides} sides", sides, "attacker", "defender", about),
        Chart("A throat, by the teeth", throats, "For the attacker, before anything is staked on a tie."),
        Chart("The Prey brought down", tuple(downs), house),
        Chart("The Prey is down after", tuple(tries), f"At one try a turn, teeth of {sides} sides."),
    )
    lines = (
        (f"Throat: won, tie, lost (d{sides})", f"{float(more):.0%}, {float(same):.0%}, {float(less):.0%}"),
        ("If every tie is rolled again", f"{float(more / (more + less)):.0%} either way"),
        ("A throat that ties once, then again", f"{float(same * same):.1%}"),
        (f"Tries until the Prey falls (d{sides})", f"{float(1 / prey):.2f} on average"),
        ("Three throats won in a row", f"{float(more**3):.1%}"),
    )
    return charts, lines
