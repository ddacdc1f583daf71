"""Many games between bots: who wins, by how much one may be wrong, how long it lasts, how it ends.

Each game has a seed of its own, so that the result is the same however many processes play; who sits where goes round.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from adjudicator import bots, games
from adjudicator.errors import GameError
from adjudicator.opponents.play import Ended, play

MOST_GAMES = 10_000_000
SURE = 1.959964  # standard deviations of a 95% interval
ENDLESS = "endless"  # how a game ended that did not, within MOST_ACTIONS


class Share(NamedTuple):
    """How many of so many games, and the 95% interval of the share (Wilson)."""

    times: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The share's least and most."""
        if not self.games:
            return 0.0, 1.0
        part, square = self.times / self.games, SURE * SURE / self.games
        middle = (part + square / 2) / (1 + square)
        reach = SURE * math.sqrt(part * (1 - part) / self.games + square / (4 * self.games)) / (1 + square)
        return max(0.0, middle - reach), min(1.0, middle + reach)


class Result(NamedTuple):
    """What came of the games. `wins`: of each player in the order given; `first`: of who was first to act."""

    game: str
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: str
    games: int
    wins: tuple[Share, ...]
    first: Share
    nobody: Share
    ends: tuple[tuple[str, int], ...]
    actions: tuple[int, float, int]  # fewest, mean, most
    scores: tuple[float, ...]  # mean of each player, where the game counts points

    def to_json(self) -> dict[str, Any]:
        """As data."""
        return {
            **self._asdict(),
            "wins": [
                {"player": player, **_share(share)} for player, share in zip(self.players, self.wins, strict=True)
            ],
            "first": _share(self.first),
            "nobody": _share(self.nobody),
            "ends": dict(self.ends),
            "actions": dict(zip(("fewest", "mean", "most"), self.actions, strict=True)),
        }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"count": share.times, "share": share.times / share.games, "low": round(low, 6), "high": round(high, 6)}


def simulate(
    slug: str,
    options: Any,
    players: Sequence[str],
    count: int,
    seed: str = "simulate",
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> Result:
    """Play so many games between these bots, on so many processes. Raises GameError, MatchError for what cannot be."""
    game = games.find(slug)
    game.check_seats(len(players))
    for name in players:
        bots.parts(name, "--players")
    if not 1 <= count <= MOST_GAMES:
        raise GameError(f"{count} games cannot be played", f"take 1 to {MOST_GAMES:,}")
    ended = []
    for number, end in enumerate(_played(partial(one, slug, options, tuple(players), seed), count, workers), 1):
        ended.append(end)
        progress(number, count)
    return _result(slug, options, tuple(players), seed, ended)


def one(slug: str, options: Any, players: tuple[str, ...], seed: str, number: int) -> Ended:
    """A game by its number: in seat s sits player (s + number) of those given."""
    seats = [players[(seat + number) % len(players)] for seat in range(len(players))]
    return play(games.find(slug), options, seats, f"{seed} {number}")


def _played(game: Callable[[int], Ended], count: int, workers: int) -> Iterator[Ended]:
    if workers < 2 or count < 2 or sys.platform != "linux":
        yield from map(game, range(count))
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, get_context("fork"), initializer=_unasked) as pool:
        yield from pool.map(game, range(count), chunksize=max(1, min(50, count // (4 * workers))))


def processors() -> int:
    """How many processes are worth while here."""
    return os.cpu_count() or 1


def _unasked() -> None:
    """Whoever interrupts the command is answered by it, not by each of its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _result(slug: str, options: Any, players: tuple[str, ...], seed: str, ended: Sequence[Ended]) -> Result:
    number, wins, points, first, nobody = len(players), Counter[int](), Counter[int](), 0, 0
    for game, end in enumerate(ended):
        winners = end.outcome.winners if end.outcome else ()
        wins.update((seat + game) % number for seat in winners)
        first += end.first in winners
        nobody += not winners
        for seat, score in enumerate(end.outcome.scores if end.outcome else ()):
            points[(seat + game) % number] += score
    lengths = [end.actions for end in ended]
    ends = Counter(end.outcome.reason if end.outcome else ENDLESS for end in ended)
    return Result(
        slug,
        options.model_dump(mode="json", exclude_defaults=True),
        players,
        seed,
        len(ended),
        tuple(Share(wins[player], len(ended)) for player in range(number)),
        Share(first, len(ended)),
        Share(nobody, len(ended)),
        tuple(sorted(ends.items(), key=lambda one: (-one[1], one[0]))),
        (min(lengths), sum(lengths) / len(lengths), max(lengths)),
        tuple(points[player] / len(ended) for player in range(number)) if points else (),
    )


def text(result: Result) -> str:
    """A result as a table of text."""
    rows = [
        *(zip((f"{name} wins" for name in _named(result.players)), result.wins, strict=True)),
        ("nobody wins", result.nobody),
        ("the first to act wins", result.first),
    ]
    wide = max(len(name) for name, _ in rows)
    lines = [f"{result.game}: {result.games:,} games, seed {result.seed!r}, {' against '.join(result.players)}"]
    for name, share in rows:
        low, high = share.interval
        lines.append(f"{name:<{wide}}  {share.times:>7,}  {share.times / share.games:6.1%}  {low:.1%} to {high:.1%}")
    fewest, mean, most = result.actions
    lines.append(f"actions: {mean:.1f} on average, {fewest} to {most}")
    lines.append("ends: " + ", ".join(f"{reason} {count:,}" for reason, count in result.ends))
    if result.scores:
        lines.append("points: " + ", ".join(f"{score:.1f}" for score in result.scores) + " on average")
    return "\n".join(lines)


def table(result: Result) -> Iterator[tuple[str, ...]]:
    """A result as rows of CSV, the first one the names of columns."""
    yield "game", "games", "seed", "what", "count", "share", "low", "high"
    rows = [*zip(_named(result.players), result.wins, strict=True), ("nobody", result.nobody), ("first", result.first)]
    for name, share in rows:
        values = (share.times, share.times / share.games, *share.interval)
        yield result.game, str(result.games), result.seed, name, *(f"{value:.6g}" for value in values)


def _named(players: Sequence[str]) -> list[str]:
    """The players by name; those of one name by number."""
    return [
        f"{name} ({players[:n].count(name) + 1})" if players.count(name) > 1 else name for n, name in enumerate(players)
    ]
