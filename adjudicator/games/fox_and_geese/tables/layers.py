"""Layers of a tier: where the many never go back, how far along they stand together, from which a step leads to the
same layer or to a higher one. Decided from the highest down, a layer needs only those that one step leads to.
"""

from typing import Any, NamedTuple

from adjudicator.core.compiled import compiled
from adjudicator.core.compiled_sets import ONE, lowest


class Layer(NamedTuple):
    """The groups of a layer, `masks`, in order; `numbers`: theirs in the tier; `places`: of each group of the tier its
    place in its own layer. Both are empty where the tier is one layer. `marks` and `before` are those of the tier.
    `above_`: the few to move in the layers above, one after the other, that of a rise by n from `first[n]`.
    """

    masks: Any
    numbers: Any
    places: Any
    marks: Any
    before: Any
    first: Any
    above_m: Any
    above_f: Any


def heights(steps: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """How far along each point is: a step leads to the same height if one can come back from there, else higher."""
    reached = [{start} for start in range(len(steps))]
    found = [0] * len(steps)
    for _ in steps:
        for start, ends in enumerate(steps):
            reached[start].update(*(reached[end] for end in ends))
    for _ in steps:
        for start, ends in enumerate(steps):
            for end in ends:
                found[end] = max(found[end], found[start] + (start not in reached[end]))
    return tuple(found)


@compiled
def rise(heights: Any, masks: Any, found: Any, low: int, high: int) -> None:
    """The layer of each group."""
    for at in range(low, high):
        left = masks[at]
        while left:
            found[at] += heights[lowest(left)]
            left &= left - ONE


@compiled
def place(layer: Any, number: int) -> int:
    """Where the group of that number stands in its layer."""
    return layer.places[number] if layer.places.size else number


@compiled
def numbered(layer: Any, at: int) -> int:
    """The number in the tier of the group that stands there in its layer."""
    return layer.numbers[at] if layer.numbers.size else at
