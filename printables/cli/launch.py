"""What was made, shown: opened by whatever the system opens such files with."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import typer

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
            time.sleep(0.2)

    threading.Thread(target=wait, daemon=True).start()
