"""The walk of docs/adding-a-game.md, taken with the template that it starts from."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
FOLDERS = ("adjudicator", "printables", "templates", "tests", "docs")
FILES = ("README.md", "NOTICE.md", "pyproject.toml", "LICENSE", "CHANGELOG.md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "golden", "pictures", "corpus", ".hypothesis")
HELD = ("conformance", "cases", "phrases", "picture", "docs", "odds", "examples", "rulings", "architecture")


def blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [text for name, text in fenced if name == language]


def add(file: Path, beside: str, line: str) -> None:
    """A line put in below the last one that has this in it."""
    lines = file.read_text(encoding="utf-8").splitlines(True)
    last = max(number for number, other in enumerate(lines, 1) if beside in other)
    file.write_text("".join([*lines[:last], line, *lines[last:]]), encoding="utf-8")


@pytest.fixture
def walked(tmp_path: Path) -> Path:
    """A copy of the tree with the game that the walk adds."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    begin, *_ = blocks("sh")
    subprocess.run(
        begin.replace("python", sys.executable, 1), shell=True, cwd=tmp_path, check=True, capture_output=True
    )
    line, credit = (
        next(part for part in block.splitlines(True) if "konane" in part) for block in (*blocks("python"), *blocks(""))
    )
    add(tmp_path / "adjudicator/games/__init__.py", '": "adjudicator.games.', line)
    add(tmp_path / "NOTICE.md", "](docs/", credit)
    return tmp_path


def test_a_game_added_by_the_walk_passes_what_every_game_must(walked: Path) -> None:
    tests = [f"tests/test_{name}.py" for name in HELD]
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *tests, "-k", "konane or KONANE"]
    environment = {**os.environ, "PYTHONPATH": str(walked)}
    ran = subprocess.run(command, cwd=walked, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", ran.stdout)[-1]) > 30


def test_a_game_that_is_there_is_not_overwritten(walked: Path) -> None:
    begin, *_ = blocks("sh")
    again = subprocess.run(begin.replace("python", sys.executable, 1), shell=True, cwd=walked, capture_output=True)
    assert again.returncode and b"FileExistsError" in again.stderr
