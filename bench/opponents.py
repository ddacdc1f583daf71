"""Bots against each other, as the tables of docs/opponents.md; every move goes by the plain rules, as its text.

`python bench/opponents.py play [WORD ...] [--minutes 60]`: whichever row is furthest behind is played on, ten games
at a time, and kept in out; called again it goes on where it stopped. `python bench/opponents.py table`: who wins, with
95% intervals. `python bench/opponents.py legal`: games that each bot has played to the end, no move refused.

WORD picks rows by game, variant or bot, or is `table` or `legal`: what for. What other code has played does not count.
A row's games are the same on any machine.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from copy import copy
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.core.bots import POLICIES
from adjudicator.core.game import Game
from adjudicator.dice import child
from adjudicator.lab.simulation import tally
from adjudicator.lab.simulation.tally import SURE, Plan, Tally, seats
from printables.core.options import build

KEPT = ROOT / "out" / "opponents.jsonl"
PART = 10
BOTS = ("random", "regular:hearth", "careful", "strong:50")
QUICK = "strong:15"  # about 5 ms a move
HUNTS = ("hare-and-hounds", "wolf-and-sheep", "asalto")
RANKED = 200
LEGAL = {  # 10,000 games of each bot with itself
    ("snakes-and-foxes", ""): 1_500,
    ("snail-trail", ""): 1_500,
    ("the-game", ""): 700,
    ("snakey-dice", ""): 300,
    ("wolves-and-jackals", ""): 300,
    ("fox-and-geese", ""): 500,
    ("fox-and-geese", "asalto"): 1_200,
    ("fox-and-geese", "wolf-and-sheep"): 1_500,
    ("fox-and-geese", "hare-and-hounds"): 2_500,
}


class Row(NamedTuple):
    """Games that are wanted: for who wins (`table`), or for moves that no rule refuses."""

    slug: str
    variant: str
    bots: tuple[str, ...]
    games: int
    table: bool

    @property
    def plan(self) -> Plan:
        return Plan(self.slug, build(games.find(self.slug).Options, (), self.variant or None), self.bots, "bench")

    @property
    def words(self) -> set[str]:
        return {self.slug, self.variant, *self.bots, "table" if self.table else "legal"}

    @property
    def key(self) -> str:
        """The row and the code that plays it."""
        modules = {POLICIES.find(bot.partition(":")[0]).__module__ for bot in self.bots}
        if set(self.bots) != {"random"}:
            modules |= {"adjudicator.opponents.search", "adjudicator.core.sense"}
        paths = [ROOT / f"{module.replace('.', '/')}.py" for module in modules]
        paths += (ROOT / "adjudicator/games" / self.slug.replace("-", "_")).rglob("*.py")
        made = sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:12]
        return " ".join((self.slug, self.variant, *self.bots, made))


def rows() -> Iterator[Row]:
    for slug in games.GAMES:
        kind = games.find(slug)
        alone = seats(kind, kind.Options()) == 1
        pairs: list[tuple[str, ...]] = [(bot,) for bot in BOTS] if alone else [*combinations(reversed(BOTS), 2)]
        for variant in ("", *(HUNTS if slug == "fox-and-geese" else ())):
            yield from (Row(slug, variant, bots, RANKED, True) for bots in pairs)
            for bot in (*BOTS[:3], QUICK):
                yield Row(slug, variant, (bot,) if alone else (bot, bot), LEGAL[slug, variant], False)


class Spoken:
    """A game's rules that take each action only as its text, as from a letter, and count what they took.

    A bot that tries actions does so with dice of its own, and is not counted.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.taken = copy(game), 0  # of the same class: by that a bot finds what it knows of the game
        self._plain, self._dice = game, None
        vars(self.game).update(start=self.start, apply=self.apply)

    def start(self, options: Any, seats: int, dice: Any) -> Any:
        self._dice = dice
        return self._plain.start(options, seats, dice)

    def apply(self, state: Any, action: Any, dice: Any) -> Any:
        """Raises IllegalMove, NotationError; AssertionError where the text says something else."""
        if dice is self._dice:
            assert self._plain.parse(self._plain.format(action, state), state) == action
            self.taken += 1
        return self._plain.apply(state, action, dice)


