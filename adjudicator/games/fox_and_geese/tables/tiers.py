"""Tiers decided one by one, on all processors, each kept in a file, and till then its layers: none is decided twice."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import comb
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from adjudicator.games.fox_and_geese.tables import files, groups as grouping, opening, rounds
from adjudicator.games.fox_and_geese.tables.ground import Ground, Lower, Tier, bytes_of, ground, kept_bytes, tier
from adjudicator.games.fox_and_geese.tables.groups import PART, Groups, Layer, Run, turned
from adjudicator.games.fox_and_geese.tables.told import Told

PARTS = 8  # equivalent: of a slice, for each processor, for speed alone
SLICES = 16  # equivalent: of a round, for speed alone
Heard: TypeAlias = Callable[[int, int, int], None]
Planes: TypeAlias = tuple[Any, Any]


class Plan(NamedTuple):
    """A tier to be decided: pieces, positions, and the memory that it takes at most, in bytes."""

    many: int
    few: int
    positions: int
    memory: int


class Done(NamedTuple):
    """A tier decided: its rounds, and how many positions of the few and of the many to move have which value."""

    many: int
    few: int
    rounds: int
    counts: files.Counts


class Deciding:
    """The tiers of one hunt in one folder. `plies`: with the number of deeds to the end or to a capture."""

    def __init__(self, told: Told, folder: Path, *, plies: bool) -> None:
        self.told, self.folder, self.plies = told, folder, plies
        self._heights = (0,) * len(told.points) if plies else grouping.heights(told.steps[0])  # rounds are plies
        self._rise = max(self._heights[end] - self._heights[p] for p, ends in enumerate(told.steps[0]) for end in ends)
        self._ground: Ground = ground(told, self._heights, turned(len(told.points), told.symmetries))
        self._groups: dict[int, Groups] = {}

    def path(self, many: int, few: int) -> Path:
        return files.path(self.folder, self.told.key, many, few)

    def plan(self, most: int) -> list[Plan]:
        """The tiers up to so many of the many; what is there already is left out."""
        return [self._plan(many, few) for many, few in self.told.tiers(most) if not self.path(many, few).is_file()]

    def _plan(self, many: int, few: int) -> Plan:
        points = len(self.told.points)
        sizes = grouping.expected(points, self.told.symmetries, self._heights)
        whole = {size: sum(sizes[size]) for size in [*self._below(many), many]}
        lower = sum(kept_bytes(points, few, count) for size, count in whole.items() if size < many)
        lone = sum(kept_bytes(points, few - 1, count) for count in whole.values()) if self._lone(few) else 0
        sets = sum(comb(points, size) // 4 for size in whole)  # what it takes to number groups, besides
        largest = max(self._layer_bytes(sizes[many], height, few) for height in range(len(sizes[many])))
        groups = (8 + 2 + (5 if len(sizes[many]) > 1 else 0)) * whole[many]
        memory = largest + lower + lone + sets + groups
        return Plan(many, few, whole[many] * 2 * files.stands(points, few, many), memory)

    def _layer_bytes(self, sizes: tuple[int, ...], height: int, few: int) -> int:
        """How much memory a layer takes, and those above it that a step leads to."""
        points, above = len(self.told.points), sizes[height + 1 : height + 1 + self._rise]
        listed = 8 + 8 + 8 if len(sizes) > 1 else 0
        copies = 2 if len(above) > 1 else 1
        return (
            bytes_of(points, few, sizes[height], plies=self.plies)
            + listed * sizes[height]
            + sum(kept_bytes(points, few, copies * size) for size in above)
        )

    def _below(self, many: int) -> list[int]:
        """The numbers of the many to which a deed can lead."""
        if not self.told.captures:
            return []
        return [size for size in range(self.told.fewest, many) if self.told.chain or size == many - 1]

    def _lone(self, few: int) -> bool:
        """Whether tiers with one of the few less are needed."""
        return self.told.duty == "huff" and few - 1 > self.told.wins[0].left

    def decide(self, most: int, told: Heard) -> Iterator[Done]:
        """Decides what is missing up to so many of the many. `told` hears how many positions of a tier are decided."""
        for many, few in self.told.tiers(most):
            if not self.path(many, few).is_file():
                yield self._decide(many, few, told)

    def _decide(self, many: int, few: int, told: Heard) -> Done:
        with ThreadPoolExecutor(os.cpu_count()) as pool:

            def run(work: Callable[[int, int], object], count: int) -> None:
                parts = PARTS * (os.cpu_count() or 1)  # equivalent: for speed alone
                wide = -(-count // parts // PART) * PART or PART
                list(pool.map(lambda low: work(low, min(low + wide, count)), range(0, count, wide)))

            groups = self._grouped(many, run)
            lower = self._lower(many, few, run)
            of = np.zeros(groups.masks.size, np.int16)
            run(partial(grouping.rise, self._ground.heights, groups.masks, of), of.size)
            number, plies = self._layers(many, few, groups, of, lower, run, lambda known: told(many, few, known))
            counts = files.write(self.path(many, few), self.told, many, few, groups.masks, of, plies, run)
        if not self.told.chain:  # equivalent: what is not kept is grouped again
            for size in [size for size in self._groups if size < many]:
                del self._groups[size]
        return Done(many, few, number, counts)

    def _layers(
        self, many: int, few: int, groups: Groups, of: Any, lower: Lower, run: Run, told: Callable[[int], None]
    ) -> tuple[int, list[Any]]:
        """Decides the layers that are not there, from the highest down: how many rounds all took, and the plies."""
        points, path = len(self.told.points), self.path(many, few)
        sizes = dict(enumerate(np.bincount(of).tolist()))
        places = _places(of, len(sizes))
        planes: dict[int, Planes] = {}
        spent, known, plies = 0, 0, [np.zeros(0)]
        for height in sorted((height for height, size in sizes.items() if size), reverse=True):
            file = files.layer(path, height)
            kept = files.kept(file, sizes[height] * files.whole(points, few))
            if kept and not self.plies:
                spent, known = spent + kept[0], known + sum(kept[2:4]) + sum(kept[5:7])
                continue
            above = [one for one in range(height + 1, height + 1 + self._rise) if sizes.get(one)]
            planes = {
                one: planes.get(one) or files.layer_planes(files.layer(path, one), sizes[one], points, few, run)
                for one in above
            }
            first = np.zeros(self._rise + 1, np.int64)
            for one in above:
                first[one - height + 1 :] += sizes[one]
            numbers = np.flatnonzero(of == height).astype(np.int32) if places.size else places
            masks = groups.masks[numbers] if places.size else groups.masks
            joined = _joined([planes[one] for one in above], points if few > 1 else 1)
            layer = Layer(masks, numbers, places, groups.marks, groups.before, first, *joined)
            made = tier(points, few, masks.size, plies=self.plies, above=bool(above))
            number, new = self._rounds(layer, lower, made, run, told, known)
            files.keep(file, made, many, masks, points, number, run)
            spent, known = spent + number, known + new
            planes[height], plies = (made.few_m, made.few_f), [made.few_plies, made.many_plies]
            del layer, joined, made  # before the next ones take room
        return spent, plies

    def _grouped(self, size: int, run: Run) -> Groups:
        if size not in self._groups:
            self._groups[size] = grouping.groups(self._ground.turned, size, run)
        return self._groups[size]

    def _rounds(
        self, layer: Layer, lower: Lower, made: Tier, run: Run, told: Callable[[int], None], before: int
    ) -> tuple[int, int]:
        """Rounds until nothing new is found: how many there were, and how many positions are decided, of a tier of
        which so many were `before`."""
        rules, size = self._ground, layer.masks.size
        run(partial(opening.open_, rules, lower, layer.masks, made), size)
        number, known = 0, 0
        # Without plies what is found in one slice is at hand for the next, so that fewer rounds are needed.
        wide = size if self.plies else -(-size // SLICES // PART) * PART or PART
        while True:
            number += 1
            found = np.zeros(size // PART + 1, np.int64)
            for start in range(0, size, wide):
                stop = min(start + wide, size)
                _run(run, partial(rounds.few_move, rules, lower, layer, made), start, stop)
                _run(run, partial(rounds.many_move, rules, layer, made, number, found), start, stop)
                _run(run, partial(opening.settle, rules, layer, made, number, found), start, stop)
            new = int(found.sum())
            if not new:
                return number, known
            known += new
            told(before + known)

    def _lower(self, many: int, few: int, run: Run) -> Lower:
        """What the tier's captures lead to, from the files of the smaller ones."""
        points, sizes = len(self.told.points), self._below(many)
        first, values = np.zeros(points + 1, np.int64), np.zeros(points + 1, np.int64)
        words = offset = 0
        kept: list[Groups] = []
        for size in sizes:
            one = self._grouped(size, run)
            first[size], values[size] = words, offset
            words, offset = words + one.marks.size, offset + one.masks.size
            kept.append(one)
        values[many] = offset
        marks = [np.zeros(0, np.uint64), *(one.marks for one in kept)]
        before = [np.zeros(0, np.int64), *(one.before for one in kept)]
        planes = [self._planes(size, few, run) for size in sizes]
        lone = [self._planes(size, few - 1, run) for size in (*sizes, many)] if self._lone(few) else []
        won, of = few - 1 <= self.told.wins[0].left, (np.concatenate(marks), np.concatenate(before))
        joined = *_joined(planes, points if few > 1 else 1), *_joined(lone, 1)
        return Lower(self.told.fewest, won, *of, first, values, *joined)

    def _planes(self, many: int, few: int, run: Run) -> Planes:
        return files.planes(self.path(many, few), run)


def _run(run: Run, work: Callable[[int, int], object], start: int, stop: int) -> None:
    run(lambda low, high: work(start + low, start + high), stop - start)


def _places(of: Any, layers: int) -> Any:
    """Of each group its place in its layer; empty where there is only one."""
    places = np.zeros(of.size if layers > 1 else 0, np.int32)
    for height in range(layers if layers > 1 else 0):
        numbers = of == height
        places[numbers] = np.arange(np.count_nonzero(numbers), dtype=np.int32)
    return places


def _joined(planes: list[Planes], rows: int) -> Planes:
    """The planes of several tiers or layers one after the other."""
    if len(planes) == 1:
        return planes[0]
    empty = np.zeros((0, rows), np.uint64)
    return np.concatenate([empty, *(one for one, _ in planes)]), np.concatenate([empty, *(two for _, two in planes)])
