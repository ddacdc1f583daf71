"""The board as the rules need it: what lies where, where a step may lead, and how far it is; looked up, not counted.

Everything comes from the printed board, so that the arrow on the paper is the arrow obeyed here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache, partial

from printables.boards import snakes_and_foxes as printed
from printables.boards.snakes_and_foxes import HUB, RIM, RINGS, SPOKES
from printables.scene.geometry import Board

SPACES: tuple[str, ...] = (HUB, *(f"{ring}{spoke}" for ring in RINGS for spoke in range(1, SPOKES + 1)))
ORDER: Mapping[str, int] = {space: number for number, space in enumerate(SPACES)}
RING: Mapping[str, int] = {space: 0 if space == HUB else RINGS.index(space[0]) + 1 for space in SPACES}
SPOKE: Mapping[str, int] = {space: 0 if space == HUB else int(space[1:]) for space in SPACES}
RIM_SPACES = frozenset(space for space in SPACES if space[0] == RIM)


def ranked(spaces: Iterable[str]) -> tuple[str, ...]:
    """Spaces in the order of the board, as positions keep them."""
    return tuple(sorted(spaces, key=ORDER.__getitem__))


@cache
def board(first_ring: str) -> Board:
    """The printed board whose ring a has that colour."""
    return printed.board(printed.Options.model_validate({"first_ring": first_ring}))


def _direction(a: str, b: str) -> int:
    """Ruling 11's last resort: inward, outward, clockwise, counter-clockwise; out of the hub by number of spoke."""
    if a == HUB:
        return SPOKE[b]
    if RING[b] != RING[a]:
        return 0 if RING[b] < RING[a] else 1
    return 2 if (SPOKE[b] - SPOKE[a]) % SPOKES == 1 else 3


@cache
def steps(first_ring: str) -> Mapping[str, tuple[str, ...]]:
    """Where a step along the arrows leads: inward, outward, clockwise, counter-clockwise; from the hub by spoke."""
    return {a: tuple(sorted(ends, key=partial(_direction, a))) for a, ends in board(first_ring).steps.items()}


def _spread(target: str, into: Mapping[str, tuple[str, ...]]) -> Mapping[str, int]:
    far = {target: 0}
    waiting = deque([target])
    while waiting:
        here = waiting.popleft()
        for space in into[here]:
            if space not in far:
                far[space] = far[here] + 1
                waiting.append(space)
    return far


@cache
def distances(target: str) -> Mapping[str, int]:
    """Steps from every space to `target` along rings and spokes whatever the arrows say (ruling 8)."""
    return _spread(target, board("red").links)


@cache
def away_distances(first_ring: str, start: str) -> Mapping[str, int]:
    """Steps along the arrows from `start` to every space (ruling 13)."""
    return _spread(start, steps(first_ring))


@cache
def hunt_distances(first_ring: str, target: str) -> Mapping[str, int]:
    """Steps that a hunter on an empty board needs from every space to `target`, along the arrows."""
    into: dict[str, list[str]] = {space: [] for space in SPACES}
    for a, ends in steps(first_ring).items():
        for b in ends:
            into[b].append(a)
    return _spread(target, {space: tuple(starts) for space, starts in into.items()})
