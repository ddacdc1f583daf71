"""A PostgreSQL server of our own: Debian's, in a folder of its own, for tests and bench."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@contextmanager
def running() -> Iterator[str]:
    """A server that is there until this ends: the folder of its socket. Its user is `club`, who may do anything."""
    assert BINARIES is not None
    place = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # a socket's name must be short, its folder for all
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL does not run as root
    place.chmod(0o755)
    if user:
        shutil.chown(place, user)

    def run(*words: object) -> None:
        done = subprocess.run(list(map(str, words)), user=user, cwd=place, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    run(BINARIES / "initdb", "-D", place / "data", "-A", "trust", "-U", "club", "--no-sync", "-E", "UTF8")
    run(BINARIES / "pg_ctl", "-D", place / "data", "-l", place / "log", "-w", "-o", f"-k {place} -h ''", "start")
    try:
        yield str(place)
    finally:
        run(BINARIES / "pg_ctl", "-D", place / "data", "-m", "immediate", "stop")
        shutil.rmtree(place)
