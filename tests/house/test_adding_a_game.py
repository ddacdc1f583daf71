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
FOLDERS = ("adjudicator", "printables", "templates", "tests", "docs", "bench", "deploy", ".ci")
FILES = ("README.md", "NOTICE.md", "pyproject.toml", "constraints.txt", "LICENSE", "CHANGELOG.md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".hypothesis")


def blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [text for name, text in fenced if name == language]


def add(file: Path, beside: str, line: str) -> None:
    """A line put in below the last one of a list that begins like it."""
    lines = file.read_text(encoding="utf-8").splitlines(True)
    last = max(n for n, other in enumerate(lines, 1) if other.startswith(beside) and other.endswith(line[-3:]))
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
    (line,) = blocks("")[0].splitlines(True)
    add(tmp_path / "printables/boards/__init__.py", line.partition("konane")[0], line)
    for command in made.splitlines()[:-1]:
        run(command, tmp_path)
    return tmp_path


@thorough
def test_a_game_added_by_the_walk_passes_the_whole_quick_lane(walked: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-m", "quick", "-p", "no:cacheprovider"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("POSTFOX_", "PYTEST_"))}
    environment |= {"PYTHONPATH": str(walked), "POSTFOX_EXAMPLES": "3"}
    ran = subprocess.run(command, cwd=walked, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-5000:]


COMMANDS = (
    "games",
    "games konane",
    "print konane",
    "new konane m --player Anna --player Bob --seed wheel",
    "adjudicate m first.txt",
    "page m --for Bob",
    "verify m",
    "simulate konane --games 4 --players random,careful --jobs 1",
    "export konane --to pieces",
    "handout game konane",
    "hint m",
)


@thorough
def test_a_game_added_by_the_walk_is_taken_by_every_command(walked: Path, tmp_path: Path) -> None:
    (tmp_path / "first.txt").write_text("player Anna\nb2\n")
    for words in COMMANDS:
        ran = subprocess.run(
            [sys.executable, "-m", "adjudicator", *words.split()],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(walked)}, capture_output=True, text=True,
        )  # fmt: skip
        expected = 2 if words.startswith("hint") else 0  # a match that is played, and not for practice
        assert ran.returncode == expected and "Traceback" not in ran.stderr, (words, ran.stderr)
    assert "Konane" in (tmp_path / "m/letters/0000-A.txt").read_text(encoding="utf-8")


@thorough
def test_a_game_that_is_there_is_not_overwritten(walked: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(blocks("sh")[0], walked)
    assert b"FileExistsError" in failed.value.stderr
