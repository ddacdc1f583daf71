"""A command that runs again whenever a file that it depends on has changed, until it is interrupted."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

PAUSE = 0.4  # seconds between two looks at the files


def again(words: Sequence[str], watched: Callable[[], Iterable[Path]], rounds: int = 0) -> None:
    """Run `postfox WORDS`, and again after each change of a file, or of which files there are.

    Each run is a process of its own, so nothing read before is kept. `rounds`: how often at most; 0 without end.
    """
    before = _state(watched())
    number = 0
    while True:
        subprocess.run([sys.executable, "-m", "adjudicator", *words], check=False)
        number += 1
        if number == rounds:
            return
        while (now := _state(watched())) == before:
            time.sleep(PAUSE)
        before = now


def _state(paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Files with time and size; an editor may have taken one away for a moment."""
    found = {}
    for path in paths:
        try:
            stat = path.stat()
        except OSError:
            continue
        found[path] = stat.st_mtime_ns, stat.st_size
    return found
