"""Games played on other machines: a cluster of Dask, the extra `cluster`, whose workers have Postfox installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from printables.core.errors import OptionError

AT_ONCE = 1_000  # parts that wait at the scheduler
ANSWERS_WITHIN = "15s"
RETRIES = 5  # of a part whose worker was lost

Part = TypeVar("Part")
Counted = TypeVar("Counted")


def played(address: str, count: Callable[[Part], Counted], parts: Sequence[Part]) -> Iterator[Counted]:
    """What comes of each part, in order; a part whose worker is lost goes to another. Raises OptionError."""
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("a cluster needs a package more", "`pip install 'postfox[cluster]'`", "--cluster") from None
    try:
        client = Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        hint = "start one with `dask scheduler`, then name it: --cluster tcp://host:8786"
        raise OptionError(f"no scheduler of Dask answers at {address!r}", hint, "--cluster") from None
    with client:
        for start in range(0, len(parts), AT_ONCE):
            waiting = client.map(count, parts[start : start + AT_ONCE], pure=False, retries=RETRIES)
            for future in waiting:
                yield future.result()
