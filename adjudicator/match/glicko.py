"""Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system", 2022): pure arithmetic.

Libraries were looked at first: the one in wide use takes the rating for the deviation in the volatility's equation and
installs a package called `tests`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
SCALE = 173.7178
TAU = 0.5  # how fast volatility may change
CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating, its deviation (about half of the 95 % interval is twice that), and the volatility."""

    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY


def idle(player: Rating) -> Rating:
    """A player after a period without a game: the rating stays, it is less sure."""
    phi = math.hypot(player.deviation / SCALE, player.volatility) * SCALE
    return Rating(player.rating, min(phi, DEVIATION), player.volatility)


def after(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """A player after a period with games: each opponent as before the period, and the score (1, 0.5 or 0)."""
    if not games:
        return idle(player)
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    inverse = gain = 0.0
    for other, score in games:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - START) / SCALE)))
        inverse += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    v = 1 / inverse
    sigma = _volatility(player.volatility, phi, v, v * gain)
    new_phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(START + SCALE * (mu + new_phi * new_phi * gain), SCALE * new_phi, sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility: the root of the paper's f, by the Illinois method."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi * phi + v + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
