"""Ctrl-C at any moment of any command: 130 and silence; and no worker outlives the process that it works for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lanes import LONG, some

from adjudicator import __main__ as command
from adjudicator.cli import app
from printables.core import UserError, progress

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    "games",
    "print snakes-and-foxes",
    "simulate wolves-and-jackals --games 4000",
    "handout odds snakes-and-foxes",
    "solve fox-and-geese",
    "table snail-trail --no-open --out table",
)
linux = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux alone")


def begin(words: str, folder: Path) -> subprocess.Popen[str]:
    """A command that has just begun and minds Ctrl-C, whatever the tests were begun with."""
    script = f"{LISTEN}; from adjudicator.__main__ import main; print('begun', flush=True); main()"
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen([sys.executable, "-c", script, *words.split()], cwd=folder, env=environment, **pipes)
    assert running.stdout and running.stdout.readline() == "begun\n"
    return running


LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"


def family(pid: int) -> list[int]:
    """The processes whose parent that is."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(word) for word in found.split()]


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def waits(seen: object, seconds: float = LONG) -> Iterator[None]:
    """Again and again until the test has seen what it waits for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.02)
    pytest.fail(f"it never happened: {seen}")


@pytest.mark.parametrize("after", some((0.01, 0.3, 0.05, 1.0), 2))
@pytest.mark.parametrize("words", COMMANDS)
def test_an_interrupt_ends_a_command_in_silence(words: str, after: float, tmp_path: Path) -> None:
    running = begin(words, tmp_path)
    time.sleep(after)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=LONG)
    ended = running.returncode
    if words.startswith("table") and not ended:
        assert "the match is kept" in err
    else:
        assert (ended, err) in ((130, ""), (0, "")), (ended, err)
    assert "Traceback" not in out + err


@linux
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_command(way: signal.Signals, tmp_path: Path) -> None:
    running = begin("simulate wolves-and-jackals --games 4000", tmp_path)
    workers: list[int] = []
    for _ in waits("two workers"):
        workers = family(running.pid)
        if len(workers) >= 2 or running.poll() is not None:
            break
    assert len(workers) >= 2, running.communicate()
    running.send_signal(way)
    _, err = running.communicate(timeout=LONG)
    assert running.returncode == (130 if way == signal.SIGINT else -way) and not err
    for _ in waits("no worker left"):
        if all(map(gone, workers)):
            break


@pytest.mark.skipif(sys.platform != "linux", reason="others work in one process")
def test_a_worker_that_is_ended_from_outside_is_told_in_a_line() -> None:
    with pytest.raises(UserError, match="a process that helped was ended from outside"):
        list(progress.shared(lambda _: os.kill(os.getpid(), signal.SIGKILL), range(8), workers=2))


def test_other_systems_work_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """There nobody is left behind, because nobody else was there."""
    for system in ("darwin", "win32"):
        monkeypatch.setattr(progress.sys, "platform", system)
        assert set(progress.shared(lambda _: os.getpid(), range(8), workers=4)) == {os.getpid()}


def test_an_interrupted_command_has_a_moment_to_tidy_up_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    handlers: dict[int, object] = {}
    monkeypatch.setattr(command.os, "_exit", ended.append)
    monkeypatch.setattr(command.signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(command, "GRACE", 0.01)
    hooks = sys.unraisablehook, command.sys.modules["threading"].excepthook
    try:
        with pytest.raises(KeyboardInterrupt):
            command._soon(signal.SIGINT, None)
        assert handlers == {signal.SIGINT: command._at_once}
        for _ in waits("the end of its patience"):
            if ended == [130]:
                break
    finally:
        sys.unraisablehook, command.sys.modules["threading"].excepthook = hooks


def test_what_fails_while_it_tidies_up_is_part_of_the_interruption(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pool that is stopped while it begins cannot end its own threads."""

    def stopped(**_: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("cannot join thread before it is started")

    monkeypatch.setattr(app, "app", stopped)
    assert app.run() == 130
    assert capsys.readouterr() == ("", "")
