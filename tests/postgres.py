"""A PostgreSQL server of our own: Debian's, in a folder of its own, for tests and bench."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
USER = "postgres" if os.name == "posix" and os.getuid() == 0 else None  # PostgreSQL does not run as root


@contextmanager
def running() -> Iterator[str]:
    """A server that is there until this ends: the folder of its socket. Its user is `club`, who may do anything."""
    place = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # a socket's name must be short, its folder for all
    place.chmod(0o755)
    if USER:
        shutil.chown(place, USER)
    _run("initdb", place, "-A", "trust", "-U", "club", "--no-sync", "-E", "UTF8")
    start(place)
    try:
        yield str(place)
    finally:
        _run("pg_ctl", place, "-m", "immediate", "stop")
        shutil.rmtree(place)


def start(place: Path) -> None:
    """Start the server of that folder; it mends what one that was killed left."""
    _run("pg_ctl", place, "-l", place / "log", "-w", "-t", 600, "-o", f"-k {place} -h ''", "start")


def kill(place: Path) -> None:
    """Kill all processes of a server at once."""
    first = int((place / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(first, signal.SIGSTOP)  # it begins no more
    family = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
    for process in family:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while any(Path(f"/proc/{process}").exists() for process in family):  # until somebody has asked for its end
        time.sleep(0.05)


def _run(program: str, place: Path, *words: object) -> None:
    assert BINARIES is not None
    command = [BINARIES / program, "-D", place / "data", *words]
    done = subprocess.run(list(map(str, command)), user=USER, cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
