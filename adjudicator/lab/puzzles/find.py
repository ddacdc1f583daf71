"""Puzzles from a seed: bots play, and the last turns of each game are searched for one that has a single answer."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from adjudicator.core import aims
from adjudicator.core.aim import ESCAPE, THROW, WIN, Aim
from adjudicator.core.errors import GameError
from adjudicator.core.game import Game
from adjudicator.games import find as known
from adjudicator.lab.puzzles.chances import TooMany
from adjudicator.lab.puzzles.search import ALL, NONE, Look, Try
from adjudicator.lab.simulation.game import Plan, play

KINDS = (WIN, ESCAPE, THROW)
BOT = "random"  # who plays every seat: quickly, and so that something is left to find
MOST = 6  # puzzles of a sheet
LATE = 6  # own turns before the end of a game that are searched, the last one of all included
MOST_GAMES = 400
LEAST_TRIES = 3  # actions to choose from
AHEAD = Fraction(1, 10)  # so much better than the second is the best use of a throw


class Puzzle(NamedTuple):
    """A position, whose turn it is, what is asked (`kind`, within how many own `turns`), every action with its value.

    The first of `tries` is the answer, and the only one; the others follow, the best first.
    """

    game: Game
    state: Any
    seat: int
    kind: str
    turns: int
    tries: tuple[Try, ...]

    @property
    def answer(self) -> Try:
        return self.tries[0]


def kinds(slug: str) -> tuple[str, ...]:
    """What may be asked of a game. Raises GameError."""
    return tuple(aims.of(known(slug)).KINDS)


def puzzles(
    slug: str,
    options: Any,
    seed: str,
    count: int,
    wanted: Sequence[str] = KINDS,
    turns: int = 0,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> Iterator[Puzzle]:
    """So many puzzles of these kinds (within that number of own turns, if it is given), each of a game of its own.

    One seed gives the same puzzles. Raises GameError where so many are not found in MOST_GAMES games.
    """
    game, plan, found = known(slug), Plan(slug, options, (BOT,) * known(slug).PLAYERS[0], seed), 0
    aim = aims.of(game)
    asked = {
        kind: tuple(n for n in lengths if turns in (0, n)) for kind, lengths in aim.KINDS.items() if kind in wanted
    }
    if not any(asked.values()):
        said = ", ".join(f"{kind} in {n}" if kind != THROW else kind for kind, all_ in aim.KINDS.items() for n in all_)
        raise GameError(f"{game.TITLE} has no such puzzles", f"it has: {said}", "--kind, --turns")
    for number in range(MOST_GAMES):
        states: list[Any] = []
        play(game, options, plan.seated(number), plan.key + number & (1 << 64) - 1, states.append)
        one = next(_of(game, aim, states, _turned(asked, found)), None)
        if one is not None:
            found += 1
            yield one
        progress(found, count)
        if found == count:
            return
    hint = "another --seed, fewer of them, or another variant may do"
    raise GameError(f"{MOST_GAMES} games of {game.TITLE} had only {found} puzzles", hint, "--seed")


def _turned(asked: dict[str, tuple[int, ...]], number: int) -> dict[str, tuple[int, ...]]:
    """The kinds, each in its turn the first to be looked for."""
    names = [*asked]
    return {kind: asked[kind] for kind in (*names[number % len(names) :], *names[: number % len(names)])}


def _of(game: Game, aim: Aim, states: Sequence[Any], asked: dict[str, tuple[int, ...]]) -> Iterator[Puzzle]:
    """The puzzles of a game played: a win where the winner was to move, all else where the others were.

    Those further from its end come first.
    """
    winners = outcome.winners if (outcome := game.outcome(states[-1])) else ()
    acted = [(state, acting[0]) for state in states if (acting := game.to_act(state))]
    for kind, lengths in asked.items():
        late = [one for one in acted if (one[1] in winners) == (kind == WIN) or kind == THROW][-LATE:]
        for state, seat in late if winners or kind == THROW else ():
            fresh = aim.fresh(state)
            with suppress(TooMany):
                if aim.promising(fresh, kind) and (one := _set(game, aim, fresh, seat, kind, lengths)):
                    yield one


def _set(game: Game, aim: Aim, state: Any, seat: int, kind: str, lengths: tuple[int, ...]) -> Puzzle | None:
    """The puzzle that a position is, within as few turns as decide it; None: it is none. Raises TooMany."""
    for turns in range(min(lengths) if kind == THROW else 1, max(lengths, default=0) + 1):
        tries = Look(game, aim, seat, kind, aim.MOST).tries(state, turns)
        tries.sort(key=lambda one: -one.value)
        if turns in lengths and single(tries, kind):
            return Puzzle(game, state, seat, kind, turns, tuple(tries))
        if kind == WIN and tries[0].value == ALL:
            return None  # more turns win more easily
    return None


def single(tries: Sequence[Try], kind: str) -> bool:
    """Whether there is something to choose, and one answer: the only one, or with dice clearly the best."""
    best, second = (one.value for one in tries[:2]) if len(tries) >= LEAST_TRIES else (NONE, NONE)
    return best >= second + AHEAD if kind == THROW else (best, second) == (ALL, NONE)
