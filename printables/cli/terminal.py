"""A command that runs again whenever a file that it depends on has changed, until it is interrupted."""

import itertools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import typer


class Colour(StrEnum):
    """What a word says by its colour. The word says it, too."""

    BAD = "31;1"
    GOOD = "32"
    NOTE = "33"


def paint(text: str, colour: Colour, *, err: bool = False) -> str:
    """A text as it is written to standard output, or to standard error."""
    stream = sys.stderr if err else sys.stdout
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    old = os.name == "nt" and not (os.environ.get("WT_SESSION") or os.environ.get("ANSICON"))
    return text if plain or old else f"\x1b[{colour}m{text}\x1b[0m"


LONGEST = 60.0  # seconds to wait for a file that is being made


def show(path: Path) -> None:
    """Open a file or folder. Says so on standard error where the system has nothing that could."""
    if typer.launch(str(path.resolve())):
        typer.echo(f"{path}: nothing here opens such files", err=True)


def later(path: Path) -> None:
    """Open a file once it is there, or made anew."""
    before = path.stat().st_mtime_ns if path.exists() else 0

    def wait() -> None:
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if path.exists() and path.stat().st_mtime_ns != before:
                show(path)
                return
            time.sleep(0.2)  # equivalent: a moment

    threading.Thread(target=wait, daemon=True).start()


PAUSE = 0.4  # seconds between two looks at the files


def again(words: Sequence[str], watched: Callable[[], Iterable[Path]], rounds: int = 0) -> None:
    """Run `postfox WORDS`, and again after each change of a file, or of which files there are. Each run is a process of
    its own, so nothing read before is kept. `rounds`: how often at most; 0 without end."""
    before = _state(watched())
    for number in itertools.count(1):
        subprocess.run([sys.executable, "-m", "adjudicator", *words], check=False)
        if number == rounds:
            return
        while (now := _state(watched())) == before:
            time.sleep(PAUSE)
        before = now


def _state(paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Files with time and size; an editor may have taken one away for a moment."""
    found = {}
    for path in paths:
        with suppress(OSError):
            stat = path.stat()
            found[path] = stat.st_mtime_ns, stat.st_size
    return found
