"""Commands as users type them: what they print, where, and their exit codes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli import app

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ["--player", "Anna <anna@example.org>", "--player", "Bob"]


class Said:
    """Exit code, standard output and standard error of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def postfox(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["postfox", *arguments])
        code = app.run()
        return Said(code, *capsys.readouterr())

    return run


def process(*arguments: str, cwd: Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        input=stdin,
        capture_output=True,
        text=True,
    )


def one_line(said: Said) -> str:
    assert said.code == 2, said.out + said.err
    assert said.out == ""
    assert said.err.startswith("postfox: ") and said.err.count("\n") == 1, said.err
    assert "Traceback" not in said.err
    return said.err


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """From here on standard input has that text."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
