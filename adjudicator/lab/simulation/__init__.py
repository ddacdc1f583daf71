"""Many games between bots: played from a seed, counted, and told with their 95% intervals.

Each game has a seed of its own, so that the result is the same however many processes play, by compiled code or on a
cluster of Dask (it takes the extra `cluster`, and Postfox on its workers), and whether or not they were interrupted;
who sits where goes round. Counts are kept for the next time, whichever played."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from math import prod
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import platformdirs

from adjudicator import games
from adjudicator.core import GameError, bots
from adjudicator.core.codec import canonical
from adjudicator.dice import child
from adjudicator.lab import bulk
from adjudicator.lab.simulation import tally
from adjudicator.lab.simulation.tally import Plan, Tally, play
from printables.core import OptionError, UserError, files
from printables.core.progress import processors as processors, shared

MOST_GAMES = 10_000_000
MOST_SETTINGS = 200
Progress = Callable[[int, int], None]  # games played, games in all


class Result(NamedTuple):
    """What came of a plan."""

    plan: Plan
    tally: Tally

    def to_json(self) -> dict[str, object]:
        """As data."""
        counted, players = self.tally, self.plan.players

        def share(times: int) -> dict[str, object]:
            low, high = counted.share(times).interval
            return {"count": times, "share": counted.share(times).part, "low": round(low, 6), "high": round(high, 6)}

        return {
            **self.plan.to_json(), "games": counted.games,
            "wins": [{"player": name, **share(counted.wins[n])} for n, name in enumerate(players)],
            "seats": [share(counted.seats[seat]) for seat in range(len(players))],
            "first": share(counted.first), "nobody": share(counted.nobody), "ends": dict(by_count(counted.ends)),
            "actions": dict(zip(("fewest", "mean", "most"), counted.actions, strict=True)),
            "lengths": {str(length): times for length, times in sorted(counted.lengths.items())},
            "scores": [counted.mean(n) for n in range(len(players))] if counted.scores else [],
            "happened": dict(by_count(counted.happened)),
        }  # fmt: skip


def quiet(done: int, whole: int) -> None:
    """Progress that nobody hears of."""


def simulate(
    plan: Plan, count: int, workers: int = 1, progress: Progress = quiet, *, kept: bool = True, cluster: str = ""
) -> Result:
    """Play so many games of a plan, on so many processes. Raises GameError, MatchError for what cannot be. `cluster`:
    the address of a scheduler of Dask, whose workers play instead; OptionError for one that is not there. `kept`: games
    that were played before are not played again, nor those of a run that was interrupted."""
    check(plan, count)
    store = Store(plan) if kept else None
    counted = store.read(count) if store else Tally()
    try:
        for part in played(plan, counted.games, count, workers, cluster):
            counted.add(part)
            progress(counted.games, count)
    finally:
        if store:
            store.write(counted)
    return Result(plan, counted)


def check(plan: Plan, count: int) -> None:
    """Raises GameError, MatchError for what cannot be played."""
    games.find(plan.game).check_seats(len(plan.players))
    for name in plan.players:
        bots.parts(name, "--players")
    if not 1 <= count <= MOST_GAMES:
        raise GameError(f"{count} games cannot be played", f"take 1 to {MOST_GAMES:,}")


def compiling(plan: Plan, count: int, *, kept: bool = True) -> bool:
    """Whether so many games are played by code that has to be compiled first. Raises as `check`."""
    check(plan, count)
    left = count - (Store(plan).read(count).games if kept else 0)
    return left > 0 and by_compiled(plan, left) and not bulk.ready(plan.game)


def by_count(counts: Counter[str]) -> list[tuple[str, int]]:
    """What there was most of first."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def settings(options: Sequence[str], vary: Sequence[str]) -> Iterator[list[str]]:
    """Options as typed, "name=value", with every choice of the varied ones. Raises OptionError."""
    choices: dict[str, list[str]] = {}
    for text in vary:
        name, equals, values = text.partition("=")
        name, given = name.strip(), [value.strip() for value in values.split(",")]
        if not name or not equals or not all(given):
            raise OptionError(f"{text!r} varies nothing", "for example --vary distance=steps,hunt", "--vary")
        if name in choices:
            raise OptionError(f"{name!r} is varied twice", "name all its values at once", "--vary")
        choices[name] = [f"{name}={value}" for value in dict.fromkeys(given)]
    if (number := prod(map(len, choices.values()))) > MOST_SETTINGS:
        raise OptionError(f"these are {number:,} settings", f"vary fewer: at most {MOST_SETTINGS}", "--vary")
    for chosen in product(*choices.values()):
        yield [*options, *chosen]


PART = 10  # games that a process plays before it tells what came of them
BULK = 2_000  # the same of compiled code
# From so many games on, with such a player among them, compiled code is quicker, though it has to be loaded first.
FEW = {"random": 5_000, "careful": 200}
LOADED = {"random": 400, "careful": 5}  # the same where it lies in the cache
MOST_BYTES = 1_000_000  # equivalent: what is kept is far smaller
Part = tuple[int, int]  # games by number, from the first to the last, without it


def played(plan: Plan, first: int, last: int, workers: int, cluster: str = "") -> Iterator[Tally]:
    """What came of games `first` to `last` (without it), in parts, in order: by compiled code on threads where that is
    worth while for so many, else on processes, or on a `cluster` at that address. Raises OptionError for a cluster."""
    compiled = by_compiled(plan, last - first)
    size = BULK if compiled else PART
    parts = [(start, min(start + size, last)) for start in range(first, last, size)]
    count = partial(_compiled if compiled else counted, plan)
    if cluster:
        yield from _elsewhere(cluster, count, parts)
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
            _compiled(plan, (0, 1))  # equivalent: any few games will do

    # An interrupt within the compiler would come out as a fault of it.
    thread = Thread(target=make, daemon=True)
    thread.start()
    thread.join()


def _compiled(plan: Plan, part: Part) -> Tally:
    """The same as `counted` by compiled code, where there is any on this machine."""
    player = bulk.player(plan.game, plan.options, plan.players)
    if player is None:
        return counted(plan, part)
    bots = [bulk.BOTS.index(name) for name in plan.players]
    return tallied(player(plan.options, bots, plan.key, *part), part[0], len(bots))


def counted(plan: Plan, part: Part) -> Tally:
    """What came of the games of a part, by number."""
    game, made, key = games.find(plan.game), Tally(), plan.key
    for number in range(*part):
        made.count(number, play(game, plan.options, plan.seated(number), child(key, number)), len(plan.players))
    return made


class Store:
    """The counts of a plan's first games in the user's cache; what cannot be read, or other code made, is not there."""

    def __init__(self, plan: Plan) -> None:
        self.plan = canonical(plan.to_json())
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


AT_ONCE = 1_000  # equivalent: parts that wait at the scheduler, of which only memory tells
ANSWERS_WITHIN = "15s"
RETRIES = 5  # of a part whose worker was lost


def _elsewhere(address: str, count: Callable[[Part], Tally], parts: Sequence[Part]) -> Iterator[Tally]:
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


def tallied(rows: bulk.Rows, first: int, players: int) -> Tally:
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
    ended = rows.reason != rows.reasons.index(bulk.ENDLESS)
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
