"""Groups: the ways in which so many of the many can stand, numbered; of those that a symmetry makes one of another only
the smallest, as a whole number.

Layers of a tier: where the many never go back, how far along they stand together, from which a step leads to the
same layer or to a higher one. Decided from the highest down, a layer needs only those that one step leads to."""

from collections.abc import Callable
from functools import cache
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np

from adjudicator.core.compiled import ONE, Numbers, Word, Words, bit, compiled, count, lowest_bit
from adjudicator.games.fox_and_geese.tables.told import Permutation

BYTE = np.uint64(255)
# Numbers as arrays have them: all code that is given a plain 0 would be compiled for it once more.
FIRST: np.int64 = np.int64(0)
NOWHERE: np.int64 = np.int64(-1)  # the last row of `bits`
ZERO = np.uint64(0)
WORD = 64
VALUES = range(256)  # equivalent: no byte has more of them
PART = 64  # work on groups is parted at multiples of it, so that no byte of a file belongs to two parts
Run: TypeAlias = Callable[[Callable[[int, int], object], int], None]  # calls a function for parts of 0 .. n


class Turned(NamedTuple):
    """Symmetries on sets of points: `sets[s, k, b]` is the image of byte k of a set, where that byte is b; `points[s,
    p]` of a point, `bits[p, s]` as a set, with none for NOWHERE; `back[s]` the symmetry that undoes s. `below[p, i]`:
    groups of i pieces on the points below p; `ranks[k, i, b]`: what byte k adds to a rank, with i pieces below it."""

    sets: Words
    points: Numbers
    bits: Words
    back: Numbers
    below: Numbers
    ranks: Numbers


class Groups(NamedTuple):
    """The groups of one size: `masks` in order; which ranks among all sets of that size are groups (`marks`), and how
    many groups stand before each word of marks (`before`)."""

    masks: Words
    marks: Words
    before: Numbers


