"""The quick tests with the newest and with the lowest libraries that are allowed: `python bench/versions.py`.

It makes an environment of each kind (`newest`: what pip finds today, without the pins; `lowest`: each library named in
pyproject.toml at its lower bound), runs the quick lane there, and prints what was installed and what failed. `--pins`
writes constraints.txt anew from the newest ones, once they are green. Without a network it says so.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "constraints.txt"
EXTRAS = {"newest": "test,dev,docs", "lowest": "test"}  # what the pins are for, and what the tests need
HEAD = "# What the tests are run with: `pip install -c constraints.txt ...`. By `python bench/versions.py --pins`.\n"


def named() -> dict[str, list[str]]:
    """What pyproject.toml asks for, by the extra that asks (an empty name: always)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    return {"": project["dependencies"], **extras}


def lowest() -> list[str]:
    """Each library at its lower bound, as pip reads constraints."""
    found = {}
    for rows in named().values():
        for row in rows:
            name, bound = re.match(r"([\w.-]+)(?:\[.*?\])?", row), re.search(r">=([\d.]+)", row)
            if name and bound:
                found[name[1].lower()] = f"{name[1]}=={bound[1]}"
    return sorted(found.values())


def environment(folder: Path, constraints: list[str], extras: str) -> Path:
    """The Python of a new environment with everything that the tests need. Raises CalledProcessError."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    limits = folder / "limits.txt"
    limits.write_text("\n".join(constraints) + "\n", encoding="utf-8")
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "-c", str(limits), f"{ROOT}[{extras}]"],
        check=True, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    return python


def installed(python: Path) -> list[str]:
    said = subprocess.run([str(python), "-m", "pip", "freeze"], capture_output=True, text=True, check=True).stdout
    return [row for row in said.splitlines() if "==" in row and not row.lower().startswith("postfox")]


def lane(python: Path, workers: int) -> tuple[int, str]:
    done = subprocess.run(
        [str(python), "-m", "pytest", "-q", "-m", "quick", "-n", str(workers), "-p", "no:cacheprovider", "-rf"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    failed = [row for row in done.stdout.splitlines() if row.startswith(("FAILED", "ERROR"))]
    summary = next((row for row in reversed(done.stdout.splitlines()) if re.search(r"\d+ passed", row)), "")
    return done.returncode, "\n".join([*failed, summary or done.stdout[-2000:] + done.stderr[-2000:]])


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", choices=("newest", "lowest"))
    asked.add_argument("--pins", action="store_true", help="write constraints.txt from the newest")
    asked.add_argument("--workers", type=int, default=2)
    given = asked.parse_args()
    worst = 0
    for kind in (given.only,) if given.only else ("newest", "lowest"):
        with tempfile.TemporaryDirectory() as folder:
            try:
                python = environment(Path(folder), lowest() if kind == "lowest" else [], EXTRAS[kind])
            except subprocess.CalledProcessError as error:
                said = [row for row in (error.stderr or "").splitlines() if row.startswith("ERROR")]
                if re.search(r"NewConnectionError|NameResolutionError|ProxyError|unreachable", error.stderr or ""):
                    print("there is no network here, so nothing can be installed: nothing was tried")
                    return 0
                print(f"{kind}: cannot be installed together\n" + "\n".join(said or [str(error)]))
                worst = 1
                continue
            rows = installed(python)
            code, told = lane(python, given.workers)
            worst = worst or code
            print(f"{kind}: {'green' if code == 0 else 'RED'}\n{told}\n{' '.join(rows)}\n", flush=True)
            if kind == "newest" and given.pins and code == 0:
                PINS.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return worst


if __name__ == "__main__":
    sys.exit(main())
