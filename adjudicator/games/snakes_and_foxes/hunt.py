"""The snakes and foxes move: who goes first, where to, and whom they eat (source 5; rulings 8 to 12)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Dice, Event
from adjudicator.games.snakes_and_foxes.events import of_token
from adjudicator.games.snakes_and_foxes.state import Chase, Kind, State
from adjudicator.games.snakes_and_foxes.wheel import (
    ORDER,
    RING,
    SPOKE,
    away_distances,
    distances,
    hunt_distances,
    steps,
)
from printables.boards.snakes_and_foxes import HUB, SPOKES

SIDE = 3


def candidates(tied: Sequence[str], at: str) -> list[str]:
    """Of hunters at equal distance from the token at `at`, those among which the die decides (ruling 9)."""
    if at == HUB:
        return list(tied)
    if same_spoke := [place for place in tied if SPOKE[place] == SPOKE[at]]:
        return same_spoke
    if same_ring := [place for place in tied if RING[place] == RING[at]]:
        return same_ring
    if same_side := [place for place in tied if place == HUB or _apart(place, at) <= SIDE]:
        lowest = min(RING[place] for place in same_side)
        return [place for place in same_side if RING[place] == lowest]
    return list(tied)


def _apart(a: str, b: str) -> int:
    """Spokes between two spaces, the shorter way round."""
    apart = abs(SPOKE[a] - SPOKE[b])
    return min(apart, SPOKES - apart)


class Hunt:
    """One throw's hunt for the token to move, which stands on `at`; `tokens` is where those in play stand by now.

    After `run`, `packs` holds the hunters' spaces by kind, `eaten` the tokens stepped on, `events` what happened, and
    `chase` what is left where a player has to choose.
    """

    chase: Chase | None = None

    def __init__(self, state: State, at: str, tokens: Sequence[str | None], dice: Dice | None = None) -> None:
        self._state, self._at, self._tokens, self._dice = state, at, tokens, dice
        self.packs: dict[Kind, list[str]] = {"snake": list(state.snakes), "fox": list(state.foxes)}
        self.eaten: list[int] = []
        self.events: list[Event] = []
        first_ring = state.options.first_ring
        self._taken = {*state.snakes, *state.foxes}
        self._need = hunt_distances(first_ring, at)
        distance = state.options.distance
        self._far = {"steps": distances(at), "hunt": self._need, "away": away_distances(first_ring, at)}[distance]
        self._steps = steps(first_ring)

    def run(self) -> None:
        """Snakes, then foxes, as many as thrown, each one space, nearest first; until a player has to choose (13)."""
        self._pack("snake", self._state.throw.snakes, self.packs["snake"])
        self._foxes()

    def step(self, chase: Chase, place: str, to: str) -> None:
        """The step that a player chose, and the hunt from there on."""
        self._go(chase.kind, place, to)
        waiting = [other for other in chase.waiting if other != place]
        self._pack(chase.kind, chase.left - 1, waiting)
        if chase.kind == "snake":
            self._foxes()

    def _foxes(self) -> None:
        if self.chase is None:
            self._pack("fox", self._state.throw.foxes, self.packs["fox"])

    def choices(self, waiting: Sequence[str]) -> list[tuple[str, str]]:
        """The steps open to the nearest hunters, from each to where; its own space is all that reaches it (5.d.9)."""
        nearest = min(self._far[place] for place in waiting)
        found = []
        for place in sorted((place for place in waiting if self._far[place] == nearest), key=ORDER.__getitem__):
            closer = self._closer(place)
            found += [(place, to) for to in ([self._at] if self._at in closer else closer)]
        return found

    def by_rule(self, chase: Chase) -> tuple[str, str]:
        """The step that rules 9 and 11 choose for a player who does not."""
        ready = [place for place, _ in self.choices(chase.waiting)]
        place = self._next(chase.kind, list(dict.fromkeys(ready)))
        return place, str(self._step(place))

    def _pack(self, kind: Kind, symbols: int, hunters: Sequence[str]) -> None:
        # The order is that of the places when the species begins; a hunter that moved or was skipped is done.
        waiting = sorted(hunters, key=lambda place: (self._far[place], ORDER[place]))
        while symbols and waiting:
            if self._state.options.hunters == "player":
                open_steps = self.choices(waiting)
                if len(open_steps) > 1:
                    self.chase = Chase(at=self._at, kind=kind, left=symbols, waiting=tuple(waiting))
                    return
                place = open_steps[0][0] if open_steps else waiting[0]
            else:
                place = self._next(kind, waiting)
            waiting.remove(place)
            if to := self._step(place):
                self._go(kind, place, to)
                symbols -= 1
            else:
                self.events.append(Event("skipped", piece=kind, places=(place,)))
        if symbols:
            self.events.append(Event("lost-symbols", piece=kind, words={"count": symbols}))

    def _next(self, kind: Kind, waiting: Sequence[str]) -> str:
        nearest = self._far[waiting[0]]
        tied = [place for place in waiting if self._far[place] == nearest]
        if len(tied) > 1:
            tied = candidates(tied, self._at)
        if len(tied) == 1:
            return tied[0]
        assert self._dice is not None  # only `choices` does without
        self.events.append(Event("lot-ahead", piece=kind, places=tuple(tied)))
        value = self._dice.throw(1, len(tied), f"{kind}: which of {' '.join(tied)}")
        self.events[-1] = Event("lot", piece=kind, places=tuple(tied), dice=value)
        return tied[value[0] - 1]

    def _step(self, place: str) -> str | None:
        """Where a hunter goes (rulings 10 and 11); None: nowhere.

        The token's own space is the one that needs no further step, and `min` keeps the first of equals: inward,
        outward, clockwise, counter-clockwise.
        """
        return min(self._closer(place), key=lambda to: (self._need[to], to not in self._tokens), default=None)

    def _closer(self, place: str) -> list[str]:
        return [to for to in self._steps[place] if self._far[to] < self._far[place] and to not in self._taken]

    def _go(self, kind: Kind, place: str, to: str) -> None:
        pack = self.packs[kind]
        pack[pack.index(place)] = to
        self._taken.remove(place)
        self._taken.add(to)
        self.events.append(Event("step", piece=kind, places=(place, to)))
        for number, token in enumerate(self._tokens):
            if token == to:
                self.eaten.append(number)
                self.events.append(of_token("eaten", self._state, number, to, words={"by": kind}))
