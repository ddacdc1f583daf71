"""Where what is lent lies: a folder of one process, in memory where the system has such a place."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from adjudicator.core.errors import MatchError
from adjudicator.match import files
from printables.core.errors import Problem, UserError

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
    place = tempfile.TemporaryDirectory(prefix=WORKSPACE, dir=within)
    with place as made, files.locked(Path(made, HELD)), _unsaid(made):
        yield Path(made)


def _renamed(text: str, folder: str) -> str:
    """A text in which what lies in a folder is named without it: a match by its name in the store."""
    return text.replace(folder + os.sep, "").replace(folder, "the store")


class _Stream:
    """A stream that says no name of a folder."""

    def __init__(self, stream: Any, folder: str) -> None:
        self.stream, self._folder = stream, folder

    def write(self, text: str) -> int:
        self.stream.write(_renamed(text, self._folder))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def _unsaid(folder: str) -> Iterator[None]:
    """Meanwhile what is said, errors too, is `_renamed`."""
    streams = {name: _Stream(getattr(sys, name), folder) for name in ("stdout", "stderr")}
    sys.__dict__.update(streams)
    try:
        yield
    except UserError as error:
        told = tuple(
            Problem(_renamed(one.source, folder), one.line, _renamed(one.message, folder), one.hint, one.column)
            for one in error.problems
        )
        error.problems, error.args = told, UserError.of(told).args
        raise
    finally:  # a command that could not begin is ended when nobody knows: then others may be in their place
        sys.__dict__.update({name: one.stream for name, one in streams.items() if getattr(sys, name) is one})
