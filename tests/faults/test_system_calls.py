"""Every command that carries a match on, stopped at the system calls by which it changes the disk, as strace does it.

What `failing` counts are calls of Python; here each open, write, rename and sync counts by itself, SQLite's too, and
is killed, out of room or failed in turn. In the long lane only, and where there is strace: a few calls of each command,
spread over all of them; with POSTFOX_TEST_STOPS=1 every one, which takes most of an hour.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from lanes import THOROUGH

from faults import test_kills
from faults.test_kills import COMMANDS, in_time

ROOT = Path(__file__).resolve().parents[2]
STRACE = shutil.which("strace")
EVERY = "POSTFOX_TEST_STOPS" in os.environ
FEW = 4  # stops of each command in the long lane
WAYS = ("signal=KILL", "error=ENOSPC", "error=EIO")
CHANGES = (
    "openat,write,pwrite64,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync,ftruncate,fchmod,"
    "chmod,link,linkat,copy_file_range,sendfile"
)
pytestmark = [
    pytest.mark.skipif(not THOROUGH, reason="for the long lane (POSTFOX_THOROUGH=1)"),
    pytest.mark.skipif(THOROUGH and STRACE is None, reason="there is no strace here: no system call was stopped"),
]
# The command of that name, in a process of its own that lives at the moment of the tests.
PROGRAM = """
import sys
try:
    from pathlib import Path
    from adjudicator.match import process
    from faults import test_kills
    process.moment_now = lambda: test_kills.NOW
    test_kills.COMMANDS[sys.argv[1]](Path(sys.argv[2]))
except Exception as error:
    expected = ("UserError", "OSError", "MemoryError", "ImportError")
    if not any(kind.__name__ in expected for kind in type(error).__mro__):
        raise
    sys.exit(1)
"""


class Call(NamedTuple):
    """A system call that changes the disk: its name, which of that name it is in its process, and of what file."""

    name: str
    number: int
    file: str


def traced(what: str, root: Path, *more: str) -> str:
    """Give a command under strace; what it says of the calls."""
    assert STRACE
    out = root.with_name(f"{root.name}.trace")
    words = [STRACE, "-f", "-qq", "-y", "-s", "0", "-o", str(out), "-e", f"trace={CHANGES}", *more]
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    env = os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([*words, sys.executable, "-c", PROGRAM, what, str(root)], env=env, capture_output=True)
    assert b"Traceback" not in done.stderr, done.stderr.decode()[-3000:]
    return out.read_text()


def calls(trace: str, root: Path) -> list[Call]:
    """Those that change files below a folder."""
    met, found = Counter[str](), list[Call]()
    for line in trace.splitlines():
        call = re.match(r"(\d+) +(\w+)\((.*)", line)
        if call is None:
            continue
        met[call[1] + call[2]] += 1
        changes = call[2] != "openat" or re.search(r"O_(?:WRONLY|RDWR|CREAT)", call[3])
        if changes and (file := re.search(rf'[<"]{re.escape(str(root))}/([^>"]*)', call[3])):
            found.append(Call(call[2], met[call[1] + call[2]], file[1]))
    return found


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return test_kills.furnished(tmp_path_factory.mktemp("start"))


@pytest.fixture(scope="module")
def unhindered(
    start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], tuple[Counter[str], list[Call]]]:
    """What each command does that nothing stops, and the calls by which it does."""

    @cache
    def did(what: str) -> tuple[Counter[str], list[Call]]:
        for _ in range(2):  # the first fills the user's cache, and makes other calls for that
            root = Path(shutil.copytree(start, tmp_path_factory.mktemp("whole") / "root"))
            found = calls(traced(what, root), root)
        test_kills.fetch(root)
        return test_kills.happened(root), found

    return did


@pytest.mark.parametrize("what", COMMANDS)
def test_whatever_runs_next_finishes_wherever_a_system_call_was_stopped(
    what: str,
    start: Path,
    unhindered: Callable[[str], tuple[Counter[str], list[Call]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    in_time(monkeypatch)
    wanted, found = unhindered(what)
    assert found
    for number in range(0, len(found), 1 if EVERY else -(-len(found) // FEW)):
        call = found[number]
        way, then = WAYS[number % len(WAYS)], sorted(test_kills.NEXT)[number % len(test_kills.NEXT)]
        root = Path(shutil.copytree(start, tmp_path / "root"))
        trace = traced(what, root, "-e", f"inject={call.name}:{way}:when={call.number}")
        assert "KILL" in trace or "INJECTED" in trace, (what, call)
        test_kills.finished(what, then, root, wanted, f"{what}, {way} at call {number} ({call}), then {then}")
    told = re.search(
        rf"^\| `{re.escape(what)}`.*\| (\d+) \|$", (ROOT / "docs" / "reliability.md").read_text(), re.MULTILINE
    )
    assert told and abs(int(told[1]) - len(found)) <= max(3, len(found) // 10), f"{what}: {len(found)} system calls"


@pytest.mark.parametrize("what", COMMANDS)
def test_whatever_runs_next_finishes_wherever_memory_ran_out(
    what: str,
    start: Path,
    unhindered: Callable[[str], tuple[Counter[str], list[Call]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """From one of the last system calls on by which a process asks for memory, it gets none."""
    in_time(monkeypatch)
    wanted, _ = unhindered(what)
    root = Path(shutil.copytree(start, tmp_path / "root"))
    asked = len(re.findall(r" mmap\(", traced(what, root, "-e", f"trace={CHANGES},mmap")))
    shutil.rmtree(root)
    for number in range(asked - 1, max(asked - 60, 0), -7 if EVERY else -45):
        root, then = (
            Path(shutil.copytree(start, tmp_path / "root")),
            sorted(test_kills.NEXT)[number % len(test_kills.NEXT)],
        )
        traced(what, root, "-e", f"trace={CHANGES},mmap,brk,mremap", "-e", f"inject=mmap:error=ENOMEM:when={number}+")
        test_kills.finished(what, then, root, wanted, f"{what}, no memory from call {number} on, then {then}")
