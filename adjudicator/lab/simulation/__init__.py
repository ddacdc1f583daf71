"""Many games between bots: played from a seed, counted, and told with their 95% intervals.

Each game has a seed of its own, so that the result is the same however many processes play, and whether or not they
were interrupted; who sits where goes round."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from adjudicator import games
from adjudicator.core import GameError, bots
from adjudicator.lab import bulk
from adjudicator.lab.simulation import work
from adjudicator.lab.simulation.tally import Plan, Tally
from printables.core import OptionError

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
    store = work.Store(plan.to_json()) if kept else None
    counted = store.read(count) if store else Tally()
    try:
        for part in work.played(plan, counted.games, count, workers, cluster):
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
    left = count - (work.Store(plan.to_json()).read(count).games if kept else 0)
    return left > 0 and work.by_compiled(plan, left) and not bulk.ready(plan.game)


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
