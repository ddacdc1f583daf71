"""The command `postfox`, also by `python -m adjudicator`: a process of its own, set up before anything is imported."""

from __future__ import annotations

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
    from adjudicator.cli import app

    code = app.run()
    gc.freeze()  # what is left goes with the process: Python need not search it for garbage before that
    sys.exit(code)


if __name__ == "__main__":
    main()
