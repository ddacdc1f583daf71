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
from adjudicator.core.canonical import canonical
from adjudicator.dice import child
from adjudicator.lab import bulk
from adjudicator.lab.simulation import tally
from adjudicator.lab.simulation.game import Plan, play
from adjudicator.lab.simulation.tally import Tally
from printables.core import files
from printables.core.workers import processors as processors
from printables.core.workers import shared

PART = 10  # games that a process plays before it tells what came of them
BULK = 2_000  # the same of compiled code
# From so many games on, with such a player among them, compiled code is quicker, though it has to be loaded first.
FEW = {"random": 5_000, "careful": 200}
MOST_BYTES = 1_000_000


def played(plan: Plan, first: int, last: int, workers: int, cluster: str = "") -> Iterator[Tally]:
    """What came of games `first` to `last` (without it), in parts, one after the other.

    By compiled code where there is any that plays such games, and so many that it is worth while; on threads then, else
    on processes, or on a `cluster` at that address. Raises OptionError for a cluster.
    """
    many = last - first >= min((FEW.get(name, 0) for name in plan.players), default=0)
    compiled = many and bulk.player(plan.game, plan.options, plan.players) is not None
    size = BULK if compiled else PART
    parts = [(start, min(start + size, last)) for start in range(first, last, size)]
    count = partial(_compiled if compiled else counted, plan)
    if cluster:
        from adjudicator.lab.simulation import cluster as elsewhere

        yield from elsewhere.played(cluster, count, parts)
    elif compiled:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(count, parts)
    else:
        yield from shared(count, parts, workers)


def _compiled(plan: Plan, part: tuple[int, int]) -> Tally:
    """The same as `counted` by compiled code, where there is any on this machine."""
    from adjudicator.lab.simulation.rows import tallied

    player = bulk.player(plan.game, plan.options, plan.players)
    if player is None:
        return counted(plan, part)
    bots = [bulk.BOTS.index(name) for name in plan.players]
    return tallied(player(plan.options, bots, plan.key, *part), part[0], len(bots))


def counted(plan: Plan, part: tuple[int, int]) -> Tally:
    """What came of the games of a part, by number."""
    game, made, key = games.find(plan.game), Tally(), plan.key
    for number in range(*part):
        ended = play(game, plan.options, plan.seated(number), child(key, number))
        made.count(number, ended, len(plan.players))
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
    """Which code plays: the version, and what its modules and what they have learnt say."""
    root, made = Path(__file__).parents[2], sha256(version("postfox").encode())
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.json"))):
        made.update(path.read_bytes())
    return made.hexdigest()
