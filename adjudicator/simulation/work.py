"""The work of a simulation: games in parts, on several processes; what was counted is kept for the next time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from adjudicator import games
from adjudicator.canonical import canonical
from adjudicator.simulation import tally
from adjudicator.simulation.game import Plan, play
from adjudicator.simulation.tally import Tally
from printables import files
from printables.printing.workers import processors as processors
from printables.printing.workers import shared

PART = 10  # games that a process plays before it tells what came of them
MOST_BYTES = 1_000_000


def played(plan: Plan, first: int, last: int, workers: int) -> Iterator[Tally]:
    """What came of games `first` to `last` (without it), in parts, one after the other."""
    parts = [(start, min(start + PART, last)) for start in range(first, last, PART)]
    yield from shared(partial(counted, plan), parts, workers)


def counted(plan: Plan, part: tuple[int, int]) -> Tally:
    """What came of the games of a part, by number: in seat s sits player (s + number) of those given."""
    game, made, players = games.find(plan.game), Tally(), plan.players
    for number in range(*part):
        seats = [players[(seat + number) % len(players)] for seat in range(len(players))]
        made.count(number, play(game, plan.options, seats, f"{plan.seed} {number}"), len(players))
    return made


class Store:
    """The counts of one plan in the user's cache: of its first games, as many as were played.

    It is a cache: what cannot be read or written is played again, and what other code played is not found.
    """

    def __init__(self, plan: Mapping[str, Any]) -> None:
        import platformdirs

        self.plan = canonical(plan)
        name = sha256(f"{_code()} {self.plan}".encode()).hexdigest()[:32]
        self.path = Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / "simulations" / f"{name}.json"
        self._there = 0

    def read(self, most: int) -> Tally:
        """What was counted of the first games, not more than `most`; else none."""
        try:
            data = json.loads(files.read(self.path, MOST_BYTES))
            found = tally.read(data["tally"]) if data["plan"] == self.plan else Tally()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return Tally()
        self._there = found.games
        return found if found.games <= most else Tally()

    def write(self, counted: Tally) -> None:
        """Keep these counts, unless those of more games are kept."""
        if counted.games <= self._there:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.save(self.path, json.dumps({"plan": self.plan, "tally": counted.to_json()}).encode())
        except OSError:
            return


@cache
def _code() -> str:
    """Which code plays: the version, and what its modules and the texts of games say."""
    root, made = Path(__file__).parents[1], sha256(version("postfox").encode())
    for path in sorted(root.rglob("*.py")):
        made.update(path.read_bytes())
    return made.hexdigest()
