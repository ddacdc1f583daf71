"""Whole processes, timed beside their floors in one run: `python bench/run.py [--runs 15] [NAME...]`.

Prints the median, fastest and slowest of each in ms, and the ratios that matter. Runs are interleaved, so that a busy
moment of the machine falls on all alike.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games  # noqa: E402
from adjudicator.match import create, process  # noqa: E402
from adjudicator.match.folder import Folder  # noqa: E402
from bench import kit_work  # noqa: E402

FLOORS = Path(__file__).parent / "floors"
POSTFOX = [sys.executable, "-m", "adjudicator"]
GAME = "snakes-and-foxes"
# An installed copy has its bytecode beside it; a checkout gets it in the first run, unless it is told not to.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
TURNS = 1000


@dataclass(frozen=True)
class Bench:
    """A command, and what has to be done, untimed, before each run of it."""

    command: list[str]
    before: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Ratio:
    """What is compared with which floor, and the aim."""

    what: str
    floor: str
    aim: float


RATIOS = (
    Ratio("postfox --help", "bare Typer --help", 1.5),
    Ratio("adjudicate", "bare Typer and pydantic", 1.5),
    Ratio("adjudicate", "same imports", 1.5),
    Ratio("kit PDF", "bare reportlab, as many pages", 2.0),
    Ratio("kit PDF", "bare reportlab, as much on them", 2.0),
)


def random_match(path: Path, seed: int, most: int) -> int:
    """A match of random play, at most so many turns long; how many it had."""
    game = games.find(GAME)
    create.new(path, GAME, game.Options(), [create.seat("Anna"), create.seat("Bob")], seed=str(seed))
    rng = random.Random(seed)
    for turn in range(most):
        folder = Folder(path)
        standing = folder.standing()
        if standing.outcome:
            return turn
        action = rng.choice(list(islice(game.moves(standing.state), 200)))
        (path / "inbox" / "orders.txt").write_text(game.format(action, standing.state))
        process.adjudicate(folder, png=False)
    return most


def archive(path: Path) -> list[str]:
    """Matches of random play with 1,000 turns in all."""
    turns, folders = 0, []
    while turns < TURNS:
        folders.append(str(path / f"match-{len(folders)}"))
        turns += random_match(Path(folders[-1]), len(folders), TURNS - turns)
    return folders


def benches(work: Path, wanted: list[str]) -> dict[str, Bench]:
    match = work / "match"
    game = games.find(GAME)
    create.new(match, GAME, game.Options(), [create.seat("Anna"), create.seat("Bob")], seed="wheel")
    state = Folder(match).standing().state
    (work / "orders.txt").write_text(game.format(next(game.moves(state)), state))
    kit = kit_work.save(GAME, work / "kit.work")
    played = work / "played"

    def fresh() -> None:
        shutil.rmtree(played, ignore_errors=True)
        shutil.copytree(match, played)

    adjudicate = [*POSTFOX, "adjudicate", str(played), str(work / "orders.txt")]
    made = {
        "bare Python": Bench([sys.executable, "-c", "pass"]),
        "bare Typer --help": Bench([sys.executable, str(FLOORS / "typer_app.py"), "--help"]),
        "bare Typer and pydantic": Bench([sys.executable, str(FLOORS / "typer_pydantic.py")]),
        "same imports": Bench([sys.executable, str(FLOORS / "same_imports.py")]),
        "bare reportlab, as many pages": Bench(
            [sys.executable, str(FLOORS / "reportlab_pages.py"), str(kit_work.pages(kit)), str(work / "floor.pdf")]
        ),
        "bare reportlab, as much on them": Bench(
            [sys.executable, str(FLOORS / "reportlab_kit.py"), str(work / "kit.work"), str(work / "floor.pdf")]
        ),
        "postfox --help": Bench([*POSTFOX, "--help"]),
        "adjudicate": Bench([*adjudicate, "--no-png"], fresh),
        "adjudicate with PNG": Bench(adjudicate, fresh),
        "kit PDF": Bench([*POSTFOX, "print", GAME, "--out", str(work / "kit.pdf")]),
        "verify 1,000 turns": Bench([]),
    }
    chosen = {name: bench for name, bench in made.items() if not wanted or name in wanted}
    if "verify 1,000 turns" in chosen:
        chosen["verify 1,000 turns"] = Bench([*POSTFOX, "verify", *archive(work / "archive")])
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chosen = benches(Path(folder), wanted.names)
        times: dict[str, list[float]] = {name: [] for name in chosen}
        for _ in range(wanted.runs):
            for name, bench in chosen.items():
                bench.before()
                begin = time.perf_counter()
                subprocess.run(bench.command, check=True, capture_output=True, cwd=ROOT, env=ENVIRONMENT)
                times[name].append((time.perf_counter() - begin) * 1000)
    middle = {name: statistics.median(values) for name, values in times.items()}
    print(f"{'whole process, ms':32}{'median':>8}{'min':>8}{'max':>8}   ({wanted.runs} runs)")
    for name, values in times.items():
        print(f"{name:32}{middle[name]:8.0f}{min(values):8.0f}{max(values):8.0f}")
    for ratio in RATIOS:
        if ratio.what in middle and ratio.floor in middle:
            found = middle[ratio.what] / middle[ratio.floor]
            print(f"{ratio.what} / {ratio.floor}: {found:.2f} (aim: at most {ratio.aim})")


if __name__ == "__main__":
    main()
