"""The table of docs/performance.md, each row beside its floors and peers, in one run:

    python bench/run.py [--runs 15] [--peers PYTHON...] [--growth] [--keep] [NAME...]

Whole processes in processor time and by the clock; then what work takes within a process (bench/inside.py), and with
--growth how commands grow from 500 to 5,000 (bench/growth.py). Runs are interleaved, so that a busy moment of the
machine falls on all alike. --peers names Pythons that have python-chess, `diplomacy` (the extra `bench`) or protograf
(Python 3.13), where this one has not; what is nowhere is left out and said. --keep writes bench/results.json, of which
`python docs/make.py pages` makes the page.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from bench import growth, kit_work, rows

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


def having(module: str, pythons: list[str]) -> str | None:
    """The first of these Pythons that has a module."""
    look = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
    return next(
        (python for python in pythons if not subprocess.run([python, "-c", look], check=False).returncode), None
    )


def peers(work: Path, pythons: list[str]) -> Iterator[tuple[str, Bench]]:
    """Other programs that are here."""
    for name, module, script, out in (
        (rows.CHESS, "chess", "chess_turn.py", "chess.svg"),
        (rows.DIPLOMACY, "diplomacy", "diplomacy_turn.py", "diplomacy.svg"),
        (rows.PROTOGRAF, "protograf", "protograf_counters.py", "protograf.pdf"),
    ):
        if python := having(module, pythons):
            yield name, Bench([python, str(FLOORS / script), str(work / out)])
        else:
            print(f"# {name}: no Python here has {module}", file=sys.stderr)


def benches(work: Path, wanted: list[str], pythons: list[str]) -> dict[str, Bench]:
    """What is to be run, by name, in the order of the page."""
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

    def floor(script: str, *words: str) -> Bench:
        return Bench([sys.executable, str(FLOORS / script), *words])

    order = [*POSTFOX, "adjudicate", str(played), str(work / "orders.txt")]
    made = {
        "--help": Bench([*POSTFOX, "--help"]),
        rows.ORDER: Bench([*order, "--no-png"], fresh),
        rows.PICTURED: Bench(order, fresh),
        "verify, 1,000 turns": Bench([]),
        "handout odds, asked again": Bench([*POSTFOX, "handout", "odds", GAME, "--out", str(work / "odds")]),
        rows.KIT: Bench([*POSTFOX, "print", GAME, "--out", str(work / "kit.pdf")]),
        "a kit as PNG of 300 dpi": Bench(
            [*POSTFOX, "print", GAME, "--format", "png", "--dpi", "300", "--out", str(work / "kit.png")]
        ),
        rows.COUNTERS: floor("counters.py", str(work / "counters.pdf")),
        "bare Python": Bench([sys.executable, "-c", "pass"]),
        rows.TYPER: floor("typer_app.py", "--help"),
        "bare Typer and pydantic": floor("typer_pydantic.py"),
        rows.IMPORTS: floor("same_imports.py"),
        **dict(peers(work, pythons)),
        rows.PAGES: floor("reportlab_pages.py", str(kit_work.pages(kit)), str(work / "floor.pdf")),
        rows.SAME_PAGES: floor("reportlab_kit.py", str(work / "kit.work"), str(work / "floor.pdf")),
    }
    chosen = {name: bench for name, bench in made.items() if not wanted or name in wanted}
    if "verify, 1,000 turns" in chosen:
        chosen["verify, 1,000 turns"] = Bench([*POSTFOX, "verify", *archive(work / "archive")])
    for bench in chosen.values():  # bytecode is written and the odds are counted
        bench.before()
        ran(bench.command)
    return chosen


def ran(command: list[str]) -> tuple[float, float]:
    """Processor time and time by the clock of a command, in ms. Raises CalledProcessError."""
    path = ENVIRONMENT | {"PYTHONPATH": str(ROOT)}
    begin = time.perf_counter()
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, env=path)
    assert started.stderr is not None
    said = started.stderr.read()
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise subprocess.CalledProcessError(started.returncode, command, stderr=said)
    return 1000 * (usage.ru_utime + usage.ru_stime), 1000 * (time.perf_counter() - begin)


def processes(wanted: list[str], runs: int, pythons: list[str]) -> dict[str, dict[str, float]]:
    """What each process takes: the median of its runs, and the least processor time."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = benches(Path(folder), wanted, pythons)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in chosen}
        for _ in range(runs):
            for name, bench in chosen.items():
                bench.before()
                times[name].append(ran(bench.command))
    return {
        name: {
            "cpu": statistics.median(cpu for cpu, _ in took),
            "wall": statistics.median(wall for _, wall in took),
            "least": min(cpu for cpu, _ in took),
        }
        for name, took in times.items()
    }


def inside(pythons: list[str]) -> dict[str, float]:
    """What work takes within a process."""
    scripts = [(sys.executable, ROOT / "bench" / "inside.py")]
    if python := having("chess", pythons):
        scripts.append((python, FLOORS / "chess_svg.py"))
    found: dict[str, float] = {}
    for python, script in scripts:
        done = subprocess.run([python, str(script)], check=True, stdout=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT)
        found |= json.loads(done.stdout)
    return found


def grown() -> dict[str, Any]:
    """How every command that takes many grows, by kind: the sizes, and the seconds of each."""
    return {
        kind: (sizes, {name: [one.seconds for one in took] for name, took in growth.measured(commands, sizes, make)})
        for kind, (commands, make, sizes) in growth.KINDS.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--peers", nargs="*", default=[], metavar="PYTHON")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("names", nargs="*", help="processes alone, by their names on the page")
    given = parser.parse_args()
    pythons = [sys.executable, *given.peers]
    results: dict[str, Any] = {
        "machine": f"{os.cpu_count()} processors, Python {platform.python_version()}",
        "runs": given.runs,
        "processes": processes(given.names, given.runs, pythons),
        "inside": {} if given.names else inside(pythons),
        "growth": grown() if given.growth else {},
        "load": f"{os.getloadavg()[2]:.1f}",
    }
    print(rows.page(results))
    if given.keep:
        rows.RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
