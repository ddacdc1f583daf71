"""Tiers decided one after the other, on all processors, each kept in a file: one that is there already is not decided
again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from adjudicator.games.fox_and_geese.tables import files, opening, packing, rounds
from adjudicator.games.fox_and_geese.tables import groups as grouping
from adjudicator.games.fox_and_geese.tables.ground import Ground, Lower, Tier, bytes_of, ground, kept_bytes, tier
from adjudicator.games.fox_and_geese.tables.groups import PART, Groups, Run, Turned, turned
from adjudicator.games.fox_and_geese.tables.told import Told

PARTS = 8  # of a round, for each processor
Heard: TypeAlias = Callable[[int, int, int], None]


class Plan(NamedTuple):
    """A tier to be decided: pieces, groups and positions, and the memory that it takes at most, in bytes."""

    many: int
    few: int
    groups: int
    positions: int
    memory: int


class Done(NamedTuple):
    """A tier decided: how many rounds it took, and how many positions of the few and of the many to move have which
    value.
    """

    many: int
    few: int
    rounds: int
    counts: files.Counts


class Deciding:
    """The tiers of one hunt in one folder. `plies`: with the number of deeds to the end or to a capture."""

    def __init__(self, told: Told, folder: Path, *, plies: bool) -> None:
        self.told, self.folder, self.plies = told, folder, plies
        self._ground: Ground = ground(told)
        self._turned: Turned = turned(len(told.points), told.symmetries)
        self._groups: dict[int, Groups] = {}

    def path(self, many: int, few: int) -> Path:
        return files.path(self.folder, self.told.key, many, few)

    def plan(self, most: int) -> list[Plan]:
        """The tiers up to so many of the many; what is there already is left out."""
        return [self._plan(many, few) for many, few in self.told.tiers(most) if not self.path(many, few).is_file()]

    def _plan(self, many: int, few: int) -> Plan:
        points = len(self.told.points)
        whole = {size: grouping.expected(points, size, self.told.symmetries) for size in [*self._below(many), many]}
        lower = sum(kept_bytes(points, few, count) for size, count in whole.items() if size < many)
        lone = sum(kept_bytes(points, few - 1, count) for count in whole.values()) if self._lone(few) else 0
        sets = sum(grouping.index_bytes(points, size) for size in whole)
        memory = (
            bytes_of(points, few, whole[many], plies=self.plies)
            + packing.width(points, few) * whole[many] // 4
            + lower
            + lone
            + sets
            + 8 * whole[many]
        )
        return Plan(many, few, whole[many], whole[many] * 2 * packing.stands(points, few, many), memory)

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
                parts = PARTS * (os.cpu_count() or 1)
                wide = -(-count // parts // PART) * PART or PART
                list(pool.map(lambda low: work(low, min(low + wide, count)), range(0, count, wide)))

            groups = self._grouped(many, run)
            lower = self._lower(many, few, run)
            made = tier(len(self.told.points), few, groups.masks.size, plies=self.plies)
            number = self._rounds(groups, lower, made, run, lambda known: told(many, few, known))
            counts = files.write(self.path(many, few), self.told, many, groups.masks, made, self._ground, run)
        for size in [size for size in self._groups if size < many and not self.told.chain]:
            del self._groups[size]
        return Done(many, few, number, counts)

    def _grouped(self, size: int, run: Run) -> Groups:
        if size not in self._groups:
            self._groups[size] = grouping.groups(self._turned, size, run)
        return self._groups[size]

    def _rounds(self, groups: Groups, lower: Lower, made: Tier, run: Run, told: Callable[[int], None]) -> int:
        """Rounds until nothing new is found."""
        rules, by, masks = self._ground, self._turned, groups.masks
        run(partial(opening.open_, rules, by, lower, masks, made), masks.size)
        number, known = 0, 0
        while True:
            number += 1
            found = np.zeros(masks.size // PART + 1, np.int64)
            run(partial(rounds.few_move, rules, by, lower, masks, made), masks.size)
            run(partial(rounds.many_move, rules, by, groups, made, number, found), masks.size)
            run(partial(rounds.settle, rules, by, groups, made, number, found), masks.size)
            new = int(found.sum())
            if not new:
                return number
            known += new
            told(known)

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
        return Lower(
            self.told.fewest,
            few - 1 <= self.told.wins[0].left,
            np.concatenate(marks),
            np.concatenate(before),
            first,
            values,
            *_joined(planes, points if few > 1 else 1),
            *_joined(lone, 1),
        )

    def _planes(self, many: int, few: int, run: Run) -> tuple[Any, Any]:
        return files.planes(self.path(many, few), run)


def _joined(planes: list[tuple[Any, Any]], rows: int) -> tuple[Any, Any]:
    """The planes of several tiers one after the other."""
    if len(planes) == 1:
        return planes[0]
    empty = np.zeros((0, rows), np.uint64)
    return np.concatenate([empty, *(one for one, _ in planes)]), np.concatenate([empty, *(two for _, two in planes)])
