"""What the tests of exports share: the command as typed, and programs of others where they can be had."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.cli import app

JUDGES = "POSTFOX_TEST_JUDGES"  # set: packages of others are fetched from npm, and exports are put before them
PACKAGES = {
    "@foundryvtt/foundryvtt-cli": "3.0.3",
    "@typed-tabletop-simulator/declaration": "2.2.1",
    "typescript": "5.9.3",
    "pyodide": "0.27.7",  # Python 3.12, for packages that need it
}


@pytest.fixture
def postfox(capsys, monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "argv", ["postfox", "export", *words])
        code = app.run()
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


@pytest.fixture(scope="session")
def judges(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs of PACKAGES under node_modules; skips where they cannot be had."""
    if not os.environ.get(JUDGES):
        pytest.skip(f"{JUDGES} is not set: programs of others are not fetched")
    if not shutil.which("npm"):
        pytest.skip("there is no npm here")
    folder = tmp_path_factory.mktemp("judges")
    (folder / "package.json").write_text("{}")
    wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", *wanted], cwd=folder, capture_output=True)
    if done.returncode:
        pytest.skip("the programs cannot be installed here")
    return folder


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def node(judges: Path) -> Run:
    """Run a program of node_modules/.bin."""

    def run(program: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        found = judges / "node_modules" / ".bin" / program
        return subprocess.run([str(found), *words], cwd=cwd, capture_output=True, text=True)

    return run
