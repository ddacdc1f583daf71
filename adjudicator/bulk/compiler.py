"""The compiler: what it makes is kept on disk, so that no later process waits for it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import cgutils, types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def _kept() -> str:
    """Where compiled code is kept: a folder of the user's cache for the code that it was made of, all of it.

    Numba itself looks only at the file of a function, not at those of the functions that it calls.
    """
    root, made = Path(__file__).parents[1], sha256()
    for path in sorted(path for part in ("bulk", "games", "opponents") for path in (root / part).rglob("*.py")):
        made.update(path.read_bytes())
    return str(Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / "compiled" / made.hexdigest()[:16])


numba.config.CACHE_DIR = numba.config.CACHE_DIR or _kept()


def compiled(function: F) -> F:
    """A function compiled at its first call, for this and later processes; for this one where nothing can be kept."""
    try:
        return cast(F, numba.njit(function, cache=True, nogil=True))
    except RuntimeError:
        return cast(F, numba.njit(function, nogil=True))


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _pointer(context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(address), generate


@compiled
def borrowed(array: Any) -> Any:
    """The same array without counting who holds it, which costs as much as a game: its owner outlives the call."""
    return numba.carray(_pointer(array.ctypes.data), array.shape, array.dtype)
