"""Ratings over a folder of matches: players against each other, by Glicko-2, a period a calendar month.

A match counts when it has ended with winners and others, or as a draw that was agreed; where all win or lose together
there is nothing to rate. Of more than two players each pair is rated, by points where the game has them. Players are
the same who have the same address, or, without one, the same name. The arithmetic is of Mark Glickman, "Example of the
Glicko-2 system", 2022. The library in wide use takes the rating for the deviation in the volatility's equation, and
installs a package called `tests`."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from adjudicator.match.folder import Folder
from adjudicator.referee.seats import seated

RATED = "rated"  # a fact of a match
START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
SCALE = 173.7178
TAU = 0.5  # how fast volatility may change
CLOSE = 1e-6  # in the logarithm of a volatility


class Rating(NamedTuple):
    """A player's rating, its deviation (about half of the 95 % interval is twice that), and the volatility."""

    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY


def idle(player: Rating) -> Rating:
    """A player after a period without a game: the rating stays, it is less sure."""
    phi = math.hypot(player.deviation / SCALE, player.volatility) * SCALE
    return Rating(player.rating, min(phi, DEVIATION), player.volatility)


def after(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """A player after a period with games: each opponent as before the period, and the score (1, 0.5 or 0)."""
    if not games:
        return idle(player)
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    inverse = gain = 0.0
    for other, score in games:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - START) / SCALE)))
        inverse += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    v = 1 / inverse
    sigma = _volatility(player.volatility, phi, v, v * gain)
    new_phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(START + SCALE * (mu + new_phi * new_phi * gain), SCALE * new_phi, sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility: the root of the paper's f, by the Illinois method."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi * phi + v + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (TAU * TAU)

    low, far = a, delta * delta > phi * phi + v
    high = math.log(delta * delta - phi * phi - v) if far else a - TAU  # where f is above 1 / TAU - 1/2
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


DRAWS = ("draw-agreed", "draw-declared")


class Result(NamedTuple):
    """A match that counts: when it ended ("" if unknown), and of each pair of players the first one's score."""

    at: str
    names: dict[str, str]
    pairs: tuple[tuple[str, str, float], ...]


class Line(NamedTuple):
    """A player in the list."""

    name: str
    rating: Rating
    games: int


def result(folder: Folder) -> Result | None:
    """What a match counts for; None for one that does not. Raises MatchError."""
    outcome, match = folder.last.after.outcome, seated(folder.match, folder.last.after)
    if outcome is None or not (outcome.winners or outcome.reason in DRAWS):
        return None
    several = len(match.seats) > 2 and len(outcome.scores) == len(match.seats)
    points = outcome.scores if several else (0,) * len(match.seats)
    ranks = [(seat in outcome.winners, points[seat]) for seat in range(len(match.seats))]
    players = [seat.address.casefold() or seat.name.casefold() for seat in match.seats]
    pairs = tuple(
        (players[a], players[b], 0.5 + ((ranks[a] > ranks[b]) - (ranks[a] < ranks[b])) / 2)
        for a in range(len(players))
        for b in range(a)
        if players[a] != players[b] and (several or ranks[a] != ranks[b] or outcome.reason in DRAWS)
    )
    names = {player: seat.name for player, seat in zip(players, match.seats, strict=True)}
    return Result(_ended(folder), names, pairs) if pairs else None


def _ended(folder: Folder) -> str:
    """When the outcome came about; "" where the log has no time of it."""
    ended = list(takewhile(lambda entry: entry.after.outcome is not None, folder.latest()))[-1]
    return ended.mail.received if ended.mail else ended.at


def rate(results: Iterable[Result]) -> list[Line]:
    """All players, the best first."""
    counted = sorted(results, key=lambda result: result.at)
    names = {player: name for one in counted for player, name in one.names.items()}
    games = Counter(player for one in counted for player in one.names)
    lines = [Line(names[player], rating, games[player]) for player, rating in rated(counted).items()]
    return sorted(lines, key=lambda line: (-line.rating.rating, line.name))


def rated(results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of each player. Matches without a time come before all others, as a period of their own."""
    ratings, before = dict[str, Rating](), ""
    for month, period in groupby(sorted(results, key=lambda result: result.at), key=lambda result: result.at[:7]):
        for _ in range(_months(before, month) - 1):
            ratings = {player: idle(rating) for player, rating in ratings.items()}
        before = month
        met: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        for one in period:
            for player in one.names:
                ratings.setdefault(player, Rating())
            for first, second, score in one.pairs:
                met[first].append((second, score))
                met[second].append((first, 1 - score))
        ratings = {
            player: after(rating, [(ratings[other], score) for other, score in met[player]])
            for player, rating in ratings.items()
        }
    return ratings


def _months(before: str, month: str) -> int:
    """How many months lie between two of them, given as 2026-11; 1 where one is unknown."""
    if not before or not month:
        return 1
    (year, number), (later, other) = (map(int, text.split("-")) for text in (before, month))
    return (later - year) * 12 + other - number


def table(lines: Iterable[Line]) -> Iterator[str]:
    """The list as text: rating, what it lies between with 95 % certainty, matches, name."""
    rated = list(lines)
    if not rated:
        yield "no match here has ended with winners, or in a draw, between players"
        return
    yield "RATING     BETWEEN  MATCHES  PLAYER"
    for line in rated:
        low, high = (line.rating.rating + sign * 2 * line.rating.deviation for sign in (-1, 1))
        yield f"{line.rating.rating:6.0f}  {low:4.0f}-{high:4.0f}  {line.games:7d}  {line.name}"
