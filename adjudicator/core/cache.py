"""Where compiled code is kept, so that no later process waits, and whether it is there."""

import os
from functools import cache
from hashlib import sha256
from pathlib import Path

import platformdirs

# Where compiled code lies, and what it is handed.
PARTS = ("adjudicator/core", "adjudicator/dice", "adjudicator/games", "adjudicator/opponents", "adjudicator/lab/bulk",
         "printables/boards")  # fmt: skip


@cache
def code() -> Path:
    """A folder of the user's cache for the code that it was made of, all of it. Numba itself looks only at the file of
    a function, not at those of the functions that it calls."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    root, made = Path(__file__).parents[2], sha256()
    for part in PARTS:
        for path in sorted((root / part).rglob("*.py")):
            made.update(path.read_bytes())
    return Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / "compiled" / made.hexdigest()[:16]


def holds(function: str) -> bool:
    """Whether there is compiled code of a function, "package.module:name": numba's index of it."""
    module, _, name = function.partition(":")
    *_, above, last = module.split(".")
    return any(code().glob(f"{above}_*/{last}.{name}-*.nbi"))
