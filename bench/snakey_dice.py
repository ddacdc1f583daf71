"""Scores of Snakey Dice by players without ambition, one at random, one greedy for room; and by a bot.

    PYTHONPATH=.:tests python bench/snakey_dice.py --runs 10000
    PYTHONPATH=.:tests python bench/snakey_dice.py --runs 2000 --player greedy
    PYTHONPATH=.:tests python bench/snakey_dice.py --runs 200 --player careful

Every position is audited and every score recounted. Prints the distribution and how often each rating is earned. Runs
are numbered seeds: the same every time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from audit_snakey_dice import check, recount

from adjudicator import games, opponents
from adjudicator.core import IllegalMove
from adjudicator.dice import FastDice
from adjudicator.games.snakey_dice.hand import front
from adjudicator.games.snakey_dice.lines import check as legal
from adjudicator.games.snakey_dice.notation import Action, Use, Word
from adjudicator.games.snakey_dice.run import SQUARES, Run, neighbour
from printables.boards.snakey_dice.house import ACTIONS, RATINGS, TRACKS, House, rating

game = games.find("snakey-dice")

Player = Callable[[Any, Run, House, random.Random], Action]


def steps(run: Run, house: House) -> Iterator[Action]:
    """Single steps that are legal: a die, an ignore, a payment, a choice."""
    parts: list[Any] = []
    if run.choices:
        parts += [Word("level", track) for track in TRACKS]
    for number in run.left:
        either = house.face(run.dice[number - 1]) == "either"
        parts += [Use(number, turn) for turn in ("L", "R")] if either else [Use(number)]
    parts += [Word("portal"), Word("jump"), *(Word("bonus", action) for action in ACTIONS)]
    for heading in ("",) if run.heading else ("", "E", "S"):
        for part in parts:
            yield from _legal(run, Action(0, "move", parts=(part,), heading=heading), house)
    for number in run.left:
        yield from _legal(run, Action(0, "ignore", (number,)), house)


def _legal(run: Run, action: Action, house: House) -> Iterator[Action]:
    try:
        legal(run, action, house)
    except IllegalMove:
        return
    yield action


def at_random(state: Any, run: Run, house: House, chance: random.Random) -> Action:
    """Any legal step, but never gives up while there is another."""
    return chance.choice(list(steps(run, house)) or [Action(0, "concede")])


def greedy(state: Any, run: Run, house: House, chance: random.Random) -> Action:
    """The step after which most squares can still be reached; flips and rerolls are left alone."""
    if run.choices:
        return next(a for track in ("ignore", "flip", "reroll", "unlock") for a in steps(run, house) if named(a, track))
    best: tuple[float, Action] | None = None
    for action in steps(run, house):
        after = game.apply(state, action, FastDice(1)).state.runs[0]
        value = worth(after, house) + 0.01 * chance.random()
        if best is None or value > best[0]:
            best = value, action
    return best[1] if best else Action(0, "concede")


def named(action: Action, track: str) -> bool:
    return any(isinstance(part, Word) and part.name == track for part in action.parts)


def worth(run: Run, house: House) -> float:
    """Room ahead, squares drawn and power-ups passed, less what was paid."""
    spent = 3 * (run.actions.portal + run.actions.jump)
    passed = len(house.board.power_ups) - len(run.powerups)
    return (0 if run.ended else room(run)) + 2 * len(run.trail) + 6 * passed + 2 * spent


def room(run: Run) -> int:
    """Free squares that can be reached from the one in front."""
    taken = {*run.trail, *run.blockades}
    start = front(run, run.heading) if run.heading else None
    if run.heading and (start is None or start in taken):
        return 0
    queue = [start] if start else [square for way in "ES" if (square := neighbour(run.head, way))]
    seen = set(queue)
    for square in queue:
        for way in "NESW":
            there = neighbour(square, way)
            if there in SQUARES and there not in seen and there not in taken:
                seen.add(there)
                queue.append(there)
    return len(seen)


def careful(state: Any, run: Run, house: House, chance: random.Random) -> Action:
    """What the bot of that name does."""
    return opponents.choose("careful", game, state, 0, chance)


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedy, "careful": careful}


def play(job: tuple[str, int]) -> tuple[int, int, int, str]:
    """One run: score, turns, length of the snake, how it ended. Raises AssertionError where anything is wrong."""
    name, seed = job
    player = PLAYERS[name]
    chance, dice = random.Random(f"player {seed}"), FastDice(seed)
    state = game.start(game.Options(), 1, dice).state
    house = state.options.house
    while game.to_act(state):
        state = game.apply(state, player(state, state.runs[0], house, chance), dice).state
        check(state.runs[0], house)
    outcome = game.outcome(state)
    assert outcome and recount(state.runs[0], house) == outcome.scores[0]
    return outcome.scores[0], state.turn, len(state.runs[0].trail), outcome.reason


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--player", choices=list(PLAYERS), default="random")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    name = options.player
    begun = time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        runs = list(pool.map(play, ((name, seed) for seed in range(options.runs)), chunksize=5))
    scores = sorted(score for score, _, _, _ in runs)
    cuts = statistics.quantiles(scores, n=20)
    print(f"{name}: {len(runs)} runs in {time.perf_counter() - begun:.0f} s, all of them audited and recounted")
    print(f"score: mean {statistics.mean(scores):.1f}, standard deviation {statistics.stdev(scores):.1f}")
    print(
        f"       lowest {scores[0]}, 5% {cuts[0]:.0f}, median {cuts[9]:.0f}, 95% {cuts[18]:.0f}, highest {scores[-1]}"
    )
    print(f"turns: mean {statistics.mean(turns for _, turns, _, _ in runs):.1f}")
    print(f"squares visited: mean {statistics.mean(length for _, _, length, _ in runs):.1f}")
    for rank, (_, title) in enumerate(RATINGS):
        print(f"{title}: {sum(rating(score) == rank for score in scores) / len(runs):.2%}")
    print("ended at:", ", ".join(f"{how} {n / len(runs):.0%}" for how, n in Counter(r[3] for r in runs).most_common()))


if __name__ == "__main__":
    main()
