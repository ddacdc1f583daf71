"""`adjudicator.dice.Chance` in compiled code: a stream is a place in an array of signed 64-bit numbers."""

import numpy as np

from adjudicator import dice
from adjudicator.core.compiled import Numbers, Scale, compiled, length

GAMMA, MIX, MIX_ON = np.uint64(dice.GAMMA), np.uint64(dice.MIX), np.uint64(dice.MIX_ON)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
ONE = np.uint64(1)
ALIKE = 1e-9  # a difference in worth that is none


@compiled
def mixed(z: np.uint64) -> np.uint64:
    """The output of SplitMix64 for a state."""
    z = (z ^ (z >> _30)) * MIX
    z = (z ^ (z >> _27)) * MIX_ON
    return z ^ (z >> _31)


@compiled
def child(seed: np.uint64, number: int) -> np.uint64:
    """The seed of the stream of that number under a seed."""
    return mixed(seed + (np.uint64(number) + ONE) * GAMMA)


@compiled
def drawn(streams: Numbers, stream: int, bits: int) -> np.uint64:
    """The next so many random bits of a stream, 1 to 64."""
    state = np.uint64(streams[stream]) + GAMMA
    streams[stream] = np.int64(state)
    return mixed(state) >> np.uint64(64 - bits)


@compiled
def below(streams: Numbers, stream: int, most: int) -> int:
    """A number from 0 to most - 1, as `random.Random` draws it from bits."""
    bits = length(np.int64(most))
    while True:
        found = np.int64(drawn(streams, stream, bits))
        if found < most:
            return int(found)


@compiled
def best(streams: Numbers, stream: int, worths: Scale, count: int) -> int:
    """The number of the best of so many, as careful bots choose: equals by lot."""
    least = worths[:count].max() - ALIKE
    equal, number = 0, 0
    for index in range(count):
        equal += worths[index] >= least  # equivalent: none is worth exactly that
    left = below(streams, stream, equal)
    while left or worths[number] < least:
        left -= worths[number] >= least  # equivalent: as above
        number += 1
    return int(number)
