"""The same sheet of 1,080 counters by protograf and by printables: time and memory of whole processes, in one run.

protograf 0.6 needs Python 3.13: `python3.13 -m venv V && V/bin/pip install protograf==0.6 .`, then
`V/bin/python bench/protograf_counters.py [--runs 3]`. Runs are interleaved. Both files must have as many pages.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from reportlab import Version

ROOT = Path(__file__).resolve().parent.parent
FLOORS = Path(__file__).parent / "floors"
FASTER, LESS = 30.0, 0.5  # the aims: so many times as fast, that part of the memory


@dataclass
class Took:
    """Seconds and the largest resident size in MB of each run."""

    seconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    pages: int = 0
    size: int = 0


def run(script: Path, out: Path, took: Took) -> None:
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, str(script), str(out)],
        stdout=subprocess.DEVNULL,
        cwd=out.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{script.name} ended with {process.returncode}")
    took.seconds.append(time.perf_counter() - begin)
    took.megabytes.append(usage.ru_maxrss / 1024)
    data = out.read_bytes()
    took.size = len(data)
    took.pages = pages(out)


def pages(path: Path) -> int:
    """Counted by the library that protograf is built on."""
    import pymupdf

    with pymupdf.open(path) as document:
        return int(document.page_count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    wanted = parser.parse_args()
    both = {"protograf": Took(), "printables": Took()}
    scripts = {"protograf": FLOORS / "protograf_counters.py", "printables": FLOORS / "counters.py"}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(wanted.runs):
            for name, took in both.items():
                run(scripts[name], Path(folder) / f"{name}.pdf", took)
    print(f"Python {sys.version.split()[0]}, reportlab {Version}, {wanted.runs} runs, medians")
    for name, took in both.items():
        print(
            f"{name:12}{statistics.median(took.seconds):8.2f} s {statistics.median(took.megabytes):7.0f} MB"
            f" {took.pages:4} pages {took.size / 1024:8.0f} KB"
        )
    theirs, ours = both.values()
    faster = statistics.median(theirs.seconds) / statistics.median(ours.seconds)
    less = statistics.median(ours.megabytes) / statistics.median(theirs.megabytes)
    print(f"{faster:.1f} times as fast (aim: {FASTER:g}), {less:.2f} of the memory (aim: under {LESS:g})")
    if theirs.pages != ours.pages:
        raise SystemExit(f"the sheets are not the same: {theirs.pages} pages and {ours.pages}")


if __name__ == "__main__":
    main()