def bytes_held(points: int) -> list[list[list[int]]]:
    """Of each byte of a set, and each value of that byte, the points."""
    bytes_ = range(-(-points // 8))
    return [[[p for p in range(points) if value << 8 * byte >> p & 1] for value in VALUES] for byte in bytes_]


def turned(points: int, symmetries: tuple[Permutation, ...]) -> Turned:
    """The symmetries made ready."""
    held, sizes = bytes_held(points), range(points + 1)
    sets = np.array(
        [[[sum(1 << to[p] for p in there) for there in line] for line in held] for to in symmetries], np.uint64
    )
    moved = np.array(symmetries, np.int64)
    back = [symmetries.index(tuple(np.argsort(moved[s]).tolist())) for s in range(len(symmetries))]
    below = np.array([[comb(p, i) for i in sizes] for p in sizes], np.int64)
    alone = np.vstack([ONE << moved.T.astype(np.uint64), np.zeros(len(symmetries), np.uint64)])
    added = [
        [[sum(comb(p, under + i) for i, p in enumerate(there, 1)) for there in line] for under in sizes]
        for line in held
    ]
    return Turned(sets, moved, alone, np.array(back, np.int64), below, np.array(added, np.int64))


@compiled
def image(turned: Turned, symmetry: int, mask: Word) -> Word:
    """What a symmetry makes of a set of points."""
    found = ZERO
    for byte in range(turned.sets.shape[1]):
        found |= turned.sets[symmetry, byte, mask >> np.uint64(8 * byte) & BYTE]
    return found


@compiled
def rank(turned: Turned, mask: Word) -> int:
    """How many sets of the same size are smaller numbers."""
    found, size = 0, 0
    for byte in range(turned.ranks.shape[0]):
        value = mask >> np.uint64(8 * byte) & BYTE
        found += turned.ranks[byte, size, value]
        size += count(value)
    return found


@compiled
def unranked(turned: Turned, size: int, rank: int) -> Word:
    """The set of that size and rank."""
    mask, point = ZERO, turned.points.shape[1]
    while size:
        while turned.below[point, size] > rank:
            point -= 1
        rank -= turned.below[point, size]
        mask |= bit(point)
        size -= 1
    return mask


@compiled
def following(mask: Word) -> Word:
    """The next larger number with as many bits."""
    low = mask & (~mask + ONE)
    ripple = mask + low
    return ripple | ((mask ^ ripple) >> np.uint64(lowest_bit(mask) + 2))


@compiled
def smallest(turned: Turned, mask: Word) -> Word:
    """The smallest image of a group, and the set of the symmetries that make it."""
    best, by = mask, ONE
    for symmetry in range(1, turned.back.size):
        other = image(turned, symmetry, mask)
        if other < best:
            best, by = other, ZERO
        if other == best:
            by |= bit(symmetry)
    return best, by


@compiled
def find(turned: Turned, marks: Words, before: Numbers, start: int, mask: Word) -> np.int64:
    """The number of the group that symmetries make of this one, and the set of them; `start`: where its size begins."""
    best, by = smallest(turned, mask)
    return listed(marks, before, start, rank(turned, best)), by


@compiled
def listed(marks: Words, before: Numbers, start: int, place: int) -> np.int64:
    """The number of the group of that rank."""
    word = start + (place >> 6)
    return before[word] + count(marks[word] & (bit(place & 63) - ONE))


@compiled
def stepped(turned: Turned, images: Words, here: int, there: int) -> tuple[Word, Word]:
    """The smallest image of a group after a step, of all its images before it, and the set of the symmetries. To or
    from NOWHERE: after a piece was taken or added."""
    best, by = ~ZERO, ZERO
    for symmetry in range(turned.back.size):
        best = min(best, images[symmetry] ^ turned.bits[here, symmetry] ^ turned.bits[there, symmetry])
    for symmetry in range(turned.back.size):
        if best == images[symmetry] ^ turned.bits[here, symmetry] ^ turned.bits[there, symmetry]:
            by |= bit(symmetry)
    return best, by


@compiled
def imagined(turned: Turned, group: Word, images: Words) -> None:
    """Puts the images of a group by each symmetry into `images`."""
    for symmetry in range(turned.back.size):
        images[symmetry] = image(turned, symmetry, group)


@compiled
def _mark(turned: Turned, size: int, sets: int, marks: Words, low: int, high: int) -> None:
    place = low * WORD
    mask = unranked(turned, size, place)
    for word in range(low, high):
        for number in range(WORD):
            if place < sets:
                if smallest(turned, mask)[0] == mask:
                    marks[word] |= bit(number)
                place += 1
                mask = following(mask)


@compiled
def _list(turned: Turned, size: int, marks: Words, before: Numbers, masks: Words, low: int, high: int) -> None:
    mask, at = unranked(turned, size, low * WORD), before[low]
    for word in range(low, high):
        left, number = marks[word], 0
        while left:
            if left & ONE:
                masks[at] = mask
                at += 1
            left >>= ONE
            number += 1
            mask = following(mask)
        if word + 1 < high and number < WORD:
            mask = unranked(turned, size, (word + 1) * WORD)


def groups(turned: Turned, size: int, run: Run) -> Groups:
    """All groups of that size."""
    sets = int(turned.below[-1, size])
    marks = np.zeros((sets + WORD - 1) // WORD, np.uint64)
    run(lambda low, high: _mark(turned, size, sets, marks, low, high), marks.size)
    totals = np.cumsum(np.bitwise_count(marks), dtype=np.int64)
    before = np.concatenate((np.zeros(1, np.int64), totals[:-1]))
    masks = np.zeros(int(totals[-1]), np.uint64)
    run(lambda low, high: _list(turned, size, marks, before, masks, low, high), marks.size)
    return Groups(masks, marks, before)


@cache
def expected(points: int, symmetries: tuple[Permutation, ...], heights: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """How many groups there are by size and by the sum of their heights, by Burnside's lemma."""
    total = np.zeros((points + 1, sum(heights) + 1), object)
    for to in symmetries:
        ways, seen = np.zeros(total.shape, object), set[int]()
        ways[0, 0] = 1
        for start in range(points):
            length, rise, point = 0, 0, start
            while point not in seen:
                seen.add(point)
                point, length, rise = to[point], length + 1, rise + heights[point]
            if length:
                ways[length:, rise:] += ways[: points + 1 - length, : total.shape[1] - rise].copy()
        total += ways
    return tuple(tuple(int(one) for one in np.trim_zeros(line, "b") // len(symmetries)) for line in total)


class Layer(NamedTuple):
    """The groups of a layer, `masks`, in order; `numbers`: theirs in the tier; `places`: of each group of the tier its
    place in its own layer. Both are empty where the tier is one layer. `marks` and `before` are those of the tier.
    `above_`: the few to move in the layers above, one after the other, that of a rise by n from `first[n]`."""

    masks: Words
    numbers: Numbers
    places: Numbers
    marks: Words
    before: Numbers
    first: Numbers
    above_m: Words
    above_f: Words


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
def rise(heights: Numbers, masks: Words, found: Numbers, low: int, high: int) -> None:
    """The layer of each group."""
    for at in range(low, high):
        left = masks[at]
        while left:
            found[at] += heights[lowest_bit(left)]
            left &= left - ONE


@compiled
def place(layer: Layer, number: int) -> int:
    """Where the group of that number stands in its layer."""
    return layer.places[number] if layer.places.size else number


@compiled
def numbered(layer: Layer, at: int) -> int:
    """The number in the tier of the group that stands there in its layer."""
    return layer.numbers[at] if layer.numbers.size else at
