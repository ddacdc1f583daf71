"""The command `postfox`, also by `python -m adjudicator`: a process of its own, set up before anything is imported."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command; every mistake is one line on standard error."""
    gc.set_threshold(100_000)  # most commands have ended by then; in long ones garbage stays within some ten MB
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no other package has a say in what a position is
    from adjudicator.cli import app

    code = app.run()
    gc.freeze()  # what is left goes with the process: Python need not search it for garbage before that
    sys.exit(code)


if __name__ == "__main__":
    main()
