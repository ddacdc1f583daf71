"""The command `postfox`, also by `python -m adjudicator`: a process of its own, set up before anything is imported."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from types import ModuleType

PLUGINS = "pydantic.plugin._loader"


def main() -> None:
    """Run the command; every mistake is one line on standard error."""
    gc.set_threshold(100_000)  # most commands have ended by then; in long ones garbage stays within some ten MB
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no other package has a say in what a position is
    loader = sys.modules.setdefault(PLUGINS, ModuleType(PLUGINS))
    vars(loader).setdefault(
        "get_plugins", tuple
    )  # none: what would look for them takes longer than all of pydantic's core
    codes: list[int] = []
    atexit.register(_leave, codes)  # before anything else is registered, and so the last to be called
    from adjudicator.cli import app

    codes.append(app.run())
    sys.exit(codes[0])


def _leave(codes: list[int]) -> None:
    """End the process at once: what is left goes with it, and Python need not take it apart piece by piece.

    Threads have ended by then, and whatever else was to be done at the end is done. Without a code, or where the last
    words cannot be written, Python ends in its own way and says so.
    """
    if not codes:
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return
    os._exit(codes[0])


if __name__ == "__main__":
    main()
