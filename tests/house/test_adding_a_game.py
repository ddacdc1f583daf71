"""The walk of docs/adding-a-game.md, taken with the template that it starts from."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lanes import thorough

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
FOLDERS = ("adjudicator", "printables", "templates", "tests", "docs", "bench")
REGISTERED = ("adjudicator/games/__init__.py", "printables/boards/__init__.py")
FILES = ("README.md", "NOTICE.md", "pyproject.toml", "LICENSE", "CHANGELOG.md")
LEFT_OUT = shutil.ignore_patterns("golden", "pictures", "corpus", ".hypothesis")
HELD = ("conformance", "choices", "cases", "phrases", "picture", "docs", "odds", "examples", "rulings", "architecture")


def blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [text for name, text in fenced if name == language]


def add(file: Path, beside: str, line: str) -> None:
    """A line put in below the last one that has this in it."""
    lines = file.read_text(encoding="utf-8").splitlines(True)
    last = max(number for number, other in enumerate(lines, 1) if beside in other)
    file.write_text("".join([*lines[:last], line, *lines[last:]]), encoding="utf-8")


def run(command: str, folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    python = command.replace("python", sys.executable, 1)
    subprocess.run(python, shell=True, cwd=folder, env=environment, check=True, capture_output=True)


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the game that the walk adds."""
    tmp_path = tmp_path_factory.mktemp("walked")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    begin, made = blocks("sh")
    run(begin, tmp_path)
    for line, file in zip(blocks("")[0].splitlines(True), REGISTERED, strict=True):
        add(tmp_path / file, line.partition(": ")[2].partition("konane")[0], line)
    run(made.splitlines()[0], tmp_path)
    return tmp_path


@thorough
def test_a_game_added_by_the_walk_passes_what_every_game_must(walked: Path) -> None:
    tests = [str(file) for name in HELD for file in (walked / "tests").glob(f"*/test_{name}.py")]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "-p",
        "no:cacheprovider",
        *tests,
        "-k",
        "konane or KONANE or above_it",
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("POSTFOX_")}
    environment |= {"PYTHONPATH": str(walked)}
    ran = subprocess.run(command, cwd=walked, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", ran.stdout)[-1]) > 30


@thorough
def test_a_game_that_is_there_is_not_overwritten(walked: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(blocks("sh")[0], walked)
    assert b"FileExistsError" in failed.value.stderr
