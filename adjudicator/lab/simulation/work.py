"""The work of a simulation: games in parts, on several processes, by compiled code, or on a cluster of Dask.

Counts are kept for the next time, whichever played. A cluster takes the extra `cluster`, and Postfox on its workers."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import platformdirs

from adjudicator import games
from adjudicator.core.codec import Json, canonical
from adjudicator.dice import child
from adjudicator.lab import bulk
from adjudicator.lab.bulk import ENDLESS, Rows
from adjudicator.lab.simulation import tally
from adjudicator.lab.simulation.tally import Plan, Tally, play
from printables.core import OptionError, UserError, files
from printables.core.progress import processors as processors, shared

PART = 10  # games that a process plays before it tells what came of them
BULK = 2_000  # the same of compiled code
# From so many games on, with such a player among them, compiled code is quicker, though it has to be loaded first.
FEW = {"random": 5_000, "careful": 200}
LOADED = {"random": 400, "careful": 5}  # the same where it lies in the cache
MOST_BYTES = 1_000_000


def played(plan: Plan, first: int, last: int, workers: int, cluster: str = "") -> Iterator[Tally]:
    """What came of games `first` to `last` (without it), in parts, in order: by compiled code on threads where that is
    worth while for so many, else on processes, or on a `cluster` at that address. Raises OptionError for a cluster."""
    compiled = by_compiled(plan, last - first)
    size = BULK if compiled else PART
    parts = [(start, min(start + size, last)) for start in range(first, last, size)]
    count = partial(_compiled if compiled else counted, plan)
    if cluster:
        yield from played_elsewhere(cluster, count, parts)
    elif compiled:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(count, parts)
    else:
        yield from shared(count, parts, workers)


def by_compiled(plan: Plan, count: int) -> bool:
    """Whether compiled code plays so many games."""
    few, loaded = (min((least.get(name, 0) for name in plan.players), default=0) for least in (FEW, LOADED))
    many = count >= few or (count >= loaded and bulk.ready(plan.game))  # before it is compiled by being imported
    return many and bulk.player(plan.game, plan.options, plan.players) is not None


def compile_for(plan: Plan) -> None:
    """Has compiled code of a plan's games made, and kept: it plays one of them."""

    def make() -> None:
        with suppress(Exception):  # what fails here fails again where the games are played
            _compiled(plan, (0, 1))

    # An interrupt within the compiler would come out as a fault of it.
    thread = Thread(target=make, daemon=True)
    thread.start()
    thread.join()


def _compiled(plan: Plan, part: tuple[int, int]) -> Tally:
    """The same as `counted` by compiled code, where there is any on this machine."""
    player = bulk.player(plan.game, plan.options, plan.players)
    if player is None:
        return counted(plan, part)
    bots = [bulk.BOTS.index(name) for name in plan.players]
    return tallied(player(plan.options, bots, plan.key, *part), part[0], len(bots))


def counted(plan: Plan, part: tuple[int, int]) -> Tally:
    """What came of the games of a part, by number."""
    game, made, key = games.find(plan.game), Tally(), plan.key
    for number in range(*part):
        made.count(number, play(game, plan.options, plan.seated(number), child(key, number)), len(plan.players))
    return made


class Store:
    """The counts of a plan's first games in the user's cache; what cannot be read, or other code made, is not there."""

    def __init__(self, plan: Json) -> None:
        self.plan = canonical(plan)
        name = sha256(f"{_code()} {self.plan}".encode()).hexdigest()[:32]
        self.path = Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / "simulations" / f"{name}.json"
        self._there = 0

    def read(self, most: int) -> Tally:
        """What was counted of the first games, not more than `most`; else none."""
        try:
            data = json.loads(files.read(self.path, MOST_BYTES))
            found = tally.read(data["tally"]) if data["plan"] == self.plan else Tally()
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return Tally()
        self._there = found.games
        return found if found.games <= most else Tally()

    def write(self, counted: Tally) -> None:
        """Keep these counts, unless those of more games are kept."""
        if counted.games > self._there:
            told = {"plan": self.plan, "tally": counted.to_json()}
            with suppress(UserError):
                files.save(self.path, json.dumps(told, sort_keys=True).encode())


@cache
def _code() -> str:
    """Which code plays: the version, and what its modules and what they have learnt say."""
    root, made = Path(__file__).parents[2], sha256(version("postfox").encode())
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.json"))):
        made.update(path.read_bytes())
    return made.hexdigest()


AT_ONCE = 1_000  # parts that wait at the scheduler
ANSWERS_WITHIN = "15s"
RETRIES = 5  # of a part whose worker was lost

Part = TypeVar("Part")
Counted = TypeVar("Counted")


def played_elsewhere(address: str, count: Callable[[Part], Counted], parts: Sequence[Part]) -> Iterator[Counted]:
    """What comes of each part, in order; a part whose worker is lost goes to another. Raises OptionError."""
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("a cluster needs a package more", "`pip install 'postfox[cluster]'`", "--cluster") from None
    try:
        client = Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        hint = "start one with `dask scheduler`, then name it: --cluster tcp://host:8786"
        raise OptionError(f"no scheduler of Dask answers at {address!r}", hint, "--cluster") from None
    with client:
        for start in range(0, len(parts), AT_ONCE):
            for future in client.map(count, parts[start : start + AT_ONCE], pure=False, retries=RETRIES):
                yield future.result()


def tallied(rows: Rows, first: int, players: int) -> Tally:
    """The counts of rows, the first of which is the game of that number; in seat s sat player (s + number)."""
    import numpy as np

    numbers, (games, seats) = first + np.arange(len(rows.reason)), np.nonzero(rows.won)
    made = Tally(
        games=len(rows.reason),
        wins=_counts(np, (seats + numbers[games]) % players),
        seats=_counts(np, seats),
        first=int((seats == rows.first[games]).sum()),
        nobody=int((~rows.won.any(axis=1)).sum()),
        ends=Counter({rows.reasons[number]: times for number, times in _counts(np, rows.reason).items()}),
        lengths=_counts(np, rows.actions),
        happened=_bits(np, rows.happened, rows.kinds),
        places=_bits(np, rows.where, rows.places),
    )
    ended = rows.reason != rows.reasons.index(ENDLESS)
    for seat in range(rows.scores.shape[1]):
        for player in range(players):
            if counts := _counts(np, rows.scores[ended & ((seat + numbers) % players == player), seat]):
                made.scores.setdefault(player, Counter()).update(counts)
    return made


def _counts(np: Any, values: Any) -> Counter[int]:
    found, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))


def _bits(np: Any, words: Any, names: Sequence[str]) -> Counter[str]:
    """In how many rows the bit of each name is set."""
    counts = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little").sum(axis=0)
    return Counter({name: times for name, times in zip(names, counts.tolist(), strict=False) if times})
