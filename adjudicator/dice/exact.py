"""What dice show, exactly, as fractions."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb


def shown(dice: int, chance: Fraction) -> tuple[Fraction, ...]:
    """The chances that 0, 1, ... of so many dice show a face of that chance."""
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


def duel(sides: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the first of two such dice shows more than, the same as, less than the second."""
    more = Fraction(sides - 1, 2 * sides)
    return more, Fraction(1, sides), more


def sums(dice: int, sides: int) -> dict[int, Fraction]:
    """The chance of each sum, every throw counted."""
    counts = Counter(map(sum, product(range(1, sides + 1), repeat=dice)))
    return {total: Fraction(times, sides**dice) for total, times in counts.items()}


def at_least(least: int, dice: int, sides: int) -> Fraction:
    """The chance of a sum of `least` or more."""
    return sum((chance for total, chance in sums(dice, sides).items() if total >= least), Fraction(0))
