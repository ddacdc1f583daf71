"""Where what is lent lies: a folder of one process, in memory where the system has such a place."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from adjudicator.errors import MatchError
from adjudicator.match import files

MEMORY = "/dev/shm"  # where the system keeps files in memory: a secret that is lent lies on no disk
WORKSPACE, HELD = "postfox-", ".held"  # how the name of a workspace begins, and what its process locks in it


@contextmanager
def workspace() -> Iterator[Path]:
    """A folder for what is lent, of this process alone. Those of processes that were killed are taken away."""
    in_memory = os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK)  # noqa: PTH112
    within = Path(MEMORY if in_memory else tempfile.gettempdir())
    for other in within.glob(f"{WORKSPACE}*/{HELD}"):
        with suppress(OSError, MatchError), files.locked(other, 0):
            shutil.rmtree(other.parent)
    with tempfile.TemporaryDirectory(prefix=WORKSPACE, dir=within) as made, files.locked(Path(made, HELD)):
        yield Path(made)