def play(given: argparse.Namespace) -> None:
    """Part after part of whatever is furthest behind, until the time is over or nothing is left."""
    done, stop = kept(), time.monotonic() + 60 * given.minutes
    wanted = [row for row in rows() if {*given.words} <= row.words]
    while time.monotonic() < stop:
        open_rows = [row for row in wanted if _games(done, row) < row.games]
        if not open_rows:
            return
        row = min(open_rows, key=lambda row: (_games(done, row) / row.games, row.table))
        first, start = _games(done, row), time.process_time()
        counted, actions = part(row, first)
        spent = round(time.process_time() - start, 1)
        tally = {name: one for name, one in counted.to_json().items() if name not in ("happened", "places", "lengths")}
        line = {"row": row.key, "first": first, "actions": actions, "seconds": spent, "tally": tally}
        with KEPT.open("a") as file:
            file.write(json.dumps(line) + "\n")
        done.setdefault(row.key, []).append(line)


def part(row: Row, first: int) -> tuple[Tally, int]:
    """What came of the row's next games, and how many actions they had."""
    plan, made = row.plan, Tally()
    game = Spoken(games.find(row.slug))
    for number in range(first, min(first + PART, row.games)):
        ended = tally.play(game.game, plan.options, plan.seated(number), child(plan.key, number))
        made.count(number, ended, len(row.bots))
    return made, game.taken


def kept() -> dict[str, list[dict[str, Any]]]:
    done: dict[str, list[dict[str, Any]]] = {}
    for line in KEPT.read_text().splitlines() if KEPT.exists() else ():
        data = json.loads(line)
        done.setdefault(data["row"], []).append(data)
    return done


def _games(done: dict[str, list[dict[str, Any]]], row: Row) -> int:
    return sum(line["tally"]["games"] for line in done.get(row.key, ()))


def _whole(lines: list[dict[str, Any]]) -> Tally:
    whole = Tally()
    for line in lines:
        lengths = {"0": line["tally"]["games"]}
        whole.add(tally.read({**line["tally"], "happened": {}, "places": {}, "lengths": lengths}))
    return whole


def table(given: argparse.Namespace) -> None:
    """Rows of Markdown: of each pair the games won by the first, by the other, and by nobody; points of one alone."""
    done, cells = kept(), dict[str, dict[str, str]]()
    for row in rows():
        if not row.table or row.key not in done:
            continue
        counted, names = _whole(done[row.key]), [bot.partition(":")[0] for bot in row.bots]
        told = cells.setdefault(row.variant or games.find(row.slug).TITLE, {})
        if len(names) == 1:
            points = list(counted.scores[0].elements())
            mean = sum(points) / len(points)
            spread = math.sqrt(sum((value - mean) ** 2 for value in points) / max(1, len(points) - 1))
            reach = SURE * spread / math.sqrt(len(points))
            told[names[0]] = f"{mean:.0f} points ({mean - reach:.0f} to {mean + reach:.0f})"
        else:
            nobody = f", {counted.nobody}" if counted.nobody else ""
            told["–".join(names)] = f"{counted.wins[0]}–{counted.wins[1]}{nobody}"
    for title, told in cells.items():
        print(f"| {title} | {' | '.join(f'{pair}: {said}' for pair, said in told.items())} |")


def legal(given: argparse.Namespace) -> None:
    """Rows of Markdown: games and actions of each bot in each game; a pair's games count for both."""
    done, counts = kept(), dict[tuple[str, str], Counter[str]]()
    for row in rows():
        lines = done.get(row.key, [])
        for bot in {bot.partition(":")[0] for bot in row.bots}:
            found = counts.setdefault((row.slug, bot), Counter())
            found["games"] += sum(line["tally"]["games"] for line in lines)
            found["actions"] += sum(line["actions"] for line in lines)
    names = [bot.partition(":")[0] for bot in BOTS]
    print(f"| game | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for slug in games.GAMES:
        told = (f"{counts[slug, bot]['games']:,}" for bot in names)
        print(f"| {games.find(slug).TITLE} | {' | '.join(told)} |")
    print(f"{sum(line['actions'] for row in rows() for line in done.get(row.key, [])):,} actions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "table", "legal"))
    parser.add_argument("words", nargs="*")
    parser.add_argument("--minutes", type=float, default=60)
    given = parser.parse_args()
    {"play": play, "table": table, "legal": legal}[given.what](given)


if __name__ == "__main__":
    main()
