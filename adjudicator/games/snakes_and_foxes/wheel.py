"""The board as the rules need it: what lies where, where a step may lead, how far it is, and what hunters do.

Everything comes from the printed board, so that the arrow on the paper is the arrow obeyed here.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import NamedTuple

from printables.boards import snakes_and_foxes as printed
from printables.boards.snakes_and_foxes import HUB, RIM, RINGS, SPOKES
from printables.scene.components import Board

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


def precedence(place: str, hunted: str) -> int:
    """Of hunters equally far from a token on `hunted`, the lowest goes first, equals by lot (ruling 9)."""
    if hunted == HUB or SPOKE[place] == SPOKE[hunted]:
        return 0
    if RING[place] == RING[hunted]:
        return 1
    apart = abs(SPOKE[place] - SPOKE[hunted])
    return 2 + (RING[place] if place == HUB or min(apart, SPOKES - apart) <= SIDE else len(RINGS) + 1)


SIDE = 3  # spokes


class Hunter(NamedTuple):
    """What a hunter on a space does: the lowest `rank` goes first, equals by lot, to the first of `ends` that is free.

    `ends` are groups of equally good spaces, each inward, outward, clockwise, counter-clockwise (rulings 10, 11).
    """

    rank: tuple[int, int]  # how far it is, and which of those as far
    ends: tuple[tuple[str, ...], ...]


class Hunters(dict[str, Hunter]):
    """Of each space the hunter on it, after a token on `hunted`; worked out when first asked for."""

    def __init__(self, first_ring: str, distance: str, hunted: str) -> None:
        self._hunted, self._steps, self._need = hunted, steps(first_ring), hunt_distances(first_ring, hunted)
        measures = {"steps": distances(hunted), "hunt": self._need, "away": away_distances(first_ring, hunted)}
        self._away = measures[distance]

    def __missing__(self, place: str) -> Hunter:
        away, need = self._away, self._need
        closer = [end for end in self._steps[place] if away[end] < away[place]]
        ends = [tuple(end for end in closer if need[end] == left) for left in sorted({need[end] for end in closer})]
        self[place] = found = Hunter((away[place], precedence(place, self._hunted)), tuple(ends))
        return found


# What hunters do by these rules: plain play looks it up, compiled play has it in numbers.
hunters = cache(Hunters)
